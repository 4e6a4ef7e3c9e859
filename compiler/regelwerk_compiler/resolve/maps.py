"""Maps: the spaces that a table of roads describes, cities first, then the spaces between, road by road."""

from __future__ import annotations

from itertools import pairwise

from msgspec import Struct
from regelwerk_dsl import syntax as syn

from ..declare.collect import report_twice
from ..model.enums import EnumField, EnumSymbol, Value
from ..model.types import IntType, MemberType, OptionalType, SetType, Type
from .constants import cell_value, unique_columns
from .scope import Scope
from .types import resolve_type

ROADS = "Road"  # ends the name of the enum of roads
NEEDED = ("ends", "steps")
MOST_STEPS = 100  # of one road


class _Way(Struct, frozen=True):
    """One road: its row, the cities at its ends, and how many steps lie between them."""

    row: syn.Row
    first: int
    last: int
    steps: int


def declare_map(scope: Scope, symbol: EnumSymbol, decl: syn.MapDecl) -> None:
    """Adds members, `next`, `road`, `at` (how far from the road's first end), and the roads as an enum `NAMERoad`.

    A road `a5 | kassel, frankfurt | 4` makes the spaces `a5_1`, `a5_2`, `a5_3`; the road itself knows its ends (`from`,
    `to`) and its `steps`. Errors: E0201, E0202, E0304, E0317.
    """
    city = scope.resolver.enums.get(decl.city.name)
    faulty = scope.is_reported(decl.city.name)
    if city is None:
        scope.game.reported.add(symbol.name)
        scope.unknown(decl.city.name, decl.city.span, "enum", [*scope.resolver.enums], "E0207")
        return
    unique_columns(scope, decl.columns)
    columns = {column.name.name: number for number, column in enumerate(decl.columns)}
    missing = next((name for name in NEEDED if name not in columns), None)
    if missing is not None:
        scope.game.reported.add(symbol.name)
        help_ = "`key | ends | steps`: two cities, and how many steps"
        scope.error(decl, "E0317", f"a map needs a column `{missing}`", help=help_)
        return
    ways: dict[str, _Way] = {}
    for row in decl.rows:
        name, way = row.key.name, _way(scope, row, columns, city)
        if way is None:
            faulty = True
        elif name in ways:
            report_twice(scope.diagnostics, row.key.span, f"the road `{name}`", ways[name].row.key.span)
        else:
            ways[name] = way
    roads = _roads(scope, decl, columns, city, [*ways.values()])
    scope.game.enums[roads.name] = roads
    _add_spaces(symbol, decl, city, roads, [*ways.values()])
    if faulty:
        scope.game.reported |= {symbol.name, roads.name}


def _roads(scope: Scope, decl: syn.MapDecl, columns: dict[str, int], city: EnumSymbol, ways: list[_Way]) -> EnumSymbol:
    """The roads as members of an enum of their own."""
    roads = EnumSymbol(f"{decl.name.name}{ROADS}", "list", decl.name.span, roads_of=decl.name.name)
    for way in ways:
        label = way.row.cells[columns["name"]].value if "name" in columns else None
        roads.add(way.row.key.name, way.row.key.span, label if isinstance(label, syn.Text) else None)
    found: list[tuple[str, Type, list[Value]]] = []
    for column in decl.columns:
        name = column.name.name
        if column.type is not None and name not in (*NEEDED, "name"):
            type_, where = resolve_type(scope, column.type), f"the column `{name}`"
            cells = [way.row.cells[columns[name]] for way in ways]
            found.append((name, type_, [cell_value(scope, cell, type_, where) for cell in cells]))
    found.append(("from", city.type, [way.first for way in ways]))
    found.append(("to", city.type, [way.last for way in ways]))
    found.append(("steps", IntType(1, MOST_STEPS), [way.steps for way in ways]))
    roads.fields = {name: EnumField(name, type_, values, decl.span) for name, type_, values in found}
    return roads


def _add_spaces(symbol: EnumSymbol, decl: syn.MapDecl, city: EnumSymbol, roads: EnumSymbol, ways: list[_Way]) -> None:
    """The spaces of a map: the cities, then those between them, each beside the one before."""
    for key, span, label in zip(city.keys, city.spans, city.labels, strict=True):
        symbol.add(key, span, label)
    road: list[Value] = [-1] * city.size
    at: list[Value] = [0] * city.size
    near = [0] * city.size  # sets of spaces as masks
    for number, way in enumerate(ways):
        between = range(symbol.size, symbol.size + way.steps - 1)
        for step in range(1, way.steps):
            symbol.add(f"{way.row.key.name}_{step}", way.row.key.span)
            road.append(number)
            at.append(step)
            near.append(0)
        for one, other in pairwise((way.first, *between, way.last)):
            near[one] |= 1 << other
            near[other] |= 1 << one
    next_, road_ = SetType(MemberType(symbol.name)), OptionalType(MemberType(roads.name))
    symbol.fields["next"] = EnumField("next", next_, [*near], decl.span)
    symbol.fields["road"] = EnumField("road", road_, road, decl.span)
    symbol.fields["at"] = EnumField("at", IntType(0, MOST_STEPS), at, decl.span)
    symbol.join(city.name, 0, city.size)


def _way(scope: Scope, row: syn.Row, columns: dict[str, int], city: EnumSymbol) -> _Way | None:
    """The road that a row describes; None after an error."""
    cell, steps = row.cells[columns["ends"]], row.cells[columns["steps"]]
    found: list[int] = []
    for item in cell.value.items if isinstance(cell.value, syn.ListLiteral) else ():
        value = city.find(item.name) if isinstance(item, syn.Name) else None
        if value is None:
            scope.unknown(item.span.text, item.span, f"member of {city.name}", city.keys)
            return None
        found.append(value)
    if len(found) != 2:
        scope.error(cell, "E0317", "a road has two ends", help=f"write two cities: `{', '.join(city.keys[:2])}`")
    elif not isinstance(steps.value, syn.Number) or not 1 <= steps.value.value <= MOST_STEPS:
        scope.error(steps, "E0304", f"a road has from 1 to {MOST_STEPS} steps")
    else:
        return _Way(row, found[0], found[1], steps.value.value)
    return None
