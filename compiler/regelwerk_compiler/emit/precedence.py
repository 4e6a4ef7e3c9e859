"""How tightly Python's operators bind, from names and brackets to `lambda`; and numbers as Python reads them."""

from __future__ import annotations

ATOM, POWER, UNARY, TIMES, PLUS, SHIFT, AND_BITS, OR_BITS, COMPARE, NOT, AND, OR, IF, LOWEST = range(14)


def number(value: int) -> str:
    """A number as Python reads it, with groups of three from ten thousand on."""
    return f"{value:_}" if abs(value) >= 10_000 else str(value)
