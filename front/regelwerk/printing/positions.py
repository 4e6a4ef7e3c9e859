"""Positions and worked examples that are played for the pictures and the examples of the booklet.

A scenario that does not run to its end is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import takewhile
from random import Random

from regelwerk_compiler.checked.play import Fact, GamePosition, PlayedScenario, PlayedStep
from regelwerk_dsl.grammar.inserts import PictureInsert
from regelwerk_runtime.errors import RuleError
from regelwerk_runtime.records.starting import Setup
from regelwerk_runtime.scenario import SEED, Chooses, Expect, Given, Rolls, Scenario, ScenarioResult, run_scenario
from regelwerk_runtime.tables.game import Game as Rules
from regelwerk_runtime.tables.game import Member, Var, Zone
from regelwerk_runtime.tables.layout import PLAYER
from regelwerk_runtime.views.facade import Facade

LONGEST = 8  # a pile with more cards is no part of a picture
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
MOST_CHOICES = 10_000  # a set-up that asks more often does not end


def played_scenarios(rules: Rules, scenarios: Iterable[Scenario], language: str) -> list[PlayedScenario]:
    """What the scenarios do, in their order.

    Args:
        rules: the compiled rules.
        scenarios: those that are wanted.
        language: of choices and sentences.
    """
    return [played for one in scenarios if (played := _played(rules, one, language)) is not None]


def _played(rules: Rules, scenario: Scenario, language: str) -> PlayedScenario | None:
    opening = tuple(takewhile(lambda step: isinstance(step, Given | Rolls), scenario.steps))
    given = tuple(step for step in opening if isinstance(step, Given))
    runs = [run_scenario(rules, replace(scenario, steps=steps), language) for steps in ((), given, scenario.steps)]
    if not all(run.passed for run in runs):
        return None
    start, before, after = (_facts(scenario, run) for run in runs)
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
            if not looked_at or looked_at & {fact.state, *(name for kept in fact.beside for name, _ in kept)}
        ),
        *(end_position(scenario, run) for run in runs),
    )


def end_position(scenario: Scenario, result: ScenarioResult) -> GamePosition:
    """The position at the end of a scenario that has been run."""
    assert result.engine is not None
    return GamePosition(tuple(scenario.players), Facade(result.engine.game, result.engine.s).to_dict())


Facts = dict[tuple[str, ...], Fact]


def _facts(scenario: Scenario, result: ScenarioResult) -> Facts:
    """Every fact at the end of a scenario by its name and indices; players by their names."""
    assert result.engine is not None
    players, rules = scenario.players, result.engine.game
    found: Facts = {}
    facade = Facade(rules, result.engine.s)
    for entry, index, value in facade.elements():
        if isinstance(entry, Var) and entry.while_in:
            continue  # stands beside the card
        at = zip(entry.dims, index, strict=True)
        indices = tuple(players[i] if dim == PLAYER else rules.tables.index_key(dim, i) for dim, i in at)
        is_player = isinstance(entry, Var) and isinstance(entry.type, Member) and entry.type.enum == PLAYER
        shown = players[value] if is_player and isinstance(value, int) else value
        if not (isinstance(shown, list) and len(shown) > LONGEST):
            kept = facade.kept(entry, index) if isinstance(entry, Zone) and rules.tables.kept else []
            beside = tuple(tuple(one.items()) for one in kept) if any(kept) else ()
            found[entry.name, *indices] = Fact(entry.name, indices, shown, beside=beside)
    return found


def _changed(before: Facts, after: Facts) -> Iterator[Fact]:
    return (fact for place, fact in after.items() if before.get(place) != fact)


def setup_position(rules: Rules, players: int) -> GamePosition | None:
    """A game for so many players after its setup, always the same one; where players choose, they choose at random.

    None when the rules break on the way.
    """
    engine = Setup(rules, players, SEED).engine()
    choice = Random(SEED)
    count = 0
    try:
        if rules.setup is not None:
            engine.push((rules.setup,))
            engine.run()
        while engine.options and count < MOST_CHOICES:
            engine.play(choice.randrange(len(engine.options)))
            count += 1
    except RuleError:
        return None
    if engine.options:
        return None
    return GamePosition(tuple(LETTERS[:players]), Facade(rules, engine.s).to_dict(), count > 0)


def shown_positions(
    rules: Rules, scenarios: Iterable[Scenario], pictures: Iterable[PictureInsert], players: int
) -> dict[str, GamePosition]:
    """The positions that pictures show, by `PictureInsert.of`; those that are not reached are missing.

    Args:
        rules: the compiled rules.
        scenarios: the game's.
        pictures: what chapters show.
        players: for how many a game is set up where a picture does not say it.
    """
    wanted = [picture for picture in pictures if picture.of]
    shown = {picture.scenario for picture in wanted}
    runs = [(one, run_scenario(rules, one)) for one in scenarios if one.name in shown]
    found = {one.name: end_position(one, result) for one, result in runs if result.passed}
    for of, count in {one.of: one.setup or players for one in wanted if one.setup is not None}.items():
        position = setup_position(rules, count)
        found |= {of: position} if position is not None else {}
    return found
