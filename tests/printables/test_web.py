"""Tests of the rules as one HTML file: valid, accessible, and with the content of the booklet."""

from __future__ import annotations

import re
from functools import cache
from html.parser import HTMLParser
from itertools import pairwise
from xml.etree.ElementTree import Element, fromstring, tostring

import pytest
from orchard import GAME, LANGUAGES, booklet, data, text, with_chapter
from PIL import Image as Pictures
from regelwerk.loading.compilation import load_compiled
from regelwerk.loading.source import source_of
from regelwerk.printing.positions import played_scenarios
from regelwerk_compiler.words.own import own_word
from regelwerk_printables.booklet import book
from regelwerk_printables.drawing.drawing import (
    Box,
    Color,
    Drawing,
    Ellipse,
    Form,
    Glyphs,
    Gradient,
    Group,
    Image,
    Mm,
    Path,
    Pen,
    Pt,
    Rect,
    Tagged,
)
from regelwerk_printables.drawing.spoken import spoken
from regelwerk_printables.web.page import html
from regelwerk_printables.web.svg import Drawer

VOID = frozenset({"meta", "br"})


class Reader(HTMLParser):
    """Tags with their attributes in order, text, and whether each tag is closed correctly."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.words: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open[-1:] != ["style"]:
            self.words.append(data)


@cache
def page(language: str, *variants: str) -> str:
    made = load_compiled(source_of(GAME, variants))
    played = played_scenarios(made.rules, made.scenario_list, language)
    whole = book(made.game, language, played, base=data() if variants else None)
    return html(whole.content(), whole.facts).decode()


def read(shown: str) -> Reader:
    reader = Reader()
    reader.feed(shown)
    assert not reader.open
    return reader


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("variants", [(), ("rich",)], ids=["base", "rich"])
def test_a_page_needs_no_other_file_and_is_accessible(language: str, variants: tuple[str, ...]) -> None:
    found = read(page(language, *variants))
    assert ("html", {"lang": language}) in found.tags
    names = [tag for tag, _ in found.tags]
    assert not {"script", "link", "img", "iframe"} & set(names)
    assert [names.count(tag) for tag in ("h1", "main", "header", "nav", "title")] == [1] * 5
    addresses = [value for _, own in found.tags for key, value in own.items() if key in ("href", "src")]
    ids = [own["id"] for _, own in found.tags if "id" in own]
    assert len(ids) == len(set(ids)) and not any(" " in one for one in ids)
    assert {one.removeprefix("#") for one in addresses} <= set(ids)
    levels = [int(tag[1]) for tag in names if re.fullmatch("h[1-6]", tag)]
    assert all(after <= before + 1 for before, after in pairwise(levels))
    assert all("scope" in own for tag, own in found.tags if tag == "th")
    assert all(own.get("aria-label") or own.get("aria-hidden") for tag, own in found.tags if tag == "svg")
    labels = [own["aria-labelledby"] for _, own in found.tags if "aria-labelledby" in own]
    assert labels and set(labels) <= set(ids)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_has_the_text_of_the_booklet(language: str) -> None:
    def letters(words: str) -> str:
        return re.sub(r"[\s\u00ad\u200b\u2060•–·▸]", "", words)

    said = letters("".join(read(page(language)).words))
    pages = letters(text(booklet(language)))
    for card in data().cards:
        assert letters(card.texts[language]) in said
    for chapter in data().chapters:
        assert letters(chapter.titles[language]) in said
    assert not re.search(r"\(p\.|（\d+ページ|\(S\.", said)  # a web page has no page numbers
    assert re.search(r"\(p\.|（\d+ページ|\(S\.", pages)


def test_changes_by_a_variant_are_marked() -> None:
    assert not any(own.get("class") == "marked" for _, own in read(page("en")).tags)
    assert any(tag == "div" and own.get("class") == "marked" for tag, own in read(page("en", "rich")).tags)
    assert own_word("en", "booklet.changes") in read(page("en", "rich")).words


def test_lists_can_be_nested() -> None:
    game = with_chapter(data(), ("1. one\n   - inner\n\n   more of it\n2. two\n\nText\n\n- other\n\n3. three", 12))
    whole = book(game, "en")
    shown = re.sub(r"\n", "", html(whole.content(), whole.facts).decode())
    listed = re.search(r"<ol><li .*</ol>", shown)
    assert listed is not None
    assert listed[0] == (
        '<ol><li value="1">one<ul><li>inner</li></ul><p>more of it</p></li><li value="2">two</li></ol>'
        '<p>Text</p><ul><li>other</li></ul><ol><li value="3">three</li></ol>'
    )


def test_texts_cannot_add_markup() -> None:
    whole = book(with_chapter(data(), ("A & B, 1 < 2 `</style><script>`", 12)), "en")
    shown = html(whole.content(), whole.facts).decode()
    assert "A &amp; B, 1 &lt; 2 &lt;/style&gt;&lt;script&gt;" in shown


def box(x: float, y: float, width: float, height: float) -> Box:
    return Box(Mm(x), Mm(y), Mm(width), Mm(height))


def test_every_kind_of_drawing_becomes_svg(tmp_path) -> None:
    art = tmp_path / "art.png"
    Pictures.new("RGB", (2, 2), "red").save(art)
    red, blue = Color(1, 0, 0), Color(0, 0, 1, 0.5)
    square = (("M", (0.0, 0.0)), ("L", (2.0, 0.0)), ("L", (2.0, 2.0)), ("Z", ()))
    form = Form("frame", Mm(9), Mm(9), (Rect(box(0, 0, 9, 9), Mm(1), red),))
    items = (
        form,
        Group((form,), Mm(1), Mm(2), 90, 0.5, box(0, 0, 3, 3), 0.5),
        Ellipse(box(0, 0, 4, 2), Gradient((red, blue), (0, 1), 90), Pen(red, Mm(0.5), (1.0, 2.0), 1, 2)),
        Path(square, blue, even_odd=True),
        Tagged("P", (Glyphs(Mm(1), Mm(5), "aba", "sans", Pt(10)),)),
        Image(box(0, 0, 2, 2), str(art)),
        Image(box(2, 0, 2, 2), str(art), (red, blue)),
    )
    drawer = Drawer()
    shown = drawer.svg(Drawing(Mm(10), Mm(8), items), "all")
    assert shown.attrib == {"viewBox": "0 0 10 8", "role": "img", "aria-label": "all"}
    kinds = [one.tag for one in shown.iter()][1:]
    assert kinds == ["use", "g", "use", "ellipse", "path", "g", "use", "use", "use", "image", "image"]
    assert [one.tag for one in drawer.defs] == ["g", "clipPath", "linearGradient", "path", "path"]  # a and b once each
    known = {one.get("id") for one in drawer.defs}
    assert {one.attrib["href"].removeprefix("#") for one in shown.iter("use")} <= known
    group, ellipse, path = shown[1], shown[2], shown[3]
    assert group.attrib == {"transform": "matrix(0 0.5 -0.5 0 1 2)", "clip-path": "url(#d2)", "opacity": "0.5"}
    assert ellipse.attrib["fill"] == "url(#d3)" and ellipse.attrib["stroke-linejoin"] == "bevel"
    assert path.attrib["fill-opacity"] == "0.5" and path.attrib["fill-rule"] == "evenodd"
    assert all(one.attrib["href"].startswith("data:image/png;base64,") for one in shown.iter("image"))
    assert list(spoken(items)) == ["aba"]
    assert isinstance(fromstring(tostring(shown)), Element)
