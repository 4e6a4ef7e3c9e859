"""Assignments: to variables of the state, to their rows, to locals and to the numbers that they hold."""

from __future__ import annotations

from msgspec.structs import replace
from regelwerk_dsl import syntax as syn

from ...model import tree
from ...model import types as ty
from ...model.symbols import LocalSymbol
from ...primitives import table as prim
from ..coerce import as_set, coerce, expr_of, resolve_expr, set_low
from ..enums import enums_with
from ..fields import as_index
from ..names import find_zone
from ..nodes import is_faulty, read
from ..scope import Body, Scope, known_type
from .control import only_works_out
from .invocations import note_presence, stopping_value

Change = tuple[str, tree.TExpr]  # `+` or `-`, and the amount
Place = tree.StateRead | tree.StateRow | tree.LocalRef | tree.PerRead  # of a `per`, the base is a local


def resolve_assignment(body: Body, node: syn.AssignStmt) -> tree.TBlock:
    scope, place = body.scope, _place(body, node)
    if place is None:
        return []
    if isinstance(place, tree.StateRow):
        return _assign_row(body, node, place)
    assigned = node.operator == "="
    fit = not isinstance(place, tree.StateRead)
    found = _new_value(body, node, place, place.type if assigned else known_type(scope, place), fit=fit)
    if found is None:
        return []
    before, value, change = found
    match place:
        case tree.StateRead():
            statement = tree.SetState(place.var, place.indices, value, change=change, span=node.span)
            if isinstance(place.type, ty.IntType) and isinstance(value.type, ty.IntType):
                _hold(scope, statement, value.type, place.type)
            return [*before, statement]
        case tree.PerRead(base, key):
            assert isinstance(base, tree.LocalRef)
            return [*before, tree.SetPer(base.local, key, value, span=node.span)]
        case tree.LocalRef(local):
            if assigned:
                scope.forget(local)
                if isinstance(local.type, ty.OptionalType):
                    note_presence(scope, local, value)
            return [*before, tree.SetLocal(local, value, span=node.span)]


# ---- places ----------------------------------------------------------------------------------------------------------


def _place(body: Body, node: syn.AssignStmt) -> Place | None:
    """The target of the assignment as an expression; None after an error. Errors: E0320."""
    scope, target = body.scope, node.target
    named = target.base if isinstance(target, syn.Index) else target
    local = scope.find_local(named.name) if isinstance(named, syn.Name) else None
    if local is not None and not isinstance(local.type, ty.PileType):
        return _local_place(body, target, local)
    if body.pure:
        only_works_out(body, node)
    elif not isinstance(named, syn.Name):
        help_ = "assign to a state variable or a local"
        if isinstance(target, syn.Field) and scope.is_state(target.name.name):
            help_ = as_index(target)
        elif isinstance(target, syn.Index) and isinstance(target.base, syn.Index):
            indices = [one.span.text for one in (*target.base.indices, *target.indices)]
            help_ = f"write all indices in one pair of brackets: `{target.base.base.span.text}[{', '.join(indices)}]`"
        scope.error(target, "E0320", "this cannot be assigned to", help=help_)
    elif find_zone(scope, target) is not None:
        scope.error(node, "E0320", "cards are moved, not assigned", help=f"write `move ... to {target.span.text}`")
    elif scope.is_state(named.name):
        place = resolve_expr(scope, target)
        return place if isinstance(place, tree.StateRead | tree.StateRow) else None
    elif named.name in scope.resolver.defines or enums_with(scope.resolver, named.name):
        scope.error(target, "E0320", f"`{named.name}` cannot be changed in play", help="declare it in `state:`")
    else:
        locals_ = [key for frame in scope.frames for key in frame]
        scope.unknown(named.name, named.span, "state variable or local", [*scope.resolver.state, *locals_])
    return None


def _local_place(body: Body, target: syn.Expr, local: LocalSymbol) -> tree.LocalRef | tree.PerRead | None:
    scope = body.scope
    if not isinstance(target, syn.Index):
        in_loop = any(loop.local is local for loop in body.loops)
        if local.name == "this" or local in body.owner.binders or in_loop:
            what = "by its loop" if in_loop else "by its card"
            scope.error(target, "E0320", f"`{local.name}` is bound {what} and cannot be changed")
            return None
        local.assigned = True
        return read(local, target.span)
    type_ = known_type(scope, read(local, target.span))
    if isinstance(type_, ty.PerType) and len(target.indices) == 1:
        local.assigned = True
        key = expr_of(scope, target.indices[0], type_.key, fit=True)
        return tree.PerRead(tree.LocalRef(local, type=type_), key, type=type_.value, span=target.span)
    if not isinstance(type_, ty.ErrorType):
        scope.error(target, "E0320", f"`{local.name}` is {ty.describe(type_)}; it has no elements to assign")
    return None


# ---- values ----------------------------------------------------------------------------------------------------------


def _new_value(
    body: Body, node: syn.AssignStmt, place: tree.TExpr, type_: ty.Type, *, fit: bool
) -> tuple[tree.TBlock, tree.TExpr, Change | None] | None:
    """The statements that must run first, the new value, and the amount added or subtracted; None after an error."""
    if node.operator == "=":
        return *_right(body, node, type_, fit=fit), None
    if isinstance(type_, ty.SetType):
        before, members = _members(body, node, type_)
        row = prim.SET_CHANGES[node.operator[0]]
        return before, tree.Op(row, [place, members], type=type_, span=node.span), None
    if not isinstance(type_, ty.IntType):
        _no_change(body.scope, node, type_)
        return None
    before, amount = _right(body, node, ty.IntType(None, None, type_.unit))
    if is_faulty(amount):
        return None
    row = prim.ADD if node.operator == "+=" else prim.SUBTRACT
    found = prim.interval(row, type_, amount.type if isinstance(amount.type, ty.IntType) else ty.INT)
    total = tree.Op(row, [place, amount], type=replace(found, unit=type_.unit), span=node.span)
    if fit and type_.low is not None and type_.high is not None and not ty.lies_in(found, type_):
        total = tree.Op(prim.FIT, [total], (type_.low, type_.high), type=type_, span=node.span)
    return before, total, (node.operator[0], amount)


def _right(body: Body, node: syn.AssignStmt, type_: ty.Type, *, fit: bool = False) -> tuple[tree.TBlock, tree.TExpr]:
    """The right-hand side, preceded by the statements that it needs."""
    if not isinstance(node.value, syn.Roll | syn.DoCall):
        return [], expr_of(body.scope, node.value, type_, fit=fit)
    before, answer = _answer(body, node, node.value)
    return before, coerce(body.scope, answer, type_, fit=fit)


def _members(body: Body, node: syn.AssignStmt, type_: ty.SetType) -> tuple[tree.TBlock, tree.TExpr]:
    """The members that are added or removed, as a set, preceded by the statements that it needs."""
    if not isinstance(node.value, syn.Roll | syn.DoCall):
        return [], as_set(body.scope, node.value, type_)
    before, answer = _answer(body, node, node.value)
    if isinstance(answer.type, ty.SetType):
        return before, coerce(body.scope, answer, type_)
    member = coerce(body.scope, answer, type_.member, fit=True)
    return before, tree.Op(prim.SET_OF, [member], (set_low(body.scope, type_),), type=type_, span=node.span)


def _answer(body: Body, node: syn.AssignStmt, value: syn.Roll | syn.DoCall) -> tuple[tree.TBlock, tree.TExpr]:
    before, local = stopping_value(body, value, node.target.span.text.split("[")[0], node.span)
    return before, read(local, value.span)


def _no_change(scope: Scope, node: syn.AssignStmt, type_: ty.Type) -> None:
    if not isinstance(type_, ty.ErrorType):
        scope.error(node, "E0301", f"`{node.operator}` changes numbers and sets, but this is {ty.describe(type_)}")


# ---- state -----------------------------------------------------------------------------------------------------------


def _assign_row(body: Body, node: syn.AssignStmt, place: tree.StateRow) -> tree.TBlock:
    """The assignment of all numbers of a `per` variable, one by one if they may be out of range."""
    scope, type_ = body.scope, place.type
    assert isinstance(type_, ty.PerType)
    if node.operator != "=":
        _no_change(scope, node, type_)
        return []
    before, value = _right(body, node, type_)
    held, found = type_.value, value.type
    given = found.value if isinstance(found, ty.PerType) and not isinstance(value, tree.Const) else held
    if not isinstance(held, ty.IntType) or (isinstance(given, ty.IntType) and ty.lies_in(given, held)):
        return [*before, tree.SetRow(place.var, place.indices, value, span=node.span)]
    row = scope.hidden(place.var.name, found, node.span)
    key = scope.hidden("key", type_.key, node.span)
    one = tree.PerRead(read(row, node.span), read(key, node.span), type=given, span=node.span)
    store = tree.SetState(place.var, [*place.indices, read(key, node.span)], one, span=node.span)
    if isinstance(given, ty.IntType):
        _hold(scope, store, given, held)
    each = tree.ForEach([tree.Loop(key, tree.EnumDomain(type_.key.enum))], None, [store], span=node.span)
    return [*before, tree.SetLocal(row, value, span=node.span), each]


def _hold(scope: Scope, statement: tree.SetState, found: ty.IntType, held: ty.IntType) -> None:
    """Has a number checked in play where it may be out of range; one that cannot fit is an error (E0304)."""
    if ty.lies_in(found, held):
        return
    statement.low, statement.high = low, high = held.low, held.high
    if low is None or high is None:
        return
    if (found.low is not None and found.low > high) or (found.high is not None and found.high < low):
        amount = found.low if found.low == found.high else f"{found.low}..{found.high}"
        why = f"{amount} does not fit in {low:_}..{high:_}, the range of `{statement.var.name}`"
        scope.error(statement.span, "E0304", why)
