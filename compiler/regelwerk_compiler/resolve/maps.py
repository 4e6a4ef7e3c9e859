"""A table of roads goes in; the spaces of the map come out: cities first, then the spaces between, road by road."""

from __future__ import annotations

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Label

from ..symbols import EnumField, EnumSymbol, SumPart, Value
from ..types import IntType, MemberType, OptionalType, SetType
from .constants import cell_value, unique_columns
from .scope import Scope
from .types import resolve_type


def declare_map(scope: Scope, symbol: EnumSymbol, decl: syn.MapDecl) -> None:
    """Members, `next`, `at` (how far from the road's first end) and the roads themselves as an enum `NAMERoad`.

    A road `a5 | kassel, frankfurt | 4` makes the spaces `a5_1`, `a5_2`, `a5_3`; the road itself knows its ends (`from`,
    `to`) and its `steps`. Errors: E0201, E0304, E0317.
    """
    symbol.broken = True
    city = scope.game.enums.get(decl.city.name)
    if city is None:
        scope.unknown(decl.city.name, decl.city.span, "enum", [*scope.game.enums], "E0207")
        return
    unique_columns(scope, decl.columns)
    columns = {column.name.name: number for number, column in enumerate(decl.columns)}
    for needed in ("ends", "steps"):
        if needed not in columns:
            scope.diagnostics.report(
                "E0317",
                decl.span,
                f"a map has a column `{needed}`",
                help="`key | ends | steps`: two cities, and how many steps",
            )
            return
    symbol.keys, symbol.labels, symbol.spans = list(city.keys), list(city.labels), list(city.spans)
    roads = EnumSymbol(f"{symbol.name}Road", "list", decl.name.span)
    near: list[set[int]] = [set() for _ in symbol.keys]
    road_of: list[int] = [-1] * city.size
    at: list[int] = [0] * city.size
    own = [column for column in decl.columns if column.name.name not in ("ends", "steps", "name")]
    ways: list[tuple[int, int, int]] = []  # both ends and the steps of each road
    types = {c.name.name: resolve_type(scope, c.type) for c in own if c.type is not None}
    values: dict[str, list[Value]] = {name: [] for name in types}
    faulty = city.broken
    for row in decl.rows:
        ends = _ends(scope, row.cells[columns["ends"]], city)
        steps = row.cells[columns["steps"]].value
        if ends is None:
            faulty = True
            continue
        if not isinstance(steps, syn.Number) or not 1 <= steps.value <= 100:
            scope.diagnostics.report("E0304", row.cells[columns["steps"]].span, "a road has from 1 to 100 steps")
            faulty = True
            continue
        if row.key.name in roads.keys:
            before = roads.spans[roads.keys.index(row.key.name)]
            scope.doubled()
            scope.diagnostics.report(
                "E0202",
                row.key.span,
                f"the road `{row.key.name}` is declared twice",
                labels=(Label(before, "declared first here"),),
                help="rename one of the two, or remove it",
            )
            continue
        number = len(roads.keys)
        roads.keys.append(row.key.name)
        label = row.cells[columns["name"]].value if "name" in columns else None
        roads.labels.append(label if isinstance(label, syn.Text) else None)
        roads.spans.append(row.key.span)
        ways.append((*ends, steps.value))
        previous = ends[0]
        for step in range(1, steps.value):
            space = len(symbol.keys)
            symbol.keys.append(f"{row.key.name}_{step}")
            symbol.labels.append(None)
            symbol.spans.append(row.key.span)
            near.append({previous})
            near[previous].add(space)
            road_of.append(number)
            at.append(step)
            previous = space
        near[previous].add(ends[1])
        near[ends[1]].add(previous)
        for name, type_ in types.items():
            values[name].append(cell_value(scope, row.cells[columns[name]], type_, f"the column `{name}`"))
    for name, type_ in types.items():
        roads.fields[name] = EnumField(name, type_, values[name], decl.span)
    for side, end in enumerate(("from", "to")):
        roads.fields[end] = EnumField(end, MemberType(city.name), [way[side] for way in ways], decl.span)
    roads.fields["steps"] = EnumField("steps", IntType(1, 100), [way[2] for way in ways], decl.span)
    scope.game.enums[roads.name] = roads
    here = MemberType(symbol.name)
    masks: list[Value] = [sum(1 << other for other in others) for others in near]
    symbol.fields["next"] = EnumField("next", SetType(here), masks, decl.span)
    symbol.fields["road"] = EnumField("road", OptionalType(MemberType(roads.name)), list(road_of), decl.span)
    symbol.fields["at"] = EnumField("at", IntType(0, 100), list(at), decl.span)
    symbol.parts.append(SumPart(city.name, 0, city.size))
    symbol.broken = faulty


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
        scope.diagnostics.report(
            "E0317",
            cell.span,
            "a road has two ends",
            help="write two cities: `kassel, frankfurt`".replace("kassel, frankfurt", ", ".join(city.keys[:2])),
        )
        return None
    return found[0], found[1]
