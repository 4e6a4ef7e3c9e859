"""The names of types and the variables that all games at random share."""

from __future__ import annotations

from typing import Any

INT, BOOL, LAND, FEW, PLAYER, TOOL, GOOD = "Int", "Bool", "Land", "Few", "Player", "Tool", "Good"
COINS, SORT = "Coins", "Sort"
CARD = "Card"
"""A card of any type."""
CHIPS = 1_000
"""The first number of a chip among the numbers of all cards."""
LANDS = "set of Land"
LANDS_KEYS = ("north", "south", "isle", "cape")
PLAYERS = tuple((f"Player {letter}", f"Gracz {letter}") for letter in "ABC")
SEATS = tuple("Player.first" + ".next" * number for number in range(3))
LOW, HIGH = -500, 500
SET = "set of "
Said = tuple[str, str]
"""A text in English and in Polish."""
PILE = f"pile of {TOOL}"
PER = f"{INT} per {LAND}"
MAYBE_INT, MAYBE_BOOL = f"{INT}?", f"{BOOL}?"
PLAYERS_SET = SET + PLAYER
BOUNDS = {"tiny": (0, 9), "pips": (1, 6)}
"""The least and the greatest value of variables whose bounds are not `LOW` and `HIGH`."""

SET_MARK = """
effect set_mark(c: Tool, n: Int):
    if {there}: mark[c] = n

effect add_mark(c: Tool, n: Int):
    mark[c] += n
"""
LIES = {
    "slot": "c in slot",
    "hand": "any p in Player where c in hand[p]",
    "stall": "any p in Player where c in stall[p]",
    "chest": "any l in Land where c in chest[l]",
}
"""Whether a card `c` lies somewhere."""
HELPERS = """
define few_of(n: Few) -> Few = n
define coins_of(n: Coins) -> Coins = n
define int_or(x: -500..500?, y: Int) -> Int = if x is none then y else x
define bool_or(x: Bool?, y: Bool) -> Bool = if x is none then y else x
define far(n: 0..1_000?) -> Int = if n is none then -1 else n
define tool_or(x: Tool?, y: Tool) -> Tool = if x is none then y else x
define worth_or(c: Tool?) -> Int = if c is none then -1 else c.worth
"""

VARIABLES: dict[str, tuple[str, tuple[str, ...], Any, str]] = {
    "n": (INT, (), 0, "0"),
    "m": (INT, (), 7, "7"),
    "purse": (INT, (PLAYER,), 5, "5"),
    "grid": (INT, (LAND,), 1, "1"),
    "wide": (INT, (PLAYER, LAND), 2, "2"),
    "tiny": (INT, (), 4, "4"),
    "pips": (INT, (LAND,), 1, "1"),
    "flag": (BOOL, (LAND,), False, "no"),
    "open": (BOOL, (PLAYER,), True, "yes"),
    "land": (LAND, (), 1, "south"),
    "few": (FEW, (), 5, "5"),
    "lands": (LANDS, (), frozenset({0, 2}), "{north, isle}"),
    "fews": ("set of Few", (), frozenset({3, 5}), "{3, 5}"),
    "mine": (LANDS, (PLAYER,), frozenset({2}), "{isle}"),
    "maybe": ("Land?", (), None, "none"),
    "leader": ("Player?", (), None, "none"),
    "guests": (PLAYERS_SET, (), frozenset[int](), "empty"),
    "circle": (PLAYERS_SET, (LAND,), frozenset[int](), "empty"),
    "score": (MAYBE_INT, (PLAYER,), None, "none"),
    "sure": (MAYBE_BOOL, (LAND,), None, "none"),
    "coins": (COINS, (), 3, "3"),
    "till": (COINS, (PLAYER,), 40, "40"),
}
"""The types, indices and first values of the variables that all games have, and how these are written."""
