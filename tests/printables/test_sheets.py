"""Tests of sheets as data: those of the package are correct, and mistakes in a file are reported with their place."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from golden import cases, check_golden
from marked_lines import marked_lines
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.files import read_source
from regelwerk_dsl.render import render_all
from regelwerk_dsl.source import SourceFile
from regelwerk_printables.drawing.drawing import Mm
from regelwerk_printables.impose.places import NoPlaceError, lay_out
from regelwerk_printables.sheets import Sheet, Size, bundled_sheets, bundled_source, load_sheets, read_sheet

SHEETS = bundled_sheets()
CARD = Size(Mm(63), Mm(88))
EXPECTED = re.compile(r"#\s*([EW]\d{4})")


@pytest.mark.parametrize("name", list(SHEETS))
def test_sheets_of_the_package_conform_to_the_schema(name: str) -> None:
    diagnostics = Diagnostics()
    assert read_sheet(bundled_source(name), diagnostics) == SHEETS[name] and not diagnostics.items


def read(text: str) -> tuple[Sheet | None, Diagnostics]:
    diagnostics = Diagnostics()
    return read_sheet(SourceFile("mine.yaml", text), diagnostics), diagnostics


@pytest.mark.parametrize(
    ("name", "card", "count"),
    [
        ("a4", (63, 88), 9),
        ("letter", (63, 88), 9),
        ("a4", (44, 67), 16),
        ("letter", (59, 92), 6),
        ("a4-mini", (44, 67), 16),
        ("letter-mini", (63, 88), 16),
        ("a4-business", (91, 55), 10),
        ("a4-business", (63, 88), 10),
        ("letter-business", (88.9, 50.8), 10),
        ("a4-fold", (63, 88), 4),
        ("letter-fold", (63, 88), 4),
        ("a4-pasteup", (63, 88), 9),
        ("a4-sleeve", (63, 88), 9),
        ("single", (63, 88), 1),
    ],
)
def test_the_number_of_cards_on_a_sheet(name: str, card: tuple[float, float], count: int) -> None:
    grid = lay_out(SHEETS[name], Size(Mm(card[0]), Mm(card[1])))
    assert len(grid.fronts) == count


def test_places_match_the_perforation_of_the_stock() -> None:
    """A-One 51003: ten cards of 91 x 55 mm, 14 mm from the left and 11 mm from the top of A4."""
    boxes = [place.box for place in lay_out(SHEETS["a4-business"], Size(Mm(91), Mm(55))).fronts]
    assert [(box.x, box.y) for box in boxes[:3]] == [(14, 11), (105, 11), (14, 66)]
    assert (boxes[-1].x + 91, boxes[-1].y + 55) == (196, 286)


def test_a_card_that_fits_better_across_is_turned() -> None:
    place = lay_out(SHEETS["a4-business"], CARD).fronts[0]
    assert place.angle == 90
    assert (place.box.width, place.box.height) == (pytest.approx(55 / 63 * 88), pytest.approx(55))


@pytest.mark.parametrize(
    "name", ["a4-mini", "a4-pasteup", "a4-sleeve", "letter-mini", "letter-pasteup", "letter-sleeve"]
)
@pytest.mark.parametrize("card", [CARD, Size(Mm(44), Mm(67)), Size(Mm(59), Mm(92))])
def test_scaled_cards_touch_so_that_one_cut_separates_two(name: str, card: Size) -> None:
    """Otherwise two crop marks would be less than a millimetre apart, with a sliver between the cards."""
    boxes = [place.box for place in lay_out(SHEETS[name], card).fronts]
    across = {round(edge, 3) for box in boxes for edge in (box.x, box.x + box.width)}
    down = {round(edge, 3) for box in boxes for edge in (box.y, box.y + box.height)}
    columns, rows = len({round(box.x, 3) for box in boxes}), len({round(box.y, 3) for box in boxes})
    assert (len(across), len(down), len(boxes)) == (columns + 1, rows + 1, columns * rows)


def test_cards_of_another_size_are_refused_without_scaling() -> None:
    sheet, _ = read("title: mine\npaper: {width: 210, height: 297}\ncard: {width: 44, height: 67}\n")
    assert sheet is not None
    with pytest.raises(NoPlaceError, match=r"44 x 67 mm.*63 x 88 mm"):
        lay_out(sheet, CARD)


def test_cards_larger_than_the_paper_are_refused() -> None:
    with pytest.raises(NoPlaceError, match="room for 200 x 287 mm"):
        lay_out(SHEETS["a4"], Size(Mm(201), Mm(100)))


def test_a_game_brings_its_own_sheets_and_they_come_first(tmp_path: Path) -> None:
    folder = tmp_path / "print" / "sheets"
    folder.mkdir(parents=True)
    (folder / "a4.yaml").write_text("title: ours\npaper: {width: 210, height: 297}\ncolumns: 2\n", encoding="utf-8")
    (folder / "tarot.yaml").write_text("title: large\n", encoding="utf-8")
    diagnostics = Diagnostics()
    found = load_sheets(tmp_path, "mine", diagnostics)
    assert not len(diagnostics)
    assert (found["a4"].title, found["tarot"].title) == ("ours", "large")
    assert set(found) == {*SHEETS, "tarot"}
    assert len(lay_out(found["a4"], CARD).fronts) == 6


def test_gaps_stand_between_cards_only_and_what_is_left_around_them() -> None:
    sheet = Sheet("s", "S", paper=Size(Mm(200), Mm(300)), gap=(Mm(10), Mm(4)))
    boxes = [place.box for place in lay_out(sheet, Size(Mm(40), Mm(60))).fronts]
    assert [(box.x, box.y) for box in boxes] == [(x, y) for y in (24, 88, 152, 216) for x in (5, 55, 105, 155)]


def test_cards_at_a_given_place_may_reach_the_other_edges() -> None:
    sheet = Sheet("s", "S", paper=Size(Mm(100), Mm(80)), at=(Mm(10), Mm(20)))
    assert [(place.box.right, place.box.bottom) for place in lay_out(sheet, Size(Mm(45), Mm(60))).fronts] == [
        (55, 80),
        (100, 80),
    ]


def test_cards_that_are_scaled_down_have_less_bleed_and_are_turned_only_to_be_larger() -> None:
    sheet = Sheet("s", "S", paper=Size(Mm(200), Mm(300)), card=Size(Mm(40), Mm(40)), shrinks=True)
    grid = lay_out(sheet, Size(Mm(80), Mm(80)), drawn=2)
    assert (grid.scale, grid.bleed, grid.fronts[0].angle) == (0.5, 1, 0)


@pytest.mark.parametrize("path", cases("sheets/wrong", "*.yaml"), ids=lambda path: path.stem)
def test_mistakes_in_a_sheet_are_reported(path: Path) -> None:
    """Each line that ends with a code gives this code there, and no other line gives any."""
    diagnostics = Diagnostics()
    source = read_source(path, path.name, diagnostics)
    assert source is not None
    assert read_sheet(source, diagnostics) is None
    lines = source.text.splitlines()
    wanted = [(number, code) for number, line in enumerate(lines, 1) for code in EXPECTED.findall(line)]
    assert [(item.span.line, item.code) for item in diagnostics] == wanted, render_all(diagnostics)
    check_golden(path.with_suffix(".places"), marked_lines(diagnostics))


def test_the_message_states_the_available_space() -> None:
    _, diagnostics = read("title: x\npaper: {width: 210, height: 297}\ncard: {width: 63, height: 88}\ncolumns: 4\n")
    (message,) = diagnostics
    assert message.message == "4 cards take 252 mm, and the paper has room for 200 mm"
    assert message.span.text == "4"
