"""Tests of bots, which are honest, repeatable and found by name, and of batches and soaking."""

from __future__ import annotations

import multiprocessing
import os
import select
import signal
import time
from dataclasses import replace
from pathlib import Path

import pytest
from hand_written import bids, duel, pig, yard
from hand_written.playing import ALL, moments
from posix_only import POSIX
from regelwerk_runtime.batch.games import Crew, Job, WorkerError, play_game, play_many, play_out, spread
from regelwerk_runtime.batch.soak import Soaked, SoakJob, soak
from regelwerk_runtime.bots.greedy_bot import GreedyBot
from regelwerk_runtime.bots.names import bot_names, get_factory, make_bot, make_bots
from regelwerk_runtime.bots.random_bot import RandomBot
from regelwerk_runtime.bots.seat import seat_of
from regelwerk_runtime.bots.trial import value_of
from regelwerk_runtime.errors import RuleError
from regelwerk_runtime.match import Match
from regelwerk_runtime.tables.game import Game


def test_bots_by_name() -> None:
    assert {"random", "greedy"} <= set(bot_names())
    assert isinstance(make_bot("greedy", 0, 1), GreedyBot)
    assert get_factory("random") is RandomBot
    with pytest.raises(ValueError, match="no bot clever"):
        make_bot("clever", 0, 1)
    assert [type(bot) for bot in make_bots(["greedy", "random"], 3, 1)] == [GreedyBot, RandomBot, GreedyBot]
    assert all(isinstance(bot, RandomBot) for bot in make_bots([], 2, 1))
    with pytest.raises(ValueError, match="3 bots for 2"):
        make_bots(["random"] * 3, 2, 1)


def test_nature_and_nobody_have_no_seat() -> None:
    match = Match.start(bids.GAME, 2, 1)
    while match.decision is not None:
        match.choose(0)
    with pytest.raises(ValueError, match="the game is over"):
        seat_of(match)
    chance = Match.start(duel.EXPLICIT, 2, 1)
    while chance.decision is not None and chance.decision.player is not None:
        chance.choose(0)
    with pytest.raises(ValueError, match="nature decides here"):
        seat_of(chance)


def test_a_seat_knows_no_match() -> None:
    match = Match.start(duel.GAME, 2, 1)
    seat = seat_of(match)
    assert match.decision
    assert seat.player == match.decision.player
    assert seat.decision.keys == match.decision.keys
    assert seat.view() == match.view(seat.player)
    assert seat.guess(1).setup.guessed
    assert not any(isinstance(getattr(seat, name), Match) for name in dir(seat) if not name.startswith("__"))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["random", "greedy", "mcts:24", "ismcts:12"])
def test_bots_are_honest(secret_game: Game, name: str) -> None:
    """Matches that differ only in hidden things and luck are played alike."""
    for match in moments(secret_game, seeds=5):
        assert match.decision
        p = match.decision.player
        assert p is not None
        bot = make_bot(name, p, 3)
        chosen = bot.choose(seat_of(match))
        assert 0 <= chosen < len(match.decision.options)
        for seed in range(4):
            assert bot.choose(seat_of(match.guess(p, 100 + seed))) == chosen


def test_bots_repeat_themselves_and_differ_by_seat_and_seed(game: Game) -> None:
    jobs = [Job(2, seed, (name,)) for seed in range(4) for name in ("random", "greedy")]
    assert [play_game(game, job) for job in jobs] == [play_game(game, job) for job in jobs]
    seat = seat_of(Match.start(bids.GAME, 2, 1))
    assert len({RandomBot(p, seed).choose(seat) for p in range(2) for seed in range(20)}) > 3


def test_greedy_beats_random() -> None:
    for game in (duel.GAME, yard.GAME):
        won = 0
        for seed in range(40):
            bots = ("greedy", "random") if seed % 2 == 0 else ("random", "greedy")
            result = play_game(game, Job(2, seed, bots))
            assert not result.error
            won += result.scores[seed % 2] > result.scores[1 - seed % 2]
        assert won >= 26, (game.name, won)


def test_greedy_takes_the_win_and_shuns_the_broken_option() -> None:
    match = Match.start(pig.GAME, 2, 1)
    while len(match.engine.options) and not (match.engine.s.score[0] == 0 and match.engine.stack[-1][2] > 4):
        match.choose("roll")
    assert GreedyBot(match.engine.player, 1).choose(seat_of(match)) == 0  # holding is worth the pot

    def broken(s: object, p: int) -> int:
        raise IndexError

    game = replace(pig.GAME, value=broken, source_hash="broken")
    assert GreedyBot(0, 1).choose(seat_of(Match.start(game, 2, 1))) in (0, 1)


def test_the_value_of_a_game_defaults_to_its_outcome() -> None:
    s = Match.start(duel.GAME, 2, 1).engine.s
    s.points[1] = 7
    assert value_of(replace(duel.GAME, source_hash="other", value=None))(s, 1) == 7
    assert (
        value_of(replace(duel.GAME, source_hash="other", value=None, outcome=(("least", duel.outcome_1),)))(s, 1) == -7
    )
    assert value_of(replace(duel.GAME, source_hash="other", value=None, outcome=()))(s, 1) == 0
    together = (("won", lambda s, p: True), ("most", duel.outcome_1))
    assert value_of(replace(duel.GAME, source_hash="other", value=None, outcome=together))(s, 1) == 7


def test_results_do_not_depend_on_workers() -> None:
    jobs = [Job(2 + seed % 3, seed) for seed in range(70)]
    alone = list(play_many(bids.GAME, jobs, workers=1))
    assert [result.job for result in alone] == jobs
    assert list(play_many(bids.GAME, jobs, workers=2)) == alone
    assert all(result.reason == "play ended" and result.decisions == result.job.players * 6 for result in alone)
    assert alone[0].turns > 1


def test_a_game_takes_no_longer_than_it_may() -> None:
    """The time is checked between choices, each of which is cheap here."""
    for workers in (1, 2):
        for found in play_many(bids.GAME, [Job(2, 1), Job(3, 2)], workers, minutes=1e-9):
            assert (found.reason, found.error) == ("time", "the game takes more than 1e-09 minutes")
            assert found.record and not found.scores
    (soaked,) = soak(pig.GAME, [SoakJob(2, 1)], workers=1, minutes=1e-9)
    assert soaked.ends == {"time": 1} and "more than 1e-09 minutes" in soaked.faults[0]
    for minutes in (0, float("nan")):
        with pytest.raises(ValueError, match="minutes allows no game"):
            next(play_many(bids.GAME, [Job(2, 1)], 1, minutes))


@POSIX
def test_a_killed_worker_is_reported() -> None:
    """The others do not wait for the games that it was playing."""
    with pytest.raises(WorkerError, match="a worker process ended by itself"):
        list(spread(bids.GAME, end_at_five, range(9), workers=2))
    results = spread(bids.GAME, sleep_after_one, range(4), workers=2)
    assert next(results) == 0
    began = time.monotonic()
    results.close()  # type: ignore[attr-defined]
    assert time.monotonic() - began < 5 and not multiprocessing.active_children()


def end_at_five(_game: Game, job: int) -> int:
    if job == 5:
        os.kill(os.getpid(), signal.SIGKILL)
    return job


def sleep_after_one(_game: Game, job: int) -> int:
    time.sleep(60 * job)
    return job


def test_a_broken_rule_is_a_result() -> None:
    game = pig.pig_that(lambda m: [][5])
    result = play_game(game, Job(2, 1))
    assert result.reason == "rule error"
    assert "regelwerk run pig --players 2 --seed 1 --bot random" in result.error
    assert "chose" in result.error
    assert len(result.record) == 3

    def fault(m: object) -> None:
        raise TypeError("ours")

    result = play_game(pig.pig_that(fault, asked=False, source_hash="fault"), Job(2, 1))
    assert (result.reason, result.error) == ("fault", "TypeError: ours")
    with pytest.raises(ValueError, match="players"):
        play_game(pig.GAME, Job(99, 1))
    with pytest.raises(RuleError):
        match = Match.start(game, 2, 1)
        play_out(match, make_bots([], 2, 1))


def test_soaking_finds_no_fault_in_sound_games() -> None:
    total = Soaked()
    for game in ALL.values():
        for one in soak(game, [SoakJob(2, seed, every=7) for seed in range(2)], workers=1):
            total.add(one)
    assert total.faults == []
    assert total.games == 2 * len(ALL)
    assert set(total.ends) <= {"finish", "play ended"}
    assert total.ends.total() == total.games
    assert total.moments > 20


@pytest.mark.parametrize(("every", "invariants"), [(9, 1), (0, 50)])
def test_soaking_finds_a_broken_invariant(every: int, invariants: int) -> None:
    game = replace(
        pig.GAME, invariants=(("nobody scores", lambda s: s.score == [0] * 10, "pig.regel:3"),), source_hash="x"
    )
    (result,) = soak(game, [SoakJob(2, 1, every, invariants)], workers=1)
    assert "nobody scores" in result.faults[0]
    assert ("pig.regel:3" in result.faults[0]) == (invariants == 1)  # a checked game also reports the place
    assert result.ends == {"rule error": 1}


@POSIX
@pytest.mark.slow
def test_workers_end_with_their_parent(tmp_path: Path) -> None:
    """It is killed, so that it cannot end them; one is at work, the other has nothing to do."""
    read, write = os.pipe()
    parent = os.fork()
    if not parent:
        try:
            os.close(read)
            with Crew(2, abs, 0) as crew:
                list(crew.results(_note_and_wait, [(tmp_path, 0), (tmp_path, 0)]))
                list(crew.results(_note_and_wait, [(tmp_path, 600)]))
        finally:
            os._exit(1)
    os.close(write)
    until = time.monotonic() + 60
    while len(list(tmp_path.iterdir())) < 3 and time.monotonic() < until:
        time.sleep(0.02)
    os.kill(parent, signal.SIGKILL)
    os.waitpid(parent, 0)
    assert select.select([read], [], [], 30)[0] and not os.read(read, 1), "a worker still holds the pipe"
    os.close(read)


def _note_and_wait(task: tuple[Path, float]) -> None:
    folder, seconds = task
    (folder / str(time.monotonic_ns())).touch()
    time.sleep(seconds)
