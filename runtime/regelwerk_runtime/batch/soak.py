"""Soak test of a game: many checked games whose matches must keep their promises at many decisions."""

from __future__ import annotations

import math
import pickle
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial

from ..bots.random_bot import RandomBot
from ..engine.chance import key_of
from ..engine.checking import fault
from ..engine.engine import NATURE
from ..errors import RuleError
from ..match import Match
from ..native import NativeEngine, NativeGame
from ..tables.game import Game
from .games import spread
from .patience import MINUTES, Patience, TooLongError

AHEAD = 6
"""Choices by which twins are continued."""


@dataclass(frozen=True)
class SoakJob:
    """One game to examine.

    Attributes:
        players, seed: its number of players and its seed.
        every: the match is examined at every such decision; with 0 never, and its record is not replayed.
        invariants: the invariants are checked after every such number of choices; with 1 the match is a checked one.
    """

    players: int
    seed: int
    every: int = 9
    invariants: int = 1


@dataclass
class Soaked:
    """The matches that were examined, and their faults.

    Attributes:
        games, decisions, moments: the numbers of games played, choices made, and decisions examined.
        faults: a line for each fault.
        ends: the number of games by end: a reason as in `Outcome`, `rule error`, `time` if it took too long, or
            `stopped` after a fault.
        broken: the games with faults, each with the indices of the options taken.
    """

    games: int = 0
    decisions: int = 0
    moments: int = 0
    faults: list[str] = field(default_factory=list)
    ends: Counter[str] = field(default_factory=Counter)
    broken: list[tuple[SoakJob, tuple[int, ...]]] = field(default_factory=list)

    def add(self, other: Soaked) -> None:
        """Adds the counts and faults of another one."""
        self.games += other.games
        self.decisions += other.decisions
        self.moments += other.moments
        self.faults += other.faults
        self.ends.update(other.ends)
        self.broken += other.broken


def soak(game: Game, jobs: Iterable[SoakJob], workers: int | None = None, minutes: float = MINUTES) -> Iterator[Soaked]:
    """Examines one game for each job, in order, for at most some minutes each; see `soak_game`."""
    yield from spread(game, partial(soak_game, minutes=minutes), jobs, workers)


@contextmanager
def _judged(result: Soaked, job: SoakJob, where: str, taken: list[int]) -> Iterator[None]:
    """Records exceptions in the block as faults, how the game ended, and the choices of a game with faults."""
    try:
        yield
    except RuleError as error:
        result.ends = Counter({"rule error": 1})
        result.faults.append(f"{where}: {error}")
    except TooLongError as error:
        result.ends = Counter({"time": 1})
        result.faults.append(f"{where}: {error}")
    except Exception as error:
        result.faults.append(f"{where}: {type(error).__name__}: {error}")
    if not result.ends:
        result.ends["stopped"] += 1
    if result.faults:
        result.broken.append((job, tuple(taken)))


def soak_game(game: Game, job: SoakJob, minutes: float = math.inf) -> Soaked:
    """Plays one game at random and examines it at every few decisions and at its end; never raises."""
    result = Soaked(games=1)
    where = f"{game.name}, {job.players} players, seed {job.seed}"
    taken: list[int] = []
    with _judged(result, job, where, taken):
        match = Match.start(game, job.players, job.seed, checked=job.invariants == 1)
        bots = [RandomBot(p, job.seed) for p in range(job.players)]
        patience = Patience(minutes)
        while match.engine.options:
            patience.check()
            if job.every and match.number % job.every == 0:
                result.moments += 1
                try:
                    faults = examine(match)
                except RuleError:  # in a continued twin: continue the match itself in the same way
                    ahead = [RandomBot(p, 0) for p in range(job.players)]
                    for _ in range(AHEAD):
                        taken.append(_index(match, ahead))
                        match.choose(taken[-1])
                    raise
                result.faults += [f"{where}, decision {match.number}: {line}" for line in faults]
                if faults:
                    break
            taken.append(_index(match, bots))
            match.choose(taken[-1])
            result.decisions += 1
            if job.invariants > 1 and (result.decisions % job.invariants == 0 or not match.engine.options):
                error = fault(game, match.engine.s)
                if error is not None:
                    raise error
        else:
            result.ends[match.engine.reason] += 1
            if match.outcome is None:
                result.faults.append(f"{where}: over without an outcome")
            if job.every and Match.replay(game, match.record()) != match:
                result.faults.append(f"{where}: its record does not lead to its end")
    return result


def soak_native_game(native: NativeGame, job: SoakJob) -> Soaked:
    """Plays one random game as machine code, and checks invariants unless `job.invariants` is 0; never raises.

    The game of each `job.every`-th seed is played again in Python: the match is examined at one of its decisions, and
    its end, outcome and record must be those of the native game.
    """
    result = Soaked(games=1)
    where = f"{native.rules.name}, {job.players} players, seed {job.seed}"
    past: list[int] = []
    with _judged(result, job, where, past):
        engine = native.engine(job.players, job.seed)
        try:
            broken = engine.playout(key_of(f"soak {job.seed}"), checked=bool(job.invariants))
        finally:
            past += engine.past
            result.decisions = engine.count
        if broken:
            raise RuleError(f'the invariant "{broken}" is broken')
        result.ends[engine.reason] += 1
        if job.every and job.seed % job.every == 0:
            result.moments = 1
            result.faults += [f"{where}: {line}" for line in _played_again(native, engine, past)]
    return result


def _played_again(native: NativeGame, engine: NativeEngine, past: list[int]) -> Iterator[str]:
    """The differences from the same game in Python."""
    match = Match.start(native.rules, engine.players, engine.seed)
    moment = key_of(f"moment {engine.seed}") % max(len(past), 1)
    for number, index in enumerate(past):
        if number == moment:
            with suppress(RuleError):  # in a continued twin; the game itself broke no rule
                yield from (f"decision {number}: {line}" for line in examine(match))
        match.play(index)
    if match.engine.position() != engine.engine().position():
        yield "the native game ends elsewhere"
    if match.outcome != engine.outcome:
        yield "the native game has another outcome"
    if Match.replay(native.rules, match.record()) != match:
        yield "its record does not lead to its end"


def replay_choices(game: Game, job: SoakJob, choices: Iterable[int]) -> tuple[Match | None, str]:
    """The checked match after some choices, and the first fault in it, or "".

    Indices count modulo the number of options; the match is examined after the last choice.
    """
    match = None
    try:
        match = Match.start(game, job.players, job.seed, checked=True)
        for choice in choices:
            if not match.engine.options:
                break
            match.choose(choice % len(match.engine.options))
    except RuleError as error:
        return match, str(error).splitlines()[0]
    except Exception as error:
        return match, f"{type(error).__name__}: {error}"
    faults: list[str] = []
    with suppress(RuleError):  # in a continued twin
        faults = examine(match) if match.engine.options else []
    return match, next(iter(faults), "")


def examine(match: Match) -> list[str]:
    """The promises that a match breaks at the pending decision, in words; the match is not changed."""
    data = match.to_bytes()
    decision = match.decision
    assert decision is not None
    keys = decision.keys
    faults = []
    twins = {
        "a copy": match.copy(),
        "the one from bytes": type(match).from_bytes(match.game, data),
        "the one from pickle": pickle.loads(pickle.dumps(match)),
    }
    ends = set()
    for name, twin in twins.items():
        if twin.to_bytes() != data or twin != match or not twin.decision or twin.decision.keys != keys:
            faults.append(f"{name} differs")
        ends.add(_ahead(twin).to_bytes())
    if len(ends) > 1:
        faults.append("equal matches differ after equal choices")
    if match.to_bytes() != data or decision.keys != keys:
        faults.append("playing a copy changed the original")
    if len(set(keys)) != len(keys):
        faults.append("two options have one key")
    for option in decision.options:
        if not option.text:
            faults.append(f"option {option.key} has no sentence")
    faults += _guesses(match)
    return faults


def _guesses(match: Match) -> list[str]:
    faults = []
    player = match.engine.player
    decision = match.decision
    assert decision is not None
    for p in range(match.setup.players):
        view = match.view(p).to_dict()
        for seed in (1, 2):
            guess = match.guess(p, seed)
            if guess.view(p).to_dict() != view:
                faults.append(f"a guess does not fit what player {p} sees")
            if p == player and (guess.decision is None or guess.decision.keys != decision.keys):
                faults.append(f"a guess offers player {p} other options")
            if guess.to_bytes() != match.guess(p, seed).to_bytes():
                faults.append("one seed gives two guesses")
            with suppress(RuleError):  # the game itself is healthy if only a guess breaks its rules
                _ahead(guess)
    return faults


def _ahead(match: Match) -> Match:
    """The match itself, continued by a few choices."""
    bots = [RandomBot(p, 0) for p in range(match.setup.players)]
    for _ in range(AHEAD):
        if not match.engine.options:
            break
        match.choose(_index(match, bots))
    return match


def _index(match: Match, bots: list[RandomBot]) -> int:
    engine = match.engine
    if engine.site == NATURE:
        return engine.nature_draws()
    return bots[engine.player].index(engine.count + key_of("soak") % 97, len(engine.options))
