"""Evaluation of single layout values over a scope: numbers, lists, points, texts, and scopes with more names."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any

from ..drawing.drawing import Form, Item, Mm
from .expressions import Expression, LayoutError, Scope
from .model import Binder, Lets, Num, Point

MAX_ITEMS = 20_000  # in one repetition


def number(value: Num, scope: Scope) -> float:
    """A length or another number; raises LayoutError where an expression gives none."""
    if isinstance(value, Expression):
        found = value.value(scope)
        if isinstance(found, bool) or not isinstance(found, int | float) or abs(found) > 1e6:
            raise LayoutError(f"`{value.text}` gives no number that can stand here", value.span)
        return float(found)
    return value


def bound(scope: Scope, lets: Lets) -> Scope:
    """The scope with names that a group or template gives; each may use those before it."""
    if not lets:
        return scope
    inner = dict(scope)
    for name, value in lets:
        inner[name] = value.value(inner) if isinstance(value, Expression) else value
    return inner


def listed(binder: Binder, scope: Scope) -> list[Any]:
    """What a repetition goes through."""
    values = binder.items.value(scope)
    if isinstance(values, dict):
        values = list(values.items())
    if isinstance(values, str) or not hasattr(values, "__iter__"):
        raise LayoutError(f"`{binder.items.text}` is no list", binder.items.span)
    values = list(values)
    if len(values) > MAX_ITEMS:
        raise LayoutError(f"`{binder.items.text}` has more than {MAX_ITEMS} entries", binder.items.span)
    return values


def bind(scope: Scope, binder: Binder, value: Any, index: int) -> Scope:
    """The scope for one step of a repetition."""
    inner = dict(scope)
    inner["index"] = index
    if len(binder.names) == 1:
        inner[binder.names[0]] = value
        return inner
    parts = list(value) if isinstance(value, list | tuple) else []
    if len(parts) != len(binder.names):
        raise LayoutError(
            f"an entry of `{binder.items.text}` does not have {len(binder.names)} parts", binder.items.span
        )
    inner.update(zip(binder.names, parts, strict=True))
    return inner


def shown(value: Any, scope: Scope) -> str:
    """A value as text: numbers as the language writes them, nothing for none."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "✓" if value else ""
    if isinstance(value, int | float):
        return str(scope["number"](value))
    return str(value)


def make_form(name: str, width: float, height: float, items: Sequence[Item]) -> Form:
    """A form whose key tells its content, so that forms of two designs never share a key by mistake."""
    drawn = tuple(items)
    return Form(f"{name} {zlib.crc32(repr(drawn).encode()):08x} {len(drawn)}", Mm(width), Mm(height), drawn)


def polyline(points: tuple[Point, ...] | Expression, scope: Scope) -> list[tuple[float, float]]:
    """The points of a line; raises LayoutError where an expression gives none."""
    if not isinstance(points, Expression):
        return [(number(x, scope), number(y, scope)) for x, y in points]
    found = points.value(scope)
    try:
        return [(float(x), float(y)) for x, y in found]
    except (TypeError, ValueError):
        raise LayoutError(f"`{points.text}` gives no list of points `[x, y]`", points.span) from None
