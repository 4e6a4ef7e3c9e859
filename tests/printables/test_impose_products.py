"""Tests of products made from cards: two languages on one, proofs, cut files, boards in pieces, deck sheets, lists."""

from __future__ import annotations

import csv
import io
import json
import xml.etree.ElementTree as ElementTree
from itertools import pairwise

import pytest
from msgspec.structs import replace
from regelwerk_compiler.checked.game import Card
from regelwerk_compiler.checked.values import Position, Value, Words
from regelwerk_printables.drawing.drawing import Box, Color, Drawing, Glyphs, Group, Item, Mm, Page, Rect, Tagged
from regelwerk_printables.export.card_table import cards_csv, cards_json
from regelwerk_printables.export.cut_file import cut_file
from regelwerk_printables.export.tabletop import MOST, deck_sheets, decks, pictures
from regelwerk_printables.impose.alignment import alignment_pages
from regelwerk_printables.impose.faces import both_sides, halves, stamped
from regelwerk_printables.impose.marks import Imprint
from regelwerk_printables.impose.pages import fill
from regelwerk_printables.impose.tiles import plan_tiles, single_page, tile
from regelwerk_printables.pdf.document import render
from regelwerk_printables.sheets import Flip, Size, bundled_sheets
from sample_cards import card, cards, face

SHEETS = bundled_sheets()
A4 = Size(Mm(210), Mm(297))


def texts(items: tuple[Item, ...]) -> list[str]:
    found = []
    for item in items:
        if isinstance(item, Glyphs):
            found.append(item.text)
        elif isinstance(item, Group | Tagged):
            found += texts(item.items)
    return found


# ---- two languages ---------------------------------------------------------------------------------------------------


def test_the_second_language_replaces_the_back() -> None:
    first, second = card(1), replace(card(2), key="card1", language="ja", title="一")
    (both,) = both_sides([first], [second])
    assert both.front == first.front
    (section,) = both.back.items
    assert isinstance(section, Tagged) and (section.language, section.items) == ("ja", second.front.items)
    assert both.title == "Card 1 / 一"


@pytest.mark.parametrize(("width", "height"), [(63.0, 88.0), (91.0, 55.0)])
def test_two_languages_share_a_front_and_no_half_crosses_the_line(width: float, height: float) -> None:
    first = card(1, width=width, height=height)
    second = replace(card(2, width=width, height=height), key="card1", language="ja")
    (both,) = halves([first], [second])
    assert both.back == first.back
    (whole,) = both.front.items
    assert isinstance(whole, Group)
    boxes = []
    for section, language in zip(whole.items, ("en", "ja"), strict=True):
        assert isinstance(section, Tagged) and section.language == language
        (half,) = section.items
        assert isinstance(half, Group) and half.clip is not None and half.angle == 90
        wide, high = half.clip.height * half.scale, half.clip.width * half.scale
        left = half.dx - (half.clip.y + half.clip.height) * half.scale
        boxes.append(Box(Mm(left), Mm(half.dy + half.clip.x * half.scale), Mm(wide), Mm(high)))
    upright = height > width
    for box, number in zip(boxes, (0, 1), strict=True):
        start, length, whole_length = (box.y, box.height, height) if upright else (box.x, box.width, width)
        middle = whole_length / 2
        assert start + length <= middle + 1e-6 if number == 0 else start >= middle - 1e-6
    # on the outer edges both backgrounds extend by the full bleed; between narrow halves they meet
    assert both.front.bleed == pytest.approx(max(0, -max(boxes[0].x, boxes[0].y)))
    if upright:
        assert boxes[0].y + boxes[0].height == pytest.approx(boxes[1].y)


def test_a_proof_states_the_problems_of_a_card() -> None:
    found = stamped(card(1).front, "fuzzy (de)")
    assert texts(found.items) == ["fuzzy (de)"]
    assert found.items[0] == card(1).front.items[0]


# ---- machines, printers, tables --------------------------------------------------------------------------------------


def test_a_cut_file_has_the_outline_of_every_card_and_the_printed_marks() -> None:
    (filled,) = fill(cards(4), SHEETS["a4"])
    root = ElementTree.fromstring(cut_file(filled, SHEETS["a4"]).split("?>", 1)[1])
    name = "{http://www.w3.org/2000/svg}"
    assert (root.get("width"), root.get("viewBox")) == ("210mm", "0 0 210 297")
    groups = {group.get("id"): list(group) for group in root.iter(f"{name}g")}
    cuts = [[float(cut.get(side, "")) for side in ("x", "y", "width", "height", "rx")] for cut in groups["cut"]]
    boxes = [place.box for place in filled.fronts]
    assert cuts == [[box.x, box.y, 63, 88, 3] for box in boxes]
    assert len(groups["registration"]) == 5


def test_a_cut_file_of_a_sheet_to_fold_has_the_backs_too() -> None:
    (filled,) = fill(cards(3), SHEETS["a4-fold"])
    assert cut_file(filled, SHEETS["a4-fold"]).count("rx=") == 6


@pytest.mark.parametrize(("flip", "signs"), [(Flip.LONG, (1, -1)), (Flip.SHORT, (-1, 1))])
def test_the_scales_of_the_alignment_page_show_the_offsets_to_enter(flip: Flip, signs: tuple[int, int]) -> None:
    front, back = alignment_pages(replace(SHEETS["a4"], flip=flip), "de")
    scales, words = front.items
    assert isinstance(scales, Tagged) and isinstance(words, Tagged)
    assert "--back-offset" in " ".join(texts((words,)))
    middle = 105, 148.5
    near = [item for item in scales.items if isinstance(item, Glyphs) and abs(item.y - middle[1]) < 9]
    near = [item for item in near if abs(item.x - middle[0]) < 10]
    right = next(
        item for item in near if item.x > middle[0] + 3 and item.y > middle[1] + 1 and abs(item.x - middle[0]) > 4.5
    )
    below = next(item for item in near if item.x < middle[0] - 1 and item.y > middle[1] + 5)
    assert right.text == f"{6 * signs[0]:+}"
    assert below.text == f"{6 * signs[1]:+}"
    crosses, said = back.items
    assert isinstance(crosses, Tagged) and isinstance(said, Tagged)
    assert f"--flip {'short' if flip is Flip.LONG else 'long'}" in " ".join(texts((said,)))
    # the words lie at one end if the paper was turned over the intended edge
    ends = [{item.y < middle[1] for item in of.items if isinstance(item, Glyphs)} for of in (words, said)]
    assert ends == [{True}, {flip is Flip.LONG}]


def test_a_sheet_without_paper_has_no_alignment_page() -> None:
    with pytest.raises(ValueError, match="single"):
        alignment_pages(SHEETS["single"], "en")


def board(width: float, height: float, bleed: float = 0) -> Drawing:
    area = Rect(Box(Mm(0), Mm(0), Mm(width), Mm(height)), fill=Color(1, 1, 0))
    return Drawing(Mm(width), Mm(height), (area,), Mm(bleed))


def shown(page: Page) -> tuple[Box, Box]:
    """The part of the drawing that a page shows, and its place on the page."""
    group = page.items[0]
    assert isinstance(group, Group) and group.clip is not None
    at = Box(Mm(group.dx + group.clip.x), Mm(group.dy + group.clip.y), group.clip.width, group.clip.height)
    return group.clip, at


@pytest.mark.parametrize(("width", "height", "count"), [(200, 290, 1), (290, 200, 1), (420, 297, 4), (190, 400, 2)])
def test_pieces_cover_a_board_and_overlap(width: float, height: float, count: int) -> None:
    pages = list(tile(board(width, height), A4))
    assert len(pages) == plan_tiles(Mm(width), Mm(height), A4).count == count
    parts = [shown(page) for page in pages]
    for page, (_, at) in zip(pages, parts, strict=True):
        assert min(at.x, at.y) >= 0 and at.x + at.width <= page.width + 1e-6 and at.y + at.height <= page.height + 1e-6
    covered = {(x, y) for x in range(0, int(width), 7) for y in range(0, int(height), 7)}
    for part, _ in parts:
        covered -= {
            (x, y)
            for x, y in covered
            if part.x - 1e-6 <= x <= part.x + part.width + 1e-6 and part.y - 1e-6 <= y <= part.y + part.height + 1e-6
        }
    assert not covered
    edges = sorted({(part.x, part.x + part.width) for part, _ in parts})
    assert all(end - start == pytest.approx(10) for (_, end), (start, _) in pairwise(edges))


def test_a_board_on_a_page_of_its_own_has_its_bleed_and_no_marks() -> None:
    page = single_page(board(148, 105, bleed=6), Mm(3))
    assert (page.width, page.height) == (154, 111) and len(page.items) == 1
    assert page.trim == Box(Mm(3), Mm(3), Mm(148), Mm(105)) and page.bleed == Box(Mm(0), Mm(0), Mm(154), Mm(111))
    assert single_page(board(148, 105), Mm(3)).width == 148  # nothing is drawn beyond its edges


def test_a_piece_holds_nothing_of_the_other_pieces() -> None:
    """Text on another page is neither found nor read aloud on this one."""
    corners = [(0, 0), (400, 0), (0, 280), (400, 280)]
    marks = [Rect(Box(Mm(x), Mm(y), Mm(10), Mm(10)), fill=Color(0, 0, n / 10)) for n, (x, y) in enumerate(corners)]
    pages = tile(Drawing(Mm(420), Mm(297), (Tagged("Sect", tuple(marks)),)), A4)
    found = [[item for group in page.items[:1] for tagged in group.items for item in tagged.items] for page in pages]
    assert found == [[mark] for mark in marks]


def test_a_board_smaller_than_the_paper_has_its_bleed_and_crop_marks() -> None:
    (page,) = tile(board(148, 105, bleed=3), A4)
    assert page.trim == Box(Mm(31), Mm(96), Mm(148), Mm(105)) and page.bleed == Box(Mm(28), Mm(93), Mm(154), Mm(111))
    marks = [item for item in page.items if isinstance(item, Tagged) and item.role == "Artifact"]
    assert len(marks) == 1 and len(marks[0].items) == 9, "and the ruler"


def test_a_board_as_large_as_the_paper_has_no_marks() -> None:
    (page,) = tile(board(210, 297, bleed=3), A4)
    assert not [item for item in page.items if isinstance(item, Tagged) and item.role == "Artifact"]
    assert page.trim == page.bleed == Box(Mm(0), Mm(0), Mm(210), Mm(297))


# ---- deck sheets, pictures, lists ------------------------------------------------------------------------------------


def test_deck_sheets_leave_the_last_cell_to_the_back() -> None:
    deck = [card(number, 2 if number == 1 else 1) for number in range(1, MOST + 2)]
    shared = face(63, 88, 0.2)
    sheets = deck_sheets([replace(one, back=shared) for one in deck])
    assert [len(sheet.cards) for sheet in sheets] == [69, 1]
    assert not any(sheet.unique_backs for sheet in sheets)
    address = {(sheet.number, what): f"{sheet.number}-{what}.png" for sheet in sheets for what in ("fronts", "back")}
    (found,) = (thing.state for thing in decks(sheets, address, {}, {}))
    assert found["DeckIDs"][:3] == [100, 100, 101]
    assert len(found["DeckIDs"]) == len(found["ContainedObjects"]) == MOST + 2
    assert found["DeckIDs"][-1] == 200
    assert found["CustomDeck"]["1"] | {} == {
        "FaceURL": "1-fronts.png",
        "BackURL": "1-back.png",
        "NumWidth": 10,
        "NumHeight": 7,
        "BackIsHidden": True,
        "UniqueBack": False,
        "Type": 0,
    }


def test_the_picture_of_a_deck_sheet_has_seventy_cells() -> None:
    sheets = deck_sheets([replace(one, back=face(63, 88, 0.2)) for one in cards(3)])
    found = dict(pictures(sheets[0], "en"))
    whole, back = found["fronts"], found["back"]
    assert whole.size == (back.width * 10, back.height * 7)
    assert whole.getpixel((whole.width - 9, whole.height - 9)) == back.getpixel((5, 5)) == (51, 51, 51)
    assert whole.getpixel((back.width * 3 + 5, 5)) == (255, 255, 255)


@pytest.mark.parametrize(("width", "height"), [(63, 88), (44, 67), (91, 55)])
def test_no_deck_sheet_exceeds_the_resolution_of_the_game(width: float, height: float) -> None:
    (sheet,) = deck_sheets(cards(2, width, height))
    for _, picture in pictures(sheet, "en"):
        assert max(picture.size) <= 4096 < max(picture.size) + 10
        assert (picture.width % 10, picture.height % 7) == (0, 0)


def test_decks_have_the_display_names_of_their_card_types() -> None:
    sheets = deck_sheets(cards(2))
    address = {(1, "fronts"): "fronts.png", (1, "backs"): "backs.png"}
    (found,) = (thing.state for thing in decks(sheets, address, {"Deed": "Urkunden"}, {}))
    assert found["Nickname"] == "Urkunden"


def test_cards_with_individual_backs_have_a_sheet_of_backs() -> None:
    (sheet,) = deck_sheets(cards(2))
    assert sheet.unique_backs
    assert [what for what, _ in pictures(sheet, "en")] == ["fronts", "backs"]


@pytest.mark.parametrize("dpi", [72, 150])
def test_the_size_of_a_picture_follows_its_resolution(dpi: int) -> None:
    (picture,) = render([face(63, 88, 0.5)], "en", dpi)
    assert picture.size == (round(63 / 25.4 * dpi), round(88 / 25.4 * dpi))
    assert picture.getpixel((0, 0)) == picture.getpixel((picture.width - 1, picture.height - 1)) == (128, 128, 128)


def listed(key: str, kind: str, copies: int, fields: dict[str, Value], names: Words, texts: Words) -> Card:
    return Card(key, key, kind, copies, fields, (), names, texts, "none", (), Position(), False, {})


LISTED = [
    listed(
        "gift.ulm",
        "Deed",
        3,
        {"price": 500, "at_once": False, "load": ["red", "blue"], "gain": {"red": 2}, "to": None},
        {"en": "Gift, from Ulm", "de": "Geschenk aus Ulm"},
        {"en": 'Say "thanks".', "de": ""},
    ),
    listed("tax", "Tax", 1, {"name": "x"}, {"en": "Tax"}, {}),
]


def test_lists_of_cards_agree_in_both_formats() -> None:
    rows = list(csv.DictReader(io.StringIO(cards_csv(LISTED, "en"))))
    assert rows[0] == {
        "key": "gift.ulm",
        "type": "Deed",
        "copies": "3",
        "name": "Gift, from Ulm",
        "text": 'Say "thanks".',
        "price": "500",
        "at_once": "no",
        "load": "red blue",
        "gain": "red=2",
        "to": "",
        "field.name": "",
    }
    assert rows[1]["field.name"] == "x"
    data = json.loads(cards_json(LISTED[:1], "de"))
    assert [(one["name"], one["fields"]["load"]) for one in data] == [("Geschenk aus Ulm", ["red", "blue"])]


def test_the_longest_text_of_a_margin_is_left_out_first() -> None:
    box = Box(Mm(20), Mm(20), Mm(170), Mm(250))
    imprint = Imprint([box], [box], A4)
    assert texts(imprint.words("Game", "long " * 120, "v2", "", "3")) == ["Game · v2 · 3"]
    assert imprint.words("long " * 120) == ()
