"""Rolls as Python text: the call that makes one, and which of the game's dice it is."""

from __future__ import annotations

from ..model import tree
from ..model.ir import Module
from .expressions import Expressions
from .names import m

NATURE = {"roll": "nature_roll", "roll_dice": "nature_dice", "roll_of": "nature_of"}


class Rolls:
    """Writes the calls that roll dice."""

    def __init__(self, module: Module, expressions: Expressions) -> None:
        self.module, self.expressions = module, expressions

    def call(self, node: tree.RollDice, frame: str = "") -> str:
        """The call that makes a roll, or with a frame offers its outcomes, after which play goes on with the frame."""
        text = self.expressions.text
        die = self.module.luck[node.luck]
        index = self.expressions.places.flat(node.keys(die.sizes), list(die.sizes), constant=die.first)
        if node.kind == "of":
            assert node.domain is not None
            name, arguments = "roll_of", self.expressions.comprehensions.domain(node.domain)
        elif node.kind == "dice" and node.dice > 1:
            name, arguments = "roll_dice", f"{node.dice}, {node.sides}"
        elif node.kind == "dice":
            name, arguments = "roll", f"1, {node.sides}"
        else:
            assert node.low is not None and node.high is not None
            name, arguments = "roll", f"{text(node.low)}, {text(node.high)}"
        if frame:
            return f"{getattr(m, NATURE[name])}({index}, {arguments}, {frame})"
        return f"{getattr(m, name)}({index}, {arguments})"
