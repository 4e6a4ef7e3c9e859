"""Reader of the values of layout elements: numbers, expressions, colours, texts with slots."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path as FilePath
from typing import Any, cast

from regelwerk_dsl.data.yaml import Yaml
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.source import Span
from regelwerk_dsl.suggest import did_you_mean

from ...drawing.drawing import Color
from ..expressions import Expression, LayoutError, compile_expression
from ..model import Binder, Element, Frame, Ink, Lets, Num, Paint, Point, Words, free_names

ZERO = (0.0, 0.0)
_COLOR = re.compile(r"#[0-9A-Fa-f]{6}\Z")
_BINDER = re.compile(r"\s*([^\W\d]\w*(?:\s*,\s*[^\W\d]\w*)*)\s+in\s+(.+)\Z", re.DOTALL)
_SLOT = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|([{}])")


Place = tuple[Yaml, tuple[str | int, ...]]
"""A file with the path to a value in it."""


@dataclass(frozen=True, slots=True)
class Node:
    """A mapping of a layout file, or several of them one over the other; each value knows its place."""

    data: Mapping[str, Any]
    origins: Mapping[str, Place]
    own: Place

    @classmethod
    def of(cls, place: Place) -> Node:
        """The mapping at a place."""
        file, path = place
        data: Any = file.data
        for step in path:
            data = data[step]
        return cls(data, {key: (file, (*path, key)) for key in data}, place)

    def over(self, other: Node) -> Node:
        """This mapping's values, and the other's where this has none."""
        return Node({**other.data, **self.data}, {**other.origins, **self.origins}, self.own)

    def span(self, *path: str | int) -> Span:
        """Where the mapping or a value in it stands."""
        if not path:
            file, at = self.own
            return file.keys.get(at) or file.span(*at)
        file, at = self.origins.get(str(path[0]), self.own)
        return file.span(*at, *path[1:])

    def within(self, key: str, step: str | int) -> Node:
        """A mapping in a list or mapping."""
        file, at = self.origins[key]
        return Node.of((file, (*at, step)))

    def nodes(self, key: str) -> list[Node]:
        """The mappings of a list."""
        return [self.within(key, index) for index in range(len(self.data.get(key) or []))]


@dataclass(slots=True)
class Reader:
    """Reads elements; what is wrong with one is reported and the element left out.

    Attributes:
        kinds: reads an element of each kind.
        folder: where pictures lie.
        known_colors: the names under `colors` that stand for one colour.
        styles, shapes: the names that elements can use.
    """

    diagnostics: Diagnostics
    kinds: Mapping[str, Callable[[Reader, Node], Element]]
    folder: FilePath | None
    known_colors: Mapping[str, Color]
    styles: Iterable[str] = ()
    shapes: Iterable[str] = ()

    def elements(self, nodes: Sequence[Node]) -> tuple[Element, ...]:
        return tuple(element for node in nodes if (element := self.element(node)) is not None)

    def element(self, node: Node) -> Element | None:
        kinds = [kind for kind in self.kinds if kind in node.data]
        if len(kinds) != 1:
            what = f"draws two things: {' and '.join(kinds)}" if kinds else "does not say what it draws"
            help = "make two elements of it" if kinds else f"write one of: {', '.join(self.kinds)}"
            self.diagnostics.report("E1001", node.span(), f"this element {what}", help=help)
            return None
        try:
            element = self.kinds[kinds[0]](self, node)
            return replace(element, names=free_names(element))
        except LayoutError as error:
            self.diagnostics.report(error.code, error.span, error.message, help=error.help)
            return None

    # ---- values ------------------------------------------------------------------------------------------------------

    def num(self, node: Node, key: str, default: float = 0) -> Num:
        return self.number(node.data[key], node.span(key)) if key in node.data else default

    def number(self, value: Any, span: Span) -> Num:
        return float(value) if isinstance(value, int | float) else compile_expression(str(value), span)

    def nums(self, node: Node, key: str, default: tuple[float, ...] = ZERO) -> tuple[Num, ...]:
        if key not in node.data:
            return default
        return tuple(self.number(value, node.span(key, at)) for at, value in enumerate(node.data[key]))

    def frame(self, node: Node, key: str) -> Frame:
        return cast(Frame, self.nums(node, key))

    def point(self, node: Node, key: str) -> Point:
        return cast(Point, self.nums(node, key))

    def expression(self, node: Node, key: str) -> Expression | None:
        return compile_expression(str(node.data[key]), node.span(key)) if key in node.data else None

    def ink(self, node: Node, key: str) -> Ink | None:
        if key not in node.data:
            return None
        text = str(node.data[key]).strip()
        if _COLOR.match(text):
            return parse_color(text)
        if text in self.known_colors:
            return self.known_colors[text]
        return compile_expression(text, node.span(key))

    def words(self, node: Node, key: str, *path: str | int) -> Words:
        value: Any = node.data.get(key, "")
        for step in path:
            value = value[step]
        return read_words(str(value), node.span(key, *path))

    def lets(self, node: Node) -> Lets:
        given = node.data.get("let") or {}
        found: list[tuple[str, Expression | float]] = []
        for name, value in given.items():
            span = node.span("let", name)
            found.append((name, float(value) if isinstance(value, float) else compile_expression(str(value), span)))
        return tuple(found)

    def binder(self, node: Node, key: str) -> Binder:
        text, span = str(node.data[key]), node.span(key)
        match = _BINDER.match(text)
        if match is None:
            raise LayoutError(
                f"`{text}` names nothing to repeat", span, "write it as `good in each(card.load)`", "E1002"
            )
        names = tuple(name.strip() for name in match[1].split(","))
        return Binder(names, compile_expression(match[2], span))

    def paint(self, node: Node) -> Paint:
        return Paint(
            self.ink(node, "fill"),
            self.ink(node, "line"),
            self.num(node, "pen", 0.2),
            tuple(float(value) for value in node.data.get("dash", ())),
        )

    def style(self, node: Node, key: str = "style", default: str = "text") -> str:
        name = str(node.data.get(key, default))
        if name not in self.styles:
            raise self._unknown("style", name, self.styles, node.span(key))
        return name

    def shape(self, node: Node) -> str:
        name = str(node.data["shape"])
        if name not in self.shapes:
            raise self._unknown("shape", name, self.shapes, node.span("shape"))
        return name

    def base(self, node: Node) -> dict[str, Any]:
        """What every element has, apart from the names that it needs."""
        return {"when": self.expression(node, "when"), "name": node.data.get("name", ""), "span": node.span()}

    def _unknown(self, what: str, name: str, known: Iterable[str], span: Span) -> LayoutError:
        names = list(known)
        help = did_you_mean(name, names) or (f"there are: {', '.join(names)}" if names else f"there is no {what} yet")
        return LayoutError(f"there is no {what} `{name}`", span, help, "E1003")


def parse_color(text: str) -> Color:
    """`#rrggbb` as a colour."""
    red, green, blue = (int(text[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return Color(red, green, blue)


def read_words(text: str, span: Span) -> Words:
    """A text with expressions in braces; `{{` and `}}` are braces themselves. Raises LayoutError."""
    parts: list[str | Expression] = []
    end = 0
    for match in _SLOT.finditer(text):
        parts.append(text[end : match.start()])
        end = match.end()
        if match[2]:
            help = "write `{{` for a brace, `{name}` for a value"
            raise LayoutError(f"a `{match[2]}` without its partner", span, help, "E1002")
        if match[1] is None:
            parts.append(match[0][0])
        else:
            parts.append(compile_expression(match[1], span))
    parts.append(text[end:])
    return tuple(part for part in parts if part)
