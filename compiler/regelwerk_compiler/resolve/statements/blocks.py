"""Blocks of statements, and where play leaves them."""

from __future__ import annotations

from regelwerk_dsl import syntax as syn

from ...model import tree
from ...model.walk import escapes
from ..scope import Body, Path, Scope


def resolve_block(body: Body, block: syn.Block) -> tree.TBlock:
    """A block in a scope of its own."""
    with body.scope.block():
        return resolve_statements(body, block.statements)


def resolve_branch(
    body: Body, block: syn.Block | None, known: frozenset[Path] = frozenset()
) -> tuple[tree.TBlock, frozenset[Path] | None]:
    """A block that play may go through, and what is known where it ends.

    Args:
        body: where it stands.
        block: the block; None: nothing is done.
        known: what is known in it besides, and after it too unless an assignment takes it away.

    Returns:
        The statements; the paths known to be present at the end, or None when play never gets there.
    """
    scope = body.scope
    with scope.block(known):
        found = resolve_statements(body, block.statements) if block is not None else []
        return found, None if exits(found) else scope.present


def join(scope: Scope, *ends: frozenset[Path] | None) -> None:
    """Goes on where branches meet: known is what is known at the end of each that gets there."""
    reached = [end for end in ends if end is not None]
    if reached:
        scope.present = frozenset.intersection(*reached)


def resolve_statements(body: Body, statements: tuple[syn.Stmt, ...]) -> tree.TBlock:
    """The statements in order, in the scope that is open."""
    found: tree.TBlock = []
    for statement in statements:
        if exits(found):
            help_ = "the line above leaves; remove one of the two"
            body.scope.diagnostics.report("W0710", statement.span, "this is never reached", help=help_)
            break
        found.extend(body.scope.resolver.statement(body, statement))
    return found


def only_works_out(body: Body, node: syn.Node) -> None:
    """E0404: a `define` that would act."""
    body.scope.error(
        node, "E0404", "a `define` only works something out; it changes nothing", help="make it an `effect`"
    )


def exits(block: tree.TBlock) -> bool:
    """Whether play never comes to the end of a block: it returns, stops, finishes or goes round for ever."""
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
            return not any(escapes(statement) for statement in inner)
        case _:
            return False
