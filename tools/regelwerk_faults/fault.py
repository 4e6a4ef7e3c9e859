"""Data of a fault: edits of the typed game, with a name, a place and a description."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from regelwerk_dsl.source import Span

LONGEST = 60  # of the source text that words quote


@dataclass(frozen=True, slots=True)
class Edit:
    """One slot of the typed game and what it is to hold.

    Attributes:
        target: a node or symbol, or a list or dict in it.
        key: the name of the attribute, or the index or key.
        value: what it holds while the fault is planted.
    """

    target: Any
    key: Any
    value: Any

    def read(self) -> Any:
        """The text that stands there now."""
        return self.target[self.key] if isinstance(self.target, list | dict) else getattr(self.target, self.key)

    def write(self, value: Any) -> None:
        """Puts a value there."""
        if isinstance(self.target, list | dict):
            self.target[self.key] = value
        else:
            setattr(self.target, self.key, value)


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault that can be planted.

    Attributes:
        id: its name; it stays the same as long as its declaration does.
        declaration: the declared thing that it is in: `sell`, `theft.play`, `Good`, `t104`.
        kind: `condition`, `number`, `drop`, `owner` or `field`.
        span: where it is.
        words: what it does: "`>` turned to `<=`".
        edits: what is changed, in this order.
    """

    id: str
    declaration: str
    kind: str
    span: Span
    words: str
    edits: tuple[Edit, ...]


@dataclass(slots=True)
class Draft:
    """A fault without its number. `name` is given where it has one; `sign` tells two apart that share a number."""

    declaration: str
    kind: str
    span: Span
    words: str
    edits: list[Edit]
    name: str = ""
    sign: str = ""


def quoted(text: str) -> str:
    """Source text on one line, not too long, in backquotes."""
    plain = " ".join(text.split())
    return f"`{plain if len(plain) <= LONGEST else plain[: LONGEST - 1] + '…'}`"


def turned(before: str, after: str) -> str:
    """The words for a replacement."""
    return f"{quoted(before)} turned to {quoted(after)}"
