"""Positions for pictures: a game as it is set up, or a scenario at its end."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from regelwerk_compiler.checked.play import GamePosition
from regelwerk_dsl.grammar.inserts import PictureName
from regelwerk_runtime.errors import RuleError
from regelwerk_runtime.records.starting import Setup
from regelwerk_runtime.scenario import SEED, Scenario, run_scenario
from regelwerk_runtime.tables.game import Game as Rules
from regelwerk_runtime.views.facade import Facade

from .scenario_results import end_position

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
MOST_CHOICES = 10_000  # a set-up that asks more often does not end


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
    rules: Rules, scenarios: Iterable[Scenario], names: Iterable[PictureName], players: int
) -> dict[str, GamePosition]:
    """The positions that pictures show, by `PictureName.of`; those that are not reached are missing.

    Args:
        rules: the compiled rules.
        scenarios: the game's.
        names: of the pictures.
        players: for how many a game is set up where a picture does not say it.
    """
    wanted = [name for name in names if name.of]
    shown = {name.scenario for name in wanted}
    runs = [(one, run_scenario(rules, one)) for one in scenarios if one.name in shown]
    found = {one.name: end_position(one, result) for one, result in runs if result.passed}
    for of, count in {name.of: name.setup or players for name in wanted if name.setup is not None}.items():
        position = setup_position(rules, count)
        found |= {of: position} if position is not None else {}
    return found
