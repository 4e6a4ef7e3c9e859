"""Cover of a booklet: the title, the number of players, the variants, and a picture."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ...drawing.drawing import WHITE, Box, Drawing, Group, Item, Mm, Page, Rect, Tagged
from ...typeset import Span, set_text
from ..content.elements import Picture
from ..content.facts import Facts
from ..content.words import joined, word
from .look import ACCENT, INSIDE, PAGE_HEIGHT, PAGE_WIDTH, SOFT, TEXT_WIDTH, Look
from .pieces import picture_piece
from .typesetter import Typesetter

COVERS = ("cover", "board")  # the picture on the first page: the first of these that the design has


def cover(facts: Facts, look: Look, pictures: Mapping[str, Drawing]) -> Page:
    """The first page: title, for how many, with which variants, and a picture."""
    low, high = facts.game.players
    key = "players" if low != high else "players alone"
    lines = [word(facts.language, "rules"), word(facts.language, key, low, high)]
    chosen = [facts.own(one.titles) for one in facts.game.variants if one.applied]
    if chosen:
        lines.append(word(facts.language, "variants", joined(facts.language, chosen)))
    title = set_text([Span(facts.title, color=WHITE)], look.title, TEXT_WIDTH)
    band = Mm(max(62.0, title.height + 46))
    items: list[Item] = [
        Tagged("Artifact", (Rect(Box(Mm(0), Mm(0), PAGE_WIDTH, band), fill=ACCENT),)),
        Tagged("H1", title.items(INSIDE, Mm(band - 12 - title.height))),
    ]
    y = band + 9.0
    for line in lines:
        setting = set_text([Span(line, color=SOFT)], replace(look.ragged, size=look.section.size), TEXT_WIDTH)
        items.append(Tagged("P", setting.items(INSIDE, Mm(y))))
        y += setting.height + 2.2
    drawing = next((pictures[name] for name in COVERS if name in pictures), None)
    if drawing is not None:
        piece = picture_piece(Typesetter(look, TEXT_WIDTH), Picture(drawing, facts.title))
        scale = min(1.0, (PAGE_HEIGHT - 16 - y - 6) / piece.height)  # what is left below the words
        left, top = Mm(INSIDE + TEXT_WIDTH * (1 - scale) / 2), Mm(PAGE_HEIGHT - 16 - scale * piece.height)
        whole = (
            piece.draw(INSIDE, top) if scale == 1 else [Group(tuple(piece.draw(Mm(0), Mm(0))), left, top, scale=scale)]
        )
        items.append(Tagged("Figure", tuple(whole), alt=facts.title))
    return Page(PAGE_WIDTH, PAGE_HEIGHT, tuple(items))
