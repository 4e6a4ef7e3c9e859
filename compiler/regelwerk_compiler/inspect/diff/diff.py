"""Comparison of two checked games: values, names, cards, texts and rules that differ.

The parts of each group are in the order of the sources.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.source import Span

from ...build import build
from ...checked.game import Card, CheckedGame, Row
from ...checked.graph import Graph
from ...checked.plain import plain_value
from ...declare.collect import Declarations
from ...model.enums import EnumSymbol
from ...model.symbols import Game, MemberSymbol
from ...words.messages import all_messages
from ...words.words import Words
from .rules import ADDED, CHANGED, KINDS, REMOVED, Difference, Part, rule_parts, type_text

if TYPE_CHECKING:
    from ...driver import CheckResult


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


def table_parts(game: Game, data: CheckedGame, declarations: Declarations) -> Iterator[Part]:
    for table in data.tables.values():
        symbol, decl = game.enums[table.name], declarations.enums.get(table.name)
        columns = decl.columns if isinstance(decl, syn.TableDecl | syn.MapDecl) else ()
        rows = [_row(symbol, at, row) for at, row in enumerate(table.rows)]
        parts = [_value("name", f"{table.name}.label", table.label), *_types("column", table.name, columns), *rows]
        yield _whole("table", table.name, [row.key for row in table.rows], symbol.span, parts)


def _types(kind: str, owner: str, decls: Iterable[syn.Column | syn.CardField]) -> Iterator[Part]:
    """The types of columns or fields as they are written, with bounds, and whether they are printed."""
    for one in decls:
        written = [type_text(one.type)] if one.type is not None else []
        written += ["not printed"] if one.unprinted else []
        yield Part(kind, f"{owner}.{one.name}", (one.type, one.unprinted), " ".join(written), one.span)


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
        symbol = game.card_types[kind.name]
        fields = symbol.fields.values()
        brief = {field.name: type_text(field.decl.type) for field in fields}
        types = [*_types("card type", kind.name, (field.decl for field in fields))]
        yield _whole("card type", kind.name, brief, symbol.span, types)
        yield _value("card type", f"{kind.name}.label", kind.label)
        for field in fields:
            yield _value("value", f"{kind.name}.{field.name}", plain_value(game, field.default, field.type))


def card_parts(game: Game, data: CheckedGame) -> Iterator[Part]:
    for _, symbol, member in game.members():
        card = data.cards_by_key[member.key]
        yield _card(card, member, symbol.span, symbol.field_spans)


def _card(card: Card, member: MemberSymbol, span: Span, places: Mapping[str, Span]) -> Part:
    brief = {part: getattr(card, part) for part in ("type", "copies", "fields", "names", "texts")}
    parts = [_value("copies", f"{card.key}.copies", member.copies, span)]
    if member.printed is not None:
        parts.append(_value("copies", f"{card.key}.printed", member.printed, span))
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
        callee, *kind = message.id.parts
        if callee in callees and kind in (["says"], ["offer"], ["text"]):
            said: dict[str, Any] = {
                catalogue.language: catalogue.find(message.id, message.source) or message.source
                for catalogue in words.texts.catalogues
            }
            yield _value("sentence", str(message.id), said)


def diff_games(left: CheckResult, right: CheckResult) -> list[Difference]:
    """Everything that differs, in the order of KINDS, within a kind in the order of the sources.

    Args:
        left, right: two games that have no errors: a game and its variant, or two folders.
    """
    assert left.game is not None and right.game is not None and right.graph is not None
    groups = [list(map(list, _parts_of(side))) for side in (left, right)]
    *printed, rules, sentences = [list(_compare(*pair)) for pair in zip(*groups, strict=True)]
    found = [one for group in printed for one in group]
    found += _rules(rules, left.game, right.game)
    callees = {*left.game.effects, *left.game.defines} & {*right.game.effects, *right.game.defines}
    found += [one for one in sentences if one.name.rpartition(".")[0] in callees]
    before = {one.request for one in left.history.applied}
    new = [one.by for one in right.history.applied if one.request not in before]
    found = [replace(one, by=_made_by(one, right.graph, new)) for one in found]
    order = list(KINDS)
    return sorted(found, key=lambda one: order.index(one.kind))


def _parts_of(checked: CheckResult) -> Iterator[Iterable[Part]]:
    """The parts of a game, group by group."""
    game, texts, table = checked.game, checked.texts, checked.table
    assert game is not None and texts is not None and table is not None
    data = build(game, texts, checked.statements)
    yield frame_parts(game, data)
    yield table_parts(game, data, table)
    yield card_type_parts(game, data)
    yield card_parts(game, data)
    yield rule_parts(game, table)
    yield sentence_parts(Words(game, texts))


def _compare(left: Iterable[Part], right: Iterable[Part]) -> Iterator[Difference]:
    """The differences, those of parts included; a thing that only one side has is one difference."""
    first, second = ({part.key: part for part in parts} for parts in (left, right))
    for key in {**first, **second}:
        one, other = first.get(key), second.get(key)
        if one is None or other is None or one.compared != other.compared:
            yield _difference(one, other)
        if one is not None and other is not None:
            yield from _compare(one.parts, other.parts)


def _difference(one: Part | None, other: Part | None) -> Difference:
    part = other or one
    assert part is not None
    mixed = one is not None and other is not None and one.kind != other.kind  # a value has become a rule, or a rule one
    left, right = (side and ((mixed and side.definition) or side.shown) for side in (one, other))
    places = [side.span.where if side is not None and side.span is not None else "" for side in (one, other)]
    change = CHANGED if one and other else ADDED if other else REMOVED
    return Difference("rule" if mixed else part.kind, part.name, change, left, right, places[0], places[1])


def _rules(found: Iterable[Difference], left: Game, right: Game) -> Iterator[Difference]:
    """Differences of rules, without what removed cards did; one that all cards of a family share is reported once."""
    cards = {member.key: card.name for game in (left, right) for _, card, member in game.members()}
    families = [{member.key for member in card.members} for game in (left, right) for card in game.cards.values()]
    gone = {member.key for _, _, member in left.members()} - {member.key for _, _, member in right.members()}
    groups: dict[Difference, list[Difference]] = {}
    for one in found:
        card, _, part = one.name.rpartition(".")
        if card not in gone:
            shared = replace(one, name=f"{cards[card]}.{part}") if card in cards else one
            groups.setdefault(shared, []).append(one)
    for shared, group in groups.items():
        keys = {one.name.rpartition(".")[0] for one in group}
        yield from [shared] if len(group) > 1 and keys in families else group


def _made_by(one: Difference, graph: Graph, new: list[str]) -> tuple[str, ...]:
    """The new changes that touched the thing, something in it, or the whole that it is in."""
    key = tuple(one.name.split("."))
    of_kind = (one.kind, *key)
    names = [of_kind] if one.kind in ("scenario", "chapter") else [key, (one.kind, one.name), ("invariant", one.name)]
    return tuple(by for by in graph.amended_by(*names) if by in new)


__all__ = ["KINDS", "Difference", "diff_games"]
