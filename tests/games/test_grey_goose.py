"""Tests of the grey goose against probabilities worked out by hand."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
import regelwerk
from regelwerk_runtime.match import Match


def wins(match: Match, player: int, chance: Fraction) -> Fraction:
    """The probability that a player wins, without lines of play that are less likely than 1 in a million.

    After shuffling, all backs are equally likely to be the goose, so the first one stands for all.
    """
    decision = match.decision
    if decision is None:
        return Fraction(player in match.outcome.winners)
    if chance * 10**6 < 1:
        return Fraction(0)
    options = [option for option in decision.options if decision.player is None] or [decision.options[0]]
    total = Fraction(0)
    for option in options:
        after = match.copy()
        after.choose(option.key)
        part = option.probability if option.probability is not None else Fraction(1)
        total += part * wins(after, player, chance * part)
    return total


@pytest.mark.parametrize(("kinds", "fact"), [(1, Fraction(2, 3)), (2, Fraction(3, 4)), (3, Fraction(3, 5))])
def test_the_chance_of_the_player_who_draws_from_the_goose(kinds: int, fact: Fraction) -> None:
    """With n kinds left, w(n) is the chance of the player who draws from n birds and the goose.

    With probability n / (n + 1) it is a bird; then the other player draws a bird in any case, and w(n - 2) is left.
    Otherwise it is the goose, and the other player has w(n). So w(n) (n + 2) = n w(n - 2) + 1, where w(0) = w(-1) = 1.
    """
    birds = [
        f"bird.{kind}" for kind in ("crane", "heron", "kite", "lark", "magpie", "owl", "robin", "stork", "swan", "wren")
    ]
    held, laid = birds[:kinds], birds[kinds:]
    given = {"hand": [held, [*held, "goose"]], "deck": [], "pairs": [*laid, *laid]}
    match = regelwerk.load("grey_goose").start(2, seed=1, chance="explicit", given=given)
    assert abs(wins(match, 0, Fraction(1)) - fact) < Fraction(1, 10**4)


@pytest.mark.parametrize("players", range(2, 7))
def test_every_game_ends_with_the_goose_alone(players: int) -> None:
    game = regelwerk.load("grey_goose")
    for seed in range(10):
        match, chosen = game.start(players, seed=seed), random.Random(seed)
        while match.decision is not None:
            assert match.decision.keys == tuple(str(1 + at) for at in range(len(match.decision.keys)))
            match.play(chosen.randrange(len(match.decision.options)))
        assert [card for hand in match.state.hand for card in hand] == ["goose"]
        assert len(match.outcome.winners) == players - 1
