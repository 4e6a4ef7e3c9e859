"""The terminal report of `regelwerk test --faults`: the unnoticed faults, and a table by file and kind."""

from __future__ import annotations

from regelwerk.loading.source import Source
from regelwerk.terminal.console import FINE, PROBLEMS, Screen, counted, plain_table
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from .judging import judge_all
from .report import Report, Tally, place_of, read_reasons, reported, summed, to_dict

KINDS = ("condition", "number", "drop", "owner", "field")


def report_faults(source: Source, sample: int | None, jobs: int | None, screen: Screen, *, json: bool) -> int:
    """Plants the faults of a game, runs its tests against each, and shows those that no test notices.

    Returns:
        The exit status: 1 if a fault is not noticed and has no reason, or a reason is stale.
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


def show(report: Report, screen: Screen) -> None:
    """Prints the faults that no test notices, the table, and the figures."""
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
    _show_files(report, screen)
    _show_figures(report, screen)
    for problem in report.stale:
        screen.note(problem, "bad")


def _show_files(report: Report, screen: Screen) -> None:
    """Shows a line for each file: the noticed faults by kind, then the shares."""
    kinds = [kind for kind in KINDS if any(kind in tallies for tallies in report.files.values())]
    table = plain_table("noticed, of planted", *kinds, "scenarios", "all tests", numbers=frozenset(range(1, 9)))
    for name, tallies in report.files.items():
        table.add_row(name, *(_part(tallies.get(kind)) for kind in kinds), *_shares(summed(tallies.values())))
    every = [summed(tallies[kind] for tallies in report.files.values() if kind in tallies) for kind in kinds]
    table.add_row("together", *map(_part, every), *_shares(report.whole))
    screen.show(table)
    screen.say()


def _part(tally: Tally | None) -> str:
    return f"{tally.tests}/{tally.faults}" if tally is not None else ""


def _shares(tally: Tally) -> tuple[str, str]:
    return share(tally.scenarios, tally.faults), share(tally.tests, tally.faults)


def share(part: int, whole: int) -> str:
    """A part in percent, never rounded up."""
    return f"{part * 1000 // whole / 10:.1f} %" if whole else "-"


def _show_figures(report: Report, screen: Screen) -> None:
    whole = report.whole
    beside = [f"{report.same:,} make no difference"] * bool(report.same)
    beside += [f"{report.refused:,} cannot be compiled"] * bool(report.refused)
    screen.say(counted(whole.faults, "fault") + (f" ({', '.join(beside)})" if beside else ""))
    screen.say(f"noticed by scenarios alone: {whole.scenarios:,} ({share(whole.scenarios, whole.faults)})")
    screen.say(f"by properties besides: {whole.properties:,}; by random games besides: {whole.games:,}")
    screen.say(f"noticed by all tests together: {whole.tests:,} ({share(whole.tests, whole.faults)})")
    allowed = len(report.missed) - len(report.unexplained)
    if allowed:
        screen.say(f"not noticed, with a reason: {allowed:,}")
    screen.say(f"not noticed: {len(report.unexplained):,}")
