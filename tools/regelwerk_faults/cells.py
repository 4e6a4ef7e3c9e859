"""Faults in data: small changes of the cells of tables and the fields of cards."""

from __future__ import annotations

import zlib

from regelwerk_compiler.declare.kinds import KIND
from regelwerk_compiler.model.enums import EnumSymbol, Value
from regelwerk_compiler.model.symbols import CardSymbol, CardTypeSymbol, Game, MemberSymbol
from regelwerk_compiler.model.types import (
    BoolType,
    IntType,
    MemberType,
    OptionalType,
    PerType,
    SetType,
    Type,
    strip_optional,
)

from .fault import Draft, Edit, turned


def table_faults(game: Game, enum: EnumSymbol) -> list[Draft]:
    """One fault for each cell of a table that rules can read."""
    found = []
    for column in enum.fields.values():
        for row, span in enumerate(column.cells):
            before = column.values[row]
            name = f"{enum.keys[row]}.{column.name}"
            after = changed(game, column.type, before, f"{enum.name}.{name}")
            if after is not None:
                words = f"{column.name} {turned(shown(game, column.type, before), shown(game, column.type, after))}"
                found.append(Draft(enum.name, "field", span, words, [Edit(column.values, row, after)], name))
    return found


def default_faults(game: Game, kind: CardTypeSymbol) -> list[Draft]:
    """One fault for each default of a card type in the source, changed for all cards without their own value."""
    found = []
    for name, field in kind.fields.items():
        if field.decl is None or field.decl.default is None:
            continue
        after = changed(game, field.type, field.default, f"{kind.name}.{name}")
        edits = [
            edit
            for card in kind.cards
            if name not in card.field_spans
            for member in card.members
            for edit in _edits(game, member, name, after)
        ]
        if after is not None and edits:
            words = f"{name} {turned(shown(game, field.type, field.default), shown(game, field.type, after))}"
            found.append(Draft(kind.name, "field", field.decl.span, words, edits, name))
    return found


def card_faults(game: Game, kind: CardTypeSymbol, card: CardSymbol) -> list[Draft]:
    """One fault for each field that a card sets; in a family all members change together."""
    found = []
    of_cards = [enum.name for enum in game.enums.values() if enum.of_cards and card.name in enum.keys]
    for name, span in card.field_spans.items():
        type_ = kind.fields[name].type
        if name == KIND and of_cards:  # it is not in the source
            continue
        edits = []
        for member in card.members:
            after = changed(game, type_, member.fields[name], f"{card.name}.{name}")
            if after is not None:
                edits += _edits(game, member, name, after)
        if edits:
            first = card.members[0].fields[name] if len(card.members) == 1 else edits[0].read()
            words = f"{name} {turned(shown(game, type_, first), shown(game, type_, edits[0].value))}"
            found.append(Draft(card.name, "field", span, words, edits, name))
    return found


def _edits(game: Game, member: MemberSymbol, name: str, after: Value) -> list[Edit]:
    """The edits that change a field of a card, also in the rows of enums of cards."""
    enums = [one for one in game.enums.values() if one.of_cards and member.key in one.keys and name in one.fields]
    rows = [Edit(enum.fields[name].values, enum.keys.index(member.key), after) for enum in enums]
    return [Edit(member.fields, name, after), *rows]


def changed(game: Game, type_: Type, value: Value, name: str) -> Value:
    """A slightly different value; None if there is none. `name` selects the part of a `per` that changes."""
    inner = strip_optional(type_)
    if isinstance(inner, PerType):
        if not isinstance(value, tuple):
            return None
        full = [place for place, item in enumerate(value) if item] or [0]
        place = full[zlib.crc32(name.encode()) % len(full)]
        other = changed(game, inner.value, value[place], name)
        return None if other is None else (*value[:place], other, *value[place + 1 :])
    if not isinstance(value, int):
        return None
    match inner:
        case BoolType():
            return int(not value)
        case IntType(low, high):
            if isinstance(type_, OptionalType) and value == -1:
                return None
            if high is None or value < high:
                return value + 1
            return value - 1 if low is None or value > low else None
        case MemberType(enum) if enum in game.enums and enum != "Player":
            symbol = game.enums[enum]
            if value < symbol.low:
                return symbol.low
            other = value + 1 if value < symbol.high else value - 1
            return other if symbol.low <= other else None
        case SetType(MemberType(enum)) if enum in game.enums and enum != "Player":
            size = game.enums[enum].size
            missing = [place for place in range(size) if not value >> place & 1]
            if missing and value.bit_count() < 2:
                return value | 1 << missing[zlib.crc32(name.encode()) % len(missing)]
            return value & (value - 1) if value else None
        case _:
            return None


def shown(game: Game, type_: Type, value: Value) -> str:
    """A value in source form."""
    inner = strip_optional(type_)
    match inner:
        case PerType(part, key) if isinstance(value, tuple):
            keys = game.enums[key.enum].keys
            parts = [f"{keys[at]} {shown(game, part, item)}" for at, item in enumerate(value) if item]
            return ", ".join(parts) or "0"
        case BoolType():
            return "yes" if value else "no"
        case MemberType(enum) if isinstance(value, int) and enum in game.enums:
            symbol = game.enums[enum]
            return symbol.keys[value - symbol.low] if symbol.low <= value <= symbol.high else "none"
        case SetType(MemberType(enum)) if isinstance(value, int) and enum in game.enums:
            keys = game.enums[enum].keys
            return ", ".join(keys[at] for at in range(len(keys)) if value >> at & 1) or "empty"
        case _:
            return f"{value:_}" if isinstance(value, int) else str(value)
