"""Simulations as read by a report: facts, names in one language, and the course of the games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

from regelwerk_dsl.characters import visible

from ...dataset import Dataset
from ...tables import GAMES, NAMES, RUN, SEATS
from .estimates import Distribution, Estimate, share

NEEDED = (GAMES.name, SEATS.name, NAMES.name, RUN.name)
"""Tables without which there is no report."""
WHOLE = "error IS NULL"
"""The games that did not break."""
LINE = " @ "
"""Separates the reason of a game's end from the line of the rules."""
LONGEST = 200
"""Most characters of a name in a report, in cells of tables and beside bars."""


Distributions: TypeAlias = Mapping[Any, Distribution]


def shown(text: object) -> str:
    """A text of a game as shown in a report."""
    told = visible(str(text))
    return told if len(told) <= LONGEST else f"{told[: LONGEST - 1]}…"


@dataclass(frozen=True)
class Batch:
    """A simulation and the names of things in it. Texts of the game are made visible here, for all outputs."""

    data: Dataset
    language: str

    def has(self, *tables: str) -> bool:
        """True if these tables were written."""
        return all(table in self.data.tables for table in tables)

    @cached_property
    def run(self) -> Mapping[str, object]:
        return self.data.run

    def fact(self, key: str) -> str:
        """A fact about the batch as text; "" if it is not known."""
        found = self.run.get(key)
        return shown(found) if found is not None else ""

    def listed(self, key: str) -> tuple[str, ...]:
        """A fact that is a list of texts."""
        found = self.run.get(key)
        return tuple(map(shown, found)) if isinstance(found, list) else ()

    @property
    def together(self) -> bool:
        """True if the players win or lose together, so that only games have results, not players."""
        return bool(self.run.get("together"))

    @property
    def variants(self) -> tuple[str, ...]:
        """The variants; files by name, without their folders."""
        found = self.run.get("variants")
        names = map(str, found if isinstance(found, list) else ())
        return tuple(shown(name.replace("\\", "/").rpartition("/")[2]) for name in names)

    @cached_property
    def _names(self) -> dict[tuple[str, str], str]:
        rows = self.data.rows("SELECT kind, key, text FROM names WHERE lang = ? AND text IS NOT NULL", (self.language,))
        return {(kind, key): shown(text) for kind, key, text in rows}

    @cached_property
    def _card_names(self) -> dict[str, str]:
        """Names of the cards; names shared by several cards are followed by the key."""
        named = {key: name for (kind, key), name in self._names.items() if kind == "card"}
        counts: dict[str, int] = {}
        for name in named.values():
            counts[name] = counts.get(name, 0) + 1
        return {key: name if counts[name] == 1 else f"{name} ({shown(key)})" for key, name in named.items()}

    def name(self, kind: str, key: str) -> str:
        """The name of something; its key if it has none."""
        found = self._card_names.get(key) if kind == "card" else self._names.get((kind, key))
        return found or shown(key)

    def has_name(self, kind: str, key: str) -> bool:
        return (kind, key) in self._names

    def distributions(self, key: str, value: str, source: str = GAMES.name, where: str = WHOLE) -> Distributions:
        """The values of an expression for each value of another, without NULL; both are trusted SQL."""
        rows = self.data.rows(
            f"SELECT k, v, count(*) FROM (SELECT {key} AS k, {value} AS v FROM {source} WHERE {where}) "
            "WHERE v IS NOT NULL GROUP BY k, v"
        )
        found: dict[Any, list[tuple[float, int]]] = {}
        for k, v, count in rows:
            found.setdefault(k, []).append((v, count))
        return {k: Distribution.of(counts) for k, counts in found.items()}

    def distribution(self, value: str, source: str = GAMES.name, where: str = WHOLE) -> Distribution:
        """The values of an expression, without NULL."""
        return self.distributions("0", value, source, where).get(0, Distribution(()))

    @cached_property
    def games(self) -> int:
        """The number of games that did not break."""
        return int(self.data.rows(f"SELECT count(*) FROM games WHERE {WHOLE}")[0][0])

    @cached_property
    def broken(self) -> tuple[tuple[str, int, int, int], ...]:
        """Errors: the first line of the message, the number of games it broke, number and seed of the first."""
        rows = self.data.rows(
            f"SELECT split_part(error, chr(10), 1) AS e, count(*), min(game), arg_min(seed, game) "
            f"FROM games WHERE NOT ({WHOLE}) GROUP BY e ORDER BY 2 DESC, e"
        )
        return tuple((shown(message), count, game, seed) for message, count, game, seed in rows)

    @cached_property
    def players(self) -> tuple[int, ...]:
        """The numbers of players that occur."""
        return tuple(row[0] for row in self.data.rows("SELECT DISTINCT players FROM games ORDER BY 1"))

    @cached_property
    def bots(self) -> tuple[str, ...]:
        """The bots that played."""
        return tuple(shown(row[0]) for row in self.data.rows("SELECT DISTINCT bot FROM seats ORDER BY 1"))

    @cached_property
    def seeds(self) -> frozenset[int]:
        return frozenset(row[0] for row in self.data.rows("SELECT seed FROM games"))

    @cached_property
    def course(self) -> Course:
        return _course(self)


@dataclass(frozen=True)
class Course:
    """The course of the games.

    Attributes:
        lengths: lengths by unit (`rounds`, `turns`, `decisions`), without units that the game does not have.
        ends: reasons for the end, with `LINE` and the line if any, number and share of games, most frequent first.
        lead_changes: number of changes of the lead in a game.
        settled: share of the decisions after which the winner led to the end.
        margin: lead of the first place.
        alone, shared, nobody: number of games with one winner, with several, with none.
        won: share of the games won by anybody.
        led: whether the game declares who leads.
    """

    lengths: Mapping[str, Distribution]
    ends: tuple[tuple[str, int, Estimate], ...]
    lead_changes: Distribution
    settled: Distribution
    margin: Distribution
    alone: int
    shared: int
    nobody: int
    won: Estimate

    @property
    def led(self) -> bool:
        return bool(self.settled)

    @property
    def measure(self) -> str:
        """The first measure of the length of a game."""
        return next(iter(self.lengths), "decisions")


def _course(batch: Batch) -> Course:
    lengths = {name: batch.distribution(name) for name in ("rounds", "turns", "decisions")}
    end = f"reason || coalesce('{LINE}' || ended, '')"
    rows = batch.data.rows(f"SELECT {end}, count(*) AS n FROM games WHERE {WHOLE} GROUP BY 1 ORDER BY n DESC, 1")
    settled = Distribution(()) if batch.together else batch.distribution("settled")
    winners = batch.distribution("least(winners, 2)")
    one, more = winners.between(1, 2), winners.between(2, 3)
    return Course(
        {name: found for name, found in lengths.items() if found and (found.most > 0 or name == "decisions")},
        tuple((reason, n, share(n, batch.games) or Estimate(0.0)) for reason, n in rows),
        batch.distribution("lead_changes") if settled else Distribution(()),
        settled,
        batch.distribution("margin"),
        one,
        more,
        winners.size - one - more,
        share(one + more, winners.size) or Estimate(0.0),
    )
