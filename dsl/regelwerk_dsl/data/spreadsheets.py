"""Reader of tables in spreadsheets (`.xlsx`, `.ods`): one of their sheets as the text of a CSV file, line by line.

Each row of the sheet, even an empty one, is one line of the text, so that lines in messages are rows. Line ends within
a cell become blanks. The size that a file states for itself is never trusted: its parts are read in pieces, up to a
limit.
"""

from __future__ import annotations

import csv
import io
import posixpath
import re
import zipfile
import zlib
from collections.abc import Iterator
from datetime import datetime, timedelta
from math import isfinite

from lxml import etree  # type: ignore[import-untyped]

from ..suggest import did_you_mean

MAX_UNPACKED = 100_000_000  # bytes of all parts of the file
MOST_ELEMENTS = 2_500_000  # of one part
MOST_HELD = 1_000_000  # elements and attributes of a part that are in memory at once
MOST_NAMES = 1_000  # different names of elements in a part; attributes of one element
MOST_CELLS = 1_000_000  # of a sheet, from its first to its last one
MOST_LETTERS = 20_000_000  # of the cells of a sheet, which can all refer to one text
SEPARATOR = ";"

OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
CALC = "{urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0}"
TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
CONTENT = "content.xml"  # of a workbook of OpenDocument
BOOK = "xl/workbook.xml"  # of one of Office Open XML

_PLACE = re.compile(r"([A-Za-z]{1,3})(\d{1,7})")
_LINE_ENDS = re.compile(r"\s*[\r\n\v\f\u2028\u2029]+\s*")
_ESCAPED = re.compile(r"_x(000[9ADad]|00[2-7][\dA-Fa-f])_")  # escaped characters of Office Open XML
_DATES = frozenset(
    {*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)}
)  # built-in number formats that show dates
_DATE = re.compile(r'[dmyhs](?=(?:[^"]*"[^"]*")*[^"]*$)')  # a letter for a part of a date, outside quoted words
_BRACKETS = re.compile(r"\[[^\]]*\]|\\.")


def sheet_text(data: bytes, sheet: str = "") -> str:
    """The text of one sheet, by its name; the first one without a name.

    Raises:
        ValueError: it is not a spreadsheet, is too large, has no such sheet, or a cell has no value; with a readable
            reason.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if sum(part.file_size for part in archive.infolist()) > MAX_UNPACKED:
                raise ValueError(f"it has more than {MAX_UNPACKED // 1_000_000} megabytes when it is unpacked")
            parts = _Parts(archive)
            if parts.has(BOOK):
                return _of_office_open(parts, sheet).text()
            if parts.has(CONTENT):
                return _of_open_document(parts, sheet).text()
    # zipfile raises NotImplementedError for compressions that it does not know, RuntimeError for encrypted parts
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, etree.XMLSyntaxError) as error:
        raise ValueError(f"it is not a spreadsheet: {error}") from None
    raise ValueError("it is not a spreadsheet: it has no sheets")


class _Parts:
    """The parts of a file, by their paths in it, without regard to case."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        self._names = {name.lower(): name for name in archive.namelist()}

    def has(self, path: str) -> bool:
        """True if there is such a part."""
        return path.lower() in self._names

    def elements(self, path: str, *names: str) -> Iterator[tuple[str, etree._Element]]:
        """The elements of a part with the given names, each yielded at its end and then freed; none without the part.

        Raises:
            ValueError: there are too many elements, or the part declares a document type.
        """
        if not self.has(path):
            return
        with self._archive.open(self._names[path.lower()]) as file:
            plain = {"resolve_entities": False, "no_network": True, "remove_comments": True, "remove_pis": True}
            wanted = dict[str, str]()  # the names of those tags that have been seen and are wanted, else ""
            count = held = inside = 0
            before = list[int]()  # how much was held before each element that is open
            for event, element in etree.iterparse(file, events=("start", "end"), **plain):
                if event == "start":
                    tag = element.tag
                    if tag not in wanted:
                        own = str(tag).rpartition("}")[2]
                        wanted[tag] = own if own in names else ""
                    before.append(held)
                    count, attributes = count + 1, len(element.attrib)
                    held += 1 + attributes
                    inside += bool(wanted[tag])
                    if count == 1 and element.getroottree().docinfo.internalDTD is not None:
                        raise ValueError(f"it is not a spreadsheet: its part {path} declares a document type")
                    if count > MOST_ELEMENTS:
                        raise ValueError(f"its part {path} has more than {MOST_ELEMENTS:,} elements")
                    if held > MOST_HELD or max(len(wanted), attributes) > MOST_NAMES:
                        raise ValueError(
                            f"it is not a proper spreadsheet: too much of its part {path} is not cells; save it again"
                        )
                    continue
                start = before.pop()
                if name := wanted[element.tag]:
                    yield name, element
                    inside -= 1
                if name or not inside:
                    held = start
                    _free(element)


def _free(element: etree._Element) -> None:
    """Empties an element and removes those before it."""
    element.clear()
    parent = element.getparent()
    while element.getprevious() is not None:
        del parent[0]


class _Sheet:
    """The filled cells of a sheet, counted from 1."""

    def __init__(self) -> None:
        self._rows: dict[int, dict[int, str]] = {}
        self._columns = 0
        self._last = 0
        self._letters = 0

    def put(self, row: int, column: int, text: str, down: int = 1, across: int = 1) -> None:
        """Puts a text into a cell, or into those of an area; raises ValueError if the sheet becomes too large."""
        if not text:
            return
        self._last, self._columns = max(self._last, row + down - 1), max(self._columns, column + across - 1)
        if self._columns * self._last > MOST_CELLS:
            last = f"column {self._columns}, row {self._last:,}"
            raise ValueError(f"a sheet has cells as far as {last}; delete the outermost ones")
        self._letters += len(text) * down * across
        if self._letters > MOST_LETTERS:
            raise ValueError(f"the texts of a sheet have more than {MOST_LETTERS:,} letters, counted cell by cell")
        for y in range(row, row + down):
            self._rows.setdefault(y, {}).update(dict.fromkeys(range(column, column + across), text))

    def text(self) -> str:
        """The rows as the text of a CSV file."""
        text = io.StringIO()
        lines = csv.writer(text, delimiter=SEPARATOR, lineterminator="\n")
        for row in range(1, self._last + 1):
            cells = self._rows.get(row, {})
            lines.writerow([cells.get(column, "") for column in range(1, self._columns + 1)])
        return text.getvalue()


def _check_name(wanted: str, names: list[str]) -> None:
    """Raises ValueError if there is no sheet of this name; "" is the first one."""
    if not names:
        raise ValueError("it has no sheet with cells")
    if wanted and wanted not in names:
        near = did_you_mean(wanted, names) or f"there are: {', '.join(names)}"
        raise ValueError(f"it has no sheet `{wanted}`; {near}")


# ---- values ----------------------------------------------------------------------------------------------------------


def _plain(text: str) -> str:
    return _LINE_ENDS.sub(" ", text.strip())


def _number(text: str, place: str) -> str:
    """A number as tables in the sources write it."""
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not isfinite(value):
        raise ValueError(f"the cell {place} should hold a number, and holds `{text[:20]}`")
    return str(int(value)) if value.is_integer() else str(value)


def _truth(value: bool) -> str:
    return "yes" if value else "no"


def _count(text: str) -> int:
    """A number of rows or columns."""
    if not (text.isdecimal() and len(text) < 10):
        raise ValueError(f"it is not a spreadsheet: `{text[:20]}` is not a count of cells")
    return int(text)


def _place(row: int, column: int) -> str:
    """The reference of a cell, such as `B3`."""
    letters = ""
    while column:
        column, at = divmod(column - 1, 26)
        letters = chr(ord("A") + at) + letters
    return f"{letters}{row}"


def _no_value(place: str, shown: str = "") -> ValueError:
    if shown:
        return ValueError(f"the cell {place} shows the error {shown[:20]}; correct its formula")
    return ValueError(f"the formula in the cell {place} has no result; open the file in an office program and save it")


# ---- Office Open XML -------------------------------------------------------------------------------------------------


def _of_office_open(parts: _Parts, wanted: str) -> _Sheet:
    folder, file = posixpath.split(BOOK)
    targets: dict[str, tuple[str, str]] = {}  # the kind and the path of what the workbook refers to
    for _, link in parts.elements(f"{folder}/_rels/{file}.rels", "Relationship"):
        path = posixpath.normpath(posixpath.join(f"/{folder}", link.get("Target", "")))
        targets[link.get("Id", "")] = link.get("Type", "").rpartition("/")[2], path.lstrip("/")
    sheets: dict[str, str] = {}
    start = datetime(1899, 12, 30)
    for name, element in parts.elements(BOOK, "sheet", "workbookPr"):
        if name == "workbookPr":
            start = datetime(1904, 1, 1) if element.get("date1904") in ("1", "true") else start
            continue
        link_id = next((value for key, value in element.attrib.items() if str(key).endswith("}id")), "")
        kind, path = targets.get(str(link_id), ("", ""))
        if kind == "worksheet":
            sheets[element.get("name", "")] = path
    _check_name(wanted, list(sheets))
    if not parts.has(path := sheets[wanted or next(iter(sheets))]):
        raise ValueError(f"it is not a spreadsheet: it has no part {path}")
    return _office_open_sheet(parts, path, _strings(parts, dict(targets.values())), _date_styles(parts), start)


def _strings(parts: _Parts, paths: dict[str, str]) -> list[str]:
    """The texts that cells refer to."""
    return [_runs(one) for _, one in parts.elements(paths.get("sharedStrings", "xl/sharedStrings.xml"), "si")]


def _runs(element: etree._Element) -> str:
    """The text of a cell, without its phonetic guide."""
    runs = (one for one in element.iter("{*}t") if not str(one.getparent().tag).endswith("}rPh"))
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), "".join(one.text or "" for one in runs))


def _date_styles(parts: _Parts) -> set[int]:
    """The numbers of the styles in which numbers are dates."""
    formats, styles = set(_DATES), set[int]()
    for name, element in parts.elements("xl/styles.xml", "numFmt", "cellXfs"):
        if name == "numFmt" and _DATE.search(_BRACKETS.sub("", element.get("formatCode", "")).lower()):
            formats.add(_count(element.get("numFmtId", "")))
        elif name == "cellXfs":
            found = (one.get("numFmtId", "0") for one in element)
            styles |= {at for at, one in enumerate(found) if _count(one) in formats}
    return styles


def _office_open_sheet(parts: _Parts, path: str, strings: list[str], dates: set[int], start: datetime) -> _Sheet:
    sheet = _Sheet()
    above = left = 0
    for name, element in parts.elements(path, "c", "row"):
        own = element if name == "row" else element.getparent()
        row = _count(own.get("r", str(above + 1)))
        if name == "row":
            above, left = row, 0
            continue
        found = _PLACE.fullmatch(element.get("r", ""))
        if found is None and "r" in element.attrib:
            raise ValueError(f"it is not a spreadsheet: `{element.get('r')[:20]}` is not the reference of a cell")
        left = _column(found[1]) if found else left + 1
        sheet.put(row, left, _office_open_value(element, _place(row, left), strings, dates, start))
    return sheet


def _office_open_value(cell: etree._Element, place: str, strings: list[str], dates: set[int], start: datetime) -> str:
    value = cell.findtext("{*}v", "").strip()
    match cell.get("t", "n"):
        case "inlineStr":
            return _plain(_runs(cell))
        case "s":
            at = _count(value)
            if at >= len(strings):
                raise ValueError(f"it is not a spreadsheet: the cell {place} refers to a text that does not exist")
            return _plain(strings[at])
        case "b":
            return _truth(value in ("1", "true"))
        case "e":
            raise _no_value(place, value or "#")
        case "n" if not value:
            if cell.find("{*}f") is not None:
                raise _no_value(place)
            return ""
        case "n":
            number = _number(value, place)
            is_date = dates and _count(cell.get("s", "0")) in dates
            return _date(number, start) if is_date else number
        case _:
            return _plain(_ESCAPED.sub(lambda found: chr(int(found[1], 16)), value))


def _date(number: str, start: datetime) -> str:
    """The date, or date and time, that many days after the start; the number itself if there is no such date."""
    days = float(number)
    try:
        found = start + timedelta(days=days)
    except OverflowError:
        return number
    return str(found.date()) if days.is_integer() else f"{found:%Y-%m-%d %H:%M:%S}"


def _column(letters: str) -> int:
    """The number of a column, such as 28 for `AB`."""
    found = 0
    for letter in letters.upper():
        found = 26 * found + ord(letter) - ord("A") + 1
    return found


# ---- OpenDocument ----------------------------------------------------------------------------------------------------


def _of_open_document(parts: _Parts, wanted: str) -> _Sheet:
    names: list[str] = []
    sheets: dict[str, _Sheet] = {}  # the one that is wanted
    cells: list[tuple[int, int, str]] = []  # of a row: the column, how often it is repeated, the text
    above = left = 0
    for name, element in parts.elements(CONTENT, "table", "table-row", "table-cell", "covered-table-cell"):
        parent = element.getparent()
        if name == "table":
            names.append(element.get(f"{TABLE}name", ""))
            above = left = 0
        elif name == "table-row":
            down = _count(element.get(f"{TABLE}number-rows-repeated", "1"))
            table = next(element.iterancestors(f"{TABLE}table"), element).get(f"{TABLE}name", "")
            if wanted == table or not (wanted or names):
                sheet = sheets.setdefault(table, _Sheet())
                for column, across, text in cells:
                    sheet.put(above + 1, column, text, down, across)
            above, left = above + down, 0
            cells.clear()
        elif parent is not None and parent.tag == f"{TABLE}table-row":
            across = _count(element.get(f"{TABLE}number-columns-repeated", "1"))
            if text := _open_document_value(element, _place(above + 1, left + 1)):
                cells.append((left + 1, across, text))
            left += across
    _check_name(wanted, names)
    return sheets.get(wanted or names[0], _Sheet())


def _open_document_value(cell: etree._Element, place: str) -> str:
    if cell.get(f"{CALC}value-type") == "error":
        raise _no_value(place, _paragraphs(cell) or "#")
    match cell.get(f"{OFFICE}value-type"):
        case None:
            return ""
        case "string":
            return _plain(cell.get(f"{OFFICE}string-value") or _paragraphs(cell))
        case "boolean":
            return _truth(cell.get(f"{OFFICE}boolean-value") == "true")
        case "date" | "time" as kind:
            return _plain(cell.get(f"{OFFICE}{kind}-value", ""))
        case _:
            return _number(cell.get(f"{OFFICE}value", ""), place)


def _paragraphs(cell: etree._Element) -> str:
    return "\n".join("".join(_letters(one)) for one in cell.iterchildren(f"{TEXT}p"))


def _letters(element: etree._Element) -> Iterator[str]:
    """The text within an element, with its blanks, and without notes."""
    yield element.text or ""
    for inner in element:
        match str(inner.tag):
            case tag if tag == f"{TEXT}s":
                yield " "
            case tag if tag in (f"{TEXT}tab", f"{TEXT}line-break"):
                yield "\n"
            case tag if not tag.endswith(("}annotation", "}note", "}ruby-text")):
                yield from _letters(inner)
            case _:
                pass
        yield inner.tail or ""
