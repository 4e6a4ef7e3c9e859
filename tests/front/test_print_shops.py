"""Tests of files for print shops: their sizes, pictures with bleed, and PDF in the inks of a press."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from market_game import Command
from PIL import Image
from press_profile import press_profile

DEED = """
cards:
  Deed:
    width: {}
    height: {}
    ground: "#1d2f45"
    front:
      - {{ rect: [5, 5, 20, 20], fill: "#ff0000", line: "#00a050" }}
      - {{ text: "{{card.title}}", box: [5, 30, 40, 20] }}
      - {{ image: photo.png, box: [30, 5, 10, 10] }}
styles: {{ text: {{ size: 9, smallest: 6 }} }}
"""


@pytest.fixture
def designed(market: Path) -> Path:
    """The small game with a design of its own, in a size for home printing."""
    (market / "print").mkdir()
    (market / "art").mkdir()
    Image.new("RGBA", (100, 100), (200, 40, 40, 128)).save(market / "art" / "photo.png")
    (market / "print" / "cards.yaml").write_text(DEED.format(63, 88), encoding="utf-8")
    return market


@pytest.mark.parametrize(("shop", "size"), [("gamecrafter", (825, 1125)), ("makeplayingcards", (822, 1122))])
def test_a_shop_gets_a_picture_of_each_face(
    command: Command, designed: Path, out: Path, shop: str, size: tuple[int, int]
) -> None:
    assert command("print", designed, "cards", "--sheet", shop, "-o", out).status == 0
    folder = out / f"market-cards-{shop}-en"
    rows = list(csv.DictReader((folder / "cards.csv").read_text(encoding="utf-8").splitlines()))
    assert [(row["front"], row["back"], row["copies"]) for row in rows][-1] == ("tax.png", "Deed-back.png", "2")
    for name in {row[side] for row in rows for side in ("front", "back")}:
        with Image.open(folder / name) as picture:
            assert picture.size == size and round(picture.info["dpi"][0]) == 300
    with Image.open(folder / "tax.png") as picture:
        corners = [picture.convert("RGB").getpixel(at) for at in ((0, 0), (size[0] - 1, size[1] - 1))]
    assert corners == [(29, 47, 69)] * 2, "the ground goes on to the edge of the bleed"


def test_a_size_that_a_shop_does_not_have_is_refused(command: Command, designed: Path, out: Path) -> None:
    (designed / "print" / "cards.yaml").write_text(DEED.format(60, 60), encoding="utf-8")
    said = command("print", designed, "cards", "--sheet", "gamecrafter", "-o", out)
    assert said.status == 2 and "Deed cards are 60 x 60 mm; the nearest size is small_square" in said.err
    assert not out.exists()


def operators(pdf: pikepdf.Pdf) -> set[str]:
    """The operators that set colours, on pages and in forms."""
    streams = [one for one in pdf.objects if isinstance(one, pikepdf.Stream) and one.get("/Subtype") == "/Form"]
    streams += [page.Contents for page in pdf.pages]
    found = " ".join(str(one.operator) for stream in streams for one in pikepdf.parse_content_stream(stream))
    return set(re.findall(r"\b(?:rg|RG|k|K|g|G|sc|scn)\b", found))


def _shadings(pdf: pikepdf.Pdf) -> list[pikepdf.Object]:
    """The gradients that pages and forms share."""
    shared = [one for one in pdf.objects if isinstance(one, pikepdf.Dictionary)]
    values = [value for one in shared for value in one.values() if isinstance(value, pikepdf.Dictionary)]
    return [one for one in values if "/ShadingType" in one]


@pytest.mark.parametrize("sheet", ["single", "a4"])
def test_a_press_gets_its_inks(command: Command, designed: Path, out: Path, sheet: str) -> None:
    layout = DEED.format(63, 88).replace(
        'fill: "#ff0000"', 'fill: { gradient: ["#ff0000", "#0000ff80"] }, opacity: 0.5'
    )
    (designed / "print" / "cards.yaml").write_text(layout, encoding="utf-8")
    profile = out.parent / "press.icc"
    profile.write_bytes(press_profile())
    said = command("print", designed, "cards", "--sheet", sheet, "--icc", profile, "-o", out)
    assert said.status == 0, said.err
    assert "allows 240 % of ink" not in said.err + said.out
    with pikepdf.open(out / f"market-cards-{sheet}-en.pdf") as pdf:
        (intent,) = pdf.Root.OutputIntents
        assert (intent.S, intent.OutputConditionIdentifier) == ("/GTS_PDFX", "Press of the tests")
        assert intent.DestOutputProfile.read_bytes() == press_profile() and intent.DestOutputProfile.N == 4
        assert b"PDF/X-4" in pdf.Root.Metadata.read_bytes() and pdf.docinfo.Trapped == "/False"
        assert operators(pdf) <= {"k", "K"}
        pictures = [one for one in pdf.objects if isinstance(one, pikepdf.Stream) and one.get("/Subtype") == "/Image"]
        assert sorted(str(one.ColorSpace) for one in pictures) == ["/DeviceCMYK", "/DeviceGray"], "and its mask"
        assert [str(one.ColorSpace) for one in _shadings(pdf)] == ["/DeviceCMYK"]
        for page in pdf.pages:
            trim, bleed = (pikepdf.Rectangle(page.obj.get(key, page.TrimBox)) for key in ("/TrimBox", "/BleedBox"))
            assert bleed.llx <= trim.llx < trim.urx <= bleed.urx


@pytest.mark.parametrize("opacity", ["", ", opacity: 0.5"])
def test_a_file_for_pdf_x_1a_has_nothing_transparent(command: Command, designed: Path, out: Path, opacity: str) -> None:
    layout = DEED.format(63, 88).replace('fill: "#ff0000"', f'fill: "#ff0000"{opacity}')
    Image.new("RGB", (100, 100), (200, 40, 40)).save(designed / "art" / "photo.png")
    (designed / "print" / "cards.yaml").write_text(layout, encoding="utf-8")
    profile = out.parent / "press.icc"
    profile.write_bytes(press_profile())
    said = command("print", designed, "cards", "--sheet", "drivethrucards", "--icc", profile, "--dpi", "72", "-o", out)
    assert said.status == 0 and ("transparent" in said.out + said.err) == bool(opacity), said.err
    with pikepdf.open(out / "market-cards-drivethrucards-en.pdf") as pdf:
        assert (pdf.pdf_version, pdf.docinfo.GTS_PDFXVersion) == ("1.4", "PDF/X-1a:2003")
        assert not any(isinstance(one, pikepdf.Stream) and one.get("/Type") == "/ObjStm" for one in pdf.objects)
        holders = [one for one in pdf.objects if isinstance(one, pikepdf.Dictionary | pikepdf.Stream)]
        assert not [one for one in holders if "/SMask" in one or "/Group" in one or one.get("/ca", 1) != 1]
        assert operators(pdf) <= {"k", "K"}
        pictures = [one for one in holders if one.get("/Subtype") == "/Image"]
        assert {str(one.ColorSpace) for one in pictures} == {"/DeviceCMYK"}
        for page in pdf.pages:
            trim, bleed = (pikepdf.Rectangle(page.obj[key]) for key in ("/TrimBox", "/BleedBox"))
            assert (round(trim.width), round(trim.height), round(bleed.width)) == (180, 252, 198)
    with pypdfium2.PdfDocument(out / "market-cards-drivethrucards-en.pdf") as document:
        text = document[0].get_textpage().get_text_range()
    assert text.strip(), "the title lies above what is transparent"


def test_boards_and_parts_come_in_the_sizes_of_a_shop(command: Command, designed: Path, out: Path) -> None:
    parts = """
boards: { map: { title: Map, width: 203, height: 203, ground: "#ffffff", draw: [] } }
parts:
  coin: { title: Coin, width: 19, height: 19, draw: [], back: [{ ellipse: [0, 0, 19, 19], fill: "#ff0000" }] }
  odd: { title: Odd, width: 33, height: 90, draw: [] }
"""
    (designed / "print" / "parts.yaml").write_text(parts, encoding="utf-8")
    said = command("print", designed, "board", "--sheet", "gamecrafter", "-o", out)
    assert said.status == 0, said.err
    said = command("print", designed, "parts", "--sheet", "gamecrafter", "-o", out)
    assert said.status == 0 and "odd is 33 x 90 mm, and gamecrafter has no such size" in said.out + said.err
    sizes = {}
    for path in out.glob("*/*.png"):
        with Image.open(path) as picture:
            sizes[path.name] = picture.size
    assert sizes == {"map.png": (2475, 2475), "coin.png": (300, 300), "coin-back.png": (300, 300)}


def test_parts_of_no_size_of_a_shop_are_refused(command: Command, designed: Path, out: Path) -> None:
    box = "parts: { box: { title: Box, width: 188, height: 157, draw: [] } }\n"
    (designed / "print" / "parts.yaml").write_text(box, encoding="utf-8")
    said = command("print", designed, "parts", "--sheet", "gamecrafter", "-o", out)
    assert said.status == 1 and not out.exists()
    assert "the nearest is poker_tuck_box_54" in said.err and "--sheet a4" in said.err, said.err


def test_too_much_ink_is_reported(command: Command, designed: Path, out: Path) -> None:
    profile = out.parent / "press.icc"
    profile.write_bytes(press_profile())
    sheets = designed / "print" / "sheets"
    sheets.mkdir()
    (sheets / "thin.yaml").write_text("title: Thin paper\nink: 120\n", encoding="utf-8")
    said = command("print", designed, "cards", "--sheet", "thin", "--icc", profile, "-o", out)
    assert said.status == 0
    assert "thin allows 120 % of ink: #" in said.out + said.err


@pytest.mark.parametrize("data", [b"", b"nothing", None])
def test_other_profiles_than_those_of_a_press_are_refused(
    command: Command, designed: Path, out: Path, data: bytes | None
) -> None:
    profile = out.parent / "press.icc"
    if data is not None:
        profile.write_bytes(data)
    said = command("print", designed, "cards", "--icc", profile, "-o", out)
    assert said.status == 2 and "--icc" in said.err and "Traceback" not in said.err


def test_every_file_conforms_to_a_standard(command: Command, designed: Path, out: Path) -> None:
    """An independent checker judges PDF/A-2b; it rejects whatever it does not know, such as the metadata for PDF/UA."""
    from pikepdf import pdfa

    (designed / "print" / "cards.yaml").write_text(
        DEED.format(63, 88).replace("#ff0000", "#ff000080"), encoding="utf-8"
    )
    assert command("print", designed, "cards", "-o", out).status == 0
    with pikepdf.open(out / "market-cards-a4-en.pdf") as pdf:
        found = [one for one in pdfa.check(pdf, "2b").findings if "pdfaExtension" not in one.message]
        assert [one for one in found if not re.search("pdfa(?:Schema|Property)=|pdfuaid", one.message)] == []
