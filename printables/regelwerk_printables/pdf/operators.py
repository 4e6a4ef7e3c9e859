"""Drawings go in, the PDF's drawing operators come out, in millimetres with the y axis down.

Knows the language of pages, not the file around it: what needs an entry in the file (a font, an image, a form, an
element of the structure) is asked of a `Store`. Text stands under the innermost `Tagged` around it; whatever stands
under none is an artifact, so readers aloud skip it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import cos, radians, sin
from typing import Any, Protocol

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

_ROUND = 0.5522847498  # how far the handles of a quarter circle stand off, as a share of its radius
_PATH_SIGNS = {"M": "m", "L": "l", "C": "c"}
Matrix = tuple[float, float, float, float, float, float]


class Store(Protocol):
    """The file that a page is written into."""

    def text_code(self, text: str, font: str, size: str, language: str) -> str: ...
    def image_code(self, path: str) -> str: ...
    def form_name(self, form: Form) -> str: ...
    def begin_element(self, tagged: Tagged) -> None: ...
    def end_element(self) -> None: ...
    def marked_content(self) -> str: ...
    def add_anchor(self, name: str, y: float) -> None: ...
    def add_link(self, target: str, corners: Sequence[tuple[float, float]]) -> None: ...


def number(value: float) -> str:
    """A length as PDF writes it, to a ten-thousandth."""
    return f"{round(value, 4):g}"


class CodeWriter:
    """Writes the operators of one page or form."""

    def __init__(self, store: Store, *, tagged: bool) -> None:
        """`tagged` is false within forms, whose content has no part in the structure."""
        self.code: list[str] = []
        self._store = store
        self._tagged = tagged
        self._depth = 0  # how many structure elements are open
        self._marked = not tagged  # whether what is written now lies within marked content
        self._fill: Color | None = None
        self._pen: Pen | None = None
        self._matrix: Matrix = (1, 0, 0, 1, 0, 0)
        self._sizes: dict[float, str] = {}

    def page(self, page: Page) -> str:
        """The operators of a whole page."""
        scale = 1 / MM_PER_PT
        self.code.append(f"{scale:.8f} 0 0 {-scale:.8f} 0 {page.height * scale:.4f} cm")
        self.items(page.items)
        self._leave_marked()
        return "\n".join(self.code)

    def items(self, items: Iterable[Item]) -> None:
        for item in items:
            _WRITERS[type(item)](self, item)

    # ---- structure ---------------------------------------------------------------------------------------------------

    def _enter_marked(self) -> None:
        if not self._marked:
            self.code.append(self._store.marked_content() if self._depth else "/Artifact BMC")
            self._marked = True

    def _leave_marked(self) -> None:
        if self._marked and self._tagged:
            self.code.append("EMC")
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
        self._store.begin_element(item)
        self._depth += 1
        self.items(item.items)
        self._leave_marked()
        self._depth -= 1
        self._store.end_element()

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
        self.code.append(f"q {numbers} cm")
        if item.clip is not None:
            self.code.append(f"{_box(item.clip)} re W n")
        self._matrix = _times(move, matrix)
        self.items(item.items)
        self._leave_marked()
        self.code.append("Q")
        self._fill, self._pen, self._matrix = fill, pen, matrix

    def _set_fill(self, color: Color) -> None:
        if color != self._fill:
            self._fill = color
            self.code.append(f"{_color(color)} rg")

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
            self.code.append(f"{_color(pen.color)} RG {number(pen.width)} w [{dash}] 0 d")
        return "S" if fill is None else "B"

    # ---- shapes ------------------------------------------------------------------------------------------------------

    def _rect(self, item: Rect) -> None:
        paint = self._paint(item.fill, item.pen)
        self.code.append(f"{_round_rect(item.box, item.radius) if item.radius else _box(item.box) + ' re'} {paint}")

    def _ellipse(self, item: Ellipse) -> None:
        paint = self._paint(item.fill, item.pen)
        self.code.append(f"{_oval(item.box, item.box.width / 2, item.box.height / 2)} {paint}")

    def _path(self, item: Path) -> None:
        paint = self._paint(item.fill, item.pen)
        parts: list[str] = []
        for sign, values in item.commands:
            if sign == "Z":
                parts.append("h")
                continue
            parts += map(number, values)
            parts.append(_PATH_SIGNS[sign])
        self.code.append(f"{' '.join(parts)} {paint}")

    def _glyphs(self, item: Glyphs) -> None:
        if not self._marked:
            self._enter_marked()
        if item.fill is not self._fill:
            self._set_fill(item.fill)
        size = self._sizes.get(item.size)
        if size is None:
            size = self._sizes[item.size] = number(item.size * MM_PER_PT)
        shown = self._store.text_code(item.text, item.font, size, item.language)
        if item.spacing:
            shown = f"{number(item.spacing * MM_PER_PT)} Tc {shown} 0 Tc"
        self.code.append(f"BT 1 0 0 -1 {item.x:.3f} {item.y:.3f} Tm {shown} ET")

    def _image(self, item: Image) -> None:
        self._enter_marked()
        box = item.box
        bottom = number(box.y + box.height)
        unit = f"{number(box.width)} 0 0 {number(-box.height)} {number(box.x)} {bottom} cm"
        self.code.append(f"q {unit} {self._store.image_code(item.path)} Q")

    def _form(self, item: Form) -> None:
        self._enter_marked()
        self.code.append(f"/{self._store.form_name(item)} Do")

    # ---- places ------------------------------------------------------------------------------------------------------

    def _anchor(self, item: Anchor) -> None:
        self._store.add_anchor(item.name, _apply(self._matrix, 0, item.y)[1])

    def _link(self, item: Link) -> None:
        box = item.box
        corners = [(x, y) for x in (box.x, box.x + box.width) for y in (box.y, box.y + box.height)]
        self._store.add_link(item.target, [_apply(self._matrix, x, y) for x, y in corners])


# not in each writer: it would refer to itself, and whole pages of code would wait for the collector
_WRITERS: dict[type, Callable[[CodeWriter, Any], None]] = {
    Rect: CodeWriter._rect,
    Path: CodeWriter._path,
    Ellipse: CodeWriter._ellipse,
    Glyphs: CodeWriter._glyphs,
    Image: CodeWriter._image,
    Group: CodeWriter._group,
    Tagged: CodeWriter._element,
    Form: CodeWriter._form,
    Anchor: CodeWriter._anchor,
    Link: CodeWriter._link,
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
