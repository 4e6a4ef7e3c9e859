"""`let`, and what `roll` and `do` answer into a local."""

from __future__ import annotations

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.source import Span

from ...model import tree
from ...model import types as ty
from ...model.symbols import LocalSymbol
from ..coerce import coerce
from ..dispatch import resolve_expr
from ..nodes import is_faulty, is_none, read
from ..scope import Body, Scope, known_type
from ..types import resolve_type
from .blocks import join, only_works_out, resolve_branch
from .invocations import do_call
from .rolls import resolve_roll

LET_AGAIN = "to give it another value, leave `let` away; for another thing choose another name"


def resolve_let(body: Body, node: syn.LetStmt) -> tree.TBlock:
    scope = body.scope
    declared = resolve_type(scope, node.type) if node.type is not None else None
    if isinstance(node.value, syn.Roll | syn.DoCall):
        found, local = _let_stopping(body, node, node.value, declared)
    else:
        raw = resolve_expr(scope, node.value, declared)
        type_ = declared if declared is not None else _inferred(scope, raw, node)
        value = coerce(scope, raw, type_, fit=declared is not None)
        if is_faulty(value) and not is_faulty(raw):
            type_ = ty.ERROR  # which of the two is wrong is not known
        local = scope.bind(node.name.name, type_, node.name.span, LET_AGAIN)
        found = [tree.SetLocal(local, value, span=node.span)]
        _own_row(local, value)
        if declared is not None and isinstance(declared, ty.OptionalType):
            note_presence(scope, local, value)
    if node.otherwise is None:
        return found
    return found + missing_case(body, node.otherwise, local)


def _let_stopping(
    body: Body, node: syn.LetStmt, value: syn.Roll | syn.DoCall, declared: ty.Type | None
) -> tuple[tree.TBlock, LocalSymbol]:
    """`let x: T = roll d6`: straight into the local where no conversion is needed."""
    scope = body.scope
    name = node.name.name
    found, answer = stopping_value(body, value, name, node.span)
    if declared is None:
        local = scope.bind(name, answer.type, node.name.span, LET_AGAIN)
    else:
        taken = read(answer, value.span)
        converted = coerce(scope, taken, declared, fit=True)
        local = scope.bind(name, declared, node.name.span, LET_AGAIN)
        if not isinstance(converted, tree.LocalRef):
            return [*found, tree.SetLocal(local, converted, span=node.span)], local
    scope.locals.remove(answer)
    for statement in found:
        if isinstance(statement, tree.Do | tree.RollDice):
            statement.local = local
    return found, local


def _inferred(scope: Scope, value: tree.TExpr, node: syn.LetStmt) -> ty.Type:
    found = known_type(scope, value)
    match found:
        case ty.IntType():
            return ty.IntType(None, None, found.unit)
        case ty.PileType(card):
            return ty.SetType(card)
        case ty.NoneType() | ty.EmptyType():
            help_ = f"write it: `let {node.name.name}: Good? = none` (with your own type)"
            scope.error(node, "E0313", f"of what kind is `{node.name.name}`?", help=help_)
            return ty.ERROR
        case _:
            return found


def _own_row(local: LocalSymbol, value: tree.TExpr) -> None:
    """A local that takes the numbers of a whole variable gets a copy of its own."""
    if isinstance(value, tree.StateRow) and not value.indices:
        local.assigned = True


def note_presence(scope: Scope, local: LocalSymbol, value: tree.TExpr) -> None:
    if not isinstance(known_type(scope, value), ty.OptionalType | ty.NoneType):
        scope.present = scope.present | {(local,)}


def missing_case(body: Body, block: syn.Block, local: LocalSymbol) -> tree.TBlock:
    """`otherwise:` under a `let` or `draw`: the missing case. What follows knows that the local is present."""
    scope = body.scope
    if not isinstance(local.type, ty.OptionalType):
        if not isinstance(local.type, ty.ErrorType):
            scope.error(
                block, "E0307", f"`{local.name}` is never none, so this never runs", help="remove the `otherwise`"
            )
        return []
    missing = is_none(scope.game, read(local, block.span), block.span)
    inner, end = resolve_branch(body, block)
    join(scope, end, scope.present | {(local,)})
    return [tree.Branch(missing, inner, [], span=block.span)]


def stopping_value(body: Body, node: syn.Roll | syn.DoCall, name: str, span: Span) -> tuple[tree.TBlock, LocalSymbol]:
    """`roll` or `do` as a right-hand side, into a new local that the author does not see."""
    scope = body.scope
    if body.pure:
        only_works_out(body, node)
        return [], scope.hidden(name, ty.ERROR, span)
    if isinstance(node, syn.DoCall):
        statement, result = do_call(body, node.call)
        if result is None:
            scope.error(node, "E0405", "this effect answers nothing", help="give it a result: `effect f() -> T:`")
            return [], scope.hidden(name, ty.ERROR, span)
        local = scope.hidden(name, result, span)
        if isinstance(statement, tree.Do):
            statement.local = local
        return [statement], local
    roll = resolve_roll(body, node, name)
    roll.local = scope.hidden(name, roll.local.type, span)
    return [roll], roll.local
