"""Tests of ITC's variants: each compiles without a warning, its worked examples pass, its games end by the rules.

They cover the variants that compiler tests compile too, or all with REGELWERK_THOROUGH=1. `bench/variants.py itc` runs
the worked examples of all of them, and many games of every variant and of many combinations.
"""

from __future__ import annotations

import os
import random
import re
import sys
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest
import regelwerk
import yaml
from all_games import CARDS, assert_sound, checked, collected, rules_of
from regelwerk_compiler.words.catalogues.entries import carried_over
from regelwerk_dsl import syntax as syn
from regelwerk_dsl.render import render_line
from regelwerk_runtime.match import Match
from variant_games import SOME as TRIED_SOME
from variant_games import questions

sys.path.insert(0, str(Path(__file__).parents[2] / "bench"))

from compatible import draw_compatible, read_trees, refusals

pytestmark = pytest.mark.slow

ITC = CARDS / "itc"
VARIANTS: list[str] = yaml.safe_load((ITC / "game.yaml").read_text(encoding="utf-8"))["variants"]
VALUES = {"target": "target(120_000)", "capacities": "capacities(8)"}  # sample values for variants with parameters
REFUSED = {"E0903", "E0904"}  # both change the same thing, or one excludes the other
THOROUGH = bool(os.environ.get("REGELWERK_THOROUGH"))
SOME = VARIANTS if THOROUGH else [wish for folder, wish in TRIED_SOME if folder == ITC and wish in VARIANTS]
GAMES = 3 if THOROUGH else 1


def wishes(*variants: str) -> tuple[str, ...]:
    """Requests for variants, with sample values."""
    return tuple(VALUES.get(variant, variant) for variant in variants)


@cache
def trees() -> list[syn.SourceTree]:
    """The sources with their tables, read once."""
    return read_trees(ITC)


def refusal(*variants: str) -> str:
    """The reason why these variants exclude each other, or ""."""
    found = refusals(trees(), wishes(*variants))
    assert {item.code for item in found} <= REFUSED
    return "; ".join(map(render_line, found))


def play(variants: tuple[str, ...], seed: int) -> None:
    """Plays a random game with every check on, to an end by the rules."""
    match = Match.start(rules_of(ITC, variants), players=2 + seed % 5, seed=seed, checked=True)
    rng = random.Random(seed)
    while match.decision is not None:
        match.choose(rng.randrange(len(match.decision.options)))
    assert match.outcome is not None
    goal = next((int(wish[7:-1].replace("_", "")) for wish in variants if "target(" in wish), 200_000)
    assert max(match.outcome.scores) >= goal


# ---- one by one


@pytest.mark.parametrize("variant", SOME)
def test_a_variant_compiles_its_examples_pass_and_its_games_end(variant: str) -> None:
    assert_sound(ITC, wishes(variant))
    for seed in range(GAMES):
        play(wishes(variant), seed)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_variant_is_noticed_by_an_example(variant: str) -> None:
    """At least one example is added or changed by the variant, and shows what is different."""
    texts = "\n".join(path.read_text(encoding="utf-8") for path in sorted(ITC.rglob("variants*.regel")))
    [own] = re.findall(rf"^variant {variant}\b.*\n((?:(?:    .*)?\n)*)", texts, re.MULTILINE)
    assert re.search(r"^    (add|replace) scenario |^    amend scenario\.", own, re.MULTILINE)
    assert re.search(r"^    source [CR]\d", own, re.MULTILINE)


# ---- together


def test_nearly_all_variants_can_be_combined() -> None:
    refused = {pair for pair in combinations(sorted(VARIANTS), 2) if refusal(*pair)}
    assert refused == {
        ("any_move_opens", "open_at_the_end"),
        ("deserted_pays", "local_no_profit"),
        ("free_neutrals", "japanese"),
        ("japanese", "new_jams_bind"),
        ("local_attacks", "one_attack_a_round"),
        ("neutral_goods_wait", "sold_on_landing"),
        ("new_goods_step_aside", "sold_on_landing"),
        ("new_jams_bind", "open_at_the_end"),
        ("obstacle_far", "obstacle_slants"),
    }


@pytest.mark.parametrize("seed", range(1, 6 if THOROUGH else 3))
def test_variants_together(seed: int) -> None:
    drawn = tuple(draw_compatible(trees(), wishes(*VARIANTS), 8, seed))
    assert [render_line(item) for item in checked(ITC, drawn).diagnostics] == []
    for number in range(GAMES):
        play(drawn, number)


# ---- what the manifest and the list of questions say


def test_every_variant_is_on_offer() -> None:
    table = checked(ITC).table
    assert table is not None
    declared = [name for name, change in table.changes.items() if change.kind == "variant"]
    assert declared == VARIANTS


def test_every_question_has_an_answer() -> None:
    assert [question["id"] for question in questions(ITC)] == [f"C{number}" for number in range(1, 52)]
    for question in questions(ITC):
        assert question["reason"], question["id"]
        if "variant" not in question:
            continue
        assert question["variant"] in VARIANTS, question["id"]
        named = set(re.findall(r"`(\w+)", question["reason"]))
        assert named <= set(VARIANTS), question["id"]


def test_a_variant_uses_the_other_reading_of_the_question_that_names_it() -> None:
    table = checked(ITC).table
    assert table is not None
    for question in questions(ITC):
        if "variant" in question:
            source = table.changes[question["variant"]].source
            assert source is not None
            assert question["id"] in {ident.name for ident in source.ids}


# ---- in every language


def test_no_variant_speaks_english_in_another_language() -> None:
    """Texts reworded by an erratum or a variant have translations in every catalogue, unless those of the base fit."""
    texts = checked(ITC).texts
    assert texts is not None
    without = [
        (catalogue.language, wanted.id, wanted.source)
        for wanted in collected(ITC).wanted
        for catalogue in texts.catalogues[1:]
        if wanted.id.change
        for entry in [catalogue.entries.get(str(wanted.id))]
        if entry is None or not entry.words or entry.fuzzy or carried_over(entry, wanted.source) is None
    ]
    assert without == []


@pytest.mark.parametrize(
    ("variant", "card", "words"),
    [
        ("brisk_everywhere", "brisk_trade", {"de": "das nächste Mal verkaufst", "ja": "次に売却するとき"}),
        ("exactly_five", "new_location", {"de": "versetze 5 deiner Steine", "ja": "ちょうど5個"}),
    ],
)
def test_a_card_of_a_variant_in_each_language(variant: str, card: str, words: dict[str, str]) -> None:
    base, varied = (regelwerk.load(str(ITC), variants=list(some)).cards[card] for some in ((), (variant,)))
    for language, part in words.items():
        assert part in varied.text(language)
        assert part not in base.text(language)


# ---- errata


def test_the_errata_have_the_names_of_the_documents_list() -> None:
    errata = {one["name"] for one in regelwerk.load(str(ITC)).errata}
    assert errata == {"risk_205", "load_104", "route_europe", "risk_uncircled"}
