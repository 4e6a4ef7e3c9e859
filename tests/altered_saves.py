"""Functions that take saved matches apart, alter them, and put them together again with a valid checksum."""

from __future__ import annotations

import random
from array import array
from zlib import crc32

from regelwerk_runtime.records.saving import MAGIC, VERSION, _pack

HEAD = 21
"""The number of bytes before the setup."""

SPECIAL = (-1, 0, 1, 2, 3, 127, 128, 255, -2, -128, 1000, 1 << 31, -(1 << 40), 1 << 62, -(1 << 63), (1 << 63) - 1)


def take_apart(data: bytes) -> list[bytes]:
    """Setup, position, big numbers and history of a saved match."""
    parts = []
    at = HEAD
    for place in (9, 13, 17):
        end = at + int.from_bytes(data[place : place + 4], "little")
        parts.append(data[at:end])
        at = end
    return [*parts, data[at:]]


def put_together(parts: list[bytes], explicit: bool = False, version: int = VERSION) -> bytes:
    """A saved match made of these parts."""
    rest = bytes([explicit]) + b"".join(len(part).to_bytes(4, "little") for part in parts[:3]) + b"".join(parts)
    return MAGIC + bytes([version]) + crc32(rest).to_bytes(4, "little") + rest


def row_of(data: bytes) -> tuple[int, list[int]]:
    """Fuel and row of a saved match."""
    position = take_apart(data)[1]
    return int.from_bytes(position[1:9], "little", signed=True), array(chr(position[0]), position[13:]).tolist()


def with_row(data: bytes, fuel: int, row: list[int], start: int | None = None) -> bytes:
    """A saved match with another fuel and row; in format 3 unless `start` says where the facts begin."""
    parts = take_apart(data)
    code, numbers = _pack(row)
    place = b"" if start is None else start.to_bytes(4, "little")
    parts[1] = code + fuel.to_bytes(8, "little", signed=True) + place + numbers
    return put_together(parts, bool(data[8]), 3 if start is None else VERSION)


def in_format_3(data: bytes) -> bytes:
    """The same match in the older format 3."""
    parts = take_apart(data)
    parts[1] = parts[1][:9] + parts[1][13:]
    return put_together(parts, bool(data[8]), 3)


def altered(data: bytes, rng: random.Random) -> bytes:
    """A saved match with flipped bits, replaced numbers, or parts shortened or lengthened."""
    match rng.randrange(8):
        case 0:
            return _flipped(data, rng)
        case 1:
            return _cut(data, rng)
        case 2:
            return _other_past(data, rng)
        case _:
            return _other_row(data, rng)


def _flipped(data: bytes, rng: random.Random) -> bytes:
    parts = take_apart(data)
    which = rng.choice([i for i in range(4) if parts[i]])
    part = bytearray(parts[which])
    for _ in range(rng.choice((1, 1, 2, 5))):
        part[rng.randrange(len(part))] ^= 1 << rng.randrange(8)
    parts[which] = bytes(part)
    return put_together(parts, bool(data[8]))


def _cut(data: bytes, rng: random.Random) -> bytes:
    parts = take_apart(data)
    which = rng.randrange(4)
    part = parts[which]
    at = rng.randrange(len(part) + 1)
    more = bytes([rng.randrange(256)])
    parts[which] = rng.choice((part[:at], part + more, part[:at] + part[at + 1 :], part[:at] + more + part[at:]))
    return put_together(parts, bool(data[8]))


def _other_past(data: bytes, rng: random.Random) -> bytes:
    parts = take_apart(data)
    past = bytearray(parts[3])
    past[rng.randrange(len(past))] = rng.randrange(256)
    parts[3] = bytes(past[: rng.randrange(len(past)) + 1] if rng.random() < 0.3 else past)
    return put_together(parts, bool(data[8]))


def _other_row(data: bytes, rng: random.Random) -> bytes:
    fuel, row = row_of(data)
    start = int.from_bytes(take_apart(data)[1][9:13], "little")
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        count = len(row)
        at = rng.randrange(count) if rng.random() < 0.5 else rng.randrange(min(count, 60))
        match rng.randrange(6):
            case 0:
                row[at] = max(-(1 << 63), min((1 << 63) - 1, row[at] + rng.choice((-1, 1))))
            case 1:
                row[at] = rng.choice(SPECIAL)
            case 2:
                row[at] = rng.randrange(-3, 40)
            case 3:
                other = rng.randrange(count)
                row[at], row[other] = row[other], row[at]
            case 4:
                del row[at]
                start -= at < start
            case _:
                row.insert(at, rng.randrange(-2, 10))
                start += at < start
    if rng.random() < 0.05:
        fuel = rng.choice((*SPECIAL, fuel + 1))
    return with_row(data, fuel, row, start if rng.random() < 0.5 else None)
