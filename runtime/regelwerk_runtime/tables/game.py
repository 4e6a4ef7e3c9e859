"""Compiled games as data: the tables of an emitted module, and `Game`, which holds them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from .registry import Locator, get_game, register
from .texts import Texts, counted_players

if TYPE_CHECKING:
    from ..engine.engine import Engine
    from ..engine.state import BaseState
    from .layout import Tables
    from .measure import Measure

Frame: TypeAlias = tuple[Any, ...]
"""(number of a point, values…): integers, or tuples of them, nested."""

Words: TypeAlias = tuple[Any, ...]
"""(number of a sentence, values…)."""

Key: TypeAlias = tuple[str, ...]
"""(name of an option, keys of its values…), or only the key of a plain value."""

Stop: TypeAlias = tuple[Any, ...]
"""The result of a function that does not end its effect: (player who decides, options, frame to continue with), or
(a frame, the result of the effect called). If the player is NONE, play continues at once, or nature decides."""

Run: TypeAlias = "Callable[[Engine, Frame], Stop | None]"


# ---- types of values ------------------------------------------------------------------------------------------------
class Int(NamedTuple):
    """A number in low..high; `unit` is its unit's name or ""."""

    low: int
    high: int
    unit: str = ""
    optional: bool = False


class Bool(NamedTuple):
    """Yes or no."""

    optional: bool = False


class Member(NamedTuple):
    """A member of an enum, or a player."""

    enum: str
    optional: bool = False


class SetOf(NamedTuple):
    """A set of members of an enum, of players, or of the cards of a type, as a bit mask.

    Bit 0 is the enum's low end, the first player, or card 0 (not the first card of the type).
    """

    enum: str


class CardRef(NamedTuple):
    """A reference to a card; "Card" means any type."""

    card_type: str
    optional: bool = False


Type: TypeAlias = Int | Bool | Member | SetOf | CardRef


# ---- visibility ----------------------------------------------------------------------------------------------------
class All(NamedTuple):
    """Every player sees it."""


class Nobody(NamedTuple):
    """No player sees it."""


class Others(NamedTuple):
    """Every player except the one at its first Player index."""


class Index(NamedTuple):
    """The player at its i-th index."""

    i: int


class Owner(NamedTuple):
    """The player held by a state variable, which is indexed by these of its indices."""

    variable: str
    dims: tuple[int, ...] = ()


class WithCard(NamedTuple):
    """Everybody who sees the card at its i-th index."""

    i: int


class Remembered(NamedTuple):
    """Shown to nobody, but the named players could have noted it: guesses for them keep it."""

    by: All | Others | Index | Owner


Seen: TypeAlias = All | Nobody | Others | Index | Owner | WithCard | Remembered

EVERYBODY = All()


# ---- tables ---------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Var:
    """A declared variable: name, dimensions of its indices (Player, enums, card types), type, and visibility.

    Attributes:
        slot: its name in the class of the state, which differs if that name is taken; by default the name.
        while_in: the piles and places in which the card of the first index has its own value; elsewhere it has the
            initial value. Empty for everywhere.
    """

    name: str
    dims: tuple[str, ...]
    type: Type
    seen: Seen = EVERYBODY
    slot: str = ""
    while_in: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.slot:
            object.__setattr__(self, "slot", self.name)


@dataclass(frozen=True)
class Zone:
    """A declared pile or place, or an array of them. `first` is the number of the first pile or place."""

    name: str
    dims: tuple[str, ...]
    first: int
    place: bool = False
    card_type: str = "Card"
    seen: Seen = EVERYBODY


@dataclass(frozen=True)
class Enum:
    """Keys of the members in order; `low` is the number of the first."""

    keys: tuple[str, ...]
    low: int = 0

    @cached_property
    def is_range(self) -> bool:
        """True if the members are plain numbers, each its own key."""
        return all(key == str(self.low + i) for i, key in enumerate(self.keys))


@dataclass(frozen=True)
class CardDef:
    """One definition of a card: key, card type, number of copies."""

    key: str
    card_type: str
    copies: int = 1


@dataclass(frozen=True)
class Sentence:
    """A pattern in each language; `slots` are the kinds of its values.

    Attributes:
        private: whether only one player, its first value, may read it in the log.
    """

    name: str
    slots: tuple[str, ...]
    patterns: Mapping[str, tuple[Any, ...]]
    private: bool = False


@dataclass(frozen=True)
class Language:
    """The forms of numbers and lists in one language.

    Attributes:
        group: separator of thousands.
        plurals: for the numbers 0..199 the variant of a plural, a digit each.
        yes, no, none: words for those values.
        and_: the separator of the last two members of a list, with its spaces.
        comma: the separator of other members.
    """

    group: str = ","
    plurals: str = "10" + "1" * 198
    yes: str = "yes"
    no: str = "no"
    and_: str = " and "
    none: str = "none"
    comma: str = ", "


Ends = tuple[tuple[tuple[int, int] | None, ...], ...]
"""The least and the greatest value of each number in a row, by the number of the row.

None if the rules do not bound it. A single number is the only one in the only row.
"""


class Point(NamedTuple):
    """A point at which an effect begins, or continues after an answer or a call.

    Attributes:
        label: a name that does not change with other code: `turn` where it begins, `turn.1` after the first choice.
        effect: the effect or ability.
        run: its function, of engine and frame.
        values: the names of the values in its frame, each with its kind: an enum, `Player`, `card`, `bool`, `int`,
            `cards` (a set of cards), `set of` an enum or `set`, followed by `*` for a tuple of them. For a tuple of
            rows, each beginning with its number, the kind is for each number the tuple of kinds that follow it.
        parts: functions of the effect without a frame of their own; listed where it begins.
        ends: the ends of numbers in its frame, by name; names without ends are left out.
    """

    label: str
    effect: str
    run: Run
    values: Mapping[str, str | tuple[tuple[str, ...], ...]] = {}
    parts: Sequence[Callable[..., Stop | None]] = ()
    ends: Mapping[str, Ends] = {}

    @property
    def begins(self) -> bool:
        """True if the effect begins here."""
        return self.label == self.effect


class Several(NamedTuple):
    """One question of a choice of several members.

    Attributes:
        low: the member for bit 0 of the set of members.
        chosen: the name, in the frame at this site, of the set of members chosen so far; "" if there are none yet.
        nothing, enough: the sentences of the option that ends the choice, before and after the first member.
    """

    low: int
    chosen: str = ""
    nothing: int = 0
    enough: int = 0


@dataclass(frozen=True)
class Site:
    """A place in the rules where play stops for a decision.

    Attributes:
        name: the effect or ability, and the number of the choice in it.
        prompt: the question as words, from engine and frame; may return None.
        option: key and words of an option, from engine, frame and option.
        simultaneous: for a simultaneous choice, the point at which the collection of answers restarts (its frame takes
            the values of the same names from the frame at this site); the name of the answers so far, rows with
            number, player and members; the number of the first option in these rows. Declining has the number after
            the last option. Else None.
        kinds: the kinds of the values of its options, as in `Point`: one kind for the value form, for the option form
            those of the binders of each option.
        ends: the ends of numbers among them; empty if there are none.
        several: for a choice of several members, its data, else None.
        copies: the parts of a key that name a card with equal copies: (number of the option, part of the key, position
            in the option's tuple); (0, 0, 0) for a value form.
        may: whether the last option is to decline, `DECLINE`.
        skip, prefer: whether bots leave an option out, and how much they prefer it, from engine, frame and option.
    """

    name: str
    prompt: Callable[[Engine, Frame], Words | None] | None = None
    option: Callable[[Engine, Frame, Any], tuple[Key, Words]] | None = None
    simultaneous: tuple[int, str, int] | None = None
    kinds: str | tuple[tuple[str, ...], ...] = "int"
    ends: Ends = ()
    several: Several | None = None
    copies: tuple[tuple[int, int, int], ...] = ()
    may: bool = False
    skip: Callable[[Engine, Frame, Any], bool] | None = None
    prefer: Callable[[Engine, Frame, Any], int] | None = None

    @property
    def collecting(self) -> int | None:
        """The number shared by all questions of one simultaneous choice; None for other choices."""
        return self.simultaneous[0] if self.simultaneous is not None else None


@dataclass(frozen=True)
class Luck:
    """A die, or an array of dice: name, dimensions, number of the first, and the slot kind of its faces."""

    name: str
    dims: tuple[str, ...] = ()
    first: int = 0
    kind: str = "int"


@dataclass(eq=False)
class Game:
    """A compiled game: the tables of its emitted module. Games are compared by identity.

    The fields are described in `docs/emitted-module.md`. The loader of the module sets `variants`, `without`, `locator`
    and `supplied`: for each source file the first lines of its parts, ascending, each with the erratum or variant that
    contains it, in words, or ""; `inputs`: for a source line (`file:line`) the amended values that it can read, in
    words; `bounds`: for a variable the amendments of its range, in words.
    """

    name: str
    title: Mapping[str, str]
    players: tuple[int, int]
    state: type[BaseState]
    points: Sequence[Point]
    play: int
    setup: int | None = None
    sites: Sequence[Site] = ()
    sentences: Sequence[Sentence] = ()
    names: Mapping[str, Mapping[str, Mapping[str, Sequence[str]]]] = field(default_factory=dict)
    languages: Mapping[str, Language] = field(default_factory=lambda: {"en": Language()})
    luck: Sequence[Luck] = ()
    layout: Sequence[Var | Zone] = ()
    facts: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    enums: Mapping[str, Enum] = field(default_factory=dict)
    cards: Sequence[CardDef] = ()
    card_types: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    begin: Sequence[tuple[int, tuple[int, ...]]] = ()
    outcome: Sequence[tuple[str, Callable[[BaseState, int], int]]] = ()
    value: Callable[[BaseState, int], int] | None = None
    measures: Sequence[Measure] = ()
    invariants: Sequence[tuple[str, Callable[[BaseState], bool], str]] = ()
    by_card: Sequence[tuple[int, str]] = ()
    derived: Sequence[tuple[int, str, Callable[..., int]]] = ()
    properties: Sequence[tuple[str, Callable[[BaseState], bool], str]] = ()
    source_hash: str = ""
    explicit: bool = False
    files: Sequence[str] = ()
    lines: Sequence[tuple[int, str, int]] = ()
    inner: Sequence[tuple[int, int, str]] = ()
    variants: Sequence[str] = ()
    without: Sequence[str] = ()
    locator: Locator | None = None
    supplied: Mapping[str, Sequence[tuple[int, str]]] = field(default_factory=dict)
    inputs: Mapping[str, Sequence[str]] = field(default_factory=dict)
    bounds: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.tables.register_hidden_zones()
        register(self)

    @cached_property
    def tables(self) -> Tables:
        """The tables derived from the declarations: sizes, keys and numbers by name."""
        from .layout import Tables  # imports this module

        return Tables(self)

    @cached_property
    def texts(self) -> Texts:
        """The renderer of its sentences."""
        return Texts(self)

    @cached_property
    def runs(self) -> tuple[Run, ...]:
        """The function of each point."""
        return tuple(point.run for point in self.points)

    @cached_property
    def has_skips(self) -> bool:
        """True if it has hints to leave options out."""
        return any(site.skip is not None for site in self.sites)

    @property
    def identity(self) -> tuple[str, bool]:
        """The identity that a saved match must match: the source hash, and whether chance is explicit."""
        return (self.source_hash, self.explicit)

    def check_players(self, players: int) -> None:
        """Raises ValueError if the game does not allow this number of players."""
        low, high = self.players
        if not isinstance(players, int) or not low <= players <= high:
            raise ValueError(f"{self.name} is for {counted_players(low, high)}, not {players!r}")

    def new_state(self, players: int) -> BaseState:
        """The state at first, with cards where `begin` puts them. Raises ValueError for a wrong number of players."""
        return self.tables.new_state(players)

    def __reduce__(self) -> tuple[Any, ...]:
        return get_game, (self.identity, self.locator)
