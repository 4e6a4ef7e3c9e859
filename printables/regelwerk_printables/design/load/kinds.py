"""How each kind of element is read: a node of a layout in, the element out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..expressions import LayoutError, compile_expression
from ..model import (
    Column,
    Element,
    EllipseElement,
    GroupElement,
    LinesElement,
    PathElement,
    RectElement,
    RepeatElement,
    ShapeElement,
    TableElement,
    TextElement,
)
from ..paint.pictures import read_picture
from .reading import Node, Reader, needed


def _rect(reader: Reader, node: Node) -> RectElement:
    box, radius, paint = reader.frame(node, "rect"), reader.num(node, "radius"), reader.paint(node)
    return RectElement(box, radius, paint, **reader.base(node, box, radius, paint))


def _ellipse(reader: Reader, node: Node) -> EllipseElement:
    box, paint = reader.frame(node, "ellipse"), reader.paint(node)
    return EllipseElement(box, paint, **reader.base(node, box, paint))


def _lines(reader: Reader, node: Node) -> LinesElement:
    value = node.data["lines"]
    points: Any
    if isinstance(value, str):
        points = compile_expression(value, node.span("lines"))
    else:
        points = tuple(
            tuple(reader.number(part, node.span("lines", at, side)) for side, part in enumerate(point))
            for at, point in enumerate(value)
        )
    paint = reader.paint(node)
    closed, rounded = bool(node.data.get("closed")), bool(node.data.get("round"))
    return LinesElement(points, closed, rounded, paint, **reader.base(node, points, paint))


def _path(reader: Reader, node: Node) -> PathElement:
    from ..paint.svg_paths import parse_outline  # slow to import, and only paths need it

    try:
        commands = parse_outline(str(node.data["path"]))
    except ValueError as error:
        raise LayoutError(f"this is no outline: {error}", node.span("path"), code="E1005") from None
    at, paint = reader.point(node, "at"), reader.paint(node)
    return PathElement(commands, at, paint, **reader.base(node, at, paint))


def _text(reader: Reader, node: Node) -> TextElement:
    words, box, style = reader.words(node, "text"), reader.frame(node, "box"), reader.style(node)
    color, angle, language = reader.ink(node, "color"), reader.num(node, "angle"), reader.expression(node, "language")
    return TextElement(
        words,
        box,
        style,
        str(node.data.get("align", "")),
        node.data.get("valign", "top"),
        color,
        angle,
        str(node.data.get("role", "")),
        language,
        **reader.base(node, words, box, color, angle, language),
    )


def _shape(reader: Reader, node: Node) -> ShapeElement:
    name, box, of = reader.shape(node), reader.frame(node, "box"), reader.expression(node, "of")
    angle, alt = reader.num(node, "angle"), reader.words(node, "alt")
    return ShapeElement(name, box, of, angle, alt, **reader.base(node, box, of, angle, alt))


def _image(reader: Reader, node: Node) -> Element:
    box, alt = reader.frame(node, "box"), reader.words(node, "alt")
    base = reader.base(node, box, alt)
    return read_picture(
        reader.folder, str(node.data["image"]), node.span("image"), box, node.data.get("fit", "contain"), alt, base
    )


def _group(reader: Reader, node: Node) -> GroupElement:
    lets = reader.lets(node)
    elements = reader.elements(node.nodes("group"))
    at, angle, scale = reader.point(node, "at"), reader.num(node, "angle"), reader.num(node, "scale", 1)
    clip = reader.frame(node, "clip") if "clip" in node.data else None
    alt = reader.words(node, "alt")
    piece = reader.frame(node, "piece") if "piece" in node.data else None
    outer = needed((at, angle, scale, clip, alt, piece))
    base = reader.base(node, elements, [value for _, value in lets], bound=[name for name, _ in lets])
    base["names"] |= outer
    return GroupElement(elements, at, angle, scale, clip, lets, alt, piece, **base)


def _repeat(reader: Reader, node: Node) -> RepeatElement:
    binder, lets = reader.binder(node, "repeat"), reader.lets(node)
    elements = reader.elements(node.nodes("draw"))
    at, step = reader.point(node, "at"), reader.point(node, "step")
    columns = reader.num(node, "columns") if "columns" in node.data else None
    bound = [*binder.names, "index", "count", *(name for name, _ in lets)]
    base = reader.base(node, elements, [value for _, value in lets], bound=bound)
    base["names"] |= needed((binder.items, at, step, columns)) - {"count"}
    return RepeatElement(binder, elements, at, step, columns, lets, **base)


def _table(reader: Reader, node: Node) -> TableElement:
    binder, box = reader.binder(node, "table"), reader.frame(node, "box")
    style = reader.style(node)
    columns = tuple(_column(reader, column, style) for column in node.nodes("columns"))
    head = reader.style(node, "head", style)
    gap, bands = reader.num(node, "gap", 0.8), reader.ink(node, "bands")
    line, pen = reader.ink(node, "line"), reader.num(node, "pen", 0.2)
    base = reader.base(node, [(c.width, c.words, c.language) for c in columns], bound=[*binder.names, "index"])
    base["names"] |= needed((binder.items, box, gap, bands, line, pen, [column.head for column in columns]))
    return TableElement(binder, box, columns, style, head, gap, bands, line, pen, **base)


def _column(reader: Reader, node: Node, style: str) -> Column:
    return Column(
        reader.num(node, "width"),
        reader.words(node, "text"),
        reader.words(node, "head"),
        reader.style(node, default=style),
        str(node.data.get("align", "")),
        reader.expression(node, "language"),
    )


READERS: dict[str, Callable[[Reader, Node], Element]] = {
    "rect": _rect,
    "ellipse": _ellipse,
    "lines": _lines,
    "path": _path,
    "text": _text,
    "shape": _shape,
    "image": _image,
    "group": _group,
    "repeat": _repeat,
    "table": _table,
}
