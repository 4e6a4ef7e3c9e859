"""`make bench`: the classics as compiled rules beside hand-written Python, in one run: so the ratio means something.

Both play random games in turns of a fraction of a second of processor time; the figures are medians. The compiled rules
are driven twice: by `engine.restart(seed)` and `engine.play(index)`, the fast way for search and batches, and by
`match.choose(option)` as people see it.
"""

from __future__ import annotations

import argparse
import pickle
import random
import statistics
import sys
import time
from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

import naive
import regelwerk
from rich.console import Console
from rich.table import Table

Play = Callable[[random.Random], int]


def naive_game(kind: type[Any]) -> Play:
    """Plays one game of a hand-written class; answers the number of decisions."""

    def play(rng: random.Random) -> int:
        game, count, pick = kind(rng), 0, rng.random
        while not game.done:
            options = game.legal()
            game.apply(options[int(pick() * len(options))])
            count += 1
        return count

    return play


def compiled_game(game: regelwerk.Game) -> Play:
    """The same by compiled rules, the fast way."""

    engine = game.start(game.players[0], 0).engine

    def play(rng: random.Random) -> int:
        engine.restart(rng.getrandbits(30))
        pick = rng.random
        while options := engine.options:
            engine.play(int(pick() * len(options)))
        return int(engine.count)

    return play


def told_game(game: regelwerk.Game) -> Play:
    """The same with decisions and options as people see them."""

    def play(rng: random.Random) -> int:
        match, pick = game.start(game.players[0], rng.getrandbits(30)), rng.random
        while (decision := match.decision) is not None:
            match.choose(decision.options[int(pick() * len(decision.options))])
        return match.number

    return play


def rate(play: Play, seconds: float, seed: int) -> float:
    """Decisions a second over many games."""
    rng, count = random.Random(seed), 0
    start = time.process_time()
    while (used := time.process_time() - start) < seconds:
        count += play(rng)
    return count / used


def microseconds(action: Callable[[], object], seconds: float = 0.1) -> float:
    """How long something takes, the median of five."""
    times = []
    for _ in range(5):
        count, start = 0, time.process_time()
        while (used := time.process_time() - start) < seconds / 5:
            for _ in range(50):
                action()
            count += 50
        times.append(used / count * 1e6)
    return statistics.median(times)


def middle(game: regelwerk.Game) -> Any:
    """A match in the middle of a random game."""
    rng = random.Random(1)
    total = compiled_game(game)(random.Random(1))
    match = game.start(game.players[0], 1)
    for _ in range(total // 2):
        if match.decision is None:
            break
        match.play(rng.randrange(len(match.engine.options)))
    return match if match.decision is not None else game.start(game.players[0], 1)


def saved_in_middles(game: regelwerk.Game, count: int) -> Callable[[], object]:
    """Saves and loads a match, another one at each call: what is kept of positions does not tell of one alone."""
    rng, found = random.Random(2), []
    while len(found) < count:
        match = game.start(game.players[0], rng.getrandbits(30))
        for _ in range(rng.randrange(60)):
            if not match.engine.options:
                break
            match.play(rng.randrange(len(match.engine.options)))
        if match.engine.options:
            found.append(match)
    matches = cycle(found)
    return lambda: game.from_bytes(next(matches).to_bytes())


def naive_middle(kind: type[Any]) -> Any:
    """A hand-written game after a few random choices."""
    game, rng = kind(random.Random(1)), random.Random(1)
    for _ in range(4):
        twin = game.clone()
        twin.apply(rng.choice(twin.legal()))
        if twin.done:
            break
        game = twin
    return game


def measure(name: str, seconds: float, rounds: int) -> list[str]:
    """A row of the table."""
    game, kind = regelwerk.load(name), naive.GAMES[name]
    plays = (naive_game(kind), compiled_game(game), told_game(game))
    for play in plays:
        rate(play, 0.05, 0)
    samples = [[rate(play, seconds, seed) for play in plays] for seed in range(1, rounds + 1)]
    by_hand, fast, told = (statistics.median(column) for column in zip(*samples, strict=True))
    ratio = statistics.median(row[1] / row[0] for row in samples)
    match, twin = middle(game), naive_middle(kind)
    data = match.to_bytes()
    return [
        name,
        f"{by_hand / 1e6:.2f} M",
        f"{fast / 1e6:.2f} M",
        f"{ratio:.2f}",
        f"{told / 1e6:.2f} M",
        f"{microseconds(twin.clone):.1f}",
        f"{microseconds(match.copy):.1f}",
        f"{microseconds(saved_in_middles(game, 2000)):.0f}",
        f"{microseconds(lambda: pickle.loads(pickle.dumps(match))):.0f}",
        str(len(data)),
    ]


def parts(name: str, seconds: float) -> list[str]:
    """Where the time of a game goes, in microseconds, each part run by itself; the rules are what is left."""
    game, kind, rng = regelwerk.load(name), naive.GAMES[name], random.Random(1)
    by_hand, compiled = naive_game(kind), compiled_game(game)
    seeds = [random.Random(n) for n in range(50)]
    decisions = statistics.mean(compiled(random.Random(n)) for n in range(50))
    engine = game.start(game.players[0], 0).engine
    restart = microseconds(lambda: engine.restart(rng.getrandbits(30)), seconds)
    again = (engine.player, engine.options, (0,))
    engine.runs, engine.stack[:], engine.s.fuel = [lambda m, f: again], [(0,)], 1 << 60
    empty = microseconds(lambda: engine.play(0), seconds)
    options, pick = engine.options, rng.random
    chosen = microseconds(lambda: int(pick() * len(options)), seconds)
    whole, other = (
        microseconds(lambda play=play: play(seeds[rng.randrange(50)]), seconds) for play in (compiled, by_hand)
    )
    drive, play = decisions * chosen, decisions * empty
    figures = (decisions, other, whole, drive, restart, play, whole - drive - restart - play)
    return [name, *(f"{figure:.1f}" for figure in figures)]


PARTS = ("a random game", "decisions", "by hand us", "compiled us", "choosing", "restart", "engine", "rules and rolls")


def show_parts(names: list[str], seconds: float) -> Table:
    """A table of the parts of some games."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    for number, column in enumerate(PARTS):
        table.add_column(column, justify="right" if number else "left")
    for name in names:
        table.add_row(*parts(name, seconds))
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(naive.GAMES), help="which of the classics; all without")
    parser.add_argument("--seconds", type=float, default=0.3, help="length of a measurement")
    parser.add_argument("--rounds", type=int, default=5, help="number of measurements")
    parser.add_argument("--parts", action="store_true", help="where the time of a game goes")
    arguments = parser.parse_args()
    console = Console(width=None if sys.stdout.isatty() else 140, highlight=False)
    if arguments.parts:
        console.print(show_parts(arguments.games, arguments.seconds))
        return
    table = Table(box=None, pad_edge=False, header_style="dim")
    for number, column in enumerate(
        (
            "random games",
            "by hand",
            "compiled",
            "ratio",
            "with decisions",
            "clone by hand us",
            "copy us",
            "bytes and back us",
            "pickle and back us",
            "bytes",
        )
    ):
        table.add_column(column, justify="right" if number else "left")
    for name in arguments.games:
        table.add_row(*measure(name, arguments.seconds, arguments.rounds))
    console.print("Decisions a second on one core, and how long it takes to copy and save a match in mid-game.")
    console.print(table)


if __name__ == "__main__":
    main()
