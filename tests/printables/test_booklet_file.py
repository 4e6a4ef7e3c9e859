"""Tests of the booklet as a file: its structure for screen readers, its links and outline, its sheets for folding."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from drawing_text import flat
from msgspec.structs import replace
from orchard import LANGUAGES, anchors_of, booklet, data, tagged
from pypdf import PdfReader
from regelwerk_printables.booklet import fold
from regelwerk_printables.drawing.drawing import Anchor, Glyphs, Group, Link, Mm, Page, Tagged
from regelwerk_printables.pdf.document import write_pdf
from regelwerk_printables.sheets import bundled_sheets

SHEETS = bundled_sheets()
A4, LETTER = SHEETS["a4"].paper, SHEETS["letter"].paper
assert A4 is not None and LETTER is not None


def test_the_structure_has_lists_and_a_table_of_contents() -> None:
    made = booklet("en")
    contents, *_ = (one for page in made.pages for one in tagged(page, "TOC"))
    assert {part.role for part in contents.items if isinstance(part, Tagged)} == {"TOCI"}
    for page in made.pages:
        inside = [part for one in tagged(page, "L") for part in one.items if isinstance(part, Tagged)]
        assert {part.role for part in inside} <= {"LI"} and len(inside) == len(tagged(page, "LI"))
    assert any(tagged(page, "LI") for page in made.pages)
    assert [one.role for one in made.pages[0].items if isinstance(one, Tagged)] == ["Artifact", "H1", "P", "P"]


@pytest.mark.parametrize("language", ["en", "de"])
def test_words_are_separated_where_lines_end(language: str) -> None:
    """A screen reader does not see the ends of lines."""
    block = next(b for c in data().chapters if c.name == "selling" for b in c.blocks)
    words = block.texts[language].split()[:12]
    paragraphs = [one for page in booklet(language).pages for one in tagged(page, "P")]
    read_aloud = ["".join(item.text for item in flat(one.items) if isinstance(item, Glyphs)) for one in paragraphs]
    (found,) = (one for one in read_aloud if one.startswith(" ".join(words[:2])))
    assert found.replace("- ", "").split()[: len(words)] == words


@pytest.mark.parametrize("count", [1, 2, 4, 5, 8, 11])
def test_folded_sheets_read_in_order(count: int) -> None:
    """With the sheets stacked and folded in the middle, the two pages of each leaf are consecutive."""
    page = booklet("en").pages[0]
    marked = [replace(page, items=(Anchor(str(number), Mm(0)),)) for number in range(count)]
    sides = [halves(side) for side in fold(marked, A4)]
    sheets = len(sides) // 2
    order = []
    for at in range(sheets):
        front, back = sides[2 * at], sides[2 * at + 1]
        order += [front[1], back[0]]
    for at in reversed(range(sheets)):
        front, back = sides[2 * at], sides[2 * at + 1]
        order += [back[1], front[0]]
    assert order == [*range(count), *[-1] * (4 * sheets - count)]
    assert 4 * sheets - count < 4


def test_pages_are_scaled_down_for_smaller_paper() -> None:
    front, _ = fold(booklet("en").pages[:1], LETTER)
    assert (front.width, front.height) == (LETTER.height, LETTER.width)
    (group,) = [item for item in front.items if isinstance(item, Group)]
    assert group.scale == pytest.approx(LETTER.height / 2 / 148)
    assert group.dx == pytest.approx(LETTER.height / 2), "the first page is on the right"
    assert group.dy > 0 and group.dy + 210 * group.scale < LETTER.width


def halves(side: Page) -> tuple[int, int]:
    found = [-1, -1]
    for group in side.items:
        if isinstance(group, Group):
            (anchor,) = group.items
            assert isinstance(anchor, Anchor)
            found[group.dx > 100] = int(anchor.name)
    return found[0], found[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_file_can_be_searched_and_has_an_outline(language: str) -> None:
    made = booklet(language)
    file, again = BytesIO(), BytesIO()
    for target in (file, again):
        write_pdf(target, title="x", language=language, pages=made.pages, bookmarks=made.bookmarks)
    assert file.getvalue() == again.getvalue()
    reader = PdfReader(file)
    assert len(reader.pages) == len(made.pages)
    word = {"en": "tip of 3", "de": "Trinkgeld", "ja": "貯蔵庫"}[language]
    assert any(word in re.sub(r"\s+", " ", page.extract_text()) for page in reader.pages)
    titles = {entry.title for entry in reader.outline if not isinstance(entry, list)}
    assert {chapter.titles[language] for chapter in data().chapters} <= titles


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_of_the_index_lead_to_their_pages(language: str) -> None:
    made = booklet(language)
    targets = anchors_of(made)
    links = [item for item in flat(made.pages[targets["index"] - 1].items) if isinstance(item, Link)]
    to_pages = [link.target for link in links if link.target.startswith("page.")]
    assert to_pages and all(target == f"page.{targets[target]}" for target in to_pages)
