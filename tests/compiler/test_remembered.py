"""Tests of variables that are `remembered by` players: no view shows them, and guesses for those players keep them."""

from __future__ import annotations

from pathlib import Path

import pytest
from case_games import compile_text, rules_of
from regelwerk_runtime.engine.zones import misplaced
from regelwerk_runtime.match import Match
from regelwerk_runtime.views.view import HIDDEN

GAME = """\
players 3..3

cardtype Beast "beasts":
    size: 0..9
card Beast newt "newt" x6:
    size = 1
card Beast bear "bear" x6:
    size = 5

state:
    pack: pile of Beast = all seen by nobody
    hand[Player]: pile of Beast seen by its player
    shown[Player]: set of Beast remembered by others
    buried[Player]: Beast? remembered by its player
    limit[Player]: 0..9 = 9 remembered by all
    judge: Player
    ruling: 0..9 = 4 remembered by its judge

setup:
    shuffle pack
    for each p in Player:
        draw 3 from pack to hand[p]
        # allow W0735: it is turned up for a moment
        for each b in hand[p] where b is hand[p].top: shown[p] += b
        buried[p] = hand[p].bottom
        if all b in hand[p] have b.size < 5: limit[p] = 4

play at most 9:
    for each p in Player:
        choose by p "Well?":
            wait "Wait": judge = p

outcome for p:
    most hand[p].count

invariant "nobody holds a beast above the limit": all p in Player, b in hand[p] have b.size <= limit[p]
"""


def test_no_view_shows_what_is_remembered(tmp_path: Path) -> None:
    game, _ = rules_of(compile_text(GAME, tmp_path))
    match = Match.start(game, players=3, seed=1)
    for p in range(3):
        view = match.view(p)
        hidden = {*view.shown, *view.buried, *view.limit, view.ruling}
        assert hidden == {HIDDEN}
    assert list(match.state.limit) != [HIDDEN] * 3


def test_guesses_keep_it_for_those_who_remember(tmp_path: Path) -> None:
    game, _ = rules_of(compile_text(GAME, tmp_path))
    match = Match.start(game, players=3, seed=4)
    hands = [list(hand) for hand in match.state.hand]
    for p in range(3):
        guesses = [match.guess(p, seed) for seed in range(60)]
        for guess in guesses:
            assert guess.setup.gave_up == ""
            assert list(guess.state.limit) == list(match.state.limit)
            assert all(guess.state.hand[q][-1] == hands[q][-1] for q in range(3))  # its top was shown to the others
            assert all(guess.state.shown[q] == match.state.shown[q] for q in range(3) if q != p)
            assert guess.state.buried[p] == match.state.buried[p]
            for q in range(3):
                assert all(int(match.state.limit[q]) == 9 or card == "newt" for card in guess.state.hand[q])
        assert len({tuple(guess.state.hand[(p + 1) % 3][:2]) for guess in guesses}) > 1
        rulings = {guess.state.ruling for guess in guesses}
        assert rulings == {4} if p == 0 else len(rulings) > 3  # only the judge, who is the first player, remembers it
    again = Match.from_bytes(game, match.to_bytes())
    assert again.state == match.state


@pytest.mark.parametrize(
    ("condition", "zones"),
    [
        ("all p in Player, b in hand[p] have b.size <= limit[p]", ["hand"]),
        ("no b in hand[judge] where b.size > 3 and judge is Player.first", ["hand"]),
        ("all p in Player have judge is p or no b in hand[p] where small(b)", ["hand"]),
        ("(all b in pack have b.size > 0) and all p in Player, b in hand[p] have not small(b)", ["pack", "hand"]),
        ("all p in Player have (all b in pack have b.size > 0) and (no b in hand[p] where small(b))", ["pack", "hand"]),
        ("all p in Player have any b in hand[p] where b.size > 1", []),  # one card is enough
        ("not (all b in pack have b.size > 1)", []),
        ("all p in Player, b in hand[p], c in hand[p] have b.size is c.size", []),  # depends on the other cards
        ("all p in Player, b in hand[p] have hand[p].count < b.size", []),
        ("all p in Player, b in hand[p] have b.size <= tallest(p)", []),
        ("all p in Player, b in hand[p] have b is not buried[p]", []),  # depends on hidden notes of cards
        ("judge is Player.first", []),
    ],
)
def test_invariants_on_each_card_alone_are_kept_in_guesses(condition: str, zones: list[str], tmp_path: Path) -> None:
    defines = """
define small(b: Beast) -> Bool = b.size < ruling

define tallest(p: Player) -> Int = sum b.size for b in hand[p]
"""
    source = GAME[: GAME.index("invariant")] + defines + f'\ninvariant "it holds": {condition}\n'
    game, _ = rules_of(compile_text(source, tmp_path))
    assert [zone for _, zone in game.by_card] == zones


HOLDERS = """\
players 3..3

cardtype Beast "beasts":
    size: 0..9
card Beast newt "newt" x4:
    size = 1
card Beast bear "bear" x4:
    size = 5

state:
    pack: pile of Beast = all seen by nobody
    lair[Player]: HOLDER Beast seen by its player
    told[Player]: NOTE remembered by its player

setup:
    shuffle pack
    for each p in Player:
        draw 1 from pack to lair[p]
    for each p in Player:
        do look(p)

effect look(p: Player):
    let b = lair[p.next]
    otherwise: return
    told[p] = NOTED  # allow W0735: it is shown to that player

play at most 99:
    repeat 3 times:
        for each p in Player:
            choose by p "Well?":
                wait "Wait": return

outcome for p:
    most 0

invariant "it holds": INVARIANT
"""


@pytest.mark.parametrize("holder", ["place for", "pile of"])
@pytest.mark.parametrize(("note", "noted"), [("set of Beast", "{b}"), ("Beast?", "b"), ("set of Beast", "empty")])
@pytest.mark.parametrize(
    "invariant",
    [
        "all p in Player, b in lair[p] have b.size > 0",  # depends on each card on its own: cards are dealt by it
        "all p in Player, b in pack have b.size < 9",
        "all p in Player have (count b in lair[p] where b.size > 5) is 0",
    ],
)
def test_notes_on_piles_and_places_stay_there(
    holder: str, note: str, noted: str, invariant: str, tmp_path: Path
) -> None:
    is_place = holder == "place for"
    source = HOLDERS if is_place else HOLDERS.replace("lair[p.next]", "lair[p.next].top").replace("draw 1", "draw 2")
    for word, text in (("HOLDER", holder), ("NOTED", noted), ("NOTE", note), ("INVARIANT", invariant)):
        source = source.replace(word, text)
    game, _ = rules_of(compile_text(source, tmp_path))
    for seed in range(4):
        match = Match.start(game, players=3, seed=seed)
        while match.decision is not None:
            for p in range(3):
                guess = match.guess(p, seed)
                assert guess.view(p) == match.view(p)
                assert guess.setup.gave_up == ""
                assert misplaced(guess.engine.s) == ""
                assert guess.state.told[p] == match.state.told[p]
                if noted != "empty" and is_place:
                    assert guess.state.lair[(p + 1) % 3] == match.state.lair[(p + 1) % 3]
                if match.decision.player == p:
                    assert guess.decision is not None
                    assert guess.decision.keys == match.decision.keys
            match.choose((seed + match.number) % len(match.decision.options))


def test_the_holder_of_an_office_knows_it_by_what_it_shows(tmp_path: Path) -> None:
    """He knows it even if nobody sees who holds it; the others know that they do not."""
    text = GAME.replace("judge: Player", "judge: Player seen by nobody").replace("4 remembered by", "4 seen by")
    match = Match.start(rules_of(compile_text(text, tmp_path))[0], players=3, seed=1)
    match.choose("wait")
    match.choose("wait")
    assert match.state.judge == 1
    guessed = [{match.guess(p, seed).state.judge for seed in range(30)} for p in range(3)]
    assert guessed == [{1, 2}, {1}, {0, 1}]
