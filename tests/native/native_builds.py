"""Native builds play exactly as Python does: bundled games, their variants, scenarios, games that break their rules.

`make test-native` runs these, which need a C compiler.
"""

from __future__ import annotations

from pathlib import Path

import pytest
import regelwerk_runtime.scenario as scenarios_module
from all_games import GAMES
from case_games import compile_text, errors_of
from case_games import rules_of as case_rules
from golden import cases
from regelwerk_compiler.driver import check_game
from regelwerk_compiler.resolve.scenarios import helped
from regelwerk_runtime.scenario import run_scenario
from twins import built, native, play_beside, twin_class

LARGE = {"itc", "auf_achse", "tokyo_metro"}
CASES = [path for folder in ("run", "emit") for path in cases(folder, "*.regel")]


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_a_game_is_the_same(folder: Path) -> None:
    """Every position of random games, for each number of players; the library never gives up."""
    game, games = native(folder), 2 if folder.name in LARGE else 10
    every = 7 if folder.name in LARGE else 1
    low, high = game.rules.players
    for players in range(low, high + 1):
        for seed in range(games):
            assert play_beside(game, players, 100 * players + seed, every) == 0


@pytest.mark.parametrize("path", CASES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_scenarios_of_cases(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All that scenarios of the language do, begun from the same positions."""
    result = compile_text(path.read_text(encoding="utf-8"), tmp_path)
    assert errors_of(result) == []
    rules, scenarios = case_rules(result)
    games = {id(rules): built(check_game(tmp_path).game, rules)}
    for scenario in scenarios:
        if scenario.rules is not None and id(scenario.rules) not in games:
            checked = check_game(tmp_path)
            assert checked.game is not None
            games[id(scenario.rules)] = built(helped(checked.game, checked.scenarios), scenario.rules)
    monkeypatch.setattr(scenarios_module, "Engine", twin_class(games))
    for scenario in scenarios:
        run_scenario(rules, scenario)
