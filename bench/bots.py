"""`bench/bots.py`: the strength of bots, with 95 % confidence intervals.

With a game, one bot plays against another in all other seats; it plays each deal from every seat:

    bench/bots.py hearts --bot ismcts:16,random --against greedy --games 200 --players 4

Without one: playouts of plain search per second, the value of Kuhn poker between two searches, and search against the
greedy bot in small games.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from dataclasses import dataclass, replace
from functools import cache
from itertools import permutations
from math import sqrt
from random import Random

import regelwerk
from policies import make_player
from regelwerk_runtime.batch.games import play_out, spread
from regelwerk_runtime.bots.search.manner import TO_THE_END
from regelwerk_runtime.bots.search.payoff import Payoff
from regelwerk_runtime.bots.search.positions import Positions
from regelwerk_runtime.bots.search.search_bot import Budget, InformationBot
from regelwerk_runtime.bots.seat import Bot, Seat, seat_of
from regelwerk_runtime.bots.trial import trial_of
from regelwerk_runtime.match import Match
from regelwerk_runtime.native import NativeGame
from regelwerk_runtime.tables.game import Game

CHIPS = replace(TO_THE_END, margin=1.0)
"""Only chips count, not the win."""

SMALL = (
    ("tic_tac_toe", "mcts:500", 100),
    ("connect_four", "mcts:200", 50),
    ("pig", "mcts:500", 200),
    ("goofspiel", "ismcts:200", 100),
    ("liars_dice", "ismcts:40", 100),
)


def wilson(share: float, games: int) -> tuple[float, float]:
    """The 95 % confidence interval of a share (Wilson 1927)."""
    z = 1.96
    middle = (share + z * z / 2 / games) / (1 + z * z / games)
    half = z * sqrt(share * (1 - share) / games + z * z / 4 / games**2) / (1 + z * z / games)
    return middle - half, middle + half


@dataclass(frozen=True)
class Duel:
    """One game between players by name (see `policies.py`)."""

    game: str
    seed: int
    seat: int
    names: tuple[str, ...]
    native: bool = False


class Timed:
    """A bot whose processor time is measured."""

    def __init__(self, bot: Bot) -> None:
        self.bot, self.took = bot, 0.0

    def choose(self, seat: Seat) -> int:
        """See `Bot`."""
        start = time.process_time()
        index = self.bot.choose(seat)
        self.took += time.process_time() - start
        return index


@cache
def native_of(name: str) -> NativeGame:
    """The native build of a game."""
    return regelwerk.load(name).native()


def play_duel(rules: Game, job: Duel) -> tuple[tuple[int, ...], tuple[int, ...], tuple[float, ...]]:
    """Ranking and scores of one game, and the processor time of each player."""
    match = Match.start(rules, len(job.names), job.seed)
    native = native_of(job.game) if job.native else None
    bots = [Timed(make_player(name, job.game, seat, job.seed)) for seat, name in enumerate(job.names)]
    play_out(match, bots, native)
    assert match.outcome is not None
    return match.outcome.ranking, match.outcome.scores, tuple(bot.took for bot in bots)


def duel(
    name: str, bot: str, rival: str, games: int, players: int, first: int = 0, jobs: int = 1, *, native: bool = False
) -> str:
    """One line with the share of games that a player wins against others; a shared first place counts as a fraction."""
    duels = [
        Duel(
            name,
            first + number // players,
            own,
            tuple(bot if seat == own else rival for seat in range(players)),
            native,
        )
        for number in range(games)
        for own in [number % players]
    ]
    for player in (bot, rival):
        make_player(player, name, 0, 0)  # compiles once for all processes what the player needs
    won, mine, theirs, spent, all_spent = 0.0, 0, 0, 0.0, 0.0
    played = spread(regelwerk.load(name).rules, play_duel, duels, jobs)
    for number, (job, (ranking, scores, took)) in enumerate(zip(duels, played, strict=True), start=1):
        won += (ranking[job.seat] == 1) / ranking.count(1)
        mine += scores[job.seat]
        theirs += sum(scores) - scores[job.seat]
        spent += took[job.seat]
        all_spent += sum(took)
        if number % 20 == 0 and number < games:
            print(f"{name}: {won:g} of {number}", file=sys.stderr, flush=True)
    low, high = wilson(won / games, games)
    rest = (all_spent - spent) / games / (players - 1)
    return (
        f"{name}, {players} players: {bot} wins {won:g} of {games} games against {rival}, {won / games:.0%}"
        f" ({low:.0%} to {high:.0%}), {mine / games:,.0f} to {theirs / games / (players - 1):,.0f} points,"
        f" {spent / games:.2f} to {rest:.2f} s of one core a game"
    )


def playouts(count: int = 20_000) -> str:
    """The speed of plain search on connect four."""
    engine = trial_of(regelwerk.load("connect_four").start(seed=1).engine)
    tree = Positions(engine, Payoff(engine, TO_THE_END.margin), Random(1), TO_THE_END, range(len(engine.options)))
    start = time.process_time()
    for _ in range(count):
        tree.playout()
    return f"connect four: {count / (time.process_time() - start):,.0f} playouts/s"


def kuhn(games: int, budget: int) -> str:
    """The mean winnings of the first player of Kuhn poker when both search for chips; all deals are played equally
    often.
    """
    game, deals = regelwerk.load("kuhn_poker"), list(permutations(("jack", "queen", "king")))
    means, errors = [], []
    for first, second, rest in deals:
        won = []
        for seed in range(games // len(deals)):
            match = game.start(2, seed, given={"hand": [first, second], "deck": [rest]})
            bots = [InformationBot(seat, seed, Budget(budget), CHIPS) for seat in range(2)]
            while match.decision is not None:
                match.choose(bots[match.engine.player].choose(seat_of(match)))
            assert match.outcome is not None
            won.append(match.outcome.scores[0])
        means.append(statistics.mean(won))
        errors.append(statistics.variance(won) / len(won))
    half = 1.96 * sqrt(sum(errors)) / len(deals)
    return f"kuhn poker: {statistics.mean(means):+.3f} ± {half:.3f} chips a game; in theory {-1 / 18:+.3f}"


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the strength of bots.")
    parser.add_argument("game", nargs="?", default="")
    parser.add_argument("--bot", default="ismcts")
    parser.add_argument("--against", default="greedy")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--players", type=int, default=0, help="the fewest by default")
    parser.add_argument("--seed", type=int, default=0, help="of the first game")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--native", action="store_true", help="bots try things out in machine code")
    args = parser.parse_args()
    if args.game:
        players = args.players or regelwerk.load(args.game).players[0]
        print(duel(args.game, args.bot, args.against, args.games, players, args.seed, args.jobs, native=args.native))
        return
    print(playouts())
    print(kuhn(1200, 200), flush=True)
    for name, bot, games in SMALL:
        print(duel(name, bot, "greedy", games, 2, first=3000), flush=True)


if __name__ == "__main__":
    main()
