"""Inputs of `make fuzz`: texts with some changes, texts derived from the grammar, and plain data with some changes."""

from __future__ import annotations

import random
import re
from abc import abstractmethod
from collections import defaultdict
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from regelwerk_dsl.grammar.parser import GRAMMAR
from regelwerk_dsl.grammar.tables import Production

CARDS = Path(__file__).resolve().parents[1] / "cards"
CLASSICS = sorted(path.parent for path in (CARDS / "classics").glob("*/game.yaml"))
ODD = [
    "\0",
    "\t",
    "\r",
    "\u2028",
    "\ufeff",
    "\udcff",
    '"',
    '"""',
    "{",
    "}",
    "(",
    ")",
    "|",
    "#",
    "\\",
    "9" * 5000,
    "é",
    "::",
]
DRAWN = {
    "NAME": ["n", "p", "x", "Player", "Good", "red", "e", "f", "c", "Deed", "deck", "d"],
    "NUMBER": ["0", "1", "2", "7", "1_000"],
    "STRING": ['"a"', '"{n} of {p}"', '"{n: one | many}"', '""'],
    "PROSE": ['"""\n    Words {n}.\n    """'],
    "DICE": ["d6", "2d6"],
    "COPIES": ["x2", "x30"],
    "SOURCE_ID": ["R1", "R2"],
}
"""Texts of the terminals that are not fixed words; other such terminals are written like their names."""

PLAIN = ["0", "1", "2", "3", "7", "30", "-1", "999999999999999999999", "1e9", "x"]
NUMBERS = (-1, 0, 1, 2, 3, 9, 255, 10**6, 1 << 31, -(1 << 63), 1 << 63, 10**30)
VALUES: tuple[Any, ...] = (None, True, False, 0.5, float("nan"), "", "x", "0", "²", [], {}, [[]], "\ud800", "\x1b[2J")
SIZES = (
    0,
    -1,
    0.5,
    1e-9,
    3,
    40,
    300,
    1e5,
    1e6,
    1e300,
    float("inf"),
    float("nan"),
    True,
    "width",
    "[1]",
    "1 / 0",
    "none",
)
LEAST, MOST = 4, 120
"""The range of symbols after which a derivation takes the shortest way to an end."""

WORD = re.compile(r"\w+|[^\w\s]+")


class Kind:
    """A kind of inputs.

    The subject of an input is everything that it needs besides its text (a game, a file). Randomness in its use depends
    only on the text, so that a subject and a text reproduce a fault. `folder` is an empty folder of the kind's own. The
    text of binary files is their bytes in Latin-1.
    """

    encoding = "utf-8"

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @abstractmethod
    def make(self, rng: random.Random) -> tuple[str, str]:
        """A subject and a text."""

    def change(self, subject: str, text: str, rng: random.Random) -> str:
        """A sound text with some changes that suit its kind; any exception if it is not sound."""
        return mutated(text, rng)

    @abstractmethod
    def use(self, subject: str, text: str) -> None:
        """Uses them as users do; any exception other than a `SourceError` is a fault."""


@cache
def words() -> list[str]:
    """All words and signs of all games."""
    return sorted({word for path in CARDS.rglob("*.regel") for word in WORD.findall(path.read_text("utf-8"))})


def mutated(text: str, rng: random.Random) -> str:
    """The text with one to three changes of lines, words or characters, about half of them with words from the text
    itself.
    """
    for _ in range(rng.choice((1, 1, 2, 3))):
        lines = text.split("\n")
        at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
        match rng.randrange(9):
            case 0:
                del lines[at : at + rng.randint(1, 3)]
            case 1:
                lines[at:at] = lines[other : other + rng.randint(1, 5)]
            case 2:
                lines[at], lines[other] = lines[other], lines[at]
            case 3:
                lines[at] = " " * rng.choice([1, 2, 3, 4, 8]) + lines[at]
            case 4:
                lines[at] = lines[at].lstrip()
            case 5 | 6:
                found = list(WORD.finditer(lines[at]))
                if found:
                    one, own = rng.choice(found), WORD.findall(lines[other])
                    word = rng.choice(own if own and rng.random() < 0.5 else words())
                    lines[at] = lines[at][: one.start()] + word + lines[at][one.end() :]
            case 7:
                place = rng.randint(0, len(lines[at]))
                lines[at] = lines[at][:place] + rng.choice(ODD) + lines[at][place + rng.randint(0, 2) :]
            case _:
                lines[at] = re.sub(r"\d+", rng.choice(PLAIN), lines[at], count=rng.randint(0, 1))
        text = "\n".join(lines)
    return text


def some_of(parts: list[str], rng: random.Random, most: int) -> str:
    """A few neighbouring parts of a text."""
    at = rng.randrange(len(parts))
    return "".join(parts[at : at + rng.randint(1, most)])


def altered(data: Any, rng: random.Random, numbers: Sequence[Any] = NUMBERS) -> Any:
    """Plain data with one inner value replaced, removed, doubled or moved, or one key changed."""
    if rng.random() < 0.15 or not isinstance(data, (dict, list)) or not data:
        number = isinstance(data, (int, float)) and rng.random() < 0.8
        return rng.choice(numbers) if number else rng.choice(VALUES)
    data = data.copy()
    key = rng.choice(list(data)) if isinstance(data, dict) else rng.randrange(len(data))
    chance = rng.random()
    if chance < 0.75:
        data[key] = altered(data[key], rng, numbers)
    elif chance < 0.85:
        del data[key]
    elif isinstance(data, dict):
        data[rng.choice([*data, "", "x", "0", "99", "²"])] = data[key]
    else:
        data.insert(rng.randrange(len(data)), data[key])
    return data


# ---- texts of the grammar


@cache
def _productions() -> dict[str, list[Production]]:
    """The productions of each rule, those that can end with the fewest terminals first."""
    heights: dict[str, int] = defaultdict(lambda: 10**6)
    tables = GRAMMAR.parser.tables

    def height(production: Production) -> int:
        return sum(heights[symbol] if symbol.islower() else 1 for symbol in production.symbols)

    changed = True
    while changed:
        changed = False
        for production in tables.productions:
            if height(production) < heights[production.rule]:
                heights[production.rule], changed = height(production), True
    found: dict[str, list[Production]] = defaultdict(list)
    for production in sorted(tables.productions, key=height):
        found[production.rule].append(production)
    return found


def derived(rng: random.Random, start: str = "start") -> str:
    """A text that the grammar allows, or nearly, since it ignores the rules of the lexer; indentation is added."""
    productions, left = _productions(), [start]
    level, size, most, out = 0, 0, rng.randint(LEAST, MOST), ""
    while left:
        symbol = left.pop()
        if symbol.islower():
            choices = productions[symbol]
            one = rng.choice(choices) if size < most else choices[0]
            size += len(one.symbols)
            left += reversed(one.symbols)
        elif symbol == "_NL":
            out += "\n"
        elif symbol in ("_INDENT", "_DEDENT"):
            level += 1 if symbol == "_INDENT" else -1
        else:
            text = GRAMMAR.words.get(symbol, "").strip("\0") or symbol.strip("_").lower().replace("_", " ")
            out += ("    " * level if out.endswith("\n") else "") + rng.choice(DRAWN.get(symbol, [text])) + " "
    return out
