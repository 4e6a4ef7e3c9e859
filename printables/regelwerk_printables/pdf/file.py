"""The objects of a document go in, the bytes of the file come out, with one index of all objects at their end.

The library's own writer keeps no objects in packed streams; this one does (PDF 1.7, 7.5.7 and 7.5.8).
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from .tags import ObjectStream

HEADER = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"
FREE = (0, 0, 0xFFFF)


def file_parts(
    objects: Iterable[tuple[int, bytes]],
    packed: Iterable[ObjectStream],
    entries: str,
    reserve: Callable[[], int],
) -> Iterator[bytes]:
    """The whole file, piece by piece.

    Args:
        objects: numbers, and objects as they are written between `obj` and `endobj`.
        packed: more objects in streams.
        entries: what the trailer says beside the size, such as `/Root …`
        reserve: gives a number for a new object; asked for when all objects are written.
    """
    yield HEADER
    offset = len(HEADER)
    index: dict[int, tuple[int, int, int]] = {}
    for number, body in objects:
        index[number] = (1, offset, 0)
        code = _object(number, body)
        offset += len(code)
        yield code
    for stream in packed:
        number = reserve()
        index[number] = (1, offset, 0)
        index |= {inner: (2, number, at) for at, inner in enumerate(stream.numbers)}
        code = _object(number, b"%s\nstream\n%s\nendstream" % (stream.head.encode("ascii"), stream.data))
        offset += len(code)
        yield code
    last = reserve()
    index[last] = (1, offset, 0)
    rows = zlib.compress(b"".join(_row(index.get(number, FREE)) for number in range(last + 1)))
    head = f"<</Type/XRef/Size {last + 1}/W[1 4 2]{entries}/Filter/FlateDecode/Length {len(rows)}>>"
    yield _object(last, b"%s\nstream\n%s\nendstream" % (head.encode("ascii"), rows))
    yield b"startxref\n%d\n%%%%EOF\n" % offset


def _object(number: int, body: bytes) -> bytes:
    return b"%d 0 obj\n%s\nendobj\n" % (number, body)


def _row(entry: tuple[int, int, int]) -> bytes:
    kind, place, more = entry
    return kind.to_bytes(1, "big") + place.to_bytes(4, "big") + more.to_bytes(2, "big")


def library_objects(document: Any) -> Iterator[tuple[int, bytes]]:
    """The objects of the library's document, written by themselves; writing one may add more."""
    number = 0
    while number < document.objectcounter:
        number += 1
        name = document.numberToId.get(number)
        if name is not None:
            entry = document.idToObject[name]
            yield number, entry.format(document).rstrip(b"\n")
