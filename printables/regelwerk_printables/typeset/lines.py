"""Line breaking: as much on every line as fits, with hyphens where they help."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass

from .breaks import HANGING, find_breaks, find_phrases
from .hyphens import SHORT, hyphenation, hyphens
from .model import Style, Text

WITHIN = re.compile("[ァ-ヺー][ァ-ヺー]|[^、。][ぁ-ゖ]")  # katakana words, and what hangs on a word, are not split
SLACK = 1e-6
SHORTEST = 0.5  # a line that gives characters to the last one is at least so full
PHRASE = 0.3  # a line that ends with a phrase is at least so full, else the phrase is split
LONELY = 2200  # a last line of Japanese is at least so wide, in thousandths of the size
LAST = 6  # a last line is no end of a word that is shorter than this
RAGGED = 0.18  # with a ragged edge, a word is hyphenated only when more than this part of the line would stay free


@dataclass(frozen=True, slots=True)
class Cut:
    """One line: characters `start` to `end`; `width` in thousandths of the size, without a mark that hangs."""

    start: int
    end: int
    width: float
    hyphen: bool
    final: bool


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of a text, ready for any width. The lists go together: one entry for each place to break.

    `trimmed` is where the line would end, `reach` how far it would reach from the beginning of the text. `chars`
    are those of the paragraph.
    """

    start: int
    end: int
    ends: list[int]
    trimmed: list[int]
    reach: list[float]
    phrases: list[int]
    chars: str


def paragraphs(text: Text, style: Style) -> list[Paragraph]:
    """The paragraphs of a text with their places to break."""
    found = []
    start = 0
    for part in text.chars.split("\n"):
        ends, trimmed = find_breaks(part, style.language)
        if start:
            ends = [end + start for end in ends]
            trimmed = [end + start for end in trimmed]
        places, chars = text.places, text.chars
        reach = [places[end] for end in trimmed]
        if style.hanging:
            for at, end in enumerate(trimmed):
                if end and chars[end - 1] in HANGING:
                    reach[at] = places[end - 1]
        phrases: list[int] = []
        if style.phrases and style.language == "ja":
            at_phrases = find_phrases(part)
            phrases = [at for at, end in enumerate(ends) if end - start in at_phrases]
        found.append(Paragraph(start, start + len(part), ends, trimmed, reach, phrases, part))
        start += len(part) + 1
    return found


def break_lines(text: Text, parts: list[Paragraph], style: Style, width: float) -> list[Cut]:
    """The lines of all paragraphs in a width (thousandths of the size); wider only where nothing can be split."""
    found: list[Cut] = []
    for part in parts:
        before = len(found)
        _break(text, part, style, width, found)
        if style.language == "ja" and len(found) > before + 1 and found[-1].width < LONELY:
            found[-2:] = _in_company(text, part, found[-2], found[-1], width)
    return found


def _in_company(text: Text, part: Paragraph, line: Cut, last: Cut, width: float) -> list[Cut]:
    """The last two lines of a paragraph, with some characters taken down so that the last ones do not stand alone.

    Where lines end with phrases, a phrase is taken down.
    """
    end = part.reach[-1]
    number = bisect_right(part.ends, last.start) - 1
    while number > 0 and (
        end - text.places[part.ends[number]] < LONELY or (part.phrases and number not in part.phrases)
    ):
        number -= 1
    start = part.ends[number]
    left = text.places[line.start]
    short = (
        part.reach[number] - left < (PHRASE if part.phrases else SHORTEST) * line.width
        or end - text.places[start] > width
    )
    if number <= 0 or line.hyphen or start <= line.start or short:
        return [line, last]
    return [
        Cut(line.start, part.trimmed[number], part.reach[number] - left, False, False),
        Cut(start, last.end, end - text.places[start], False, True),
    ]


def _break(text: Text, part: Paragraph, style: Style, width: float, found: list[Cut]) -> None:
    places, ends, trimmed, reach = text.places, part.ends, part.trimmed, part.reach
    last = len(ends) - 1
    if last < 0:
        found.append(Cut(part.start, part.start, 0.0, False, True))
        return
    start, at = part.start, 0  # the next line begins at character `start`, within atom `at`
    while at <= last:
        left = places[start]
        fits = bisect_right(reach, left + width + SLACK, at) - 1
        if fits >= last:
            found.append(Cut(start, trimmed[last], reach[last] - left, False, True))
            return
        if part.phrases:
            fits = _phrase(part, fits, at, left, width)
        if (split := _hyphen(text, part, style, width, start, fits, at)) is not None:
            end, wide = split
            found.append(Cut(start, end, wide, text.chars[end - 1] not in "-‐–", False))
            start, at = end, fits + 1
            continue
        fits = max(fits, at)
        found.append(Cut(start, trimmed[fits], reach[fits] - left, False, fits == last))
        start, at = ends[fits], fits + 1


def _phrase(part: Paragraph, fits: int, at: int, left: float, width: float) -> int:
    """The end of a phrase that fills the line well enough, else the atom that fits."""
    number = bisect_right(part.phrases, fits) - 1
    if number >= 0 and (end := part.phrases[number]) >= at and part.reach[end] - left >= PHRASE * width:
        return end
    chars = part.chars
    for end in range(fits, at, -1):
        if part.reach[end] - left < PHRASE * width:
            break
        if not WITHIN.match(chars, part.ends[end] - part.start - 1):
            return end
    return fits


def _hyphen(
    text: Text, part: Paragraph, style: Style, width: float, start: int, fits: int, at: int
) -> tuple[int, float] | None:
    """Where the word that does not fit behind atom `fits` is divided, and how wide the line is then; None: nowhere."""
    if not style.hyphens:
        return None
    places = text.places
    first = start if fits < at else part.ends[fits]
    room = width - (places[first] - places[start])
    end = part.trimmed[fits + 1]
    needed = fits < at or places[end] - places[first] > width + SLACK  # a line of its own would not hold it either
    if not needed:
        free = width - (part.reach[fits] - places[start])
        if hyphenation(style.language) != "freely" or (style.align != "justify" and free < RAGGED * width):
            return None
    latest = end - LAST if fits + 1 == len(part.ends) - 1 and not needed else end
    for place in reversed(hyphens(text.chars, first, end, style.language, 0 if needed else SHORT, style.divisions)):
        if place > latest:
            continue
        face = next(run.face for run in text.runs if run.end >= place)
        wide = places[place] - places[first]
        if text.chars[place - 1] not in "-‐–":
            wide += face.widths["-"]
        if wide <= room + SLACK:
            return place, places[first] - places[start] + wide
    return None


def widest(cuts: list[Cut]) -> float:
    """The width of the widest line, in thousandths of the size."""
    return max((cut.width for cut in cuts), default=0.0)
