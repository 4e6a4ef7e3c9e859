"""Some inputs of each kind of `make fuzz`."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "bench"))

from fuzz import KINDS, Fuzz

pytestmark = pytest.mark.slow

INPUTS = 8


@pytest.mark.parametrize("name", KINDS)
def test_inputs_are_answered_as_they_should_be(name: str, tmp_path: Path) -> None:
    fuzz, kind = Fuzz(tmp_path / "kept", limit=20, seed=1), KINDS[name](tmp_path)
    for _ in range(INPUTS):
        fuzz.one(name, kind, *kind.make(fuzz.rng))
    assert fuzz.tried[name] == INPUTS and not fuzz.faults
