"""Calls with a result: defines, abilities, members of products, ways over maps, `min` and `max`; `of`; `new`."""

from __future__ import annotations

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Label

from ..model import tree
from ..model import types as ty
from ..model.defaults import none_value
from ..model.enums import EnumSymbol
from ..model.primitive import Primitive
from ..primitives import table as prim
from ..primitives.evaluate import EnumMembers
from .coerce import (
    arguments_of,
    as_numbers,
    ask_the_map,
    call_define,
    coerce,
    number_of,
    part_offset,
    resolve_expr,
    retyped,
)
from .fields import dotted, no_field
from .names import ONLY_FIXED, box_at, card_of_key, find_card
from .nodes import error_at, is_faulty, is_written_out, unit_advice, yes_or_no
from .scope import ALL, Scope, known_type

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
                if symbol is None or scope.is_reported(name):
                    return error_at(node)
                if symbol.kind == "product":
                    return _product(scope, node, symbol)
            if name in known.effects:
                help_ = f"write `do {name}(...)`, or `let x = do {name}(...)`"
                why = f"`{name}` is an effect; it is allowed only as a statement or after `=`"
                return scope.error(node, "E0309", why, help=help_)
            products = [one.name for one in scope.game.enums.values() if one.kind == "product"]
            return scope.unknown(name, node.function.span, "define", [*known.defines, *products])
        case syn.Field():
            return _method(scope, node, node.function)
        case _:
            return scope.error(node, "E0309", "this cannot be called")


def _product(scope: Scope, node: syn.Call, symbol: EnumSymbol) -> tree.TExpr:
    if len(node.arguments) != len(symbol.components):
        why = f"`{symbol.name}` takes {len(symbol.components)} arguments, not {len(node.arguments)}"
        return scope.error(node, "E0311", why)
    values = []
    for argument, (_, type_) in zip(node.arguments, symbol.components, strict=True):
        value = resolve_expr(scope, argument, type_)
        number = isinstance(known_type(scope, value), ty.IntType) and as_numbers(scope, ty.strip_optional(type_))
        values.append(value if number else coerce(scope, value, type_))  # a number outside gives none, not an error
    if is_faulty(*values):
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
        return scope.error(node, "E0311", f"`{row.spelled}` takes {many}{' or more' if row.repeats else ''}")
    values: list[tree.TExpr] = []
    ranges: list[ty.IntType] = []
    unit: str | None = None
    for argument in node.arguments:
        value, found = number_of(scope, argument, wanted)
        if is_faulty(value):
            return error_at(node)
        fits = is_written_out(value) if unit is not None else all(map(is_written_out, values))
        if found.unit != unit and not fits:
            other = ty.IntType(unit=unit)
            why = f"{ty.describe(other)} and {ty.describe(found)} cannot be compared"
            return scope.error(argument, "E0302", why, help=unit_advice(other, found))
        values.append(value)
        ranges.append(found)
        unit = unit or found.unit
    return tree.Op(row, values, type=prim.interval(row, *ranges, unit=unit), span=node.span)


def _method(scope: Scope, node: syn.Call, field: syn.Field) -> tree.TExpr:
    """An ability of a card with a result, or a query of ways over a map; in scenarios a card, `t.Cell(1, b)`."""
    card = find_card(scope, dotted(node) or "")
    if card is not None:
        return tree.Const(card[0], type=card[1], span=node.span)
    base = resolve_expr(scope, field.base)
    name = field.name.name
    answer: tree.TExpr
    match known_type(scope, base):
        case ty.ErrorType():
            return error_at(node)
        case ty.OptionalType(inner):
            return coerce(scope, base, inner)
        case ty.CardType(str(owner)):
            kind = scope.card_type(owner)
            ability = kind.abilities.get(name)
            if ability is None:
                return no_field(scope, field, owner, list(kind.abilities))
            if ability.result is None:
                why = f"`{name}` is an effect; it is allowed only as a statement"
                return scope.error(node, "E0309", why, help=f"write `do {node.span.text}`")
            params = [param.type for param in ability.params]
            values = arguments_of(scope, node, name, params, node.arguments)
            answer = tree.AbilityRead(owner, name, base, values, type=ty.promised(ability.result), span=node.span)
        case ty.MemberType(enum) as space if scope.game.enums[enum].kind == "map":
            if name not in prim.MAP_QUERIES:
                return no_field(scope, field, enum, list(prim.MAP_QUERIES))
            near = name == "reach"
            params = [ty.IntType(), ty.SetType(space)] if near else [space]
            values = arguments_of(scope, node, name, params, node.arguments)
            result: ty.Type = ty.SetType(space) if near else ty.OptionalType(ty.IntType(0, None))
            answer = tree.Op(prim.MAP_QUERIES[name], [base, *values], (enum,), type=result, span=node.span)
        case found:
            return scope.error(node, "E0309", f"there is no `{name}` to call on {ty.describe(found)}")
    return answer if len(values) == len(params) else error_at(node)


def resolve_of_type(scope: Scope, node: syn.OfType) -> tree.TExpr:
    """`value of T`: a member of a part or none; a card of a type or none; the cards of a pile of one type."""
    value = resolve_expr(scope, node.value)
    found = known_type(scope, value)
    name, known = node.type_name.name, scope.resolver
    if isinstance(found, ty.ErrorType):
        return error_at(node)
    symbol = known.enums.get(name)
    if scope.is_reported(name):
        return error_at(node)
    kind = scope.numbered(name) if name in known.card_types else None

    def narrowed(row: Primitive, first: int, end: int, type_: ty.Type) -> tree.TExpr:
        return tree.Op(row, [value], (first, end), type=ty.OptionalType(type_), span=node.span)

    match found:
        case ty.PileType() if kind is not None and isinstance(value, tree.PileCards):
            return tree.PileCards(value.zone, kind.type, type=ty.PileType(kind.type), span=node.span)
        case ty.CardType() if kind is not None:
            return narrowed(prim.NARROW, kind.first, kind.end, kind.type)
        case ty.MemberType() if symbol is not None and (offset := part_offset(scope.enum(found), name)) is not None:
            return narrowed(prim.NARROW_TO_PART, offset, offset + symbol.size, symbol.type)
        case ty.IntType() if symbol is not None and symbol.kind == "range" and symbol.low < 0:
            low, high = (tree.Const(edge, type=found, span=node.span) for edge in (symbol.low, symbol.high))
            inside = yes_or_no(prim.IN_RANGE, [value, low, high], node.span)
            type_ = ty.OptionalType(symbol.type)
            none = tree.Const(none_value(type_, scope.game), type=type_, span=node.span)
            return tree.If(inside, retyped(value, type_), none, type=type_, span=node.span)
        case ty.IntType() if symbol is not None and symbol.kind == "range":
            return narrowed(prim.NARROW, symbol.low, symbol.high + 1, symbol.type)
        case ty.OptionalType(inner):
            return coerce(scope, value, inner)
        case _ if symbol is None and kind is None:
            candidates = [*known.enums, *known.card_types]
            return scope.unknown(name, node.type_name.span, "type", candidates, "E0207")
        case ty.MemberType(part) if part == name or part_offset(symbol, part) is not None:
            help_ = f"leave out `of {name}`: where a {name} is expected, {part} stands as it is"
            if symbol is not None and symbol.kind == "map":
                help_ += f"; {ask_the_map(name)}"
            elif symbol is not None and symbol.kind == "range":
                help_ += f"; a sum needs brackets, `({node.value.span.text} + 1) of {name}`"
            return scope.error(node, "E0305", f"every {part} is a {name} already", help=help_)
        case _:
            help_, other = "", scope.enum(found)
            if symbol is not None and other is not None and symbol.kind == other.kind == "range":
                help_ = f"put the whole calculation in brackets: `(… {node.value.span.text}) of {name}`"
            return scope.error(node, "E0305", f"{ty.describe(found)} can never be of type {name}", help=help_)


def resolve_new(scope: Scope, node: syn.NewCard) -> tree.TExpr:
    """`new goblin`: the last of its copies that lies in the box, since `given` in scenarios takes the first.

    Errors: E0201, E0306, E0356.
    """
    if scope.fixed:
        return scope.error(node, "E0306", "which cards lie in the box is known only during play", help=ONLY_FIXED)
    game, key = scope.game, ".".join(map(str, node.path))
    scope.resolver.numbering.get(ALL)
    found = card_of_key(game, key)
    if found is None:
        return _no_new(scope, node, key)
    kind, member = found
    if member.printed is None:
        why = f"`{member.key}` is not `x many`, so there are no new ones"
        help_ = "write `x many` where the card is declared, or take it from the pile where it lies"
        label = Label(game.cards[key].span, "declared here") if key in game.cards else None
        return scope.error(node, "E0356", why, labels=(label,) if label else (), help=help_)
    if not member.copies:
        why, help_ = f"`{member.key}` has 0 copies, so there are no new ones", "`x many 40` is how many can be in play"
        return scope.error(node, "E0356", why, help=help_)
    one = scope.hidden("copy", kind.type, node.span)
    ends = member.numbers[0], member.numbers[-1]
    bounds = [tree.Const(card, type=kind.type, span=node.span) for card in ends]
    in_box = tree.InZone(tree.LocalRef(one, type=kind.type, span=node.span), box_at(node), type=ty.BOOL, span=node.span)
    optional = ty.OptionalType(kind.type)
    spare = tree.PickOne("last", tree.Loop(one, tree.RangeDomain(*bounds)), in_box, type=optional, span=node.span)
    return tree.Op(prim.NEW_CARD, [spare], (member.key, member.copies), type=kind.type, span=node.span)


def _no_new(scope: Scope, node: syn.NewCard, key: str) -> tree.TExpr:
    """Reports that `new` names no card: a family, or nothing."""
    endless = [member.key for _, _, member in scope.game.members() if member.printed is not None]
    of_family = next((one for one in endless if one.startswith(f"{key}.")), None)
    if of_family is not None:
        return scope.error(node, "E0356", f"`{key}` is a family", help=f"name one of its cards, `new {of_family}`")
    return scope.unknown(key, node.path[-1].span, "card", endless)
