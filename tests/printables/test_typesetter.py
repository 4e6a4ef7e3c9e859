"""Tests of the typesetting of cells and labels in a booklet."""

from __future__ import annotations

from collections.abc import Iterable

from drawing_text import flat
from regelwerk_printables.booklet.content.elements import Inline, Paragraph
from regelwerk_printables.booklet.layout.typesetter import Typesetter
from regelwerk_printables.booklet.look import look_of
from regelwerk_printables.drawing.drawing import Glyphs, Item, Mm
from regelwerk_printables.typeset import Setting


def glyphs(items: Iterable[Item]) -> list[Glyphs]:
    return [item for item in flat(tuple(items)) if isinstance(item, Glyphs)]


def lines(setting: Setting) -> list[str]:
    found: dict[float, str] = {}
    for one in glyphs(setting.items(Mm(0), Mm(0))):
        found[one.y] = found.get(one.y, "") + one.text
    return [line.strip() for line in found.values()]


def test_cells_divide_words_only_where_that_saves_a_line() -> None:
    typesetter = Typesetter(look_of("de"), Mm(113))
    cell = typesetter.look.cell
    assert lines(typesetter.cell((Inline("Nürnberg – Rotterdam"),), cell, Mm(26))) == ["Nürnberg –", "Rotterdam"]
    (word, _) = lines(typesetter.cell((Inline("Straßenbahnfahrer"),), cell, Mm(18)))
    assert word.endswith(("-", "\u2010")), "it has no room in one line"


def test_the_number_of_an_item_is_distinct_from_its_first_words() -> None:
    typesetter = Typesetter(look_of("en"), Mm(113))
    (piece,) = typesetter.paragraph(Paragraph((Inline("Blue", italic=True), Inline(" points")), label="2.", depth=1))
    assert [one.font for one in glyphs(piece.draw(Mm(0), Mm(0)))] == ["sans", "sans-italic", "sans"]
