"""The checked game and its worked examples go in; the booklet comes out as files, as pages or as sheets to fold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ..loading import checked_data, compiled
from .files import Made

COVER = "cover"  # a board or part of this name stands on the first page

if TYPE_CHECKING:
    from regelwerk_printables.drawing import Drawing

    from .making import Workshop


def booklet_files(workshop: Workshop, language: str) -> Iterator[Made]:
    """The booklet of one language; nothing when the game has no chapters.

    Its problems join those of the workshop.
    """
    from regelwerk_printables.booklet import fold, pages

    game = workshop.game
    if not game["chapters"]:
        return
    drawn = _pictures(workshop, language)
    found = pages(game, language, _played(workshop, language), base=_base(workshop), pictures=drawn)
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


def _pictures(workshop: Workshop, language: str) -> dict[str, Drawing]:
    """The boards and parts that chapters show, by name; all of them where a chapter names one that is not there."""
    design = workshop.design
    wanted = {*_shown(workshop.game, "picture"), COVER}
    known = {*design.layout.boards, *design.layout.parts}
    names = known if wanted - known - {COVER} else known & wanted
    boards = {name: board for name, board in design.layout.boards.items() if name in names}
    parts = {name: part for name, part in design.layout.parts.items() if name in names}
    some = replace(design, layout=replace(design.layout, boards=boards, parts=parts))
    drawn = some.boards(workshop.game, language, workshop.diagnostics) if boards else []
    drawn += some.parts(workshop.game, language, workshop.diagnostics) if parts else []
    return {printed.name: printed.drawing for printed in drawn}


def _shown(game: Mapping[str, Any], kind: str) -> set[str]:
    """The names of the scenarios or pictures that the chapters show."""
    from regelwerk_printables.booklet.prose import read_inserts

    texts = [text for chapter in game["chapters"] for block in chapter["blocks"] for text in block["texts"].values()]
    return {insert.name for text in texts for insert in read_inserts(text) if insert.kind == kind}


def _played(workshop: Workshop, language: str) -> list[dict[str, Any]]:
    """What happened in the scenarios that the chapters show; compiles the rules if need be."""
    from ..worked import played_scenarios

    shown = _shown(workshop.game, "scenario")
    if not shown:
        return []
    made = compiled(workshop.order.source)
    wanted = [one for one in made.scenario_list if one.name in shown]
    return played_scenarios(made.rules, wanted, workshop.game, language)


def _base(workshop: Workshop) -> Mapping[str, Any] | None:
    """The game without what was chosen, to mark what differs; None when nothing was chosen."""
    source = workshop.order.source
    return checked_data(replace(source, variants=(), without=())) if source.variants or source.without else None
