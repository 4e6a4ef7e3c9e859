"""A match that is told as it goes: sentences come out a line each, in paragraphs, with a heading for each round.

What `play` calls and can stop in is a paragraph. It is a turn where the effect's first parameter is a player; when each
player has had a turn, a round is over.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace

from regelwerk_runtime.engine import Engine
from regelwerk_runtime.errors import RuleError
from regelwerk_runtime.game import Frame, Words
from regelwerk_runtime.match import Match

from .wording import wording_of

LINE, ROUND, BREAK = "line", "round", "break"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a log.

    Attributes:
        text: what it says.
        kind: `line`, `round` for the heading of a round, `break` between paragraphs.
        inside: whether a line belongs to a turn.
    """

    text: str
    kind: str = LINE
    inside: bool = False


class _Log(list[Words]):
    """Sentences, each with the effect called by `play` during which it was said.

    Attributes:
        frames: that effect for each sentence, or None.
        begun: the effects that `play` called, with the number of sentences said before.
    """

    def __init__(self, engine: Engine) -> None:
        super().__init__()
        self.stack = engine.stack
        self.frames: list[Frame | None] = []
        self.begun: deque[tuple[int, Frame]] = deque()
        engine.log = self
        engine.call = self.call

    def append(self, words: Words) -> None:
        super().append(words)
        self.frames.append(self.stack[1] if len(self.stack) > 1 else None)

    def call(self, frame: Frame) -> None:
        """In place of the engine's own: the same, and noted."""
        if len(self.stack) == 1:
            self.begun.append((len(self), frame))
        self.stack.append(frame)


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
        self._log = _Log(self._engine)
        self._told = 0
        self._paragraph: Frame | None = None  # what the last line belongs to
        self._lines = 0  # of this paragraph
        self._had: Counter[int] = Counter()  # turns of each player
        self._round = 0  # under whose heading the last line stands
        if setup.given is not None:
            from regelwerk_runtime.given import apply_given

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
                _, begun = self._log.begun.popleft()
                if self._is_turn(begun):
                    self._had[begun[2]] += 1
            frame = self._log.frames[at]
            is_turn = self._is_turn(frame)
            if frame is not self._paragraph:
                yield from self._begin(frame, is_turn)
            self._lines += 1
            yield Line(match.game.texts.line(self._log[at], self.lang, match.names), inside=is_turn)
        self._told = len(self._log)

    def _is_turn(self, frame: Frame | None) -> bool:
        return frame is not None and self.match.game.labels[frame[0]] in self.turns

    def _begin(self, frame: Frame | None, is_turn: bool) -> Iterator[Line]:
        """A new paragraph. Those of one line stand close together."""
        rounds = max(self._had.values(), default=0)
        if is_turn and rounds > self._round:
            self._round = rounds
            tr = wording_of(self.match, self.lang)
            yield Line(tr("Round {n}", n=rounds), ROUND)
        elif self._lines > 1 or (self._lines and not is_turn):
            yield Line("", BREAK)
        self._paragraph = frame
        self._lines = 0
