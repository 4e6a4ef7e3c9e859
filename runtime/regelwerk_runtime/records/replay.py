"""Replay of records; a misfit raises a record error that names the line."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, TypeVar

from ..errors import ChoiceError, GivenError, RecordError, RuleError
from .record import VERSION, entries

if TYPE_CHECKING:
    from ..match import Match
    from ..tables.game import Game

M = TypeVar("M", bound="Match")

LONGEST = 400
"""Most characters shown of a record's value; no key is longer."""


def replay(match_type: type[M], game: Game, lines: Iterable[str], to: int | None = None, anyway: bool = False) -> M:
    """Replay a record; returns the match after the last choice.

    Args:
        match_type: the class of the match.
        game: the game, made from the same sources unless `anyway`.
        lines: the record, with or without line ends.
        to: stop after this choice, counted from 1.
        anyway: replay choices as long as they are on offer even if the sources have changed, and ignore a truncated
            last line.

    Raises:
        RecordError: the record is empty, truncated, altered, or of another version, game or sources.
    """
    rows = [line.rstrip("\r\n") for line in lines]
    found = entries(rows, anyway)
    number, head = next(found, (0, {}))
    if not number:
        raise RecordError("the record is empty")
    match = _begin(match_type, game, number, head, anyway)
    for number, entry in found:
        if "key" in entry:
            if to is not None and match.number >= to:
                return match
            _choose(match, number, entry)
        elif "outcome" in entry:
            _compare(match, number, entry["outcome"], anyway)
            break
        elif "error" in entry:
            break
        else:
            raise RecordError("the line is neither a choice nor the outcome", number)
    for number, _ in found:
        raise RecordError("the record continues after its end", number)
    if to is not None and match.number < to:
        raise RecordError(f"the record has {match.number} choices, not {to}")
    return match


def is_of_explicit_chance(lines: list[str]) -> bool:
    """True if a record is of a match with explicit chance.

    Raises:
        RecordError: its first line cannot be read.
    """
    _, head = next(entries(lines, anyway=True), (0, {}))
    return head.get("chance") == "explicit"


def _begin(match_type: type[M], game: Game, number: int, head: dict[str, Any], anyway: bool) -> M:
    if "version" not in head:
        raise RecordError("the record has no header", number)
    if head["version"] != VERSION:
        raise RecordError(
            f"the record has version {_shown(head['version'])}, this program reads version {VERSION}", number
        )
    if head.get("game") != game.name:
        raise RecordError(f"this is a record of {_shown(head.get('game'))}, not of {game.name}", number)
    if head.get("source_hash") != game.source_hash and not anyway:
        raise RecordError("the sources of the game have changed since then (--anyway replays it nevertheless)", number)
    if (head.get("chance") == "explicit") != game.explicit:
        raise RecordError("recorded with another kind of chance", number)
    players, seed, names = head.get("players"), head.get("seed"), head.get("names") or []
    bots, given = head.get("bots") or [], head.get("given")
    if not isinstance(players, int) or not isinstance(seed, int):
        raise RecordError("the header lacks players or seed", number)
    if not _are_names(names) or not _are_names(bots):
        raise RecordError("the names or bots in the header are not texts", number)
    try:
        return match_type.start(game, players, seed, names=names, given=given, bots=bots)
    except (GivenError, ValueError) as error:
        raise RecordError(str(error), number) from None
    except RuleError as error:
        raise RecordError(f"the rules break before the first decision: {error.message}", number) from None


def _are_names(value: object) -> bool:
    """True for a list of texts without unpaired surrogates."""
    return isinstance(value, list) and all(
        isinstance(one, str) and not any("\ud800" <= char <= "\udfff" for char in one) for one in value
    )


def _choose(match: Match, number: int, entry: dict[str, Any]) -> None:
    decision = match.decision
    if decision is None:
        why = f"the rules broke: {match.error.message}" if match.error else "the game is over"
        raise RecordError(f"the record continues, but {why}", number)
    if entry.get("n") != match.number + 1:
        raise RecordError(f"choice {match.number + 1} is missing here, this is {_shown(entry.get('n'))}", number)
    if entry.get("player") != decision.player:
        raise RecordError(f"it is {_who(decision.player)}'s choice, not {_who(entry.get('player'))}'s", number)
    key = _shown(entry["key"])
    try:
        index = decision.index(key)
    except ChoiceError as error:
        near = get_close_matches(key, decision.keys, n=1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise RecordError(f"{error}{hint}", number) from None
    except RuleError as error:
        raise RecordError(f"the rules break at this decision: {error.message}", number) from None
    with suppress(RuleError):  # the record ends here too, and the match has the error
        match.choose(index)


def _shown(value: object) -> str:
    """A value of a record for messages and for comparison with keys: on one line, short and printable."""
    text = str(value)
    text = text if len(text) <= LONGEST else text[:LONGEST] + "…"
    return "".join(one if one.isprintable() else ascii(one)[1:-1] for one in text)


def _who(player: object) -> str:
    return "nature" if player is None else f"player {_shown(player)}"


def _compare(match: Match, number: int, outcome: object, anyway: bool) -> None:
    here = match.outcome
    if match.decision is not None:
        raise RecordError("the record ends here, but the game is not over", number)
    if not anyway and (here is None or here.to_dict() != outcome):
        raise RecordError("the outcome is not the one recorded", number)
