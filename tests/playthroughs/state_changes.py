"""States of a match as readable lines: a whole state, and the changes from one state to the next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain
from typing import Any

MISSING = object()
SHORT = 6  # up to this length, a list that keeps its length is compared by place: it may hold one value per player


def whole(state: dict[str, Any]) -> list[str]:
    """Every declared name with its value."""
    return [f"{name}: {compact(value)}" for name, value in state.items()]


def changes(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """A line for each declared name whose value changed."""
    return [
        f"{name}: {', '.join(_changes(value, after.get(name), ''))}"
        for name, value in before.items()
        if value != after.get(name)
    ] + [f"{name}: {compact(after[name])}" for name in after if name not in before]


def compact(value: Any) -> str:
    """A value in short form: equal values under many keys appear once."""
    if isinstance(value, dict):
        parts = {key: compact(one) for key, one in value.items()}
        if len(parts) > 2 and len(set(parts.values())) == 1:
            return f"{next(iter(parts.values()))} for each of {', '.join(map(str, parts))}"
        return "{" + ", ".join(f"{key}: {one}" for key, one in parts.items()) + "}"
    if isinstance(value, list):
        return f"[{', '.join(map(compact, value))}]"
    return str(value)


def _changes(before: Any, after: Any, path: str) -> Iterator[str]:
    """The parts of a value that changed, each with the keys that lead there."""
    if before == after:
        return
    at = f"[{path}] " if path else ""
    if isinstance(before, dict) and isinstance(after, dict):
        for key in dict.fromkeys(chain(before, after)):
            yield from _changes(before.get(key, MISSING), after.get(key, MISSING), _join(path, key))
    elif _is_pile(before) and _is_pile(after) and not len(before) == len(after) <= SHORT:
        yield at + _pile_change(before, after)
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for number, (one, other) in enumerate(zip(before, after, strict=True)):
            yield from _changes(one, other, _join(path, number))
    else:
        yield f"{at}{compact(before)} -> {compact(after)}"


def _join(path: str, key: object) -> str:
    return f"{path}, {key}" if path else str(key)


def _is_pile(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _pile_change(before: list[str], after: list[str]) -> str:
    """The cards that left a pile or a set, and those that came; their order is shown only if nothing else changed."""
    gone, come = Counter(before) - Counter(after), Counter(after) - Counter(before)
    signed = [f"-{card}" for card in gone.elements()] + [f"+{card}" for card in come.elements()]
    return " ".join(signed) if signed else f"now in the order {' '.join(after)}"
