"""A game and its variant on the same seed are one game until a rule that the variant touches makes the difference."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import pytest
from all_games import module_of, rules_of
from regelwerk_runtime.match import Match
from regelwerk_runtime.sandbox import GAME_FILE
from variant_games import SOME, parts, title

pytestmark = pytest.mark.slow

SEEDS = 2
STEPS = 150


def watched(act: Callable[[], object]) -> set[str]:
    """The functions of emitted modules that run meanwhile."""
    found: set[str] = set()

    def look(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_filename == GAME_FILE:
            found.add(frame.f_code.co_name)

    before = sys.getprofile()
    sys.setprofile(look)
    try:
        act()
    finally:
        sys.setprofile(before)
    return found


def other_functions(folder: Path, wish: str) -> set[str]:
    """The functions that are not the same in the variant, or read a table that is not."""
    first, second = parts(module_of(folder)), parts(module_of(folder, (wish,)))
    changed = {part for part in {*first, *second} if first.get(part) != second.get(part)}
    tables = {part for part in changed if part.isupper()}
    for part in {*first, *second}:
        words = {
            word for text in (first.get(part, ""), second.get(part, "")) for word in text.replace("[", " ").split()
        }
        if words & tables:
            changed.add(part)
    return changed


def same(one: object, other: object) -> bool:
    """Whether two states agree on what both have."""
    if isinstance(one, dict) and isinstance(other, dict):
        return all(same(one[key], other[key]) for key in one.keys() & other.keys())
    return one == other


def asked(match: Match) -> tuple[int | None, list[str]] | None:
    decision = match.decision
    return None if decision is None else (decision.player, [option.key for option in decision.options])


@pytest.mark.parametrize(("folder", "wish"), SOME, ids=title)
def test_one_game_until_the_rules_part(folder: Path, wish: str) -> None:
    games = rules_of(folder), rules_of(folder, (wish,))
    touched = other_functions(folder, wish)
    for seed in range(SEEDS):
        rng = random.Random(seed)
        players = rng.choice(range(max(game.players[0] for game in games), min(game.players[1] for game in games) + 1))
        base, variant = (Match.start(game, players, seed) for game in games)
        ran = watched(lambda: [Match.start(game, players, seed) for game in games])  # noqa: B023
        for _ in range(STEPS):
            if asked(base) != asked(variant) or not same(base.state.to_dict(), variant.state.to_dict()):
                assert ran & touched, f"seed {seed}: the games part, and no rule of the variant has run"
                break
            if base.decision is None:
                break
            key = rng.choice([option.key for option in base.decision.options])
            ran = watched(lambda: (base.choose(key), variant.choose(key)))  # noqa: B023
