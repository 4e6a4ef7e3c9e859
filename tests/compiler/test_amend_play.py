"""A test that a game and its variant go alike on one seed until a rule that the variant changes makes a difference."""

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
    """Records which functions of emitted modules run."""
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
    """The functions that differ in the variant, or that read a table that differs."""
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


def agreeing(one: object, other: object) -> bool:
    """Whether two states agree in everything that both have."""
    if isinstance(one, dict) and isinstance(other, dict):
        return all(agreeing(one[key], other[key]) for key in one.keys() & other.keys())
    return one == other


def asked(match: Match) -> tuple[int | None, list[str]] | None:
    decision = match.decision
    return None if decision is None else (decision.player, [option.key for option in decision.options])


@pytest.mark.parametrize(("folder", "wish"), SOME, ids=title)
def test_both_games_go_alike_until_a_changed_rule_runs(folder: Path, wish: str) -> None:
    games = rules_of(folder), rules_of(folder, (wish,))
    touched = other_functions(folder, wish)
    for seed in range(SEEDS):
        rng = random.Random(seed)
        players = rng.choice(range(max(game.players[0] for game in games), min(game.players[1] for game in games) + 1))
        base, variant = (Match.start(game, players, seed) for game in games)
        ran = watched(lambda: [Match.start(game, players, seed) for game in games])  # noqa: B023
        for _ in range(STEPS):
            if asked(base) != asked(variant) or not agreeing(base.state.to_dict(), variant.state.to_dict()):
                assert ran & touched, f"seed {seed}: the games part, and no rule of the variant has run"
                break
            if base.decision is None:
                break
            key = rng.choice([option.key for option in base.decision.options])
            ran = watched(lambda: (base.choose(key), variant.choose(key)))  # noqa: B023
