"""`regelwerk test GAME`: the scenarios, and the properties of what is printed."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Annotated, Any

import typer
from regelwerk_runtime.scenario import ScenarioResult, run_scenario
from rich.text import Text

from ..errors import UsageError
from ..game import load
from ..loading.source import source_of
from ..terminal.console import Screen
from ..terminal.options import GameArgument, JsonOption, LanguageOption, VariantOption, WithoutOption
from ..terminal.problems import FINE, PROBLEMS, counted


def test(
    game: GameArgument,
    word: Annotated[
        str, typer.Option("-k", metavar="WORD", help="Only scenarios with this word in name or title.")
    ] = "",
    verbose: Annotated[bool, typer.Option("-v", "--verbose", help="Tell what happens in each scenario.")] = False,
    faults: Annotated[
        bool, typer.Option("--faults", help="Plant one fault at a time, and list those that no test notices.")
    ] = False,
    sample: Annotated[
        int | None, typer.Option("--sample", metavar="N", min=1, help="With --faults: only so many faults.")
    ] = None,
    jobs: Annotated[
        int | None, typer.Option("--jobs", metavar="J", min=1, help="With --faults: so many processes.")
    ] = None,
    json: JsonOption = False,
    variant: VariantOption = None,
    without: WithoutOption = None,
    lang: LanguageOption = "",
) -> None:
    """Play the scenarios of a game, and judge its properties.

    Scenarios are worked examples that must come out as written; properties are invariants that read no state. Exits
    with 1 when one does not hold.
    """
    screen = Screen()
    if faults:
        tool = import_module("regelwerk_faults.command")  # a package of its own, which builds on this one
        raise typer.Exit(tool.report_faults(source_of(game, variant, without), sample, jobs, screen, json=json))
    with screen.busy(f"Compiling {game}"):
        played = load(game, variant, without)
    language = played.language(lang)
    wanted = [one for one in played.scenarios if word.lower() in f"{one.name} {one.title}".lower()]
    judged = [_judge(one) for one in played.rules.properties if word.lower() in one[0].lower()]
    if word and not wanted and not judged:
        raise UsageError(f"no scenario has {word} in its name or title", f"there are {len(played.scenarios)}")
    results = [run_scenario(played.rules, scenario, language) for scenario in wanted]
    failed = [result for result in judged + results if not result.passed]
    if json:
        found = [("property", result) for result in judged] + [("scenario", result) for result in results]
        screen.json([_to_dict(kind, result) for kind, result in found])
        raise typer.Exit(PROBLEMS if failed else FINE)
    for result in judged + results:
        _show(result, screen, verbose)
    verdict = f"{len(failed)} failed" if failed else "all passed"
    beside = f"{counted(len(judged), 'property', 'properties')} and " if judged else ""
    screen.note(f"{beside}{counted(len(results), 'scenario')}: {verdict}", "bad" if failed else "good")
    raise typer.Exit(PROBLEMS if failed else FINE)


def _judge(invariant: tuple[str, Callable[[Any], bool], str]) -> ScenarioResult:
    """A property and whether it holds, as the result of a scenario without steps."""
    title, holds, where = invariant
    try:
        passed = holds(None)  # it reads no state
        why = "" if passed else "the property does not hold"
    except Exception as error:  # a division by 0, a number that is none
        passed, why = False, f"{type(error).__name__}: {error}"
    return ScenarioResult(title, title, passed, "" if passed else where, (why,) if why else ())


def _show(result: ScenarioResult, screen: Screen, verbose: bool) -> None:
    title = result.title or result.name
    screen.say(Text.assemble(("passed", "good") if result.passed else ("FAILED", "bad"), f"  {title}"))
    if verbose or not result.passed:
        for step in result.told:
            told = [step.text] if step.text else []
            for line in told + [f"    {said}" for said in step.said]:
                screen.say(f"          {line}", style="quiet")
    if not result.passed:
        screen.say(f"  {result.where}")
        for line in result.why:
            screen.say(f"      {line}", style="warn")


def _to_dict(kind: str, result: ScenarioResult) -> dict[str, Any]:
    return {
        "kind": kind,
        "name": result.name,
        "title": result.title,
        "passed": result.passed,
        "where": result.where,
        "why": list(result.why),
    }
