"""Blocks of statements, `if`, loops and exits."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.syntax.nodes import walk

from ...model import tree
from ...model.types import INT, PLAYER, describe, promised
from ...model.walk import breaks_out
from ...primitives import table as prim
from ..binders import resolve_loop
from ..coerce import condition, expr_of
from ..nodes import Path, known_by, yes_or_no
from ..scope import Body, Scope


def resolve_block(body: Body, block: syn.Block) -> tree.TBlock:
    """A block in a scope of its own."""
    with body.scope.block():
        return resolve_statements(body, block)


def resolve_branch(
    body: Body, block: syn.Block | None, known: frozenset[Path] = frozenset()
) -> tuple[tree.TBlock, frozenset[Path] | None]:
    """A block that may be skipped, and what is known where it ends.

    Args:
        body: where it stands.
        block: the block; None: nothing is done.
        known: what is known in it besides, and after it too unless an assignment takes it away.

    Returns:
        The statements; the paths known to be present at the end, or None when play never gets there.
    """
    scope = body.scope
    with scope.block(known):
        found = resolve_statements(body, block) if block is not None else []
        return found, None if exits(found) else scope.present


def join(scope: Scope, *ends: frozenset[Path] | None) -> None:
    """Continues where branches meet, with what is known at the end of each that gets there."""
    reached = [end for end in ends if end is not None]
    if reached:
        scope.present = frozenset.intersection(*reached)


def resolve_statements(body: Body, block: syn.Block) -> tree.TBlock:
    """The statements in order, in the scope that is open."""
    found: tree.TBlock = []
    for statement in block.statements:
        if exits(found):
            help_ = "the line above always leaves the block; remove one of the two"
            if block.span.holds(statement.span):  # an amendment has put it after each `return` too
                body.scope.diagnostics.report("W0710", statement.span, "this is never reached", help=help_)
            break
        found.extend(body.scope.resolver.statement(body, statement))
    return found


def only_works_out(body: Body, node: syn.Node) -> None:
    """E0404: a `define` that would act."""
    why = "a `define` only computes a value; it changes nothing"
    body.scope.error(node, "E0404", why, help="make it an `effect`")


def exits(block: tree.TBlock) -> bool:
    """True if play never comes to the end of a block: it returns, stops, finishes or loops for ever."""
    match block[-1] if block else None:
        case tree.Return() | tree.Stop() | tree.Finish():
            return True
        case tree.Branch(_, then, otherwise):
            return exits(then) and exits(otherwise)
        case tree.ChooseValue(may=may, body=inner, otherwise=otherwise) if inner is not None:
            return exits(inner) and (exits(otherwise) if otherwise is not None else not may)
        case tree.ChooseOption(may=may, options=options, otherwise=otherwise):
            every = all(exits(option.body) for option in options)
            return every and (exits(otherwise) if otherwise is not None else not may)
        case tree.Repeat(None, None, inner):
            return not any(breaks_out(statement) for statement in inner)
        case _:
            return False


def resolve_if(body: Body, node: syn.IfStmt) -> tree.TBlock:
    scope = body.scope
    test = condition(scope, node.condition)
    yes, no = known_by(test), known_by(test, False)
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
                if any(path[0] is local for path in body.scope.present):
                    body.scope.unsure.add(local)
                body.scope.forget(local)


def resolve_for_each(body: Body, node: syn.ForEachStmt) -> tree.TBlock:
    scope = body.scope
    enter_loop(body, node.body)
    with scope.block():
        loops = [resolve_loop(scope, binder) for binder in node.binders]
        where = condition(scope, node.where) if node.where is not None else None
        inner = loop_body(body, node.body, loops, where)
    return [tree.ForEach(loops, where, inner, span=node.span)]


@contextmanager
def inside(body: Body, loops: list[tree.Loop], *, turns: bool = True) -> Iterator[None]:
    """A context for what stands in loops; `turns`: a loop over players makes it the turn of its player."""
    loops_before, players_before = len(body.loops), len(body.players)
    body.loops += loops
    body.players += [loop.local for loop in loops if turns and loop.local.type == PLAYER]
    yield
    del body.loops[loops_before:], body.players[players_before:]


def loop_body(body: Body, block: syn.Block, loops: list[tree.Loop], where: tree.TExpr | None) -> tree.TBlock:
    """The body of a loop, which knows what its condition tells and whose turn it is."""
    body.depth += 1
    with inside(body, loops), body.scope.block(known_by(where)):
        inner = resolve_block(body, block)
    body.depth -= 1
    return inner


def resolve_repeat(body: Body, node: syn.RepeatStmt) -> tree.TBlock:
    scope = body.scope
    times = expr_of(scope, node.times, INT) if node.times is not None else None
    enter_loop(body, node.body)
    until = condition(scope, node.until) if node.until is not None else None
    going_on = yes_or_no(prim.NOT, [until], until.span) if until is not None else None
    inner = loop_body(body, node.body, [], going_on)
    if until is not None and not any(breaks_out(statement) for statement in inner):
        scope.present = scope.present | known_by(until)
    counter = scope.hidden("round", INT, node.span) if times is not None else None
    return [tree.Repeat(times, until, inner, counter, span=node.span)]


def resolve_return(body: Body, node: syn.ReturnStmt) -> tree.TBlock:
    scope, value = body.scope, node.value
    if value is not None and body.result is not None:
        return [tree.Return(expr_of(scope, value, promised(body.result), fit=True), span=node.span)]
    if body.result is not None:
        scope.error(node, "E0403", f"a result is missing: {describe(body.result)}")
    elif value is not None:
        help_ = "write `return` alone, or give the effect a result: `-> T`"
        scope.error(node, "E0403", "nothing is returned here", help=help_)
    return [tree.Return(None, span=node.span)]


def resolve_stop(body: Body, node: syn.StopStmt) -> tree.TBlock:
    if body.depth == 0:
        help_ = "`return` leaves the effect"
        body.scope.error(node, "E0402", "`stop` leaves a loop, but there is no loop here", help=help_)
    return [tree.Stop(span=node.span)]
