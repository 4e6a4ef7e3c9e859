"""A test of flattened pages for PDF/X-1a: transparent parts become a picture, with everything below them."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pypdfium2
from regelwerk_printables.drawing.drawing import (
    Anchor,
    Box,
    Color,
    Form,
    Glyphs,
    Group,
    Image,
    Item,
    Link,
    Mm,
    Page,
    Pt,
    Tagged,
)
from regelwerk_printables.pdf.document import write_pdf
from regelwerk_printables.pdf.flat import Flattener


def test_transparent_parts_become_a_picture_with_everything_below_them(tmp_path: Path) -> None:
    def word(text: str, alpha: float = 1) -> Glyphs:
        return Glyphs(Mm(2), Mm(9), text, "sans", Pt(9), Color(0, 0, 0, alpha))

    link = Link(Box(Mm(0), Mm(0), Mm(9), Mm(9)), "here")
    items: tuple[Item, ...] = (
        Tagged("P", (Anchor("here", Mm(3)), word("below"), link)),
        Tagged("Sect", (Group((Form("f", Mm(30), Mm(20), (word("seen through", 0.5), word("in the frame"))),)),)),
        Group((word("faint"), Tagged("P", (word("pale"), link))), opacity=0.5),
        Tagged("P", (word("above"),)),
    )
    pages = [Page(Mm(30), Mm(20), items[:count]) for count in (1, 2, 4)]
    flat = Flattener(tmp_path, 72, "en")
    file = BytesIO()
    write_pdf(file, title="", language="en", pages=list(flat.pages(pages[1:2])))
    with pypdfium2.PdfDocument(file.getvalue()) as document:
        assert document[0].get_textpage().get_text_range().strip() == "in the frame"
    assert list(flat.pages(pages[:1])) == pages[:1] and flat.count == 1
    (last,) = flat.pages(pages[2:])
    drawn, *above = last.items
    assert isinstance(drawn, Tagged) and isinstance(drawn.items[0], Image)
    assert above == [Anchor("here", Mm(3)), link, Group((link,)), items[-1]]
