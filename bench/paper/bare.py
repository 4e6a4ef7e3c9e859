"""`bare.py CARDS.json OUT.pdf KANJI.ttf LATIN.ttf`: the plain deck drawn by hand, for comparison with ours.

Each card's frame is one form, widths are looked up in the fonts, and lines do not begin or end with forbidden signs.
Letters and figures are set in the Latin font, as in ours; to use one font for both, give it twice.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

from reportlab.lib.colors import HexColor, black, white
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

WIDE, HIGH = 63 * mm, 88 * mm
LEFT, BELOW = (A4[0] - 3 * WIDE) / 2, (A4[1] - 3 * HIGH) / 2
NOT_FIRST = frozenset(
    "、。，．,.・：；:;？！?!ー々〜～…‥）」』】〉》〕］｝)]}’”ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶゝゞヽヾ％%℃‰"
)
NOT_LAST = frozenset("（「『【〈《〔［｛([{‘“$£¥￥＄￡#＃@＠§〒")
PIECES = re.compile("([!-~]+)|[^!-~]+")  # Latin, and the rest


def atoms(text: str) -> list[str]:
    """Each kanji and kana alone, words and numbers whole."""
    found, at = [], 0
    while at < len(text):
        end = at + 1
        if text[at] < "\u2e80" and not text[at].isspace():
            while end < len(text) and text[end] < "\u2e80" and not text[end].isspace():
                end += 1
        found.append(text[at:end])
        at = end
    return found


class Breaker:
    """Breaks text into lines of a width."""

    def __init__(self, size: float) -> None:
        kanji, latin = (pdfmetrics.getFont(font).face for font in ("ja", "en"))
        self.widths = kanji.charWidths | {code: latin.charWidths[code] for code in range(ord("!"), ord("~") + 1)}
        self.default, self.scale = kanji.defaultWidth, size / 1000

    def width(self, text: str) -> float:
        widths, default = self.widths, self.default
        return sum([widths.get(ord(char), default) for char in text]) * self.scale

    def lines(self, text: str, width: float) -> list[str]:
        found: list[str] = []
        line: list[str] = []
        used = 0.0
        for atom in atoms(text):
            wide = self.width(atom)
            if line and used + wide > width:
                carried: list[str] = []
                head = atom
                while len(line) > 1 and (head[0] in NOT_FIRST or line[-1][-1] in NOT_LAST):
                    head = line.pop()
                    carried.insert(0, head)
                found.append("".join(line))
                line, used = carried, sum(map(self.width, carried))
            line.append(atom)
            used += wide
        return [*found, "".join(line)] if line else found


def marks(canvas: Any) -> None:
    canvas.setLineWidth(0.25)
    for at in range(4):
        x, y = LEFT + at * WIDE, BELOW + at * HIGH
        canvas.line(x, BELOW - 6 * mm, x, BELOW - mm)
        canvas.line(x, BELOW + 3 * HIGH + mm, x, BELOW + 3 * HIGH + 6 * mm)
        canvas.line(LEFT - 6 * mm, y, LEFT - mm, y)
        canvas.line(LEFT + 3 * WIDE + mm, y, LEFT + 3 * WIDE + 6 * mm, y)


def frame(canvas: Any) -> None:
    canvas.beginForm("frame", 0, 0, WIDE, HIGH)
    canvas.setLineWidth(0.25)
    canvas.setStrokeColor(black)
    canvas.setFillColor(HexColor(0xF4EFE2))
    canvas.roundRect(3 * mm, 3 * mm, WIDE - 6 * mm, HIGH - 6 * mm, 2 * mm, fill=1)
    canvas.setFillColor(HexColor(0x2B5C8A))
    canvas.circle(WIDE - 9 * mm, HIGH - 9 * mm, 4 * mm, fill=1, stroke=0)
    canvas.endForm()


def show(text: Any, line: str, size: float, leading: float | None = None) -> None:
    """A line in one font or in pieces of two."""
    for piece in PIECES.finditer(line):
        text.setFont("en" if piece[1] else "ja", size, leading)
        text.textOut(piece[0])


def draw(canvas: Any, breaker: Breaker, card: dict[str, Any]) -> None:
    canvas.doForm("frame")
    canvas.setFillColor(white)
    canvas.setFont("en", 12)
    canvas.drawCentredString(WIDE - 9 * mm, HIGH - 10.5 * mm, str(card["cost"]))
    canvas.setFillColor(black)
    text = canvas.beginText(6 * mm, HIGH - 11 * mm)
    show(text, card["name"], 11)
    text.setTextOrigin(6 * mm, HIGH - 18 * mm - 8.5)
    for line in breaker.lines(card["text"], WIDE - 12 * mm):
        show(text, line, 8.5, 12)
        text.textLine()
    text.setTextOrigin(6 * mm, 5 * mm)
    show(text, card["id"], 6)
    canvas.drawText(text)


def main(source: str, target: str, kanji: str, latin: str) -> None:
    pdfmetrics.registerFont(TTFont("ja", kanji))
    pdfmetrics.registerFont(TTFont("en", latin))
    cards = json.loads(Path(source).read_text(encoding="utf-8"))
    breaker = Breaker(8.5)
    canvas = Canvas(target, pagesize=A4, invariant=1, initialFontName="ja", pageCompression=1)
    frame(canvas)
    for first in range(0, len(cards), 9):
        marks(canvas)
        for at, card in enumerate(cards[first : first + 9]):
            canvas.saveState()
            canvas.translate(LEFT + at % 3 * WIDE, BELOW + (2 - at // 3) * HIGH)
            draw(canvas, breaker, card)
            canvas.restoreState()
        canvas.showPage()
    canvas.save()


if __name__ == "__main__":
    main(*sys.argv[1:5])
