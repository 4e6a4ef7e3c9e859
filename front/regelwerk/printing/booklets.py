"""The checked game and its worked examples go in; the booklet comes out as files, as pages or as sheets to fold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ..loading import checked_data, compiled
from .files import Made

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
    """The boards and parts by name: what chapters can show."""
    drawn = [
        *workshop.design.boards(workshop.game, language, workshop.diagnostics),
        *workshop.design.parts(workshop.game, language, workshop.diagnostics),
    ]
    return {printed.name: printed.drawing for printed in drawn}


def _played(workshop: Workshop, language: str) -> list[dict[str, Any]]:
    """What happened in the scenarios that the chapters show; compiles the rules if need be."""
    from regelwerk_printables.booklet.prose import read_inserts

    from ..worked import played_scenarios

    blocks = [block["texts"] for chapter in workshop.game["chapters"] for block in chapter["blocks"]]
    shown = {
        insert.name
        for texts in blocks
        for text in texts.values()
        for insert in read_inserts(text)
        if insert.kind == "scenario"
    }
    if not shown:
        return []
    made = compiled(workshop.order.source)
    wanted = [one for one in made.scenario_list if one.name in shown]
    return played_scenarios(made.rules, wanted, workshop.game, language)


def _base(workshop: Workshop) -> Mapping[str, Any] | None:
    """The game without what was chosen, to mark what differs; None when nothing was chosen."""
    source = workshop.order.source
    return checked_data(replace(source, variants=(), without=())) if source.variants or source.without else None
