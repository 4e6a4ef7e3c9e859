"""`bench/auf_achse.py`: statistics of Auf Achse between bots: events, public jobs, trailers, choices.

Players are named as in `bench/policies.py`: `script` plans (`bench/haulier.py`) and buys a trailer that pays for
itself with present and future jobs; `script:trust=0` buys none. If a single seat differs, it changes from game to
game:

    bench/auf_achse.py --games 400 --bot script
    bench/auf_achse.py --games 400 --bot script --against script:trust=0

Games that were simulated with the table `decisions` are replayed from it, which takes seconds:

    bench/auf_achse.py --played out/reports/auf_achse.parquet

A choice is idle if the option to do nothing is taken.
"""

from __future__ import annotations

import argparse
import statistics
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import polars as pl
import regelwerk
from bots import wilson
from policies import make_player
from regelwerk_runtime.batch.games import spread
from regelwerk_runtime.bots.seat import seat_of
from regelwerk_runtime.match import Match
from regelwerk_runtime.tables.game import Game

NAME = "auf_achse"
IDLE = {"go_on", "keep_it", "none"}


@dataclass(frozen=True)
class Round:
    """One game: players, seed, and the bots, or the keys chosen when it was played before."""

    players: int
    seed: int
    bots: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()


@dataclass
class Told:
    """The statistics of one game; times count turns of any player."""

    seed: int
    turns: int = 0
    empty: int | None = None  # when the last event was drawn
    last_job: int | None = None  # when the last public job left the board
    choices: Counter[str] = field(default_factory=Counter)
    idle: Counter[str] = field(default_factory=Counter)
    bought: Counter[int] = field(default_factory=Counter)
    delivered: int = 0
    events: int = 0
    first: tuple[int, ...] = ()
    money: tuple[int, ...] = ()


def play(game: Game, job: Round) -> Told:
    """Plays one game."""
    match = Match.start(game, job.players, job.seed)
    bots = [make_player(name, NAME, seat, job.seed) for seat, name in enumerate(job.bots)]
    before = iter(job.keys)
    told, turn = Told(job.seed), 0
    begun: Any = None
    while match.decision is not None:
        engine = match.engine
        site, keys, player = engine.game.sites[engine.site], match.decision.keys, engine.player
        index = bots[player].choose(seat_of(match)) if bots else keys.index(next(before))
        told.choices[site.name] += 1
        told.idle[site.name] += keys[index] in IDLE
        told.bought[player] += keys[index].startswith("buy")
        match.play(index)
        if (match.state.driver, match.state.starter) != begun:
            begun, turn = (match.state.driver, match.state.starter), turn + 1
        if told.empty is None and not match.state.events:
            told.empty = turn
        if told.last_job is None and match.state.truck and not match.state.board and all(match.state.placed):
            told.last_job = turn
    outcome = match.outcome
    assert outcome is not None
    told.turns = turn
    told.first = tuple(seat for seat, rank in enumerate(outcome.ranking) if rank == 1)
    told.money = tuple(match.state.money)
    told.events = 28 - len(match.state.events)
    return told


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--bot", default="script", help="who plays")
    parser.add_argument("--against", default="", help="who sits on all other seats")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=None)
    parser.add_argument("--played", type=Path, help="simulated games, instead of new ones")
    arguments = parser.parse_args()
    game = regelwerk.load(NAME)
    if arguments.played:
        rounds = played(arguments.played)
        arguments.players = rounds[0].players
        show(list(spread(game.rules, play, rounds, arguments.jobs)), arguments)
        return
    for bot in {arguments.bot, arguments.against} - {""}:
        make_player(bot, NAME, 0, 0)  # compiles once for all processes what the player needs
    n = arguments.players
    jobs = [
        Round(
            n,
            seed,
            tuple(arguments.bot if s == seed % n or not arguments.against else arguments.against for s in range(n)),
        )
        for seed in range(arguments.seed, arguments.seed + arguments.games)
    ]
    show(list(spread(game.rules, play, jobs, arguments.jobs)), arguments)


def played(path: Path) -> list[Round]:
    """The games of a dataset, with the keys chosen in each."""
    games, decisions = (pl.read_parquet(path.with_suffix(f"{table}.parquet")) for table in ("", ".decisions"))
    keys = {number: tuple(rows["key"]) for (number,), rows in decisions.sort("game", "number").group_by("game")}
    return [
        Round(players, seed, keys=keys[number])
        for number, seed, players in games.select("game", "seed", "players").iter_rows()
    ]


def show(games: list[Told], arguments: argparse.Namespace) -> None:
    """Prints the figures."""
    n, players = len(games), arguments.players
    rounds = sorted(one.turns / players for one in games)
    money, most = (statistics.mean(pick(one.money) for one in games) for pick in (statistics.mean, max))
    print(f"{n} games of {players} players; rounds: {rounds[0]:.0f} to {rounds[-1]:.0f}, median {rounds[n // 2]:.0f}")
    print(f"money: {money:,.0f}, of the winner {most:,.0f}")
    out = sum(one.empty is not None for one in games) / n
    print(f"event deck runs out: {out:.0%}; events drawn: {statistics.mean(one.events for one in games):.1f}")
    last = sorted((one.last_job or one.turns) / one.turns for one in games)
    tenth, half, nine = (last[n * share // 10] for share in (1, 5, 9))
    print(
        f"last public job goes after {tenth:.0%} / {half:.0%} / {nine:.0%} of the turns (10 %, median, 90 %); in the"
        f" last third in {sum(x >= 2 / 3 for x in last) / n:.0%}"
    )
    show_trailers(games, players)
    if arguments.against:
        show_single(games, arguments)
    choices, idle = sum((one.choices for one in games), Counter()), sum((one.idle for one in games), Counter())
    total = choices.total()
    print(f"choices: {total / n:.0f} a game; answered with nothing: {idle.total() / total:.1%}")
    for name, count in choices.most_common(14):
        print(f"  {name}: {count / total:.1%}, of these idle {idle[name] / count:.0%}")


def show_trailers(games: list[Told], players: int) -> None:
    """Prints who bought trailers, and how successful they were."""
    buyers = [(one.bought[s], (s in one.first) / len(one.first)) for one in games for s in range(players)]
    some = statistics.mean(any(one.bought.values()) for one in games)
    print(
        f"trailers bought: {sum(b for b, _ in buyers) / len(games):.2f} a game; by"
        f" {sum(b > 0 for b, _ in buyers) / len(buyers):.0%} of players, in {some:.0%} of games"
    )
    for kind in (True, False):
        wins = [won for bought, won in buyers if (bought > 0) is kind]
        if wins:
            print(f"  players who {'bought' if kind else 'did not buy'}: {len(wins)}, won {statistics.mean(wins):.1%}")


def show_single(games: list[Told], arguments: argparse.Namespace) -> None:
    """Prints how the different seat does against the others."""
    n, players = len(games), arguments.players
    won = sum((one.seed % players in one.first) / len(one.first) for one in games)
    low, high = wilson(won / n, n)
    mine = statistics.mean(one.money[one.seed % players] for one in games)
    theirs = statistics.mean(m for one in games for s, m in enumerate(one.money) if s != one.seed % players)
    print(
        f"{arguments.bot} wins {won / n:.1%} ({low:.1%} to {high:.1%}) against {arguments.against}, fair"
        f" {1 / players:.0%}; money {mine:,.0f} against {theirs:,.0f}"
    )


if __name__ == "__main__":
    main()
