"""The typesetter of booklet columns: headings and paragraphs of one column width as pieces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import accumulate, count

from msgspec import structs

from ...drawing.drawing import MM_PER_PT, Box, Drawing, Glyphs, Group, Item, Mm, Pen, Pt, Tagged, stroke
from ...drawing.extent import Cutter
from ...drawing.legible import Forms, legible
from ...typeset import Setting, Style, set_text
from ..content.elements import Heading, Inline, Paragraph, Words, plain, spans
from ..look import ACCENT, INDENT, LEAST_TYPE, Look
from .page import Piece, untagged

LEVELS = (("H1", 7, 2.2), ("H2", 4, 1), ("H3", 3, 0.6))  # role, and millimetres above and below
COLONS = (":", "\uff1a")  # a paragraph that ends in one introduces what follows
EXCESS = Mm(0.05)  # too little to be seen
HANG = Mm(3)  # indentation of further lines of an entry


@dataclass(eq=False)
class Typesetter:
    """Sets text in columns of one width. All widths of a booklet share the numbers and the faults found.

    Attributes:
        look: the styles.
        width: the width of a column.
        numbers: numbers for the parts of the structure.
        missing: characters that no font has, each with a text that contains it.
        too_wide: texts with a word that does not fit, and its excess.
        cutter: removes the parts of pictures that are not visible.
        forms: the forms of pictures, with their type made legible.
    """

    look: Look
    width: Mm
    numbers: Iterator[int] = field(default_factory=lambda: count(1))
    missing: dict[str, str] = field(default_factory=dict)
    too_wide: dict[str, Mm] = field(default_factory=dict)
    cutter: Cutter = field(default_factory=Cutter)
    forms: Forms = field(default_factory=dict)

    def set(self, words: Words, style: Style, width: Mm) -> Setting:
        """Text of any width set in lines; its faults are noted."""
        setting = set_text(spans(words), style, width)
        for char in setting.missing:
            self.missing.setdefault(char, plain(words))
        if setting.excess > EXCESS:
            self.too_wide.setdefault(plain(words), setting.excess)
        return setting

    def cell(self, words: Words, style: Style, width: Mm) -> Setting:
        """A cell of a table: words are divided only if that saves a line."""
        styles = (structs.replace(style, hyphens=hyphens) for hyphens in (True, False))
        divided, whole = (set_text(spans(words), one, width) for one in styles)
        is_shorter = len(divided.lines) < len(whole.lines) or whole.excess > EXCESS
        return self.set(words, structs.replace(style, hyphens=is_shorter), width)

    def heading(self, element: Heading) -> Piece:
        style = self.look.heading(element.level)
        words = tuple(structs.replace(inline, bold=True) for inline in element.words)
        setting = self.set(words, style, self.width)
        role, above, below = LEVELS[element.level - 1]

        def draw(x: Mm, y: Mm) -> Iterable[Item]:
            items = setting.items(x, y)
            yield from (structs.replace(item, fill=ACCENT) if isinstance(item, Glyphs) else item for item in items)
            if element.level == 1:
                at = y + setting.height + 1.3
                yield Tagged("Artifact", (stroke(x, at, x + self.width, at, Pen(ACCENT, Mm(0.4))),))

        return Piece(
            Mm(setting.height + below),
            draw,
            Mm(above),
            keep=True,
            part=next(self.numbers),
            role=role,
            anchors=(element.anchor,) if element.anchor else (),
            outline=(plain(element.words), element.level) if element.outlined else None,
        )

    def paragraph(self, element: Paragraph) -> Iterator[Piece]:
        ragged = element.depth or all(inline.bold for inline in element.words)
        look = self.look
        style = look.fine if element.fine else look.small if element.small else look.ragged if ragged else look.body
        left = Mm(element.depth * INDENT)
        if element.undivided:
            whole = structs.replace(style, hyphens=False)
            fits = set_text(spans(element.words), whole, Mm(self.width - left - HANG)).excess <= EXCESS
            style = whole if fits else style
        setting = self.set(element.words, style, Mm(self.width - left))
        hang = HANG if element.hanging and len(setting.lines) > 1 else Mm(0)
        if hang:
            setting = self.set(element.words, style, Mm(self.width - left - hang))
        gap = Mm(0.5 if element.tight else 1.1 if element.depth else 1.9)
        label = None
        if element.label.strip() and element.words:
            label = self.set((Inline(element.label + " "),), style, INDENT)
        for piece in self._lines(setting, left, hang, gap, element, label):
            yield replace(piece, keep=True) if ragged and not element.depth else piece  # it is a heading

    def _lines(
        self, setting: Setting, left: Mm, hang: Mm, gap: Mm, element: Paragraph, label: Setting | None
    ) -> Iterator[Piece]:
        """One piece per line: the first and the last two stay together, so that there are no widows and orphans."""
        part = next(self.numbers)
        leads = plain(element.words).rstrip().endswith(COLONS)
        size = setting.size * MM_PER_PT
        high = setting.style.leading * size
        ascent = setting.baseline(0) + (setting.style.leading - 1) * size / 2
        last = len(setting.lines) - 1
        starts = accumulate((len(inline.text) for inline in element.words), initial=0)
        terms = [(one.entry, at) for one, at in zip(element.words, starts, strict=False) if one.term]
        for number, line in enumerate(setting.lines):

            def draw(x: Mm, y: Mm, number: int = number) -> Iterable[Item]:
                if number == 0 and label is not None:
                    yield from label.line_items(label.lines[0], Mm(x + left - INDENT), Mm(y + ascent))
                across = Mm(x + left + (hang if number else 0))
                yield from setting.line_items(setting.lines[number], across, Mm(y + ascent))

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

    def picture(self, drawing: Drawing, x: Mm, y: Mm, scale: float, signs: int = 0) -> Group:
        """A drawing, cut at its edges, without type too small to read; for `signs` see `legible`."""
        clip = Box(Mm(0), Mm(0), drawing.width, drawing.height)
        items = untagged(legible(drawing.items, Pt(LEAST_TYPE / scale), signs, self.forms))
        return Group(self.cutter.seen(items, clip), x, y, scale=scale, clip=clip)

    def caption(self, words: str, room: float = 1, keep: bool = False) -> Piece:
        """Words centred below a picture, with room around; with `keep`, the next piece is part of the picture too."""
        setting = self.set((Inline(words),), structs.replace(self.look.small, align="center"), self.width)
        return Piece(
            Mm(setting.height + room),
            lambda x, y: setting.items(x, Mm(y + 1)),
            part=next(self.numbers),
            keep=keep,
            tear=int(keep),
        )

    def away(self, words: Words) -> tuple[Piece, ...] | None:
        """The pieces in place of an element that has been moved to the next page; None if it may not move."""
        line = Paragraph(words, label="→", depth=1, small=True, whole=True)
        return tuple(self.paragraph(line)) if words else None
