"""Reader of tables in CSV files, with the place of each cell.

The first line names the columns, the first of them `key`; a head cell is `name` or `name: Type`. Cells are separated by
`;` if the first line has one, else by a tab if it has one, else by `,`; a cell may stand in double quotes. A cell is
written like a cell of a table in the sources; in the columns `name`, `title` and `text`, and in those of the type
`Text`, it is prose, and quotes are not needed.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Set

from msgspec import Struct

from .. import syntax as syn
from ..diagnostics import Diagnostics, Label
from ..grammar.keywords import RESERVED_NAMES, why_reserved
from ..parse import parse_cell, parse_column, parse_text
from ..remembered import remembered
from ..source import SourceFile, Span
from ..syntax.nodes import relocate

TITLE_COLUMNS = ("title", "name")
"""Columns that hold the title of a card, if no field of its type has that name."""
TEXT_COLUMN = "text"
"""The column that holds the text of a card, if no field of its type has that name."""
COPIES_COLUMN = "copies"
TEXT_COLUMNS = (*TITLE_COLUMNS, TEXT_COLUMN)

MOST_TITLES = 9  # lines searched for the headings
EXAMPLE = ("key", "price", "name")

_NAME = re.compile(r"[^\W\d]\w*\Z")


class CsvTable(Struct, frozen=True):
    """The contents of a table: columns without the key, rows with a cell for each column."""

    source: SourceFile
    columns: tuple[syn.Column, ...]
    rows: tuple[syn.Row, ...]


class _Field(Struct, frozen=True):
    """A cell: its text, and the range of the file that it is written in, without quotes around it."""

    text: str
    span: Span


@remembered
def parse_csv(source: SourceFile, diagnostics: Diagnostics, values: Set[str] | None = None) -> CsvTable | None:
    """The table of a CSV text without faulty rows; None without a valid head or after an open quote. Errors: E0160.

    Args:
        source: The text.
        diagnostics: Where errors go.
        values: The names of the columns that hold values, where the head has no types; all others hold prose. None if
            that is not known.
    """
    records = _records(source, diagnostics)
    if records is None:
        return None
    filled = [record for record in records if any(cell.text.strip() for cell in record)]
    if not filled or filled[0][0].text.strip() != "key":
        below = [record for record in filled[1:MOST_TITLES] if record[0].text.strip() == "key"]
        separator = next((sign for sign in ";\t," if sign in source.text.split("\n", 1)[0]), ";")
        diagnostics.report(
            "E0160",
            filled[0][0].span if filled else Span(source, 0, 0),
            "the first line must name the columns, and the first of them is `key`",
            help="delete the rows above the headings" if below else f"for example `{separator.join(EXAMPLE)}`",
        )
        return None
    head, *body = filled
    width = max((index for index, cell in enumerate(head) if cell.text.strip()), default=0) + 1
    columns = _columns(source, head[1:width], diagnostics)
    if columns is None:
        return None
    rows: list[syn.Row] = []
    keys: dict[str, Span] = {}
    for record in body:
        row = _row(source, record, columns, values, diagnostics)
        if row is None:
            continue
        if row.key.name in keys:
            label = Label(keys[row.key.name], "first listed here")
            diagnostics.report("E0160", row.key.span, f"the key `{row.key}` appears twice", labels=(label,))
            continue
        keys[row.key.name] = row.key.span
        rows.append(row)
    return CsvTable(source, columns, tuple(rows))


def _columns(source: SourceFile, head: list[_Field], diagnostics: Diagnostics) -> tuple[syn.Column, ...] | None:
    columns: list[syn.Column] = []
    names: set[str] = set()
    for cell in head:
        if not cell.text.strip():
            diagnostics.report("E0160", cell.span, "this column has no name")
            return None
        column = parse_column(source, cell.span, diagnostics)
        if column is None:
            return None
        if column.name.name in names:
            diagnostics.report("E0160", column.name.span, f"there are two columns `{column.name}`")
            return None
        names.add(column.name.name)
        columns.append(column)
    return tuple(columns)


def _row(
    source: SourceFile,
    record: list[_Field],
    columns: tuple[syn.Column, ...],
    values: Set[str] | None,
    diagnostics: Diagnostics,
) -> syn.Row | None:
    key = record[0].text.strip()
    start = record[0].span.start + len(record[0].text) - len(record[0].text.lstrip())
    span = Span(source, start, start + len(key))
    if not _NAME.match(key) or key in RESERVED_NAMES:
        why = why_reserved(key) if key in RESERVED_NAMES else "use letters, digits and `_`, beginning with a letter"
        message = f"`{key}` cannot be a row's key: {why}" if key else "this row has no key"
        diagnostics.report("E0160", span, message, help="the key stands in the first column")
        return None
    for extra in record[len(columns) + 1 :]:
        if extra.text.strip():
            message = f"the row `{key}` has more cells than the first line has columns"
            diagnostics.report("E0160", extra.span, message)
            return None
    end = record[-1].span.end
    cells = []
    for index, column in enumerate(columns, 1):
        if index < len(record):
            cells.append(_cell(source, record[index], _is_text(column, values), diagnostics))
        else:
            cells.append(syn.Cell(None, span=Span(source, end, end)))
    return syn.Row(syn.Ident(key, span=span), tuple(cells), span=Span(source, span.start, end))


def holds_text(type_: syn.TypeExpr | None) -> bool:
    """True if values of the type are prose."""
    return isinstance(type_, syn.NamedType) and type_.name == "Text"


def _is_text(column: syn.Column, values: Set[str] | None) -> bool:
    if column.type is not None:
        return holds_text(column.type)
    return column.name.name in TEXT_COLUMNS if values is None else column.name.name not in values


def _cell(source: SourceFile, field: _Field, is_text: bool, diagnostics: Diagnostics) -> syn.Cell:
    if field.span.text == field.text:
        return _parsed(source, field.text, field.span.start, is_text, diagnostics)
    # with doubled quotes the cell's text differs from the file's: parse it alone, then move the spans
    alone = SourceFile(source.name, field.text, source.local)
    found = Diagnostics()
    cell = _parsed(alone, field.text, 0, is_text, found)

    quotes = [found.start() for found in re.finditer('"', field.text)]

    def move(offset: int) -> int:
        return field.span.start + offset + bisect_left(quotes, offset)

    diagnostics.extend(item.moved(source, move) for item in found)
    moved: syn.Cell = relocate(cell, source, move)
    return moved


def _parsed(source: SourceFile, text: str, start: int, is_text: bool, diagnostics: Diagnostics) -> syn.Cell:
    bare = text.strip()
    if is_text and bare and not bare.startswith('"'):
        begin = start + len(text) - len(text.lstrip())
        span = Span(source, begin, begin + len(bare))
        return syn.Cell(parse_text(source, span, diagnostics), span=span)
    return parse_cell(text, source, start, diagnostics)


def _records(source: SourceFile, diagnostics: Diagnostics) -> list[list[_Field]] | None:
    """The cells of each line. A cell in quotes may hold separators, doubled quotes and line ends."""
    text = source.text
    at = 1 if text.startswith("\ufeff") else 0
    line = text[at:].split("\n", 1)[0]
    separator = ";" if ";" in line else "\t" if "\t" in line else ","
    plain = rf"[^{separator}\r\n]*"
    cell = re.compile(
        rf'(?:"(?P<quoted>[^"]*+(?:""[^"]*+)*+)"(?P<rest>{plain})|(?P<plain>(?!"){plain}))(?P<end>{separator}|\r?\n|\r|\Z)'
    )
    records: list[list[_Field]] = [[]]
    while True:
        found = cell.match(text, at)
        if found is None:
            diagnostics.report("E0160", Span(source, at, at + 1), "this quote is not closed")
            return None
        if (found["rest"] or "").strip():
            message = "only a separator or the end of the line may follow a closing quote"
            diagnostics.report("E0160", Span(source, *found.span("rest")), message)
            return None
        kind = "plain" if found["quoted"] is None else "quoted"
        content = found[kind] if kind == "plain" else found[kind].replace('""', '"')
        records[-1].append(_Field(content, Span(source, *found.span(kind))))
        at = found.end()
        if not found["end"]:
            return records
        if found["end"] != separator:
            records.append([])
