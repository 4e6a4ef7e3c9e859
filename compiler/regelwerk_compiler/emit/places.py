"""Indices, variables and zones of the state as Python text."""

from __future__ import annotations

from math import prod
from typing import Protocol

from ..model import tree
from ..model.symbols import StateSymbol
from .precedence import COMPARE, LOWEST, PLUS, TIMES, moved, number
from .tables import Tables


class Write(Protocol):
    """The type of a function that writes an expression, in brackets if it binds weaker than `limit`."""

    def __call__(self, node: tree.TExpr, limit: int = LOWEST) -> str: ...


class Places:
    """Writes indices, and the variables, rows and zones that they lead to."""

    def __init__(self, text: Write, tables: Tables) -> None:
        self.text, self.tables = text, tables

    def shifted(self, node: tree.TExpr, low: int) -> str:
        """An index into a table whose first entry is `low`."""
        if low == 0:
            return self.text(node)
        if isinstance(node, tree.Const) and isinstance(node.value, int):
            return number(node.value - low)
        return moved(self.text(node, PLUS), -low)

    def index_of(self, node: tree.TExpr) -> str:
        return self.shifted(node, self.tables.low(node.type))

    def flat(self, indices: list[tree.TExpr], sizes: list[int], first: str = "", constant: int = 0) -> str:
        """The position of a row-major index, with `first` (a name) and a constant added."""
        terms: list[str] = []
        stride = prod(sizes[1:])
        for number_, index in enumerate(indices):
            low = self.tables.low(index.type)
            if isinstance(index, tree.Const) and isinstance(index.value, int):
                constant += (index.value - low) * stride
            else:
                constant -= low * stride
                terms.append(self.text(index, PLUS if stride == 1 else TIMES) + (f" * {stride}" if stride > 1 else ""))
            if number_ + 1 < len(sizes):
                stride //= sizes[number_ + 1]
        parts = ([first] if first else []) + terms
        if not parts:
            return number(constant)
        return moved(" + ".join(parts), constant)

    def state(self, var: StateSymbol, indices: list[tree.TExpr]) -> str:
        name = self.tables.state(var)
        if not indices:
            return f"s.{name}"
        return f"s.{name}[{self.flat(indices, self.tables.sizes(var))}]"

    def row(self, var: StateSymbol, indices: list[tree.TExpr]) -> str:
        name, sizes = self.tables.state(var), self.tables.sizes(var)
        if not indices:
            return f"s.{name}"
        width = sizes[-1]
        start = self.flat(indices, sizes[:-1])
        return f"s.{name}[({start}) * {width} : ({start}) * {width} + {width}]"

    def zone_index(self, zone: tree.ZoneRef, *, place: bool = False) -> str:
        """The index into `s.piles` or `s.places`."""
        if zone.var is None:
            return self.zone(zone)
        first = self.tables.zone_first(zone.var, place=place) if zone.var.first else ""
        return self.flat(zone.indices, self.tables.sizes(zone.var), first)

    def zone(self, zone: tree.ZoneRef) -> str:
        """The number of a zone, as `s.where` and `move` know it."""
        if zone.var is None:
            return self.text(zone.given) if zone.given is not None else "0"
        first = self.tables.zone_first(zone.var, place=False)
        return self.flat(zone.indices, self.tables.sizes(zone.var), first)

    def refill(self, deck: tree.ZoneRef, refill: tree.ZoneRef | None) -> str:
        """The number of the pile that becomes an empty deck, or NONE; that of a parameter stands in a table."""
        if deck.given is not None:
            return f"{self.tables.refills()}[{self.zone(deck)}]"
        return self.zone(refill) if refill is not None else self.tables.run.NONE

    def zone_position(self, card: tree.TExpr, var: StateSymbol, dim: int) -> tuple[str, int]:
        first, sizes = self.tables.zone_first(var, place=False), self.tables.sizes(var)
        stride = prod(sizes[dim + 1 :])
        text = f"s.where[{self.text(card)}] - {first}"
        if stride > 1:
            text = f"({text}) // {stride}"
        if dim > 0:
            text = f"({text}) % {sizes[dim]}" if stride == 1 else f"{text} % {sizes[dim]}"
        low = self.tables.low(var.dims[dim])
        return moved(text, low), PLUS

    def in_zone(
        self, card: tree.TExpr, zone: tree.ZoneRef, any_copy: bool, *, negated: bool = False
    ) -> tuple[str, int]:
        where = self.zone(zone)
        if any_copy and isinstance(card, tree.Const) and isinstance(card.value, int):
            copies = self.tables.copies_of(card.value)
            if len(copies) > 1:
                return f"{where} in s.where[{copies.start}:{copies.stop}]", COMPARE
        return f"s.where[{self.text(card)}] {'!=' if negated else '=='} {where}", COMPARE
