"""Tests of small type in pictures: what is enlarged, what is left out, and how positions are arranged for it."""

from __future__ import annotations

import pytest
from drawing_text import sizes
from msgspec.structs import replace
from regelwerk_printables.booklet.arrangement import HIGHEST, arrange, fit_side_by_side, stacked_scales
from regelwerk_printables.design.situations import Scene
from regelwerk_printables.drawing.drawing import (
    MM_PER_PT,
    WHITE,
    Box,
    Drawing,
    Form,
    Glyphs,
    Group,
    Mm,
    Path,
    Pen,
    Pt,
    Rect,
    Tagged,
)
from regelwerk_printables.drawing.extent import extent
from regelwerk_printables.drawing.legible import Forms, Text, legible


def test_type_that_is_printed_too_small_is_left_out() -> None:
    text = Glyphs(*map(float, (0, 0)), "word", "sans", Pt(10))  # type: ignore[arg-type]
    assert legible([text], Pt(10)) == (text,)
    assert list(sizes(legible([Group((text,), scale=0.5)], Pt(5)))) == [(5, "word")]
    assert not list(sizes(legible([Group((Tagged("P", (text,)),), scale=0.3)], Pt(5))))
    small = Glyphs(text.x, text.y, "A", "sans", Pt(2))
    (sign,) = legible([small], Pt(5), 2)
    assert isinstance(sign, Glyphs) and sign.size == 5
    assert sign.x < text.x and sign.y > text.y, "around the same middle"


def test_type_that_is_almost_large_enough_is_enlarged_with_its_outlines() -> None:
    text = Glyphs(Mm(3), Mm(9), "Nihombashi", "sans", Pt(4))
    line = Path((("M", (3, 9)), ("L", (8, 9))), pen=Pen(WHITE, Mm(0.7)))
    ((group,),) = (one.items for one in legible([Tagged("P", (line, text))], Pt(5)) if isinstance(one, Tagged))
    assert isinstance(group, Group) and group.items == (line, text) and group.scale == 5 / 4
    before, after = extent([text]), extent([replace(group, items=(text,))])
    assert before is not None and after is not None and after.middle == pytest.approx(before.middle)
    long = replace(text, text="The lines that call at a station")
    assert legible([Tagged("P", (line, long))], Pt(5)) == (), "it has no room, and its outlines go with it"


def test_the_runs_of_a_line_grow_together() -> None:
    kana = Glyphs(Mm(3), Mm(9), "東京", "gothic", Pt(4))
    digits = Glyphs(Mm(3 + 8 * MM_PER_PT), kana.y, "2026", "sans", Pt(4))
    (group,) = legible([kana, digits], Pt(5))
    assert isinstance(group, Group) and group.items == (kana, digits) and group.scale == 5 / 4
    apart = replace(digits, x=Mm(digits.x + 2))
    assert [one.size for one in legible([kana, apart], Pt(5)) if isinstance(one, Glyphs)] == [5, 5]


def test_a_backing_only_for_small_type_is_left_out_with_it() -> None:
    text = Glyphs(Mm(3), Mm(9), "Nihombashi", "sans", Pt(2))
    plate, ground = Rect(Box(Mm(2), Mm(8), Mm(9), Mm(2))), Rect(Box(Mm(0), Mm(0), Mm(90), Mm(90)))
    assert legible([ground, plate, Tagged("P", (text,))], Pt(5)) == (ground,)
    assert legible([ground, Tagged("P", (text,))], Pt(5)) == (ground,)
    counter = Form("counter", Mm(9), Mm(9), (plate, text))
    (piece,) = legible([Group((plate, Tagged("P", (text,)), counter), piece=plate.box)], Pt(5))
    assert isinstance(piece, Group) and piece.items[0] == plate and len(piece.items) == 2, "a piece keeps its ground"
    assert isinstance(piece.items[1], Form) and piece.items[1].items == (plate,)


def test_a_legible_picture_stays_one_object_in_the_file() -> None:
    text = Glyphs(Mm(3), Mm(9), "Nihombashi", "sans", Pt(10))
    bare = Form("bare", Mm(5), Mm(5), (Rect(Box(Mm(0), Mm(0), Mm(5), Mm(5)), fill=WHITE),))
    named = Form("named", Mm(5), Mm(5), (text,))
    items = (Group((bare, named)), Tagged("P", (bare,)))
    known: Forms = {}
    assert legible(items, Pt(10), known=known) is items
    group, tagged = legible(items, Pt(11), known=known)
    assert isinstance(group, Group) and group.items[0] is bare and tagged is items[1]
    assert isinstance(group.items[1], Form) and group.items[1].key != named.key
    again, _ = legible(items, Pt(11), known=known)
    assert isinstance(again, Group) and again.items[1] is group.items[1]


def test_positions_are_stacked_if_names_are_legible_only_then() -> None:
    def position(size: float, *texts: Text) -> list[Scene]:
        return [Scene("", Drawing(Mm(size), Mm(size / 2), ()), texts=texts)]

    named, bare = (Text(10, Pt(5)),) * 8, ()
    assert fit_side_by_side(position(90, *bare), position(90, *bare), 113)
    assert not fit_side_by_side(position(90, *named), position(90, *named), 113), (
        "names of 3 pt, or of 4, which become legible"
    )
    assert fit_side_by_side(position(60, *named), position(60, *named), 113), "they can be read side by side"


def test_pictures_are_taller_if_names_are_legible_only_then() -> None:
    def position(*texts: Text) -> list[Scene]:
        return [Scene("", Drawing(Mm(236), Mm(127), ()), texts=texts), Scene("Values", Drawing(Mm(40), Mm(20), ()))]

    named = position(*(Text(10, Pt(7)),) * 8)
    bare, large = arrange(position(), 113), arrange(named, 113)
    assert bare.height <= HIGHEST < large.height
    assert not Text(10, Pt(7)).is_legible(Pt(5 / bare.scale)) and Text(10, Pt(7)).is_legible(Pt(5 / large.scale))
    assert arrange(position(*(Text(10, Pt(3)),) * 8), 113).scale == bare.scale, "they cannot be read in either"
    first, second = stacked_scales(named, named, 113)
    assert first == large.scale and second < first, "the names have been read when it comes to the second"
    assert stacked_scales(position(), position(), 113) == (second, second)


def test_the_least_enlargement_makes_a_text_legible() -> None:
    for letters in (3, 5, 9, 14, 30, 99):
        text = Text(letters, Pt(3))
        assert text.is_legible(Pt(5 / text.enlargement(Pt(5)))) and not text.is_legible(
            Pt(5.2 / text.enlargement(Pt(5)))
        )
    assert Text(2, Pt(3)).enlargement(Pt(5), 2) == 0, "signs are set larger in any case"
