"""Types as they are written, resolved."""

from __future__ import annotations

from typing import assert_never

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.source import Span

from ..model.types import (
    BOOL,
    ERROR,
    INT,
    PLAYER,
    TEXT,
    BoolType,
    CardType,
    ErrorType,
    IntType,
    MemberType,
    OptionalType,
    PerType,
    PileType,
    PlaceType,
    SetType,
    Type,
    describe,
)
from .constants import constant_number
from .scope import Scope

BUILT_IN: dict[str, Type] = {"Int": INT, "Bool": BOOL, "Text": TEXT, "Player": PLAYER, "Card": CardType(None)}


def resolve_type(scope: Scope, node: syn.TypeExpr) -> Type:
    """The type that is meant. Errors: E0207 (unknown type), E0306 (a bound that is not fixed), E0312 (no such type)."""
    match node:
        case syn.NamedType(name):
            return _named(scope, name, node.span)
        case syn.RangeType(low, high):
            return _range(scope, low, high, node.span)
        case syn.OptionalType(inner):
            type_ = resolve_type(scope, inner)
            return type_ if isinstance(type_, ErrorType) else OptionalType(type_)
        case syn.SetType(member):
            type_ = resolve_type(scope, member)
            if isinstance(type_, MemberType | CardType | IntType):
                return SetType(type_)
            return _refused(scope, node.span, type_, f"there is no set of {describe(type_)}")
        case syn.PerType(value, key):
            value_type, key_type = resolve_type(scope, value), resolve_type(scope, key)
            if isinstance(key_type, MemberType) and isinstance(value_type, IntType | BoolType):
                return PerType(value_type, key_type)
            faulty = key_type if isinstance(key_type, ErrorType) else value_type
            return _refused(scope, node.span, faulty, "a `per` is a number for each member of an enum")
        case syn.PileType(card) | syn.PlaceType(card):
            type_ = resolve_type(scope, card)
            if isinstance(type_, CardType):
                return PileType(type_) if isinstance(node, syn.PileType) else PlaceType(type_)
            return _refused(scope, node.span, type_, f"only cards lie there, not {describe(type_)}")
        case _:
            assert_never(node)


def _named(scope: Scope, name: str, span: Span) -> Type:
    if name in BUILT_IN:
        return BUILT_IN[name]
    known = scope.resolver
    unit, enum = known.units.get(name), known.enums.get(name)
    if scope.is_poisoned(name):
        return ERROR
    if unit is not None:
        return IntType(unit.low, unit.high, name)
    if enum is not None:
        return enum.type
    if name in known.card_types:
        return CardType(name)
    scope.unknown(name, span, "type", [*BUILT_IN, *known.units, *known.enums, *known.card_types], "E0207")
    return ERROR


def _range(scope: Scope, low: syn.Expr, high: syn.Expr, span: Span) -> Type:
    first, last = constant_number(scope, low), constant_number(scope, high)
    if first is None or last is None:
        return ERROR
    if first > last:
        scope.error(span, "E0304", f"the range {first:_}..{last:_} holds no number")
        return ERROR
    return IntType(first, last)


def _refused(scope: Scope, span: Span, found: Type, why: str) -> Type:
    """E0312, unless a part of the type is an error already."""
    if not isinstance(found, ErrorType):
        scope.error(span, "E0312", why)
    return ERROR
