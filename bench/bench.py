"""`make bench`: compiled classics and ITC compared with hand-written Python, in one run, so that ratios are reliable.

Both play random games alternately, for a fraction of a second of processor time each; the figures are medians. The
compiled rules are driven in two ways: by `engine.restart(seed)` and `engine.play(index)`, the fast way for search and
batches, and by `match.choose(option)`, with named options. ITC is played by four, without action cards
(`bound/itc_no_actions.regel`).
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
import naive_itc
import regelwerk
from rich.console import Console
from rich.table import Table

Play = Callable[[random.Random], int]

BY_HAND: dict[str, type[Any]] = {**naive.GAMES, "itc": naive_itc.Itc}
VARIANTS = {"itc": [naive_itc.VARIANT]}
PLAYERS = {"itc": 4}  # for other games the fewest


def loaded(name: str) -> regelwerk.Game:
    """The rules that the hand-written class implements."""
    return regelwerk.load(name, variants=VARIANTS.get(name, ()))


def seats(name: str, game: regelwerk.Game) -> int:
    """The number of players."""
    return PLAYERS.get(name, game.players[0])


def naive_game(kind: type[Any]) -> Play:
    """A function that plays one game of a hand-written class and returns the number of decisions."""

    def play(rng: random.Random) -> int:
        game, count, pick = kind(rng), 0, rng.random
        while not game.done:
            options = game.legal()
            game.apply(options[int(pick() * len(options))])
            count += 1
        return count

    return play


def compiled_game(engine: Any) -> Play:
    """The same for compiled rules, the fast way."""

    def play(rng: random.Random) -> int:
        engine.restart(rng.getrandbits(30))
        pick = rng.random
        while options := engine.options:
            engine.play(int(pick() * len(options)))
        return int(engine.count)

    return play


def told_game(game: regelwerk.Game, players: int) -> Play:
    """The same with named decisions and options."""

    def play(rng: random.Random) -> int:
        match, pick = game.start(players, rng.getrandbits(30)), rng.random
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
    """The time that an action takes, the median of five."""
    times = []
    for _ in range(5):
        count, start = 0, time.process_time()
        while (used := time.process_time() - start) < seconds / 5:
            for _ in range(50):
                action()
            count += 50
        times.append(used / count * 1e6)
    return statistics.median(times)


def middle(game: regelwerk.Game, players: int) -> Any:
    """A match in the middle of a random game."""
    rng = random.Random(1)
    match = game.start(players, 1)
    total = compiled_game(match.engine.copy())(random.Random(1))
    for _ in range(total // 2):
        if match.decision is None:
            break
        match.play(rng.randrange(len(match.engine.options)))
    return match if match.decision is not None else game.start(players, 1)


def saved_in_middles(game: regelwerk.Game, count: int) -> Callable[[], object]:
    """A function that saves and loads a match, a different one at each call, so that nothing is cached by position."""
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


def measure(name: str, seconds: float, rounds: int, native: bool) -> list[str]:
    """A row of the table."""
    game, kind = loaded(name), BY_HAND[name]
    players = seats(name, game)
    plays = [naive_game(kind), compiled_game(game.start(players, 0).engine), told_game(game, players)]
    if native:
        plays.append(compiled_game(game.native().engine(players, 0)))
    for play in plays:
        rate(play, 0.05, 0)
    samples = [[rate(play, seconds, seed) for play in plays] for seed in range(1, rounds + 1)]
    by_hand, fast, told, *built = (statistics.median(column) for column in zip(*samples, strict=True))
    ratio, *better = (statistics.median(row[at] / row[0] for row in samples) for at in (1, 3)[: native + 1])
    match, twin = middle(game, players), naive_middle(kind)
    data = match.to_bytes()
    return [
        name,
        f"{by_hand / 1e6:.3f} M",
        f"{fast / 1e6:.3f} M",
        f"{ratio:.2f}",
        f"{told / 1e6:.3f} M",
        f"{microseconds(twin.clone):.1f}",
        f"{microseconds(match.copy):.1f}",
        f"{microseconds(saved_in_middles(game, 2000)):.0f}",
        f"{microseconds(lambda: pickle.loads(pickle.dumps(match))):.0f}",
        str(len(data)),
        *(f"{figure / 1e6:.3f} M" for figure in built),
        *(f"{figure:.2f}" for figure in better),
    ]


def parts(name: str, seconds: float) -> list[str]:
    """The time spent on each part of a game, in microseconds, each part run by itself; the rest is for the rules."""
    game, kind, rng = loaded(name), BY_HAND[name], random.Random(1)
    engine = game.start(seats(name, game), 0).engine
    by_hand, compiled = naive_game(kind), compiled_game(engine.copy())
    seeds = [random.Random(n) for n in range(50)]
    decisions = statistics.mean(compiled(random.Random(n)) for n in range(50))
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


COLUMNS = (
    *("random games", "by hand", "compiled", "ratio", "with decisions"),
    *("clone by hand us", "copy us", "bytes and back us", "pickle and back us", "bytes"),
)
NATIVE = ("native", "ratio")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(BY_HAND), help="which games; all without")
    parser.add_argument("--seconds", type=float, default=0.3, help="length of a measurement")
    parser.add_argument("--rounds", type=int, default=5, help="number of measurements")
    parser.add_argument("--parts", action="store_true", help="where the time of a game goes")
    parser.add_argument("--native", action="store_true", help="machine code too; needs a C compiler")
    arguments = parser.parse_args()
    console = Console(width=None if sys.stdout.isatty() else 140, highlight=False)
    if arguments.parts:
        console.print(show_parts(arguments.games, arguments.seconds))
        return
    table = Table(box=None, pad_edge=False, header_style="dim")
    for number, column in enumerate(COLUMNS + NATIVE * arguments.native):
        table.add_column(column, justify="right" if number else "left")
    for name in arguments.games:
        table.add_row(*measure(name, arguments.seconds, arguments.rounds, arguments.native))
    console.print("Decisions a second on one core, and how long it takes to copy and save a match in mid-game.")
    console.print(table)


if __name__ == "__main__":
    main()
