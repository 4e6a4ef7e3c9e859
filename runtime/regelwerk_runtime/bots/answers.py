"""Likely answers to a simultaneous choice, if all players know each other's aims."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from ..errors import FAULTS, RuleError
from .hints import some
from .look import BROKEN, Answers, answer_on, worth_to
from .trial import Trial

STEPS = 6
"""Rounds in which each player takes the best answer to the answers of the others so far."""

WIDE = 8
"""Most options tried per player."""

RECENT = 4
"""Number of last answers from which the expected answer of a player is drawn."""


def likely_answers(guess: Trial, rng: Random, count: int) -> list[Answers]:
    """Draws of likely answers of all players to the pending simultaneous choice.

    All players start with a random answer, then repeatedly take the best one against those of the others so far
    (fictitious play; G. W. Brown, Iterative Solution of Games by Fictitious Play, 1951). There are none if a player is
    asked more than once, since his first answer alone says little.
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
    """The same moment, if the players asked before had given these answers.

    Raises:
        RuleError: there is no such moment, since the position was loaded and no play leads to it.
        LookupError, ValueError: likewise.
    """
    new = guess.asked_again()
    while new.player != guess.player:
        new.play(new.options.index(answers[new.player]))
    if [*new.options] != [*guess.options]:
        raise RuleError("other options are on offer")
    return new


def _offers(start: Trial, key: int) -> dict[int, Sequence[Any]]:
    """Some options of each player who is asked; empty if a player is asked more than once."""
    engine, offers = start.copy(), dict[int, Sequence[Any]]()
    while engine.answered() == len(offers):
        if engine.player in offers:
            return {}
        offers[engine.player] = [engine.options[index] for index in some(engine, key, WIDE)]
        try:
            engine.play(engine.options.index(offers[engine.player][0]))
        except RuleError:  # after the last answer, a guess may break the rules, which ends it
            break
    return offers


def _drawn(given: dict[int, list[Any]], rng: Random) -> Answers:
    return {player: rng.choice(answers[-RECENT:]) for player, answers in given.items()}


def _worth(start: Trial, answers: Answers, player: int) -> int:
    """A player's gain from these answers to a choice that starts here."""
    engine = start.copy()
    try:
        answer_on(engine, 0, answers, luck=0)
    except FAULTS:
        return BROKEN
    return worth_to(engine, player)
