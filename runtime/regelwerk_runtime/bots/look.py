"""A bounded look ahead in one guess: the worth of an option after the choices that belong to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from ..engine.chance import draw
from ..engine.engine import NATURE
from ..errors import FAULTS
from .hints import by_luck, considered
from .trial import OVER, Trial, nature

BROAD = 240
"""Options that one look tries after the first ones."""

DECIDED = 1 << 80
"""Worth of a won game; no value of a game reaches it."""

BROKEN = -2 * DECIDED
"""Worth of an option that breaks the rules."""

FINE = 1 << 40
"""Weight of the player's own value relative to a rival's, if both count."""


class Found(NamedTuple):
    """The worth of an option; a greater one is better.

    Attributes:
        worth: the value of the player, or the worth of a decided game.
        moves: whether it does not lead back to the same question in the same position.
    """

    worth: int
    moves: bool = True

    @property
    def rank(self) -> tuple[bool, int]:
        """The rank by which the best is found: an option that leads round in a circle is worse than any other."""
        return self.moves, self.worth


def worth_to(engine: Trial, player: int) -> int:
    """The worth of a position to a player: its value, or more than any after a win and less after a loss."""
    if engine.reason == "rule error":
        return BROKEN
    try:
        worth = engine.aim(player)
        if engine.site == OVER:
            worth += DECIDED if engine.ranking()[player] == 1 else -DECIDED
    except FAULTS:
        return BROKEN
    return worth


Answers = Mapping[int, Any]
"""The options that players take in a simultaneous choice, by player."""


def answer_on(engine: Trial, given: int, answers: Answers, luck: int) -> bool:
    """Lets the remaining players answer a simultaneous choice, since only then its effect shows.

    Returns whether there were decisions of nature.

    Args:
        engine: the position.
        given: the number of answers so far; if it differs after a choice, all have answered, and may be asked anew.
        answers: the answers of some players; others, and those whose answer is not on offer, answer at random.
        luck: determines the rest.
    """
    is_lucky = False
    while engine.answered() == given:
        answer = answers.get(engine.player)
        if answer in engine.options:
            engine.play(engine.options.index(answer))
        else:
            indices = considered(engine, range(len(engine.options)))
            engine.play(indices[draw(luck, engine.count) % len(indices)])
        is_lucky |= let_nature(engine, luck)
        given += 1
    return is_lucky


def let_nature(engine: Trial, luck: int) -> bool:
    """Decides all pending chance outcomes at random, and returns whether there were any."""
    is_lucky = engine.site == NATURE
    while engine.site == NATURE:
        engine.play(nature(engine, draw(luck, engine.count)))
    return is_lucky


class Step(NamedTuple):
    """An option of a plan, and the site that offers it."""

    site: int
    option: Any


class Spot:
    """A position that a look has reached.

    Attributes:
        engine: its engine; None as soon as it is no longer needed.
        offers: its options, once the look has tried some.
        behind: the positions after those that bots consider.
        found: its worth; None while the look may still continue from here.
        is_cut: whether the look stopped before a choice that belongs to the option.
        is_lucky: whether nature has decided anything on the way, which happens only with explicit chance.
        steps: the choices that led here.
    """

    __slots__ = ("behind", "engine", "found", "is_cut", "is_lucky", "offers", "steps")

    def __init__(self, engine: Trial, steps: tuple[Step, ...] = (), is_lucky: bool = False) -> None:
        self.engine: Trial | None = engine
        self.steps = steps
        self.is_lucky = is_lucky
        self.offers: list[Step] = []
        self.behind: list[Spot] = []
        self.found: Found | None = None
        self.is_cut = False


class Look:
    """Looks ahead for the player who is to choose in a guess.

    A choice belongs to an option if the same player makes it within the effect that asks now or within effects started
    by it. A repeated question is a new choice, unless it asks for a further member of a set. All options are examined
    to the same depth: each further choice is tried for all of them, or for none.

    Args:
        engine: the guess; it is not changed.
        luck: determines chance outcomes and the answers of others, alike for all options.
        broad: number of options tried after the first ones.
        answers: the answers of others to the same simultaneous choice.
    """

    def __init__(self, engine: Trial, luck: int, broad: int = BROAD, answers: Answers | None = None) -> None:
        self.engine, self.luck, self.broad, self.answers = engine, luck, broad, answers or {}
        self.game = engine.game
        self.player = engine.player
        self.asked = engine.game.sites[engine.site].collecting
        self.start = Spot(engine)

    def at(self, indices: Iterable[int], beyond: bool = False) -> list[Spot]:
        """The positions after some options, judged after the best choices that belong to them.

        Args:
            indices: the options.
            beyond: continue after the end of the effect as long as the same player chooses and nothing is rolled or
                shuffled, to tell equal options apart. Only such positions can be passed to `rival_at`.
        """
        spots = [self._after(self.engine, self.start, index, beyond) for index in indices]
        self._go_on(spots, beyond)
        return spots

    def along(self, spots: Sequence[Spot], beyond: bool = False) -> list[Spot]:
        """The positions after the same options as in a look into another guess, with the choices that were best there.

        If other options are on offer, or chance has determined them, this look chooses for itself.
        """
        found = [self._along(spot, beyond) for spot in spots]
        self._go_on([spot for spot in found if spot.found is None], beyond)
        return found

    def plan(self, indices: Iterable[int], key: int) -> tuple[Step, ...]:
        """The best of some options, with the choices that belong to it; between equals a key decides."""
        spots = self.at(indices)
        while spots:
            best = max(spots, key=lambda spot: (found_at(spot).rank, by_luck(key, spot.steps[-1].option)))
            spots = best.behind
        return best.steps

    def rival_at(self, spot: Spot) -> int:
        """Minus the value of the best other player where a spot has its worth; only for spots found with `beyond`."""
        if spot.behind:
            return max(self.rival_at(behind) for behind in spot.behind if behind.found == spot.found)
        return 0 if spot.engine is None else self._rival(spot.engine)

    def _go_on(self, spots: Sequence[Spot], beyond: bool) -> None:
        """Tries the choices that belong to some options, and judges the options by them."""
        ahead = [spot for spot in spots if spot.found is None]
        left = self.broad
        while ahead:
            options = [considered(engine_at(spot), range(len(engine_at(spot).options))) for spot in ahead]
            left -= sum(map(len, options))
            if left < 0:
                break
            for spot, open_ in zip(ahead, options, strict=True):
                engine, spot.engine = engine_at(spot), None
                spot.offers = [Step(engine.site, option) for option in engine.options]
                spot.behind = [self._after(engine, spot, index, beyond) for index in open_]
            ahead = [behind for spot in ahead for behind in spot.behind if behind.found is None]
        for spot in ahead:
            spot.is_cut = True
        for spot in spots:
            self._judge(spot, beyond)

    def _along(self, there: Spot, beyond: bool) -> Spot:
        """The position after an option and the choices that were best in another look, or after the option alone."""
        first = spot = self._after(self.engine, self.start, self.engine.options.index(there.steps[0].option), beyond)
        while there.behind and spot.found is None:
            engine = engine_at(spot)
            offers = [Step(engine.site, option) for option in engine.options]
            if self.asked is not None or self._has_luck(spot, engine) or there.offers != offers:
                return first
            there = max(there.behind, key=lambda behind: found_at(behind).rank)
            spot = self._after(engine, spot, offers.index(there.steps[-1]), beyond)
        if spot.found is None and not there.is_cut:
            return first
        self._judge(spot, beyond)
        return spot

    def _after(self, before: Trial, way: Spot, index: int, beyond: bool) -> Spot:
        """The position after an option of the engine at another spot, with chance outcomes and all answers to a
        simultaneous choice decided.
        """
        engine = before.copy()
        spot = Spot(engine, (*way.steps, Step(engine.site, engine.options[index])), way.is_lucky)
        try:
            engine.play(index)
            spot.is_lucky |= let_nature(engine, self.luck)
            if self.game.sites[before.site].collecting is not None:
                spot.is_lucky |= answer_on(engine, (before.answered() or 0) + 1, self.answers, self.luck)
        except FAULTS:
            engine.end("rule error")
        if not self._goes_on(spot, engine, beyond):
            self._judge(spot, beyond)  # at once, since kept positions slow down garbage collection
        return spot

    def _goes_on(self, spot: Spot, engine: Trial, beyond: bool) -> bool:
        """True if the choice at a position belongs to the option that led there."""
        if engine.player != self.player:
            return False
        site = self.game.sites[engine.site]
        if site.collecting is not None or (
            site.several is None and any(step.site == engine.site for step in spot.steps)
        ):
            return False
        return engine.is_within(self.engine) or (beyond and not self._has_luck(spot, engine))

    def _has_luck(self, spot: Spot, engine: Trial) -> bool:
        """True if anything has been rolled, drawn or shuffled on the way to a spot, whose engine is given."""
        return spot.is_lucky or engine.has_luck_since(self.engine)

    def _judge(self, spot: Spot, beyond: bool) -> None:
        """Sets the worth of a position and of those after it."""
        if spot.behind:
            for behind in spot.behind:
                self._judge(behind, beyond)
            spot.found = max((found_at(behind) for behind in spot.behind), key=lambda one: one.rank)
        elif spot.found is None:
            spot.found = self._found(engine_at(spot))
            if not beyond or spot.found.worth == BROKEN:
                spot.engine = None

    def _found(self, engine: Trial) -> Found:
        try:
            self._finish(engine)
        except FAULTS:
            return Found(BROKEN)
        worth = worth_to(engine, self.player)
        return Found(worth, worth == BROKEN or not engine.is_at(self.engine))

    def _finish(self, engine: Trial) -> None:
        """Ends a choice of several members that the look could not follow: without further members, or with any."""
        sites, player = self.game.sites, self.player
        while engine.player == player and sites[engine.site].several is not None and engine.depth > 1:
            if sites[engine.site].collecting is not None:
                return
            engine.play(len(engine.options) - 1)  # declining is the last option
            let_nature(engine, self.luck)

    def _rival(self, engine: Trial) -> int:
        try:
            return -max((engine.aim(p) for p in range(engine.players) if p != self.player), default=0)
        except FAULTS:
            return 0


class LeadLook(Look):
    """A look that tells equal options apart by what they leave the best rival."""

    def _found(self, engine: Trial) -> Found:
        found = super()._found(engine)
        rival = 0 if found.worth == BROKEN else self._rival(engine)
        return found._replace(worth=found.worth * FINE + rival)


def found_at(spot: Spot) -> Found:
    """The worth of a position that has been judged."""
    assert spot.found is not None
    return spot.found


def engine_at(spot: Spot) -> Trial:
    """The engine of a position that has not been judged."""
    assert spot.engine is not None
    return spot.engine
