"""The checked game and its worked examples go in; the booklet comes out as files, as pages or as sheets to fold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from regelwerk_dsl.grammar.inserts import PictureName, read_picture_name

from ..game import USUAL_PLAYERS
from ..loading.compilation import checked_data, compiled
from .files import Made

COVER = "cover"  # a board or part of this name stands on the first page

if TYPE_CHECKING:
    from regelwerk_printables.design import Printed

    from .making import Workshop


def booklet_files(workshop: Workshop, language: str) -> Iterator[Made]:
    """The booklet of one language; nothing when the game has no chapters.

    Its problems join those of the workshop.
    """
    from regelwerk_printables.booklet import fold, pages

    game = workshop.game
    if not game["chapters"]:
        return
    printed = _pictures(workshop, language)
    found = pages(
        game,
        language,
        _played(workshop, language),
        base=_base(workshop),
        pictures={one.name: one.drawing for one in printed},
        situations=workshop.design.situations(game, language, workshop.diagnostics, printed),
        positions=_positions(workshop),
        doubts=workshop.doubts.by_id(language) if workshop.order.proof else {},
        words=workshop.design.layout.wordlist(language),
    )
    workshop.diagnostics.extend(found.problems)
    if workshop.is_stopped:
        return
    order = workshop.order
    if order.imposed:
        name = order.file_name("booklet", (language,), "a4-folded")
        yield workshop.pdf(name, "booklet", (language,), fold(found.pages))
    elif order.png:
        from .images import page_pictures

        yield from page_pictures(order, "booklet", found.pages, language)
    else:
        name = order.file_name("booklet", (language,), "a5")
        yield workshop.pdf(name, "booklet", (language,), found.pages, lambda: found.bookmarks)


def _pictures(workshop: Workshop, language: str) -> list[Printed]:
    """The boards and parts that chapters show; all of them where a chapter names one that is not there.

    Boards with views are among them when a chapter shows an example, which may be seen there.
    """
    design = workshop.design
    sheets = {**design.layout.boards, **design.layout.parts}
    wanted = {name.drawing for name in _picture_names(workshop.game)} | {COVER}
    if wanted - set(sheets) - {COVER}:
        wanted = set(sheets)
    elif _shown(workshop.game, "scenario"):
        wanted |= {name for name, sheet in sheets.items() if sheet.views}
    boards = {name: board for name, board in design.layout.boards.items() if name in wanted}
    parts = {name: part for name, part in design.layout.parts.items() if name in wanted}
    some = replace(design, layout=replace(design.layout, boards=boards, parts=parts))
    drawn = some.boards(workshop.game, language, workshop.diagnostics) if boards else []
    return drawn + (some.parts(workshop.game, language, workshop.diagnostics) if parts else [])


def _shown(game: Mapping[str, Any], kind: str) -> list[str]:
    """The names behind what the chapters show of a kind, each once, in order."""
    from regelwerk_printables.booklet.content.prose import read_inserts

    texts = [text for chapter in game["chapters"] for block in chapter["blocks"] for text in block["texts"].values()]
    return list(dict.fromkeys(one.name for text in texts for one in read_inserts(text) if one.kind == kind))


def _picture_names(game: Mapping[str, Any]) -> list[PictureName]:
    return [found for name in _shown(game, "picture") if (found := read_picture_name(name)) is not None]


def _played(workshop: Workshop, language: str) -> list[dict[str, Any]]:
    """What happened in the scenarios that the chapters show; compiles the rules if need be."""
    from .worked import played_scenarios

    shown = _shown(workshop.game, "scenario")
    if not shown:
        return []
    made = compiled(workshop.order.source)
    wanted = [one for one in made.scenario_list if one.name in shown]
    return played_scenarios(made.rules, wanted, workshop.game, language)


def _positions(workshop: Workshop) -> dict[str, dict[str, Any]]:
    """The positions that pictures of the chapters show; compiles the rules if need be."""
    from .positions import shown_positions

    names = [name for name in _picture_names(workshop.game) if name.of]
    if not names:
        return {}
    made = compiled(workshop.order.source)
    low, high = workshop.game["players"]
    return shown_positions(made.rules, made.scenario_list, names, min(max(USUAL_PLAYERS, low), high))


def _base(workshop: Workshop) -> Mapping[str, Any] | None:
    """The game without what was chosen, to mark what differs; None when nothing was chosen."""
    source = workshop.order.source
    return checked_data(replace(source, variants=(), without=())) if source.variants or source.without else None
