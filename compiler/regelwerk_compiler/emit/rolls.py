"""Rolls as Python text: the call that makes one, and which of the game's dice it is."""

from __future__ import annotations

from ..model import tree
from ..model.ir import Module
from .expressions import Expressions
from .precedence import PLUS, TIMES


class Rolls:
    """Writes the calls that roll dice."""

    def __init__(self, module: Module, expressions: Expressions) -> None:
        self.module, self.expressions = module, expressions
        self.tables, self.text = expressions.tables, expressions.text

    def call(self, node: tree.RollDice, verb: str) -> str:
        """The call that makes a roll (`roll` or `nature`)."""
        die = self.module.luck[node.luck]
        index, stride = str(die.first), 1
        for size in die.sizes[1:]:
            stride *= size
        parts = []
        constant = die.first
        for at, (member, value) in enumerate(node.keys):
            if value is None:
                constant += (die.sizes[0] - 1) * stride
            else:
                low = self.tables.low(member)
                constant -= low * stride
                parts.append(self.text(value, PLUS if stride == 1 else TIMES) + (f" * {stride}" if stride > 1 else ""))
            if at + 1 < len(die.sizes):
                stride //= die.sizes[at + 1]
        if constant or not parts:
            parts.insert(0, str(constant))
        index = " + ".join(parts)
        name = {"range": "roll", "dice": "roll_dice", "of": "roll_of"}[node.kind]
        if verb == "nature":
            name = {"range": "nature_roll", "dice": "nature_dice", "of": "nature_of"}[node.kind]
        if node.kind == "range":
            assert node.low is not None and node.high is not None
            return f"m.{name}({index}, {self.text(node.low)}, {self.text(node.high)})"
        if node.kind == "dice":
            if node.dice == 1:
                name = "nature_roll" if verb == "nature" else "roll"
                return f"m.{name}({index}, 1, {node.sides})"
            return f"m.{name}({index}, {node.dice}, {node.sides})"
        assert node.domain is not None
        return f"m.{name}({index}, {self.expressions.comprehensions.domain(node.domain)})"
