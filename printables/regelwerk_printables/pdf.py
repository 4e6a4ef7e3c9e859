"""Pages go in, one PDF file comes out. This is the only module that knows the PDF library.

Pages are written as they come and not kept: whoever makes them lazily needs the memory of one page. A form is stored
once, fonts are embedded as far as they are used, text lies in a structure tree with its language. Same pages,
same bytes.
"""

from __future__ import annotations

import zlib
from codecs import BOM_UTF16_BE
from collections.abc import Iterable, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO

from reportlab.pdfbase.pdfdoc import (  # type: ignore[import-untyped]
    PDFArray,
    PDFDictionary,
    PDFName,
    PDFObject,
    PDFObjectReference,
    PDFStream,
    PDFString,
)
from reportlab.pdfbase.pdfmetrics import registerFont  # type: ignore[import-untyped]
from reportlab.pdfbase.ttfonts import TTFont  # type: ignore[import-untyped]
from reportlab.pdfgen.canvas import Canvas  # type: ignore[import-untyped]

from .drawing import MM_PER_PT, Bookmark, Box, Form, Page, Tagged
from .fonts import NAMES, face
from .pdf_code import CodeWriter

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
    file = _File(title, language, subject)
    for page in pages:
        file.add_page(page)
    file.add_outline(bookmarks)
    data = file.data()
    if isinstance(target, Path):
        target.write_bytes(data)
    else:
        target.write(data)
    return file.pages


class _Raw(PDFObject):  # type: ignore[misc]
    """An object whose code is written by us."""

    def __init__(self, code: str = "") -> None:
        self.code = code

    def format(self, document: Any) -> bytes:
        return self.code.encode("ascii")


class _Element(PDFObject):  # type: ignore[misc]
    """A node of the structure tree; its kids are numbers of marked content, and references."""

    def __init__(self, role: str, parent: str, page: str, language: str, alt: str) -> None:
        self.role, self.parent, self.page, self.language, self.alt = role, parent, page, language, alt
        self.kids: list[str] = []
        self.reference = ""

    def format(self, document: Any) -> bytes:
        code = f"<< /Type /StructElem /S /{self.role} /P {self.parent} /K [{' '.join(self.kids)}]"
        if self.page:
            code += f" /Pg {document.idToObjectNumberAndVersion[self.page][0]} 0 R"
        for key, text in (("Lang", self.language), ("Alt", self.alt)):
            if text:
                code += f" /{key} {_text(text)}"
        return f"{code} >>".encode("ascii")


class _Codes(dict[str, tuple[str, str]]):
    """For each character of a font: the subset that holds it, and its code there."""

    def __init__(self, font: Any, document: Any) -> None:
        self._font, self._document = font, document

    def __missing__(self, char: str) -> tuple[str, str]:
        ((subset, code),) = self._font.splitString(char, self._document)
        found = self._font.getSubsetInternalName(subset, self._document), code.hex()
        self[char] = found
        return found


class _File:
    """The file while pages are added: what `CodeWriter` asks for, and the structure tree."""

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
        self._page = ""
        self._page_height = 0.0
        self._anchors: set[str] = set()
        self._targets: set[str] = set()
        self._forms: dict[str, str] = {}
        self._codes: dict[str, _Codes] = {}
        self._marks: list[str] = []  # for each piece of marked content of the page, its element
        self._parents: list[str] = []  # from the numbers of pages and links back to their elements
        self._root = _Raw()
        self._root_reference = self._add(self._root)
        self._top = _Element("Document", self._root_reference, "", language, "")
        self._top.reference = self._add(self._top)
        self._open = [self._top]
        self._languages = [language]

    def add_page(self, page: Page) -> None:
        canvas = self.canvas
        canvas.setPageSize((page.width * PT_PER_MM, page.height * PT_PER_MM))
        canvas.setTrimBox(_points(page.trim, page.height))
        canvas.setBleedBox(_points(page.bleed, page.height))
        self._page, self._page_height = self.document.thisPageName(), page.height
        self._marks = []
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
        made.StructParents = self._add_parent(f"[{' '.join(self._marks)}]")
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

    def data(self) -> bytes:
        """The whole file; nothing can be added after it."""
        if not self.pages:
            raise ValueError("a document needs at least one page")
        if missing := self._targets - self._anchors:
            raise ValueError(f"a link leads to no anchor: {', '.join(sorted(missing))}")
        numbers = " ".join(f"{key} {elements}" for key, elements in enumerate(self._parents))
        parent_tree = self._add(_Raw(f"<< /Nums [{numbers}] >>"))
        self._root.code = (
            f"<< /Type /StructTreeRoot /K {self._top.reference} /ParentTree {parent_tree}"
            f" /ParentTreeNextKey {len(self._parents)} >>"
        )
        self.document.Catalog.StructTreeRoot = self.document.Reference(self._root)
        self.document.Catalog.MarkInfo = PDFDictionary({"Marked": "true"})
        data: bytes = self.canvas.getpdfdata()
        return data

    # ---- what a writer of code asks for ------------------------------------------------------------------------------

    def text_code(self, text: str, font: str, size: str, language: str) -> str:
        codes = self._codes.get(font)
        if codes is None:
            codes = self._codes[font] = _Codes(_font(font), self.document)
        parts: list[str] = []
        shown, subset = "", ""
        for char in text:
            name, code = codes[char]
            if name != subset:
                if shown:
                    parts.append(f"{subset} {size} Tf <{shown}> Tj")
                shown, subset = "", name
            shown += code
        parts.append(f"{subset} {size} Tf <{shown}> Tj" if shown else "")
        found = " ".join(parts)
        if language and language != self._languages[-1]:
            return f"/Span << /Lang {_text(language)} >> BDC {found} EMC"
        return found

    def image_code(self, path: str) -> str:
        """The image drawn into the square from 0 to 1, y up."""
        before = len(self.canvas._code)
        self.canvas.drawImage(path, 0, 0, 1, 1, mask="auto")
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
        language = tagged.language if tagged.language != self._languages[-1] else ""
        self._languages.append(tagged.language or self._languages[-1])
        self._open.append(self._new_element(tagged.role, language, tagged.alt))

    def end_element(self) -> None:
        self._open.pop()
        self._languages.pop()

    def marked_content(self) -> str:
        element = self._open[-1]
        number = len(self._marks)
        element.kids.append(str(number))
        self._marks.append(element.reference)
        return f"/{element.role} << /MCID {number} >> BDC"

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
            "StructParent": len(self._parents),
        }
        if ":" in target:
            entries["A"] = PDFDictionary({"S": PDFName("URI"), "URI": PDFString(target)})
        else:
            self._targets.add(target)
            entries["Dest"] = self.canvas._bookmarkReference(target)
        annotation = PDFDictionary(entries)
        self.canvas._addAnnotation(annotation)
        element = self._new_element("Link", "", "")
        element.kids.append(f"<< /Type /OBJR /Obj {self._number(annotation.__InternalName__)} >>")
        self._add_parent(element.reference)

    # ---- objects -----------------------------------------------------------------------------------------------------

    def _new_element(self, role: str, language: str, alt: str) -> _Element:
        parent = self._open[-1]
        element = _Element(role, parent.reference, self._page, language, alt)
        element.reference = self._add(element)
        parent.kids.append(element.reference)
        return element

    def _add(self, entry: PDFObject) -> str:
        """Gives an object its number and returns the reference to it."""
        return self._number(self.document.Reference(entry).name)

    def _number(self, name: str) -> str:
        return f"{self.document.idToObjectNumberAndVersion[name][0]} 0 R"

    def _add_parent(self, elements: str) -> int:
        self._parents.append(elements)
        return len(self._parents) - 1


def _font(name: str) -> Any:
    """A font of the package, read when it is first used and kept for the process."""
    if name not in _LOADED:
        _LOADED[name] = TTFont(name, str(face(name).path))
        registerFont(_LOADED[name])
    return _LOADED[name]


def _text(text: str) -> str:
    """A text as PDF writes it outside of pages."""
    return f"<{(BOM_UTF16_BE + text.encode('utf-16-be')).hex()}>"


def _points(box: Box | None, height: float) -> tuple[float, float, float, float] | None:
    """A box of a page in the PDF's own measure, from the lower left corner."""
    if box is None:
        return None
    left, bottom = box.x * PT_PER_MM, (height - box.y - box.height) * PT_PER_MM
    return left, bottom, left + box.width * PT_PER_MM, bottom + box.height * PT_PER_MM
