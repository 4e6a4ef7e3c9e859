"""Figures of chapters: cards with explanations of their parts, and the table as it is set up."""

from __future__ import annotations

from string import ascii_lowercase

from msgspec.structs import replace
from regelwerk_dsl.grammar.inserts import PictureInsert

from ...design.figures import Enlarged
from ...design.figures import Figure as Drawn
from ...design.situations import Scene
from ...drawing.drawing import Drawing, Group, Mm
from ...typeset import Span
from ..look import LEAST_TYPE, SIGNS
from .elements import Detail, Figure, Inline, Label, Words, plain
from .facts import References

ENLARGED = 2.0  # the least factor by which a detail is larger than in its figure


def figure_element(references: References, insert: PictureInsert, drawn: Drawn, caption: str) -> Figure:
    """A figure as an element of the booklet, with its alternative text.

    Args:
        references: the references of the booklet.
        insert: the insert in the chapter.
        drawn: the figure as drawn.
        caption: the words for the position that it shows; "" for none.
    """
    facts = references.facts
    labels = tuple(Label(one.number, one.x, one.y, tuple(map(_inline, one.words))) for one in drawn.labels)
    texts = facts.joined(dict.fromkeys(plain(label.words) for label in labels if label.words))
    alt = facts.word("colon", drawn.title, texts) if texts else drawn.title
    details = tuple(
        Detail(letter, one.place, _readable(one)) for letter, one in zip(ascii_lowercase, drawn.details, strict=False)
    )
    if any(label.words for label in labels):
        return Figure(drawn.drawing, labels, alt, details=details)
    anchor = ".".join(("picture", insert.drawing, insert.of))
    away: Words = (Inline(facts.word("page", caption or drawn.title, references.page(anchor)), target=anchor),)
    return Figure(drawn.drawing, labels, alt, caption, anchor, away, details)


def _readable(detail: Enlarged) -> Scene:
    """A detail at the size at which its type can be read, at most as large as its source."""
    scene, drawing = detail.scene, detail.scene.drawing
    least = ENLARGED * detail.place.width / drawing.width
    scale = min(1.0, max([least, *(text.enlargement(LEAST_TYPE, SIGNS) for text in scene.texts)]))
    items = (Group(drawing.items, scale=scale),)
    return replace(scene, drawing=Drawing(Mm(drawing.width * scale), Mm(drawing.height * scale), items))


def _inline(run: Span) -> Inline:
    return Inline(run.text, run.bold, run.italic, icon=run.icon)
