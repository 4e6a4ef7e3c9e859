"""Saved matches: a match as bytes and back, deterministic, compact and checked; neither pickle nor eval.

    "RWM" version(3)  CRC-32 of the rest(4)  then four parts, each behind its length(4):  setup  play  facts  history

Setup and play are JSON: source hash, players, seed and the like; frames by label, and the pending decision. The facts
are the state's integers, all of one width; a set of more than 62 bits stands in the play part. The history is a 0 and
a byte for each choice, or a 1 and four bytes for each where an index exceeds 255. All of it is little-endian.
"""

from __future__ import annotations

import json
import struct
import sys
from array import array
from fractions import Fraction
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any
from zlib import crc32

from ..engine.checking import outside
from ..engine.state import DECLINE, NONE, BaseState, set_shuffle_counts, shuffle_counts, slot_names
from ..errors import SavedError

if TYPE_CHECKING:
    from collections.abc import Collection

    from ..engine.engine import Engine
    from ..match import Match
    from ..tables.game import Game
    from .starting import Setup

MAGIC = b"RWM"
VERSION = 3
WIDTHS = {"b": 1, "h": 2, "i": 4, "q": 8}
BIG = (1 << 62) - 1
"""Greater facts do not stand among the others."""
UNREADABLE = (ValueError, KeyError, IndexError, TypeError, AttributeError, struct.error, OverflowError)
_LENGTH = struct.Struct("<I")
_dump = json.JSONEncoder(separators=(",", ":"), sort_keys=True, ensure_ascii=False, check_circular=False).encode


def save(match: Match) -> bytes:
    """The bytes of a match; equal for equal matches with equal histories."""
    engine, setup = match.engine, match.setup
    points = setup.game.points
    numbers, big = _integers(engine.s)
    code, facts = _pack(numbers, big)
    nature = engine.nature and [*engine.nature[:2], [[w.numerator, w.denominator] for w in engine.nature[2]]]
    frames = [[points[frame[0]].label, *frame[1:]] for frame in engine.stack]
    pending = [engine.player, engine.site, list(engine.options), nature]
    play = _dump([frames, pending, engine.reason, engine.given, code, big]).encode()
    past = engine.past[: engine.count]
    history = b"\0" + bytes(past.tolist()) if max(past, default=0) < 256 else b"\1" + _wide(past)
    parts: list[bytes] = []
    for part in (_setup_text(setup), play, facts, history):
        parts += (_LENGTH.pack(len(part)), part)
    body = b"".join(parts)
    return MAGIC + bytes((VERSION,)) + _LENGTH.pack(crc32(body)) + body


def _setup_text(setup: Setup) -> bytes:
    if not setup.saved:
        game = setup.game
        who = [setup.players, setup.seed, setup.names, setup.bots]
        how = [setup.given, setup.checked, setup.guessed]
        setup.saved = _dump([{"hash": game.source_hash, "explicit": game.explicit}, who, how]).encode()
    return setup.saved


def load(game: Game, data: bytes) -> tuple[Setup, Engine]:
    """Setup and engine of a saved match.

    Raises:
        SavedError: the bytes are no match, damaged, of another version, or of other sources.
    """
    parts = _parts(data)
    try:
        return _load(game, parts)
    except SavedError:
        raise
    except UNREADABLE as error:
        raise SavedError(f"the saved match makes no sense ({type(error).__name__})") from None


def has_explicit_chance(data: bytes) -> bool:
    """Whether a saved match is one of a game compiled for explicit chance.

    Raises:
        SavedError: the bytes are no match, damaged, or of another version.
    """
    parts = _parts(data)
    try:
        return bool(json.loads(parts[0])[0]["explicit"])
    except UNREADABLE as error:
        raise SavedError(f"the saved match makes no sense ({type(error).__name__})") from None


def _parts(data: bytes) -> list[bytes]:
    """Setup, play, facts and history."""
    if not isinstance(data, bytes | bytearray | memoryview):
        raise SavedError("a saved match is bytes")
    data = bytes(data)
    if len(data) < 24 or data[:3] != MAGIC:
        raise SavedError("these bytes are no saved match")
    if data[3] != VERSION:
        raise SavedError(f"saved in format {data[3]}, this program reads format {VERSION}")
    if crc32(data[8:]) != _LENGTH.unpack_from(data, 4)[0]:
        raise SavedError("the saved match is damaged")
    parts = []
    at = 8
    try:
        for _ in range(4):
            (length,) = _LENGTH.unpack_from(data, at)
            parts.append(data[at + 4 : at + 4 + length])
            at += 4 + length
    except struct.error:
        raise SavedError("the saved match makes no sense (parts)") from None
    return parts


def _load(game: Game, parts: list[bytes]) -> tuple[Setup, Engine]:
    setup = _setup_of(game, parts[0])
    frames, (player, site, options, nature), reason, given, code, big = json.loads(parts[1])
    if code not in WIDTHS:
        raise SavedError("the saved match makes no sense (width)")
    numbers = list(struct.unpack(f"<{len(parts[2]) // WIDTHS[code]}{code}", parts[2]))
    for place, value in big:
        numbers[place] = int(value, 16)
    engine = setup.engine()
    _fill(engine.s, numbers)
    numbers_of = game.tables.point_numbers
    for label, *rest in frames:
        if label not in numbers_of:
            raise SavedError(f"saved at {label}, which the game does not have")
        number = numbers_of[label]
        if not _are(game, game.points[number].values.values(), rest):
            raise SavedError(f"saved at {label}, which has changed")
        engine.push((number, *map(_tupled, rest)))
    engine.player, engine.site, engine.reason = player, site, reason
    engine.options = tuple(map(_tupled, options))
    _check_pending(engine)
    engine.given = tuple(given)
    if nature is not None:
        kind, number, weights = nature
        engine.nature = (kind, number, tuple(Fraction(*weight) for weight in weights))
    engine.past = _history(parts[3])
    engine.count = len(engine.past)
    return setup, engine


@lru_cache(maxsize=64)
def _setup_of(game: Game, text: bytes) -> Setup:
    """The setup of a saved match; those saved from one match share it."""
    from .starting import Setup

    kind, (players, seed, names, bots), (given, checked, guessed) = json.loads(text)
    if kind["hash"] != game.source_hash:
        raise SavedError(f"saved with other sources of the game: {kind['hash'][:12]} then, {game.source_hash[:12]} now")
    if kind["explicit"] != game.explicit:
        raise SavedError(f"saved {'with' if kind['explicit'] else 'without'} explicit chance")
    return Setup(game, players, seed, tuple(names), given, tuple(bots), checked, guessed)


def _history(data: bytes) -> array[int]:
    if data[0] == 0:
        return array("I", list(data[1:]))
    past = array("I", data[1:])
    if sys.byteorder == "big":
        past.byteswap()
    return past


def _wide(past: array[int]) -> bytes:
    if sys.byteorder == "big":
        past = past[:]
        past.byteswap()
    return past.tobytes()


def _integers(s: BaseState) -> tuple[list[int], list[tuple[int, str]]]:
    """All facts in a row, where each card lies told by piles and places; and the places of those that are too big."""
    piles = s.piles
    bags, counts = s.bags, shuffle_counts(s)
    numbers = [s.fuel, len(bags) * 3, *chain.from_iterable(bags), len(counts) * 2, *chain.from_iterable(counts)]
    numbers += map(len, piles)
    numbers += chain.from_iterable(piles)
    numbers += s.places
    numbers += s.rolls
    big: list[tuple[int, str]] = []
    for name in ("_veiled", *slot_names(s)):
        fact = getattr(s, name)
        if isinstance(fact, list):
            numbers += fact
        else:
            if not -BIG <= fact <= BIG:
                big.append((len(numbers), hex(fact)))
                fact = 0
            numbers.append(fact)
    return numbers, big


def _fill(s: BaseState, numbers: list[int]) -> None:
    """Sets all facts of a state from `_integers`."""
    s.fuel = numbers[0]
    at = 2 + numbers[1]
    bags = numbers[2:at]
    s.bags = tuple(zip(bags[::3], bags[1::3], bags[2::3], strict=True))
    counts = numbers[at + 1 : at + 1 + numbers[at]]
    set_shuffle_counts(s, tuple(zip(counts[::2], counts[1::2], strict=True)))
    at += 1 + len(counts)
    count = len(s.piles)
    lengths = numbers[at : at + count]
    at += count
    piles: list[tuple[int, ...]] = []
    where = s.where
    found: list[int] = []
    for zone, length in enumerate(lengths):
        if not length:
            piles.append(())
            continue
        pile = numbers[at : at + length]
        at += length
        found += pile
        piles.append(tuple(pile))
        for card in pile:
            where[card] = zone
    s.piles = piles
    s.places = numbers[at : at + len(s.places)]
    at += len(s.places)
    for zone, card in enumerate(s.places, count):
        if card != NONE:
            found.append(card)
            where[card] = zone
    if sorted(found) != list(range(len(where))):
        raise SavedError("the saved match makes no sense (cards)")
    s.rolls = numbers[at : at + len(s.rolls)]
    at += len(s.rolls)
    for name in ("_veiled", *slot_names(s)):
        fact = getattr(s, name)
        if isinstance(fact, list):
            setattr(s, name, numbers[at : at + len(fact)])
            at += len(fact)
        else:
            setattr(s, name, numbers[at])
            at += 1
    if at != len(numbers):
        raise SavedError("the saved match makes no sense (length)")


def _pack(numbers: list[int], big: list[tuple[int, str]]) -> tuple[str, bytes]:
    """Width code and bytes; numbers that are too big even for the widest go to `big`."""
    low, high = min(numbers), max(numbers)
    for code, size in WIDTHS.items():
        bound = 1 << 8 * size - 1
        if -bound <= low and high < bound:
            return code, struct.pack(f"<{len(numbers)}{code}", *numbers)
    for i, n in enumerate(numbers):
        if not -BIG <= n <= BIG:
            big.append((i, hex(n)))
            numbers[i] = 0
    return _pack(numbers, big)


def _check_pending(engine: Engine) -> None:
    """Raises SavedError for values out of range, and for a decision that does not fit the game."""
    game, site, options = engine.game, engine.site, engine.options
    error = "" if engine.reason == "rule error" else outside(game, engine.s)
    if error:
        raise SavedError(f"the saved match makes no sense ({error})")
    fits = -1 <= engine.player < engine.s.players and bool(options) is bool(engine.stack) is (site != -1)
    if site >= 0 and fits:
        kinds = game.sites[site].kinds
        offered = [option for option in options if option != DECLINE]
        if isinstance(kinds, str):
            fits = _are(game, (kinds,) * len(offered), offered)
        else:
            fits = all(_is_option(game, kinds, option) for option in offered)
        fits = fits and engine.stack[-1][0] == site
    if not fits:
        raise SavedError("the saved match makes no sense (decision)")


def _is_option(game: Game, kinds: tuple[tuple[str, ...], ...], option: Any) -> bool:
    """Whether a value can be an option of a site, of the option form."""
    if not isinstance(option, tuple) or not option or not isinstance(option[0], int) or not 0 <= option[0] < len(kinds):
        return False
    return _are(game, kinds[option[0]], option[1:])


def _are(game: Game, kinds: Collection[str], values: Collection[Any]) -> bool:
    """Whether there are as many values as kinds, see `Point`, and each is in the range of its own."""
    if len(kinds) != len(values):
        return False
    range_of = game.tables.kind_range
    for kind, value in zip(kinds, values, strict=True):
        low, high = range_of(kind)
        if kind.endswith("*"):
            if not isinstance(value, list) or not all(isinstance(one, int) and low <= one <= high for one in value):
                return False
        elif not isinstance(value, int) or not low <= value <= high:
            return False
    return True


def _tupled(value: Any) -> Any:
    return tuple(map(_tupled, value)) if isinstance(value, list) else value
