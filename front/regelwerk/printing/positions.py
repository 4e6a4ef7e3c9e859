"""Positions and worked examples, played for the pictures and examples of the booklet.

A scenario that does not run to its end is left out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from random import Random

from regelwerk_compiler.checked.play import Asked, Fact, GamePosition, Place, PlayedScenario, PlayedStage, PlayedStep
from regelwerk_compiler.checked.values import Value
from regelwerk_dsl.grammar.inserts import PictureInsert
from regelwerk_runtime.decision import Decision
from regelwerk_runtime.described import described_by_key
from regelwerk_runtime.engine.engine import Engine
from regelwerk_runtime.errors import RuleError
from regelwerk_runtime.records.starting import Setup
from regelwerk_runtime.scenario import (
    SEED,
    Can,
    Chooses,
    Ends,
    Expect,
    Given,
    Rolls,
    Scenario,
    Step,
    Told,
    run_scenario,
)
from regelwerk_runtime.tables.game import Game as Rules
from regelwerk_runtime.tables.game import Member, Nobody, Remembered, SetOf, Var, Zone
from regelwerk_runtime.tables.layout import PLAYER
from regelwerk_runtime.views.facade import Facade, kept_beside

LONGEST = 8  # a pile with more cards is listed only if a scenario gives it
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
MOST_CHOICES = 10_000  # most choices in a set-up


def played_scenarios(rules: Rules, scenarios: Iterable[Scenario], language: str) -> list[PlayedScenario]:
    """The scenarios as played, in their order.

    Args:
        rules: the compiled rules.
        scenarios: the scenarios to play.
        language: the language of choices and sentences.
    """
    return [played for one in scenarios if (played := _played(rules, one, language)) is not None]


def _played(rules: Rules, scenario: Scenario, language: str) -> PlayedScenario | None:
    bare = run_scenario(rules, replace(scenario, steps=()), language).engine
    assert bare is not None
    positions = [bare]  # after each step
    run = run_scenario(rules, scenario, language, lambda engine: positions.append(engine.copy()))
    if not run.passed:
        return None
    looked_at, given = _state(scenario, Expect), _state(scenario, Given)
    remembered = {entry.name for entry in rules.tables.vars if isinstance(entry.seen, Remembered)}
    unseen = remembered - looked_at - given  # no view shows them
    hidden = (
        {entry.name for entry in rules.tables.entries.values() if isinstance(entry.seen, Nobody)} - looked_at - given
    )
    stages: list[PlayedStage] = []
    for begin, act, end in _stages(scenario.steps):
        at = [positions[begin], positions[act], positions[end]]
        start, before, after = (_facts(scenario, engine, given) for engine in at)
        told = _given_places(rules, scenario, scenario.steps[begin:act])  # also where nothing else lay there before
        shown = (
            _step(rules, scenario, number, run.told[number], positions[number], language) for number in range(act, end)
        )
        stages.append(
            PlayedStage(
                tuple(
                    fact
                    for place, fact in before.items()
                    if place in told or start.get(place) != fact
                    if fact.state not in hidden or after.get(fact.place) != fact  # cards given elsewhere come from it
                ),
                tuple(step for step in shown if step.choice or step.says or step.ends),
                tuple(
                    replace(fact, old=before.get(fact.place))
                    for fact in _changed(before, after)
                    if fact.state not in unseen
                    and not _is_long(fact.value)
                    and (not looked_at or looked_at & {fact.state, *(name for kept in fact.beside for name, _ in kept)})
                ),
                *(_position(scenario, engine) for engine in at),
                rolls=tuple(
                    pips for step in scenario.steps[begin:end] if isinstance(step, Rolls) for pips in step.pips
                ),
                end=end,
            )
        )
    return PlayedScenario(scenario.name, tuple(stages))


def _state(scenario: Scenario, kind: type[Expect | Given]) -> set[str]:
    """The names of the state that steps of one kind refer to."""
    return {name for step in scenario.steps if isinstance(step, kind) for name in step.state}


def _stages(steps: Sequence[Step]) -> Iterator[tuple[int, int, int]]:
    """For each stage, the number of steps before it, before its actions, and before the next stage."""
    begin = act = 0
    for at, step in enumerate(steps):
        if act == at and isinstance(step, Given | Rolls | Expect | Can | Ends):
            act = at + 1  # nothing is done yet
        elif isinstance(step, Given):
            yield begin, act, at
            begin, act = at, at + 1
    yield begin, act, len(steps)


def _step(rules: Rules, scenario: Scenario, number: int, told: Told, before: Engine, language: str) -> PlayedStep:
    step = scenario.steps[number]
    if isinstance(step, Can):
        words = described_by_key(before, step.keys, scenario.players)
        choice = rules.texts.say(words, language, scenario.players) if words is not None else ""
        asked = _question(before, scenario, choice, language)
        return PlayedStep(scenario.players[step.player], choice, (), can=step.expected, number=number, asked=asked)
    if isinstance(step, Ends):
        player = scenario.players[step.player] if step.player is not None else ""
        return PlayedStep(player, "", (), ends="wins" if step.wins else "loses", number=number)
    player = scenario.players[step.player] if isinstance(step, Chooses) else ""
    is_value = player and not told.declined and not told.retold
    asked = _question(before, scenario, told.chose, language) if is_value else ()
    return PlayedStep(
        player, told.chose, told.said, told.retold, told.declined, number=number, asked=asked, begun=told.begun
    )


def _question(engine: Engine, scenario: Scenario, choice: str, language: str) -> tuple[Asked, ...]:
    """The question of a choice among plain values, such as numbers or places; () if the choice's words say enough."""
    decision = Decision(engine, scenario.players)
    if decision.player is None:
        return ()
    is_asked = isinstance(engine.game.sites[engine.site].kinds, str) or not any(map(str.isalpha, choice))
    words = decision.question() if is_asked else None
    texts, players = engine.game.texts, scenario.players
    return tuple([Asked(*one) for one in texts.sentences(words, language, players)]) if words is not None else ()


def _position(scenario: Scenario, engine: Engine) -> GamePosition:
    return GamePosition(tuple(scenario.players), Facade(engine.game, engine.s).apart().to_dict())


Facts = dict[Place, Fact]


def _is_long(value: object) -> bool:
    return isinstance(value, list) and len(value) > LONGEST


def _facts(scenario: Scenario, engine: Engine, given: Collection[str]) -> Facts:
    """The facts of a position by name and indices, with players by name; long piles only if given."""
    players, rules = scenario.players, engine.game
    found: Facts = {}
    facade = Facade(rules, engine.s)
    for entry, index, value in facade.elements():
        if isinstance(entry, Var) and entry.while_in:
            continue  # shown beside the card
        indices = _indices(scenario, rules, entry, index)
        shown = _shown(entry, value, players)
        if entry.name in given or not _is_long(shown):
            kept = kept_beside(facade, entry, index) if isinstance(entry, Zone) and rules.tables.kept else []
            told = (
                tuple((name, _shown(rules.tables.entries[name], one[name], players)) for name in one) for one in kept
            )
            beside = tuple(told) if any(kept) else ()
            found[entry.name, *indices] = Fact(entry.name, indices, shown, beside=beside)
    return found


def _shown(entry: Var | Zone, value: Value, players: Sequence[str]) -> Value:
    """A value with players by name."""
    of_players = isinstance(entry, Var) and isinstance(entry.type, Member | SetOf) and entry.type.enum == PLAYER
    return _named(value, players) if of_players else value


def _indices(scenario: Scenario, rules: Rules, entry: Var | Zone, index: tuple[int, ...]) -> tuple[str, ...]:
    """The indices of a fact as texts: players by name, everything else by key."""
    at = zip(entry.dims, index, strict=True)
    return tuple(scenario.players[i] if dim == PLAYER else rules.tables.index_key(dim, i) for dim, i in at)


def _given_places(rules: Rules, scenario: Scenario, steps: Sequence[Step]) -> set[Place]:
    """The places that steps set, including those that already have the given value."""
    entries = rules.tables.entries
    given = [place for step in steps if isinstance(step, Given) for place in step.places]
    return {(name, *_indices(scenario, rules, entries[name], index)) for name, index in given}


def _named(value: Value, players: Sequence[str]) -> Value:
    """A player, or each player of a list, by name; None stays."""
    if isinstance(value, list):
        return [players[one] if isinstance(one, int) else one for one in value]
    return players[value] if isinstance(value, int) else value


def _changed(before: Facts, after: Facts) -> Iterator[Fact]:
    return (fact for place, fact in after.items() if before.get(place) != fact)


def setup_position(rules: Rules, players: int) -> GamePosition | None:
    """The position after the setup for a number of players, always the same one; choices are made at random.

    None if the rules break or the setup does not end.
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
    return GamePosition(tuple(LETTERS[:players]), Facade(rules, engine.s).apart().to_dict(), count > 0)


def shown_positions(
    rules: Rules, scenarios: Iterable[Scenario], pictures: Iterable[PictureInsert], players: int
) -> dict[str, GamePosition]:
    """The positions that pictures show, by `PictureInsert.of`, without those that cannot be reached.

    Args:
        rules: the compiled rules.
        scenarios: the game's scenarios.
        pictures: the pictures in chapters.
        players: number of players in a setup, if the picture does not say it.
    """
    wanted = [picture for picture in pictures if picture.of]
    shown = {picture.scenario for picture in wanted}
    runs = [(one, run_scenario(rules, one)) for one in scenarios if one.name in shown]
    found = {one.name: _position(one, run.engine) for one, run in runs if run.passed and run.engine is not None}
    for of, count in {one.of: one.setup or players for one in wanted if one.setup is not None}.items():
        position = setup_position(rules, count)
        found |= {of: position} if position is not None else {}
    return found
