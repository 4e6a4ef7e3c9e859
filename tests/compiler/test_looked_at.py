"""Tests of cards that are looked at in the middle of a pile: with explicit chance they stay where they are."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations
from pathlib import Path

import pytest
from case_games import compile_text, rules_of
from regelwerk_runtime.engine.bags import Bag
from regelwerk_runtime.errors import RuleError
from regelwerk_runtime.match import Match
from regelwerk_runtime.scenario import STALE, run_scenario

GAME = """players 1..1
enum N = 1..4
cardtype T "tiles":
    n: 0..9
card T t "{i}" for i in N:
    n = i
state:
    deck: pile of T = all seen by nobody
    open: pile of T
setup: shuffle deck
play at most 10:
    choose unseen c in deck by Player.first "Look at which?"
    otherwise: finish
    THEN
    repeat 4 times: draw 1 from deck to open
    finish
outcome for p: most 0
"""
TAKE = 'choose d in deck by Player.first "Take which?"\n    otherwise: finish\n    move d to open\n    '
ALL = (
    TAKE
    + TAKE.replace("d in deck", "e in deck").replace("move d", "move e")
    + TAKE.replace("d in deck", "f in deck").replace("move d", "move f")
)


def started(folder: Path, then: str = "") -> Match:
    game, _ = rules_of(compile_text(GAME.replace("    THEN\n", then and f"    {then}\n"), folder, explicit=True))
    return Match.start(game, 1, 1)


def drawn(match: Match, said: tuple[str, ...] = (), share: Fraction = Fraction(1)) -> Counter[tuple[str, ...]]:
    """What nature decides first, and the cards in the order drawn, with the probability."""
    found: Counter[tuple[str, ...]] = Counter()
    decision = match.decision
    if decision is None:
        found[(*said[:1], *match.state.open)] = share  # type: ignore[assignment]
        return found
    assert Match.from_bytes(match.setup.game, match.to_bytes()) == match
    guessed = match.guess(0, seed=3).decision
    assert guessed is not None and len(guessed.keys) == len(decision.keys)
    for at, option in enumerate(decision.options):
        assert option.probability is not None
        other = match.copy()
        other.choose(at)
        found += drawn(other, (*said, option.key), share * option.probability)
    return found


@pytest.mark.parametrize("place", range(1, 5))
def test_a_card_that_was_looked_at_stays_among_the_others(place: int, tmp_path: Path) -> None:
    match = started(tmp_path)
    match.choose(str(place))
    orders = permutations([f"t.{n}" for n in range(1, 5)])
    assert drawn(match) == {(order[place - 1], *order): Fraction(1, 24) for order in orders}


def test_where_it_lies_is_not_known_once_others_are_taken_around_it(tmp_path: Path) -> None:
    match = started(tmp_path, TAKE.rstrip())
    match.choose("2")
    match.choose("t.4")
    with pytest.raises(RuleError, match="shuffle the pile"):
        match.choose("t.1")


@pytest.mark.parametrize("then", [TAKE + "shuffle deck", TAKE.replace("move d", "move c"), ALL])
def test_it_does_not_matter_after_a_shuffle_or_if_it_is_gone_or_alone(then: str, tmp_path: Path) -> None:
    match = started(tmp_path, then.rstrip())
    match.choose("2")
    match.choose("t.4")
    while match.decision and match.decision.player is not None:
        match.choose(0)
    assert sum(drawn(match).values()) == 1


def test_a_pile_that_a_scenario_empties_while_a_player_is_asked_is_named_as_the_cause(tmp_path: Path) -> None:
    text = (
        GAME.replace("    THEN\n", "")
        + """
scenario emptied:
    when play
    given deck = empty
    when A chooses 2
"""
    )
    game, (scenario,) = rules_of(compile_text(text, tmp_path))
    failed = run_scenario(game, scenario)
    assert not failed.passed and failed.why[-1] == STALE
    game, (scenario,) = rules_of(compile_text(text.replace("    given deck = empty\n", ""), tmp_path))
    assert run_scenario(game, scenario).passed


def test_stretches_follow_known_cards() -> None:
    """Bags are values: what is left when cards are settled, leave or move with others."""
    bag = Bag(1, 0, 5)
    assert bag.settled(4) == [Bag(1, 0, 4)] and bag.settled(0) == [Bag(1, 1, 5)]
    (held,) = bag.settled(2)
    assert held == Bag(1, 0, 5, (2,)) and held.unknown == (0, 1, 3, 4)
    assert held.without(2) == [Bag(1, 0, 4)] and held.without(5) == [held]
    (lost,) = held.without(0)
    assert lost == Bag(1, 0, 4, (1,), mixed=True) and lost.without(1) == [Bag(1, 0, 3)]
    assert Bag(1, 0, 2, (1,), mixed=True).without(0) == []
    assert held.settled(1) == [Bag(1, 0, 5, (1, 2))] and held.settled(0) == [Bag(1, 1, 5, (2,))]
    assert Bag(1, 0, 4, (1, 2)).settled(0) == []
    pile = (10, 11, 12, 13, 14)
    assert held.carried(pile, pile, 2, 3) == [Bag(2, 3, 8, (5,))]
    assert held.carried(pile, (10, 12, 13), 2, 0) == [Bag(2, 0, 3, (1,), mixed=True)]
    assert held.carried(pile, (12,), 2, 0) == held.carried(pile, (10,), 2, 0) == held.carried(pile, (), 2, 0) == []
    assert Bag(1, 2, 7, (3,)).turned(8) == Bag(1, 1, 6, (4,))
    assert held.carried(pile, (11, 12, 13, 14), 2, 0) == [Bag(2, 0, 4, (1,), mixed=True)]
    two = Bag(1, 1, 6, (2, 4), mixed=True)
    assert two.raised(2) == Bag(1, 3, 8, (4, 6), mixed=True) and two.turned(9) == Bag(1, 3, 8, (4, 6), mixed=True)
    assert Bag(1, 0, 5, (1, 3)).without(1) == [Bag(1, 0, 4, (2,))]
    assert two.carried((9, *pile), pile, 2, 3) == [Bag(2, 3, 8, (4, 6), mixed=True)]
    for sides in ((0, 1), (1, 2)):  # where the only other card lies is not known
        assert Bag(1, 0, 3, sides, mixed=True).left() == [Bag(1, 0, 3, sides, mixed=True)]
