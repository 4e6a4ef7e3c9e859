"""Keyed random numbers, a function of seed and purpose; and exact distributions for explicit chance.

Nothing here keeps a stream. A roll is `draw(base, n)` where `base = mix(seed key ^ die key)` and n counts the rolls of
this die; so an added die or card shifts no other roll. Keys, bases and results are in 0..2**64-1, products are taken
modulo 2**64:

    mix(z):      z ^= z >> 30;  z *= 0xBF58476D1CE4E5B9;  z ^= z >> 27;  z *= 0x94D049BB133111EB;  z ^= z >> 31
    draw(b, n):  the same without its last step, from z = b + n * 0x9E3779B97F4A7C15, which is not cut to 64 bits
    among(z, k): (z * k) >> 64, a number in 0..k-1; it depends on the high bits, so the step is not missed

That is the finaliser of splitmix64. A text becomes a key by the first eight bytes, little-endian, of its BLAKE2b
digest of eight bytes. Both are the same on every machine and Python version.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from hashlib import blake2b, shake_128
from struct import unpack

WORD = (1 << 64) - 1
STEP = 0x9E3779B97F4A7C15
FIRST = 0xBF58476D1CE4E5B9
SECOND = 0x94D049BB133111EB


def mix(z: int) -> int:
    """Scatters a number in 0..2**64-1 over the same range, one to one."""
    z = (z ^ (z >> 30)) * FIRST & WORD
    z = (z ^ (z >> 27)) * SECOND & WORD
    return z ^ (z >> 31)


def draw(base: int, n: int) -> int:
    """The n-th number, from 0, of those that belong to a base."""
    z = base + n * STEP
    z = (z ^ (z >> 30)) * FIRST & WORD
    return (z ^ (z >> 27)) * SECOND & WORD


def among(z: int, count: int) -> int:
    """A number in 0..count-1 from one in 0..2**64-1, each with the same share up to 2**-64."""
    return z * count >> 64


def key_of(text: str) -> int:
    """The 64-bit key of a text."""
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little")


@lru_cache(maxsize=1 << 10)
def seed_key(seed: int) -> int:
    """The 64-bit key of a seed of any size."""
    return key_of(f"seed {seed}")


def shuffled(items: Iterable[int], keys: Sequence[int], base: int) -> tuple[int, ...]:
    """Items in an order drawn from a base; it depends on which there are, not on their order.

    Each has a key of its own in `keys`. An item that is added or missing leaves the others in their order.
    """
    marks = []
    for item in items:
        key = keys[item]
        z = base ^ key
        z = (z ^ (z >> 30)) * FIRST & WORD
        marks.append(((z ^ (z >> 27)) * SECOND & WORD, key, item))
    marks.sort()
    return tuple([item for _, _, item in marks])


class LuckKeys(dict[int, int]):
    """For each die the base of its rolls under one seed, worked out when it is first rolled; shared by copies."""

    def __init__(self, seed: int, keys: Sequence[int]) -> None:
        super().__init__()
        self.seed = seed_key(seed)
        self._keys = keys

    def __missing__(self, die: int) -> int:
        base = self[die] = mix(self.seed ^ self._keys[die])
        return base


@cache
def dice_sums(dice: int, sides: int) -> tuple[tuple[int, ...], tuple[Fraction, ...]]:
    """The sums of some dice, ascending, and the probability of each; the probabilities sum to one."""
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
    """The index that a number in 0..2**64-1 falls on when the weights, which sum to one, share that range."""
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
        if count > 1 << 32:  # a range so wide that one word would favour some numbers
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
    """`count` numbers in low..high with a sum, as if single units were thrown at random; the sum must be reachable."""
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
