"""Scenarios: worked examples that are run step by step, with cause and line of a failure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias, assert_never

from .decision import DECLINE_KEY, Decision
from .engine.chance import SeedLuck
from .engine.engine import NATURE, Engine
from .errors import GameOver, RuleError
from .keys import text_of
from .outcome import outcome_of
from .tables.repeats_choice import names_only, repeats_choice

if TYPE_CHECKING:
    from .engine.state import BaseState
    from .tables.game import Game, Key, Words

SEED = 1
STALE = "a `given` has changed the position since the player was asked, and what was on offer stayed as it was"


# ---- steps ----------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Given:
    """Sets facts; `state` names the variables.

    `places` are the single values that it sets: the name of the variable, and the positions of its indices.
    """

    set: Callable[[Engine], object]
    state: tuple[str, ...] = ()
    where: str = ""
    text: str = ""
    places: tuple[tuple[str, tuple[int, ...]], ...] = ()


@dataclass(frozen=True)
class Rolls:
    """The results of the next rolls, one for each `roll`; `pips` are the plain numbers among them."""

    values: tuple[int, ...]
    pips: tuple[int, ...] = ()
    where: str = ""
    text: str = ""


@dataclass(frozen=True)
class Do:
    """Runs an effect up to a decision or its end."""

    start: Callable[[Engine], object]
    where: str = ""
    text: str = ""


@dataclass(frozen=True)
class Run:
    """Runs `setup` or `play`."""

    what: str
    where: str = ""
    text: str = ""


@dataclass(frozen=True)
class Chooses:
    """A player chooses the first of the keys that is on offer."""

    player: int
    keys: tuple[Key, ...]
    where: str = ""
    text: str = ""


@dataclass(frozen=True)
class Can:
    """One of the keys is on offer to a player or, unless `expected`, none of them is."""

    player: int
    keys: tuple[Key, ...]
    expected: bool
    where: str = ""
    text: str = ""


@dataclass(frozen=True)
class Ends:
    """The game is over; a named player wins, alone or with others, or does not win."""

    player: int | None
    wins: bool
    where: str = ""
    text: str = ""


@dataclass(frozen=True)
class Expect:
    """A condition holds; `values` gives its parts with their types and values, `state` the variables read."""

    holds: Callable[[BaseState], bool]
    values: Callable[[BaseState], Sequence[tuple[str, str, object]]]
    state: tuple[str, ...] = ()
    where: str = ""
    text: str = ""


Step: TypeAlias = Given | Rolls | Do | Run | Chooses | Can | Ends | Expect


@dataclass(frozen=True)
class Scenario:
    """A worked example: the players' names, and steps in order.

    `rules` is the game with the effects that belong to scenarios; None for the game itself.
    """

    name: str
    title: str
    where: str
    players: tuple[str, ...] = ("A", "B")
    steps: tuple[Step, ...] = ()
    rules: Game | None = field(default=None, repr=False, compare=False)


def _either(keys: Sequence[Key]) -> str:
    return " or ".join(map(text_of, keys))


# ---- running --------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Told:
    """The effect of a step.

    Attributes:
        where: `file:line` of the step.
        text: the text of the step.
        said: the sentences of the game.
        chose: the text of the choice; "" for other steps.
        retold: whether the first sentence repeats the choice.
        declined: whether the choice was to decline the offer.
        begun: whether the first sentence begins with the name of the player who chose.
    """

    where: str
    text: str
    said: tuple[str, ...] = ()
    chose: str = ""
    retold: bool = False
    declined: bool = False
    begun: bool = False


@dataclass(frozen=True)
class ScenarioResult:
    """The result of a scenario.

    Attributes:
        name, title: the scenario's.
        passed: whether every step succeeded.
        where: `file:line` of the step that failed, or "".
        why: the lines of the failure message; empty if it passed.
        told: the steps that were run, for reports and booklets.
        engine: the position at the end, or where it failed.
    """

    name: str
    title: str
    passed: bool
    where: str = ""
    why: tuple[str, ...] = ()
    told: tuple[Told, ...] = ()
    engine: Engine | None = field(default=None, repr=False, compare=False)


class _StepError(Exception):
    """A step that failed."""

    def __init__(self, *lines: str) -> None:
        super().__init__(*lines)
        self.lines = lines


def run_scenario(
    game: Game, scenario: Scenario, lang: str | None = None, watch: Callable[[Engine], object] | None = None
) -> ScenarioResult:
    """Plays a scenario's steps from the initial facts, without setup; a rule error is a failure of the scenario.

    Args:
        game: the rules, for a scenario that has none of its own.
        scenario: the steps.
        lang: language of the sentences in the result; the game's first one by default.
        watch: called with the position after each successful step.
    """
    runner = _Runner(scenario.rules or game, scenario, lang)
    for step in scenario.steps:
        try:
            runner.do(step)
            runner.check_rolls()
            if watch is not None:
                watch(runner.engine)
        except _StepError as failure:
            return runner.result(step.where, failure.lines)
        except RuleError as error:
            lines = [error.message] + [f"in {error.label} {error.where}".rstrip()] * bool(error.label or error.where)
            lines += [STALE] * runner.given_since
            return runner.result(step.where, lines)
    if runner.engine.given:
        left = ", ".join(map(str, runner.engine.given))
        return runner.result(scenario.where, (f"given rolls were not used: {left}",))
    return runner.result("", ())


class _Runner:
    def __init__(self, game: Game, scenario: Scenario, lang: str | None) -> None:
        self.game = game
        self.scenario = scenario
        self.lang = lang
        self.told: list[Told] = []
        try:
            state = game.new_state(len(scenario.players))
        except ValueError as error:
            self.problem = str(error)
            state = game.new_state(game.players[0])
        else:
            self.problem = ""
        self.engine = Engine(game, state, SeedLuck(SEED, game.tables.luck.die_keys))
        self.engine.log = []
        self.plays = False  # whether `play` is running
        self.choice: tuple[int, Key, Words] | None = None  # of this step: the player, the option's key and its words
        self.given_since = False  # whether a `given` has come since somebody was asked
        self.named = 0  # the number of given rolls so far
        self.by_luck = 0  # the number of random rolls before the first given one

    def do(self, step: Step) -> None:
        if self.problem:
            raise _StepError(self.problem)
        engine = self.engine
        self.choice = None
        engine.log = []
        match step:
            case Given():
                self._emitted(step.set)
                self.given_since = bool(engine.options)
            case Rolls():
                if not self.named:
                    self.by_luck = sum(engine.s.rolls)
                engine.given += step.values
                self.named += len(step.values)
            case Do():
                self.plays = False
                self._run(step.start)
            case Run():
                self.plays = step.what == "play"
                self._run(self._start_of(step.what))
            case Chooses():
                self._choose(step)
            case Can():
                self._can(step)
            case Ends():
                self._ends(step)
            case Expect():
                self._expect(step)
            case _:
                assert_never(step)
        self._tell(step.where, step.text)

    def check_rolls(self) -> None:
        """A scenario that gives a roll must give all later ones."""
        if self.named and sum(self.engine.s.rolls) > self.by_luck:
            named = f"the first {self.named}" if self.named > 1 else "the first"
            raise _StepError(f"a roll was not given: `given rolls` names only {named}")

    def _tell(self, where: str, text: str) -> None:
        texts, log, players = self.game.texts, list(self.engine.log or ()), self.scenario.players
        said = tuple([texts.line(words, self.lang, players) for words in log])
        if self.choice is None:
            self.told.append(Told(where, text, said))
            return
        player, key, words = self.choice
        declined, chose = key == (DECLINE_KEY,), texts.say(words, self.lang, players)
        retold = bool(log) and (
            names_only(self.game, player, log[0]) if declined else repeats_choice(self.game, player, key, words, log[0])
        )
        begun = bool(log) and texts.begins_with(player, log[0], self.lang)
        self.told.append(Told(where, text, said, chose, retold, declined, begun))

    def _emitted(self, function: Callable[[Engine], object]) -> None:
        """Calls a function of the scenario's module; an exception in it becomes a rule error."""
        try:
            function(self.engine)
        except GameOver:
            self.engine.end("finish")
        except Exception as error:
            raise self.engine.broken(error) from None

    def _start_of(self, what: str) -> Callable[[Engine], object]:
        handler = self.game.setup if what == "setup" else self.game.play
        if handler is None:
            raise _StepError(f"the game has no {what}")
        return lambda engine: engine.push((handler,))

    def _run(self, start: Callable[[Engine], object]) -> None:
        engine = self.engine
        if engine.options:
            raise _StepError(f"{self._who(engine.player)} still has to choose", self._offer())
        if engine.reason == "finish":
            raise _StepError("the game is over")
        engine.reason = ""
        self._emitted(start)
        if not engine.reason:
            engine.run()

    def _pending(self, player: int) -> Decision:
        engine = self.engine
        if engine.reason == "finish":
            raise _StepError("the game is over")
        if not engine.options:
            raise _StepError(f"{self._who(player)} has nothing to choose: no effect is under way")
        decision = Decision(engine, self.scenario.players)
        if engine.site == NATURE or engine.player != player:
            raise _StepError(
                f"it is {self._who(engine.player)} who chooses now, not {self._who(player)}", self._offer()
            )
        return decision

    def _choose(self, step: Chooses) -> None:
        decision = self._pending(step.player)
        for key in map(text_of, step.keys):
            if key in decision.keys:
                at = decision.keys.index(key)
                chosen, words = decision.words()[at]
                self.choice = step.player, chosen, words
                self.engine.play(at)
                self.given_since = False
                return
        raise _StepError(f"{self._who(step.player)} cannot choose {_either(step.keys)}", self._offer())

    def _can(self, step: Can) -> None:
        decision = self._pending(step.player)
        offered = any(text_of(key) in decision.keys for key in step.keys)
        if offered != step.expected:
            can = "can" if offered else "cannot"
            raise _StepError(f"{self._who(step.player)} {can} choose {_either(step.keys)}", self._offer())

    def _ends(self, step: Ends) -> None:
        engine = self.engine
        if engine.options:
            raise _StepError(f"the game is not over: {self._who(engine.player)} has to choose", self._offer())
        if engine.reason != "finish" and not (self.plays and engine.reason):
            raise _StepError("the game is not over: nothing has ended it")
        outcome = outcome_of(engine)
        if step.player is not None and (step.player in outcome.winners) != step.wins:
            scores = (f"{self._who(player)} {score}" for player, score in enumerate(outcome.scores))
            winners = " and ".join(map(self._who, outcome.winners)) or "nobody"
            what = f"does not win, but {winners}" if step.wins else "wins"
            raise _StepError(f"{self._who(step.player)} {what}", f"scores: {', '.join(scores)}")

    def _expect(self, step: Expect) -> None:
        s = self.engine.s
        try:
            if step.holds(s):
                return
            parts = [
                (text, self.game.texts.written(kind, value, self.scenario.players))
                for text, kind, value in step.values(s)
            ]
            shown = [f"{text} is {value}" for text, value in parts if text != value]
        except Exception as error:
            raise self.engine.broken(error) from None
        raise _StepError(f"{step.text or 'what is expected'} does not hold", *shown)

    def _offer(self) -> str:
        keys = Decision(self.engine, self.scenario.players).keys
        return "on offer: " + ", ".join(keys[:20]) + (", …" if len(keys) > 20 else "")

    def _who(self, player: int) -> str:
        return "nature" if player < 0 else self.game.texts.player(player, self.lang, self.scenario.players)

    def result(self, where: str, why: Sequence[str]) -> ScenarioResult:
        scenario = self.scenario
        return ScenarioResult(scenario.name, scenario.title, not why, where, tuple(why), tuple(self.told), self.engine)
