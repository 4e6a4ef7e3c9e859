"""A test of how layouts use a game's values: which are shown or affect the drawing, and on which line."""

from __future__ import annotations

import pytest
from golden import CASES
from regelwerk_compiler.build import build
from regelwerk_compiler.driver import Options, check_game
from regelwerk_dsl.data.layouts import read_layout
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.source import SourceFile
from regelwerk_printables.design import Design
from regelwerk_printables.design.dependencies import layout_uses
from regelwerk_printables.design.load import build_layout

HARBOUR = CASES / "design" / "harbour"
LAYOUT = """\
words: { limit: "At most {rules.limit} jobs", quiet: "Nothing" }
styles: { text: { size: 9, smallest: 6 } }
shapes:
  crate:
    size: [10, 10]
    draw: [{ rect: [0, 0, it.price / 200, 10], fill: "#ffffff" }]
cards:
  Job:
    width: 40
    height: 60
    let:
      load: each(card.load)
      high: 10 if card.number > 9 else 5
    front:
      - { text: "{card.title}", box: [2, 2, 36, high] }
      - { text: "{card.goal.name}", box: [2, 20, 36, 5], when: card.goal is not none }
      - repeat: g in load
        draw: [{ shape: crate, of: g, box: [0, 0, 5, 5] }]
boards:
  prices:
    title: "{words.quiet}"
    width: 60
    height: 40
    draw:
      - { text: "{words.limit}", box: [0, 0, 60, 5] }
      - { table: "g in by(Good, 'price')", box: [0, 5, 60, 30], style: text, columns: [{ width: 30, text: "{g}" }] }
parts:
  towns:
    title: "{t.name}"
    each: t in Town
    width: 30
    height: 20
    draw: [{ text: "{join([r for r in Road if r.start == t])}", box: [0, 0, 30, 10] }]
"""


@pytest.fixture(scope="module")
def uses() -> dict[str, set[str]]:
    """For each value the places that read it, such as `card delivery front text 15`, where the last word is a line."""
    checked = check_game(HARBOUR, Options())
    assert checked.game is not None and checked.texts is not None
    diagnostics = Diagnostics()
    layout = read_layout(SourceFile("print/cards.yaml", LAYOUT), diagnostics)
    assert layout is not None, diagnostics.sorted()
    design = Design(build_layout([layout], HARBOUR, diagnostics))
    assert diagnostics.sorted() == []
    found: dict[str, set[str]] = {}
    for use in layout_uses(design, build(checked.game, checked.texts), "en"):
        place = " ".join(filter(None, [use.product, use.name, use.face, use.what, str(use.span.line)]))
        for read in use.reads:
            found.setdefault(read, set()).add(place)
    return found


def line_of(words: str) -> int:
    [number] = [number for number, line in enumerate(LAYOUT.splitlines(), 1) if words in line]
    return number


@pytest.mark.parametrize(
    ("value", "places"),
    [
        ("delivery.name", {("card delivery front text", "{card.title}")}),
        ("rest.number", {("card rest front text", "{card.title}")}),  # through `high`, which a `let` defines
        ("delivery.load", {("card delivery front repeat", "g in load")}),
        ("rest.load", {("card rest front repeat", "g in load")}),
        ("rest.goal", {("card rest front condition", "card.goal.name")}),
        ("delivery.goal", {("card delivery front condition", "goal.name"), ("card delivery front text", "goal.name")}),
        ("delivery.text", set()),
        ("rules.limit", {("board prices text", "{words.limit}")}),
        ("Good.silk.price", {("card delivery front rect", "it.price"), ("board prices table", "by(Good")}),
        ("Good.silk.name", {("card delivery front shape", "of: g"), ("board prices table", "by(Good")}),
        ("Town.riga.name", {("card delivery front text", "goal.name"), ("part towns part", '"{t.name}"')}),
        ("Road.north.start", {("part towns text", "for r in Road")}),
        ("Road.north.name", {("part towns text", "for r in Road")}),
        ("Road.north.end", set()),
    ],
)
def test_uses_of_values_in_a_layout_are_found(
    uses: dict[str, set[str]], value: str, places: set[tuple[str, str]]
) -> None:
    assert uses.get(value, set()) == {f"{place} {line_of(words)}" for place, words in places}
