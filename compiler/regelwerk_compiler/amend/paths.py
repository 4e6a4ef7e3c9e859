"""Walk from a path of names to places in the table of declarations, and replacement of the values there."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Literal, cast

from msgspec import Struct, field
from msgspec.structs import replace
from regelwerk_dsl import syntax as syn
from regelwerk_dsl.source import Span

from ..declare.collect import Declarations, Key
from .compare import Written

Steps = tuple[str | int | Key, ...]
"""The way from the table of declarations to a place: attributes, names in a dictionary, positions in a tuple."""

WithRows = syn.TableDecl | syn.MapDecl

Takes = Literal["expr", "text", "either", "list", "names", "name", "call"]
INT = syn.NamedType("Int")


class Removed:
    """The class of `REMOVED`, which `put` takes for "remove it"."""


REMOVED = Removed()


def put(table: Declarations, steps: Steps, value: object) -> None:
    """Puts a value at a place; `REMOVED` removes the old one, and a position after the last adds one."""
    _separate(table, steps)
    if steps[0] == "members" and len(steps) == 2 and value is REMOVED:
        value = None
    put_in(table, steps, value)


def _separate(table: Declarations, steps: Steps) -> None:
    """Gives a member of a family that is changed an entry of its own."""
    if steps[0] == "members" and isinstance(steps[1], tuple):
        table.members.setdefault(steps[1], table.cards[steps[1][0]])


def append(table: Declarations, steps: Steps, item: syn.Node) -> None:
    """Appends an item to a tuple."""
    _separate(table, steps)
    items = read(table, steps)
    assert isinstance(items, tuple)
    put(table, (*steps, len(items)), item)


def read(node: object, steps: Steps) -> object:
    """The value at a place."""
    for step in steps:
        match node:
            case dict() | list() | tuple():
                node = node[step]  # type: ignore[index]  # a name for a dictionary, else a position
            case _:
                node = getattr(node, str(step))
    return node


def put_in(node: object, steps: Steps, value: object) -> object:
    """The node with the value in it; tables, dictionaries and lists are changed in place."""
    step, rest = steps[0], steps[1:]
    new = put_in(read(node, (step,)), rest, value) if rest else value
    match node:
        case tuple():
            assert isinstance(step, int)
            return (*node[:step], *(() if new is REMOVED else (new,)), *node[step + 1 :])
        case dict() | list():
            if new is REMOVED:
                del node[step]  # type: ignore[arg-type]
            else:
                node[step] = new  # type: ignore[index]
        case Declarations():
            setattr(node, str(step), None if new is REMOVED else new)
        case syn.Node():
            return replace(node, **{str(step): new})  # an attribute of the node
        case _:
            raise AssertionError(f"{type(node).__name__} has no places")
    return node


# ---- what can be amended ---------------------------------------------------------------------------------------------


class Part(Struct, frozen=True):
    """A value that paths name in a node.

    Attributes:
        at: the way to it from the node; () for a node that is replaced as a whole.
        takes: an expression, a text, or either.
        may_be_empty: whether nothing may stand there.
        type: the attribute of the node with its type as written; "" for a whole number.
    """

    at: tuple[str, ...]
    takes: Takes = "expr"
    may_be_empty: bool = False
    type: str = ""


class Shape(Struct, frozen=True):
    """The parts of a kind of node that paths can name.

    Attributes:
        parts: its values by name; "" for the value that the name of the node alone means, which may have a name too.
        named: tuples of nodes that have names.
        inside: nodes whose parts count as parts of this one.
    """

    parts: dict[str, Part] = field(default_factory=dict)
    named: tuple[str, ...] = ()
    inside: tuple[str, ...] = ()


def _parts(*names: str) -> dict[str, Part]:
    return {name: Part((name,)) for name in names}


def _texts(*names: str, at: tuple[str, ...] = ()) -> dict[str, Part]:
    return {name: Part((*at, name), "text", True) for name in names}


_NAME = Part(("label",), "text", True)
_INITIAL = Part((), may_be_empty=True, type="type")
_LABEL = _texts("label")
_ENDS = _parts("low", "high")

SHAPES: dict[type[syn.Node], Shape] = {
    syn.UnitDecl: Shape(_ENDS),
    syn.EnumDecl: Shape(_LABEL, named=("members",)),
    syn.SumEnumDecl: Shape(_LABEL, named=("parts",)),
    syn.EnumMember: Shape({"": _NAME, "name": _NAME}),
    syn.RangeEnumDecl: Shape(_LABEL | _ENDS),
    syn.CardsEnumDecl: Shape(_LABEL),
    syn.ProductEnumDecl: Shape(_LABEL | {"where": Part(("where",), may_be_empty=True)}),
    syn.TableDecl: Shape(_LABEL, named=("rows", "columns")),
    syn.MapDecl: Shape(_LABEL, named=("rows", "columns")),
    syn.Column: Shape(inside=("type",)),
    syn.StateVar: Shape({"": _INITIAL, "initial": _INITIAL}, inside=("type",)),
    syn.DefineDecl: Shape({"": Part(("body",), type="result")} | _texts("text", at=("sentences",))),
    syn.EventDecl: Shape(_texts("text", at=("sentences",))),
    syn.EffectDecl: Shape(_texts("says", "offer", "text", at=("sentences",))),
    syn.CardTypeDecl: Shape(_LABEL, named=("members",)),
    syn.CardField: Shape({"": Part(("default",), "either", True, type="type")}, inside=("type",)),
    syn.AbilitySignature: Shape({"": Part(("default",), type="result")}),
    syn.CardDecl: Shape(_texts("text", "title") | _parts("copies", "printed"), named=("members",)),
    syn.FieldValue: Shape({"": Part((), "either", True)}),
    syn.AbilityBody: Shape({"": Part(("body",))}),
    syn.PlayersDecl: Shape(_ENDS),
    syn.MeasureDecl: Shape(_parts("value") | {"": Part(("value",))} | _texts("title")),
    syn.PlayDecl: Shape(_parts("limit")),
    syn.ChapterDecl: Shape(_texts("title")),
    syn.ScenarioDecl: Shape(_texts("title", "why", "so")),
    syn.RangeType: Shape(_ENDS),
    syn.OptionalType: Shape(inside=("inner",)),
    syn.SetType: Shape(inside=("member",)),
    syn.PerType: Shape(inside=("value",)),
}


def part_names(kind: type[syn.Node]) -> list[str]:
    """The names of the parts of a kind of node that has a name of its own."""
    shape = SHAPES[kind]
    return [*(name for name in shape.parts if name), *(_ENDS if shape.inside else ())]


def _as_written(value: Written) -> object:
    return value


class Place(Struct):
    """A value that can be amended.

    Attributes:
        key: its full name, the same however the path was written.
        value: the present value; None: nothing is written (the default).
        span: the place of the value.
        steps: the way to the node or value that is replaced.
        wrap: makes what is put there from a new value.
        takes: an expression, a text, or either; of a worked example a list, players, or a call.
        may_be_empty: whether nothing may stand there.
        type: its type as written.
        inherits: the default that holds without a value, or ().
        fault: why the expected value is not found, unless the value is simply a different one.
        near: a suggestion in that case, or "".
    """

    key: Key
    value: Written
    span: Span
    steps: Steps
    wrap: Callable[[Written], object] = _as_written
    takes: Takes = "expr"
    may_be_empty: bool = False
    type: syn.TypeExpr = INT
    inherits: Key = ()
    fault: str = ""
    near: str = ""


# ---- the walk --------------------------------------------------------------------------------------------------------


def ident_of(node: syn.Node) -> syn.Ident | None:
    """The name that a node declares; None for one without a name."""
    ident = getattr(node, "key" if isinstance(node, syn.Row) else "name", None)
    return ident if isinstance(ident, syn.Ident) else None


def name_of(node: syn.Node) -> str:
    """The name by which a path finds a node among others; "" for one without a name."""
    ident = ident_of(node)
    return ident.name if ident is not None else ""


def name_span(node: syn.Node) -> Span:
    """The place of a node's name, or of the whole node."""
    return (ident_of(node) or node).span


def walk_to(node: object, names: Key, key: Key, steps: Steps) -> Place | None:
    """The place that the rest of a path means in a node.

    Args:
        node: a node of the syntax tree.
        names: the names that are left of the path.
        key, steps: the full name of the node, and the way to it.
    """
    shape = SHAPES.get(type(node)) if isinstance(node, syn.Node) else None
    if shape is None or not isinstance(node, syn.Node):
        return None
    for attribute in shape.named if names else ():
        for at, item in enumerate(getattr(node, attribute)):
            if name_of(item) == names[0]:
                inner = ((*key, names[0]), (*steps, attribute, at))
                found = _cell(node, at, names[1:], *inner) if attribute == "rows" else walk_to(item, names[1:], *inner)
                if found is not None:
                    return found
    part = shape.parts.get("".join(names)) if len(names) < 2 else None
    if part is not None:
        called = next((name for name, one in shape.parts.items() if one is part and name), None)
        return _part(node, part, (*key, called) if called else key, steps)
    for attribute in shape.inside:
        found = walk_to(getattr(node, attribute), names, key, (*steps, attribute))
        if found is not None:
            return found
    return None


def _part(node: syn.Node, part: Part, key: Key, steps: Steps) -> Place | None:
    value: object
    wrap: Callable[[Written], object] = _as_written
    match node:
        case syn.FieldValue(name, value):
            wrap = field_writer(name)
        case syn.StateVar(initial=value) as variable:
            wrap = partial(_begun_with, variable)
        case _:
            value = read(node, part.at)
    if isinstance(value, syn.Block) or (value is None and not part.may_be_empty):
        return None
    empty_span = name_span(node) if part.takes == "text" else node.span
    span = value.span if isinstance(value, syn.Node) else empty_span
    type_ = getattr(node, part.type) if part.type else INT
    written = cast("Written", value)
    return Place(key, written, span, (*steps, *part.at), wrap, part.takes, part.may_be_empty, type_)


def _begun_with(variable: syn.StateVar, value: Written) -> object:
    return replace(variable, initial=cast("syn.Expr | None", value), all_cards=False)


def field_writer(name: syn.Ident) -> Callable[[Written], object]:
    """The `wrap` of a field: a card without the field has the default of its type."""

    def wrap(value: Written) -> object:
        return REMOVED if value is None else syn.FieldValue(name, value, span=value.span)

    return wrap


def column_of(decl: WithRows, name: str) -> int | None:
    """The position of a column by its name."""
    return next((at for at, column in enumerate(decl.columns) if column.name.name == name), None)


def in_columns(now: WithRows, decl: WithRows, row: syn.Row) -> syn.Row:
    """A row with its cells in the column order of the present table; missing cells are empty."""
    own = (column_of(decl, column.name.name) for column in now.columns)
    cells = (row.cells[at] if at is not None else syn.Cell(None, span=row.key.span) for at in own)
    return syn.Row(row.key, tuple(cells), span=row.span)


def _cell(decl: syn.Node, at: int, names: Key, key: Key, steps: Steps) -> Place | None:
    """A cell of a row. The row's name alone means the name of its member."""
    assert isinstance(decl, syn.TableDecl | syn.MapDecl)
    if not names and isinstance(decl, syn.TableDecl):
        names = ("name",)
    column = column_of(decl, names[0]) if len(names) == 1 else None
    if column is None:
        return None
    type_ = decl.columns[column].type
    if isinstance(decl, syn.MapDecl) and names == ("ends",):
        type_ = syn.SetType(syn.NamedType(decl.city.name))
    cell = decl.rows[at].cells[column]

    def wrap(value: Written) -> object:
        return syn.Cell(value, span=value.span if value is not None else cell.span)

    return Place((*key, *names), cell.value, cell.span, (*steps, "cells", column), wrap, "either", True, type_ or INT)
