"""Keyed random numbers, a function of seed and purpose, and exact distributions for explicit chance.

There is no common stream, so an additional die or card does not shift other rolls.

Roll n of a die with `sides` outcomes is number n % BLOCK, from 0, of those that SHAKE-128 yields for the key of the die
followed by the text "seed sides n//BLOCK". Its bytes are read one by one, or in big-endian words for more than 256
sides; a word that would favour some outcomes is skipped, any other counts modulo `sides`.

A shuffle sorts cards by marks. The mark of a card is the upper 40 bits of `p ^ p >> 64` in 64 bits, where p is its key
times the base of the shuffle; equal marks, one pair in 2**40, are sorted by the number of the card. The base is the
first word of the BLAKE2b digest of the key of the pile followed by the text "seed times", where times is the number of
earlier shuffles of the pile.

Keys are eight-byte BLAKE2b digests of texts, as little-endian numbers. Both hash functions are the same on every
machine and Python version. Bots and guesses mix keys in 64 bits, which needs no digest for each number:

    mix(z):      z ^= z >> 30;  z *= 0xBF58476D1CE4E5B9;  z ^= z >> 27;  z *= 0x94D049BB133111EB;  z ^= z >> 31
    draw(b, n):  the same without its last step, from z = b + n * 0x9E3779B97F4A7C15, which is not cut to 64 bits
    among(z, k): (z * k) >> 64, a number in 0..k-1; it depends on the high bits, so the last step is not needed

That is the finaliser of splitmix64.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from hashlib import blake2b, shake_128
from struct import Struct, unpack

from ..errors import RuleError

BLOCK = 4096
"""Number of rolls of a die per run of SHAKE-128; each is found without those of other blocks."""

MOST_OUTCOMES = 1 << 12
"""Most blocks of a seed that are kept."""

WORD = (1 << 64) - 1
STEP = 0x9E3779B97F4A7C15
FIRST = 0xBF58476D1CE4E5B9
SECOND = 0x94D049BB133111EB
CARD = (1 << 24) - 1
"""The bits of a card's number in its mark."""
LANE = 16
"""Bytes of a card's lane, with room for the product of two words."""
FIRST_WORD = Struct("<Q").unpack_from


def mix(z: int) -> int:
    """Scatters a number in 0..2**64-1 over the same range, bijectively."""
    z = (z ^ (z >> 30)) * FIRST & WORD
    z = (z ^ (z >> 27)) * SECOND & WORD
    return z ^ (z >> 31)


def draw(base: int, n: int) -> int:
    """The n-th number, from 0, of a base."""
    z = base + n * STEP
    z = (z ^ (z >> 30)) * FIRST & WORD
    return (z ^ (z >> 27)) * SECOND & WORD


def among(z: int, count: int) -> int:
    """A number in 0..count-1 from one in 0..2**64-1, uniform up to 2**-64."""
    return z * count >> 64


def digest_of(text: str) -> bytes:
    """The key of a text as eight bytes."""
    return blake2b(text.encode(), digest_size=8).digest()


def key_of(text: str) -> int:
    """The key of a text as a number in 0..2**64-1."""
    return int.from_bytes(digest_of(text), "little")


@lru_cache(maxsize=1 << 10)
def seed_key(seed: int) -> int:
    """The 64-bit key of a seed of any size."""
    return key_of(f"seed {seed}")


# ---- shuffles
@dataclass(frozen=True, slots=True)
class Lanes:
    """Cards side by side, each in its own lane, so that one product computes all marks.

    Attributes:
        keys: their keys.
        mask: the bits of the product that become marks.
        cards: the cards themselves, in the low bits that the mask leaves free.
        size: the bytes of all lanes.
        apart: splits these bytes into numbers.
    """

    keys: int
    mask: int
    cards: int
    size: int
    apart: Callable[[bytes], tuple[int, ...]]

    @classmethod
    def of(cls, cards: Sequence[int], keys: Sequence[bytes]) -> Lanes:
        """The lanes of some cards, from the keys of all cards."""
        mask, apart = _lanes_of(len(cards))
        joined = int.from_bytes(b"".join([keys[card] for card in cards]), "little")
        numbers = int.from_bytes(b"".join([card.to_bytes(LANE, "little") for card in cards]), "little")
        return cls(joined, mask, numbers, LANE * len(cards), apart)


@lru_cache(maxsize=1 << 6)
def _lanes_of(count: int) -> tuple[int, Callable[[bytes], tuple[int, ...]]]:
    """The mask of a number of lanes, and a function that splits their bytes."""
    return int.from_bytes((WORD - CARD).to_bytes(LANE, "little") * count, "little"), Struct("<" + "Q8x" * count).unpack


def shuffle_base(key: bytes, seed: int, times: int) -> int:
    """The base of a shuffle, from the key of the pile and the number of its earlier shuffles."""
    base: int = FIRST_WORD(blake2b(b"%b%d %d" % (key, seed, times)).digest())[0]
    return base


def shuffled(lanes: Lanes, base: int) -> tuple[int, ...]:
    """Cards in an order drawn from a base, which does not depend on their present order.

    Adding or removing a card does not change the order of the others.
    """
    z = lanes.keys * base
    marked = ((z >> 64 ^ z) & lanes.mask | lanes.cards).to_bytes(lanes.size, "little")
    return tuple([mark & CARD for mark in sorted(lanes.apart(marked))])


# ---- rolls
@cache
def _byte_outcomes(sides: int) -> tuple[bytes, bytes]:
    """The outcome of each byte, and the bytes that are skipped."""
    return bytes(byte % sides for byte in range(256)), bytes(range(256 - 256 % sides, 256))


def outcomes(data: bytes, sides: int) -> Sequence[int]:
    """Uniform numbers in 0..sides-1 from random bytes."""
    if sides <= 256:
        return data.translate(*_byte_outcomes(sides))
    width = (sides.bit_length() + 15) // 8  # at most one word in 256 is skipped
    words = [int.from_bytes(data[at : at + width]) for at in range(0, len(data) - width + 1, width)]
    favoured = (1 << 8 * width) // sides * sides
    return [word % sides for word in words if word < favoured]


class SeedLuck(dict[tuple[int, ...], Sequence[int]]):
    """The luck of one seed, shared by copies: for (die, sides) the outcomes of its first rolls, computed on demand.

    Outcomes of later blocks are at (die, sides, number of the block).
    """

    __slots__ = ("_keys", "seed")

    def __init__(self, seed: int, keys: Sequence[bytes]) -> None:
        self.seed = seed
        self._keys = keys

    def __missing__(self, key: tuple[int, ...]) -> Sequence[int]:
        die, sides = key
        if sides < 1:
            raise RuleError("there is nothing to roll for")
        found = self[key] = outcomes(shake_128(b"%b%d %d 0" % (self._keys[die], self.seed, sides)).digest(64), sides)
        return found

    def roll(self, die: int, sides: int, n: int) -> int:
        """The outcome of roll n, from 0, in 0..sides-1, if it is not among the first ones."""
        block, at = divmod(n, BLOCK)
        key = (die, sides, block) if block else (die, sides)
        found = self.get(key, b"")
        size = 64
        while at >= len(found):
            data = shake_128(b"%b%d %d %d" % (self._keys[die], self.seed, sides, block)).digest(size)
            found = self[key] = outcomes(data, sides)[:BLOCK]
            size *= 4
        return found[at]

    def __setitem__(self, key: tuple[int, ...], found: Sequence[int]) -> None:
        if len(self) >= MOST_OUTCOMES:
            self.clear()
        super().__setitem__(key, found)


# ---- explicit chance
@cache
def dice_sums(dice: int, sides: int) -> tuple[tuple[int, ...], tuple[Fraction, ...]]:
    """The sums of some dice, ascending, and their probabilities, which sum to one."""
    ways = {0: 1}
    for _ in range(dice):
        grown: dict[int, int] = {}
        for total, n in ways.items():
            for pip in range(1, sides + 1):
                grown[total + pip] = grown.get(total + pip, 0) + n
        ways = grown
    sums = tuple(sorted(ways))
    return sums, tuple(Fraction(ways[total], sides**dice) for total in sums)


def pick(weights: Sequence[Fraction], z: int) -> int:
    """The index selected by a number in 0..2**64-1 if the weights, which sum to one, divide that range."""
    share = Fraction(z, 1 << 64)
    for i, weight in enumerate(weights):
        share -= weight
        if share < 0:
            return i
    return len(weights) - 1


class Stream:
    """Numbers drawn one after the other from a key."""

    def __init__(self, key: int) -> None:
        self.key = key
        self.n = 0

    def below(self, count: int) -> int:
        """A number in 0..count-1."""
        self.n += 1
        if count > 1 << 32:  # so many that one word would favour some numbers
            return int.from_bytes(self._bytes(count.bit_length() // 8 + 9)) % count
        return among(draw(self.key, self.n), count)

    def shuffled(self, items: Sequence[int]) -> list[int]:
        """The items in a random order."""
        self.n += 1
        keys = unpack(f"<{len(items)}Q", self._bytes(8 * len(items)))
        return [item for _, _, item in sorted(zip(keys, range(len(items)), items, strict=True))]

    def _bytes(self, count: int) -> bytes:
        return shake_128(draw(self.key, self.n).to_bytes(8, "little")).digest(count)


def thrown(total: int, count: int, low: int, high: int, stream: Stream) -> list[int]:
    """`count` numbers in low..high with a sum, as if units were distributed at random; the sum must be reachable."""
    values = [low] * count
    left = total - low * count
    open_cells = [i for i in range(count) if high > low]
    unit = max(1, left // 4096)
    while left > 0 and open_cells:
        i = stream.below(len(open_cells))
        at = open_cells[i]
        amount = min(unit, left, high - values[at])
        values[at] += amount
        left -= amount
        if values[at] == high:
            open_cells[i] = open_cells[-1]
            open_cells.pop()
    return values
