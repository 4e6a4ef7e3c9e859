"""Elements and a column's width in, pieces out: what is never parted by the end of a page, each able to draw itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import count
from typing import assert_never

from ...drawing.cutting import Cutter
from ...drawing.drawing import MM_PER_PT, Box, Glyphs, Group, Item, Mm, Tagged
from ...typeset import Setting, Style, set_text
from ..content.elements import (
    Columns,
    Doubted,
    Element,
    Heading,
    Marked,
    Note,
    Paragraph,
    Picture,
    Scenery,
    Table,
    Words,
    plain,
    spans,
)
from .look import ACCENT, INDENT, PADDING, TEXT_HEIGHT, Look
from .piece import Piece, nothing, rule, untagged
from .reading import line_items, parted, text_items
from .scenes import scenery_pieces
from .tables import table_pieces

LEVELS = ("H1", "H2", "H3")
COLONS = (":", "\uff1a")  # what ends in one stands above something
EXCESS = 0.05  # millimetres that nobody sees
HANG = Mm(3)  # of further lines of an entry
SHORT_NOTE = Mm(75)  # what could be moved and is no higher than that is not parted
MOST_OF_PAGE = 0.85  # how high a picture may be


@dataclass(eq=False)
class Builder:
    """Makes pieces for columns of one width.

    Attributes:
        look: the styles.
        width: of a column.
        missing: characters that no font has, with the text they stand in.
        too_wide: texts that have a word which does not fit, and by how much.
        cutter: leaves out of pictures what is not seen in them.
    """

    look: Look
    width: Mm
    numbers: Iterator[int]
    missing: dict[str, str]
    too_wide: dict[str, Mm]
    cutter: Cutter

    @classmethod
    def start(cls, look: Look, width: Mm) -> Builder:
        return cls(look, width, count(1), {}, {}, Cutter())

    def narrower(self, width: Mm) -> Builder:
        """The same for another width."""
        return Builder(self.look, width, self.numbers, self.missing, self.too_wide, self.cutter)

    def set(self, words: Words, style: Style, width: Mm) -> Setting:
        setting = set_text(spans(words), style, width)
        for char in setting.missing:
            self.missing.setdefault(char, plain(words))
        if setting.excess > EXCESS:
            self.too_wide.setdefault(plain(words), setting.excess)
        return setting

    def pieces(self, elements: Iterable[Element]) -> Iterator[Piece]:
        """The pieces of all elements in order."""
        for element in elements:
            match element:
                case Heading():
                    yield from self.heading(element)
                case Paragraph():
                    yield from self.paragraph(element)
                case Table():
                    yield from table_pieces(self, element)
                case Note():
                    yield from self.note(element)
                case Picture():
                    yield self.picture(element)
                case Scenery():
                    yield from scenery_pieces(self, element)
                case Marked():
                    for piece in self.pieces(element.elements):
                        yield replace(piece, marked=True)
                case Doubted():
                    for piece in self.pieces(element.elements):
                        again = replace(piece.again, doubt=element.reason) if piece.again is not None else None
                        yield replace(piece, doubt=element.reason, again=again)
                case Columns():
                    yield Piece(Mm(0), nothing, columns=element.count)
                case _:
                    assert_never(element)

    def heading(self, element: Heading) -> Iterator[Piece]:
        style = self.look.heading(element.level)
        words = tuple(replace(inline, bold=True) for inline in element.words)
        setting = self.set(words, style, self.width)
        gap = Mm((7, 4, 3)[element.level - 1])
        after = Mm((2.2, 1, 0.6)[element.level - 1])

        def draw(x: Mm, y: Mm) -> Iterable[Item]:
            items = text_items(setting, x, y)
            yield from (replace(item, fill=ACCENT) if isinstance(item, Glyphs) else item for item in items)
            if element.level == 1:
                at = Mm(y + setting.height + 1.3)
                yield Tagged("Artifact", (rule(x, at, self.width, ACCENT, 0.4),))

        yield Piece(
            Mm(setting.height + after),
            draw,
            gap,
            keep=True,
            part=next(self.numbers),
            role=LEVELS[element.level - 1],
            anchors=(element.anchor,) if element.anchor else (),
            outline=(plain(element.words), element.level) if element.outlined else None,
        )

    def paragraph(self, element: Paragraph) -> Iterator[Piece]:
        ragged = element.depth or all(inline.bold for inline in element.words)
        look = self.look
        style = look.fine if element.fine else look.small if element.small else look.ragged if ragged else look.body
        left = Mm(element.depth * INDENT)
        if element.undivided:
            whole = replace(style, hyphens=False)
            fits = set_text(spans(element.words), whole, Mm(self.width - left - HANG)).excess <= EXCESS
            style = whole if fits else style
        setting = self.set(element.words, style, Mm(self.width - left))
        hang = HANG if element.hanging and len(setting.lines) > 1 else Mm(0)
        if hang:
            setting = self.set(element.words, style, Mm(self.width - left - hang))
        gap = Mm(0.5 if element.tight else 1.1 if element.depth else 1.9)
        label = None
        if element.label.strip() and element.words:
            mark = replace(element.words[0], text=element.label, target="", bold=False, term=False)
            label = self.set((mark,), style, INDENT)
        for piece in self._lines(setting, left, hang, gap, element, label):
            yield replace(piece, keep=True) if ragged and not element.depth else piece  # it stands above something

    def _lines(
        self, setting: Setting, left: Mm, hang: Mm, gap: Mm, element: Paragraph, label: Setting | None
    ) -> Iterator[Piece]:
        """One piece a line: the first and the last two stay together, so that no line stands alone on a page."""
        part = next(self.numbers)
        leads = plain(element.words).rstrip().endswith(COLONS)
        size = setting.size * MM_PER_PT
        high = setting.style.leading * size
        ascent = setting.baseline(0) + (setting.style.leading - 1) * size / 2
        last = len(setting.lines) - 1
        terms = _terms(element.words)
        for number, line in enumerate(setting.lines):

            def draw(x: Mm, y: Mm, number: int = number) -> Iterable[Item]:
                if number == 0 and label is not None:
                    yield from parted(label.line_items(label.lines[0], Mm(x + left - INDENT), Mm(y + ascent)))
                across = Mm(x + left + (hang if number else 0))
                yield from line_items(setting, number, across, Mm(y + ascent))

            here = tuple(term for term, at in terms if line.start <= at and (at < line.end or number == last))
            if here:
                terms = [one for one in terms if one[0] not in here]
            yield Piece(
                Mm(high),
                draw,
                gap if number == 0 else Mm(0),
                keep=leads or element.keep if number == last else element.whole or number in (0, last - 1),
                part=part,
                role="LI" if element.depth else "P",
                within="L" if element.depth else "",
                anchors=element.anchors if number == 0 else (),
                terms=here + (element.index if number == 0 else ()),
            )

    def note(self, element: Note) -> Iterator[Piece]:
        """A box: its pieces moved in, with room above and below them."""
        number = next(self.numbers)
        inner = list(self.narrower(Mm(self.width - 2 * PADDING)).pieces(element.elements))
        if not inner:
            return
        anchors = (element.anchor,) if element.anchor else ()
        high = sum(piece.before + piece.height for piece in inner)
        whole = element.whole or (bool(element.away) and high <= SHORT_NOTE)
        away = self.away(element.away) if whole else None
        yield Piece(PADDING, nothing, Mm(2.2), keep=True, note=number, anchors=anchors, away=away)
        last = max((at for at, piece in enumerate(inner) if not piece.is_space), default=0)
        for at, piece in enumerate(inner):
            first = at == 0
            yield replace(
                piece.moved(PADDING),
                before=Mm(0) if first else piece.before,
                keep=piece.keep or at >= last,
                whole=whole,
                note=number,
            )
        yield Piece(Mm(PADDING * 0.7), nothing, note=number)

    def away(self, words: Words) -> tuple[Piece, ...] | None:
        """What stands in place of something that has been moved to the next page; None where it is not moved so."""
        line = Paragraph(words, label="→", depth=1, small=True, whole=True)
        return tuple(self.paragraph(line)) if words else None

    def picture(self, element: Picture) -> Piece:
        scale = min(1.0, self.width / element.drawing.width, MOST_OF_PAGE * TEXT_HEIGHT / element.drawing.height)
        wide, high = element.drawing.width * scale, element.drawing.height * scale

        def draw(x: Mm, y: Mm) -> Iterable[Item]:
            clip = Box(Mm(0), Mm(0), element.drawing.width, element.drawing.height)
            left = Mm(x + (self.width - wide) / 2)
            yield Group(self.cutter.seen(untagged(element.drawing.items), clip), left, y, scale=scale, clip=clip)

        return Piece(Mm(high), draw, Mm(3), part=next(self.numbers), role="Figure:" + element.alt)


def _terms(words: Words) -> list[tuple[str, int]]:
    """The terms of a text with the place of their first character."""
    found, at = [], 0
    for inline in words:
        if inline.term:
            found.append((inline.text, at))
        at += len(inline.text)
    return found
