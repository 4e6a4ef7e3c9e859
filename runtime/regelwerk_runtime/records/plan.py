"""The plan of a saved position: what each of its integers may be, from the layout of the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, pairwise
from operator import attrgetter, itemgetter
from struct import unpack
from typing import TYPE_CHECKING, Any, NoReturn

from ..engine.state import NONE, BaseState, slot_names
from ..errors import SavedError
from ..tables.game import Member, SetOf, Var
from ..tables.layout import PLAYER

if TYPE_CHECKING:
    from ..tables.game import Game

WIDTHS = {b"b": 1, b"h": 2, b"i": 4, b"q": 8}
"""The bytes of an integer of a row by the code of its width."""

WORD = 1 << 63
"""The bound of the integers of a row."""

FAR = 1 << 1024
"""The bound of numbers that no range of the game bounds."""


def fail(what: str) -> NoReturn:
    """Raises SavedError for the part of a saved match that makes no sense."""
    raise SavedError(f"the saved match makes no sense ({what})")


def unpacked(code: bytes, numbers: bytes) -> list[int]:
    """Integers of a width from their bytes.

    Raises:
        struct.error: one of them is cut.
    """
    return list(unpack(b"<%d%b" % (len(numbers) // WIDTHS[code], code), numbers))


@dataclass(frozen=True, slots=True)
class Kind:
    """The range of one value, or of each in a tuple of them."""

    low: int
    high: int
    is_tuple: bool = False
    is_bool: bool = False


class Fields:
    """Values that follow each other, in a frame or behind the number of an option.

    Attributes:
        kinds: the kind of each; of rows for each number what follows it.
        single: those of one integer each.
        is_fixed: whether all are.
    """

    __slots__ = ("is_fixed", "kinds", "single")

    def __init__(self, kinds: Sequence[Kind | Rows]) -> None:
        self.kinds = tuple(kinds)
        self.single = tuple([kind for kind in kinds if isinstance(kind, Kind) and not kind.is_tuple])
        self.is_fixed = len(self.single) == len(kinds)


Rows = tuple[Fields, ...]
"""Of tuples that begin with a number: for each number what follows it."""

NUMBER = Kind(-FAR, FAR)


@dataclass(frozen=True, slots=True)
class Slot:
    """A variable of the state, or a list that every state has.

    Attributes:
        name: its name.
        low, high: its range.
        none: what stands for none, or `low`.
        size: how many values its array has; None where it has one value.
        width: the bytes that a set of more than 63 members stands in, or 0.
    """

    name: str
    low: int
    high: int
    none: int
    size: int | None
    width: int = 0

    @property
    def count(self) -> int:
        """The integers that it takes in a row."""
        return self.width or 1 if self.size is None else self.size

    @property
    def bounds(self) -> tuple[int, int]:
        """Bounds of each of its integers."""
        return (0, 255) if self.width else (min(self.low, self.none), max(self.high, self.none))

    @property
    def is_loose(self) -> bool:
        """Whether it may have a value that it cannot have although its integers are within their bounds."""
        least, most = self.bounds
        return bool(self.width) or least < self.low - 1 or most > self.high


class Lanes:
    """The bounds of integers that stand side by side in bytes: compared all at once, as lanes of a long number.

    Every other lane is taken at a time, so there is room above each for a bit that tells how it compares.

    Attributes:
        size: how many bytes they are.
    """

    def __init__(self, bounds: Sequence[tuple[int, int]], width: int) -> None:
        half, full = 1 << 8 * width - 1, 1 << 8 * width
        self.size = width * len(bounds)

        def joined(numbers: Sequence[int]) -> int:
            return int.from_bytes(b"".join([number.to_bytes(2 * width, "little") for number in numbers]), "little")

        self._signs = int.from_bytes(half.to_bytes(width, "little") * len(bounds), "little")
        self._turns = []
        for first in (0, 1):
            taken = bounds[first::2]
            least = joined([min(max(low + half, 0), full) for low, _ in taken])
            most = joined([min(max(half - 1 - high, 0), full) for _, high in taken])
            turn = (8 * width * first, joined([full - 1] * len(taken)), joined([full] * len(taken)), least, most)
            self._turns.append(turn)

    def hold(self, data: bytes) -> bool:
        """Whether each integer is within its bounds."""
        number = int.from_bytes(data, "little") ^ self._signs
        for shift, mask, above, least, most in self._turns:
            lanes = number >> shift & mask
            if (lanes | above) - least & above != above or lanes + most & above:
                return False
        return True


@dataclass(frozen=True, slots=True, eq=False)
class Facts:
    """The part of a row that takes as many integers in every position of a game with so many players.

    Attributes:
        slots: the variables, the set of veiled cards, rolls and places; at last the lengths of piles.
        names: the names of all but the last.
        values: takes these from a state.
        count: the integers of all slots.
        apart: takes them apart: for each slot its integer, or a list of them.
        lanes: their bounds, by the code of a width.
        loose: the slots to be looked at one by one.
        wide: the places of those among them that stand in bytes, each with their number.
    """

    slots: tuple[Slot, ...]
    names: tuple[str, ...]
    values: attrgetter[tuple[Any, ...]]
    count: int
    apart: Callable[[list[int]], tuple[Any, ...]]
    lanes: Mapping[bytes, Lanes]
    loose: tuple[Slot, ...]
    wide: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, slots: tuple[Slot, ...]) -> Facts:
        """The facts in some slots."""
        names = tuple([slot.name for slot in slots[:-1]])
        ends = list(accumulate([slot.count for slot in slots], initial=0))
        single = [slot.size is None and not slot.width for slot in slots]
        apart = itemgetter(
            *[at if one else slice(at, end) for (at, end), one in zip(pairwise(ends), single, strict=True)]
        )
        bounds = [slot.bounds for slot in slots for _ in range(slot.count)]
        lanes = {code: Lanes(bounds, width) for code, width in WIDTHS.items()}
        loose = tuple([slot for slot in slots if slot.is_loose])
        wide = tuple([(i, slot.width) for i, slot in enumerate(slots) if slot.width])
        return cls(slots, names, attrgetter(*names), ends[-1], apart, lanes, loose, wide)


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """The possible values in the rows of a game with so many players.

    Attributes:
        fresh: the state at the beginning.
        points: for each point the values of its frame.
        sites: for each site the kind of its options, or for each option its values.
        cards: for each type of cards the first one, the end, and the zones where they may lie.
        facts: what the state holds besides cards.
    """

    game: Game
    fresh: BaseState
    points: tuple[Fields, ...]
    sites: tuple[Kind | Rows, ...]
    cards: tuple[tuple[int, int, frozenset[int]], ...]
    facts: Facts


@lru_cache(maxsize=32)
def plan_of(game: Game, players: int) -> Plan:
    """The possible values in the rows of a game with so many players.

    Raises:
        ValueError: the game is not for so many players.
    """
    fresh = game.new_state(players)
    most = max(
        [game.players[1], len(fresh.where), *(len(enum.keys) + max(enum.low, 0) for enum in game.enums.values())]
    )
    kinds: dict[tuple[str, bool], Kind] = {}

    def kind_of(name: str, optional: bool = True) -> Kind:
        if (name, optional) not in kinds:
            one = name.rstrip("*")
            if one == "int":
                low, high = -FAR, FAR
            elif one in ("set", "cards"):
                low, high = 0, (1 << most) - 1
            elif one == "bool":
                low, high = 0, 1
            elif one == "pile":
                low, high = 0, len(fresh.piles) - 1
            else:
                least, high = (
                    (0, players - 1) if one == PLAYER else game.tables.members("Card" if one == "card" else one)
                )
                low = min(least - 1, NONE) if optional else least
            kinds[name, optional] = Kind(low, high, name != one, one == "bool")
        return kinds[name, optional]

    def kinds_of(kinds: str | tuple[tuple[str, ...], ...], optional: bool = True) -> Kind | Rows:
        if isinstance(kinds, str):
            return kind_of(kinds, optional)
        return tuple([Fields([kind_of(kind, optional) for kind in row]) for row in kinds])

    return Plan(
        game=game,
        fresh=fresh,
        points=tuple([Fields([kinds_of(kind) for kind in point.values.values()]) for point in game.points]),
        sites=tuple([kinds_of(site.kinds, False) for site in game.sites]),
        cards=tuple(_cards(game, fresh)),
        facts=Facts.of(tuple(_slots(game, fresh))),
    )


def _cards(game: Game, fresh: BaseState) -> Iterator[tuple[int, int, frozenset[int]]]:
    everywhere = frozenset(range(len(fresh.piles) + len(fresh.places)))
    made_for = {
        game.tables.zone_number(entry, flat): entry.card_type
        for entry in game.tables.zones
        for flat in range(game.tables.count(entry.dims))
    }
    for card_type, (start, end) in game.card_types.items():
        yield start, end, everywhere - {zone for zone, one in made_for.items() if one not in (card_type, "Card")}


def _slots(game: Game, fresh: BaseState) -> Iterator[Slot]:
    entries = {entry.slot: entry for entry in game.tables.vars}
    for name in slot_names(fresh):
        value = getattr(fresh, name)
        size = len(value) if isinstance(value, list) else None
        entry = entries.get(name)
        low, high = game.tables.bounds(entry) if entry else (-FAR, FAR)
        match entry:
            case Var(type=SetOf(enum=enum)) if enum == PLAYER:
                high = (1 << fresh.players) - 1
            case Var(type=Member(enum=enum)) if enum == PLAYER:
                high = fresh.players - 1
        none = game.tables.none(entry) if entry else None
        width = 0 if size is not None or low < 0 or high < WORD else (high.bit_length() + 7) // 8
        yield Slot(name, low, high, low if none is None else none, size, width)
    cards = len(fresh.where)
    yield Slot("_veiled", 0, (1 << cards) - 1, 0, None, (cards + 7) // 8 if cards > 63 else 0)
    yield Slot("rolls", 0, FAR, 0, len(fresh.rolls))
    yield Slot("places", NONE, cards - 1, NONE, len(fresh.places))
    yield Slot("piles", 0, cards, 0, len(fresh.piles))
