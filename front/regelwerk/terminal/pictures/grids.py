"""Grids: families of places that are products of others, with the contents of each place, in one or several grids."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from regelwerk_compiler.checked.game import Row, Table
from regelwerk_compiler.model.types import MemberType
from regelwerk_runtime.tables.game import Zone
from regelwerk_runtime.views.view import HIDDEN
from rich.cells import cell_len
from rich.text import Text

from .drawing import BELOW, BESIDE, Picture, grid, marked, side_by_side
from .labels import shortened
from .lying import WIDEST, Lying, Mark

LABEL = 4  # columns for the name of the thing on a place


def grids(table: Table, lying: Lying, width: int) -> Iterator[Picture]:
    """The pictures of the places of a product: those for all, and those that each player has for himself."""
    shared = Grid(table, lying)
    if shared.entries:
        yield Picture(table.name, tuple(side_by_side([*shared.blocks(width)], width)), shared.shows, shared.legend)
    own = [Grid(table, lying.of(seat), lying.player_name(seat)) for seat in lying.seats]
    own = [one for one in own if one.entries and one.is_seen]
    if own:
        lines = side_by_side([block for one in own for block in one.blocks(width)], width)
        legend = dict(sign for one in own for sign in one.legend)
        yield Picture(f"{table.name} of players", tuple(lines), own[0].shows, tuple(legend.items()))


class Grid:
    """The grids of one product, shared by all or of one player, whose name is then written above."""

    def __init__(self, table: Table, lying: Lying, player: str = "") -> None:
        self.table, self.lying, self.player = table, lying, player
        self.parts = [(one.name, one.type.enum) for one in table.columns if isinstance(one.type, MemberType)]
        self.other, self.standing = lying.standing(table)
        self.marked, self.meanings = lying.marked_by_tables(table)
        self.walls = self._walls()
        self.entries = [*(lying.lying_on(self.other) if self.other else ()), *lying.lying_on(table.name)]

    @property
    def is_seen(self) -> bool:
        """True if the viewer sees anything that can lie there."""
        names = {entry.name for entry in self.entries}
        return any(value is not HIDDEN for (name, _), value in self.lying.facts.items() if name in names)

    @property
    def shows(self) -> frozenset[str]:
        """The names of the declarations that need not be listed beside it."""
        return frozenset(entry.name for entry in self.entries) | self._owners().keys()

    @property
    def legend(self) -> tuple[tuple[str, str], ...]:
        """The signs and their meanings."""
        lying = self.lying
        signs = dict([*(lying.legend(self.other) if self.other else ()), *lying.legend(self.table.name)])
        signs |= {sign: lying.label(name) for name, sign in self._owners().items()} | self.meanings
        if self.walls:
            signs[BESIDE + BELOW] = ", ".join(self.walls)
        return tuple(signs.items())

    def blocks(self, width: int) -> Iterator[list[Text]]:
        """A grid for each combination of the parts that are neither columns nor rows."""
        table = self.table
        across = self._members(self.parts[-2], table.rows)
        room = (width - 3) // len(across) - 1
        wide = max(2, min(WIDEST, room))
        cells = {row.key: text for row, text in zip(table.rows, self._cells(wide), strict=True)}
        least = wide if self.other else LABEL if any(isinstance(entry, Zone) for entry in self.entries) else 1
        heads = (cell_len(self.lying.name(self.parts[-2][1], key)) for key in across)
        wide = min(wide, max(least, *heads, *(cell.cell_len for cell in cells.values())))
        outer = [name for name, _ in self.parts[:-2]]
        for _, rows in groupby(table.rows, lambda row: [row.values[name] for name in outer]):
            yield self._block([*rows], cells, wide)

    def _cells(self, wide: int) -> Iterator[Text]:
        """The cells of the places: the name of the thing there, as far as there is room, and signs."""
        lying = self.lying
        there = lying.on(self.other) if self.other else {}
        marks = lying.on(self.table.name)
        for row in self.table.rows:
            thing = self.standing.get(row.key)
            signs = marked([*(there.get(thing, ()) if thing else ()), *marks.get(row.key, ())])
            room = wide - signs.cell_len - 1 if signs else wide
            name = lying.short(self.other, thing, max(1, min(LABEL, room))) if thing else ""
            name = shortened(" ".join(filter(None, (name, self.marked.get(row.key)))), max(1, room))
            if not name or room < 1:
                yield signs
                continue
            yield marked([Mark(f"{name} " if signs else name)]).append_text(signs)

    def _owners(self) -> dict[str, str]:
        """The variables that hold the owners of cards on these places, with the letters for them."""
        types = {entry.card_type for entry in self.entries if isinstance(entry, Zone)}
        own = (one for one in self.lying.entries.values() if len(one.dims) == 1 and one.dims[0] in types)
        return {entry.name: self.lying.all_letters for entry in own if self.lying.is_players(entry)}

    def _walls(self) -> dict[str, set[frozenset[str]]]:
        """The pairs of neighbouring places that tables name, by the label of the table.

        A table with pairs that are not neighbours shows ways of another kind, and one with most of all neighbours shows
        how the places are connected.
        """
        told = [(label, {frozenset(pair) for pair in pairs}) for label, pairs in self.lying.pairs_by_tables(self.table)]
        if not told:
            return {}
        rows, names = self.table.rows, [name for name, _ in self.parts]
        orders = [self._members(part, rows) for part in self.parts]
        at = {
            row.key: tuple(order.index(str(row.values[name])) for order, name in zip(orders, names, strict=True))
            for row in rows
        }
        keys = {place: key for key, place in at.items()}
        near = {
            frozenset((key, keys[other]))
            for (*block, x, y), key in keys.items()
            for other in ((*block, x + 1, y), (*block, x, y + 1))
            if other in keys
        }
        return {label: walls for label, walls in told if walls <= near and len(walls) <= len(near) // 2}

    def _members(self, part: tuple[str, str], rows: Sequence[Row]) -> list[str]:
        """The members of a part that occur in some rows, in order."""
        name, family = part
        used = {str(row.values[name]) for row in rows}
        return [row.key for row in self.lying.game.tables[family].rows if row.key in used]

    def _block(self, rows: list[Row], cells: dict[str, Text], wide: int) -> list[Text]:
        """The grid of the places that agree in all but the last two parts."""
        lying = self.lying
        *outer, across, down = self.parts
        at = {(str(row.values[across[0]]), str(row.values[down[0]])): cells[row.key] for row in rows}
        levels = self._members(down, rows)
        if self.table.name in lying.hints.upward:
            levels.reverse()
        columns = self._members(across, rows)
        cell_of = {
            row.key: (levels.index(str(row.values[down[0]])), columns.index(str(row.values[across[0]]))) for row in rows
        }
        pairs = [pair for walls in self.walls.values() for pair in walls if cell_of.keys() >= pair]
        walled = [sorted(cell_of[key] for key in pair) for pair in pairs]
        lines = grid(
            [(lying.name(down[1], level), [at.get((key, level)) for key in columns]) for level in levels],
            [lying.name(across[1], key) for key in columns],
            wide,
            {(first, second) for first, second in walled},
        )
        title = " ".join(lying.name(family, str(rows[0].values[name])) for name, family in outer)
        if self.player:
            title = ", ".join(filter(None, (self.player, *(lying.label(one.name) for one in self.entries), title)))
        return [Text(title, "heading"), *lines] if title else lines
