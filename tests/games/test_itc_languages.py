"""Tests of ITC in German and Japanese: complete catalogues, and card texts and logs without a word of English."""

from __future__ import annotations

import random
import re

import polib
import pytest
import regelwerk
from all_games import CARDS, collected
from regelwerk.game import Card
from regelwerk_compiler.words.catalogues.files import read_file
from regelwerk_compiler.words.catalogues.status import wanted_by
from regelwerk_compiler.words.catalogues.updating import update_catalogue
from regelwerk_runtime.match import Match

pytestmark = pytest.mark.slow

ITC = CARDS / "itc"
PLURALS = {"de": "nplurals=2; plural=(n != 1);", "ja": "nplurals=1; plural=0;"}
ENGLISH = re.compile(  # words that German does not have; capital letters begin sentences in both
    r"\b(the|of|and|or|to|at|on|from|for|with|by|if|is|are|you|your|this|that|it|its|a|only|no|card|goods|stone)\b",
    re.IGNORECASE,
)
LATIN = re.compile(r"[A-Za-z]")
KANA = re.compile(r"[\u3041-\u30ff]")
JAPANESE = re.compile(r"[\u3041-\u30ff\u4e00-\u9fff]")
PLAYER = re.compile(r"プレイヤー[A-F]")


@pytest.fixture(scope="module")
def game() -> regelwerk.Game:
    return regelwerk.load(str(ITC))


@pytest.fixture(scope="module")
def printed(game: regelwerk.Game) -> list[Card]:
    """The cards that have words; a transport has only figures and colours."""
    return [card for card in game.cards.values() if card.text()]


def catalogue(language: str) -> polib.POFile:
    return polib.pofile(str(ITC / "locale" / f"{language}.po"), encoding="utf-8")


def english_in(line: str) -> set[str]:
    """The function words of English in a German line."""
    return set(ENGLISH.findall(re.sub(r"Spieler [A-F]", "", line)))


def played(game: regelwerk.Game, seed: int) -> Match:
    """A random match after some choices."""
    match = game.start(players=2 + seed % 5, seed=seed)
    rng = random.Random(seed)
    while match.decision is not None and match.number < 1500:
        match.choose(rng.randrange(len(match.decision.options)))
    return match


# ---- catalogues


@pytest.mark.parametrize("language", PLURALS)
def test_catalogues_have_no_unused_entries(language: str) -> None:
    ids = [entry.msgctxt for entry in catalogue(language)]
    assert sorted(ids) == sorted(str(one.id) for one in wanted_by(collected(ITC), ITC, language))


@pytest.mark.parametrize("language", PLURALS)
def test_the_files_are_as_update_leaves_them(language: str) -> None:
    """After a change of the sources, run `regelwerk translate update itc`."""
    file = read_file(ITC, language, "itc", "ITC")
    fresh, counts = update_catalogue(file, wanted_by(collected(ITC), ITC, language), language=language)
    assert counts.total() == 0
    assert {entry.msgctxt: entry.tcomment for entry in fresh} == {
        entry.msgctxt: entry.tcomment for entry in catalogue(language)
    }


@pytest.mark.parametrize("language", PLURALS)
def test_the_header_names_language_and_plurals(language: str) -> None:
    header = catalogue(language).metadata
    assert header["Language"] == language
    assert header["Plural-Forms"] == PLURALS[language]
    assert header["Content-Type"] == "text/plain; charset=UTF-8"


def test_plurals_have_as_many_variants_as_the_language() -> None:
    for language, count in (("de", 2), ("ja", 1)):
        for entry in catalogue(language):
            for variants in re.findall(r"\{[^{}:]+:([^{}]*)\}", entry.msgstr):
                assert len(variants.split("|")) == count, entry.msgctxt


# ---- cards

SAME_IN_GERMAN = {"Express"}  # as in the first edition


def test_cards_of_every_kind_have_words(printed: list[Card]) -> None:
    assert {card.fields["number"] for card in printed} == set(range(1, 21))


def test_cards_are_german(printed: list[Card]) -> None:
    for card in printed:
        for german, english in ((card.name("de"), card.name("en")), (card.text("de"), card.text("en"))):
            assert german and (german != english or german in SAME_IN_GERMAN), card.key
            assert not english_in(german), german
            assert "{" not in german and "_" not in german, german
        assert card.text("de").endswith("."), card.key


def test_cards_are_japanese(printed: list[Card]) -> None:
    for card in printed:
        name, text = card.name("ja"), card.text("ja")
        assert JAPANESE.search(name) and KANA.search(text), card.key
        assert not LATIN.search(name + text), name + text
        assert text.endswith("。"), card.key


def test_the_forms_of_names_fit_the_sentence(game: regelwerk.Game) -> None:
    assert game.cards["inspection.gray"].name("de") == "Kontrolle auf der grauen Route"
    assert "wenn du den blauen Würfel nutzt" in game.cards["infrastructure"].text("de")
    assert "1 weiteren Punkt." in game.cards["brisk_trade"].text("de")
    assert "3\N{NO-BREAK SPACE}weitere Punkte." in game.cards["infrastructure"].text("de")
    assert "グレーマーケットを支配している場合" in game.cards["organization"].text("ja")


# ---- play


@pytest.mark.parametrize("seed", range(4))
def test_logs_have_no_english(game: regelwerk.Game, seed: int) -> None:
    match = played(game, seed)
    english, german, japanese = (match.log(language) for language in ("en", "de", "ja"))
    assert len(english) == len(german) == len(japanese) > 100
    for line, translated in zip(english, german, strict=True):
        assert translated != line and not english_in(translated), translated
    for line in japanese:
        assert JAPANESE.search(line) and not LATIN.search(PLAYER.sub("", line)), line


@pytest.mark.parametrize("seed", range(3))
def test_questions_and_buttons_have_no_english(game: regelwerk.Game, seed: int) -> None:
    match = game.start(players=3, seed=seed)
    rng = random.Random(seed)
    while match.decision is not None and match.number < 400:
        decision = match.decision
        for text in (decision.prompt_in("de"), *(option.says("de") for option in decision.options)):
            assert text and not english_in(text), text
        for text in (decision.prompt_in("ja"), *(option.says("ja") for option in decision.options)):
            assert JAPANESE.search(text) and not LATIN.search(PLAYER.sub("", text)), text
        match.choose(rng.randrange(len(decision.options)))
