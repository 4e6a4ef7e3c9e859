"""Tests of broken rules: they are reported where play reaches them, and nowhere else."""

from __future__ import annotations

from pathlib import Path

import pytest
from case_games import folder_of
from regelwerk import load
from regelwerk_runtime.errors import RuleError

TEXT = """
players 2..2
state:
    n: 0..9 = 0
    m: 0..9 = 0
play at most 9:
    n = 1
    m = roll d6
    n = 0
    choose x in 1..2 by Player.first "Which?"
    n = AFTER
    choose y in 1..2 by Player.first "And now?"
outcome for p: most m
invariant "n is back": n is 0
"""


@pytest.mark.parametrize("after", [0, 1])
def test_invariants_are_not_checked_at_decisions_of_nature(after: int, tmp_path: Path) -> None:
    """A roll in the middle of an effect is no moment for checks, with explicit chance as without."""
    match = load(folder_of(TEXT.replace("AFTER", str(after)), tmp_path)).start(seed=1, chance="explicit", checked=True)
    match.choose("4")
    assert match.state.m == 4
    if after:
        with pytest.raises(RuleError, match="n is back"):
            match.choose("1")
    else:
        match.choose("1")
        match.choose("1")
        assert match.outcome is not None


def test_a_set_that_breaks_for_other_members_breaks(tmp_path: Path) -> None:
    """Membership may be computed for one member only if computing it for the others cannot break a rule."""
    text = """
players 2..2
enum Few = 3..8
state:
    n: 0..9 = 3
    m: 0..9 = 0
define positive(k: Few) -> Bool = 10 / (k - n) > 0
define some -> set of Few = those k in Few where positive(k)
define has(k: Few) -> Bool = k in some
play at most 9:
    choose x in 4..8 by Player.first "Which?"
    if has(x): m = 1
outcome for p: most m
"""
    match = load(folder_of(text, tmp_path)).start(seed=1)
    with pytest.raises(RuleError, match="divided by zero"):
        match.choose("8")


@pytest.mark.parametrize(
    "loops",
    [
        '(x) "Take" for x in some when open',
        '(x, y) "Take" for x in Few, y in above(x) when x is 4 and open',
        '(y, x) "Take" for y in Few, x in some when y is 2 and positive(x)',
    ],
)
def test_a_broken_domain_of_options_breaks_though_no_option_fits(loops: str, tmp_path: Path) -> None:
    """A condition may be evaluated before its loop only if the domain of the loop cannot break a rule."""
    text = f"""
players 2..2
enum Few = 3..8
state:
    n: 0..9 = 3
    open: Bool = no
define positive(k: Few) -> Bool = 10 / (k - n) > 0
define some -> set of Few = those k in Few where positive(k)
define above(j: Few) -> set of Few = those k in Few where k > j - 3 and positive(k)
play at most 9:
    choose by Player.first "Which?":
        stay "Stay": n = 3
        take{loops}: n = 4
outcome for p: most n
"""
    with pytest.raises(RuleError, match="divided by zero"):
        load(folder_of(text, tmp_path)).start(seed=1)


def test_a_broken_domain_of_a_search_breaks_though_nothing_is_found(tmp_path: Path) -> None:
    text = """
players 2..2
enum Few = 3..8
state:
    n: 0..9 = 3
define positive(k: Few) -> Bool = 10 / (k - n) > 0
define above(j: Few) -> set of Few = those k in Few where k > j - 3 and positive(k)
play at most 9:
    n = 3
    n = (count j in Few, k in above(j) where j is 8 and k > 5)
outcome for p: most n
"""
    game = load(folder_of(text, tmp_path))
    with pytest.raises(RuleError, match="divided by zero"):
        game.start(seed=1)


def test_an_effect_that_replaces_its_only_call_is_named(tmp_path: Path) -> None:
    text = """
players 2..2
state:
    n: 0..9 = 0
    m: 0..9 = 0
effect grow(k: Int):
    m += 1
    n += k
effect turn(p: Player):
    choose x in 8..20 by p "Which?"
    do grow(x)
play at most 9:
    do turn(Player.first)
outcome for p: most m
"""
    match = load(folder_of(text, tmp_path)).start(seed=1)
    with pytest.raises(RuleError) as caught:
        match.choose("20")
    assert caught.value.label == "grow"


def test_a_broken_outcome_says_how_to_reach_it(tmp_path: Path) -> None:
    text = """
players 2..2
state:
    n: 0..9 = 0
play at most 9:
    choose x in 1..2 by Player.first "Which?"
outcome for p: most 10 / n
"""
    match = load(folder_of(text, tmp_path)).start(seed=3)
    match.choose("1")
    with pytest.raises(RuleError, match="divided by zero") as caught:
        assert match.outcome
    assert caught.value.choice == "Player A chose 1"
    assert caught.value.command.endswith("--to 1")
    assert match.error is caught.value
    assert match.outcome is None
