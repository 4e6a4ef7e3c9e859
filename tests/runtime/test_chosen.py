"""Tests of choices of several members, which report what has been chosen so far and the option that ends the choice."""

from __future__ import annotations

from pathlib import Path

import pytest
import regelwerk

GAME = """
players 2..2
enum Fruit: apple "apples", pear "pears", plum "plums"
state:
    eaten[Fruit]: 0..9 = 0
    asked[Player]: Bool = no
play at most 99:
    choose up to 2 f in Fruit by Player.first "Which do you eat?":
        for each g in f: eaten[g] += 1
    choose 1..2 q in Player by Player.first "Whom do you ask?":
        for each r in q: asked[r] = yes
    choose f in Fruit by Player.first "And the last?"
    eaten[f] += 1
outcome for p:
    most 0
"""


@pytest.fixture(scope="module")
def fruit(tmp_path_factory: pytest.TempPathFactory) -> regelwerk.Game:
    folder: Path = tmp_path_factory.mktemp("fruit")
    (folder / "game.regel").write_text(GAME, encoding="utf-8")
    (folder / "game.yaml").write_text("name: fruit\ntitle: Fruit\nsources: [game.regel]\nlanguages: [en]\n", "utf-8")
    return regelwerk.load(str(folder))


def test_members_and_players_chosen_so_far_are_reported(fruit: regelwerk.Game) -> None:
    match = fruit.start(names=["Ann", "Ben"], seed=1)
    reported = []
    for key in ("apple", "plum", "0", "none", "pear"):
        decision = match.decision
        assert decision is not None
        reported.append((decision.chosen_in(None), [one.key for one in decision.chosen], decision.options[-1].text))
        decision_then = decision
        match.choose(key)
        assert decision_then.chosen_in("en") == reported[-1][0]  # it stays readable after the choice
    assert reported == [
        ("", [], "nothing"),
        ("apples", ["apple"], "that is all"),
        ("", [], "Ben"),
        ("Ann", ["0"], "that is all"),
        ("", [], "plums"),
    ]


def test_earlier_choices_are_reported_for_simultaneous_hidden_answers() -> None:
    match = regelwerk.load("hearts").start(4, seed=1)
    for player in (0, 1):
        before: list[int] = []
        for number in range(3):
            decision = match.decision
            assert decision is not None and decision.player == player
            assert [one.number for one in decision.chosen] == before
            assert bool(decision.chosen_in("de")) == bool(number)
            card = decision.options[0].card
            assert card is not None
            before.append(card.number)
            match.choose(0)


def test_nature_chooses_one_by_one() -> None:
    decision = regelwerk.load("kuhn_poker").start(2, chance="explicit").decision
    assert decision is not None and decision.player is None
    assert decision.chosen == () and decision.chosen_in(None) == ""
