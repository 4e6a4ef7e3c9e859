"""The front matter of a booklet: the cover and the table of contents; and the number of columns of its index."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest

from msgspec import structs

from ...drawing.drawing import MM_PER_PT, WHITE, Box, Drawing, Group, Item, Link, Mm, Page, Pt, Rect, Tagged
from ...drawing.legible import legible
from ...typeset import Span, set_text
from ..content.elements import Inline, Paragraph, Picture, spans
from ..content.facts import Facts
from ..look import ACCENT, INSIDE, LEAST_TYPE, SOFT, Look, Paper
from .page import Piece, nothing
from .pieces import picture_piece
from .typesetter import Typesetter

OWN_COVER, BACK_COVER = "cover", "back_cover"  # pictures of the layouts that are pages of their own


def cover_words(facts: Facts) -> dict[str, str]:
    """The words on a cover: rules, players, duration, age, and variants."""
    low, high = facts.game.players
    minutes, age = facts.game.minutes, facts.game.age
    chosen = [facts.own(one.titles) for one in facts.game.variants if one.applied]
    return {
        "rules": facts.word("rules"),
        "players": facts.word("players" if low != high else "players alone", low, high),
        "minutes": facts.word("minutes" if len(set(minutes)) > 1 else "minutes alone", *minutes) if minutes else "",
        "age": facts.word("age", age) if age else "",
        "variants": facts.word("variants", facts.joined(chosen)) if chosen else "",
    }


def whole_page(drawing: Drawing, paper: Paper) -> Page:
    """A page filled by a drawing: scaled to its width or height, and centred."""
    scale = min(paper.width / drawing.width, paper.height / drawing.height)
    left, top = (paper.width - drawing.width * scale) / 2, (paper.height - drawing.height * scale) / 2
    items = legible(drawing.items, Pt(LEAST_TYPE / scale))
    return Page(
        paper.width,
        paper.height,
        (Group(items, Mm(left), Mm(top), scale=scale, clip=Box(Mm(0), Mm(0), drawing.width, drawing.height)),),
    )


def cover(facts: Facts, look: Look, drawing: Drawing | None) -> Page:
    """The first page of a game without a cover of its own: title, players, variants and so on, and a picture."""
    lines = [line for line in cover_words(facts).values() if line]
    paper = look.paper
    width, foot = paper.text_width, paper.height - 16
    title = set_text([Span(facts.title, color=WHITE)], look.title, width)
    band = Mm(max(62.0, title.height + 46))
    items: list[Item] = [
        Tagged("Artifact", (Rect(Box(Mm(0), Mm(0), paper.width, band), fill=ACCENT),)),
        Tagged("H1", title.items(INSIDE, Mm(band - 12 - title.height))),
    ]
    y = band + 9.0
    for line in lines:
        setting = set_text([Span(line, color=SOFT)], structs.replace(look.ragged, size=look.section.size), width)
        items.append(Tagged("P", setting.items(INSIDE, Mm(y))))
        y += setting.height + 2.2
    if drawing is not None:
        piece = picture_piece(Typesetter(look, width), Picture(drawing, facts.title))
        scale = min(1.0, (foot - y - 6) / piece.height)  # the rest of the page below the words
        left, top = Mm(INSIDE + width * (1 - scale) / 2), Mm(foot - scale * piece.height)
        whole = (
            piece.draw(INSIDE, top) if scale == 1 else [Group(tuple(piece.draw(Mm(0), Mm(0))), left, top, scale=scale)]
        )
        items.append(Tagged("Figure", tuple(whole), alt=facts.title))
    return Page(paper.width, paper.height, tuple(items))


CONTENTS_COLUMNS = 2
DEEPEST = 2  # level of headings that are listed
MOST_TURNED = 0.1  # the share of index entries that may take more than one line
NUMBER = Mm(12)  # room for the number of a page

Entry = tuple[str, int, str, int]  # title, level from 1, anchor, page


def contents(typesetter: Typesetter, facts: Facts, outline: Iterable[Entry]) -> Iterator[Piece]:
    """The table of contents: chapters, and the headings below them."""
    yield typesetter.heading(structs.replace(facts.heading("contents"), outlined=False))
    yield Piece(Mm(0), nothing, columns=CONTENTS_COLUMNS)
    narrow = replace(typesetter, width=typesetter.look.paper.column(CONTENTS_COLUMNS))
    listed = [entry for entry in outline if entry[1] <= DEEPEST]
    for entry, following in zip_longest(listed, listed[1:]):
        leads = following is not None and following[1] > entry[1]
        yield replace(_line(narrow, entry), keep=leads)


def _line(typesetter: Typesetter, entry: Entry) -> Piece:
    """A heading on the left, its page on the right."""
    name, level, anchor, page = entry
    style = structs.replace(typesetter.look.ragged, bold=level == 1)
    left = Mm(0 if level == 1 else 5)
    room = Mm(typesetter.width - left - NUMBER)
    setting = typesetter.set((Inline(name + " "),), style, room)
    number = set_text([Span(str(page))], structs.replace(style, align="right"), NUMBER)
    high = Mm(max(1, len(setting.lines)) * style.leading * style.size * MM_PER_PT)

    def draw(x: Mm, y: Mm) -> Iterator[Item]:
        yield from setting.items(Mm(x + left), y)
        yield from number.items(Mm(x + typesetter.width - NUMBER), Mm(y + setting.height - number.height))
        if anchor:
            yield Link(Box(x, y, typesetter.width, high), anchor, name)

    return Piece(high, draw, Mm(1.6 if level == 1 else 0), part=next(typesetter.numbers), role="TOCI", within="TOC")


def index_columns(look: Look, entries: Sequence[Paragraph]) -> int:
    """Three columns if nearly all entries then fit on one line, else two."""
    width = look.paper.column(2 + look.paper.columns)
    turned = sum(len(set_text(spans(entry.words), look.fine, width).lines) > 1 for entry in entries)
    return 3 if turned <= MOST_TURNED * len(entries) else 2
