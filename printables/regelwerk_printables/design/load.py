"""The loader of layouts: files are merged, templates and styles laid over those that they extend."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from pathlib import Path as FilePath

from msgspec.structs import replace
from regelwerk_dsl.data.yaml import Yaml
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.suggest import did_you_mean

from ..drawing.drawing import WHITE, Color, Mm
from ..fonts import FAMILIES
from ..typeset import divisions_of
from .complete import check_sheet, known_name
from .elements import Element, names_in
from .expressions import LayoutError
from .font_files import read_font
from .model import Layout, Look, Shape, Shapes, Sheet, Template, Wordlist
from .nodes import SECTIONS, Node, Place, find_overrides, find_places
from .paint.pictures import Art
from .reader import Part, Reader, plain_number


def build_layout(files: Sequence[Yaml], folder: FilePath | None, diagnostics: Diagnostics) -> Layout:
    """The layout made from all files.

    Args:
        files: the result of `load_layouts`.
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
    art = Art(folder)
    reader = Reader(diagnostics, art, sections["styles"], sections["shapes"], colors)
    loader = _Loader(sections, reader)
    return Layout(
        words,
        {name: file.span(*path) for name, (file, path) in sections["words"].items()},
        colors,
        data,
        loader.section("styles", loader.look),
        Shapes(loader.section("shapes", loader.small_drawing), reader.icons),
        loader.section("cards", loader.template),
        loader.section("boards", loader.sheet),
        loader.section("parts", loader.sheet),
        art,
        loader.overrides(find_overrides(files, diagnostics)),
        loader.section("languages", loader.wordlist),
        loader.section("pictures", loader.sheet),
        loader.section("fonts", lambda _, node: read_font(folder, node)),
    )


@dataclass(slots=True)
class _Loader:
    """Makes the entries of each section; one with a mistake is reported and left out.

    Attributes:
        sections: the place of each name of each section.
        reader: reads the values of each entry.
    """

    sections: Mapping[str, Mapping[str, Place]]
    reader: Reader

    def section(self, section: str, make: Callable[[str, Node], Part]) -> dict[str, Part]:
        """The entries of a section by name."""
        made = {name: self.reader.attempt(make, name, Node.of(place)) for name, place in self.sections[section].items()}
        return {name: part for name, part in made.items() if part is not None}

    def overrides(self, places: Mapping[str, Mapping[str, Place]]) -> dict[str, dict[str, Template]]:
        """The templates of single cards, by the template that they change and by card."""
        found: dict[str, dict[str, Template]] = {}
        for name, cards in places.items():
            for card, place in cards.items():
                template = self.reader.attempt(self._override, name, Node.of(place))
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
        plain = reduce(Node.over, chain)  # the back keeps its ground: a different back would give the card away
        ground = self.reader.ink(plain, "ground") if "ground" in plain.data else WHITE
        return replace(template, back_ground=WHITE if "card" in names_in(ground) else ground)

    def wordlist(self, _: str, node: Node) -> Wordlist:
        return Wordlist(divisions_of(node.data.get("hyphens") or ()), node.data.get("readings") or {}, node.span())

    def small_drawing(self, name: str, node: Node) -> Shape:
        width, height = (Mm(plain_number(side, node.span("size"))) for side in node.data["size"])
        return self.reader.part(Shape, node, name=name, width=width, height=height, span=node.span())

    def sheet(self, name: str, node: Node) -> Sheet:
        check_sheet(name, node)
        return self.reader.part(Sheet, node, name=name, span=node.span())

    # ---- inheritance -------------------------------------------------------------------------------------------------

    def _chain(self, section: str, name: str) -> list[Node]:
        """The node of a name, then the nodes that it extends, nearest first."""
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
        look = self.reader.part(Look, node, span=node.span("apart") if "apart" in node.data else node.span())
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
        return self.reader.part(
            Template,
            node,
            name=name,
            let=tuple(let for link in reversed(chain) for let in self.reader.lets(link)),
            front=self._face(chain, "front"),
            back=self._face(chain, "back"),
            span=own.span(),
            extends=str(own.data.get("extends", "")),
        )

    def _face(self, chain: list[Node], key: str) -> tuple[Element, ...]:
        """A face's elements: the inherited ones, some replaced by their namesakes, then the template's own."""
        nodes: list[Node] = []
        known = {node.data.get("name") for other in chain for side in ("front", "back") for node in other.nodes(side)}
        for link in reversed(chain):
            left_out = link.data.get("without") or []
            for name in left_out:
                if name not in known:
                    what = f"there is no element `{name}` to leave out"
                    self.reader.diagnostics.report("E1003", link.span("without"), what)
            nodes = [node for node in nodes if node.data.get("name") not in left_out]
            places = {node.data["name"]: at for at, node in enumerate(nodes) if node.data.get("name")}
            for node in link.nodes(key):
                at = places.get(node.data.get("name"))
                if at is None:
                    nodes.append(node)
                else:
                    nodes[at] = node.over(nodes[at])
        return self.reader.elements(nodes)
