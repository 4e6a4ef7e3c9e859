"""Cache of parsed declarations, by their text."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from . import syntax as syn
from .diagnostics import Diagnostic, Label
from .source import SourceFile, Span
from .syntax.nodes import relocate

CACHED_CHARACTERS = 1_000_000


@dataclass(frozen=True, slots=True)
class Piece:
    """What came of one declaration's text, at the place where it was parsed."""

    source: SourceFile
    start: int
    declaration: syn.Decl | None
    diagnostics: tuple[Diagnostic, ...]

    def at(self, source: SourceFile, start: int) -> Piece:
        """The same at another place."""
        if self.source is source and self.start == start:
            return self
        delta = start - self.start
        moved = relocate(self.declaration, source, lambda offset: offset + delta)
        return Piece(source, start, moved, tuple(_moved(item, source, delta) for item in self.diagnostics))


class PieceCache:
    """Pieces of any files; those unused for longest go first."""

    def __init__(self) -> None:
        self._pieces: OrderedDict[str, Piece] = OrderedDict()
        self._characters = 0

    def clear(self) -> None:
        self._pieces.clear()
        self._characters = 0

    def get(self, source: SourceFile, start: int, end: int, parse: Callable[[str], Piece]) -> Piece:
        """The piece of a range of the source; `parse` makes it of the text if it is not cached."""
        text = source.text[start:end]
        piece = self._pieces.get(text)
        if piece is None:
            piece = self._pieces[text] = parse(text)
            self._characters += len(text)
            while self._characters > CACHED_CHARACTERS and len(self._pieces) > 1:
                self._characters -= len(self._pieces.popitem(last=False)[0])
            return piece
        self._pieces.move_to_end(text)
        return piece.at(source, start)


def _moved(item: Diagnostic, source: SourceFile, delta: int) -> Diagnostic:
    def move(span: Span) -> Span:
        return Span(source, span.start + delta, span.end + delta)

    labels = tuple(Label(move(label.span), label.text) for label in item.labels)
    return Diagnostic(item.code, item.message, move(item.span), item.note, labels, item.help)
