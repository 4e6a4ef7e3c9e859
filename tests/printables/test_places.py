"""Tests of places for cards on paper: as many as fit, never enlarged, with bleed and marks only if there is space."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace
from regelwerk_printables.drawing.drawing import Box, Mm, Path
from regelwerk_printables.impose.marks import crop_marks
from regelwerk_printables.impose.places import NoPlaceError, Place, lay_out, printed_boxes
from regelwerk_printables.sheets import Backs, Sheet, Size

CARD = Size(Mm(63.3), Mm(88.1))
PAPER = Size(Mm(210), Mm(297))


def sheet(**settings: Any) -> Sheet:
    given = {"paper": PAPER, "margin": Mm(0), "backs": Backs.NONE}
    return Sheet("test", "Test", **{**given, **settings})


@pytest.mark.parametrize(("count", "gap"), [*product(range(1, 6), (0, 0.1, 5))])
def test_as_many_cards_are_placed_as_fit(count: int, gap: float) -> None:
    """Sums of fractions of a millimetre that are slightly off make no difference."""
    paper = Size(Mm(sum([CARD.width] * count) + gap * (count - 1)), CARD.height)
    wanted = sheet(paper=paper, gap=(Mm(gap), Mm(gap)))
    assert len(lay_out(wanted, CARD).fronts) == count
    narrow = replace(wanted, paper=Size(Mm(paper.width - 0.5), paper.height))
    if count > 1:
        assert len(lay_out(narrow, CARD).fronts) == count - 1
    else:
        with pytest.raises(NoPlaceError, match="too little for a card"):
            lay_out(narrow, CARD)


@pytest.mark.parametrize("paper", [None, PAPER])
def test_no_card_is_enlarged(paper: Size | None) -> None:
    grid = lay_out(sheet(paper=paper, card=Size(Mm(90), Mm(130)), shrinks=True), CARD)
    assert grid.scale == 1
    assert {(place.box.width, place.box.height) for place in grid.fronts} == {(CARD.width, CARD.height)}


def test_a_card_is_turned_if_that_keeps_it_larger() -> None:
    for size, angle in ((Size(Mm(50), Mm(50)), 0), (Size(Mm(60), Mm(40)), 90), (Size(Mm(40), Mm(60)), 0)):
        grid = lay_out(sheet(card=size, shrinks=True), CARD)
        assert {place.angle for place in grid.fronts} == {angle}
        assert all(
            place.box.width <= size.width + 0.01 and place.box.height <= size.height + 0.01 for place in grid.fronts
        )


@pytest.mark.parametrize("paper", [None, PAPER])
def test_the_bleed_of_a_card_is_scaled_with_it(paper: Size | None) -> None:
    grid = lay_out(sheet(paper=paper, card=Size(Mm(CARD.width / 2), Mm(CARD.height / 2)), shrinks=True), CARD, 3)
    assert (grid.scale, grid.bleed) == (0.5, 1.5)


def test_a_card_is_centred_in_its_place_on_perforated_stock() -> None:
    stock = sheet(card=Size(Mm(60), Mm(80)), at=(Mm(10), Mm(20)), gap=(Mm(5), Mm(5)), columns=2, rows=2, shrinks=True)
    found = [place.box for place in lay_out(stock, Size(Mm(30), Mm(50))).fronts]
    assert [(box.x + box.width / 2, box.y + box.height / 2) for box in found] == [
        (40, 60),
        (105, 60),
        (40, 145),
        (105, 145),
    ]


@pytest.mark.parametrize(("x", "y"), [*product((1, 100, 149), (1, 100, 196))])
def test_no_bleed_leaves_the_paper(x: float, y: float) -> None:
    box = Box(Mm(x), Mm(y), Mm(60), Mm(100))
    (printed,) = printed_boxes([Place(box, 0)], PAPER, Mm(3))
    assert (printed.x, printed.y) == (max(x - 3, 0), max(y - 3, 0))
    assert (printed.right, printed.bottom) == (min(x + 63, PAPER.width), min(y + 103, PAPER.height))


def test_bleeds_meet_halfway_between_neighbours_and_at_the_fold() -> None:
    boxes = [Box(Mm(x), Mm(y), Mm(60), Mm(90)) for y in (54.5, 148.5 + 2) for x in (20, 84)]
    places = [Place(box, 0) for box in boxes]
    flat, folded = (printed_boxes(places, PAPER, Mm(3), fold) for fold in (False, True))
    assert [(one.x, one.right) for one in flat] == [(17, 82), (82, 147)] * 2
    assert [(one.y, one.bottom) for one in flat[::2]] == [(51.5, 147.5), (147.5, 243.5)]
    assert [(one.y, one.bottom) for one in folded[::2]] == [(51.5, 147.5), (148.5, 243.5)]
    alone = [printed_boxes([place], PAPER, Mm(6), True)[0] for place in places[::2]]
    assert [(one.y, one.bottom) for one in alone] == [(48.5, 148.5), (148.5, 246.5)]


def upright(x: float, *boxes: tuple[float, float, float, float]) -> list[tuple[float, float]]:
    """The extents of the vertical marks at a position, for boxes on a small paper."""
    placed = [Box(*map(Mm, box)) for box in boxes]
    lines = [mark.commands for mark in crop_marks(placed, placed, Size(Mm(100), Mm(150))) if isinstance(mark, Path)]
    return [(start[1], end[1]) for (_, start), (_, end) in lines if start[0] == end[0] == x]


def test_no_mark_lies_along_a_card_that_reaches_beyond_the_next() -> None:
    found = upright(40, (10, 10, 30, 90), (40, 30, 20, 20), (40, 120, 20, 20))
    assert found == [(0, 9), (101, 119), (141, 150)]


def test_no_mark_leads_to_a_card_with_other_edges() -> None:
    assert upright(40, (10, 10, 30, 30), (20, 80, 40, 40)) == [(0, 9), (41, 79)]
    assert upright(20, (10, 10, 30, 30), (20, 80, 40, 40)) == [(41, 79), (121, 150)]
