"""Cache of parsed declarations and cells, by their text; those without errors can be kept for another run."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from msgspec import Struct

from . import syntax as syn
from .diagnostics import Diagnostic
from .source import SourceFile, digest_of
from .syntax.codec import from_data, to_data
from .syntax.nodes import relocate

CACHED_CHARACTERS = 1_000_000
CELL = "cell\0"  # before the text of a cell, which may also be that of a declaration

Kept = dict[str, list[Any]]
"""Declarations as plain data, by the digests of their texts."""


class Piece(Struct, frozen=True):
    """The parse result of a declaration or a cell, at the place where it was parsed."""

    source: SourceFile
    start: int
    node: syn.Node | None
    diagnostics: tuple[Diagnostic, ...]

    def at(self, source: SourceFile, start: int) -> Piece:
        """The result at another place."""
        if self.source is source and self.start == start:
            return self
        delta = start - self.start
        moved = relocate(self.node, source, lambda offset: offset + delta)
        return Piece(
            source, start, moved, tuple(item.moved(source, lambda at: at + delta) for item in self.diagnostics)
        )


class PieceCache:
    """A cache of pieces of any files; the least recently used are dropped first."""

    def __init__(self) -> None:
        self._pieces: OrderedDict[str, Piece] = OrderedDict()
        self._characters = 0
        self._supplied: Mapping[str, list[Any]] = {}
        self._used: set[str] = set()  # texts, since the last `supply`

    def clear(self) -> None:
        self._pieces.clear()
        self._characters = 0
        self.supply({})

    def supply(self, kept: Mapping[str, list[Any]]) -> None:
        """Takes over the pieces that an earlier run has kept."""
        self._supplied, self._used = kept, set()

    def keep(self) -> Kept | None:
        """The used declarations without errors, as plain data; None if nearly all were supplied."""
        used = {digest_of(text): self._pieces[text] for text in sorted(self._used & self._pieces.keys())}
        sound = {key: piece for key, piece in used.items() if not piece.diagnostics}
        if 10 * len(sound.keys() - self._supplied.keys()) <= len(sound):
            return None
        return {key: to_data(piece.node, piece.start) for key, piece in sound.items() if piece.node is not None}

    def get(self, source: SourceFile, start: int, end: int, parse: Callable[[str], Piece], cell: bool = False) -> Piece:
        """The piece of a range of the source; `parse` makes it if it is not cached."""
        written = source.text[start:end]
        text = CELL + written if cell else written
        self._used.add(text)
        piece = self._pieces.get(text)
        if piece is None:
            piece = self._pieces[text] = self._kept(text, source, start) or parse(written)
            self._characters += len(text)
            while self._characters > CACHED_CHARACTERS and len(self._pieces) > 1:
                dropped, _ = self._pieces.popitem(last=False)
                self._characters -= len(dropped)
                self._used.discard(dropped)
            return piece
        self._pieces.move_to_end(text)
        return piece.at(source, start)

    def _kept(self, text: str, source: SourceFile, start: int) -> Piece | None:
        """The piece that an earlier run has kept for a text."""
        data = self._supplied.get(digest_of(text)) if self._supplied else None
        if data is None:
            return None
        with suppress(ValueError):
            return Piece(source, start, from_data(data, source, start), ())
        return None
