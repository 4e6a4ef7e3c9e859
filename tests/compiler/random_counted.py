"""Games at random played one by one, with events counted as the documentation of the tables defines them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from random_compare import turns
from random_endings import figure
from random_piles import CHEST, STALL
from random_rules import Rules
from random_values import CHIPS, LAND, PLAYER
from random_values import PLAYERS as PLAYERS_WORDS
from random_world import BOX, DECK, WASTE, BrokenError, LeftError, Piece, World
from regelwerk_runtime.bots.names import make_bots
from regelwerk_runtime.bots.seat import seat_of
from regelwerk_runtime.errors import RuleError
from regelwerk_runtime.match import Match
from regelwerk_runtime.tables.game import Game

PLAYERS = 3
OF_NOBODY = (*DECK, *WASTE, CHEST)
"""The piles that are decks if nobody sees their cards."""
MOST_CHOICES = 1_500
"""The greatest number of choices of a game; a batch with a longer one is not played."""

Choice = tuple[int, int, str]
"""The player who chose, the number of options, and the key."""
Holder = int | str
"""The place of a card: a player, or a pile of nobody."""


class LongError(Exception):
    """A game too long for a batch."""


@dataclass
class Lead:
    """The sole leader by the value: how often the leader changed, and since which choice the last one leads."""

    changes: int = 0
    now: int | None = None
    last: int | None = None
    since: int = 0
    broken: bool = False
    """Whether computing the value has broken a rule."""

    def look(self, values: list[Any], choices: int) -> None:
        self.broken |= any(isinstance(value, str) for value in values)
        if self.broken:
            return
        best = [at for at, value in enumerate(values) if value == max(values)]
        leader = best[0] if len(best) == 1 else None
        if leader == self.now:
            return
        self.now, self.since = leader, choices
        if leader is not None:
            self.changes += self.last not in (None, leader)
            self.last = leader


@dataclass
class Counted:
    """The counts of a game."""

    choices: list[Choice] = field(default_factory=list)
    rounds_of_choices: list[int] = field(default_factory=list)
    options: Counter[tuple[int, str, str]] = field(default_factory=Counter)
    """How often an option was offered or chosen, by the number of the choice, its name, and which of the two."""
    cards: Counter[tuple[str, int, str]] = field(default_factory=Counter)
    """How often a card was held, offered or chosen, by its key and the player."""
    decks: dict[str, list[int]] = field(default_factory=dict)
    """The cards in each deck at each choice and at the end."""
    facts: dict[tuple[int, str, int], int | None] = field(default_factory=dict)
    """The measures by the round at whose end they are read."""
    turns: int = 0
    rounds: int = 0
    lead: Lead | None = None
    outcome: Any = None
    error: str = ""
    whole: bool = True
    """Whether the second implementation followed to the end; only it knows copies, turns and rounds."""

    @property
    def turns_of_choices(self) -> int:
        """How often the choosing player changed."""
        seats = [seat for seat, _, _ in self.choices]
        return sum(at == 0 or seats[at - 1] != seat for at, seat in enumerate(seats))


class Counting:
    """Counts a game, beside which the second implementation plays."""

    def __init__(self, rules: Rules) -> None:
        seats = rules.frame.kinds[PLAYER]
        rules.frame.kinds[PLAYER] = seats._replace(words=PLAYERS_WORDS)  # players of batches have no names of their own
        self.rules, self.found, self.w = rules, Counted(), World.begun(rules.frame)
        self.w.turn = self._begins
        self.play = turns(rules, self.w)
        self.where: dict[int, Holder] = {}
        self.named: set[str] = set()
        """The cards named by the last choice."""
        self.cards = [*range(len(rules.frame.cards)), *(CHIPS + chip for chip in range(len(rules.frame.chips)))]
        values = [measure.value for measure in rules.measures if measure.name == "value"]
        self.value = values[0] if values else None
        self.found.lead = Lead() if self.value else None

    def step(self, match: Match, index: int | None) -> None:
        """Makes the same choice in the second implementation, and records where everything lies."""
        self.w.heard, self.w.rounds = match.log(), 0
        self.w.acted.clear()
        try:
            self.play.send(index)  # type: ignore[arg-type]  # None begins
        except StopIteration:
            pass
        except (BrokenError, LeftError):
            self.found.whole = False
        self._count_acted()
        self._look()

    def _count_acted(self) -> None:
        """Counts the cards that acted in the course of the last choice, or before the first one.

        They count for those with whom they lay before. One that lay with nobody counts for who chose, if by its name.
        """
        player = self.found.choices[-1][0] if self.found.choices else -1
        acted = set[tuple[str, int]]()
        for card in self.w.acted:
            key, holder = self.rules.frame.card(card).key, self.where.get(card, "")
            acted.add((key, holder if isinstance(holder, int) else player if key in self.named else -1))
        for key, seat in acted:
            self.found.cards[key, seat, "acted"] += 1

    def _begins(self, player: int) -> None:
        """A turn begins, so a round may end."""
        found, players = self.found, self.rules.frame.kinds[PLAYER].numbers
        if player == players[0]:
            if found.rounds:
                self.read(found.rounds)
            found.rounds += 1
        found.turns += 1
        self.lead()

    def lead(self) -> None:
        """Reads the leader."""
        if self.value is not None and self.found.lead is not None:
            players = self.rules.frame.kinds[PLAYER].numbers
            values = [self._figure(partial(self.value, self.w, player)) for player in players]
            self.found.lead.look(values, len(self.found.choices))

    def read(self, number: int) -> None:
        """Reads all measures at the end of a round."""
        for name, of_player, value in self.rules.measures:
            for seat in range(PLAYERS) if of_player else [-1]:
                meant = self._figure(partial(value, self.w, seat if of_player else None))
                self.found.facts[number, name, seat] = None if isinstance(meant, str) else meant

    def _figure(self, value: Any) -> int | str:
        before, self.w.rounds = self.w.rounds, 0
        meant = figure(value)
        self.w.rounds = before
        self.found.whole &= meant != "left"
        return meant

    def _look(self) -> None:
        """Records decks, and the place of each card."""
        w, found, seen = self.w, self.found, self.rules.frame.seen
        decks = {at: cards for at, cards in w.piles.items() if at[0] in OF_NOBODY and seen.get(at[0]) == "nobody"}
        for at, cards in decks.items():
            name = f"{at[0]}[{self.rules.frame.key(LAND, at[1])}]" if len(at) > 1 else at[0]
            found.decks.setdefault(name, []).append(len(cards))
        now, secret = {card: self._holder(card) for card in self.cards}, {*BOX, *(at[0] for at in decks)}
        for card, here in now.items():
            before, key = self.where.get(card, ""), self.rules.frame.card(card).key
            if isinstance(here, int):
                found.cards[key, here, "held"] += here != before
            elif here not in secret and (before in secret or not self.where):
                found.cards[key, -1, "held"] += 1
        self.where = now

    def _holder(self, card: int) -> Holder:
        """The player or place that holds a card."""
        if card >= CHIPS:
            player = self.w.camp_of(card - CHIPS)
            return player if player is not None else "mix" if card in self.w.mixed else "box"
        at = self.w.lies(Piece(card))
        return int(at[1]) if at[0] in ("hand", STALL) else str(at[0])


def counted(rules: Rules, game: Game, seed: int, names: tuple[str, ...]) -> Counted:
    """Plays a game by itself.

    Raises:
        LongError: it is too long.
    """
    counting, bots = Counting(rules), make_bots(names, PLAYERS, seed)
    found, index = counting.found, None
    try:
        match = Match.start(game, PLAYERS, seed, bots=names)
        while (decision := match.decision) is not None:
            counting.step(match, index)
            assert decision.player is not None
            index = bots[decision.player].choose(seat_of(match))
            number, options = len(found.choices), decision.options
            for option in options:
                found.options.setdefault((number, option.name, "offered"), 1)
            found.options[number, options[index].name, "chosen"] = 1
            for word, some in (("offered", options), ("chosen", [options[index]])):
                named = {one.key for option in some for one in option.args if one.kind == "card" and one.number >= 0}
                found.cards.update((key, decision.player, word) for key in named)
                counting.named = named  # at the end those of the chosen option
            found.choices.append((decision.player, len(options), decision.keys[index]))
            found.rounds_of_choices.append(found.rounds)
            if len(found.choices) > MOST_CHOICES:
                raise LongError
            match.choose(index)
        counting.step(match, index)
        found.outcome = match.outcome
        counting.lead()
        counting.read(found.rounds)
    except RuleError as error:
        found.error = str(error)
        found.whole = False
    return found
