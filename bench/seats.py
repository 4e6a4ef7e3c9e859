"""`bench/seats.py GAME`: many games by bots: how long they last, which seats win, which cards are never played.

Seats are counted from the player who has the first turn, so that a lot for it hides nothing. A turn is an effect whose
first parameter is a player. A round is a turn of each player, or, where turns lie deeper, what `play` calls around
them. A card counts as played where an ability of its own runs or where it comes to a place that all see; of a type to
which neither ever happens, where an option that names it is taken. Bots of several names change seats from game to
game.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections import Counter
from dataclasses import dataclass, field

import regelwerk
from regelwerk.inspect.find_playable import Watched, abilities_watched
from regelwerk.terminal.playlog import Teller
from regelwerk_runtime.batch.games import spread
from regelwerk_runtime.bots.names import make_bots
from regelwerk_runtime.bots.seat import seat_of
from regelwerk_runtime.engine.state import NONE
from regelwerk_runtime.match import Match
from regelwerk_runtime.tables.game import All, Game
from rich.console import Console
from rich.table import Table

PAUSE = 60.0
"""Seconds between two lines of progress, where there is no terminal."""


@dataclass(frozen=True)
class SeatJob:
    """One game: number of players, seed, bots, and the effects that are turns."""

    players: int
    seed: int
    bots: tuple[str, ...]
    turns: frozenset[str]


@dataclass
class Counts:
    """What happened in some games.

    Attributes:
        rounds: for each number of rounds how many games had it.
        wins: for each seat, counted from the player who had the first turn, its share of games; a shared first place
            counts in parts.
        bots: for each name of a bot its share, in the same way.
        cards: for each key of a card in how many games an ability of it ran or all saw it in a place.
        named: for each key of a card in how many games an option was taken that names it.
        ends: for each reason how many games ended so.
    """

    games: int = 0
    choices: int = 0
    rounds: Counter[int] = field(default_factory=Counter)
    wins: Counter[int] = field(default_factory=Counter)
    bots: Counter[str] = field(default_factory=Counter)
    cards: Counter[str] = field(default_factory=Counter)
    named: Counter[str] = field(default_factory=Counter)
    ends: Counter[str] = field(default_factory=Counter)

    def add(self, other: Counts) -> None:
        """Counts others in."""
        self.games += other.games
        self.choices += other.choices
        for name in ("rounds", "wins", "bots", "cards", "named", "ends"):
            getattr(self, name).update(getattr(other, name))


def play_seats(game: Game, job: SeatJob) -> Counts:
    """Plays one game and counts. `wins` and `bots` are in 60ths, so that shares stay whole."""
    match = Match.start(game, job.players, job.seed)
    bots = make_bots(job.bots, job.players, job.seed)
    keys, open_places = game.tables.card_keys, _open_places(game)
    named: set[str] = set()
    lying: set[int] = set()
    watched = Watched()
    while (decision := match.decision) is not None:
        index = bots[match.engine.player].choose(seat_of(match))
        named.update(re.findall(r"[\w.]+", decision.keys[index]))
        with abilities_watched(game, watched):
            match.play(index)
        lying.update(map(match.engine.s.places.__getitem__, open_places))
    played = watched.run | watched.answered | {keys[card] for card in lying if card != NONE}
    told = Teller(match, job.turns)
    for _ in told.new_lines():
        pass
    beginner = told.beginner or 0
    outcome = match.outcome
    assert outcome is not None
    first = [seat for seat, rank in enumerate(outcome.ranking) if rank == 1]
    return Counts(
        1,
        match.number,
        Counter([told.rounds]),
        Counter({(seat - beginner) % job.players: 60 // len(first) for seat in first}),
        sum((Counter({job.bots[seat % len(job.bots)]: 60 // len(first)}) for seat in first), Counter()),
        Counter(played),
        Counter(named.intersection(keys)),
        Counter([outcome.reason]),
    )


def _open_places(game: Game) -> list[int]:
    """The places that all see, by number."""
    tables = game.tables
    zones = [zone for zone in tables.zones if zone.place and isinstance(zone.seen, All)]
    return [zone.first + at for zone in zones for at in range(tables.count(zone.dims))]


def _shares(counts: Counts, players: int) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    for heading in ("seat", "wins", "share", "times its fair share"):
        table.add_column(heading, justify="right")
    for seat in range(players):
        wins = counts.wins[seat] / 60
        share = wins / counts.games
        table.add_row(str(seat + 1), f"{wins:,.1f}", f"{share:.1%}", f"{share * players:.2f}")
    return table


def _families(game: regelwerk.Game, counts: Counts) -> Table:
    """For each card type: cards, cards never played, and those played in the fewest games."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    for number, heading in enumerate(("card type", "cards", "never played", "seldom played (games)")):
        table.add_column(heading, justify="right" if number == 1 else "left")
    for name in dict.fromkeys(card.type for card in game.cards.values()):
        keys = [key for key, card in game.cards.items() if card.type == name]
        played = counts.cards if any(counts.cards[key] for key in keys) else counts.named
        never = [key for key in keys if not played[key]]
        seldom = sorted((played[key], key) for key in keys if played[key])[:4]
        table.add_row(
            name,
            str(len(keys)),
            ", ".join(never) or "none",
            ", ".join(f"{key} {count:,}" for count, key in seldom),
        )
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", help="name or folder of a game")
    parser.add_argument("--games", type=int, default=1000, help="number of games")
    parser.add_argument("--players", type=int, default=None, help="how many play; without it 4, or as near as can be")
    parser.add_argument("--bot", action="append", help="who plays, seat by seat; repeatable, greedy without")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first game")
    parser.add_argument("--jobs", type=int, default=None, help="number of processes; all cores without")
    parser.add_argument("--variant", action="append", help="play with this variant; repeatable")
    arguments = parser.parse_args()
    game = regelwerk.load(arguments.game, arguments.variant)
    players = game.seats(arguments.players)
    bots = tuple(arguments.bot or ["greedy"])
    seeds = range(arguments.seed, arguments.seed + arguments.games)
    jobs = [SeatJob(players, seed, _turned(bots, players, seed), game.turns) for seed in seeds]
    counts, start = Counts(), time.perf_counter()
    shown = start
    for result in spread(game.rules, play_seats, jobs, arguments.jobs):
        counts.add(result)
        if not sys.stdout.isatty() and time.perf_counter() - shown > PAUSE:
            shown = time.perf_counter()
            print(f"{counts.games:,} games, {shown - start:,.0f} s", flush=True)
    show(game, counts, players, bots, time.perf_counter() - start)


def _turned(bots: tuple[str, ...], players: int, seed: int) -> tuple[str, ...]:
    """The bot of each seat; from seed to seed all move on by one."""
    return tuple(bots[(seat + seed) % len(bots)] for seat in range(players))


def show(game: regelwerk.Game, counts: Counts, players: int, bots: tuple[str, ...], seconds: float) -> None:
    """Prints what was counted."""
    console = Console(width=None if sys.stdout.isatty() else 160, highlight=False)
    console.print(f"{game.title}: {counts.games:,} games of {players} players ({', '.join(bots)}), {seconds:,.0f} s")
    rounds = sorted(counts.rounds.elements())
    if rounds[-1]:
        console.print(f"rounds: {rounds[0]} to {rounds[-1]}, median {rounds[len(rounds) // 2]}")
    ends = ", ".join(f"{reason} {count:,}" for reason, count in counts.ends.most_common())
    console.print(f"choices: {counts.choices / counts.games:,.0f} a game; ended by: {ends}")
    console.print()
    console.print(_shares(counts, players))
    if len(set(bots)) > 1:
        won = ", ".join(f"{name} {wins / 60 / counts.games:.1%}" for name, wins in counts.bots.most_common())
        console.print(f"games won: {won}")
    if game.cards:
        console.print()
        console.print(_families(game, counts))


if __name__ == "__main__":
    main()
