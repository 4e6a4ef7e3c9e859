"""PDF operators of drawings, in millimetres with the y axis pointing down.

Text belongs to the innermost `Tagged` around it. What is within none is an artifact, which screen readers skip.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from math import cos, radians, sin
from typing import Any

from reportlab.lib.utils import ImageReader  # type: ignore[import-untyped]
from reportlab.pdfgen.canvas import Canvas  # type: ignore[import-untyped]

from ..drawing.drawing import (
    MM_PER_PT,
    Anchor,
    Box,
    Color,
    Ellipse,
    Form,
    Glyphs,
    Group,
    Image,
    Item,
    Link,
    Page,
    Path,
    Pen,
    Rect,
    Tagged,
)
from ..drawing.upright import upright
from .places import Places
from .tags import StructureTree
from .text_codes import TextCodes

_ROUND = 0.5522847498  # distance of the handles of a quarter circle, as a share of its radius
_PATH_SIGNS = {"M": "m", "L": "l", "C": "c"}
Matrix = tuple[float, float, float, float, float, float]


@dataclass(slots=True)
class FileState:
    """What all pages of a file share."""

    canvas: Canvas
    tree: StructureTree
    places: Places
    codes: dict[str, TextCodes] = field(default_factory=dict)  # by the name of the font
    forms: dict[str, str] = field(default_factory=dict)  # the name in the file by the key of the form
    pictures: dict[str, str | ImageReader] = field(default_factory=dict)  # the path, or the picture turned upright


@lru_cache(1_000)
def number(value: float) -> str:
    """A length as PDF writes it, to a ten-thousandth."""
    return f"{round(value, 4):g}"


class ContentWriter:
    """Writes the operators of a page, or of a form within it, to the canvas."""

    def __init__(self, file: FileState, page_height: float, *, tagged: bool = True) -> None:
        """`tagged` is false within forms, whose content has no part in the structure."""
        self._file = file
        self._write = file.canvas.addLiteral
        self._page_height = page_height
        self._tagged = tagged
        self._depth = 0  # how many structure elements are open
        self._marked = not tagged  # whether what is written now is within marked content
        self._fill: Color | None = None
        self._pen: Pen | None = None
        self._matrix: Matrix = (1, 0, 0, 1, 0, 0)

    def page(self, page: Page) -> None:
        scale = 1 / MM_PER_PT
        self._write(f"{scale:.8f} 0 0 {-scale:.8f} 0 {page.height * scale:.4f} cm")
        self.items(page.items)
        self._leave_marked()

    def items(self, items: Iterable[Item]) -> None:
        for item in items:
            _WRITERS[type(item)](self, item)

    # ---- structure ---------------------------------------------------------------------------------------------------

    def _enter_marked(self) -> None:
        if not self._marked:
            self._write(self._file.tree.mark() if self._depth else "/Artifact BMC")
            self._marked = True

    def _leave_marked(self) -> None:
        if self._marked and self._tagged:
            self._write("EMC")
            self._marked = False

    def _element(self, item: Tagged) -> None:
        if not self._tagged:
            self.items(item.items)
            return
        self._leave_marked()
        if item.role == "Artifact":
            depth, self._depth = self._depth, 0
            self.items(item.items)
            self._leave_marked()
            self._depth = depth
            return
        self._file.tree.begin(item.role, item.language, item.alt)
        self._depth += 1
        self.items(item.items)
        self._leave_marked()
        self._depth -= 1
        self._file.tree.end()

    # ---- state -------------------------------------------------------------------------------------------------------

    def _group(self, item: Group) -> None:
        self._leave_marked()
        fill, pen, matrix = self._fill, self._pen, self._matrix
        scale = item.scale
        if item.angle:
            c, s = cos(radians(item.angle)) * scale, sin(radians(item.angle)) * scale
            move: Matrix = (c, s, -s, c, item.dx, item.dy)
        else:
            move = (scale, 0, 0, scale, item.dx, item.dy)
        numbers = " ".join([*(f"{part:.7f}" for part in move[:4]), number(item.dx), number(item.dy)])
        self._write(f"q {numbers} cm")
        if item.clip is not None:
            self._write(f"{_box(item.clip)} re W n")
        self._matrix = _times(move, matrix)
        self.items(item.items)
        self._leave_marked()
        self._write("Q")
        self._fill, self._pen, self._matrix = fill, pen, matrix

    def _set_fill(self, color: Color) -> None:
        if color != self._fill:
            self._fill = color
            self._write(f"{_color(color)} rg")

    def _paint(self, fill: Color | None, pen: Pen | None) -> str:
        """Sets colours and lines, and returns the operator that paints a path so."""
        self._enter_marked()
        if fill is not None:
            self._set_fill(fill)
        if pen is None:
            return "n" if fill is None else "f"
        if pen != self._pen:
            self._pen = pen
            dash = " ".join(map(number, pen.dash))
            self._write(f"{_color(pen.color)} RG {number(pen.width)} w [{dash}] 0 d")
        return "S" if fill is None else "B"

    # ---- shapes ------------------------------------------------------------------------------------------------------

    def _rect(self, item: Rect) -> None:
        paint = self._paint(item.fill, item.pen)
        self._write(f"{_round_rect(item.box, item.radius) if item.radius else _box(item.box) + ' re'} {paint}")

    def _ellipse(self, item: Ellipse) -> None:
        paint = self._paint(item.fill, item.pen)
        self._write(f"{_oval(item.box, item.box.width / 2, item.box.height / 2)} {paint}")

    def _path(self, item: Path) -> None:
        paint = self._paint(item.fill, item.pen)
        parts: list[str] = []
        for sign, values in item.commands:
            if sign == "Z":
                parts.append("h")
                continue
            parts += map(number, values)
            parts.append(_PATH_SIGNS[sign])
        self._write(f"{' '.join(parts)} {paint}")

    def _glyphs(self, item: Glyphs) -> None:
        self._enter_marked()
        self._set_fill(item.fill)
        codes = self._file.codes.get(item.font)
        if codes is None:
            codes = self._file.codes[item.font] = TextCodes(item.font, self._file.canvas)
        size = number(item.size * MM_PER_PT)
        shown = " ".join([f"{name} {size} Tf <{code}> Tj" for name, code in codes.runs(item.text)])
        if item.language and item.language != self._file.tree.language:
            shown = f"/Span <</Lang ({item.language})>> BDC {shown} EMC"
        if item.spacing:
            shown = f"{number(item.spacing * MM_PER_PT)} Tc {shown} 0 Tc"
        self._write(f"BT 1 0 0 -1 {item.x:.3f} {item.y:.3f} Tm {shown} ET")

    def _image(self, item: Image) -> None:
        self._enter_marked()
        pictures, box = self._file.pictures, item.box
        if item.path not in pictures:
            turned = upright(item.path)
            pictures[item.path] = item.path if turned is None else ImageReader(turned)
        size, place = (box.width, -box.height), (box.x, box.y + box.height)
        self._write(f"q {number(size[0])} 0 0 {number(size[1])} {' '.join(map(number, place))} cm")
        self._file.canvas.drawImage(pictures[item.path], 0, 0, 1, 1, mask="auto")
        self._write("Q")

    def _form(self, item: Form) -> None:
        self._enter_marked()
        canvas, forms = self._file.canvas, self._file.forms
        if item.key not in forms:
            forms[item.key] = f"f{len(forms) + 1}"
            canvas.beginForm(forms[item.key], 0, 0, item.width, item.height)
            ContentWriter(self._file, self._page_height, tagged=False).items(item.items)
            canvas.endForm()
        canvas.doForm(forms[item.key])

    # ---- places ------------------------------------------------------------------------------------------------------

    def _anchor(self, item: Anchor) -> None:
        ((_, y),) = self._points((0, item.y))
        self._file.places.add_anchor(item.name, self._page_index(), y)

    def _link(self, item: Link) -> None:
        box = item.box
        corners = self._points(*((x, y) for x in (box.x, box.x + box.width) for y in (box.y, box.y + box.height)))
        xs, ys = zip(*corners, strict=True)
        self._file.tree.link(len(self._file.places.links))
        self._file.places.links.append((self._page_index(), [min(xs), min(ys), max(xs), max(ys)], item.target))

    def _page_index(self) -> int:
        return int(self._file.canvas.getPageNumber()) - 1

    def _points(self, *places: tuple[float, float]) -> list[tuple[float, float]]:
        """Places of the current group in points from the page's lower left corner."""
        moved = [_apply(self._matrix, x, y) for x, y in places]
        return [(x / MM_PER_PT, (self._page_height - y) / MM_PER_PT) for x, y in moved]


_WRITERS: dict[type, Callable[[ContentWriter, Any], None]] = {
    Rect: ContentWriter._rect,
    Path: ContentWriter._path,
    Ellipse: ContentWriter._ellipse,
    Glyphs: ContentWriter._glyphs,
    Image: ContentWriter._image,
    Group: ContentWriter._group,
    Tagged: ContentWriter._element,
    Form: ContentWriter._form,
    Anchor: ContentWriter._anchor,
    Link: ContentWriter._link,
}


def _color(color: Color) -> str:
    return f"{color.red:.4g} {color.green:.4g} {color.blue:.4g}"


def _box(box: Box) -> str:
    return f"{number(box.x)} {number(box.y)} {number(box.width)} {number(box.height)}"


def _round_rect(box: Box, radius: float) -> str:
    radius = min(radius, box.width / 2, box.height / 2)
    return _oval(box, radius, radius)


def _oval(box: Box, rx: float, ry: float) -> str:
    """A rectangle with quarter ellipses for corners; nothing but these when the radii are half its sides."""
    left, top, right, bottom = box.x, box.y, box.x + box.width, box.y + box.height
    kx, ky = rx * (1 - _ROUND), ry * (1 - _ROUND)
    steps: tuple[tuple[tuple[float, ...], str], ...] = (
        ((left + rx, top), "m"),
        ((right - rx, top), "l"),
        ((right - kx, top, right, top + ky, right, top + ry), "c"),
        ((right, bottom - ry), "l"),
        ((right, bottom - ky, right - kx, bottom, right - rx, bottom), "c"),
        ((left + rx, bottom), "l"),
        ((left + kx, bottom, left, bottom - ky, left, bottom - ry), "c"),
        ((left, top + ry), "l"),
        ((left, top + ky, left + kx, top, left + rx, top), "c"),
    )
    return " ".join(f"{' '.join(map(number, values))} {sign}" for values, sign in steps) + " h"


def _times(inner: Matrix, outer: Matrix) -> Matrix:
    a, b, c, d, e, f = inner
    g, h, i, j, k, m = outer
    return (a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m)


def _apply(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f
