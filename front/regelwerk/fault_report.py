"""What the faults of a game came to: the figures, what no test notices, and the reasons that the game gives for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from regelwerk_compiler.faults import Fault
from regelwerk_dsl.diagnostics import Diagnostics, SourceError
from regelwerk_dsl.files import read_source
from regelwerk_dsl.source import NO_SPAN
from regelwerk_dsl.yaml_reader import read_yaml
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from .console import Screen
from .fault_run import Verdict, judge_all
from .loading import Source
from .problems import FINE, PROBLEMS, counted

REASONS = "faults.yaml"
SCHEMA = {"type": "object", "additionalProperties": {"type": "string", "minLength": 1}}


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a fault, or all faults of a declaration, need not be noticed, and its line in the file."""

    text: str
    line: int


@dataclass(slots=True)
class Declared:
    """The faults of one declaration that make a difference: how many, who notices them, and those that nobody does."""

    name: str
    faults: int = 0
    scenarios: int = 0
    games: int = 0
    missed: list[Fault] = field(default_factory=list)


@dataclass(slots=True)
class Report:
    """The figures.

    Attributes:
        declared: by declaration, most faults that no test notices first.
        same: how many faults make no difference to the emitted module, or are one with another.
        refused: how many cannot be compiled.
        reasons: what `faults.yaml` says, by id or declaration.
        stale: what is wrong with it, a line each.
    """

    declared: list[Declared]
    same: int
    refused: int
    reasons: Mapping[str, Reason]
    stale: list[str]

    def reason(self, fault: Fault) -> str:
        """Why it need not be noticed; "" when nobody says so."""
        found = self.reasons.get(fault.id) or self.reasons.get(fault.declaration)
        return found.text if found else ""

    @property
    def faults(self) -> int:
        return sum(one.faults for one in self.declared)

    @property
    def scenarios(self) -> int:
        return sum(one.scenarios for one in self.declared)

    @property
    def tests(self) -> int:
        return sum(one.scenarios + one.games for one in self.declared)

    @property
    def missed(self) -> list[Fault]:
        """What no test notices."""
        return [fault for one in self.declared for fault in one.missed]

    @property
    def unexplained(self) -> list[Fault]:
        """What no test notices and nobody gives a reason for."""
        return [fault for fault in self.missed if not self.reason(fault)]


def read_reasons(folder: Path) -> dict[str, Reason]:
    """What the game's `faults.yaml` says; nothing when there is none.

    Raises:
        SourceError: the file is malformed.
    """
    path = folder / REASONS
    if not path.is_file():
        return {}
    diagnostics = Diagnostics()
    source = read_source(path, path.as_posix(), diagnostics, NO_SPAN)
    found = read_yaml(source, SCHEMA, diagnostics) if source is not None else None
    if found is None:
        raise SourceError(diagnostics.sorted())
    return {name: Reason(" ".join(text.split()), found.keys[(name,)].line) for name, text in found.data.items()}


def reported(
    faults: Sequence[Fault], verdicts: Sequence[Verdict], reasons: Mapping[str, Reason], *, stale: bool = True
) -> Report:
    """The figures of some verdicts.

    Args:
        faults: all faults of the game.
        verdicts: what became of them, or of a sample.
        reasons: see `read_reasons`.
        stale: whether to look for reasons that are needed no more; those of the base may not fit a variant.
    """
    declared: dict[str, Declared] = {}
    for verdict in verdicts:
        if verdict.noticed in ("same", "refused"):
            continue
        fault = faults[verdict.number]
        one = declared.setdefault(fault.declaration, Declared(fault.declaration))
        one.faults += 1
        one.scenarios += verdict.noticed == "scenario"
        one.games += verdict.noticed == "game"
        if not verdict.noticed:
            one.missed.append(fault)
    ordered = sorted(declared.values(), key=lambda one: (-len(one.missed), one.name))
    count = [verdict.noticed for verdict in verdicts]
    report = Report(ordered, count.count("same"), count.count("refused"), reasons, [])
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


def place_of(fault: Fault) -> str:
    """`file:line`, the file by its own name."""
    return f"{fault.span.source.name.replace(chr(92), '/').rsplit('/', 1)[-1]}:{fault.span.line}"


def share(part: int, whole: int) -> str:
    """A part in percent, never rounded up."""
    return f"{part * 1000 // whole / 10:.1f} %" if whole else "-"


def show(report: Report, screen: Screen) -> None:
    """Prints the figures and what no test notices."""
    whole = report.faults
    for one in report.declared:
        if one.missed:
            screen.say(f"{one.name}: {len(one.missed)} of {one.faults} not noticed", style="heading")
        for fault in sorted(one.missed, key=lambda fault: (fault.span.source.name, fault.span.line)):
            line = Text.assemble(f"  {place_of(fault)}  {fault.words}  ", (fault.id, "quiet"))
            reason = report.reason(fault)
            if reason:
                line.append(f"  allowed: {reason}", "quiet")
            screen.say(line)
    if report.missed:
        screen.say()
    beside = [f"{report.same:,} make no difference"] * bool(report.same)
    beside += [f"{report.refused:,} cannot be compiled"] * bool(report.refused)
    screen.say(counted(whole, "fault") + (f" ({', '.join(beside)})" if beside else ""))
    screen.say(f"noticed by scenarios alone: {report.scenarios:,} ({share(report.scenarios, whole)})")
    screen.say(f"noticed by all tests together: {report.tests:,} ({share(report.tests, whole)})")
    allowed = len(report.missed) - len(report.unexplained)
    if allowed:
        screen.say(f"not noticed, with a reason: {allowed:,}")
    screen.say(f"not noticed: {len(report.unexplained):,}")
    for problem in report.stale:
        screen.note(problem, "bad")


def to_dict(report: Report) -> dict[str, Any]:
    """The report as plain data."""
    return {
        "faults": report.faults,
        "scenarios": report.scenarios,
        "tests": report.tests,
        "same": report.same,
        "refused": report.refused,
        "declarations": [
            {"name": one.name, "faults": one.faults, "scenarios": one.scenarios, "tests": one.scenarios + one.games}
            for one in report.declared
        ],
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


def report_faults(source: Source, sample: int | None, jobs: int | None, screen: Screen, *, json: bool) -> int:
    """Plants the faults of a game, runs its tests against each, and shows what they do not notice.

    Returns:
        The exit status: 1 when a fault is not noticed and has no reason, or a reason is stale.
    """
    reasons = read_reasons(source.folder)
    columns = (TextColumn("Faults"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    quiet = not screen.err.is_terminal
    with Progress(*columns, console=screen.err, transient=True, disable=quiet, auto_refresh=False) as progress:
        task = progress.add_task("faults", total=None)
        faults, verdicts = judge_all(
            source, sample, jobs, lambda done, total: progress.update(task, completed=done, total=total, refresh=True)
        )
    report = reported(faults, verdicts, reasons, stale=not (source.variants or source.without))
    if json:
        screen.json(to_dict(report))
    else:
        show(report, screen)
    return PROBLEMS if report.unexplained or report.stale else FINE


__all__ = ["Declared", "Reason", "Report", "read_reasons", "report_faults", "reported", "show", "to_dict"]
