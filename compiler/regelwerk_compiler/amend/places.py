"""A dotted path goes in; the values in the declaration table that it names come out, to be read and written.

This file has the values of the frame, of tables and of rules; those of cards stand in `card_places.py`, those of words
and worked examples in `word_places.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.source import Span

from ..declare.collect import Declarations
from .cards import column_of, with_cell
from .compare import Written
from .history import Key

EXPR, TEXT, CELL = "expr", "text", "cell"  # what a place takes: an expression, a text, or either
SENTENCES = ("says", "offer", "text")
ENDS = ("low", "high")


@dataclass(slots=True)
class Place:
    """A value that can be amended.

    Attributes:
        key: its full name, the same however the path was written.
        value: what stands there now; None: nothing is written (the default).
        span: where it stands.
        write: puts another value there.
        takes: an expression, a text, or either.
        may_be_empty: whether nothing may stand there.
        optional: whether an empty place means `none` and not 0.
        related: names of other things through which the same value is set.
        inherits: the default that holds where nothing stands, or ().
        fault: why the change does not find what it expects, where that takes more than another value.
        near: what may have been meant then, or "".
    """

    key: Key
    value: Written
    span: Span
    write: Callable[[Any], None]
    takes: str = EXPR
    may_be_empty: bool = False
    optional: bool = False
    related: tuple[Key, ...] = ()
    inherits: Key = ()
    fault: str = ""
    near: str = ""


def cell_place(key: Key, cell: syn.Cell, type_: syn.TypeExpr | None, write: Callable[[syn.Cell], None]) -> Place:
    """A cell of a table; an empty one is the default."""

    def put(value: Written) -> None:
        write(syn.Cell(value, span=value.span if value is not None else cell.span))

    return Place(key, cell.value, cell.span, put, CELL, may_be_empty=True, optional=is_optional(type_))


def is_optional(type_: syn.TypeExpr | None) -> bool:
    return isinstance(type_, syn.OptionalType)


def range_in(type_: syn.TypeExpr) -> tuple[syn.RangeType, Callable[[syn.RangeType], syn.TypeExpr]] | None:
    """The range `low..high` inside a type, and what makes the type with another range."""
    match type_:
        case syn.RangeType():
            return type_, lambda inner: inner
        case syn.OptionalType(inner):
            part = "inner"
        case syn.SetType(inner):
            part = "member"
        case syn.PerType(inner, _):
            part = "value"
        case _:
            return None
    found = range_in(inner)
    if found is None:
        return None
    range_, rebuild = found
    outer: Any = type_
    return range_, lambda other: replace(outer, **{part: rebuild(other)})


def bound_place(key: Key, type_: syn.TypeExpr, end: str, write: Callable[[syn.TypeExpr], None]) -> Place | None:
    """One end of the range in a type. `write` takes the whole type."""
    found = range_in(type_)
    if found is None:
        return None
    range_, rebuild = found
    old: syn.Expr = getattr(range_, end)
    return Place(key, old, old.span, lambda value: write(rebuild(replace(range_, **{end: value}))))


def find_places(table: Declarations, path: Key) -> list[Place]:
    """The value that a path names, or nothing."""
    for find in (_table_cell, _column_bound, _member_name, _label, _frame, _range, _rule, _state):
        place = find(table, path)
        if place is not None:
            return [place]
    return []


# ---- enums and tables ------------------------------------------------------------------------------------------------


def _table_cell(table: Declarations, path: Key) -> Place | None:
    decl = table.enums.get(path[0])
    if len(path) != 3 or not isinstance(decl, syn.TableDecl | syn.MapDecl):
        return None
    name = path[0]
    at = next((number for number, row in enumerate(decl.rows) if row.key.name == path[1]), None)
    column = column_of(decl, path[2])
    if at is None or column is None:
        return None

    def write(cell: syn.Cell) -> None:
        now = table.enums[name]
        assert isinstance(now, syn.TableDecl | syn.MapDecl)
        table.enums[name] = replace(now, rows=with_cell(now.rows, at, column, cell))

    return cell_place(path, decl.rows[at].cells[column], decl.columns[column].type, write)


def _column_bound(table: Declarations, path: Key) -> Place | None:
    """`Good.sold.high`: the range of a column."""
    decl = table.enums.get(path[0])
    if len(path) != 3 or path[2] not in ENDS or not isinstance(decl, syn.TableDecl | syn.MapDecl):
        return None
    column = column_of(decl, path[1])
    type_ = decl.columns[column].type if column is not None else None
    if column is None or type_ is None:
        return None

    def write(type_: syn.TypeExpr) -> None:
        now = table.enums[path[0]]
        assert isinstance(now, syn.TableDecl | syn.MapDecl)
        columns = (*now.columns[:column], replace(now.columns[column], type=type_), *now.columns[column + 1 :])
        table.enums[path[0]] = replace(now, columns=columns)

    return bound_place(path, type_, path[2], write)


def _member_name(table: Declarations, path: Key) -> Place | None:
    """`Continent.africa.name`, or for short `Continent.africa`: how a member is called."""
    decl = table.enums.get(path[0])
    if len(path) not in (2, 3) or path[2:] not in ((), ("name",)):
        return None
    if isinstance(decl, syn.TableDecl):
        return _table_cell(table, (*path[:2], "name")) if len(path) == 2 else None
    members = (
        decl.members if isinstance(decl, syn.EnumDecl) else decl.parts if isinstance(decl, syn.SumEnumDecl) else ()
    )
    part = "members" if isinstance(decl, syn.EnumDecl) else "parts"
    at = next((number for number, member in enumerate(members) if member.name.name == path[1]), None)
    if at is None or members[at].name.name in table.enums:
        return None
    member = members[at]

    def write(value: Written) -> None:
        enum: Any = table.enums[path[0]]
        now = getattr(enum, part)
        table.enums[path[0]] = replace(enum, **{part: (*now[:at], replace(now[at], label=value), *now[at + 1 :])})

    # a member of a sum without a name would be taken for an enum
    empty = isinstance(decl, syn.EnumDecl)
    return Place((*path[:2], "name"), member.label, (member.label or member).span, write, TEXT, may_be_empty=empty)


def _label(table: Declarations, path: Key) -> Place | None:
    """`Good.label`: what its members or cards are called together."""
    if len(path) != 2 or path[1] != "label":
        return None
    for declared in (table.enums, table.card_types):
        decl: Any = declared.get(path[0])
        if decl is not None:

            def write(value: Written, declared: Any = declared) -> None:
                declared[path[0]] = replace(declared[path[0]], label=value)

            return Place(path, decl.label, (decl.label or decl.name).span, write, TEXT, may_be_empty=True)
    return None


# ---- the frame, bounds -----------------------------------------------------------------------------------------------


def _frame(table: Declarations, path: Key) -> Place | None:
    """`players.low`, `play.limit`"""
    if path[0] == "players" and path[1:] in (("low",), ("high",)):
        what, part = "players", path[1]
    elif path == ("play", "limit"):
        what, part = "play", "limit"
    else:
        return None
    decl = getattr(table, what)
    if decl is None:
        return None
    old = getattr(decl, part)
    return Place(
        path, old, old.span, lambda value: setattr(table, what, replace(getattr(table, what), **{part: value}))
    )


def _range(table: Declarations, path: Key) -> Place | None:
    """`EUR.high`, `Row.high`, `stones.high`; `Spot.where`, the condition of a product"""
    if len(path) != 2 or path[1] not in (*ENDS, "where"):
        return None
    name, part = path
    for declared, kind in (
        (table.units, syn.UnitDecl),
        (table.enums, syn.RangeEnumDecl),
        (table.enums, syn.ProductEnumDecl),
    ):
        decl: Any = declared.get(name)
        if isinstance(decl, kind) and (part == "where") == isinstance(decl, syn.ProductEnumDecl):

            def write(value: Written, declared: Any = declared) -> None:
                declared[name] = replace(declared[name], **{part: value})

            old = getattr(decl, part)
            return Place(path, old, (old or decl).span, write, may_be_empty=part == "where")
    var = table.state.get(name)
    if var is None or part == "where":
        return None
    return bound_place(
        path, var.type, part, lambda type_: table.state.update({name: replace(table.state[name], type=type_)})
    )


# ---- rules, state ----------------------------------------------------------------------------------------------------


def _rule(table: Declarations, path: Key) -> Place | None:
    """`goal`: a definition of one expression; `sell.says`: a sentence"""
    name = path[0]
    for rules in (table.defines, table.effects):
        decl: Any = rules.get(name)
        if decl is None:
            continue

        def write(value: Written, rules: Any = rules) -> None:
            now = rules[name]
            if len(path) == 1:
                rules[name] = replace(now, body=value)
            else:
                rules[name] = replace(now, sentences=replace(now.sentences, **{path[1]: value}))

        if len(path) == 1 and not isinstance(decl.body, syn.Block):
            return Place(path, decl.body, decl.body.span, write)
        kinds = SENTENCES if isinstance(decl, syn.EffectDecl) else ("text",)
        if len(path) == 2 and path[1] in kinds:
            old = getattr(decl.sentences, path[1])
            return Place(path, old, (old or decl.name).span, write, TEXT, may_be_empty=True)
    return None


def _state(table: Declarations, path: Key) -> Place | None:
    """`money.initial`, or for short `money`: with what a variable begins"""
    var = table.state.get(path[0])
    if var is None or path[1:] not in ((), ("initial",)):
        return None

    def write(value: Written) -> None:
        table.state[path[0]] = replace(table.state[path[0]], initial=value, all_cards=False)  # type: ignore[arg-type]

    old = var.initial
    span = (old or var).span
    return Place((path[0], "initial"), old, span, write, may_be_empty=True, optional=is_optional(var.type))
