"""Decisions at which play stops, with their options, keys and sentences, made on demand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, overload

from .engine.engine import NATURE
from .engine.primitives import DECLINE
from .engine.rolling import PLACES
from .engine.state import NONE, bits
from .errors import ChoiceError
from .keys import Cards, numbered
from .tables.texts import DECLINE_SENTENCE, SET, VALUE_SENTENCE

if TYPE_CHECKING:
    from .engine.engine import Engine, Replayer
    from .tables.game import Game, Key, Words

_new = object.__new__
"""Makes an object without the cost of calling `__init__`, for the hot path of `match.choose`."""

CARD = "card"
DECLINE_KEY = "none"
"""Key of the option to decline."""


def described(engine: Engine, option: Any) -> tuple[Key, Words]:
    """Key and words of one of the pending options of a player."""
    site = engine.game.sites[engine.site]
    if option == DECLINE:
        if site.several is None:
            return (DECLINE_KEY,), (DECLINE_SENTENCE,)
        return (DECLINE_KEY,), (site.several.enough if chosen_of(engine) else site.several.nothing,)
    if site.option is None:
        return (str(option),), (VALUE_SENTENCE, option)
    return site.option(engine, engine.stack[-1], option)


def chosen_of(engine: Engine) -> tuple[int, ...]:
    """In a choice of several members, those chosen so far, in order."""
    several = engine.game.sites[engine.site].several
    if several is None or not several.chosen:
        return ()
    frame = engine.stack[-1]
    place = list(engine.game.points[frame[0]].values).index(several.chosen)
    return tuple([several.low + bit for bit in bits(frame[1 + place])])


def cards_in_key(engine: Engine, option: Any) -> Cards:
    """The parts of an option's key that name cards with several copies, each with the card."""
    marks = engine.game.sites[engine.site].copies
    if not marks or option == DECLINE:
        return ()
    if not isinstance(option, tuple):
        return ((0, option),)
    return tuple([(part, option[at]) for number, part, at in marks if number == option[0]])


def chance_kind(engine: Engine) -> str:
    """The slot kind of the pending chance outcomes."""
    assert engine.nature is not None
    kind, number, _ = engine.nature
    return "card" if kind in PLACES else engine.game.tables.luck.die_kind(number)


def chance_key(engine: Engine, outcome: int) -> str:
    """The key of a pending chance outcome: a number, a member's key or a card's key."""
    kind = chance_kind(engine)
    if kind == "card":
        return engine.game.tables.card_keys[outcome]
    if kind in engine.game.enums:
        enum = engine.game.enums[kind]
        return enum.keys[outcome - enum.low]
    return str(int(outcome))


def _argument(game: Game, kind: str, value: int) -> Argument:
    return Argument(kind, game.texts.written(kind, value, none=DECLINE_KEY), value)


def numbers_of(game: Game, kind: str, key: str) -> Iterator[int]:
    """The values of a kind that a key in an option's key can mean, see `Argument`: for a card, each of its copies."""
    enum = game.enums.get(kind)
    if key == DECLINE_KEY:
        yield NONE
    elif kind == "bool":
        yield from (number for number, name in enumerate(("no", "yes")) if name == key)
    elif kind == CARD:
        yield from (card for card, name in enumerate(game.tables.card_keys) if name == key)
    elif enum is not None:
        yield from (number for number, name in enumerate(enum.keys, enum.low) if name == key)
    elif key.removeprefix("-").isdecimal():
        yield int(key)


class Decision:
    """One stop of play. It stays readable after the choice, by replaying the choices before it.

    Options are in a fixed order, and there is at least one.

    Attributes:
        player: the player who decides, from 0; None for nature (explicit chance).
        number: the number of choices made before.
        raw: the options as the engine has them.
    """

    __slots__ = ("_described", "_engine", "_keys", "_match", "_names", "number", "player", "raw", "site")

    def __init__(self, engine: Engine, names: Sequence[str], match: Replayer | None = None) -> None:
        """The pending decision of an engine, which its match may reach again later."""
        self._engine = engine
        self._match = match
        self._names = names
        self._described: tuple[tuple[Key, Words], ...] | None = None
        self._keys: tuple[str, ...] | None = None
        self.site = site = engine.site
        self.raw = engine.options
        self.number = len(engine.past)
        self.player = engine.player if site != NATURE else None

    @property
    def options(self) -> Options:
        """The options, in a fixed order; at least one."""
        options: Options = _new(Options)
        options._decision = self
        return options

    @property
    def prompt(self) -> str:
        """The question in the game's first language; "" if there is none."""
        return self.prompt_in(None)

    def prompt_in(self, lang: str | None) -> str:
        """The question in a language of the game; raises ValueError for other languages."""
        texts = self._engine.game.texts
        lang = texts.asked(lang)
        return texts.say(self.question(), lang, self._names)

    def question(self) -> Words | None:
        """The words of the question; None if there is none."""
        engine = self._source()
        site = engine.game.sites[self.site] if self.player is not None else None
        if site is None or site.prompt is None:
            return None
        try:
            return site.prompt(engine, engine.stack[-1])
        except Exception as error:
            raise engine.copy().broken(error) from None

    @property
    def chosen(self) -> tuple[Argument, ...]:
        """In a choice of several members, those chosen so far, in order; empty in other choices."""
        engine = self._source()
        kind = None if self.player is None else engine.game.sites[self.site].kinds
        if not isinstance(kind, str):
            return ()
        return tuple([_argument(engine.game, kind, member) for member in chosen_of(engine)])

    @property
    def answered(self) -> tuple[Argument, ...]:
        """In a simultaneous choice the values of the player's answers so far, in their order; else empty."""
        engine = self._source()
        pending = engine.game.sites[self.site].simultaneous if self.player is not None else None
        if pending is None:
            return ()
        rows = engine.game.points[engine.stack[-1][0]].values[pending[1]]
        own = [answer for answer in engine.answers or () if answer[1] == self.player]
        named = (pair for number, _, *values in own for pair in zip(rows[number][1:], values, strict=True))
        return tuple([_argument(engine.game, *pair) for pair in named])

    def chosen_in(self, lang: str | None) -> str:
        """The members chosen so far as a list in a language of the game; "" if there are none. Raises ValueError."""
        lang = self._engine.game.texts.asked(lang)
        if not (chosen := self.chosen):
            return ""
        kind = "player" if chosen[0].kind == "Player" else chosen[0].kind
        return self._engine.game.texts.show(SET + kind, [one.number for one in chosen], lang, self._names)

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the options, all different."""
        if self._keys is None:
            engine = self._source()
            if self.player is None:
                keys = [(chance_key(engine, outcome),) for outcome in self.raw]
                self._keys = numbered(keys, [((0, outcome),) for outcome in self.raw])
            else:
                self._keys = numbered(
                    [key for key, _ in self.words()], [cards_in_key(engine, option) for option in self.raw]
                )
        return self._keys

    def words(self) -> tuple[tuple[Key, Words], ...]:
        """For each option of a player its key, which need not be unique, and its words.

        Raises:
            RuleError: a text breaks the rules, for example by an invalid index.
        """
        if self._described is None:
            engine = self._source()
            try:
                self._described = tuple([described(engine, option) for option in self.raw])
            except Exception as error:
                raise engine.copy().broken(error) from None
        return self._described

    def index(self, key: str) -> int:
        """The index of the option with this key.

        Raises:
            ChoiceError: there is none.
        """
        try:
            return self.keys.index(key)
        except ValueError:
            shown = ", ".join(self.keys[:8]) + (", …" if len(self.keys) > 8 else "")
            raise ChoiceError(f"{key} is not on offer; the options are {shown}") from None

    @property
    def is_pending(self) -> bool:
        """True if play still stops here."""
        engine = self._engine
        return engine.count == self.number and engine.options is self.raw

    def same_as(self, other: Decision) -> bool:
        """True if both offer the same options to the same player at the same moment of a game or its copies."""
        if self is other:
            return True
        return (
            self.number == other.number
            and self.site == other.site
            and self.player == other.player
            and self._engine.game.identity == other._engine.game.identity
            and (self.raw is other.raw or tuple(self.raw) == tuple(other.raw))
        )

    def _text(self, i: int, lang: str | None) -> str:
        texts = self._engine.game.texts
        if self.player is None:
            return texts.show(chance_kind(self._source()), self.raw[i], lang, self._names)
        return texts.say(self.words()[i][1], lang, self._names)

    def _arguments(self, i: int) -> tuple[Argument, ...]:
        option, engine = self.raw[i], self._source()
        if self.player is None:
            return (Argument(chance_kind(engine), self.keys[i], option),)
        kinds = engine.game.sites[self.site].kinds
        if option == DECLINE:
            return ()
        if isinstance(kinds, str):
            return (_argument(engine.game, kinds, option),)
        number, *values = option
        return tuple([_argument(engine.game, kind, value) for kind, value in zip(kinds[number], values, strict=True)])

    def _probability(self, i: int) -> Fraction | None:
        nature = self._source().nature
        return None if nature is None else nature[2][i]

    def _source(self) -> Engine:
        if self.is_pending:
            return self._engine
        before = None if self._match is None else self._match._engine_after(self.number)
        if before is None or (before.site, tuple(before.options)) != (self.site, tuple(self.raw)):
            raise ChoiceError("this decision is over, and the choices before it do not lead to it again")
        self._engine, self.raw = before, before.options
        return before

    def __repr__(self) -> str:
        who = "nature" if self.player is None else f"player {self.player}"
        return f"<decision {self.number} of {who}: {len(self.raw)} options>"


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument of an option: a member, a card, a player, a number.

    Attributes:
        kind: the name of an enum, `Player`, `card`, `int` or `bool`.
        key: as in keys of options: for a card that of its definition, for a player his number, `none` for nothing.
        number: as in the engine: for a card its copy, for a player his place from 0.
    """

    kind: str
    key: str
    number: int

    def __str__(self) -> str:
        return self.key


class Option:
    """One possibility of a decision.

    Attributes:
        decision: the decision it belongs to.
        index: its place among the options, from 0.
    """

    __slots__ = ("decision", "index")

    def __init__(self, decision: Decision, index: int) -> None:
        self.decision = decision
        self.index = index

    @property
    def key(self) -> str:
        """The option's key in records and programs: names of the sources and arguments, never wording."""
        return self.decision.keys[self.index]

    @property
    def name(self) -> str:
        """The first part of its key: `sell` of `sell(coal)`, `none` to decline; "" if a plain value is chosen."""
        decision, option = self.decision, self.decision.raw[self.index]
        if decision.player is not None and option == DECLINE:
            return DECLINE_KEY
        return decision.words()[self.index][0][0] if isinstance(option, tuple) else ""

    @property
    def args(self) -> tuple[Argument, ...]:
        """The value chosen, or the values for which its line of the rules offers it, in order."""
        return self.decision._arguments(self.index)

    @property
    def card(self) -> Argument | None:
        """The first card among its arguments; None if there is none."""
        return next((arg for arg in self.args if arg.kind == CARD and arg.number != NONE), None)

    @property
    def text(self) -> str:
        """Its sentence in the game's first language."""
        return self.decision._text(self.index, None)

    def says(self, lang: str | None) -> str:
        """Its sentence in a language of the game, None for the first one; raises ValueError for other languages."""
        return self.decision._text(self.index, self.decision._engine.game.texts.asked(lang))

    @property
    def probability(self) -> Fraction | None:
        """The probability of a chance outcome; None for an option of a player."""
        return self.decision._probability(self.index)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Option):
            return NotImplemented
        return self.index == other.index and self.decision.same_as(other.decision)

    def __hash__(self) -> int:
        return hash((self.decision.number, self.index))

    def __repr__(self) -> str:
        return f"<option {self.index}: {self.key}>"


class Options(Sequence[Option]):
    """The options of a decision in fixed order, made on access."""

    __slots__ = ("_decision",)

    def __init__(self, decision: Decision) -> None:
        self._decision = decision

    def __len__(self) -> int:
        return len(self._decision.raw)

    @overload
    def __getitem__(self, i: int) -> Option: ...
    @overload
    def __getitem__(self, i: slice) -> list[Option]: ...
    def __getitem__(self, i: int | slice) -> Option | list[Option]:
        decision = self._decision
        count = len(decision.raw)
        if i.__class__ is int and 0 <= i < count:
            option: Option = _new(Option)
            option.decision = decision
            option.index = i
            return option
        if isinstance(i, slice):
            return [Option(decision, at) for at in range(*i.indices(count))]
        i += count if i < 0 else 0
        if not 0 <= i < count:
            raise IndexError(f"there are {count} options")
        return Option(decision, i)

    def __iter__(self) -> Iterator[Option]:
        for i in range(len(self._decision.raw)):
            yield Option(self._decision, i)

    def __eq__(self, other: object) -> bool:
        return list(self) == list(other) if isinstance(other, Sequence) else NotImplemented

    def __hash__(self) -> int:
        return hash((self._decision.number, len(self)))

    def __repr__(self) -> str:
        return repr(list(self))
