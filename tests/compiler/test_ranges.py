"""Tests of the interval analysis: the range of each expression contains all of its values, and hardly more."""

from __future__ import annotations

from pathlib import Path

from case_games import check_text, errors_of
from regelwerk_compiler.analysis.ranges import Ranges
from regelwerk_compiler.lower.tabulate import tabulate
from regelwerk_compiler.model import tree
from regelwerk_compiler.model.walk import nodes_in

GAME = """\
# fragment
players 2..4
enum Stop = 1..9
table Good:
    key  | price: 2..40
    salt | 3
    wine | 17
cardtype Tool:
    size: 1..2 = 1
card Tool saw x2
cardtype Load:
    weight: 1..9 = 1
card Load sack x3:
    weight = 2
state:
    money[Player]: 0..50 = 10
    cart: pile of Load = all
    open: set of Stop
    parts: 3..6 = 3
    good: Good = salt
"""
RANGES = {
    "if parts > 4 then 2 else 7": (2, 7),
    "count q in Player where money[q] > 9": (0, 4),
    "(count x in Stop, q in Player where money[q] > 9)": (0, 36),
    "sum money[q] for q in Player where money[q] > 3": (0, 200),
    "sum (money[q] + 1) for q in Player where money[q] > 3": (0, 204),
    "most (money[q] + 5) for q in Player where money[q] > 3": (0, 55),
    "least (money[q] + 5) for q in Player where money[q] > 3": (0, 55),
    "count n in 2..parts where n > 3": (0, 5),
    "count n in 9..parts where n > 3": (0, 0),
    "most n for n in 2..parts": (0, 6),
    "doubled(good)": (6, 34),
    "count c in cart where c.weight > 3": (0, 3),
    "cart.count": (0, 5),
    "open.count": (0, 9),
    "least g.price for g in Good": (0, 17),
    "most g.price for g in Good": (0, 17),
    "parts * parts - 40": (-31, -4),
    "9 - parts": (3, 6),
    "20 / parts": (3, 6),
    "twice(7)": (10, 40),
    "twice(5)": (10, 40),
}
"""Expressions, and the least and the greatest value that they can have."""


def test_ranges_of_expressions(tmp_path: Path) -> None:
    lines = [f"define f{at} -> Int = {text}\n" for at, text in enumerate(RANGES)]
    asked = 'invariant "twice": twice(20) > 3\n'  # a call like any other
    doubled = "define doubled(g: Good) -> Int = g.price * 2\n"
    twice = "define twice(n: Int) -> Int:\n    let m = n + n\n    return m\n"
    result = check_text(GAME + asked + doubled + twice + "".join(lines), tmp_path)
    assert errors_of(result) == [] and result.game is not None
    ranges = Ranges(result.game, tabulate(result.game))
    found = {}
    for at, text in enumerate(RANGES):
        (value,) = [
            node.value for node in nodes_in(*result.game.defines[f"f{at}"].body or []) if isinstance(node, tree.Return)
        ]
        assert value is not None
        known = ranges.of(value)
        found[text] = known.low, known.high
    assert found == RANGES
