"""Records: lines of JSON that repeat a match. `Recorder` writes them during play.

Line 1 is the header, then follow a line for each choice and the outcome:

    {"version": 2, "game": …, "source_hash": …, "variants": […], "players": 3, "names": […], "seed": 7, "bots": […]}
    {"n": 1, "player": 0, "key": "sell(asia, black)", "text": "Sell 2 black in Asia for 2,000"}
    {"outcome": {"scores": […], "ranking": […], "reason": "finish"}}

The header has "given" if a position was given, and "chance": "explicit" if nature's choices are recorded too, with the
player null. The last line of a match ended by a rule error is {"error": …}; a match that is not over has no such line.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, TextIO

from ..decision import Decision
from ..errors import RecordError, RuleError

if TYPE_CHECKING:
    from ..engine.engine import Engine
    from ..match import Match
    from .starting import Setup

VERSION = 2


def is_record(head: bytes) -> bool:
    """True if a file with this beginning is a record."""
    return head.startswith(b'{"version": ')


def header(setup: Setup) -> dict[str, Any]:
    """The first line of a record as data."""
    game = setup.game
    head: dict[str, Any] = {
        "version": VERSION,
        "game": game.name,
        "source_hash": game.source_hash,
        "variants": list(game.variants),
        "players": setup.players,
        "names": list(setup.names),
        "seed": setup.seed,
        "bots": list(setup.bots),
    }
    if game.without:
        head["without"] = list(game.without)
    if game.explicit:
        head["chance"] = "explicit"
    if setup.given is not None:
        head["given"] = setup.given
    return head


def choice_entry(engine: Engine, index: int, names: tuple[str, ...]) -> dict[str, Any]:
    """The line of a choice as data, before it is made."""
    decision = Decision(engine, names)
    option = decision.options[index]
    return {"n": engine.count + 1, "player": decision.player, "key": option.key, "text": option.text}


def end_entry(match: Match) -> dict[str, Any] | None:
    """The last line as data; None while the game is not over."""
    if match.engine.options:
        return None
    outcome = match.outcome
    return {"error": "the rules broke"} if outcome is None else {"outcome": outcome.to_dict()}


def line_of(entry: dict[str, Any]) -> str:
    """The line of an entry."""
    return json.dumps(entry, ensure_ascii=False)


def record_lines(match: Match) -> list[str]:
    """The record of a match so far, without line ends.

    Raises:
        RecordError: the match is a guess, or its choices do not fit the game.
    """
    if match.setup.guessed:
        raise RecordError("a guess has no record: it does not know how the match began")
    lines = [line_of(header(match.setup))]
    engine = match.walk_choices(lambda engine, index: lines.append(line_of(choice_entry(engine, index, match.names))))
    if engine.count != match.number:
        raise RecordError("the choices of this match do not fit the game: it was loaded from altered bytes")
    end = end_entry(match)
    if end is not None:
        lines.append(line_of(end))
    return lines


class Recorder:
    """Writes the record of a match line by line, so that a crash loses nothing.

    Call its `choose` instead of the match's own.
    """

    def __init__(self, match: Match, file: TextIO) -> None:
        """Writes the record so far.

        Raises:
            RecordError: the match is a guess.
        """
        self.match = match
        self.file = file
        for line in record_lines(match):
            self._write(line)

    def choose(self, index: int) -> None:
        """Records and takes the option with this index; after the last choice writes the outcome.

        Raises:
            ChoiceError: there is no such option.
            RuleError: the rules broke; the record says so.
        """
        index = self.match.index_of(index)
        self._write(line_of(choice_entry(self.match.engine, index, self.match.names)))
        try:
            self.match.choose(index)
            end = end_entry(self.match)
        except RuleError as error:
            self._write(line_of({"error": error.message}))
            raise
        if end is not None:
            self._write(line_of(end))

    def _write(self, line: str) -> None:
        self.file.write(line + "\n")
        self.file.flush()


def entries(lines: list[str], anyway: bool = False) -> Iterator[tuple[int, dict[str, Any]]]:
    """The entries of a record with their line numbers from 1; blank lines are skipped.

    Args:
        lines: the record.
        anyway: end before the last line if it is truncated.

    Raises:
        RecordError: a line is truncated or not an entry.
    """
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            entry = json.loads(line)
        except (ValueError, RecursionError):
            if number < len(lines):
                raise RecordError("the line is not JSON", number) from None
            if anyway:
                return
            raise RecordError("the line is truncated (--anyway replays up to there)", number) from None
        if not isinstance(entry, dict):
            raise RecordError("the line is not an entry of a record", number)
        yield number, entry
