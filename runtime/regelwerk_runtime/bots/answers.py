"""Likely answers to a simultaneous choice, by players who know of each other what they strive for."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from ..errors import FAULTS, RuleError
from .hints import some
from .look import BROKEN, Answers, answer_on, worth_to
from .trial import Trial

STEPS = 6
"""So often all players take what is best against the answers of the others so far."""

WIDE = 8
"""So many options of a player are tried for that."""

RECENT = 4
"""One of so many answers that a player gave last is expected of him."""


def likely_answers(guess: Trial, rng: Random, count: int) -> list[Answers]:
    """Likely answers of all players to the pending simultaneous choice: so many times, each time drawn anew.

    Everybody begins anywhere, and then takes again and again what would have been best against the others so far
    (fictitious play; G. W. Brown, Iterative Solution of Games by Fictitious Play, 1951). Nothing is said where somebody
    is asked more than once: his first answer alone is worth little.
    """
    start = guess.asked_again()
    offers = _offers(start, rng.getrandbits(60))
    given = {player: [rng.choice(options)] for player, options in offers.items()}
    sums = {player: [0] * len(options) for player, options in offers.items()}
    for _ in range(STEPS):
        for player, options in offers.items():
            answers = _drawn(given, rng)
            for place, option in enumerate(options):
                sums[player][place] += _worth(start, {**answers, player: option}, player)
            best = max(range(len(options)), key=lambda at: (sums[player][at], rng.random()))
            given[player].append(options[best])
    return [_drawn(given, rng) for _ in range(count)] if offers else []


def answered(guess: Trial, answers: Answers) -> Trial:
    """The same moment, if those who have been asked before have answered so.

    Raises:
        RuleError: there is no such moment, since the position was loaded and no play leads to it.
        LookupError, ValueError: as well.
    """
    new = guess.asked_again()
    while new.player != guess.player:
        new.play(new.options.index(answers[new.player]))
    if [*new.options] != [*guess.options]:
        raise RuleError("something else is on offer")
    return new


def _offers(start: Trial, key: int) -> dict[int, Sequence[Any]]:
    """Some options of each player who is asked; of nobody, if somebody is asked more than once."""
    engine, offers = start.copy(), dict[int, Sequence[Any]]()
    while engine.answered() == len(offers):
        if engine.player in offers:
            return {}
        offers[engine.player] = [engine.options[index] for index in some(engine, key, WIDE)]
        try:
            engine.play(engine.options.index(offers[engine.player][0]))
        except RuleError:  # what follows the last answer may break in a guess: the game is over there
            break
    return offers


def _drawn(given: dict[int, list[Any]], rng: Random) -> Answers:
    return {player: rng.choice(answers[-RECENT:]) for player, answers in given.items()}


def _worth(start: Trial, answers: Answers, player: int) -> int:
    """A player's gain from all the answers to a choice that begins here."""
    engine = start.copy()
    try:
        answer_on(engine, 0, answers, luck=0)
    except FAULTS:
        return BROKEN
    return worth_to(engine, player)
