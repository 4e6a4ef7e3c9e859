"""Tests of rule errors, which say what went wrong, where, when, and how to reproduce it, without a Python frame."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hand_written import duel, pig
from hand_written.pig import pig_that
from hand_written.playing import play_on
from regelwerk_runtime.engine.blame import source_line
from regelwerk_runtime.errors import RuleError, SavedError
from regelwerk_runtime.handlers import GameOver, fit, move, out_of_fuel
from regelwerk_runtime.match import Match
from regelwerk_runtime.tables import registry
from regelwerk_runtime.tables.game import Game
from regelwerk_runtime.tables.registry import Locator, get_game


def error_of(does: Callable[[Any], object], **changes: Any) -> RuleError:
    match = Match.start(pig_that(does, label="toll.play", **changes), 2, 7)
    with pytest.raises(RuleError) as caught:
        match.choose("roll")
    assert match.decision is None
    assert match.outcome is None
    assert match.error is caught.value
    return caught.value


def test_it_says_what_where_when_and_how() -> None:
    error = error_of(lambda m: fit(2_000_300, -500_000, 2_000_000, "money"))
    assert str(error).splitlines() == [
        "rule error: money would be 2_000_300, outside -500_000..2_000_000",
        "  --> in toll.play late.regel:44",
        "  at decision 1: Player B chose roll",
        "  replay: regelwerk replay RECORD --to 1",
    ]
    assert (error.file, error.line, error.where, error.label) == ("late.regel", 44, "late.regel:44", "toll.play")
    assert error.__cause__ is None
    assert error.__suppress_context__
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


@pytest.mark.parametrize(
    ("does", "message"),
    [
        (lambda m: fit(7, 1, 6), "7 is outside 1..6"),
        (lambda m: [][3], "index"),
        (lambda m: {}[(1, 2)], "index"),
        (lambda m: 1 // 0, "divided by zero"),
        (lambda m: 1 << -1, "cannot be used"),
        (lambda m: out_of_fuel(), "limit"),
        (lambda m: move(m.s, -1, 0), "no card to move"),
    ],
)
def test_messages_of_each_kind(does: Callable[[Any], object], message: str) -> None:
    assert message in error_of(does).message


def test_internal_errors_are_no_rule_errors() -> None:
    def fault(m: Any) -> None:
        raise AttributeError("slot")

    with pytest.raises(AttributeError):
        Match.start(pig_that(fault), 2, 1).choose(0)


def test_a_full_place_takes_no_second_card() -> None:
    engine = Match.start(duel.GAME, 2, 1).engine
    s = engine.s
    cards = [s.piles[duel.DECK][-1], s.piles[duel.DECK][-2]]
    move(s, cards[0], duel.TABLE_ZONE)
    before = s.copy()
    with pytest.raises(RuleError, match="holds one already"):
        move(s, cards[1], duel.TABLE_ZONE)
    assert sorted(s.piles[duel.DECK]) == sorted(before.piles[duel.DECK])
    move(s, cards[0], duel.TABLE_ZONE)  # it already lies there


def test_play_may_finish_in_the_middle() -> None:
    def over(m: Any) -> None:
        m.s.score[1] = 50
        raise GameOver

    match = Match.start(pig_that(over), 2, 1)
    match.choose(0)
    assert match.outcome
    assert (match.outcome.reason, match.outcome.scores) == ("finish", (0, 50))


def test_an_error_names_the_command_that_reproduces_it() -> None:
    def breaks(m: Any) -> None:
        raise IndexError

    game = pig_that(breaks, lines=())
    game.variants = ("quick",)
    game.locator = Locator("nowhere:nothing", {"game": "cards/pig"})
    match = Match.start(game, 2, 7, bots=["greedy", "random"])
    with pytest.raises(RuleError) as caught:
        match.choose(1)
    assert caught.value.where == ""
    assert (
        caught.value.command == "regelwerk run cards/pig --variant quick --players 2 --seed 7 --bot greedy --bot random"
    )
    match = Match.start(game, 2, 7, bots=["greedy"], record="game.jsonl")
    with pytest.raises(RuleError, match=r"regelwerk replay game\.jsonl --game cards/pig --to 1"):
        match.choose(1)
    guess = Match.start(game, 2, 7).guess(0, 1)
    with pytest.raises(RuleError) as caught:
        guess.choose(1)
    assert caught.value.command == ""


def test_checked_runs_check_invariants_ranges_and_cards() -> None:
    def loses(m: Any) -> None:
        m.s.score[0] = 200

    for changes, message in (
        ({}, "score[0] is 200, outside 0..105"),
        ({"layout": ()}, "the invariant “nobody has more than 105” is broken"),
    ):
        game = pig_that(loses, **changes)
        Match.start(game, 2, 1).choose(0)
        match = Match.start(game, 2, 1, checked=True)
        with pytest.raises(RuleError) as caught:
            match.choose(0)
        assert message in str(caught.value)
    assert caught.value.where == "pig.regel:7"
    match = play_on(Match.start(duel.GAME, 2, 1, checked=True), 2)
    match.engine.s.piles[duel.DISCARD] += (0,)
    with pytest.raises(RuleError, match="disorder"):
        play_on(match, 1)
    assert match.copy().engine.__class__ is match.engine.__class__


def test_an_error_before_the_first_decision() -> None:
    def breaks(m: Any) -> None:
        raise IndexError

    with pytest.raises(RuleError, match="at decision 0"):
        Match.start(pig_that(breaks, asked=False), 2, 1)


def test_lines_belong_to_the_last_entry_before_them() -> None:
    game = replace(pig.GAME, lines=((10, "a.regel", 3), (12, "b.regel", 7)), source_hash="lines")
    assert [source_line(game, line) for line in (9, 10, 11, 12, 99)] == [
        ("", 0),
        ("a.regel", 3),
        ("a.regel", 3),
        ("b.regel", 7),
        ("b.regel", 7),
    ]


def made_again(data: dict[str, str]) -> Game:
    """The loader that a locator of these tests names."""
    return replace(pig.GAME, source_hash=data["hash"])


def test_games_are_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SavedError, match="not loaded"):
        get_game(("nobody", False), None)
    locator = Locator(f"{__name__}:made_again", {"hash": "again"})
    with pytest.raises(SavedError, match="not a loader of games"):
        get_game(("again", False), locator)
    monkeypatch.setattr(registry, "LOADERS", {locator.loader})
    assert get_game(("again", False), locator).source_hash == "again"
    with pytest.raises(SavedError, match="have changed"):
        get_game(("changed", False), locator)
    assert pickle.loads(pickle.dumps(pig.GAME)).identity == pig.GAME.identity
