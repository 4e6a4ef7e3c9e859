"""Reader of table files: CSV as it is, and sheets of spreadsheets as CSV."""

from __future__ import annotations

from pathlib import Path

from ..diagnostics import Diagnostics
from ..disk import SPREADSHEETS, read_bytes
from ..files import NO_MEMORY, Memory, checked, read_source, report_unread
from ..source import SourceFile, Span, source_file

SHEET = "#"  # before the name of a sheet of a spreadsheet


def is_spreadsheet(name: str) -> bool:
    """True if the name is one of a spreadsheet, perhaps with a sheet: `orders.xlsx#Summer`."""
    return name.partition(SHEET)[0].endswith(SPREADSHEETS)


def read_table(
    path: Path, name: str, diagnostics: Diagnostics, cited: Span, memory: Memory = NO_MEMORY, local: str = ""
) -> SourceFile | None:
    """The text of a table of cards; None after E0151, E0152, E0160 or E0161.

    Args:
        path: where the file is, without links.
        name: its name in messages. That of a spreadsheet may end in `#` and the name of a sheet.
        diagnostics: gets the messages.
        cited: where the table is named.
        memory: texts of files that are not read from the disk; not of spreadsheets.
        local: the path in the game's folder.
    """
    if not is_spreadsheet(name):
        return read_source(path, name, diagnostics, cited, memory, local)
    from .spreadsheets import sheet_text  # slow to import, and most games have none

    file, _, sheet = name.partition(SHEET)
    try:
        text = sheet_text(read_bytes(path, linked=False), sheet)
    except OSError as error:
        report_unread(file, error, cited, diagnostics)
    except ValueError as error:
        diagnostics.report("E0160", cited, f"the file `{file}` cannot be read: {error}")
    else:
        return checked(source_file(name, text, local), diagnostics)
    return None
