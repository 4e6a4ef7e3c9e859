"""Comparison of PDF pages, rendered as pictures, with golden PNGs; small differences are allowed.

Golden drawing calls record what was asked for. A picture shows how another program renders the file: a wrong font, a
path filled the wrong way round, a clip that cuts too much.
"""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from pathlib import Path
from tempfile import gettempdir

import pypdfium2
import pytest
from golden import updating
from PIL import Image, ImageChops
from regelwerk_printables.drawing.drawing import Page
from regelwerk_printables.pdf.document import write_pdf

SEEN = 64
"""How far a colour value, of 255, may be off before the pixel counts as different."""
OTHERS = 0.001
"""The share of pixels that may differ, since another version of the renderer smooths edges differently."""
GAP = 4
COLORS = 64


def pdf_of(pages: Iterable[Page]) -> bytes:
    file = BytesIO()
    write_pdf(file, title="", language="en", pages=pages)
    return file.getvalue()


def picture_of(pdf: bytes, dpi: float) -> Image.Image:
    """The pages side by side, as a viewer shows them."""
    with pypdfium2.PdfDocument(pdf) as document:
        shown = [page.render(scale=dpi / 72).to_pil().convert("RGB") for page in document]
    width, height = sum(one.width + GAP for one in shown) - GAP, max(one.height for one in shown)
    strip = Image.new("RGB", (width, height), (120, 120, 120))
    at = 0
    for one in shown:
        strip.paste(one, (at, 0))
        at += one.width + GAP
    return strip


def other_points(one: Image.Image, other: Image.Image) -> float:
    """The share of pixels that differ; 1 if the sizes differ."""
    if one.size != other.size:
        return 1
    worst = ImageChops.difference(one.convert("RGB"), other.convert("RGB")).split()
    most = ImageChops.lighter(ImageChops.lighter(worst[0], worst[1]), worst[2])
    return sum(most.histogram()[SEEN + 1 :]) / (one.width * one.height)


def check_picture(path: Path, pdf: bytes, dpi: float = 50) -> None:
    """Compares all pages of a PDF with the golden picture, or writes it."""
    shown = picture_of(pdf, dpi)
    if updating():
        if not path.exists() or other_points(Image.open(path), shown) > 0:
            shown.quantize(COLORS, dither=Image.Dither.NONE).save(path, optimize=True)
        return
    if not path.exists():
        pytest.fail(f"{path.name} is missing: run with REGELWERK_GOLDEN=1 and look at what it draws")
    found = other_points(Image.open(path), shown)
    if found > OTHERS:
        now = Path(gettempdir()) / path.name
        shown.save(now)
        pytest.fail(f"{path.name}: {found:.2%} of the picture differ; what is drawn now is in {now}", pytrace=False)
