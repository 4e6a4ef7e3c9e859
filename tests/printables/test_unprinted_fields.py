"""Tests of fields that only the rules read: left out of lists of fields, and shown where they are named."""

from __future__ import annotations

from pathlib import Path

import pytest
from regelwerk_compiler.build import build
from regelwerk_compiler.checked.codec import decode, encode
from regelwerk_compiler.checked.game import CheckedGame
from regelwerk_compiler.driver import check_game
from regelwerk_printables.booklet.content.cards import cards_section
from regelwerk_printables.booklet.content.elements import Paragraph, Table, plain
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


BUILDINGS = """players 2..2
enum Pip = 1..6
cardtype Building "buildings":
    cost: set of Pip
    worth: 0..9
    extra: 0..9 = 1 not printed
card Building hall "Hall" x2:
    cost = {1, 2}
    worth = 4
card Building shed "Shed":
    text "Take 2 coins."
    cost = {3, 4}
    worth = 2
cardtype Contract "contracts":
    pays: 0..9
    shows: set of Pip = empty
    saved: 0..9 = 0
    unused: 0..9 = 0
cards Contract:
    key | pays | shows | saved | name
    o1  | 1    | 1, 6  |       | "Extremes"
    o2  | 2    | 2, 4  |       | "Even"
    o3  | 3    |       | 3     | "Chest"
    o4  | 4    | 3     |       | "Three"
    o5  | 5    | 5     |       | "Five"
    o6  | 6    |       | 6     | "Purse"
    o7  | 7    |       | 7     | "Burgher"
    o8  | 8    | 1     |       | "One"
play at most 9: finish
outcome for p:
    most 1
"""


@pytest.fixture
def game(tmp_path: Path) -> CheckedGame:
    return checked(tmp_path, GAME)


def checked(tmp_path: Path, rules: str) -> CheckedGame:
    (tmp_path / "game.yaml").write_text("name: one\ntitle: One\nsources: [one.regel]\nlanguages: [en]\n")
    (tmp_path / "one.regel").write_text(rules)
    result = check_game(tmp_path)
    assert result.game is not None and result.texts is not None, result.diagnostics
    return decode(encode(build(result.game, result.texts)))


def test_plain_cards_list_only_printed_fields(game: CheckedGame) -> None:
    names = Namespace(game, "en")
    (farm,) = names.cards
    assert [sign["field"] for sign in names.signs(farm)] == ["cost"]
    assert names.facts(farm) == []  # nor the kind, which the toolkit adds
    assert lookup(farm, "rank") == 3


@pytest.mark.parametrize(("columns", "shown"), [((), ["cost"]), (("rank", "cost"), ["rank", "cost"])])
def test_tables_show_other_columns_only_if_they_are_named(
    game: CheckedGame, columns: tuple[str, ...], shown: list[str]
) -> None:
    (table,) = Facts(game, "en").table("Kind", columns)
    assert isinstance(table, Table)
    assert ["".join(inline.text for inline in cell) for cell in table.headings] == ["", *shown]


def test_booklets_list_the_values_of_cards(tmp_path: Path) -> None:
    shown = list(cards_section(Facts(checked(tmp_path, BUILDINGS), "en")))
    assert [plain(one.words) for one in shown if isinstance(one, Paragraph)] == [
        "Hall\u00a0×2\nCost: 1, 2; worth: 4",
        "Shed\nCost: 3, 4; worth: 2\nTake 2 coins.",
    ]
    (table,) = (one for one in shown if isinstance(one, Table))
    assert [plain(cell) for cell in table.headings] == ["", "pays", "shows", "saved"]
    assert [[plain(cell) for cell in row] for row in table.rows[1:3]] == [
        ["Even", "2", "2, 4", ""],
        ["Chest", "3", "", "3"],
    ]


DEALS = """players 2..2
enum Level = 1..3
cardtype Deal "deals":
    pays: 0..9
    costs: 0..9
    bonus: 0..9
    play(p: Player)
card Deal deal "Deal {this.costs}" for n in Level:
    pays = 7
    costs = n
    bonus = n + 1
    play(p):
        do take(p, this, n)
card Deal loan "Loan of 5":
    pays = 5
    costs = 6
    bonus = 8
    text "Take 5, then pay {this.costs}."
    play(p):
        do take(p, this, 1)
state:
    money[Player]: 0..99 = 9
    deck: pile of Deal = all
effect take(p: Player, d: Deal, n: Level):
    text "Take {d.pays} {d.pays: coin | coins}, and {n + n} for {n}."
    money[p] += d.pays + d.bonus - d.costs
play at most 9:
    for each p in Player:
        choose d in deck by p "Which?"
        do d.play(p)
    finish
outcome for p:
    most money[p]
"""


def test_booklets_list_no_values_that_slots_of_titles_and_texts_show(tmp_path: Path) -> None:
    game = checked(tmp_path, DEALS)
    assert [(card.titled, card.told) for card in game.cards] == [(("costs",), ("costs", "pays"))] * 3 + [
        ((), ("costs",))
    ]
    paragraphs = [plain(one.words) for one in cards_section(Facts(game, "en")) if isinstance(one, Paragraph)]
    assert paragraphs[-1] == "Loan of 5\nPays: 5, bonus: 8\nTake 5, then pay 6."
    names = Namespace(game, "en")
    assert [names.differing(card) for card in names.cards] == [["2", "1"], ["4", "2"], ["6", "3"], []]
