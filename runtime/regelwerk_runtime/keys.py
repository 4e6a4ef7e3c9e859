"""Keys of options: their texts, and the numbers that distinguish equal ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from .tables.game import Key

Cards: TypeAlias = tuple[tuple[int, int], ...]
"""The parts of a key that name cards, each with the card: (part, card)."""


def text_of(key: Key) -> str:
    """The text of a key: `pass` for a name alone, `sell(asia, black)` for a name and values."""
    name, *values = key
    return f"{name}({', '.join(values)})" if values else name


def numbered(keys: Sequence[Key], cards: Sequence[Cards]) -> tuple[str, ...]:
    """The texts of keys, all different.

    Among options with the same key, the different cards in each part of the key are numbered in the order of the
    options: the first keeps its name, the next ones become `cook.2`, `cook.3`. If options are still equal, the option's
    name gets the number: `take.2(3)`.

    Args:
        keys: the keys of the options, in order.
        cards: for each option the parts of its key that name cards.
    """
    texts = [text_of(key) for key in keys]
    if len(set(texts)) == len(texts):
        return tuple(texts)
    same: dict[str, list[int]] = {}
    for at, text in enumerate(texts):
        same.setdefault(text, []).append(at)
    for group in same.values():
        counted: dict[int, dict[int, int]] = {}
        times: dict[tuple[str, ...], int] = {}
        for at in group if len(group) > 1 else ():
            parts = list(keys[at])
            for part, card in cards[at]:
                numbers = counted.setdefault(part, {})
                parts[part] = _with_number(parts[part], numbers.setdefault(card, len(numbers) + 1))
            time = times[tuple(parts)] = times.get(tuple(parts), 0) + 1
            parts[0] = _with_number(parts[0], time)
            texts[at] = text_of(tuple(parts))
    return tuple(texts)


def _with_number(name: str, number: int) -> str:
    return name if number == 1 else f"{name}.{number}"
