"""Playing on from a position by a simple policy, up to the end of the game or a horizon."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from ...engine.chance import pick
from ...engine.engine import NATURE, Engine
from ...errors import RuleError
from ..look import value_of

Policy = Callable[[Engine, Random, Sequence[int]], int]
"""Chooses one of some options, by index, for whoever is to decide.

It may look at everything, since the engine is a guess.
"""


def random_policy(engine: Engine, rng: Random, indices: Sequence[int]) -> int:
    """A random option; all are equally likely."""
    return indices[int(rng.random() * len(indices))]


def greedy_policy(engine: Engine, rng: Random, indices: Sequence[int]) -> int:
    """The option after which the value of the player is greatest; ties are broken at random."""
    if len(indices) == 1:
        return indices[0]
    worth, player = value_of(engine.game), engine.player
    found: list[tuple[int, float, int]] = []
    for index in indices:
        tried = engine.copy()
        try:
            tried.play(index)
            found.append((int(worth(tried.s, player)), rng.random(), index))
        except RuleError:
            continue
    return max(found)[2] if found else indices[0]


POLICIES: dict[str, Policy] = {"random": random_policy, "greedy": greedy_policy}


def nature(engine: Engine, rng: Random) -> int:
    """A random outcome of nature, by its probability."""
    assert engine.nature is not None
    return pick(engine.nature[2], rng.getrandbits(64))


def play_on(engine: Engine, rng: Random, policy: Policy, horizon: int) -> None:
    """Plays on for at most `horizon` choices; a rule error ends the game."""
    play, draw, plain = engine.play, rng.random, policy is random_policy
    options = engine.options
    try:
        while options and horizon:
            if engine.site == NATURE:
                play(nature(engine, rng))
            elif plain:
                play(int(draw() * len(options)))
            else:
                play(policy(engine, rng, range(len(options))))
            options = engine.options
            horizon -= 1
    except RuleError:
        return
