"""`python bench/variants.py GAME`: scenarios and random games in each variant and in random combinations of variants.

All worked examples must hold in every variant, as they are or as it amends them; `--games 0` plays nothing else. A line
for each set of variants says what was played and what was wrong: a rule that broke, an invariant that did not hold, a
game that did not end by its own rule, variants that do not compile together. With a fault the exit status is 1.
"""

from __future__ import annotations

import argparse
import sys
import time

import regelwerk
from compatible import draw_compatible, read_trees
from regelwerk.loading.source import source_of
from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import SourceError
from regelwerk_dsl.render import render_line
from regelwerk_runtime.batch.soak import Soaked, SoakJob, soak
from regelwerk_runtime.scenario import run_scenario

SHOWN = 5


def wishes_of(trees: list[syn.SourceTree], values: list[str]) -> list[str]:
    """Each variant as it is requested; those with parameters as given in `values`."""
    given = {value.partition("(")[0].strip(): value for value in values}
    wishes = []
    for tree in trees:
        for decl in tree.declarations:
            if isinstance(decl, syn.ChangeDecl) and decl.kind == "variant":
                name = decl.name.name
                if decl.params and name not in given:
                    params = ", ".join(param.name.name for param in decl.params)
                    sys.exit(f"{name} takes a value: for example --value '{name}({params})'")
                wishes.append(given.get(name, name))
    return wishes


def play(game: str, variants: tuple[str, ...], arguments: argparse.Namespace) -> Soaked:
    """Plays the scenarios of a single variant, then random games with these variants, for all numbers of players in
    turn.
    """
    total = Soaked()
    try:
        loaded = regelwerk.load(game, variants=variants)
    except SourceError as error:
        total.faults += [render_line(item) for item in error.diagnostics]
        return total
    if len(variants) == 1:
        results = [(one.name, run_scenario(loaded.rules, one)) for one in loaded.scenarios]
        total.faults += [f"scenario {name}: {result.why}" for name, result in results if not result.passed]
        total.moments += len(results)
    players = list(loaded.players)
    seeds = range(arguments.seed, arguments.seed + arguments.games)
    jobs = [SoakJob(players[seed % len(players)], seed, every=0, invariants=arguments.every) for seed in seeds]
    for result in soak(loaded.rules, jobs, arguments.jobs):
        total.add(result)
    return total


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", help="a game's name or folder")
    parser.add_argument("--games", type=int, default=1000, help="games of each variant and of each combination")
    parser.add_argument("--combinations", type=int, default=50, help="number of combinations")
    parser.add_argument("--most", type=int, default=8, help="most variants in a combination")
    parser.add_argument("--value", action="append", default=[], help="a variant with its value, `name(5)`; repeatable")
    parser.add_argument("--jobs", type=int, default=None, help="number of processes; by default all cores")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first game")
    parser.add_argument("--every", type=int, default=1, help="choices between two checks of the invariants")
    parser.add_argument(
        "--skip", type=int, default=0, help="number of sets to leave out, since they were played before"
    )
    arguments = parser.parse_args()
    start = time.perf_counter()
    trees = read_trees(source_of(arguments.game).folder)
    wishes = wishes_of(trees, arguments.value)
    together = [draw_compatible(trees, wishes, arguments.most, seed) for seed in range(1, arguments.combinations + 1)]
    total = Soaked()
    for variants in [*((wish,) for wish in wishes), *together][arguments.skip :]:
        found = play(arguments.game, variants, arguments)
        total.add(found)
        told = f"{found.moments} scenarios, " if found.moments else ""
        told += f"{found.games} games, {found.decisions:,} choices, {len(found.faults)} faults"
        print(f"{' '.join(variants)}: {told}", flush=True)
        for line in found.faults[:SHOWN]:
            print(f"  {line}", flush=True)
    print(
        f"{len(wishes)} variants and {len(together)} combinations: {total.moments:,} scenarios, {total.games:,} games, "
        f"{total.decisions:,} choices, "
        f"{len(total.faults):,} faults, {time.perf_counter() - start:.0f} s"
    )
    sys.exit(1 if total.faults else 0)


if __name__ == "__main__":
    main()
