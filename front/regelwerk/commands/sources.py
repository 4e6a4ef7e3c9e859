"""`regelwerk sources GAME`: the implementations and tests of every statement of the rulebooks."""

from __future__ import annotations

import dataclasses

import click
from regelwerk_compiler.inspect import source_report as reports
from rich.text import Text

from ..loading.checking import check_source
from ..loading.source import Source
from ..terminal.console import FINE, PROBLEMS, Screen, counted
from ..terminal.options import json_option, source_parameters

NOTHING = "the game has no list of statements; `sources.yaml` beside its game.yaml would hold one (docs/language.md)"


@click.command("sources")
@json_option
@source_parameters
def sources(source: Source, json: bool) -> int:
    """Report how the rulebooks are implemented.

    Lists every numbered statement with the declarations that implement it, and every open question with the reading
    that the game follows and the variants that follow another. Exits with 1 if a statement has neither an
    implementation nor a reason.
    """
    screen = Screen()
    with screen.busy(f"Checking {source.game}"):
        report = reports.report_sources(check_source(source))
    if json:
        screen.json({**dataclasses.asdict(report), "missing": report.missing})
    else:
        for statement in report.statements:
            _show_statement(statement, screen)
        for question in report.questions:
            _show_question(question, screen)
        if report.statements or report.questions:
            _sum_up(report, screen)
        else:
            screen.note(NOTHING)
    return PROBLEMS if report.missing else FINE


def _show_statement(one: reports.StatementReport, screen: Screen) -> None:
    screen.say(Text.assemble((one.id, "key"), f"  {one.gloss}", (f"  {one.kind}, {one.place}", "quiet")))
    _show_cited("implemented", one.implemented, screen)
    _show_cited("tested", one.tested, screen)
    if one.not_implemented:
        screen.say(f"    not implemented: {one.not_implemented}", style="quiet")
    if not one.is_settled:
        screen.say("    neither implemented nor left out for a reason", style="bad")


def _show_question(one: reports.QuestionReport, screen: Screen) -> None:
    screen.say(Text.assemble((one.id, "key"), f"  {one.gloss}", ("  question", "quiet")))
    screen.say(f"    here: {one.base}")
    if one.reason:
        screen.say(f"    {one.reason}")
    if one.variants:
        screen.say(f"    different in: {', '.join(one.variants)}")
    if one.variant and not one.is_there:
        screen.say(f"    there is no variant {one.variant}", style="warn")
    _show_cited("implemented", one.implemented, screen)
    _show_cited("tested", one.tested, screen)


def _show_cited(word: str, cited: tuple[reports.Citation, ...], screen: Screen) -> None:
    if cited:
        shown = (f"{one.name} ({one.where}{f', {one.by}' if one.by else ''})" for one in cited)
        screen.say(f"    {word}: {', '.join(shown)}", style="quiet")


def _sum_up(report: reports.SourceReport, screen: Screen) -> None:
    """One line of totals, beside the answer."""
    done = [one for one in report.statements if one.implemented]
    only = [one for one in done if one.in_variants_only]
    left = [one for one in report.statements if not one.implemented and one.not_implemented]
    tested = [one for one in done if one.tested]
    told = [
        f"{len(done)} of {counted(len(report.statements), 'statement')} implemented",
        f"{len(only)} of them in variants only",
        f"{len(tested)} tested",
        f"{len(left)} left out for a reason",
        counted(len(report.questions), "question"),
    ]
    if report.missing:
        told.append(f"missing: {', '.join(report.missing)}")
    screen.note("; ".join(told), style="bad" if report.missing else "good")
