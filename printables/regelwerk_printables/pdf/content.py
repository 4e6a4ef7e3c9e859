"""The drawing of items on a canvas of ReportLab, in millimetres with the y axis pointing down.

Text belongs to the innermost `Tagged` around it. Items within none, or directly within one that only groups others, are
artifacts, which screen readers skip.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from itertools import groupby, pairwise, product
from typing import Any, assert_never

from fontTools.misc.transform import Transform  # type: ignore[import-untyped]
from reportlab.pdfbase.pdfmetrics import registerFont  # type: ignore[import-untyped]
from reportlab.pdfbase.ttfonts import TTFont  # type: ignore[import-untyped]
from reportlab.pdfgen.canvas import Canvas  # type: ignore[import-untyped]

from ..drawing import drawing
from ..drawing.drawing import MM_PER_PT, Mm
from ..drawing.extent import INK, clip_box, extent
from ..drawing.outlines import outline
from ..fonts import face, is_own
from .inks import Inks
from .resources import Content, Resources
from .structure import Structure


@cache
def font(name: str) -> Any:
    """A font of the package, registered with ReportLab; read at its first use and kept for the process."""
    loaded = TTFont(name, face(name).file())
    if is_own(name):  # other fonts in a file can have the same name; ours depends on the content
        loaded.face.name += name[name.rindex("-") :].encode()
    registerFont(loaded)
    return loaded


class TextCodes(dict[int, str]):
    """A font in a document, for `str.translate`: from a character to one that encodes its subset and code.

    This is the only use of a private part of ReportLab: `Canvas._doc`, which the two public methods of `TTFont` that
    give the subset and code of a character need as the name of the document. The public way, a text object for each run
    of text, takes 11 microseconds a run instead of 3, which is a quarter of the time for 10,000 cards. A test compares
    the text with that of a text object.
    """

    def __init__(self, name: str, canvas: Canvas) -> None:
        self._face, self._font, self._document = face(name), font(name), canvas._doc
        self._names: dict[int, str] = {}
        self._short: dict[tuple[str, str], str] = {}  # operators for numbers or marks

    def __missing__(self, char: int) -> str:
        ((subset, code),) = self._font.splitString(chr(char), self._document)
        self._names[subset] = self._font.getSubsetInternalName(subset, self._document)
        self[char] = found = chr(subset << 8 | code[0])
        return found

    def shown(self, text: str, size: str) -> str:
        """The operators that show a text: for each subset its font and codes in hexadecimal, with kerning."""
        if len(text) > SHORT:
            return self._operators(text, size)
        found = self._short.get((text, size))
        if found is None:
            found = self._short[text, size] = self._operators(text, size)
        return found

    def _operators(self, text: str, size: str) -> str:
        packed = text.translate(self)
        kerns = dict(self._face.kerns(text)) if self._face.kerning else {}
        try:
            return f"{self._names[0]} {size} Tf {_array(packed.encode('latin-1'), 0, kerns)}"
        except UnicodeEncodeError:  # some characters are in further subsets
            shown = []
            for subset, run in groupby(range(len(packed)), key=lambda at: ord(packed[at]) >> 8):
                places = list(run)
                codes = bytes(ord(packed[at]) & 255 for at in places)
                shown.append(f"{self._names[subset]} {size} Tf {_array(codes, places[0], kerns)}")
            return " ".join(shown)


SHORT = 3  # characters


def _array(codes: bytes, start: int, kerns: dict[int, float]) -> str:
    """Codes, the first of them at `start` in its text, with kerning after some of them."""
    cuts = [at for at in kerns if start <= at < start + len(codes)] if kerns else []
    if not cuts:
        return f"<{codes.hex()}> Tj"
    ends = [at - start + 1 for at in cuts]
    pieces = [codes[first:last].hex() for first, last in pairwise((0, *ends, len(codes)))]
    kerned = "".join(f"<{piece}>{-kerns[at]:g}" for piece, at in zip(pieces, cuts, strict=False))
    return f"[{kerned}{f'<{pieces[-1]}>' if pieces[-1] else ''}] TJ"


GROUPING = frozenset({"Artifact", "L", "LI", "Sect", "TOC", "TR", "Table"})  # hold no content, only other elements
_STEPS = {"M": "%.4f %.4f m", "L": "%.4f %.4f l", "C": "%.4f %.4f %.4f %.4f %.4f %.4f c", "Z": "h"}
_PAINTED = {  # by fill, stroke, and even-odd rule
    (fill, stroke, even_odd): ("nf"[fill], "SB"[fill])[stroke] + "*" * (fill and even_odd)
    for fill, stroke, even_odd in product((False, True), repeat=3)
}
_MOVE = "%.7f %.7f %.7f %.7f %.4f %.4f cm"


@dataclass(slots=True)
class FileState:
    """The data that all pages of a file share."""

    canvas: Canvas
    structure: Structure
    codes: dict[str, TextCodes] = field(default_factory=dict)  # by the name of the font
    forms: dict[str, str] = field(default_factory=dict)  # name in the file, by key of the form
    groups: dict[tuple[drawing.Item, ...], str] = field(default_factory=dict)  # name of the form, by its items
    labels: list[str] = field(default_factory=list)  # names of the pages in viewers
    inks: Inks = field(default_factory=Inks)
    resources: Resources = field(init=False)

    def __post_init__(self) -> None:
        self.resources = Resources(self.inks)


class ContentWriter:
    """Draws a page, or a form within it, on the canvas."""

    def __init__(self, file: FileState, *, tagged: bool = True) -> None:
        """`tagged` is false within forms, whose content is not part of the structure."""
        self._file = file
        self._canvas = file.canvas
        self._tagged = tagged
        self._in_element = False
        self._marked = not tagged  # whether the present item is within marked content
        self._fill: drawing.Color | None = None
        self._pen: drawing.Pen | None = None
        self._alpha = (1.0, 1.0)  # of fills and lines
        self._ends = (0, 0)  # of lines
        self._matrix = Transform()  # to points from the lower left corner of the page, or to the units of a form
        self._content = Content()

    def page(self, page: drawing.Page) -> None:
        self._matrix = Transform(1 / MM_PER_PT, 0, 0, -1 / MM_PER_PT, 0, page.height / MM_PER_PT)
        self._canvas.addLiteral(_MOVE % self._matrix)
        self.items(page.items)
        self._leave_marked()
        self._file.resources.pages.append(self._content)

    def items(self, items: Iterable[drawing.Item]) -> None:
        for item in items:
            match item:
                case drawing.Glyphs():
                    self._glyphs(item)
                case drawing.Group():
                    self._group(item)
                case drawing.Tagged():
                    self._element(item)
                case drawing.Rect() | drawing.Path() | drawing.Ellipse():
                    self._shape(item)
                case drawing.Form():
                    self._form(item)
                case drawing.Image():
                    self._image(item)
                case drawing.Anchor():
                    self._anchor(item)
                case drawing.Link():
                    self._link(item)
                case _:
                    assert_never(item)

    # ---- structure ---------------------------------------------------------------------------------------------------

    def _enter_marked(self) -> None:
        if not self._marked:
            self._canvas.addLiteral(self._file.structure.mark() if self._in_element else "/Artifact BMC")
            self._marked = True

    def _leave_marked(self) -> None:
        if self._marked and self._tagged:
            self._canvas.addLiteral("EMC")
            self._marked = False

    def _element(self, item: drawing.Tagged) -> None:
        if not self._tagged:
            self.items(item.items)
            return
        self._leave_marked()
        around, self._in_element = self._in_element, item.role not in GROUPING
        if item.role != "Artifact":
            self._file.structure.begin(item.role, item.language, item.alt)
        self.items(item.items)
        self._leave_marked()
        if item.role != "Artifact":
            self._file.structure.end()
        self._in_element = around

    # ---- state -------------------------------------------------------------------------------------------------------

    def _group(self, item: drawing.Group) -> None:
        if not item.items:
            return
        self._leave_marked()
        fill, pen, matrix, alpha, ends = self._fill, self._pen, self._matrix, self._alpha, self._ends
        move = item.transform
        self._matrix = matrix.transform(move)
        self._canvas.addLiteral("q " + _MOVE % move)  # saveState and transform of the canvas take four times as long
        if item.clip is not None:
            self._clip(item.clip)
        if item.opacity == 1:
            self.items(item.items)
            self._leave_marked()
        else:
            self._covering(item)
        self._canvas.addLiteral("Q")
        self._fill, self._pen, self._matrix, self._alpha, self._ends = fill, pen, matrix, alpha, ends

    def _clip(self, clip: drawing.Box | drawing.Commands) -> None:
        if isinstance(clip, drawing.Box):
            self._canvas.addLiteral("{:.4f} {:.4f} {:.4f} {:.4f} re W n".format(*_sides(clip)))
        else:
            self._canvas.addLiteral(f"{_operators(clip)} W n")

    def _covering(self, item: drawing.Group) -> None:
        """Draws the items of a group as one form, with the opacity of the group."""
        around = extent(item.items, INK)
        if around is None:
            return
        self._enter_marked()
        groups = self._file.groups
        if item.items not in groups:
            name = groups[item.items] = f"g{len(groups) + 1}"
            self._file.resources.groups.add(name)
            self._write_form(name, item.items, around.grown(1))
        self._set_alpha(item.opacity, item.opacity)
        self._set_ends(0, 0)
        self._show_form(groups[item.items])
        self._leave_marked()

    def _set_fill(self, color: drawing.Color) -> None:
        if color is self._fill and color.alpha == self._alpha[0]:  # the usual case
            return
        self._set_alpha(color.alpha, self._alpha[1])
        if color != self._fill:
            self._fill = color
            self._canvas.addLiteral(self._file.inks.fill(color))

    def _set_alpha(self, fill: float, line: float) -> None:
        if (fill, line) != self._alpha:
            self._alpha = fill, line
            self._canvas.addLiteral(self._file.resources.state(fill, line))

    def _set_ends(self, cap: int, join: int) -> None:
        if (cap, join) != self._ends:
            self._ends = cap, join
            self._canvas.addLiteral(f"{cap} J {join} j")

    def _paint(self, fill: drawing.Color | None, pen: drawing.Pen | None) -> tuple[bool, bool]:
        """Sets colours and lines; returns whether a shape is filled and stroked."""
        self._enter_marked()
        if fill is not None:
            self._set_fill(fill)
        if pen is not None:
            self._set_alpha(self._alpha[0], pen.color.alpha)
        if pen is not None and pen != self._pen:
            self._pen = pen
            self._canvas.addLiteral(self._file.inks.line(pen.color))
            self._canvas.addLiteral(f"{pen.width:.4f} w [{' '.join(f'{one:.4f}' for one in pen.dash)}] 0 d")
            self._set_ends(pen.cap, pen.join)
        return fill is not None, pen is not None

    # ---- shapes ------------------------------------------------------------------------------------------------------

    def _flat(self, item: drawing.Rect | drawing.Ellipse | drawing.Path) -> drawing.Color | None:
        """The colour that remains to be filled in: None if the area has a gradient, which this paints."""
        fill = item.fill
        if not isinstance(fill, drawing.Gradient):
            return fill
        self._enter_marked()
        self._set_alpha(1, self._alpha[1])
        shape = outline(item)
        box = item.box if not isinstance(item, drawing.Path) else clip_box(shape)
        rule = "W*" if isinstance(item, drawing.Path) and item.even_odd else "W"
        shown = self._file.resources.gradient(fill, box)
        self._canvas.addLiteral(f"q {_operators(shape)} {rule} n {shown} Q")
        return None

    def _shape(self, item: drawing.Rect | drawing.Ellipse | drawing.Path) -> None:
        fill, stroke = self._paint(self._flat(item), item.pen)
        even_odd = isinstance(item, drawing.Path) and item.even_odd
        self._canvas.addLiteral(f"n {_operators(outline(item))} {_PAINTED[fill, stroke, even_odd]}")

    def _glyphs(self, item: drawing.Glyphs) -> None:
        self._enter_marked()
        self._set_fill(item.fill)
        codes = self._file.codes.get(item.font)
        if codes is None:
            codes = self._file.codes[item.font] = TextCodes(item.font, self._canvas)
        size = _size(item.size)
        shown = codes.shown(item.text, size)
        if item.spacing:
            shown = f"{item.spacing * MM_PER_PT:.4f} Tc {shown} 0 Tc"
        self._canvas.addLiteral(f"BT 1 0 0 -1 {item.x:.3f} {item.y:.3f} Tm {shown} ET")

    def _image(self, item: drawing.Image) -> None:
        self._enter_marked()
        self._set_alpha(1, self._alpha[1])
        look, shown = self._file.resources.picture(item)
        self._content.note(look, (item.box.width, item.box.height), self._scale)
        move = _MOVE % (item.box.width, 0, 0, -item.box.height, item.box.x, item.box.bottom)  # its y axis points up
        self._canvas.addLiteral(f"q {move} {shown} Q")

    def _form(self, item: drawing.Form) -> None:
        self._enter_marked()
        forms = self._file.forms
        if item.key not in forms:
            name = forms[item.key] = f"f{len(forms) + 1}"
            self._write_form(name, item.items, drawing.Box(Mm(0), Mm(0), item.width, item.height))
        self._set_alpha(1, 1)  # a form inherits the present state
        self._set_ends(0, 0)
        self._show_form(forms[item.key])

    def _write_form(self, name: str, items: Iterable[drawing.Item], box: drawing.Box) -> None:
        self._canvas.beginForm(name, box.x, box.y, box.right, box.bottom)
        writer = ContentWriter(self._file, tagged=False)
        writer.items(items)
        self._file.resources.forms[name] = writer._content
        self._canvas.endForm()

    def _show_form(self, name: str) -> None:
        self._canvas.doForm(name)
        for look, size in self._file.resources.forms[name].pictures.items():
            self._content.note(look, size, self._scale)

    @property
    def _scale(self) -> float:
        """The factor by which items are enlarged on the page."""
        return float(abs(self._matrix.xx * self._matrix.yy - self._matrix.xy * self._matrix.yx) ** 0.5)

    # ---- places ------------------------------------------------------------------------------------------------------

    def _anchor(self, item: drawing.Anchor) -> None:
        self._file.structure.anchor(item.name, self._matrix.transformPoint((0, item.y))[1])

    def _link(self, item: drawing.Link) -> None:
        corners = self._matrix.transformPoints(product((item.box.x, item.box.right), (item.box.y, item.box.bottom)))
        xs, ys = zip(*corners, strict=True)
        self._file.structure.link([min(xs), min(ys), max(xs), max(ys)], item.target, item.words)


@cache
def _size(points: drawing.Pt) -> str:
    """A size of type as written in the file."""
    return f"{points * MM_PER_PT:.4f}"


def _operators(commands: drawing.Commands) -> str:
    """The operators that make an outline."""
    return " ".join(_STEPS[sign] % values for sign, values in commands)


def _sides(box: drawing.Box) -> tuple[float, float, float, float]:
    return box.x, box.y, box.width, box.height
