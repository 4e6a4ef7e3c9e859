"""The log of a match as it is played: a line for each sentence, in paragraphs, with a heading for each round.

A turn is an effect that can stop and whose first parameter is a player, the outermost such on the stack. Each turn is a
paragraph; so is whatever else `play` calls. Where `play` calls the turns itself, a round is over when each player has
had one. Where it calls a phase or a round in which the turns lie, each such call is a round; it has no heading, because
the effect can say so itself.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace

from regelwerk_runtime.engine.engine import Engine
from regelwerk_runtime.errors import RuleError
from regelwerk_runtime.match import Match
from regelwerk_runtime.tables.game import Frame, Words
from regelwerk_runtime.views.given import apply_given

from .wording import wording_of

LINE, ROUND, BREAK = "line", "round", "break"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a log.

    Attributes:
        text: what it says.
        kind: `line`, `round` for the heading of a round, `break` between paragraphs.
        inside: whether a line belongs to a turn.
        reader: the player who alone may read it; None: everybody may.
    """

    text: str
    kind: str = LINE
    inside: bool = False
    reader: int | None = None


class _Log(list[Words]):
    """Sentences, each with the turn during which it was said, or else the effect that `play` has called.

    Attributes:
        frames: the frame with which that effect began for each sentence, or None.
        begun: the turns, with the number of sentences said before, and what `play` had called, which may be the turn.
        under_way: how each effect under way began that the engine tells of: `play`, what it has called, and so on.
    """

    def __init__(self, engine: Engine, is_turn: Callable[[Frame], bool]) -> None:
        super().__init__()
        self.play = (engine.game.play,)
        self.is_turn = is_turn
        self.frames: list[Frame | None] = []
        self.begun: deque[tuple[int, Frame, Frame]] = deque()
        self.under_way: list[Frame] = [self.play]
        engine.log = engine.follower = self

    def append(self, words: Words) -> None:
        super().append(words)
        self.frames.append(self.turn() or self.called())

    def begins(self, frame: Frame) -> None:
        """An effect begins; before `play` does, `setup` counts as called by it."""
        if frame == self.play:
            self.under_way = [frame]
            return
        if self.is_turn(frame) and self.turn() is None:
            self.begun.append((len(self), frame, self.called() or frame))
        self.under_way.append(frame)

    def ends(self) -> None:
        """The effect that began last has ended."""
        self.under_way.pop()

    def called(self) -> Frame | None:
        """What `play` has called."""
        return self.under_way[1] if len(self.under_way) > 1 else None

    def turn(self) -> Frame | None:
        """The turn that is under way: the outermost effect that is one."""
        return next(filter(self.is_turn, self.under_way[1:]), None)


class Teller:
    """Follows a match, choice by choice, and tells what is new."""

    def __init__(self, match: Match, turns: Collection[str] = (), lang: str | None = None) -> None:
        """Begins at the start of the match; `new_lines` tells everything up to where it is now.

        Args:
            match: what to follow.
            turns: labels of the effects whose first parameter is a player.
            lang: language of the sentences.
        """
        self.match = match
        self.lang = lang
        setup = replace(match.setup, checked=False)
        self.turns = turns
        self._engine = setup.engine()
        self._log = _Log(self._engine, self._is_turn)
        self._told = 0
        self._paragraph: Frame | None = None  # what the last line belongs to
        self._lines = 0  # of this paragraph
        self._had: Counter[int] = Counter()  # turns of each player that `play` has called
        self._around: Frame | None = None  # what `play` has called, where the last turn lay in that
        self._called = 0  # how many such there were
        self._round = 0  # under whose heading the last line stands
        self.beginner: int | None = None  # who had the first turn
        if setup.given is not None:
            apply_given(self._engine, setup.given)
        self._engine.begin(setup=setup.given is None)

    def new_lines(self) -> Iterator[Line]:
        """The lines since the last time, in order; where the rules broke, those up to there."""
        match, engine = self.match, self._engine
        past = match.engine.past
        with suppress(RuleError):
            while engine.count < match.engine.count:
                engine.play(past[engine.count])
        for at in range(self._told, len(self._log)):
            while self._log.begun and self._log.begun[0][0] <= at:
                self._count(*self._log.begun.popleft()[1:])
            frame = self._log.frames[at]
            is_turn = frame is not None and self._is_turn(frame)
            if frame is not self._paragraph:
                yield from self._begin(frame, is_turn)
            self._lines += 1
            texts, words = match.game.texts, self._log[at]
            text = texts.line(words, self.lang, match.names)
            yield Line(text, inside=is_turn, reader=texts.reader(words))
        self._told = len(self._log)

    @property
    def rounds(self) -> int:
        """How many rounds have begun, as far as sentences have been said."""
        return max(self._had.values(), default=self._called)

    def _is_turn(self, frame: Frame) -> bool:
        return self.match.game.points[frame[0]].label in self.turns

    def _count(self, turn: Frame, called: Frame) -> None:
        """Counts a turn that begins; `called` is what `play` has called, the turn or an effect around it."""
        if self.beginner is None:
            self.beginner = int(turn[1])
        if turn is called:
            self._had[turn[1]] += 1
        elif called is not self._around:
            self._around = called
            self._called += 1

    def _begin(self, frame: Frame | None, is_turn: bool) -> Iterator[Line]:
        """A new paragraph. Those of one line stand close together."""
        if is_turn and self._had and self.rounds > self._round:
            self._round = self.rounds
            tr = wording_of(self.match, self.lang)
            yield Line(tr("Round {n}", n=self._round), ROUND)
        elif self._lines > 1 or (self._lines and not is_turn):
            yield Line("", BREAK)
        self._paragraph = frame
        self._lines = 0
