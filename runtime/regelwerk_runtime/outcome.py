"""Outcomes of games: scores and ranks by the lines of `outcome`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .engine.engine import Engine


@dataclass(frozen=True)
class Outcome:
    """The end of a game.

    Attributes:
        scores: for each player the value of the first line of `outcome` (0 where a game has none).
        ranking: for each player the rank, from 1; ties share the better one, `(1, 1, 3)`.
        reason: `finish` (a rule ended the game) or `play ended` (there was nothing left to play).
    """

    scores: tuple[int, ...]
    ranking: tuple[int, ...]
    reason: str

    @property
    def winners(self) -> tuple[int, ...]:
        """The players of rank 1, ascending."""
        return tuple(p for p, rank in enumerate(self.ranking) if rank == 1)

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON data."""
        return {"scores": list(self.scores), "ranking": list(self.ranking), "reason": self.reason}


def outcome_of(engine: Engine) -> Outcome:
    """Scores and ranks as the state stands, whether or not the game is over.

    Raises:
        RuleError: a line of `outcome` breaks.
    """
    s = engine.s
    players = range(s.players)
    try:
        lines = [[(1 if way == "most" else -1, value(s, p)) for way, value in engine.game.outcome] for p in players]
    except Exception as error:
        raise engine.broken(error) from None
    marks = [tuple(sign * value for sign, value in line) for line in lines]
    return Outcome(
        scores=tuple(line[0][1] if line else 0 for line in lines),
        ranking=tuple(1 + sum(other > mark for other in marks) for mark in marks),
        reason=engine.reason,
    )
