"""Tests of warnings that a variant makes something in the booklet untrue, as far as the check can tell."""

from __future__ import annotations

from pathlib import Path

import pytest
from regelwerk_compiler.driver import Options, check_game
from regelwerk_compiler.incremental import CheckCache
from regelwerk_compiler.variants import check_variants
from test_check_variants import RULES, found, shown, written

SHOWN = """
effect trade(p: Player):
    choose by p "What?":
        buy(g) "Buy {g}" for g in Good: money[p] = g.price
        wait "Wait": money[p] = 0
setup:
    for each p in Player: do trade(p)
chapter ending "The end":
    \"\"\"
    The most money wins.

    {{ scenario shown }}
    \"\"\"
scenario shown "It is shown":
    given money[A] = 7
    when do trade(A)
    when A chooses wait
scenario kept "It is not shown":
    given money[A] = 8
    when do trade(A)
    when A chooses wait
"""
POOR = "variant poor:\n    amend money.high: 9 -> 6\n"
WAITS = '        wait "Wait": money[p] = 0\n'
TRADE = SHOWN.partition("setup")[0].replace(WAITS, "").strip()
HURRIED = "variant hurried:\n    replace " + TRADE.replace("\n", "\n    ") + "\n"
LEAST = "variant least_wins:\n    replace outcome for p:\n        least money[p]\n"


def test_a_printed_example_that_a_variant_breaks_is_found(tmp_path: Path) -> None:
    (item,) = found(tmp_path, SHOWN, POOR)
    assert (item.code, item.span.text) == ("W0745", "shown")
    assert [(label.span.text, label.text) for label in item.labels] == [("poor", "with this variant")]
    alone = check_game(tmp_path, Options(variants=("poor",))).diagnostics
    assert [(one.code, one.span.text) for one in alone] == [("W0745", "shown")]


def test_a_printed_example_that_uses_a_removed_option_is_found(tmp_path: Path) -> None:
    (item,) = found(tmp_path, SHOWN, HURRIED)
    assert (item.code, item.span.text) == ("W0745", "shown")
    assert "wait" in item.message


def test_a_replaced_or_unprinted_example_is_not_reported(tmp_path: Path) -> None:
    assert found(tmp_path, SHOWN.replace("scenario shown }}", "table Good }}"), POOR) == []
    assert found(tmp_path, SHOWN, POOR + "    remove scenario.shown\n    remove chapter.ending\n") == []
    again = '    replace scenario shown "It is shown":\n        given money[A] = 6\n'
    assert found(tmp_path, SHOWN, POOR + again) == []


@pytest.mark.parametrize(
    "edit",
    [
        ("money[A] = 5", "money[A] = 7"),
        ("table Good }}", "scenario kept }}"),
        ("amend money.high: 9 -> 6", "amend money.high: 9 -> 4"),
    ],
)
def test_an_edit_that_breaks_a_printed_example_in_a_variant_is_found(tmp_path: Path, edit: tuple[str, str]) -> None:
    rules = RULES + SHOWN.replace("= 7", "= 5").replace("shown }}", "shown }}\n\n    {{ table Good }}") + POOR
    cache = CheckCache()
    assert check_variants(written(tmp_path, rules), cache=cache) == []
    base = written(tmp_path, rules.replace(*edit))
    after = check_variants(base, cache=cache)
    assert [item.code for item in after] == ["W0745"]
    assert shown(after) == shown(check_variants(base))


def test_a_chapter_that_describes_the_former_outcome_is_found(tmp_path: Path) -> None:
    (item,) = found(tmp_path, SHOWN, LEAST)
    assert (item.code, item.span.text.splitlines()[0]) == ("W0746", "replace outcome for p:")
    assert found(tmp_path, SHOWN, LEAST + '    amend chapter.ending.prose: "most" -> "least"\n') == []
    assert found(tmp_path, SHOWN, LEAST.replace("p:\n", "p:  # allow W0746: a joke\n")) == []
    assert found(tmp_path, LEAST) == []
