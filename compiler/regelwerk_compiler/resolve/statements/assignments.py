"""Assignments: to variables of the state, to their rows, to locals and to the numbers that they hold."""

from __future__ import annotations

from dataclasses import replace

from regelwerk_dsl import syntax as syn

from ...model import tree
from ...model import types as ty
from ...model.symbols import LocalSymbol
from ...primitives import table as prim
from ..coerce import coerce, lies_in, set_low
from ..dispatch import expr_of, resolve_expr
from ..enums import enums_with
from ..fields import as_index
from ..literals import as_set
from ..names import find_zone
from ..nodes import is_faulty, read
from ..scope import Body, Scope, known_type
from .blocks import only_works_out
from .let import note_presence, stopping_value

Change = tuple[str, tree.TExpr]  # `+` or `-`, and the amount


def resolve_assignment(body: Body, node: syn.AssignStmt) -> tree.TBlock:
    scope, target = body.scope, node.target
    named = target.base if isinstance(target, syn.Index) else target
    local = scope.find_local(named.name) if isinstance(named, syn.Name) else None
    if local is not None and isinstance(target, syn.Name):
        return _assign_local(body, node, local)
    if local is not None and isinstance(target, syn.Index):
        return _assign_per(body, node, local, target)
    if body.pure:
        only_works_out(body, node)
        return []
    if not isinstance(named, syn.Name):
        help_ = "assign to a state variable or a local"
        if isinstance(target, syn.Field) and scope.is_state(target.name.name):
            help_ = as_index(target)
        scope.error(target, "E0320", "nothing can be stored here", help=help_)
        return []
    if find_zone(scope, target) is not None:
        scope.error(node, "E0320", "cards are moved, not assigned", help=f"write `move ... to {target.span.text}`")
        return []
    if not scope.is_state(named.name):
        _no_state(scope, named, target)
        return []
    place = resolve_expr(scope, target)
    if isinstance(place, tree.StateRow):
        return _assign_row(body, node, place)
    return _assign_state(body, node, place) if isinstance(place, tree.StateRead) else []


def _no_state(scope: Scope, named: syn.Name, target: syn.Expr) -> None:
    name = named.name
    if name in scope.resolver.defines or enums_with(scope.resolver, name):
        scope.error(target, "E0320", f"`{name}` cannot be changed in play", help="declare it in `state:`")
    else:
        locals_ = [key for frame in scope.frames for key in frame]
        scope.unknown(name, named.span, "state variable or local", [*scope.resolver.state, *locals_])


def _new_value(
    body: Body, node: syn.AssignStmt, place: tree.TExpr, type_: ty.Type, *, fit: bool = False
) -> tuple[tree.TBlock, tree.TExpr, Change | None] | None:
    """What must run first, what the place holds then, and what is added or taken; None after an error."""
    if node.operator == "=":
        before, value = _value_for(body, node, type_, fit)
        return before, value, None
    if isinstance(type_, ty.SetType):
        before, right = _members_for(body, node, type_)
        row = prim.SET_CHANGES[node.operator[0]]
        return before, tree.Op(row, [place, right], type=type_, span=node.span), None
    if not isinstance(type_, ty.IntType):
        _no_change(body.scope, node, type_)
        return None
    before, amount = _value_for(body, node, ty.IntType(None, None, type_.unit))
    if is_faulty(amount):
        return None
    total = _sum(node, place, amount, type_)
    return before, _held(total, type_) if fit else total, (node.operator[0], amount)


def _assign_state(body: Body, node: syn.AssignStmt, place: tree.StateRead) -> tree.TBlock:
    found = _new_value(body, node, place, place.type)
    if found is None:
        return []
    before, value, change = found
    return [*before, _store(place, value, change, node)]


def _assign_row(body: Body, node: syn.AssignStmt, place: tree.StateRow) -> tree.TBlock:
    """All numbers of a `per` variable at once; one by one where they may be out of range."""
    scope, type_ = body.scope, place.type
    assert isinstance(type_, ty.PerType)
    if node.operator != "=":
        _no_change(scope, node, type_)
        return []
    before, value = _value_for(body, node, type_)
    found = value.type
    held = type_.value
    if isinstance(value, tree.Const) or not isinstance(found, ty.PerType) or not isinstance(held, ty.IntType):
        return [*before, tree.SetRow(place.var, place.indices, value, span=node.span)]
    if isinstance(found.value, ty.IntType) and lies_in(found.value, held):
        return [*before, tree.SetRow(place.var, place.indices, value, span=node.span)]
    row = scope.hidden(place.var.name, found, node.span)
    key = scope.hidden("key", type_.key, node.span)
    here = tree.LocalRef(key, type=type_.key, span=node.span)
    one = tree.PerRead(tree.LocalRef(row, type=found, span=node.span), here, type=found.value, span=node.span)
    store = tree.SetState(place.var, [*place.indices, here], one, held.low, held.high, span=node.span)
    each = tree.ForEach([tree.Loop(key, tree.EnumDomain(type_.key.enum))], None, [store], span=node.span)
    return [*before, tree.SetLocal(row, value, span=node.span), each]


def _no_change(scope: Scope, node: syn.AssignStmt, type_: ty.Type) -> None:
    if not isinstance(type_, ty.ErrorType):
        scope.error(node, "E0301", f"`{node.operator}` changes numbers and sets, and this is {ty.describe(type_)}")


def _sum(node: syn.AssignStmt, place: tree.TExpr, amount: tree.TExpr, type_: ty.IntType) -> tree.TExpr:
    found = amount.type if isinstance(amount.type, ty.IntType) else ty.INT
    row = prim.ADD if node.operator == "+=" else prim.SUBTRACT
    result = replace(prim.interval(row, type_, found), unit=type_.unit)
    return tree.Op(row, [place, amount], type=result, span=node.span)


def _value_for(body: Body, node: syn.AssignStmt, type_: ty.Type, fit: bool = False) -> tuple[tree.TBlock, tree.TExpr]:
    """The right-hand side, after what must run first to get it."""
    scope = body.scope
    if isinstance(node.value, syn.Roll | syn.DoCall):
        name = node.target.span.text.split("[")[0]
        before, local = stopping_value(body, node.value, name, node.span)
        return before, coerce(scope, read(local, node.value.span), type_, fit=fit)
    return [], expr_of(scope, node.value, type_, fit=fit)


def _members_for(body: Body, node: syn.AssignStmt, type_: ty.SetType) -> tuple[tree.TBlock, tree.TExpr]:
    """What is added to a set or taken from it, as a set, after what must run first to get it."""
    if not isinstance(node.value, syn.Roll | syn.DoCall):
        return [], as_set(body.scope, node.value, type_)
    name = node.target.span.text.split("[")[0]
    before, local = stopping_value(body, node.value, name, node.span)
    found = read(local, node.value.span)
    if isinstance(local.type, ty.SetType):
        return before, coerce(body.scope, found, type_)
    member = coerce(body.scope, found, type_.member, fit=True)
    return before, tree.Op(prim.SET_OF, [member], (set_low(body.scope, type_),), type=type_, span=node.span)


def _store(place: tree.StateRead, value: tree.TExpr, change: Change | None, node: syn.AssignStmt) -> tree.SetState:
    """The statement; a number that may be out of range is checked when it is stored."""
    statement = tree.SetState(place.var, place.indices, value, change=change, span=node.span)
    if (
        isinstance(place.type, ty.IntType)
        and isinstance(value.type, ty.IntType)
        and not lies_in(value.type, place.type)
    ):
        statement.low, statement.high = place.type.low, place.type.high
    return statement


def check_store(body: Body, statement: tree.SetState) -> None:
    """A constant that can never fit is an error now (E0304), not at play."""
    found = statement.value.type
    if statement.low is None or statement.high is None or not isinstance(found, ty.IntType):
        return
    if (found.low is not None and found.low > statement.high) or (
        found.high is not None and found.high < statement.low
    ):
        amount = found.low if found.low == found.high else f"{found.low}..{found.high}"
        why = f"{amount} does not fit in {statement.low:_}..{statement.high:_}, the range of `{statement.var.name}`"
        body.scope.error(statement.span, "E0304", why)


def _assign_local(body: Body, node: syn.AssignStmt, local: LocalSymbol) -> tree.TBlock:
    scope = body.scope
    if local.name == "this" or local in body.owner.binders or any(loop.local is local for loop in body.loops):
        what = "by its loop" if any(loop.local is local for loop in body.loops) else "by its card"
        scope.error(node.target, "E0320", f"`{local.name}` is bound {what} and cannot be changed")
        return []
    local.assigned = True
    place = read(local, node.target.span)
    assigned = node.operator == "="
    found = _new_value(body, node, place, local.type if assigned else known_type(scope, place), fit=True)
    if found is None:
        return []
    before, value, _ = found
    if assigned:
        scope.forget(local)
        if isinstance(local.type, ty.OptionalType):
            note_presence(scope, local, value)
    return [*before, tree.SetLocal(local, value, span=node.span)]


def _assign_per(body: Body, node: syn.AssignStmt, local: LocalSymbol, target: syn.Index) -> tree.TBlock:
    scope = body.scope
    type_ = known_type(scope, tree.LocalRef(local, type=local.type))
    if not isinstance(type_, ty.PerType) or len(target.indices) != 1:
        if not isinstance(type_, ty.ErrorType):
            scope.error(target, "E0320", f"`{local.name}` is {ty.describe(type_)}; it has no parts to set")
        return []
    local.assigned = True
    key = expr_of(scope, target.indices[0], type_.key, fit=True)
    place = tree.PerRead(tree.LocalRef(local, type=type_), key, type=type_.value, span=target.span)
    found = _new_value(body, node, place, type_.value, fit=True)
    if found is None:
        return []
    before, value, _ = found
    return [*before, tree.SetPer(local, key, value, span=node.span)]


def _held(value: tree.TExpr, type_: ty.IntType) -> tree.TExpr:
    """A number held to a range, where it has both bounds and the number may be outside."""
    if type_.low is None or type_.high is None or (isinstance(value.type, ty.IntType) and lies_in(value.type, type_)):
        return value
    return tree.Op(prim.FIT, [value], (type_.low, type_.high), type=type_, span=value.span)
