"""The games under `cards/` and their variants, checked and compiled once in each process of the tests."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from regelwerk_compiler.driver import CheckResult, CompileResult, Options, check_game, compile_checked
from regelwerk_compiler.words.catalogues.collecting import Collected, collect_texts
from regelwerk_dsl.render import render_line
from regelwerk_runtime.sandbox import GAME_MODULE, run_module, run_scenarios
from regelwerk_runtime.scenario import Scenario, run_scenario
from regelwerk_runtime.tables.game import Game

CARDS = Path(__file__).resolve().parents[1] / "cards"
GAMES = sorted(path.parent for path in CARDS.rglob("game.yaml"))

once = lru_cache(maxsize=48)  # the base games, and the variants that a file of tests looks at


@once
def checked(folder: Path, variants: tuple[str, ...] = ()) -> CheckResult:
    """The game after the checks, perhaps with errors. Tests share it: none may change it."""
    return check_game(folder, Options(variants=variants))


@once
def compiled(folder: Path, variants: tuple[str, ...] = ()) -> CompileResult:
    """The modules of the game."""
    return compile_checked(checked(folder, variants), Options(variants=variants))


def module_of(folder: Path, variants: tuple[str, ...] = ()) -> str:
    """The module of a game that has no errors."""
    made = compiled(folder, variants)
    assert made.module is not None, [render_line(item) for item in made.diagnostics]
    return made.module


@once
def collected(folder: Path) -> Collected:
    """Every text of the game, of its errata and of its variants."""
    return collect_texts(folder)


@once
def _rules(folder: Path, variants: tuple[str, ...] = ()) -> tuple[Game, tuple[Scenario, ...]]:
    names = run_module(module_of(folder, variants), GAME_MODULE)
    made, game = compiled(folder, variants), names["GAME"]
    helped = run_module(made.helped, GAME_MODULE) if made.helped else names
    assert isinstance(game, Game)
    return game, run_scenarios(made.scenarios, helped) if made.scenarios else ()


def rules_of(folder: Path, variants: tuple[str, ...] = ()) -> Game:
    """The game, ready to play."""
    return _rules(folder, variants)[0]


def assert_sound(folder: Path, variants: tuple[str, ...] = ()) -> None:
    """The game compiles without a warning, and its scenarios hold."""
    assert [render_line(item) for item in checked(folder, variants).diagnostics] == []
    game, scenarios = _rules(folder, variants)
    assert scenarios, "a game has a scenario at least"
    results = {scenario.name: run_scenario(game, scenario) for scenario in scenarios}
    assert {name: result.why for name, result in results.items() if not result.passed} == {}
