"""`bench/commits.py`: random games a second of two checkouts of this project, in turn and with the same sources.

    git worktree add ../old COMMIT && make -C ../old setup
    bench/commits.py ../old itc auf_achse --sources ../old/cards

Each checkout plays in a process of its own, one game at a time, so that both meet the same noise. Printed is how many
times as many games and decisions a second this checkout plays as the other one: medians over the seeds, after a few
games that fill caches. With different sources, rules differ too; most old sources can still be compiled.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent.parent
FIRST = 4
"""Games of each checkout that do not count."""

PLAY = """
import random, sys, time
import regelwerk
game, players = sys.argv[1], int(sys.argv[2])
rules = regelwerk.load(game)
engine = rules.start(players, 0).engine
for line in sys.stdin:
    seed, decisions = int(line), 0
    rng = random.Random(seed)
    start = time.process_time()
    if hasattr(engine, "restart"):
        engine.restart(seed)
    else:  # before there was a way to begin again
        engine = rules.start(players, seed).engine
    while options := engine.options:
        engine.play(int(rng.random() * len(options)))
        decisions += 1
    print(time.process_time() - start, decisions, flush=True)
"""


class Rate(NamedTuple):
    """Games and decisions per second of processor time."""

    games: float
    decisions: float


class Player:
    """A process that plays random games of one checkout."""

    def __init__(self, checkout: Path, game: str, players: int) -> None:
        command = [str(checkout / ".venv" / "bin" / "python"), "-c", PLAY, game, str(players)]
        self.process = subprocess.Popen(command, cwd=checkout, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def play(self, seed: int) -> Rate:
        """Plays the game with a seed."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(f"{seed}\n")
        self.process.stdin.flush()
        said = self.process.stdout.readline().split()
        if not said:
            raise SystemExit("a checkout cannot play this game: see above")
        took, decisions = float(said[0]), int(said[1])
        return Rate(1 / took, decisions / took)


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare the speed of random games with that of another checkout.")
    parser.add_argument("other", type=Path, help="a checkout with its own .venv")
    parser.add_argument("games", nargs="+")
    parser.add_argument("--sources", type=Path, help="a folder of games that both play; default: each its own")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--count", type=int, default=100, help="games of each checkout")
    args = parser.parse_args()
    for game in args.games:
        source = str((args.sources / game).resolve()) if args.sources else game
        old, new = (Player(one.resolve(), source, args.players) for one in (args.other, HERE))
        pairs = []
        for seed in range(FIRST + args.count):
            if seed % 2:
                before, now = old.play(seed), new.play(seed)
            else:
                now, before = new.play(seed), old.play(seed)
            pairs.append((now.games / before.games, now.decisions / before.decisions))
        games, decisions = zip(*pairs[FIRST:], strict=True)
        low, _, high = statistics.quantiles(games, n=4)
        print(
            f"{game}: {statistics.median(games):.2f} times the games (half of the pairs {low:.2f} to {high:.2f}),"
            f" {statistics.median(decisions):.2f} times the decisions a second"
        )
        for player in (old, new):
            player.process.kill()


if __name__ == "__main__":
    main()
