"""Deeds of a card: what its abilities change while they run, and whether they change only its own place.

Python reports when functions of the emitted module begin and end; the position is compared before and after those that
run for the card: its own, and those that they call or leave to continue.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import Any

from regelwerk_runtime.engine.state import NONE, BaseState
from regelwerk_runtime.sandbox import GAME_FILE
from regelwerk_runtime.tables.game import Game


class Deeds:
    """What some copies of a card have done.

    Attributes:
        any: True if an ability of one of them has changed something besides its place.
        moves: True if one has changed its own place.
    """

    def __init__(self, rules: Game, abilities: Mapping[str, Sequence[int]], copies: Collection[int]) -> None:
        """Args: the rules, the card's abilities with their first and last lines in the emitted module, the copies."""
        self.any = self.moves = False
        self._rules, self._abilities, self._copies = rules, abilities, copies
        self._card = NONE
        self._base = 0  # frames below the ability while it is under way
        self._outer: FrameType | None = None  # the function that is watched
        self._before: tuple[int, object] = NONE, None

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Watches what is played in the block."""
        before = sys.getprofile()
        sys.setprofile(self._look)
        try:
            yield
        finally:
            sys.setprofile(before)

    def _look(self, frame: FrameType, event: str, _: object) -> None:
        if event == "return" and frame is self._outer:
            engine = frame.f_locals["m"]
            self._outer = None
            where, rest = self._position(engine.s)
            self.any, self.moves = self.any or rest != self._before[1], self.moves or where != self._before[0]
        elif event == "call" and self._outer is None and _acts(frame):
            engine = frame.f_locals["m"]
            if self._is_under_way(frame, engine):
                self._outer, self._before = frame, self._position(engine.s)

    @property
    def under_way(self) -> bool:
        """True if no function of the rules has run since an ability did: if the game is over, the card has ended it."""
        return self._card != NONE

    def _is_under_way(self, frame: FrameType, engine: Any) -> bool:
        """True if a function that begins runs for the card."""
        caller = frame.f_back
        called = caller is not None and caller.f_code.co_filename == GAME_FILE
        for card in (self._own(frame, engine), *(self._of_frame(one) for one in engine.stack)):
            if card in self._copies:
                if self._card == NONE:
                    # The ability may leave its last call to the engine's loop, and is over when a frame below runs.
                    self._card, self._base = card, len(engine.stack) + called
                return True
        if not called and len(engine.stack) < self._base:
            self._card = NONE
        return self._card != NONE and not called

    def _own(self, frame: FrameType, engine: Any) -> int:
        """The card whose ability a function is, or NONE."""
        line, given = frame.f_code.co_firstlineno - 1, frame.f_locals
        if not any(first <= line < end for first, end, *_ in self._abilities.values()):
            return NONE
        this = given.get("this", NONE)
        return self._of_frame(given["f"]) if this == NONE and "f" in given else this

    def _of_frame(self, frame: tuple[Any, ...]) -> int:
        """The card of a frame of one of the abilities, or NONE."""
        point = self._rules.points[frame[0]]
        if "this" not in point.values or point.effect not in self._abilities:
            return NONE
        card: int = frame[1 + list(point.values).index("this")]
        return card

    def _position(self, s: BaseState) -> tuple[int, object]:
        """Where the card lies, and the position without it."""
        piles = [[card for card in pile if card != self._card] for pile in s.piles]
        return s.where[self._card], (s.as_row(), piles, [NONE if card == self._card else card for card in s.places])


def _acts(frame: FrameType) -> bool:
    code = frame.f_code
    return code.co_filename == GAME_FILE and "m" in code.co_varnames[: code.co_argcount]
