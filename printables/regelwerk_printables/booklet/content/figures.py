"""Figures of chapters: cards with what their parts mean, and the table as it is set up."""

from __future__ import annotations

from regelwerk_dsl.grammar.inserts import PictureInsert

from ...design.figures import Figure as Drawn
from ...typeset import Span
from .elements import Figure, Inline, Label, Words, plain
from .facts import References


def figure_element(references: References, insert: PictureInsert, drawn: Drawn, caption: str) -> Figure:
    """A figure as an element of the booklet; what it shows is read out in its place.

    Args:
        references: of the booklet.
        insert: what a chapter asks for.
        drawn: how it looks.
        caption: the words for the position that it shows; "" for none.
    """
    facts = references.facts
    labels = tuple(Label(one.number, one.x, one.y, tuple(map(_inline, one.words))) for one in drawn.labels)
    told = facts.joined(dict.fromkeys(plain(label.words) for label in labels if label.words))
    alt = facts.word("colon", drawn.title, told) if told else drawn.title
    if any(label.words for label in labels):
        return Figure(drawn.drawing, labels, alt)
    anchor = ".".join(("picture", insert.drawing, insert.of))
    away: Words = (Inline(facts.word("page", caption or drawn.title, references.page(anchor)), target=anchor),)
    return Figure(drawn.drawing, labels, alt, caption, anchor, away)


def _inline(run: Span) -> Inline:
    return Inline(run.text, run.bold, run.italic, icon=run.icon)
