"""Tests of state variables whose names have a meaning in emitted code: users see the declared names."""

from __future__ import annotations

from pathlib import Path

import regelwerk

RULES = """
players 2..2
cardtype Crate "crates"
card Crate small "small" x2
state:
    told[Crate]: 0..9 = 0
    rolls: 0..9 = 0
    class: 0..9 = 0
    where: Player?
    hidden[Player]: 0..9 = 3 seen by its places
    places[Player]: Player?
    hand: pile of Crate = all
effect act(p: Player):
    offer "Act"
    rolls = roll d6
    class += 1
    where = p
    hidden[p] = 4
    places[p] = p
    for each c in hand: told[c] += 2
play at most 100:
    for each p in Player:
        choose by p "What?":
            do act(p)
outcome for p:
    most hidden[p]
"""
NAMES = ("told", "rolls", "class", "where", "hidden", "places", "hand")


def test_names_are_shown_as_they_are_declared(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text("name: x\ntitle: X\nsources: [x.regel]\nlanguages: [en]\n", encoding="utf-8")
    (tmp_path / "x.regel").write_text(RULES, encoding="utf-8")
    game = regelwerk.load(tmp_path)
    match = game.start(players=2, seed=1, given={"told": {"small": 1}, "class": 5})
    match.choose(0)
    state = match.state.to_dict()
    assert tuple(state) == NAMES
    assert state["told"] == {"small": 3, "small#2": 2}
    assert (state["class"], state["where"], state["hidden"]) == (6, 0, [4, 3])
    assert (match.state.told["small"], match.state.rolls) == (3, state["rolls"])
    assert tuple(match.view(0).to_dict()) == NAMES
    assert match.view(0).hidden[0] == 4  # its owner is the player whom `places` names
    assert game.from_bytes(match.to_bytes()).state.to_dict() == state


def test_names_are_shown_in_the_language() -> None:
    texts = regelwerk.load("hearts").start(seed=1).game.texts
    assert [texts.fact(name, language) for language in ("en", "de") for name in ("deck", "hand")] == [
        *("deck", "hand"),
        *("Stapel", "Hand"),
    ]
