"""Print shops: their sizes, pictures with bleed, and PDF in the inks of a press."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pikepdf
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
    """The small game with a design of its own, in the size that people cut at home."""
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


@pytest.mark.parametrize("sheet", ["single", "drivethrucards", "a4"])
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
            if sheet == "drivethrucards":
                assert (round(trim.width), round(trim.height), round(bleed.width)) == (180, 252, 198)


def test_too_much_ink_is_told(command: Command, designed: Path, out: Path) -> None:
    profile = out.parent / "press.icc"
    profile.write_bytes(press_profile())
    sheets = designed / "print" / "sheets"
    sheets.mkdir()
    (sheets / "thin.yaml").write_text("title: Thin paper\nink: 120\n", encoding="utf-8")
    said = command("print", designed, "cards", "--sheet", "thin", "--icc", profile, "-o", out)
    assert said.status == 0
    assert "thin allows 120 % of ink: #" in said.out + said.err


@pytest.mark.parametrize("data", [b"", b"nothing", None])
def test_what_is_no_profile_of_a_press_is_refused(
    command: Command, designed: Path, out: Path, data: bytes | None
) -> None:
    profile = out.parent / "press.icc"
    if data is not None:
        profile.write_bytes(data)
    said = command("print", designed, "cards", "--icc", profile, "-o", out)
    assert said.status == 2 and "--icc" in said.err and "Traceback" not in said.err


def test_every_file_keeps_a_standard(command: Command, designed: Path, out: Path) -> None:
    """PDF/A-2b, as judged by a checker that is not ours: it approves of nothing that it does not know."""
    from pikepdf import pdfa

    (designed / "print" / "cards.yaml").write_text(
        DEED.format(63, 88).replace("#ff0000", "#ff000080"), encoding="utf-8"
    )
    assert command("print", designed, "cards", "-o", out).status == 0
    with pikepdf.open(out / "market-cards-a4-en.pdf") as pdf:
        assert pdfa.check(pdf, "2b").findings == []
