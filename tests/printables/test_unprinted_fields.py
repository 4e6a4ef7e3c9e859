"""Fields that only the rules read: left out wherever fields are listed, shown where they are named."""

from __future__ import annotations

from pathlib import Path

import pytest
from regelwerk_compiler.checked.build import build
from regelwerk_compiler.checked.codec import decode, encode
from regelwerk_compiler.checked.game import CheckedGame
from regelwerk_compiler.driver import check_game
from regelwerk_printables.booklet.content.elements import Table
from regelwerk_printables.booklet.content.facts import Facts
from regelwerk_printables.design.namespace import Namespace
from regelwerk_printables.design.values import lookup

GAME = """players 2..2
cardtype Tile "tiles":
    cost: 0..9
    rank: 0..9 = 3 not printed
enum Kind "kinds" = cards of Tile
card Tile farm "Farm":
    cost = 4
state:
    deck: pile of Tile = all
define ranks -> Int = sum c.rank + c.cost + c.kind.cost for c in deck
play at most 9: finish
outcome for p:
    most ranks
"""


@pytest.fixture
def game(tmp_path: Path) -> CheckedGame:
    (tmp_path / "game.yaml").write_text("name: one\ntitle: One\nsources: [one.regel]\nlanguages: [en]\n")
    (tmp_path / "one.regel").write_text(GAME)
    result = check_game(tmp_path)
    assert result.game is not None and result.texts is not None, result.diagnostics
    return decode(encode(build(result.game, result.texts)))


def test_plain_cards_list_what_is_printed(game: CheckedGame) -> None:
    names = Namespace(game, "en")
    (farm,) = names.cards
    assert [sign["field"] for sign in names.signs(farm)] == ["cost"]
    assert names.facts(farm) == []  # not the kind, which the toolkit adds, either
    assert lookup(farm, "rank") == 3


@pytest.mark.parametrize(("columns", "shown"), [((), ["cost"]), (("rank", "cost"), ["rank", "cost"])])
def test_tables_show_other_columns_only_if_they_are_named(
    game: CheckedGame, columns: tuple[str, ...], shown: list[str]
) -> None:
    (table,) = Facts(game, "en").table("Kind", columns)
    assert isinstance(table, Table)
    assert ["".join(inline.text for inline in cell) for cell in table.headings] == ["", *shown]
