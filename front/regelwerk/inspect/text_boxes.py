"""Boxes of the texts of a game: where each text is printed, and how wide its box is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from regelwerk_compiler.checked.game import CheckedGame
from regelwerk_compiler.words.catalogues.wanted import Wanted
from regelwerk_dsl.diagnostics import Diagnostics, SourceError
from regelwerk_printables.design import Design, load_design
from regelwerk_printables.design.dependencies import layout_uses

from ..loading.checked import load_checked
from ..loading.source import Source

SHOWN = 3  # boxes that a note names, the narrowest first


def with_room(wanted: Iterable[Wanted], source: Source) -> list[Wanted]:
    """The texts of a game, each with its boxes; a text that a variant words anew stands where the other one does.

    While a catalogue cannot be read, nothing can be drawn, and no boxes are told.
    """
    try:
        rooms = text_rooms(source.folder, load_checked(source))
    except SourceError:
        return list(wanted)
    return [replace(one, room=rooms.get(one.id.partition("@")[0], "")) for one in wanted]


def text_rooms(folder: Path, game: CheckedGame) -> dict[str, str]:
    """For each text that a layout shows, by its id, such as `53 mm on the front of Action; 40 mm on board map`."""
    ids = _ids_of_reads(game)
    design = load_design(folder, Diagnostics(), folder.as_posix())
    types = {card.key: card.type for card in game.cards}
    found: dict[str, dict[str, float]] = {}
    for use in layout_uses(design, game, game.languages[0]):
        if use.width > 0:
            place = f"the {use.face} of {types[use.name]}" if use.product == "card" else f"{use.product} {use.name}"
            for id_ in _texts_read(use.reads, ids):
                widths = found.setdefault(id_, {})
                widths[place] = min(use.width, widths.get(place, use.width))
    return {id_: _in_words(widths) for id_, widths in found.items()}


def texts_of_drawings(design: Design, game: CheckedGame) -> dict[str, set[str]]:
    """For each board and part, by its name in the layout, the ids of the texts on it."""
    ids = _ids_of_reads(game)
    found: dict[str, set[str]] = {}
    for use in layout_uses(design, game, game.languages[0]):
        if use.product != "card" and use.width > 0:
            found.setdefault(use.name, set()).update(_texts_read(use.reads, ids))
    return found


def _ids_of_reads(game: CheckedGame) -> dict[str, list[str]]:
    """The ids of the texts that a layout shows when it reads a name of the game: the title of a card, its sentences."""
    found: dict[str, list[str]] = {}
    for card in game.cards:
        for id_ in card.messages:
            found.setdefault(f"{card.key}.{'name' if id_.endswith('.title') else 'text'}", []).append(id_)
    for table in game.tables.values():
        found |= {f"{table.name}.{row.key}.name": [f"{table.name}.{row.key}"] for row in table.rows}
    return found


def _texts_read(reads: Iterable[str], ids: Mapping[str, list[str]]) -> set[str]:
    """The ids of the texts that some names stand for; `words.hint` is a text of the layout itself."""
    return {id_ for read in reads for id_ in ids.get(read, ())} | {
        f"print.{read.removeprefix('words.')}" for read in reads if read.startswith("words.")
    }


def _in_words(widths: Mapping[str, float]) -> str:
    narrow = sorted(widths.items(), key=lambda one: one[1])
    said = [f"{width:g} mm on {place}" for place, width in narrow[:SHOWN]]
    more = f"; wider in {len(narrow) - SHOWN} more" if len(narrow) > SHOWN else ""
    return "; ".join(said) + more
