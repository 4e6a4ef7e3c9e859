"""Tests of the PDF, read back with other programs: geometry, fonts, text, structure, links, and equal bytes."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
import pypdf
import pypdfium2
import pytest
from PIL import Image as PilImage
from regelwerk_printables.drawing.drawing import (
    MM_PER_PT,
    Anchor,
    Bookmark,
    Box,
    Color,
    Ellipse,
    Form,
    Glyphs,
    Group,
    Image,
    Item,
    Link,
    Mm,
    Page,
    Pt,
    Rect,
    Tagged,
    upright_size,
)
from regelwerk_printables.drawing.drawing import Path as Outline
from regelwerk_printables.fonts import face
from regelwerk_printables.pdf.content import font
from regelwerk_printables.pdf.document import write_pdf
from reportlab.pdfgen.canvas import Canvas  # type: ignore[import-untyped]

MM = 72 / 25.4
RED = Color(1, 0, 0)


def box(x: float, y: float, width: float, height: float) -> Box:
    return Box(Mm(x), Mm(y), Mm(width), Mm(height))


def glyphs(x: float, y: float, text: str, font: str = "sans", size: float = 10) -> Glyphs:
    return Glyphs(Mm(x), Mm(y), text, font, Pt(size))


def page(*items: Item, width: float = 100, height: float = 80, **boxes: Box) -> Page:
    return Page(Mm(width), Mm(height), items, **boxes)


def pdf(*pages: Page, language: str = "en", bookmarks: tuple[Bookmark, ...] = ()) -> bytes:
    file = BytesIO()
    assert write_pdf(file, title="Title", language=language, pages=iter(pages), bookmarks=bookmarks) == len(pages)
    return file.getvalue()


def picture(data: bytes, dpi: float = 254, number: int = 0) -> PilImage.Image:
    """A page as pixels, ten per millimetre."""
    return pypdfium2.PdfDocument(data)[number].render(scale=dpi / 72).to_pil().convert("RGB")


def structure(data: bytes) -> list[tuple[str, str, list[Any]]]:
    """The tree of the document: role, language or alternative text, and children."""
    with pikepdf.open(BytesIO(data)) as document:

        def read(node: Any) -> tuple[str, str, list[Any]]:
            kids = [
                read(kid)
                for kid in (node.K if isinstance(node.K, pikepdf.Array) else [node.K])
                if isinstance(kid, pikepdf.Dictionary) and "/S" in kid
            ]
            return str(node.S)[1:], str(node.get("/Lang", "") or node.get("/Alt", "")), kids

        return [read(document.Root.StructTreeRoot.K)]


EVERYTHING = (
    Tagged("H1", (glyphs(10, 10, "Räuber 交易", size=14),), language="ja"),
    Rect(box(10, 20, 30, 20), Mm(3), RED),
    Ellipse(box(50, 20, 20, 20), Color(0, 1, 0)),
    Outline((("M", (80, 20)), ("L", (90, 40)), ("L", (70, 40)), ("Z", ())), Color(0, 0, 1)),
    Group((Rect(box(0, 0, 10, 10), fill=RED),), Mm(20), Mm(60), angle=45),
)


def test_other_programs_find_nothing_wrong() -> None:
    data = pdf(page(*EVERYTHING), page(glyphs(5, 5, "Zwei")))
    with pikepdf.open(BytesIO(data)) as document:
        assert document.check_pdf_syntax() == []
        assert len(document.pages) == 2


def test_page_boxes_are_correct() -> None:
    data = pdf(page(EVERYTHING[1], width=69, height=94, trim=box(3, 3, 63, 88), bleed=box(1, 1, 67, 92)))
    read = pypdf.PdfReader(BytesIO(data)).pages[0]
    for found, wanted in (
        (read.mediabox, (0, 0, 69, 94)),
        (read.trimbox, (3, 3, 66, 91)),
        (read.bleedbox, (1, 1, 68, 93)),
    ):
        assert [float(value) / MM for value in found] == pytest.approx(wanted, abs=0.01)


def test_text_is_placed_on_its_baseline() -> None:
    plain = pdf(page(glyphs(0, 80, "H", size=20)))
    moved = pdf(page(Group((glyphs(10, 20, "H", size=20),), Mm(5), Mm(7))))
    one, other = (
        [value / MM for value in pypdfium2.PdfDocument(data)[0].get_textpage().get_charbox(0)]
        for data in (plain, moved)
    )
    assert [b - a for a, b in zip(one, other, strict=True)] == pytest.approx([15, 53, 15, 53], abs=0.01)
    left, bottom, right, top = one
    assert 0 <= left < 1 and abs(bottom) < 0.3, "an H stands on the baseline"
    assert 0.6 < (top - bottom) * MM / 20 < 0.9 and right - left > 3


def test_shapes_are_placed_correctly() -> None:
    shown = picture(pdf(page(*EVERYTHING)))
    assert max(abs(shown.size[0] - 1000), abs(shown.size[1] - 800)) <= 1

    def at(x: float, y: float) -> tuple[int, ...]:
        return shown.getpixel((round(x * 10), round(y * 10)))  # type: ignore[return-value]

    assert at(10.5, 30) == (255, 0, 0) and at(9.7, 30) == (255, 255, 255)
    assert at(10.3, 20.3) == (255, 255, 255), "the corner is round"
    assert at(60, 30) == (0, 255, 0) and at(50.5, 20.5) == (255, 255, 255)
    assert at(80, 35) == (0, 0, 255) and at(80, 41) == (255, 255, 255)
    assert at(20, 70) == (255, 0, 0) and at(26, 73) == (255, 255, 255), "turned clockwise about its corner"


def test_parts_outside_a_clip_are_cut() -> None:
    inner = Group((Rect(box(0, 0, 50, 50), fill=RED),), Mm(10), Mm(10), clip=box(0, 0, 10, 10))
    shown = picture(pdf(page(inner)))
    assert shown.getpixel((150, 150)) == (255, 0, 0)
    assert shown.getpixel((250, 150)) == (255, 255, 255)


def test_every_font_is_embedded_as_a_subset() -> None:
    items = tuple(
        glyphs(5, 10 * at, "Aé漢" if name != "symbols" else "Ω", name)
        for at, name in enumerate(("sans", "serif", "symbols"), 1)
    )
    data = pdf(page(*items))
    assert len(data) < 100_000
    with pikepdf.open(BytesIO(data)) as document:
        fonts = [obj for obj in document.objects if isinstance(obj, pikepdf.Dictionary) and obj.get("/Type") == "/Font"]
        assert len(fonts) == 3
        for font in fonts:
            assert "/FontFile2" in font.FontDescriptor
            assert "+" in str(font.FontDescriptor.FontName)


def test_text_is_what_the_library_itself_would_draw() -> None:
    """Character codes come from a private part of ReportLab; the text has more characters than one subset holds."""
    text = "Straße 12.000 €" + "".join([char for char in face("gothic").widths if char >= "一"][:300])
    file = BytesIO()
    canvas = Canvas(file, (2000 * MM, 20 * MM), initialFontName=font("gothic").fontName)
    canvas.transform(MM, 0, 0, -MM, 0, 20 * MM)
    drawn = canvas.beginText()
    drawn.setFont(font("gothic").fontName, round(10 / MM, 4))
    drawn.setTextTransform(1, 0, 0, -1, 5, 10)
    drawn.textOut(text)
    canvas.drawText(drawn)
    canvas.save()
    ours = pdf(page(glyphs(5, 10, text, "gothic"), width=2000, height=20))
    assert picture(ours, 144).tobytes() == picture(file.getvalue(), 144).tobytes()
    assert len(pypdf.PdfReader(BytesIO(ours)).pages[0]["/Resources"]["/Font"]) == 2  # type: ignore[index, arg-type]


@pytest.mark.parametrize("few", [True, False], ids=["one subset", "several"])
def test_kerning_moves_what_follows(few: bool) -> None:
    """The last letter is where HarfBuzz places it, not where the widths alone would."""
    found = face("sans")
    assert found.kerning["To"] < 0
    text = "To AV, „Te“ " + ("" if few else "".join(map(chr, (*range(0x21, 0x7F), *range(0xC0, 0x17F))))) + "To|"
    page_ = pypdfium2.PdfDocument(pdf(page(glyphs(5, 10, text), width=2000, height=20)))[0].get_textpage()
    left = page_.get_charbox(page_.count_chars() - 1, loose=True)[0] / MM
    meant = 5 + sum(found.advances(text)[:-1]) * 10 * MM_PER_PT / 1000
    assert left == pytest.approx(meant, rel=0.002)  # widths in a PDF are whole numbers
    assert sum(found.advances(text)) < sum(found.widths[char] for char in text) - 100


def test_private_parts_of_the_library_are_used_in_one_module() -> None:
    sources = Path(write_pdf.__code__.co_filename).parent.glob("*.py")
    assert [path.name for path in sources if "canvas._" in path.read_text(encoding="utf-8")] == ["content.py"]


def test_text_can_be_found_and_copied() -> None:
    data = pdf(page(glyphs(5, 10, "Straße 12.000 € „gut“"), glyphs(5, 20, "カードを2枚引く。", "gothic")))
    text = pypdfium2.PdfDocument(data)[0].get_textpage().get_text_range()
    assert "Straße 12.000 € „gut“" in text
    assert "カードを2枚引く。" in text


def test_decoration_within_a_section_is_an_artifact() -> None:
    section = Tagged("Sect", (Rect(box(0, 0, 5, 5), fill=RED), Tagged("P", (glyphs(5, 5, "Theft"),))))
    with pikepdf.open(BytesIO(pdf(page(section)))) as document:
        found = document.Root.StructTreeRoot.K.K
        assert (found.S, found.K.S, found.K.K) == ("/Sect", "/P", 0)
        assert b"/Artifact BMC" in document.pages[0].Contents.read_bytes()


def test_structure_has_roles_languages_and_alternative_texts() -> None:
    icon = Form("icon", Mm(5), Mm(5), (Rect(box(0, 0, 5, 5), fill=RED),))
    card = Tagged(
        "Sect",
        (
            Rect(box(0, 0, 60, 60), fill=Color(0.9, 0.9, 0.9)),
            Tagged("H2", (glyphs(5, 5, "Diebstahl"),), language="de"),
            Group((Tagged("P", (glyphs(5, 5, "Text"), Tagged("Figure", (icon,), alt="a red square"))),), Mm(3), Mm(9)),
        ),
    )
    assert structure(pdf(page(card))) == [
        ("Document", "en", [("Sect", "", [("H1", "de", []), ("P", "", [("Figure", "a red square", [])])])])
    ]


def test_headings_have_the_levels_of_an_outline() -> None:
    roles = ("H2", "H3", "H3", "H2", "H1", "H3")
    heads = [Tagged(role, (glyphs(5, 5 * at, "Text"),)) for at, role in enumerate(roles, 1)]
    ((_, _, found),) = structure(pdf(page(*heads)))
    assert [role for role, *_ in found] == ["H1", "H2", "H2", "H1", "H1", "H2"]


def test_a_link_describes_its_target() -> None:
    link = Tagged("P", (glyphs(5, 5, "Tolls"), Link(box(5, 5, 20, 5), "tolls", "Tolls")))
    with pikepdf.open(BytesIO(pdf(page(link, Anchor("tolls", Mm(9)))))) as document:
        assert str(document.pages[0].Annots[0].Contents) == "Tolls"


def test_decorations_are_artifacts() -> None:
    data = pdf(page(Rect(box(0, 0, 5, 5), fill=RED), Tagged("P", (glyphs(5, 20, "Text"),)), Rect(box(9, 9, 5, 5))))
    code = pypdf.PdfReader(BytesIO(data)).pages[0].get_contents()
    assert code is not None
    lines = code.get_data().decode("ascii").splitlines()
    assert lines.count("/Artifact BMC") == 2
    assert sum(line.endswith("BDC") for line in lines) == 1
    assert lines.count("EMC") == 3


def test_every_piece_of_text_leads_back_to_its_element() -> None:
    data = pdf(page(Tagged("P", (glyphs(5, 5, "a"),)), Tagged("P", (glyphs(5, 9, "b"),))), page(glyphs(5, 5, "c")))
    with pikepdf.open(BytesIO(data)) as document:
        numbers = list(document.Root.StructTreeRoot.ParentTree.Nums)
        of_page = {int(key): list(value) for key, value in zip(numbers[::2], numbers[1::2], strict=True)}
        assert [len(of_page[int(p.StructParents)]) for p in document.pages] == [2, 0]
        assert [str(element.S) for element in of_page[0]] == ["/P", "/P"]
        assert str(document.Root.Lang) == "en"
        assert bool(document.Root.MarkInfo.Marked)


def test_a_form_is_stored_once() -> None:
    form = Form("frame", Mm(20), Mm(20), (Rect(box(0, 0, 20, 20), fill=RED), glyphs(2, 10, "in the form")))
    shown = tuple(Group((form,), Mm(x), Mm(5)) for x in (5, 30, 55))
    data = pdf(page(*shown), page(*shown))
    with pikepdf.open(BytesIO(data)) as document:
        forms = [obj for obj in document.objects if isinstance(obj, pikepdf.Stream) and obj.get("/Subtype") == "/Form"]
        assert len(forms) == 1
    rendered = picture(data)
    assert [rendered.getpixel((x, 100)) for x in (100, 280, 350, 600)] == [
        (255, 0, 0), (255, 255, 255), (255, 0, 0), (255, 0, 0),
    ]  # fmt: skip


def test_forms_within_forms() -> None:
    inner = Form("inner", Mm(5), Mm(5), (Rect(box(0, 0, 5, 5), fill=RED),))
    outer = Form("outer", Mm(20), Mm(20), (Group((inner,), Mm(10), Mm(10)), Ellipse(box(0, 0, 4, 4), fill=RED)))
    data = pdf(page(Group((outer,), Mm(20), Mm(20)), inner))
    with pikepdf.open(BytesIO(data)) as document:
        assert document.check_pdf_syntax() == []
    shown = picture(data)
    assert shown.getpixel((320, 320)) == (255, 0, 0) == shown.getpixel((20, 20))


@pytest.mark.parametrize("mode", ["RGBA", "RGB", "P", "L", "I;16"])
def test_pictures_keep_transparency(mode: str, tmp_path: Path) -> None:
    path = tmp_path / "dot.png"
    seen, clear = {"P": (1, 0), "L": (90, 0), "I;16": (90 * 256, 0)}.get(mode, ((0, 0, 255, 255), (0, 0, 0, 0)))
    dot = PilImage.new(mode, (20, 20), seen)
    dot.paste(clear, (0, 0, 20, 10))
    if mode == "P":
        dot.putpalette([0, 0, 0, 0, 0, 255])
    dot.save(path, **({} if mode == "RGBA" else {"transparency": (0, 0, 0) if mode == "RGB" else 0}))
    shown = picture(pdf(page(Rect(box(0, 0, 100, 80), fill=RED), Image(box(10, 10, 40, 40), str(path)))))
    assert shown.getpixel((300, 200)) == (255, 0, 0)
    wanted = (90, 90, 90) if mode in ("L", "I;16") else (0, 0, 255)
    assert shown.getpixel((300, 400)) == wanted, "the lower half is below"


@pytest.mark.parametrize("orientation", [1, 3, 6, 8])
def test_a_photograph_is_printed_upright(orientation: int, tmp_path: Path) -> None:
    """Red is above blue, whatever the orientation of the camera."""
    seen = PilImage.new("RGB", (400, 600), (0, 0, 255))
    seen.paste((255, 0, 0), (0, 0, 400, 300))
    stored = seen.rotate({1: 0, 3: 180, 6: 90, 8: 270}[orientation], expand=True)
    exif = PilImage.Exif()
    exif[0x0112] = orientation
    stored.save(tmp_path / "photo.jpg", exif=exif, quality=95)
    with PilImage.open(tmp_path / "photo.jpg") as file:
        assert upright_size(file) == (400, 600)
    shown = picture(pdf(page(Image(box(10, 10, 40, 60), str(tmp_path / "photo.jpg")))))
    above, below = (shown.getpixel((300, round(y * 10))) for y in (20, 60))
    assert above[0] > 200 > 60 > above[2] and below[2] > 200 > 60 > below[0]  # type: ignore[index]


def test_links_and_bookmarks_have_targets() -> None:
    data = pdf(
        page(Link(box(10, 10, 20, 5), "cards"), Link(box(10, 20, 20, 5), "https://example.org/")),
        page(Anchor("cards", Mm(30)), glyphs(10, 33, "Cards")),
        bookmarks=(Bookmark("Begin", 0, 0), Bookmark("Cards", 1, 1, "cards"), Bookmark("Cards again", 1, 1, "cards")),
    )
    reader = pypdf.PdfReader(BytesIO(data))
    first, inner = reader.outline
    assert isinstance(inner, list) and not isinstance(first, list)
    titles = [first.title, *(entry.title for entry in inner if not isinstance(entry, list))]
    assert titles == ["Begin", "Cards", "Cards again"]
    links = [annotation.get_object() for annotation in reader.pages[0]["/Annots"]]  # type: ignore[attr-defined]
    corners = [float(value) / MM for value in links[0]["/Rect"]]
    assert corners == pytest.approx([10, 65, 30, 70], abs=0.01)
    assert float(links[0]["/Dest"][3]) / MM == pytest.approx(50, abs=0.01)
    assert links[1]["/A"]["/URI"] == "https://example.org/"
    assert [kid[0] for kid in structure(data)[0][2]] == ["Link", "Link"]


@pytest.mark.parametrize(
    ("items", "bookmarks"),
    [
        ((Link(box(0, 0, 5, 5), "nowhere"),), ()),
        ((), (Bookmark("Nowhere", 0, 0, "nowhere"),)),
        ((), (Bookmark("Page 9", 0, 9),)),
        ((Anchor("a", Mm(1)), Anchor("a", Mm(2))), ()),
    ],
)
def test_a_link_without_target_is_refused(items: tuple[Item, ...], bookmarks: tuple[Bookmark, ...]) -> None:
    with pytest.raises(ValueError):
        pdf(page(*items), bookmarks=bookmarks)


def test_a_document_without_pages_is_refused(tmp_path: Path) -> None:
    target = tmp_path / "none.pdf"
    with pytest.raises(ValueError):
        write_pdf(target, title="", language="en", pages=())
    assert not target.exists()


def test_the_same_pages_give_the_same_bytes() -> None:
    pages = (page(*EVERYTHING), page(glyphs(5, 5, "Zwei", "serif")))
    assert pdf(*pages) == pdf(*pages)
    assert pdf(*pages) != pdf(*pages[:1])


def test_pages_are_taken_one_by_one() -> None:
    made: list[int] = []
    alive: list[int] = []

    def pages() -> Iterator[Page]:
        for number in range(5):
            made.append(number)
            alive.append(len(made))
            yield page(glyphs(5, 5, str(number)))

    write_pdf(BytesIO(), title="", language="en", pages=pages())
    assert alive == [1, 2, 3, 4, 5]


def test_numbers_are_written_without_exponents() -> None:
    tiny = Group((Rect(box(1e-7, -1e-9, 1e-5, 12345.678901), fill=RED),), Mm(1e-8), Mm(0), angle=90)
    code = pypdf.PdfReader(BytesIO(pdf(page(tiny)))).pages[0].get_contents()
    assert code is not None
    assert not any("e" in word and word[0].isdigit() for word in code.get_data().decode("ascii").split())


def test_letters_are_spaced_only_where_asked() -> None:
    wide = Glyphs(Mm(10), Mm(10), "HH", "sans", Pt(10), spacing=Pt(10))
    text = pypdfium2.PdfDocument(pdf(page(wide, glyphs(10, 20, "HH"))))[0].get_textpage()
    gaps = [text.get_charbox(at + 1)[0] - text.get_charbox(at)[0] for at in (0, text.count_chars() - 2)]
    assert gaps[0] - gaps[1] == pytest.approx(10, abs=0.2)


def test_viewers_name_the_pages() -> None:
    data = pdf(*(Page(Mm(100), Mm(80), (glyphs(10, 10, "x"),), label=label) for label in ("1a", "1b", "")))
    document = pypdfium2.PdfDocument(data)
    assert [document.get_page_label(at) for at in range(3)] == ["1a", "1b", "3"]
    assert pypdfium2.PdfDocument(pdf(page(glyphs(10, 10, "x")))).get_page_label(0) == ""
