"""A small game whose booklet the tests of booklets use, and helpers that read the booklet."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

from drawing_text import flat, glyphs
from golden import CASES
from regelwerk.loading.compilation import load_compiled
from regelwerk.loading.source import source_of
from regelwerk.printing.positions import played_scenarios
from regelwerk_compiler.checked.game import CheckedGame
from regelwerk_compiler.checked.prose import Block, Chapter
from regelwerk_compiler.checked.values import Position
from regelwerk_dsl.grammar.inserts import Insert
from regelwerk_printables.booklet import Made, pages
from regelwerk_printables.drawing.drawing import Anchor, Glyphs, Page, Tagged

GAME = CASES / "booklet" / "orchard"

LANGUAGES = ("en", "de", "ja")


@cache
def data(*variants: str) -> CheckedGame:
    return load_compiled(source_of(GAME, variants)).game


@cache
def booklet(language: str, *variants: str) -> Made:
    made = load_compiled(source_of(GAME, variants))
    played = played_scenarios(made.rules, made.scenario_list, language)
    return pages(made.game, language, played, base=data() if variants else None, sourced=True)


def with_chapter(game: CheckedGame, *blocks: tuple[str | Insert, int]) -> CheckedGame:
    """The game with one chapter of these texts and inserts, each on a line of its own."""
    found = tuple(
        Block(f"chapter.one.{number}", dict.fromkeys(LANGUAGES, shown), Position("rules.regel", line))
        if isinstance(shown, str)
        else Block("", {"en": f"{{{{ {shown.kind} {shown.name} }}}}"}, Position("rules.regel", line), (shown,))
        for number, (shown, line) in enumerate(blocks, 1)
    )
    chapter = Chapter("one", "One", {"en": "One"}, (), Position("rules.regel", 10), "", found)
    return replace(game, chapters=(chapter,))


def of_chapter(*blocks: tuple[str | Insert, int]) -> CheckedGame:
    """The same without cards and everything else that a booklet prints after its chapters."""
    return replace(with_chapter(data(), *blocks), cards=(), errata=(), documents=(), reconstructed=())


@dataclass(frozen=True)
class Row:
    """The text on one baseline, from left to right."""

    y: float
    text: str


def rows(page: Page) -> list[Row]:
    found: dict[float, list[Glyphs]] = {}
    for item in glyphs(page):
        found.setdefault(round(item.y, 1), []).append(item)
    return [
        Row(y, "".join(item.text for item in sorted(items, key=lambda one: one.x)))
        for y, items in sorted(found.items())
    ]


def text(made: Made) -> str:
    return "\n".join(row.text for page in made.pages for row in rows(page))


def running_text(made: Made) -> str:
    """The text of the booklet, with one space in place of each end of a line."""
    return " ".join(text(made).split())


def tagged(page: Page, role: str) -> list[Tagged]:
    return [item for item in flat(page.items) if isinstance(item, Tagged) and item.role == role]


def anchors_of(made: Made) -> dict[str, int]:
    """The targets of links: the page of each, from 1."""
    return {
        item.name: number
        for number, page in enumerate(made.pages, 1)
        for item in page.items
        if isinstance(item, Anchor)
    }
