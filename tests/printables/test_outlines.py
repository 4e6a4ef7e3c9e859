"""Tests of outlines: SVG paths in layouts, and the shapes of SVG files."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from regelwerk_printables.design.paint.svg_paths import parse_outline
from regelwerk_printables.design.paint.vectors import read_svg
from regelwerk_printables.drawing.drawing import BLACK, Box, Form, Mm, Page, Rect
from regelwerk_printables.pdf.document import write_pdf


@given(st.lists(st.floats(-100, 100).map(lambda value: round(value, 3)), min_size=4, max_size=4))
def test_a_relative_outline_equals_the_absolute_one(values: list[float]) -> None:
    a, b, c, d = values
    absolute = parse_outline(f"M {a} {b} L {c} {d} Q {a} {d} {b} {c} Z")
    relative = parse_outline(f"m {a} {b} l {c - a} {d - b} q {a - c} {d - d} {b - c} {c - d} z")
    for (sign, one), (other, two) in zip(absolute, relative, strict=True):
        assert sign == other
        assert one == pytest.approx(two, abs=1e-6)


def test_an_arc_ends_where_it_should_and_keeps_its_radius() -> None:
    commands = parse_outline("M 10 0 A 10 10 0 0 1 0 10")
    assert commands[-1][1][-2:] == pytest.approx((0, 10))
    middle = [0.125 * a + 0.375 * b + 0.375 * c + 0.125 * d for a, b, c, d in
              zip((10, 0), commands[1][1][:2], commands[1][1][2:4], commands[1][1][4:], strict=True)]  # fmt: skip
    assert (middle[0] ** 2 + middle[1] ** 2) ** 0.5 == pytest.approx(10, abs=0.01)


@pytest.mark.parametrize(
    ("text", "signs"),
    [
        ("M0 0H4V4Z", "MLLZ"),
        ("m1,1 2,2-3,1z l1 1", "MLLZML"),
        ("M0 0\nC1 1 2 2 3 3 S 4 4 5 5", "MCC"),
        ("M0 0Q1 1 2 2T4 4", "MCC"),
    ],
)
def test_commands_of_an_outline(text: str, signs: str) -> None:
    assert "".join(sign for sign, _ in parse_outline(text)) == signs


@pytest.mark.parametrize(
    ("shape", "covered", "blank"),
    [
        ('<rect x="1" y="1" width="8" height="8"/>', [(1.2, 1.2), (8.8, 8.8)], [(0.5, 5)]),
        ('<rect x="1" y="1" width="8" height="8" rx="4"/>', [(5, 1.2), (1.2, 5)], [(1.5, 1.5), (8.5, 8.5)]),
        ('<circle cx="5" cy="5" r="4"/>', [(5, 1.2), (8.8, 5)], [(1.5, 1.5), (8.5, 8.5)]),
        ('<ellipse cx="5" cy="5" rx="4" ry="2"/>', [(1.2, 5), (5, 3.2)], [(5, 2.5), (8, 6.8)]),
        ('<polygon points="1,1 9,1 1,9"/>', [(1.5, 1.5), (4, 4)], [(8, 8)]),
        ('<g transform="translate(5 0)"><rect width="4" height="4"/></g>', [(5.2, 0.2), (8.8, 3.8)], [(2, 2), (8, 5)]),
        ('<path d="M1 1L9 1L9 9Z"/>', [(5, 2), (8, 7)], [(2, 8)]),
        ('<line x1="1" y1="5" x2="9" y2="5" stroke="black" stroke-width="2"/>', [(5, 4.2), (5, 5.8)], [(5, 3.5)]),
    ],
)
def test_shapes_of_svg_lie_where_they_should(
    shape: str, covered: list[tuple[float, float]], blank: list[tuple[float, float]], tmp_path: Path
) -> None:
    file = tmp_path / "shape.svg"
    start = '<svg xmlns="http://www.w3.org/2000/svg" width="10mm" height="10mm" viewBox="0 0 10 10">'
    file.write_text(f"{start}{shape}</svg>", encoding="utf-8")
    (width, height), outlines = read_svg(file)
    assert (width, height) == pytest.approx((10, 10))
    data = BytesIO()
    write_pdf(data, title="", language="en", pages=[Page(Mm(10), Mm(10), outlines)])
    shown = pypdfium2.PdfDocument(data.getvalue())[0].render(scale=100 * 25.4 / 72).to_pil().convert("L")
    assert all(shown.getpixel((round(x * 100), round(y * 100))) < 100 for x, y in covered)
    assert all(shown.getpixel((round(x * 100), round(y * 100))) > 200 for x, y in blank)


@pytest.mark.parametrize(
    "text", ["", "L 1 1", "M 1", "M 1 1 L 2", "M 1 1 L 2 2 3 Z", "M 1 1 # 2", "M 05 1", "M 1 1 A 1 1 0 0 1 2"]
)
def test_invalid_outlines_are_refused(text: str) -> None:
    with pytest.raises(ValueError):
        parse_outline(text)


START = '<svg xmlns="http://www.w3.org/2000/svg" width="10mm" height="10mm" viewBox="0 0 10 10">\n'


def grey(folder: Path, shapes: str, *places: tuple[float, float]) -> list[int]:
    """The brightness of a drawing at some places, in millimetres: 0 is black."""
    (folder / "shape.svg").write_text(f"{START}{shapes}</svg>", encoding="utf-8")
    _, outlines = read_svg(folder / "shape.svg")
    form = Form("shape", Mm(10), Mm(10), outlines)  # a picture on a card lies in a form
    data = BytesIO()
    write_pdf(
        data,
        title="",
        language="en",
        pages=[Page(Mm(10), Mm(10), (form, Rect(Box(*map(Mm, (9, 9, 1, 1))), fill=BLACK)))],
    )
    shown = pypdfium2.PdfDocument(data.getvalue())[0].render(scale=100 * 25.4 / 72).to_pil().convert("L")
    assert shown.getpixel((950, 950)) == 0, "what follows covers what lies below it"
    return [shown.getpixel((round(x * 100), round(y * 100))) for x, y in places]


@pytest.mark.parametrize(
    "shape",
    [
        '<rect width="8" height="8" fill="#000" fill-opacity="0.5"/>',
        '<rect width="8" height="8" style="fill:#000;opacity:0.5"/>',
        '<rect width="8" height="8" opacity="50%"/>',
        '<g opacity="1.00"><rect width="8" height="8" fill-opacity="50%"/></g>',
        '<line x1="0" y1="4" x2="8" y2="4" stroke="#000" stroke-width="8" stroke-opacity="0.5"/>',
    ],
)
def test_opacity_of_svg_is_drawn(shape: str, tmp_path: Path) -> None:
    (found,) = grey(tmp_path, shape, (4, 4))
    assert 120 < found < 135


def test_holes_dashes_and_ends_of_svg_are_drawn(tmp_path: Path) -> None:
    hole = '<path d="M0 0H8V8H0Z M2 2H6V6H2Z" fill-rule="evenodd"/>'
    assert grey(tmp_path, hole, (1, 1), (4, 4)) == [0, 255]
    dashes = '<line x1="0" y1="4" x2="8" y2="4" stroke="#000" stroke-width="2" stroke-dasharray="2 2"/>'
    assert grey(tmp_path, dashes, (1, 4), (3, 4), (5, 4)) == [0, 255, 0]
    line = '<line x1="3" y1="4" x2="6" y2="4" stroke="#000" stroke-width="2"{}/>'
    assert grey(tmp_path, line.format(""), (2.3, 4)) == [255]
    assert grey(tmp_path, line.format(' stroke-linecap="round"'), (2.3, 4), (2.1, 3.1)) == [0, 255]


RECT = '<rect width="8" height="8" {}/>'
DEFS = '<defs><linearGradient id="x"/><clipPath id="c"><rect width="1" height="1"/></clipPath></defs>\n'


@pytest.mark.parametrize(
    ("shapes", "words"),
    [
        (DEFS + RECT.format('fill="url(#x)"'), "line 3: `fill` has a gradient"),
        (DEFS + RECT.format('style="stroke: url(#x)"'), "line 3: `stroke` has a gradient"),
        (RECT.format('fill="var(--ink)"'), "line 2: `fill` is not drawn as `var(--ink)`"),
        (RECT.format('style="stroke: context-fill"'), "line 2: `stroke` is not drawn as `context-fill`"),
        (DEFS + RECT.format('clip-path="url(#c)"'), "line 3: `clip-path` is not drawn"),
        ("<style>.a { filter: url(#f) }</style>" + RECT.format(""), "line 2: `filter` is not drawn"),
        (RECT.format("") + "<text>A</text>", "line 2: `text` is not drawn; convert it to outlines"),
        (RECT.format("") + '\n<image href="data:x"/>', "line 3: `image` is not drawn"),
        ('<g opacity="0.5">' + RECT.format("") + "</g>", "line 2: the opacity of `g` is not drawn"),
        (RECT.format('marker-end="url(#c)"'), "line 2: `marker-end` is not drawn"),
        (RECT.format('opacity="inherit"'), "line 2: `opacity` is not drawn as `inherit`; write a number"),
        (RECT.format('stroke-dashoffset="2mm"'), "line 2: `stroke-dashoffset` is not drawn; use dashes"),
    ],
)
def test_unsupported_parts_of_svg_are_refused(shapes: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "shape.svg").write_text(f"{START}{shapes}</svg>", encoding="utf-8")
    with pytest.raises(ValueError, match=re.escape(words)):
        read_svg(tmp_path / "shape.svg")


def test_unused_definitions_do_not_matter(tmp_path: Path) -> None:
    assert grey(tmp_path, DEFS + RECT.format('clip-path="none"'), (4, 4)) == [0]
