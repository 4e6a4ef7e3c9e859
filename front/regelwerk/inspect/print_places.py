"""Places where a name of a game is printed: cards, boards and parts by their layouts, texts, and the booklet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from regelwerk_compiler.checked.game import CheckedGame
from regelwerk_compiler.checked.values import Position
from regelwerk_compiler.inspect.explain.declared import Explanation
from regelwerk_compiler.inspect.printed import BOOKLET, Place
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.grammar.inserts import PictureInsert
from regelwerk_printables.design import load_design
from regelwerk_printables.design.dependencies import layout_uses

PRODUCTS = ("card", "board", "part")
NAMED = 4  # most cards named that show a value in the same place
CARDS = "cards"  # the chapter that the booklet adds: every card with its number of copies and text
WORDED = (".name", ".text")


def printed_places(found: Explanation, folder: Path, game: CheckedGame) -> list[Place]:
    """Cards, boards and parts that show a name, each with the place in its layout; then texts and the booklet.

    Args:
        found: the explanation of the name, from the sources.
        folder: the game's folder.
        game: the checked game.
    """
    if not found.shown:
        return found.printed
    layouts = [*_in_layouts(found.shown, folder, game)]
    return [*layouts, *found.printed, *_in_booklet(found, layouts, game)]


def _in_layouts(shown: Sequence[str], folder: Path, game: CheckedGame) -> Iterator[Place]:
    """The places in layouts in order, each once; cards that show the value in the same place share an entry."""

    def is_meant(read: str) -> bool:
        return any(read == name or read.startswith(f"{name}.") for name in shown)

    names: dict[tuple[int, str, int, str], dict[str, None]] = {}
    design = load_design(folder, Diagnostics(), folder.as_posix())
    for use in layout_uses(design, game, game.languages[0]):
        if any(map(is_meant, use.reads)):
            what = f"{use.face}: {use.what}" if use.face else use.what
            place = (PRODUCTS.index(use.product), use.span.source.short, use.span.line, what)
            names.setdefault(place, {})[use.name] = None
    for (product, file, line, what), owners in sorted(names.items(), key=lambda one: one[0][:3]):
        yield Place(PRODUCTS[product], _listed(list(owners)), what, str(Position(file, line)))


def _listed(names: Sequence[str]) -> str:
    if len(names) <= NAMED:
        return ", ".join(names)
    return f"{', '.join(names[: NAMED - 1])} and {len(names) - NAMED + 1} more"


def _in_booklet(found: Explanation, layouts: Sequence[Place], game: CheckedGame) -> Iterator[Place]:
    """The places in the booklet outside its prose: the cards with their texts, and pictures of boards and parts."""
    cards = {card.key for card in game.cards}
    names = {name[: -len(end)] for name in found.shown for end in WORDED if name.endswith(end)} | {*found.shown}
    if game.chapters and cards & names:
        yield Place(BOOKLET, CARDS, "", "")
    drawn = {place.name for place in layouts}
    for chapter in game.chapters:
        for block in chapter.blocks:
            for insert in block.inserts:
                if isinstance(insert, PictureInsert) and insert.name in drawn:
                    yield Place(BOOKLET, chapter.name, f"picture {insert.name}", str(block.where))


def in_words(place: Place) -> str:
    """`card job_7, front: text`, `the text of gift`, `booklet, chapter selling: table Good`."""
    match place.product:
        case "text":
            return f"the text of {place.name}"
        case "booklet":
            what = f": {place.what}" if place.what else ""
            return f"booklet, chapter {place.name}{what}"
        case product:
            owner = product if product == place.name else f"{product} {place.name}"
            return f"{owner}, {place.what}"
