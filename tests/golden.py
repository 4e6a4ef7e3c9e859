"""Golden files: comparison of a text with the expected one, and writing of expected files if REGELWERK_GOLDEN=1."""

from __future__ import annotations

import os
from collections.abc import Callable
from difflib import unified_diff
from pathlib import Path

import pytest

CASES = Path(__file__).parent / "cases"


def updating() -> bool:
    """Whether golden files are to be rewritten. Always false in continuous integration."""
    return os.environ.get("REGELWERK_GOLDEN") == "1" and not os.environ.get("CI")


def check_golden(path: Path, text: str, explain: Callable[[str], str] | None = None) -> None:
    """Compares a text with the golden file, or writes it.

    Args:
        path: the golden file.
        text: what it should hold.
        explain: says where they differ, from what the golden file holds; without it, a diff does.
    """
    if updating():
        path.write_text(text, encoding="utf-8")
        return
    if not path.exists():
        pytest.fail(f"{path.name} is missing: run with REGELWERK_GOLDEN=1 and read what it writes")
    wanted = path.read_text(encoding="utf-8")
    if text != wanted:
        if explain is not None:
            pytest.fail(explain(wanted), pytrace=False)
        diff = unified_diff(wanted.splitlines(), text.splitlines(), path.name, "now", lineterm="", n=2)
        pytest.fail("\n".join(diff), pytrace=False)


def cases(folder: str, pattern: str) -> list[Path]:
    """The case files of a folder, sorted."""
    return sorted((CASES / folder).glob(pattern))
