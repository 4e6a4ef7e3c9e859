"""Lines that describe what is drawn on a page, before a PDF file is made; tests keep their hashes.

They contain the classes and fields of the drawing, not the objects or modules that made it. Fields with their default
value are omitted, so that a new field changes no hash. Numbers are rounded to three places, which is 0.001 mm for a
length; a picture is represented by a hash of its content.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import FieldInfo, fields

UNDRAWN = {("Form", "key"), ("Page", "label"), ("Link", "words"), ("Group", "piece")}  # invisible


def lines_of(item: Any, depth: int = 0) -> Iterator[str]:
    """A drawing as lines, one per object; the objects inside it are indented."""
    name = type(item).__name__
    plain, within = [], []
    for field, value in _drawn_fields(item):
        if (name, field) == ("Image", "path"):
            value = sha256(Path(value).read_bytes()).hexdigest()
        if isinstance(value, (tuple, list)) and value and all(isinstance(one, Struct) for one in value):
            within += [one for one in value if not _is_mark(one)]
        else:
            plain.append(f" {field}={_value(value)}")
    yield "  " * depth + name + "".join(plain)
    for one in within:
        yield from lines_of(one, depth + 1)


def _is_mark(item: Any) -> bool:
    """Whether the object only marks where a piece is to be cut."""
    return type(item).__name__ == "Group" and not item.items and item.piece is not None


def _drawn_fields(item: Any) -> Iterator[tuple[str, Any]]:
    """The fields that affect the drawing, without those that have their default value."""
    for field in _fields(type(item)):
        value = getattr(item, field.name)
        if value != field.default:
            yield field.name, value


@lru_cache
def _fields(kind: type[Struct]) -> list[FieldInfo]:
    return [one for one in fields(kind) if (kind.__name__, one.name) not in UNDRAWN]


def _value(value: Any) -> str:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        text = f"{value:.3f}"
        return "0.000" if text == "-0.000" else text
    if isinstance(value, (tuple, list)):
        return f"({', '.join(map(_value, value))})"
    if isinstance(value, Struct):
        return f"{type(value).__name__}({', '.join(f'{name}={_value(one)}' for name, one in _drawn_fields(value))})"
    return repr(value)
