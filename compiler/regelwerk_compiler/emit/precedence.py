"""How tightly Python's operators bind, from names and brackets to `lambda`; and numbers as Python reads them."""

from __future__ import annotations

from ..model.primitive import Level

ATOM, POWER, UNARY, TIMES, PLUS, SHIFT, AND_BITS, OR_BITS, COMPARE, NOT, AND, OR, IF, LOWEST = Level


def number(value: int) -> str:
    """A number as Python reads it, with groups of three from ten thousand on."""
    return f"{value:_}" if abs(value) >= 10_000 else str(value)


__all__ = ["ATOM", "COMPARE", "IF", "LOWEST", "NOT", "OR", "PLUS", "TIMES", "UNARY", "Level", "number"]
