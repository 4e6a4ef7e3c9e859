"""Dice that a game needs, as its rules roll them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ..model import tree
from ..model.symbols import Game
from ..model.walk import all_callables, statements_in
from .game import Die

FEWEST = 2  # sides


def dice_of(game: Game) -> tuple[Die, ...]:
    """The dice by sides, as many as one rule rolls; and one for each row of a table that has sides of its own."""
    plain: Counter[int] = Counter()
    named: dict[tuple[str, str], int] = {}
    for callee in all_callables(game):
        here: Counter[int] = Counter()
        for statement in statements_in(callee.body or []):
            if isinstance(statement, tree.RollDice) and statement.kind == "dice":
                here[statement.sides] += statement.dice
            elif isinstance(statement, tree.RollDice) and statement.kind == "range":
                for table, key, sides in _sides(game, statement):
                    if table:
                        named[table, key] = sides
                    else:
                        here[sides] += 1
        plain |= here
    rows = sorted(named, key=lambda row: (row[0], game.enums[row[0]].keys.index(row[1])))
    return (*(Die(named[row], 1, *row) for row in rows), *(Die(*one) for one in sorted(plain.items())))


def _sides(game: Game, roll: tree.RollDice) -> Iterator[tuple[str, str, int]]:
    """The numbers of sides of a roll from 1 on, with table and key of the row that has them; "" for a bare number."""
    match roll.low, roll.high:
        case tree.Const(value=1), tree.Const(value=int(sides)) if sides >= FEWEST:
            yield "", "", sides
        case tree.Const(value=1), tree.EnumFieldRead(enum, name, base):
            values = game.enums[enum].fields[name].values
            keys = game.enums[enum].keys
            chosen = range(len(keys)) if not isinstance(base, tree.Const) else [base.value]
            for at in chosen:
                if isinstance(at, int) and isinstance(value := values[at], int) and value >= FEWEST:
                    yield enum, keys[at], value
        case _:
            pass
