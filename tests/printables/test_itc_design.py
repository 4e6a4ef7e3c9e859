"""Tests of ITC on paper: everything fits in three languages, nothing leaves its card, the board follows the rules."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from io import BytesIO
from itertools import combinations

import pypdfium2
import pytest
import regelwerk
from all_games import CARDS
from drawing_text import flat
from printed import Press
from regelwerk.loading.source import find_game
from regelwerk_compiler.checked.game import CheckedGame
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.render import render_all
from regelwerk_printables.booklet import pages
from regelwerk_printables.booklet.content.sections import read
from regelwerk_printables.design import Design, load_design
from regelwerk_printables.drawing.drawing import Color, Form, Glyphs, Group, Item, Mm, Page, PrintedCard, Tagged
from regelwerk_printables.pdf.document import write_pdf
from test_design import text_of

pytestmark = pytest.mark.slow

LANGUAGES = ("en", "de", "ja")
VARIANTS = ("exactly_five", "japanese")  # one changes a card, the other the board
MM = 72 / 25.4
EDGE = 4.0  # the free margin of a card at each edge


@cache
def data(*variants: str) -> CheckedGame:
    return regelwerk.load("itc", variants=variants).checked


@cache
def design() -> Design:
    diagnostics = Diagnostics()
    found = load_design(find_game("itc"), diagnostics)
    assert not diagnostics.items, render_all(diagnostics.sorted())
    return found


@cache
def cards(language: str, *variants: str) -> tuple[PrintedCard, ...]:
    diagnostics = Diagnostics()
    found = design().cards(data(*variants), language, diagnostics)
    assert not diagnostics.items, render_all(diagnostics.sorted())
    return tuple(found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_fits(language: str) -> None:
    assert Counter(
        {kind: sum(c.copies for c in cards(language) if c.type == kind) for kind in ("Action", "Transport")}
    ) == {
        "Action": 80,
        "Transport": 94,
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_board_and_parts_fit_and_are_fully_translated(language: str) -> None:
    diagnostics = Diagnostics()
    boards = design().boards(data(), language, diagnostics)
    parts = design().parts(data(), language, diagnostics)
    assert not diagnostics.items, render_all(diagnostics.sorted())
    assert design().untranslated(data(), language) == []
    assert [(board.drawing.width, board.drawing.height) for board in boards] == [(420, 297)]
    assert all(part.drawing.width <= 190 and part.drawing.height <= 259 for part in parts), "parts fit A4 and Letter"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_leaves_its_card_or_overlaps_another(language: str) -> None:
    shown = cards(language)[::9]
    file = BytesIO()
    pages = (Page(Mm(63), Mm(88), (Group(card.front.items),)) for card in shown)
    write_pdf(file, title="", language=language, pages=pages)
    for page, card in zip(pypdfium2.PdfDocument(file.getvalue()), shown, strict=True):
        text = page.get_textpage()
        places = [text.get_rect(at) for at in range(text.count_rects())]
        assert places
        for left, bottom, right, top in places:
            assert min(left, bottom) / MM >= EDGE, card.key
            assert right / MM <= 63 - EDGE + 1 and top / MM <= 88 - EDGE, card.key  # a Japanese full stop may hang
        for one, other in combinations(places, 2):
            across = min(one[2], other[2]) - max(one[0], other[0])
            down = min(one[3], other[3]) - max(one[1], other[1])
            assert across < 0.5 or down < 0.5, (card.key, one, other)


def test_cards_show_the_values_of_the_rules() -> None:
    shown = {card.key: text_of(card.front.items) for card in cards("de")}
    assert all(number in shown["t104"] for number in ("104", "15.500", "12.500", "13.000", "10.000"))
    assert "20.000 Euro" in shown["smuggling"]
    assert "Nordamerika" in shown["n912"]


def test_changes_by_errata_and_variants_are_marked() -> None:
    assert {card.key for card in cards("en") if card.changed} == {"t104", "t167", "t205", "t287", "n909"}
    changed = {card.key for card in cards("en", *VARIANTS) if card.changed}
    assert changed == {"t104", "t167", "t205", "t287", "n909", "new_location"}


def test_the_board_follows_the_variant() -> None:
    def board(*variants: str) -> str:
        return text_of(design().boards(data(*variants), "en", Diagnostics())[0].drawing.items)

    base, other = board(), board(*VARIANTS)
    assert base.count("2,500") == 2 and other.count("2,500") == 1, "green is sold for less"
    assert base.split().count("4") - other.split().count("4") == 1, "the blue route has a lane less, of four rows"


def test_backs_are_equal_and_shared() -> None:
    assert len({id(card.back) for card in cards("en")}) == 2


def written(items: Iterable[Item], scale: float = 1) -> Iterator[tuple[float, str]]:
    """All text, including that in frames that cards share: its size in points and the words."""
    for item in items:
        if isinstance(item, Glyphs):
            yield item.size * scale, item.text
        elif isinstance(item, Group | Tagged | Form):
            yield from written(item.items, scale * item.scale if isinstance(item, Group) else scale)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_type_on_a_card_is_too_small_to_read_even_on_a_mini_card(language: str) -> None:
    mini = 44 / 63
    for card in (*cards(language), *cards(language, *VARIANTS)):
        smallest = min(size for size, _ in written(card.front.items))
        assert smallest >= 5 and smallest * mini >= 4.5, card.key


@pytest.mark.parametrize(("language", "edition"), [("en", "2026 edition"), ("de", "Ausgabe 2026"), ("ja", "2026年版")])
def test_small_print_names_game_and_edition_in_the_reader_s_language(language: str, edition: str) -> None:
    for card in cards(language):
        assert f"ITC · {edition}" in "".join(text for _, text in written(card.front.items)), card.key


def light(color: Color) -> float:
    """Relative luminance as WCAG defines it, from 0 to 1."""
    linear = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in (color.red, color.green, color.blue))
    return sum(share * value for share, value in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def test_white_contrasts_with_every_colour_and_no_place_has_a_route_colour() -> None:
    colors = design().layout.colors
    for name in ("route", "area", "die"):
        for key, color in colors[name].items():
            assert (light(colors["white"]) + 0.05) / (light(color) + 0.05) >= 4.5, (name, key)
    assert not set(colors["route"].values()) & set(colors["area"].values())


def test_every_word_of_the_japanese_index_has_a_reading() -> None:
    game = data()
    made = pages(game, "ja", words=design().layout.wordlist("ja"))
    listed = "".join(item.text for page in made.pages for item in flat(page.items) if isinstance(item, Glyphs))
    terms = [card.names["ja"] for card in game.cards if card.type == "Action"]
    terms += re.findall(r"\*\*(.+?)\*\*", " ".join(b.texts["ja"] for c in game.chapters for b in c.blocks))
    readings = design().layout.wordlist("ja").readings
    unread = {char for term in terms for char in read(term, readings) if "一" <= char <= "鿿"}
    assert not unread and set(readings) <= set(re.findall("|".join(sorted(readings, key=len, reverse=True)), listed))


@pytest.mark.parametrize(
    ("language", "before", "later", "after"),
    [("en", "Before", "Then suppose", "After"), ("ja", "はじめの状況", "続いて、次の状況とします", "結果")],
)
def test_the_result_of_a_stage_is_on_its_page_or_the_next(
    language: str, before: str, later: str, after: str, printed: Press
) -> None:
    begun: list[int] = []
    for number, page in enumerate(pypdfium2.PdfDocument(printed(CARDS / "itc", language).file("booklet"))):
        for line in page.get_textpage().get_text_range().splitlines():
            if line.strip() in (before, later):
                begun.append(number)
            elif line.strip() == after:
                assert number - begun[-1] <= 1
    assert len(begun) >= 10


def test_the_booklet_lists_cards_by_plain_names_that_the_index_contains() -> None:
    shown = " ".join(
        words.text for page in pages(data(), "de").pages for words in flat(page.items) if isinstance(words, Glyphs)
    )
    booklet_text = " ".join(shown.split())
    assert "Kontrolle auf der … Route · 4 Karten je 1: graue, rote, blaue, grüne" in booklet_text
    index = booklet_text.split("Stichwörter", 2)[2]  # after the contents and the heading
    assert "Blauer Würfel" in index and "neutraler Transport" in index
