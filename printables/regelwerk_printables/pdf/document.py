"""The PDF writer: ReportLab draws the pages, pikepdf adds structure, links and outline to the file.

A drawing that is used many times is stored once, only the used characters of fonts are embedded, and equal pages give
equal bytes. Pictures of faces are rendered from the same PDF that is printed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from pikepdf import ObjectStreamMode, Pdf
from regelwerk_dsl.collector import collector_paused
from reportlab import rl_config  # type: ignore[import-untyped]
from reportlab.pdfgen.canvas import Canvas  # type: ignore[import-untyped]

from ..drawing.drawing import MM_PER_INCH, MM_PER_PT, Bookmark, Box, Drawing, Group, Mm, Page
from ..fonts import NAMES
from ..sheets import Standard
from .content import ContentWriter, FileState, font
from .inks import Inks
from .standards import declare
from .structure import Structure, label_pages

if TYPE_CHECKING:
    from PIL.Image import Image


PICTURE_DPI = 300
rl_config.useA85 = 0  # streams as bytes, not as ASCII


def write_pdf(
    target: Path | BinaryIO,
    *,
    title: str,
    language: str,
    pages: Iterable[Page],
    bookmarks: Iterable[Bookmark] = (),
    subject: str = "",
    inks: Inks | None = None,
    dpi: float = PICTURE_DPI,
    standard: Standard = Standard.X4,
) -> int:
    """Writes pages as one file and returns their number.

    Args:
        target: a path, or a seekable file open for writing bytes. Nothing is written before all pages are drawn.
        title: the title in the window of a viewer.
        language: the language of all text without a language of its own, such as `ja`.
        pages: at least one; read one by one and not kept. Forms with one key are equal.
        bookmarks: the outline; read after the pages. A level is at most one deeper than the one before.
        subject: the subject of the document, for its properties.
        dpi: the most dots per inch of pictures at their size on the page.
        inks: of a press, for PDF/X; without them colours are those of the screen, and it is PDF/A-2b.
        standard: the kind of PDF/X; for PDF/X-1a nothing on the pages may be transparent, see `Flattener`.

    Raises:
        ValueError: there is no page; or a link or bookmark leads to an anchor or page that does not exist.
    """
    structure = Structure(language)
    inks = inks or Inks()
    old = inks.profile is not None and standard is Standard.X1A
    with collector_paused():
        data, file = _draw(title, language, subject, pages, structure, inks)
    with collector_paused(), Pdf.open(BytesIO(data)) as pdf:
        file.resources.write(pdf, dpi)
        if inks.profile is not None:
            inks.convert_pictures(pdf)
        declare(pdf, title, language, inks.profile, standard)
        structure.write(pdf, bookmarks)
        label_pages(pdf, file.labels)
        objects = ObjectStreamMode.disable if old else ObjectStreamMode.generate
        pdf.save(target, object_stream_mode=objects, deterministic_id=True, force_version="1.4" if old else "1.7")
        return len(pdf.pages)


def _draw(
    title: str, language: str, subject: str, pages: Iterable[Page], structure: Structure, inks: Inks
) -> tuple[bytes, FileState]:
    """The file as ReportLab writes it; what remains to be added is recorded in `structure` and the state."""
    font(NAMES[0])
    # a font of the package from the start, or ReportLab lists a Helvetica that is not embedded
    canvas = Canvas(
        BytesIO(), pageCompression=1, invariant=1, initialFontName=NAMES[0], pdfVersion=(1, 7), lang=language
    )
    canvas.setTitle(title)
    canvas.setSubject(subject)
    canvas.setAuthor("")
    canvas.setCreator("regelwerk")
    canvas.setProducer("regelwerk")
    canvas.setViewerPreference("DisplayDocTitle", "true")
    file = FileState(canvas, structure, inks=inks)
    for page in pages:
        canvas.setPageSize((page.width / MM_PER_PT, page.height / MM_PER_PT))
        canvas.setTrimBox(_points(page.trim, page.height))
        canvas.setBleedBox(_points(page.bleed, page.height))
        ContentWriter(file).page(page)
        canvas.showPage()
        structure.end_page()
        file.labels.append(page.label)
    if canvas.getPageNumber() == 1:
        raise ValueError("a document needs at least one page")
    data: bytes = canvas.getpdfdata()
    return data, file


def _points(box: Box | None, height: float) -> tuple[float, float, float, float] | None:
    """A box of a page in points from its lower left corner."""
    if box is None:
        return None
    left, bottom = box.x / MM_PER_PT, (height - box.bottom) / MM_PER_PT
    return left, bottom, left + box.width / MM_PER_PT, bottom + box.height / MM_PER_PT


POINTS_PER_INCH = 72


def render(faces: Iterable[Drawing], language: str, dpi: float, bleed: float = 0) -> Iterator[Image]:
    """A picture of each face as it is after cutting, in order.

    Args:
        faces: at least one.
        language: the language of their texts.
        dpi: dots per inch.
        bleed: how far it extends beyond the edges, in millimetres; at most as far as the face is drawn.
    """
    import pypdfium2  # type: ignore[import-untyped]  # slow to import, and few files become pictures

    pages = [_page(face, Mm(min(bleed, face.bleed))) for face in faces]
    file = BytesIO()
    write_pdf(file, title="", language=language, pages=pages, dpi=max(dpi, PICTURE_DPI))
    document = pypdfium2.PdfDocument(file.getvalue())
    try:
        for page, drawn in zip(document, pages, strict=True):
            picture = page.render(scale=dpi / POINTS_PER_INCH).to_pil().convert("RGB")
            wanted = tuple(max(1, round(length / MM_PER_INCH * dpi)) for length in (drawn.width, drawn.height))
            yield picture if picture.size == wanted else picture.crop((0, 0, *wanted))
    finally:
        document.close()


def png_bytes(picture: Image, dpi: float) -> bytes:
    """The picture as a PNG file with its resolution."""
    file = BytesIO()
    picture.save(file, "PNG", dpi=(dpi, dpi))
    return file.getvalue()


def _page(face: Drawing, bleed: Mm) -> Page:
    whole = Box(Mm(0), Mm(0), face.width, face.height).grown(bleed)
    shown = Group(face.items, bleed, bleed, clip=whole)
    return Page(whole.width, whole.height, (shown,))
