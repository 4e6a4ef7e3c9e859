"""Mistakes of authors: a healthy source with one mistake gives one message, on the line of the mistake or the next.

The first line of `tests/cases/mistakes/*.txt` names a healthy source, `base: PATH`. Then come kinds of fault in
brackets, and under each a line a fault: `what stands there ==> what stands there now`, with `\\n` for the end of a
line. What stands there is found once in the source; a fault whose place is gone, because the game has changed, is
passed over.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from case_games import folder_of, line_of
from golden import CASES, cases
from regelwerk_compiler.driver import check_game

ROOT = CASES.parents[1]
TABLES = cases("mistakes", "*.txt")
SHARE = 0.9  # of the faults give exactly one message at the right place


@dataclass(frozen=True, slots=True)
class Mistake:
    """One mistake in one file of a healthy game."""

    kind: str
    old: str
    new: str


@pytest.mark.parametrize("table", TABLES, ids=lambda path: path.stem)
def test_one_fault_gives_one_message(table: Path, tmp_path: Path) -> None:
    head, *lines = table.read_text(encoding="utf-8").split("\n")
    folder = tmp_path / table.stem
    base = _healthy(ROOT / head.removeprefix("base: "), folder)
    assert [item for item in check_game(folder).diagnostics if item.code.startswith("E")] == []
    misses: list[str] = []
    stale: list[str] = []
    faults = list(_faults(lines))
    for fault in faults:
        path = _place(fault, base)
        if path is None:
            stale.append(f"{fault.old!r} is not there once")
        else:
            misses += _plant(fault, path, base[path])
    total = len(faults) - len(stale)
    print(*stale, *misses, sep="\n")
    print(f"{total - len(misses)} of {total} faults give one message")
    assert len(misses) <= total * (1 - SHARE), "\n".join(misses)


def test_there_are_many_faults() -> None:
    assert sum(len(list(_faults(table.read_text(encoding="utf-8").split("\n")))) for table in TABLES) >= 200


def _healthy(source: Path, folder: Path) -> dict[Path, str]:
    """The game in a folder of its own: its files with their texts."""
    if source.is_dir():
        shutil.copytree(source, folder)
    else:
        folder.mkdir()
        folder_of(source.read_text(encoding="utf-8"), folder)
    return {path: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.regel"))}


def _faults(lines: list[str]) -> Iterator[Mistake]:
    kind = ""
    for line in lines:
        if line.startswith("["):
            kind = line.strip("[]")
        elif " ==> " in line or line.endswith(" ==>"):
            old, _, new = line.partition(" ==>")
            yield Mistake(kind, _spelt(old), _spelt(new.removeprefix(" ")))


def _spelt(text: str) -> str:
    return text.replace("\\n", "\n")


def _place(fault: Mistake, base: dict[Path, str]) -> Path | None:
    places = [path for path, text in base.items() for _ in range(text.count(fault.old))]
    return places[0] if len(places) == 1 else None


def _plant(fault: Mistake, path: Path, text: str) -> list[str]:
    """Nothing when the fault gives one message at its place, else what it gives."""
    at = text.index(fault.old) + _same(fault.old, fault.new)
    line = text.count("\n", 0, at) + 1
    path.write_text(text.replace(fault.old, fault.new), encoding="utf-8")
    try:
        found = check_game(path.parent).diagnostics
    finally:
        path.write_text(text, encoding="utf-8")
    good = (
        len(found) == 1
        and found[0].code.startswith("E")
        and Path(found[0].span.source.name).name == path.name
        and found[0].span.line in (line, line + 1)
    )
    if good:
        return []
    said = "; ".join(line_of(item) for item in found) or "nothing"
    return [f"{path.parent.name}, {fault.kind}: {fault.old!r} -> {fault.new!r} in line {line}: {said}"]


def _same(old: str, new: str) -> int:
    """How many characters two texts have in common at their beginning."""
    count = 0
    while count < min(len(old), len(new)) and old[count] == new[count]:
        count += 1
    return count
