"""The games under `cards/` and their variants, each compiled once per test run.

Base games come from the toolkit's cache. Types and trees cannot be shared between processes, so each process checks a
game once.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import regelwerk
from once import made_once
from regelwerk_compiler.collecting import collect_texts
from regelwerk_compiler.driver import CheckResult, CompileResult, Options, check_game, compile_checked
from regelwerk_compiler.words.catalogues.wanted import Collected
from regelwerk_dsl.render import render_line
from regelwerk_runtime.sandbox import GAME_MODULE, run_module, run_scenarios
from regelwerk_runtime.scenario import Scenario, run_scenario
from regelwerk_runtime.tables.game import Game
from regelwerk_runtime.verifier import verify

CARDS = Path(__file__).resolve().parents[1] / "cards"
GAMES = sorted(path.parent for path in CARDS.rglob("game.yaml"))

once = lru_cache(maxsize=48)  # the base games, and the variants that one test file uses


@once
def checked(folder: Path, variants: tuple[str, ...] = ()) -> CheckResult:
    """The game after all checks, possibly with errors. Tests share it and must not change it."""
    return check_game(folder, Options(variants=variants))


@once
def compiled(folder: Path, variants: tuple[str, ...] = ()) -> CompileResult:
    """The game's modules, compiled in this process."""
    return compile_checked(checked(folder, variants), Options(variants=variants))


class Emitted(NamedTuple):
    """Compiler messages for a game with variants, and its modules, which have passed the verifier."""

    said: list[str]
    module: str | None
    scenarios: str | None
    helped: str


def _emit(folder: Path, variants: tuple[str, ...]) -> Emitted:
    made = compiled(folder, variants)
    for module in filter(None, (made.module, made.helped)):
        verify(module)
    return Emitted(list(map(render_line, made.diagnostics)), made.module, made.scenarios, made.helped)


@once
def emitted(folder: Path, variants: tuple[str, ...]) -> Emitted:
    """The same, compiled once for all processes."""
    name = sha256(repr(variants).encode()).hexdigest()[:16]
    return made_once(f"{folder.name}-{name}", lambda: _emit(folder, variants))


def module_of(folder: Path, variants: tuple[str, ...] = ()) -> str:
    """The module of a game that has no errors."""
    if not variants:
        return regelwerk.load(folder).module
    made = emitted(folder, variants)
    assert made.module is not None, made.said
    return made.module


@once
def collected(folder: Path) -> Collected:
    """Every text of the game, its errata and its variants."""
    return collect_texts(folder)


@once
def _names(folder: Path, variants: tuple[str, ...]) -> dict[str, Any]:
    return run_module(module_of(folder, variants), GAME_MODULE, verified=True)


def rules_of(folder: Path, variants: tuple[str, ...] = ()) -> Game:
    """The rules of the game, ready to play."""
    game = _names(folder, variants)["GAME"] if variants else regelwerk.load(folder).rules
    assert isinstance(game, Game)
    return game


def scenarios_of(folder: Path, variants: tuple[str, ...] = ()) -> tuple[Scenario, ...]:
    """The worked examples of the game, ready to run."""
    if not variants:
        return regelwerk.load(folder).scenarios
    made = emitted(folder, variants)
    names = run_module(made.helped, GAME_MODULE, verified=True) if made.helped else _names(folder, variants)
    return run_scenarios(made.scenarios, names) if made.scenarios else ()


def assert_sound(folder: Path, variants: tuple[str, ...] = ()) -> None:
    """Asserts that the game compiles without a warning and that its scenarios pass."""
    said = emitted(folder, variants).said if variants else list(map(render_line, checked(folder).diagnostics))
    assert said == []
    game, scenarios = rules_of(folder, variants), scenarios_of(folder, variants)
    assert scenarios, "a game has a scenario at least"
    results = {scenario.name: run_scenario(game, scenario) for scenario in scenarios}
    assert {name: result.why for name, result in results.items() if not result.passed} == {}
