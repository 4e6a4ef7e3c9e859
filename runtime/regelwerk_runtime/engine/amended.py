"""Integers that carry the amendments they come from; only modules that are compiled to be traced use them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

Origins = frozenset[int]
"""Numbers of amended values, as the compiler numbered them."""

NOTHING: Origins = frozenset()


class Amended(int):
    """An integer with its origins: what is computed from it has them too. In all else it is the integer.

    Attributes:
        origins: the amended values that went into it.
    """

    origins: Origins

    def __new__(cls, value: int, origins: Origins) -> Amended:
        made = super().__new__(cls, value)
        made.origins = origins
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return int, (int(self),)  # what is saved is the number


def _joined(name: str) -> Callable[..., Any]:
    """An operator of `int` whose result has the origins of both sides."""
    plain = getattr(int, name)

    def operator(self: Amended, *others: Any) -> Any:
        value = plain(self, *others)
        if not isinstance(value, int):
            return value
        origins = self.origins
        for other in others:
            origins |= origins_of(other)
        return Amended(value, origins)

    return operator


for _sign in ("add", "sub", "mul", "floordiv", "mod", "and", "or", "xor", "lshift", "rshift"):
    setattr(Amended, f"__{_sign}__", _joined(f"__{_sign}__"))
    setattr(Amended, f"__r{_sign}__", _joined(f"__r{_sign}__"))
for _sign in ("__neg__", "__abs__", "__invert__", "bit_count"):
    setattr(Amended, _sign, _joined(_sign))


def amended(value: Any, *origins: int) -> Any:
    """The same value with more origins: a number, or each number of a tuple or list. Yes and no have none."""
    if value.__class__ is bool or not origins:
        return value
    if isinstance(value, int):
        return Amended(value, origins_of(value) | frozenset(origins))
    if isinstance(value, tuple | list):
        return type(value)(amended(item, *origins) for item in value)
    return value


def amended_at(table: tuple[Any, ...], origins: Mapping[int, tuple[int, ...]]) -> tuple[Any, ...]:
    """The same table; the entries at some positions have origins."""
    return tuple(amended(value, *origins.get(at, ())) for at, value in enumerate(table))


def amended_range(count: int) -> Sequence[int]:
    """`range(count)`; each number of a round has the origins of the count."""
    origins = origins_of(count)
    return [Amended(number, origins) for number in range(count)] if origins else range(count)


def origins_of(value: object) -> Origins:
    """The origins of a number, or of all numbers in a list or tuple."""
    if value.__class__ is Amended:
        found: Origins = value.origins
        return found
    if isinstance(value, tuple | list):
        return NOTHING.union(*map(origins_of, value))
    return NOTHING


def plain(value: Any) -> Any:
    """The same value without origins."""
    if value.__class__ is Amended:
        return int(value)
    if isinstance(value, tuple | list):
        return type(value)(map(plain, value))
    return value
