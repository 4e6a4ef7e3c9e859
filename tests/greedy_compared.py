"""Comparison of greedy bots with a second implementation of them."""

from __future__ import annotations

from random import Random

from greedy_referee import Referee
from regelwerk_runtime.bots.names import make_bot
from regelwerk_runtime.bots.seat import seat_of
from regelwerk_runtime.match import Match


def compare_choices(match: Match, seed: int, most: int) -> int:
    """Plays some random choices, then greedy ones, which the referee must make too; returns their number."""
    rng = Random(seed)
    early = rng.randrange(min(most, 12))
    players = range(match.setup.players)
    bots = [make_bot("greedy", player, seed) for player in players]
    referees = [Referee(player, seed) for player in players]
    found = 0
    while match.decision is not None and found < most:
        player = match.decision.player
        if player is None:
            match.choose(match.engine.nature_draws())
        elif early:
            early -= 1
            match.choose(rng.randrange(len(match.decision.options)))
        else:
            index, expected = bots[player].choose(seat_of(match)), referees[player].choose(match)
            keys = match.decision.keys
            assert index == expected, (match.game.name, match.number, player, keys[index], keys[expected])
            match.choose(index)
            found += 1
    return found
