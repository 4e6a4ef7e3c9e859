"""Pictures of a game: which families of places its declarations have, and how each is drawn.

A product of two or more families is a grid: its last part goes down, the one before across. A table with an order of
other members is a strip, as far as the state says how far something has come on it. A map is drawn around the
player's own pieces.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import groupby
from typing import Any

from regelwerk_compiler.checked.game import Row, Table
from regelwerk_compiler.model.types import MemberType
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_runtime.match import Match
from regelwerk_runtime.tables.game import Bool, Member, Var
from rich.text import Text

from ...game import Game
from .drawing import WIDEST, Picture, flowing, grid, marked, side_by_side
from .hints import read_hints
from .lying import LABEL, Lying, Mark, ordered_column, shortened
from .roads import Roads

PRODUCT, MAP = "product", "map"


class Pictures:
    """The pictures of one game in one language."""

    def __init__(self, game: Game, lang: str | None = None) -> None:
        self.game, self.lang = game, lang
        self.hints, _ = read_hints(game.source.folder, game.source.folder.as_posix(), Diagnostics())

    def draw(self, match: Match, player: int, width: int) -> list[Picture]:
        """What a player sees of the board, in the order of the declarations.

        Args:
            match: where play stands.
            player: who looks: nothing shows what he may not see.
            width: of the screen, in characters.
        """
        lying = Lying(match, player, self.lang, self.game.checked, self.hints)
        return [picture for table in self._tables for picture in _draw(table, lying, width)]

    @cached_property
    def _tables(self) -> list[Table]:
        tables = self.game.checked.tables.values()
        return [table for table in tables if table.name not in self.hints.hidden]


def _draw(table: Table, lying: Lying, width: int) -> Iterator[Picture]:
    if table.kind == PRODUCT and len(table.columns) > 1:
        yield from _grids(table, lying, width)
    elif table.kind == MAP:
        yield from Roads(table, lying).pictures(width)
    elif column := ordered_column(table):
        yield from _strips(table, column, lying, width)


def _grids(table: Table, lying: Lying, width: int) -> Iterator[Picture]:
    entries = lying.lying_on(table.name)
    if not entries or not all(isinstance(column.type, MemberType) for column in table.columns):
        return
    standing = lying.standing(table)
    other = standing.pop("", "")
    there = lying.on(other) if other else {}
    marks = lying.on(table.name)
    *_, across, down = (column.name for column in table.columns)

    def text(row: Row) -> Text:
        thing = standing.get(row.key)
        own = [*there.get(thing or "", ()), *marks.get(row.key, ())]
        name = [Mark(shortened(lying.name(other, thing), LABEL) + (" " if own else ""))] if thing else []
        return marked([*name, *own])

    cells = {row.key: text(row) for row in table.rows}
    wide = min(max(cell.cell_len for cell in cells.values()), WIDEST) or 1
    blocks = [
        _block(table, [*rows], cells, lying, wide)
        for _, rows in groupby(table.rows, lambda row: [row.values[c.name] for c in table.columns[:-2]])
    ]
    shows = frozenset(entry.name for entry in [*entries, *(lying.lying_on(other) if other else ())])
    legend = dict([*(lying.legend(other) if other else ()), *lying.legend(table.name)])
    yield Picture(table.name, tuple(side_by_side(blocks, width)), shows | _owners(entries, lying), tuple(legend.items()))


def _owners(entries: list[Any], lying: Lying) -> frozenset[str]:
    """What says whose the cards on places are."""
    types = {entry.card_type for entry in entries if not isinstance(entry, Var)}
    own = (entry for entry in lying.entries.values() if entry.dims and entry.dims[0] in types and len(entry.dims) == 1)
    return frozenset(entry.name for entry in own if lying.is_players(entry))


def _block(table: Table, rows: list[Row], cells: dict[str, Text], lying: Lying, wide: int) -> list[Text]:
    """The grid of those places that agree in all but the last two parts."""
    *outer, across, down = table.columns
    names: dict[str, list[Any]] = {}
    for column in (across, down):
        assert isinstance(column.type, MemberType)
        members = lying.game.tables[column.type.enum].rows
        used = {str(row.values[column.name]) for row in rows}
        names[column.name] = [row.key for row in members if row.key in used]
    at = {(str(row.values[across.name]), str(row.values[down.name])): cells[row.key] for row in rows}
    levels = names[down.name][::-1] if table.name in lying.hints.upward else names[down.name]

    def called(column: Any, key: str) -> str:
        return lying.name(column.type.enum, key)

    lines = grid(
        [(called(down, level), [at.get((key, level)) for key in names[across.name]]) for level in levels],
        [called(across, key) for key in names[across.name]],
        wide,
    )
    if not outer:
        return lines
    title = " ".join(called(column, str(rows[0].values[column.name])) for column in outer)
    return [Text(title, "heading"), *lines]


def _strips(table: Table, column: str, lying: Lying, width: int) -> Iterator[Picture]:
    """A strip for each row of a table: what it lists, in order, with what stands there."""
    per = next(one.type for one in table.columns if one.name == column)
    stops = per.key.enum  # type: ignore[union-attr]
    ranges = {one.name for one in lying.game.tables.values() if one.kind == "range"}
    movers = [
        entry
        for entry in lying.entries.values()
        if isinstance(entry, Var) and entry.dims == (table.name,) and isinstance(entry.type, Member)
        if entry.type.enum in ranges
    ]
    if not movers:
        return
    marks = dict(lying.on(stops))
    for product in lying.game.tables.values():
        standing = lying.standing(product) if product.kind == PRODUCT else {}
        if standing.get("") == stops:
            for place, signs in lying.on(product.name).items():
                if place in standing:
                    marks.setdefault(standing[place], []).extend(signs)
    flags = [
        entry.name
        for entry in lying.entries.values()
        if isinstance(entry, Var) and entry.dims == (table.name,) and isinstance(entry.type, Bool)
    ]
    legend = tuple(dict(lying.legend(stops)).items())
    for row in table.rows:
        if not any(lying.counts(mover.name, (row.key,)) for mover in movers):
            continue
        order = sorted(row.values[column], key=lambda key, row=row: row.values[column][key])
        parts = []
        for number, key in enumerate(order, 1):
            here = [mover for mover in movers if lying.facts[mover.name, (row.key,)] == number]
            signs = [Mark(lying.hints.signs.get(mover.name, "*")) for mover in here]
            signs += marks.get(key, [])
            part = Text(lying.name(stops, key), "heading" if here else "")
            parts.append(part.append("[").append_text(marked(signs, " ")).append("]") if signs else part)
        told = [lying.label(name) for name in flags if name not in lying.hints.only.values()]
        told = [label for name, label in zip(_told(flags, lying), told, strict=True) if lying.facts[name, (row.key,)]]
        title = Text(lying.name(table.name, row.key), "heading").append(f" ({'; '.join(told)})" if told else "", "")
        shows = frozenset([*(mover.name for mover in movers), *flags])
        yield Picture(f"{table.name}.{row.key}", (title, *flowing(parts, " – ", width)), shows, legend)


def _told(flags: list[str], lying: Lying) -> list[str]:
    return [name for name in flags if name not in lying.hints.only.values()]
