"""Boxes of the texts of a game: the place and width at which each text is printed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from msgspec.structs import replace
from regelwerk_compiler.checked.game import CheckedGame
from regelwerk_compiler.model.ids import MessageId
from regelwerk_compiler.words.catalogues.wanted import Wanted
from regelwerk_dsl.diagnostics import Diagnostics, SourceError
from regelwerk_printables.design import Design, load_design
from regelwerk_printables.design.dependencies import Use, layout_uses

from ..loading.compilation import load_checked
from ..loading.source import Source

WORDS = "words."  # prefix of the names of a layout's words in its expressions
SHOWN = 3  # most boxes named in a note, narrowest first


def with_room(wanted: Iterable[Wanted], source: Source) -> list[Wanted]:
    """The texts of a game, each with its boxes; a text that a variant rewords has the boxes of the original.

    If the sources have errors, nothing can be drawn, and the texts are returned without boxes.
    """
    try:
        rooms = text_rooms(source.folder, load_checked(source))
    except SourceError:
        return list(wanted)
    return [replace(one, room=rooms.get(MessageId(one.id.parts, one.id.form), "")) for one in wanted]


def text_rooms(folder: Path, game: CheckedGame) -> dict[MessageId, str]:
    """The boxes of each text that a layout shows, by its id, such as `53 mm on the front of Action; 40 mm on board
    map`.
    """
    design = load_design(folder, Diagnostics(), folder.as_posix())
    found: dict[MessageId, dict[str, float]] = {}
    for use, texts in _shown_texts(design, game):
        is_card = use.product == "card"
        place = f"the {use.face} of {game.cards_by_key[use.name].type}" if is_card else f"{use.product} {use.name}"
        for id_ in texts:
            widths = found.setdefault(id_, {})
            widths[place] = min(use.width, widths.get(place, use.width))
    return {id_: _in_words(widths) for id_, widths in found.items()}


def texts_of_drawings(design: Design, game: CheckedGame) -> dict[str, set[MessageId]]:
    """The ids of the texts on each board and part, by its name in the layout."""
    found: dict[str, set[MessageId]] = {}
    for use, texts in _shown_texts(design, game):
        if use.product != "card":
            found.setdefault(use.name, set()).update(texts)
    return found


def _shown_texts(design: Design, game: CheckedGame) -> Iterator[tuple[Use, set[MessageId]]]:
    """Each element of a layout that has a width, with the ids of the texts that it shows."""
    ids = _ids_of_reads(game)
    for use in layout_uses(design, game, game.languages[0]):
        if use.width > 0:
            words = {MessageId(("print", read.removeprefix(WORDS))) for read in use.reads if read.startswith(WORDS)}
            yield use, words.union(*(ids.get(read, ()) for read in use.reads))


def _ids_of_reads(game: CheckedGame) -> dict[str, list[MessageId]]:
    """The ids of the texts shown by a layout that reads a name of the game: a card's title or sentences, a member's
    name.
    """
    found: dict[str, list[MessageId]] = {}
    for card in game.cards:
        for id_ in card.messages:
            found.setdefault(f"{card.key}.{'name' if id_.parts[-1] == 'title' else 'text'}", []).append(id_)
    for table in game.tables.values():
        found |= {f"{table.name}.{row.key}.name": [MessageId((table.name, row.key))] for row in table.rows}
    return found


def _in_words(widths: Mapping[str, float]) -> str:
    narrow = sorted(widths.items(), key=lambda one: one[1])
    said = [f"{width:g} mm on {place}" for place, width in narrow[:SHOWN]]
    more = f"; wider in {len(narrow) - SHOWN} more" if len(narrow) > SHOWN else ""
    return "; ".join(said) + more
