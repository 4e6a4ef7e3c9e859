"""The tests' small game in German, with edits as a translator or an author makes them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import polib
from market_game import Command

GERMAN = {
    "game.title": "Markt",
    "Town.bonn": "Bonn",
    "Town.ulm": "Ulm",
    "Town.bonn|from": "aus Bonn",
    "Town.ulm|from": "aus Ulm",
    "card.gift.title": "Geschenk {t|from}",
    "card.tax.title": "Steuer",
    "receive.says": "{p} erhält {n} Euro",
    "receive.text": "Du erhältst {n} Euro.",
    "pay.says": "{p} zahlt {n} Euro",
    "pay.text": "Zahle sofort {n} Euro.",
    "play_card.says": "{p} spielt „{c}“",
    "play_card.offer": "„{c}“ ausspielen",
    "put_away.says": "{p} legt eine Karte weg",
    "put_away.offer": "„{c}“ weglegen",
    "turn.1.prompt": "Was nun?",
    "turn.1.pass": "Warten",
    "state.money": "Geld",
    "state.deck": "Stapel",
    "state.hand": "Hand",
    "state.past": "Ablage",
    "field.Deed.price": "Preis",
    "field.Deed.at_once": "sofort",
}
CHAPTER = '''

table Fee "fees":
    key    | worth: EUR | note: Text | name
    school | 20         | "yearly"   | "school"

chapter basics "Basics":
    """
    Take a card.

    Play it, or put it away. A tax
    costs money at once.

    {{ table Fee }}
    """
'''


def translate(folder: Path, words: dict[str, str], language: str = "de") -> None:
    """Fills in entries as a translator does, and removes the fuzzy mark."""
    file = catalogue(folder, language)
    for entry in file:
        if entry.msgctxt in words:
            entry.msgstr = words[entry.msgctxt]
            entry.flags = [flag for flag in entry.flags if flag != "fuzzy"]
    file.save()


def catalogue(folder: Path, language: str = "de") -> polib.POFile:
    return polib.pofile(str(folder / "locale" / f"{language}.po"), encoding="utf-8")


def entries(folder: Path, language: str = "de") -> dict[str, polib.POEntry]:
    return {entry.msgctxt: entry for entry in catalogue(folder, language) if not entry.obsolete}


def status(command: Command, folder: Path, *more: str) -> dict[str, Any]:
    said = command("translate", "status", folder, "--json", *more)
    assert said.status in (0, 1), said.err
    (found,) = json.loads(said.out)
    assert isinstance(found, dict)
    return found


def doubts(command: Command, folder: Path) -> dict[str, str]:
    return {text["id"]: text["reason"] for text in status(command, folder)["texts"]}


def edit(folder: Path, old: str, new: str) -> None:
    source = folder / "market.regel"
    text = source.read_text(encoding="utf-8")
    assert old in text
    source.write_text(text.replace(old, new), encoding="utf-8")


def fuzzy(folder: Path) -> list[str]:
    return [id_ for id_, entry in entries(folder).items() if "fuzzy" in entry.flags]
