"""Resolution of types as they are written."""

from __future__ import annotations

from typing import assert_never

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.source import Span

from ..model import types as ty
from .constants import fixed_range
from .scope import Scope

BUILT_IN: dict[str, ty.Type] = {
    "Int": ty.INT,
    "Bool": ty.BOOL,
    "Text": ty.TEXT,
    "Player": ty.PLAYER,
    "Card": ty.CardType(None),
}


def resolve_type(scope: Scope, node: syn.TypeExpr, zones: tuple[type[ty.Type], ...] = ()) -> ty.Type:
    """The type that is meant; of piles and places only `zones` are allowed.

    Errors: E0207 (unknown type), E0306 (a bound that is not fixed), E0312 (no such type), E0325 (a pile or place).
    """
    match node:
        case syn.NamedType(name):
            return _named(scope, name, node.span)
        case syn.RangeType(low, high):
            bounds = fixed_range(scope, node, low, high)
            return ty.IntType(*bounds) if bounds is not None else ty.ERROR
        case syn.OptionalType(inner):
            type_ = resolve_type(scope, inner)
            return type_ if isinstance(type_, ty.ErrorType) else ty.OptionalType(type_)
        case syn.SetType(member):
            type_ = resolve_type(scope, member)
            if isinstance(type_, ty.MemberType | ty.CardType | ty.IntType):
                return ty.SetType(type_)
            return _refused(scope, node.span, type_, f"there is no set of {ty.describe(type_)}")
        case syn.PerType(value, key):
            value_type, key_type = resolve_type(scope, value), resolve_type(scope, key)
            if isinstance(key_type, ty.MemberType) and isinstance(value_type, ty.IntType | ty.BoolType):
                return ty.PerType(value_type, key_type)
            faulty = key_type if isinstance(key_type, ty.ErrorType) else value_type
            return _refused(scope, node.span, faulty, "a `per` is a number for each member of an enum")
        case syn.PileType(card) | syn.PlaceType(card):
            type_ = resolve_type(scope, card)
            if not isinstance(type_, ty.CardType):
                return _refused(scope, node.span, type_, f"piles and places hold cards, not {ty.describe(type_)}")
            found = ty.PileType(type_) if isinstance(node, syn.PileType) else ty.PlaceType(type_)
            return found if isinstance(found, zones) else _no_value(scope, node.span, found)
        case _:
            assert_never(node)


def _named(scope: Scope, name: str, span: Span) -> ty.Type:
    if name in BUILT_IN:
        return BUILT_IN[name]
    known = scope.resolver
    unit, enum = known.units.get(name), known.enums.get(name)
    if scope.is_reported(name):
        return ty.ERROR
    if unit is not None:
        return ty.IntType(unit.low, unit.high, name)
    if enum is not None:
        return enum.type
    if name in known.card_types:
        return ty.CardType(name)
    scope.unknown(name, span, "type", [*BUILT_IN, *known.units, *known.enums, *known.card_types], "E0207")
    return ty.ERROR


def _no_value(scope: Scope, span: Span, zone: ty.PileType | ty.PlaceType) -> ty.Type:
    """E0325: a pile or place is not a value."""
    card = ty.describe(zone.card)
    if isinstance(zone, ty.PileType):
        what, help_ = "pile", f"write `set of {card}` for its cards, or give the pile itself as a parameter"
    else:
        what, help_ = "place", f"write `{card}?` for the card that lies there"
    scope.error(span, "E0325", f"a {what} is not a value: it is declared in `state:` and stays there", help=help_)
    return ty.ERROR


def _refused(scope: Scope, span: Span, found: ty.Type, why: str) -> ty.Type:
    """E0312, unless a part of the type is an error already."""
    if not isinstance(found, ty.ErrorType):
        scope.error(span, "E0312", why)
    return ty.ERROR
