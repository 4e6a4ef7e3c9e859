"""Tests of behaviour: every scenario of `tests/cases/run/*.regel`, and of cases in `emit`, runs as it says.

A step that must end in a rule error, or that must not hold, has a comment on its line: `# fails: words of the reason`.
At every choice a copy of the game plays the same option and must reach the same position.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import regelwerk_runtime.scenario as scenarios_module
from case_games import compile_text, errors_of, rules_of
from golden import cases
from regelwerk_runtime.engine.engine import Engine
from regelwerk_runtime.scenario import ScenarioResult, run_scenario

CASES = cases("run", "*.regel")
CASES += [path for path in cases("emit", "*.regel") if "\nscenario " in path.read_text(encoding="utf-8")]
FAILS = re.compile(r"# fails: ([^#\n]*)")


class TwinEngine(Engine):
    """An engine whose copies must reach the same position as itself."""

    __slots__ = ()

    def play(self, index: int) -> None:
        """Plays as `Engine.play` does, then once more in a copy made before."""
        before = self.position()
        twin = self.copy()
        error: Exception | None = None
        try:
            Engine.play(twin, index)
        except Exception as raised:
            error = raised
        assert self.position() == before, "a copy that plays on changes the original"
        super().play(index)
        assert error is None
        assert self.position() == twin.position()


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_scenarios(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scenarios_module, "Engine", TwinEngine)
    text = path.read_text(encoding="utf-8")
    result = compile_text(text, tmp_path)
    assert errors_of(result) == []
    game, scenarios = rules_of(result)
    assert scenarios, "a case has scenarios"
    lines = text.split("\n")
    wrong: list[str] = []
    for number, scenario in enumerate(scenarios):
        start = _line(scenario.where)
        end = _line(scenarios[number + 1].where) if number + 1 < len(scenarios) else len(lines) + 1
        expected = [
            (at, found[1].strip()) for at in range(start, end) if (found := FAILS.search(lines[at - 1])) is not None
        ]
        wrong += _judge(run_scenario(game, scenario), expected)
    assert wrong == []


def _line(where: str) -> int:
    return int(where.rsplit(":", 1)[1])


def _judge(result: ScenarioResult, expected: list[tuple[int, str]]) -> list[str]:
    why = "; ".join(result.why)
    if not expected:
        return [] if result.passed else [f"{result.name} {result.where}: {why}"]
    ((line, words),) = expected
    if result.passed:
        return [f"{result.name}:{line}: this should fail: {words}"]
    if _line(result.where) != line or words not in why:
        return [f"{result.name} {result.where}: {why} (expected in line {line}: {words})"]
    return []


@pytest.mark.slow
def test_explicit_chance_compiles_too(tmp_path: Path) -> None:
    for number, path in enumerate(CASES):
        folder = tmp_path / str(number)
        folder.mkdir()
        result = compile_text(path.read_text(encoding="utf-8"), folder, explicit=True)
        assert errors_of(result) == [], path.stem
        rules_of(result)
