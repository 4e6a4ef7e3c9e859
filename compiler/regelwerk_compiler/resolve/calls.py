"""Calls that answer: defines, abilities, members of products, ways over maps, `min` and `max`; and `of`."""

from __future__ import annotations

from dataclasses import replace

from regelwerk_dsl import syntax as syn

from ..model import tree
from ..model import types as ty
from ..model.defaults import none_value
from ..model.primitive import Primitive
from ..model.symbols import EnumSymbol
from ..primitives import table as prim
from ..primitives.evaluate import EnumMembers
from .arguments import arguments_of, call_define
from .coerce import coerce, part_offset, retyped
from .dispatch import number_of, resolve_expr
from .fields import no_field
from .nodes import error_at, is_faulty, yes_or_no
from .numerals import is_written_out
from .scope import Scope, known_type

NUMERALS = {1: "one", 2: "two", 3: "three"}


def resolve_call(scope: Scope, node: syn.Call, wanted: ty.Type | None) -> tree.TExpr:
    match node.function:
        case syn.Name(name) if name in prim.FUNCTIONS and name not in scope.resolver.defines:
            return _of_numbers(scope, node, prim.FUNCTIONS[name], wanted)
        case syn.Name(name):
            known = scope.resolver
            if name in known.defines:
                return call_define(scope, node, name, node.arguments)
            if name in known.enums:
                symbol = known.enums.get(name)
                if symbol is None or scope.is_poisoned(name):
                    return error_at(node)
                if symbol.kind == "product":
                    return _product(scope, node, symbol)
            if name in known.effects:
                help_ = f"write `do {name}(...)`, or `let x = do {name}(...)`"
                why = f"`{name}` is an effect; it stands only as a statement or after `=`"
                return scope.error(node, "E0309", why, help=help_)
            products = [one.name for one in scope.game.enums.values() if one.kind == "product"]
            return scope.unknown(name, node.function.span, "define", [*known.defines, *products])
        case syn.Field():
            return _method(scope, node, node.function)
        case _:
            return scope.error(node, "E0309", "this cannot be called")


def _product(scope: Scope, node: syn.Call, symbol: EnumSymbol) -> tree.TExpr:
    if len(node.arguments) != len(symbol.components):
        return scope.error(
            node, "E0311", f"`{symbol.name}` takes {len(symbol.components)} arguments, not {len(node.arguments)}"
        )
    values = []
    for argument, (_, type_) in zip(node.arguments, symbol.components, strict=True):
        value = resolve_expr(scope, argument, type_)
        inner = scope.enum(type_)
        number = isinstance(known_type(scope, value), ty.IntType) and inner is not None and inner.kind == "range"
        values.append(value if number else coerce(scope, value, type_))  # a number outside gives none, not an error
    if any(is_faulty(value) for value in values):
        return error_at(node)
    if all(isinstance(value, tree.Const) for value in values):
        row = tuple(value.value for value in values if isinstance(value, tree.Const) and isinstance(value.value, int))
        member = EnumMembers(scope.game, symbol.name).by_components.get(row)
        if member is None:
            return scope.error(node, "E0304", f"there is no `{node.span.text}`")
        return tree.Const(member, type=symbol.type, span=node.span)
    return tree.Op(prim.PRODUCT_MEMBER, values, (symbol.name,), type=ty.OptionalType(symbol.type), span=node.span)


def _of_numbers(scope: Scope, node: syn.Call, row: Primitive, wanted: ty.Type | None) -> tree.TExpr:
    """`min(a, b)`: a primitive of numbers with one unit."""
    count = len(row.operands)
    if len(node.arguments) < count or (len(node.arguments) > count and not row.repeats):
        many = f"{NUMERALS.get(count, count)} number{'s' if count > 1 else ''}"
        takes = f"`{row.spelled}` takes {many}{' or more' if row.repeats else ''}"
        return scope.error(node, "E0311", takes)
    values: list[tree.TExpr] = []
    ranges: list[ty.IntType] = []
    result: ty.IntType | None = None
    for argument in node.arguments:
        value, found = number_of(scope, argument, wanted)
        if is_faulty(value):
            return error_at(node)
        if result is not None and found.unit != result.unit:
            all_bare = all(map(is_written_out, values))
            if (result.unit is not None and not is_written_out(value)) or (found.unit is not None and not all_bare):
                return scope.error(
                    argument, "E0302", f"{ty.describe(result)} and {ty.describe(found)} cannot be compared"
                )
        values.append(value)
        ranges.append(found)
        result = found if result is None else replace(result, unit=result.unit or found.unit)
    assert result is not None
    result = replace(prim.interval(row, *ranges), unit=result.unit)
    return tree.Op(row, values, type=result, span=node.span)


def _method(scope: Scope, node: syn.Call, field: syn.Field) -> tree.TExpr:
    base = resolve_expr(scope, field.base)
    found = known_type(scope, base)
    name = field.name.name
    if isinstance(found, ty.ErrorType):
        return error_at(node)
    if isinstance(found, ty.OptionalType):
        return coerce(scope, base, found.inner)
    if isinstance(found, ty.CardType) and found.name is not None:
        kind = scope.card_type(found.name)
        if name in kind.abilities:
            ability = kind.abilities[name]
            if ability.result is None:
                return scope.error(
                    node, "E0309", f"`{name}` acts; it stands only as a statement", help=f"write `do {node.span.text}`"
                )
            values = arguments_of(scope, node, name, [param.type for param in ability.params], node.arguments)
            if len(values) != len(ability.params):
                return error_at(node)
            return tree.AbilityRead(kind.name, name, base, values, type=ty.promised(ability.result), span=node.span)
        return no_field(scope, field, kind.name, list(kind.abilities))
    if isinstance(found, ty.MemberType) and scope.game.enums[found.enum].kind == "map":
        set_type = ty.SetType(found)
        wanted: dict[str, list[ty.Type]] = {"distance": [found], "reach": [ty.IntType(), set_type]}
        if name in wanted:
            values = arguments_of(scope, node, name, wanted[name], node.arguments)
            if len(values) != len(wanted[name]):
                return error_at(node)
            result: ty.Type = ty.optional(ty.IntType(0, None)) if name == "distance" else set_type
            return tree.Op(prim.MAP_QUERIES[name], [base, *values], (found.enum,), type=result, span=node.span)
        return no_field(scope, field, found.enum, list(wanted))
    return scope.error(node, "E0309", f"{ty.describe(found)} has no `{name}` to call")


def resolve_of_type(scope: Scope, node: syn.OfType) -> tree.TExpr:
    """`value of T`: a member of a part or none; a card of a type or none; the cards of a pile of one type."""
    value = resolve_expr(scope, node.value)
    found = known_type(scope, value)
    name, known = node.type_name.name, scope.resolver
    if isinstance(found, ty.ErrorType):
        return error_at(node)
    symbol = known.enums.get(name)
    if scope.is_poisoned(name):
        return error_at(node)
    if name in known.card_types:
        kind = scope.numbered(name)
        if isinstance(found, ty.PileType) and isinstance(value, tree.PileCards):
            return tree.PileCards(value.zone, kind.type, type=ty.PileType(kind.type), span=node.span)
        if isinstance(found, ty.CardType):
            whole = (kind.first, kind.end)
            return tree.Op(prim.NARROW, [value], whole, type=ty.OptionalType(kind.type), span=node.span)
    if symbol is not None:
        if isinstance(found, ty.MemberType):
            offset = part_offset(scope.enum(found), name)
            if offset is not None:
                return tree.Op(
                    prim.NARROW_TO_PART,
                    [value],
                    (offset, offset + symbol.size),
                    type=ty.OptionalType(symbol.type),
                    span=node.span,
                )
        if isinstance(found, ty.IntType) and symbol.kind == "range" and symbol.low < 0:
            low, high = (tree.Const(edge, type=found, span=node.span) for edge in (symbol.low, symbol.high))
            inside = yes_or_no(prim.IN_RANGE, [value, low, high], node.span)
            type_ = ty.OptionalType(symbol.type)
            none = tree.Const(none_value(type_, scope.game), type=type_, span=node.span)
            return tree.If(inside, retyped(value, type_), none, type=type_, span=node.span)
        if isinstance(found, ty.IntType) and symbol.kind == "range":
            return tree.Op(
                prim.NARROW,
                [value],
                (symbol.low, symbol.low + symbol.size),
                type=ty.OptionalType(symbol.type),
                span=node.span,
            )
    if isinstance(found, ty.OptionalType):
        return coerce(scope, value, found.inner)
    if symbol is None and name not in known.card_types:
        scope.unknown(name, node.type_name.span, "type", [*known.enums, *known.card_types], "E0207")
    else:
        scope.error(node, "E0305", f"{ty.describe(found)} is never of {name}")
    return error_at(node)
