"""Tests of layouts: drawings in millimetres, messages about mistakes with their lines, and safe expressions."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest
from drawing_text import flat, item_lines
from golden import CASES, cases, check_golden
from golden_pictures import check_picture, pdf_of
from hypothesis import given
from hypothesis import strategies as st
from marked_lines import marked_lines
from regelwerk_compiler.build import build
from regelwerk_compiler.checked.game import CheckedGame
from regelwerk_compiler.checked.play import GamePosition
from regelwerk_compiler.driver import Options, check_game
from regelwerk_dsl.data.layouts import read_layout
from regelwerk_dsl.data.yaml import load_schema
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.files import read_source
from regelwerk_dsl.render import render_all
from regelwerk_dsl.source import NO_SPAN, SourceFile
from regelwerk_printables.design import Design
from regelwerk_printables.design.expressions import BUILT_IN, FUNCTIONS, LayoutError, compile_expression
from regelwerk_printables.design.load import build_layout
from regelwerk_printables.design.session import Session
from regelwerk_printables.design.values import Row
from regelwerk_printables.drawing.drawing import Drawing, Form, Glyphs, Group, Item, Page, Rect, Tagged

FOLDER = CASES / "design"
CODE = re.compile(r"\b[EW]\d{4}\b")
TEXTS = "styles: { text: { size: 9, smallest: 6 } }\n"


@cache
def game_data(*variants: str, folder: Path = FOLDER / "harbour") -> CheckedGame:
    checked = check_game(folder, Options(variants=variants))
    assert checked.game is not None and checked.texts is not None, render_all(checked.diagnostics)
    return build(checked.game, checked.texts, checked.statements, checked.history)


def design_of(text: str, diagnostics: Diagnostics, folder: Path | None = None) -> Design:
    found = read_layout(SourceFile("print/cards.yaml", text), diagnostics)
    return Design(build_layout([found] if found else [], folder or FOLDER / "harbour", diagnostics))


def drawn(design: Design, diagnostics: Diagnostics, language: str = "en") -> dict[str, Drawing]:
    """Everything that a design draws, by name."""
    data = game_data()
    found = {f"card {card.key}": card.front for card in design.cards(data, language, diagnostics)}
    found |= {f"back {card.key}": card.back for card in design.cards(data, language, diagnostics)[:1]}
    for kind, sheets in (("board", design.boards), ("part", design.parts)):
        for sheet in sheets(data, language, diagnostics):
            found[f"{kind} {sheet.name} x{sheet.copies} {sheet.title}"] = sheet.drawing
    return found


def forms_of(items: tuple[Item, ...]) -> dict[str, Form]:
    found: dict[str, Form] = {}
    for item in items:
        if isinstance(item, Form):
            found[item.key] = item
        if isinstance(item, Form | Group | Tagged):
            found |= forms_of(item.items)
    return found


def text_of(items: tuple[Item, ...]) -> str:
    """All text, in order."""
    return " ".join(
        item.text if isinstance(item, Glyphs) else text_of(item.items)
        for item in items
        if isinstance(item, Glyphs | Group | Tagged | Form)
    )


@pytest.mark.parametrize("path", cases("design/right", "*.yaml"), ids=lambda path: path.stem)
def test_layouts_draw(path: Path) -> None:
    diagnostics = Diagnostics()
    design = design_of(path.read_text(encoding="utf-8"), diagnostics)
    lines: list[str] = []
    forms: dict[str, Form] = {}
    with_cards = "Job" in design.layout.templates
    shown = {
        name: drawing
        for name, drawing in drawn(design, diagnostics).items()
        if with_cards or not name.startswith(("card", "back"))
    }
    for name, drawing in shown.items():
        lines += [f"{name}: {drawing.width:g} x {drawing.height:g}", *item_lines(drawing.items)]
        forms |= forms_of(drawing.items)
    for key, form in forms.items():
        lines += [f"form {key}: {form.width:g} x {form.height:g}", *item_lines(form.items)]
    assert not diagnostics.items, render_all(diagnostics.sorted())
    check_golden(path.with_suffix(".drawn"), "\n".join(lines) + "\n")
    check_picture(path.with_suffix(".png"), pdf_of(Page(one.width, one.height, one.items) for one in shown.values()))


@pytest.mark.parametrize("path", cases("design/wrong", "*.yaml"), ids=lambda path: path.stem)
def test_a_mistake_is_reported_on_its_line(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    expected = [(at, code) for at, line in enumerate(text.splitlines(), 1) for code in CODE.findall(line)]
    diagnostics = Diagnostics()
    design = design_of(text, diagnostics)
    drawn(design, diagnostics)
    found = sorted((item.span.line, item.code) for item in diagnostics)
    assert found == sorted(expected), render_all(diagnostics.sorted())
    check_golden(path.with_suffix(".places"), marked_lines(diagnostics))


def test_a_text_that_does_not_fit_is_reported_with_card_language_and_excess() -> None:
    diagnostics = Diagnostics()
    path = FOLDER / "wrong" / "fits.yaml"
    design_of(path.read_text(encoding="utf-8"), diagnostics).cards(game_data(), "de", diagnostics)
    message = next(item.message for item in diagnostics if item.code == "E1010")
    assert re.search(r"\(de\) does not fit its box at 8 pt: .*Lieferung by \d+\.\d mm", message)
    missing = next(item.message for item in diagnostics if item.code == "E1011")
    assert "U+0F40" in missing


def test_a_size_cannot_be_an_expression() -> None:
    diagnostics = Diagnostics()
    design_of('boards:\n  sea: { title: "Sea", width: "3 * 40", height: 60, draw: [] }\n', diagnostics)
    [found] = diagnostics.items
    assert (found.code, found.help) == ("E0155", "write the number itself: it cannot be an expression")


def test_an_element_without_a_style_needs_the_style_text() -> None:
    diagnostics = Diagnostics()
    design_of((FOLDER / "wrong" / "no_default_style.yaml").read_text(encoding="utf-8"), diagnostics)
    [found] = diagnostics.items
    assert found.message == "there is no style `text`, which an element without a `style` has"


def test_a_misspelt_name_gets_a_suggestion() -> None:
    diagnostics = Diagnostics()
    drawn(design_of((FOLDER / "wrong" / "values_field.yaml").read_text(encoding="utf-8"), diagnostics), diagnostics)
    assert "number" in diagnostics.items[0].help


def test_a_text_that_is_multiplied_gets_a_suggestion() -> None:
    diagnostics = Diagnostics()
    drawn(design_of((FOLDER / "wrong" / "repeated_text.yaml").read_text(encoding="utf-8"), diagnostics), diagnostics)
    assert "to repeat a text, write `join([text for i in numbers(1, n)], '')`" in diagnostics.items[0].message


def test_a_misspelt_colour_gets_a_suggestion() -> None:
    diagnostics = Diagnostics()
    drawn(design_of((FOLDER / "wrong" / "colour_name.yaml").read_text(encoding="utf-8"), diagnostics), diagnostics)
    assert diagnostics.items[0].help == "did you mean `harbour_blue`?"


def test_words_of_a_layout_are_translated_and_hold_numbers_of_the_game() -> None:
    diagnostics = Diagnostics()
    design = design_of((FOLDER / "right" / "map.yaml").read_text(encoding="utf-8"), diagnostics)
    data = game_data()
    shown = {
        language: text_of(design.boards(data, language, diagnostics)[0].drawing.items) for language in ("en", "de")
    }
    assert "At most 6 jobs" in shown["en"]
    assert "Höchstens 6 Aufträge" in shown["de"]
    assert design.untranslated(data, "de") == [] == design.untranslated(data, "en")


def test_a_translation_of_other_words_is_not_used() -> None:
    diagnostics = Diagnostics()
    text = (FOLDER / "right" / "map.yaml").read_text(encoding="utf-8").replace("At most", "No more than")
    design = design_of(text, diagnostics)
    assert "No more than 6 jobs" in text_of(design.boards(game_data(), "de", diagnostics)[0].drawing.items)
    assert design.untranslated(game_data(), "de") == ["limit"]


def test_a_game_without_layouts_gets_the_plain_one() -> None:
    diagnostics = Diagnostics()
    cards = design_of("", diagnostics).cards(game_data(), "en", diagnostics)
    assert not diagnostics.items, render_all(diagnostics.sorted())
    assert [(card.key, card.copies) for card in cards] == [("delivery", 2), ("rest", 1)]
    assert "Bring it to Riga." in text_of(cards[0].front.items)
    assert "Load: salt 2, silk 1" in text_of(cards[0].front.items)


def test_parts_common_to_all_cards_are_one_form() -> None:
    diagnostics = Diagnostics()
    design = design_of((FOLDER / "right" / "extends.yaml").read_text(encoding="utf-8"), diagnostics)
    first, second = design.cards(game_data(), "en", diagnostics)
    assert first.back is second.back
    shared = set(forms_of(first.front.items)) & set(forms_of(second.front.items))
    assert shared, "the frame is drawn anew for every card"


def test_only_the_cards_asked_for_are_drawn() -> None:
    diagnostics = Diagnostics()
    design = design_of("", diagnostics)
    assert [card.key for card in design.cards(game_data(), "en", diagnostics, only=["rest"])] == ["rest"]


def test_two_files_cannot_define_the_same_name() -> None:
    diagnostics = Diagnostics()
    files = [read_layout(SourceFile(name, TEXTS), diagnostics) for name in ("a.yaml", "b.yaml")]
    build_layout([file for file in files if file is not None], None, diagnostics)
    assert [(item.code, item.span.source.name) for item in diagnostics] == [("E0158", "b.yaml")]


# ---- pictures --------------------------------------------------------------------------------------------------------


# ---- expressions -----------------------------------------------------------------------------------------------------


@given(st.text(max_size=40))
def test_no_text_breaks_the_reader_of_expressions(text: str) -> None:
    with suppress(LayoutError):
        compile_expression(text, NO_SPAN).value(dict(BUILT_IN))


@pytest.mark.parametrize(
    "text", ["().__class__", "[].append", "''.join", "each.__globals__", "BUILT_IN", "_lookup", "{1: 2}", "x := 1"]
)
def test_an_expression_reaches_nothing_but_data(text: str) -> None:
    with pytest.raises(LayoutError):
        compile_expression(text, NO_SPAN).value(dict(BUILT_IN))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("card.class", "red"),
        ("'a.class' if card.in is 3 else card.None", "a.class"),
        ("[one.from for one in card.with]", [7]),
    ],
)
def test_fields_may_have_names_that_are_keywords_of_python(text: str, value: object) -> None:
    card = {"class": "red", "in": 3, "with": [{"from": 7}]}
    assert compile_expression(text, NO_SPAN).value({**BUILT_IN, "card": card}) == value


@pytest.mark.parametrize(
    ("text", "value"), [("it == 'red'", True), ("it != 'red'", False), ("it == 'blue'", False), ("it != 'blue'", True)]
)
def test_a_row_equals_its_key(text: str, value: bool) -> None:
    row = Row("Good", "red", 0, "Rot", {}, {})
    assert compile_expression(text, NO_SPAN).value({**BUILT_IN, "it": row}) is value


def test_cases_are_read_as_files() -> None:
    """The cases are files as authors write them, and are read like any others."""
    diagnostics = Diagnostics()
    path = FOLDER / "right" / "elements.yaml"
    source = read_source(path, path.name, diagnostics)
    assert source is not None and read_layout(source, diagnostics) is not None


# ---- the page about layouts ------------------------------------------------------------------------------------------

PAGE = (CASES.parents[1] / "docs" / "layouts.md").read_text(encoding="utf-8")


def test_examples_of_the_documentation_draw() -> None:
    blocks = re.findall(r"^```yaml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    diagnostics = Diagnostics()
    files = [read_layout(SourceFile(f"print/{at}.yaml", text), diagnostics) for at, text in enumerate(blocks)]
    design = Design(build_layout([file for file in files if file], FOLDER / "harbour", diagnostics))
    shown = drawn(design, diagnostics)
    assert not diagnostics.items, render_all(diagnostics.sorted())
    assert "Gdansk" in text_of(shown["board map x1 Harbour"].items)
    assert "Bring it to Riga." in text_of(shown["card delivery"].items)
    wares = {town: {"salt": 2 * (town == "riga"), "silk": 0} for town in ("bergen", "riga", "gdansk")}
    position = GamePosition(("Ann", "Bo"), {"boat": ["riga", "bergen"], "wares": wares})
    situations = design.situations(game_data(), "en", diagnostics, design.boards(game_data(), "en", diagnostics))
    (riga,) = situations.picture("harbours", position, ["town.riga"])
    assert not diagnostics.items, render_all(diagnostics.sorted())
    assert riga.title == "Riga" and len(forms_of(riga.drawing.items)) == 2  # the board and the boat of Ann


def test_the_documentation_names_every_function_and_key() -> None:
    properties = load_schema("layout")["$defs"]["element"]["properties"]
    styles = load_schema("layout")["properties"]["styles"]["additionalProperties"]["properties"]
    missing = [name for name in (*FUNCTIONS, *properties, *styles) if not re.search(rf"`{name}\b|\b{name}\b`", PAGE)]
    assert missing == []


def test_a_layout_says_how_words_are_divided_and_read() -> None:
    diagnostics = Diagnostics()
    words = "languages: { de: { hyphens: [Hafen-meister, Kran] }, en: { readings: { jetty: ジェティ } } }\n"
    design = design_of(TEXTS + words, diagnostics)
    assert not diagnostics.items, render_all(diagnostics.sorted())
    assert design.layout.wordlist("de").divisions == {"hafenmeister": (5,), "kran": ()}
    assert design.layout.wordlist("en").readings == {"jetty": "ジェティ"}
    assert design.layout.wordlist("ja").readings == {}


def test_braces_in_words_stay_with_every_number_of_players() -> None:
    diagnostics = Diagnostics()
    layout = design_of('words: { both: "{{a}} {1 + 1}" }\n', diagnostics).layout
    session = Session(layout, game_data(), "en", diagnostics)
    shown = [session.painter(layout, players)[1]["words"]["both"] for players in ((), ("Ann",), ("Bo",))]
    assert shown == ["{a} 2"] * 3 and not diagnostics.items


@pytest.mark.parametrize(
    ("templates", "told"),
    [
        ("Jbo: { width: 40, height: 60 }", ["the game has no card type `Jbo`: did you mean `Job`?"]),
        ("Jbo: { width: 40, height: 60 }, Job: { extends: Jbo }", []),
        ("base: { width: 40, height: 60 }", []),  # there to be extended, perhaps later
    ],
)
def test_a_misspelt_card_type_is_reported(templates: str, told: list[str]) -> None:
    diagnostics = Diagnostics()
    design_of(f"cards: {{ {templates} }}", diagnostics).check(game_data(), diagnostics)
    assert [f"{one.message}: {one.help}" for one in diagnostics.items] == told


@pytest.mark.parametrize(
    ("words", "line", "code"),
    [
        ("  de: { hyphens: [Hafen--meister] }", 3, "E0155"),
        ("  ja: { readings: { 港: 港 } }", 3, "E0155"),
        ("  de: { hyphen: [Hafen] }", 3, "E0154"),
        ("  fr: { hyphens: [quai] }", 3, "E1003"),
    ],
)
def test_mistakes_in_the_words_of_a_language_are_reported(words: str, line: int, code: str) -> None:
    diagnostics = Diagnostics()
    design = design_of(f"{TEXTS}languages:\n{words}\n", diagnostics)
    design.check(game_data(), diagnostics)
    assert [(one.span.line, one.code) for one in diagnostics.items] == [(line, code)]


def test_a_list_of_colours_is_reported_with_its_proper_place() -> None:
    diagnostics = Diagnostics()
    design_of('colors: { seats: ["#b3372c", "#2b5f9c"] }\n', diagnostics)
    (found,) = diagnostics.items
    assert (found.code, found.message) == ("E0155", "expected a colour `#rrggbb`, or keys with colours")
    assert found.help == "a list stands under `data`, `data: { seats: [...] }`, and is read as `data.seats[0]`"
    design_of('data: { seats: ["#b3372c", "#2b5f9c"] }\n', later := Diagnostics())
    assert not later.items


def test_an_override_of_an_unknown_card_is_reported() -> None:
    diagnostics = Diagnostics()
    text = (FOLDER / "right" / "overrides.yaml").read_text(encoding="utf-8").replace("rest:", "rset:")
    design_of(text, diagnostics).check(game_data(), diagnostics)
    (found,) = diagnostics.items
    assert (found.code, found.span.line) == ("E1003", 17)
    assert f"{found.message}: {found.help}" == "the game has no card `rset` of the type `Job`: did you mean `rest`?"


def test_an_override_of_the_ground_leaves_the_back_alone() -> None:
    diagnostics = Diagnostics()
    text = (FOLDER / "right" / "overrides.yaml").read_text(encoding="utf-8")
    first, second = design_of(text, diagnostics).cards(game_data(), "en", diagnostics)
    assert first.back == second.back


def test_a_ground_that_depends_on_the_card_applies_only_to_its_front() -> None:
    diagnostics = Diagnostics()
    ground = "ground: \"'#102030' if card.key == 'rest' else '#405060'\""
    text = f"{TEXTS}cards: {{ Job: {{ width: 40, height: 60, {ground}, front: [], back: [] }} }}"
    first, second = design_of(text, diagnostics).cards(game_data(), "en", diagnostics)
    assert not diagnostics.items
    assert first.front != second.front and first.back == second.back
    grounds = ["\n".join(item_lines(card.front.items)) for card in (first, second)]
    assert sorted("#102030" in ground for ground in grounds) == [False, True]


def test_overrides_of_one_template_can_stand_in_several_files() -> None:
    diagnostics = Diagnostics()
    cards = f"{TEXTS}cards: {{ Job: {{ width: 40, height: 60, front: [], back: [] }} }}"
    texts = [
        cards,
        *(f"overrides: {{ Job: {{ {card}: {{ ground: '#ffffff' }} }} }}" for card in ("rest", "delivery", "rest")),
    ]
    files = [read_layout(SourceFile(f"{at}.yaml", text), diagnostics) for at, text in enumerate(texts)]
    layout = build_layout([file for file in files if file], None, diagnostics)
    assert list(layout.overrides["Job"]) == ["rest", "delivery"]
    assert [(item.code, item.span.source.name) for item in diagnostics] == [("E0158", "3.yaml")]


def test_the_rows_of_a_table_fill_its_box() -> None:
    text = (FOLDER / "right" / "table.yaml").read_text(encoding="utf-8")
    depths = []
    for spread in ("", "\n        spread: 1", "\n        spread: 50"):
        diagnostics = Diagnostics()
        design = design_of(text.replace("        style: cell\n", f"        style: cell{spread}\n"), diagnostics)
        (part,) = design.parts(game_data(), "en", diagnostics)
        bands = [item.box for item in flat(part.drawing.items) if isinstance(item, Rect)]
        depths.append(max(box.y + box.height for box in bands))
    assert depths[0] < depths[1] < depths[2] <= 40
