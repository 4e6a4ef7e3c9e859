"""The data of the typesetter: spans and styles, and settings with their lines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Literal

from msgspec import Struct, field

from ..drawing.drawing import BLACK, MM_PER_PT, Box, Color, Form, Glyphs, Group, Item, Link, Mm, Pt
from ..fonts import Face
from .breaks import Divisions

Align = Literal["left", "center", "right", "justify"]
VAlign = Literal["top", "middle", "bottom"]

NO_SPACING = Pt(0)
EM = 1000  # widths are thousandths of the size of type


class Style(Struct, frozen=True):
    """The style of a text.

    Attributes:
        size: the size of type.
        smallest: the smallest size for `fit`.
        language: the language of the text, such as `de`: hyphenation and units depend on it.
        font: a family of `fonts`.
        spacing: the space added after every letter, in sizes.
        bold, italic: the whole text is bold or italic.
        leading: from baseline to baseline, in sizes.
        phrases: break Japanese between phrases if possible, as in titles and short texts.
        hanging: a Japanese full stop or comma may hang beyond the end of a line.
        hyphens: words may be divided; in titles they should not.
        divisions: words that are not divided as usual in the language.
        spaced: a line is drawn with the space after it, so that words stay separate when read aloud or copied.
    """

    size: Pt
    smallest: Pt
    language: str
    font: str = "sans"
    bold: bool = False
    italic: bool = False
    spacing: float = 0
    leading: float = 1.35
    align: Align = "left"
    phrases: bool = False
    hanging: bool = False
    hyphens: bool = True
    divisions: Divisions = field(default_factory=dict)
    spaced: bool = False


class Span(Struct, frozen=True):
    """A part of a text in one look. With `icon` it is that form, as high as capitals, instead of the text."""

    text: str
    bold: bool = False
    italic: bool = False
    color: Color = BLACK
    icon: Form | None = None
    link: str = ""


class Run(Struct, frozen=True):
    """Neighbouring characters `start` to `end` of a text in one font; or one icon."""

    start: int
    end: int
    face: Face
    span: Span


class Text(Struct, frozen=True):
    """A measured text. `places[i]` is the start of character i, in thousandths of the size, from the first one."""

    chars: str
    places: list[float]
    runs: Sequence[Run]
    missing: tuple[str, ...]


class Line(Struct, frozen=True):
    """Characters `start` to `end` of the text on one line; `final` at the end of its paragraph.

    `width`, in thousandths of the size, includes a hyphen at the end, but not a hanging mark.
    """

    start: int
    end: int
    width: float
    hyphen: bool = False
    final: bool = False


class Setting(Struct, frozen=True):
    """A text set in lines.

    Attributes:
        lines: from top to bottom; empty for an empty text.
        size: the size of type.
        width: the width of its box.
        height: from the top of the first line's kanji to the bottom of the last one's.
        excess: how far it is too high or too wide for its box; 0 if it fits.
        missing: characters that no font has; a geta mark replaces them.
    """

    lines: tuple[Line, ...]
    size: Pt
    width: Mm
    height: Mm
    excess: Mm
    missing: tuple[str, ...]
    style: Style
    source: Text

    @property
    def spacing(self) -> Pt:
        """The space after every letter."""
        return Pt(self.style.spacing * self.size) if self.style.spacing else NO_SPACING

    def words(self, line: Line) -> str:
        """The characters of a line, without its hyphen."""
        return self.source.chars[line.start : line.end]

    def line_width(self, line: Line) -> Mm:
        return Mm(line.width * (self.size * MM_PER_PT / EM))

    def _indent(self, line: Line) -> float:
        """The indentation of a line from the left edge of the box, in millimetres."""
        share = {"center": 0.5, "right": 1.0}.get(self.style.align)
        return (self.width - self.line_width(line)) * share if share else 0.0

    def items(self, x: Mm, y: Mm, height: Mm | None = None, valign: VAlign = "top") -> tuple[Item, ...]:
        """The lines as glyphs, their top left corner at `x`, `y`; or at the top, middle or bottom of a height."""
        top: float = y
        if height is not None and valign != "top":
            top += (height - self.height) * (0.5 if valign == "middle" else 1)
        if self.style.align != "justify" and not any(run.span.icon or run.span.link for run in self.source.runs):
            return tuple(self._plain_items(x, top))
        found: list[Item] = []
        for number, line in enumerate(self.lines):
            found += self.line_items(line, x, Mm(top + self.baseline(number)))
        return tuple(found)

    def _plain_items(self, x: float, top: float) -> Iterator[Item]:
        """The items of a text of letters, as `items` gives them, but faster: most texts of cards are of this kind."""
        unit = self.size * MM_PER_PT / EM
        chars, places, runs = self.source.chars, self.source.places, self.source.runs
        spacing = self.spacing
        as_it_is = not self.style.spaced and not _HIDDEN.search(chars)
        current = 0
        for number, line in enumerate(self.lines):
            baseline = Mm(top + self.baseline(number))
            start, left = line.start, x + self._indent(line)
            while start < line.end:
                while runs[current].end <= start:
                    current += 1
                run = runs[current]
                end = min(run.end, line.end)
                if text := chars[start:end] if as_it_is and not line.hyphen else self._shown(line, start, end):
                    at = Mm(left + (places[start] - places[line.start]) * unit)
                    yield Glyphs(at, baseline, text, run.face.name, self.size, run.span.color, spacing=spacing)
                start = end

    def _shown(self, line: Line, start: int, end: int) -> str:
        """Characters of a line as drawn, with its hyphen or the space after it."""
        chars = self.source.chars
        text = chars[start:end]
        if _HIDDEN.search(text):
            text = text.translate(INVISIBLE)
        if end != line.end:
            return text
        if line.hyphen:
            return text + "-"
        return text + " " if self.style.spaced and chars[end : end + 1].isspace() else text

    def baseline(self, number: int) -> float:
        """The distance from the top to the baseline of line `number` (from 0), in millimetres."""
        size = self.size * MM_PER_PT
        return (number * self.style.leading + self.source.runs[0].face.ascent / EM) * size

    def line_items(self, line: Line, x: Mm, baseline: Mm) -> Iterator[Item]:
        """One line as glyphs, from the left edge `x` of the box, on the given baseline."""
        unit = self.size * MM_PER_PT / EM
        spread = _Spread.of(self, line)
        at = x + self._indent(line)
        places = self.source.places
        is_even = spread is _NO_SPREAD
        for run in self.source.runs:
            if run.end <= line.start:
                continue
            if run.start >= line.end:
                break
            start, end = max(run.start, line.start), min(run.end, line.end)
            left = at + (places[start] - places[line.start]) * unit
            if is_even and run.span.icon is None and not run.span.link:  # most runs
                if text := self._shown(line, start, end):
                    name, color = run.face.name, run.span.color
                    yield Glyphs(Mm(left), baseline, text, name, self.size, color, spacing=self.spacing)
                continue
            left += spread.before(line.start, start)
            if run.span.icon is not None:
                yield _icon(run, Mm(left), baseline, self.size)
            else:
                yield from self._glyphs(run, line, start, end, Mm(left), baseline, spread)
            if run.span.link:
                size = self.size * MM_PER_PT
                wide = (places[end] - places[start]) * unit + spread.before(start, end)
                around = Box(Mm(left), Mm(baseline - run.face.ascent / EM * size), Mm(wide), Mm(size))
                yield Link(around, run.span.link, run.span.text.strip())

    def _glyphs(
        self, run: Run, line: Line, start: int, end: int, left: Mm, baseline: Mm, spread: _Spread
    ) -> Iterator[Glyphs]:
        """The characters of one run: in one piece, or word by word if the gaps between words are widened."""
        name, fill, size = run.face.name, run.span.color, self.size
        unit = size * MM_PER_PT / EM
        places = self.source.places
        for first, last in spread.pieces(start, end):
            if text := self._shown(line, first, last):
                at = Mm(left + (places[first] - places[start]) * unit + spread.before(start, first))
                yield Glyphs(at, baseline, text, name, size, fill, spacing=Pt(spread.each + self.spacing))


# Soft hyphens, joiners, marks of direction and of variants have no glyph; spaces that do not break look like any space.
INVISIBLE: dict[int, str | None] = dict.fromkeys(
    (0x0D, 0xAD, 0x200B, 0x200C, 0x200D, 0x200E, 0x200F, 0x2060, 0xFE0E, 0xFE0F, 0xFEFF)
) | {0xA0: " ", 0x202F: " "}
_HIDDEN = re.compile(f"[{''.join(map(chr, INVISIBLE))}]")
ICON_SIDE = 60  # the free space on each side of an icon


def icon_width(form: Form, face: Face) -> float:
    """The width of an icon within a line, its sides included, in thousandths of the size."""
    return face.capitals * form.width / form.height + 2 * ICON_SIDE


def _icon(run: Run, left: Mm, baseline: Mm, size: Pt) -> Item:
    form = run.span.icon
    assert form is not None
    unit = size * MM_PER_PT / EM
    high = run.face.capitals * unit
    return Group((form,), Mm(left + ICON_SIDE * unit), Mm(baseline - high), scale=high / form.height)


class _Spread(Struct, frozen=True):
    """The justification of a line: space added to every gap between words (millimetres), or after every character
    (points).
    """

    text: str = ""
    first: int = 0
    gap: float = 0
    each: float = 0

    @classmethod
    def of(cls, setting: Setting, line: Line) -> _Spread:
        spare = setting.width - setting.line_width(line)
        if setting.style.align != "justify" or line.final or spare <= 0:
            return _NO_SPREAD
        chars = setting.source.chars
        size = setting.size * MM_PER_PT
        if setting.style.language == "ja" and max(setting.words(line)) >= "\u2e80":
            each = spare / max(1, line.end - line.start - 1)
            return cls(each=each / MM_PER_PT) if each <= MOST_BETWEEN_KANJI * size else _NO_SPREAD
        gaps = chars.count(" ", line.start, line.end)
        if not gaps or spare / gaps > MOST_BETWEEN_WORDS * size:
            return _NO_SPREAD
        return cls(chars, line.start, spare / gaps)

    def before(self, start: int, end: int) -> float:
        """The space added between the beginnings of two characters, in millimetres."""
        if self.each:
            return (end - start) * self.each * MM_PER_PT
        return self.gap * self.text.count(" ", start, end) if self.gap else 0

    def pieces(self, start: int, end: int) -> Iterable[tuple[int, int]]:
        """The ranges that can be drawn at once: all of it, or each word with the space after it."""
        stops = [at + 1 for at in range(start, end - 1) if self.text[at] == " "] if self.gap else []
        return pairwise((start, *stops, end))


_NO_SPREAD = _Spread()
MOST_BETWEEN_KANJI = 0.25  # a line that needs more, in sizes, is not justified
MOST_BETWEEN_WORDS = 1.2
