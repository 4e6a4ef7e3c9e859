"""Tests of effects in the printed file: opacity, gradients, tints, shadows; and of the resolution of pictures."""

from __future__ import annotations

import io
from pathlib import Path

import pikepdf
import pytest
from drawing_text import flat
from golden_pictures import pdf_of
from PIL import Image as Pictures
from PIL import ImageChops
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.render import render_all
from regelwerk_printables.design import interpreter
from regelwerk_printables.drawing.drawing import Box, Color, Drawing, Gradient, Mm, Page, Rect, Tagged
from regelwerk_printables.pdf.document import render, write_pdf
from test_design import TEXTS, design_of, game_data


def front_of(elements: str, folder: Path) -> Drawing:
    """The front of a card of 40 by 60 mm with the given elements."""
    diagnostics = Diagnostics()
    layout = f"{TEXTS}cards: {{ Job: {{ width: 40, height: 60, front: [{elements}] }} }}"
    front = design_of(layout, diagnostics, folder).cards(game_data(), "en", diagnostics)[0].front
    assert not diagnostics.items, render_all(diagnostics.sorted())
    return front


def colors_of(elements: str, folder: Path, *points: tuple[float, float]) -> list[tuple[int, int, int]]:
    """The colours of a card at the given points, in millimetres."""
    (shown,) = render([front_of(elements, folder)], "en", 254)
    found = [shown.getpixel((round(x * 10), round(y * 10))) for x, y in points]
    assert all(isinstance(one, tuple) for one in found)
    return found  # type: ignore[return-value]


def near(*color: int) -> object:
    return pytest.approx(color, abs=4)


@pytest.fixture
def art(tmp_path: Path) -> Path:
    """A game's folder with a picture that is black on the left, white on the right, and transparent below."""
    (tmp_path / "art").mkdir()
    picture = Pictures.new("RGBA", (400, 400), (0, 0, 0, 255))
    picture.paste((255, 255, 255, 255), (200, 0, 400, 400))
    picture.paste((0, 0, 0, 0), (0, 200, 400, 400))
    picture.save(tmp_path / "art" / "halves.png")
    parts = '<rect width="5" height="5"/><rect x="5" width="5" height="5" fill="#fff"/>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="10mm" height="10mm" viewBox="0 0 10 10">{parts}</svg>'
    (tmp_path / "art" / "halves.svg").write_text(svg, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("name", ["halves.png", "halves.svg"])
def test_a_tint_colours_black_parts(name: str, art: Path) -> None:
    image = f'{{ rect: [0, 0, 40, 60], fill: "#00ff00" }}, {{ image: {name}, box: [0, 0, 20, 20], tint: "#800040" }}'
    black, white, below = colors_of(image, art, (5, 5), (15, 5), (5, 15))
    assert (black, white, below) == (near(128, 0, 64), near(255, 255, 255), near(0, 255, 0))


@pytest.mark.parametrize("name", ["halves.png", "halves.svg"])
def test_pictures_of_all_kinds_have_an_opacity(name: str, art: Path) -> None:
    assert colors_of(f"{{ image: {name}, box: [0, 0, 20, 20], opacity: 0.5 }}", art, (5, 5)) == [near(128, 128, 128)]


def test_covered_parts_of_a_group_stay_covered(tmp_path: Path) -> None:
    rects = '{ rect: [0, 0, 20, 20], fill: "#ff0000" }, { rect: [0, 0, 10, 20], fill: "#0000ff" }'
    found = colors_of(f"{{ group: [{rects}], opacity: 0.5 }}", tmp_path, (5, 5), (15, 5))
    assert found == [near(128, 128, 255), near(255, 128, 128)]


def test_letters_with_opacity_keep_accents_and_descenders(tmp_path: Path) -> None:
    letters = '{ group: [{ text: "gÅj", box: [0, 1, 10, 4] }], scale: 4'
    faint, full = (front_of(f"{letters}{more} }}", tmp_path) for more in (", opacity: 0.5", ""))
    white = Pictures.new("RGB", (400, 600), "white")
    boxes = [ImageChops.difference(shown, white).getbbox() for shown in render([faint, full], "en", 254)]
    assert boxes[0] == boxes[1]


def test_a_group_with_opacity_has_an_alternative_text(tmp_path: Path) -> None:
    words = front_of('{ group: [{ text: "{card.title}", box: [0, 0, 40, 9] }], opacity: 0.5 }', tmp_path)
    assert [one.alt for one in flat(words.items) if isinstance(one, Tagged) and one.role == "Figure"] == ["Delivery"]


def test_a_png_casts_the_shadow_of_its_opaque_parts(art: Path) -> None:
    image = '{ image: halves.png, box: [0, 0, 20, 20], shadow: { color: "#0000ff", at: [0, 10] } }'
    assert colors_of(image, art, (5, 15), (5, 25)) == [near(0, 0, 255), near(255, 255, 255)]


def test_a_text_with_shadow_and_outline_is_found_once(tmp_path: Path) -> None:
    import pypdfium2

    effects = 'line: "#ffffff", shadow: { blur: 1 }'
    front = front_of(f'{{ text: "{{card.title}}", box: [0, 0, 40, 9], {effects} }}', tmp_path)
    page = pypdfium2.PdfDocument(pdf_of([Page(front.width, front.height, front.items)]))[0]
    assert page.get_textpage().get_text_range().split() == ["Delivery"]


@pytest.mark.parametrize(
    ("fill", "left", "right"),
    [
        ('{ gradient: ["#ff0000", "#0000ff"] }', (255, 0, 0), (0, 0, 255)),
        ('{ gradient: ["#ff0000", "#0000ff"], angle: 180 }', (0, 0, 255), (255, 0, 0)),
        ('{ gradient: ["#ff0000ff", "#ff000000"] }', (255, 0, 0), (255, 255, 255)),
        ('{ gradient: ["#0000ff", "#ff0000"], radial: yes, stops: [0, 0.5] }', (255, 0, 0), (255, 0, 0)),
    ],
)
def test_a_gradient_covers_the_whole_area(
    fill: str, left: tuple[int, int, int], right: tuple[int, int, int], tmp_path: Path
) -> None:
    found = colors_of(f"{{ rect: [0, 0, 40, 60], fill: {fill} }}", tmp_path, (0.2, 30), (39.8, 30))
    assert found == [near(*left), near(*right)]


# ---- resolution ------------------------------------------------------------------------------------------------------


def printed_picture(front: Drawing, dpi: float = 300) -> tuple[int, bytes]:
    """The picture in the file of a card: its width in pixels, and its bytes."""
    file = io.BytesIO()
    write_pdf(file, title="", language="en", pages=[Page(front.width, front.height, front.items)], dpi=dpi)
    with pikepdf.open(file) as pdf:
        (found,) = (one for one in pdf.objects if isinstance(one, pikepdf.Stream) and "/Width" in one)
        return int(found.Width), found.read_raw_bytes()


def photograph(folder: Path, name: str, side: int) -> bytes:
    (folder / "art").mkdir()
    Pictures.effect_noise((side, side), 90).convert("RGB").save(folder / "art" / name)
    return (folder / "art" / name).read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["photo.png", "photo.jpg"])
@pytest.mark.parametrize(("dpi", "side"), [(300, 300), (600, 600)])
def test_a_picture_is_reduced_to_its_printed_resolution(name: str, dpi: int, side: int, tmp_path: Path) -> None:
    photograph(tmp_path, name, 1000)
    front = front_of(f"{{ image: {name}, box: [5, 5, 25.4, 25.4] }}", tmp_path)
    assert printed_picture(front, dpi)[0] == side


def test_a_picture_keeps_the_pixels_of_its_largest_place(tmp_path: Path) -> None:
    photograph(tmp_path, "photo.png", 1000)
    small, large = "{ image: photo.png, box: [0, 0, 12.7, 12.7] }", "{ image: photo.png, box: [0, 0, 12.7, 12.7] }"
    front = front_of(f"{small}, {{ group: [{large}], scale: 2 }}", tmp_path)
    assert printed_picture(front)[0] == 300


def test_a_jpeg_that_fits_is_kept_as_it_is(tmp_path: Path) -> None:
    data = photograph(tmp_path, "photo.jpg", 310)
    front = front_of("{ image: photo.jpg, box: [5, 5, 25.4, 25.4] }", tmp_path)
    assert printed_picture(front)[1] == data


SQUARE = '{ rect: [0, 0, 9, 9], fill: "#000000" }'


def test_a_shadow_casts_no_shadow(tmp_path: Path) -> None:
    """Otherwise the drawing would grow ninefold with each group around it."""
    nested = SQUARE
    for _ in range(10):
        nested = f"{{ group: [{nested}], shadow: {{ blur: 1 }} }}"
    assert len(repr(front_of(nested, tmp_path))) < 200_000


@pytest.mark.parametrize("scale", ["0", "1e-300"])
def test_parts_too_small_to_be_seen_have_no_shadow(scale: str, tmp_path: Path) -> None:
    inner = f'{{ group: [{SQUARE}], scale: "{scale}", clip: [0, 0, 9, 9] }}'
    assert colors_of(f"{{ group: [{inner}], shadow: {{ blur: 1 }} }}", tmp_path, (1, 1)) == [(255, 255, 255)]


def test_shadows_of_too_many_letters_are_refused(tmp_path: Path) -> None:
    text = '{ text: "abcdefghijklmnopqrstuvwxyz", box: [0, 0, 40, 5], shadow: { blur: 1 } }'
    many = f'{{ repeat: "i in numbers(1, 9999)", at: [0, 0], step: [0, 0], draw: [{text}] }}'
    diagnostics = Diagnostics()
    layout = f"{TEXTS}cards: {{ Job: {{ width: 40, height: 60, front: [{many}] }} }}"
    design_of(layout, diagnostics, tmp_path).cards(game_data(), "en", diagnostics)
    (found,) = diagnostics.items
    assert found.code == "E1004" and "shadows of the layout" in found.message and found.span.line == 2


def test_shapes_that_double_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit of a layout is set to a tenth, which is reached in a tenth of the time."""
    monkeypatch.setattr(interpreter, "ROUNDS", interpreter.ROUNDS // 10)
    uses = ", ".join(["{{ shape: s{0}, box: [0, 0, 9, 9] }}"] * 4)
    last = 's12: { size: [9, 9], draw: [{ rect: [0, 0, 1, 1], fill: "#000000" }] }'
    shapes = [f"s{at}: {{ size: [9, 9], draw: [{uses.format(at + 1)}] }}" for at in range(12)]
    card = "width: 40, height: 60, front: [{ shape: s0, box: [0, 0, 9, 9] }]"
    diagnostics = Diagnostics()
    layout = f"{TEXTS}shapes: {{ {', '.join([*shapes, last])} }}\ncards: {{ Job: {{ {card} }} }}"
    design_of(layout, diagnostics, tmp_path).cards(game_data(), "en", diagnostics)
    (found,) = diagnostics.items
    assert found.code == "E1004" and "is made of too many shapes" in found.message


@pytest.mark.parametrize("stops", [(0, 0, 0, 1), (0, 1, 1, 1), (0.5, 0.5, 0.5, 0.5), (1, 1, 1, 1), (0, 0, 0, 0)])
def test_colours_of_a_gradient_that_share_a_place_make_a_valid_function(stops: tuple[float, ...]) -> None:
    colors = Color(1, 0, 0), Color(0, 1, 0), Color(0, 0, 1), Color(0, 0, 0)
    whole = Box(Mm(0), Mm(0), Mm(20), Mm(20))
    data = pdf_of([Page(Mm(20), Mm(20), (Rect(whole, fill=Gradient(colors, stops)),))])
    with pikepdf.open(io.BytesIO(data)) as pdf:
        (shading,) = pdf.pages[0].Resources.Shading.values()
        bounds = [0.0, *map(float, shading.Function.Bounds), 1.0]
        assert bounds == sorted(set(bounds)) and len(shading.Function.Functions) == len(bounds) - 1
