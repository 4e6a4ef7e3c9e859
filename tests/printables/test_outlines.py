"""Outlines: SVG paths in layouts, and the shapes of SVG files."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from regelwerk_printables.design.paint.svg_paths import parse_outline
from regelwerk_printables.design.paint.vectors import read_svg
from regelwerk_printables.drawing.drawing import Mm, Page
from regelwerk_printables.pdf.document import write_pdf


@given(st.lists(st.floats(-100, 100).map(lambda value: round(value, 3)), min_size=4, max_size=4))
def test_relative_outline_is_the_absolute_one(values: list[float]) -> None:
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
def test_what_is_no_outline_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        parse_outline(text)
