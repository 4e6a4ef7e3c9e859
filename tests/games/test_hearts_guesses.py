"""Tests of guesses in hearts: they respect suits that a player could not follow, and the cards that he has passed."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
import regelwerk
from regelwerk.terminal.describe import Facts
from regelwerk_runtime.match import Match
from regelwerk_runtime.tables.game import Game, Nobody

Sets = list[set[str]]


def suit_of(card: str) -> str:
    return card.split(".")[1]


def moments(game: Game, seeds: range, decisions: int) -> Iterator[tuple[Any, Sets, Sets]]:
    """Each decision of random games, the suits that each player has not followed, and the cards that he has passed."""
    for seed in seeds:
        match: Any = Match.start(game, players=4, seed=seed)
        chance = random.Random(seed)
        lacks: Sets = [set() for _ in range(4)]
        passed: Sets = [set() for _ in range(4)]
        while match.decision is not None and match.number < decisions:
            player = match.decision.player
            led, hands = match.state.led, [set(hand) for hand in match.state.hand]
            if all(len(hand) == 13 for hand in hands):
                lacks = [set() for _ in range(4)]
                passed = [set() for _ in range(4)] if "pass" in match.decision.prompt else passed
            if match.number % 3 == 0:
                yield match, lacks, passed
            open_ = any(card is not None for card in match.state.played)
            key = match.decision.keys[chance.randrange(len(match.decision.keys))]
            is_passing = "pass" in match.decision.prompt
            match.choose(key)
            if not is_passing:
                lacks[player] |= {led} - {suit_of(key)} if open_ and led is not None else set()
            elif "pass" not in match.decision.prompt:  # all have chosen
                now = [set(hand) for hand in match.state.hand]
                passed = [hands[p] - now[p] for p in range(4)]


def tally(game: Game, seeds: range, decisions: int) -> Counter[str]:
    """How many guesses contradict a suit not followed, or the passed cards of the guessing player."""
    found: Counter[str] = Counter()
    for match, lacks, passed in moments(game, seeds, decisions):
        for p in range(4):
            guess: Any = match.guess(p, match.number)
            found["guesses"] += 1
            found["gave up"] += guess.setup.gave_up != ""
            assert guess.view(p) == match.view(p)
            true, guessed = match.state.hand, guess.state.hand
            found["dealt a suit that was lacking"] += any(
                suit_of(card) in lacks[q] for q in range(4) if q != p for card in guessed[q]
            )
            found["moved a card that was passed"] += any(
                (card in true[q]) is not (card in guessed[q]) for card in passed[p] for q in range(4)
            )
            found["differ"] += any(guessed[q] != true[q] for q in range(4))
    return found


def test_guesses_keep_what_was_shown_and_passed() -> None:
    found = tally(regelwerk.load("hearts").rules, range(8), 130)
    assert found["guesses"] > 1_000
    assert found["differ"] > 800
    assert found["gave up"] == found["dealt a suit that was lacking"] == found["moved a card that was passed"] == 0


@pytest.mark.parametrize("without", ["invariant", "note"])
def test_guesses_rely_on_the_declarations_of_the_game(without: str) -> None:
    game = regelwerk.load("hearts").rules
    if without == "invariant":
        game = replace(game, invariants=game.invariants[:1], by_card=())
        what = "dealt a suit that was lacking"
    else:
        blind = [replace(one, seen=Nobody()) if one.name == "given_away" else one for one in game.layout]
        game = replace(game, layout=blind)
        what = "moved a card that was passed"
    assert tally(game, range(2), 90)[what] > 30


def test_rejecting_guesses_alone_does_not_suffice() -> None:
    """Unless the deal heeds the invariant from the start, late guesses sometimes break it."""
    game = replace(regelwerk.load("hearts").rules, by_card=())
    assert tally(game, range(4), 65)["gave up"] > 0


def test_the_terminal_shows_no_player_what_is_remembered() -> None:
    match: Any = regelwerk.load("hearts").start(players=4, seed=1)
    notes = {"lacks", "given_away"}
    assert notes <= {fact.entry.name for fact in Facts(match).all}
    seen = {fact.entry.name for fact in Facts(match, 0).all}
    assert notes.isdisjoint(seen)
    assert {"hand", "led"} <= seen
