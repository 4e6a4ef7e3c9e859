"""The check of all variants: what is wrong only in the game of a variant is found, once, and quickly."""

from __future__ import annotations

from pathlib import Path

import pytest
from regelwerk_compiler.driver import check_game
from regelwerk_compiler.variants import check_variants, trials
from regelwerk_dsl.diagnostics import Diagnostic

CARDS = Path(__file__).resolve().parents[2] / "cards"
RULES = """
players 2..2
table Good "goods":
    key | price | name
    oil | 3 | "oil"
    tea | 4 | "tea"
state:
    money[Player]: 0..9 = 0
define reward -> Int = Good.oil.price
define bonus -> Int = 1
effect win(p: Player):
    says "{p} wins {reward} and {bonus}"
    money[p] += reward + bonus
play at most 10:
    for each p in Player:
        do win(p)
    finish
outcome for p:
    most money[p]
"""

START = """
setup:
    for each p in Player:
        money[p] = Good.oil.price
"""


def found(folder: Path, *changes: str) -> list[Diagnostic]:
    """What the check of the variants says of the rules with some changes."""
    (folder / "rules.regel").write_text(RULES + "\n".join(changes), encoding="utf-8")
    (folder / "game.yaml").write_text("name: toll\ntitle: Toll\nsources: [rules.regel]\n", encoding="utf-8")
    base = check_game(folder)
    assert base.diagnostics == []
    partial, whole = check_variants(base), check_variants(base, whole=True)
    assert shown(partial) == shown(whole)
    return partial


def shown(items: list[Diagnostic]) -> list[tuple[str, str, str, list[str]]]:
    return [
        (str(item.span), item.code, item.message, [f"{label.span} {label.text}" for label in item.labels])
        for item in items
    ]


def test_a_misspelt_name_in_a_variant_is_found(tmp_path: Path) -> None:
    (item,) = found(tmp_path, "variant more:\n    replace define reward -> Int = Good.oil.pricce\n")
    assert item.code == "E0206"
    assert item.span.text == "pricce"


def test_a_fault_in_the_base_names_the_variant(tmp_path: Path) -> None:
    """A variant that takes a definition away breaks the lines of the base that use it."""
    (item,) = found(tmp_path, "variant plain:\n    remove bonus\n")
    assert (item.code, item.span.text) == ("E0201", "bonus")
    assert [(label.span.text, label.text) for label in item.labels][-1] == ("plain", "with this variant")


def test_one_cause_in_two_variants_is_reported_once(tmp_path: Path) -> None:
    plain = "variant {0}:\n    remove bonus\n    amend Good.oil.price: 3 -> {1}\n"
    (item,) = found(tmp_path, plain.format("cheap", 5), plain.format("dear", 6))
    assert [label.span.text for label in item.labels if "variant" in label.text] == ["cheap", "dear"]


def test_a_wrong_expectation_is_found(tmp_path: Path) -> None:
    (item,) = found(tmp_path, "variant dear:\n    amend Good.oil.price: 30 -> 40\n")
    assert item.code == "E0902"


def test_a_variant_is_checked_with_those_that_it_needs(tmp_path: Path) -> None:
    changes = "variant more:\n    add define extra -> Int = 2\nvariant even_more:\n    needs more\n"
    assert [item.code for item in found(tmp_path, changes + "    replace define bonus -> Int = extra\n")] == ["W0702"]
    assert found(tmp_path, changes + "    replace define bonus -> Int = extra + extr\n")[-1].code == "E0201"


def test_an_erratum_left_out_is_checked(tmp_path: Path) -> None:
    erratum = "erratum rent_due:\n    add define rent -> Int = 4\n"
    (item,) = found(tmp_path, erratum + START.replace("Good.oil.price", "rent"))
    assert (item.code, item.span.text) == ("E0201", "rent")
    assert item.labels[-1].text == "without this erratum"


def test_a_use_that_a_variant_takes_away_is_no_fault_of_it(tmp_path: Path) -> None:
    assert found(tmp_path, "variant plain:\n    replace define reward -> Int = 5\n") == []
    (item,) = found(tmp_path, "variant spare:\n    add define spare -> Int = 5\n")
    assert (item.code, item.message) == ("W0702", "nothing uses `spare`")


def test_a_recursion_that_a_variant_closes_is_found(tmp_path: Path) -> None:
    rules = "effect pay(p: Player):\n    do lose(p)\neffect lose(p: Player):\n    money[p] -= 1\n"
    loop = "variant loop:\n    replace effect lose(p: Player):\n        do pay(p)\n"
    call = "variant call:\n    replace effect win(p: Player):\n        do pay(p)\n"
    quiet = rules.replace("effect pay", "# allow W0702: for variants\neffect pay")
    assert [item.code for item in found(tmp_path, quiet + call + loop)] == ["E0401"]


@pytest.mark.slow
@pytest.mark.parametrize("game", ["auf_achse", "itc", "tokyo_metro"])
def test_the_variants_of_the_games_have_no_faults(game: str) -> None:
    base = check_game(CARDS / game)
    assert base.table is not None
    assert [trial.change.name.name for trial in trials(base)] == list(base.table.changes)
    assert shown(check_variants(base)) == shown(check_variants(base, whole=True)) == []
