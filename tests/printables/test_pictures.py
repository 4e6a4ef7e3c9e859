"""Tests of pictures in layouts: files in `art`, one for all cards or one for each, and messages about them."""

from __future__ import annotations

import io
from pathlib import Path

import pypdfium2
import pytest
from drawing_text import flat
from golden_pictures import pdf_of
from PIL import Image as PilImage
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.source import NO_SPAN
from regelwerk_printables.design import Design
from regelwerk_printables.design.expressions import LayoutError
from regelwerk_printables.design.paint import pictures, vectors
from regelwerk_printables.drawing.drawing import Image, Page
from test_design import design_of, forms_of, game_data


def picture_layout(name: str, box: str = "[5, 5, 20, 20]") -> str:
    return f"cards: {{ Job: {{ width: 40, height: 60, front: [{{ image: {name}, box: {box} }}] }} }}"


def test_svg_becomes_outlines(tmp_path: Path) -> None:
    (tmp_path / "art").mkdir()
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="10mm" height="10mm" viewBox="0 0 10 10">'
    (tmp_path / "art" / "box.svg").write_text(svg + '<path d="M0 0H10V5H0Z" fill="#ff0000"/></svg>', encoding="utf-8")
    diagnostics = Diagnostics()
    design = design_of(picture_layout("box.svg"), diagnostics, tmp_path)
    front = design.cards(game_data(), "en", diagnostics)[0].front
    assert not diagnostics.items
    (outline,) = (
        item for form in forms_of(front.items).values() for item in form.items if type(item).__name__ == "Path"
    )
    corners = [tuple(round(value, 2) for value in values) for _, values in outline.commands]
    assert corners[:3] == [(0, 0), (10, 0), (10, 5)]


@pytest.mark.parametrize("name", ["moss.PNG", "moss"])
def test_a_suffix_can_have_capitals(name: str, tmp_path: Path) -> None:
    (tmp_path / "art").mkdir()
    PilImage.new("RGB", (600, 600)).save(tmp_path / "art" / "moss.PNG")
    diagnostics = Diagnostics()
    design_of(picture_layout(name), diagnostics, tmp_path)
    assert [str(item) for item in diagnostics] == []


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("note.txt", b"x", "E1006"),
        ("broken.png", b"no picture", "E1006"),
        ("broken.svg", b"<svg", "E1006"),
        ("absent.png", None, "E1006"),
    ],
)
def test_a_picture_that_cannot_be_printed_is_reported(
    name: str, content: bytes | None, code: str, tmp_path: Path
) -> None:
    (tmp_path / "art").mkdir()
    if content is not None:
        (tmp_path / "art" / name).write_bytes(content)
    diagnostics = Diagnostics()
    design_of(picture_layout(name), diagnostics, tmp_path)
    assert [item.code for item in diagnostics] == [code]


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_a_truncated_picture_is_reported(kind: str, tmp_path: Path) -> None:
    from PIL import Image

    (tmp_path / "art").mkdir()
    name = f"half.{kind.lower()}"
    whole = io.BytesIO()
    Image.effect_noise((600, 600), 90).convert("RGB").save(whole, kind)
    (tmp_path / "art" / name).write_bytes(whole.getvalue()[: len(whole.getvalue()) // 2])
    diagnostics = Diagnostics()
    design_of(picture_layout(name), diagnostics, tmp_path)
    assert [item.code for item in diagnostics] == ["E1006"]


@pytest.mark.parametrize("factor", [1.5, 3])  # warnings and errors of the library
def test_a_picture_with_too_many_pixels_is_reported(
    factor: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from PIL import Image

    (tmp_path / "art").mkdir()
    Image.new("RGB", (100, 100)).save(tmp_path / "art" / "huge.png")
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", int(10_000 / factor))
    diagnostics = Diagnostics()
    design_of(picture_layout("huge.png", "[5, 5, 10, 10]"), diagnostics, tmp_path)
    assert [item.code for item in diagnostics] == ["E1007"]


def pictures_of(design: Design, diagnostics: Diagnostics) -> dict[str, list[str]]:
    """The names of the picture files on each card."""
    return {
        card.key: [Path(item.path).name for item in flat(card.front.items) if isinstance(item, Image)]
        for card in design.cards(game_data(), "en", diagnostics)
    }


@pytest.mark.parametrize("fallback", ["", "any.png"])
def test_each_card_has_a_picture_of_its_own(fallback: str, tmp_path: Path) -> None:
    from PIL import Image as Pictures

    (tmp_path / "art" / "jobs").mkdir(parents=True)
    for name in ("jobs/delivery.png", "any.png"):
        Pictures.new("RGB", (200, 200)).save(tmp_path / "art" / name)
    layout = picture_layout('"jobs/{card.key}.png"').replace(
        "box:", f"fallback: {fallback}, box:" if fallback else "box:"
    )
    diagnostics = Diagnostics()
    shown = pictures_of(design_of(layout, diagnostics, tmp_path), diagnostics)
    if fallback:
        assert not diagnostics.items
        assert shown == {"delivery": ["delivery.png"], "rest": ["any.png"]}
    else:
        (found,) = diagnostics.items
        whose = "for the card `rest` (rules.regel:32)"
        assert (found.code, found.message) == ("E1006", f"there is no picture `art/jobs/rest.png`, {whose}")


def test_a_broken_picture_has_no_fallback(tmp_path: Path) -> None:
    from PIL import Image as Pictures

    (tmp_path / "art").mkdir()
    Pictures.new("RGB", (200, 200)).save(tmp_path / "art" / "any.png")
    (tmp_path / "art" / "delivery.png").write_bytes(b"nothing")
    diagnostics = Diagnostics()
    layout = picture_layout('"{card.key}.png"').replace("box:", "fallback: any.png, box:")
    pictures_of(design_of(layout, diagnostics, tmp_path), diagnostics)
    assert [one.code for one in diagnostics.items] == ["E1006"]


@pytest.mark.parametrize(("name", "code"), [("../secret.png", "E0157"), ("/etc/secret.png", "E1006")])
def test_a_name_with_slots_cannot_leave_the_folder(name: str, code: str, tmp_path: Path) -> None:
    (tmp_path / "game" / "art").mkdir(parents=True)
    (tmp_path / "secret.png").write_bytes(b"x")
    diagnostics = Diagnostics()
    layout = picture_layout('"{words.place}"') + f"\nwords: {{ place: {name} }}"
    pictures_of(design_of(layout, diagnostics, tmp_path / "game"), diagnostics)
    assert [one.code for one in diagnostics.items] == [code]


def test_files_outside_the_folder_are_not_searched(tmp_path: Path) -> None:
    """Not even the suffix of a file outside is tried."""
    (tmp_path / "game" / "art").mkdir(parents=True)
    (tmp_path / "secret.png").write_bytes(b"x")
    diagnostics = Diagnostics()
    layout = picture_layout('"{words.place}"') + "\nwords: { place: ../../secret }"
    pictures_of(design_of(layout, diagnostics, tmp_path / "game"), diagnostics)
    assert [one.code for one in diagnostics.items] == ["E0157"]
    assert "secret.png" not in diagnostics.items[0].message


def test_a_picture_can_be_translucent(tmp_path: Path) -> None:
    from PIL import Image as Pictures

    (tmp_path / "art").mkdir()
    Pictures.new("RGB", (200, 200)).save(tmp_path / "art" / "dark.png")
    diagnostics = Diagnostics()
    design = design_of(picture_layout("dark.png").replace("box:", "opacity: 0.25, box:"), diagnostics, tmp_path)
    front = design.cards(game_data(), "en", diagnostics)[0].front
    page = pypdfium2.PdfDocument(pdf_of([Page(front.width, front.height, front.items)]))[0]
    assert page.render(scale=1).to_pil().convert("L").getpixel((40, 40)) == pytest.approx(191, abs=2)


SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm">{}</svg>'


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_the_pictures_of_a_game_have_a_common_limit(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures read before the limit stay; broken ones count too."""
    (tmp_path / "art").mkdir()
    for name in ("one", "two", "three"):
        path = tmp_path / "art" / f"{name}.{kind}"
        if kind == "svg":
            path.write_text(SVG.format('<path d="M1 1"/>' * 9), encoding="utf-8")
        else:
            PilImage.new("RGB", (100, 100)).save(path)
    if kind == "svg":
        (tmp_path / "art" / "one.svg").write_text(SVG.format('<g id="a"/>' * 9 + " " * 900), encoding="utf-8")
    monkeypatch.setattr(pictures, "MOST_DRAWN", 100)
    monkeypatch.setattr(pictures, "MOST_PIXELS", 19_999)
    art = pictures.Art(tmp_path)
    errors = []
    for name in ("one", "two", "three", "one", "two", "three"):
        try:
            art.picture(f"{name}.{kind}", NO_SPAN)
        except LayoutError as error:
            errors.append((name, error.code, error.message))
    refused = (
        "three",
        "E1007",
        f"the {'drawing' if kind == 'svg' else 'picture'} `three.{kind}` is one too many for this game",
    )
    assert [one for one in errors if one[0] == "three"] == [refused] * 2
    assert [one[:2] for one in errors if one[0] != "three"] == ([("one", "E1006")] * 2 if kind == "svg" else [])


def test_a_broken_drawing_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "art").mkdir()
    (tmp_path / "art" / "one.svg").write_text(SVG.format("<text/>"), encoding="utf-8")
    art, read = pictures.Art(tmp_path), list[Path]()
    monkeypatch.setattr(vectors, "read_bytes", lambda path, most, linked: read.append(path) or path.read_bytes())
    for _ in range(3):
        with pytest.raises(LayoutError, match="`text` is not drawn"):
            art.picture("one.svg", NO_SPAN)
    assert len(read) == 1


def test_a_picture_of_low_resolution_is_reported(tmp_path: Path) -> None:
    from PIL import Image

    (tmp_path / "art").mkdir()
    Image.new("RGB", (100, 100)).save(tmp_path / "art" / "dot.png")
    coarse, fine = Diagnostics(), Diagnostics()
    design_of(picture_layout("dot.png"), coarse, tmp_path)
    design_of(picture_layout("dot.png", "[5, 5, 10, 10]"), fine, tmp_path)
    assert [item.code for item in coarse] == ["E1007"]
    assert not fine.items
