"""`bench/metro_balance.py`: the balance of Tokyo Metro: wins by place, lines, stations and actions.

Each `--bot` is a player of `policies.py`: a scripted one (`script:shares`, `script:stations`, `script:mixed`), a bot of
the toolkit, or one restricted to shares or stations by the value of a file in `bound/`; they change seats from game to
game. A shared first place counts as a fraction.

    bench/metro_balance.py --players 3 --games 1000                                        # three greedy players
    bench/metro_balance.py --players 3 --bot greedy@bench/bound/tokyo_metro_shares.regel --bot greedy --bot greedy
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from dataclasses import dataclass, field

import regelwerk
from bots import wilson
from metro_players import Board, family_of
from policies import make_player
from regelwerk_runtime.batch.games import spread
from regelwerk_runtime.bots.seat import seat_of
from regelwerk_runtime.match import Match
from regelwerk_runtime.tables.game import Game

KINDS = {
    "place": "places in the order of play of the first round:",
    "bid": "bids for that order, in hundreds:",
    "line": "holders of first shares:",
    "station": "owners of stations:",
    "crossing": "owners of stations where as many lines cross:",
}
"""The kinds of things reported if seen in one of twenty games: wins, and leads over the mean of the game."""

PAUSE = 120.0
"""Seconds between two reports of the counts so far."""


@dataclass(frozen=True)
class BalanceJob:
    """One game: the printed board, the seed, and the bot of each seat."""

    board: Board
    seed: int
    bots: tuple[str, ...]


@dataclass
class Seen:
    """The counts of some games: for each thing how often it was seen, its share of wins, and the leads.

    A lead is the difference between a player's score and the mean of his game.
    """

    games: int = 0
    scores: Counter[str] = field(default_factory=Counter)
    seen: Counter[tuple[str, str]] = field(default_factory=Counter)
    won: Counter[tuple[str, str]] = field(default_factory=Counter)
    leads: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, other: Seen) -> None:
        """Adds other counts."""
        self.games += other.games
        for name in ("scores", "seen", "won", "leads"):
            getattr(self, name).update(getattr(other, name))


def play_balance(game: Game, job: BalanceJob) -> Seen:
    """Plays one game and counts the properties and actions of each player.

    These are his bot, place in the first round and bid for it, first shares, stations, actions, and actions used at
    all.
    """
    match = Match.start(game, len(job.bots), job.seed)
    bots = [make_player(name, "tokyo_metro", seat, job.seed) for seat, name in enumerate(job.bots)]
    used: list[Counter[str]] = [Counter() for _ in bots]
    begun: tuple[list[int], list[int]] | None = None
    while (decision := match.decision) is not None:
        player = match.engine.player
        if match.engine.count == len(bots) > 1:  # all have bid for the first round
            begun = [*match.state.place], [*match.state.bid]
        index = bots[player].choose(seat_of(match))
        if decision.keys[index].startswith("take_action"):
            used[player][family_of(decision.keys[index])[0]] += 1
        match.play(index)
    assert match.outcome is not None
    ranking, scores, owner = match.outcome.ranking, match.outcome.scores, match.state.owner
    mean = sum(scores) / len(scores)
    counts = Seen(1)
    for seat, name in enumerate(job.bots):
        part = (ranking[seat] == 1) / ranking.count(1)
        counts.scores[name] += scores[seat]
        things = Counter({("bot", name): 1})
        things.update({("action", family): times for family, times in used[seat].items()})
        things.update({("user", family): 1 for family in used[seat]})
        owned = [s for s in job.board.squares if owner[s] == seat]
        things.update(("station", s) for s in owned)
        things.update(("crossing", crossing) for s in owned for crossing in job.board.crossings(s))
        held = [job.board.shares[card] for card in match.state.portfolio[seat]]
        things.update({("line", card["line"]): 1 for card in held if card["share"] == 1})
        if begun is not None:
            things.update({("place", str(begun[0][seat])): 1, ("bid", f"{begun[1][seat]:2}"): 1})
        counts.seen.update(things)
        counts.won.update({thing: times * part for thing, times in things.items()})
        counts.leads.update({thing: times * (scores[seat] - mean) for thing, times in things.items()})
    return counts


def show(counts: Seen, players: int) -> None:
    """Prints the counts."""

    def line(kind: str, name: str) -> str:
        seen, won = counts.seen[kind, name], counts.won[kind, name]
        low, high = wilson(won / seen, seen)
        return f"{won / seen:6.1%} ({low:.0%} to {high:.0%}) of {seen:,}"

    print(f"\n{counts.games:,} games of {players} players; a fair share is {1 / players:.1%}")
    for kind, name in sorted(counts.seen):
        if kind == "bot":
            mean = counts.scores[name] / counts.seen[kind, name]
            print(f"  {name} wins {line(kind, name)} games, {mean:,.0f} yen on average")
    for kind, told in KINDS.items():
        print(told)
        for other, name in sorted(counts.seen):
            if other == kind and counts.seen[kind, name] >= counts.games / 20:
                lead = counts.leads[kind, name] / counts.seen[kind, name]
                print(f"  {name:16} wins {line(kind, name)}; ahead by {lead:+,.0f} yen")
    print("actions: uses a game; share of the uses that fell to winners; how often those win who use it at all")
    for (kind, name), times in counts.seen.most_common():
        if kind == "action":
            won = counts.won[kind, name] / times
            print(f"  {name:13} {times / counts.games:5.2f}  {won:6.1%}  {line('user', name)}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bot", action="append", help="the bots, seat by seat; repeatable, by default greedy")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1, help="seed of the first game")
    parser.add_argument("--variant", action="append", default=[], help="a variant or a file with one, for trials")
    parser.add_argument("--jobs", type=int, default=None, help="number of processes; by default all cores")
    arguments = parser.parse_args()
    game = regelwerk.load("tokyo_metro", arguments.variant)
    board, bots, players = Board.of(game.to_dict()), arguments.bot or ["greedy"], arguments.players
    seeds = range(arguments.seed, arguments.seed + arguments.games)
    jobs = [
        BalanceJob(board, seed, tuple(bots[(seat + seed) % len(bots)] for seat in range(players))) for seed in seeds
    ]
    counts, shown = Seen(), time.monotonic()
    for result in spread(game.rules, play_balance, jobs, arguments.jobs):
        counts.add(result)
        if time.monotonic() - shown > PAUSE:
            shown = time.monotonic()
            show(counts, players)
    show(counts, players)


if __name__ == "__main__":
    main()
