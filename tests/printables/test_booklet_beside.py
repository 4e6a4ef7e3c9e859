"""Tests of tables in a booklet's examples: piles in the given order, and values that a card has only in some zones."""

from __future__ import annotations

from pathlib import Path

import pytest
import regelwerk
from regelwerk.printing.positions import played_scenarios
from regelwerk_printables.booklet.content.elements import Table, plain
from regelwerk_printables.booklet.content.examples import worked_example
from regelwerk_printables.booklet.content.facts import Facts


@pytest.mark.parametrize(
    ("language", "toad"), [("en", "Toad (wounds 1)"), ("de", "Kröte (Wunden 1)"), ("ja", "ヒキガエル（傷 1）")]
)
def test_wounds_are_shown_beside_the_familiar(language: str, toad: str) -> None:
    game = regelwerk.load("wizards_duel")
    scenario = next(one for one in game.checked.scenarios if one.name == "healed")
    played = played_scenarios(game.rules, [one for one in game.scenarios if one.name == "healed"], language)[0]
    note = worked_example(Facts(game.checked, language), scenario, played)
    tables = [element for element in note.elements if isinstance(element, Table)]
    shown = [[plain(cell).replace("\u00a0", " ") for cell in row] for table in tables for row in table.rows]
    assert [values for _, values in shown if toad in values] == [f"A {toad}"]
    assert len(shown) == 2  # the circle before, the ashes after: wounds have no row of their own


PILES = """\
players 2..2
cardtype Find "finds"
card Find shell "Shell" x9
card Find pearl "Pearl" x9
state:
    deck[Player]: pile of Find seen by nobody
    hand[Player]: pile of Find seen by its player
setup: return
effect get(p: Player): draw 6 from deck[p] to hand[p]
play at most 1: do get(Player.first)
outcome for p: most hand[p].count
scenario drawing "Drawing":
    given deck[A] = shell, shell, shell, pearl, shell, shell, pearl
    given deck[B] = pearl, pearl
    given hand[B] = pearl, shell
    when do get(A)
    expect deck[A].count is 1
chapter one "One":
    '''
    {{ scenario drawing }}
    '''
""".replace("'''", '"' * 3)


@pytest.mark.parametrize(
    ("language", "deck", "cards"),
    [
        ("en", "deck, from the top", "Shell ×3, Pearl, Shell ×2, Pearl"),
        ("de", "deck, von oben", "Shell ×3, Pearl, Shell ×2, Pearl"),
        ("ja", "deck（上から順）", "Shell（3枚）、Pearl、Shell（2枚）、Pearl"),
    ],
)
def test_piles_are_shown_in_the_given_order(tmp_path: Path, language: str, deck: str, cards: str) -> None:
    before, after = _tables(tmp_path, PILES, language)
    assert [label for label, _ in before] == [deck, "hand"]  # the order of a hand does not matter
    assert f"A {cards}" in before[0][1]
    assert after[0] == [deck, f"A {cards} → Pearl"]


COUNTED = """\
players 2..2
unit Coins = 0..99_999
enum Good: salt "salt", silk "silk"
enum Row = 1..2
state:
    stock[Player]: 0..60 per Good = salt 1
    price: Coins per Good
    left[Row]: 0..99
effect sell(p: Player, g: Good):
    stock[p, g] -= 1
    price[g] += 20_000
play at most 1: do sell(Player.first, salt)
outcome for p: most stock[p][salt]
scenario selling "Selling":
    given stock[A] = silk 2
    given price = silk 12_000
    given left[1] = 12
    when do sell(A, silk)
    expect stock[A, silk] is 1
    expect price[silk] is 32_000
chapter one "One":
    '''
    {{ scenario selling }}
    '''
""".replace("'''", '"' * 3)


def test_values_kept_for_each_member_name_the_member(tmp_path: Path) -> None:
    before, after = _tables(tmp_path, COUNTED, "en")
    assert before == [["stock", "A silk 2"], ["price", "silk 12,000"], ["left", "1 12"]]
    assert after == [["stock", "A silk 2 → 1"], ["price", "silk 12,000 → 32,000"]]


def _tables(folder: Path, rules: str, language: str) -> list[list[list[str]]]:
    """The rows before and after the only example of a small game."""
    head = f"name: tiny\ntitle: Tiny\nsources: [game.regel]\nlanguages: [{language}]\n"
    (folder / "game.yaml").write_text(head, encoding="utf-8")
    (folder / "game.regel").write_text(rules, encoding="utf-8")
    game = regelwerk.load(folder)
    (played,) = played_scenarios(game.rules, game.scenarios, language)
    note = worked_example(Facts(game.checked, language), game.checked.scenarios[0], played)
    tables = [element for element in note.elements if isinstance(element, Table)]
    return [[[plain(cell).replace("\u00a0", " ") for cell in row] for row in table.rows] for table in tables]
