"""A bot that looks one choice ahead."""

from __future__ import annotations

from collections.abc import Callable

from ..engine.chance import draw, key_of, mix, seed_key
from ..engine.engine import Engine
from ..engine.state import BaseState
from ..errors import RuleError
from ..outcome import is_together, outcome_of
from ..tables.game import Game
from .seat import Seat

GUESSES = 2
DECIDED = 1 << 80
"""Worth of a game that is won; no value of a game reaches it."""


class GreedyBot:
    """Takes the option after which its `value` is greatest, averaged over a few guesses of what it does not know.

    Between equals it prefers the one that leaves the best rival least, then one by luck of its own. An option that
    breaks the rules is the worst. Guesses depend on seed, seat and number of choices only: two matches that look
    alike to this player are played alike.
    """

    def __init__(self, player: int, seed: int, guesses: int = GUESSES) -> None:
        self.player = player
        self.guesses = guesses
        self.base = mix(seed_key(seed) ^ key_of(f"greedy bot {player}"))

    def choose(self, seat: Seat) -> int:
        """See `Bot`."""
        count = seat.count
        if count == 1:
            return 0
        me = self.player
        totals = [0] * count
        after: list[list[Engine]] = []
        worth: Callable[[BaseState, int], int] | None = None
        for n in range(self.guesses):
            luck = draw(self.base, seat.number * self.guesses + n)
            guess = seat.guess(luck).engine
            worth = worth or value_of(guess.game)
            tried = []
            for i in range(count):
                engine = guess.copy()
                totals[i] += _worth_of_option(engine, i, worth, me, luck)
                tried.append(engine)
            after.append(tried)
        best = max(totals)
        equal = [i for i in range(count) if totals[i] == best]
        if len(equal) > 1 and worth is not None:
            rivals = [sum(_rival(tried[i], worth, me) for tried in after) for i in equal]
            least = min(rivals)
            equal = [i for i, rival in zip(equal, rivals, strict=True) if rival == least]
        return min(equal, key=lambda i: mix(self.base ^ mix(seat.number << 20 | i)))


def value_of(game: Game) -> Callable[[BaseState, int], int]:
    """What a player strives for: the game's `value`, else the first line of its outcome, else nothing."""
    if game.value is not None:
        return game.value
    if not game.outcome:
        return lambda s, p: 0
    way, line = game.outcome[-1 if is_together(game) else 0]
    return line if way != "least" else lambda s, p: -line(s, p)


def _worth_of_option(engine: Engine, index: int, worth: Callable[[BaseState, int], int], player: int, luck: int) -> int:
    try:
        asked = engine.game.sites[engine.site].collecting
        engine.play(index)
        if asked is not None:
            _answer(engine, asked, luck)
        value = int(worth(engine.s, player))
        if not engine.options:
            value += DECIDED if outcome_of(engine).ranking[player] == 1 else -DECIDED
        return value
    except (RuleError, LookupError, ArithmeticError, ValueError):
        return -2 * DECIDED


def _answer(engine: Engine, collecting: int, luck: int) -> None:
    """Lets all answer a simultaneous choice at random: only then it shows what an answer was worth."""
    number = 0
    while engine.options and engine.game.sites[engine.site].collecting == collecting:
        number += 1
        engine.play(draw(luck, number) % len(engine.options))


def _rival(engine: Engine, worth: Callable[[BaseState, int], int], player: int) -> int:
    s = engine.s
    try:
        return max((int(worth(s, p)) for p in range(s.players) if p != player), default=0)
    except (LookupError, ArithmeticError, ValueError, RuleError):
        return 0
