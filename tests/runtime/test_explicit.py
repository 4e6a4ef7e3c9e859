"""Tests of explicit chance: decisions of nature with exact probabilities, and bags instead of shuffled piles."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from hand_written import duel
from regelwerk_runtime.engine.bags import Bag
from regelwerk_runtime.engine.engine import Engine
from regelwerk_runtime.engine.zones import misplaced
from regelwerk_runtime.handlers import NONE, move, move_all, move_below
from regelwerk_runtime.match import Match


def bagged(cards: tuple[int, ...] = tuple(range(6))) -> Engine:
    engine = Match.start(duel.EXPLICIT, 2, 1).setup.engine()
    engine.s.piles[duel.DECK] = ()
    for card in cards:
        engine.s.where[card] = duel.DECK
    engine.s.piles[duel.DECK] = cards
    for card in set(range(6)) - set(cards):
        engine.s.where[card] = duel.DISCARD
        engine.s.piles[duel.DISCARD] += (card,)
    engine.shuffle(duel.DECK)
    return engine


def test_probabilities_sum_to_one_and_nature_has_no_player() -> None:
    for seed in range(20):
        match = Match.start(duel.EXPLICIT, 3, seed)
        while decision := match.decision:
            if decision.player is None:
                weights = [option.probability for option in decision.options]
                assert all(isinstance(weight, Fraction) for weight in weights)
                assert sum(weight for weight in weights if weight) == 1
                assert decision.prompt == ""
                match.choose(match.engine.nature_draws())
            else:
                assert {option.probability for option in decision.options} == {None}
                match.choose(seed % len(decision.options))
        assert match.outcome
        assert Match.replay(duel.EXPLICIT, match.record()) == match


def test_nature_offers_names() -> None:
    decision = Match.start(duel.EXPLICIT, 3, 1).decision
    assert decision
    assert decision.keys == ("0", "1", "2")
    assert decision.options[1].text == "Player B"
    match = Match.start(duel.EXPLICIT, 3, 1)
    match.choose("0")
    assert match.decision
    assert match.decision.keys == ("low", "middle", "high")
    assert [option.probability for option in match.decision.options] == [Fraction(3, 6), Fraction(2, 6), Fraction(1, 6)]
    assert match.decision.options[2].text == "High"
    match.choose("high")
    assert match.state.hand[0] == ["high"]
    while match.decision.player is not None:
        match.choose(0)
    assert match.decision.keys == ("low", "middle")


def test_the_tree_of_all_draws_has_probability_one() -> None:
    def weight(match: Match, depth: int) -> Fraction:
        decision = match.decision
        if decision is None or depth == 0:
            return Fraction(1)
        if decision.player is not None:
            twin = match.copy()
            twin.choose(0)
            return weight(twin, depth)
        total = Fraction(0)
        for option in decision.options:
            twin = match.copy()
            twin.choose(option)
            assert option.probability is not None
            total += option.probability * weight(twin, depth - 1)
        return total

    assert weight(Match.start(duel.EXPLICIT, 2, 1), 5) == 1


def offers(engine: Engine, refill: int) -> bool:
    """Whether nature decides which card is on top."""
    engine.nature = None
    engine.nature_top_card(duel.DECK, refill, (duel.PLAY,))
    return engine.nature is not None


def test_equal_draws_in_another_order_are_one_position() -> None:
    engines = []
    for order in ((0, 3), (3, 0)):
        engine = bagged()
        for card in order:
            assert offers(engine, NONE)
            engine.answer = card
            bag, at = engine.place_offered()
            engine._settle(bag, at, card)
            move(engine.s, card, duel.DISCARD)
        engine.s.piles[duel.DISCARD] = tuple(sorted(engine.s.piles[duel.DISCARD]))
        engines.append(engine)
    assert engines[0].s == engines[1].s


def test_known_cards_are_not_offered() -> None:
    engine = bagged()
    move(engine.s, 5, duel.HAND)
    move(engine.s, 5, duel.DECK)  # on top, seen by the player who put it there
    assert not offers(engine, NONE)
    assert engine.answer == 5
    move(engine.s, 5, duel.HAND)
    assert offers(engine, NONE)
    empty = bagged(())
    assert not offers(empty, NONE)
    assert empty.answer == NONE
    assert offers(empty, duel.DISCARD)
    assert empty.s.bags == (Bag(duel.DECK, 0, 6),)
    alike = bagged((0, 1, 2))
    assert not offers(alike, NONE)
    assert alike.answer in (0, 1, 2)


def test_bags_follow_their_cards() -> None:
    engine = bagged()
    s = engine.s
    move(s, 2, duel.HAND)
    assert s.bags == (Bag(duel.DECK, 0, 5),)
    move_below(s, 2, duel.DECK)
    assert s.bags == (Bag(duel.DECK, 1, 6),)
    move(s, 2, duel.DISCARD)
    assert s.bags == (Bag(duel.DECK, 0, 5),)
    move_all(s, s.piles[duel.DECK], duel.DISCARD)
    assert s.bags == (Bag(duel.DISCARD, 1, 6),)
    for card in (0, 1, 3):
        move(s, card, 0)
    assert s.bags == (Bag(duel.DISCARD, 1, 3),)
    move(s, 4, 0)
    assert s.bags == ()
    assert misplaced(s) == ""


def test_a_pile_without_choice_of_order_is_no_bag() -> None:
    assert bagged((3,)).s.bags == bagged(()).s.bags == ()
    engine = bagged(())
    engine.shuffle(duel.DISCARD)
    assert engine.s.bags == (Bag(duel.DISCARD, 0, 6),)
    assert offers(engine, duel.DISCARD)
    assert engine.s.bags == (Bag(duel.DECK, 0, 6),)  # nothing is left of the pile that became the deck


def test_sampled_play_of_nature_follows_the_probabilities() -> None:
    counts: Counter[str] = Counter()
    for seed in range(1_200):
        match = Match.start(duel.EXPLICIT, 2, seed)
        match.choose(0)
        assert match.decision
        counts[match.decision.keys[match.engine.nature_draws()]] += 1
    assert abs(counts["low"] - 600) < 90
    assert abs(counts["high"] - 200) < 60


def test_a_guess_at_a_decision_of_nature_offers_all_possible_cards() -> None:
    match = Match.start(duel.EXPLICIT, 2, 1)
    match.choose(0)
    match.choose("high")
    while match.decision and match.decision.player is not None:
        match.choose("none")
    for player in range(2):
        for seed in range(6):
            guess = match.guess(player, seed)
            assert guess.view(player) == match.view(player)
            assert guess.decision
            assert sum(option.probability or 0 for option in guess.decision.options) == 1
            for zone, low, high, *_ in guess.engine.s.bags:  # the places of cards without order reveal nothing
                assert sorted(guess.engine.s.piles[zone][low:high]) == list(guess.engine.s.piles[zone][low:high])
            guess.choose(0)
