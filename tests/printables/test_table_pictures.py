"""Tests of figures in booklets: the table with numbered steps, and cards with explanations of their parts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from io import BytesIO

import pikepdf
import pytest
from drawing_text import flat, sizes
from golden import CASES
from orchard import LANGUAGES, data, with_chapter
from regelwerk.loading.compilation import load_compiled
from regelwerk.loading.source import source_of
from regelwerk.printing.positions import setup_position
from regelwerk_compiler.checked.play import GamePosition
from regelwerk_dsl.data.layouts import read_layout
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.grammar.inserts import PictureInsert
from regelwerk_dsl.source import SourceFile
from regelwerk_printables.booklet import Made, fold, pages
from regelwerk_printables.design import Design
from regelwerk_printables.design.load import build_layout
from regelwerk_printables.drawing.drawing import WHITE, Glyphs, Group, Item, Mm, Page, Tagged
from regelwerk_printables.pdf.document import write_pdf
from regelwerk_printables.sheets import Size, bundled_sheets
from regelwerk_runtime.tables.capitals import capital

GAME = CASES / "situations" / "quay"
BOARD = (GAME / "print" / "board.yaml").read_text(encoding="utf-8")
TABLE = """
pictures:
  table:
    title: The table
    width: 118
    height: 100
    draw:
      - { printed: board, box: [4, 4, 110, 80] }
      - repeat: p in players
        at: [4, 88]
        step: [20, 0]
        draw: [{ text: "Seat {p.letter}", box: [0, 0, 18, 6] }]
      - { text: "too small to be read", box: [80, 88, 30, 4], style: dust }
    callouts:
      - { at: [4, 4], number: 1 }
      - { at: [60, 40], number: 2 }
styles:
  dust: { size: 4, smallest: 4 }
"""
STEPS = "1. Lay out the board.\n2. Sit down."


def design_of(*texts: str) -> tuple[Design, Diagnostics]:
    diagnostics = Diagnostics()
    files = [read_layout(SourceFile(f"print/{at}.yaml", text), diagnostics) for at, text in enumerate(texts)]
    return Design(build_layout([one for one in files if one is not None], GAME, diagnostics)), diagnostics


def booklet(text: str, insert: PictureInsert, steps: str = STEPS) -> tuple[Made, Diagnostics]:
    made = load_compiled(source_of(GAME))
    design, diagnostics = design_of(BOARD, text)
    situations = design.situations(made.game, "en", diagnostics, design.boards(made.game, "en", diagnostics))
    game = with_chapter(made.game, (steps, 3), (insert, 6))
    positions: Mapping[str, GamePosition] = {insert.of: setup_position(made.rules, 2)} if insert.of else {}
    found = pages(game, "en", situations=situations, figures=design.figures(situations), positions=positions)
    return found, diagnostics


def texts(made: Made) -> list[Glyphs]:
    return [item for page in made.pages for item in flat(page.items) if isinstance(item, Glyphs)]


def numbers(made: Made) -> list[str]:
    """The white numbers in the circles of callouts."""
    return [item.text for item in texts(made) if item.fill == WHITE and item.text.isdecimal()]


def figure_pages(made: Made) -> list[Page]:
    return [page for page in made.pages if any(role.startswith("Figure") for role in roles(page.items))]


def roles(items: tuple[Item, ...]) -> Iterator[str]:
    for item in items:
        if isinstance(item, Tagged):
            yield item.role
        if isinstance(item, Tagged | Group):
            yield from roles(item.items)


SETUP = PictureInsert("table", 2, "", ())


def test_a_table_shows_boards_in_a_position_and_the_numbers_of_the_steps() -> None:
    made, diagnostics = booklet(TABLE, SETUP)
    assert not made.problems and not diagnostics.items
    shown = [item.text.strip() for item in texts(made)]
    assert {"Seat A", "Seat B"} <= set(shown) and "too small to be read" not in shown
    assert numbers(made) == ["1", "2"]
    assert min(size for page in figure_pages(made) for size, _ in sizes(page.items)) >= 5


def test_a_number_without_a_step_is_reported_where_the_chapter_shows_the_picture() -> None:
    made, _ = booklet(TABLE, SETUP, "1. Lay out the board.")
    (problem,) = made.problems
    assert (
        problem.code == "E1044"
        and "number 2" in problem.message
        and problem.span.source.text[: problem.span.start].count("\n") == 5
    )


def test_numbers_with_words_of_their_own_need_no_step() -> None:
    shown = TABLE.replace("number: 1 }", 'number: 7, text: "where the boats are" }').replace("number: 2", "number: 1")
    made, _ = booklet(shown, SETUP)
    assert not made.problems
    assert "where the boats are" in " ".join(item.text for item in texts(made))


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ("printed: bord", "E1003"),
        ("printed: card.nobody", "E1003"),
        ('printed: "{nobody}"', "E1003"),
    ],
)
def test_impossible_figures_are_reported_in_the_layout(wrong: str, code: str) -> None:
    _, diagnostics = booklet(TABLE.replace("printed: board", wrong), SETUP)
    assert [one.code for one in diagnostics.sorted()] == [code]


def test_only_pictures_show_printed_components() -> None:
    sheet = "title: A, width: 50, height: 50, draw: [{ printed: board, box: [0, 0, 9, 9] }]"
    text = f"boards: {{ board: {{ {sheet} }} }}"
    design, diagnostics = design_of(text)
    assert not design.boards(load_compiled(source_of(GAME)).game, "en", diagnostics)
    assert [one.code for one in diagnostics.sorted()] == ["E1004"]


CARDS = """
styles:
  text: { size: 9, smallest: 5 }
cards:
  Order:
    width: 63
    height: 88
    front:
      - { text: "{card.title}", box: [5, 5, 50, 8] }
    back: []
    callouts:
      - { at: [6, 8], text: "what is **asked**" }
      - { at: [60, 80], text: "never seen", when: card.key == "nobody" }
      - { at: [50, 60], text: "{card.title}, again" }
"""


def test_a_card_is_shown_with_explanations_of_its_parts() -> None:
    game = data()
    card = game.cards[0]
    design, diagnostics = design_of(CARDS.replace("Order", card.type))
    situations = design.situations(game, "en", diagnostics, ())
    insert = PictureInsert(f"card.{card.key}", None, "", ())
    made = pages(with_chapter(game, (insert, 3)), "en", situations=situations, figures=design.figures(situations))
    assert not made.problems and not diagnostics.items
    assert numbers(made) == ["1", "3", "1", "3"]  # in the margins and in the list; each keeps its order in the layout
    assert [item.font for item in texts(made) if item.text.strip() == "asked"] == ["sans-bold"]
    words = " ".join(item.text for item in texts(made))
    assert f"{capital(card.names['en'], 'en')}, again" in words and "never seen" not in words


def test_an_unknown_card_is_an_unknown_picture() -> None:
    design, diagnostics = design_of(BOARD, TABLE)
    situations = design.situations(data(), "en", diagnostics, ())
    game = with_chapter(data(), (PictureInsert("card.nobody", None, "", ()), 3))
    made = pages(game, "en", situations=situations, figures=design.figures(situations))
    assert [one.code for one in made.problems] == ["E1040"]


def test_a_board_with_mistakes_is_not_reported_as_unknown() -> None:
    design, diagnostics = design_of(BOARD, TABLE)
    situations = design.situations(data(), "en", diagnostics, ())
    game = with_chapter(data(), (PictureInsert(next(iter(design.layout.boards)), None, "", ()), 3))
    assert not pages(game, "en", situations=situations).problems  # nothing was drawn; the board reports its mistakes


COVERS = """
pictures:
  cover:
    title: Cover
    width: 148
    height: 210
    draw:
      - { text: "{game.title}", box: [9, 9, 99, 9], style: text, role: H1 }
      - { text: "{booklet.rules}, {booklet.players}{booklet.variants}", box: [9, 30, 99, 9], style: text }
  back_cover:
    title: Back
    width: 74
    height: 105
    draw: [{ text: "in short", box: [9, 9, 40, 5], style: text }]
"""


def test_a_layout_draws_the_first_and_the_last_page() -> None:
    made, diagnostics = booklet(COVERS, PictureInsert("board", None, "", ()))
    assert not diagnostics.items and made.has_back

    def shown(page: Page) -> str:
        return "".join(item.text for item in flat(page.items) if isinstance(item, Glyphs)).strip()

    low, high = load_compiled(source_of(GAME)).game.players
    assert shown(made.pages[0]).endswith(f"Rules, {low} to {high} players") and "H1" in roles(made.pages[0].items)
    assert shown(made.pages[-1]) == "in short"
    sides = fold(made.pages, bundled_sheets()["a4"].paper or Size(Mm(0), Mm(0)), made.has_back)
    outside = [item for item in sides[0].items if isinstance(item, Group)]
    assert len(outside) == 2  # both covers are outermost, however many empty pages are inside


def test_a_game_without_such_pages_has_the_usual_cover_and_no_back() -> None:
    made, _ = booklet(TABLE, SETUP)
    assert not made.has_back and any(role == "H1" for role in roles(made.pages[0].items))


def figures_of(data: bytes, number: int) -> list[str]:
    """The alternative texts of the figures on a page, from its content: none for what is outside the structure."""
    with pikepdf.open(BytesIO(data)) as document:
        here = document.pages[number].obj

        def read(node: pikepdf.Object) -> Iterator[str]:
            if str(node.S) == "/Figure" and node.get("/Pg") == here:
                yield str(node.get("/Alt", ""))
            for kid in node.K if isinstance(node.K, pikepdf.Array) else [node.K]:
                if isinstance(kid, pikepdf.Dictionary) and "/S" in kid:
                    yield from read(kid)

        return list(read(document.Root.StructTreeRoot.K))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pictures_of_a_cover_have_alternative_texts_in_the_language_of_the_booklet(language: str) -> None:
    game = data()
    card = next(card for card in game.cards if card.texts.get(language))
    layout = f"""
pictures:
  back_cover:
    title: Back
    width: 148
    height: 210
    draw:
      - {{ printed: card.{card.key}, box: [10, 10, 63, 88] }}
      - group: [{{ printed: back.{card.key}, box: [10, 110, 63, 88], angle: 8 }}]
"""
    design, diagnostics = design_of(layout)
    situations = design.situations(game, language, diagnostics, ())
    made = pages(game, language, situations=situations, figures=design.figures(situations))
    assert made.has_back and not diagnostics.items
    file = BytesIO()
    write_pdf(file, title="Rules", language=language, pages=made.pages)
    kind = next(kind.labels[language] for kind in game.card_types if kind.name == card.type)
    colon = "：" if language == "ja" else ": "
    title = capital(card.names[language], language)
    assert figures_of(file.getvalue(), -1) == [title + colon + card.texts[language], kind]
