"""Elements of a booklet before layout, as data: headings, paragraphs, lists, tables, notes, pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct, field

from ...design.situations import Scene
from ...drawing.drawing import Box, Drawing, Form, Mm
from ...typeset import Span

CLOSING = ".:,;!?…。．：，、；！？"  # may follow a term in running text


class Inline(Struct, frozen=True):
    """A piece of running text.

    Attributes:
        text: its words.
        bold, italic: its style.
        term: explained here, and therefore listed in the index, as `entry`.
        target: the target of a link: the name of an anchor, without `#`, or an address.
        icon: a small picture shown instead of words.
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
Icons = Callable[[str], Form | None]  # name of an icon -> the icon, or None if unknown


def no_icon(name: str) -> None:
    """The icons of a game without layouts."""


class Heading(Struct, frozen=True):
    """A heading of level 1 (a chapter) to 3; `anchor` is for links to it, and if `outlined`, the contents list it."""

    words: Words
    level: int
    anchor: str = ""
    outlined: bool = True


class Paragraph(Struct, frozen=True):
    """Running text; `label` (a bullet or number) hangs before it, `depth` is the level of its indentation."""

    words: Words
    label: str = ""
    depth: int = 0
    anchors: tuple[str, ...] = ()
    small: bool = False
    fine: bool = False  # smaller still
    tight: bool = False
    hanging: bool = False  # further lines are indented
    undivided: bool = False  # words are divided only if they are longer than a line
    whole: bool = False  # on one page
    keep: bool = False  # on one page with the next element
    index: tuple[str, ...] = ()


class Note(Struct, frozen=True):
    """Paragraphs and other elements in a box.

    Attributes:
        elements: its content.
        anchor: the anchor for links to it.
        whole: it is kept on one page if it fits on one; so is one that can be moved and is not high.
        away: the reference to it if it is moved past the text that follows; if empty, it is not moved.
    """

    elements: tuple[Element, ...]
    anchor: str = ""
    whole: bool = False
    away: Words = ()


class Table(Struct, frozen=True):
    """Rows of cells under headings.

    Attributes:
        headings, rows: the cells.
        numbers: for each column, whether it is aligned right.
        caption: the words above the table.
        anchor: the anchor for links to the table.
        marked: rows that differ from the base.
        targets: the anchor of each row; empty if rows have none.
    """

    headings: tuple[Words, ...]
    rows: tuple[tuple[Words, ...], ...]
    numbers: tuple[bool, ...]
    caption: str = ""
    anchor: str = ""
    marked: frozenset[int] = field(default=frozenset())
    targets: tuple[str, ...] = ()


class Picture(Struct, frozen=True):
    """A drawing, as large as the column allows, with alternative text."""

    drawing: Drawing
    alt: str


class Label(Struct, frozen=True):
    """A number at a place of a figure; `words` explain it, and are empty if the text around the figure does so."""

    number: int
    x: Mm
    y: Mm
    words: Words = ()


class Detail(Struct, frozen=True):
    """A small part of a figure, at `place`, shown larger beside it as `scene`; both are marked with the letter."""

    letter: str
    place: Box
    scene: Scene


class Figure(Struct, frozen=True):
    """A drawing with numbers.

    Attributes:
        drawing: the drawing.
        labels: the numbers.
        alt: the alternative text.
        caption: the words below it.
        anchor: the anchor for links to it.
        away: the reference to it if it is moved past the text that follows; if empty, it is not moved.
        details: the parts shown enlarged below it, in millimetres of the page.
    """

    drawing: Drawing
    labels: tuple[Label, ...]
    alt: str
    caption: str = ""
    anchor: str = ""
    away: Words = ()
    details: tuple[Detail, ...] = ()


class Panel(Struct, frozen=True):
    """A position in pictures: parts of a board under a title; `alt` is the alternative text."""

    title: str
    scenes: tuple[Scene, ...]
    alt: str


class Scenery(Struct, frozen=True):
    """Positions beside each other, with words below them.

    Attributes:
        highest: the greatest height of the pictures, in mm.
        scale: their greatest scale; 0 for the usual one of the booklet.
        anchor: the anchor for links to them.
        away: the reference to them if they are moved past the text that follows; if empty, they are not moved.
    """

    panels: tuple[Panel, ...]
    caption: str = ""
    highest: float = 60.0
    scale: float = 0.0
    anchor: str = ""
    away: Words = ()


class Parting(Struct, frozen=True):
    """A place in a whole note at which a page may end nevertheless, to avoid a gap; `tear`: see `Piece.tear`."""

    tear: int


class Marked(Struct, frozen=True):
    """Elements that differ from the base, with a change bar beside them, or doubtful ones, with a frame on a proof.

    Attributes:
        elements: the elements.
        doubt: the reason for the doubt; "" if they differ from the base.
    """

    elements: tuple[Element, ...]
    doubt: str = ""


class Columns(Struct, frozen=True):
    """A change of the number of columns, relative to pages with one column of running text."""

    count: int


Element = Heading | Paragraph | Note | Table | Picture | Figure | Scenery | Parting | Marked | Columns


def walk(shown: Iterable[Element]) -> Iterator[Element]:
    """Yields elements, each before those within it."""
    for element in shown:
        yield element
        if isinstance(element, Note | Marked):
            yield from walk(element.elements)


def plain(words: Words) -> str:
    """The words without their marks."""
    return "".join(inline.text for inline in words)


def join(parts: Iterable[Words], between: str) -> Words:
    """The words of all parts, with `between` between each two of them."""
    found: list[Inline] = []
    for number, part in enumerate(parts):
        found += (Inline(between), *part) if number else part
    return tuple(found)


def spans(words: Words) -> list[Span]:
    """Inline text in the form that the typesetter takes."""
    return [Span(inline.text, inline.bold, inline.italic, icon=inline.icon, link=inline.target) for inline in words]
