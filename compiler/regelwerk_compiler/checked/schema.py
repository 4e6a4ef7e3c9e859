"""The checked game as plain data, versioned: what paper, editors and other programs read.

    {"schema": 1, "name", "title": {lang}, "players": [low, high], "languages": [...],
     "units": [{"name", "low", "high"}],
     "tables": {name: {"label", "labels": {lang}, "kind", "columns": [{"name", "type", "headings": {lang}}],
                       "rows": [{"key", "names": {lang}, "values": {column: value}}]}},
     "card_types": [{"name", "label", "labels": {lang}, "fields": [{"name", "labels": {lang}, "type"}],
                     "cards": how many are printed}],
     "cards": [{"key", "family", "type", "copies", "fields", "cites", "names": {lang}, "texts": {lang}, "wording",
                "messages": [ids of its texts], "where"}],
     "state": [{"name", "labels": {lang}, "indices", "type", "seen", "where"}],
     "declarations": [{"kind", "name", "where", "cites", "says"/"offer"/"text", "value" of a define that never changes,
                       by the members that it is asked of}],
     "chapters": [{"name", "title", "titles": {lang}, "cites", "where", "prose",
                   "blocks": [{"id", "texts": {lang}, "where"}]}],
     "scenarios": [{"name", "title", "titles": {lang}, "cites", "where"}], "invariants",
     "errata", "variants": [{"name", "title", "titles": {lang}, "cites", "where", "applied",
                             "changes": [{"key": [...], "old", "new", "cites", "where"}]}],
     "untranslated": {lang: [{"id", "reason", "where", "source", "printed"}]},
     "printed": {lang: {name of a text of a layout: {"source", "words"}}},
     "documents": [{"id", "title", "titles": {lang}, "language"}],
     "reconstructed": [{"what", "value", "why", "where", "texts": {"what", "value", "why": {lang}}}],
     "statements", "questions"}

A value of a field is a number, `true` or `false`, a key (of a member or card), `null` for none, a list of keys for a
set, and for a `per` an object from key to value. `wording` tells how a card comes by its text: `written`, `composed`,
`none` (it does nothing that needs words) or `missing` (it does, and has none). `applied` says whether a change is one
of those that were chosen, and `changes` then what it changed, in the author's words. Prose is Markdown with its slots
filled in, block by block.
"""

from __future__ import annotations

from math import prod
from typing import Any

from regelwerk_dsl.data.manifest import Statements

from ..amend.history import History
from ..model import tree
from ..model.symbols import CallableSymbol, Game, Value
from ..model.types import (
    BoolType,
    CardType,
    IntType,
    MemberType,
    OptionalType,
    PerType,
    SetType,
    TextType,
    Type,
    describe,
)
from ..primitives.evaluate import Evaluator, NotConstantError
from ..words.catalogues.entries import Catalogue
from ..words.catalogues.status import untranslated
from ..words.compose import Composer, message_ids, plan_text
from ..words.naming import field_names, state_names
from ..words.texts import Texts, plain
from ..words.words import Words
from .prose import prose_data, where

__all__ = ["SCHEMA", "to_dict", "value_data", "where"]

SCHEMA = 1
MOST_VALUES = 400  # of one define
PRINTED = "print."  # begins the ids of texts that stand in layouts only


def to_dict(
    game: Game, texts: Texts, statements: Statements | None = None, history: History | None = None
) -> dict[str, Any]:
    """The checked game as plain JSON data. Same game, same data, in a fixed order."""
    words = Words(game, texts)
    return {
        "schema": SCHEMA,
        "name": game.name,
        "title": {c.language: c.find("game.title") or game.title for c in texts.catalogues},
        "players": list(game.players),
        "languages": list(texts.languages),
        "units": [{"name": unit.name, "low": unit.low, "high": unit.high} for unit in game.units.values()],
        "tables": {name: _table(game, words, name) for name in game.enums if name != "Player"},
        "card_types": [
            {
                "name": kind.name,
                "label": plain(kind.label),
                "labels": texts.names(f"cardtype.{kind.name}", kind.label, kind.name),
                "fields": [
                    {"name": f.name, "labels": field_names(texts, kind, f), "type": describe(f.type)}
                    for f in kind.fields.values()
                ],
                "cards": kind.end - kind.first,
                "cites": list(kind.cites),
            }
            for kind in game.card_types.values()
        ],
        "cards": _cards(game, words),
        "state": [
            {
                "name": var.name,
                "labels": state_names(texts, var),
                "indices": [describe(dim) for dim in var.dims],
                "type": describe(var.type),
                "seen": " ".join(part for part in var.seen if part),
                "where": where(var.span),
            }
            for var in game.state.values()
        ],
        "declarations": _declarations(game),
        **prose_data(game, words, statements, history or History()),
        "untranslated": untranslated(words),
        "printed": {catalogue.language: _printed(catalogue) for catalogue in texts.catalogues},
    }


def value_data(game: Game, value: Value, type_: Type) -> Any:
    """A constant in the author's words: keys instead of numbers."""
    if isinstance(type_, OptionalType):
        inner = type_.inner
        low = (
            inner.low
            if isinstance(inner, IntType)
            else game.enums[inner.enum].low
            if isinstance(inner, MemberType)
            else 0
        )
        if isinstance(value, int) and value < (low or 0):
            return None
        return value_data(game, value, inner)
    match type_:
        case BoolType():
            return bool(value)
        case TextType():
            return value
        case MemberType(enum) if isinstance(value, int):
            symbol = game.enums[enum]
            if symbol.kind == "range":
                return value
            return symbol.keys[value] if 0 <= value < symbol.size else None
        case CardType() if isinstance(value, int):
            return next((m.key for _, _, m in game.members() if m.first <= value < m.first + m.copies), None)
        case SetType(member) if isinstance(value, int):
            low = game.enums[member.enum].low if isinstance(member, MemberType) else 0
            return [value_data(game, low + bit, member) for bit in range(value.bit_length()) if value >> bit & 1]
        case PerType(inner, key) if isinstance(value, tuple):
            symbol = game.enums[key.enum]
            return {symbol.keys[at]: value_data(game, item, inner) for at, item in enumerate(value) if item != 0}
        case _:
            return value


def _table(game: Game, words: Words, name: str) -> dict[str, Any]:
    symbol = game.enums[name]
    languages = words.texts.languages
    rows: list[dict[str, Any]] = []
    for at, key in enumerate(symbol.keys):
        row: dict[str, Any] = {"key": key}
        if symbol.kind != "range":
            row["names"] = {language: words.members[name][language][at] for language in languages}
        row["values"] = {field.name: value_data(game, field.values[at], field.type) for field in symbol.fields.values()}
        rows.append(row)
    return {
        "label": plain(symbol.label),
        "labels": words.texts.names(f"table.{name}", symbol.label, name),
        "kind": symbol.kind,
        "where": where(symbol.span),
        "cites": list(symbol.cites),
        "columns": [
            {
                "name": field.name,
                "type": describe(field.type),
                "headings": words.texts.names(f"table.{name}.{field.name}", None, field.name.replace("_", " ")),
            }
            for field in symbol.fields.values()
        ],
        "rows": rows,
    }


def _cards(game: Game, words: Words) -> list[dict[str, Any]]:
    composer = Composer(words)
    texts: dict[str, dict[str, str]] = {}
    wording: dict[str, str] = {}
    messages: dict[str, list[str]] = {}
    for card in game.cards.values():
        plan = plan_text(words, card)
        wording[card.name] = "missing" if plan.kind == "composed" and plan.missing else plan.kind
        messages[card.name] = message_ids(words, plan, card)
        texts.update(composer.card_texts(card))
    found = []
    for number, (kind, card, member) in enumerate(game.members()):
        fields = {
            field.name: value_data(game, member.fields.get(field.name, field.default), field.type)
            for field in kind.fields.values()
        }
        found.append(
            {
                "key": member.key,
                "family": card.name,
                "type": kind.name,
                "copies": member.copies,
                "fields": fields,
                "cites": list(card.cites),
                "names": words.cards[number],
                "texts": texts[member.key],
                "wording": wording[card.name],
                "messages": messages[card.name],
                "where": where(card.span),
            }
        )
    return found


def _declarations(game: Game) -> list[dict[str, Any]]:
    callables: list[CallableSymbol] = [*game.defines.values(), *game.effects.values(), *game.events.values()]
    callables += [part for part in (game.setup, game.play) if part is not None]
    found = []
    for callee in callables:
        entry: dict[str, Any] = {
            "kind": callee.kind,
            "name": callee.name,
            "where": where(callee.span),
            "cites": list(callee.cites),
            "params": [{"name": param.name, "type": describe(param.type)} for param in callee.params],
        }
        for part in ("says", "offer", "text"):
            text = getattr(callee.sentences, part)
            if text is not None:
                entry[part] = plain(text)
        if callee.kind == "define":
            entry |= _fixed_value(game, callee)
        found.append(entry)
    return found


def _fixed_value(game: Game, callee: CallableSymbol) -> dict[str, Any]:
    """What a define is when it never changes: one value, or one for each member that it is asked of, by key."""
    body = callee.body or []
    result = callee.result
    if result is None or len(body) != 1 or not isinstance(body[0], tree.Return) or body[0].value is None:
        return {}
    domains = [game.enums[param.type.enum] for param in callee.params if isinstance(param.type, MemberType)]
    if len(domains) < len(callee.params) or prod(domain.size for domain in domains) > MOST_VALUES:
        return {}
    evaluator, value = Evaluator(game), body[0].value

    def values(at: tuple[int, ...]) -> Any:
        if len(at) == len(domains):
            return value_data(game, evaluator.value(value, dict(zip(callee.param_locals, at, strict=True))), result)
        domain = domains[len(at)]
        return {key: values((*at, domain.low + number)) for number, key in enumerate(domain.keys)}

    try:
        return {"value": values(())}
    except NotConstantError:
        return {}


def _printed(catalogue: Catalogue) -> dict[str, dict[str, str]]:
    """The texts of layouts (`print.NAME`), with the words that they were translated from."""
    return {
        id_.removeprefix(PRINTED): {"source": entry.source, "words": entry.words}
        for id_, entry in catalogue.entries.items()
        if id_.startswith(PRINTED) and entry.words and not entry.fuzzy
    }
