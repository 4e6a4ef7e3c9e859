"""SVG drawings, read by svglib: their size, and their filled and stroked outlines."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from io import BytesIO
from math import isfinite
from pathlib import Path as FilePath
from typing import Any

from fontTools.misc.transform import Transform  # type: ignore[import-untyped]
from fontTools.pens.transformPen import TransformPen  # type: ignore[import-untyped]
from msgspec.structs import astuple, replace
from regelwerk_dsl.disk import read_bytes
from reportlab.graphics import shapes  # type: ignore[import-untyped]
from reportlab.pdfgen.canvas import FILL_EVEN_ODD  # type: ignore[import-untyped]
from reportlab.pdfgen.pdfgeom import bezierArc  # type: ignore[import-untyped]
from svglib.svglib import SvgRenderer

from ...drawing.drawing import MM_PER_PT, Color, Commands, Mm, Path, Pen
from ...drawing.outlines import OutlinePen
from .svg_source import svg_tree

MAX_SVG = 5_000_000  # bytes
BYTES = 100  # take as long to read as a level to draw
SMALLEST, LARGEST = 0.01, 100_000  # millimetres of a side


def read_svg(
    path: FilePath, count: Callable[[int], object] = lambda _work: None
) -> tuple[tuple[float, float], tuple[Path, ...]]:
    """Width, height (millimetres) and outlines of a drawing.

    Args:
        path: the file.
        count: called with the amount of work before it is done: parts and levels, and bytes, 100 of which count as one.

    Raises:
        ValueError: it is not an SVG drawing, it is empty, or `svg_tree` refuses it.
        OSError: the file cannot be read.
    """
    data = read_bytes(path, MAX_SVG, linked=False)
    count(len(data) // BYTES)
    root, levels = svg_tree(data)
    count(levels)
    try:
        drawing = SvgRenderer(BytesIO()).render(root)  # without a path, so that it finds no other files
    except Exception as error:  # the library raises arbitrary errors
        raise ValueError(str(error) or type(error).__name__) from None
    if drawing is None:
        raise ValueError("it is not an SVG drawing")
    width, height = float(drawing.width) * MM_PER_PT, float(drawing.height) * MM_PER_PT
    if not all(SMALLEST <= side <= LARGEST for side in (width, height)):
        raise ValueError(f"its width and height are not between {SMALLEST} and {LARGEST:,} mm")
    found = tuple(_outlines(drawing, Transform(MM_PER_PT, 0, 0, -MM_PER_PT, 0, height)))
    if not found:
        raise ValueError("it contains no outlines")
    if not all(map(_is_sound, found)):
        raise ValueError("a number in it is too large, negative, or not a number")
    return (width, height), found


def _is_sound(path: Path) -> bool:
    """True if a path can be drawn: its numbers are finite, and no line has a negative width or length."""
    pen, colors = path.pen, [path.fill, path.pen and path.pen.color]
    lengths = (pen.width, *pen.dash) if pen else ()
    numbers = [*lengths, *(part for color in colors if isinstance(color, Color) for part in astuple(color))]
    numbers += [number for _, values in path.commands for number in values]
    return all(map(isfinite, numbers)) and all(length >= 0 for length in lengths)


def _outlines(group: Any, outer: Transform) -> Iterator[Path]:
    matrix = outer.transform(group.transform)
    for child in group.contents:
        if isinstance(child, shapes.Group):
            yield from _outlines(child, matrix)
        elif isinstance(child, shapes.LineShape):
            commands = _commands(child, matrix)
            fill, pen = _color(getattr(child, "fillColor", None)), _pen(child, matrix)
            if commands and (fill or pen):
                yield Path(commands, fill, pen, getattr(child, "fillMode", None) == FILL_EVEN_ODD)


def _commands(shape: Any, matrix: Transform) -> Commands:
    outline = OutlinePen()
    pen = TransformPen(outline, matrix)
    match shape:
        case shapes.Path():
            points = iter(zip(shape.points[::2], shape.points[1::2], strict=True))
            draw = (pen.moveTo, 1), (pen.lineTo, 1), (pen.curveTo, 3), (pen.closePath, 0)
            for operator in shape.operators:
                step, count = draw[operator]
                step(*(next(points) for _ in range(count)))
        case shapes.Line():
            _polygon(pen, [shape.x1, shape.y1, shape.x2, shape.y2])
        case shapes.PolyLine() | shapes.Polygon():
            _polygon(pen, shape.points, closed=isinstance(shape, shapes.Polygon))
        case shapes.Rect():
            x, y, right, top = shape.x, shape.y, shape.x + shape.width, shape.y + shape.height
            if shape.rx and shape.ry:
                _rounded(pen, x, y, right, top, min(shape.rx, shape.width / 2), min(shape.ry, shape.height / 2))
            else:
                _polygon(pen, [x, y, right, y, right, top, x, top], closed=True)
        case shapes.Circle() | shapes.Ellipse():
            rx, ry = (shape.r, shape.r) if isinstance(shape, shapes.Circle) else (shape.rx, shape.ry)
            _rounded(pen, shape.cx - rx, shape.cy - ry, shape.cx + rx, shape.cy + ry, rx, ry)
        case _:
            pass
    return tuple(outline.commands)


def _polygon(pen: TransformPen, points: list[float], closed: bool = False) -> None:
    start, *others = zip(points[::2], points[1::2], strict=True)
    pen.moveTo(start)
    for point in others:
        pen.lineTo(point)
    if closed:
        pen.closePath()


def _rounded(pen: TransformPen, x: float, y: float, right: float, top: float, rx: float, ry: float) -> None:
    """A rectangle whose corners are quarter ellipses; an ellipse if their radii are half its sides."""
    wide, high = 2 * rx, 2 * ry
    corners = (right - wide, top - high, 0), (x, top - high, 90), (x, y, 180), (right - wide, y, 270)
    pen.moveTo((right, top - ry))
    for left, low, angle in corners:
        ((start_x, start_y, *points),) = bezierArc(left, low, left + wide, low + high, angle, 90)
        pen.lineTo((start_x, start_y))
        pen.curveTo(*zip(points[::2], points[1::2], strict=True))
    pen.closePath()


def _color(color: Any) -> Color | None:
    if not hasattr(color, "red"):
        return None
    return Color(float(color.red), float(color.green), float(color.blue), float(getattr(color, "alpha", 1)))


def _pen(shape: Any, matrix: Transform) -> Pen | None:
    color, width = _color(shape.strokeColor), float(shape.strokeWidth or 0)
    if color and (opacity := getattr(shape, "strokeOpacity", None)) is not None:
        color = replace(color, alpha=float(opacity))
    scale = abs(matrix.xx * matrix.yy - matrix.xy * matrix.yx) ** 0.5
    if not color or not width:
        return None
    dash = tuple(float(length) * scale for length in shape.strokeDashArray or ())
    return Pen(color, Mm(width * scale), dash, shape.strokeLineCap or 0, shape.strokeLineJoin or 0)
