"""The variants of ITC: each compiles without a warning, its worked examples hold, its games end by the rule.

Many games of every variant and of many combinations, as a command:

    .venv/bin/python tests/games/test_itc_variants.py --games 1000 --combinations 50
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest
import regelwerk
import yaml
from regelwerk_compiler.amend import amend, select_changes
from regelwerk_compiler.declare import declare
from regelwerk_compiler.driver import Options, check_game
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.manifest import load_manifest, load_sources
from regelwerk_dsl.parse import parse_source
from regelwerk_dsl.render import render_line
from regelwerk_dsl.source import Span
from regelwerk_dsl.syntax import SourceTree
from regelwerk_runtime.batch.soak import SoakJob, soak
from regelwerk_runtime.scenario import run_scenario

ITC = Path(__file__).parents[2] / "cards" / "itc"
VARIANTS: list[str] = yaml.safe_load((ITC / "game.yaml").read_text(encoding="utf-8"))["variants"]
VALUES = {"target": "target(120_000)", "capacities": "capacities(8)"}  # for variants that take some
QUESTIONS: list[dict[str, str]] = yaml.safe_load((ITC / "sources.yaml").read_text(encoding="utf-8"))["questions"]
REFUSED = {"E0903", "E0904"}  # both change the same thing, or one excludes the other
GAMES = 3


def wishes(*variants: str) -> tuple[str, ...]:
    """Variants as they are asked for, with the values that they take."""
    return tuple(VALUES.get(variant, variant) for variant in variants)


@cache
def trees() -> list[SourceTree]:
    """The sources, read once."""
    diagnostics = Diagnostics()
    manifest = load_manifest(ITC, diagnostics)
    assert manifest is not None
    return [parse_source(source, diagnostics) for source in load_sources(manifest, diagnostics)]


def refusal(*variants: str) -> str:
    """Why these variants do not go together, "" if they do. Looks at what they change only, and so is quick."""
    diagnostics = Diagnostics()
    table = declare(trees(), diagnostics)
    start = Span(trees()[0].source, 0, 0)
    # the errata change rows of a table that is not read here
    errata = [change.name.name for change in table.changes.values() if change.kind == "erratum"]
    amend(table, select_changes(table, wishes(*variants), errata, diagnostics, start), diagnostics)
    assert {item.code for item in diagnostics.items} <= REFUSED
    return "; ".join(render_line(item) for item in diagnostics.items)


def combination(seed: int) -> tuple[str, ...]:
    """Two to eight variants that go together."""
    rng = random.Random(seed)
    count = rng.randint(2, 8)
    found: tuple[str, ...] = ()
    for variant in rng.sample(VARIANTS, len(VARIANTS)):
        if len(found) < count and not refusal(*found, variant):
            found = (*found, variant)
    return found


def is_sound(variants: tuple[str, ...]) -> regelwerk.Game:
    """Compiles with these variants, without a warning."""
    checked = check_game(ITC, Options(variants=wishes(*variants)))
    assert [render_line(diagnostic) for diagnostic in checked.diagnostics] == []
    return regelwerk.load(str(ITC), variants=wishes(*variants))


def play(game: regelwerk.Game, seed: int) -> None:
    """A random game with every check on, to an end by the rule."""
    match = game.start(players=2 + seed % 5, seed=seed, checked=True)
    rng = random.Random(seed)
    while match.decision is not None:
        match.choose(rng.randrange(len(match.decision.options)))
    assert match.outcome is not None
    goal = next((int(wish[7:-1].replace("_", "")) for wish in game.source.variants if "target(" in wish), 200_000)
    assert max(match.outcome.scores) >= goal


# ---- one by one


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_variant_compiles_and_its_examples_hold(variant: str) -> None:
    game = is_sound((variant,))
    failed = {one.name: result.why for one in game.scenarios if not (result := run_scenario(game.rules, one)).passed}
    assert failed == {}


@pytest.mark.parametrize("variant", VARIANTS)
def test_games_with_a_variant_end_by_the_rule(variant: str) -> None:
    game = regelwerk.load(str(ITC), variants=wishes(variant))
    for seed in range(GAMES):
        play(game, seed)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_variant_is_noticed_by_an_example(variant: str) -> None:
    """One that it adds or changes: each says what is different."""
    texts = "\n".join(path.read_text(encoding="utf-8") for path in sorted(ITC.glob("variants*.regel")))
    [own] = re.findall(rf"^variant {variant}\b.*\n((?:(?:    .*)?\n)*)", texts, re.MULTILINE)
    assert re.search(r"^    (add|replace) scenario |^    amend scenario\.", own, re.MULTILINE)
    assert re.search(r"^    source [CR]\d", own, re.MULTILINE)


# ---- together


def test_nearly_all_go_together() -> None:
    refused = {pair for pair in combinations(VARIANTS, 2) if refusal(*pair)}
    assert refused == {
        ("japanese", "free_neutrals"),
        ("japanese", "new_jams_bind"),
        ("local_attacks", "one_attack_a_round"),
        ("local_no_profit", "deserted_pays"),
        ("open_at_the_end", "new_jams_bind"),
        ("sold_on_landing", "new_goods_step_aside"),
    }


@pytest.mark.parametrize("seed", range(1, 6))
def test_variants_together(seed: int) -> None:
    game = is_sound(combination(seed))
    for number in range(GAMES):
        play(game, number)


# ---- what the manifest and the list of questions say


def test_every_variant_is_on_offer() -> None:
    checked = check_game(ITC)
    assert checked.table is not None
    declared = [name for name, change in checked.table.changes.items() if change.kind == "variant"]
    assert declared == VARIANTS


def test_every_question_has_an_answer() -> None:
    assert [question["id"] for question in QUESTIONS] == [f"C{number}" for number in range(1, 52)]
    for question in QUESTIONS:
        assert question["reason"], question["id"]
        if "variant" not in question:
            continue
        assert question["variant"] in VARIANTS, question["id"]
        named = set(re.findall(r"`(\w+)", question["reason"]))
        assert named <= set(VARIANTS), question["id"]


def test_a_variant_takes_the_other_reading_of_the_question_that_names_it() -> None:
    checked = check_game(ITC)
    assert checked.table is not None
    for question in QUESTIONS:
        if "variant" in question:
            source = checked.table.changes[question["variant"]].source
            assert source is not None
            assert question["id"] in {ident.name for ident in source.ids}


# ---- the slow soak


def main() -> None:
    """Many games of each variant and of random combinations; exits with 1 if a rule breaks."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--games", type=int, default=1000, help="games of each variant and combination")
    parser.add_argument("--combinations", type=int, default=50, help="how many combinations")
    parser.add_argument("--jobs", type=int, default=None, help="number of processes; all cores without")
    parser.add_argument("--every", type=int, default=500, help="look closely at every so many decisions")
    arguments = parser.parse_args()
    together = [combination(seed) for seed in range(1, arguments.combinations + 1)]
    faults = 0
    for variants in [*((variant,) for variant in VARIANTS), *together]:
        game = regelwerk.load(str(ITC), variants=wishes(*variants))
        jobs = [SoakJob(2 + seed % 5, seed, arguments.every) for seed in range(arguments.games)]
        results = list(soak(game.rules, jobs, arguments.jobs))
        found = [fault for result in results for fault in result.faults]
        faults += len(found)
        print(f"{' '.join(variants)}: {len(results)} games, {sum(r.decisions for r in results)} choices", flush=True)
        for fault in found[:3]:
            print(f"  {fault}", flush=True)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
