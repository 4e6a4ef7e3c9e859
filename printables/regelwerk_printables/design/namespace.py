"""The checked game as plain data goes in; the names that expressions of layouts can use come out, in one language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from .expressions import BUILT_IN, Scope
from .values import Bold, Card, Per, Row, Table

_WORD = re.compile(r"\w+")

# names that every scope has, beside the tables of the game
KNOWN = (
    "cards", "card_types", "colors", "data", "game", "language", "languages", "players", "position", "rules", "words",
)  # fmt: skip


class Namespace:
    """A game in one language, as expressions see it."""

    def __init__(self, game: Mapping[str, Any], language: str, words: Mapping[str, str]) -> None:
        self.game = game
        self.language = language
        self.source = game["languages"][0]
        self.tables: dict[str, Table] = {}
        self._rows: dict[str, Table | None] = {}  # for the types of values, the table that they lead to
        # columns may lead to tables further down: rows first, their values when all tables are there
        for name, table in game["tables"].items():
            rows = [self._row(name, at, row) for at, row in enumerate(table["rows"])]
            self.tables[name] = Table(name, rows)
        for name, table in game["tables"].items():
            types = {column["name"]: column["type"] for column in table["columns"]}
            for row, data in zip(self.tables[name], table["rows"], strict=True):
                for column, value in data["values"].items():
                    row.values[column] = self._value(value, types.get(column, ""))
        self._keys = {card["key"] for card in game["cards"]}
        self._steps = [*self._steps_of("erratum"), *self._steps_of("variant")]
        self.types = {kind["name"]: kind for kind in game["card_types"]}
        self._field_types = {
            name: {field["name"]: field["type"] for field in kind["fields"]} for name, kind in self.types.items()
        }
        self.cards = [self._card(at, card) for at, card in enumerate(game["cards"])]
        self.words = {**words, **translations(words, game, language)}

    def scope(self, colors: Mapping[str, Any], data: Mapping[str, Any]) -> Scope:
        """The names of a scope that belongs to no card."""
        game = self.game
        return {
            **BUILT_IN,
            **self.tables,
            "bold": Bold,
            "facts": self.facts,
            "money": self.number,
            "number": self.number,
            "said": self.said,
            "cards": self.cards,
            "card_types": [
                {"name": kind["name"], "label": self._said(kind["labels"]), "cards": kind["cards"]}
                for kind in self.types.values()
            ],
            "colors": colors,
            "data": data,
            "game": {
                "name": game["name"],
                "title": self._said(game["title"]),
                "players": {"low": game["players"][0], "high": game["players"][1]},
                "errata": self._applied("errata"),
                "variants": self._applied("variants"),
            },
            "language": self.language,
            "languages": list(game["languages"]),
            "players": [],
            "position": None,  # what is printed to be played with shows none
            "rules": {d["name"]: d["value"] for d in game["declarations"] if d["kind"] == "define" and "value" in d},
            "words": self.words,
        }

    # ---- parts -------------------------------------------------------------------------------------------------------

    def _said(self, texts: Mapping[str, str]) -> str:
        return texts.get(self.language) or texts.get(self.source) or next(iter(texts.values()), "")

    def _applied(self, kind: str) -> list[dict[str, str]]:
        """The changes that were chosen: name and title."""
        return [{"name": c["name"], "title": self._said(c["titles"])} for c in self.game[kind] if c["applied"]]

    def _row(self, table: str, at: int, row: Mapping[str, Any]) -> Row:
        names = row.get("names") or {}
        return Row(table, row["key"], at, self._said(names) if names else row["key"], names, {})

    def _card(self, at: int, card: Mapping[str, Any]) -> Card:
        types = self._field_types[card["type"]]
        fields = {name: self._value(value, types.get(name, "")) for name, value in card["fields"].items()}
        return Card(
            card["key"],
            card["type"],
            card["family"],
            card["copies"],
            self._said(card["names"]),
            self._said(card["texts"]),
            card["names"],
            card["texts"],
            fields,
            self._changed_by(card),
            at,
        )

    def _changed_by(self, card: Mapping[str, Any]) -> list[dict[str, str]]:
        """The errata and variants that made a card other than it was: they name it, its family or a text of it, or
        replace the whole that a text of it stands in."""
        if not self._steps:
            return []
        texts = {tuple(message.partition("@")[0].split(".")) for message in card["messages"]}
        found: dict[str, dict[str, str]] = {}
        for key, change in self._steps:
            family = key[0] == card["family"] and f"{key[0]}.{key[1] if len(key) > 1 else ''}" not in self._keys
            member = key[0] == card["key"] or ".".join(key[:2]) == card["key"]
            if family or member or any(text[: len(key)] == key for text in texts):
                found.setdefault(change["name"], change)
        return list(found.values())

    def _steps_of(self, kind: str) -> Iterator[tuple[tuple[str, ...], dict[str, str]]]:
        for change in self.game["errata" if kind == "erratum" else "variants"]:
            said = {"kind": kind, "name": change["name"], "title": self._said(change["titles"])}
            yield from ((tuple(step["key"]), said) for step in change["changes"] if change["applied"])

    def _value(self, value: Any, type_: str) -> Any:
        """A value with the rows that it leads to, as its type tells (`Good`, `a set of Route`, `EUR per Route`)."""
        rows = self._rows_of(type_)
        if rows is None:
            return value
        if isinstance(value, Mapping):
            return Per(value, rows)
        if isinstance(value, list):
            return [self._member(rows, item) for item in value]
        return self._member(rows, value)

    def _rows_of(self, type_: str) -> Table | None:
        if type_ not in self._rows:
            name = next((name for name in reversed(_WORD.findall(type_)) if name in self.tables), "")
            self._rows[type_] = self.tables.get(name)
        return self._rows[type_]

    def _member(self, rows: Table, value: Any) -> Any:
        return rows.lookup(value) if isinstance(value, str) else value

    # ---- functions ---------------------------------------------------------------------------------------------------

    def number(self, value: Any) -> str:
        """A number as the language writes it."""
        if isinstance(value, int) and abs(value) < 1000:
            return str(value)  # nothing to separate: most numbers on cards
        return format_number(value, self.language) if isinstance(value, int | float) else str(value)

    def said(self, names: Mapping[str, str], language: str) -> str:
        """A name in another language, or in that of the sources."""
        return names.get(language) or names.get(self.source, "")

    def facts(self, card: Card) -> list[dict[str, str]]:
        """The fields of a card that say something, as pairs of label and text: for a layout that knows no game."""
        return list(self._facts(card))

    def _facts(self, card: Card) -> Iterator[dict[str, str]]:
        for name, value in card.fields.items():
            text = self._shown(value)
            if text:
                yield {"name": name.replace("_", " "), "text": text}

    def _shown(self, value: Any) -> str:
        if value is None or value is False or value == "":
            return ""
        if value is True:
            return "✓"
        if isinstance(value, Per):
            return ", ".join(f"{row.name} {self.number(value[row.key])}" for row in value.rows if value.get(row.key))
        if isinstance(value, Sequence) and not isinstance(value, str):
            return ", ".join(map(str, value))
        return self.number(value)


def translations(words: Mapping[str, str], game: Mapping[str, Any], language: str) -> dict[str, str]:
    """The texts of a layout that a language has, made from the words that the layout says now."""
    entries = game["printed"].get(language, {})
    return {
        name: entries[name]["words"]
        for name, text in words.items()
        if name in entries and entries[name]["source"].split() == text.split()
    }


@cache
def _locale(language: str) -> Any:
    from babel import Locale, UnknownLocaleError

    try:
        return Locale.parse(language, sep="-")
    except (UnknownLocaleError, ValueError):
        return Locale.parse("en")


@cache
def format_number(value: float, language: str) -> str:
    """A number with the separators of a language: `12,000`, `12.000`."""
    from babel.numbers import format_decimal

    return format_decimal(value, locale=_locale(language))
