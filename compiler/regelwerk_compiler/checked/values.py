"""Building blocks of the checked game: plain values, texts by language, source positions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from ..model.types import Type

Value = None | bool | int | str | Sequence["Value"] | Mapping[str, "Value"]
"""A value as plain data: a number, yes or no, the key of a member or card, None for none, a list of keys for a set or
pile, and for a `per` an object from key to value (zeros left out in tables and fields)."""

Words = Mapping[str, str]
"""A text by language."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A place of a text that is filled in.

    Attributes:
        words: those of each card that shares the text, in order; for a single text only one.
        type: the type of the value.
        binder: the family's name for it; "" where it is another value than a member that the card stands for.
        plural: the words do not say the value but follow from it.
    """

    words: tuple[str, ...]
    type: Type
    binder: str = ""
    plural: bool = False

    @property
    def said(self) -> str | tuple[str, ...]:
        """The words of a slot: two slots with the same binder say the same, others if they have the same words."""
        return self.binder or self.words


SharedText = tuple[str | Slot, ...]
"""A text that several cards share, in parts: words that all have, and a slot for each place where they differ."""


@dataclass(frozen=True, slots=True)
class Run:
    """Words of a text in one look; with `icon` the name of a small picture, and `words` where it cannot be drawn."""

    words: str
    bold: bool = False
    italic: bool = False
    icon: str = ""


class NotFixed(Enum):
    """The value of a define that play can change."""

    NOT_FIXED = "not fixed"


NOT_FIXED = NotFixed.NOT_FIXED


@dataclass(frozen=True, slots=True)
class Position:
    """A line of a source file, a path in the folder of the game; written `file:line`. Empty where it is not known."""

    file: str = ""
    line: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" if self.file else ""

    @staticmethod
    def parse(text: str) -> Position:
        file, _, line = text.rpartition(":")
        return Position(file, int(line)) if line.isdigit() else Position()
