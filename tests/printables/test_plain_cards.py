"""Tests of plain cards: fields in the reader's language, no empty values, signs of rank and suit."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PIL import ImageChops
from regelwerk_compiler.build import build
from regelwerk_compiler.driver import check_game
from regelwerk_dsl.data.layouts import read_layout
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.source import SourceFile
from regelwerk_printables import design
from regelwerk_printables.design import Design
from regelwerk_printables.design.load import build_layout
from regelwerk_printables.design.namespace import Namespace
from regelwerk_printables.design.session import PLAIN
from regelwerk_printables.drawing.drawing import Drawing
from regelwerk_printables.pdf.document import render

GAME = """players 2..2
table Suit "suits":
    key   | sign: Text | name
    cups  | "♥"        | "cups"
    coins | "♦"        | "coins"
    none_ | ""         | "none"
cardtype Tile "tiles":
    suit: Suit = none_
    rank: 0..9
    life: 0..9 = 0
    speed: 0..9 = 1
    flies: Bool = no
card Tile farm "Farm":
    rank = 0
card Tile bird "Bird":
    suit = coins
    rank = 7
    life = 2
    flies = yes
cardtype Coin "coins":
    suit: Suit
    worth: 0..9
card Coin penny "Penny":
    suit = coins
    worth = 0
cardtype Bid "bids":
    worth: 1..9
card Bid four "Four":
    worth = 4
state:
    deck: pile of Tile = all
    bids: pile of Bid = all
    purse: pile of Coin = all
define ranks -> Int = sum c.rank + c.life + c.speed + (if c.flies then 1 else 0) for c in deck
define worths -> Int = (sum c.worth for c in purse) + (sum c.worth for c in bids)
play at most 9: finish
outcome for p:
    most ranks + worths
"""
GERMAN = """msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

msgctxt "field.Tile.speed"
msgid "speed"
msgstr "Tempo"

msgctxt "cardtype.Bid"
msgid "bids"
msgstr "Gebote"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "game.yaml").write_text("name: one\ntitle: One\nsources: [one.regel]\nlanguages: [en, de]\n")
    (tmp_path / "one.regel").write_text(GAME)
    (tmp_path / "locale").mkdir()
    (tmp_path / "locale" / "de.po").write_text(GERMAN)
    return tmp_path


def names(folder: Path, language: str) -> Namespace:
    result = check_game(folder)
    assert result.game is not None and result.texts is not None, result.diagnostics
    return Namespace(build(result.game, result.texts), language)


def facts(names: Namespace, key: str) -> dict[str, str]:
    return {fact["name"]: fact["text"] for fact in names.facts(card(names, key))}


def card(names: Namespace, key: str) -> Any:
    return next(card for card in names.cards if card.key == key)


def test_the_plain_layout_conforms_to_the_schema() -> None:
    path, diagnostics = Path(design.__file__).with_name(PLAIN), Diagnostics()
    assert read_layout(SourceFile(PLAIN, path.read_text(encoding="utf-8")), diagnostics) and not diagnostics.items


def test_empty_fields_are_left_out(folder: Path) -> None:
    shown = names(folder, "en")
    assert facts(shown, "farm") == {"suit": "none", "rank": "0", "speed": "1"}  # its rank is its own, 0 or not
    assert facts(shown, "bird") == {"rank": "7", "life": "2", "speed": "1", "flies": "✓"}


def test_what_the_text_says_of_a_field_is_no_fact(folder: Path) -> None:
    """It is left out where it is yes; its text stands among the words of the card, whoever wrote the others."""
    saying = GAME.replace("    flies: Bool = no\n", '    flies: Bool = no\n        text "Flies."\n')
    (folder / "one.regel").write_text(saying.replace("    life = 2\n", '    life = 2\n    text "Eats {2}."\n'))
    shown = names(folder, "en")
    assert facts(shown, "bird") == {"rank": "7", "life": "2", "speed": "1"}
    assert card(shown, "bird").text.startswith("Flies.")
    assert "flies" not in card(shown, "farm").told


def test_fields_have_names_in_each_language(folder: Path) -> None:
    assert facts(names(folder, "de"), "farm") == {"suit": "none", "rank": "0", "Tempo": "1"}


@pytest.mark.parametrize(("language", "suits"), [("en", "cups, coins"), ("ja", "cups、coins")])
def test_several_values_are_listed_in_the_style_of_the_language(folder: Path, language: str, suits: str) -> None:
    manifest, source = folder / "game.yaml", folder / "one.regel"
    manifest.write_text(manifest.read_text().replace("[en, de]", "[en, ja]"))
    (folder / "locale" / "ja.po").write_text('msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n')
    listed = GAME.replace("    flies: Bool = no\n", "    flies: Bool = no\n    led: set of Suit = empty\n")
    source.write_text(listed.replace("    rank = 7\n", "    rank = 7\n    led = {cups, coins}\n"))
    assert facts(names(folder, language), "bird")["led"] == suits


def test_signs_come_from_tables_and_a_single_number(folder: Path) -> None:
    shown = names(folder, "en")
    assert shown.signs(card(shown, "farm")) == []
    assert shown.signs(card(shown, "bird")) == [
        {"text": "♦", "at": 1, "field": "suit"}
    ]  # three numbers, none of which is a rank
    assert [sign["text"] for sign in shown.signs(card(shown, "penny"))] == ["0", "♦"]
    assert facts(shown, "penny") == {}


def test_the_only_value_of_a_card_is_a_sign(folder: Path) -> None:
    shown = names(folder, "en")
    assert shown.signs(card(shown, "four")) == [{"text": "4", "at": None, "field": "worth"}]
    assert facts(shown, "four") == {}


def backs(folder: Path, language: str) -> dict[str, Drawing]:
    result = check_game(folder)
    assert result.game is not None and result.texts is not None
    game, layout = build(result.game, result.texts), build_layout([], None, Diagnostics())
    return {one.key: one.back for one in Design(layout).cards(game, language, Diagnostics())}


def test_the_back_names_the_kind_of_card_in_each_language(folder: Path) -> None:
    assert "text='Gebote'" in repr(backs(folder, "de")["four"])


def test_a_back_looks_the_same_upside_down(folder: Path) -> None:
    (picture,) = render([backs(folder, "en")["four"]], "en", 100, 0)
    shown = picture.convert("L").resize((21, 29))  # 3 mm per pixel: letters need not hit the same pixels
    assert ImageChops.difference(shown, shown.rotate(180)).getextrema()[1] < 12
