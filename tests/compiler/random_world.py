"""The state of games at random: its declarations, and a table of its values for a second implementation of rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import product
from typing import Any

INT, BOOL, LAND, FEW, PLAYER, TOOL = "Int", "Bool", "Land", "Few", "Player", "Tool"
LANDS, FEWS = "set of Land", "set of Few"
MEMBERS = {LAND: ("north", "south", "isle", "cape"), FEW: tuple(range(3, 9)), PLAYER: (0, 1, 2)}
TOOLS = ("axe", "bow", "cup", "die", "egg", "fan")
WORTH, FOUND = (3, -2, 0, 9, 4, -7), (0, 3, 0, 2, 1, 3)
DECK, SLOT = ("deck",), ("slot",)
SETS = {LAND: LANDS, FEW: FEWS}
LOW, HIGH = -500, 500
MOST_ROUNDS = 3_000
"""The rounds of loops in one run of the rules; a run with more is not compared."""

FRAME = f"""
players 3..3
enum Land: north, south, isle, cape
enum Few = 3..8
state:
    n: {LOW}..{HIGH} = 0
    m: {LOW}..{HIGH} = 7
    purse[Player]: {LOW}..{HIGH} = 5
    grid[Land]: {LOW}..{HIGH} = 1
    wide[Player, Land]: {LOW}..{HIGH} = 2
    load: {LOW}..{HIGH} per Land
    flag[Land]: Bool = no
    land: Land = south
    maybe: Land?
    few: Few = 5
    lands: set of Land = {{north, isle}}
    fews: set of Few = {{3, 7}}
    mine[Player]: set of Land = {{isle}}
    deck: pile of Tool = all
    hand[Player]: pile of Tool
    slot: place for Tool
cardtype Tool:
    worth: -9..9
    found: Land
cards Tool:
    key | worth | found
    axe | 3     | north
    bow | -2    | cape
    cup | 0     | north
    die | 9     | isle
    egg | 4     | south
    fan | -7    | cape
"""
STATE: dict[str, tuple[str, tuple[str, ...]]] = {
    "n": (INT, ()),
    "m": (INT, ()),
    "purse": (INT, (PLAYER,)),
    "grid": (INT, (LAND,)),
    "wide": (INT, (PLAYER, LAND)),
    "load": (INT, (LAND,)),
    "flag": (BOOL, (LAND,)),
    "land": (LAND, ()),
    "few": (FEW, ()),
    "lands": (LANDS, ()),
    "fews": (FEWS, ()),
    "mine": (LANDS, (PLAYER,)),
    "maybe": ("Land?", ()),
}
"""The types and indices of the variables."""
FIRST: dict[str, Any] = {
    "n": 0,
    "m": 7,
    "purse": 5,
    "grid": 1,
    "wide": 2,
    "load": 0,
    "flag": False,
    "land": 1,
    "few": 5,
    "lands": frozenset({0, 2}),
    "fews": frozenset({3, 7}),
    "mine": frozenset({2}),
    "maybe": None,
}
"""How each begins: members of Land by their place, of Few and players by their number."""


class BrokenError(Exception):
    """A broken rule."""


class EndlessError(Exception):
    """Too many rounds."""


@dataclass
class World:
    """The values of the state by variable and indices, the cards of piles from the bottom, and the locals."""

    state: dict[tuple[Any, ...], Any]
    piles: dict[tuple[Any, ...], list[int]]
    rounds: int = 0
    locals: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def begun(cls) -> World:
        state = {
            (name, *at): FIRST[name]
            for name, (_, indices) in STATE.items()
            for at in product(*(range(len(MEMBERS[index])) for index in indices))
        }
        piles = {DECK: [*range(len(TOOLS))], SLOT: []} | {("hand", p): list[int]() for p in MEMBERS[PLAYER]}
        return cls(state, piles)

    def move(self, card: int, to: tuple[Any, ...], *, below: bool = False) -> None:
        """Moves a card on top of a pile, below it, or into the place."""
        for pile in self.piles.values():
            if card in pile:
                pile.remove(card)
        if to == SLOT and self.piles[to]:
            raise BrokenError
        self.piles[to].insert(0 if below else len(self.piles[to]), card)

    def round(self) -> None:
        self.rounds += 1
        if self.rounds > MOST_ROUNDS:
            raise EndlessError


Value = Callable[[World], Any]


def numbers_of(type_: str) -> tuple[int, ...]:
    """The members of an enum in their order."""
    return tuple(range(len(MEMBERS[type_]))) if type_ != FEW else MEMBERS[FEW]


def key_of(type_: str, value: int) -> str:
    """How keys of options name a member or a card."""
    if type_ == TOOL:
        return TOOLS[value]
    return str(MEMBERS[LAND][value]) if type_ == LAND else str(value)
