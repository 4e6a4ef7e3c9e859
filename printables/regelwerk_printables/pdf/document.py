"""Pages go in, one PDF file comes out. This is the only module that knows the PDF library.

Pages are written as they come and not kept: whoever makes them lazily needs the memory of one page. A form is stored
once, fonts are embedded as far as they are used, text lies in a structure tree with its language. Same pages,
same bytes.
"""

from __future__ import annotations

import gc
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from itertools import groupby
from pathlib import Path
from typing import Any, BinaryIO

from reportlab.lib.utils import ImageReader  # type: ignore[import-untyped]
from reportlab.pdfbase.pdfdoc import (  # type: ignore[import-untyped]
    PDFArray,
    PDFDictionary,
    PDFName,
    PDFObjectReference,
    PDFStream,
    PDFString,
)
from reportlab.pdfbase.pdfmetrics import registerFont  # type: ignore[import-untyped]
from reportlab.pdfbase.ttfonts import TTFont  # type: ignore[import-untyped]
from reportlab.pdfgen.canvas import Canvas  # type: ignore[import-untyped]

from ..drawing.drawing import MM_PER_PT, Bookmark, Box, Form, Page, Tagged
from ..drawing.upright import upright
from ..fonts import NAMES, face
from .file import file_parts, library_objects
from .operators import CodeWriter
from .tags import StructureTree, text_string

PT_PER_MM = 1 / MM_PER_PT
_LOADED: dict[str, Any] = {}


def write_pdf(
    target: Path | BinaryIO,
    *,
    title: str,
    language: str,
    pages: Iterable[Page],
    bookmarks: Iterable[Bookmark] = (),
    subject: str = "",
) -> int:
    """Writes pages as one file and returns how many they were.

    Args:
        target: a path, or a file open for writing bytes. A path is written when all pages are made.
        title: what the window of a viewer shows.
        language: the language of all text that names no other, such as `ja`.
        pages: at least one; taken one by one. Forms with one key are equal.
        bookmarks: the outline; read after the pages. A level is at most one deeper than that before it.
        subject: what the document is about, for its properties.

    Raises:
        ValueError: there is no page; or a link or bookmark leads to an anchor or page that is not there.
    """
    with _seldom_collected():
        file = _File(title, language, subject)
        for page in pages:
            file.add_page(page)
        file.add_outline(bookmarks)
        parts = file.parts()
        if isinstance(target, Path):
            with target.open("wb") as stream:
                stream.writelines(parts)
        else:
            target.writelines(parts)
    return file.pages


@contextmanager
def _seldom_collected() -> Iterator[None]:
    """Fewer searches for cycles meanwhile: pages are trees of small objects, and each time all are looked at again."""
    before = gc.get_threshold()
    gc.set_threshold(20_000, 10, 10)
    try:
        yield
    finally:
        gc.set_threshold(*before)


class _Codes(dict[int, str]):
    """A font of the document: for `str.translate`, from a character to one that stands for its subset and code."""

    def __init__(self, font: Any, document: Any) -> None:
        self._font, self._document = font, document
        self._names: dict[int, str] = {}

    def __missing__(self, char: int) -> str:
        ((subset, code),) = self._font.splitString(chr(char), self._document)
        self[char] = found = chr(subset << 8 | code[0])
        return found

    def runs(self, text: str) -> list[tuple[str, str]]:
        """The text in pieces that lie in one subset each: the subset's name, and the codes in hexadecimal digits."""
        packed = text.translate(self)
        if packed.isascii() or max(packed) < "\u0100":
            return [(self._name(0), packed.encode("latin-1").hex())]
        parts = groupby(map(ord, packed), key=lambda code: code >> 8)
        return [(self._name(subset), bytes(code & 255 for code in codes).hex()) for subset, codes in parts]

    def _name(self, subset: int) -> str:
        if subset not in self._names:
            self._names[subset] = self._font.getSubsetInternalName(subset, self._document)
        return self._names[subset]


class _File:
    """The file while pages are added: what `CodeWriter` asks for."""

    def __init__(self, title: str, language: str, subject: str) -> None:
        _font(NAMES[0])
        # a font of ours from the start: else the library lists a Helvetica that is not embedded
        self.canvas = Canvas(
            BytesIO(), pageCompression=1, invariant=1, initialFontName=NAMES[0], pdfVersion=(1, 7), lang=language
        )
        self.canvas.setTitle(title)
        self.canvas.setSubject(subject)
        self.canvas.setAuthor("")
        self.canvas.setCreator("regelwerk")
        self.canvas.setProducer("regelwerk")
        self.canvas.setViewerPreference("DisplayDocTitle", "true")
        self.document = self.canvas._doc
        self.pages = 0
        self._page_height = 0.0
        self._anchors: set[str] = set()
        self._targets: set[str] = set()
        self._forms: dict[str, str] = {}
        self._pictures: dict[str, Any] = {}  # by file: its path, or the picture turned upright
        self._codes: dict[str, _Codes] = {}
        self._tree = StructureTree(self._reserve, language)

    def add_page(self, page: Page) -> None:
        canvas = self.canvas
        canvas.setPageSize((page.width * PT_PER_MM, page.height * PT_PER_MM))
        canvas.setTrimBox(_points(page.trim, page.height))
        canvas.setBleedBox(_points(page.bleed, page.height))
        self._page_height = page.height
        canvas._code.append("")  # else the library takes a form for the page itself
        code = CodeWriter(self, tagged=True).page(page).encode("ascii")
        self.document.updateSignature(zlib.crc32(code).to_bytes(4, "big"))
        canvas.showPage()
        made = self.document.Pages.pages[-1]
        # packed at once: a long document would otherwise be kept as plain code to its end
        packed = PDFStream(PDFDictionary({"Filter": PDFName("FlateDecode")}), zlib.compress(code))
        made.stream, made.Contents = None, packed
        made.__NoDefault__ = [*made.__NoDefault__, "StructParents", "Tabs"]
        made.Tabs = PDFName("S")
        made.StructParents = self._tree.end_page(self._number(made.__InternalName__))
        self.pages += 1

    def add_outline(self, bookmarks: Iterable[Bookmark]) -> None:
        count = 0
        for count, bookmark in enumerate(bookmarks, 1):
            name = f"bookmark {count}"  # the library knows entries by the name of their target: each has one of its own
            target = self.canvas._bookmarkReference(name)
            if bookmark.anchor:
                if bookmark.anchor not in self._anchors:
                    raise ValueError(f"the bookmark `{bookmark.title}` leads to no anchor: {bookmark.anchor}")
                there = self.canvas._bookmarkReference(bookmark.anchor)
                target.fmt, target.page = there.fmt, there.page
            elif 0 <= bookmark.page < self.pages:
                target.fit()
                target.setPage(PDFObjectReference(f"Page{bookmark.page + 1}"))
            else:
                raise ValueError(f"the bookmark `{bookmark.title}` leads to page {bookmark.page} of {self.pages}")
            self.canvas.addOutlineEntry(bookmark.title, name, bookmark.level, closed=0)
        if count:
            self.canvas.showOutline()

    def parts(self) -> Iterator[bytes]:
        """The whole file, piece by piece; nothing can be added after it."""
        if not self.pages:
            raise ValueError("a document needs at least one page")
        if missing := self._targets - self._anchors:
            raise ValueError(f"a link leads to no anchor: {', '.join(sorted(missing))}")
        document = self.document
        self._tree.finish()
        for font in document.delayedFonts:
            font.addObjects(document)
        document.info.invariant = document.invariant
        document.info.digest(document.signature)
        document.Outlines.prepare(document, self.canvas)
        catalog = document.Catalog
        if document.Outlines.ready < 0:
            catalog.Outlines = None
        catalog.StructTreeRoot = f"{self._tree.root} 0 R"
        catalog.MarkInfo = PDFDictionary({"Marked": "true"})
        root, info = (self._number(document.Reference(entry).name) for entry in (catalog, document.info))
        mark = document.signature.hexdigest()
        entries = f"/Root {root} 0 R/Info {info} 0 R/ID[<{mark}><{mark}>]"
        return file_parts(library_objects(document), self._tree.packed, entries, self._reserve)

    # ---- what a writer of code asks for ------------------------------------------------------------------------------

    def text_code(self, text: str, font: str, size: str, language: str) -> str:
        codes = self._codes.get(font)
        if codes is None:
            codes = self._codes[font] = _Codes(_font(font), self.document)
        found = " ".join([f"{name} {size} Tf <{code}> Tj" for name, code in codes.runs(text)])
        if language and language != self._tree.language:
            return f"/Span <</Lang {text_string(language)}>> BDC {found} EMC"
        return found

    def image_code(self, path: str) -> str:
        """The image drawn into the square from 0 to 1, y up."""
        before = len(self.canvas._code)
        if path not in self._pictures:
            turned = upright(path)
            self._pictures[path] = path if turned is None else ImageReader(turned)
        self.canvas.drawImage(self._pictures[path], 0, 0, 1, 1, mask="auto")
        code = " ".join(self.canvas._code[before:])
        del self.canvas._code[before:]
        return code

    def form_name(self, form: Form) -> str:
        name = self._forms.get(form.key)
        if name is None:
            name = self._forms[form.key] = f"f{len(self._forms) + 1}"
            self.canvas.beginForm(name, 0, 0, form.width, form.height)
            writer = CodeWriter(self, tagged=False)
            writer.items(form.items)
            self.canvas._code += writer.code
            self.canvas.endForm()
        self.canvas._formsinuse.append(name)
        internal: str = self.document.getXObjectName(name)
        return internal

    def begin_element(self, tagged: Tagged) -> None:
        self._tree.begin(tagged.role, tagged.language, tagged.alt)

    def end_element(self) -> None:
        self._tree.end()

    def marked_content(self) -> str:
        return self._tree.mark()

    def add_anchor(self, name: str, y: float) -> None:
        if name in self._anchors:
            raise ValueError(f"the anchor is there twice: {name}")
        self._anchors.add(name)
        self.canvas.bookmarkHorizontalAbsolute(name, (self._page_height - y) * PT_PER_MM)

    def add_link(self, target: str, corners: Sequence[tuple[float, float]]) -> None:
        xs, ys = [x * PT_PER_MM for x, _ in corners], [(self._page_height - y) * PT_PER_MM for _, y in corners]
        entries = {
            "Type": PDFName("Annot"),
            "Subtype": PDFName("Link"),
            "Rect": PDFArray([min(xs), min(ys), max(xs), max(ys)]),
            "Border": PDFArray([0, 0, 0]),
            "F": 4,  # printed with the page, as archives ask
            "StructParent": self._tree.next_key,
        }
        if ":" in target:
            entries["A"] = PDFDictionary({"S": PDFName("URI"), "URI": PDFString(target)})
        else:
            self._targets.add(target)
            entries["Dest"] = self.canvas._bookmarkReference(target)
        annotation = PDFDictionary(entries)
        self.canvas._addAnnotation(annotation)
        self._tree.link(self._number(annotation.__InternalName__))

    # ---- objects -----------------------------------------------------------------------------------------------------

    def _reserve(self) -> int:
        """A number for an object that the library does not know."""
        self.document.objectcounter += 1
        number: int = self.document.objectcounter
        return number

    def _number(self, name: str) -> int:
        number: int = self.document.idToObjectNumberAndVersion[name][0]
        return number


def _font(name: str) -> Any:
    """A font of the package, read when it is first used and kept for the process."""
    if name not in _LOADED:
        _LOADED[name] = TTFont(name, str(face(name).path))
        registerFont(_LOADED[name])
    return _LOADED[name]


def _points(box: Box | None, height: float) -> tuple[float, float, float, float] | None:
    """A box of a page in the PDF's own measure, from the lower left corner."""
    if box is None:
        return None
    left, bottom = box.x * PT_PER_MM, (height - box.y - box.height) * PT_PER_MM
    return left, bottom, left + box.width * PT_PER_MM, bottom + box.height * PT_PER_MM
