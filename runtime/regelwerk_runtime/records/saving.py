"""Saved matches: a match as bytes and back, deterministic, compact and checked; neither pickle nor eval.

    "RWM" version(1)  CRC-32 of the rest(4)  chance(1)  three lengths(4 each)  setup  position  big  history

Chance is 1 where it is explicit; the lengths are those of the first three parts. The setup is JSON: source hash,
players, seed and the like. The position begins with a letter for the width of its integers, the fuel(8), and the place
in the row where the facts begin(4), which format 3 does not have; then comes the row, see `position`. Numbers of more
than 64 bits stand there as 0, and in the big part as JSON, each with its place in the row; that part is empty when
there are none. The history is a 0 and a byte for each choice, or a 1 and four bytes for each where an index exceeds
255. All of it is little-endian.
"""

from __future__ import annotations

import json
import struct
import sys
from array import array
from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING
from zlib import crc32

from ..errors import GivenError, SavedError
from ..views.given import apply_given
from .plan import WIDTHS, fail
from .position import restore, row_of
from .starting import Setup

if TYPE_CHECKING:
    from ..engine.engine import Engine
    from ..match import Match
    from ..tables.game import Game

MAGIC = b"RWM"
VERSION = 4
BIG = 1 << 63
"""The bound of the numbers that a row can hold."""
FIRST = 8
"""The facts that are tried before a whole row is packed in some width."""
LONG = 100
"""The numbers of a row for which that is done with the narrowest width too."""
UNREADABLE = (
    ValueError,
    KeyError,
    IndexError,
    TypeError,
    AttributeError,
    struct.error,
    ArithmeticError,
    RecursionError,
)
_MARK = struct.Struct("<3sBI")
_HEAD = struct.Struct("<4xIB3I")
_LENGTHS = struct.Struct("<B3I")
_SUMMED = 8
"""Where that begins which the sum is made of: chance and lengths."""
_BYTES = (bytes, bytearray, memoryview)
_POSITIONS = {3: struct.Struct("<cq"), 4: struct.Struct("<cqI")}
"""What stands before the row: its width, the fuel and where the facts begin, by the versions that can be read."""
_dump = json.JSONEncoder(separators=(",", ":"), sort_keys=True, ensure_ascii=False, check_circular=False).encode


def save(match: Match) -> bytes:
    """The bytes of a match; equal for equal matches with equal histories."""
    engine = match.engine
    (row, start), big = row_of(engine), b""
    try:
        code, numbers = _pack(row, start)
    except struct.error:
        places = [i for i, n in enumerate(row) if not -BIG <= n < BIG]
        big = _dump([[i, hex(row[i])] for i in places]).encode()
        for i in places:
            row[i] = 0
        code, numbers = _pack(row, start)
    setup = match.setup.saved or _setup_text(match.setup)
    position = _POSITIONS[VERSION].pack(code, engine.s.fuel, start) + numbers
    lengths = _LENGTHS.pack(match.setup.game.explicit, len(setup), len(position), len(big))
    rest = lengths + setup + position + big + _history(engine.past[: engine.count])
    return _MARK.pack(MAGIC, VERSION, crc32(rest)) + rest


def _pack(row: list[int], start: int = 0) -> tuple[bytes, bytes]:
    """The code of the narrowest width that holds all numbers, and their bytes; `start` is where the facts begin.

    Raises:
        struct.error: no width does.
    """
    count = len(row)
    for code in ("b", "h", "i"):
        try:
            if code != "b" or count > LONG:
                array(code, row[start : start + FIRST])  # tells sooner, where one is too great
            return code.encode(), struct.pack(f"<{count}{code}", *row)
        except (OverflowError, struct.error):
            continue
    return b"q", struct.pack(f"<{count}q", *row)


def _setup_text(setup: Setup) -> bytes:
    game = setup.game
    who = [setup.players, setup.seed, setup.names, setup.bots]
    how = [setup.given, setup.checked, setup.guessed, *filter(None, [setup.gave_up])]
    setup.saved = _dump([[game.source_hash, points_key(game)], who, how]).encode()
    return setup.saved


@lru_cache(maxsize=64)
def points_key(game: Game) -> str:
    """A digest of the points, their values and the options of sites: equal where rows mean the same."""
    shapes = [[point.label, dict(point.values)] for point in game.points], [site.kinds for site in game.sites]
    return blake2b(_dump(shapes).encode(), digest_size=8).hexdigest()


def load(game: Game, data: bytes) -> tuple[Setup, Engine]:
    """Setup and engine of a saved match.

    Raises:
        SavedError: the bytes are no match, damaged, of another version, or of other sources.
    """
    total, explicit, *lengths = _head(data)
    data = bytes(data)
    if crc32(data[_SUMMED:]) != total:
        raise SavedError("the saved match is damaged")
    if explicit != game.explicit:
        raise SavedError(f"saved {'with' if explicit else 'without'} explicit chance")
    try:
        return _load(game, data, *lengths)
    except SavedError:
        raise
    except UNREADABLE as error:
        raise SavedError(f"the saved match makes no sense ({type(error).__name__})") from None


def has_explicit_chance(data: bytes) -> bool:
    """Whether a saved match is one of a game compiled for explicit chance.

    Raises:
        SavedError: the bytes are no match, damaged, or of another version.
    """
    return bool(_head(data)[1])


def _head(data: bytes) -> tuple[int, int, int, int, int]:
    """The sum, whether chance is explicit, and the lengths of setup, position and big numbers."""
    if not isinstance(data, _BYTES):
        raise SavedError("a saved match is bytes")
    if len(data) < _HEAD.size or data[:3] != MAGIC:
        raise SavedError("these bytes are no saved match")
    if data[3] not in _POSITIONS:
        raise SavedError(f"saved in format {data[3]}, this program reads formats {min(_POSITIONS)} to {VERSION}")
    return _HEAD.unpack_from(data)


def _load(game: Game, data: bytes, setup_length: int, position_length: int, big_length: int) -> tuple[Setup, Engine]:
    middle = _HEAD.size + setup_length
    after = middle + position_length
    end = after + big_length
    if end >= len(data):
        fail("length")
    setup = _setup_of(game, data[_HEAD.size : middle])
    head = _POSITIONS[data[3]]
    code, fuel, *start = head.unpack_from(data, middle)
    if code not in WIDTHS:
        fail("width")
    big = json.loads(data[after:end]) if big_length else None
    engine = restore(setup, code, data[middle + head.size : after], start[0] if start else None, big)
    engine.past = past = _past(data[end], data[end + 1 :])
    engine.count = count = len(past)
    full, low = engine.s.fuel, -1 if engine.reason == "rule error" else 0
    if not low <= fuel <= full or (count + bool(engine.options) > full - fuel and not game.explicit):
        fail("fuel")
    engine.s.fuel = fuel
    return setup, engine


@lru_cache(maxsize=64)
def _setup_of(game: Game, text: bytes) -> Setup:
    """The setup of a saved match; those saved from one match share it."""
    (sources, points), (players, seed, names, bots), (given, checked, guessed, *gave_up) = json.loads(text)
    if sources != game.source_hash:
        raise SavedError(f"saved with other sources of the game: {sources[:12]} then, {game.source_hash[:12]} now")
    if points != points_key(game):
        raise SavedError("saved with the game compiled by another version of this program")
    fits = type(players) is type(seed) is int and (given is None or isinstance(given, dict))
    fits = fits and (not gave_up or (guessed and gave_up in (["numbers"], ["invariants"], ["truth"])))
    fits = fits and {type(flag) for flag in (checked, guessed)} == {bool} and len(names) in (0, players)
    if not fits or not all(isinstance(name, str) for name in (*names, *bots)):
        fail("setup")
    setup = Setup(game, players, seed, tuple(names), given, tuple(bots), checked, guessed, *gave_up)
    if _setup_text(setup) != text:  # Setup.saved is kept: this is what the next save writes
        fail("setup")
    if given is not None:
        try:
            apply_given(setup.engine(), given)
        except GivenError as error:
            fail(str(error))
    return setup


def _history(past: array[int]) -> bytes:
    if sys.byteorder == "big":
        past.byteswap()
    data = past.tobytes()
    low = data[::4]
    return b"\0" + low if _wide(low) == data else b"\1" + data


def _wide(data: bytes) -> bytearray:
    """Four bytes for each byte."""
    wide = bytearray(4 * len(data))
    wide[::4] = data
    return wide


def _past(kind: int, data: bytes) -> array[int]:
    if kind > 1:
        fail("history")
    past = array("I", data if kind else _wide(data))
    if sys.byteorder == "big":
        past.byteswap()
    return past
