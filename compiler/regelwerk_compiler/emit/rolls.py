"""Rolls as Python: the call that makes one, and which of the game's dice it is."""

from __future__ import annotations

import ast

from ..model import tree
from ..model.ir import Module
from .expressions import Expressions
from .names import m
from .template import Part, py

NATURE = {"roll": "nature_roll", "roll_dice": "nature_dice", "roll_of": "nature_of"}


class Rolls:
    """Makes the calls that roll dice."""

    def __init__(self, module: Module, expressions: Expressions) -> None:
        self.module, self.expressions = module, expressions

    def call(self, node: tree.RollDice, frame: ast.expr | None = None) -> ast.expr:
        """The call that makes a roll, or, with a frame, offers its outcomes, then play resumes with the frame."""
        expr = self.expressions.expr
        die = self.module.luck[node.luck]
        given: list[Part] = [self.expressions.access.flat(node.keys(die.sizes), list(die.sizes), constant=die.first)]
        name = "roll"
        if node.kind == "of":
            assert node.domain is not None
            name = "roll_of"
            given.append(self.expressions.comprehensions.domain(node.domain))
        elif node.kind == "dice":
            name = "roll_dice" if node.dice > 1 else "roll"
            given += [node.dice, node.sides]
        else:
            assert node.low is not None and node.high is not None
            given += [expr(node.low), expr(node.high)]
        if frame is None:
            return py("{}({*})", getattr(m, name), given)
        return py("{}({*})", getattr(m, NATURE[name]), [*given, frame])
