"""`bench/turns.py`: the results of bots in single turns, by the declared value, compared with the greedy bot.

    bench/turns.py itc --bot ismcts:16,turn --bot ismcts:32,turn --turns 30

Each bot plays the same turns, from the same positions of games between greedy players and with the same luck. Its
result is its lead at the end of the turn. That distinguishes searches in far less time than duels do, but bots that
follow a wrong value look good in it.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from random import Random
from statistics import fmean, stdev

import regelwerk
from policies import make_player
from regelwerk_runtime.bots.search.payoff import Payoff
from regelwerk_runtime.bots.search.playout import GREEDY
from regelwerk_runtime.bots.seat import Bot, seat_of
from regelwerk_runtime.bots.trial import trial_of
from regelwerk_runtime.match import Match
from regelwerk_runtime.tables.game import Game

RIVAL = "greedy"


def positions(rules: Game, players: int, seed: int) -> Iterator[tuple[int, Match]]:
    """Beginnings of turns, each from a game of its own, with its seed."""
    rng = Random(seed)
    while True:
        seed += 1
        match, before, found = Match.start(rules, players, seed), -1, list[Match]()
        while match.decision is not None:
            if match.engine.player != before:
                before = match.engine.player
                found.append(match.copy())
            GREEDY.play(trial_of(match.engine), rng)
        yield seed, rng.choice(found)


def lead_after(match: Match, bots: list[Bot], player: int) -> float:
    """A player's lead at the end of his turn."""
    while match.decision is not None and match.engine.player == player:
        match.choose(bots[player].choose(seat_of(match)))
    engine = trial_of(match.engine)
    return Payoff(engine, 1.0).parts(engine)[player].lead


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the results of bots in single turns.")
    parser.add_argument("game")
    parser.add_argument("--bot", action="append", required=True)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--turns", type=int, default=30)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    names = [RIVAL, *args.bot]
    leads: dict[str, list[float]] = {name: [] for name in names}
    took = dict.fromkeys(names, 0.0)
    found = positions(regelwerk.load(args.game).rules, args.players, args.seed)
    for _, (seed, match) in zip(range(args.turns), found, strict=False):
        for name in names:
            bots = [make_player(name, args.game, player, seed) for player in range(args.players)]
            start = time.process_time()
            leads[name].append(lead_after(match.copy(), bots, match.engine.player))
            took[name] += time.process_time() - start
    for name in args.bot:
        gains = [own - rival for own, rival in zip(leads[name], leads[RIVAL], strict=True)]
        half = 1.96 * stdev(gains) / len(gains) ** 0.5
        print(f"{name}: {fmean(gains):+,.0f} ± {half:,.0f} a turn, {took[name] / args.turns:.2f} s")


if __name__ == "__main__":
    main()
