"""Units, enums and tables as written go in; their members, columns and bounds come out, every constant worked out."""

from __future__ import annotations

from collections.abc import Collection
from itertools import product

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.source import NO_SPAN
from regelwerk_dsl.syntax.nodes import walk

from ..declare.collect import Declarations, EnumLike, report_twice
from ..model.symbols import EnumField, EnumSymbol, Game, SumPart, UnitSymbol
from ..model.types import ERROR, ErrorType, IntType, MemberType, OptionalType, Type
from ..primitives.evaluate import Evaluator, NotConstantError, ReportedError
from .constants import cell_value, constant_number, unique_columns
from .descend import condition
from .limits import resolve_limits
from .maps import declare_map
from .scope import Scope, Trial
from .types import resolve_type

LARGEST_ENUM = 100_000
MOST_PLAYERS = 20


def resolve_values(table: Declarations, game: Game, diagnostics: Diagnostics) -> None:
    """Players, units and enums, in an order in which each finds what it needs."""
    scope = Scope(game, diagnostics)
    game.enums["Player"] = EnumSymbol("Player", "player", NO_SPAN, keys=["0", "1"])
    late = [unit for unit in table.units.values() if _names_in(unit.low, unit.high) & table.enums.keys()]
    for unit in table.units.values():
        if unit not in late:
            _declare_unit(scope, unit)
    pending = dict(table.enums)
    while pending:
        ready = [name for name, decl in pending.items() if not (needs(decl) & (pending.keys() - {name}))]
        if not ready:
            name, decl = next(iter(pending.items()))
            diagnostics.report("E0401", decl.name.span, f"`{name}` is made of itself", help="break the circle")
            ready = [name]
        for name in ready:
            decl = pending.pop(name)
            symbol = _declare_enum(scope, decl, table.enums.keys())
            symbol.cites = tuple(ident.name for ident in decl.source.ids) if decl.source else ()
            game.enums[name] = symbol
        resolve_limits(table, game)
    for unit in late:
        _declare_unit(scope, unit)
    game.enums["Player"].broken = True
    if table.players is not None:
        low, high = constant_number(scope, table.players.low), constant_number(scope, table.players.high)
        if low is not None and high is not None:
            if not 1 <= low <= high <= MOST_PLAYERS:
                why, help_ = f"a game has from 1 to {MOST_PLAYERS} players", ""
                if low > high:
                    why, help_ = f"the range {low}..{high} holds no number", f"write `players {high}..{low}`"
                diagnostics.report("E0304", table.players.span, why, help=help_)
            else:
                game.enums["Player"].broken = False
                game.players = (low, high)
                game.enums["Player"].keys = [str(player) for player in range(high)]


def _declare_unit(scope: Scope, unit: syn.UnitDecl) -> None:
    low, high = constant_number(scope, unit.low), constant_number(scope, unit.high)
    symbol = UnitSymbol(unit.name.name, low or 0, high or 0, unit.name.span, low is None or high is None)
    if not symbol.broken and symbol.low > symbol.high:
        scope.diagnostics.report("E0304", unit.span, f"the range {low:_}..{high:_} holds no number")
        symbol.broken = True
    scope.game.units[symbol.name] = symbol


def _names_in(*nodes: syn.Expr) -> set[str]:
    return {node.name for node in walk(nodes) if isinstance(node, syn.Name)}


def needs(decl: EnumLike) -> set[str]:
    """The enums whose members must be known before this one's."""
    match decl:
        case syn.SumEnumDecl(_, _, parts):
            return {part.name.name for part in parts if part.label is None}
        case syn.ProductEnumDecl(_, _, fields, _):
            return {name for field in fields for name in type_names(field.type)}
        case syn.MapDecl(_, city):
            return {city.name}
        case syn.RangeEnumDecl(_, _, low, high):
            return _names_in(low, high)
        case _:
            return set()


def type_names(node: syn.TypeExpr) -> set[str]:
    match node:
        case syn.NamedType(name):
            return {name}
        case syn.OptionalType(inner):
            return type_names(inner)
        case _:
            return set()


def _declare_enum(scope: Scope, decl: EnumLike, declared: Collection[str]) -> EnumSymbol:
    symbol = EnumSymbol(decl.name.name, "list", decl.name.span, decl.label)
    match decl:
        case syn.EnumDecl(_, _, members):
            for member in members:
                _add_member(scope, symbol, member.name, member.label)
        case syn.TableDecl(_, _, _, rows):
            symbol.kind = "table"
            for row in rows:
                _add_member(scope, symbol, row.key, None)
        case syn.SumEnumDecl(_, _, parts):
            symbol.kind = "sum"
            for part in parts:
                _add_part(scope, symbol, part, declared)
        case syn.RangeEnumDecl(_, _, low, high):
            symbol.kind = "range"
            first, last = constant_number(scope, low), constant_number(scope, high)
            symbol.broken = True
            if first is not None and last is not None:
                if first > last or last - first > LARGEST_ENUM:
                    scope.diagnostics.report(
                        "E0304", decl.span, f"the range {first:_}..{last:_} cannot be gone through"
                    )
                else:
                    symbol.broken = False
                    symbol.low = first
                    symbol.keys = [str(number) for number in range(first, last + 1)]
                    symbol.labels = [None] * len(symbol.keys)
                    symbol.spans = [decl.name.span] * len(symbol.keys)
        case syn.ProductEnumDecl():
            symbol.kind = "product"
        case syn.MapDecl():
            symbol.kind = "map"
            declare_map(scope, symbol, decl)
    return symbol


def _add_member(scope: Scope, symbol: EnumSymbol, name: syn.Ident, label: syn.Text | None) -> None:
    if name.name in symbol.keys:
        before = symbol.spans[symbol.keys.index(name.name)]
        scope.doubled()
        report_twice(scope.diagnostics, name.span, f"`{name.name}`", before, within=f" in {symbol.name}")
        return
    symbol.keys.append(name.name)
    symbol.labels.append(label)
    symbol.spans.append(name.span)


def _add_part(scope: Scope, symbol: EnumSymbol, part: syn.EnumMember, declared: Collection[str]) -> None:
    other = scope.game.enums.get(part.name.name)
    if other is None and part.label is None and part.name.name[:1].isupper():
        symbol.broken = True
        if part.name.name in declared:
            return  # a circle, which is reported
        candidates = [name for name, enum in scope.game.enums.items() if enum.kind not in ("player", "product")]
        scope.unknown(part.name.name, part.name.span, "enum", candidates, "E0207")
        return
    if other is None or part.label is not None:
        symbol.parts.append(SumPart(None, symbol.size, 1))
        _add_member(scope, symbol, part.name, part.label)
        return
    symbol.parts.append(SumPart(other.name, symbol.size, other.size))
    offset = symbol.size
    for key, label, span in zip(other.keys, other.labels, other.spans, strict=True):
        _add_member(scope, symbol, syn.Ident(key, span=span), label)
    for piece in other.parts:
        if piece.enum is not None:
            symbol.parts.append(SumPart(piece.enum, offset + piece.offset, piece.size))


def resolve_tables(table: Declarations, game: Game, diagnostics: Diagnostics) -> None:
    """The columns of tables and maps, then the members of products (whose conditions read those columns)."""
    scope = Scope(game, diagnostics)
    for decl in table.enums.values():
        if isinstance(decl, syn.TableDecl | syn.MapDecl):
            _declare_columns(scope, game.enums[decl.name.name], decl)
    for decl in table.enums.values():
        if isinstance(decl, syn.TableDecl):
            _fill_columns(scope, game.enums[decl.name.name], decl)
    for decl in table.enums.values():
        if isinstance(decl, syn.ProductEnumDecl):
            _fill_product(scope, game.enums[decl.name.name], decl)


def _declare_columns(scope: Scope, symbol: EnumSymbol, decl: syn.TableDecl | syn.MapDecl) -> None:
    if isinstance(decl, syn.MapDecl):
        return
    unique_columns(scope, decl.columns)
    for column in decl.columns:
        name = column.name.name
        if name == "name" or name in symbol.fields:
            continue
        type_ = resolve_type(scope, column.type) if column.type is not None else _column_type(scope, column, decl)
        symbol.fields[name] = EnumField(name, type_, [0] * symbol.size, column.name.span)


def _column_type(scope: Scope, column: syn.Column, decl: syn.TableDecl) -> Type:
    """A column of numbers alone may do without a type: its range is that of its numbers."""
    at = decl.columns.index(column)
    numbers = [row.cells[at].value for row in decl.rows if at < len(row.cells)]
    if numbers and all(isinstance(cell, syn.Number) for cell in numbers):
        values = [cell.value for cell in numbers if isinstance(cell, syn.Number)]
        return IntType(min(values), max(values))
    scope.diagnostics.report(
        "E0313",
        column.name.span,
        f"the column `{column.name.name}` has no type",
        help=f"write for example `{column.name.name}: Int`",
    )
    return ERROR


def _fill_columns(scope: Scope, symbol: EnumSymbol, decl: syn.TableDecl) -> None:
    for number, column in enumerate(decl.columns):
        name = column.name.name
        if name != "name" and symbol.fields[name].span != column.name.span:
            continue
        for position, row in enumerate(decl.rows):
            if position >= symbol.size or number >= len(row.cells):
                continue
            cell = row.cells[number]
            if name == "name":
                if isinstance(cell.value, syn.Text):
                    symbol.labels[position] = cell.value
                continue
            field = symbol.fields[name]
            field.values[position] = cell_value(scope, cell, field.type, f"the column `{name}`")
            field.cells.append(cell.span)


def _fill_product(scope: Scope, symbol: EnumSymbol, decl: syn.ProductEnumDecl) -> None:
    symbol.broken = True
    for field in decl.fields:
        name = field.name.name
        symbol.fields[name] = EnumField(name, resolve_type(Scope(scope.game, Trial()), field.type), [], field.span)
    domains: list[range] = []
    with scope.block():
        locals_ = []
        for field in decl.fields:
            type_ = resolve_type(scope, field.type)
            inner = scope.enum(type_)
            if inner is None or isinstance(type_, OptionalType) or inner.kind == "player":
                if not isinstance(type_, ErrorType):
                    scope.diagnostics.report("E0312", field.span, "a product is made of enums")
                return
            symbol.components.append((field.name.name, type_))
            domains.append(range(inner.low, inner.high + 1))
            locals_.append(scope.bind(field.name.name, type_, field.name.span))
        size = 1
        for domain in domains:
            size *= len(domain)
        if size > LARGEST_ENUM:
            scope.diagnostics.report("E0304", decl.span, f"{size:_} members are too many", help="at most 100_000")
            return
        where = condition(scope, decl.where) if decl.where is not None else None
        if where is not None and isinstance(where.type, ErrorType):
            return
        rows = []
        for row in product(*domains):
            try:
                if where is None or Evaluator(scope.game).number(where, dict(zip(locals_, row, strict=True))):
                    rows.append(row)
            except ReportedError:
                return
            except NotConstantError:
                scope.diagnostics.report("E0306", where.span if where else decl.span, "this condition is not fixed")
                return
    symbol.broken = False
    symbol.title = decl.title
    parts = [name for name, _ in symbol.components]
    for slot in decl.title.slots if decl.title is not None else ():
        if not isinstance(slot.value, syn.Name) or slot.value.name not in parts or slot.form or slot.plurals:
            help = f"there are: {', '.join(f'`{{{part}}}`' for part in parts)}"
            scope.diagnostics.report("E0601", slot.span, "the members are named after their parts only", help=help)
            symbol.title = None
    _name_product(scope, symbol, rows, decl)


def _name_product(scope: Scope, symbol: EnumSymbol, rows: list[tuple[int, ...]], decl: syn.ProductEnumDecl) -> None:
    for number, (name, type_) in enumerate(symbol.components):
        span = decl.fields[number].name.span
        symbol.fields[name] = EnumField(name, type_, [row[number] for row in rows], span)
    for row in rows:
        parts = []
        for value, (_, type_) in zip(row, symbol.components, strict=True):
            assert isinstance(type_, MemberType)
            inner = scope.game.enums[type_.enum]
            parts.append(inner.keys[value - inner.low])
        symbol.keys.append(f"{symbol.name}({', '.join(parts)})")
        symbol.labels.append(None)
        symbol.spans.append(decl.name.span)
