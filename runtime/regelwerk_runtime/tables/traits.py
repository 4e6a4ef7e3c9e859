"""Traits of cards, which distinguish one copy of a card from another."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import prod
from typing import TYPE_CHECKING, TypeAlias

from .game import CardRef, SetOf, Var

if TYPE_CHECKING:
    from ..engine.state import BaseState
    from .layout import Tables

Traits: TypeAlias = tuple[object, ...]
Trait: TypeAlias = Callable[["BaseState", int], object]


def traits_of_type(tables: Tables, card_type: str) -> tuple[Trait, ...]:
    """The traits that the state may keep or note of the cards of a type, as functions of state and card."""
    return tuple([trait for entry in tables.vars for trait in _traits(tables, entry, card_type)])


def _traits(tables: Tables, entry: Var, card_type: str) -> Iterator[Trait]:
    cards = (card_type, "Card")
    for at, dim in enumerate(entry.dims):
        if dim in cards:
            yield _kept(tables, entry, at)
    if isinstance(entry.type, CardRef) and entry.type.card_type in cards:
        yield _noted(entry, lambda value, card: value == card)
    elif isinstance(entry.type, SetOf) and entry.type.enum in cards:
        yield _noted(entry, lambda value, card: bool(value >> card & 1))


def _kept(tables: Tables, entry: Var, at: int) -> Trait:
    """The values of a variable at the indices with the card."""
    first, _ = tables.card_range(entry.dims[at])
    name, size = entry.slot, tables.size(entry.dims[at])
    inner = prod(tables.size(dim) for dim in entry.dims[at + 1 :])
    if len(entry.dims) == 1:
        return lambda s, card: getattr(s, name)[card - first]

    def values(s: BaseState, card: int) -> Traits:
        cells = getattr(s, name)
        start = (card - first) * inner
        return tuple([tuple(cells[low : low + inner]) for low in range(start, len(cells), size * inner)])

    return values


def _noted(entry: Var, means: Callable[[int, int], bool]) -> Trait:
    """True if a variable refers to the card; for an array, one value for each element."""
    name = entry.slot
    if entry.dims:
        return lambda s, card: tuple([means(value, card) for value in getattr(s, name)])
    return lambda s, card: means(getattr(s, name), card)
