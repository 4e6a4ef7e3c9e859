"""The lines of a text, each filled as far as possible, with hyphens if they help; and texts fitted into boxes.

Widths are thousandths of the size of type unless their type is `Mm`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from functools import cache
from itertools import accumulate, groupby
from math import ceil
from operator import itemgetter
from unicodedata import normalize

from msgspec import Struct

from ..drawing.drawing import MM_PER_PT, Mm, Pt
from ..fonts import Face, chain
from .breaks import HANGING, ICON, SHORT, SPACE, find_breaks, find_phrases, hyphenation, hyphens
from .model import EM, INVISIBLE, Line, Run, Setting, Span, Style, Text, icon_width

GETA = "〓"  # printers' mark for a missing character
KANJI = ("ja", "zh", "ko")
CONTROL = {"\n", "\r", *(chr(code) for code, shown in INVISIBLE.items() if shown is None)}


def measure(spans: Sequence[Span], style: Style) -> Text:
    """The characters of all spans in a row; an icon is one character."""
    chars: list[str] = []
    widths: list[float] = []
    runs: list[Run] = []
    missing: dict[str, None] = {}
    for span in spans:
        faces = _faces(style, span)
        start = len(widths)
        if span.icon is not None:
            chars.append(ICON)
            widths.append(icon_width(span.icon, faces[0]))
            runs.append(Run(start, start + 1, faces[0], span))
            continue
        text = span.text
        alone = _alone(text, faces)
        if alone is None:
            text = _mixed(span, faces, widths, runs, missing)
        elif text:
            widths += alone.advances(text)
            runs.append(Run(start, len(widths), alone, span))
        chars.append(text)
    if not runs:
        runs.append(Run(0, 0, _faces(style, Span(""))[0], Span("")))
    if style.spacing:
        widths = [width + style.spacing * EM for width in widths]
    return Text("".join(chars), list(accumulate(widths, initial=0.0)), runs, tuple(missing))


def _faces(style: Style, span: Span) -> tuple[Face, ...]:
    """The fonts in which the characters of a span are looked up."""
    return chain(style.font, span.bold or style.bold, span.italic or style.italic, style.language in KANJI)


def _alone(text: str, faces: tuple[Face, ...]) -> Face | None:
    """The font that has all characters of a text, if no font before it has any."""
    chars = set(text)
    for face in faces:
        if chars <= face.widths.keys():
            return face
        if not chars.isdisjoint(face.widths):
            return None
    return None


NOBODY = "\uffff"
OWNED = re.compile("(?s)(.)\\1*")


class _Owners(dict[int, str]):
    """A table for `str.translate`: from a character to one whose number is that of the first font that has it.

    `widths` has the widths of all characters looked up so far.
    """

    def __init__(self, faces: tuple[Face, ...]) -> None:
        self._faces = faces
        self.widths: dict[str, float] = {}

    def __missing__(self, code: int) -> str:
        char = chr(code)
        at = None if char in CONTROL else next((at for at, one in enumerate(self._faces) if char in one.widths), None)
        if at is not None:
            self.widths[char] = self._faces[at].widths[char]
        found = self[code] = NOBODY if at is None else chr(at)
        return found


_owners = cache(_Owners)


def _mixed(span: Span, faces: tuple[Face, ...], widths: list[float], runs: list[Run], missing: dict[str, None]) -> str:
    """Appends the widths and runs of a span that needs several fonts.

    Returns its text composed (NFC), with a geta mark for each character that no font has.
    """
    chars = normalize("NFC", span.text.replace("\t", " "))
    table = _owners(faces)
    owners = chars.translate(table)
    if NOBODY not in owners:
        offset = len(widths)
        widths += map(table.widths.__getitem__, chars)
        for one in OWNED.finditer(owners):
            start, end = one.span()
            face = faces[ord(owners[start])]
            if face.kerning and end - start > 1:
                for at, kern in face.kerns(chars[start:end]):
                    widths[offset + start + at] += kern
            runs.append(Run(offset + start, offset + end, face, span))
        return chars
    shown: list[tuple[Face, str]] = []
    current = faces[0]
    for char in chars:
        if char not in CONTROL:
            current = next((face for face in faces if char in face.widths), current)
            if char not in current.widths:
                missing[char] = None
                char, current = GETA, next(face for face in faces if GETA in face.widths)
        shown.append((current, char))
    for face, run in groupby(shown, key=itemgetter(0)):
        start, text = len(widths), "".join(char for _, char in run)
        found = [0.0 if char in CONTROL else face.widths[char] for char in text]
        for at, kern in face.kerns(text):
            found[at] += kern
        widths += found
        runs.append(Run(start, len(widths), face, span))
    return "".join(char for _, char in shown)


WITHIN = re.compile("[ァ-ヺー][ァ-ヺー]|[^、。][ぁ-ゖ]")  # katakana words, and kana attached to a word, are not split
SLACK = 1e-6
SHORTEST = 0.5  # the least fill of a line that gives characters to the last one
PHRASE = 0.3  # the least fill of a line that ends with a phrase; otherwise the phrase is split
LONELY = 2200  # the least width of a last line in Japanese
LAST = 6  # the least length of the end of a word as a last line
RAGGED = 0.18  # with a ragged edge, a word is hyphenated only if more than this part of the line would be empty
BALANCED = 4  # a centred text of up to this many lines gets lines of about the same width
STEP = 0.25  # points, between the sizes tried
TOLERANCE = 1e-6


def set_text(spans: Sequence[Span], style: Style, width: Mm) -> Setting:
    """The text in the style's size, in lines of a width; `excess` is how far a word extends beyond it."""
    text = measure(spans, style)
    return _on_one_line(text, style, width) or _setting(text, _paragraphs(text, style), style, style.size, width)


def fit(spans: Sequence[Span], style: Style, width: Mm, height: Mm) -> Setting:
    """The text as large as the box allows, from `style.size` down to `style.smallest`, in steps of quarter points.

    If it does not fit even then, it is set in the smallest size, with the `excess`: nothing is cut off.
    """
    text = measure(spans, style)
    if (setting := _on_one_line(text, style, width)) is not None and setting.height <= height:
        return setting
    paragraphs = _paragraphs(text, style)
    size = style.size
    while True:
        smallest = size <= style.smallest or not text.chars
        if smallest or _may_fit(paragraphs, style, size, width, height):
            setting = _setting(text, paragraphs, style, size, width, height)
            if smallest or not setting.excess:
                return setting
        size = Pt(max(style.smallest, ceil(size / STEP - 1) * STEP))


def _on_one_line(text: Text, style: Style, width: Mm) -> Setting | None:
    """A text that fits on one line, as most names and numbers do, without searching for breaks."""
    chars = text.chars
    end = len(chars.rstrip(SPACE))
    wide = text.places[end]
    if (
        not end
        or wide > width / (style.size * MM_PER_PT / EM)
        or "\n" in chars
        or (style.hanging and chars[end - 1] in HANGING)
    ):
        return None
    high = Mm(_block_height(1, style.size, style))
    return Setting((Line(0, end, wide, final=True),), style.size, width, high, Mm(0), text.missing, style, text)


def _setting(
    text: Text, paragraphs: list[_Paragraph], style: Style, size: Pt, width: Mm, height: Mm | None = None
) -> Setting:
    unit = size * MM_PER_PT / EM
    lines = _lines(paragraphs, width / unit)
    if style.align == "center" and 1 < len(lines) <= BALANCED and len(paragraphs) == 1:
        lines = _balanced(paragraphs, lines, width / unit)
    high = _block_height(len(lines), size, style)
    excess = max(_widest(lines) * unit - width, 0 if height is None else high - height)
    return Setting(
        tuple(lines), size, width, Mm(high), Mm(excess if excess > TOLERANCE else 0), text.missing, style, text
    )


def _block_height(lines: int, size: Pt, style: Style) -> float:
    """The height of a number of lines, in millimetres: from the top of the first to the bottom of the last."""
    return ((lines - 1) * style.leading + 1) * size * MM_PER_PT if lines else 0.0


def _may_fit(paragraphs: list[_Paragraph], style: Style, size: Pt, width: Mm, height: Mm) -> bool:
    """False if even lines without gaps at their ends would be too many: then there is no need to break them.

    At each break, blanks and a hanging mark need no room.
    """
    line = width / (size * MM_PER_PT) * EM
    least = sum(max(1, ceil((one.whole + one.dropped) / (line + one.dropped) - 0.01)) for one in paragraphs)
    return _block_height(least, size, style) <= height + TOLERANCE


def _balanced(paragraphs: list[_Paragraph], lines: list[Line], width: float) -> list[Line]:
    """The same number of lines, as even as possible: a centred title must not end in a single short word."""
    low, high = _widest(lines) / 2, width
    if any(line.hyphen for line in lines) or _widest(lines) > width:
        return lines
    for _ in range(7):
        middle = (low + high) / 2
        tried = _lines(paragraphs, middle)
        if len(tried) <= len(lines) and _widest(tried) <= middle + TOLERANCE and not any(one.hyphen for one in tried):
            lines, high = tried, middle
        else:
            low = middle
    return lines


def _widest(lines: list[Line]) -> float:
    return max((line.width for line in lines), default=0.0)


def _lines(paragraphs: list[_Paragraph], width: float) -> list[Line]:
    """The lines of all paragraphs in a width; wider only where nothing can be split."""
    return [line for paragraph in paragraphs for line in paragraph.lines(width)]


def _paragraphs(text: Text, style: Style) -> list[_Paragraph]:
    """The paragraphs of a text with their places to break."""
    found = []
    start = 0
    places, chars = text.places, text.chars
    for part in chars.split("\n") if chars else ():
        ends, trimmed = find_breaks(part, style.language)
        if start:
            ends = [end + start for end in ends]
            trimmed = [end + start for end in trimmed]
        reach = [places[end] for end in trimmed]
        if style.hanging:
            for at, end in enumerate(trimmed):
                if end and chars[end - 1] in HANGING:
                    reach[at] = places[end - 1]
        phrases: list[int] = []
        if style.phrases and style.language == "ja":
            at_phrases = find_phrases(part)
            phrases = [at for at, end in enumerate(ends) if end - start in at_phrases]
        dropped = max((places[end] - at for end, at in zip(ends, reach, strict=True)), default=0.0)
        found.append(_Paragraph(text, style, start, ends, trimmed, reach, phrases, dropped))
        start += len(part) + 1
    return found


class _Paragraph(Struct, frozen=True):
    """A paragraph of a text, ready for any width. The lists `ends`, `trimmed` and `reach` have an entry per break.

    Attributes:
        text, style: those of the whole text.
        start: its first character.
        ends: the places to break, where the next line would begin.
        trimmed: the end of the line before the break, without spaces.
        reach: the distance of that end from the beginning of the text.
        phrases: the indices of breaks that are ends of phrases.
        dropped: the most that a break takes from the width of the text: blanks, a hanging mark.
    """

    text: Text
    style: Style
    start: int
    ends: list[int]
    trimmed: list[int]
    reach: list[float]
    phrases: list[int]
    dropped: float

    @property
    def whole(self) -> float:
        """Its width on one line."""
        return self.reach[-1] - self.text.places[self.start] if self.ends else 0.0

    def lines(self, width: float) -> list[Line]:
        found = self._broken(width)
        if self.style.language == "ja" and len(found) > 1 and found[-1].width < LONELY:
            found[-2:] = self._without_orphan(found[-2], found[-1], width)
        return found

    def _without_orphan(self, line: Line, last: Line, width: float) -> list[Line]:
        """The last two lines, with some characters moved down so that the last line is not too short.

        If lines end with phrases, a phrase is moved down.
        """
        places, end = self.text.places, self.reach[-1]
        number = bisect_right(self.ends, last.start) - 1
        while number > 0 and (
            end - places[self.ends[number]] < LONELY or (self.phrases and number not in self.phrases)
        ):
            number -= 1
        start = self.ends[number]
        shorter, longer = self.reach[number] - places[line.start], end - places[start]
        least = (PHRASE if self.phrases else SHORTEST) * line.width
        if number <= 0 or line.hyphen or start <= line.start or shorter < least or longer > width:
            return [line, last]
        return [Line(line.start, self.trimmed[number], shorter), Line(start, last.end, longer, final=True)]

    def _broken(self, width: float) -> list[Line]:
        places, ends, trimmed, reach = self.text.places, self.ends, self.trimmed, self.reach
        last = len(ends) - 1
        if last < 0:
            return [Line(self.start, self.start, 0.0, final=True)]
        found = []
        start, at = self.start, 0  # the next line begins at character `start`, within atom `at`
        while at <= last:
            left = places[start]
            fits = bisect_right(reach, left + width + SLACK, at) - 1
            if fits >= last:
                found.append(Line(start, trimmed[last], reach[last] - left, final=True))
                break
            if self.phrases:
                fits = self._phrase(fits, at, left, width)
            if (split := self._hyphen(width, start, fits, at)) is not None:
                end, wide = split
                found.append(Line(start, end, wide, hyphen=self.text.chars[end - 1] not in "-‐–"))
                start, at = end, fits + 1
                continue
            fits = max(fits, at)
            found.append(Line(start, trimmed[fits], reach[fits] - left, final=fits == last))
            start, at = ends[fits], fits + 1
        return found

    def _phrase(self, fits: int, at: int, left: float, width: float) -> int:
        """The end of a phrase that fills the line well enough, else the last atom that fits."""
        number = bisect_right(self.phrases, fits) - 1
        if number >= 0 and (end := self.phrases[number]) >= at and self.reach[end] - left >= PHRASE * width:
            return end
        for end in range(fits, at, -1):
            if self.reach[end] - left < PHRASE * width:
                break
            if not WITHIN.match(self.text.chars, self.ends[end] - 1):
                return end
        return fits

    def _hyphen(self, width: float, start: int, fits: int, at: int) -> tuple[int, float] | None:
        """The division of the word after atom `fits`, which does not fit, and the width of the line then."""
        style, text, places = self.style, self.text, self.text.places
        if not style.hyphens:
            return None
        first = start if fits < at else self.ends[fits]
        room = width - (places[first] - places[start])
        end = self.trimmed[fits + 1]
        needed = fits < at or places[end] - places[first] > width + SLACK  # it does not fit on its own line either
        if not needed:
            free = width - (self.reach[fits] - places[start])
            if hyphenation(style.language) != "freely" or (style.align != "justify" and free < RAGGED * width):
                return None
        latest = end - LAST if fits + 1 == len(self.ends) - 1 and not needed else end
        for place in reversed(hyphens(text.chars, first, end, style.language, 0 if needed else SHORT, style.divisions)):
            if place > latest:
                continue
            wide = places[place] - places[first]
            if text.chars[place - 1] not in "-‐–":
                wide += next(run.face for run in text.runs if run.end >= place).widths["-"]
            if wide <= room + SLACK:
                return place, places[first] - places[start] + wide
        return None
