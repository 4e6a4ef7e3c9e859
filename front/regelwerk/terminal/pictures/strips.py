"""Strips: for each row of a table, the members that it puts in order, with what is there."""

from __future__ import annotations

from collections.abc import Iterator

from regelwerk_compiler.checked.game import Column, Row, Table
from regelwerk_compiler.model.types import IntType, MemberType, PerType
from regelwerk_runtime.tables.game import Bool, Member, Var
from rich.text import Text

from .drawing import Picture, flowing, marked
from .lying import Lying, Mark, numbered

MOVER = "*"  # the default sign of what moves along a strip


class Strips:
    """The strips of one table, whose `column` numbers the members of another family."""

    def __init__(self, table: Table, column: Column, stops: str, lying: Lying) -> None:
        self.table, self.column, self.stops, self.lying = table, column, stops, lying
        ranges = {one.name for one in lying.game.tables.values() if one.kind == "range"}
        own = [entry for entry in lying.entries.values() if isinstance(entry, Var) and entry.dims == (table.name,)]
        self.movers = [entry for entry in own if isinstance(entry.type, Member) and entry.type.enum in ranges]
        self.end = lying.hints.ends.get(table.name, "")
        conditions = set(lying.hints.only.values())
        flags = [entry.name for entry in own if isinstance(entry.type, Bool)]
        self.told = [name for name in flags if name not in conditions]
        self.shows = frozenset([*(mover.name for mover in self.movers), *flags])

    def pictures(self, width: int) -> Iterator[Picture]:
        """A strip for each row on which something moves."""
        lying = self.lying
        if not self.movers:
            return
        marks = lying.on(self.stops)
        for product in lying.products:
            other, standing = lying.standing(product)
            for place, signs in lying.on(product.name).items() if other == self.stops else ():
                if place in standing:
                    marks.setdefault(standing[place], []).extend(signs)
        legend = [*lying.legend(self.stops), *((self._sign(one), lying.label(one.name)) for one in self.movers)]
        for row in self.table.rows:
            if any(lying.counts(mover.name, (row.key,)) for mover in self.movers):
                lines = self._strip(row, marks, width)
                yield Picture(f"{self.table.name}.{row.key}", tuple(lines), self.shows, tuple(legend))

    def _strip(self, row: Row, marks: dict[str, list[Mark]], width: int) -> Iterator[Text]:
        lying = self.lying
        title = Text(lying.name(self.table.name, row.key), "heading")
        told = [lying.label(name) for name in self.told if lying.facts[name, (row.key,)] is True]
        yield title.append(f" ({'; '.join(told)})", "") if told else title
        parts = []
        order = numbered(row.values[self.column.name])
        stops = sorted(order, key=order.__getitem__)
        if (end := str(row.values.get(self.end))) in order:
            stops.append(end)
        for number, key in enumerate(stops, 1):
            here = [one for one in self.movers if lying.facts[one.name, (row.key,)] == number]
            signs = [*(Mark(self._sign(mover)) for mover in here), *marks.get(key, ())]
            part = Text(lying.name(self.stops, key), "heading" if here else "")
            parts.append(part.append("[").append_text(marked(signs, " ")).append("]") if signs else part)
        yield from flowing(parts, " – ", width)

    def _sign(self, mover: Var) -> str:
        return self.lying.hints.signs.get(mover.name, MOVER)


def find_strips(table: Table, lying: Lying) -> Strips | None:
    """The strips of a table, by its first column that numbers members of a family from 1 without gaps; None if there is
    none.
    """
    for column in table.columns:
        kind = column.type
        if isinstance(kind, PerType) and isinstance(kind.key, MemberType) and isinstance(kind.value, IntType):
            orders = [sorted(numbered(row.values[column.name]).values()) for row in table.rows]
            if all(len(order) > 1 and order == list(range(1, len(order) + 1)) for order in orders):
                return Strips(table, column, kind.key.enum, lying)
    return None
