"""The state of play as integers: the base class of all generated states, and functions on its values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence, Sized
from functools import lru_cache
from itertools import compress
from operator import attrgetter
from typing import Any, ClassVar, NoReturn, TypeVar

from ..errors import RuleError
from .bags import Bag
from .primitives import MOST_STEPS

NONE = -1
"""The absent member, card or player."""

OUT_OF_FUEL = "the play has used up its limit of choices and loop rounds (`play at most`)"

TOO_LONG = f"the rules take too long here: more than {MOST_STEPS:,} steps without a decision"
MOST_ANSWERS = 1 << 10
"""Most results of a definition that are kept."""
MOST_LISTS = 1 << 13
"""Most lists of options of a choice that are kept."""
LONGEST_LIST = 256
"""The most options in a list that is kept."""

DERIVED = ("_work", "occupied", "recalled")
"""The slots of a state that are not facts of the game."""

BOARD = ("_veiled", "bags", "piles", "places")
"""The slots that describe the table besides variables, without the history: fuel and luck used up."""

A = TypeVar("A")
S = TypeVar("S", bound="BaseState")
M = TypeVar("M", bound=Sized)


class BaseState:
    """The state common to all games: fuel, counters of luck, and the place of each card.

    A generated state adds one slot for each declared variable, and its own `copy`, `as_row` and `with_row`. Slots hold
    integers, lists of integers, or what is listed here.

    Attributes:
        players: number of players.
        fuel: choices and loop rounds left.
        rolls: how often each die was rolled.
        where: for each card its zone; zone 0 is the box.
        piles: for each pile its cards as a tuple, the top last. Pile 0 is the box.
        places: for each place its card or NONE. The zone of place k is `len(piles) + k`.
        occupied: the set of places that hold a card.
        bags: stretches of piles without order, ascending; only with explicit chance.
        recalled: for each definition, by its number in the module, results that are kept until a variable that it reads
            changes; copies share them until then.
    """

    __slots__ = (
        *("_shuffles", "_veiled", "_work", "bags", "fuel", "occupied", "piles", "places", "players", "recalled"),
        *("rolls", "where"),
    )

    # Names begin with an underscore because declared variables are slots of the same class.
    _names: ClassVar[tuple[str, ...]] = ()
    _hidden_zones: ClassVar[frozenset[int]] = frozenset()
    _facts: ClassVar[attrgetter[tuple[Any, ...]]]
    _board: ClassVar[attrgetter[tuple[Any, ...]]]

    def __init_subclass__(cls) -> None:
        own = cls.__dict__.get("__slots__", ())
        cls._names = cls._names + ((own,) if isinstance(own, str) else tuple(own))
        cls._facts = attrgetter(*(name for name in BaseState.__slots__ if name not in DERIVED), *cls._names)
        cls._board = attrgetter(*BOARD, *cls._names)

    def __init__(
        self,
        players: int,
        *,
        fuel: int,
        rolls: int = 0,
        cards: int = 0,
        piles: int = 1,
        places: int = 0,
        recalled: int = 0,
    ) -> None:
        self.players = players
        self.fuel = fuel
        self.rolls = [0] * rolls
        self.where = [0] * cards
        self.piles: list[tuple[int, ...]] = [()] * piles
        self.places = [NONE] * places
        self.occupied = 0
        self.bags: tuple[Bag, ...] = ()
        self.recalled: list[dict[tuple[Any, ...], Any]] = [{} for _ in range(recalled)]
        self._shuffles: tuple[tuple[int, int], ...] = ()  # (pile, number of shuffles) of each shuffled pile, ascending
        self._work = 0  # steps counted since the last decision; not a fact of the game
        self._veiled = 0  # the set of cards in the box that some player did not see go there
        self.piles[0] = tuple(range(cards))

    def copy(self: S) -> S:
        """An equal state that shares no mutable data; generated states have a faster one."""
        new = object.__new__(self.__class__)
        self.copy_base(new)
        for name in self._names:
            value = getattr(self, name)
            setattr(new, name, value[:] if isinstance(value, list) else value)
        return new

    def as_row(self) -> list[int]:
        """The values of all declared variables, in declared order."""
        row: list[int] = []
        for name in self._names:
            value = getattr(self, name)
            row += value if isinstance(value, list) else [value]
        return row

    def with_row(self: S, row: list[int]) -> S:
        """A state with these values of the declared variables; all other slots must be set afterwards."""
        new, at = object.__new__(self.__class__), 0
        for name in self._names:
            value = getattr(self, name)
            end = at + (len(value) if isinstance(value, list) else 1)
            setattr(new, name, row[at:end] if isinstance(value, list) else row[at])
            at = end
        return new

    def copy_base(self, new: BaseState) -> None:
        """Copies the slots of this class to a new state; the first step of a generated `copy`."""
        new.players = self.players
        new.fuel = self.fuel
        new.rolls = self.rolls[:]
        new.where = self.where[:]
        new.piles = self.piles[:]
        new.places = self.places[:]
        new.occupied = self.occupied
        new.bags = self.bags
        new.recalled = self.recalled[:]
        new._shuffles = self._shuffles
        new._veiled = self._veiled
        new._work = 0

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, BaseState) or other.__class__ is not self.__class__:
            return NotImplemented
        return self._facts(self) == other._facts(other)

    def __hash__(self) -> int:
        return hash(facts_key(self))


def slot_names(s: BaseState | type[BaseState]) -> tuple[str, ...]:
    """The slots of the declared variables, in declared order."""
    return s._names


def facts_key(s: BaseState) -> tuple[Any, ...]:
    """All facts as nested tuples: hashable, and equal exactly if the states are equal."""
    return tuple([tuple(fact) if isinstance(fact, list) else fact for fact in s._facts(s)])


def board_key(s: BaseState) -> tuple[Any, ...]:
    """The things on the table as nested tuples: as `facts_key`, without fuel and luck used up."""
    return tuple([tuple(fact) if isinstance(fact, list) else fact for fact in s._board(s)])


def hide_zones(kind: type[BaseState], zones: frozenset[int]) -> None:
    """Sets the zones that some player may not see: cards that go from there to the box are veiled."""
    kind._hidden_zones = zones


def veiled(s: BaseState) -> int:
    """The set of veiled cards in the box: those that came from a zone that some player could not see."""
    return s._veiled


def veil(s: BaseState, cards: int) -> None:
    """Sets which cards in the box are veiled."""
    s._veiled = cards


def count_shuffle(s: BaseState, zone: int) -> int:
    """The number of earlier shuffles of a pile; counts another one."""
    counts = s._shuffles
    if not counts:
        s._shuffles = ((zone, 1),)
        return 0
    n = next((times for other, times in counts if other == zone), 0)
    s._shuffles = tuple(sorted([pair for pair in counts if pair[0] != zone] + [(zone, n + 1)]))
    return n


def shuffle_counts(s: BaseState) -> tuple[tuple[int, int], ...]:
    """The piles that were shuffled, ascending, each with the number of times."""
    return s._shuffles


def set_shuffle_counts(s: BaseState, counts: tuple[tuple[int, int], ...]) -> None:
    """Sets the numbers of shuffles of piles."""
    s._shuffles = counts


def out_of_fuel() -> NoReturn:
    """Ends a game that has lasted too long.

    Raises:
        RuleError: always.
    """
    raise RuleError(OUT_OF_FUEL)


def spend(s: BaseState, steps: int) -> None:
    """Counts steps of a long computation.

    Raises:
        RuleError: too many steps without a decision.
    """
    s._work += abs(steps)  # an untrusted module must not subtract any
    if s._work > MOST_STEPS:
        raise RuleError(TOO_LONG)


def paced(s: BaseState, members: M, steps: int) -> M:
    """The same members, for a long loop whose rounds take `steps` steps each, counted beforehand.

    Raises:
        RuleError: too many steps without a decision.
    """
    try:
        s._work += len(members) * abs(steps)
    except OverflowError:  # a range too long for `len`
        s._work = MOST_STEPS + 1
    if s._work > MOST_STEPS:
        raise RuleError(TOO_LONG)
    return members


def counted(s: BaseState) -> int:
    """The number of steps counted since the last decision."""
    return s._work


def keep(answers: dict[tuple[Any, ...], A], key: tuple[Any, ...], answer: A) -> A:
    """Keeps the result of a definition; no more than `MOST_ANSWERS` are kept at a time.

    Args:
        answers: those kept so far.
        key: the arguments, and everything else that it follows from.
        answer: what is kept, and returned.
    """
    if len(answers) >= MOST_ANSWERS:
        answers.clear()
    answers[key] = answer
    return answer


def keep_options(
    lists: dict[tuple[Any, ...], tuple[Any, ...]], key: tuple[Any, ...], options: list[Any]
) -> tuple[Any, ...]:
    """Keeps the options of a choice if they are no more than `LONGEST_LIST`; at most `MOST_LISTS` are kept at a time.

    Args:
        lists: those kept so far.
        key: everything that the options follow from.
        options: what is kept and returned, as a tuple.
    """
    found = (*options,)
    if len(found) <= LONGEST_LIST:
        if len(lists) >= MOST_LISTS:
            lists.clear()
        lists[key] = found
    return found


def forget(s: BaseState, *numbers: int) -> None:
    """Drops the results of some definitions, since a variable that they read changes; copies keep theirs."""
    for number in numbers:
        s.recalled[number] = {}


def forget_all(s: BaseState) -> None:
    """Drops the results of all definitions, since variables were changed from outside."""
    s.recalled = [{} for _ in s.recalled]


def note_places(s: BaseState) -> None:
    """Updates which places hold a card, since cards were placed from outside."""
    s.occupied = mask(place for place, card in enumerate(s.places) if card != NONE)


def read_uncounted(s: S, read: Callable[[S, int], int], player: int) -> int:
    """The value of a function of a state and a player, whose steps do not count as those of play.

    Raises:
        RuleError: the function takes too many steps.
    """
    steps, s._work = s._work, 0
    try:
        return read(s, player)
    finally:
        s._work = steps


SPARSE = 12
"""Up to this many members of a long set are found faster one by one than from its digits."""
ONES = bytes(digit == ord("1") for digit in range(256))
DIGITS = 9
"""Binary digits of a short set that one look at a table takes apart."""


def _subsets(first: int) -> list[tuple[int, ...]]:
    """The members of each set of nine positions from the first one on, at the number that the set is."""
    found: list[tuple[int, ...]] = [()]
    for member in range(first, first + DIGITS):
        found += [(*members, member) for members in found]
    return found


SHORT = 7 * DIGITS
"""Digits of the sets that tables take apart."""
BELOW_9, BELOW_18, BELOW_27, BELOW_36, BELOW_45, BELOW_54, BELOW_63 = map(_subsets, range(0, SHORT, DIGITS))
MOST_LISTED = 1 << 22
"""Most members of sets that are kept in all."""
_listed = 0


@lru_cache(maxsize=1 << 16)
def bits(mask: int) -> tuple[int, ...]:
    """The members of a set as positions, ascending."""
    global _listed
    _listed += mask.bit_count()
    if _listed > MOST_LISTED:
        bits.cache_clear()
        _listed = 0
    if mask >> SHORT == 0:
        low = BELOW_9[mask & 511] + BELOW_18[mask >> 9 & 511] + BELOW_27[mask >> 18 & 511]
        if mask < 1 << 27:
            return low
        return (
            low
            + BELOW_36[mask >> 27 & 511]
            + BELOW_45[mask >> 36 & 511]
            + BELOW_54[mask >> 45 & 511]
            + BELOW_63[mask >> 54]
        )
    if mask.bit_count() > SPARSE:
        return tuple(compress(range(mask.bit_length()), f"{mask:b}"[::-1].encode().translate(ONES)))
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return tuple(found)


def mask(members: Iterable[int]) -> int:
    """The set of some positions; repeated ones count once."""
    result = 0
    for member in members:
        result |= 1 << member
    return result


def ring(sequence: Sequence[int], start: int) -> tuple[int, ...]:
    """An ascending sequence in ring order: the members from `start` on, then those before it."""
    members = tuple(sequence)
    for i, member in enumerate(members):
        if member >= start:
            return members[i:] + members[:i] if i else members
    return members


def best(ranked: Sequence[tuple[int, int]]) -> list[int]:
    """The members with the greatest rank, in order, from pairs of rank and member."""
    top = max(ranked, default=(0, 0))[0]
    return [member for rank, member in ranked if rank == top]


def only(members: Sequence[int], none: int) -> int:
    """The only member; `none` if there are several or none."""
    return members[0] if len(members) == 1 else none


def fit(value: int, low: int, high: int, name: str = "") -> int:
    """The value itself.

    Raises:
        RuleError: it is not in low..high; `name` is the variable that was to hold it.
    """
    if low <= value <= high:
        return value
    what = f"{name + ' would be ' if name else ''}{value:_}{',' if name else ' is'} outside {low:_}..{high:_}"
    raise RuleError(what, out_of_range=name or True)
