"""Readers of the kinds of elements: one function a kind, from a node of a layout to the element."""

from __future__ import annotations

from collections.abc import Callable

from .. import model
from ..expressions import Expression, LayoutError, compile_expression
from ..paint.pictures import read_picture
from .reading import Node, Reader


def _rect(reader: Reader, node: Node) -> model.Element:
    box, radius = reader.frame(node, "rect"), reader.num(node, "radius")
    return model.RectElement(box, radius, reader.paint(node), **reader.base(node))


def _ellipse(reader: Reader, node: Node) -> model.Element:
    return model.EllipseElement(reader.frame(node, "ellipse"), reader.paint(node), **reader.base(node))


def _lines(reader: Reader, node: Node) -> model.Element:
    value = node.data["lines"]
    points: tuple[model.Point, ...] | Expression
    if isinstance(value, str):
        points = compile_expression(value, node.span("lines"))
    else:
        points = tuple(
            (reader.number(x, node.span("lines", at, 0)), reader.number(y, node.span("lines", at, 1)))
            for at, (x, y) in enumerate(value)
        )
    closed, rounded = bool(node.data.get("closed")), bool(node.data.get("round"))
    return model.LinesElement(points, closed, rounded, reader.paint(node), **reader.base(node))


def _path(reader: Reader, node: Node) -> model.Element:
    from ..paint.svg_paths import parse_outline  # slow to import, and only paths need it

    try:
        commands = parse_outline(str(node.data["path"]))
    except ValueError as error:
        raise LayoutError(f"this is no outline: {error}", node.span("path"), code="E1005") from None
    return model.PathElement(commands, reader.point(node, "at"), reader.paint(node), **reader.base(node))


def _text(reader: Reader, node: Node) -> model.Element:
    words, box, style = reader.words(node, "text"), reader.frame(node, "box"), reader.style(node)
    align, role, valign = (
        str(node.data.get("align", "")),
        str(node.data.get("role", "")),
        node.data.get("valign", "top"),
    )
    color, angle, language = reader.ink(node, "color"), reader.num(node, "angle"), reader.expression(node, "language")
    return model.TextElement(words, box, style, align, valign, color, angle, role, language, **reader.base(node))


def _shape(reader: Reader, node: Node) -> model.Element:
    name, box, of = reader.shape(node), reader.frame(node, "box"), reader.expression(node, "of")
    return model.ShapeElement(name, box, of, reader.num(node, "angle"), reader.words(node, "alt"), **reader.base(node))


def _image(reader: Reader, node: Node) -> model.Element:
    name, place, box, fit = str(node.data["image"]), node.span("image"), reader.frame(node, "box"), node.data.get("fit")
    return read_picture(reader.folder, name, place, box, fit or "contain", reader.words(node, "alt"), reader.base(node))


def _group(reader: Reader, node: Node) -> model.Element:
    return model.GroupElement(
        elements=reader.elements(node.nodes("group")),
        at=reader.point(node, "at"),
        angle=reader.num(node, "angle"),
        scale=reader.num(node, "scale", 1),
        clip=reader.frame(node, "clip") if "clip" in node.data else None,
        lets=reader.lets(node),
        alt=reader.words(node, "alt"),
        piece=reader.frame(node, "piece") if "piece" in node.data else None,
        **reader.base(node),
    )


def _repeat(reader: Reader, node: Node) -> model.Element:
    return model.RepeatElement(
        binder=reader.binder(node, "repeat"),
        elements=reader.elements(node.nodes("draw")),
        at=reader.point(node, "at"),
        step=reader.point(node, "step"),
        columns=reader.num(node, "columns") if "columns" in node.data else None,
        lets=reader.lets(node),
        **reader.base(node),
    )


def _table(reader: Reader, node: Node) -> model.Element:
    style = reader.style(node)
    return model.TableElement(
        binder=reader.binder(node, "table"),
        box=reader.frame(node, "box"),
        columns=tuple(_column(reader, column, style) for column in node.nodes("columns")),
        style=style,
        head=reader.style(node, "head", style),
        gap=reader.num(node, "gap", 0.8),
        bands=reader.ink(node, "bands"),
        line=reader.ink(node, "line"),
        pen=reader.num(node, "pen", 0.2),
        **reader.base(node),
    )


def _column(reader: Reader, node: Node, style: str) -> model.Column:
    return model.Column(
        reader.num(node, "width"),
        reader.words(node, "text"),
        reader.words(node, "head"),
        reader.style(node, default=style),
        str(node.data.get("align", "")),
        reader.expression(node, "language"),
    )


READERS: dict[str, Callable[[Reader, Node], model.Element]] = {
    "text": _text,
    "rect": _rect,
    "ellipse": _ellipse,
    "lines": _lines,
    "path": _path,
    "shape": _shape,
    "image": _image,
    "group": _group,
    "repeat": _repeat,
    "table": _table,
}
