"""`bench/commits.py`: random games a second of two checkouts of this project, in turn and with the same sources.

    git worktree add ../old COMMIT && make -C ../old setup
    bench/commits.py ../old itc auf_achse --sources ../old/cards

Each round plays as many games of a game with either checkout, in processes of their own, and prints how many times as
many games and decisions a second this checkout plays as the other one. With different sources, rules differ too; most
old sources can still be compiled.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent

PLAY = """
import random, sys, time
import regelwerk
game, players, count, seed = sys.argv[1], *map(int, sys.argv[2:])
rules, rng, decisions = regelwerk.load(game), random.Random(seed), 0
engine = rules.start(players, 0).engine
start = time.process_time()
for number in range(seed, seed + count):
    if hasattr(engine, "restart"):
        engine.restart(number)
    else:  # before there was a way to begin again
        engine = rules.start(players, number).engine
    while options := engine.options:
        engine.play(int(rng.random() * len(options)))
        decisions += 1
took = time.process_time() - start
print(count / took, decisions / took)
"""


def rates(checkout: Path, game: str, players: int, count: int, seed: int) -> tuple[float, float]:
    """Games and decisions per second of processor time."""
    command = [checkout / ".venv" / "bin" / "python", "-c", PLAY, game, players, count, seed]
    done = subprocess.run([str(one) for one in command], cwd=checkout, capture_output=True, text=True, check=True)
    games, decisions = done.stdout.split()
    return float(games), float(decisions)


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare the speed of random games with that of another checkout.")
    parser.add_argument("other", type=Path, help="a checkout with its own .venv")
    parser.add_argument("games", nargs="+")
    parser.add_argument("--sources", type=Path, help="a folder of games that both play; default: each its own")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--count", type=int, default=20, help="games of a round")
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    for game in args.games:
        source = str((args.sources / game).resolve()) if args.sources else game
        ratios = []
        for seed in range(1_000, 1_000 * (args.rounds + 1), 1_000):
            old, new = (rates(one.resolve(), source, args.players, args.count, seed) for one in (args.other, HERE))
            ratios.append((new[0] / old[0], new[1] / old[1]))
        games, decisions = (sorted(column) for column in zip(*ratios, strict=True))
        print(
            f"{game}: {statistics.median(games):.2f} times the games ({games[0]:.2f} to {games[-1]:.2f}), "
            f"{statistics.median(decisions):.2f} times the decisions a second"
        )


if __name__ == "__main__":
    main()
