"""Kinds of inputs of `make fuzz` that are files of other programs: spreadsheets, pictures and fonts."""

from __future__ import annotations

import io
import random
import re
import sys
import tempfile
import zipfile
from contextlib import suppress
from functools import cache
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

import workbooks
from fontTools import subset
from fuzz_inputs import NUMBERS, ODD, WORD, Kind
from PIL import Image
from regelwerk_dsl.data.csv import parse_csv
from regelwerk_dsl.data.spreadsheets import sheet_text
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.files import checked
from regelwerk_dsl.source import NO_SPAN, SourceFile
from regelwerk_printables.design.expressions import LayoutError
from regelwerk_printables.design.paint.pictures import Art
from regelwerk_printables.drawing.outlines import letter
from regelwerk_printables.fonts import add_face
from regelwerk_printables.fonts.own import read_face
from regelwerk_printables.pdf.content import font
from reportlab.pdfgen.canvas import Canvas

FONT = Path(__file__).resolve().parents[1] / "printables/regelwerk_printables/fonts/RegelwerkSans-Italic.ttf"
ROWS: list[list[workbooks.Cell]] = [["key", "price", "name"], ["a", 3, "One"], ["b", 2.5, ""], ["c", True, "Ü & <x>"]]
STYLED = (
    '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row><row r="3"><c r="A3" t="s"><v>2</v></c>'
    '<c r="B3" s="1"><v>45000.5</v></c><c r="C3" t="str"><f>A1</f><v>_x0041_</v></c>'
    '<c r="D3" t="e"><v>#N/A</v></c></row>'
)
STRINGS = "<sst><si><t>key</t></si><si><r><t>pri</t></r><r><t>ce</t></r></si><si><t>a</t><rPh><t>b</t></rPh></si></sst>"
LETTERS = "AVWabc fi1"
REPEATED = (
    '<table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-repeated="3" '
    'office:value-type="string"><text:p>key<text:s text:c="2"/>x</text:p></table:table-cell></table:table-row>'
    '<table:table-row><table:covered-table-cell office:value-type="date" office:date-value="2020-01-31"/>'
    '<table:table-cell office:value-type="percentage" office:value="0.5"/></table:table-row>'
)
SVG = """<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40mm" height="30mm"
 viewBox="0 0 400 300"><style>.a { fill: #f00; stroke: rgb(0, 0, 255) } #b { stroke-width: 2px }</style>
<defs><linearGradient id="g"><stop offset="0" stop-color="red"/><stop offset="100%" stop-color="#00f"/></linearGradient>
<clipPath id="c"><rect x="1" y="2" width="30" height="40"/></clipPath><symbol id="s"><circle r="5"/></symbol></defs>
<g transform="translate(10, 20) rotate(45 3 4) scale(2)" class="a" opacity="0.5"><path id="b" fill-rule="evenodd"
 d="M 10 10 L 20 20 h 5 v-5 C 1 2 3 4 5 6 S 7 8 9 10 Q 1 2 3 4 T 5 6 A 5 6 30 0 1 20 30 z m 1 1 l 2 2"/></g>
<use xlink:href="#s" x="3" y="4"/><polygon points="1,2 3,4 5 6" fill="url(#g)"/><polyline points="0 0 10 10"/>
<ellipse cx="5" cy="6" rx="7" ry="8" stroke-dasharray="1 2 3" stroke="black" clip-path="url(#c)"/>
<line x1="0" y1="0" x2="1e2" y2="5em"/><text x="5" y="6" font-size="12">Words<tspan dx="1">x</tspan></text></svg>"""

TOKEN = re.compile(r"<[^>]*>|[^<]+")
NUMBER = re.compile(r"\d+(?:\.\d+)?")


def changed_xml(text: str, rng: random.Random) -> str:
    """XML with one to three of its tags, texts, words or numbers changed."""
    tokens = TOKEN.findall(text)
    for _ in range(rng.randint(1, 3)):
        at, other = rng.randrange(len(tokens)), rng.randrange(len(tokens))
        one = tokens[at]
        match rng.randrange(8):
            case 0:
                tokens[at] = ""
            case 1:
                tokens[at] = one + tokens[other]
            case 2:
                tokens[at], tokens[other] = tokens[other], one
            case 3 | 4:
                found = list(NUMBER.finditer(one))
                if found:
                    place = rng.choice(found)
                    number = str(rng.choice((*NUMBERS, 0.5, "nan", "1e400", "%")))
                    tokens[at] = one[: place.start()] + number + one[place.end() :]
            case 5 | 6:
                found, others = list(WORD.finditer(one)), WORD.findall(tokens[other])
                if found and others:
                    place = rng.choice(found)
                    tokens[at] = one[: place.start()] + rng.choice(others) + one[place.end() :]
            case _:
                place_ = rng.randint(0, len(one))
                tokens[at] = one[:place_] + rng.choice(ODD) + one[place_:]
    return "".join(tokens)


def flipped(data: bytes, rng: random.Random) -> bytes:
    """Bytes with some of them replaced, with a preference for the first ones, or truncated."""
    changed = bytearray(data or b"\0")
    for _ in range(rng.choice((1, 1, 2, 5))):
        changed[rng.randrange(len(changed) if rng.random() < 0.5 else min(400, len(changed)))] = rng.randrange(256)
    return bytes(changed if rng.random() < 0.9 else changed[: rng.randrange(len(changed))])


@cache
def books() -> list[bytes]:
    """Some workbooks."""
    found = []
    with tempfile.TemporaryDirectory() as top:
        path = Path(top) / "book"
        for write in (
            lambda: workbooks.write_xlsx(path, {"One": ROWS, "Two": ROWS[:1]}),
            lambda: workbooks.write_xlsx_rows(path, STYLED, "yyyy-mm-dd", sharedStrings=STRINGS),
            lambda: workbooks.write_ods(path, {"One": ROWS, "Two": ROWS[:1]}),
            lambda: workbooks.write_ods_rows(path, REPEATED),
        ):
            write()
            found.append(path.read_bytes())
    return found


class Spreadsheets(Kind):
    """Workbooks with a changed part, or changed bytes."""

    encoding = "latin-1"

    def make(self, rng: random.Random) -> tuple[str, str]:
        subject = rng.choice(("", "", "One", "Two"))
        return subject, self.change(subject, rng.choice(books()).decode("latin-1"), rng)

    def change(self, subject: str, text: str, rng: random.Random) -> str:
        data, made = text.encode("latin-1"), io.BytesIO()
        if rng.random() < 0.1:
            return flipped(data, rng).decode("latin-1")
        with zipfile.ZipFile(io.BytesIO(data)) as file:
            parts = {name: file.read(name) for name in file.namelist()}
        name = rng.choice([*parts, *[name for name in parts if name.endswith(("sheet1.xml", "content.xml"))] * 4])
        parts[name] = changed_xml(parts[name].decode("utf-8", "surrogatepass"), rng).encode("utf-8", "surrogatepass")
        with zipfile.ZipFile(made, "w") as file:
            for name, part in parts.items():
                file.writestr(name, part)
        return made.getvalue().decode("latin-1")

    def use(self, subject: str, text: str) -> None:
        found = Diagnostics()
        try:
            made = sheet_text(text.encode("latin-1"), subject)
        except ValueError as error:
            assert str(error)
            return
        source = checked(SourceFile("book.xlsx", made), found)
        if source is not None:
            parse_csv(source, found)


@cache
def pixels(kind: str) -> bytes:
    made = io.BytesIO()
    Image.new("RGBA" if kind == "png" else "RGB", (60, 40), (200, 30, 30)).save(made, kind)
    return made.getvalue()


class Pictures(Kind):
    """Pictures: SVG with changed tags, others with changed bytes."""

    encoding = "latin-1"

    def make(self, rng: random.Random) -> tuple[str, str]:
        kind = rng.choice(("svg", "svg", "svg", "png", "jpeg"))
        return kind, self.change(kind, SVG if kind == "svg" else pixels(kind).decode("latin-1"), rng)

    def change(self, subject: str, text: str, rng: random.Random) -> str:
        if subject != "svg":
            return flipped(text.encode("latin-1"), rng).decode("latin-1")
        changed = changed_xml(text.encode("latin-1").decode("utf-8", "surrogateescape"), rng)
        return changed.encode("utf-8", "surrogatepass").decode("latin-1")

    def use(self, subject: str, text: str) -> None:
        path = self.folder / "art" / f"one.{subject}"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(text.encode("latin-1"))
        with suppress(LayoutError):
            Art(self.folder).picture(path.name, NO_SPAN)


@cache
def small_font() -> bytes:
    options = subset.Options(layout_features=["*"])
    whole = subset.load_font(str(FONT), options)
    maker = subset.Subsetter(options)
    maker.populate(text=LETTERS)
    maker.subset(whole)
    made = io.BytesIO()
    whole.save(made)
    return made.getvalue()


class Fonts(Kind):
    """Fonts with changed bytes."""

    encoding = "latin-1"

    def make(self, rng: random.Random) -> tuple[str, str]:
        return "", self.change("", small_font().decode("latin-1"), rng)

    def change(self, subject: str, text: str, rng: random.Random) -> str:
        return flipped(text.encode("latin-1"), rng).decode("latin-1")

    def use(self, subject: str, text: str) -> None:
        path = self.folder / "one.ttf"
        path.write_bytes(text.encode("latin-1"))
        try:
            found = read_face(path)
        except ValueError:
            return
        add_face(found)
        for char in LETTERS:
            letter(found.name, char)
        canvas = Canvas(io.BytesIO())
        font(found.name)
        canvas.setFont(found.name, 12)
        canvas.drawString(10, 10, LETTERS)
        canvas.save()
        for cached in (font, letter):
            cached.cache_clear()
