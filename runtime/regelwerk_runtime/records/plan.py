"""The plan of a saved position: the possible values of each of its integers, from the layout of the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate
from operator import itemgetter
from struct import Struct
from typing import TYPE_CHECKING, NoReturn

from ..engine.state import NONE, BaseState, slot_names
from ..errors import SavedError
from ..tables.game import Member, SetOf, Var
from ..tables.layout import PLAYER

if TYPE_CHECKING:
    from ..tables.game import Ends, Game

WIDTHS = {b"b": 1, b"h": 2, b"i": 4, b"q": 8}
"""Bytes per integer of a row, by the code of the width; wider codes come later in the alphabet."""

WIDER = {b"b": (b"b", b"h", b"i"), b"h": (b"h", b"i"), b"i": (b"i",), b"q": ()}
"""For the code of a width, that code and wider ones except the widest."""

WORD = 1 << 63
"""The bound of the integers of a row."""

SET_OF = "set of "
"""Prefix of the name of an enum in the kind of a set of its members."""

FAR = 1 << 1024
"""The bound of numbers that the game does not bound."""


def fail(what: str) -> NoReturn:
    """Raises SavedError, naming the part of a saved match that makes no sense."""
    raise SavedError(f"the saved match makes no sense ({what})")


@lru_cache(maxsize=1024)
def packer(code: bytes, count: int) -> Struct:
    """The packer of a number of integers of a width."""
    return Struct(b"<%d%b" % (count, code))


@dataclass(frozen=True, slots=True)
class Kind:
    """The range of one value, or of each in a tuple of them."""

    low: int
    high: int
    is_tuple: bool = False
    is_bool: bool = False


class Fields:
    """Consecutive values, in a frame or after the number of an option.

    Attributes:
        kinds: the kind of each; for rows, the fields that follow each number.
        single: the kinds that take a single integer.
        is_fixed: whether all do.
    """

    __slots__ = ("is_fixed", "kinds", "single")

    def __init__(self, kinds: Sequence[Kind | Rows]) -> None:
        self.kinds = tuple(kinds)
        self.single = tuple([kind for kind in kinds if isinstance(kind, Kind) and not kind.is_tuple])
        self.is_fixed = len(self.single) == len(kinds)


Rows = tuple[Fields, ...]
"""For tuples that begin with a number, the fields that follow each number."""

NUMBER = Kind(-FAR, FAR)


@dataclass(frozen=True, slots=True)
class Slot:
    """A variable of the state, or a list that every state has.

    Attributes:
        name: its name.
        low, high: its range.
        none: the number for none, or `low`.
        size: the number of values of an array; None for a single value.
        width: the number of bytes of a set with more than 63 members, or 0.
    """

    name: str
    low: int
    high: int
    none: int
    size: int | None
    width: int = 0

    @property
    def count(self) -> int:
        """The number of integers that it takes in a row."""
        return self.width or 1 if self.size is None else self.size

    @property
    def bounds(self) -> tuple[int, int]:
        """The bounds of each of its integers."""
        return (0, 255) if self.width else (min(self.low, self.none), max(self.high, self.none))

    @property
    def is_loose(self) -> bool:
        """True if it may have an invalid value although its integers are within their bounds."""
        least, most = self.bounds
        return bool(self.width) or least < self.low - 1 or most > self.high


class Lanes:
    """The bounds of packed integers, all compared at once as lanes of a long number.

    Each lane is relative to a base, the least value or 0 if that is less. A value that is too small then sets the
    highest bit of its lane, and so does one that is too large, at the latest when the room above the greatest value is
    added. The lowest lane out of bounds always shows, since no lane below it carries or borrows.

    Attributes:
        size: the number of bytes.
    """

    def __init__(self, bounds: Sequence[tuple[int, int]], width: int) -> None:
        half = 1 << 8 * width - 1
        self.size = width * len(bounds)
        bases, rooms, steps = [], [], []
        for least, most in bounds:
            base, high = max(min(least, 0), -half), min(most, half - 1)
            if high - base >= half:  # otherwise no bit would be left; few values are far below 0
                base = max(base, -(half >> 3))
                high = min(high, base + half - 1)
            bases.append(half + base)
            rooms.append(min(half - 1 - high + base, half))
            steps.append(min(max(least - base, 0), half))

        def joined(numbers: Sequence[int]) -> int:
            return int.from_bytes(b"".join([number.to_bytes(width, "little") for number in numbers]), "little")

        self._tops, self._bases, self._rooms = joined([half] * len(bounds)), joined(bases), joined(rooms)
        self._steps = joined(steps)

    def hold(self, data: bytes) -> bool:
        """True if each integer is certainly within its bounds; if bounds span more than half the range of a width,
        values near the ends of that range are not certain.
        """
        tops = self._tops
        number = (int.from_bytes(data, "little") ^ tops) - self._bases
        if (number | number + self._rooms) & tops:
            return False
        return not self._steps or (number | tops) - self._steps & tops == tops


@dataclass(frozen=True, slots=True, eq=False)
class Facts:
    """The part of a row that has the same length in every position of a game with a number of players.

    Attributes:
        slots: the variables, the set of veiled cards, rolls and places; finally the lengths of piles.
        count: the number of integers of all slots.
        variables: the number of integers of the variables, counting a set stored as bytes once.
        apart: extracts the rolls, the places and the lengths of piles.
        lanes: their bounds, by the code of a width.
        loose: the slots to be checked one by one.
        wide: the positions of the slots stored as bytes, each with the number of bytes; earlier slots count once.
        far: extracts the integers of variables that may not fit the least width, if there are any.
        least: the code of the narrowest width that may hold a row.
    """

    slots: tuple[Slot, ...]
    count: int
    variables: int
    apart: Callable[[list[int]], tuple[list[int], list[int], list[int]]]
    lanes: Mapping[bytes, Lanes]
    loose: tuple[Slot, ...]
    wide: tuple[tuple[int, int], ...]
    far: Callable[[list[int]], tuple[int, ...]] | None
    least: bytes

    @classmethod
    def of(cls, slots: tuple[Slot, ...], cards: int) -> Facts:
        """The facts in some slots, for a game with a number of cards."""
        *_, veiled, rolls, places, count = accumulate([slot.count for slot in slots])
        bounds = [slot.bounds for slot in slots for _ in range(slot.count)]
        lanes = {code: Lanes(bounds, width) for code, width in WIDTHS.items()}
        loose = tuple([slot for slot in slots if slot.is_loose])
        places_of = accumulate([1 if slot.width else slot.count for slot in slots], initial=0)
        wide = tuple([(at, slot.width) for at, slot in zip(places_of, slots, strict=False) if slot.width])
        least = _code_for(cards - 1)  # each card is in the row
        end = 1 << 8 * WIDTHS[least] - 1
        far = [at for at, (low, high) in enumerate(bounds[:veiled]) if not -end <= low <= high < end]
        return cls(
            slots=slots,
            count=count,
            variables=sum([1 if slot.width else slot.count for slot in slots[:-4]]),
            apart=itemgetter(slice(veiled, rolls), slice(rolls, places), slice(places, count)),
            lanes=lanes,
            loose=loose,
            wide=wide,
            far=itemgetter(*far, far[0]) if far else None,  # twice the first one, so that it returns a tuple
            least=least,
        )

    def least_code(self, row: list[int]) -> bytes:
        """The code of the narrowest width that may hold a row with these facts."""
        if self.far is None:
            return self.least
        values = self.far(row)
        return max(self.least, _code_for(max(*values, -1 - min(values))))


def _code_for(number: int) -> bytes:
    """The code of the narrowest width that holds a non-negative number."""
    if number < 1 << 15:
        return b"b" if number < 1 << 7 else b"h"
    return b"i" if number < 1 << 31 else b"q"


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """The possible values in the rows of a game with a number of players.

    Attributes:
        fresh: the initial state.
        points: for each point the values of its frame.
        sites: for each site the kind of its options, or for each option its values; and whether declining is an option.
        cards: for each card type that may not be everywhere, its first card, its end, and the zones where it may be.
        facts: the contents of the state besides cards.
    """

    game: Game
    fresh: BaseState
    points: tuple[Fields, ...]
    sites: tuple[tuple[Kind | Rows, bool], ...]
    cards: tuple[tuple[int, int, frozenset[int]], ...]
    facts: Facts


@lru_cache(maxsize=32)
def plan_of(game: Game, players: int) -> Plan:
    """The possible values in the rows of a game with a number of players.

    Raises:
        ValueError: the game does not allow this number of players.
    """
    fresh = game.new_state(players)
    most = max(
        [game.players[1], len(fresh.where), *(len(enum.keys) + max(enum.low, 0) for enum in game.enums.values())]
    )
    kinds: dict[tuple[str, bool], Kind] = {}

    def ends_of(enum: str) -> tuple[int, int]:
        return (0, players - 1) if enum == PLAYER else game.tables.members(enum)

    def kind_of(name: str, optional: bool = True) -> Kind:
        if (name, optional) not in kinds:
            one = name.rstrip("*")
            if one == "int":
                low, high = -FAR, FAR
            elif one == "cards":
                low, high = 0, (1 << len(fresh.where)) - 1
            elif one == "set":
                low, high = 0, (1 << most) - 1
            elif one.startswith(SET_OF):
                least, last = ends_of(one.removeprefix(SET_OF))
                low, high = 0, (1 << last + 1 - least) - 1
            elif one == "bool":
                low, high = 0, 1
            elif one == "pile":
                low, high = 0, len(fresh.piles) - 1
            else:
                least, high = ends_of("Card" if one == "card" else one)
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
        points=tuple(
            [
                Fields([_within(kinds_of(kind), point.ends.get(name, ())) for name, kind in point.values.items()])
                for point in game.points
            ]
        ),
        sites=tuple([(_within(kinds_of(site.kinds, False), site.ends), site.may) for site in game.sites]),
        cards=tuple(_cards(game, fresh)),
        facts=Facts.of(tuple(_slots(game, fresh)), len(fresh.where)),
    )


def _within(kind: Kind | Rows, ends: Ends) -> Kind | Rows:
    """A kind of numbers with known ends, or rows of such kinds."""
    if isinstance(kind, Kind):
        return _number(kind, ends[0][0] if ends else None)
    if not ends:
        return kind
    rows = zip(kind, ends, strict=True)
    return tuple(
        [Fields([_number(one, end) for one, end in zip(fields.kinds, row, strict=True)]) for fields, row in rows]
    )


def _number(kind: Kind | Rows, ends: tuple[int, int] | None) -> Kind | Rows:
    return kind if ends is None or not isinstance(kind, Kind) else replace(kind, low=ends[0], high=ends[1])


def _cards(game: Game, fresh: BaseState) -> Iterator[tuple[int, int, frozenset[int]]]:
    everywhere = frozenset(range(len(fresh.piles) + len(fresh.places)))
    made_for = {
        game.tables.zone_number(entry, flat): entry.card_type
        for entry in game.tables.zones
        for flat in range(game.tables.count(entry.dims))
    }
    for card_type, (start, end) in game.card_types.items():
        zones = everywhere - {zone for zone, one in made_for.items() if one not in (card_type, "Card")}
        if zones < everywhere:
            yield start, end, zones


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
