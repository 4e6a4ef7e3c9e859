"""Card tables in CSV and JSON for other programs."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from typing import Any

FIRST = ("key", "type", "copies", "name", "text")


def cards_json(game: Mapping[str, Any], language: str, keys: Sequence[str] | None = None) -> str:
    """A list of objects: key, type, copies, name and text in the language, and the fields as in the checked game.

    Args:
        game: the checked game as plain data.
        language: one of the game's.
        keys: the cards that are wanted; None for all.
    """
    found = [{**_entry(card, language), "fields": card["fields"]} for card in _wanted(game, keys)]
    return json.dumps(found, ensure_ascii=False, indent=2) + "\n"


def cards_csv(game: Mapping[str, Any], language: str, keys: Sequence[str] | None = None) -> str:
    """A row for each card: the same, with a column for each field of any card type; a list is written with blanks."""
    wanted = list(_wanted(game, keys))
    fields = list(dict.fromkeys(name for card in wanted for name in card["fields"]))
    columns = [*FIRST, *(f"field.{name}" if name in FIRST else name for name in fields)]
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\r\n")
    rows.writerow(columns)
    for card in wanted:
        entry = _entry(card, language)
        rows.writerow([entry[name] for name in FIRST] + [_cell(card["fields"].get(name)) for name in fields])
    return text.getvalue()


def _wanted(game: Mapping[str, Any], keys: Sequence[str] | None) -> list[Mapping[str, Any]]:
    known = None if keys is None else set(keys)
    return [card for card in game["cards"] if known is None or card["key"] in known]


def _entry(card: Mapping[str, Any], language: str) -> dict[str, Any]:
    names, texts = card["names"], card["texts"]
    return {
        "key": card["key"],
        "type": card["type"],
        "copies": card["copies"],
        "name": names.get(language, card["key"]),
        "text": texts.get(language, ""),
    }


def _cell(value: Any) -> Any:
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case list():
            return " ".join(map(str, value))
        case dict():
            return " ".join(f"{key}={inner}" for key, inner in value.items())
        case _:
            return value
