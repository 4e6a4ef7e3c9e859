"""All products of the bundled games in all their languages, printed once per test run.

The first process that asks prints them, and the others read them from a folder that all share.

`python tests/printed.py GAME LANGUAGE PRODUCT PAGE` prints the lines from which the hash of one page is made.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml
from all_games import GAMES
from once import made_once
from page_lines import lines_of
from regelwerk.loading.compilation import load_checked
from regelwerk.loading.source import source_of
from regelwerk.printing.making import make_all
from regelwerk.printing.order import PRODUCTS, Order
from regelwerk.printing.print_run import PrintRun
from regelwerk.printing.printout import Made
from regelwerk_compiler.checked.game import CheckedGame
from regelwerk_dsl.render import render_all
from regelwerk_printables.booklet.layout.page import Draft, draw_page
from regelwerk_printables.booklet.look import Look
from regelwerk_printables.drawing.drawing import Page

PRINTED = [
    (folder, language)
    for folder in GAMES
    for language in yaml.safe_load((folder / "game.yaml").read_text(encoding="utf-8"))["languages"]
]


class PlacedPiece(NamedTuple):
    """A piece of a booklet: its page, and what the layout records about it."""

    page: int
    part: int
    role: str
    within: str
    note: int
    anchors: tuple[str, ...]


class Printed(NamedTuple):
    """All products of a game in a language, on A4.

    Attributes:
        files: as they are written.
        hashes: a line for each page: product, page number, hash; `outline` in place of a number for the bookmarks.
        booklet: its pieces in the order of reading.
        problems: texts that are missing, and mistakes.
    """

    files: list[Made]
    hashes: list[str]
    booklet: list[PlacedPiece]
    problems: str

    def file(self, product: str) -> bytes:
        """The only file of a product."""
        (found,) = (made.data for made in self.files if made.product == product)
        return found


class RecordingRun(PrintRun):
    """A print run that keeps the lines describing each page, by product and page number."""

    lines: dict[tuple[str, str], list[str]]

    def pdf(self, name: str, product: str, language: tuple[str, ...], pages: Iterable[Page], *more: Any) -> Made:
        drawn = list(pages)
        for count, page in enumerate(drawn, 1):
            self.lines[product, str(count)] = list(lines_of(page))
        self.lines[product, "outline"] = [line for one in (more[0] if more else ()) for line in lines_of(one)]
        return super().pdf(name, product, language, drawn, *more)


@lru_cache(maxsize=1)
def _kept(folder: Path) -> CheckedGame:
    return load_checked(source_of(folder))


def printing(folder: Path, language: str) -> tuple[RecordingRun, list[Made]]:
    """A run that has printed all products of a game in a language, and its files."""
    run = RecordingRun(Order(source_of(folder), PRODUCTS, everything=True, languages=language), _kept(folder))
    run.lines = {}
    return run, list(make_all(run))


def print_all(folder: Path, language: str) -> Printed:
    """The products of a game in a language, with all that tests look at."""
    booklet: list[PlacedPiece] = []

    def noted(draft: Draft, look: Look, title: str) -> Page:
        for piece in (one.piece for one in draft.placed):
            booklet.append(PlacedPiece(draft.number, piece.part, piece.role, piece.within, piece.note, piece.anchors))
        return draw_page(draft, look, title)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("regelwerk_printables.booklet.make.draw_page", noted)
        run, files = printing(folder, language)
    hashes = [
        f"{product} {page} {sha256(chr(10).join(lines).encode()).hexdigest()[:16]}"
        for (product, page), lines in run.lines.items()
    ]
    problems = [*map(str, run.gaps), render_all(run.diagnostics.sorted()) if run.diagnostics.has_errors else ""]
    return Printed(files, hashes, booklet, "\n".join(filter(None, problems)))


Press = Callable[[Path, str], Printed]


def print_once(folder: Path, language: str) -> Printed:
    """The same, printed only by the first process that asks."""
    return made_once(f"{folder.name}-{language}-printed", lambda: print_all(folder, language))


if __name__ == "__main__":
    wanted_game, wanted_language, *wanted_page = sys.argv[1:]
    folder = next(one for one in GAMES if one.name == wanted_game)
    print("\n".join(printing(folder, wanted_language)[0].lines[tuple(wanted_page)]))
