"""A bounded look ahead in one guess: what an option is worth once the choices that belong to it are made too."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Any, NamedTuple

from ..engine.chance import draw, pick
from ..engine.engine import NATURE, Engine
from ..engine.state import BaseState, board_key, shuffle_counts
from ..errors import RuleError
from ..outcome import is_together, outcome_of
from ..tables.game import Game

BROAD = 240
"""Options that one look tries behind the first ones."""

DECIDED = 1 << 80
"""Worth of a game that is won; no value of a game reaches it."""

BROKEN = -2 * DECIDED
"""Worth of an option that breaks the rules."""

FINE = 1 << 40
"""How much more a unit of the own value counts than one of a rival's, where both count."""

FAULTS = (RuleError, LookupError, ArithmeticError, ValueError)
"""What a rule or a declared value may break with."""


class Found(NamedTuple):
    """What an option is worth; a greater one is better.

    Attributes:
        worth: the value of the player, or what a decided game is worth.
        rival: minus the value of the best other player; 0 where nobody asked.
        moves: whether it leads anywhere but back to the same question in the same position.
    """

    worth: int
    rival: int = 0
    moves: bool = True


def value_of(game: Game) -> Callable[[BaseState, int], int]:
    """What a player strives for: the game's `value`, else the first line of its outcome, else nothing."""
    if game.value is not None:
        return game.value
    if not game.outcome:
        return lambda s, p: 0
    way, line = game.outcome[-1 if is_together(game) else 0]
    return line if way != "least" else lambda s, p: -line(s, p)


class Step(NamedTuple):
    """An option of a plan, and the site that offers it."""

    site: int
    option: Any


class Spot:
    """A position that a look has reached.

    Attributes:
        behind: those after each of its options, once the look has tried them.
        found: what it is worth, once that is known.
        steps: the choices that led here.
    """

    __slots__ = ("behind", "engine", "found", "steps")

    def __init__(self, engine: Engine, steps: tuple[Step, ...]) -> None:
        self.engine = engine
        self.steps = steps
        self.behind: list[Spot] = []
        self.found = Found(0)


class Look:
    """Looks ahead for the player who is to choose in a guess.

    A choice belongs to an option if the same player makes it within the effect that asks now or within what that
    effect has started. A question that comes again is a new choice, unless it asks for a further member of a set. All
    options are looked at equally deep: each further choice is tried for all of them, or for none.

    Args:
        engine: the guess; it is not changed.
        luck: decides the outcomes of nature and the answers of others, alike for all options.
        broad: how many options it tries behind the first ones.
    """

    def __init__(self, engine: Engine, luck: int, broad: int = BROAD) -> None:
        self.engine, self.luck, self.broad = engine, luck, broad
        self.game = engine.game
        self.player = engine.player
        self.value = value_of(engine.game)
        self.asked = engine.game.sites[engine.site].collecting

    def at(self, indices: Iterable[int], beyond: bool = False) -> list[Found]:
        """What some options are worth.

        Args:
            indices: the options.
            beyond: go on behind the end of the effect as long as the same player chooses and nothing is rolled or
                shuffled, and tell what the best rival has: this tells apart what is equal otherwise.
        """
        return [spot.found for spot in self._spots(indices, beyond)]

    def plan(self, indices: Iterable[int], rng: Random) -> tuple[Step, ...]:
        """The best of some options with the choices that belong to it; between equals at random."""
        spots = self._spots(indices, beyond=False)
        while spots:
            best = max(spots, key=lambda spot: (spot.found.moves, spot.found.worth, rng.random()))
            spots = best.behind
        return best.steps

    def _spots(self, indices: Iterable[int], beyond: bool) -> list[Spot]:
        """The positions after some options, with what they are worth."""
        begin = Spot(self.engine, ())
        spots = [self._after(begin, index) for index in indices]
        ahead = [spot for spot in spots if self._goes_on(spot, beyond)]
        left = self.broad
        while ahead and (left := left - sum(len(spot.engine.options) for spot in ahead)) >= 0:
            for spot in ahead:
                spot.behind = [self._after(spot, index) for index in range(len(spot.engine.options))]
            ahead = [behind for spot in ahead for behind in spot.behind if self._goes_on(behind, beyond)]
        for spot in spots:
            self._judge(spot, beyond)
        return spots

    def _after(self, spot: Spot, index: int) -> Spot:
        """The position after an option, with the outcomes of nature and all answers to the same simultaneous choice."""
        engine = spot.engine.copy()
        step = Step(engine.site, engine.options[index])
        try:
            engine.play(index)
            self._luck(engine)
            if self.asked is not None:
                self._answer(engine, self.asked)
        except FAULTS:
            engine.end("rule error")
        return Spot(engine, (*spot.steps, step))

    def _luck(self, engine: Engine) -> None:
        while engine.site == NATURE:
            assert engine.nature is not None
            engine.play(pick(engine.nature[2], draw(self.luck, engine.count)))

    def _answer(self, engine: Engine, collecting: int) -> None:
        """Lets all answer a simultaneous choice at random: only then it shows what an answer was worth."""
        while engine.options and self.game.sites[engine.site].collecting == collecting:
            engine.play(draw(self.luck, engine.count) % len(engine.options))
            self._luck(engine)

    def _goes_on(self, spot: Spot, beyond: bool) -> bool:
        """Whether the choice at a position belongs to the option that led there."""
        engine, first = spot.engine, self.engine
        if engine.player != self.player:
            return False
        site = self.game.sites[engine.site]
        if site.collecting is not None or (
            site.several is None and any(step.site == engine.site for step in spot.steps)
        ):
            return False
        below = len(first.stack) - 1
        if len(engine.stack) > below and engine.stack[:below] == first.stack[:below]:
            return True
        before, now = first.s, engine.s
        return beyond and now.rolls == before.rolls and shuffle_counts(now) == shuffle_counts(before)

    def _judge(self, spot: Spot, beyond: bool) -> None:
        """Sets what a position is worth, and what those behind it are."""
        for behind in spot.behind:
            self._judge(behind, beyond)
        found = [behind.found for behind in spot.behind]
        spot.found = max([one for one in found if one.moves] or found) if found else self._found(spot.engine, beyond)

    def _found(self, engine: Engine, beyond: bool) -> Found:
        player = self.player
        if engine.reason == "rule error":
            return Found(BROKEN)
        try:
            self._finish(engine)
            worth = int(self.value(engine.s, player))
            if not engine.options:
                worth += DECIDED if outcome_of(engine).ranking[player] == 1 else -DECIDED
        except FAULTS:
            return Found(BROKEN)
        return Found(worth, self._rival(engine) if beyond else 0, not self._is_back(engine))

    def _finish(self, engine: Engine) -> None:
        """Ends a choice of several members that the look could not follow: with no more, or with any."""
        sites, player = self.game.sites, self.player
        while engine.player == player and sites[engine.site].several is not None and engine.stack[:-1]:
            if sites[engine.site].collecting is not None:
                return
            engine.play(len(engine.options) - 1)  # declining comes last
            self._luck(engine)

    def _is_back(self, engine: Engine) -> bool:
        first = self.engine
        return (
            engine.site == first.site
            and engine.player == first.player
            and engine.stack == first.stack
            and board_key(engine.s) == board_key(first.s)
        )

    def _rival(self, engine: Engine) -> int:
        s = engine.s
        try:
            return -max((int(self.value(s, p)) for p in range(s.players) if p != self.player), default=0)
        except FAULTS:
            return 0


class LeadLook(Look):
    """A look that tells options of the same worth apart by what they leave the best rival."""

    def _found(self, engine: Engine, beyond: bool) -> Found:
        found = super()._found(engine, beyond=True)
        return found._replace(worth=found.worth * FINE + found.rival)
