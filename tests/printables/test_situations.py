"""Tests of pictures of play: pieces on a board, the parts shown, marked changes, and rows left out of tables."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from io import BytesIO
from typing import Any

import pytest
from drawing_text import item_lines
from golden import CASES, check_golden
from golden_pictures import check_picture, pdf_of
from hypothesis import given
from hypothesis import strategies as st
from regelwerk.loading.compilation import Compiled, load_compiled
from regelwerk.loading.source import source_of
from regelwerk.printing.positions import played_scenarios, setup_position, shown_positions
from regelwerk_compiler.checked.play import GamePosition, PlayedScenario
from regelwerk_compiler.words.own import own_word
from regelwerk_dsl.data.layouts import read_layout
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.grammar.inserts import ExampleInsert, PictureInsert
from regelwerk_dsl.source import SourceFile
from regelwerk_printables.booklet import Made, pages
from regelwerk_printables.design import Design, load_design
from regelwerk_printables.design.load import build_layout
from regelwerk_printables.design.situations import SLIMMEST, Scene, Scenes, Situations
from regelwerk_printables.drawing.drawing import Drawing, Form, Glyphs, Group, Item, Mm, Page, Tagged
from regelwerk_printables.pdf.document import write_pdf

GAME = CASES / "situations" / "quay"
LAYOUT = (GAME / "print" / "board.yaml").read_text(encoding="utf-8")
LANGUAGES = ("en", "de", "ja")
FIGURE = 1e-6


@cache
def made() -> Compiled:
    return load_compiled(source_of(GAME))


@cache
def played(language: str = "en") -> dict[str, PlayedScenario]:
    game = made()
    return {one.name: one for one in played_scenarios(game.rules, game.scenario_list, language)}


def stage(text: str = LAYOUT, language: str = "en") -> tuple[Situations, Diagnostics]:
    diagnostics = Diagnostics()
    layout = read_layout(SourceFile("print/board.yaml", text), diagnostics)
    design = Design(build_layout([layout] if layout else [], GAME, diagnostics))
    boards = design.boards(made().game, language, diagnostics)
    return design.situations(made().game, language, diagnostics, boards), diagnostics


def example(name: str, *views: str) -> Scenes | None:
    at = played()[name].stages[0]
    situations, diagnostics = stage()
    found = situations.example(at.before, at.after, at.start, views)
    assert not diagnostics.items
    return found


def position(**facts: Any) -> GamePosition:
    """The position at the beginning of a scenario, with some facts changed."""
    found = played()["two_crates"].stages[0].start
    return replace(found, facts={**found.facts, **facts})


def crates(counts: Mapping[str, tuple[int, int]]) -> dict[str, Any]:
    return {key: dict(zip(("salt", "silk"), counts.get(key, (0, 0)), strict=True)) for key in ("north", "south", "far")}


# ---- drawings --------------------------------------------------------------------------------------------------------


def test_drawing_calls_of_positions() -> None:
    lines: list[str] = []
    drawings: list[Drawing] = []
    situations, diagnostics = stage()
    for name in ("two_crates", "far_away", "nothing_seen"):
        at = played()[name].stages[0]
        found = situations.example(at.before, at.after, at.start)
        lines.append(f"scenario {name}" + (": nothing to see" if found is None else ""))
        for when, scenes in (("before", found.before), ("after", found.after)) if found else ():
            for scene in scenes:
                lines += [f"{when}: {scene.title}", *scene_lines(scene)]
                drawings.append(scene.drawing)
    setup = setup_position(made().rules, 3)
    assert setup is not None and setup.chosen
    (scene,) = situations.picture("board", setup)
    lines += ["set up for 3", *scene_lines(scene)]
    drawings.append(scene.drawing)
    assert not diagnostics.items
    check_golden(GAME.parent / "quay.drawn", "\n".join(lines) + "\n")
    check_picture(GAME.parent / "quay.png", pdf_of(Page(one.width, one.height, one.items) for one in drawings))


def scene_lines(scene: Scene) -> Iterator[str]:
    drawing = scene.drawing
    yield f"  {drawing.width:g} x {drawing.height:g}"
    for name, boxes in (("came", scene.came), ("gone", scene.gone)):
        yield from (f"  {name} {box.x:g} {box.y:g} {box.width:g} {box.height:g}" for box in boxes)
    yield from item_lines(drawing.items, "    ")


def test_the_printed_board_has_nothing_of_a_position() -> None:
    """Its bytes equal those of a layout that does not mention positions."""
    kept, skip = [], 0
    for line in LAYOUT.splitlines(keepends=True):
        deep = len(line) - len(line.lstrip())
        if skip and deep > skip:
            continue
        skip = 0
        if "position" in line and line.lstrip().startswith("-"):
            skip = deep
            continue
        if line.startswith(("          - repeat: g in Good", "          - group:")):
            skip = deep
            continue
        kept.append(line)
    bare = "".join(kept)
    assert "position" not in bare and "repeat: q in Quay" in bare
    files = [BytesIO(), BytesIO()]
    for file, text in zip(files, (LAYOUT, bare), strict=True):
        diagnostics = Diagnostics()
        layout = read_layout(SourceFile("print/board.yaml", text), diagnostics)
        assert layout is not None, diagnostics.sorted()
        (board,) = Design(build_layout([layout], GAME, diagnostics)).boards(made().game, "en", diagnostics)
        page = Page(board.drawing.width, board.drawing.height, board.drawing.items)
        write_pdf(file, title="x", language="en", pages=[page])
        assert not diagnostics.items
    assert files[0].getvalue() == files[1].getvalue()


def test_all_pictures_share_the_board() -> None:
    found = example("two_crates")
    assert found is not None
    forms = {
        id(form)
        for scene in (*found.before, *found.after)
        for form in scene.drawing.items[0].items  # type: ignore[union-attr]
        if isinstance(form, Form) and form.key.startswith("board ")
    }
    assert len(forms) == 1


def test_only_parts_that_hold_or_change_something_are_shown() -> None:
    found = example("two_crates")
    assert found is not None
    assert [scene.title for scene in found.before] == ["The northern quay", "The southern quay", "Wind"]
    assert [scene.title for scene in found.after] == ["The northern quay", "The southern quay"]
    north, south = found.after
    assert (len(north.came), len(north.gone)) == (0, 1)  # the boat has left
    assert (len(south.came), len(south.gone)) == (3, 0)  # two crates and the boat
    assert example("nothing_seen") is None


def test_an_author_can_choose_the_parts() -> None:
    found = example("two_crates", "wind", "quay.north")
    assert found is not None and [scene.title for scene in found.before] == ["The northern quay", "Wind"]
    every = example("two_crates", "quay")
    assert every is not None and len(every.before) == 3
    situations, _ = stage()
    assert situations.views() == ["quay", "quay.north", "quay.south", "quay.far", "wind"]


def test_pictures_are_drawn_from_the_facts_that_they_show() -> None:
    found = example("two_crates")
    assert found is not None
    assert {("crates", "south", "salt"), ("boat", "A"), ("wind",)} <= found.shown
    assert not {one for one in found.shown if one[0] in ("money", "deck")}
    # of the masters, only those whose ships lie somewhere
    far = example("far_away")
    assert far is not None and {one[1] for one in far.shown if one[0] == "master"} == {"barque"}


def test_facts_outside_the_chosen_parts_count_as_not_shown() -> None:
    found = example("two_crates", "wind", "quay.north")
    assert found is not None
    results = {("crates", "south", "salt"), ("crates", "south", "silk")}
    assert {("wind",), ("boat", "A")} <= found.shown and not results & found.shown


@given(
    before=st.dictionaries(st.sampled_from(["north", "south", "far"]), st.tuples(st.integers(0, 3), st.integers(0, 3))),
    after=st.dictionaries(st.sampled_from(["north", "south", "far"]), st.tuples(st.integers(0, 3), st.integers(0, 3))),
)
def test_every_change_is_marked_at_its_place(
    before: dict[str, tuple[int, int]], after: dict[str, tuple[int, int]]
) -> None:
    situations, diagnostics = shared_stage()
    old, new = position(crates=crates(before)), position(crates=crates(after))
    found = situations.example(old, new, position())
    assert not diagnostics.items
    differences = {
        key: [b - a for a, b in zip(before.get(key, (0, 0)), after.get(key, (0, 0)), strict=True)]
        for key in ("north", "south", "far")
    }
    touched = {key for key in differences if any(before.get(key, ())) or any(differences[key])}
    assert (found is None) == (not touched)
    if found is None:
        return
    names = {row.key: row.names["en"] for row in made().game.tables["Quay"].rows}
    titles = [names[key][0].upper() + names[key][1:] for key in differences if key in touched]
    assert [scene.title for scene in found.before] == titles
    marks = {scene.title: (len(scene.came), len(scene.gone)) for scene in found.after}
    for key, change in differences.items():
        title = names[key][0].upper() + names[key][1:]
        wanted = (sum(n for n in change if n > 0), -sum(n for n in change if n < 0))
        assert marks.get(title, (0, 0)) == wanted
    for scene in (*found.before, *found.after):
        wide, high = scene.drawing.width, scene.drawing.height
        assert wide <= 32 + FIGURE and high <= 62 + FIGURE and min(wide, high) >= SLIMMEST * max(wide, high) - FIGURE
        for box in (*scene.came, *scene.gone):
            assert box.x >= 0 and box.x + box.width <= wide + FIGURE
            assert box.y >= 0 and box.y + box.height <= high + FIGURE


@cache
def shared_stage() -> tuple[Situations, Diagnostics]:
    return stage()


# ---- mistakes in layouts ---------------------------------------------------------------------------------------------


def test_an_unknown_fact_is_reported_when_the_board_is_printed() -> None:
    _, diagnostics = stage(LAYOUT.replace("position.crates[q][g]", "position.crate[q][g]"))
    (found,) = diagnostics.items
    assert found.code == "E1003" and "`crate`" in found.message and "crates" in found.help
    assert LAYOUT.splitlines()[found.span.line - 1].count("position.crates") == 1


def test_a_failing_expression_is_reported_and_the_board_left_out() -> None:
    situations, diagnostics = stage(LAYOUT.replace("position.boat[p] == q", "position.boat[q] == q"))
    at = played()["two_crates"].stages[0]
    assert situations.example(at.before, at.after, at.start) is None
    assert {item.code for item in diagnostics.items} == {"E1004"}


def test_a_drawing_for_each_has_no_views() -> None:
    each = LAYOUT.replace('title: "{game.title}"', 'title: "{game.title}"\n    each: g in Good')
    _, diagnostics = stage(each)
    assert [item.code for item in diagnostics.items] == ["E1001"]


# ---- in the booklet --------------------------------------------------------------------------------------------------


@cache
def booklet(language: str) -> Made:
    game = made()
    diagnostics = Diagnostics()
    design = load_design(GAME, diagnostics)
    boards = design.boards(game.game, language, diagnostics)
    found = pages(
        game.game,
        language,
        list(played(language).values()),
        pictures={one.name: one.drawing for one in boards},
        situations=design.situations(game.game, language, diagnostics, boards),
        positions=shown_positions(
            game.rules,
            game.scenario_list,
            [PictureInsert("board", 3, "", ()), PictureInsert("board", None, "far_away", ())],
            3,
        ),
    )
    assert not diagnostics.items and not found.problems
    return found


def items(page: Page) -> Iterator[Item]:
    waiting: list[Item] = list(page.items)
    while waiting:
        item = waiting.pop(0)
        yield item
        if isinstance(item, Tagged | Group):
            waiting = [*item.items, *waiting]


def figures(language: str) -> list[Tagged]:
    return [
        item for page in booklet(language).pages[1:] for item in items(page)
        if isinstance(item, Tagged) and item.role == "Figure"
    ]  # fmt: skip


def said(page: Page) -> str:
    return " ".join(item.text for item in items(page) if isinstance(item, Glyphs))


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_picture_is_read_out_in_its_language(language: str) -> None:
    results = [figure.alt for figure in figures(language)]
    assert len(results) == 5  # the set-up, a distant ship, before and after, the wind
    assert results[0] == own_word(language, "booklet.set up so", 3)
    names = {row.key: row.names[language] for row in made().game.tables["Quay"].rows}
    before, after = results[2:4]
    assert before.startswith(own_word(language, "booklet.before")) and after.startswith(
        own_word(language, "booklet.after")
    )
    assert names["south"][1:] in before and "3" in after
    assert not [item for figure in figures(language) for item in figure.items if isinstance(item, Tagged)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_tables_list_only_facts_that_no_picture_shows(language: str) -> None:
    labels = {one.name: one.labels[language] for one in made().game.state}
    rows = [row for page in booklet(language).pages for row in table_rows(page)]
    shown = [label for label in labels.values() if any(row.startswith(label) for row in rows)]
    # the example without pictures shows everything, that with the wind all else, and the first one the money
    count = {name: sum(row.startswith(label) for row in rows) for name, label in labels.items()}
    assert (count["money"], count["wind"], count["crates"]) == (7, 1, 4)
    assert set(shown) == {labels[name] for name in ("money", "crates", "boat", "wind")}


def table_rows(page: Page) -> Iterator[str]:
    for item in items(page):
        if isinstance(item, Tagged) and item.role == "TR":
            inner = Page(Mm(1), Mm(1), item.items)
            yield said(inner).strip()


def test_an_unknown_view_is_reported_at_its_line() -> None:
    wrong = ExampleInsert("two_crates", ("winds",))
    block = next(
        block
        for chapter in made().game.chapters
        for block in chapter.blocks
        if any(isinstance(one, ExampleInsert) and one.name == "two_crates" and one.views for one in block.inserts)
    )
    broken = replace(block, texts={"en": "{{ scenario two_crates: winds }}"}, inserts=(wrong,))
    chapters = tuple(
        replace(one, blocks=tuple(broken if own is block else own for own in one.blocks))
        for one in made().game.chapters
    )
    game = replace(made().game, chapters=chapters)
    situations, _ = stage()
    found = pages(game, "en", list(played().values()), situations=situations).problems
    results = {item.code: item for item in found}
    assert results["E1043"].span.line == block.where.line and "wind" in results["E1043"].help


def test_a_setup_that_does_not_end_is_reported() -> None:
    situations, _ = stage()
    board = Drawing(Mm(10), Mm(10), ())
    found = pages(
        made().game,
        "en",
        list(played().values()),
        pictures={"board": board},
        situations=situations,
    ).problems
    assert {(item.code, "setup" in item.message) for item in found} == {("E1042", True), ("E1042", False)}


def test_the_file_contains_each_part_of_the_board_once() -> None:
    file = BytesIO()
    write_pdf(file, title="x", language="en", pages=booklet("en").pages)
    again = BytesIO()
    write_pdf(again, title="x", language="en", pages=booklet("en").pages)
    assert file.getvalue() == again.getvalue()
    drawn = [form.key for page in booklet("en").pages for form in items(page) if isinstance(form, Form)]
    parts = [key for key in drawn if key.startswith("board ")]
    assert len(set(parts)) < len(parts)  # for example what is beside the board before and after


def test_names_of_pictures() -> None:
    text = "\n".join(block.texts["en"] for chapter in made().game.chapters for block in chapter.blocks)
    assert re.findall(r"picture (\w+ of \w+)", text) == ["board of setup", "board of far_away"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_example_states_its_result_once(language: str) -> None:
    results = [
        item.text.strip() for page in booklet(language).pages for item in items(page) if isinstance(item, Glyphs)
    ]
    title = own_word(language, "booklet.example", "{0}").partition("{")[0].strip()
    examples = sum(text.startswith(title) for text in results)
    assert 0 < results.count(own_word(language, "booklet.after")) <= examples
