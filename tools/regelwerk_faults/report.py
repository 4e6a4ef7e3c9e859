"""The report on the faults of a game: figures, the faults that no test notices, and the reasons given for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from regelwerk_dsl.data.yaml import read_yaml
from regelwerk_dsl.diagnostics import Diagnostics, SourceError
from regelwerk_dsl.files import read_inside

from .fault import Fault
from .judging import Verdict

REASONS = "faults.yaml"
SCHEMA = {"type": "object", "additionalProperties": {"type": "string", "minLength": 1}}


@dataclass(frozen=True, slots=True)
class Reason:
    """The reason why a fault, or all faults of a declaration, need not be noticed, and its line in the file."""

    text: str
    line: int


@dataclass(slots=True)
class Tally:
    """Numbers of faults that make a difference: in total, and by the tests that notice them first."""

    faults: int = 0
    scenarios: int = 0
    properties: int = 0
    games: int = 0

    @property
    def tests(self) -> int:
        """The number of faults that any test notices."""
        return self.scenarios + self.properties + self.games

    def add(self, verdict: Verdict) -> None:
        self.faults += 1
        self.scenarios += verdict.noticed == "scenario"
        self.properties += verdict.noticed == "property"
        self.games += verdict.noticed == "game"


@dataclass(slots=True)
class Declared(Tally):
    """The faults of one declaration, and those that no test notices."""

    name: str = ""
    missed: list[Fault] = field(default_factory=list)


@dataclass(slots=True)
class Report:
    """The figures.

    Attributes:
        declared: by declaration, those with the most unnoticed faults first.
        files: by file and kind, with the files named as in the game.
        same: the number of faults that make no difference to the emitted module, or equal another one.
        refused: the number of faults that cannot be compiled.
        reasons: the reasons in `faults.yaml`, by id or declaration.
        stale: the problems of that file, a line each.
    """

    declared: list[Declared]
    files: dict[str, dict[str, Tally]]
    same: int
    refused: int
    reasons: Mapping[str, Reason]
    stale: list[str]

    def reason(self, fault: Fault) -> str:
        """The reason why it need not be noticed; "" if there is none."""
        found = self.reasons.get(fault.id) or self.reasons.get(fault.declaration)
        return found.text if found else ""

    @property
    def whole(self) -> Tally:
        """All declarations together."""
        return summed(self.declared)

    @property
    def missed(self) -> list[Fault]:
        """The faults that no test notices."""
        return [fault for one in self.declared for fault in one.missed]

    @property
    def unexplained(self) -> list[Fault]:
        """The faults that no test notices and that have no reason."""
        return [fault for fault in self.missed if not self.reason(fault)]


def read_reasons(folder: Path) -> dict[str, Reason]:
    """The reasons in the game's `faults.yaml`; none if there is no such file.

    Raises:
        SourceError: the file is malformed.
    """
    path = folder / REASONS
    if not path.exists() and not path.is_symlink():
        return {}
    diagnostics = Diagnostics()
    source = read_inside(folder, REASONS, path.as_posix(), diagnostics)
    found = read_yaml(source, SCHEMA, diagnostics) if source is not None else None
    if found is None:
        raise SourceError(diagnostics.sorted())
    return {name: Reason(" ".join(text.split()), found.keys[(name,)].line) for name, text in found.data.items()}


def reported(
    faults: Sequence[Fault], verdicts: Sequence[Verdict], reasons: Mapping[str, Reason], *, stale: bool = True
) -> Report:
    """The report on some verdicts.

    Args:
        faults: all faults of the game.
        verdicts: the verdicts on them, or on a sample.
        reasons: see `read_reasons`.
        stale: whether to look for reasons that are no longer needed; those of the base may not fit a variant.
    """
    declared: dict[str, Declared] = {}
    files: dict[str, dict[str, Tally]] = {}
    for verdict in verdicts:
        if verdict.noticed in ("same", "refused"):
            continue
        fault = faults[verdict.number]
        one = declared.setdefault(fault.declaration, Declared(name=fault.declaration))
        one.add(verdict)
        files.setdefault(file_of(fault), {}).setdefault(fault.kind, Tally()).add(verdict)
        if not verdict.noticed:
            one.missed.append(fault)
    ordered = sorted(declared.values(), key=lambda one: (-len(one.missed), one.name))
    count = [verdict.noticed for verdict in verdicts]
    report = Report(ordered, files, count.count("same"), count.count("refused"), reasons, [])
    if stale:
        report.stale = _stale(faults, report, whole=len(verdicts) == len(faults))
    return report


def _stale(faults: Sequence[Fault], report: Report, whole: bool) -> list[str]:
    known = {name for fault in faults for name in (fault.id, fault.declaration)}
    missed = {name for fault in report.missed for name in (fault.id, fault.declaration)}
    lines = []
    for name, reason in report.reasons.items():
        if name not in known:
            lines.append(f"{REASONS}:{reason.line}: there is no fault or declaration {name}")
        elif whole and name not in missed:
            lines.append(f"{REASONS}:{reason.line}: {name} needs no reason, tests notice it")
    return lines


def summed(tallies: Iterable[Tally]) -> Tally:
    """Several tallies as one."""
    found = Tally()
    for one in tallies:
        found.faults += one.faults
        found.scenarios += one.scenarios
        found.properties += one.properties
        found.games += one.games
    return found


def file_of(fault: Fault) -> str:
    """The file as a path in the folder of the game."""
    return fault.span.source.short


def place_of(fault: Fault) -> str:
    """`file:line`."""
    return fault.span.where


def to_dict(report: Report) -> dict[str, Any]:
    """The report as plain data."""
    return {
        **_to_dict(report.whole),
        "same": report.same,
        "refused": report.refused,
        "files": [
            {"file": name, "kind": kind, **_to_dict(tally)}
            for name, kinds in report.files.items()
            for kind, tally in kinds.items()
        ],
        "declarations": [{"name": one.name, **_to_dict(one)} for one in report.declared],
        "missed": [
            {
                "id": fault.id,
                "declaration": fault.declaration,
                "kind": fault.kind,
                "where": place_of(fault),
                "words": fault.words,
                "reason": report.reason(fault),
            }
            for fault in report.missed
        ],
        "stale": report.stale,
    }


def _to_dict(tally: Tally) -> dict[str, int]:
    return {
        "faults": tally.faults,
        "scenarios": tally.scenarios,
        "properties": tally.properties,
        "games": tally.games,
        "tests": tally.tests,
    }
