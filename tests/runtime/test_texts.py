"""Tests of sentences: slots, forms, plurals, numbers, lists, names of players."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hand_written import pig, yard
from hand_written.playing import play_on
from regelwerk_runtime.match import Match
from regelwerk_runtime.tables.game import Game, Language, Sentence
from regelwerk_runtime.tables.texts import Texts

PATTERNS: dict[str, tuple[tuple[str, ...], tuple[Any, ...]]] = {
    "number": (("int",), (0,)),
    "unit": (("EUR",), (0, " EUR")),
    "flag": (("bool",), (0,)),
    "colour": (("Colour",), ((0, "the"), " or ", 0, " or ", (0, "lost"))),
    "cards": (("card",), (0,)),
    "set": (("set:Colour",), (0,)),
    "pile": (("set:card",), (0,)),
    "range": (("Depth",), (0,)),
    "plural": (("int",), (0, " ", (0, ("piece goes", "pieces go")))),
    "who": (("player",), (0, " wins")),
    "mark": (("player",), ("“", 0, "” wins")),
}


@pytest.fixture(scope="module")
def texts() -> Texts:
    built_in = list(yard.GAME.sentences[:4])
    more = [Sentence(name, kinds, {"en": pattern}) for name, (kinds, pattern) in PATTERNS.items()]
    game: Game = replace(yard.GAME, sentences=(*built_in, *more), source_hash="texts")
    return Texts(game)


def said(texts: Texts, name: str, value: Any, names: tuple[str, ...] = ()) -> str:
    return texts.say((4 + list(PATTERNS).index(name), value), "en", names)


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("number", 9_999, "9999"),
        ("number", 10_000, "10,000"),
        ("number", -7, "-7"),
        ("number", -1_234_567, "-1,234,567"),
        ("unit", 2_500, "2,500 EUR"),
        ("unit", -500, "-500 EUR"),
        ("flag", True, "yes"),
        ("flag", False, "no"),
        ("colour", 1, "the green track or green or green"),
        ("colour", -1, "none or none or none"),
        ("cards", 5, "Coal"),
        ("cards", -1, "none"),
        ("set", 0, "none"),
        ("set", 0b1, "red"),
        ("set", 0b111, "red, green and blue"),
        ("pile", (11, 4), "Silk and Coal"),
        ("pile", 1 << 11 | 1 << 4, "Coal and Silk"),
        ("range", -2, "-2"),
        ("plural", 1, "1 piece goes"),
        ("plural", 0, "0 pieces go"),
        ("plural", -1, "-1 piece goes"),
        ("plural", 12_345, "12,345 pieces go"),
        ("who", 1, "Player B wins"),
        ("who", -1, "none wins"),
    ],
)
def test_slots_are_filled(texts: Texts, name: str, value: Any, text: str) -> None:
    assert said(texts, name, value) == text


def test_names_of_players(texts: Texts) -> None:
    assert said(texts, "who", 1, ("Ada", "Bob")) == "Bob wins"
    assert said(texts, "who", 2, ("Ada", "Bob")) == "Player C wins"


def test_log_lines_begin_with_a_capital_letter(texts: Texts) -> None:
    at = {name: 4 + i for i, name in enumerate(PATTERNS)}
    assert texts.line((at["colour"], 0), "en")[:3] == "The"
    assert texts.line((at["mark"], 0), "en", ("ada",)) == "“Ada” wins"
    assert texts.line((at["plural"], 3), "en") == "3 pieces go"
    assert texts.say(None) == ""
    assert texts.line((0,), "xx") == "No"


def test_sentences_follow_the_language() -> None:
    match = Match.start(pig.GAME, 2, 3)
    match.choose("roll")
    assert match.decision
    pot = match.engine.stack[-1][2]
    assert match.decision.prompt == f"{pot} points in the pot"
    assert match.decision.prompt_in("de") == f"{pot} Punkte im Topf"
    assert match.decision.options[1].says("de") == "Würfeln"
    play_on(match, 500)
    english, german = match.log(), match.log("de")
    assert len(english) == len(german) > 0
    assert english[0].startswith("Player ")
    assert german[0].startswith("Spieler ")
    assert Match.start(pig.GAME, 2, 3, names=["ada", "bob"]).game.texts.player(0, "de", ("ada", "bob")) == "ada"


def test_other_separators_and_many_plurals() -> None:
    game = replace(
        yard.GAME,
        languages={"xx": Language(group=".", plurals="20" + "1" * 98 + "1" * 100)},
        sentences=(
            Sentence("a", ("EUR",), {"xx": (0,)}),
            Sentence("b", ("int",), {"xx": ((0, ("one", "many", "none")),)}),
        ),
        source_hash="separators",
    )
    texts = Texts(game)
    assert texts.say((0, 1_234_567)) == "1.234.567"
    assert [texts.say((1, n)) for n in (0, 1, 2, 1_001)] == ["none", "one", "many", "many"]
