"""Helpers that play the hand-written games: the list of games, matches at many decisions, random choices."""

from __future__ import annotations

import random
from collections.abc import Iterator

from regelwerk_runtime.match import Match
from regelwerk_runtime.tables.game import Game

from . import bids, duel, pig, yard

ALL = {"pig": pig.GAME, "duel": duel.GAME, "explicit duel": duel.EXPLICIT, "bids": bids.GAME, "yard": yard.GAME}
SECRET = {"duel": duel.GAME, "bids": bids.GAME, "yard": yard.GAME}


def moments(game: Game, seeds: int = 4, every: int = 3) -> Iterator[Match]:
    """Matches at many decisions; the generator plays them on, so use copies."""
    for seed in range(seeds):
        rng = random.Random(seed)
        match = Match.start(game, 2 + seed % (min(4, game.players[1]) - 1), seed)
        n = 0
        while match.decision:
            if n % every == 0:
                yield match
            match.choose(rng.randrange(len(match.decision.options)))
            n += 1


def play_on(match: Match, steps: int, seed: int = 0) -> Match:
    """The same match, some random choices later."""
    rng = random.Random(seed)
    for _ in range(steps):
        if match.decision is None:
            break
        match.choose(rng.randrange(len(match.decision.options)))
    return match
