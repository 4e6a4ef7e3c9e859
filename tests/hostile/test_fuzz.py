"""A few inputs for each kind of `make fuzz` that needs no C compiler."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "bench"))

from fuzz import ANYWHERE, KINDS, Fuzz

pytestmark = pytest.mark.slow

INPUTS = 8
OF_LONG_ONES = {"meant": 3, "batch": 2, "bots": 2}


@pytest.mark.parametrize("name", ANYWHERE)
def test_fuzzed_inputs_show_no_fault(name: str, tmp_path: Path) -> None:
    fuzz, kind = Fuzz(tmp_path / "kept", limit=20, seed=1), KINDS[name](tmp_path)
    inputs = OF_LONG_ONES.get(name, INPUTS)
    for _ in range(inputs):
        fuzz.one(name, kind, *kind.make(fuzz.rng))
    assert fuzz.tried[name] == inputs and not fuzz.faults
