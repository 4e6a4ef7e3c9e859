"""Examples of a booklet with what a card has while it lies somewhere beside the card in their tables."""

from __future__ import annotations

import pytest
import regelwerk
from regelwerk.printing.positions import played_scenarios
from regelwerk_printables.booklet.content.elements import Table, plain
from regelwerk_printables.booklet.content.examples import worked_example
from regelwerk_printables.booklet.content.facts import Facts


@pytest.mark.parametrize(
    ("language", "toad"), [("en", "Toad (wounds 1)"), ("de", "Kröte (Wunden 1)"), ("ja", "ヒキガエル（傷 1）")]
)
def test_wounds_stand_beside_the_familiar(language: str, toad: str) -> None:
    game = regelwerk.load("wizards_duel")
    scenario = next(one for one in game.checked.scenarios if one.name == "healed")
    played = played_scenarios(game.rules, [one for one in game.scenarios if one.name == "healed"], language)[0]
    note = worked_example(Facts(game.checked, language), scenario, played)
    tables = [element for element in note.elements if isinstance(element, Table)]
    shown = [[plain(cell).replace("\u00a0", " ") for cell in row] for table in tables for row in table.rows]
    assert [values for _, values in shown if toad in values] == [f"A {toad}"]
    assert len(shown) == 2  # the circle before, the ashes after: wounds have no row of their own
