"""Dispatch of statements to the functions that resolve them."""

from __future__ import annotations

from typing import assert_never

from regelwerk_dsl import syntax as syn

from ...model import tree
from ..scope import Body
from .assignments import resolve_assignment
from .cards import resolve_draw, resolve_move, resolve_shuffle
from .choices import resolve_choice, resolve_options, resolve_simultaneously
from .control import only_works_out, resolve_for_each, resolve_if, resolve_repeat, resolve_return, resolve_stop
from .invocations import resolve_do, resolve_emit, resolve_let, resolve_say
from .several import resolve_several


def resolve_statement(body: Body, node: syn.Stmt) -> tree.TBlock:
    """The typed form of a statement. Errors: E0404 (it acts, in a pure body), those of its kind."""
    match node:
        case syn.LetStmt():
            return resolve_let(body, node)
        case syn.AssignStmt():
            return resolve_assignment(body, node)
        case syn.IfStmt():
            return resolve_if(body, node)
        case syn.ForEachStmt():
            return resolve_for_each(body, node)
        case syn.RepeatStmt():
            return resolve_repeat(body, node)
        case syn.ReturnStmt():
            return resolve_return(body, node)
        case syn.StopStmt():
            return resolve_stop(body, node)
        case _ if body.pure:
            only_works_out(body, node)
            return []
        case syn.DoStmt():
            return resolve_do(body, node)
        case syn.MoveStmt():
            return resolve_move(body, node)
        case syn.DrawStmt():
            return resolve_draw(body, node)
        case syn.ShuffleStmt():
            return resolve_shuffle(body, node)
        case syn.EmitStmt():
            return resolve_emit(body, node)
        case syn.SayStmt():
            return resolve_say(body, node)
        case syn.ChooseStmt(how_many=syn.HowMany() as how_many):
            return resolve_several(body, node, how_many)
        case syn.ChooseStmt():
            return resolve_choice(body, node)
        case syn.ChooseOptionsStmt():
            return resolve_options(body, node)
        case syn.SimultaneouslyStmt():
            return resolve_simultaneously(body, node)
        case syn.FinishStmt():
            return [tree.Finish(span=node.span)]
        case _:
            assert_never(node)
