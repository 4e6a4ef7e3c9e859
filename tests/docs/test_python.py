"""A test of the page on the Python interface: its examples run, in order, as one program."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

PAGE = (Path(__file__).parents[2] / "docs/python.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_the_examples_run() -> None:
    """Each example keeps its line number in the page, which a failure shows."""
    names: dict[str, object] = {}
    blocks = list(BLOCK.finditer(PAGE))
    assert len(blocks) > 5
    for block in blocks:
        before = "\n" * PAGE.count("\n", 0, block.start(1))
        exec(compile(before + block[1], "docs/python.md", "exec"), names)
