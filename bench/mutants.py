"""`make mutants COUNT=100 AREA=rules`: deliberate faults in a part of the program, and the tests that notice them.

In a copy of the checkout one place at a time is changed: by an operator of Cosmic Ray (a condition negated, a
comparison, constant or arithmetic operator replaced, a loop left out) or by leaving out a statement. Then the tests of
the area run, quick ones first; for the rules those of behaviour, which do not depend on the emitted text, before the
golden files. Faults that no test notices are printed with their change. Some of these cannot be noticed, since they
mean the same or only cost time: they are to be read, not counted.

Needs `pip install cosmic-ray`, which `make mutants` does.
"""

from __future__ import annotations

import argparse
import ast
import random
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from cosmic_ray.commands.init import _all_work_items
from cosmic_ray.mutating import use_mutation
from cosmic_ray.plugins import get_operator
from cosmic_ray.work_item import MutationSpec

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("dsl", "compiler", "runtime", "printables", "simulation", "front", "tools")


@dataclass(frozen=True)
class Area:
    """A part of the program.

    Attributes:
        places: folders and modules to plant faults in, unless others are named.
        stages: tests by what they look at, quick ones first; a later stage runs if the earlier ones pass.
        sound: how many of the stages are run without any fault, to see that they pass.
    """

    places: tuple[str, ...]
    stages: Mapping[str, tuple[str, ...]]
    sound: int


AREAS = {
    "rules": Area(
        (
            "compiler/regelwerk_compiler/analysis",
            "compiler/regelwerk_compiler/lower",
            "compiler/regelwerk_compiler/emit",
            "runtime/regelwerk_runtime/engine",
        ),
        {
            "behaviour": (
                "tests/compiler/test_run_cases.py",
                "tests/compiler/test_several.py",
                "tests/compiler/test_pile_ends.py",
                "tests/compiler/test_steps_of_listing.py",
                "tests/games/test_classics.py",
                "tests/games/test_naive.py",
                "tests/runtime",
                "tests/playthroughs",
            ),
            "random games": ("tests/compiler/test_random_rules.py",),
            "golden files": (
                "tests/compiler/test_template.py",
                "tests/compiler/test_golden.py",
                "tests/compiler/test_ir.py",
            ),
            "the rest": (
                "tests/compiler",
                "tests/front/test_tracing.py",
                "tests/front/test_private_sentences.py",
                "tests/front/test_state_names.py",
                "tests/simulation/test_batch.py",
                "tests/hostile/test_games.py",
                "tests/games",
            ),
        },
        3,
    ),
    "play": Area(
        (
            "runtime/regelwerk_runtime/records",
            "runtime/regelwerk_runtime/views",
            "runtime/regelwerk_runtime/engine",
            "runtime/regelwerk_runtime/match.py",
        ),
        {
            "quick": ("-m", "not slow", "tests/runtime"),
            "hidden things": (
                "tests/compiler/test_guesses_under_way.py",
                "tests/compiler/test_seen_with_cards.py",
                "tests/compiler/test_broken_guesses.py",
                "tests/compiler/test_equal_copies.py",
                "tests/compiler/test_kept.py",
                "tests/compiler/test_unseen.py",
                "tests/front/test_private_sentences.py",
            ),
            "games": ("tests/games/test_altered_saves.py", "tests/games/test_recalled.py", "tests/games/test_naive.py"),
            "the rest": ("tests/runtime", "tests/compiler/test_run_cases.py", "tests/playthroughs", "tests/games"),
        },
        2,
    ),
    "bots": Area(
        ("runtime/regelwerk_runtime/bots",),
        {
            "referees": (
                "-m",
                "not slow",
                "tests/games/test_greedy_choices.py",
                "tests/games/test_search_choices.py",
                "tests/compiler/test_hints.py",
            ),
            "quick": ("-m", "not slow", "tests/runtime/test_bots.py", "tests/runtime/test_search_bots.py"),
            "the rest": (
                "tests/runtime/test_bots.py",
                "tests/runtime/test_search_bots.py",
                "tests/front/test_greedy.py",
            ),
        },
        2,
    ),
    "simulation": Area(
        (
            "simulation/regelwerk_simulation/batch",
            "simulation/regelwerk_simulation/compare",
            "simulation/regelwerk_simulation/report/figures",
            "simulation/regelwerk_simulation/dataset.py",
        ),
        {"quick": ("-m", "not slow", "tests/simulation"), "slow": ("-m", "slow", "tests/simulation")},
        1,
    ),
    "sources": Area(
        (
            "dsl/regelwerk_dsl",
            "compiler/regelwerk_compiler/amend",
            "compiler/regelwerk_compiler/words/catalogues",
        ),
        {
            "files": ("tests/dsl", "tests/hostile/files"),
            "changes": (
                "tests/compiler/test_amend_cases.py",
                "tests/compiler/test_amend_families.py",
                "tests/compiler/test_amend_play.py",
                "tests/compiler/test_amend_properties.py",
                "tests/compiler/test_amend_values.py",
                "tests/compiler/test_amended_words.py",
                "tests/compiler/test_check_cases.py",
                "tests/compiler/test_spreadsheets.py",
                "tests/front/test_translate.py",
                "tests/front/test_translate_doubts.py",
                "tests/front/test_translate_files.py",
            ),
            "the rest": ("tests/compiler", "tests/front", "tests/docs"),
        },
        2,
    ),
    "explain": Area(
        ("compiler/regelwerk_compiler/inspect",),
        {
            "cases": ("tests/compiler/test_amend_cases.py",),
            "commands": ("-m", "not slow", "tests/front", "-k", "explain or diff"),
            "the rest": ("tests/compiler", "tests/front", "tests/docs"),
        },
        2,
    ),
    "front": Area(
        ("front/regelwerk",),
        {
            "files": ("tests/hostile/files",),
            "commands": ("-m", "not slow", "tests/front"),
            "the rest": ("tests/front",),
        },
        2,
    ),
    "paper": Area(
        (
            "printables/regelwerk_printables/impose",
            "printables/regelwerk_printables/pdf",
            "printables/regelwerk_printables/sheets",
            "printables/regelwerk_printables/typeset",
        ),
        {
            "layout": (
                "tests/printables/test_impose.py",
                "tests/printables/test_impose_products.py",
                "tests/printables/test_packing.py",
                "tests/printables/test_sheets.py",
                "tests/printables/test_typeset.py",
                "tests/printables/test_flat.py",
            ),
            "files": ("tests/printables", "tests/front/test_print_shops.py"),
            "drawings": ("tests/drawings",),
        },
        1,
    ),
}
WITHOUT = ("ReplaceBinaryOperator_BitOr", "RemoveDecorator", "ExceptionReplacer")
"""Operators that mostly change annotations and headings, which are not read while a game is played."""
PATIENCE = 600.0
"""Seconds after which a run counts as endless, and thus as noticing the fault."""


@dataclass(frozen=True)
class Mutant:
    """One change of a file.

    Attributes:
        path: the file, in the copy.
        line: the beginning of the change.
        spec: the change by an operator; None if the statement at the line is left out.
    """

    path: Path
    line: int
    spec: MutationSpec | None

    @property
    def what(self) -> str:
        """The kind of change, in a word or two."""
        return "statement left out" if self.spec is None else self.spec.operator_name.removeprefix("core/")

    @contextmanager
    def planted(self) -> Iterator[None]:
        """Changes the file within the block."""
        if self.spec is not None:
            with use_mutation(self.path, get_operator(self.spec.operator_name)(), self.spec.occurrence):
                yield
            return
        before = self.path.read_text()
        lines = before.splitlines(keepends=True)
        node = next(node for node in _statements(before) if node.lineno == self.line)
        indent = lines[node.lineno - 1][: node.col_offset]
        lines[node.lineno - 1 : node.end_lineno] = [f"{indent}pass\n"]
        self.path.write_text("".join(lines))
        try:
            yield
        finally:
            self.path.write_text(before)


def _statements(text: str) -> Iterator[ast.stmt]:
    """The statements of functions that can be left out: calls and assignments to existing variables."""
    for function in ast.walk(ast.parse(text)):
        if isinstance(function, ast.FunctionDef):
            for node in ast.walk(function):
                match node:
                    case ast.Expr(ast.Call()) | ast.AugAssign():
                        yield node


def mutants(copy: Path, places: Iterable[str]) -> list[Mutant]:
    """All mutants of some places."""
    found = []
    for path in sorted({path for place in places for path in _modules(copy / place)}):
        for item in _all_work_items([path], {}):
            for spec in item.mutations:
                if not spec.operator_name.removeprefix("core/").startswith(WITHOUT):
                    found.append(Mutant(path, spec.start_pos[0], spec))
        found += [Mutant(path, node.lineno, None) for node in _statements(path.read_text())]
    return found


def _modules(place: Path) -> Iterable[Path]:
    """The modules of a folder, or a module itself."""
    return place.rglob("*.py") if place.is_dir() else [place]


def sample(found: list[Mutant], count: int, seed: int) -> list[Mutant]:
    """Some mutants, each on a line of its own, so that operators with many replacements do not dominate."""
    rng = random.Random(seed)
    by_line: dict[tuple[Path, int], list[Mutant]] = {}
    for mutant in found:
        by_line.setdefault((mutant.path, mutant.line), []).append(mutant)
    lines = rng.sample(sorted(by_line), min(count, len(by_line)))
    return [rng.choice(by_line[line]) for line in lines]


def noticed(copy: Path, tests: Iterable[str]) -> bool:
    """True if some tests of the copy fail, or do not end."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-n", "0", *tests]
    path = ":".join(str(copy / name) for name in PACKAGES)
    env = {"PATH": "/usr/bin:/bin", "PYTHONPATH": path, "XDG_CACHE_HOME": str(copy / ".cache"), "HOME": str(copy)}
    try:
        return subprocess.run(command, cwd=copy, env=env, capture_output=True, timeout=PATIENCE).returncode != 0
    except subprocess.TimeoutExpired:
        return True


def main() -> int:
    parser = argparse.ArgumentParser(description="Plant faults in a part of the program; run its tests.")
    parser.add_argument("--area", choices=AREAS, default="rules", help="which part: its places and its tests")
    parser.add_argument("--count", type=int, default=100, help="mutants to try")
    parser.add_argument("--seed", type=int, default=1, help="seed of the sample")
    parser.add_argument("--first", metavar="STAGE", help="tests to run before all others: golden files are quick")
    parser.add_argument("places", nargs="*", metavar="PLACE", help="folders and modules to plant in")
    args = parser.parse_args()
    area = AREAS[args.area]
    if args.first is not None and args.first not in area.stages:
        parser.error(f"the stages of {args.area} are {', '.join(area.stages)}")
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        subprocess.run(["git", "clone", "-q", str(ROOT), str(copy)], check=True)
        if any(noticed(copy, tests) for tests in list(area.stages.values())[: area.sound]):
            print("the tests fail without any fault", file=sys.stderr)
            return 1
        stages = dict(sorted(area.stages.items(), key=lambda stage: stage[0] != args.first))
        found = mutants(copy, args.places or area.places)
        chosen = sample(found, args.count, args.seed)
        counts: Counter[str] = Counter()
        for number, mutant in enumerate(chosen, 1):
            with mutant.planted():
                diff = subprocess.run(["git", "diff", "-U1"], cwd=copy, capture_output=True, text=True).stdout
                by = next((name for name, tests in stages.items() if noticed(copy, tests)), "nothing")
            counts[by] += 1
            where = f"{mutant.path.relative_to(copy)}:{mutant.line}"
            print(f"{number}/{len(chosen)} {where} ({mutant.what}): noticed by {by}", flush=True)
            if by == "nothing":
                print("\n".join(diff.splitlines()[4:]), flush=True)
        total = ", ".join(f"{count} by {by}" for by, count in counts.most_common())
        print(f"{len(chosen)} of {len(found):,} faults: noticed {total}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
