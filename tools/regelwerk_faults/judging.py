"""The verdict on each fault: it is planted, and the tests of the game run against it until one notices.

First come the scenarios; if they pass, the properties and a few checked random games. A failed test is due to the fault
only if it passes without it: so it is run once more on the game without faults, in the same process. The faults are
spread over processes, each of which holds the typed game; results come in their order.
"""

from __future__ import annotations

import hashlib
import os
import re
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from types import CodeType
from typing import Any

from regelwerk.errors import InputError
from regelwerk.loading.source import Source
from regelwerk_compiler.driver import CheckResult, Options, check_game
from regelwerk_dsl.diagnostics import SourceError
from regelwerk_runtime.batch.games import Crew, Job, WorkerError, play_game
from regelwerk_runtime.engine.state import BaseState
from regelwerk_runtime.sandbox import GAME_MODULE, SCENARIO_MODULE, file_of, run_module, run_scenarios
from regelwerk_runtime.scenario import Scenario, run_scenario
from regelwerk_runtime.tables.game import Game as Rules

from .fault import Fault
from .maker import FaultMaker

TOGETHER = 16  # faults after which the game without one is emitted again
SECONDS = 20.0  # of processor time, for one fault
HANGS = "it hangs"
SEEDS = (1, 2)
MOST_PLAYERS = 4  # in the random games
CHUNK = re.compile(r"\n(?=[^\s)\]}])")  # the statements of an emitted module begin at the margin


@dataclass(frozen=True, slots=True)
class Verdict:
    """The outcome of a fault.

    Attributes:
        number: its index in the list of faults.
        noticed: `scenario`, `property`, `game`, or "" if no test notices it; `same` if the module is that of the
            game without the fault, `refused` if the faulty game cannot be compiled.
        how: the scenario's name, the property's title, or the problem in a random game.
        mark: a hash of the faulty module; faults with one mark are one fault.
    """

    number: int
    noticed: str
    how: str = ""
    mark: str = ""


class _TimeUpError(BaseException):
    """Raised when the tests take too long: a fault that hangs counts as noticed. No rule can catch it."""


class Bench:
    """One game with everything needed to try its faults.

    Raises:
        SourceError: the sources have errors.
        InputError: a test fails without any fault.
    """

    def __init__(self, checked: CheckResult) -> None:
        if checked.game is None or checked.texts is None:
            raise SourceError(checked.diagnostics)
        self.maker = FaultMaker(checked)
        self.codes: dict[str, CodeType] = {}
        least, most = checked.game.players
        counts = (least, max(least, min(MOST_PLAYERS, most)))
        self.jobs = [Job(players, seed, checked=True) for players, seed in zip(counts, SEEDS, strict=True)]
        self.reasons: frozenset[str] = frozenset()
        self._keep = True
        self.rules, self.scenarios = self._load(*self.maker.base)
        self._keep = False
        for scenario in self.scenarios:
            if not run_scenario(self.rules, scenario).passed:
                raise InputError(
                    f"the scenario {scenario.name} fails without any fault", "the same without --faults shows why"
                )
        for title, holds, _ in self.rules.properties:
            if not _holds(holds, self.rules.new_state(self.rules.players[0])):
                raise InputError(
                    f"the property “{title}” fails without any fault", "the same without --faults shows why"
                )
        played = [play_game(self.rules, job) for job in self.jobs]
        for one in played:
            if one.error:
                raise InputError(f"a random game breaks without any fault: {one.error}")
        self.reasons = frozenset(one.reason for one in played)

    @property
    def faults(self) -> list[Fault]:
        """All faults of the game, in order."""
        return self.maker.faults

    def judge(self, number: int) -> Verdict:
        """Plants a fault, runs the tests until one notices it, removes it, and runs that test without it.

        Raises:
            InputError: the test fails without the fault too.
        """
        verdict = self._judge(number)
        if verdict.noticed not in ("", "same") and not self._passes_without(verdict):
            fault = self.faults[number].id
            raise InputError(
                f"after the fault {fault} the game breaks without any fault: {verdict.how}",
                "were files of the game or of the program changed meanwhile? try again: the figures would be wrong",
            )
        return verdict

    def _judge(self, number: int) -> Verdict:
        mark = ""
        try:
            with _limited(SECONDS):
                try:
                    texts = self.maker.with_fault(self.faults[number])
                    if texts is None:
                        return Verdict(number, "same")
                    mark = hashlib.sha256(texts[0].encode()).hexdigest()[:16]
                    rules, scenarios = self._load(*texts)
                except Exception as error:
                    return Verdict(number, "refused", f"{type(error).__name__}: {error}", mark)
                return self._try(number, mark, rules, scenarios)
        except _TimeUpError:
            return Verdict(number, "scenario", HANGS, mark or f"hangs {number}")

    def _passes_without(self, verdict: Verdict) -> bool:
        """True if the game without faults passes the test that noticed one: the scenario, or else all tests."""
        try:
            with _limited(SECONDS):
                if verdict.noticed == "scenario" and verdict.how != HANGS:
                    return all(run_scenario(self.rules, s).passed for s in self.scenarios if s.name == verdict.how)
                if verdict.noticed == "refused":
                    self._load(*self.maker.base)
                return verdict.noticed == "refused" or not self._try(0, "", self.rules, self.scenarios).noticed
        except (_TimeUpError, Exception):
            return False

    def check_emission(self) -> None:
        """Emits the game without faults once more.

        Raises:
            InputError: it differs from that at the beginning, since a fault has left something behind.
        """
        if self.maker.emit() != self.maker.base:
            raise InputError("the game without faults is emitted differently than before: the figures would be wrong")

    def _try(self, number: int, mark: str, rules: Rules, scenarios: Sequence[Scenario]) -> Verdict:
        for scenario in scenarios:
            try:
                passed = run_scenario(rules, scenario).passed
            except Exception:  # a faulty game may break anything
                passed = False
            if not passed:
                return Verdict(number, "scenario", scenario.name, mark)
        for title, holds, _ in rules.properties:
            if not _holds(holds, rules.new_state(rules.players[0])):
                return Verdict(number, "property", title, mark)
        try:
            for job in self.jobs:
                played = play_game(rules, job)
                if played.error:
                    return Verdict(number, "game", played.error.splitlines()[0], mark)
                if played.reason not in self.reasons:
                    return Verdict(number, "game", f"the game ends by {played.reason}", mark)
        except _TimeUpError:
            return Verdict(number, "game", HANGS, mark)
        except Exception as error:
            return Verdict(number, "game", f"{type(error).__name__}: {error}", mark)
        return Verdict(number, "", "", mark)

    def _load(self, module: str, scenarios: str) -> tuple[Rules, Sequence[Scenario]]:
        names = run_module(module, GAME_MODULE, code=self._parts(module, GAME_MODULE))
        return names["GAME"], run_scenarios(scenarios, names, self._parts(scenarios, SCENARIO_MODULE))

    def _parts(self, text: str, name: str) -> Iterator[CodeType]:
        """The code of the statements of an emitted module; statements of the game without a fault are compiled only
        once.
        """
        for chunk in CHUNK.split(text):
            code = self.codes.get(chunk)
            if code is None:
                source = f"from __future__ import annotations\n{chunk}"
                code = compile(source, file_of(name), "exec", dont_inherit=True)
                if self._keep:
                    self.codes[chunk] = code
            yield code


def _holds(holds: Callable[[Any], bool], state: BaseState) -> bool:
    """True if a property, which reads no state, holds."""
    try:
        return holds(state)
    except Exception:  # a faulty game may break anything
        return False


@contextmanager
def _limited(seconds: float) -> Iterator[None]:
    """Stops long computations, if the system can; else the game stops when it runs out of fuel."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def stop(*_: object) -> None:
        raise _TimeUpError

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


# ---- many -----------------------------------------------------------------------------------------------------------


def chosen(faults: Sequence[Fault], sample: int | None) -> list[int]:
    """The indices of all faults, or of a sample that stays the same as long as the ids do."""
    places = range(len(faults))
    if sample is None or sample >= len(faults):
        return list(places)
    return sorted(sorted(places, key=lambda at: hashlib.sha256(faults[at].id.encode()).digest())[:sample])


def judge_all(
    source: Source, sample: int | None = None, jobs: int | None = None, told: Callable[[int, int], None] | None = None
) -> tuple[list[Fault], list[Verdict]]:
    """Tries the faults of a game.

    Args:
        source: the game.
        sample: the number of faults; all by default.
        jobs: number of processes; all cores by default.
        told: called after each fault with the number of faults done and their total number.

    Returns:
        All faults of the game, and the verdicts in the order of the faults. A fault with the same module as an earlier
        one is `same`.
    """
    bench = _prepare(source)
    places = chosen(bench.faults, sample)
    workers = max(1, min(jobs or os.cpu_count() or 1, len(places)))
    verdicts: list[Verdict] = []
    marks: set[str] = set()
    for verdict in _spread(source, places, workers):
        if verdict.mark in marks:
            verdict = Verdict(verdict.number, "same", mark=verdict.mark)
        elif verdict.mark:
            marks.add(verdict.mark)
        verdicts.append(verdict)
        if told is not None:
            told(len(verdicts), len(places))
    return bench.faults, verdicts


_bench: tuple[Source, Bench] | None = None  # the bench of this process


def _prepare(source: Source) -> Bench:
    """The bench of this process: made now, or inherited when the process was forked."""
    global _bench
    if _bench is None or _bench[0] != source:
        options = Options(variants=source.variants, without=source.without)
        _bench = (source, Bench(check_game(source.folder, options)))
    return _bench[1]


def _start(source: Source) -> None:
    _prepare(source)


def _judge(numbers: list[int]) -> list[Verdict]:
    assert _bench is not None
    bench = _bench[1]
    verdicts = [bench.judge(number) for number in numbers]
    bench.check_emission()
    return verdicts


def _spread(source: Source, places: list[int], workers: int) -> Iterator[Verdict]:
    parts = [places[first : first + TOGETHER] for first in range(0, len(places), TOGETHER)]
    if workers == 1:
        yield from chain.from_iterable(map(_judge, parts))
        return
    try:
        with Crew(workers, _start, source) as crew:
            yield from chain.from_iterable(crew.results(_judge, parts))
    except WorkerError as error:
        raise InputError(str(error), "it may have run out of memory: try again with fewer --jobs") from None
