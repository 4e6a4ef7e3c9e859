"""Builder of layouts: files joined, templates and styles laid over those that they extend."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path as FilePath
from typing import Any, TypeVar

from regelwerk_dsl.data.yaml import Yaml
from regelwerk_dsl.diagnostics import Diagnostics, Label
from regelwerk_dsl.suggest import did_you_mean

from ...drawing.drawing import Color
from ...typeset import Divisions
from ..expressions import LayoutError
from ..model import Element, Layout, Look, Shape, Sheet, Template, View, Wordlist
from .kinds import READERS
from .reading import Node, Place, Reader, parse_color

SECTIONS = ("words", "colors", "data", "languages", "styles", "shapes", "cards", "boards", "parts")
Made = TypeVar("Made")


def build_layout(files: Sequence[Yaml], folder: FilePath | None, diagnostics: Diagnostics) -> Layout:
    """The layout of all files together.

    Args:
        files: as `load_layouts` gives them.
        folder: the game's folder, for pictures.
        diagnostics: gets E0158 for a name that two files give, and E1001 to E1008.
    """
    return _Builder(files, folder, diagnostics).build()


@dataclass(slots=True)
class _Builder:
    files: Sequence[Yaml]
    folder: FilePath | None
    diagnostics: Diagnostics
    sections: dict[str, dict[str, Place]] = field(default_factory=dict)
    reader: Reader = field(init=False)

    def build(self) -> Layout:
        for section in SECTIONS:
            self.sections[section] = self._names(section)
        colors = {name: _colors(self._value("colors", name)) for name in self.sections["colors"]}
        self.reader = Reader(
            self.diagnostics,
            READERS,
            self.folder,
            {name: color for name, color in colors.items() if isinstance(color, Color)},
            list(self.sections["styles"]),
            list(self.sections["shapes"]),
        )
        looks = self._made("styles", self._look)
        return Layout(
            {name: self._value("words", name) for name in self.sections["words"]},
            {name: file.span(*path) for name, (file, path) in self.sections["words"].items()},
            colors,
            {name: self._value("data", name) for name in self.sections["data"]},
            looks,
            self._made("shapes", self._shape),
            self._made("cards", self._template),
            self._made("boards", lambda name: self._sheet("boards", name)),
            self._made("parts", lambda name: self._sheet("parts", name)),
            self.folder,
            {name: self._wordlist(name) for name in self.sections["languages"]},
        )

    def _names(self, section: str) -> dict[str, Place]:
        """Where each name of a section stands; one that is there twice is reported."""
        found: dict[str, Place] = {}
        for file in self.files:
            for name in file.data.get(section) or {}:
                if name in found:
                    other = found[name][0].keys[found[name][1]]
                    self.diagnostics.report(
                        "E0158",
                        file.keys[(section, name)],
                        f"`{name}` is there twice under `{section}`",
                        labels=(Label(other, "first listed here"),),
                    )
                found.setdefault(name, (file, (section, name)))
        return found

    def _wordlist(self, name: str) -> Wordlist:
        file, path = self.sections["languages"][name]
        value = file.data["languages"][name] or {}
        return Wordlist(Divisions.of(value.get("hyphens") or ()), value.get("readings") or {}, file.keys[path])

    def _value(self, section: str, name: str) -> Any:
        file, (_, key) = self.sections[section][name]
        return file.data[section][key]

    def _made(self, section: str, make: Callable[[str], Made]) -> dict[str, Made]:
        found: dict[str, Made] = {}
        for name in self.sections[section]:
            try:
                found[name] = make(name)
            except LayoutError as error:
                self.diagnostics.report(error.code, error.span, error.message, help=error.help)
        return found

    # ---- what extends another ----------------------------------------------------------------------------------------

    def _chain(self, section: str, name: str) -> list[Node]:
        """The node of a name, then those that it extends, in turn."""
        chain: list[Node] = []
        seen = [name]
        while True:
            node = Node.of(self.sections[section][name])
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

    def _look(self, name: str) -> Look:
        chain = self._chain("styles", name)
        values: dict[str, Any] = {}
        for node in reversed(chain):
            values |= {key: value for key, value in node.data.items() if key not in ("extends", "color")}
            if "color" in node.data:
                values["color"] = self.reader.ink(node, "color")
        look = Look(**values)
        if "smallest" not in values or look.smallest > look.size:
            help = "write `smallest:` and the points below which type must not become"
            what = "has no smallest size" if "smallest" not in values else "has a smallest size above its size"
            raise LayoutError(f"the style `{name}` {what}", chain[0].span(), help, "E1009")
        return look

    def _template(self, name: str) -> Template:
        chain = self._chain("cards", name)
        node = chain[0]
        for other in chain[1:]:
            node = node.over(other)
        for key in ("width", "height"):
            if key not in node.data:
                what = f"the template `{name}` has no `{key}`"
                raise LayoutError(what, chain[0].span(), f"write `{key}:` and its millimetres", "E1009")
        return Template(
            name,
            float(node.data["width"]),
            float(node.data["height"]),
            self.reader.ink(node, "ground"),
            self.reader.ink(node, "back_ground"),
            tuple(let for link in reversed(chain) for let in self.reader.lets(link)),
            self._face(chain, "front"),
            self._face(chain, "back"),
            chain[0].span(),
            str(chain[0].data.get("extends", "")),
        )

    def _face(self, chain: list[Node], key: str) -> tuple[Element, ...]:
        """A face's elements: those of the template that is extended, in place of some their namesakes, then its own."""
        nodes: list[Node] = []
        known = {node.data.get("name") for other in chain for side in ("front", "back") for node in other.nodes(side)}
        for link in reversed(chain):
            left_out = link.data.get("without") or []
            for name in left_out:
                if name not in known:
                    self.diagnostics.report("E1003", link.span("without"), f"there is no element `{name}` to leave out")
            nodes = [node for node in nodes if node.data.get("name") not in left_out]
            places = {node.data["name"]: at for at, node in enumerate(nodes) if node.data.get("name")}
            for node in link.nodes(key):
                at = places.get(node.data.get("name"))
                if at is None:
                    nodes.append(node)
                else:
                    nodes[at] = node.over(nodes[at])
        return self.reader.elements(nodes)

    def _shape(self, name: str) -> Shape:
        node = Node.of(self.sections["shapes"][name])
        width, height = node.data["size"]
        elements = self.reader.elements(node.nodes("draw"))
        return Shape(name, float(width), float(height), self.reader.lets(node), elements, node.span())

    def _sheet(self, section: str, name: str) -> Sheet:
        node = Node.of(self.sections[section][name])
        return Sheet(
            name,
            self.reader.words(node, "title"),
            float(node.data["width"]),
            float(node.data["height"]),
            self.reader.expression(node, "when"),
            self.reader.binder(node, "each") if "each" in node.data else None,
            self.reader.ink(node, "ground"),
            self.reader.num(node, "copies", 1),
            self.reader.lets(node),
            self.reader.elements(node.nodes("draw")),
            node.span(),
            self._views(node),
        )

    def _views(self, node: Node) -> tuple[View, ...]:
        names = node.data.get("views") or {}
        if names and "each" in node.data:
            what = "a drawing that is made for each of a list has no views"
            raise LayoutError(what, node.span("views"), code="E1001")
        return tuple(self._view(name, node.within("views", name)) for name in names)

    def _view(self, name: str, node: Node) -> View:
        return View(
            name,
            self.reader.words(node, "title"),
            self.reader.frame(node, "box"),
            self.reader.binder(node, "each") if "each" in node.data else None,
            self.reader.point(node, "around") if "around" in node.data else None,
            node.span(),
        )


def _colors(value: Any) -> Color | dict[str, Color]:
    if isinstance(value, Mapping):
        return {key: parse_color(color) for key, color in value.items()}
    return parse_color(value)
