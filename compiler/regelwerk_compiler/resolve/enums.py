"""Units, players and enums: their bounds, members and columns, resolved on demand."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import assert_never

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.limits import MOST_PLAYERS

from ..declare.collect import EnumLike, report_twice
from ..model.enums import EnumField, EnumSymbol, Value
from ..model.symbols import LocalSymbol, UnitSymbol, cites_of
from ..model.types import ERROR, ErrorType, IntType, MemberType, Type
from .constants import cell_value, fitting, fixed_range, unique_columns
from .maps import ROADS, declare_map
from .scope import Resolver, Scope
from .types import resolve_type

LARGEST_ENUM = 100_000
AT_MOST = f"an enum has at most {LARGEST_ENUM:_} members"


def declare_players(resolver: Resolver) -> tuple[int, int]:
    """The least and most players; the most is the number of members of `Player`. Errors: E0304, E0306."""
    game, decl = resolver.game, resolver.table.players
    scope = Scope(resolver, fixed=True)
    bounds = fixed_range(scope, decl, decl.low, decl.high) if decl is not None else None
    if bounds is not None and bounds[0] >= 1 and bounds[1] <= MOST_PLAYERS:
        game.players = bounds
        game.enums["Player"].keys = [str(player) for player in range(bounds[1])]
        return bounds
    game.reported.add("Player")
    if decl is not None and bounds is not None:
        scope.error(decl, "E0304", f"a game has from 1 to {MOST_PLAYERS} players")
    return game.players


def declare_unit(resolver: Resolver, decl: syn.UnitDecl) -> UnitSymbol:
    """A unit with its bounds. Errors: E0304, E0306."""
    bounds = fixed_range(Scope(resolver, fixed=True), decl, decl.low, decl.high)
    if bounds is None:
        resolver.game.reported.add(decl.name.name)
    low, high = bounds or (0, 0)
    return UnitSymbol(decl.name.name, low, high, decl.name.span)


def declare_enum(resolver: Resolver, decl: EnumLike) -> EnumSymbol:
    """An enum with its members. The columns of a table are resolved on demand."""
    scope = Scope(resolver, fixed=True)
    symbol = EnumSymbol(decl.name.name, "list", decl.name.span, decl.label)
    symbol.cites = cites_of(decl.source)
    match decl:
        case syn.EnumDecl():
            for member in decl.members:
                _add_member(scope, symbol, member.name, member.label)
        case syn.TableDecl():
            symbol.kind, symbol.of_cards = "table", decl.of_cards
            _add_rows(scope, symbol, decl)
        case syn.SumEnumDecl():
            symbol.kind = "sum"
            for part in decl.parts:
                _add_part(scope, symbol, part)
        case syn.RangeEnumDecl():
            symbol.kind = "range"
            _add_numbers(scope, symbol, decl)
        case syn.CardsEnumDecl():  # its cards cannot be members, which is reported
            scope.game.reported.add(symbol.name)
        case syn.ProductEnumDecl():
            symbol.kind = "product"
            _add_products(scope, symbol, decl)
        case syn.MapDecl():
            symbol.kind = "map"
            declare_map(scope, symbol, decl)
        case _:
            assert_never(decl)
    return symbol


def _add_member(scope: Scope, symbol: EnumSymbol, name: syn.Ident, label: syn.Text | None) -> None:
    before = symbol.declared.get(name.name)
    if before is not None:
        report_twice(scope.diagnostics, name.span, f"`{name.name}`", before, within=f" in {symbol.name}")
    else:
        symbol.add(name.name, name.span, label)


def _add_rows(scope: Scope, symbol: EnumSymbol, decl: syn.TableDecl) -> None:
    unique_columns(scope, decl.columns)
    named = next((at for at, column in enumerate(decl.columns) if column.name.name == "name"), None)
    for row in decl.rows:
        label = row.cells[named].value if named is not None and named < len(row.cells) else None
        _add_member(scope, symbol, row.key, label if isinstance(label, syn.Text) else None)


def _add_part(scope: Scope, symbol: EnumSymbol, part: syn.EnumMember) -> None:
    """A new member, or all members of another enum."""
    name, known = part.name.name, scope.resolver.enums
    if part.label is not None or not (name in known or name[:1].isupper()):
        symbol.join(None, symbol.size, 1)
        _add_member(scope, symbol, part.name, part.label)
        return
    other = known.get(name)
    if other is None or scope.is_reported(name):
        scope.game.reported.add(symbol.name)
        scope.unknown(name, part.name.span, "enum", [one for one in known if one != "Player"], "E0207")
        return
    if other.kind == "player":
        scope.game.reported.add(symbol.name)
        help_ = "an enum has the same members for any number of players: index by both, such as `[Player, Place]`"
        scope.error(part.name, "E0301", "`Player` cannot be a part of another enum", help=help_)
        return
    nested, begin = [one for one in other.parts if one.enum is not None], symbol.size
    symbol.join(other.name, begin, other.size)
    for one in nested:
        symbol.join(one.enum, begin + one.offset, one.size)
    for key, label, span in zip(other.keys, other.labels, other.spans, strict=True):
        _add_member(scope, symbol, syn.Ident(key, span=span), label)


def _add_numbers(scope: Scope, symbol: EnumSymbol, decl: syn.RangeEnumDecl) -> None:
    bounds = fixed_range(scope, decl, decl.low, decl.high)
    if bounds is None or bounds[1] - bounds[0] >= LARGEST_ENUM:
        scope.game.reported.add(symbol.name)
        if bounds is not None:
            scope.error(decl, "E0304", f"the range {bounds[0]:_}..{bounds[1]:_} is too large", help=AT_MOST)
        return
    symbol.low = bounds[0]
    for number in range(bounds[0], bounds[1] + 1):
        symbol.add(str(number), decl.name.span)


# ---- tables ----------------------------------------------------------------------------------------------------------


def declare_column(resolver: Resolver, decl: syn.TableDecl, at: int) -> EnumField:
    """A column of a table with its type; its values are still zero."""
    column, scope = decl.columns[at], Scope(resolver, fixed=True)
    type_ = resolve_type(scope, column.type) if column.type is not None else _column_type(scope, column, decl, at)
    values: list[Value] = [0] * resolver.game.enums[decl.name.name].size
    return EnumField(column.name.name, type_, values, column.name.span, printed=not column.unprinted)


def _column_type(scope: Scope, column: syn.Column, decl: syn.TableDecl, at: int) -> Type:
    """A column of numbers needs no declared type: its range is that of its numbers."""
    cells = [row.cells[at].value for row in decl.rows if at < len(row.cells)]
    values = [value for cell in cells if (value := _number_in(cell)) is not None]
    if values and len(values) == len(cells):
        return IntType(min(values), max(values))
    name = column.name.name
    help_ = f"write for example `{name}: {_likely_type(scope, cells)}`"
    scope.error(column.name, "E0313", f"the column `{name}` has no type", help=help_)
    return ERROR


def _likely_type(scope: Scope, cells: Sequence[syn.Node | None]) -> str:
    """The type that the cells of a column seem to have."""
    written = [cell for cell in cells if cell is not None]
    names = {cell.name for cell in written if isinstance(cell, syn.Name)}
    if any(isinstance(cell, syn.BoolLiteral) for cell in written):
        return "Bool"
    if any(isinstance(cell, syn.Text) for cell in written):
        return "Text"
    enums = [enum.name for enum in scope.game.enums.values() if names.issubset(enum.keys)]
    if len(names) == 0 or not enums or not all(isinstance(cell, syn.Name) for cell in written):
        return "Int"
    return enums[0] if len(written) == len(cells) else f"{enums[0]}?"


def _number_in(cell: syn.Node | None) -> int | None:
    """The number that a cell holds, if it holds one."""
    match cell:
        case syn.Number(value):
            return value
        case syn.Unary("-", syn.Number(value)):
            return -value
        case _:
            return None


def fill_column(resolver: Resolver, decl: syn.TableDecl, at: int) -> EnumField:
    """A column of a table with its values."""
    scope, name = Scope(resolver, fixed=True), decl.columns[at].name.name
    field = resolver.columns.get((decl.name.name, name))
    assert field is not None
    for position, row in enumerate(decl.rows[: len(field.values)]):
        if at < len(row.cells):
            field.values[position] = cell_value(scope, row.cells[at], field.type, f"the column `{name}`")
            field.cells.append(row.cells[at].span)
    return field


# ---- products --------------------------------------------------------------------------------------------------------


def _add_products(scope: Scope, symbol: EnumSymbol, decl: syn.ProductEnumDecl) -> None:
    with scope.block():
        rows = _rows(scope, symbol, decl)
    if rows is None:
        scope.game.reported.add(symbol.name)
        return
    symbol.title = decl.title
    parts = dict(symbol.components)
    for slot in decl.title.slots if decl.title is not None else ():
        if not isinstance(slot.value, syn.Name) or slot.value.name not in parts or slot.form or slot.plurals:
            help_ = f"there are: {', '.join(f'`{{{part}}}`' for part in parts)}"
            scope.error(slot, "E0601", "the title can use only the parts of the members", help=help_)
            symbol.title = None
    for number, (name, type_) in enumerate(symbol.components):
        symbol.fields[name] = EnumField(name, type_, [row[number] for row in rows], decl.fields[number].name.span)
    inner = [scope.game.enums[type_.enum] for _, type_ in symbol.components if isinstance(type_, MemberType)]
    for row in rows:
        keys = [enum.keys[value - enum.low] for value, enum in zip(row, inner, strict=True)]
        symbol.add(f"{symbol.name}({', '.join(keys)})", decl.name.span)


def _rows(scope: Scope, symbol: EnumSymbol, decl: syn.ProductEnumDecl) -> list[tuple[int, ...]] | None:
    """The members of a product by their components; None after an error."""
    domains: dict[LocalSymbol, range] = {}
    for field in decl.fields:
        type_ = resolve_type(scope, field.type)
        inner = scope.enum(type_)
        if inner is None or not isinstance(type_, MemberType) or inner.kind == "player":
            if not isinstance(type_, ErrorType):
                scope.error(field, "E0312", "a product combines enums")
            return None
        symbol.components.append((field.name.name, type_))
        domains[scope.bind(field.name.name, type_, field.name.span)] = range(inner.low, inner.high + 1)
    size = prod(map(len, domains.values()))
    if size > LARGEST_ENUM:
        scope.error(decl, "E0304", f"{size:_} members are too many", help=AT_MOST)
        return None
    return fitting(scope, domains, decl.where, LARGEST_ENUM)


# ---- members by name -------------------------------------------------------------------------------------------------


def enums_with(resolver: Resolver, member: str) -> list[EnumSymbol]:
    """The enums that have a member of a name, in the order of their declarations.

    Only enums that may have it are resolved, so that this is possible while others are being resolved.
    """
    found = [resolver.enums.get(name) for name in resolver.enums if _may_hold(resolver, name, member)]
    return [
        enum
        for enum in found
        if enum is not None and enum.kind not in ("range", "product") and enum.find(member) is not None
    ]


def _may_hold(resolver: Resolver, name: str, member: str, seen: tuple[str, ...] = ()) -> bool:
    """True if an enum may have a member of a name, judged by its declaration alone."""
    decls, decl = resolver.table.enums, resolver.table.enums.get(name)
    if name in resolver.game.enums:
        return True
    match decl:
        case syn.SumEnumDecl(parts=parts):
            others = (part.name.name for part in parts if part.label is None and part.name.name in decls)
            own = member in declared_members(decl)
            return own or any(_may_hold(resolver, one, member, (*seen, name)) for one in others if one not in seen)
        case syn.MapDecl(city=city, rows=rows):
            spaces = any(member.startswith(f"{row.key.name}_") for row in rows)
            return spaces or _may_hold(resolver, city.name, member, (*seen, name))
        case None:
            roads = decls.get(name.removesuffix(ROADS))
            return isinstance(roads, syn.MapDecl) and any(row.key.name == member for row in roads.rows)
        case _:
            return member in declared_members(decl)


def declared_members(decl: EnumLike) -> list[str]:
    """The names of the members that a declaration lists itself."""
    match decl:
        case syn.EnumDecl():
            return [member.name.name for member in decl.members]
        case syn.SumEnumDecl():
            return [part.name.name for part in decl.parts]
        case syn.TableDecl():
            return [row.key.name for row in decl.rows]
        case syn.RangeEnumDecl() | syn.CardsEnumDecl() | syn.ProductEnumDecl() | syn.MapDecl():
            return []
        case _:
            assert_never(decl)


def member_names(resolver: Resolver) -> list[str]:
    """The names of the members of all enums but products, as far as they are known."""
    found = resolver.game.enums
    names = [key for enum in found.values() if enum.kind != "product" for key in enum.keys]
    return names + [
        key for name, decl in resolver.table.enums.items() if name not in found for key in declared_members(decl)
    ]
