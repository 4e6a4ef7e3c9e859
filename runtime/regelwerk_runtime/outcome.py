"""Outcomes of games: scores and ranks from the lines of `outcome`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .engine.engine import Engine
    from .tables.game import Game


@dataclass(frozen=True)
class Outcome:
    """The end of a game.

    Attributes:
        scores: for each player the value of the first line of `outcome` (0 if there is none). If all win or lose
            together, that of the line after the condition; without one, 1 for winning and 0 for losing.
        ranking: for each player the rank, from 1; ties share the better one, `(1, 1, 3)`. If all win or lose together,
            all have 1 or 2.
        reason: `finish` (a rule ended the game) or `play ended` (nothing was left to play).
    """

    scores: tuple[int, ...]
    ranking: tuple[int, ...]
    reason: str

    @property
    def winners(self) -> tuple[int, ...]:
        """The players of rank 1, ascending."""
        return tuple(p for p, rank in enumerate(self.ranking) if rank == 1)

    def to_dict(self) -> dict[str, object]:
        """Plain JSON data."""
        return {"scores": list(self.scores), "ranking": list(self.ranking), "reason": self.reason}


def is_together(game: Game) -> bool:
    """True if the players of a game win or lose together."""
    return any(way == "won" for way, _ in game.outcome)


def outcome_of(engine: Engine) -> Outcome:
    """Scores and ranks in the present state, whether or not the game is over.

    Raises:
        RuleError: a line of `outcome` breaks.
    """
    s = engine.s
    players = range(s.players)
    try:
        together = is_together(engine.game)
        values = [
            [int(value(s, p)) for p in (players if not together else range(1))] for _, value in engine.game.outcome
        ]
    except Exception as error:
        raise engine.broken(error) from None
    return ranked(engine.game, s.players, values, engine.reason)


def ranked(game: Game, players: int, values: Sequence[Sequence[int]], reason: str) -> Outcome:
    """Scores and ranks from the values of the lines of `outcome`: per line, the values of the players."""
    if is_together(game):
        won, *more = (line[0] for line in values)
        return Outcome((more[0] if more else won,) * players, (1 if won else 2,) * players, reason)
    signs = [1 if way == "most" else -1 for way, _ in game.outcome]
    marks = [tuple(sign * line[p] for sign, line in zip(signs, values, strict=True)) for p in range(players)]
    return Outcome(
        scores=tuple(values[0]) if values else (0,) * players,
        ranking=tuple(1 + sum(other > mark for other in marks) for mark in marks),
        reason=reason,
    )
