"""Draws the pictures of the README anew from the sources of ITC: `make pictures`."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pypdfium2
from PIL import Image
from regelwerk.main import main

HERE = Path(__file__).parent
CARDS = ("t205", "theft.asia", "express", "gang_war")
PAGES = ("Setting up\n", "Example: One space up", "Example: Selling in North America")
"""What stands on the pages that are shown; of several pages the last, past the contents and what points there."""
GAP = 16
GREY, WHITE = (208, 208, 208), (255, 255, 255)


def printed(folder: str, *wanted: str) -> list[Path]:
    status = main(["print", "itc", *wanted, "--lang", "en", "-o", folder])
    if status:
        sys.exit(status)
    return sorted(path for path in Path(folder).rglob("*") if path.is_file())


def side_by_side(pictures: list[Image.Image], ground: tuple[int, int, int], gap: int = GAP) -> Image.Image:
    width = sum(one.width + gap for one in pictures) + gap
    strip = Image.new("RGB", (width, max(one.height for one in pictures) + 2 * gap), ground)
    at = gap
    for one in pictures:
        strip.paste(one, (at, gap))
        at += one.width + gap
    return strip


def cards() -> Image.Image:
    with TemporaryDirectory() as folder:
        files = printed(folder, "cards", "--only", ",".join(CARDS), "--png", "--dpi", "87")
        wanted = [*CARDS, "Action-back", "Transport-back"]
        shown = [next(file for file in files if file.name == f"{name}.png") for name in wanted]
        return side_by_side([Image.open(file).convert("RGB") for file in shown], WHITE)


def board() -> Image.Image:
    with TemporaryDirectory() as folder:
        (file,) = printed(folder, "board", "--png", "--dpi", "80")
        return Image.open(file).convert("RGB")


def booklet() -> Image.Image:
    with TemporaryDirectory() as folder:
        (file,) = printed(folder, "booklet")
        with pypdfium2.PdfDocument(file) as document:
            texts = [page.get_textpage().get_text_range().replace("\r", "") for page in document]
            at = [max(n for n, text in enumerate(texts) if wanted in text) for wanted in PAGES]
            shown = [document[n].render(scale=70 / 72).to_pil().convert("RGB") for n in at]
        return side_by_side(shown, GREY)


for draw in (cards, board, booklet):
    path = HERE / f"{draw.__name__}.png"
    draw().quantize(256, dither=Image.Dither.NONE).save(path, optimize=True)
    print(path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path)
