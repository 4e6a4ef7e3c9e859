"""Sheets: the paper, and the places of cards and backs on it; read from files of the package and of a game.

Lengths are millimetres.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from msgspec import Struct, field
from regelwerk_dsl.data.yaml import Yaml, load_schema, read_yaml
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.files import read_folder
from regelwerk_dsl.source import NO_SPAN, SourceFile, Span

from ..drawing.drawing import Mm

NEARLY = 0.01  # sizes that differ by less are equal
ZERO = Mm(0)
MARGIN = Mm(5)
EDGE = Mm(3)  # the usual bleed, safe area and radius of corners


class Backs(Enum):
    """The position of the backs of a sheet's cards."""

    DUPLEX = "duplex"  # on the next page, the other side of the same paper
    FOLD = "fold"  # on the same page, on the other side of a fold across the middle
    NONE = "none"


class Flip(Enum):
    """The edge of the paper over which a printer turns it for the second side."""

    LONG = "long"
    SHORT = "short"


class Standard(Enum):
    """The version of PDF/X of a file with the inks of a press."""

    X4 = "x-4"
    X1A = "x-1a"  # has no transparency


class Size(Struct, frozen=True):
    """A width and a height."""

    width: Mm
    height: Mm

    def is_near(self, other: Size) -> bool:
        """True if both are the same for a printer."""
        return abs(self.width - other.width) < NEARLY and abs(self.height - other.height) < NEARLY

    def __str__(self) -> str:
        return f"{self.width:g} x {self.height:g} mm"


class Sheet(Struct, frozen=True):
    """The data of a sheet's file.

    Attributes:
        name: its name in commands.
        title: its description.
        paper: its size; None if each face is a page of its own.
        card: the size of a card after cutting; None if cards keep the size of their design.
        shrinks: cards of another size are scaled down and turned until they fit, and are placed edge to edge except for
            the gap, or each in a cell of its own if `at` is given; otherwise they are refused.
        columns, rows: the number of cards on it; 0 for as many as it holds.
        at: the corner of the first card; None to centre the cards.
        gap: the distance between cards, across and down.
        margin: the white margin of a printer at each edge.
        backs, flip: the position of the backs.
        gutter: the distance between fronts and backs at the fold.
        bleed: how far the print extends beyond the edge of a card.
        marks: whether there are crop marks.
        safe: how far inside the edge text stays; for the guides.
        corner: the radius of the corners in a cut file.
        sizes: the sizes of cards that a print shop has, by its names; others are refused, see `shop_faces`.
        boards, parts: the same for boards and parts; others are left out.
        standard: the PDF/X that a print shop takes.
        png: whether the print shop takes a picture of each face, at `dpi`, instead of a PDF.
        ink: the most ink that the print shop allows, in percent of one full ink; 0 for any.
        span: the place of its title in its file.
    """

    name: str
    title: str
    paper: Size | None = None
    card: Size | None = None
    shrinks: bool = False
    columns: int = 0
    rows: int = 0
    at: tuple[Mm, Mm] | None = None
    gap: tuple[Mm, Mm] = (ZERO, ZERO)
    margin: Mm = MARGIN
    backs: Backs = Backs.DUPLEX
    flip: Flip = Flip.LONG
    gutter: Mm = ZERO
    bleed: Mm = EDGE
    marks: bool = True
    safe: Mm = EDGE
    corner: Mm = EDGE
    sizes: Mapping[str, Size] = field(default_factory=dict)
    boards: Mapping[str, Size] = field(default_factory=dict)
    parts: Mapping[str, Size] = field(default_factory=dict)
    standard: Standard = Standard.X4
    png: bool = False
    dpi: int = 300
    ink: int = 0
    span: Span = NO_SPAN

    @property
    def room(self) -> Size:
        """The part of the paper for fronts; empty without paper."""
        if self.paper is None:
            return Size(ZERO, ZERO)
        left, top = self.at or (self.margin, self.margin)
        end = ZERO if self.at is not None else self.margin  # a given place may leave less at the other edge
        below = Mm(self.paper.height / 2 + self.gutter / 2) if self.backs is Backs.FOLD else end
        return Size(Mm(max(self.paper.width - left - end, 0)), Mm(max(self.paper.height - top - below, 0)))


FOLDER = "print/sheets"  # in a game's folder
SUFFIX = ".yaml"


@cache
def bundled_source(name: str) -> SourceFile:
    """The file of a sheet of the package."""
    path = files(__package__) / f"{name}{SUFFIX}"
    return SourceFile(f"sheets/{name}{SUFFIX}", path.read_text(encoding="utf-8"))


@cache
def _bundled(name: str) -> Sheet:
    diagnostics = Diagnostics()
    sheet = read_sheet(bundled_source(name), diagnostics, is_ours=True)
    assert sheet is not None, diagnostics.sorted()
    return sheet


class _Sheets(Mapping[str, Sheet]):
    """The sheets of a game, then those of the package, each read on demand."""

    def __init__(self, own: Mapping[str, Sheet]) -> None:
        there = (path.name for path in files(__package__).iterdir())
        names = sorted(name.removesuffix(SUFFIX) for name in there if name.endswith(SUFFIX))
        self._found: dict[str, Sheet | None] = {**own, **dict.fromkeys(name for name in names if name not in own)}

    def __getitem__(self, name: str) -> Sheet:
        return self._found[name] or _bundled(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)


def bundled_sheets() -> Mapping[str, Sheet]:
    """The sheets of the package by name, sorted by name."""
    return _Sheets({})


def load_sheets(folder: Path, shown: str, diagnostics: Diagnostics) -> Mapping[str, Sheet]:
    """The sheets for a game by name: its own first, then those of the package with other names.

    Args:
        folder: the game's folder.
        shown: its name in messages.
        diagnostics: gets E0151 to E0158 and E1020.
    """
    found = (read_sheet(source, diagnostics) for source in read_folder(folder, FOLDER, SUFFIX, shown, diagnostics))
    own = {sheet.name: sheet for sheet in found if sheet is not None}
    return _Sheets(own)


def read_sheet(source: SourceFile, diagnostics: Diagnostics, *, is_ours: bool = False) -> Sheet | None:
    """The sheet of a file, named like the file; None after E0153 to E0158, or E1020 if cards do not fit the paper.

    For `is_ours` see `read_yaml`.
    """
    found = read_yaml(source, load_schema("sheet"), diagnostics, is_ours=is_ours)
    if found is None:
        return None
    values = {key: _READERS[key](value) if key in _READERS else value for key, value in found.data.items()}
    values["shrinks"] = values.pop("fit", "") == "shrink"
    values["png"] = values.pop("output", "") == "png"
    name = source.name.replace("\\", "/").rsplit("/", 1)[-1].removesuffix(SUFFIX)
    sheet = Sheet(name, span=found.span("title"), **values)
    return sheet if _is_possible(sheet, found, diagnostics) else None


_READERS: dict[str, Callable[[Any], Any]] = {
    "paper": lambda size: Size(size["width"], size["height"]),
    "card": lambda size: Size(size["width"], size["height"]),
    **dict.fromkeys(
        ("sizes", "boards", "parts"),
        lambda sizes: {name: Size(size["width"], size["height"]) for name, size in sizes.items()},
    ),
    "standard": Standard,
    "at": lambda place: (place["x"], place["y"]),
    "gap": lambda place: (place["x"], place["y"]),
    "marks": lambda where: where == "edge",
    "backs": Backs,
    "flip": Flip,
}


def _is_possible(sheet: Sheet, found: Yaml, diagnostics: Diagnostics) -> bool:
    """True if the cards of the sheet fit its paper; reports E1020 otherwise. Open values are checked once there are
    cards.
    """
    before = len(diagnostics)
    if sheet.paper is not None:
        for key in ("sizes", "boards", "parts", "standard", "output", "dpi", "ink"):
            if key in found.data:
                what = f"`{key}` is for print shops, which get each face on a page of its own"
                diagnostics.report("E1020", found.keys[(key,)], what, help="leave out the `paper`")
    if sheet.paper is None:
        help = "give the size of the `paper`, or leave this out: without paper each face is a page of its own"
        for key in ("columns", "rows", "at", "gap"):
            if key in found.data:
                diagnostics.report("E1020", found.keys[(key,)], f"`{key}` needs a `paper`", help=help)
        if sheet.backs is Backs.FOLD:
            diagnostics.report("E1020", found.span("backs"), "a fold needs a `paper`", help=help)
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
