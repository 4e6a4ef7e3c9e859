"""Alignment pages, which show by how much a printer misplaces backs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from ..drawing.drawing import BLACK, Box, Color, Item, Mm, Page, Pen, Pt, Tagged, stroke
from ..sheets import Backs, Flip, Sheet
from ..typeset import Setting, Span, Style, set_text
from .grid import Place, behind

REACH = 6  # mm to each side of a cross
STEPS = 2  # strokes to a millimetre
BELOW = 24.0  # mm from the words of the front to those of the back, seen through the paper
FINE = Pen(BLACK, Mm(0.1))
BACK = Pen(Color(0.8, 0, 0.1), Mm(0.1))
WORDS = {
    "en": "Print both sides, and hold the paper against the light. Where the red cross of the back meets the scales, "
    "read the offset in mm: --back-offset X,Y with X from the scale across and Y from the scale down.",
    "de": "Beide Seiten drucken und das Blatt gegen das Licht halten. Wo das rote Kreuz der Rückseite die Skalen "
    "schneidet, steht der Versatz in mm: --back-offset X,Y mit X von der waagerechten und Y von der senkrechten Skala.",
    "ja": "両面に印刷し、紙を光にかざします。裏面の赤い十字が目盛りと交わるところがずれの値（mm）です。"
    "横の目盛りの値をX、縦の目盛りの値をYとして --back-offset X,Y と指定します。",
}
BEHIND = {
    "en": "This is the back. These words stand at the same end of the paper as those of the front. If they do not, the "
    "printer turns it over the other edge: print with --flip {other}.",
    "de": "Das ist die Rückseite. Diese Wörter stehen am selben Ende des Papiers wie die der Vorderseite. Wenn nicht, "
    "wendet der Drucker es über die andere Kante: mit --flip {other} drucken.",
    "ja": "これは裏面です。この文は、紙の同じ端で表面の文の裏側にあります。反対の端にあるときは、"
    "プリンターが用紙をもう一方の辺で裏返しています。--flip {other} を付けて印刷します。",
}


def alignment_pages(sheet: Sheet, language: str, flip: Flip | None = None) -> tuple[Page, Page]:
    """A page with scales, and the page with crosses that is printed behind it.

    The scales bear the numbers that `--back-offset` takes, whichever edge the paper is turned over. Crosses meet also
    where it was turned over the other one; words on both sides tell that.

    Raises:
        ValueError: the sheet has no paper with two sides.
    """
    if sheet.paper is None or sheet.backs is not Backs.DUPLEX:
        raise ValueError(f"the sheet {sheet.name} prints no backs on the other side of a paper")
    paper = sheet.paper
    inset = 30.0
    spots = [
        (x, y)
        for y in (inset, paper.height / 2, paper.height - inset)
        for x in (inset, paper.width / 2, paper.width - inset)
        if (x == paper.width / 2) == (y == paper.height / 2)
    ]
    probe = behind(Place(Box(Mm(0), Mm(0), Mm(0), Mm(0)), 0), sheet, flip)
    about_height = bool(probe.box.x)  # else about a line across
    scales = [item for spot in spots for item in _scales(*spot, 1 if about_height else -1)]
    crosses = [item for spot in spots for item in _cross(*spot)]
    style = Style(Pt(10), Pt(10), language if language in WORDS else "en", align="center")
    left, top, width = Mm(2 * inset / 1.5), Mm(inset * 1.6), Mm(paper.width - 4 * inset / 1.5)
    words = set_text([Span(WORDS[style.language])], style, width)
    front = Page(paper.width, paper.height, (Tagged("Artifact", tuple(scales)), _text(words, left, top)))
    other = Flip.SHORT if (flip or sheet.flip) is Flip.LONG else Flip.LONG
    words = set_text([Span(BEHIND[style.language].format(other=other.value))], style, width)
    below = Mm(top + BELOW)
    at = below if about_height else Mm(paper.height - below - words.height)
    return front, Page(paper.width, paper.height, (Tagged("Artifact", tuple(crosses)), _text(words, left, at)))


def _text(words: Setting, x: Mm, y: Mm) -> Tagged:
    return Tagged("P", words.items(x, y), language=words.style.language)


def _scales(x: float, y: float, across: int) -> Iterator[Item]:
    """A scale across and one down. A number is the offset that takes the back's cross from there to the middle.

    Seen through the paper, a back that is moved right moves left (`across` is 1), or one that is moved down moves up.
    """
    yield stroke(x - REACH, y, x + REACH, y, FINE)
    yield stroke(x, y - REACH, x, y + REACH, FINE)
    for step in range(-REACH * STEPS, REACH * STEPS + 1):
        at = step / STEPS
        whole = step % STEPS == 0
        long = 1.2 if whole else 0.6
        yield stroke(x + at, y - long, x + at, y, FINE)
        yield stroke(x - long, y + at, x, y + at, FINE)
        if whole and step and step // STEPS % 3 == 0:
            # each of the four arms has its numbers in a quarter of its own
            yield from _number(at * across, x + at - 3, y - 3.3 if at < 0 else y + 1.5, "center")
            yield from _number(
                -at * across, x + 1.7 if at < 0 else x - 7.7, y + at - 0.9, "left" if at < 0 else "right"
            )


def _number(value: float, x: float, y: float, align: Literal["left", "center", "right"]) -> tuple[Item, ...]:
    return set_text([Span(f"{value:+g}")], Style(Pt(4.5), Pt(4.5), "en", align=align), Mm(6)).items(Mm(x), Mm(y))


def _cross(x: float, y: float) -> Iterator[Item]:
    yield stroke(x - 2 * REACH, y, x + 2 * REACH, y, BACK)
    yield stroke(x, y - 2 * REACH, x, y + 2 * REACH, BACK)
