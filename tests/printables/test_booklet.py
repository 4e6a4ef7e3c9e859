"""Tests of the rules booklet of a small game: the content of its pages in every language, also with a variant."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from drawing_text import flat, glyphs
from golden import check_golden
from orchard import GAME, LANGUAGES, anchors_of, booklet, data, of_chapter, rows, running_text, text, with_chapter
from regelwerk.loading.compilation import load_compiled
from regelwerk.loading.source import source_of
from regelwerk_compiler.words.own import own_words
from regelwerk_dsl.grammar.inserts import ExampleInsert, PictureInsert, TableInsert
from regelwerk_printables.booklet import pages
from regelwerk_printables.booklet.look import (
    A5,
    BOTTOM,
    BOX,
    INSIDE,
    OUTSIDE,
    TOP,
)
from regelwerk_printables.drawing import drawing
from regelwerk_printables.drawing.drawing import (
    MM_PER_PT,
    Anchor,
    Box,
    Drawing,
    Glyphs,
    Group,
    Link,
    Mm,
    Page,
    Rect,
    Tagged,
)
from regelwerk_printables.drawing.extent import extent
from regelwerk_printables.fonts import face
from regelwerk_runtime.tables.capitals import capital

KANJI = re.compile("[ぁ-んァ-ヶ一-鿿]")


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_of_the_booklet(language: str) -> None:
    lines = []
    for number, page in enumerate(booklet(language).pages, 1):
        lines.append(f"page {number}")
        for item in glyphs(page):
            lines.append(f"  {item.x:6.2f} {item.y:6.2f} {item.size:5.2f} {item.font:9} {item.text.rstrip()}")
    check_golden(GAME.parent / f"orchard.{language}.txt", "\n".join(lines) + "\n")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("variants", [(), ("rich",)], ids=["base", "rich"])
def test_nothing_is_printed_outside_the_margins(language: str, variants: tuple[str, ...]) -> None:
    for number, page in enumerate(booklet(language, *variants).pages[1:], 2):
        left = INSIDE if number % 2 else OUTSIDE
        for item in glyphs(page):
            width = sum(face(item.font).advances(item.text.rstrip())) * item.size * MM_PER_PT / 1000
            hanging = item.size * MM_PER_PT if item.text[-1:] in "、。" else 0.05
            assert item.x >= left - 0.05, item.text
            assert item.x + width <= left + A5.text_width + hanging, item.text
        footer = A5.height - BOTTOM + 6
        assert not [item.text for item in glyphs(page) if TOP + A5.text_height < item.y < footer]
        for item in glyphs(page):
            wide = sum(face(item.font).advances(item.text.rstrip())) * item.size * MM_PER_PT / 1000
            above = [
                other for other in glyphs(page)
                if 0.01 < item.y - other.y < 0.75 * item.size * MM_PER_PT and item.x <= other.x < item.x + wide
            ]  # fmt: skip
            assert not above, item.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_has_its_text_and_copies(language: str) -> None:
    whole = re.sub(r"\s", "", text(booklet(language)))
    for card in data().cards:
        copies = f"×{card.copies}" if language != "ja" else f"（{card.copies}枚）"
        assert re.sub(r"\s", "", capital(card.names[language], language) + copies) in whole
        assert re.sub(r"\s", "", card.texts[language]) in whole


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_in_prose_and_tables_come_from_the_game(language: str) -> None:
    base, rich = running_text(booklet(language)), running_text(booklet(language, "rich"))
    tip = {"en": "given a tip of {}.", "de": "gibt es {} Trinkgeld", "ja": "心付けとして{}コイン"}[language]
    assert tip.format(3) in base and tip.format(4) in rich
    plum = {"en": "plum{}", "de": "Pflaume{}", "ja": "すもも{}"}[language]
    assert plum.format(5) in base and plum.format(7) in rich


@pytest.mark.parametrize("language", LANGUAGES)
def test_links_lead_to_existing_targets(language: str) -> None:
    made = booklet(language)
    anchors = anchors_of(made)
    links = [item for page in made.pages for item in flat(page.items) if isinstance(item, Link)]
    assert {link.target for link in links} >= {"selling", "card.crate.plum", "cards", "goal", "index"}
    assert {link.target for link in links} <= set(anchors)
    assert all(bookmark.anchor in anchors for bookmark in made.bookmarks if bookmark.anchor)
    assert all(anchors[bookmark.anchor] == bookmark.page + 1 for bookmark in made.bookmarks if bookmark.anchor)


@pytest.mark.parametrize(("language", "page_word"), [("en", "(p. {})"), ("de", "(S. {})"), ("ja", "（{}ページ）")])
def test_links_and_contents_show_the_page(language: str, page_word: str) -> None:
    made = booklet(language)
    anchors = anchors_of(made)
    contents = [row.text for row in rows(made.pages[1])]
    for chapter in data().chapters:
        entry = f"{chapter.titles[language]} {anchors[chapter.name]}"
        assert any(entry in row for row in contents)
    name = next(card.names[language] for card in data().cards if card.key == "crate.plum")
    squeezed = re.sub(r"\s", "", text(made))
    assert re.sub(r"\s", "", name + page_word.format(anchors["card.crate.plum"])) in squeezed


@pytest.mark.parametrize(("language", "term"), [("en", "cellar"), ("de", "Keller"), ("ja", "貯蔵庫")])
def test_the_index_lists_terms_and_cards(language: str, term: str) -> None:
    made = booklet(language)
    start = next(
        (number, item.y) for number, page in enumerate(made.pages) for item in page.items
        if isinstance(item, Anchor) and item.name == "index"
    )  # fmt: skip
    found = [item.text for item in glyphs(made.pages[start[0]]) if item.y > start[1]]
    where = next(
        number
        for number, page in enumerate(made.pages, 1)
        if number > 1 and term in "".join(i.text for i in glyphs(page))
    )
    at = next(at for at, one in enumerate(found) if one.strip() == term)
    assert found[at + 1] == str(where)
    names = {card.names[language] for card in data().cards if card.texts[language]}
    assert names <= {one.strip() for one in found}


def test_the_index_is_sorted() -> None:
    made = booklet("de")
    last = glyphs(made.pages[-1])
    terms = ["Keller", "Kiste: Apfel", "Kiste: Pflaume", "Obstbauer"]
    found = [item.text.strip() for item in last if item.text.strip() in terms]
    assert found[-len(terms) :] == terms


def bars(page: Page) -> list[drawing.Path]:
    return [item for item in flat(page.items) if isinstance(item, drawing.Path) and item.pen and item.pen.width == 0.9]


def test_what_a_variant_changes_has_a_bar() -> None:
    assert not any(bars(page) for page in booklet("en").pages)
    made = booklet("en", "rich")
    marked = []
    for page in made.pages:
        spans = [(bar.commands[0][1][1], bar.commands[1][1][1]) for bar in bars(page)]
        marked += [row.text for row in rows(page) if any(top < row.y < bottom + 1 for top, bottom in spans)]
    result = " ".join(" ".join(marked).split())
    for part in ("tip of 4", "plum7", "Sell it for 7.", "It is worth 7."):
        assert part in result
    for part in ("apple2", "grower", "Sell it for 2."):
        assert part not in result
    assert "Fruit: plum, price 5 → 7" in text(made).replace("\u00a0", " ")
    pages_named = [row.text for page in made.pages for row in rows(page) if "A bar in the margin" in row.text]
    with_bars = [number for number, page in enumerate(made.pages, 1) if bars(page)]
    assert pages_named == [f"A bar in the margin marks what differs (p. {', '.join(map(str, with_bars))})."]


def own_words_of(language: str) -> str:
    return " ".join(words for key, words in own_words(language).items() if key.startswith("booklet."))


@pytest.mark.parametrize("language", ["de", "ja"])
def test_translated_booklets_contain_no_english(language: str) -> None:
    whole = text(booklet(language, "rich"))
    english = [word for word in re.findall(r"[A-Za-z]{3,}", own_words_of("en")) if word not in own_words_of(language)]
    assert [word for word in english if re.search(rf"\b{word}\b", whole)] == []
    if language == "ja":
        assert re.findall(r"[A-Za-z]{3,}", whole) == []


def test_a_worked_example_shows_what_happened() -> None:
    result = text(booklet("en"))
    assert "Example: A crate of plums sells for five" in result
    assert "A sells a crate of plums for 5" in result
    assert "A chooses" not in result, "the sentence says it already"
    assert "moneyA 0 → 5" in result.replace("\u00a0", "")


def test_mistakes_are_reported_at_their_lines() -> None:
    plums, bord = ExampleInsert("plums", ()), PictureInsert("bord", None, "", ())
    broken = with_chapter(data(), ("See 𓀀.", 12), (plums, 14), (bord, 16))
    drawing = Drawing(Mm(20), Mm(10), ())
    found = pages(broken, "en", (), pictures={"board": drawing}).problems
    result = {item.code: (item.span.line, item.message, item.help) for item in found}
    assert result["E1011"][0] == 12 and "U+13000" in result["E1011"][1]
    assert result["E1042"][0] == 14 and "`plums`" in result["E1042"][1]
    assert "`remove scenario.plums`" in result["E1042"][2]
    assert result["E1040"][0] == 16 and "board" in result["E1040"][2]
    assert len(found) == 3


def test_wrong_inserts_are_reported_at_their_own_lines(tmp_path: Path) -> None:
    folder = tmp_path / "orchard"
    shutil.copytree(GAME, folder)
    rules = folder / "rules.regel"
    words = 'chapter new "New":\n    """\n    {{ scenario plums }}\n      {{ picture bord }}\n    """\n'
    rules.write_text(rules.read_text(encoding="utf-8") + "\n" + words, encoding="utf-8")
    last = len(rules.read_text(encoding="utf-8").splitlines())
    found = pages(load_compiled(source_of(folder, ())).game, "en", (), pictures={"board": Drawing(Mm(2), Mm(1), ())})
    result = {one.message: (one.span.line, one.span.column) for one in found.problems}
    assert result["there is no picture `bord`"] == (last - 1, 18)
    assert result["the scenario `plums` does not run to its end"] == (last - 2, 17)


def test_words_of_a_table_are_reported_at_its_declaration() -> None:
    game = data()
    fruit = game.tables["Fruit"]
    columns = tuple(replace(one, headings={"en": "weight 𓀁"}) for one in fruit.columns)
    shown = with_chapter(
        replace(game, tables={"Fruit": replace(fruit, columns=columns)}), (TableInsert("Fruit", ()), 12)
    )
    (problem,) = pages(shown, "en", ()).problems
    assert (problem.code, problem.span.source.name, problem.span.line) == ("E1011", "rules.regel", 7)


def test_a_word_wider_than_a_line_is_reported() -> None:
    long = with_chapter(data(), ("x" * 200, 12))
    (problem,) = pages(long, "en").problems
    assert problem.code == "E1010" and problem.span.line == 12 and "mm wider" in problem.message


def test_a_picture_is_at_most_as_wide_as_the_text() -> None:
    inner = Tagged("H2", (Rect(Box(Mm(0), Mm(0), Mm(400), Mm(100))),))
    board = Drawing(Mm(400), Mm(100), (inner, Group((inner,))))
    shown = with_chapter(data(), (PictureInsert("board", None, "", ()), 12))
    made = pages(shown, "en", pictures={"board": board}, front="board")
    figure = next(item for page in made.pages for item in flat(page.items) if isinstance(item, Group))
    assert figure.scale * 400 == pytest.approx(A5.text_width)
    tagged = [item for page in made.pages for item in page.items if isinstance(item, Tagged) and item.role == "Figure"]
    assert [item.alt for item in tagged] == ["Orchard", "board"]
    assert not [item for figure in tagged for item in flat(figure.items) if isinstance(item, Tagged)]


@pytest.mark.parametrize("height", [60, 300, 1200])
def test_the_picture_on_the_cover_is_not_cropped(height: float) -> None:
    board = Drawing(Mm(200), Mm(height), (Rect(Box(Mm(0), Mm(0), Mm(200), Mm(height))),))
    cover = pages(data(), "en", pictures={"board": board}, front="board").pages[0]
    found = extent([item for item in cover.items if isinstance(item, Tagged) and item.role == "Figure"])
    words = extent([item for item in cover.items if isinstance(item, Tagged) and item.role != "Figure"])
    assert found is not None and words is not None
    assert found.y > words.y + words.height and found.y + found.height <= cover.height - 15.9
    assert found.width / found.height == pytest.approx(200 / height)


@pytest.mark.parametrize("paragraphs", [1, 7, 30, 90])
def test_text_keeps_its_order_and_headings_stay_with_their_text(paragraphs: int) -> None:
    blocks = []
    for number in range(paragraphs):
        blocks += [
            (f"## Heading {number}", 1),
            (f"Begin{number} " + "and so on " * (number % 11 * 9) + f"end{number}.", 2),
        ]
    made = pages(of_chapter(*blocks), "en")
    first = next(entry.page for entry in made.bookmarks if entry.anchor == "one")
    body = [row for page in made.pages[first:] for row in rows(page)]
    words = " ".join(row.text for row in body)
    marks = [int(number) for number in re.findall(r"Begin(\d+)", words)]
    assert marks == list(range(paragraphs)) == [int(number) for number in re.findall(r"end(\d+)", words)]
    for page in made.pages[first:]:
        last = [row.text for row in rows(page) if row.y < TOP + A5.text_height + 2][-1]
        assert not last.startswith("Heading")


COLON = chr(0xFF1A)  # as Japanese text is written


@pytest.mark.slow
@pytest.mark.parametrize(
    "follows", ["- one\n- two", "| a | b |\n| --- | --- |\n| 1 | 2 |", PictureInsert("board", None, "", ()), "> So."]
)
@pytest.mark.parametrize("colon", [":", COLON])
def test_a_text_that_ends_in_a_colon_stays_with_what_follows(follows: str | PictureInsert, colon: str) -> None:
    """This holds wherever on the page it is placed."""
    board = Drawing(Mm(60), Mm(30), (Rect(Box(Mm(0), Mm(0), Mm(60), Mm(30))),))
    for lines in range(20, 44):
        blocks: list[tuple[str | PictureInsert, int]] = [
            ("\n".join(f"- line{number}" for number in range(lines)), 1),
            (f"These are they{colon}", 2),
            (follows, 3),
        ]
        made = pages(of_chapter(*blocks), "en", pictures={"board": board})
        page = next(page for page in made.pages[1:] if any("These are they" in row.text for row in rows(page)))
        y = next(row.y for row in rows(page) if "These are they" in row.text)
        below = [item for item in flat(page.items) if isinstance(item, Glyphs | Group)]
        footer = A5.height - BOTTOM + 6
        assert any(y + 1 < (item.y if isinstance(item, Glyphs) else item.dy) < footer for item in below), lines


def test_words_before_a_table_stay_with_it() -> None:
    """This holds even if they end in a full stop, and wherever on the page they are placed."""
    for lines in range(20, 44):
        table = "| a | b |\n| --- | --- |\n| 1 | 2 |"
        blocks = [("\n".join(f"- line{number}" for number in range(lines)), 1), ("So it is.", 2), (table, 3)]
        made = pages(of_chapter(*blocks), "en")
        (page,) = (page for page in made.pages[1:] if any("So it is." in row.text for row in rows(page)))
        assert "12" in [row.text.replace(" ", "") for row in rows(page)], lines


@pytest.mark.slow
@pytest.mark.parametrize("inside", ["> So.", "> | a | b |\n> | --- | --- |\n> | 1 | 2 |", "> - one\n> - two"])
def test_the_end_of_a_box_stays_with_its_content(inside: str) -> None:
    """No page begins with an empty piece of a box, wherever its content ends."""
    for lines in range(20, 44):
        blocks = [("\n".join(f"- line{number}" for number in range(lines)), 1), (inside, 2)]
        made = pages(of_chapter(*blocks), "en")
        for page in made.pages[1:]:
            for box in (item.box for item in flat(page.items) if isinstance(item, Rect) and item.fill == BOX):
                assert any(box.y < row.y < box.y + box.height for row in rows(page)), lines


def test_a_game_without_chapters_still_has_its_cards() -> None:
    bare = replace(data(), chapters=(), errata=(), documents=(), reconstructed=())
    made = pages(bare, "en")
    assert "Sell it for 5." in text(made) and "Errata" not in text(made)
    assert isinstance(made.pages[0], Page) and Path(GAME).is_dir()
