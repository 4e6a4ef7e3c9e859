"""Tests of imposition: every card has one place, backs lie behind their fronts, and no mark lies over a card."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import pytest
from drawing_text import flat, page_text
from golden import CASES, check_golden
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from regelwerk_printables.drawing.drawing import (
    BLEED,
    Box,
    Glyphs,
    Group,
    Item,
    Mm,
    Page,
    Path,
    PrintedCard,
    Rect,
    Tagged,
)
from regelwerk_printables.impose.pages import Settings, fill, impose, outline
from regelwerk_printables.impose.places import NoPlaceError
from regelwerk_printables.sheets import NEARLY, Backs, Flip, Sheet, Size, bundled_sheets
from sample_cards import card, cards

SHEETS = bundled_sheets()
NEAR = 0.01


@dataclass(frozen=True)
class Seen:
    """A face on a page: its card, its edges after cutting, its printed area, and where its top points."""

    shade: float
    trim: Box
    printed: Box
    up: tuple[int, int]


def corners(group: Group, box: Box) -> Box:
    """A box in a group's own coordinates, on the page: scaled, turned clockwise, then moved."""
    angle = math.radians(group.angle)
    cos, sin = math.cos(angle), math.sin(angle)
    points = [
        (group.dx + group.scale * (x * cos - y * sin), group.dy + group.scale * (x * sin + y * cos))
        for x in (box.x, box.x + box.width)
        for y in (box.y, box.y + box.height)
    ]
    left, top = min(x for x, _ in points), min(y for _, y in points)
    return Box(Mm(left), Mm(top), Mm(max(x for x, _ in points) - left), Mm(max(y for _, y in points) - top))


def faces(items: Sequence[Item], dx: float = 0, dy: float = 0) -> Iterator[Seen]:
    for item in items:
        if isinstance(item, Group) and item.clip is None:
            yield from faces(item.items, dx + item.dx, dy + item.dy)
        elif isinstance(item, Group):
            moved = replace(item, dx=Mm(item.dx + dx), dy=Mm(item.dy + dy))
            (ground,) = (inner for inner in item.items if isinstance(inner, Rect))
            assert ground.fill is not None and item.clip is not None
            size = Box(Mm(0), Mm(0), Mm(ground.box.width - 2 * BLEED), Mm(ground.box.height - 2 * BLEED))
            angle = math.radians(item.angle)
            up = round(math.sin(angle)), round(-math.cos(angle))
            yield Seen(round(ground.fill.red, 6), corners(moved, size), corners(moved, item.clip), up)


def mark_boxes(page: Page) -> list[Box]:
    found = []
    for item in page.items:
        for mark in item.items if isinstance(item, Tagged) else ():
            if isinstance(mark, Path):
                (_, start), (_, end) = mark.commands
                found.append(Box(*map(Mm, (*start, end[0] - start[0], end[1] - start[1]))))
            elif isinstance(mark, Rect):
                found.append(mark.box)
    return found


def overlap(one: Box, other: Box) -> bool:
    """Whether two boxes share more than an edge; a line has no area and still counts within a box."""
    across = one.x < other.x + other.width - 1e-6 and other.x < one.x + one.width - 1e-6
    return across and one.y < other.y + other.height - 1e-6 and other.y < one.y + one.height - 1e-6


def within(box: Box, page: Page) -> bool:
    """Whether a box lies on the paper, or exceeds it by less than any printer shows."""
    return min(box.x, box.y) > -NEARLY and box.right < page.width + NEARLY and box.bottom < page.height + NEARLY


def near(one: Box, other: Box) -> bool:
    return all(abs(getattr(one, side) - getattr(other, side)) < NEAR for side in ("x", "y", "width", "height"))


# ---- properties ------------------------------------------------------------------------------------------------------

lengths = st.floats(min_value=35, max_value=120, allow_nan=False).map(lambda length: Mm(round(length, 2)))
small = st.floats(min_value=0, max_value=12, allow_nan=False).map(lambda length: Mm(round(length, 2)))
papers = st.sampled_from([Size(Mm(210), Mm(297)), Size(Mm(279.4), Mm(215.9)), Size(Mm(297), Mm(420))])
sheets = st.builds(
    Sheet,
    name=st.just("any"),
    title=st.just("any"),
    paper=papers,
    card=st.none() | st.builds(Size, lengths, lengths),
    shrinks=st.just(True),
    gap=st.tuples(small, small),
    margin=small,
    backs=st.sampled_from(Backs),
    flip=st.sampled_from(Flip),
    gutter=small,
    bleed=small,
)
decks = st.lists(st.integers(1, 4), min_size=1, max_size=6)


def imposed(
    sheet: Sheet, copies: list[int], width: float, height: float, wanted: Settings
) -> tuple[list[PrintedCard], list[Page]]:
    """A deck on a sheet; sheets too small for it are skipped."""
    deck = [card(number, count, width, height) for number, count in enumerate(copies, 1)]
    try:
        return deck, list(impose(deck, sheet, wanted))
    except NoPlaceError:
        return [], []


@settings(max_examples=40)
@given(sheets, decks, lengths, lengths, st.booleans())
def test_every_copy_has_one_place_on_the_paper(
    sheet: Sheet, copies: list[int], width: Mm, height: Mm, marked: bool
) -> None:
    deck, pages = imposed(sheet, copies, width, height, Settings(registration=marked))
    seen = Counter(face.shade for page in pages for face in faces(page.items))
    sides = 1 if sheet.backs is Backs.NONE else 2
    fronts = {round(number / 1000, 6): one.copies for number, one in enumerate(deck, 1)}
    backs = {round(1 - shade, 6): count for shade, count in fronts.items()}
    assert seen == (fronts if sides == 1 else fronts | backs)
    for page in pages:
        boxes = [box for face in faces(page.items) for box in (face.trim, face.printed)]
        assert all(within(box, page) for box in boxes + mark_boxes(page))


@settings(max_examples=40)
@given(sheets, decks, lengths, lengths, st.booleans())
def test_no_mark_and_no_bleed_lies_over_a_card(
    sheet: Sheet, copies: list[int], width: Mm, height: Mm, marked: bool
) -> None:
    _, pages = imposed(sheet, copies, width, height, Settings(registration=marked))
    for page in pages:
        found = list(faces(page.items))
        for face in found:
            assert not any(overlap(mark, face.trim) for mark in mark_boxes(page))
            assert not any(overlap(other.printed, face.trim) for other in found if other is not face)


@settings(max_examples=40)
@given(sheets, decks, lengths, lengths)
def test_backs_lie_behind_their_fronts(sheet: Sheet, copies: list[int], width: Mm, height: Mm) -> None:
    if sheet.backs is Backs.NONE:
        return
    _, pages = imposed(sheet, copies, width, height, Settings())
    if sheet.backs is Backs.FOLD:
        sides = [list(faces(page.items)) for page in pages]
        pairs = [
            (both[: len(both) // 2], both[len(both) // 2 :], page) for both, page in zip(sides, pages, strict=True)
        ]
    else:
        pairs = [
            (list(faces(front.items)), list(faces(back.items)), front)
            for front, back in zip(pages[::2], pages[1::2], strict=True)
        ]
    for fronts, backs, page in pairs:
        upright = page.width < page.height
        about_height = sheet.backs is Backs.DUPLEX and upright == (sheet.flip is Flip.LONG)
        for front, back in zip(fronts, backs, strict=True):
            assert back.shade == pytest.approx(1 - front.shade, abs=1e-6)
            box, (x, y) = back.trim, back.up
            if about_height:  # seen through the paper, left and right are swapped
                through = Box(Mm(page.width - box.x - box.width), box.y, box.width, box.height)
                up = -x, y
            else:
                through = Box(box.x, Mm(page.height - box.y - box.height), box.width, box.height)
                up = x, -y
            assert near(through, front.trim)
            assert up == front.up


@settings(max_examples=20)
@given(st.integers(1, 20), st.tuples(small, small))
def test_a_back_offset_moves_backs_and_nothing_else(count: int, offset: tuple[Mm, Mm]) -> None:
    plain = list(impose(cards(count), SHEETS["a4"]))
    moved = list(impose(cards(count), SHEETS["a4"], Settings(back_offset=offset)))
    assert moved[::2] == plain[::2]
    for page, other in zip(plain[1::2], moved[1::2], strict=True):
        for face, shifted in zip(faces(page.items), faces(other.items), strict=True):
            wanted = replace(face.trim, x=Mm(face.trim.x + offset[0]), y=Mm(face.trim.y + offset[1]))
            assert near(shifted.trim, wanted)


# ---- marks, bleed, sheets --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["a4", "letter"])
@pytest.mark.parametrize("count", [1, 4, 9])
def test_every_cut_has_crop_marks_to_the_edge_of_the_paper(name: str, count: int) -> None:
    (page, _) = impose(cards(count), SHEETS[name])
    marks = mark_boxes(page)
    trims = [face.trim for face in faces(page.items)]
    for x in {edge for box in trims for edge in (box.x, box.x + box.width)}:
        ends = [mark for mark in marks if not mark.width and abs(mark.x - x) < NEAR]
        assert any(mark.y == 0 and mark.height > 5 for mark in ends)
        assert any(mark.y + mark.height == pytest.approx(page.height) and mark.height > 5 for mark in ends)
    for y in {edge for box in trims for edge in (box.y, box.y + box.height)}:
        ends = [mark for mark in marks if not mark.height and abs(mark.y - y) < NEAR]
        assert any(mark.x == 0 and mark.width > 5 for mark in ends)
        assert any(mark.x + mark.width == pytest.approx(page.width) and mark.width > 5 for mark in ends)


def test_a_single_card_states_its_trim_box() -> None:
    pages = list(impose([card(1, 2)], SHEETS["single"]))
    assert len(pages) == 4
    for page in pages:
        assert (page.width, page.height) == (69, 94)
        assert page.trim == Box(Mm(3), Mm(3), Mm(63), Mm(88))
        assert page.bleed == Box(Mm(0), Mm(0), Mm(69), Mm(94))
        assert not mark_boxes(page)


def test_another_bleed_can_be_asked_for() -> None:
    (page, _) = impose([card(1)], replace(SHEETS["single"], bleed=Mm(1.5)))
    assert (page.width, page.height) == (66, 91)


@pytest.mark.parametrize("wanted", [3.175, 5])
def test_the_wider_bleed_of_a_print_shop_is_printed_in_full(wanted: float) -> None:
    for page in impose([card(1)], replace(SHEETS["single"], bleed=Mm(wanted))):
        (face,) = faces(page.items)
        assert page.bleed is not None and near(face.printed, page.bleed)
        assert near(page.bleed, Box(Mm(0), Mm(0), Mm(63 + 2 * wanted), Mm(88 + 2 * wanted)))


def test_no_page_claims_more_bleed_than_is_drawn() -> None:
    small = replace(card(1), front=replace(card(1).front, bleed=Mm(2)))
    for page in impose([small], SHEETS["single"], Settings(guides=True)):
        assert page.bleed == Box(Mm(0), Mm(0), Mm(67), Mm(92))
    small = replace(card(1), back=replace(card(1).back, bleed=Mm(2)))
    assert {page.bleed for page in impose([small], SHEETS["single"])} == {Box(Mm(0), Mm(0), Mm(67), Mm(92))}
    made_smaller = replace(SHEETS["single"], card=Size(Mm(31.5), Mm(44)), shrinks=True)
    (page, _) = impose([card(1)], replace(made_smaller, bleed=Mm(5)))  # half as large, like the drawing
    assert page.trim == Box(Mm(BLEED / 2), Mm(BLEED / 2), Mm(31.5), Mm(44))


def test_bleed_is_printed_where_no_neighbour_is() -> None:
    (page, _) = impose(cards(4), SHEETS["a4"])
    first, _, _, last = faces(page.items)
    assert first.trim.x - first.printed.x == pytest.approx(3)
    assert first.trim.y - first.printed.y == pytest.approx(3)
    assert first.printed.x + first.printed.width == pytest.approx(first.trim.x + 63)
    assert last.printed.x + last.printed.width == pytest.approx(last.trim.x + 66)
    assert last.printed.y + last.printed.height == pytest.approx(last.trim.y + 91)


def test_guides_show_bleed_and_safe_area() -> None:
    (page, _) = impose([card(1)], SHEETS["single"], Settings(guides=True))
    bleed, safe = mark_boxes(page)
    assert bleed == Box(Mm(0), Mm(0), Mm(69), Mm(94))
    assert safe == Box(Mm(6), Mm(6), Mm(57), Mm(82))
    made_smaller = replace(SHEETS["single"], card=Size(Mm(31.5), Mm(44)), shrinks=True)
    (page, _) = impose([card(1)], made_smaller, Settings(guides=True))
    assert mark_boxes(page)[1] == Box(Mm(4.5), Mm(4.5), Mm(28.5), Mm(41))  # closer to the edge by the same amount


def test_cards_of_two_sizes_begin_a_new_sheet() -> None:
    deck = [card(1), card(2, width=44, height=67), card(3)]
    found = fill(deck, SHEETS["a4"])
    assert [[one.key for one in filled.cards] for filled in found] == [["card1", "card3"], ["card2"]]


def test_cards_with_another_back_begin_a_new_sheet() -> None:
    deck = [card(1), card(2, kind="Event"), card(3)]
    apart = [[one.key for one in filled.cards] for filled in fill(deck, SHEETS["a4"])]
    assert apart == [["card1", "card3"], ["card2"]]
    like = [card(1), replace(card(2, kind="Event"), back=card(1).back), card(3)]  # as one of several of another type
    assert [[one.key for one in filled.cards] for filled in fill(like, SHEETS["a4"])] == apart
    spaced = replace(SHEETS["a4"], gap=(Mm(2), Mm(2)))  # no card shows the back of its neighbour
    beside = replace(SHEETS["a4"], gap=(Mm(2), Mm(0)))  # those above and below touch
    assert [[one.key for one in filled.cards] for filled in fill(deck, beside)] == apart
    for sheet, wanted in (
        (SHEETS["a4"], Settings(together=True)),
        (SHEETS["a4-sleeve"], Settings()),
        (spaced, Settings()),
    ):
        assert [len(filled.cards) for filled in fill(deck, sheet, wanted)] == [3]


@pytest.mark.parametrize("name", ["a4", "letter", "a4-mini", "a4-business", "a4-fold", "a4-sleeve"])
def test_the_margin_has_a_ruler_and_words(name: str) -> None:
    page = next(impose([card(1, 20)], SHEETS[name], Settings(words=("Harbour", "2026-11-26"))))
    marks = page.items[-1]
    assert isinstance(marks, Tagged) and marks.role == "Artifact"
    said = [one for one in flat(marks.items) if isinstance(one, Glyphs)]
    assert [one.text for one in said] == ["50 mm", "Harbour · 2026-11-26 · 1"]


def test_the_outline_leads_to_the_first_copy_of_each_card() -> None:
    deck = [card(1, 10), card(2), card(3, kind="Event")]
    found = [(entry.title, entry.level, entry.page) for entry in outline(deck, SHEETS["a4"])]
    assert found == [("Deed", 0, 0), ("Card 1", 1, 0), ("Card 2", 1, 2), ("Event", 0, 4), ("Card 3", 1, 4)]


def test_registration_marks_need_room() -> None:
    with pytest.raises(NoPlaceError, match="registration"):
        list(impose([card(1, 4, 105, 148)], replace(SHEETS["a4"], margin=Mm(0)), Settings(registration=True)))


@pytest.mark.parametrize("name", SHEETS)
def test_drawing_calls_of_a_sheet(name: str) -> None:
    """The golden file holds the drawing calls of a sheet that is not full."""
    pages = impose(cards(4), SHEETS[name])
    path = CASES / "sheets" / "pages" / f"{name}.txt"
    check_golden(path, "\n".join(page_text(page) for page in islice(pages, 2)))


@pytest.mark.parametrize(
    ("name", "sheet", "wanted"),
    [
        ("a4_short_edge", replace(SHEETS["a4"], flip=Flip.SHORT), Settings()),
        ("a4_guides", replace(SHEETS["a4"], bleed=Mm(2)), Settings(guides=True)),
        ("a4_registration", SHEETS["a4"], Settings(registration=True)),
        ("a4_back_offset", SHEETS["a4"], Settings(back_offset=(Mm(0.5), Mm(-1)))),
    ],
)
def test_drawing_calls_with_other_settings(name: str, sheet: Sheet, wanted: Settings) -> None:
    pages = impose(cards(2), sheet, wanted)
    check_golden(CASES / "sheets" / "pages" / f"{name}.txt", "\n".join(page_text(page) for page in pages))
