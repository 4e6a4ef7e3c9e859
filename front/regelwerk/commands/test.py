"""`regelwerk test GAME`: the properties and the scenarios of a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click
from regelwerk_dsl.diagnostics import Severity, SourceError
from regelwerk_dsl.grammar.inserts import ExampleInsert, PictureInsert
from regelwerk_dsl.render import render_all
from regelwerk_runtime.engine.state import BaseState
from regelwerk_runtime.scenario import ScenarioResult, run_scenario
from rich.text import Text

from ..errors import UsageError
from ..game import Game
from ..loading.compilation import load_compiled
from ..loading.source import Source
from ..terminal.console import FINE, PROBLEMS, Screen, counted
from ..terminal.options import COUNT, json_option, language_option, option, source_parameters

if TYPE_CHECKING:
    from regelwerk_compiler.checked.game import CheckedGame

SHOWN = ("name", "title", "passed", "where", "why")  # fields of a result in JSON
NAMED = 20  # most failures named in the last line
WORD = "Only scenarios and properties with this word in their name or title."


@click.command("test")
@option("-k WORD", WORD, name="word")
@option("-v, --verbose", "Print the log of each scenario.")
@option("--variants", "Also test the game with each variant, and without each erratum.", name="every")
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
    every: bool,
    faults: bool,
    sample: int | None,
    jobs: int | None,
    json: bool,
    lang: str,
) -> int:
    """Check the properties of a game and play its scenarios.

    Scenarios are worked examples of the rules; properties are invariants that read no state. Exits with 1 if any of
    them fails.
    """
    screen = Screen()
    if faults:
        tool = import_module("regelwerk_faults.command")  # a package of its own, which builds on this one
        status: int = tool.report_faults(source, sample, jobs, screen, json=json)
        return status
    sources = [source, *(_apart(source) if every else ())]
    played = [_play(source, word, lang, screen), *(_try(one, word, lang, screen) for one in sources[1:])]
    if word and not any(played):
        count = len(load_compiled(source).scenario_list)
        raise UsageError(f"no scenario has {word} in its name or title", f"there are {count}")
    results = [result for of_one in played for result in of_one]
    failed = [result for result in results if not result.scenario.passed]
    if json:
        screen.json([result.to_dict() for result in results])
        return PROBLEMS if failed else FINE
    for result in results if not every else failed:
        _show(result, screen, verbose)
    verdict = f"{len(failed)} failed" if failed else "all passed"
    if failed and not every:  # they are somewhere in a long list
        names = [result.scenario.name for result in failed]
        verdict += f": {', '.join(names[:NAMED])}{', …' if len(names) > NAMED else ''}"
    kinds = Counter(result.kind for result in results)
    told = [counted(kinds["property"], "property", "properties")] if kinds["property"] else []
    told.append(counted(kinds["scenario"], "scenario"))
    games = f" in {counted(len(played), 'game')}" if every else ""
    hint = "" if every else _left_out(source)
    others = sum(map(_for_others, sources))
    hint += f", {counted(others, 'scenario')} for other numbers of players left out" if others else ""
    screen.note(f"{' and '.join(told)}{games}: {verdict}{hint}", "bad" if failed else "good")
    return PROBLEMS if failed else FINE


@dataclass(frozen=True, slots=True)
class Result:
    """A property, scenario or whole game that was tested.

    Attributes:
        kind: `property` or `scenario`; `game` for a game that does not compile with the changes.
        changes: the variants applied and the errata left out.
        scenario: its result.
    """

    kind: str
    changes: tuple[str, ...]
    scenario: ScenarioResult

    def to_dict(self) -> dict[str, Any]:
        """The result as plain data."""
        found = {name: getattr(self.scenario, name) for name in SHOWN}
        return {"kind": self.kind, "changes": self.changes, **found}


def _play(source: Source, word: str, lang: str, screen: Screen) -> list[Result]:
    """The results of the properties and scenarios whose name or title contains a word."""
    with screen.busy(f"Testing {' '.join([source.game, *source.changes])}"):
        played = Game(load_compiled(source))
        language, changes = played.language(lang), tuple(source.changes)
        properties = [one for one in played.rules.properties if word.lower() in one[0].lower()]
        titles = {one.name: one.titles.get(language, one.title) for one in played.checked.scenarios} if language else {}
        scenarios = [
            (one, titles.get(one.name, one.title))
            for one in played.scenarios
            if word.lower() in f"{one.name} {one.title} {titles.get(one.name, '')}".lower()
        ]
        state = played.rules.new_state(played.rules.players[0])
        found = [Result("property", changes, _judge(one, state)) for one in properties]
        printed = _printed(played.checked)
        for one, title in scenarios:
            result = run_scenario(played.rules, one, language)
            where = printed.get(one.name, "") if not result.passed else ""
            why = (*result.why, f"the booklet shows it, at {where}: it cannot be printed") if where else result.why
            found.append(Result("scenario", changes, replace(result, title=title, why=why)))
        return found


def _printed(game: CheckedGame) -> dict[str, str]:
    """The places of worked examples that chapters print, by scenario."""
    found: dict[str, str] = {}
    for block in (block for chapter in game.chapters for block in chapter.blocks):
        for insert in block.inserts:
            if isinstance(insert, ExampleInsert | PictureInsert):
                found[insert.name if isinstance(insert, ExampleInsert) else insert.scenario] = str(block.where)
    return found


def _try(source: Source, word: str, lang: str, screen: Screen) -> list[Result]:
    """The same for a changed game; if it does not compile, one failed result with its errors."""
    try:
        return _play(source, word, lang, screen)
    except SourceError as error:
        errors = [one for one in error.diagnostics if one.severity is Severity.ERROR]
        told = tuple(render_all(errors).rstrip().splitlines())
        result = ScenarioResult("compiles", "the rules compile", False, str(errors[0].span), told)
        return [Result("game", tuple(source.changes), result)]


def _apart(source: Source) -> list[Source]:
    """The game with each variant, and without each erratum, one change at a time."""
    from regelwerk_compiler.variants import trials  # the compiler is slow to load

    from ..loading.checking import check_source

    if source.is_changed:
        raise UsageError("--variants plays every variant; leave --variant and --without out")
    found = trials(check_source(source))
    return [replace(source, variants=trial.variants, without=trial.without) for trial in found]


def _left_out(source: Source) -> str:
    """A note on variants that were not played."""
    count = len(load_compiled(source).game.variants)
    return f" (none of {counted(count, 'variant')} played: see --variants)" if count and not source.is_changed else ""


def _for_others(source: Source) -> int:
    """The number of scenarios left out because the variants do not allow their number of players."""
    try:
        return sum(one.left_out for one in load_compiled(source).game.scenarios)
    except SourceError:
        return 0


def _judge(invariant: tuple[str, Callable[[Any], bool], str], state: BaseState) -> ScenarioResult:
    """True if a property holds, as the result of a scenario without steps; a property reads nothing of the state."""
    title, holds, where = invariant
    try:
        passed = holds(state)
        why = "" if passed else "the property does not hold"
    except Exception as error:  # such as a division by 0
        passed, why = False, f"{type(error).__name__}: {error}"
    return ScenarioResult(title, title, passed, "" if passed else where, (why,) if why else ())


def _show(tested: Result, screen: Screen, verbose: bool) -> None:
    result = tested.scenario
    title = result.title or result.name
    title += f" ({', '.join(tested.changes)})" if tested.changes else ""
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
