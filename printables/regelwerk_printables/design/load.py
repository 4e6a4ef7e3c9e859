"""Loader of layouts: files joined, templates and styles laid over those that they extend.

A mapping of a file becomes a struct of `model` or `elements`; each value is read as the type of its field says.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, reduce
from operator import or_
from pathlib import Path as FilePath
from types import NoneType
from typing import Any, TypeVar, get_args

from msgspec.structs import fields, replace
from regelwerk_dsl.data.yaml import Yaml
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.source import Span
from regelwerk_dsl.suggest import did_you_mean

from ..drawing.drawing import WHITE, Color, Commands, Mm, Pt
from ..fonts import FAMILIES
from ..typeset import Align, divisions_of
from . import elements as el
from .complete import check_grid, check_image, check_sheet, known_name, known_style
from .elements import LARGEST, Binder, Element, Ink, Num, Words, names_in
from .expressions import Expression, LayoutError, compile_expression
from .font_files import read_font
from .model import Callout, Detail, Layout, Look, NetOf, Shape, Shapes, Sheet, Template, View, Wordlist, known_shape
from .nets import NETS
from .nodes import SECTIONS, Node, Place, find_overrides, find_places
from .paint.pictures import read_picture
from .texts import read_words

_BINDER = re.compile(r"\s*([^\W\d]\w*(?:\s*,\s*[^\W\d]\w*)*)\s+in\s+(.+)\Z", re.DOTALL)

Part = TypeVar("Part")


def build_layout(files: Sequence[Yaml], folder: FilePath | None, diagnostics: Diagnostics) -> Layout:
    """The layout of all files together.

    Args:
        files: as `load_layouts` gives them.
        folder: the game's folder, for pictures.
        diagnostics: gets E0158 for a name that two files give, and E1001 to E1009.
    """
    sections = {section: find_places(files, diagnostics, section) for section in SECTIONS}
    words, colors, data = (
        {name: file.data[section][name] for name, (file, _) in sections[section].items()}
        for section in ("words", "colors", "data")
    )
    for name, value in colors.items():
        several = isinstance(value, dict)
        colors[name] = {key: Color.parse(one) for key, one in value.items()} if several else Color.parse(value)
    reader = _Reader(diagnostics, folder, sections, colors)
    return Layout(
        words,
        {name: file.span(*path) for name, (file, path) in sections["words"].items()},
        colors,
        data,
        reader.section("styles", reader.look),
        Shapes(reader.section("shapes", reader.small_drawing), reader.icons),
        reader.section("cards", reader.template),
        reader.section("boards", reader.sheet),
        reader.section("parts", reader.sheet),
        folder,
        reader.overrides(find_overrides(files, diagnostics)),
        reader.section("languages", reader.wordlist),
        reader.section("pictures", reader.sheet),
        reader.section("fonts", lambda _, node: read_font(folder, node)),
    )


@dataclass(slots=True)
class _Reader:
    """Reads the parts of layouts; what is wrong with one is reported and the part left out.

    Attributes:
        folder: where pictures lie.
        sections: where each name of each section stands.
        colors: what the names under `colors` stand for.
    """

    diagnostics: Diagnostics
    folder: FilePath | None
    sections: Mapping[str, Mapping[str, Place]]
    colors: Mapping[str, object]
    icons: set[str] = field(default_factory=set)

    def section(self, section: str, make: Callable[[str, Node], Part]) -> dict[str, Part]:
        """The parts of a section by name."""
        made = {name: self._tried(make, name, Node.of(place)) for name, place in self.sections[section].items()}
        return {name: part for name, part in made.items() if part is not None}

    def overrides(self, places: Mapping[str, Mapping[str, Place]]) -> dict[str, dict[str, Template]]:
        """The templates of single cards, by the template that they change and the card."""
        found: dict[str, dict[str, Template]] = {}
        for name, cards in places.items():
            for card, place in cards.items():
                template = self._tried(self._override, name, Node.of(place))
                if template is not None:
                    found.setdefault(name, {})[card] = template
        return found

    def _override(self, name: str, own: Node) -> Template:
        known = self.sections["cards"]
        if name not in known:
            help = did_you_mean(name, known) or "give the card type a template first"
            raise LayoutError(f"there is no template `{name}` under `cards`", own.span(), help, "E1003")
        chain = self._chain("cards", name)
        for key in ("front", "back"):
            names = [node.data.get("name") for other in chain for node in other.nodes(key)]
            for node in own.nodes(key):
                if "name" in node.data and node.data["name"] not in names:
                    what = f"the {key} of `{name}` has no element `{node.data['name']}` to change"
                    help = did_you_mean(node.data["name"], [one for one in names if one]) or "give one this `name`"
                    raise LayoutError(what, node.span("name"), help, "E1003")
        template = self._template(name, own, [own, *chain])
        if "ground" not in own.data or template.back_ground is not None:
            return template
        plain = reduce(Node.over, chain)  # whose ground its back keeps: a back that differs would tell the card
        ground = self._ink(plain, "ground") if "ground" in plain.data else WHITE
        return replace(template, back_ground=WHITE if "card" in names_in(ground) else ground)

    def _tried(self, make: Callable[..., Part], *arguments: Any) -> Part | None:
        try:
            return make(*arguments)
        except LayoutError as error:
            self.diagnostics.report(error.code, error.span, error.message, help=error.help)
            return None

    def wordlist(self, _: str, node: Node) -> Wordlist:
        return Wordlist(divisions_of(node.data.get("hyphens") or ()), node.data.get("readings") or {}, node.span())

    def small_drawing(self, name: str, node: Node) -> Shape:
        width, height = (Mm(_plain_number(side, node.span("size"))) for side in node.data["size"])
        return self._part(Shape, node, name=name, width=width, height=height, span=node.span())

    def sheet(self, name: str, node: Node) -> Sheet:
        check_sheet(name, node)
        return self._part(Sheet, node, name=name, span=node.span())

    # ---- what extends another ----------------------------------------------------------------------------------------

    def _chain(self, section: str, name: str) -> list[Node]:
        """The node of a name, then those that it extends, in turn."""
        chain: list[Node] = []
        seen = [name]
        while True:
            node = Node.of(self.sections[section][seen[-1]])
            chain.append(node)
            if "extends" not in node.data:
                return chain
            name = str(node.data["extends"])
            if name not in self.sections[section]:
                help = did_you_mean(name, self.sections[section]) or ""
                raise LayoutError(f"there is no `{name}` under `{section}`", node.span("extends"), help, "E1003")
            if name in seen:
                raise LayoutError(f"`{seen[0]}` extends itself", node.span("extends"), code="E1008")
            seen.append(name)

    def look(self, name: str, own: Node) -> Look:
        node = reduce(Node.over, self._chain("styles", name))
        look = self._part(Look, node, span=node.span("apart") if "apart" in node.data else node.span())
        for key in ("font", "figures"):
            if key in node.data:
                known_name("font", str(node.data[key]), [*FAMILIES, *self.sections["fonts"]], node.span(key))
        if "smallest" not in node.data or look.smallest > look.size:
            help = "write `smallest:`, the least size of the type in points"
            what = "has a `smallest` larger than its `size`" if "smallest" in node.data else "has no `smallest`"
            raise LayoutError(f"the style `{name}` {what}", own.span(), help, "E1009")
        return look

    def template(self, name: str, own: Node) -> Template:
        return self._template(name, own, self._chain("cards", name))

    def _template(self, name: str, own: Node, chain: list[Node]) -> Template:
        node = reduce(Node.over, chain)
        for key in ("width", "height"):
            if key not in node.data:
                what = f"the template `{name}` has no `{key}`"
                raise LayoutError(what, own.span(), f"write `{key}:` in millimetres", "E1009")
        return self._part(
            Template,
            node,
            name=name,
            let=tuple(let for link in reversed(chain) for let in self._lets(link)),
            front=self._face(chain, "front"),
            back=self._face(chain, "back"),
            span=own.span(),
            extends=str(own.data.get("extends", "")),
        )

    def _face(self, chain: list[Node], key: str) -> tuple[Element, ...]:
        """A face's elements: those of the template that is extended, in place of some their namesakes, then its own."""
        nodes: list[Node] = []
        known = {node.data.get("name") for other in chain for side in ("front", "back") for node in other.nodes(side)}
        for link in reversed(chain):
            left_out = link.data.get("without") or []
            for name in left_out:
                if name not in known:
                    what = f"there is no element `{name}` to leave out"
                    self.diagnostics.report("E1003", link.span("without"), what)
            nodes = [node for node in nodes if node.data.get("name") not in left_out]
            places = {node.data["name"]: at for at, node in enumerate(nodes) if node.data.get("name")}
            for node in link.nodes(key):
                at = places.get(node.data.get("name"))
                if at is None:
                    nodes.append(node)
                else:
                    nodes[at] = node.over(nodes[at])
        return self._elements(nodes)

    # ---- elements ----------------------------------------------------------------------------------------------------

    def _elements(self, nodes: Sequence[Node]) -> tuple[Element, ...]:
        made = (self._tried(self._element, node) for node in nodes)
        return tuple(element for element in made if element is not None)

    def _element(self, node: Node) -> Element:
        kinds = [kind for kind in el.KINDS if kind in node.data]
        if len(kinds) != 1:
            what = f"draws two things: {' and '.join(kinds)}" if kinds else "does not say what it draws"
            help = "split it into two elements" if kinds else f"write one of: {', '.join(el.KINDS)}"
            raise LayoutError(f"this element {what}", node.span(), help, "E1001")
        element = self._part(el.KINDS[kinds[0]], node, span=node.span())
        if isinstance(element, el.ImageElement):
            check_image(element, node)
        if isinstance(element, el.GridElement):
            check_grid(node)
        return replace(element, names=el.free_names(element))

    def _part(self, cls: Callable[..., Part], node: Node, **given: Any) -> Part:
        """A part of a layout: what is given, and the values of a mapping. Raises LayoutError."""
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

    def _ink(self, node: Node, key: str) -> Ink:
        return self._color(str(node.data[key]), node.span(key))

    def _color(self, text: str, span: Span) -> Ink:
        text = text.strip()
        with suppress(ValueError):
            return Color.parse(text)
        color = self.colors.get(text)
        return color if isinstance(color, Color) else compile_expression(text, span)

    def _lets(self, node: Node, key: str = "let") -> el.Lets:
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
        return known_style(node, key, self.sections["styles"])

    def _shape(self, node: Node, key: str) -> str | Words:
        name, span = str(node.data[key]), node.span(key)
        return read_words(name, span) if "{" in name else known_shape(name, self.sections["shapes"], self.icons, span)

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
            return self._ink(node, key)
        blend = self._part(el.Blend, Node.of(node.origins[key]))
        count = len(blend.gradient)
        stops = blend.stops or tuple(at / (count - 1) for at in range(count))
        if len(stops) != count or list(stops) != sorted(stops):
            help = f"write {count} numbers from 0 to 1, each at least as large as that before it"
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
        return {known_name("face", one, known, inner.span(one)): self._elements(inner.nodes(one)) for one in inner.data}

    def _columns(self, node: Node, key: str) -> tuple[el.Column, ...]:
        if not isinstance(node.data[key], list):  # another template gives a table what a repetition has
            raise LayoutError("expected a list of columns", node.span(key), code="E0155")
        return tuple(self._part(el.Column, column) for column in node.nodes(key))

    def _list(self, cls: Callable[..., Part], node: Node, key: str) -> tuple[Part, ...]:
        return tuple(self._part(cls, one, span=one.span()) for one in node.nodes(key))

    def _views(self, node: Node, key: str) -> tuple[View, ...]:
        names = node.data[key]
        if names and "each" in node.data:
            what = "a board that is drawn for each entry of a list cannot have views"
            raise LayoutError(what, node.span(key), code="E1001")
        nodes = {name: node.within(key, name) for name in names}
        return tuple(self._part(View, view, name=name, span=view.span()) for name, view in nodes.items())


_READERS: dict[Any, Callable[[_Reader, Node, str], Any]] = {
    **dict.fromkeys((bool, Align, el.Valign, el.Cells), lambda _, node, key: node.data[key]),
    **dict.fromkeys((float, Pt, Mm), lambda _, node, key: _plain_number(node.data[key], node.span(key))),
    str: lambda _, node, key: str(node.data[key]),
    tuple[str, ...]: lambda _, node, key: (value,) if isinstance(value := node.data[key], str) else tuple(value),
    tuple[float, ...]: lambda _, node, key: tuple(_plain_number(one, node.span(key)) for one in node.data[key]),
    Expression: lambda _, node, key: compile_expression(str(node.data[key]), node.span(key)),
    Num: lambda _, node, key: _num(node.data[key], node.span(key)),
    Words: lambda _, node, key: read_words(str(node.data[key]), node.span(key)),
    tuple[Element, ...]: lambda reader, node, key: reader._elements(node.nodes(key)),
    el.Picture: lambda reader, node, key: read_picture(reader.folder, str(node.data[key]), node.span(key)),
    el.Image: _Reader._image,
    Ink: _Reader._ink,
    el.Fill: _Reader._fill,
    tuple[Ink, ...]: lambda reader, node, key: tuple(
        reader._color(str(text), node.span(key, at)) for at, text in enumerate(node.data[key])
    ),
    el.Shadow: lambda reader, node, key: reader._part(el.Shadow, Node.of(node.origins[key])),
    el.Clip: _Reader._clip,
    Binder: _Reader._binder,
    el.Point: _Reader._nums,
    el.Frame: _Reader._nums,
    el.Points: _Reader._points,
    Commands: _Reader._outline,
    el.Lets: _Reader._lets,
    el.StyleName: _Reader._style,
    el.ShapeName | Words: _Reader._shape,
    tuple[el.Column, ...]: _Reader._columns,
    tuple[View, ...]: _Reader._views,
    tuple[Callout, ...]: lambda reader, node, key: reader._list(Callout, node, key),
    tuple[Detail, ...]: lambda reader, node, key: reader._list(Detail, node, key),
    NetOf: _Reader._net,
    Mapping[str, tuple[Element, ...]]: _Reader._faces,
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
    return _plain_number(value, span) if isinstance(value, int | float) else compile_expression(str(value), span)


def _plain_number(value: float, span: Span) -> float:
    if not abs(value) <= LARGEST:
        raise LayoutError(f"numbers of layouts lie between -{LARGEST:,} and {LARGEST:,}", span)
    return float(value)
