"""Tests of authors' mistakes: one mistake in a healthy game gives one message, on its line or the next.

The first line of `tests/cases/mistakes/*.txt` names a healthy game, `base: PATH`. Kinds of fault follow in brackets,
and under each kind one fault per line: `old text ==> new text`, with `\n` for the end of a line. The old text occurs
exactly once in the files of the game. If the game has changed and the old text is gone, the test fails, and the line
must be adapted. If the message is a warning, the kind says so: `[recursion, warning]`.
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

pytestmark = pytest.mark.slow

ROOT = CASES.parents[1]
TABLES = cases("mistakes", "*.txt")
SHARE = 0.9  # of the faults must give exactly one message at the right place
KINDS = {
    "misspelt name",
    "twice",
    "wrong kind",
    "mixed units",
    "out of range",
    "no pile can hold it",
    "recursion",
    "choice without answer",
    "text and effect differ",
    "nothing calls it",
    "nothing cites it",
    "secret told",
    "may be none",
    "missing colon",
    "unclosed",
    "wrong number of things",
}  # kinds that must be among the faults


@dataclass(frozen=True, slots=True)
class Mistake:
    """One mistake in one file of a healthy game."""

    kind: str
    old: str
    new: str
    severity: str = "E"


@pytest.mark.parametrize("table", TABLES, ids=lambda path: path.stem)
def test_one_fault_gives_one_message(table: Path, tmp_path: Path) -> None:
    head, *lines = table.read_text(encoding="utf-8").split("\n")
    folder = tmp_path / table.stem
    base = _healthy(ROOT / head.removeprefix("base: "), folder)
    healthy = check_game(folder).diagnostics
    assert [line_of(item) for item in healthy if item.code.startswith("E")] == []
    known = {(item.code, item.message) for item in healthy}
    faults = list(_faults(lines))
    places = [_place(fault, base) for fault in faults]
    stale = [f"{fault.kind}: {fault.old!r}" for fault, path in zip(faults, places, strict=True) if path is None]
    assert stale == [], f"these places are not there once in {head}: mend their lines in {table.name}"
    misses: list[str] = []
    for fault, path in zip(faults, places, strict=True):
        assert path is not None
        misses += _plant(fault, path, base[path], folder, known)
    print(*misses, sep="\n")
    print(f"{len(faults) - len(misses)} of {len(faults)} faults give one message")
    assert len(faults) - len(misses) >= len(faults) * SHARE, "\n".join(misses)


def test_there_are_many_faults_of_every_kind() -> None:
    faults = [fault for table in TABLES for fault in _faults(table.read_text(encoding="utf-8").split("\n"))]
    assert len(faults) >= 200
    assert sorted(KINDS - {fault.kind for fault in faults}) == []


def _healthy(source: Path, folder: Path) -> dict[Path, str]:
    """Copies the game into a folder of its own: its files with their texts."""
    if source.is_dir():
        shutil.copytree(source, folder)
    else:
        folder.mkdir()
        folder_of(source.read_text(encoding="utf-8"), folder)
    files = [path for pattern in ("*.regel", "*.csv", "sources.yaml") for path in sorted(folder.rglob(pattern))]
    return {path: path.read_text(encoding="utf-8") for path in files}


def _faults(lines: list[str]) -> Iterator[Mistake]:
    kind, severity = "", "E"
    for line in lines:
        if line.startswith("["):
            kind, _, warning = line.strip("[]").partition(", ")
            severity = "W" if warning == "warning" else "E"
        elif " ==> " in line or line.endswith(" ==>"):
            old, _, new = line.partition(" ==>")
            yield Mistake(kind, _spelt(old), _spelt(new.removeprefix(" ")), severity)


def _spelt(text: str) -> str:
    return text.replace("\\n", "\n")


def _place(fault: Mistake, base: dict[Path, str]) -> Path | None:
    places = [path for path, text in base.items() for _ in range(text.count(fault.old))]
    return places[0] if len(places) == 1 else None


def _plant(fault: Mistake, path: Path, text: str, folder: Path, known: set[tuple[str, str]]) -> list[str]:
    """None if the fault gives one message at its place, otherwise a description of what it gives."""
    faulty = text.replace(fault.old, fault.new)
    line = faulty.count("\n", 0, text.index(fault.old) + _same(fault.old, fault.new)) + 1
    path.write_text(faulty, encoding="utf-8")
    try:
        found = [item for item in check_game(folder).diagnostics if (item.code, item.message) not in known]
    finally:
        path.write_text(text, encoding="utf-8")
    good = (
        len(found) == 1
        and found[0].code.startswith(fault.severity)
        and Path(found[0].span.source.name).name == path.name
        and found[0].span.line in (line, line + 1)
    )
    if good:
        return []
    said = "; ".join(line_of(item) for item in found) or "nothing"
    return [f"{folder.name}, {fault.kind}: {fault.old!r} -> {fault.new!r} in line {line}: {said}"]


def _same(old: str, new: str) -> int:
    """The length of the common beginning of two texts, including empty lines that the fault adds there."""
    count = 0
    while count < min(len(old), len(new)) and old[count] == new[count]:
        count += 1
    added = new[count:] if count == len(old) else ""
    return count + len(added) - len(added.lstrip("\n"))
