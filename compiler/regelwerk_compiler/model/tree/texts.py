"""Texts of the typed tree: what the source says, with the typed values of its slots."""

from __future__ import annotations

from msgspec import Struct
from regelwerk_dsl import syntax as syn
from regelwerk_dsl.source import Span

from ..ids import MessageId
from ..texts import plain
from .expressions import TExpr


class TypedText(Struct):
    """A text that is resolved.

    Attributes:
        id: its message, made of declared names: `sell.says`, `card.theft.title`.
        text: as it is written.
        slots: the typed values of its distinct slots, in the order of `slot_values`.
        reader: the player who alone may read it; None: everybody who is shown it.
        markdown: it is prose of a chapter, whose marks the booklet reads.
    """

    id: MessageId
    text: syn.Text
    slots: list[TExpr]
    reader: TExpr | None = None
    markdown: bool = False

    @property
    def source(self) -> str:
        """Its words, slots in braces."""
        return plain(self.text)

    @property
    def span(self) -> Span:
        return self.text.span
