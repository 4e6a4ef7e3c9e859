"""`add table Good:` and its like over a table, list or map that is there: its rows become more rows of that one."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Diagnostics, Label

from ..declare.collect import Declarations
from .cards import column_of
from .edits import ADDED, NOTHING, Edit, Found

ITEMS = {syn.TableDecl: "rows", syn.MapDecl: "rows", syn.EnumDecl: "members"}


def add_rows(table: Declarations, decl: Any, diagnostics: Diagnostics) -> Found:
    """The edits, one a row; None where nothing of that name is there. They stand behind the rows that are there.

    Errors: E0908 (it is of another kind, or has other columns, another heading or type).
    """
    part = ITEMS.get(type(decl))
    old: Any = table.enums.get(decl.name.name) if part is not None else None
    if part is None or old is None:
        return None
    fault = _fault(old, decl)
    if fault is not None:
        span, message, help = fault
        label = Label(old.name.span, "declared here")
        diagnostics.report("E0908", span, message, labels=(label,), help=help)
        return []
    return [_added(table, decl, part, item) for item in getattr(decl, part)]


def _added(table: Declarations, decl: Any, part: str, item: Any) -> Edit:
    key = item.key if part == "rows" else item.name

    def apply() -> None:
        now: Any = table.enums[decl.name.name]
        new = item if part == "members" else _in_columns(now, decl, item)
        table.enums[decl.name.name] = replace(now, **{part: (*getattr(now, part), new)})

    return Edit((decl.name.name, key.name), NOTHING, ADDED, key.span, apply, whole=True)


def _in_columns(now: syn.TableDecl | syn.MapDecl, decl: Any, row: syn.Row) -> syn.Row:
    """The row with its cells in the order of the table that is there; what it does not give is empty."""
    own = map(partial(column_of, decl), (column.name.name for column in now.columns))
    cells = (row.cells[at] if at is not None else syn.Cell(None, span=row.key.span) for at in own)
    return syn.Row(row.key, tuple(cells), span=row.span)


def _fault(old: Any, decl: Any) -> tuple[Any, str, str] | None:
    """Why the rows do not go there: where, what, and what to do."""
    name = decl.name.name
    if type(old) is not type(decl):
        word = old.span.text.split(maxsplit=1)[0]
        what = f"`{name}` is there already, and has no rows of this kind"
        return decl.name.span, what, f"replace it as a whole: `replace {word} {name}`"
    if decl.label is not None and decl.label != old.label:
        return decl.label.span, f"`{name}` has a heading already", f"take it away, or `amend {name}.label`"
    for column in getattr(decl, "columns", ()):
        at = column_of(old, column.name.name)
        if at is None:
            names = ", ".join(one.name.name for one in old.columns)
            return column.span, f"`{name}` has no column `{column.name}`", f"its columns are: {names}"
        if column.type is not None and column.type != old.columns[at].type:
            return column.type.span, f"the column `{column.name}` has another type in `{name}`", "leave the type away"
    return None
