"""The HTML of a booklet's content: one self-contained file without scripts, also for phones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from importlib.resources import files
from itertools import count, groupby
from typing import assert_never
from xml.etree.ElementTree import Element, SubElement, tostring

from regelwerk_compiler.checked.languages import is_from_right_to_left
from regelwerk_dsl.suggest import as_words

from ..booklet.content import elements
from ..booklet.content.elements import Words, plain
from ..booklet.content.facts import Facts
from ..booklet.layout.figures import MARGIN, MARK, around_point, in_margins, pointer
from ..booklet.layout.scenes import rings
from ..booklet.look import A5, ACCENT
from ..booklet.make import Content
from ..drawing.drawing import MM_PER_PT, WHITE, Drawing, Ellipse, Glyphs, Group, Item, Mm, Pen, Pt
from ..drawing.drawing import Box as Area
from ..drawing.spoken import spoken
from ..fonts import face
from .svg import Drawer

DEEPEST = 2  # level of headings that the contents list
PX_PER_MM = 4.0  # the largest scale of drawings on a screen; on a phone they are as wide as the page
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


def html(content: Content, facts: Facts) -> bytes:
    """The page of a booklet."""
    return _Page(facts).file(content)


@dataclass(eq=False)
class _Page:
    facts: Facts
    drawer: Drawer = field(default_factory=Drawer)
    known: set[str] = field(default_factory=set)  # ids used so far
    numbers: Iterator[int] = field(default_factory=lambda: count(1))

    def file(self, content: Content) -> bytes:
        facts, language = self.facts, self.facts.language
        root = Element("html", {"lang": language.replace("_", "-")})
        if is_from_right_to_left(language):
            root.set("dir", "rtl")
        head, body = SubElement(root, "head"), SubElement(root, "body")
        SubElement(head, "meta", {"charset": "utf-8"})
        SubElement(head, "meta", {"name": "viewport", "content": "width=device-width, initial-scale=1"})
        SubElement(head, "meta", {"http-equiv": "Content-Security-Policy", "content": POLICY})
        SubElement(head, "meta", {"name": "color-scheme", "content": "light dark"})
        SubElement(head, "meta", {"name": "generator", "content": "regelwerk"})
        SubElement(head, "title").text = facts.word("colon", facts.title, facts.word("rules"))
        SubElement(head, "style").text = "\n" + (files(__package__) / "page.css").read_text(encoding="utf-8")
        SubElement(body, "a", {"class": "skip", "href": "#rules"}).text = facts.word("skip")
        self._header(SubElement(body, "header"), content)
        navigation = SubElement(body, "nav", {"aria-labelledby": "contents"})
        main = SubElement(body, "main", {"id": "rules"})
        parts = list(_parts(content.elements))
        listed = list(self._sections(main, parts))
        if content.back is not None:
            self._picture(main, content.back, " ".join(spoken(content.back.items)))
        self._contents(navigation, listed)
        body.insert(0, self.drawer.shared())
        return f"<!DOCTYPE html>\n{tostring(root, encoding='unicode', method='html')}\n".encode()

    def _header(self, header: Element, content: Content) -> None:
        words = SubElement(header, "div", {"class": "spoken"} if content.has_title else {})
        SubElement(words, "h1").text = self.facts.title
        for line in content.lines:
            SubElement(words, "p").text = line
        if content.cover is not None:
            self._picture(header, content.cover, self.facts.title, "cover")

    def _contents(self, navigation: Element, listed: Iterable[tuple[int, str, str]]) -> None:
        """Adds the list of headings, those of the second level in lists of their own below the first."""
        SubElement(navigation, "h2", {"id": "contents"}).text = self.facts.word("contents")
        top = SubElement(navigation, "ul")
        inner: Element | None = None
        item: Element | None = None
        for level, title, anchor in listed:
            if level == 1 or item is None:
                item, inner = SubElement(top, "li"), None
                SubElement(item, "a", {"href": f"#{anchor}"}).text = title
            else:
                inner = SubElement(item, "ul") if inner is None else inner
                SubElement(SubElement(inner, "li"), "a", {"href": f"#{anchor}"}).text = title

    def _sections(
        self, main: Element, parts: Iterable[tuple[elements.Heading | None, list[elements.Element]]]
    ) -> Iterator[tuple[int, str, str]]:
        """Adds a section for each chapter; yields the entries of the contents: level, title and anchor."""
        for heading, inside in parts:
            if heading is None:
                self._elements(main, inside)
                continue
            section = SubElement(main, "section")
            anchor = self._heading(section, heading)
            section.set("aria-labelledby", anchor)
            yield 1, plain(heading.words), anchor
            yield from self._elements(section, inside)

    # ---- elements ----------------------------------------------------------------------------------------------------

    def _elements(self, parent: Element, content: Iterable[elements.Element]) -> list[tuple[int, str, str]]:
        """Adds elements, with neighbouring items of lists as one list; returns their entries in the contents."""
        listed: list[tuple[int, str, str]] = []
        for is_list, group in groupby(content, key=lambda one: isinstance(one, elements.Paragraph) and one.depth > 0):
            if is_list:
                self._list(parent, [one for one in group if isinstance(one, elements.Paragraph)])
                continue
            for element in group:
                if isinstance(element, elements.Heading):
                    anchor = self._heading(parent, element)
                    if element.outlined and element.level <= DEEPEST:
                        listed.append((element.level, plain(element.words), anchor))
                elif isinstance(element, elements.Marked):
                    look = {"class": "doubt", "title": element.doubt} if element.doubt else {"class": "marked"}
                    listed += self._elements(SubElement(parent, "div", look), element.elements)
                else:
                    self._element(parent, element)
        return listed

    def _element(self, parent: Element, element: elements.Element) -> None:
        match element:
            case elements.Paragraph():
                self._paragraph(SubElement(parent, "p", _look(element)), element)
            case elements.Table():
                self._table(parent, element)
            case elements.Note(inner, anchor):
                self._elements(SubElement(parent, "div", {"class": "note", **self._id(anchor)}), inner)
            case elements.Picture(drawing, alt):
                self._picture(parent, drawing, alt)
            case elements.Figure():
                self._figure(parent, element)
            case elements.Scenery():
                self._scenery(parent, element)
            case elements.Columns() | elements.Parting():
                pass  # a screen has one column of readable width, and no pages
            case elements.Heading() | elements.Marked():
                self._elements(parent, [element])
            case _:
                assert_never(element)

    def _heading(self, parent: Element, heading: elements.Heading) -> str:
        """Adds a heading below the title of the page; returns its id, which it always has."""
        named = self._id(heading.anchor) or {"id": f"part-{next(self.numbers)}"}
        self._words(SubElement(parent, f"h{heading.level + 1}", named), heading.words)
        return named["id"]

    def _paragraph(self, parent: Element, element: elements.Paragraph) -> None:
        first, *others = [self._id(anchor) for anchor in element.anchors] or [{}]
        parent.attrib.update(first)
        for other in others:
            if other:
                SubElement(parent, "span", other)
        self._words(parent, element.words)

    def _list(self, parent: Element, items: list[elements.Paragraph]) -> None:
        """Adds the items of one or more lists; a deeper one is within the item before it."""
        open_lists: list[tuple[int, str, Element]] = []
        for item in items:
            number = item.label.rstrip(".")
            kind = "ol" if number.isdecimal() else "ul"
            while open_lists and (
                open_lists[-1][0] > item.depth
                or (open_lists[-1][0] == item.depth and item.label.strip() and open_lists[-1][1] != kind)
            ):
                open_lists.pop()
            if not item.label.strip() and open_lists:
                self._paragraph(SubElement(open_lists[-1][2][-1], "p", _look(item)), item)
                continue
            if not open_lists or open_lists[-1][0] < item.depth:
                above = open_lists[-1][2][-1] if open_lists else parent
                open_lists.append((item.depth, kind, SubElement(above, kind)))
            place = {"value": number} if kind == "ol" else {}
            self._paragraph(SubElement(open_lists[-1][2], "li", {**place, **_look(item)}), item)

    def _table(self, parent: Element, table: elements.Table) -> None:
        """Adds a table that can be scrolled sideways on narrow screens; the first cell of a row is its heading."""
        around = SubElement(parent, "div", {"class": "scroll", **self._id(table.anchor)})
        shown = SubElement(around, "table")
        if table.caption:
            SubElement(shown, "caption").text = table.caption
        if any(table.headings):
            row = SubElement(SubElement(shown, "thead"), "tr")
            for cell, number in zip(table.headings, table.numbers, strict=False):
                tag, scope = ("th", {"scope": "col"}) if cell else ("td", {})
                self._words(SubElement(row, tag, {**scope, **_right(number)}), cell)
        body = SubElement(shown, "tbody")
        for at, cells in enumerate(table.rows):
            anchor = self._id(table.targets[at] if table.targets else "")
            row = SubElement(body, "tr", anchor | ({"class": "marked"} if at in table.marked else {}))
            for column, (cell, number) in enumerate(zip(cells, table.numbers, strict=False)):
                tag, scope = ("td", {}) if column else ("th", {"scope": "row"})
                self._words(SubElement(row, tag, {**scope, **_right(number)}), cell)

    # ---- words -------------------------------------------------------------------------------------------------------

    def _words(self, parent: Element, words: Words) -> None:
        for inline in words:
            inner = parent
            if inline.target:
                is_inside = ":" not in inline.target
                inner = SubElement(inner, "a", {"href": f"#{_name(inline.target)}" if is_inside else inline.target})
            if inline.term:
                inner = SubElement(inner, "dfn")
            elif inline.bold:
                inner = SubElement(inner, "b")
            if inline.italic:
                inner = SubElement(inner, "i")
            if inline.icon is not None:
                icon = inline.icon
                name = as_words(icon.key.partition(" ")[0])
                drawn = self.drawer.svg(Drawing(icon.width, icon.height, (icon,)), name)
                drawn.set("class", "icon")
                inner.append(drawn)
            _add_text(inner, inline.text)

    def _id(self, anchor: str) -> dict[str, str]:
        """The id of an element; none if it has no anchor, or if that is in use: links lead to the first one."""
        if not anchor or anchor in self.known:
            return {}
        self.known.add(anchor)
        return {"id": _name(anchor)}

    # ---- pictures ----------------------------------------------------------------------------------------------------

    def _picture(
        self, parent: Element, drawing: Drawing, alt: str, look: str = "", more: Iterable[Item] = ()
    ) -> Element:
        """Adds a drawing as a figure."""
        figure = SubElement(parent, "figure", {"class": look} if look else {})
        drawn = self.drawer.svg(drawing, alt, more)
        drawn.set("style", f"max-width:{drawing.width * PX_PER_MM:.0f}px")
        figure.append(drawn)
        return figure

    def _figure(self, parent: Element, element: elements.Figure) -> None:
        """Adds a drawing with numbers, and their explanations below it."""
        explained = [label for label in element.labels if label.words]
        drawing = _explained(element, explained) if explained else element.drawing
        across = MARK / min(1.0, A5.text_width / drawing.width)
        marks = [] if explained else [one for label in element.labels for one in _mark(label, label.x, label.y, across)]
        figure = self._picture(parent, drawing, element.alt, more=marks)
        figure.attrib.update(self._id(element.anchor))
        if element.caption or explained:
            caption = SubElement(figure, "figcaption")
            _add_text(caption, element.caption)
            where = SubElement(caption, "ol") if explained else caption
            for label in explained:
                self._words(SubElement(where, "li", {"value": str(label.number)}), label.words)
        for detail in element.details:
            scene = detail.scene
            self._scenery(parent, elements.Scenery((elements.Panel("", (scene,), scene.title),)))

    def _scenery(self, parent: Element, element: elements.Scenery) -> None:
        """Adds positions, beside each other if there is room."""
        around = SubElement(parent, "figure", {"class": "scenery", **self._id(element.anchor)})
        for panel in element.panels:
            shown = SubElement(around, "div", {"class": "panel", "role": "img", "aria-label": panel.alt})
            if panel.title:
                SubElement(shown, "b").text = panel.title
            for scene in panel.scenes:
                if scene.title:
                    SubElement(shown, "span", {"class": "view"}).text = scene.title
                drawn = self.drawer.svg(scene.drawing, more=rings(scene.came, scene.gone, 1))
                drawn.set("style", f"max-width:{scene.drawing.width * PX_PER_MM:.0f}px")
                shown.append(drawn)
        if element.caption:
            SubElement(around, "figcaption").text = element.caption


def _parts(content: Iterable[elements.Element]) -> Iterator[tuple[elements.Heading | None, list[elements.Element]]]:
    """The chapters with their content; first the content before them."""
    heading: elements.Heading | None = None
    inside: list[elements.Element] = []
    for element in content:
        if isinstance(element, elements.Heading) and element.level == 1:
            if heading is not None or inside:
                yield heading, inside
            heading, inside = element, []
        else:
            inside.append(element)
    yield heading, inside


def _explained(element: elements.Figure, labels: list[elements.Label]) -> Drawing:
    """A drawing with numbers in its margins, and lines from there to their places."""
    drawing = element.drawing
    whole = Area(Mm(0), Mm(0), drawing.width, drawing.height)
    items: list[Item] = [Group(drawing.items, MARGIN, clip=whole)]
    for label, side, down in in_margins(labels, drawing.width, 1.0, drawing.height):
        x = MARGIN / 2 if side < 0 else drawing.width + 1.5 * MARGIN
        at = MARGIN + label.x, label.y
        items += [*pointer(x, down, *at), *_mark(label, x, down, MARK)]
    return Drawing(Mm(drawing.width + 2 * MARGIN), drawing.height, tuple(items))


def _mark(label: elements.Label, x: float, y: float, across: float) -> Iterator[Item]:
    """A number in a circle around a point."""
    text, font = str(label.number), "sans-bold"
    size = Pt(0.62 * across / MM_PER_PT)
    unit = size * MM_PER_PT / 1000
    wide, high = sum(face(font).advances(text)) * unit, face(font).capitals * unit
    yield Ellipse(around_point(x, y, Mm(across)), ACCENT, Pen(WHITE, Mm(across / 11)))
    yield Glyphs(Mm(x - wide / 2), Mm(y + high / 2), text, font, size, WHITE)


def _name(anchor: str) -> str:
    """An anchor as an id, which has no blanks."""
    return anchor.replace(" ", ".")


def _look(element: elements.Paragraph) -> dict[str, str]:
    return {"class": "small"} if element.small or element.fine else {}


def _right(number: bool) -> dict[str, str]:
    return {"class": "n"} if number else {}


def _add_text(parent: Element, text: str) -> None:
    """Adds text after the content of an element, with its line breaks."""
    for at, line in enumerate(text.replace("–\u00a0", "–\u2060\u00a0").split("\n")):  # no line ends with the dash
        if at:
            SubElement(parent, "br")
        if len(parent):
            parent[-1].tail = (parent[-1].tail or "") + line
        else:
            parent.text = (parent.text or "") + line
