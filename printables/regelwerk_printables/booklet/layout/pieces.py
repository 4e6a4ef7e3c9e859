"""Pieces of a booklet: elements divided into what is never parted by the end of a page, each able to draw itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import assert_never

from ...drawing.drawing import Box, Group, Item, Mm
from ..content.elements import Columns, Doubted, Element, Heading, Marked, Note, Paragraph, Picture, Scenery, Table
from .look import GUTTER, PADDING, TEXT_HEIGHT
from .piece import Piece, nothing, untagged
from .scenes import scenery_pieces
from .tables import table_pieces
from .typesetter import Typesetter

SHORT_NOTE = Mm(75)  # what could be moved and is no higher than that is not parted
MOST_OF_PAGE = 0.85  # how high a picture may be, as a part of the page


def pieces(typesetter: Typesetter, elements: Iterable[Element]) -> Iterator[Piece]:
    """The pieces of all elements in order, in columns of the width of the typesetter until elements change that."""
    whole = typesetter
    for element in elements:
        match element:
            case Heading():
                yield typesetter.heading(element)
            case Paragraph():
                yield from typesetter.paragraph(element)
            case Table():
                yield from table_pieces(typesetter, element)
            case Note():
                yield from _note(typesetter, element)
            case Picture():
                yield picture_piece(typesetter, element)
            case Scenery():
                yield from scenery_pieces(typesetter, element)
            case Marked():
                for piece in pieces(typesetter, element.elements):
                    yield replace(piece, marked=True)
            case Doubted():
                for piece in pieces(typesetter, element.elements):
                    yield replace(piece, doubt=element.reason)
            case Columns():
                yield Piece(Mm(0), nothing, columns=element.count)
                typesetter = whole.narrower(Mm((whole.width - GUTTER * (element.count - 1)) / element.count))
            case _:
                assert_never(element)


def _note(typesetter: Typesetter, element: Note) -> Iterator[Piece]:
    """A box: its pieces moved in, with room above and below them."""
    number = next(typesetter.numbers)
    inner = list(pieces(typesetter.narrower(Mm(typesetter.width - 2 * PADDING)), element.elements))
    if not inner:
        return
    anchors = (element.anchor,) if element.anchor else ()
    high = sum(piece.before + piece.height for piece in inner)
    whole = element.whole or (bool(element.away) and high <= SHORT_NOTE)
    away = typesetter.away(element.away) if whole else None
    yield Piece(PADDING, nothing, Mm(2.2), keep=True, note=number, anchors=anchors, away=away)
    last = max((at for at, piece in enumerate(inner) if not piece.is_space), default=0)
    for at, piece in enumerate(inner):
        yield replace(
            piece,
            indent=Mm(piece.indent + PADDING),
            before=piece.before if at else Mm(0),
            keep=piece.keep or at >= last,
            whole=whole,
            note=number,
        )
    yield Piece(Mm(PADDING * 0.7), nothing, note=number)


def picture_piece(typesetter: Typesetter, element: Picture) -> Piece:
    """A drawing as large as the column allows, in the middle of it."""
    scale = min(1.0, typesetter.width / element.drawing.width, MOST_OF_PAGE * TEXT_HEIGHT / element.drawing.height)
    wide, high = element.drawing.width * scale, element.drawing.height * scale

    def draw(x: Mm, y: Mm) -> Iterable[Item]:
        clip = Box(Mm(0), Mm(0), element.drawing.width, element.drawing.height)
        left = Mm(x + (typesetter.width - wide) / 2)
        yield Group(typesetter.cutter.seen(untagged(element.drawing.items), clip), left, y, scale=scale, clip=clip)

    return Piece(Mm(high), draw, Mm(3), part=next(typesetter.numbers), role="Figure:" + element.alt)
