"""Tests that operations of native builds have the values of Python: numbers, members, sets, piles and maps at random.

`make test-native` runs these, which need a C compiler.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from case_games import folder_of
from hypothesis import given, settings
from hypothesis import strategies as st
from regelwerk import Game, load
from regelwerk_compiler.driver import check_game
from regelwerk_compiler.lower import lower
from regelwerk_compiler.model import tree
from regelwerk_compiler.model.walk import nodes_in
from regelwerk_compiler.primitives import table as prim
from regelwerk_runtime.match import Match
from regelwerk_runtime.native import NativeGame
from twins import same

FRAME = """
players 2..4
enum Few = 3..9
enum Level = -4..4
enum Land: north, south, isle
enum Sea: west, east
enum Area = Land + Sea + harbour
enum Cell = (few: Few, land: Land) where few < 7 or land is not south
enum Many = 1..128
enum City: york, dover, bath, ely, ryde
map Space of City:
    key   | ends        | steps
    north | york, bath  | 2
    south | dover, bath | 30
    east  | york, ely   | 31
    coast | ely, dover  | 4
    short | york, dover | 1
cardtype Kind:
    worth: 0..9 = 1
card Kind low x3
card Kind high x2:
    worth = 4
card Kind token:
    worth = 9
state:
    a: -999_999_999_999_999..999_999_999_999_999 = 0
    b: -999_999_999_999_999..999_999_999_999_999 = 0
    few: Few = 3
    area: Area = north
    land: Land?
    sea: Sea?
    who: Player = Player.first
    one: Many = 1
    some: set of Many = empty
    others: set of Many = empty
    lands: set of Area = empty
    here: Space = york
    there: Space = york
    closed: set of Space = empty
    deck: pile of Kind = all seen by nobody
    hand: pile of Kind
    slot: place for Kind
    worths: -5..5 per Land
define held(n: Int) -> 0..99 = n
define low(n: Int) -> -5..99 = n
define size(cards: set of Kind) -> Int = cards.count
define worth(c: Kind?) -> Int = if c is none then -1 else c.worth
define beside(l: Land?) -> set of Land = those x in Land where x is not l
define apart(l: Land?, x: Level?) -> Int = (if l is isle then 9 else 4) * (if x is none then 5 else x)
play at most 1:
    choose s in 1..2 by Player.first "Which?"
outcome for p: most a
"""
"""The sources without the computed expressions."""
VALUES = {
    "a": st.integers(1 - 10**15, 10**15 - 1) | st.integers(-9, 9),
    "b": st.integers(1 - 10**15, 10**15 - 1) | st.integers(-9, 9),
    "few": st.integers(3, 9),
    "area": st.sampled_from(["north", "south", "isle", "west", "east", "harbour"]),
    "land": st.sampled_from(["north", "south", "isle", None]),
    "sea": st.sampled_from(["west", "east", None]),
    "who": st.integers(0, 1),
    "one": st.integers(1, 128),
    "some": st.lists(st.integers(1, 128), unique=True),
    "others": st.lists(st.integers(1, 128), unique=True),
    "lands": st.lists(st.sampled_from(["north", "south", "isle", "west", "east", "harbour"]), unique=True),
    "here": st.sampled_from(["york", "bath", "ryde", "south_1", "south_17", "coast_3", "east_30"]),
    "there": st.sampled_from(["york", "ely", "ryde", "south_1", "south_29", "east_9", "north_1"]),
    "closed": st.lists(st.sampled_from(["bath", "ely", "south_9", "east_1", "coast_2"]), unique=True),
    "deck": st.permutations(["low", "low", "high"]),
    "hand": st.permutations(["low", "high"]),
    "slot": st.sampled_from(["token", None]),
    "worths": st.fixed_dictionaries({land: st.integers(-5, 5) for land in ("north", "south", "isle")}),
}
"""The positions."""
NUMBERS = (
    "a + b",
    "a - b",
    "a * b",
    "a * (few - 6)",
    "a * 9_223 + b * 4_000",
    "a * -9_223 - b * 4_000",
    "a / b",
    "a mod b",
    "a / (few - 6)",
    "a mod (few - 6)",
    "-a",
    "held(a)",
    "low(b)",
    "held(few - 5)",
    "size(hand) + 10 * size(those c in Kind where c not in hand)",
    "min(a, b, 0)",
    "max(a, b, 0)",
    "some.count",
    "(some + others).count",
    "(some - others).count",
    "(others - some - one).count",
    "(some + one).count",
    "(lands - north).count",
    "deck.count",
    "hand.count",
    "(sum k for k in some) - (most k for k in others) + (least k for k in some)",
    "sum k * k for k in some from one where k not in others",
    "(sum 2 * k + j for k in some, j in others where j > k)",
    "sum c.worth for c in hand",
    "worth(deck.top) + 10 * worth(deck.bottom) + 100 * worth(slot)",
    "count c in Kind where c in deck",
    "beside(land).count + (sum 10 * apart(l, none) for l in beside(land))",
    "apart(land, (few - 5) of Level) + 100 * apart(none, (few - 6) of Level)",
    "sum worths[l] for l in Land",
    "here.reach(few - 3, closed).count",
    "here.reach(few * 9, empty).count",
    "sum s.next.count for s in here.reach(few, closed)",
)
"""Numeric expressions."""
TESTS = (
    "a < b",
    "a <= b",
    "a > b",
    "a >= b",
    "a is b",
    "a is not b",
    "a < 3 and b > 3 or not a < b",
    "few in 4..6",
    "one in some",
    "one not in others",
    "few in {3, 5, 8}",
    "some is others",
    "some is not others",
    "some is empty",
    "some is not empty",
    "some is {1, 2, one}",
    "area in lands",
    "north in lands",
    "lands is {west, harbour}",
    "all k in some have k in others",
    "any k in some where k > 64 and k < 67",
    "any k in some where k in others",
    "no k in some where k not in others",
    "deck is empty",
    "hand is not empty",
    "slot is empty",
    "hand.top is hand.bottom",
    "slot is not empty",
    "any c in Kind where c in hand and c.worth is 4",
)
"""Conditions."""
MEMBERS = {
    "few.next": "Few",
    "few.previous": "Few",
    "one.next": "Many",
    "one.previous": "Many",
    "area.next": "Area",
    "area.previous": "Area",
    "who.next": "Player",
    "who.previous": "Player",
    "area of Land": "Land",
    "area of Sea": "Sea",
    "first k in some where k > one": "Many",
    "last k in some where k < one": "Many",
    "the k in some with most k mod 7": "Many",
    "the k in others with least (k * 5) mod 11": "Many",
    "Cell(few, isle)": "Cell",
    "Cell(few, south)": "Cell",
    "Cell(few + 1, north)": "Cell",
    "land": "Area",
    "sea": "Area",
    "(few * 2 - 5) of Few": "Few",
    "a of Many": "Many",
    "((few - 6) * 2) of Level": "Level",
    "here.distance(there)": "Int",
}
"""Expressions for members, by enum; some may have no value."""
ELSEWHERE = {
    *("declined", "extended", "from_box", "item", "later", "no_rows"),
    "as_tuple",
    *("one_of", "singleton"),
}
"""Rows of choices, moves of cards, answers kept in frames, and what only emitted Python has."""


def sources() -> str:
    """The game, with each operation as a measure."""
    measured = [*NUMBERS, *(f"if {test} then 1 else 0" for test in TESTS)]
    measured += [f"number_of_{enum.lower()}({member})" for member, enum in MEMBERS.items()]
    defines = [
        f"define number_of_{enum.lower()}(x: {enum}?) -> Int = if x is none then -1 else "
        + ("x" if enum == "Int" else f"count y in {enum} where y < x")
        for enum in sorted({*MEMBERS.values()})
    ]
    return FRAME + "\n".join([*defines, *(f"measure m{at} = {value}" for at, value in enumerate(measured))]) + "\n"


@cache
def built() -> tuple[Game, NativeGame, set[str]]:
    """The game, its native build, and the operations in it."""
    with TemporaryDirectory() as folder:
        game = load(folder_of(sources(), Path(folder)))
        native = game.native()
        checked = check_game(Path(folder)).game
    assert checked is not None
    nodes = [node for handler in lower(checked).handlers for part in handler.body for node in nodes_in(part)]
    return game, native, {node.primitive.name for node in nodes if isinstance(node, tree.Op)}


def test_all_operations_are_covered() -> None:
    assert {*prim.ROWS} - built()[2] == ELSEWHERE


@settings(max_examples=400, deadline=None)
@given(st.fixed_dictionaries(VALUES))
def test_operations_are_the_same(position: dict[str, Any]) -> None:
    """All figures are compared, including those that break."""
    game, native, _ = built()
    python = Match.start(game.rules, 2, given=position).engine
    same(python, native.engine_at(python))
