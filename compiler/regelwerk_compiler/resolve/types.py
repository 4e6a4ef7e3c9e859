"""Types as written go in, types come out."""

from __future__ import annotations

from regelwerk_dsl import syntax as syn

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


def resolve_type(scope: Scope, node: syn.TypeExpr) -> Type:
    """The type that is meant. Errors: E0207 (unknown type), E0306 (a bound that is not fixed), E0312 (no such type)."""
    game = scope.game
    match node:
        case syn.NamedType(name):
            simple: dict[str, Type] = {"Int": INT, "Bool": BOOL, "Text": TEXT, "Player": PLAYER, "Card": CardType(None)}
            if name in simple:
                return simple[name]
            if name in game.units:
                unit = game.units[name]
                if unit.broken:
                    return ERROR
                return IntType(unit.low, unit.high, name)
            if name in game.enums:
                return ERROR if game.enums[name].broken else MemberType(name)
            if name in game.card_types:
                return CardType(name)
            scope.unknown(name, node.span, "type", [*simple, *game.units, *game.enums, *game.card_types], "E0207")
            return ERROR
        case syn.RangeType(low, high):
            first, last = constant_number(scope, low), constant_number(scope, high)
            if first is None or last is None:
                return ERROR
            if first > last:
                scope.diagnostics.report("E0304", node.span, f"the range {first:_}..{last:_} holds no number")
                return ERROR
            return IntType(first, last)
        case syn.OptionalType(inner):
            type_ = resolve_type(scope, inner)
            return type_ if isinstance(type_, ErrorType) else OptionalType(type_)
        case syn.SetType(member):
            type_ = resolve_type(scope, member)
            if isinstance(type_, ErrorType):
                return type_
            if isinstance(type_, MemberType | CardType | IntType):
                return SetType(type_)
            scope.diagnostics.report("E0312", node.span, f"there is no set of {describe(type_)}")
            return ERROR
        case syn.PerType(value, key):
            value_type, key_type = resolve_type(scope, value), resolve_type(scope, key)
            if isinstance(value_type, ErrorType) or isinstance(key_type, ErrorType):
                return ERROR
            if not isinstance(key_type, MemberType) or not isinstance(value_type, IntType | BoolType):
                scope.diagnostics.report("E0312", node.span, "a `per` is a number for each member of an enum")
                return ERROR
            return PerType(value_type, key_type)
        case syn.PileType(card) | syn.PlaceType(card):
            card_type = resolve_type(scope, card)
            if not isinstance(card_type, CardType):
                if not isinstance(card_type, ErrorType):
                    scope.diagnostics.report("E0312", node.span, f"only cards lie there, not {describe(card_type)}")
                return ERROR
            return PileType(card_type) if isinstance(node, syn.PileType) else PlaceType(card_type)
