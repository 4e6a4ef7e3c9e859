"""Tests of guesses in games of hidden roles: what players know of each other follows from the roles."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from case_games import compile_text, rules_of
from regelwerk_runtime.match import Match
from regelwerk_runtime.tables.game import Int, Var
from regelwerk_runtime.views.derived import Derived
from regelwerk_runtime.views.numbers import Cell

GAME = """\
players 5..8

enum Kind "kinds" = cards of Role
enum Trip = 1..3

cardtype Role "roles":
    spy: Bool = no
card Role seer "Seer"
card Role guard "Guard"
card Role farmer "Farmer" x4
card Role chief "Chief":
    spy = yes
card Role agent "Agent" x2:
    spy = yes

state:
    role[Player]: place for Role seen by its player
    dealt: pile of Role seen by nobody
    spies_seen[Player]: set of Player seen by its player
    is_trusted[Player, Player]: Bool = no seen by nobody
    number_seen[Player]: 0..9 = 0 seen by its player
    party[Trip]: set of Player
    thefts[Trip]: 0..3 = 0

define is_spy(p: Player) -> Bool = any c in role[p] where c.spy

define is(p: Player, k: Kind) -> Bool = any c in role[p] where c.kind is k

define spies_for(p: Player) -> set of Player =
    if is(p, seer) or is_spy(p) then (those q in Player where q is not p and is_spy(q)) else empty

setup:
    for each c in Role where not c.kind is farmer: move c to dealt
    repeat until dealt.count >= Player.count:
        let c = first c in Role where c in box
        otherwise: stop
        move c to dealt
    shuffle dealt
    for each p in Player: draw 1 from dealt to role[p]
    for each p in Player:
        spies_seen[p] = spies_for(p)
        number_seen[p] = spies_for(p).count
    for each p in Player, q in Player: is_trusted[p, q] = number_seen[p] > 0 and q not in spies_seen[p]

play at most 99:
    for each t in Trip:
        for each p in Player:
            choose up to 2 q in Player by p "Who goes with you?":
                party[t] = q + p
                thefts[t] = min(2, (count r in (q + p) where is_spy(r)))
            otherwise: thefts[t] = 0

outcome for p: most thefts[1]

invariant "who knows whom": all p in Player have spies_seen[p] is spies_for(p)
invariant "how many, and whom they trust":
    all p in Player have spies_seen[p].count is number_seen[p] and
        all q in Player have is_trusted[p, q] is (number_seen[p] > 0 and q not in spies_seen[p])
invariant "somebody has stolen": all t in Trip have (count p in party[t] where is_spy(p)) >= thefts[t]
"""


def _positions(tmp_path: Path, players: int, text: str = GAME) -> Iterator[Match]:
    match = Match.start(rules_of(compile_text(text, tmp_path))[0], players=players, seed=players)
    while match.decision is not None:
        yield match
        match.choose((match.number * 7) % len(match.decision.options))


def _spies(match: Match) -> set[int]:
    return {p for p, role in enumerate(match.state.role) if role in ("chief", "agent")}


@pytest.mark.parametrize("players", [5, 8])
def test_guesses_fit_what_the_player_knows_of_others(players: int, tmp_path: Path) -> None:
    roles = set()
    for match in _positions(tmp_path, players):
        for player in range(players):
            guess = match.guess(player, match.number)
            assert guess.setup.gave_up == ""
            assert guess.state.role[player] == match.state.role[player]
            assert guess.state.spies_seen[player] == match.state.spies_seen[player]
            spies = _spies(guess)
            for p, role in enumerate(guess.state.role):
                known = spies - {p} if role == "seer" or p in spies else set()
                assert guess.state.spies_seen[p] == known
                assert guess.state.number_seen[p] == len(known)
                assert guess.state.is_trusted[p] == [bool(known) and q not in known for q in range(players)]
            for trip, party in match.state.party.items():
                assert len(party & spies) >= match.state.thefts[trip]
            roles.add(tuple(guess.state.role))
    assert len(roles) > 10


def test_a_variable_that_follows_from_itself_is_not_computed(tmp_path: Path) -> None:
    circular = GAME.replace("is spies_for(p)\n", "is spies_for(p) - (if number_seen[p] > 9 then {p} else empty)\n")
    found = [[name for _, name, _ in rules_of(compile_text(text, tmp_path))[0].derived] for text in (GAME, circular)]
    assert found == [["spies_seen", "number_seen", "is_trusted"], []]


def test_a_value_that_does_not_fit_its_variable_is_not_written() -> None:
    cell = Cell(Var("count", (), Int(0, 2), slot="count"), 0)
    state: Any = SimpleNamespace(count=1)
    assert not Derived(lambda s: s.count + 2, (0, 2), [(cell, ())], []).fill(state)
    assert state.count == 1
    assert not Derived(lambda s: 1 // (s.count - 1), (0, 2), [(cell, ())], []).fill(state)
    assert not Derived(lambda s: s.count + 2, (0, 2), [], [(cell, ())]).holds(state)


def test_cards_change_places_until_each_player_has_one_of_each(tmp_path: Path) -> None:
    """Free deals for eight players almost never have one of each."""
    text = """\
players 8..8

cardtype Deed "deeds":
    harm: Bool
card Deed help "help" x8:
    harm = no
card Deed hurt "hurt" x8:
    harm = yes

state:
    hand[Player]: pile of Deed seen by its player

effect take(p: Player, h: Bool):
    let c = first c in Deed where c in box and c.harm is h
    otherwise: return
    move c to hand[p]

setup:
    for each p in Player:
        do take(p, no)
        do take(p, yes)

play at most 9:
    choose n in 0..1 by Player.first "How many?"

outcome for p: most hand[p].count

invariant "one of each": all p in Player have (count c in hand[p] where c.harm) is 1
"""
    match = next(_positions(tmp_path, 8, text))
    tops = set()
    for seed in range(20):
        guess = match.guess(0, seed)
        assert guess.setup.gave_up == ""
        hands = guess.state.hand
        assert [sorted(hand) for hand in hands] == [["help", "hurt"]] * 8
        tops.add(tuple(hand[-1] for hand in hands))
    assert len(tops) > 10
