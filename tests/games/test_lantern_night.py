"""Tests of lantern night: known numbers of cards, whispers and points, and the knowledge of players."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
import regelwerk

Match = Any

SIZES = ("one", "two", "three", "four", "five")


def lanterns(match: Match, player: int) -> list[tuple[str, int]]:
    """Colour and number of each card in a hand, in the order of its places."""
    keys = [str(key).split("#")[0].split(".") for key in match.state.hand[player].values() if key is not None]
    return [(colour, SIZES.index(size) + 1) for _, colour, size in keys]


def turn_with_open_hands(match: Match) -> str:
    """The turn of a player who sees his own hand: play what fits, discard what is already lit, else whisper."""
    string, hand = match.state.string, lanterns(match, match.decision.player)
    places = list(enumerate(hand, 1))
    wishes = [f"light({place})" for place, (colour, n) in places if n == string[colour] + 1]
    wishes += [f"put_away({place})" for place, (colour, n) in places if n <= string[colour]]
    wishes += [f"put_away({place})" for place, card in places if hand.count(card) > 1]
    wishes += [key for key in match.decision.keys if key.startswith("tell")]
    wishes += [f"put_away({place})" for place, (_, n) in places if n < 5]
    return next(key for key in [*wishes, *match.decision.keys] if key in match.decision.keys)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_lantern_night_counts_whispers_and_lanterns(players: int) -> None:
    """There are 40 lanterns and at most 20 points. A discard or a five returns a whisper, if one is missing."""
    held = players * (5 if players < 4 else 4)
    scores = []
    for seed in range(6):
        match = regelwerk.load("lantern_night").start(players=players, seed=seed)
        assert sum(card.copies for card in match.game.cards) == 40
        assert len(match.state.deck) == 40 - held
        done: Counter[str] = Counter()
        while match.decision is not None:
            before, key = match.state.whispers, turn_with_open_hands(match)
            match.choose(key)
            done[key.split("_")[0].split("(")[0]] += 1
            done["back"] += max(0, match.state.whispers - before)
        state = match.state
        lit = sum(state.string.values())
        left = len(state.deck) + sum(len(lanterns(match, player)) for player in range(players))
        assert state.whispers == 7 - done["tell"] + done["back"]
        assert done["put"] <= done["back"] <= done["put"] + 4
        assert done["light"] + done["put"] == len(state.out) == 40 - left
        assert state.gusts == done["light"] - lit
        assert set(match.outcome.scores) == {lit}
        assert (match.outcome.ranking[0] == 1) == (lit >= 14 and state.gusts < 3)
        scores.append(lit)
    assert max(scores) <= 20
    assert min(scores) >= 14  # a player who sees his own hand lights most of the lanterns


def test_lantern_night_begins_with_a_whisper_for_every_kind_of_card() -> None:
    """There are five cards to play, none to discard, and a whisper for each colour and number in another hand."""
    for seed in range(5):
        match = regelwerk.load("lantern_night").start(players=3, seed=seed)
        assert len(set(map(str, match.view(0).hand[0].values()))) == 1  # hidden
        assert match.view(0).hand[1] == match.state.hand[1]
        hands = [lanterns(match, player) for player in (1, 2)]
        kinds = sum(len({colour for colour, _ in hand}) + len({n for _, n in hand}) for hand in hands)
        assert len(match.decision.options) == 5 + kinds


def test_lantern_night_guesses_keep_what_was_told() -> None:
    """A player who was told the colour of one card guesses that colour there, and for no other card."""
    match = regelwerk.load("lantern_night").start(players=2, seed=4)
    colour, _ = Counter(colour for colour, _ in lanterns(match, 1)).most_common()[-1]
    match.choose(f"tell_colour(1, {colour})")
    matching = [kind == colour for kind, _ in lanterns(match, 1)]
    guesses = [lanterns(match.guess(1, number), 1) for number in range(20)]
    assert len({tuple(guess) for guess in guesses}) > 1
    for guess in guesses:
        assert [kind == colour for kind, _ in guess] == matching
