"""A bot that looks ahead from one choice to the end of its effects."""

from __future__ import annotations

from random import Random

from ..engine.chance import draw, key_of, mix, seed_key
from ..errors import FAULTS
from .answers import answered, likely_answers
from .hints import considered, preferred
from .look import Look
from .seat import Seat
from .trial import Trial
from .turn import Turn, ranked

GUESSES = 2
ANSWERS = 2
"""Draws of likely answers that are examined in each guess during a simultaneous choice."""


class GreedyBot:
    """Takes the option with the greatest `value`, averaged over a few guesses of what it does not know.

    An option is judged after the choices that belong to it (see `Look`); these are made in the first guess, and the
    same ones in the others. Between equals it takes the one that the game's hints prefer, then the one with the best
    next choices, then the one that leaves the best rival least, then a random one. An option that breaks the rules is
    the worst, and options that the hints leave out are not considered. An option that has led back to the same question
    in the same position during this turn is not taken again. Guesses depend only on seed, seat and number of choices:
    two matches that look alike to this player are played alike.
    """

    def __init__(self, player: int, seed: int, guesses: int = GUESSES) -> None:
        self.player = player
        self.guesses = guesses
        self.base = mix(seed_key(seed) ^ key_of(f"greedy bot {player}"))
        self.turn = Turn()

    def choose(self, seat: Seat) -> int:
        """See `Bot`."""
        if seat.count == 1:
            self.turn.add_only(seat.number)
            return 0
        lucks = [draw(self.base, seat.number * self.guesses + n) for n in range(self.guesses)]
        looks = [look for luck in lucks for look in _looks(seat.trial(luck), luck)]
        engine, *others = [look.engine for look in looks]
        indices = considered(engine, self.turn.open_options(seat, engine), *others)
        mixed = sorted(indices, key=lambda i: mix(self.base ^ mix(seat.number << 20 | i)))
        index = ranked(looks, preferred(engine, mixed, *others))[0]
        self.turn.add(index)
        return index


def _looks(guess: Trial, luck: int) -> list[Look]:
    """Looks into a guess; for a simultaneous choice, with several likely answers of the others."""
    if guess.game.sites[guess.site].collecting is None:
        return [Look(guess, luck)]
    try:
        likely = likely_answers(guess, Random(luck), ANSWERS)
        looks = [Look(answered(guess, answers), luck, answers=answers) for answers in likely]
    except FAULTS:  # the guess breaks the rules before all have answered
        looks = []
    return looks or [Look(guess, luck)]
