"""Sampling of hidden information: engines that fit what one player sees, with the rest drawn at random.

Cards that he does not see change places with each other within their card type, since backs differ. Hidden numbers are
redrawn: an array that its owners see keeps each owner's sum; everything else is uniform within its range. The answers
of others in a simultaneous choice are drawn from those they could give. An invariant that examines each card of a zone
by itself restricts the cards dealt there (`Game.by_card`), and one that says what a hidden variable is gives its value
(`Game.derived`). If drawn values break another invariant, the guess is discarded; every fourth attempt changes them,
from the second time on cards too, until none is broken (`settling`). Some hidden cards stay where they are: those on
offer, to others too, those whose ability is running, and those noted in a variable that he sees or remembers.

Everything else is drawn from the seed and from what the player sees, not from the truth, with three fallbacks if no
draw fits in `TRIES` attempts: the true hidden numbers change places with each other, and are then changed at random as
far as the invariants allow; then they change places even if an invariant breaks; finally the guess is the truth.
`Setup.gave_up` says which one was needed; an invariant that the truth breaks too may be broken without another attempt.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, partial
from itertools import groupby
from typing import TYPE_CHECKING, Any

from ..decision import described
from ..engine.bags import in_one_order
from ..engine.chance import SeedLuck, Stream, key_of, mix, thrown
from ..engine.checking import Loaded
from ..engine.engine import NATURE, Engine
from ..engine.primitives import DECLINE
from ..engine.rolling import PLACES
from ..engine.state import bits, forget_all, mask, veil
from ..engine.zones import begin_anew
from ..errors import RuleError
from ..tables.game import All, CardRef, Int, SetOf, Var
from ..tables.layout import PLAYER
from .dealing import dealt, fitting, guides_of, holds_in, lay, renamed
from .derived import derived_of
from .numbers import Cell, drawn, owner_dim
from .settling import Settling, Spot, spots_of
from .view import hidden_zones, sees, veiled_cards

if TYPE_CHECKING:
    from ..engine.state import BaseState
    from ..tables.game import Frame, Key, Site, Words

TRIES = 64
"""Attempts with freely drawn numbers."""
SETTLED = 4
"""Every fourth attempt changes numbers that break an invariant until they do not."""
EXCHANGED = 4
"""Attempts before cards may change places for that, too."""
LAST_TRIES = 8
"""Further attempts in which hidden values only change places."""


class Guess:
    """The guesses of one player at one position.

    Args:
        engine: the truth; it is not changed, and must not be changed by others.
        player: the player who guesses.
        own: keys and words of the pending options, if they are his.
    """

    def __init__(self, engine: Engine, player: int, own: tuple[tuple[Key, Words], ...] | None) -> None:
        self.engine = engine
        self.game = engine.game
        self.player = player
        self.own = own
        self.is_loaded = isinstance(engine, Loaded)  # it may offer more than the rules do
        self.hidden = self._hidden()
        self.secret_vars = [entry for entry in self.game.tables.secret_vars if self._cells(entry)]
        self.later_vars = [entry for entry in self.secret_vars if self._is_note(entry) or entry.while_in]
        self.spots = [] if self.later_vars else spots_of(self.game, self.engine.s, self.hidden)
        self.guides = guides_of(self.game, self.engine.s, [zone for zone, cards in self.hidden if cards])
        self.fits: dict[tuple[int, str], list[int]] = {}
        invariants = [partial(holds_in, holds) for _, holds, _ in self.game.invariants]
        self.kept = [holds for holds in invariants if holds(self.engine.s)]
        self.given_up = [holds for holds in invariants if holds not in self.kept]  # the truth breaks them
        self.derived = derived_of(self.game, self.engine.s, invariants, self.kept, self._knows)
        self.breaks = False  # whether the last attempt broke an invariant

    def sample(self, seed: int) -> tuple[Engine, int, str]:
        """An engine at the same point of play that fits what the player sees, its luck's seed, and what it gave up.

        The seed selects one guess among many. What was given up is "" (nothing), "numbers", "invariants" or "truth", as
        in `Setup.gave_up`.
        """
        key = key_of(f"guess {seed} by {self.player} at {self.engine.count}")
        for attempt in range(TRIES + 2 * LAST_TRIES):
            stream = Stream(mix(key ^ (attempt + 1)))
            free, strict = attempt < TRIES, attempt < TRIES + LAST_TRIES
            settles = not free or attempt % SETTLED == SETTLED - 1
            new = self.attempt(stream, free, strict, settles, self.spots if attempt >= EXCHANGED else [])
            if new is not None:
                broken = self.breaks or not strict
                gave_up = "invariants" if broken else "" if free or not self.secret_vars else "numbers"
                break
        else:
            new, gave_up = self.engine.copy(), "truth"  # his own options reveal so much that nothing else fits
        new.luck = SeedLuck(key, self.game.tables.luck.die_keys)
        return new, key, gave_up

    def attempt(self, stream: Stream, free: bool, strict: bool, settles: bool, spots: Sequence[Spot]) -> Engine | None:
        """A guess; None if it would change the player's own options or, if `strict`, breaks an invariant that holds.

        Args:
            stream: what is drawn from.
            free: hidden values are drawn; otherwise the true ones change places.
            strict: invariants hold.
            settles: values that break an invariant, and those that are not drawn, are changed at random (`Settling`).
            spots: where cards change places for that, too.
        """
        new = self.engine.copy()
        for entry in self.secret_vars:
            if entry not in self.later_vars and entry not in self.derived.vars:
                self._fill(new.s, entry, {}, stream, free)
        moved = self._place_cards(new.s, stream)
        self._carry(new.s, moved)
        for entry in self.later_vars:
            self._fill(new.s, entry, moved, stream, free)
        holds = self.derived.fill(new.s) and all(holds(new.s) for holds in self.kept)
        if settles and strict and (self.settled or spots) and not (holds and free):
            draw, follow = partial(self._draw, s=new.s, stream=stream), partial(self._follow, new.s, moved)
            checks = self.derived.checks(self.kept)
            holds = Settling(new.s, self.settled, spots, moved, draw, follow, checks, stream).settle()
        if strict and not (holds and self._sees_the_same(new.s)):
            return None
        self.breaks = not (holds and all(holds(new.s) for holds in self.given_up))
        if moved:
            new.stack[:] = [self._with_cards(frame, moved) for frame in new.stack]
        if new.site == NATURE:
            return self._nature_again(new)
        if new.options and not self._answer_again(new, stream):
            return None
        if self.own is not None and (moved or self.secret_vars or self.is_loaded) and not self._same_options(new):
            return None
        return new

    # ---- cards
    def _with_cards(self, frame: Frame, moved: Mapping[int, int]) -> Frame:
        """A frame in which cards are replaced by those in their places."""
        kinds = self.game.points[frame[0]].values.values()
        return (frame[0], *[renamed(value, kind, moved) for value, kind in zip(frame[1:], kinds, strict=True)])

    def _hidden(self) -> list[tuple[int, list[int]]]:
        """Zones with the cards in them that the player neither sees nor otherwise knows."""
        s, count = self.engine.s, len(self.engine.s.piles)
        found = []
        for zone in hidden_zones(self.game, s, self.player):
            found.append((zone, list(s.piles[zone]) if zone < count else [s.places[zone - count]]))
        veiled = veiled_cards(s)
        if veiled:
            found.append((0, list(veiled)))
        known = self._known({card for _, cards in found for card in cards}) if found else set()
        if known:
            found = [(zone, [card for card in cards if card not in known]) for zone, cards in found]
        return found

    def _known(self, hidden: set[int]) -> set[int]:
        """Hidden cards that the player knows: on offer to him, or noted in what he sees or remembers."""
        known: set[int] = set()
        tables, s = self.game.tables, self.engine.s
        for entry in tables.vars:
            if not self._is_note(entry):
                continue
            is_set = isinstance(entry.type, SetOf)
            if isinstance(entry.seen, All):
                seen = tables.places(entry.dims, s.players)
            else:
                indices = tables.indices(entry.dims, s.players)
                seen = tuple([tables.flat(entry.dims, i) for i in indices if self._knows(entry, i, s)])
            for at in seen:
                noted = Cell(entry, at).read(s)
                known.update(bits(noted) if is_set else (noted,))
        for frame in self.engine.stack:
            if "this" in self.game.points[frame[0]].values:
                known.add(frame[1])  # the card whose ability is running
        if self.engine.site >= 0 and (self.own is not None or not self.game.sites[self.engine.site].simultaneous):
            known |= self._offered(hidden)
        return known & hidden

    def _offered(self, hidden: set[int]) -> set[int]:
        """Hidden cards among the pending options.

        Cards on offer to others must stay too: it is unknown what they could do with other cards.
        """
        site, frame = self.game.sites[self.engine.site], self.engine.stack[-1]
        kinds = site.kinds
        found: set[int] = set()
        if site.several is not None:  # cards that he has chosen, or may choose next
            noted = zip(self.game.points[frame[0]].values.values(), frame[1:], strict=True)
            found.update(card for kind, value in noted if kind == "cards" for card in bits(value))
        for option in self.engine.options:
            if isinstance(option, tuple):
                values = zip(kinds[option[0]], option[1:], strict=True)
                found.update(value for kind, value in values if kind == "card")
            elif kinds == "card":
                found.add(option)
        return found & hidden

    def _place_cards(self, s: BaseState, stream: Stream) -> dict[int, int]:
        """Exchanges hidden cards; returns for each card the one now in its former place."""
        types = self.game.tables.card_type_of
        by_type: dict[str, list[tuple[int, int]]] = {}
        for zone, cards in self.hidden:
            for card in cards:
                by_type.setdefault(types[card], []).append((zone, card))
        moved: dict[int, int] = {}
        if self.guides:
            for zone, _ in self.hidden:
                lay(s, zone, ())
        for card_type in sorted(by_type):
            zones = [zone for zone, _ in by_type[card_type]]
            lying = [card for _, card in by_type[card_type]]
            allowed = {zone: self._allowed(s, zone, card_type, sorted(lying)) for zone in dict.fromkeys(zones)}
            moved.update(zip(lying, dealt(sorted(lying), zones, allowed, stream), strict=True))
        true, piles = self.engine.s, s.piles
        for zone, cards in self.hidden:
            if zone == 0 and cards:
                veil(s, mask(moved.get(card, card) for card in veiled_cards(true)))
            # all cards that were there: the guides emptied the zones, including those with known cards
            there = true.piles[zone] if zone < len(piles) else (true.places[zone - len(piles)],)
            lay(s, zone, [moved.get(card, card) for card in there])
        for old, card in moved.items():
            s.where[card] = true.where[old]
        for bag in s.bags:
            piles[bag.zone] = in_one_order(piles[bag.zone], [bag])
        return moved

    def _allowed(self, s: BaseState, zone: int, card_type: str, cards: list[int]) -> list[int]:
        """The hidden cards of a type that may be in a zone, by the invariants that examine each card by itself."""
        if self.secret_vars or (zone, card_type) not in self.fits:
            for holds in self.guides.get(zone, ()):
                cards = fitting(s, zone, cards, holds)
            self.fits[zone, card_type] = cards
        return self.fits[zone, card_type]

    def _follow(self, s: BaseState, moved: Mapping[int, int]) -> bool:
        """After a change: what depends on the places of cards, and on hidden values; False if it cannot be computed."""
        if self.spots:
            self._carry(s, moved)
        return self.derived.fill(s)

    def _carry(self, s: BaseState, moved: Mapping[int, int]) -> None:
        """Keeps the values that cards have in some zones with the place of each card."""
        for kept in self.game.tables.kept:
            for old, card in moved.items():
                if card in kept.cards:
                    row = kept.of(self.engine.s, old)
                    begin_anew(getattr(s, kept.entry.slot), kept.cards.start, row, (card,))
        forget_all(s)

    # ---- numbers
    def _cells(self, entry: Var, s: BaseState | None = None) -> list[Cell]:
        """The values of a variable that the player neither sees nor remembers."""
        tables, s, kind = self.game.tables, s or self.engine.s, entry.type
        keeps_sums = isinstance(kind, Int) and not kind.optional and len(entry.dims) > 1
        owner = owner_dim(entry) if keeps_sums else None
        return [
            Cell(entry, tables.flat(entry.dims, index), -1 if owner is None else index[owner])
            for index in tables.indices(entry.dims, s.players)
            if not self._knows(entry, index, s)
        ]

    def _knows(self, entry: Var, index: tuple[int, ...], s: BaseState) -> bool:
        return sees(self.game, s, entry, index, self.player, remembers=True)

    def _is_note(self, entry: Var) -> bool:
        """True if a variable refers to a card or holds a set of cards."""
        is_set = isinstance(entry.type, SetOf) and entry.type.enum not in {*self.game.enums, PLAYER}
        return is_set or isinstance(entry.type, CardRef)

    def _fill(self, s: BaseState, entry: Var, moved: Mapping[int, int], stream: Stream, free: bool) -> None:
        cells = self._cells(entry)
        for kept in self.game.tables.kept:
            if kept.entry is entry:
                cells = [cell for cell in cells if s.where[kept.cards[cell.at // len(kept.first)]] in kept.zones]
        true, kind = [cell.read(self.engine.s) for cell in cells], entry.type
        if self._is_note(entry):
            values = [self._card_note(entry, value, moved, stream) for value in true]
        elif isinstance(kind, Int) and cells and cells[0].owner >= 0:
            values = []
            cells.sort(key=lambda cell: (cell.owner, cell.at))
            for _, group in groupby(cells, key=lambda cell: cell.owner):
                totals = [cell.read(self.engine.s) for cell in group]
                values += thrown(sum(totals), len(totals), kind.low, kind.high, stream)
        elif free:
            values = [self._draw(cell, s, stream) for cell in cells]
        else:
            values = stream.shuffled(sorted(true))
        for cell, value in zip(cells, values, strict=True):
            cell.write(s, value)
        forget_all(s)

    def _draw(self, cell: Cell, s: BaseState, stream: Stream) -> int:
        return drawn(self.game.tables, s, cell.entry, self.player, stream)

    def _card_note(self, entry: Var, value: int, moved: Mapping[int, int], stream: Stream) -> int:
        """The card now in the place of a hidden one referred to; for a visible one, any of its type in its zone."""
        if isinstance(entry.type, SetOf):
            return mask(moved.get(card, card) for card in bits(value))
        if value < 0 or value in moved:
            return moved.get(value, value)
        where = self.engine.s.where
        types = self.game.tables.card_type_of
        alike = [c for c in range(len(where)) if where[c] == where[value] and types[c] == types[value]]
        return alike[stream.below(len(alike))]

    # ---- the pending choice
    def _nature_again(self, new: Engine) -> Engine:
        """Updates nature's pending outcomes from the guessed bag."""
        assert new.nature is not None
        if new.nature[0] in PLACES:
            new.offer_place(*self.engine.place_offered(), new.stack[-1], new.nature[0])
        return new

    def _answer_again(self, new: Engine, stream: Stream) -> bool:
        """Collects the answers to a simultaneous choice again, keeping the player's own; False if that fails.

        It stops when he is asked what he is asked now; if another player is asked, at that player's first question, or
        at the one after those that he has answered.
        """
        engine = self.engine
        pending = self.game.sites[engine.site].simultaneous
        if pending is None:
            return True
        fuel, rolls, depth = new.s.fuel, new.s.rolls[:], len(new.stack)
        answers = new.answers or ()
        own = [answer for answer in answers if answer[1] == self.player]
        asked = sum(answer[1] == engine.player for answer in answers)
        if engine.player != self.player and stream.below(2):
            asked = 0  # with other answers, he may be asked less often
        given = 0
        try:
            new.ask_again()
            while True:
                site = self.game.sites[new.site] if new.options and new.site >= 0 else None
                if site is None or len(new.stack) != depth or site.collecting != pending[0]:
                    return False
                if len(new.answers or ()) != given:  # all had answered, or nobody was asked, and all are asked again
                    return False
                if new.player == engine.player and not asked:
                    break
                answer = new.options[stream.below(len(new.options))]
                if new.player == self.player:
                    answer = _option_of(site, own.pop(0)) if own else None
                if answer not in new.options:
                    return False
                asked -= new.player == engine.player
                given += 1
                new.answer = answer
                new.run()
        except RuleError:
            return False
        new.s.fuel, new.s.rolls = fuel, rolls
        return not own and (self.own is None or new.site == engine.site)

    @cached_property
    def settled(self) -> list[Cell]:
        """The hidden values that depend neither on the places of cards nor on other values."""
        drawn_vars = [entry for entry in self.secret_vars if entry not in (*self.later_vars, *self.derived.vars)]
        return [cell for entry in drawn_vars for cell in self._cells(entry)]

    @cached_property
    def _asked(self) -> Words | None:
        """The actual question to the player; raises the match's rule error if it breaks the rules."""
        engine = self.engine
        prompt = self.game.sites[engine.site].prompt
        try:
            return None if prompt is None else prompt(engine, engine.stack[-1])
        except Exception as error:
            raise engine.copy().broken(error) from None

    def _same_options(self, new: Engine) -> bool:
        """True if the player's own decision has the same words."""
        engine = self.engine
        if new.options is not engine.options and tuple(new.options) != tuple(engine.options):
            return False
        prompt, asked = self.game.sites[engine.site].prompt, self._asked
        try:
            if prompt is not None and prompt(new, new.stack[-1]) != asked:
                return False
            return tuple([described(new, option) for option in new.options]) == self.own
        except (LookupError, ArithmeticError, ValueError, RuleError):
            return False

    def _sees_the_same(self, s: BaseState) -> bool:
        """True if the player sees the same values as before."""
        return all(self._cells(entry) == self._cells(entry, s) for entry in self.secret_vars)


def _option_of(site: Site, answer: tuple[int, ...]) -> Any:
    """The option for an answer to a simultaneous choice, if it belongs to this site."""
    assert site.simultaneous is not None
    number, values = answer[0] - site.simultaneous[2], answer[2:]
    if isinstance(site.kinds, str):
        return values[0] if number == 0 else DECLINE if number == 1 else None
    return DECLINE if number == len(site.kinds) else (number, *values)
