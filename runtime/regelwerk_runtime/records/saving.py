"""Saved matches: conversion to bytes and back, deterministic, compact and checked, without pickle or eval.

    "RWM" version(1)  CRC-32 of the rest(4)  chance(1)  three lengths(4 each)  setup  position  big  history

Chance is 1 if explicit; the lengths are those of the first three parts. The setup is JSON: source hash, players, seed
and so on. The position begins with a letter for the width of its integers, the fuel(8), and the place in the row where
the facts begin(4), which format 3 does not have; then follows the row, see `position`. Numbers of more than 64 bits are
0 there, and stored in the big part as JSON, each with its place in the row; without such numbers that part is empty.
The history is a 0 and a byte for each choice, or a 1 and four bytes for each if an index exceeds 255. Everything is
little-endian.
"""

from __future__ import annotations

import json
import struct
import sys
from array import array
from codecs import utf_32_le_encode
from dataclasses import replace
from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING, NoReturn
from zlib import crc32

from ..errors import GivenError, SavedError
from ..views.given import apply_given
from .plan import WIDER, fail, packer
from .position import restore, row_of
from .starting import Setup

if TYPE_CHECKING:
    from ..engine.engine import Engine
    from ..match import Match
    from ..tables.game import Game

MAGIC = b"RWM"
VERSION = 4
OLDER = 3
"""The oldest version that can be read."""
BIG = 1 << 63
"""The bound of the numbers that a row can hold."""
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
_LENGTHS = struct.Struct("<B3I")
_HEAD = struct.Struct("<3xBIB3I")
"""Both without the magic bytes: version, checksum, chance, and the lengths."""
_SUMMED = _MARK.size
"""The start of the bytes covered by the checksum: from chance and lengths on."""
NO_CHOICES = array("I")
SWAPPED = sys.byteorder == "big"
"""True if this machine is big-endian."""
_BYTES = (bytes, bytearray, memoryview)
_POSITION = struct.Struct("<cqI")
"""The head of the position: width, fuel and the place where the facts begin."""
_OLDER = struct.Struct("<cq")
"""The same in version 3."""
_dump = json.JSONEncoder(separators=(",", ":"), sort_keys=True, ensure_ascii=False, check_circular=False).encode


def save(match: Match) -> bytes:
    """The bytes of a match, equal for equal matches with equal histories."""
    engine, setup = match.engine, match.setup
    (row, start, code), big = row_of(engine), b""
    try:
        code, numbers = _pack(row, code)
    except struct.error:
        places = [i for i, n in enumerate(row) if not -BIG <= n < BIG]
        big = _dump([[i, hex(row[i])] for i in places]).encode()
        for i in places:
            row[i] = 0
        code, numbers = _pack(row)
    text = setup.saved or _setup_text(setup)
    place = _POSITION.pack(code, engine.s.fuel, start)
    lengths = _LENGTHS.pack(setup.game.explicit, len(text), len(place) + len(numbers), len(big))
    rest = b"".join((lengths, text, place, numbers, big, _history(engine.past[:])))
    return _MARK.pack(MAGIC, VERSION, crc32(rest)) + rest


def _pack(row: list[int], least: bytes = b"b") -> tuple[bytes, bytes]:
    """The code of the narrowest width, at least `least`, that holds all numbers, and their bytes.

    Raises:
        struct.error: no width holds them.
    """
    count = len(row)
    for code in WIDER[least]:
        try:
            return code, packer(code, count).pack(*row)
        except struct.error:
            continue
    return b"q", packer(b"q", count).pack(*row)


def _setup_text(setup: Setup) -> bytes:
    who = [setup.players, setup.seed, setup.names, setup.bots]
    how = [setup.given, setup.checked, setup.guessed, *filter(None, [setup.gave_up])]
    setup.saved = b"%b%b,%b]" % (_sources(setup.game), _dump(who).encode()[1:], _dump(how).encode())
    return setup.saved


@lru_cache(maxsize=64)
def _sources(game: Game) -> bytes:
    """The beginning of the setup of each match of a game, before the number of players."""
    return b"[%b,[" % _dump([game.source_hash, points_key(game)]).encode()


@lru_cache(maxsize=64)
def points_key(game: Game) -> str:
    """A digest of the points, their values and the options of sites, equal if rows have the same meaning."""
    shapes = [[point.label, dict(point.values)] for point in game.points], [site.kinds for site in game.sites]
    return blake2b(_dump(shapes).encode(), digest_size=8).hexdigest()


def load(game: Game, data: bytes) -> tuple[Setup, Engine]:
    """Setup and engine of a saved match.

    Raises:
        SavedError: the bytes are not a saved match, are damaged, or belong to another version or other sources.
    """
    if not isinstance(data, _BYTES):
        raise SavedError("a saved match must be bytes")
    data = bytes(data)
    if len(data) < _HEAD.size or not data.startswith(MAGIC):
        raise SavedError("these bytes are not a saved match")
    version, total, explicit, setup_length, position_length, big_length = _HEAD.unpack_from(data)
    if version != VERSION and version != OLDER:
        raise SavedError(f"saved in format {version}, this program reads formats {OLDER} to {VERSION}")
    if crc32(data[_SUMMED:]) != total:
        raise SavedError("the saved match is damaged")
    if explicit != game.explicit:
        raise SavedError(f"saved {'with' if explicit else 'without'} explicit chance")
    middle = _HEAD.size + setup_length
    after = middle + position_length
    end = after + big_length
    try:
        setup = _setup_of(game, data[_HEAD.size : middle])
        big = json.loads(data[after:end]) if big_length else None
        if version == VERSION:
            code, fuel, start = _POSITION.unpack_from(data, middle)
            engine = restore(setup, code, data[middle + _POSITION.size : after], start, big)
        else:
            code, fuel = _OLDER.unpack_from(data, middle)
            engine = restore(setup, code, data[middle + _OLDER.size : after], None, big)
        engine.past = past = _past(data[end], data[end + 1 :])
    except SavedError:
        raise
    except UNREADABLE as error:
        raise SavedError(f"the saved match makes no sense ({type(error).__name__})") from None
    count = len(past)
    s = engine.s
    full, low = s.fuel, -1 if engine.reason == "rule error" else 0
    if not low <= fuel <= full or (count + bool(engine.options) > full - fuel and not game.explicit):
        fail("fuel")
    s.fuel = fuel
    return setup, engine


def has_explicit_chance(data: bytes) -> bool:
    """True if bytes are a saved match with explicit chance; they are not checked otherwise."""
    return isinstance(data, _BYTES) and data[:3] == MAGIC and data[_SUMMED : _SUMMED + 1] == b"\1"


def _setup_of(game: Game, text: bytes) -> Setup:
    """The setup of a saved match."""
    sources = _sources(game)
    if not text.startswith(sources):
        _refuse(game, text)
    players, number, rest = text[len(sources) :].split(b",", 2)
    digits = number.decode()
    seed = int(digits)
    if str(seed) != digits:
        fail("setup")
    like = _setup_but_seed(game, players, rest)
    setup = Setup(game, like.players, seed, like.names, like.given, like.bots, like.checked, like.guessed, like.gave_up)
    setup.saved = text
    if setup.given is not None:
        _check_given(game, players, seed, rest)
    return setup


def _refuse(game: Game, text: bytes) -> NoReturn:
    """Raises SavedError with the reason why the setup of a saved match does not fit a game."""
    (sources, points), *_ = json.loads(text)
    if sources != game.source_hash:
        raise SavedError(f"saved with other sources of the game: {sources[:12]} then, {game.source_hash[:12]} now")
    if points != points_key(game):
        raise SavedError("saved with the game compiled by another version of this program")
    fail("setup")


@lru_cache(maxsize=64)
def _setup_but_seed(game: Game, players_text: bytes, rest: bytes) -> Setup:
    """A setup with the seed 0, from the text before and after the seed, which many matches share."""
    text = b"%b%b,0,%b" % (_sources(game), players_text, rest)
    _, (players, seed, names, bots), (given, checked, guessed, *gave_up) = json.loads(text)
    fits = type(players) is type(seed) is int and (given is None or isinstance(given, dict))
    fits = fits and (not gave_up or (guessed and gave_up in (["numbers"], ["invariants"], ["truth"])))
    fits = fits and {type(flag) for flag in (checked, guessed)} == {bool} and len(names) in (0, players)
    if not fits or not all(isinstance(name, str) for name in (*names, *bots)):
        fail("setup")
    setup = Setup(game, players, seed, tuple(names), given, tuple(bots), checked, guessed, *gave_up)
    if _setup_text(setup) != text:  # saving again must give the same bytes
        fail("setup")
    return setup


@lru_cache(maxsize=64)
def _check_given(game: Game, players: bytes, seed: int, rest: bytes) -> None:
    """Raises SavedError unless the match's given position fits the game."""
    setup = replace(_setup_but_seed(game, players, rest), seed=seed)
    assert setup.given is not None
    try:
        apply_given(setup.engine(), setup.given)
    except GivenError as error:
        fail(str(error))


def _history(past: array[int]) -> bytes:
    if SWAPPED:
        past.byteswap()
    data = past.tobytes()
    low = data[::4]
    return b"\0" + low if _widened(low) == data else b"\1" + data


def _past(kind: int, data: bytes) -> array[int]:
    if kind > 1:
        fail("history")
    past = NO_CHOICES[:]
    past.frombytes(data if kind else _widened(data))
    if SWAPPED:
        past.byteswap()
    return past


def _widened(data: bytes) -> bytes:
    """Four bytes for each byte; UTF-32 encodes the first 256 characters like this."""
    return utf_32_le_encode(data.decode("latin-1"))[0]
