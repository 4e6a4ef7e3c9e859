"""`bench/horizon.py`: the best horizon of a search in a long game.

    bench/horizon.py tokyo_metro --turns 8 --positions 40

In positions of games between greedy bots, the first options in the greedy bot's order are played on greedily through
the same guesses. For each horizon it prints how often another option than the first one is best by the mean lead at the
ends of the turns within the horizon, and by how much that option then leads over the first one at the end of each turn.
Half of the guesses choose, the other half judge, and vice versa. A turn ends when the choice passes from the player to
others or back.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from statistics import fmean, stdev

import regelwerk
from regelwerk_runtime.bots.greedy_bot import GreedyBot
from regelwerk_runtime.bots.hints import considered
from regelwerk_runtime.bots.look import Look
from regelwerk_runtime.bots.search.manner import ROUNDS, Manner
from regelwerk_runtime.bots.search.payoff import Payoff
from regelwerk_runtime.bots.search.playout import play_on
from regelwerk_runtime.bots.seat import seat_of
from regelwerk_runtime.bots.trial import Trial
from regelwerk_runtime.bots.turn import ranked
from regelwerk_runtime.engine.chance import mix
from regelwerk_runtime.errors import RuleError
from regelwerk_runtime.match import Match
from regelwerk_runtime.tables.game import Game

PART = 0.08
"""Share of the choices of a game that are examined."""

Leads = list[list[list[float]]]
"""The lead by option, guess and turn."""


def positions(
    rules: Game, players: int, seed: int, guesses: int, options: int
) -> Iterator[tuple[list[Trial], list[int]]]:
    """Guesses of positions, each with the options to compare, the greedy bot's first one first."""
    rng = Random(seed)
    while True:
        seed += 1
        match = Match.start(rules, players, seed)
        bots = [GreedyBot(player, seed) for player in range(players)]
        while match.decision is not None:
            seat = seat_of(match)
            if seat.count > 1 and rng.random() < PART:
                seen = [seat.trial(mix(number)) for number in range(guesses)]
                looks = [Look(engine, number) for number, engine in enumerate(seen[:2])]
                order = ranked(looks, considered(seen[0], range(seat.count), seen[1]))[:options]
                if len(order) > 1:
                    yield seen, order
            match.choose(bots[seat.player].choose(seat))


def leads(engine: Trial, index: int, manner: Manner, seed: int) -> list[float]:
    """The player's lead at the end of each turn after an option; after the end of the game, the final lead."""
    player, rng, payoff, found = engine.player, Random(seed), Payoff(engine, 1.0), list[float]()

    def passed(turns: int) -> None:
        found.append(payoff.parts(engine)[player].lead)
        fresh = mix(seed ^ turns)
        rng.seed(fresh)
        engine.renew(fresh)

    try:
        engine.play(index)
        play_on(engine, rng, manner.policy, manner.limit(player, passed))
    except RuleError:
        pass
    return found + [payoff.parts(engine)[player].lead] * (manner.turns - len(found))


def choice(table: Leads, turns: int, numbers: Sequence[int]) -> int:
    """The best option by the mean of a number of turns in some guesses; the first of equals."""
    return max(range(len(table)), key=lambda at: fmean(fmean(table[at][number][:turns]) for number in numbers))


def tell(tables: Sequence[Leads], turns: int, guesses: int, shown: Sequence[int]) -> str:
    """A line on one horizon."""
    halves = range(guesses // 2), range(guesses // 2, guesses)
    ways = [(table, choice(table, turns, one), other) for table in tables for one, other in (halves, halves[::-1])]
    gains = []
    for turn in shown:
        found = [fmean(table[at][n][turn - 1] - table[0][n][turn - 1] for n in other) for table, at, other in ways]
        gains.append(f"{fmean(found):+,.0f} ± {1.96 * stdev(found) / len(tables) ** 0.5:,.0f}")
    changed = sum(at > 0 for _, at, _ in ways) / len(ways)
    return f"{turns} turns ahead: another option in {changed:.0%}; lead after {[*shown]} turns: {', '.join(gains)}"


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the best horizon of a search.")
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--positions", type=int, default=40)
    parser.add_argument("--turns", type=int, default=8)
    parser.add_argument("--guesses", type=int, default=24)
    parser.add_argument("--options", type=int, default=6)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    manner = replace(ROUNDS, turns=args.turns, choices=30 * args.turns)
    found = positions(regelwerk.load(args.game).rules, args.players, args.seed, args.guesses, args.options)
    tables: list[Leads] = []
    for engines, order in found:
        tables.append(
            [[leads(engine.copy(), index, manner, mix(n)) for n, engine in enumerate(engines)] for index in order]
        )
        if len(tables) == args.positions:
            break
    shown = [turn for turn in (1, 2, 4, 8, 12, 16, 24) if turn <= args.turns]
    for turns in shown:
        print(tell(tables, turns, args.guesses, shown))


if __name__ == "__main__":
    main()
