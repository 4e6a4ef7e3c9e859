"""A language that the program does not speak: what it says about it, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from german_market import doubts, entries, translate
from market_game import MANIFEST, Command


def add(command: Command, folder: Path, language: str) -> None:
    """Fills in a catalogue with the words of the source."""
    assert command("translate", "update", folder, "--lang", language).status == 0
    words = {id_: entry.msgid for id_, entry in entries(folder, language).items()}
    translate(folder, words, language)
    (folder / "game.yaml").write_text(MANIFEST.replace("[en]", f"[en, {language}]"), encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("Gracz {1}", "there is no slot `{1}`"),
        ("Gracz", "`{0}` is missing"),
        ("Gracz {0} {foo}", "there is no slot `{foo}`"),
        ("Gracz {0", "a `{` without its `}`"),
    ],
)
def test_a_word_of_the_program_with_other_slots(command: Command, market: Path, words: str, told: str) -> None:
    add(command, market, "eo")
    assert command("check", market).status == 0
    translate(market, {"word.player": words}, "eo")
    assert doubts(command, market) == {"word.player": "slots"}
    said = command("check", market, "--oneline")
    assert said.status == 1 and f"error[E0606]: eo: `word.player`: {told}" in said.out
    line = (market / "locale" / "eo.po").read_text(encoding="utf-8").split("\n").index(f'msgstr "{words}"') + 1
    assert f"locale/eo.po:{line}:" in said.out
    assert command("run", market, "--lang", "eo").status == 1, "no internal error"


def test_words_of_the_program_that_are_english_are_told(command: Command, shop: Path) -> None:
    assert "own words" not in command("translate", "status", shop).err
    add(command, shop, "eo")
    note = "the program's own words are not in Esperanto: all "
    said = command("translate", "status", shop)
    assert said.status == 0 and note in said.err
    assert json.loads(command("translate", "status", shop, "--json").out)[0]["own_missing"] > 300
    assert note in command("print", shop, "cards", "--lang", "eo", "-o", shop / "out").err
    assert "own words" not in command("print", shop, "cards", "--lang", "en", "-o", shop / "out").err


def test_a_language_from_right_to_left_is_not_put_on_paper(command: Command, market: Path) -> None:
    said = command("translate", "update", market, "--lang", "he")
    told = "Hebrew is written from right to left, which regelwerk cannot set on paper yet"
    assert told in said.err
    add(command, market, "he")
    said = command("print", market, "--lang", "he", "-o", market / "out")
    assert said.status == 2 and told in said.err
    assert not (market / "out").exists()
    said = command("print", market, "--table", "--lang", "he", "-o", market / "out")
    assert said.status == 0, said.err
