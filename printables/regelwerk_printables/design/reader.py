"""The reader of layout parts: makes a struct of `model` or `elements` from a mapping of a file.

Each value is read according to the type of its field.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, reduce
from operator import or_
from types import NoneType
from typing import Any, TypeVar, get_args

from msgspec.structs import fields, replace
from regelwerk_dsl.data.yaml import load_schema
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.source import Span

from ..drawing.drawing import Color, Commands, Mm, Pt
from ..typeset import Align
from . import elements as el
from .complete import check_grid, check_image, known_name, known_style
from .elements import LARGEST, Binder, Element, Ink, Num, Words
from .expressions import Expression, LayoutError, compile_expression
from .model import Callout, Detail, NetOf, View, known_shape
from .nets import NETS
from .nodes import Node
from .paint.pictures import Art
from .texts import read_words

_BINDER = re.compile(r"\s*([^\W\d]\w*(?:\s*,\s*[^\W\d]\w*)*)\s+in\s+(.+)\Z", re.DOTALL)

Part = TypeVar("Part")


@dataclass(slots=True)
class Reader:
    """Reads parts of layouts; an element with a mistake is reported and left out.

    Attributes:
        art: the pictures.
        styles: the names of styles.
        shapes: the names of shapes.
        colors: the colours of the names under `colors`.
        icons: the names of the icons used; grows while reading.
    """

    diagnostics: Diagnostics
    art: Art
    styles: Collection[str]
    shapes: Collection[str]
    colors: Mapping[str, object]
    icons: set[str] = field(default_factory=set)

    def attempt(self, make: Callable[..., Part], *arguments: Any) -> Part | None:
        """The result of a function; None if it raises LayoutError, which is reported."""
        try:
            return make(*arguments)
        except LayoutError as error:
            self.diagnostics.report(error.code, error.span, error.message, help=error.help)
            return None

    def elements(self, nodes: Sequence[Node]) -> tuple[Element, ...]:
        made = (self.attempt(self._element, node) for node in nodes)
        return tuple(element for element in made if element is not None)

    def _element(self, node: Node) -> Element:
        kinds = [kind for kind in el.KINDS if kind in node.data]
        inherited = [kind for kind in kinds if node.origins[kind][1][:-1] != node.own[1]]
        if len(kinds) > len(inherited) > 0:
            own, name = next(kind for kind in kinds if kind not in inherited), node.data["name"]
            what = f"this element draws a `{own}`, and the inherited `{name}` that it changes a `{inherited[0]}`"
            help = f"to put it in the place of that one, leave that one out: `without: [{name}]`"
            raise LayoutError(what, node.span(), help, "E1001")
        if len(kinds) != 1:
            what = f"draws two things: {' and '.join(kinds)}" if kinds else "does not say what it draws"
            help = "split it into two elements" if kinds else f"write one of: {', '.join(el.KINDS)}"
            raise LayoutError(f"this element {what}", node.span(), help, "E1001")
        needed = load_schema("layout")["$defs"][kinds[0]].get("then", {}).get("required", ())
        if lost := [key for key in needed if key not in node.data]:  # it has a name, but changes no inherited element
            help = f"write `{lost[0]}:`, or give it the name of an inherited element"
            raise LayoutError(f"the key `{lost[0]}` is missing", node.span(), help, "E0156")
        element = self.part(el.KINDS[kinds[0]], node, span=node.span())
        if isinstance(element, el.ImageElement):
            check_image(element, node)
        if isinstance(element, el.GridElement):
            check_grid(node)
        return replace(element, names=el.free_names(element))

    def part(self, cls: Callable[..., Part], node: Node, **given: Any) -> Part:
        """A part of a layout, from given values and those of a mapping. Raises LayoutError."""
        for name, kind, is_required in _fields(cls):
            if name not in given and (name in node.data or is_required):
                given[name] = _READERS[kind](self, node, name)
        return cls(**given)

    # ---- values ------------------------------------------------------------------------------------------------------

    def _nums(self, node: Node, key: str) -> tuple[Num, ...]:
        return tuple(_num(value, node.span(key, at)) for at, value in enumerate(node.data[key]))

    def _points(self, node: Node, key: str) -> el.Points:
        value = node.data[key]
        if isinstance(value, str):
            return compile_expression(value, node.span(key))
        return tuple(
            (_num(x, node.span(key, at, 0)), _num(y, node.span(key, at, 1))) for at, (x, y) in enumerate(value)
        )

    def ink(self, node: Node, key: str) -> Ink:
        return self._color(str(node.data[key]), node.span(key))

    def _color(self, text: str, span: Span) -> Ink:
        text = text.strip()
        with suppress(ValueError):
            return Color.parse(text)
        color = self.colors.get(text)
        return color if isinstance(color, Color) else compile_expression(text, span)

    def lets(self, node: Node, key: str = "let") -> el.Lets:
        return tuple(
            (name, value if isinstance(value, float) else compile_expression(str(value), node.span(key, name)))
            for name, value in (node.data.get(key) or {}).items()
        )

    def _binder(self, node: Node, key: str) -> Binder:
        text, span = str(node.data[key]), node.span(key)
        if (match := _BINDER.match(text)) is None:
            help = "write it as `good in each(card.load)`"
            raise LayoutError(f"`{text}` does not say what to repeat", span, help, "E1002")
        return Binder(tuple(name.strip() for name in match[1].split(",")), compile_expression(match[2], span))

    def _style(self, node: Node, key: str) -> str:
        return known_style(node, key, self.styles)

    def _shape(self, node: Node, key: str) -> str | Words:
        name, span = str(node.data[key]), node.span(key)
        return read_words(name, span) if "{" in name else known_shape(name, self.shapes, self.icons, span)

    def _outline(self, node: Node, key: str) -> Commands:
        from .paint.svg_paths import parse_outline  # slow to import, and only paths need it

        try:
            return parse_outline(str(node.data[key]))
        except ValueError as error:
            raise LayoutError(f"this is not an outline: {error}", node.span(key), code="E1005") from None

    def _image(self, node: Node, key: str) -> el.Image:
        name = str(node.data[key])
        return read_words(name, node.span(key)) if "{" in name else _READERS[el.Picture](self, node, key)

    def _fill(self, node: Node, key: str) -> el.Fill:
        if not isinstance(node.data[key], Mapping):
            return self.ink(node, key)
        blend = self.part(el.Blend, Node.of(node.origins[key]))
        count = len(blend.gradient)
        stops = blend.stops or tuple(at / (count - 1) for at in range(count))
        if len(stops) != count or list(stops) != sorted(stops):
            help = f"write {count} numbers from 0 to 1, each at least as large as the one before"
            raise LayoutError(f"{count} colours do not fit {len(stops)} stops", node.span(key, "stops"), help, "E1001")
        return replace(blend, stops=stops)

    def _clip(self, node: Node, key: str) -> el.Clip:
        if not isinstance(node.data[key], Mapping):
            return _READERS[el.Frame](self, node, key)  # type: ignore[no-any-return]
        found = self._element(Node.of(node.origins[key]))
        assert isinstance(found, el.Area)
        return found

    def _net(self, node: Node, key: str) -> NetOf:
        ((kind, value),) = node.data[key].items()
        inner = Node.of(node.origins[key])
        sizes = compile_expression(value, inner.span(kind)) if isinstance(value, str) else self._nums(inner, kind)
        return NetOf(kind, sizes, inner.span(kind))

    def _faces(self, node: Node, key: str) -> dict[str, tuple[Element, ...]]:
        known, inner = NETS[next(iter(node.data["net"]))].faces, Node.of(node.origins[key])
        return {known_name("face", one, known, inner.span(one)): self.elements(inner.nodes(one)) for one in inner.data}

    def _columns(self, node: Node, key: str) -> tuple[el.Column, ...]:
        if not isinstance(node.data[key], list):  # another template gives a table the value of a repetition
            raise LayoutError("expected a list of columns", node.span(key), code="E0155")
        return tuple(self.part(el.Column, column) for column in node.nodes(key))

    def _list(self, cls: Callable[..., Part], node: Node, key: str) -> tuple[Part, ...]:
        return tuple(self.part(cls, one, span=one.span()) for one in node.nodes(key))

    def _views(self, node: Node, key: str) -> tuple[View, ...]:
        names = node.data[key]
        if names and "each" in node.data:
            what = "a board that is drawn for each entry of a list cannot have views"
            raise LayoutError(what, node.span(key), code="E1001")
        nodes = {name: node.within(key, name) for name in names}
        return tuple(self.part(View, view, name=name, span=view.span()) for name, view in nodes.items())


_READERS: dict[Any, Callable[[Reader, Node, str], Any]] = {
    **dict.fromkeys((bool, Align, el.Valign, el.Cells), lambda _, node, key: node.data[key]),
    **dict.fromkeys((float, Pt, Mm), lambda _, node, key: plain_number(node.data[key], node.span(key))),
    str: lambda _, node, key: str(node.data[key]),
    tuple[str, ...]: lambda _, node, key: (value,) if isinstance(value := node.data[key], str) else tuple(value),
    tuple[float, ...]: lambda _, node, key: tuple(plain_number(one, node.span(key)) for one in node.data[key]),
    Expression: lambda _, node, key: compile_expression(str(node.data[key]), node.span(key)),
    Num: lambda _, node, key: _num(node.data[key], node.span(key)),
    Words: lambda _, node, key: read_words(str(node.data[key]), node.span(key)),
    tuple[Element, ...]: lambda reader, node, key: reader.elements(node.nodes(key)),
    el.Picture: lambda reader, node, key: reader.art.picture(str(node.data[key]), node.span(key)),
    el.Image: Reader._image,
    Ink: Reader.ink,
    el.Fill: Reader._fill,
    tuple[Ink, ...]: lambda reader, node, key: tuple(
        reader._color(str(text), node.span(key, at)) for at, text in enumerate(node.data[key])
    ),
    el.Shadow: lambda reader, node, key: reader.part(el.Shadow, Node.of(node.origins[key])),
    el.Clip: Reader._clip,
    Binder: Reader._binder,
    el.Point: Reader._nums,
    el.Frame: Reader._nums,
    el.Points: Reader._points,
    Commands: Reader._outline,
    el.Lets: Reader.lets,
    el.StyleName: Reader._style,
    el.ShapeName | Words: Reader._shape,
    tuple[el.Column, ...]: Reader._columns,
    tuple[View, ...]: Reader._views,
    tuple[Callout, ...]: lambda reader, node, key: reader._list(Callout, node, key),
    tuple[Detail, ...]: lambda reader, node, key: reader._list(Detail, node, key),
    NetOf: Reader._net,
    Mapping[str, tuple[Element, ...]]: Reader._faces,
}
"""The reader of a value by the type of the field."""


@cache
def _fields(part: Any) -> list[tuple[str, Any, bool]]:
    """The fields of a part: name, type without None, and whether it is required."""
    found = []
    for one in fields(part):
        kind = one.type
        if NoneType in get_args(kind):
            kind = reduce(or_, (kind for kind in get_args(kind) if kind is not NoneType))
        found.append((one.name, kind, one.required))
    return found


def _num(value: Any, span: Span) -> Num:
    return plain_number(value, span) if isinstance(value, int | float) else compile_expression(str(value), span)


def plain_number(value: float, span: Span) -> float:
    """A number written as such; raises LayoutError if it is too large."""
    if not abs(value) <= LARGEST:
        raise LayoutError(f"numbers of layouts lie between -{LARGEST:,} and {LARGEST:,}", span)
    return float(value)
