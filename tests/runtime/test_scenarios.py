"""Tests of scenarios: worked examples that run as tests, and say what went wrong and where."""

from __future__ import annotations

from typing import Any

import pytest
from hand_written import bids, duel, pig
from regelwerk_runtime.handlers import move
from regelwerk_runtime.scenario import Can, Chooses, Do, Ends, Expect, Given, Rolls, Run, Scenario, Step, run_scenario


def scenario(*steps: Step, players: tuple[str, ...] = ("Ada", "Bob")) -> Scenario:
    return Scenario("example", "An example", "pig.regel:30", players, steps)


def set_score(p: int, value: int) -> Given:
    def given(m: Any) -> None:
        m.s.score[p] = value

    return Given(given, where="pig.regel:31")


TURN = Do(lambda m: m.push((pig.TURN, 0)), "pig.regel:32", "turn(A)")
END = Do(lambda m: m.push((pig.AFTER_TURN, 0)), "pig.regel:35", "after_turn(A)")
ROLL = Chooses(0, (("roll",),), "pig.regel:33", "A chooses roll")
HOLD = Chooses(0, (("hold",),), "pig.regel:34", "A chooses hold")


def score_is(value: int) -> Expect:
    return Expect(
        lambda s: s.score[0] == value,
        lambda s: (("score[A]", "int", s.score[0]),),
        ("score",),
        "pig.regel:39",
        f"score[A] is {value}",
    )


def test_a_passing_scenario_returns_its_log() -> None:
    result = run_scenario(pig.GAME, scenario(Rolls((5, 1)), TURN, ROLL, ROLL, score_is(0)))
    assert result.passed, result.why
    assert result.told[-2].said == ("Ada loses 5",)
    assert result.told[-2].chose == "Roll"
    assert result.where == ""


@pytest.mark.parametrize(
    ("steps", "where", "why"),
    [
        ((score_is(3),), "pig.regel:39", ("score[A] is 3 does not hold", "score[A] is 0")),
        ((ROLL,), "pig.regel:33", ("Ada has nothing to choose: no effect is under way",)),
        ((TURN, TURN), "pig.regel:32", ("Ada still has to choose", "on offer: hold, roll")),
        (
            (TURN, Chooses(1, (("roll",),), "x:1")),
            "x:1",
            ("it is Ada who chooses now, not Bob", "on offer: hold, roll"),
        ),
        ((TURN, Chooses(0, (("a",), ("b",)), "x:1")), "x:1", ("Ada cannot choose a or b", "on offer: hold, roll")),
        ((TURN, Can(0, (("roll",),), False, "x:1")), "x:1", ("Ada can choose roll", "on offer: hold, roll")),
        ((TURN, Can(0, (("x",),), True, "x:1")), "x:1", ("Ada cannot choose x", "on offer: hold, roll")),
        (
            (Rolls((7,), where="x:1"), TURN, ROLL),
            "pig.regel:33",
            ("the given roll 7 cannot come up here", "in turn pig.regel:11"),
        ),
        (
            (Rolls((3,)), TURN, ROLL, ROLL),
            "pig.regel:33",
            ("a roll was not given: `given rolls` names only the first",),
        ),
        ((Rolls((3, 4)), TURN, ROLL), "pig.regel:30", ("given rolls were not used: 4",)),
        ((Run("setup", "x:1"),), "x:1", ("the game has no setup",)),
        ((TURN, Ends(None, True, "x:1")), "x:1", ("the game is not over: Ada has to choose", "on offer: hold, roll")),
        ((TURN, HOLD, Ends(None, True, "x:1")), "x:1", ("the game is not over: nothing has ended it",)),
        ((set_score(0, 100), END, TURN), "pig.regel:32", ("the game is over",)),
        ((set_score(0, 100), END, HOLD), "pig.regel:34", ("the game is over",)),
        (
            (set_score(0, 99), Rolls((4,)), Run("play"), ROLL, Ends(1, True, "x:1")),
            "x:1",
            ("Bob does not win, but Ada", "scores: Ada 103, Bob 0"),
        ),
        (
            (set_score(0, 99), Rolls((4,)), Run("play"), ROLL, Ends(0, False, "x:1")),
            "x:1",
            ("Ada wins", "scores: Ada 103, Bob 0"),
        ),
    ],
)
def test_a_failing_scenario_gives_a_reason(steps: tuple[Step, ...], where: str, why: tuple[str, ...]) -> None:
    result = run_scenario(pig.GAME, scenario(*steps))
    assert not result.passed
    assert (result.where, result.why) == (where, why)


def test_given_can_and_play() -> None:
    ends = (set_score(0, 99), Rolls((4,)), Run("play", "x:1"), ROLL, score_is(103))
    assert run_scenario(pig.GAME, scenario(*ends, Ends(None, True), Ends(0, True), Ends(1, False))).why == ()
    can = (TURN, Can(0, (("nothing",), ("hold",)), True), Can(0, (("end",),), False))
    assert run_scenario(pig.GAME, scenario(*can)).passed
    keys = Chooses(0, (("sell",), ("hold",)), "")
    twice = (TURN, keys, TURN, keys, score_is(0))
    assert run_scenario(pig.GAME, scenario(*twice)).why == ()


def test_plain_effects_cards_and_setup() -> None:
    plain = Do(lambda m: move(m.s, 5, duel.HAND), "x:1")
    holds = Expect(lambda s: 5 in s.piles[duel.HAND], lambda s: (), where="x:2")
    assert run_scenario(duel.GAME, scenario(Run("setup"), plain, holds)).passed
    full = Do(lambda m: [move(m.s, card, duel.TABLE_ZONE) for card in (0, 1)], "x:1")
    result = run_scenario(duel.GAME, scenario(full))
    assert result.why[0] == "a card is moved to a place that holds one already"
    wrong = Expect(lambda s: s.points[9] == 1, lambda s: (), where="x:3")
    assert "index" in run_scenario(duel.GAME, scenario(wrong)).why[0]
    assert "for 2 to 4 players" in run_scenario(duel.GAME, scenario(plain, players=("A",) * 5)).why[0]


def test_simultaneous_choices_in_order() -> None:
    answers = (
        Run("play"),
        Chooses(0, (("3",),)),
        Can(0, (("0",), ("7",)), False),
        Chooses(0, (("1",), ("2",), ("3",), ("4",), ("5",), ("6",))),
        Chooses(1, (("2",),)),
        Chooses(1, (("1",), ("2",), ("3",), ("4",), ("5",), ("6",))),
        Expect(lambda s: s.bid[:2] == [3, 2], lambda s: (("bid", s.bid),)),
    )
    assert run_scenario(bids.GAME, scenario(*answers)).why == ()
