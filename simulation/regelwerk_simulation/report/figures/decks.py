"""Figures of the decks: how often and when they run out."""

from __future__ import annotations

from dataclasses import dataclass

from .batch import WHOLE, Batch
from .estimates import Distribution, Estimate, share


@dataclass(frozen=True)
class Deck:
    """A deck in all games in which it has cards at the beginning.

    Attributes:
        name: its name in the sources.
        first: number of cards at the beginning.
        least: the fewest cards in the course of a game.
        empty: share of the games in which it ran out.
        rounds: the rounds in which it first did.
        grown: how often per game it had more cards than before.
    """

    name: str
    first: Distribution
    least: Distribution
    empty: Estimate
    rounds: Distribution
    grown: Distribution


def decks(batch: Batch) -> tuple[Deck, ...]:
    """The decks with cards at the beginning, those that run out most often first."""
    if not batch.has("decks"):
        return ()
    rows = f"(SELECT decks.* FROM decks JOIN games USING (game) WHERE {WHOLE} AND first > 0)"
    values = {
        name: batch.distributions("deck", sql, rows, "true")
        for name, sql in {
            "first": "first",
            "least": "least",
            "empty": "(empty IS NOT NULL)::INTEGER",
            "rounds": "nullif(empty, 0)",
            "grown": "grown",
        }.items()
    }
    found = []
    for name, first in values["first"].items():
        ran_out = share(values["empty"][name].between(1, 2), first.size)
        assert ran_out is not None
        rounds = values["rounds"].get(name, Distribution(()))
        found.append(Deck(name, first, values["least"][name], ran_out, rounds, values["grown"][name]))
    return tuple(sorted(found, key=lambda deck: (-deck.empty.value, deck.name)))
