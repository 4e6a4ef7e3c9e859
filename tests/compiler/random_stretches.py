"""The second implementation of shuffled piles with explicit chance: cards in groups whose order nobody knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Generator
from fractions import Fraction

KINDS = {"axe": "Tool", "bow": "Tool", "cup": "Charm"}
"""The types of the cards, in the order of their declarations."""
ORDER = (*KINDS,)
PILES = ("deck", "waste", "hand[Player.first]", "hand[Player.last]")
Asked = tuple[int | None, list[str], list[Fraction] | None]
"""The player who is asked (none for nature), the keys, and the chances."""
Steps = Generator[Asked, int, None]


class BrokenError(Exception):
    """A broken rule."""


class Table:
    """Piles of cards from the bottom. A card is its kind and the group of cards with which it was shuffled; the cards
    of a group are in an unknown order, except those whose group is negative: they were looked at and lie among others.
    The cards of a mixed group lost some between which the known ones lay, so that nobody knows where these are now.
    """

    def __init__(self, copies: dict[str, int]) -> None:
        self.piles: dict[str, list[tuple[str, int]]] = {name: [] for name in PILES}
        self.piles["deck"] = [(kind, 0) for kind, count in copies.items() for _ in range(count)]
        self.n, self.groups, self.log = 0, 0, list[str]()
        self.mixed = set[int]()

    def known(self, pile: str) -> bool:
        self._forget()
        mixed = any(abs(group) in self.mixed for _, group in self.piles[pile])
        return not mixed and all(group <= 0 for _, group in self._settled(pile))

    def _forget(self) -> None:
        """Known cards at the ends of a group leave it, and the last unknown card is known too."""
        for cards in self.piles.values():
            for group in {abs(group) for _, group in cards} - {0}:
                members = [at for at, (_, one) in enumerate(cards) if abs(one) == group]
                unknown = [at for at in members if cards[at][1] == group]
                if len(unknown) == len(members):
                    self.mixed.discard(group)
                if not unknown or (len(unknown) == 1 and group not in self.mixed):
                    unknown = [len(cards)]
                    self.mixed.discard(group)
                if group not in self.mixed:
                    for at in members:
                        if not unknown[0] <= at <= unknown[-1]:
                            cards[at] = cards[at][0], 0

    def _mix(self, pile: str, group: int) -> None:
        """Cards of a group have left it, nobody knows from where."""
        if {group, -group} <= {one for _, one in self.piles[pile]}:
            self.mixed.add(group)

    def _settled(self, pile: str) -> list[tuple[str, int]]:
        """The cards; those in a group of equal cards are known."""
        cards = self.piles[pile]
        kinds: dict[int, set[str]] = {}
        for kind, group in cards:
            kinds.setdefault(group, set()).add(kind)
        return [(kind, 0 if len(kinds[group]) == 1 else group) for kind, group in cards]

    def listed(self, pile: str) -> list[str]:
        """The kinds of the cards, from the bottom; within a group, in the order of declarations."""
        self._forget()
        cards = self.piles[pile]
        kinds = {group: sorted((kind for kind, one in cards if one == group), key=ORDER.index) for _, group in cards}
        return [*dict.fromkeys(kinds[group].pop(0) if group > 0 else kind for kind, group in cards)]

    def shuffle(self, pile: str) -> None:
        self.groups += 1
        self.piles[pile] = [(kind, self.groups) for kind, _ in self.piles[pile]]

    def move_all(self, source: str, to: str, *, below: bool, kinds: Collection[str] = ORDER) -> None:
        self._forget()
        moved = [card for card in self.piles[source] if card[0] in kinds]
        self.piles[source] = [card for card in self.piles[source] if card[0] not in kinds]
        new: dict[int, int] = {0: 0}
        for group in {abs(group) for _, group in moved} - {0}:  # they leave the rest of their group
            self.groups += 1
            new[group], new[-group] = self.groups, -self.groups
            if group in self.mixed or any(one == group for _, one in self.piles[source]):
                self.mixed.add(self.groups)
            if any(one == group for _, one in moved):
                self._mix(source, group)
        cards = [(kind, new[group]) for kind, group in moved]
        self.piles[to] = [*reversed(cards), *self.piles[to]] if below else [*self.piles[to], *cards]

    def put(self, card: tuple[str, int], to: str, *, below: bool) -> None:
        self.piles[to].insert(0 if below else len(self.piles[to]), card)

    def settle(self, pile: str, end: int) -> Steps:
        """Decides which card lies at an end or at another place if it is unknown.

        Raises:
            BrokenError: it was known, but nobody knows where it is.
        """
        self._forget()
        cards = self.piles[pile]
        kind, group = cards[end]
        if abs(group) in self.mixed:
            raise BrokenError
        if group <= 0:
            return
        if self._settled(pile)[end][1] == 0:
            cards[end] = kind, -group
            return
        same = [kind for kind, one in cards if one == group]
        counts = Counter(same)
        kinds = [kind for kind in ORDER if counts[kind]]
        index = yield None, kinds, [Fraction(counts[kind], len(same)) for kind in kinds]
        there = cards.index((kinds[index], group))  # anywhere in its group, where it changes places
        cards[there], cards[end] = cards[end], (kinds[index], -group)

    def end(self, pile: str, end: int) -> str:
        """The card at an end, which is known.

        Raises:
            BrokenError: it is not known.
        """
        self._forget()
        kind, group = self.piles[pile][end]
        if group > 0 or -group in self.mixed:
            raise BrokenError
        return kind

    def take(self, pile: str, at: int) -> str:
        """Removes a card, wherever it lies."""
        self._forget()
        kind, group = self.piles[pile].pop(at)
        if group > 0:
            self._mix(pile, group)
        return kind
