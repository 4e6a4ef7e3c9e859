"""`if`, loops and exits."""

from __future__ import annotations

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.syntax.nodes import walk

from ...model import tree
from ...model.types import INT, MemberType, describe, promised
from ...model.walk import escapes
from ...primitives import table as prim
from ..binders import resolve_loop
from ..dispatch import condition, expr_of
from ..narrowing import facts, known_by
from ..nodes import yes_or_no
from ..scope import Body
from .blocks import join, resolve_block, resolve_branch


def resolve_if(body: Body, node: syn.IfStmt) -> tree.TBlock:
    scope = body.scope
    test = condition(scope, node.condition)
    yes, no = facts(test, True), facts(test, False)
    then, after_then = resolve_branch(body, node.then, yes)
    otherwise, after_otherwise = resolve_branch(body, node.otherwise, no)
    join(scope, after_then, after_otherwise)
    return [tree.Branch(test, then, otherwise, span=node.span)]


def enter_loop(body: Body, block: syn.Block) -> None:
    """Forgets the locals that a loop assigns: what was known of them may not hold in a later round, nor after it."""
    for node in walk(block):
        if isinstance(node, syn.AssignStmt) and isinstance(node.target, syn.Name):
            local = body.scope.find_local(node.target.name)
            if local is not None:
                body.scope.forget(local)


def resolve_for_each(body: Body, node: syn.ForEachStmt) -> tree.TBlock:
    scope = body.scope
    enter_loop(body, node.body)
    with scope.block():
        loops = [resolve_loop(scope, binder) for binder in node.binders]
        where = condition(scope, node.where) if node.where is not None else None
        inner = loop_body(body, node.body, loops, where)
    return [tree.ForEach(loops, where, inner, span=node.span)]


def loop_body(body: Body, block: syn.Block, loops: list[tree.Loop], where: tree.TExpr | None) -> tree.TBlock:
    """The body of a loop, which knows what its condition tells and whose turn it is."""
    players = [loop.local for loop in loops if loop.local.type == MemberType("Player")]
    body.loops.extend(loops)
    body.players.extend(players)
    body.depth += 1
    with body.scope.knowing(known_by(where)):
        inner = resolve_block(body, block)
    body.depth -= 1
    if players:
        del body.players[-len(players) :]
    if loops:
        del body.loops[-len(loops) :]
    return inner


def resolve_repeat(body: Body, node: syn.RepeatStmt) -> tree.TBlock:
    scope = body.scope
    times = expr_of(scope, node.times, INT) if node.times is not None else None
    enter_loop(body, node.body)
    until = condition(scope, node.until) if node.until is not None else None
    inner = loop_body(body, node.body, [], None if until is None else _negated(until))
    if until is not None and not any(escapes(statement) for statement in inner):
        scope.present = scope.present | facts(until, True)
    counter = scope.hidden("round", INT, node.span) if times is not None else None
    return [tree.Repeat(times, until, inner, counter, span=node.span)]


def _negated(value: tree.TExpr) -> tree.TExpr:
    return yes_or_no(prim.NOT, [value], value.span)


def resolve_return(body: Body, node: syn.ReturnStmt) -> tree.TBlock:
    scope, value = body.scope, node.value
    if value is None:
        if body.result is not None:
            scope.error(node, "E0403", f"an answer is missing: {describe(body.result)}")
        return [tree.Return(None, span=node.span)]
    if body.result is None:
        scope.error(
            node, "E0403", "nothing is answered here", help="write `return` alone, or give the effect a result: `-> T`"
        )
        return [tree.Return(None, span=node.span)]
    return [tree.Return(expr_of(scope, value, promised(body.result), fit=True), span=node.span)]


def resolve_stop(body: Body, node: syn.StopStmt) -> tree.TBlock:
    if body.depth == 0:
        body.scope.error(
            node, "E0402", "`stop` leaves a loop, and there is none here", help="`return` leaves the effect"
        )
    return [tree.Stop(span=node.span)]
