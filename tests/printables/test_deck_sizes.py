"""Tests of type sizes in a deck: each style has one size, the largest at which the texts of all its cards fit."""

from __future__ import annotations

from pathlib import Path

import pytest
from drawing_text import flat
from one_game import design_in, one_game
from regelwerk.printing.products.cards import changed_cards
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_printables.drawing.drawing import Glyphs, PrintedCard

LONG = "Take as many stones as you like from the supply and put them where they are wanted most. "
RULES = f"""
cardtype Tile "tiles"
card Tile farm "Farm":
    text "Take a stone."
card Tile mine "A mine with a very long name indeed":
    text "{LONG}{LONG}"
card Tile inn "Inn":
    text "{LONG}"
card Tile tower "Tower":
    text "{LONG * 5}"
"""
LAYOUT = """
styles:
  text: { size: 10, smallest: 4, apart: [tower] }
  title: { size: 14, smallest: 6 }
cards:
  Tile:
    width: 63
    height: 88
    front:
      - { text: "{card.title}", box: [5, 5, 53, 8], style: title }
      - { text: "{card.text}", box: [5, 20, 53, 24] }
"""


def sizes(cards: list[PrintedCard]) -> dict[str, list[float]]:
    """The sizes of the title and the text of each card."""
    return {
        card.key: list(dict.fromkeys(item.size for item in flat(card.front.items) if isinstance(item, Glyphs)))
        for card in cards
    }


def test_all_cards_of_a_deck_have_the_size_of_its_longest_text(tmp_path: Path) -> None:
    game, diagnostics = one_game(tmp_path, RULES, LAYOUT), Diagnostics()
    shown = sizes(design_in(tmp_path).cards(game, "en", diagnostics))
    assert not diagnostics.items
    title, text = shown["mine"]
    assert title < 14 and text < 10, "the mine needs it"
    assert shown["farm"] == shown["inn"] == [title, text]
    assert shown["tower"][0] == title and shown["tower"][1] < text, "it is apart, and asks nobody to follow"


def test_single_cards_have_the_size_of_their_deck(tmp_path: Path) -> None:
    game = one_game(tmp_path, RULES, LAYOUT)
    design = design_in(tmp_path)
    whole = {card.key: card for card in design.cards(game, "en", Diagnostics())}
    assert design.cards(game, "en", Diagnostics(), only=["farm"]) == [whole["farm"]]


@pytest.mark.parametrize(("only", "codes"), [(["farm"], []), (["mine"], ["E1010"])])
def test_texts_that_do_not_fit_on_other_cards_are_not_reported(
    tmp_path: Path, only: list[str], codes: list[str]
) -> None:
    game = one_game(tmp_path, RULES, LAYOUT.replace("smallest: 4", "smallest: 9"))
    diagnostics = Diagnostics()
    design_in(tmp_path).cards(game, "en", diagnostics, only=only)
    assert [one.code for one in diagnostics.items] == codes


def test_cards_can_all_be_set_apart(tmp_path: Path) -> None:
    layout = LAYOUT.replace("apart: [tower]", "apart: all")
    game = one_game(tmp_path, RULES, layout)
    shown = sizes(design_in(tmp_path).cards(game, "en", Diagnostics()))
    assert len({size[1] for size in shown.values()}) == 3 and shown["farm"][1] == 10


def test_a_longer_text_in_a_variant_changes_one_card(tmp_path: Path) -> None:
    """Cards added to a printed deck have the size of that deck, as far as their text allows."""
    variant = f'\nvariant wordy "Wordy":\n    replace card Tile inn "Inn":\n        text "{LONG * 3}"\n'
    base, wordy = one_game(tmp_path, RULES + variant, LAYOUT), one_game(tmp_path, RULES + variant, LAYOUT, ["wordy"])
    design = design_in(tmp_path)
    known = design.sizes(base, "en")
    before = design.cards(base, "en", Diagnostics(), sizes=known)
    after = design.cards(wordy, "en", Diagnostics(), sizes=known)
    assert [card.key for card in changed_cards(after, before)] == ["inn"]
    assert sizes(after)["inn"][1] < sizes(before)["inn"][1]
    whole = sizes(design.cards(wordy, "en", Diagnostics()))
    assert whole["farm"] == whole["inn"] == sizes(after)["inn"], "a new print-out has one size again"


def test_a_card_that_is_set_apart_exists(tmp_path: Path) -> None:
    game, diagnostics = one_game(tmp_path, RULES, LAYOUT.replace("[tower]", "[towre]")), Diagnostics()
    design_in(tmp_path).check(game, diagnostics)
    (found,) = diagnostics.items
    assert (found.code, found.help) == ("E1003", "did you mean `tower`?")
    assert found.span.line == 3
