"""Golden tests of the later stages: `tests/cases/lower/*.regel` as IR, `tests/cases/emit/*.regel` as Python functions,
and `tests/cases/steps/*.regel` as counted steps.

A case whose name ends in `_explicit` is compiled for explicit chance. Golden files lie beside the cases: `.ir`,
`.py.txt`, `.steps.txt`.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from case_games import check_text, compile_text, errors_of
from golden import cases, check_golden
from ir_dump import dump
from ir_faults import faults_of
from regelwerk_compiler.analysis.costs import Costs
from regelwerk_compiler.lower import lower
from regelwerk_compiler.lower.tabulate import tabulate
from regelwerk_compiler.model.symbols import Game
from regelwerk_compiler.model.walk import all_callables

LOWER = cases("lower", "*.regel")
EMIT = cases("emit", "*.regel")
STEPS = cases("steps", "*.regel")


def explicit(path: Path) -> bool:
    return path.stem.endswith("_explicit")


@pytest.mark.parametrize("path", LOWER, ids=lambda path: path.stem)
def test_ir(path: Path, tmp_path: Path) -> None:
    result = check_text(path.read_text(encoding="utf-8"), tmp_path)
    assert errors_of(result) == []
    assert result.game is not None
    module = lower(result.game, explicit=explicit(path))
    assert faults_of(module) == []
    check_golden(path.with_suffix(".ir"), dump(module))


@pytest.mark.parametrize("path", EMIT, ids=lambda path: path.stem)
def test_python(path: Path, tmp_path: Path) -> None:
    result = compile_text(path.read_text(encoding="utf-8"), tmp_path, explicit=explicit(path))
    assert errors_of(result) == []
    assert result.module is not None
    check_golden(path.with_suffix(".py.txt"), functions_of(result.module))


@pytest.mark.parametrize("path", STEPS, ids=lambda path: path.stem)
def test_steps(path: Path, tmp_path: Path) -> None:
    result = check_text(path.read_text(encoding="utf-8"), tmp_path)
    assert errors_of(result) == []
    assert result.game is not None
    check_golden(path.with_suffix(".steps.txt"), steps_of(result.game))


def steps_of(game: Game) -> str:
    """The steps of each effect and definition, and of the rounds of loops whose number is not known in advance."""
    costs = Costs(game, tabulate(game))
    lines = [f"{callee.name}: {costs.body_steps[callee]:,}" for callee in all_callables(game)]
    lines += [f"round of {local.name}, line {local.span.line}: {steps:,}" for local, steps in costs.round_steps.items()]
    lines += [
        f"all rounds of {local.name}, line {local.span.line}: {steps:,}" for local, steps in costs.loop_steps.items()
    ]
    lines += [f"round of line {span.line}: {steps:,}" for span, steps in costs.fuel_round_steps.items()]
    return "\n".join(lines) + "\n"


def functions_of(module: str) -> str:
    """The functions of an emitted module, without its tables and state."""
    _, _, rest = module.partition("        return other\n")
    body, _, _ = rest.partition("\nPOINTS = ")
    return body.strip() + "\n"
