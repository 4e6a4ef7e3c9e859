"""Tests of marks in card texts: bold words, and icons from the shapes in the game's layouts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from one_game import design_in, one_game
from regelwerk_compiler.build import build
from regelwerk_compiler.driver import check_game
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_printables.design import load_design
from regelwerk_printables.design.namespace import Namespace
from regelwerk_printables.drawing.drawing import Form, Glyphs, Group, Item, Tagged

GAME = """players 2..2
cardtype Tile "tiles"
card Tile farm "Farm":
    text "**Twice:** pay 2 :coin:, *not* 3, or a :good.salt:."
state:
    deck: pile of Tile = all
play at most 9: finish
outcome for p:
    most deck.count
"""

FARM = """
cardtype Tile "tiles"
card Tile farm "Farm"
"""

SHAPES = """shapes:
  coin: { size: [10, 10], draw: [{ ellipse: [0, 0, 10, 10], fill: "#c8a030" }] }
  good: { size: [10, 10], draw: [{ rect: [0, 0, 10, 10], fill: "#ffffff", when: it == "salt" }] }
"""

TEMPLATE = """styles:
  text: { size: 9, smallest: 6 }
cards:
  Tile: { width: 63, height: 88, front: [{ text: "{card.text}", box: [5, 5, 53, 60] }] }
"""


def drawn(folder: Path, layout: str) -> tuple[list[Item], Diagnostics]:
    """Everything on the front of the game's only card, and the diagnostics."""
    (folder / "game.yaml").write_text("name: one\ntitle: One\nsources: [one.regel]\nlanguages: [en]\n")
    (folder / "one.regel").write_text(GAME)
    (folder / "print").mkdir()
    (folder / "print" / "layout.yaml").write_text(layout)
    result = check_game(folder)
    assert result.game is not None and result.texts is not None, result.diagnostics
    diagnostics = Diagnostics()
    cards = load_design(folder, diagnostics).cards(build(result.game, result.texts), "en", diagnostics)
    return [item for card in cards for item in flat(card.front.items)], diagnostics


def flat(items: Iterable[Item]) -> Iterator[Item]:
    for item in items:
        yield item
        if isinstance(item, Group | Tagged):
            yield from flat(item.items)


@pytest.mark.parametrize("layout", [SHAPES + TEMPLATE, SHAPES], ids=["own template", "plain card"])
def test_words_are_bold_and_icons_are_drawn(tmp_path: Path, layout: str) -> None:
    items, diagnostics = drawn(tmp_path, layout)
    assert not diagnostics.items
    words = [(item.text.strip(), item.font) for item in items if isinstance(item, Glyphs)]
    assert ("Twice:", "sans-bold") in words
    assert "pay 2" in [text for text, font in words if font == "sans"]
    assert not any("*" in text or "[" in text for text, _ in words)
    forms = [item for item in items if isinstance(item, Form) and item.key.split()[0] != "plain"]
    assert [form.key.split()[0] for form in forms] == ["coin", "good"]
    assert all(form.items for form in forms)  # the shape of the good was requested for salt


def test_an_icon_without_a_shape_is_reported(tmp_path: Path) -> None:
    _, diagnostics = drawn(tmp_path, TEMPLATE)
    (found,) = diagnostics.items
    assert "there is no shape and no icon `coin`" in found.message


LABELS = """words: { hint: 'A **bold** hint: \\*{len(cards)}\\* :coin:' }
styles: { text: { size: 9, smallest: 6 } }
parts:
  aid:
    title: "An *aid*"
    width: 80
    height: 60
    draw:
      - { text: "{words.hint} **and {cards[0].title}** 2*3", box: [5, 5, 70, 20] }
"""


def test_texts_of_layouts_have_marks(tmp_path: Path) -> None:
    diagnostics = Diagnostics()
    game = one_game(tmp_path, FARM, SHAPES + LABELS)
    (aid,) = design_in(tmp_path).parts(game, "en", diagnostics)
    assert not diagnostics.items and aid.title == "An aid"
    looks = [(one.text, one.font) for one in flat(aid.drawing.items) if isinstance(one, Glyphs)]
    assert looks == [
        ("A ", "sans"),
        ("bold", "sans-bold"),
        (" hint: *1* ", "sans"),
        (" ", "sans"),
        ("and Farm", "sans-bold"),
        (" 2*3", "sans"),
    ]
    assert [one.key.split()[0] for one in flat(aid.drawing.items) if isinstance(one, Form)] == ["coin"]


def test_an_icon_in_a_text_of_a_layout_has_a_shape(tmp_path: Path) -> None:
    diagnostics = Diagnostics()
    game = one_game(tmp_path, FARM, LABELS)
    design_in(tmp_path).parts(game, "en", diagnostics)
    (found,) = diagnostics.items
    assert (found.code, found.span.line) == ("E1004", 1) and "`coin`" in found.message


CONDITION = """
cardtype Tile "tiles":
    playable(p: Player) -> Bool = yes
    play(p: Player)
card Tile farm "Farm":
    playable(p) = is_rich(p)
    play(p):
        do pay(p, 2)
card Tile inn "Inn":
    play(p):
        do pay(p, 1)
card Tile well "Well":
    playable(p) = is_rich(p)
    play(p):
        return
define is_rich(p: Player) -> Bool = money[p] > 3
    text "you have **more than 3** coins"
effect pay(p: Player, n: 0..9):
    text "Pay {n}."
    money[p] -= n
state:
    money[Player]: 0..99 = 9
"""


def test_the_condition_of_a_card_is_set_apart(tmp_path: Path) -> None:
    game = one_game(tmp_path, CONDITION)
    farm, inn, well = Namespace(game, "en").cards
    assert farm.text == "Play this card only if you have more than 3 coins. Pay 2."
    assert (farm.condition, farm.effect) == ("Play this card only if you have more than 3 coins.", "Pay 2.")
    assert [run.words for run in farm.condition.runs if run.bold] == ["more than 3"]
    assert (inn.condition, inn.effect) == ("", "Pay 1.")
    assert (well.condition, well.effect) == (farm.condition, "")
