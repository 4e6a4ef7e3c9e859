"""Access to the state as Python: indices, variables and zones."""

from __future__ import annotations

import ast
from math import prod
from typing import Protocol

from ..model import tree
from ..model.symbols import CallableSymbol, StateSymbol
from .tables import Tables
from .template import literal, name, plus, py, sum_of


class Write(Protocol):
    """The type of a function that makes an expression."""

    def __call__(self, node: tree.TExpr) -> ast.expr: ...


class StateAccess:
    """Makes indices, and the variables, rows and zones that they lead to."""

    def __init__(self, expr: Write, tables: Tables) -> None:
        self.expr, self.tables = expr, tables

    def shifted(self, node: tree.TExpr, low: int) -> ast.expr:
        """An index into a table whose first entry is `low`."""
        if low and isinstance(node, tree.Const) and isinstance(node.value, int):
            return literal(node.value - low)
        return plus(self.expr(node), -low)

    def index_of(self, node: tree.TExpr) -> ast.expr:
        return self.shifted(node, self.tables.low(node.type))

    def flat(self, indices: list[tree.TExpr], sizes: list[int], first: str = "", constant: int = 0) -> ast.expr:
        """The position of a row-major index, with `first` (a name) and a constant added."""
        terms = [name(first)] if first else []
        stride = prod(sizes[1:])
        for number, index in enumerate(indices):
            low = self.tables.low(index.type)
            if isinstance(index, tree.Const) and isinstance(index.value, int):
                constant += (index.value - low) * stride
            else:
                constant -= low * stride
                terms.append(py("{} * {}", self.expr(index), stride) if stride > 1 else self.expr(index))
            if number + 1 < len(sizes):
                stride //= sizes[number + 1]
        return plus(sum_of(terms), constant) if terms else literal(constant)

    def entry(self, callee: CallableSymbol, arguments: list[tree.TExpr]) -> ast.expr:
        """The position of the value of a definition in its table."""
        domains = self.tables.domains(callee)
        sizes = [len(domain) for domain in domains]
        before = [self.tables.low(one.type) - domain.start for one, domain in zip(arguments, domains, strict=True)]
        constant = sum(number * prod(sizes[at + 1 :]) for at, number in enumerate(before))
        return self.flat(arguments, sizes, constant=constant)

    def state(self, var: StateSymbol, indices: list[tree.TExpr]) -> ast.expr:
        slot = name(f"s.{self.tables.state(var)}")
        return py("{}[{}]", slot, self.flat(indices, self.tables.sizes(var))) if indices else slot

    def row(self, var: StateSymbol, indices: list[tree.TExpr]) -> ast.expr:
        slot, sizes = name(f"s.{self.tables.state(var)}"), self.tables.sizes(var)
        if not indices:
            return slot
        return py("{0}[{1} * {2}:{1} * {2} + {2}]", slot, self.flat(indices, sizes[:-1]), sizes[-1])

    def zone_index(self, zone: tree.ZoneRef, *, place: bool = False) -> ast.expr:
        """The index into `s.piles` or `s.places`."""
        if zone.var is None:
            return self.zone(zone)
        first = self.tables.zone_first(zone.var, place=place) if zone.var.first else ""
        return self.flat(zone.indices, self.tables.sizes(zone.var), first)

    def zone(self, zone: tree.ZoneRef) -> ast.expr:
        """The number of a zone, as `s.where` and `move` know it."""
        if zone.var is None:
            return self.expr(zone.given) if zone.given is not None else literal(0)
        first = self.tables.zone_first(zone.var, place=False)
        return self.flat(zone.indices, self.tables.sizes(zone.var), first)

    def refill(self, deck: tree.ZoneRef, refill: tree.ZoneRef | None) -> ast.expr:
        """The number of the pile that refills an empty deck, or NONE; for a parameter it is looked up in a table."""
        if deck.given is not None:
            return py("{}[{}]", self.tables.refills(), self.zone(deck))
        return self.zone(refill) if refill is not None else name(self.tables.run.NONE)

    def zone_position(self, card: tree.TExpr, var: StateSymbol, dim: int) -> ast.expr:
        first, sizes = self.tables.zone_first(var, place=False), self.tables.sizes(var)
        stride = prod(sizes[dim + 1 :])
        found = py("s.where[{}] - {}", self.expr(card), first)
        if stride > 1:
            found = py("{} // {}", found, stride)
        if dim > 0:
            found = py("{} % {}", found, sizes[dim])
        return plus(found, self.tables.low(var.dims[dim]))

    def in_zone(self, card: tree.TExpr, zone: tree.ZoneRef, any_copy: bool, *, negated: bool = False) -> ast.expr:
        where = self.zone(zone)
        if any_copy and isinstance(card, tree.Const) and isinstance(card.value, int):
            copies = self.tables.copies_of(card.value)
            if len(copies) > 1:
                return py("{} in s.where[{}:{}]", where, copies.start, copies.stop)
        return py("s.where[{}] != {}" if negated else "s.where[{}] == {}", self.expr(card), where)
