"""Figures of the rules: unreached lines, options never chosen, and choices with a single option."""

from __future__ import annotations

from dataclasses import dataclass

from .batch import WHOLE, Batch
from .estimates import Distribution, Estimate

KINDS = ("effect", "option")
"""The kinds of lines; a tuple of plain words is written in SQL as it is in Python."""


@dataclass(frozen=True)
class Line:
    """A line of the rules.

    Attributes:
        line: `file:line`.
        kind: `effect` or `option`.
        name: the effect or ability that it belongs to; for an option its name.
    """

    line: str
    kind: str
    name: str


@dataclass(frozen=True)
class Reach:
    """The part of the rules that the games ran.

    Attributes:
        total, reached: numbers of lines of effects and of options, by kind.
        missed: those that no game reached.
        unchosen: options that were never taken, each with how often it was offered.
    """

    total: dict[str, int]
    reached: dict[str, int]
    missed: tuple[Line, ...]
    unchosen: tuple[tuple[Line, int], ...]


def reach(batch: Batch) -> Reach | None:
    """The lines of the batch; None if they were not written."""
    if not batch.has("lines"):
        return None
    known = f"kind IN {KINDS}"  # files of a stranger can say anything
    counts = batch.data.rows(
        f"SELECT kind, count(*), count(*) FILTER (reached) FROM lines WHERE {known} GROUP BY kind ORDER BY kind"
    )
    missed = batch.data.rows(
        f"SELECT line, kind, name FROM lines WHERE NOT reached AND {known} "
        "ORDER BY kind, split_part(line, ':', 1), try_cast(split_part(line, ':', 2) AS INTEGER), name"
    )
    return Reach(
        {kind: total for kind, total, _ in counts},
        {kind: reached for kind, _, reached in counts},
        tuple(Line(*row) for row in missed),
        _unchosen(batch) if batch.has("options") else (),
    )


def _unchosen(batch: Batch) -> tuple[tuple[Line, int], ...]:
    rows = batch.data.rows(
        "SELECT line, name, sum(offered)::BIGINT AS n FROM options WHERE name <> '' GROUP BY line, name "
        "HAVING sum(chosen) = 0 AND n > 0 ORDER BY n DESC, line, name"
    )
    return tuple((Line(line, "option", name), offered) for line, name, offered in rows)


@dataclass(frozen=True)
class Question:
    """A choice of the rules over all games.

    Attributes:
        line: `file:line`.
        asked: number of times it was asked.
        games: number of games in which it was asked.
        options: mean number of options.
        forced: share with a single option.
    """

    line: str
    asked: int
    games: int
    options: float
    forced: float


@dataclass(frozen=True)
class Choices:
    """The decisions of all games.

    Attributes:
        total, forced: numbers of all decisions and of those with a single option.
        share: the mean share of forced ones in a game.
        options: number of options of a choice; empty if decisions were not written.
        questions: the choices of the rules, most frequent first.
    """

    total: int
    forced: int
    share: Estimate
    options: Distribution
    questions: tuple[Question, ...]


def choices(batch: Batch) -> Choices | None:
    """The decisions of the games that did not break; None if nobody chose anything."""
    total, forced = batch.data.rows(
        f"SELECT coalesce(sum(decisions), 0)::BIGINT, coalesce(sum(forced), 0)::BIGINT FROM games WHERE {WHOLE}"
    )[0]
    if not total:
        return None
    mean = batch.distribution("forced / decisions", where=f"{WHOLE} AND decisions > 0").mean
    if not batch.has("decisions"):
        return Choices(total, forced, mean, Distribution(()), ())
    whole = f"decisions JOIN (SELECT game FROM games WHERE {WHOLE}) USING (game)"
    rows = batch.data.rows(
        "SELECT line, count(*) AS n, count(DISTINCT game), sum(options)::BIGINT, count(*) FILTER (options = 1) "
        f"FROM {whole} GROUP BY line ORDER BY n DESC, line"
    )
    return Choices(
        total,
        forced,
        mean,
        batch.distribution("options", whole, "true"),
        tuple(Question(line, n, games, options / n, single / n) for line, n, games, options, single in rows),
    )
