"""Tests of names in layouts: fields named like a value of every card, members of another table, words of the rules."""

from __future__ import annotations

from pathlib import Path

import pytest
from regelwerk_compiler.build import build
from regelwerk_compiler.checked.codec import decode, encode
from regelwerk_compiler.checked.game import CheckedGame
from regelwerk_compiler.driver import check_game
from regelwerk_dsl.data.layouts import read_layout
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.source import NO_SPAN, SourceFile
from regelwerk_printables.design import Design
from regelwerk_printables.design.dependencies import layout_uses
from regelwerk_printables.design.expressions import BUILT_IN, LayoutError, compile_expression
from regelwerk_printables.design.load import build_layout
from regelwerk_printables.design.namespace import Namespace

GAME = """\
players 2..4

enum Produce = Fruit + bread "bread"

map Space of Town:
    key  | ends       | steps
    road | riga, oslo | 2

table Town "towns":
    key  | x: 0..99 | zone: Fruit | name
    riga | 20       | plum        | "Riga"
    oslo | 40       | apple       | "Oslo"

enum Fruit: apple, plum

cardtype Trip "trips":
    at: Town
    effect: Text
    changes: Int per Fruit = empty
    type: 0..9 = 4
    title: Text

card Trip north "To the north":
    at = oslo
    effect = "none"
    changes = plum 2
    title = "not this"

state:
    van: Space = riga
    deck: pile of Trip = all

play at most 9: finish
outcome together: won when van is riga
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> CheckedGame:
    folder: Path = tmp_path_factory.mktemp("trips")
    (folder / "game.yaml").write_text("name: trips\ntitle: Trips\nsources: [trips.regel]\nlanguages: [en]\n")
    (folder / "trips.regel").write_text(GAME)
    result = check_game(folder)
    assert result.game is not None and result.texts is not None, result.diagnostics
    return decode(encode(build(result.game, result.texts)))


def value(game: CheckedGame, text: str) -> object:
    names = Namespace(game, "en")
    return compile_expression(text, NO_SPAN).value({**BUILT_IN, **names.scope({}, {}, {}), "card": names.cards[0]})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("str(card.at)", "Oslo"),  # without a field of this name it is the position of the card among all cards
        ("card.at.zone == 'apple'", True),
        ("card.effect", "none"),
        ("card.changes.plum", 2),
        ("card.type", 4),
        ("card.key", "north"),
        ("card.title", "To the north"),  # the title of a card stays its title
    ],
)
def test_a_field_takes_precedence_over_a_built_in_value(game: CheckedGame, text: str, expected: object) -> None:
    assert value(game, text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Space.riga.x", 20),
        ("Space.oslo.zone == 'apple'", True),
        ("Space.riga == Town.riga", True),
        ("Town.riga == Space.riga", True),
        ("Space.riga == Town.oslo", False),
        ("Town.oslo in [s for s in Space]", True),
        ("Space.riga.at", 0),  # the column of the map: the distance along its road
        ("Space.road_1.at", 1),
        ("Produce.plum == Fruit.plum", True),
        ("Produce.bread == Fruit.plum", False),
    ],
)
def test_a_member_from_another_table_is_the_member_there(game: CheckedGame, text: str, expected: object) -> None:
    assert value(game, text) == expected


def test_a_space_between_towns_has_no_column_of_towns(game: CheckedGame) -> None:
    with pytest.raises(LayoutError, match="no column of Space `x`"):
        value(game, "Space.road_1.x")


def test_uses_of_own_fields_and_of_columns_from_other_tables_are_found(game: CheckedGame, tmp_path: Path) -> None:
    texts = "{card.effect} {card.at} {Space.riga.x}"
    front = f'front: [{{ text: "{texts}", box: [0, 0, 30, 10] }}]'
    layout = (
        f"styles: {{ text: {{ size: 9, smallest: 6 }} }}\ncards: {{ Trip: {{ width: 40, height: 60, {front} }} }}\n"
    )
    diagnostics = Diagnostics()
    read = read_layout(SourceFile("print/cards.yaml", layout), diagnostics)
    assert read is not None, diagnostics.sorted()
    uses = layout_uses(Design(build_layout([read], tmp_path, diagnostics)), game, "en")
    assert {name for use in uses for name in use.reads} >= {"north.effect", "north.at", "Town.riga.x"}


@pytest.mark.parametrize(
    ("text", "meant"),
    [("(a - 1) mod 2", "`a % b`"), ("if a then 1 else 2", "`a if c else b`"), ("1 +", "`card.index + 1`")],
)
def test_words_of_the_rules_are_written_otherwise_in_layouts(text: str, meant: str) -> None:
    with pytest.raises(LayoutError) as caught:
        compile_expression(text, NO_SPAN)
    assert meant in caught.value.help
