"""Figures of the cards: the fate of each, and the wins of players who held or played it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import Enum

from .batch import WHOLE, Batch
from .estimates import Estimate, discoveries, share, unlikely
from .seats import EXACT

ENOUGH = 20
"""Fewest players (or games, if all win together) for which a share of wins is given; fewer say nothing."""


class Fate(Enum):
    """The fate of a card in all games: the first of these that applies."""

    UNSEEN = "never drawn"
    UNPLAYABLE = "never playable"
    UNCHOSEN = "never chosen"
    UNUSED = "never used"
    """It has abilities that never ran, and was only chosen for something else, such as being discarded."""
    USED = "used"


@dataclass(frozen=True)
class Winning:
    """The wins of players with some property, compared with those of all players in the same seats.

    If all win or lose together, games replace players: those in which anybody has the property, compared with all.

    Attributes:
        size: the number of players, added up over games.
        wins: the share that they won.
        fair: the share that players in the same seats win on average in games with as many players, or the share of
            all games.
        chance: the probability of the difference by luck alone.
        marked: whether it remains after the correction for the number of cards.
    """

    size: int
    wins: Estimate
    fair: float
    chance: float
    marked: bool = False

    @property
    def distance(self) -> float:
        return self.wins.value - self.fair


@dataclass(frozen=True)
class CardFigures:
    """A card in all games.

    Attributes:
        key, type: the card and its type.
        acts: whether it has abilities; it is used when they run. Any other card is used when it is chosen.
        is_for_players: whether it has abilities or cards of its type are ever offered, unlike prizes.
        games: number of games in which anything happened to it.
        held, offered, chosen, acted: as in the table `cards`, over all games and players.
        shown: how often it came out of a deck to nobody.
        played: number of players who used it; of games in which it was used if all win or lose together.
        when_held, when_played: wins of those players, or games; None if there are too few.
    """

    key: str
    type: str
    acts: bool
    is_for_players: bool
    games: int
    held: int
    shown: int
    offered: int
    chosen: int
    acted: int
    played: int
    when_held: Winning | None
    when_played: Winning | None

    @property
    def uses(self) -> int:
        return self.acted if self.acts else self.chosen

    @property
    def fate(self) -> Fate:
        if self.uses:
            return Fate.USED
        if self.chosen:
            return Fate.UNUSED
        if self.offered:
            return Fate.UNCHOSEN
        if self.held and self.is_for_players:
            return Fate.UNPLAYABLE
        return Fate.USED if self.held or self.shown else Fate.UNSEEN


def types_of_cards(batch: Batch) -> Mapping[str, str]:
    """The types of all cards of the game, by key, from the facts of the batch."""
    found = batch.run.get("cards")
    return {str(key): str(kind) for key, kind in found.items()} if isinstance(found, dict) else {}


def card_figures(batch: Batch) -> tuple[CardFigures, ...]:
    """All cards, in the order of the game, with marks for those that stand out."""
    if not batch.has("cards"):
        return ()
    types, acting = types_of_cards(batch), frozenset(batch.listed("acting"))
    rows = {row[0]: row[1:] for row in batch.data.rows(_SUMS)}
    of_players = {
        row[0]: row[1:] for row in batch.data.rows(_WINS.format(used=_USED[batch.together]), [sorted(acting)])
    }
    offered_types = {types.get(key, "") for key, row in rows.items() if row[3]}
    found = []
    for key in dict.fromkeys([*types, *rows]):
        kind = types.get(key, "")
        games, held, shown, offered, chosen, acted = rows.get(key, (0,) * 6)
        holders, holders_won, holders_fair, users, users_won, users_fair = of_players.get(key, (0, 0, 0, 0, 0, 0))
        what = games, held, shown, offered, chosen, acted, int(users)
        winning = _winning(holders, holders_won, holders_fair), _winning(users, users_won, users_fair)
        found.append(CardFigures(key, kind, key in acting, key in acting or kind in offered_types, *what, *winning))
    return _marked(tuple(found))


_SUMS = f"""
    SELECT card, count(DISTINCT game), coalesce(sum(held) FILTER (seat >= 0), 0)::BIGINT,
        coalesce(sum(held) FILTER (seat < 0), 0)::BIGINT,
        sum(offered)::BIGINT, sum(chosen)::BIGINT, sum(acted)::BIGINT
    FROM cards JOIN (SELECT game FROM games WHERE {WHOLE}) USING (game) GROUP BY card ORDER BY card"""

_USES = f"""
    SELECT game, card, seat, held > 0 AND seat >= 0 AS held,
        CASE WHEN list_contains(?::VARCHAR[], card) THEN acted > 0 ELSE chosen > 0 END AS played
    FROM cards JOIN (SELECT game FROM games WHERE {WHOLE}) USING (game)"""

_USED = {
    False: f"""
    SELECT card, held, played, won::{EXACT} AS won, fair::{EXACT} AS fair
    FROM ({_USES}) JOIN (
        SELECT game, seat, won, avg(won) OVER (PARTITION BY players, seat) AS fair
        FROM seats JOIN (SELECT game, players FROM games) USING (game) WHERE won IS NOT NULL
    ) USING (game, seat)""",
    True: f"""
    SELECT card, bool_or(held) AS held, bool_or(played) AS played,
        any_value(winners > 0)::INTEGER::{EXACT} AS won,
        (SELECT avg((winners > 0)::INTEGER) FROM games WHERE {WHOLE})::{EXACT} AS fair
    FROM ({_USES}) JOIN (SELECT game, winners FROM games) USING (game) GROUP BY game, card""",
}
"""Cards and players who held or used them; cards and games if all win or lose together."""

_WINS = """
    SELECT card,
        count(*) FILTER (held), coalesce(sum(won) FILTER (held), 0), coalesce(sum(fair) FILTER (held), 0),
        count(*) FILTER (played), coalesce(sum(won) FILTER (played), 0), coalesce(sum(fair) FILTER (played), 0)
    FROM ({used}) GROUP BY card ORDER BY card"""


def _winning(size: int, won: Decimal, expected: Decimal) -> Winning | None:
    wins = share(won, size)
    if wins is None or size < ENOUGH:
        return None
    fair = float(expected) / size
    return Winning(size, wins, fair, unlikely(won, size, fair))


def _marked(cards: tuple[CardFigures, ...]) -> tuple[CardFigures, ...]:
    """The cards with marks for those that stand out among all."""
    held = discoveries([card.when_held.chance for card in cards if card.when_held])
    played = discoveries([card.when_played.chance for card in cards if card.when_played])
    marks_held, marks_played = iter(held), iter(played)
    return tuple(
        replace(
            card,
            when_held=card.when_held and replace(card.when_held, marked=next(marks_held)),
            when_played=card.when_played and replace(card.when_played, marked=next(marks_played)),
        )
        for card in cards
    )
