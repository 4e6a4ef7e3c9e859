"""Numerals: numbers that are written out, and so take the unit that they meet."""

from __future__ import annotations

from ..model import tree
from ..model.types import NoneType, OptionalType
from ..primitives import table as prim


def is_written_out(value: tree.TExpr) -> bool:
    """A numeral, or a choice between numerals: by `if`, `min`, `max`, or with a minus before it.

    A sum or product of numerals is one only where both sides are fixed: it was worked out to a numeral before.
    """
    match value:
        case tree.Const():
            return value.literal
        case tree.Op(prim.NEGATE, [operand]):
            return is_written_out(operand)
        case tree.If(_, then, otherwise):
            return all(is_written_out(branch) or _is_none(branch) for branch in (then, otherwise))
        case tree.Op(prim.LEAST | prim.GREATEST, operands):
            return all(is_written_out(operand) for operand in operands)
        case _:
            return False


def _is_none(value: tree.TExpr) -> bool:
    return isinstance(value, tree.Const) and isinstance(value.type, NoneType | OptionalType)
