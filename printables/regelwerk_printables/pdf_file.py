"""The objects of a document go in, the bytes of the file come out, with one index of all objects at their end.

The library's own writer keeps no objects in packed streams; this one does (PDF 1.7, 7.5.7 and 7.5.8).
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from typing import Any

from .pdf_tags import ObjectStream

HEADER = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"


def file_bytes(objects: Iterable[tuple[int, bytes]], packed: Iterable[ObjectStream], entries: str, first: int) -> bytes:
    """The whole file.

    Args:
        objects: numbers, and objects as they are written between `obj` and `endobj`.
        packed: more objects in streams, which get the numbers from `first` on.
        entries: what the trailer says beside the size: `/Root …`.
        first: a number that no object has, nor any greater one.
    """
    parts = [HEADER]
    offset = len(HEADER)
    index: dict[int, tuple[int, int, int]] = {0: (0, 0, 0xFFFF)}

    def add(number: int, body: bytes) -> None:
        nonlocal offset
        index[number] = (1, offset, 0)
        code = b"%d 0 obj\n%s\nendobj\n" % (number, body)
        parts.append(code)
        offset += len(code)

    for number, body in objects:
        add(number, body)
    for number, stream in enumerate(packed, first):
        first = number + 1
        add(number, b"%s\nstream\n%s\nendstream" % (stream.head.encode("ascii"), stream.data))
        index |= {inner: (2, number, at) for at, inner in enumerate(stream.numbers)}
    start = offset
    index[first] = (1, start, 0)
    rows = b"".join(_row(index.get(number, (0, 0, 0))) for number in range(first + 1))
    data = zlib.compress(rows)
    head = f"<</Type/XRef/Size {first + 1}/W[1 4 2]{entries}/Filter/FlateDecode/Length {len(data)}>>"
    add(first, b"%s\nstream\n%s\nendstream" % (head.encode("ascii"), data))
    parts.append(b"startxref\n%d\n%%%%EOF\n" % start)
    return b"".join(parts)


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
