"""`bench/metro_hubs.py`: the effect of stations where many lines cross on winning Tokyo Metro.

Greedy players play. When one of them is about to build his first hub, a station where three or more lines cross, the
game is played to its end twice, with the same cards to come: as usual, and with that player building no hub from then
on (`bound/tokyo_metro_no_hubs.regel`). His wins without hubs show the effect of his place, his shares and his lead; the
difference shows the effect of hubs. Only positions in which a bot wants to build are compared.

    bench/metro_hubs.py --players 3 --games 200 --seed 70000
"""

from __future__ import annotations

import argparse
import re
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean, stdev

import regelwerk
from bots import wilson
from metro_players import Board
from policies import Otherwise, rules_of, with_value
from regelwerk_runtime.batch.games import spread
from regelwerk_runtime.bots.greedy_bot import GreedyBot
from regelwerk_runtime.bots.seat import Bot, seat_of
from regelwerk_runtime.match import Match
from regelwerk_runtime.tables.game import Game

WITHOUT = Path(__file__).parent / "bound" / "tokyo_metro_no_hubs.regel"
DIVIDEND = re.compile(r"gets a dividend of (\d+) yen for (.+)")
PAUSE = 120.0
"""Seconds between two reports of the counts so far."""


@dataclass(frozen=True)
class HubJob:
    """One deal: the names of stations, the number of lines at each, the seed, the players, the variants in force."""

    names: tuple[str, ...]
    lines: tuple[int, ...]
    seed: int
    players: int
    variants: tuple[str, ...]


@dataclass(frozen=True)
class Built:
    """A hub: station, round, player, price, and the game just before with its builder's rank there."""

    station: int
    round: int
    player: int
    price: int
    before: Match
    rank: int


@dataclass(frozen=True)
class Hub:
    """The figures of a hub: its lines, its round, the builder's rank, price, dividends, part of the win."""

    lines: int
    round: int
    rank: int
    price: int
    takings: int
    part: float


@dataclass(frozen=True)
class Pair:
    """A player with hubs and without: parts of the win, scores, and leads over the mean of the game."""

    wins: tuple[float, float]
    scores: tuple[int, int]
    leads: tuple[float, float]


@dataclass
class Deal:
    """The results of one deal."""

    hubs: list[Hub] = field(default_factory=list)
    pairs: list[Pair] = field(default_factory=list)


def play_deal(game: Game, job: HubJob) -> Deal:
    """Plays a deal, and again without hubs from each player's first one."""
    match = Match.start(game, job.players, job.seed)
    built = play_and_watch(match, job)
    parts, scores = ended(match)
    takings: Counter[str] = Counter()
    for yen, name in DIVIDEND.findall("\n".join(match.log("en"))):
        takings[name] += int(yen)
    deal = Deal()
    seen: set[int] = set()
    for one in built:
        lines, name = job.lines[one.station], job.names[one.station]
        deal.hubs.append(Hub(lines, one.round, one.rank, one.price, takings[name], parts[one.player]))
        if one.player not in seen:
            seen.add(one.player)
            other = play_without(one.before, one.player, job)
            both = tuple((part[one.player], score[one.player], mean(score)) for part, score in ((parts, scores), other))
            (win, score, middle), (win_2, score_2, middle_2) = both
            deal.pairs.append(Pair((win, win_2), (score, score_2), (score - middle, score_2 - middle_2)))
    return deal


def play_and_watch(match: Match, job: HubJob) -> list[Built]:
    """Plays a game to its end; returns the hubs that were built."""
    bots = [GreedyBot(seat, job.seed) for seat in range(job.players)]
    before = match.copy()
    built: list[Built] = []
    while match.engine.options:
        decision = match.decision
        assert decision is not None
        index = bots[match.engine.player].choose(seat_of(match))
        if decision.keys[index].startswith("take_action"):
            before = match.copy()
        owner = [*match.engine.s.owner]
        match.play(index)
        state = match.engine.s
        for station, player in enumerate(state.owner):
            if owner[station] != player and job.lines[station] >= 3:
                worths = [before.measure("value", p) for p in range(job.players)]
                rank = 1 + sum(other > worths[player] for other in worths)
                price = before.engine.s.money[player] - state.money[player]
                built.append(Built(station, state.round, player, price, before.copy(), rank))
    return built


def play_without(match: Match, player: int, job: HubJob) -> tuple[list[float], tuple[int, ...]]:
    """Plays a game to its end with a player who builds no hubs."""
    value = rules_of("tokyo_metro", str(WITHOUT), *job.variants).value
    bots: list[Bot] = [GreedyBot(seat, job.seed) for seat in range(job.players)]
    bots[player] = Otherwise(bots[player], lambda rules: with_value(rules, value))
    while match.engine.options:
        match.play(bots[match.engine.player].choose(seat_of(match)))
    return ended(match)


def ended(match: Match) -> tuple[list[float], tuple[int, ...]]:
    """For each player the part of the win, and the score."""
    outcome = match.outcome
    assert outcome is not None
    ranking = outcome.ranking
    return [(rank == 1) / ranking.count(1) for rank in ranking], outcome.scores


def told(parts: list[float]) -> str:
    """A share of wins with its interval."""
    low, high = wilson(mean(parts), len(parts))
    return f"{mean(parts):6.1%} ({low:.0%} to {high:.0%}) of {len(parts):,}"


def show(deals: list[Deal], players: int) -> None:
    """Prints the results."""
    hubs = [one for deal in deals for one in deal.hubs]
    pairs = [one for deal in deals for one in deal.pairs]
    print(f"\n{len(deals):,} games of {players} players; a fair share is {1 / players:.1%}")
    if len(pairs) < 2:
        return
    print(f"  owners of hubs win {told([one.part for one in hubs])}")
    for lines in sorted({one.lines for one in hubs}):
        print(f"    where {lines} lines cross: {told([one.part for one in hubs if one.lines == lines])}")
    for rank in sorted({one.rank for one in hubs}):
        print(f"    number {rank} by value before: {told([one.part for one in hubs if one.rank == rank])}")
    for when in sorted({one.round for one in hubs}):
        print(f"    built in round {when}: {told([one.part for one in hubs if one.round == when])}")
    paid, taken = mean(one.price for one in hubs), mean(one.takings for one in hubs)
    print(f"  a hub costs {paid:,.0f} yen with the card's price and brings {taken:,.0f} yen of dividends")
    print(f"  players from their first hub on win {told([one.wins[0] for one in pairs])}")
    print(f"    the same without hubs from there {told([one.wins[1] for one in pairs])}")
    for name, differences in (
        ("wins, in points", [100 * (one.wins[0] - one.wins[1]) for one in pairs]),
        ("score", [one.scores[0] - one.scores[1] for one in pairs]),
        ("lead over the mean of the game", [one.leads[0] - one.leads[1] for one in pairs]),
    ):
        half = 1.96 * stdev(differences) / len(differences) ** 0.5
        print(f"    hubs change the {name} by {mean(differences):+,.1f} (± {half:,.1f})", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1, help="seed of the first game")
    parser.add_argument("--variant", action="append", default=[], help="a variant or a file with one, for trials")
    parser.add_argument("--jobs", type=int, default=None, help="number of processes; by default all cores")
    arguments = parser.parse_args()
    game = regelwerk.load("tokyo_metro", arguments.variant)
    data = game.to_dict()
    board, rows = Board.of(data), data["tables"]["Station"]["rows"]
    names, lines = zip(*((row["names"]["en"], board.lines(row["key"])) for row in rows), strict=True)
    seeds = range(arguments.seed, arguments.seed + arguments.games)
    jobs = [HubJob(names, lines, seed, arguments.players, tuple(arguments.variant)) for seed in seeds]
    deals: list[Deal] = []
    shown = time.monotonic()
    for deal in spread(game.rules, play_deal, jobs, arguments.jobs):
        deals.append(deal)
        if time.monotonic() - shown > PAUSE:
            shown = time.monotonic()
            show(deals, arguments.players)
    show(deals, arguments.players)


if __name__ == "__main__":
    main()
