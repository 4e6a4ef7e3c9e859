"""Reader of the sheet files of the package and of a game's `print/sheets`."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any

from regelwerk_dsl.data.yaml import Yaml, load_schema, read_yaml
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.files import read_folder
from regelwerk_dsl.source import SourceFile

from .sheet import NEARLY, Backs, Flip, Sheet, Size

FOLDER = "print/sheets"  # in a game's folder
SUFFIX = ".yaml"


def bundled_sheets() -> dict[str, Sheet]:
    """The sheets of the package by name, in the order of their names."""
    diagnostics = Diagnostics()
    found: dict[str, Sheet] = {}
    for path in sorted(files(__package__).iterdir(), key=lambda path: path.name):
        if path.name.endswith(SUFFIX):
            source = SourceFile(f"sheets/{path.name}", path.read_text(encoding="utf-8"))
            sheet = read_sheet(source, diagnostics)
            assert sheet is not None, diagnostics.sorted()
            found[sheet.name] = sheet
    return found


def load_sheets(folder: Path, shown: str, diagnostics: Diagnostics) -> dict[str, Sheet]:
    """The sheets on offer to a game by name: its own first, then those of the package that have other names.

    Args:
        folder: the game's folder.
        shown: how messages call it.
        diagnostics: gets E0151 to E0158 and E1020.
    """
    found = (read_sheet(source, diagnostics) for source in read_folder(folder, FOLDER, SUFFIX, shown, diagnostics))
    own = {sheet.name: sheet for sheet in found if sheet is not None}
    return own | {name: sheet for name, sheet in bundled_sheets().items() if name not in own}


def read_sheet(source: SourceFile, diagnostics: Diagnostics) -> Sheet | None:
    """The sheet of a file, which is named like it; None after E0153 to E0158, or E1020 where cards leave the paper."""
    found = read_yaml(source, load_schema("sheet"), diagnostics)
    if found is None:
        return None
    values: dict[str, Any] = {}
    for key, value in found.data.items():
        match key:
            case "paper" | "card":
                values[key] = Size(value["width"], value["height"])
            case "at" | "gap":
                values[key] = value["x"], value["y"]
            case "fit":
                values["shrinks"] = value == "shrink"
            case "marks":
                values[key] = value == "edge"
            case "backs":
                values[key] = Backs(value)
            case "flip":
                values[key] = Flip(value)
            case _:
                values[key] = value
    name = source.name.replace("\\", "/").rsplit("/", 1)[-1].removesuffix(SUFFIX)
    sheet = Sheet(name, span=found.span("title"), **values)
    return sheet if _is_possible(sheet, found, diagnostics) else None


def _is_possible(sheet: Sheet, found: Yaml, diagnostics: Diagnostics) -> bool:
    """Whether the cards that the sheet names lie on its paper. What it leaves open is decided when cards come."""
    before = len(diagnostics)
    if sheet.paper is None:
        for key in ("columns", "rows", "at", "gap"):
            if key in found.data:
                diagnostics.report(
                    "E1020",
                    found.keys[(key,)],
                    f"`{key}` needs a paper on which cards lie",
                    help="name the `paper`, or leave this out: without paper each face is a page of its own",
                )
        if sheet.backs is Backs.FOLD:
            diagnostics.report("E1020", found.span("backs"), "a fold needs a paper", help="name the `paper`")
        return len(diagnostics) == before
    for axis, (key, side) in enumerate((("columns", "width"), ("rows", "height"))):
        count = getattr(sheet, key) or 1
        length = getattr(sheet.card, side) if sheet.card is not None else 0.0
        room = getattr(sheet.room, side)
        needed = count * length + (count - 1) * sheet.gap[axis]
        if needed > room + NEARLY:
            cards = "card takes" if count == 1 else "cards take"
            diagnostics.report(
                "E1020",
                found.span(key) if key in found.data else found.span("card", side),
                f"{count} {cards} {needed:g} mm, and the paper has room for {room:g} mm",
                help=f"fewer {key}, smaller cards, or a smaller `{'margin' if sheet.at is None else 'at'}`",
            )
    return len(diagnostics) == before
