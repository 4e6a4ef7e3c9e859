"""A test of decks in simulated games: when they run out, even if they are refilled before anybody sees it."""

from __future__ import annotations

from pathlib import Path

import pytest
import regelwerk
from regelwerk_simulation.batch.decks import Decks, decks_of
from regelwerk_simulation.batch.zones import Zones

MANIFEST = "name: coins\ntitle: Coins\nsources: [coins.regel]\nlanguages: [en]\n"
SOURCE = """\
players 2..2

cardtype Coin "coins":
    worth: 0..9

card Coin penny "Penny" x5:
    worth = 1

state:
    deck: pile of Coin = all seen by nobody refilled from spent
    spent: pile of Coin seen by all
    kept: pile of Coin seen by all

setup:
    shuffle deck

effect turn(p: Player):
    choose by p "What now?":
        spend "Spend one":
            draw 1 from deck to spent
            otherwise: return
        keep "Keep two":
            draw 2 from deck to kept
            otherwise: return
        save "Put back what is spent":
            move spent to deck
            shuffle deck

play at most 100:
    repeat 10 times:
        for each p in Player:
            do turn(p)

outcome for p:
    most 0
"""


@pytest.fixture(scope="module")
def coins(tmp_path_factory: pytest.TempPathFactory) -> regelwerk.Game:
    folder = tmp_path_factory.mktemp("coins")
    (folder / "game.yaml").write_text(MANIFEST, encoding="utf-8")
    (folder / "coins.regel").write_text(SOURCE, encoding="utf-8")
    return regelwerk.load(folder)


@pytest.mark.parametrize(
    ("keys", "least", "empty", "grown"),
    [
        ("spend spend save spend save", 3, None, 2),  # cards come back before the last one is drawn
        ("keep keep spend", 0, 2, 0),  # the last card is drawn as the third choice, in round 2
        ("spend spend spend spend keep", 0, 3, 1),  # the last card and one of four refilled cards at once
        ("keep keep spend save", 0, 2, 1),
    ],
)
def test_the_moment_when_a_deck_runs_out(
    coins: regelwerk.Game, keys: str, least: int, empty: int | None, grown: int
) -> None:
    match = coins.start(2, seed=1)
    decks, zones = Decks(decks_of(match.game)), Zones(match.engine)
    for number, key in enumerate([*keys.split(), ""]):
        if zones.have_changed():
            decks.look(zones, min(number, len(keys.split()) - 1) // 2 + 1)
        if key:
            match.choose(key)
    assert list(decks.rows()) == [("deck", 5, least, empty, grown)]


def test_cards_without_copies_have_no_names(tmp_path: Path) -> None:
    family = """\
enum Size: big, small
card Coin gone "Gone {s}" for s in Size x (if s is big then 0 else 1):
    worth = 2
"""
    (tmp_path / "game.yaml").write_text(MANIFEST, encoding="utf-8")
    (tmp_path / "coins.regel").write_text(SOURCE + family, encoding="utf-8")
    with regelwerk.simulate(regelwerk.load(tmp_path), 1, players=2, bots=("random",), seed=1, jobs=1) as tables:
        assert tables.rows("SELECT key FROM names WHERE kind = 'card' ORDER BY key") == [("gone.small",), ("penny",)]
        assert [*tables.run["cards"]] == ["penny", "gone.small"]
