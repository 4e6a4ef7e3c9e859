"""The positions of scenarios: `given hand[A] = cook, child` as statements that make it."""

from __future__ import annotations

from regelwerk_dsl import syntax as syn

from ...model import tree
from ...model.scenarios import Placed
from ...model.symbols import StateSymbol
from ...model.types import CardType, ErrorType, PerType, PileType, PlaceType, SetType, Type
from ..coerce import coerce
from ..dispatch import expr_of, resolve_expr
from ..fields import dotted
from ..names import find_zone
from ..nodes import is_faulty
from ..scope import Scope


def resolve_given(scope: Scope, placed: Placed, target: syn.Expr, value: syn.Expr) -> tree.TBlock:
    """The statements that set what is named. Errors: E0201, E0310, E0704, and those of expressions."""
    name = target.name if isinstance(target, syn.Name) else ""
    indices: tuple[syn.Expr, ...] = ()
    if isinstance(target, syn.Index) and isinstance(target.base, syn.Name):
        name, indices = target.base.name, target.indices
    var = scope.state(name)
    if var is None:
        scope.unknown(name or target.span.text, target.span, "state variable", [*scope.resolver.state])
        return []
    if isinstance(var.type, ErrorType):
        return []
    if var.zone and isinstance(value, syn.PerLiteral) and not indices:
        found: tree.TBlock = []
        for entry in value.entries:
            one = syn.Index(target, (entry.key,), span=entry.span)
            found += _given_cards(scope, placed, one, entry.value)
        return found
    if var.zone:
        return _given_cards(scope, placed, target, value)
    dims: list[Type] = list(var.dims)
    type_: Type = var.type
    if isinstance(type_, PerType):
        dims.append(type_.key)
        type_ = type_.value
    if len(indices) > len(dims):
        scope.error(target, "E0310", f"`{name}` takes at most {len(dims)} indices")
        return []
    fixed = [expr_of(scope, index, dim, fit=True) for index, dim in zip(indices, dims, strict=False)]
    if any(is_faulty(one) for one in fixed):
        return []
    if len(fixed) == len(dims):
        return [_set(scope, var, fixed, type_, value)]
    open_dims = dims[len(fixed) :]
    if len(open_dims) != 1 or not isinstance(value, syn.PerLiteral):
        help_ = f"name all indices{_for_each(scope, open_dims)}"
        scope.error(value, "E0704", f"`{target.span.text}` stands for several values", help=help_)
        return []
    return _given_row(scope, var, fixed, open_dims[0], type_, value)


def _for_each(scope: Scope, dims: list[Type]) -> str:
    """How values for the members of a single index are written, with members of the game."""
    enum = scope.enum(dims[0]) if len(dims) == 1 else None
    if enum is None or len(enum.keys) < 2:
        return ""
    first, second = (key if key.isidentifier() else str(number) for number, key in enumerate(enum.keys[:2], enum.low))
    return f", or write a value for each member of the last one: `{first} ..., {second} ...`"


def _place_key(zone: tree.ZoneRef) -> str:
    """A pile or place with its indices, in one way of writing."""
    name = zone.var.name if zone.var is not None else "box"
    return ", ".join([name, *(str(index.value) if isinstance(index, tree.Const) else "" for index in zone.indices)])


def _set(scope: Scope, var: StateSymbol, indices: list[tree.TExpr], type_: Type, node: syn.Expr) -> tree.SetState:
    if isinstance(type_, SetType) and not isinstance(node, syn.SetLiteral | syn.ListLiteral | syn.EmptyLiteral):
        node = syn.ListLiteral((node,), span=node.span)
    value = expr_of(scope, node, type_, fit=True)
    return tree.SetState(var, indices, value, span=node.span)


def _given_row(
    scope: Scope,
    var: StateSymbol,
    fixed: list[tree.TExpr],
    dim: Type,
    type_: Type,
    value: syn.PerLiteral,
) -> tree.TBlock:
    """Only what is named is set; the rest stays as the game begins."""
    found: tree.TBlock = []
    for entry in value.entries:
        key_ = expr_of(scope, entry.key, dim, fit=True)
        if not is_faulty(key_):
            found.append(_set(scope, var, [*fixed, key_], type_, entry.value))
    return found


def _given_cards(scope: Scope, placed: Placed, target: syn.Expr, value: syn.Expr) -> tree.TBlock:
    """The cards named lie there, the first on top; what lay there goes to the box."""
    zone = find_zone(scope, target)
    if zone is None or not isinstance(zone.type, PileType | PlaceType):
        return []
    box = tree.ZoneRef(None, [], type=PileType(CardType(None)), span=target.span)
    found: tree.TBlock = [
        tree.MoveCards(tree.PileCards(zone, type=PileType(CardType(None))), box, False, span=target.span)
    ]
    items = value.items if isinstance(value, syn.ListLiteral) else (value,)
    if isinstance(value, syn.EmptyLiteral | syn.NoneLiteral):
        items = ()
    cards: list[tree.TExpr] = []
    here = placed[_place_key(zone)] = []  # what lay there before is free again
    for item in items:
        card = resolve_expr(scope, item)
        if is_faulty(card):
            continue
        coerced = coerce(scope, card, zone.type.card)
        if is_faulty(coerced) or not isinstance(card, tree.Const) or not isinstance(card.value, int):
            continue
        member = next(m for _, _, m in scope.game.members() if m.first == card.value)
        taken = {number for cards_ in placed.values() for number in cards_}
        free = [number for number in range(member.first, member.first + member.copies) if number not in taken]
        if not free:
            key = dotted(item) or item.span.text
            scope.error(item, "E0704", f"there are only {member.copies} of `{key}`")
            continue
        here.append(free[0])
        cards.append(tree.Const(free[0], type=card.type, span=item.span))
    found += [tree.MoveCards(card, zone, False, span=value.span) for card in reversed(cards)]
    return found
