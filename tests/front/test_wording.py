"""Tests of the front's own words: each catalogue has all of them with the same slots; other languages show English."""

from __future__ import annotations

import random
import re
from importlib.resources import files
from pathlib import Path

import polib
import pytest
import regelwerk
from babel.messages.extract import extract_from_dir
from market_game import Command
from regelwerk.loading.source import bundled_games
from regelwerk.terminal.console import STYLES
from regelwerk.terminal.describe import Facts, facts_table
from regelwerk.terminal.playlog import LINE, Teller
from regelwerk.terminal.wording import wording
from rich.console import Console
from rich.theme import Theme

pytestmark = pytest.mark.slow

FRONT = Path(str(files("regelwerk")))
CATALOGUES = sorted(Path(str(files("regelwerk_compiler.words") / "locale")).glob("*.po"))
GAP = re.compile(r"\{\w+\}")
INNER = re.compile(r"_|\b[a-z]+\.[a-z]|\bNone\b|\bTrue\b|\bFalse\b|[<>{}#]|0x")
ENGLISH = re.compile(
    r"\b(the|of|to|from|and|with|takes?|plays?|moves?|places?|draws?|sells?|cards?|player|round)\b", re.I
)
SEEDS = range(3)


def own_words() -> set[tuple[str, ...]]:
    """The texts that the sources of the front pass to a wording: (text,) or (one, several)."""
    found = extract_from_dir(str(FRONT), [("**.py", "python")], keywords={"tr": None, "_tr": None, "many": (1, 2)})
    return {(message,) if isinstance(message, str) else tuple(message) for _, _, message, *_ in found}


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.stem)
def test_a_catalogue_has_every_word_and_no_other(path: Path) -> None:
    known = [entry for entry in polib.pofile(str(path)) if not entry.msgctxt]
    entries = {(e.msgid, e.msgid_plural) if e.msgid_plural else (e.msgid,): e for e in known}
    assert set(entries) == own_words()
    for words, entry in entries.items():
        said = list(entry.msgstr_plural.values()) or [entry.msgstr]
        assert all(said) and not entry.fuzzy
        assert {frozenset(GAP.findall(text)) for text in said} == {frozenset(GAP.findall(words[-1]))}


def test_words_by_language() -> None:
    assert wording("de")("Round {n}", n=3) == "Runde 3"
    assert wording("de_AT")("Round {n}", n=3) == "Runde 3"
    assert wording("de", ".").many("{n} choice", "{n} choices", 1200) == "1.200 Entscheidungen"
    assert wording("ja").many("{n} choice", "{n} choices", 1) == "1回の選択"
    for lang in ("en", "fi", "../de", ""):
        assert wording(lang).many("{n} choice", "{n} choices", 1) == "1 choice"


@pytest.mark.parametrize("name", bundled_games())
def test_logs_are_in_their_language(name: str) -> None:
    game = regelwerk.load(name)
    for lang in game.languages[1:]:
        for seed in SEEDS:
            match, rng = game.start(game.players[seed % len(game.players)], seed), random.Random(seed)
            while match.engine.options:
                match.play(rng.randrange(len(match.engine.options)))
            for line in Teller(match, game.turns, lang).new_lines():
                assert not INNER.search(line.text), line.text
                assert not ENGLISH.search(line.text), line.text
                assert line.kind != LINE or line.text
                assert lang != "ja" or not re.search(r"[a-z]{3}", line.text), line.text


@pytest.mark.parametrize("name", bundled_games())
def test_the_state_is_in_its_language(name: str) -> None:
    game = regelwerk.load(name)
    declared = {entry.name.replace("_", " ") for entry in game.rules.layout}
    match = game.start(seed=1)
    for lang in game.languages[1:]:
        names = {fact.name for fact in Facts(match, lang=lang).all}
        assert len(names) >= len(declared) - 2  # two may have the same name
        assert not names & declared


def test_a_person_sees_the_state_in_his_language(itc_at_play: str) -> None:
    assert "Steine im Vorrat" in itc_at_play
    assert "der graue Markt" in itc_at_play
    assert re.search(r"Reihe \d: Transport \d+ \(Besitzer: Spieler [A-D]\)", itc_at_play)
    assert not re.search(r"\b(supply|stones|hand|space|owner|starter|deck)\b", itc_at_play)


@pytest.mark.parametrize(("chance", "shown"), [("sampled", " on top"), ("explicit", " cards\n")])
def test_nobody_knows_the_top_of_a_deck_that_nature_has_not_ordered(
    command: Command, market: Path, tmp_path: Path, chance: str, shown: str
) -> None:
    rules = market / "market.regel"
    rules.write_text(rules.read_text(encoding="utf-8").replace("x3:", "x10:"), encoding="utf-8")
    match = regelwerk.load(market).start(2, seed=4, chance=chance)
    match.choose(0)
    record = tmp_path / "game.jsonl"
    record.write_text("\n".join(match.record()) + "\n", encoding="utf-8")
    (deck,) = [line for line in command("replay", record, "--to", 1).out.splitlines(keepends=True) if "deck" in line]
    assert shown in deck and ("on top" in deck) is (chance == "sampled"), deck


@pytest.fixture(scope="module")
def itc_at_play() -> str:
    """The German screen of the first player in the middle of a game of ITC."""
    game = regelwerk.load("itc")
    match, rng = game.start(4, seed=3), random.Random(3)
    while match.number < 300:
        match.play(rng.randrange(len(match.engine.options)))
    screen = Console(width=200, theme=Theme(STYLES))
    with screen.capture() as caught:
        screen.print(facts_table(Facts(match, 0, "de")))
    return caught.get()


@pytest.mark.parametrize(("lang", "heading"), [("de", "Runde 1"), ("ja", "ラウンド1")])
def test_run_is_in_one_language(command: Command, lang: str, heading: str) -> None:
    said = command("run", "itc", "--players", 2, "--seed", 2, "--lang", lang)
    assert said.status == 0
    assert heading in said.out.splitlines()
    for word in ("Round", "score", "played by", "game is over", "players", "seed", "random"):
        assert word not in said.out


def test_a_game_in_a_language_without_a_catalogue(command: Command, market: Path) -> None:
    manifest = market / "game.yaml"
    manifest.write_text(manifest.read_text(encoding="utf-8").replace("[en]", "[fi]"), encoding="utf-8")
    said = command("run", market, "--seed", 1)
    assert said.status == 0
    assert "the game is over after" in said.out
