"""Tests of icons: found by words, shown by layouts and texts, and credited to their authors in the booklet."""

from __future__ import annotations

from pathlib import Path

import pytest
import regelwerk
from drawing_text import flat
from regelwerk.main import main
from regelwerk_compiler.checked.marks import Icon
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.source import SourceFile, Span
from regelwerk_printables import design
from regelwerk_printables.booklet import pages
from regelwerk_printables.design import Design, load_design
from regelwerk_printables.drawing.drawing import Glyphs
from regelwerk_printables.icons import authors, credits, find


@pytest.fixture
def game(tmp_path: Path) -> Path:
    folder = tmp_path / "rainy"
    assert main(["new", str(folder)]) == 0
    return folder


def test_few_unknown_icons_are_compared_with_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each name is compared only once, since a table of cards can repeat it in every row."""
    asked: list[str] = []
    monkeypatch.setattr(design, "suggestion", lambda name, _: asked.append(name) or f"like {name}")
    monkeypatch.setattr(design, "SUGGESTED", 2)
    diagnostics = Diagnostics()
    places = [Span(SourceFile("a", "x" * 9), at, at + 1) for at in range(4)]
    names = ("anvli", "anvli", "crwon.x", "spaed")
    load_design(tmp_path, diagnostics).check_icons(
        [(Icon(name, name), place) for name, place in zip(names, places, strict=True)], diagnostics
    )
    assert asked == ["anvli", "crwon"]
    assert [item.help for item in diagnostics][:3] == ["like anvli", "like anvli", "like crwon"]
    assert "draw it under `shapes`" in [item.help for item in diagnostics][3]


def layout(folder: Path, element: str) -> tuple[Design, Diagnostics]:
    (folder / "print").mkdir(exist_ok=True)
    text = f"parts:\n  one:\n    title: One\n    width: 20\n    height: 20\n    draw:\n      - {element}\n"
    (folder / "print" / "parts.yaml").write_text(text, encoding="utf-8")
    diagnostics = Diagnostics()
    return load_design(folder, diagnostics), diagnostics


def test_icons_are_found_by_words() -> None:
    assert len(authors()) > 4000
    assert find(["flat", "ti"]) == ["flat-tire"]
    assert find(["water tank"]) == find(["water", "tank"]) == ["water-tank"]
    assert find(["nothing-like-it"]) == []
    assert credits(["flat-tire", "raining", "heavy-rain"]) == ["Delapouite: flat-tire", "Lorc: heavy-rain, raining"]


def test_the_command_shows_names_with_authors(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["icons", "flat", "tire"]) == 0
    assert "flat-tire  Delapouite" in capsys.readouterr().out
    assert main(["icons", "flattttire"]) == 1


def test_a_layout_shows_icons_by_name_and_by_expression(game: Path) -> None:
    checked = regelwerk.load(game).checked
    for element in (
        "{ shape: flat-tire, box: [0, 0, 9, 9], of: \"'#ff0000'\" }",
        "{ shape: \"{'flat-tire'}\", box: [0, 0, 9, 9] }",
    ):
        design, diagnostics = layout(game, element)
        design.parts(checked, "en", diagnostics)
        assert not diagnostics.items
        assert design.layout.shapes.icons == {"flat-tire"}


@pytest.mark.parametrize("name", ["flat-tyre", "{'flat-tyre'}"])
def test_an_unknown_name_gets_suggestions(game: Path, name: str) -> None:
    design, diagnostics = layout(game, f'{{ shape: "{name}", box: [0, 0, 9, 9] }}')
    design.parts(regelwerk.load(game).checked, "en", diagnostics)
    (problem,) = diagnostics.items
    assert (problem.code, problem.help) == ("E1003", "did you mean `flat-tire`?")


def test_an_impossible_colour_is_reported_where_the_icon_is_shown(game: Path) -> None:
    design, diagnostics = layout(game, "{ shape: flat-tire, box: [0, 0, 9, 9], of: \"'red'\" }")
    design.parts(regelwerk.load(game).checked, "en", diagnostics)
    (problem,) = diagnostics.items
    assert problem.code == "E1004" and "`red` is not a colour for the icon `flat-tire`" in problem.message
    assert "flat-tire" in problem.span.text


@pytest.mark.parametrize(
    "element", ["{ shape: flat-tire, box: [0, 0, 9, 9], of: rust }", "{ shape: wheel, box: [0, 0, 9, 9] }"]
)
def test_a_colour_without_its_section_gets_advice(game: Path, element: str) -> None:
    layout(game, element)
    wheel = "{ size: [9, 9], draw: [{ shape: flat-tire, box: [0, 0, 9, 9], of: rust }] }"
    colors = f'colors: {{ rust: "#804020" }}\nshapes: {{ wheel: {wheel} }}\n'
    (game / "print" / "colors.yaml").write_text(colors, encoding="utf-8")
    diagnostics = Diagnostics()
    design = load_design(game, diagnostics)
    design.parts(regelwerk.load(game).checked, "en", diagnostics)
    (problem,) = diagnostics.items
    assert (problem.code, problem.help) == ("E1003", "for the colour, write `colors.rust`")


def test_the_booklet_names_the_authors(game: Path) -> None:
    made = pages(regelwerk.load(game).checked, "en", credits=lambda: credits(["flat-tire"]))
    said = "".join(item.text for page in made.pages for item in flat(page.items) if isinstance(item, Glyphs))
    assert "game-icons.net" in said and "Delapouite: flat-tire" in said
