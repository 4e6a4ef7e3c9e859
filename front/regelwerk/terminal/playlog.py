"""The log of a match as it is played: a line for each sentence, in paragraphs, with a heading for each round.

Each turn is a paragraph, and so is each other effect that `play` calls. A round has a heading if `play` calls the
turns itself: an effect that is a round can say so.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace

from regelwerk_runtime.course import Course
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
        text: its text.
        kind: `line`, `round` for the heading of a round, `break` between paragraphs.
        inside: whether a line belongs to a turn.
        reader: the only player who may read it; None for everybody.
    """

    text: str
    kind: str = LINE
    inside: bool = False
    reader: int | None = None


class _Log(Course):
    """Sentences, each with its turn and round.

    Attributes:
        stamps: for each sentence, the frame of the turn in which it was said, else of the effect that `play` called, or
            None; and the number of the round, 0 for none.
    """

    def __init__(self, engine: Engine, turns: Collection[str]) -> None:
        super().__init__(engine, turns)
        self.stamps: list[tuple[Frame | None, int]] = []

    def append(self, words: Words) -> None:
        list.append(self, words)
        self.stamps.append((self.turn or self.called(), self.rounds if self.is_round_of_turns else 0))


class Teller:
    """Follows a match, choice by choice, and yields the new lines of its log."""

    def __init__(self, match: Match, turns: Collection[str] = (), lang: str | None = None) -> None:
        """Starts at the beginning of the match; the first `new_lines` yields everything until now.

        Args:
            match: the match to follow.
            turns: labels of the effects whose first parameter is a player.
            lang: language of the sentences.
        """
        self.match = match
        self.lang = lang
        setup = replace(match.setup, checked=False)
        self._engine = setup.engine()
        self._log = _Log(self._engine, turns)
        self._told = 0
        self._paragraph: Frame | None = None  # frame of the current paragraph
        self._lines = 0  # number of lines in this paragraph
        self._round = 0  # round of the last line
        if setup.given is not None:
            apply_given(self._engine, setup.given)
        self._engine.begin(setup=setup.given is None)

    def new_lines(self) -> Iterator[Line]:
        """The lines since the last call, in order; if the rules broke, those until then."""
        match, engine = self.match, self._engine
        past = match.engine.past
        with suppress(RuleError):
            while engine.count < match.engine.count:
                engine.play(past[engine.count])
        for at in range(self._told, len(self._log)):
            frame, number = self._log.stamps[at]
            is_turn = frame is not None and self._log.is_turn(frame)
            if frame is not self._paragraph:
                yield from self._begin(frame, is_turn, number)
            self._lines += 1
            texts, words = match.game.texts, self._log[at]
            text = texts.line(words, self.lang, match.names)
            yield Line(text, inside=is_turn, reader=texts.reader(words))
        self._told = len(self._log)

    def _begin(self, frame: Frame | None, is_turn: bool, number: int) -> Iterator[Line]:
        """Starts a new paragraph: a heading or a blank line, unless two turns have one line each."""
        if is_turn and number > self._round:
            self._round = number
            tr = wording_of(self.match, self.lang)
            yield Line(tr("Round {n}", n=self._round), ROUND)
        elif self._lines > 1 or (self._lines and not is_turn):
            yield Line("", BREAK)
        self._paragraph = frame
        self._lines = 0
