"""The checked game as plain data, versioned: what paper, editors and other programs read.

    {"schema": 1, "name", "title": {lang}, "players": [low, high], "languages": [...],
     "units": [{"name", "low", "high"}],
     "tables": {name: {"label", "kind", "columns": [{"name", "type"}],
                       "rows": [{"key", "names": {lang}, "values": {column: value}}]}},
     "card_types": [{"name", "label", "fields": [{"name", "type"}], "cards": number of printed cards}],
     "cards": [{"key", "family", "type", "copies", "fields", "cites", "names": {lang}, "texts": {lang}, "wording",
                "where"}],
     "state": [{"name", "indices", "type", "seen", "where"}],
     "declarations": [{"kind", "name", "where", "cites", "says"/"offer"/"text"}],
     "chapters", "scenarios", "invariants", "errata", "variants", "statements", "questions", "reconstructed"}

A value of a field is a number, `true` or `false`, a key (of a member or card), `null` for none, a list of keys for a
set, and for a `per` an object from key to value.
"""

from __future__ import annotations

from typing import Any

from regelwerk_dsl.manifest import Statements
from regelwerk_dsl.source import Span

from .compose import Composer, plan_text
from .symbols import CallableSymbol, Game, Value
from .texts import Texts, plain
from .types import (
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
from .words import Words

SCHEMA = 1


def to_dict(game: Game, texts: Texts, statements: Statements | None = None) -> dict[str, Any]:
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
                "fields": [{"name": f.name, "type": describe(f.type)} for f in kind.fields.values()],
                "cards": kind.end - kind.first,
                "cites": list(kind.cites),
            }
            for kind in game.card_types.values()
        ],
        "cards": _cards(game, words),
        "state": [
            {
                "name": var.name,
                "indices": [describe(dim) for dim in var.dims],
                "type": describe(var.type),
                "seen": " ".join(part for part in var.seen if part),
                "where": where(var.span),
            }
            for var in game.state.values()
        ],
        "declarations": _declarations(game),
        "chapters": [
            {"name": c.name.name, "title": plain(c.title), "prose": c.prose, "where": where(c.span)}
            for c in game.chapters
        ],
        "scenarios": [
            {"name": s.name.name, "title": plain(s.title), "cites": _ids(s.source), "where": where(s.span)}
            for s in game.scenarios
        ],
        "invariants": [{"title": i.title, "cites": list(i.cites), "where": where(i.span)} for i in game.invariants],
        "errata": _changes(game, "erratum"),
        "variants": _changes(game, "variant"),
        **_sources(statements),
    }


def where(span: Span) -> str:
    """`file:line`, the file without its folder."""
    return f"{span.source.name.replace(chr(92), '/').rsplit('/', 1)[-1]}:{span.line}"


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
        "kind": symbol.kind,
        "where": where(symbol.span),
        "cites": list(symbol.cites),
        "columns": [{"name": field.name, "type": describe(field.type)} for field in symbol.fields.values()],
        "rows": rows,
    }


def _cards(game: Game, words: Words) -> list[dict[str, Any]]:
    composer = Composer(words)
    texts: dict[str, dict[str, str]] = {}
    wording: dict[str, str] = {}
    for card in game.cards.values():
        wording[card.name] = plan_text(words, card).kind
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
        found.append(entry)
    return found


def _changes(game: Game, kind: str) -> list[dict[str, Any]]:
    return [
        {"name": c.name.name, "title": plain(c.title), "cites": _ids(c.source), "where": where(c.span)}
        for c in game.changes
        if c.kind == kind
    ]


def _ids(source: Any) -> list[str]:
    return [ident.name for ident in source.ids] if source is not None else []


def _sources(statements: Statements | None) -> dict[str, Any]:
    if statements is None:
        return {"statements": [], "questions": [], "reconstructed": [], "documents": []}
    return {
        "documents": [{"id": d.id, "title": d.title, "language": d.language} for d in statements.documents],
        "statements": [
            {
                "id": s.id,
                "documents": list(s.documents),
                "place": s.place,
                "gloss": s.gloss,
                "kind": s.kind,
                "not_implemented": s.not_implemented,
            }
            for s in statements.statements
        ],
        "questions": [
            {"id": q.id, "gloss": q.gloss, "base": q.base, "variant": q.variant} for q in statements.questions
        ],
        "reconstructed": [
            {"what": r.what, "value": r.value, "why": r.why, "where": r.where} for r in statements.reconstructed
        ],
    }
