"""Elements of a booklet before layout, as data: headings, paragraphs, lists, tables, notes, pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct, field

from ...design.situations import Scene
from ...drawing.drawing import Box, Drawing, Form, Mm
from ...typeset import Span

CLOSING = ".:,;!?…。．：，、；！？"  # what may end a term in running text


class Inline(Struct, frozen=True):
    """A piece of running text.

    Attributes:
        text: its words.
        bold, italic: how it is printed.
        term: explained here, and thus in the index, as `entry`.
        target: where it leads: the name of an anchor, `#` left out, or an address.
        icon: a small picture in place of words.
    """

    text: str
    bold: bool = False
    italic: bool = False
    term: bool = False
    target: str = ""
    icon: Form | None = None

    @property
    def entry(self) -> str:
        """A term as the index lists it: `**Action.**` at the head of a paragraph is `Action`."""
        return self.text.strip().rstrip(CLOSING) or self.text


Words = tuple[Inline, ...]
Icons = Callable[[str], Form | None]  # the icons of texts by name; None for one that is not there


def no_icon(name: str) -> None:
    """The icons of a game without layouts."""


class Heading(Struct, frozen=True):
    """A heading of level 1 (a chapter) to 3; `anchor` is what links lead to; `outlined`: it is in the contents."""

    words: Words
    level: int
    anchor: str = ""
    outlined: bool = True


class Paragraph(Struct, frozen=True):
    """Running text; `label` (a bullet or number) hangs before it, `depth` is how far it is moved in."""

    words: Words
    label: str = ""
    depth: int = 0
    anchors: tuple[str, ...] = ()
    small: bool = False
    fine: bool = False  # smaller still
    tight: bool = False
    hanging: bool = False  # further lines are moved in
    undivided: bool = False  # words are not divided where a line can hold them
    whole: bool = False  # on one page
    keep: bool = False  # on one page with what follows
    index: tuple[str, ...] = ()


class Note(Struct, frozen=True):
    """Paragraphs and other elements in a box.

    Attributes:
        elements: what is in it.
        anchor: what links lead to.
        whole: it stands on one page, where a page can hold it.
        away: says where it is when it stands past the text that follows it; without it, it is not moved so. What can be
            moved and is not high is whole, too.
    """

    elements: tuple[Element, ...]
    anchor: str = ""
    whole: bool = False
    away: Words = ()


class Table(Struct, frozen=True):
    """Rows of cells under headings.

    Attributes:
        headings, rows: the cells.
        numbers: which columns are set to the right.
        caption: what stands above them.
        anchor: what links to the table lead to.
        marked: rows that differ from the base.
        targets: what links to each row lead to; none for a table without.
    """

    headings: tuple[Words, ...]
    rows: tuple[tuple[Words, ...], ...]
    numbers: tuple[bool, ...]
    caption: str = ""
    anchor: str = ""
    marked: frozenset[int] = field(default=frozenset())
    targets: tuple[str, ...] = ()


class Picture(Struct, frozen=True):
    """A drawing, as large as the column allows, with what is read out in its place."""

    drawing: Drawing
    alt: str


class Label(Struct, frozen=True):
    """A number at a place of a figure; `words` are what it means, none where the text around the figure says it."""

    number: int
    x: Mm
    y: Mm
    words: Words = ()


class Detail(Struct, frozen=True):
    """Something that a figure shows small, at `place`, and beside it larger, as `scene`; a letter stands at both."""

    letter: str
    place: Box
    scene: Scene


class Figure(Struct, frozen=True):
    """A drawing with numbers.

    Attributes:
        drawing: what is seen.
        labels: the numbers.
        alt: what is read out in its place.
        caption: what stands below it.
        anchor: what links lead to.
        away: says where it is when it stands past the text that follows; without it, it is not moved so.
        details: what is shown larger below it, in millimetres of the page.
    """

    drawing: Drawing
    labels: tuple[Label, ...]
    alt: str
    caption: str = ""
    anchor: str = ""
    away: Words = ()
    details: tuple[Detail, ...] = ()


class Panel(Struct, frozen=True):
    """A position in pictures: the parts of a board under a title; `alt` is read out in their place."""

    title: str
    scenes: tuple[Scene, ...]
    alt: str


class Scenery(Struct, frozen=True):
    """Positions beside each other, with words below them.

    Attributes:
        highest: how high the pictures may be, in mm.
        scale: how large they are at most; 0: as large as the booklet has them.
        anchor: what links lead to.
        away: says where they are when they stand past the text that follows; without it, they are not moved so.
    """

    panels: tuple[Panel, ...]
    caption: str = ""
    highest: float = 60.0
    scale: float = 0.0
    anchor: str = ""
    away: Words = ()


class Parting(Struct, frozen=True):
    """A place in a note that stands on one page where that page may end to save a hole; `tear`: see `Piece.tear`."""

    tear: int


class Marked(Struct, frozen=True):
    """Elements that differ from the base, with a change bar beside them; or, on a proof, framed with what is doubtful.

    Attributes:
        elements: what is marked.
        doubt: why their words are in doubt; "": they differ from the base.
    """

    elements: tuple[Element, ...]
    doubt: str = ""


class Columns(Struct, frozen=True):
    """A change of the number of columns; there are more where running text stands in more than one."""

    count: int


Element = Heading | Paragraph | Note | Table | Picture | Figure | Scenery | Parting | Marked | Columns


def walk(shown: Iterable[Element]) -> Iterator[Element]:
    """Elements, each before what is in it."""
    for element in shown:
        yield element
        if isinstance(element, Note | Marked):
            yield from walk(element.elements)


def plain(words: Words) -> str:
    """The words without their marks."""
    return "".join(inline.text for inline in words)


def join(parts: Iterable[Words], between: str) -> Words:
    """The words of all parts, with others between each two of them."""
    found: list[Inline] = []
    for number, part in enumerate(parts):
        found += (Inline(between), *part) if number else part
    return tuple(found)


def spans(words: Words) -> list[Span]:
    """Inline text as the typesetter takes it."""
    return [Span(inline.text, inline.bold, inline.italic, icon=inline.icon, link=inline.target) for inline in words]
