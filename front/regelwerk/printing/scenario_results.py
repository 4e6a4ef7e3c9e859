"""Results of scenarios as plain data: the worked examples of the booklet.

    {"name", "players", "situation": [fact], "steps": [step], "results": [fact],
     "positions": {"start", "before", "after": {"players", "facts"}}}

A fact is `{"state", "indices", "value"}`, in results with `old`. A step is `{"player", "choice", "says", "retold",
"declined"}`: choices and sentences are texts by language; `retold` says that the first sentence tells the choice as
well, `declined` that nothing was chosen of what was offered. What does not run to its end is left out. Results are the
facts that the scenario looks at, where they have changed. Positions are whole: all facts as `match.state.to_dict()`
gives them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Any

from regelwerk_compiler.checked.game import CheckedGame
from regelwerk_compiler.checked.type import Optional, Player, Type
from regelwerk_runtime.scenario import Chooses, Expect, Given, Rolls, Scenario, ScenarioResult, run_scenario
from regelwerk_runtime.tables.game import Game as Rules
from regelwerk_runtime.views.facade import Facade

LONGEST = 8  # a pile with more cards is no part of a picture


def played_scenarios(
    rules: Rules, scenarios: Iterable[Scenario], game: CheckedGame, language: str
) -> list[dict[str, Any]]:
    """What the scenarios do, in their order.

    Args:
        rules: the compiled rules.
        scenarios: those that are wanted.
        game: the checked game, for the types of facts.
        language: of choices and sentences.
    """
    return [played for one in scenarios if (played := _played(rules, one, game, language)) is not None]


def _played(rules: Rules, scenario: Scenario, game: CheckedGame, language: str) -> dict[str, Any] | None:
    opening = tuple(takewhile(lambda step: isinstance(step, Given | Rolls), scenario.steps))
    given = tuple(step for step in opening if isinstance(step, Given))
    start = run_scenario(rules, replace(scenario, steps=()), language)
    before = run_scenario(rules, replace(scenario, steps=given), language)
    done = run_scenario(rules, scenario, language)
    if not (start.passed and before.passed and done.passed):
        return None
    players = scenario.players
    states = [_facts(result, game, players) for result in (start, before, done)]
    steps = done.told[len(opening) :]
    looked_at = {name for step in scenario.steps if isinstance(step, Expect) for name in re.findall(r"\w+", step.text)}
    return {
        "name": scenario.name,
        "players": list(players),
        "situation": list(_changed(states[0], states[1])),
        "steps": [
            {
                "player": players[step.player] if isinstance(step, Chooses) else "",
                "choice": {language: told.chose} if told.chose else {},
                "says": [{language: sentence} for sentence in told.said],
                "retold": told.retold,
                "declined": told.declined,
            }
            for step, told in zip(scenario.steps[len(opening) :], steps, strict=True)
            if told.chose or told.said
        ],
        "positions": {
            name: {"players": list(players), "facts": plain_facts(result)}
            for name, result in zip(("start", "before", "after"), (start, before, done), strict=True)
        },
        "results": [
            {**fact, "old": states[1][_place(fact)]} if _place(fact) in states[1] else fact
            for fact in _changed(states[1], states[2])
            if not looked_at or fact["state"] in looked_at
        ],
    }


def plain_facts(result: ScenarioResult) -> dict[str, Any]:
    """The position at the end of a scenario: all facts by name."""
    assert result.engine is not None
    return Facade(result.engine.game, result.engine.s).to_dict()


Facts = dict[tuple[str, ...], Any]


def _facts(result: ScenarioResult, game: CheckedGame, players: Sequence[str]) -> Facts:
    """Every fact of a position by its name and indices; players by their names."""
    plain = plain_facts(result)
    found: Facts = {}
    for variable in game.state:
        is_player = variable.type in (Player(), Optional(Player()))
        for indices, value in _elements(plain[variable.name], variable.indices, players):
            shown = players[value] if is_player and isinstance(value, int) and 0 <= value < len(players) else value
            if not (isinstance(shown, list) and len(shown) > LONGEST):
                found[variable.name, *indices] = shown
    return found


def _elements(value: Any, dims: Sequence[Type], players: Sequence[str]) -> Iterator[tuple[tuple[str, ...], Any]]:
    """The single values under all indices of a variable."""
    if not dims:
        yield (), value
        return
    rows = (
        zip(players, value, strict=False) if dims[0] == Player() else value.items() if isinstance(value, dict) else ()
    )
    for key, inner in rows:
        for rest, one in _elements(inner, dims[1:], players):
            yield (str(key), *rest), one


def _changed(before: Facts, after: Facts) -> Iterator[dict[str, Any]]:
    for place, value in after.items():
        if before.get(place) != value:
            yield {"state": place[0], "indices": list(place[1:]), "value": value}


def _place(fact: Mapping[str, Any]) -> tuple[str, ...]:
    return (fact["state"], *fact["indices"])
