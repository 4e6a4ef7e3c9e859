"""Tests of details in figures: parts too small to read are enlarged below the picture, with a letter at their place."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from all_games import CARDS
from drawing_text import sizes
from regelwerk.loading.compilation import load_compiled
from regelwerk.loading.source import source_of
from regelwerk.printing.positions import setup_position
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.grammar.inserts import PictureInsert
from regelwerk_printables.booklet.content.elements import Detail
from regelwerk_printables.booklet.content.facts import Facts, References
from regelwerk_printables.booklet.content.figures import ENLARGED, figure_element
from regelwerk_printables.booklet.layout.figures import SMALLER
from regelwerk_printables.booklet.look import A5, LEAST_TYPE, SIGNS
from regelwerk_printables.design import load_design
from regelwerk_printables.drawing.drawing import Item
from test_table_pictures import SETUP, TABLE, booklet, numbers

SMALL = TABLE.replace("box: [4, 4, 110, 80]", "box: [4, 4, 40, 20]").replace("at: [4, 4], number", "at: [5, 5], number")
VIEW = "{ printed: board, view: wind, title: Weather }"


def with_details(*details: str) -> str:
    listed = "".join(f"\n      - {one}" for one in details)
    return SMALL.replace("\nstyles:", f"\n    details:{listed}\nstyles:", 1)


def words_on(items: tuple[Item, ...]) -> Iterator[str]:
    return (text.strip() for _, text in sizes(items))


def test_a_detail_is_large_enough_to_be_read_and_has_its_letter_in_the_picture() -> None:
    made, diagnostics = booklet(with_details(VIEW, '{ printed: board, box: [0, 0, 30, 20], when: "1 > 2" }'), SETUP)
    assert not made.problems and not diagnostics.items
    (page,) = (page for page in made.pages if "Weather" in words_on(page.items))
    words = [*words_on(page.items)]
    assert words.count("a") == 2 and "b" not in words
    plain, _ = booklet(SMALL, SETUP)
    others = [word for one in plain.pages for word in words_on(one.items)]
    assert sum(word == "Wind" for one in made.pages for word in words_on(one.items)) == others.count("Wind") + 1
    assert min(size for size, _ in sizes(page.items)) >= LEAST_TYPE


def test_a_detail_lists_the_numbers_inside_it() -> None:
    whole, _ = booklet(with_details("{ printed: board }"), SETUP)
    part, _ = booklet(with_details("{ printed: board, box: [30, 20, 30, 20] }"), SETUP)
    assert numbers(whole) == ["1", "2", "1"] and numbers(part) == ["1", "2"]


@pytest.mark.parametrize(
    ("detail", "insert", "code"),
    [
        ("{ printed: bord }", SETUP, "E1003"),
        ("{ printed: board, view: winds }", SETUP, "E1003"),
        ("{ printed: '{nobody}' }", SETUP, "E1003"),
        ("{ printed: board, box: [500, 0, 10, 10] }", SETUP, "E1004"),
    ],
)
def test_a_detail_that_cannot_be_shown_is_reported_in_the_layout(detail: str, insert: PictureInsert, code: str) -> None:
    _, diagnostics = booklet(with_details(detail), insert)
    assert [one.code for one in diagnostics.sorted()] == [code]


def test_views_of_a_board_need_a_position_and_details_their_place() -> None:
    bare = with_details(VIEW).replace("- repeat: p in players", "- repeat: p in []")
    _, diagnostics = booklet(bare, PictureInsert("table", None, "", ()))
    assert [(one.code, "position" in one.message) for one in diagnostics.sorted()] == [("E1004", True)]
    gone = with_details(VIEW).replace("- { printed: board, box: [4, 4, 40, 20] }", "- { rect: [4, 4, 40, 30] }")
    _, diagnostics = booklet(gone, SETUP)
    assert ["does not show `board`" in one.message for one in diagnostics.sorted()] == [True]


def details(game: str, language: str) -> tuple[Detail, ...]:
    """The details of the table as a large game sets it up."""
    made, diagnostics = load_compiled(source_of(CARDS / game)), Diagnostics()
    design = load_design(CARDS / game, diagnostics)
    printed = [draw(made.game, language, diagnostics) for draw in (design.boards, design.parts)]
    situations = design.situations(made.game, language, diagnostics, [*printed[0], *printed[1]])
    figure = design.figures(situations).picture("table", setup_position(made.rules, 4))
    assert figure is not None and not diagnostics.items
    references = References(Facts(made.game, language), {})
    return figure_element(references, PictureInsert("table", 4, "", ()), figure, "").details


@pytest.mark.slow
@pytest.mark.parametrize("game", ["itc", "auf_achse", "tokyo_metro"])
def test_details_of_the_large_games_are_legible(game: str) -> None:
    found = details(game, "de")
    assert found
    for detail in found:
        drawing, texts = detail.scene.drawing, detail.scene.texts
        scale = min(1.0, A5.text_width / drawing.width)
        assert drawing.width * scale >= 0.99 * min(ENLARGED * detail.place.width, A5.text_width * SMALLER[0])
        unread = [text for text in texts if text.letters > SIGNS and text.size * scale < LEAST_TYPE / 1.5]
        assert len(unread) <= 0.1 * len(texts)
