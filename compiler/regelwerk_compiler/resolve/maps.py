"""Maps: the spaces that a table of roads describes, cities first, then the spaces between, road by road."""

from __future__ import annotations

from dataclasses import dataclass

from regelwerk_dsl import syntax as syn

from ..declare.collect import report_twice
from ..model.symbols import EnumField, EnumSymbol, SumPart, Value
from ..model.types import IntType, MemberType, OptionalType, SetType
from .constants import cell_value, unique_columns
from .scope import Scope
from .types import resolve_type

ROADS = "Road"  # ends the name of the enum of roads
NEEDED = ("ends", "steps")
MOST_STEPS = 100  # of one road


def declare_map(scope: Scope, symbol: EnumSymbol, decl: syn.MapDecl) -> None:
    """Members, `next`, `at` (how far from the road's first end) and the roads themselves as an enum `NAMERoad`.

    A road `a5 | kassel, frankfurt | 4` makes the spaces `a5_1`, `a5_2`, `a5_3`; the road itself knows its ends (`from`,
    `to`) and its `steps`. Errors: E0201, E0202, E0304, E0317.
    """
    city = scope.resolver.enums.get(decl.city.name)
    faulty = scope.is_poisoned(decl.city.name)
    if city is None:
        scope.game.poisoned.add(symbol.name)
        scope.unknown(decl.city.name, decl.city.span, "enum", [*scope.resolver.enums], "E0207")
        return
    unique_columns(scope, decl.columns)
    columns = {column.name.name: number for number, column in enumerate(decl.columns)}
    missing = next((name for name in NEEDED if name not in columns), None)
    if missing is not None:
        scope.game.poisoned.add(symbol.name)
        help = "`key | ends | steps`: two cities, and how many steps"
        scope.error(decl, "E0317", f"a map has a column `{missing}`", help=help)
        return
    own = [column for column in decl.columns if column.name.name not in (*NEEDED, "name")]
    types = {column.name.name: resolve_type(scope, column.type) for column in own if column.type is not None}
    values: dict[str, list[Value]] = {name: [] for name in types}
    spaces, roads = _Spaces(symbol, city), _Roads(EnumSymbol(f"{symbol.name}{ROADS}", "list", decl.name.span), city)
    for row in decl.rows:
        way = _way(scope, row, columns, city)
        if way is None:
            faulty = True
        elif row.key.name in roads.symbol.keys:
            before = roads.symbol.spans[roads.symbol.keys.index(row.key.name)]
            report_twice(scope.diagnostics, row.key.span, f"the road `{row.key.name}`", before)
        else:
            label = row.cells[columns["name"]].value if "name" in columns else None
            spaces.lead(len(roads.ways), row.key, way)
            roads.add(row.key, label if isinstance(label, syn.Text) else None, way)
            for name, type_ in types.items():
                values[name].append(cell_value(scope, row.cells[columns[name]], type_, f"the column `{name}`"))
    roads.symbol.fields = {name: EnumField(name, type_, values[name], decl.span) for name, type_ in types.items()}
    roads.finish(decl)
    scope.game.enums[roads.symbol.name] = roads.symbol
    spaces.finish(decl, roads.symbol)
    if faulty:
        scope.game.poisoned |= {symbol.name, roads.symbol.name}


@dataclass(frozen=True, slots=True)
class _Way:
    """One road: the cities at its ends, and how many steps lie between them."""

    first: int
    last: int
    steps: int


class _Roads:
    """The roads as members of an enum of their own."""

    def __init__(self, symbol: EnumSymbol, city: EnumSymbol) -> None:
        self.symbol, self.city = symbol, city
        self.ways: list[_Way] = []

    def add(self, key: syn.Ident, label: syn.Text | None, way: _Way) -> None:
        self.symbol.keys.append(key.name)
        self.symbol.labels.append(label)
        self.symbol.spans.append(key.span)
        self.ways.append(way)

    def finish(self, decl: syn.MapDecl) -> None:
        end, fields = MemberType(self.city.name), self.symbol.fields
        self.symbol.roads_of = decl.name.name
        fields["from"] = EnumField("from", end, [way.first for way in self.ways], decl.span)
        fields["to"] = EnumField("to", end, [way.last for way in self.ways], decl.span)
        fields["steps"] = EnumField("steps", IntType(1, MOST_STEPS), [way.steps for way in self.ways], decl.span)


class _Spaces:
    """The spaces of a map: the cities, then those between them, road by road."""

    def __init__(self, symbol: EnumSymbol, city: EnumSymbol) -> None:
        symbol.keys, symbol.labels, symbol.spans = list(city.keys), list(city.labels), list(city.spans)
        self.symbol, self.city = symbol, city
        self._near: list[set[int]] = [set() for _ in symbol.keys]
        self._road: list[int] = [-1] * city.size
        self._at: list[int] = [0] * city.size

    def lead(self, road: int, key: syn.Ident, way: _Way) -> None:
        """Adds the spaces of a road, each beside the one before."""
        previous = way.first
        for step in range(1, way.steps):
            self.symbol.keys.append(f"{key.name}_{step}")
            self.symbol.labels.append(None)
            self.symbol.spans.append(key.span)
            self._near.append(set())
            self._road.append(road)
            self._at.append(step)
            space = len(self._near) - 1
            self._join(previous, space)
            previous = space
        self._join(previous, way.last)

    def _join(self, one: int, other: int) -> None:
        self._near[one].add(other)
        self._near[other].add(one)

    def finish(self, decl: syn.MapDecl, roads: EnumSymbol) -> None:
        fields = self.symbol.fields
        masks: list[Value] = [sum(1 << other for other in others) for others in self._near]
        fields["next"] = EnumField("next", SetType(MemberType(self.symbol.name)), masks, decl.span)
        fields["road"] = EnumField("road", OptionalType(MemberType(roads.name)), list(self._road), decl.span)
        fields["at"] = EnumField("at", IntType(0, MOST_STEPS), list(self._at), decl.span)
        self.symbol.parts.append(SumPart(self.city.name, 0, self.city.size))


def _way(scope: Scope, row: syn.Row, columns: dict[str, int], city: EnumSymbol) -> _Way | None:
    """What a row says of its road; None after an error."""
    ends = _ends(scope, row.cells[columns["ends"]], city)
    cell = row.cells[columns["steps"]]
    if ends is None:
        return None
    if not isinstance(cell.value, syn.Number) or not 1 <= cell.value.value <= MOST_STEPS:
        scope.error(cell, "E0304", f"a road has from 1 to {MOST_STEPS} steps")
        return None
    return _Way(*ends, cell.value.value)


def _ends(scope: Scope, cell: syn.Cell, city: EnumSymbol) -> tuple[int, int] | None:
    found: list[int] = []
    items = cell.value.items if isinstance(cell.value, syn.ListLiteral) else ()
    for item in items:
        value = city.find(item.name) if isinstance(item, syn.Name) else None
        if value is None:
            scope.unknown(item.span.text, item.span, f"member of {city.name}", city.keys)
            return None
        found.append(value)
    if len(found) != 2:
        scope.error(cell, "E0317", "a road has two ends", help=f"write two cities: `{', '.join(city.keys[:2])}`")
        return None
    return found[0], found[1]
