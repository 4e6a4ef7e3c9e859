"""Values, names and cards that differ between two games."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from ...checked.game import Card, Table
from ...checked.plain import plain_value, where
from ...model.symbols import EnumSymbol
from ...model.types import describe
from ...words.texts import plain
from .differences import ADDED, CHANGED, REMOVED, Difference, Side, pair

# ---- values ----------------------------------------------------------------------------------------------------------


def frame_differences(left: Side, right: Side) -> Iterator[Difference]:
    def frame(side: Side) -> dict[str, Any]:
        low, high = side.typed.players
        return {"players.low": low, "players.high": high, "play.limit": side.game.fuel, **_titles(side)}

    yield from pair("frame", "", frame(left), frame(right))

    def units(side: Side) -> dict[str, Any]:
        return {f"{u.name}.{end}": getattr(u, end) for u in side.game.units.values() for end in ("low", "high")}

    yield from pair("unit", "", units(left), units(right))


def _titles(side: Side) -> dict[str, Any]:
    return {"title": side.typed.title}


def table_differences(left: Side, right: Side) -> Iterator[Difference]:
    first, second = left.typed.tables, right.typed.tables
    for name in {**first, **second}:
        if name not in first or name not in second:
            one, other = (
                {name: [row.key for row in side[name].rows]} if name in side else {} for side in (first, second)
            )
            yield from pair("table", "", one, other, (_where(first), _where(second)))
            continue
        yield from pair("name", f"{name}.", {"label": first[name].label}, {"label": second[name].label})
        yield from _rows(name, left, right)


def _where(tables: Mapping[str, Table]) -> Callable[[str], str]:
    return lambda name: str(tables[name].where)


def _rows(name: str, one: Side, other: Side) -> Iterator[Difference]:
    first, second = one.typed.rows_by_key[name], other.typed.rows_by_key[name]
    gone = {key: row.values or row.names or {} for key, row in first.items() if key not in second}
    come = {key: row.values or row.names or {} for key, row in second.items() if key not in first}
    prefix = "" if one.game.enums[name].kind == "product" else f"{name}."  # the keys of a product name it themselves
    yield from pair("row", prefix, gone, come, (partial(_row, one, name), partial(_row, other, name)))
    for key in first:
        if key in second:
            places = (_cell(one, name, key), _cell(other, name, key))
            yield from pair("value", f"{name}.{key}.", first[key].values, second[key].values, places)
            names = (first[key].names, second[key].names)
            if names[0] != names[1] and _has_own_name(one.game.enums[name], key):
                yield Difference("name", f"{name}.{key}.name", CHANGED, *names)


def _has_own_name(enum: EnumSymbol, key: str) -> bool:
    """Whether the member is called something here: not where it comes from another enum, or is put together."""
    return enum.kind in ("list", "table", "sum") and enum.owner(enum.keys.index(key))[0] == enum.name


def _row(side: Side, enum: str, key: str) -> str:
    symbol = side.game.enums[enum]
    at = symbol.keys.index(key)
    return where(symbol.spans[at] if at < len(symbol.spans) else symbol.span)


def _cell(side: Side, enum: str, key: str) -> Any:
    symbol = side.game.enums[enum]
    at = symbol.keys.index(key)

    def place(column: str) -> str:
        cells = symbol.fields[column].cells if column in symbol.fields else []
        return where(cells[at]) if at < len(cells) else _row(side, enum, key)

    return place


# ---- cards -----------------------------------------------------------------------------------------------------------


def card_type_differences(left: Side, right: Side) -> Iterator[Difference]:
    def types(side: Side) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for kind in side.game.card_types.values():
            found[kind.name] = {field.name: describe(field.type) for field in kind.fields.values()}
            found[f"{kind.name}.label"] = plain(kind.label)
        return found

    def defaults(side: Side) -> dict[str, Any]:
        return {
            f"{kind.name}.{field.name}": plain_value(side.game, field.default, field.type)
            for kind in side.game.card_types.values()
            for field in kind.fields.values()
        }

    yield from pair("card type", "", types(left), types(right))
    yield from pair("value", "", defaults(left), defaults(right))


def card_differences(left: Side, right: Side) -> Iterator[Difference]:
    first, second = left.typed.cards_by_key, right.typed.cards_by_key
    for key in {**first, **second}:
        one, other = first.get(key), second.get(key)
        places = (str(one.where) if one else "", str(other.where) if other else "")
        if one is None or other is None:
            change = ADDED if one is None else REMOVED
            yield Difference("card", key, change, _brief(one), _brief(other), *places)
            continue
        if one.copies != other.copies:
            yield Difference("copies", f"{key}.copies", CHANGED, one.copies, other.copies, *places)
        yield from pair("field", f"{key}.", one.fields, other.fields, (_field(left, key), _field(right, key)))
        for kind, old, new in (("title", one.names, other.names), ("text", one.texts, other.texts)):
            if old != new:
                yield Difference(kind, f"{key}.{kind}", CHANGED, old, new, *places)


def _brief(card: Card | None) -> dict[str, Any] | None:
    if card is None:
        return None
    return {part: getattr(card, part) for part in ("type", "copies", "fields", "names", "texts")}


def _field(side: Side, key: str) -> Any:
    card = next(card for _, card, member in side.game.members() if member.key == key)
    return lambda name: where(card.field_spans.get(name, card.span))
