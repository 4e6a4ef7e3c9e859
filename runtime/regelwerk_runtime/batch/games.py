"""Playing many games on all cores, with a result for each job, in order; a rule error is a result too."""

from __future__ import annotations

import math
import multiprocessing
import os
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

from ..bots.names import make_bots, seat_names
from ..bots.random_bot import RandomBot
from ..bots.seat import Bot, seat_of
from ..engine.engine import NATURE
from ..errors import RuleError
from ..match import Match
from ..records.record import record_lines
from ..tables.game import Game
from .patience import MINUTES, Patience, TooLongError

if TYPE_CHECKING:
    from ..native import NativeGame

J = TypeVar("J")
R = TypeVar("R")


@dataclass(frozen=True)
class Job:
    """One game to play: number of players, seed, bots (names are repeated if necessary), and whether it is checked."""

    players: int
    seed: int
    bots: tuple[str, ...] = ("random",)
    checked: bool = False


@dataclass(frozen=True)
class Played:
    """The result of a game.

    Attributes:
        job: the job.
        scores, ranking: as in `Outcome`; empty if the game broke.
        reason: as in `Outcome`, or `rule error`, `time` if it took too long, `fault` for an error of this program.
        decisions: number of choices by players.
        turns: number of times that another player came to choose.
        error: the whole message, or "".
        record: the record of a game that broke, as lines.
    """

    job: Job
    scores: tuple[int, ...] = ()
    ranking: tuple[int, ...] = ()
    reason: str = ""
    decisions: int = 0
    turns: int = 0
    error: str = ""
    record: tuple[str, ...] = ()


def play_out(
    match: Match, bots: list[Bot], native: NativeGame | None = None, minutes: float = math.inf
) -> tuple[int, int]:
    """Plays a match to its end; returns the numbers of decisions and turns.

    Args:
        match: the match.
        bots: one for each player.
        native: a native build of the game for the bots' trials.
        minutes: the most time it may take; the clock is checked between choices.

    Raises:
        RuleError: the rules broke.
        TooLongError: it takes longer.
        ValueError: `minutes` is not positive.
    """
    engine = match.engine
    play = match.play
    check = Patience(minutes).check
    decisions = turns = 0
    before = -1
    while engine.options:
        check()
        if engine.site == NATURE:
            play(engine.nature_draws())
            continue
        player = engine.player
        if player != before:
            turns += 1
            before = player
        bot = bots[player]
        if bot.__class__ is RandomBot:
            play(bot.index(engine.count, len(engine.options)))
        else:
            play(match.index_of(bot.choose(seat_of(match, native))))
        decisions += 1
    return decisions, turns


def play_game(game: Game, job: Job, minutes: float = math.inf) -> Played:
    """Plays one game, for at most some minutes; the result reports any failure in it.

    Raises:
        ValueError: the game does not allow this number of players, or there is no such bot.
    """
    game.check_players(job.players)
    bots = make_bots(job.bots, job.players, job.seed)
    names = seat_names(job.bots, job.players)
    match = None
    try:
        match = Match.start(game, job.players, job.seed, checked=job.checked, bots=names)
        decisions, turns = play_out(match, bots, minutes=minutes)
        outcome = match.outcome
        assert outcome is not None
    except Exception as error:
        if match is None and isinstance(error, ValueError):
            raise
        broken = breakage(error, match)
        decisions = match.number if match else 0
        return Played(job, reason=broken.reason, decisions=decisions, error=broken.error, record=broken.record)
    return Played(job, outcome.scores, outcome.ranking, outcome.reason, decisions, turns)


@dataclass(frozen=True)
class Broken:
    """The failure of a game.

    Attributes:
        reason: `rule error`, `time` for a game that took too long, or `fault` for an error of this program.
        error: the whole message.
        record: the lines of the record until then.
    """

    reason: str
    error: str
    record: tuple[str, ...]


def breakage(error: Exception, match: Match | None) -> Broken:
    """The failure of a game, with its record; a rule error also names the choice that led to it."""
    lines: tuple[str, ...] = ()
    if match is not None:
        with suppress(Exception):  # the record of a broken game may fail as well
            if isinstance(error, RuleError):
                match._complete(error)
            lines = tuple(record_lines(match))
    if isinstance(error, RuleError):
        return Broken("rule error", str(error), lines)
    if isinstance(error, TooLongError):
        return Broken("time", str(error), lines)
    return Broken("fault", f"{type(error).__name__}: {error}", lines)


def play_many(
    game: Game, jobs: Iterable[Job], workers: int | None = None, minutes: float = MINUTES
) -> Iterator[Played]:
    """Plays many games; results are in the order of the jobs, whatever the number of workers.

    Args:
        game: the rules; they need a locator if processes are spawned.
        jobs: the games to play.
        workers: number of processes; by default one per core. 1 stays in this process.
        minutes: the most time a game may take; the clock is checked between choices.

    Raises:
        ValueError: `minutes` is not positive.
        WorkerError: a process ended by itself.
    """
    Patience(minutes)
    yield from spread(game, partial(play_game, minutes=minutes), jobs, workers)


def spread(game: Game, work: Callable[[Game, J], R], jobs: Iterable[J], workers: int | None = None) -> Iterator[R]:
    """Does some work for each job on several cores; `work` must be picklable. Results are in order."""
    workers = workers or os.cpu_count() or 1
    if workers == 1:
        for job in jobs:
            yield work(game, job)
        return
    source = iter(jobs)
    with Crew(workers, _prepare, game) as crew:
        while batch := [(work, job) for job in islice(source, 64 * workers)]:
            yield from crew.results(_do, batch, max(1, min(16, len(batch) // (2 * workers))))


class WorkerError(RuntimeError):
    """A process that ended by itself, with its task; the system may have killed it for lack of memory."""


class Crew:
    """Worker processes, as a context manager."""

    def __init__(self, workers: int, prepare: Callable[[J], None], given: J) -> None:
        """Starts up to `workers` processes; each first calls `prepare` with `given`."""
        method = "fork" if "fork" in multiprocessing.get_all_start_methods() and sys.platform != "darwin" else "spawn"
        context = multiprocessing.get_context(method)
        self._pool = ProcessPoolExecutor(workers, context, _begin, (prepare, given))

    def results(self, work: Callable[[J], R], tasks: Sequence[J], together: int = 1) -> Iterator[R]:
        """Does some work for each task, `together` tasks at a time; results are in order.

        Raises:
            WorkerError: a process ended by itself.
        """
        try:
            yield from self._pool.map(work, tasks, chunksize=together)
        except BrokenProcessPool:
            raise WorkerError("a worker process ended by itself") from None

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None:  # nobody waits for their results
            for worker in list((self._pool._processes or {}).values()):
                worker.kill()
        self._pool.shutdown()


def _begin(prepare: Callable[[J], None], given: J) -> None:
    """Prepares a worker process, which ends when its parent has ended, however that happened."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    prepare(given)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


_game: Game


def _prepare(game: Game) -> None:
    global _game
    _game = game


def _do(task: tuple[Callable[[Game, J], R], J]) -> R:
    work, job = task
    return work(_game, job)
