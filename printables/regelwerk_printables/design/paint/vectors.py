"""An SVG file goes in; its size and its filled and stroked outlines come out, read by svglib."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path as FilePath
from typing import Any

from ...drawing.drawing import MM_PER_PT, Color, Mm, Path, Pen

Matrix = tuple[float, float, float, float, float, float]
_COUNTS = {0: 2, 1: 2, 2: 6, 3: 0}
_SIGNS = {0: "M", 1: "L", 2: "C", 3: "Z"}


def read_svg(path: FilePath) -> tuple[tuple[float, float], tuple[Path, ...]]:
    """Width, height (millimetres) and outlines of a drawing; text and pictures within it are not taken over.

    Raises:
        ValueError: it is no SVG drawing, or an empty one.
    """
    from svglib.svglib import svg2rlg

    try:
        drawing = svg2rlg(str(path))
    except Exception as error:  # the library lets whatever goes wrong through
        raise ValueError(str(error) or type(error).__name__) from None
    if drawing is None or not drawing.width or not drawing.height:
        raise ValueError("it is no SVG drawing with a size")
    height = float(drawing.height)
    base: Matrix = (MM_PER_PT, 0, 0, -MM_PER_PT, 0, height * MM_PER_PT)
    found = tuple(_outlines(drawing, base))
    if not found:
        raise ValueError("it holds no outlines")
    return (float(drawing.width) * MM_PER_PT, height * MM_PER_PT), found


def _outlines(node: Any, outer: Matrix) -> Iterator[Path]:
    matrix = _times(getattr(node, "transform", None) or (1, 0, 0, 1, 0, 0), outer)
    for child in getattr(node, "contents", ()):
        if hasattr(child, "contents"):
            yield from _outlines(child, matrix)
            continue
        commands = _commands(child, matrix)
        fill, pen = _color(getattr(child, "fillColor", None)), _pen(child, matrix)
        if commands and (fill or pen):
            yield Path(commands, fill, pen)


def _commands(shape: Any, matrix: Matrix) -> tuple[tuple[str, tuple[float, ...]], ...]:
    if type(shape).__name__ in ("String", "Image"):
        return ()
    steps: list[tuple[str, list[float]]] = []
    if hasattr(shape, "operators"):
        points = iter(shape.points)
        steps = [(_SIGNS[op], [float(next(points)) for _ in range(_COUNTS[op])]) for op in shape.operators]
    elif hasattr(shape, "points"):
        pairs = list(zip(shape.points[::2], shape.points[1::2], strict=True))
        steps = [("M" if not at else "L", list(map(float, pair))) for at, pair in enumerate(pairs)]
        if type(shape).__name__ == "Polygon":
            steps.append(("Z", []))
    else:
        steps = list(_basic(shape))
    return tuple((sign, _moved(matrix, values)) for sign, values in steps)


def _basic(shape: Any) -> Iterator[tuple[str, list[float]]]:
    """Rectangles, lines, circles and ellipses."""
    if hasattr(shape, "x1"):
        yield "M", [shape.x1, shape.y1]
        yield "L", [shape.x2, shape.y2]
    elif hasattr(shape, "cx"):
        rx, ry = getattr(shape, "rx", None) or shape.r, getattr(shape, "ry", None) or shape.r
        kx, ky = rx * 0.5522847498, ry * 0.5522847498
        x, y = shape.cx, shape.cy
        yield "M", [x + rx, y]
        yield "C", [x + rx, y + ky, x + kx, y + ry, x, y + ry]
        yield "C", [x - kx, y + ry, x - rx, y + ky, x - rx, y]
        yield "C", [x - rx, y - ky, x - kx, y - ry, x, y - ry]
        yield "C", [x + kx, y - ry, x + rx, y - ky, x + rx, y]
        yield "Z", []
    elif hasattr(shape, "width"):
        x, y, w, h = shape.x, shape.y, shape.width, shape.height
        yield from (("M", [x, y]), ("L", [x + w, y]), ("L", [x + w, y + h]), ("L", [x, y + h]), ("Z", []))


def _color(color: Any) -> Color | None:
    return Color(float(color.red), float(color.green), float(color.blue)) if hasattr(color, "red") else None


def _pen(shape: Any, matrix: Matrix) -> Pen | None:
    color = _color(getattr(shape, "strokeColor", None))
    width = float(getattr(shape, "strokeWidth", 0) or 0)
    scale = abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) ** 0.5
    return Pen(color, Mm(width * scale)) if color and width else None


def _moved(matrix: Matrix, values: list[float]) -> tuple[float, ...]:
    a, b, c, d, e, f = matrix
    found: list[float] = []
    for x, y in zip(values[::2], values[1::2], strict=True):
        found += [a * x + c * y + e, b * x + d * y + f]
    return tuple(found)


def _times(inner: Any, outer: Matrix) -> Matrix:
    a, b, c, d, e, f = inner
    g, h, i, j, k, m = outer
    return (a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m)
