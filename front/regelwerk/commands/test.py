"""`regelwerk test GAME`: the properties and the scenarios of a game."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import click
from regelwerk_runtime.scenario import ScenarioResult, run_scenario
from rich.text import Text

from ..errors import UsageError
from ..game import Game
from ..loading.compilation import load_compiled
from ..loading.source import Source
from ..terminal.console import Screen
from ..terminal.options import COUNT, json_option, language_option, option, source_parameters
from ..terminal.problems import FINE, PROBLEMS, counted

SHOWN = ("name", "title", "passed", "where", "why")  # of a result, in JSON
WORD = "Only scenarios and properties with this word in their name or title."


@click.command("test")
@option("-k WORD", WORD, name="word")
@option("-v, --verbose", "Print the log of each scenario.")
@option("--faults", "Measure fault detection: plant one fault at a time.")
@option("--sample N", "With --faults: a sample of N faults.", COUNT)
@option("--jobs J", "With --faults: number of processes.", COUNT)
@json_option
@source_parameters
@language_option
def test(
    source: Source,
    word: str,
    verbose: bool,
    faults: bool,
    sample: int | None,
    jobs: int | None,
    json: bool,
    lang: str,
) -> int:
    """Check the properties of a game and play its scenarios.

    Scenarios are worked examples of the rules; properties are invariants that read no state. Exits with 1 if one fails.
    """
    screen = Screen()
    if faults:
        tool = import_module("regelwerk_faults.command")  # a package of its own, which builds on this one
        status: int = tool.report_faults(source, sample, jobs, screen, json=json)
        return status
    with screen.busy(f"Compiling {source.game}"):
        played = Game(load_compiled(source))
    language = played.language(lang)
    wanted = [one for one in played.scenarios if word.lower() in f"{one.name} {one.title}".lower()]
    judged = [_judge(one) for one in played.rules.properties if word.lower() in one[0].lower()]
    if word and not wanted and not judged:
        raise UsageError(f"no scenario has {word} in its name or title", f"there are {len(played.scenarios)}")
    results = [run_scenario(played.rules, scenario, language) for scenario in wanted]
    failed = [result for result in judged + results if not result.passed]
    if json:
        found = [("property", result) for result in judged] + [("scenario", result) for result in results]
        screen.json([{"kind": kind, **{name: getattr(result, name) for name in SHOWN}} for kind, result in found])
        return PROBLEMS if failed else FINE
    for result in judged + results:
        _show(result, screen, verbose)
    verdict = f"{len(failed)} failed" if failed else "all passed"
    beside = f"{counted(len(judged), 'property', 'properties')} and " if judged else ""
    screen.note(f"{beside}{counted(len(results), 'scenario')}: {verdict}", "bad" if failed else "good")
    return PROBLEMS if failed else FINE


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
