"""Elements and a column's width in, pieces out: what is never parted by the end of a page, each able to draw itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import assert_never

from ..drawing import MM_PER_PT, Box, Color, Glyphs, Group, Item, Mm, Path, Pen, Tagged
from ..typeset import Setting, Style, set_text
from .elements import Columns, Element, Heading, Inline, Marked, Note, Paragraph, Picture, Table, Words, plain, spans
from .look import ACCENT, INDENT, LINE, TEXT_HEIGHT, Look

Draw = Callable[[Mm, Mm], Iterable[Item]]
LEVELS = ("H1", "H2", "H3")
NO_GAP = Mm(0)
PADDING = Mm(2.2)  # within a note
MOST_OF_PAGE = 0.85  # how high a picture may be
SHORT_TABLE = 8  # so many rows stay on one page
ROW_GAP = Mm(0.9)  # above and below the text of a cell


@dataclass(frozen=True, slots=True)
class Piece:
    """Something of a height that stands in one piece.

    Attributes:
        height: without `before`.
        draw: its items, the top left corner of the piece at x, y.
        before: room above it, none at the top of a column.
        keep: stands in one column with the next piece.
        part: pieces with one number are one part of the structure, with `role`.
        anchors: names that links lead to.
        terms: what the index lists for it.
        outline: title and level (from 1) of its entry in the contents.
        marked: a bar stands beside it.
        note: pieces with one number share a ground, 0 for none.
        again: what stands above it when it begins a column: the heading of its table.
        columns: what follows stands in so many columns; 0: as before.
        own_page: a new page begins with it.
    """

    height: Mm
    draw: Draw
    before: Mm = NO_GAP
    keep: bool = False
    part: int = 0
    role: str = "P"
    anchors: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    outline: tuple[str, int] | None = None
    marked: bool = False
    note: int = 0
    again: Piece | None = None
    columns: int = 0
    own_page: bool = False

    @property
    def is_space(self) -> bool:
        """Whether it is nothing but room, which no column begins with."""
        return self.draw is nothing and not self.note


def nothing(x: Mm, y: Mm) -> Iterable[Item]:
    """Draws nothing."""
    return ()


@dataclass(eq=False)
class Builder:
    """Makes pieces for columns of one width.

    Attributes:
        look: the styles.
        width: of a column.
        missing: characters that no font has, with the text they stand in.
        too_wide: texts that have a word which does not fit, and by how much.
    """

    look: Look
    width: Mm
    numbers: Iterator[int]
    missing: dict[str, str]
    too_wide: dict[str, Mm]

    @classmethod
    def start(cls, look: Look, width: Mm) -> Builder:
        return cls(look, width, count(1), {}, {})

    def narrower(self, width: Mm) -> Builder:
        """The same for another width."""
        return Builder(self.look, width, self.numbers, self.missing, self.too_wide)

    def set(self, words: Words, style: Style, width: Mm) -> Setting:
        setting = set_text(spans(words), style, width)
        for char in setting.missing:
            self.missing.setdefault(char, plain(words))
        if setting.excess > 0.05:
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
                    yield from self.table(element)
                case Note():
                    yield from self.note(element)
                case Picture():
                    yield self.picture(element)
                case Marked():
                    for piece in self.pieces(element.elements):
                        yield replace(piece, marked=True)
                case Columns():
                    yield Piece(Mm(0), nothing, columns=element.count, own_page=element.own_page)
                case _:
                    assert_never(element)

    def heading(self, element: Heading) -> Iterator[Piece]:
        style = self.look.heading(element.level)
        words = tuple(replace(inline, bold=True) for inline in element.words)
        setting = self.set(words, style, self.width)
        gap = Mm((7, 4, 3)[element.level - 1])
        after = Mm((2.2, 1, 0.6)[element.level - 1])

        def draw(x: Mm, y: Mm) -> Iterable[Item]:
            items = setting.items(x, y)
            yield from (replace(item, fill=ACCENT) if isinstance(item, Glyphs) else item for item in items)
            if element.level == 1:
                at = Mm(y + setting.height + 1.3)
                yield Tagged("Artifact", (_rule(x, at, self.width, ACCENT, 0.4),))

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
        style = self.look.small if element.small else self.look.ragged if ragged else self.look.body
        left = Mm(element.depth * INDENT)
        setting = self.set(element.words, style, Mm(self.width - left))
        gap = Mm(0.5 if element.tight else 1.1 if element.depth else 1.9)
        label = self.set((replace(element.words[0], text=element.label, target="", bold=False, term=False),), style,
                         INDENT) if element.label.strip() and element.words else None  # fmt: skip
        for piece in self._lines(setting, left, gap, element, label):
            yield replace(piece, keep=True) if ragged and not element.depth else piece  # it stands above something

    def _lines(self, setting: Setting, left: Mm, gap: Mm, element: Paragraph, label: Setting | None) -> Iterator[Piece]:
        """One piece a line: the first and the last two stay together, so that no line stands alone on a page."""
        part = next(self.numbers)
        size = setting.size * MM_PER_PT
        high = setting.style.leading * size
        ascent = setting.baseline(0) + (setting.style.leading - 1) * size / 2
        last = len(setting.lines) - 1
        terms = _terms(element.words)
        for number, line in enumerate(setting.lines):

            def draw(x: Mm, y: Mm, number: int = number) -> Iterable[Item]:
                if number == 0 and label is not None:
                    yield from label.line_items(label.lines[0], Mm(x + left - INDENT), Mm(y + ascent))
                yield from setting.line_items(setting.lines[number], Mm(x + left), Mm(y + ascent))

            here = tuple(term for term, at in terms if line.start <= at and (at < line.end or number == last))
            if here:
                terms = [one for one in terms if one[0] not in here]
            yield Piece(
                Mm(high),
                draw,
                gap if number == 0 else Mm(0),
                keep=last > number and (element.whole or number in (0, last - 1)),
                part=part,
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
        yield Piece(PADDING, nothing, Mm(2.2), keep=True, note=number, anchors=anchors)
        for at, piece in enumerate(inner):
            moved = _moved(piece, PADDING)
            first, last = at == 0, at == len(inner) - 1
            yield replace(moved, before=Mm(0) if first else piece.before, keep=piece.keep or last, note=number)
        yield Piece(Mm(PADDING * 0.7), nothing, note=number)

    def picture(self, element: Picture) -> Piece:
        scale = min(1.0, self.width / element.drawing.width, MOST_OF_PAGE * TEXT_HEIGHT / element.drawing.height)
        wide, high = element.drawing.width * scale, element.drawing.height * scale

        def draw(x: Mm, y: Mm) -> Iterable[Item]:
            clip = Box(Mm(0), Mm(0), element.drawing.width, element.drawing.height)
            left = Mm(x + (self.width - wide) / 2)
            yield Group(element.drawing.items, left, y, scale=scale, clip=clip)

        return Piece(Mm(high), draw, Mm(3), part=next(self.numbers), role="Figure:" + element.alt)

    def table(self, element: Table) -> Iterator[Piece]:
        from .tables import column_widths

        part = next(self.numbers)
        widths = column_widths(element, self.look, self.width)
        top: Piece | None = None
        caption = list(self.paragraph(Paragraph((_bold(element.caption),), small=True))) if element.caption else []
        yield from (replace(piece, keep=True) for piece in caption)
        anchors = (element.anchor,) if element.anchor else ()
        if any(element.headings):
            top = self._row(element.headings, widths, element.numbers, self.look.head, part, "TH", 0.35)
            yield replace(top, keep=True, before=Mm(1 if caption else 2), anchors=anchors)
        last = len(element.rows) - 1
        short = last < SHORT_TABLE
        for number, row in enumerate(element.rows):
            piece = self._row(row, widths, element.numbers, self.look.cell, part, "TD", 0.15)
            if number == 0 and top is None:
                piece = replace(piece, before=Mm(2), anchors=anchors)
            yield replace(
                piece, again=top, marked=number in element.marked, keep=last > number and (short or number == last - 1)
            )
        yield Piece(Mm(1.5), nothing)

    def _row(
        self,
        cells: Sequence[Words],
        widths: Sequence[Mm],
        numbers: Sequence[bool],
        style: Style,
        part: int,
        role: str,
        rule: float,
    ) -> Piece:
        settings = [
            self.set(cell, replace(style, align="right" if right else "left"), width)
            for cell, width, right in zip(cells, widths, numbers, strict=False)
        ]
        high = max((setting.height for setting in settings), default=Mm(0))
        height = Mm(high + 2 * ROW_GAP)

        def draw(x: Mm, y: Mm) -> Iterable[Item]:
            found: list[Item] = []
            left: float = x
            for setting, width in zip(settings, widths, strict=False):
                found.append(Tagged(role, setting.items(Mm(left), Mm(y + ROW_GAP))))
                left += width + CELL_GAP
            yield Tagged("TR", tuple(found))
            yield Tagged(
                "Artifact", (_rule(x, Mm(y + height), Mm(sum(widths) + CELL_GAP * (len(widths) - 1)), LINE, rule),)
            )

        return Piece(height, draw, part=part, role="Table")


CELL_GAP = Mm(3)


def _bold(text: str) -> Inline:
    return Inline(text, bold=True)


def _terms(words: Words) -> list[tuple[str, int]]:
    """The terms of a text with the place of their first character."""
    found, at = [], 0
    for inline in words:
        if inline.term:
            found.append((inline.text, at))
        at += len(inline.text)
    return found


def _moved(piece: Piece, by: Mm) -> Piece:
    inner = piece.draw
    again = _moved(piece.again, by) if piece.again is not None else None
    return replace(piece, draw=lambda x, y: inner(Mm(x + by), y), again=again)


def _rule(x: Mm, y: Mm, width: Mm, color: Color, thick: float) -> Item:
    return Path((("M", (x, y)), ("L", (x + width, y))), pen=Pen(color, Mm(thick)))
