"""Tests of steps spent on listing options: they count unless play surely stops next, so that endless rounds end.

Each list takes an estimated fifteen million steps, and little time; the limit is forty million.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from case_games import compile_text, errors_of, rules_of
from regelwerk_runtime.engine import state
from regelwerk_runtime.errors import RuleError
from regelwerk_runtime.match import Match

STEPS = 40_000_000
GAME = """
players 2..2
enum X = 1..220
state:
    n: 0..9 = {n}
    m: 0..9 = 0
effect turn(p: Player):
{turn}
play at most 1_000:
    repeat {times} times:
        do turn(Player.first)
outcome for p:
    most 0
"""
OPTIONS = """
        take(x, y) "Take" for x in X, y in X where x + y + n is 2:
            m = 0
"""
"""Two lists of these are too many steps to go uncounted. The condition holds for one member, unless `n` is 9."""
NUMBERS = "k in 1..45_000 where k mod 9 + n is 8"
"""The condition holds for many members, unless `n` is 9."""


@pytest.fixture(autouse=True)
def _few_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(state, "MOST_STEPS", STEPS)


def played(turn: str, folder: Path, *, n: int, times: int) -> int:
    """The decisions of a game in which the first option is always chosen."""
    result = compile_text(GAME.format(n=n, turn=turn, times=times), folder)
    assert errors_of(result) == []
    match = Match.start(rules_of(result)[0], 2, 1)
    while match.decision is not None:
        match.play(0)
    return match.number


@pytest.mark.parametrize(
    "turn",
    [
        f'    may choose by p "?":{OPTIONS}',
        f'    choose by p "?":{OPTIONS}    otherwise: m = 9',
        f'    for each z in X:\n        may choose {NUMBERS} by p "?":\n            m = 9',
        f'    may choose {NUMBERS} by p "?":\n        m = 9',
        f'    choose {NUMBERS} by p "?":\n        m = 9\n    otherwise: m = 3',
        f'    choose up to 2 {NUMBERS} by p "?":\n        m = 9',
    ],
)
def test_rounds_without_any_option_come_to_an_end(turn: str, tmp_path: Path) -> None:
    with pytest.raises(RuleError, match="the rules take too long here"):
        played(turn, tmp_path, n=9, times=9)


@pytest.mark.parametrize("turn", [f'    choose by p "?":{OPTIONS}', f'    choose {NUMBERS} by p "?":\n        m = 9\n'])
def test_lists_before_decisions_are_not_counted(turn: str, tmp_path: Path) -> None:
    assert played(turn * 4, tmp_path, n=0, times=2) == 8


def test_lists_of_a_decision_are_counted_where_they_are_long(tmp_path: Path) -> None:
    options = [OPTIONS.replace("take", f"take{at}") for at in range(4)]
    with pytest.raises(RuleError, match="the rules take too long here"):
        played(f'    choose by p "?":{"".join(options)}', tmp_path, n=0, times=1)
