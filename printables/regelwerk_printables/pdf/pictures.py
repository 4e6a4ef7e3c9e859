"""Pictures of faces, rendered from the same PDF that is printed."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from ..drawing.drawing import MM_PER_INCH, Box, Drawing, Group, Mm, Page
from .document import write_pdf

if TYPE_CHECKING:
    from PIL.Image import Image

POINTS_PER_INCH = 72


def render(faces: Iterable[Drawing], language: str, dpi: float) -> Iterator[Image]:
    """A picture of each face as it is after cutting, in their order.

    Args:
        faces: at least one.
        language: of their texts.
        dpi: dots per inch.
    """
    import pypdfium2  # type: ignore[import-untyped]

    pages = [_page(face) for face in faces]
    file = io.BytesIO()
    write_pdf(file, title="", language=language, pages=pages)
    document = pypdfium2.PdfDocument(file.getvalue())
    try:
        for page, drawn in zip(document, pages, strict=True):
            picture = page.render(scale=dpi / POINTS_PER_INCH).to_pil().convert("RGB")
            wanted = tuple(round(length / MM_PER_INCH * dpi) for length in (drawn.width, drawn.height))
            yield picture if picture.size == wanted else picture.crop((0, 0, *wanted))
    finally:
        document.close()


def png_bytes(picture: Image, dpi: float) -> bytes:
    """The picture as a PNG file that knows its resolution."""
    file = io.BytesIO()
    picture.save(file, "PNG", dpi=(dpi, dpi))
    return file.getvalue()


def _page(face: Drawing) -> Page:
    shown = Group(face.items, clip=Box(Mm(0), Mm(0), face.width, face.height))
    return Page(face.width, face.height, (shown,))
