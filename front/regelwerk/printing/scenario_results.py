"""Results of scenarios: the worked examples of the booklet.

What does not run to its end is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import takewhile

from regelwerk_compiler.checked.game import CheckedGame
from regelwerk_compiler.checked.play import Fact, GamePosition, PlayedScenario, PlayedStep
from regelwerk_compiler.checked.type import Optional, Player, Type
from regelwerk_compiler.checked.values import Value
from regelwerk_runtime.scenario import Chooses, Expect, Given, Rolls, Scenario, ScenarioResult, run_scenario
from regelwerk_runtime.tables.game import Game as Rules
from regelwerk_runtime.views.facade import Facade

LONGEST = 8  # a pile with more cards is no part of a picture


def played_scenarios(
    rules: Rules, scenarios: Iterable[Scenario], game: CheckedGame, language: str
) -> list[PlayedScenario]:
    """What the scenarios do, in their order.

    Args:
        rules: the compiled rules.
        scenarios: those that are wanted.
        game: the checked game, for the types of facts.
        language: of choices and sentences.
    """
    return [played for one in scenarios if (played := _played(rules, one, game, language)) is not None]


def _played(rules: Rules, scenario: Scenario, game: CheckedGame, language: str) -> PlayedScenario | None:
    opening = tuple(takewhile(lambda step: isinstance(step, Given | Rolls), scenario.steps))
    given = tuple(step for step in opening if isinstance(step, Given))
    runs = [run_scenario(rules, replace(scenario, steps=steps), language) for steps in ((), given, scenario.steps)]
    if not all(run.passed for run in runs):
        return None
    positions = [end_position(scenario, run) for run in runs]
    start, before, after = (_facts(game, position) for position in positions)
    told = zip(scenario.steps[len(opening) :], runs[-1].told[len(opening) :], strict=True)
    looked_at = {name for step in scenario.steps if isinstance(step, Expect) for name in re.findall(r"\w+", step.text)}
    return PlayedScenario(
        scenario.name,
        tuple(_changed(start, before)),
        tuple(
            PlayedStep(
                scenario.players[step.player] if isinstance(step, Chooses) else "",
                one.chose,
                one.said,
                one.retold,
                one.declined,
            )
            for step, one in told
            if one.chose or one.said
        ),
        tuple(
            replace(fact, old=before.get(fact.place))
            for fact in _changed(before, after)
            if not looked_at or fact.state in looked_at
        ),
        *positions,
    )


def end_position(scenario: Scenario, result: ScenarioResult) -> GamePosition:
    """The position at the end of a scenario that has been run."""
    assert result.engine is not None
    return GamePosition(tuple(scenario.players), Facade(result.engine.game, result.engine.s).to_dict())


Facts = dict[tuple[str, ...], Fact]


def _facts(game: CheckedGame, position: GamePosition) -> Facts:
    """Every fact of a position by its name and indices; players by their names."""
    players = position.players
    found: Facts = {}
    for variable in game.state:
        is_player = variable.type in (Player(), Optional(Player()))
        for indices, value in _elements(position.facts[variable.name], variable.indices, players):
            shown = players[value] if is_player and isinstance(value, int) and 0 <= value < len(players) else value
            if not (isinstance(shown, list) and len(shown) > LONGEST):
                found[variable.name, *indices] = Fact(variable.name, indices, shown)
    return found


def _elements(value: Value, dims: Sequence[Type], players: Sequence[str]) -> Iterator[tuple[tuple[str, ...], Value]]:
    """The single values under all indices of a variable."""
    if not dims:
        yield (), value
    elif isinstance(value, list | dict):
        for key, inner in zip(players, value, strict=False) if isinstance(value, list) else value.items():
            for rest, one in _elements(inner, dims[1:], players):
                yield (str(key), *rest), one


def _changed(before: Facts, after: Facts) -> Iterator[Fact]:
    return (fact for place, fact in after.items() if before.get(place) != fact)
