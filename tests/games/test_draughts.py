"""A test of English draughts against known numbers of moves."""

from __future__ import annotations

from typing import Any

import pytest
import regelwerk

pytestmark = pytest.mark.slow

Match = Any


def ends_of_moves(match: Match, player: int) -> list[Match]:
    """The matches after each whole move of a player, one for each path of a chain of jumps."""
    if match.decision is None or match.decision.player != player:
        return [match]
    found = []
    for option in match.decision.options:
        after = match.copy()
        after.play(option.index)
        found += ends_of_moves(after, player)
    return found


def moves(match: Match, plies: int) -> list[int]:
    """The number of ways to play 1, 2, ... moves."""
    level, counts = [match], []
    for _ in range(plies):
        level = [
            after for before in level if before.decision for after in ends_of_moves(before, before.decision.player)
        ]
        counts.append(len(level))
    return counts


def test_draughts_counts_by_ply() -> None:
    """Aart Bik, Perft for English draughts: 7, 49, 302, 1,469, 7,361, 36,768, 179,740, 845,931."""
    start = regelwerk.load("draughts").start(players=2, seed=1)
    assert moves(start, 6) == [7, 49, 302, 1_469, 7_361, 36_768]
