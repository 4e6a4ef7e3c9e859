"""The data of a fault: edits of the typed game, with a name, a place and a description."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from regelwerk_dsl.source import Span

LONGEST = 60  # of quoted source text


@dataclass(frozen=True, slots=True)
class Edit:
    """One slot of the typed game and its faulty value.

    Attributes:
        target: a node or symbol, or a list or dict in it.
        key: the name of the attribute, or the index or key.
        value: its value while the fault is planted.
    """

    target: Any
    key: Any
    value: Any

    def read(self) -> Any:
        """The present value of the slot."""
        return self.target[self.key] if isinstance(self.target, list | dict) else getattr(self.target, self.key)

    def write(self, value: Any) -> None:
        """Sets the slot to a value."""
        if isinstance(self.target, list | dict):
            self.target[self.key] = value
        else:
            setattr(self.target, self.key, value)


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault that can be planted.

    Attributes:
        id: its name; it stays the same as long as its declaration does.
        declaration: the declaration that contains it: `sell`, `theft.play`, `Good`, `t104`.
        kind: `condition`, `number`, `drop`, `owner` or `field`.
        span: its place.
        words: its description: "`>` changed to `<=`".
        edits: its edits, in this order.
    """

    id: str
    declaration: str
    kind: str
    span: Span
    words: str
    edits: tuple[Edit, ...]


@dataclass(slots=True)
class Draft:
    """A fault without its number. `name` is set if it has one; `sign` distinguishes two faults of one number."""

    declaration: str
    kind: str
    span: Span
    words: str
    edits: list[Edit]
    name: str = ""
    sign: str = ""


def quoted(text: str) -> str:
    """Source text on one line, shortened, in backquotes."""
    plain = " ".join(text.split())
    return f"`{plain if len(plain) <= LONGEST else plain[: LONGEST - 1] + '…'}`"


def turned(before: str, after: str) -> str:
    """The words for a replacement."""
    return f"{quoted(before)} changed to {quoted(after)}"
