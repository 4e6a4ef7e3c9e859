"""Search for a moment of seeded play when a card can be played, and playing it there."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from regelwerk_runtime.bots.random_bot import RandomBot
from regelwerk_runtime.bots.seat import seat_of
from regelwerk_runtime.decision import DECLINE_KEY, Option
from regelwerk_runtime.errors import RuleError
from regelwerk_runtime.match import Match
from regelwerk_runtime.tables.game import Frame, Words
from regelwerk_runtime.tables.game import Game as Rules
from regelwerk_runtime.watch import LISTENER, Watched, watch_module

from ..game import Game
from .deeds import Deeds

SECONDS = 20.0
GAMES = 400
PATIENCE = 6  # games after which moments without an immediate choice and effect of the card are accepted
IDLE_PATIENCE = 30  # the same for moments at which the card changes nothing
ENOUGH = 3  # moments of this kind at which it does, after which no other kind is expected
JUDGED = 20  # moments per game that are played to see whether the card changes anything
FOLLOWED = 4  # options per game that are followed to see whether the card takes effect later
LATER = 30  # choices within which a played card must take effect
CHANGES, MOVES, IDLE = range(3)
"""What abilities of a card do: they change anything besides its place, only its place, or nothing."""


@dataclass
class Moment:
    """A card about to be played.

    Attributes:
        match: the match before the choice.
        player: who plays it.
        index: the option that plays it, or that causes it to be played.
        at_once: whether the card is played without a choice of its own, as a result of that option.
        then: further choices until it takes effect, if that is later: on a stack, face down.
        key: the key of the card, if it is played at once or responds to an event; else "".
        deed: what the abilities of the card change there, one of `CHANGES`, `MOVES` and `IDLE`.
        followed: for the choice and each after it: player, prompt and text of the chosen option.
    """

    match: Match
    player: int
    index: int
    at_once: bool = False
    then: tuple[int, ...] = ()
    key: str = ""
    deed: int = CHANGES
    followed: list[tuple[int, str, str]] = field(default_factory=list)

    def play(self, seed: int, lang: str | None = None) -> Match:
        """Plays the card on a copy, then makes random choices until its effect is over; the first accepts an offer.

        A card chosen in a simultaneous choice takes effect when all players have answered.
        """
        match, given = self.match.copy(), len(self.match.engine.answers or ())
        match.engine.log = []
        bots = [RandomBot(seat, seed) for seat in range(match.setup.players)]
        for index in (self.index, *self.then):
            asked = len(match.engine.stack)  # depth of the effect that asks
            self._choose(match, index, lang)
        while match.decision is not None:
            over = not _acts(match, self.key) if self.at_once else len(match.engine.stack) <= asked
            if over and len(match.engine.answers or ()) <= given:
                break
            bot, keys = bots[match.engine.player], match.decision.keys
            wanted = [index for index, key in enumerate(keys) if key != DECLINE_KEY]
            if len(self.followed) > 1 + len(self.then) or not wanted:
                index = bot.choose(seat_of(match))
            else:  # take what the card offers: that is what the user wants to see
                index = wanted[bot.index(match.number, len(wanted))]
            self._choose(match, index, lang)
        return match

    def _choose(self, match: Match, index: int, lang: str | None) -> None:
        decision = match.decision
        assert decision is not None and decision.player is not None
        self.followed.append((decision.player, decision.prompt_in(lang), decision.options[index].says(lang)))
        match.choose(index)


def find_moment(game: Game, key: str, seed: int, players: int | None = None) -> Moment | None:
    """The first moment of seeded random games when a card can be played and its abilities change something.

    If they change nothing at any moment, it is the first at which the card can be played.
    A card without effects of its own is played by an option of the rules that names it. If its effect comes later,
    after further choices, the moment reaches from the choice that plays it to the end of the effect. For a card that
    responds to an event, the moment is the choice that it asks for or that makes it respond.

    Args:
        game: the game.
        key: the card's key.
        seed: seed of the first game; different seeds below `GAMES` never share a game.
        players: number of players.

    Returns:
        None if there is no such moment within `GAMES` games or `SECONDS` seconds.
    """
    search = _Search(game, key)
    end = time.monotonic() + SECONDS
    found: dict[tuple[bool, bool, bool, int], Moment] = {}  # the first of each kind
    enough = 0
    for number in range(GAMES):
        for moment in islice(search.moments(seed + number * GAMES, game.seats(players)), JUDGED):
            moment.deed = search.deed_of(moment, seed)
            if moment.deed == CHANGES and not (moment.at_once or moment.then):
                return moment
            found.setdefault((moment.deed == IDLE, moment.at_once, bool(moment.then), moment.deed), moment)
            enough += moment.deed == CHANGES
        least = IDLE_PATIENCE if all(idle for idle, *_ in found) else PATIENCE
        if (found and number >= least) or enough >= ENOUGH or time.monotonic() > end:
            break
    return found[min(found)] if found else None


class _Search:
    """Search for moments of one card, in games whose rules are instrumented to record what the card does."""

    def __init__(self, game: Game, key: str) -> None:
        family, made = key.split(".")[0], game.rulebook
        own = {label: lines for label, lines in made.handlers.items() if label.startswith(f"{family}.")}
        self.key, self.acts = key, game.checked.cards_by_key[key].acts
        self.watched: Watched = watch_module(made.module, own)
        self.rules: Rules = made.rules_of(self.watched.names)
        keys = self.rules.tables.card_keys
        self.copies = frozenset(card for card, its in enumerate(keys) if its == key)
        self._abilities = own

    def deed_of(self, moment: Moment, seed: int) -> int:
        """What the card does when it is played at a moment.

        A card without abilities changes something by being played. One that breaks a rule is worth seeing too.
        """
        if not self.acts:
            return CHANGES
        deeds = Deeds(self.rules, self._abilities, self.copies)
        try:
            with deeds.watched():
                after = replace(moment, followed=[]).play(seed)
        except RuleError:
            return CHANGES
        if deeds.any or (after.decision is None and deeds.under_way):
            return CHANGES
        return MOVES if deeds.moves else IDLE

    def moments(self, seed: int, players: int) -> Iterator[Moment]:
        """The moments of one game."""
        match = Match.start(self.rules, players, seed, bots=["random"] * players)
        bots = [RandomBot(seat, seed) for seat in range(players)]
        log: list[Words] = []
        match.engine.log = log
        followed = 0
        try:
            while (decision := match.decision) is not None:
                player = match.engine.player
                asks = _asks(match, self.key)
                for index, option in enumerate(decision.options):
                    named = self._names(option)
                    if (asks and option.key != DECLINE_KEY) or (named and (not self.acts or self._runs(match, index))):
                        yield Moment(match.copy(), player, index)
                    elif named and followed < FOLLOWED:
                        followed += 1
                        if then := self._later(match, index, seed):
                            yield Moment(match.copy(), player, index, then=then)
                index = bots[player].choose(seat_of(match))
                before, said = match.copy(), len(log)
                self.watched.forget_cards()
                match.choose(index)
                acted = not self.acts or bool(self.copies & self.watched.acted)
                played = acted and _names_card(match, log[said:], self.key)
                if played or self.copies & self.watched.answered:
                    yield Moment(before, player, index, at_once=True, key=self.key)
        except RuleError:
            return

    def _later(self, match: Match, index: int, seed: int) -> tuple[int, ...]:
        """The random choices after an option up to the one that runs an effect of the card; () if none does.

        The search ends at a choice that names the card again, since that would play it directly.
        """
        twin, then = match.copy(), list[int]()
        bots = [RandomBot(seat, seed) for seat in range(match.setup.players)]
        try:
            twin.choose(index)
            while (decision := twin.decision) is not None and len(then) < LATER:
                then.append(bots[twin.engine.player].choose(seat_of(twin)))
                if self._names(decision.options[then[-1]]):
                    break
                self.watched.forget_cards()
                twin.choose(then[-1])
                if self.copies & self.watched.acted:
                    return tuple(then)
        except RuleError:
            pass
        return ()

    def _names(self, option: Option) -> bool:
        """True if an option is about the card or has its name."""
        return option.name == self.key or any(argument.key == self.key for argument in option.args)

    def _runs(self, match: Match, index: int) -> bool:
        """True if taking an option runs an effect of the card itself, rather than only moving the card."""
        self.watched.forget_cards()
        try:
            match.copy().play(index)
        except RuleError:
            return False
        return bool(self.copies & (self.watched.acted | self.watched.answered))


def _asks(match: Match, key: str) -> bool:
    """True if the pending decision belongs to an effect with which the card responds to an event."""
    return _is_ability(match.game, match.engine.stack[-1], key, LISTENER)


def _acts(match: Match, key: str) -> bool:
    """True if an ability of the card is running."""
    return any(_is_ability(match.game, frame, key) for frame in match.engine.stack)


def _is_ability(game: Rules, frame: Frame, key: str, named: str = "") -> bool:
    """True for a frame of an ability of the card whose name begins with `named`."""
    point = game.points[frame[0]]
    own = "this" in point.values and point.effect.rpartition(".")[2].startswith(named)
    return own and game.tables.card_keys[frame[1]] == key


def _names_card(match: Match, said: Sequence[Words], key: str) -> bool:
    """True if a sentence names the card."""
    keys = match.game.tables.card_keys
    for number, *values in said:
        slots = match.game.sentences[number].slots
        for kind, value in zip(slots, values, strict=True):
            if kind == "card" and isinstance(value, int) and value >= 0 and keys[value] == key:
                return True
    return False
