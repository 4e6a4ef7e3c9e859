"""Names of the levels at which Python's operators bind, and the text of numbers and sums."""

from __future__ import annotations

from ..model.primitive import Level

ATOM, POWER, UNARY, TIMES, PLUS, SHIFT, AND_BITS, OR_BITS, COMPARE, NOT, AND, OR, IF, LOWEST = Level


def number(value: int) -> str:
    """A number as Python reads it, with groups of three from ten thousand on."""
    return f"{value:_}" if abs(value) >= 10_000 else str(value)


def moved(text: str, by: int) -> str:
    """A sum of a text that binds at PLUS and a number."""
    return f"{text} {'-' if by < 0 else '+'} {abs(by)}" if by else text
