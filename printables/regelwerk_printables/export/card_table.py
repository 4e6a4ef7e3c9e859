"""Card tables in CSV and JSON for other programs."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import assert_never

from regelwerk_compiler.checked.game import Card
from regelwerk_compiler.checked.values import Value
from regelwerk_dsl.csv_text import csv_text

FIRST = ("key", "type", "copies", "name", "text")


def cards_json(cards: Sequence[Card], language: str) -> str:
    """A list of objects: key, type, copies, name and text in the language, and the fields as in the checked game."""
    found = [{**_entry(card, language), "fields": card.fields} for card in cards]
    return json.dumps(found, ensure_ascii=False, indent=2) + "\n"


def cards_csv(cards: Sequence[Card], language: str) -> str:
    """The same with a row for each card and a column for each field of any card type; blanks separate lists."""
    fields = list(dict.fromkeys(name for card in cards for name in card.fields))
    columns = [*FIRST, *(f"field.{name}" if name in FIRST else name for name in fields)]
    rows = ([*_entry(card, language).values(), *(_cell(card.fields.get(name)) for name in fields)] for card in cards)
    return csv_text([columns, *rows])


def _entry(card: Card, language: str) -> dict[str, str | int]:
    own = (card.key, card.type, card.copies, card.names.get(language, card.key), card.texts.get(language, ""))
    return dict(zip(FIRST, own, strict=True))


def _cell(value: Value) -> str | int:
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case str() | int():
            return value
        case Mapping():
            return " ".join(f"{key}={inner}" for key, inner in value.items())
        case Sequence():
            return " ".join(map(str, value))
        case _:
            assert_never(value)
