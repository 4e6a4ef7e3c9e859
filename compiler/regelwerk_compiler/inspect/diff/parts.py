"""Parts of a checked game that a comparison looks at: values, names and cards from its data, sentences from its texts.

Each function answers with the parts of one group, in the order of the sources.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from regelwerk_dsl.source import Span

from ...checked.game import Card, CheckedGame, Row
from ...checked.plain import plain_value
from ...model.symbols import EnumSymbol, Game
from ...model.types import describe
from ...words.messages import all_messages
from ...words.words import Words
from .differences import Part


def _value(kind: str, name: str, value: object, span: Span | None = None) -> Part:
    """A part that is compared by what is shown of it."""
    return Part(kind, name, value, value, span)


def _whole(kind: str, name: str, shown: object, span: Span, parts: list[Part]) -> Part:
    """A part that differs in its parts only."""
    return Part(kind, name, None, shown, span, tuple(parts))


def frame_parts(game: Game, data: CheckedGame) -> Iterator[Part]:
    low, high = data.players
    frame = {"players.low": low, "players.high": high, "play.limit": game.fuel, "title": data.title}
    yield from (_value("frame", name, value) for name, value in frame.items())
    for unit in data.units:
        yield _value("unit", f"{unit.name}.low", unit.low)
        yield _value("unit", f"{unit.name}.high", unit.high)


def table_parts(game: Game, data: CheckedGame) -> Iterator[Part]:
    for table in data.tables.values():
        symbol = game.enums[table.name]
        rows = [_row(symbol, at, row) for at, row in enumerate(table.rows)]
        parts = [_value("name", f"{table.name}.label", table.label), *rows]
        yield _whole("table", table.name, [row.key for row in table.rows], symbol.span, parts)


def _row(symbol: EnumSymbol, at: int, row: Row) -> Part:
    name = f"{symbol.name}.{row.key}"
    span = symbol.spans[at] if at < len(symbol.spans) else symbol.span
    cells = {column: field.cells[at] for column, field in symbol.fields.items() if at < len(field.cells)}
    parts = [
        _value("value", f"{name}.{column}", value, cells.get(column, span)) for column, value in row.values.items()
    ]
    if symbol.kind in ("list", "table", "sum") and symbol.owner(at)[0] == symbol.name:
        parts.append(_value("name", f"{name}.name", row.names))
    shown_name = row.key if symbol.kind == "product" else name  # the keys of a product name it themselves
    return _whole("row", shown_name, row.values or row.names or {}, span, parts)


def card_type_parts(game: Game, data: CheckedGame) -> Iterator[Part]:
    for kind in data.card_types:
        fields = game.card_types[kind.name].fields.values()
        yield _value("card type", kind.name, {field.name: describe(field.type) for field in fields})
        yield _value("card type", f"{kind.name}.label", kind.label)
        for field in fields:
            yield _value("value", f"{kind.name}.{field.name}", plain_value(game, field.default, field.type))


def card_parts(game: Game, data: CheckedGame) -> Iterator[Part]:
    for _, symbol, member in game.members():
        card = data.cards_by_key[member.key]
        yield _card(card, symbol.span, symbol.field_spans)


def _card(card: Card, span: Span, places: Mapping[str, Span]) -> Part:
    brief = {part: getattr(card, part) for part in ("type", "copies", "fields", "names", "texts")}
    parts = [_value("copies", f"{card.key}.copies", card.copies, span)]
    parts += [
        _value("field", f"{card.key}.{name}", value, places.get(name, span)) for name, value in card.fields.items()
    ]
    parts.append(_value("title", f"{card.key}.title", card.names, span))
    parts.append(_value("text", f"{card.key}.text", card.texts, span))
    return _whole("card", card.key, brief, span, parts)


def sentence_parts(words: Words) -> Iterator[Part]:
    """The sentences of definitions and effects by language; those of cards and names are parts of these."""
    callees = {*words.game.effects, *words.game.defines}
    for message in all_messages(words.game):
        callee, _, kind = message.id.rpartition(".")
        if kind in ("says", "offer", "text") and callee in callees:
            said: dict[str, Any] = {
                catalogue.language: catalogue.find(message.id, message.source) or message.source
                for catalogue in words.texts.catalogues
            }
            yield _value("sentence", message.id, said)
