"""Reader of tables in spreadsheets (`.xlsx`, `.ods`): one of their sheets as the text of a CSV file, line by line.

Each row of the sheet is one line of the text, also an empty one, so that messages name the row. Line ends within a cell
become blanks.
"""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Iterator

from lxml import etree  # type: ignore[import-untyped]

from ..suggest import did_you_mean

MAX_UNPACKED = 100_000_000  # bytes of all parts of the file
MOST_CELLS = 1_000_000  # of a sheet, from its first to its last one
SEPARATOR = ";"

_CELL = re.compile(r"([A-Z]{1,3})(\d{1,7})\Z")
_CONTENT = re.compile(r"xl/worksheets/.*\.xml|content\.xml")
_LINE_ENDS = re.compile(r"\s*[\r\n\v\f\u2028\u2029]+\s*")


def sheet_text(data: bytes, sheet: str = "") -> str:
    """The text of one sheet, by its name; the first one without a name.

    Raises:
        ValueError: it is no spreadsheet, it is too large, or it has no such sheet; with a reason for people.
    """
    from python_calamine import CalamineError, CalamineWorkbook, SheetTypeEnum

    _check_size(data)
    try:
        with CalamineWorkbook.from_filelike(io.BytesIO(data)) as book:
            names = [one.name for one in book.sheets_metadata if one.typ is SheetTypeEnum.WorkSheet]
            if not names:
                raise ValueError("it has no sheet with cells")
            if sheet and sheet not in names:
                near = did_you_mean(sheet, names) or f"there are: {', '.join(names)}"
                raise ValueError(f"it has no sheet `{sheet}`; {near}")
            rows = book.get_sheet_by_name(sheet or names[0]).to_python(skip_empty_area=False)
    except CalamineError as error:
        raise ValueError(f"it is not a spreadsheet: {error}") from None
    text = io.StringIO()
    lines = csv.writer(text, delimiter=SEPARATOR, lineterminator="\n")
    lines.writerows([_shown(value) for value in row] for row in rows)
    return text.getvalue()


def _shown(value: object) -> str:
    """A value as a cell of a table in the sources has it."""
    match value:
        case bool():
            return "yes" if value else "no"
        case float() if value.is_integer():
            return str(int(value))
        case str():
            return _LINE_ENDS.sub(" ", value.strip())
        case _:
            return str(value)


def _check_size(data: bytes) -> None:
    """Raises ValueError for a file that would take much more room than it has itself."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if sum(part.file_size for part in archive.infolist()) > MAX_UNPACKED:
                raise ValueError(f"it has more than {MAX_UNPACKED // 1_000_000} megabytes when it is unpacked")
            for part in archive.namelist():
                if _CONTENT.fullmatch(part):
                    with archive.open(part) as file:
                        columns, rows = _extent(_elements(file))
                    if columns * rows > MOST_CELLS:
                        raise ValueError(f"a sheet has cells as far as column {columns}, row {rows:,}; delete the last")
    # zipfile raises NotImplementedError for compressions that it does not know, RuntimeError for encrypted parts
    except (zipfile.BadZipFile, etree.XMLSyntaxError, NotImplementedError, RuntimeError) as error:
        raise ValueError(f"it is not a spreadsheet: {error}") from None


def _elements(file: object) -> Iterator[etree._Element]:
    """The elements of a sheet, each when it ends; what is behind is forgotten."""
    for _, element in etree.iterparse(file, events=("end",), resolve_entities=False, no_network=True):
        yield element
        if str(element.tag).endswith(("}row", "}table-row")):
            element.clear()


def _extent(elements: Iterator[etree._Element]) -> tuple[int, int]:
    """The last column and the last row with something in it, counted from 1."""
    columns = rows = 0
    above = left = 0  # in a sheet of OpenDocument, where places are counted
    for element in elements:
        name = str(element.tag).rpartition("}")[2]
        own = {str(key).rpartition("}")[2]: str(value) for key, value in element.attrib.items()}
        if name == "c" and (place := _CELL.match(own.get("r", ""))):
            columns, rows = max(columns, _number(place[1])), max(rows, int(place[2]))
        elif name in ("table-cell", "covered-table-cell"):
            left += int(own.get("number-columns-repeated", 1))
            if "value-type" in own or len(element):
                columns = max(columns, left)
                element.getparent().set("filled", "yes")
        elif name == "table-row":
            above += int(own.get("number-rows-repeated", 1))
            rows = above if own.get("filled") else rows
            left = 0
        elif name == "table":
            above = left = 0
    return columns, rows


def _number(letters: str) -> int:
    """The number of a column, such as 28 for `AB`."""
    found = 0
    for letter in letters:
        found = 26 * found + ord(letter) - ord("A") + 1
    return found
