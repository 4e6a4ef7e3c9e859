"""Data model of layouts: templates of cards, boards and parts; values of elements are numbers or expressions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path as FilePath
from typing import Any, Literal

from regelwerk_dsl.source import NO_SPAN, Span

from ..drawing.drawing import Color, Path
from ..typeset import NO_DIVISIONS, Divisions
from .expressions import Expression

Num = float | Expression
Ink = Color | Expression
Point = tuple[Num, Num]
Frame = tuple[Num, Num, Num, Num]  # x, y, width, height
Words = tuple[str | Expression, ...]  # a text with its slots
Lets = tuple[tuple[str, Expression | float], ...]
Commands = tuple[tuple[str, tuple[float, ...]], ...]


@dataclass(frozen=True, slots=True)
class Binder:
    """`good, n in each(card.load)`: the names that a repetition binds, and the list."""

    names: tuple[str, ...]
    items: Expression


@dataclass(frozen=True, slots=True)
class Paint:
    """How an area and its edge are drawn."""

    fill: Ink | None = None
    line: Ink | None = None
    pen: Num = 0.2
    dash: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Base:
    """What all elements have. `names` are those that its expressions need, without those that it binds itself."""

    when: Expression | None = None
    name: str = ""
    span: Span = field(default=NO_SPAN, compare=False, repr=False)
    names: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class RectElement(Base):
    box: Frame
    radius: Num
    paint: Paint


@dataclass(frozen=True, slots=True)
class EllipseElement(Base):
    box: Frame
    paint: Paint


@dataclass(frozen=True, slots=True)
class LinesElement(Base):
    points: tuple[Point, ...] | Expression
    closed: bool
    round: bool
    paint: Paint


@dataclass(frozen=True, slots=True)
class PathElement(Base):
    commands: Commands
    at: Point
    paint: Paint


@dataclass(frozen=True, slots=True)
class TextElement(Base):
    words: Words
    box: Frame
    style: str
    align: str
    valign: Literal["top", "middle", "bottom"]
    color: Ink | None
    angle: Num
    role: str
    language: Expression | None


@dataclass(frozen=True, slots=True)
class ShapeElement(Base):
    shape: str
    box: Frame
    of: Expression | None
    angle: Num
    alt: Words


@dataclass(frozen=True, slots=True)
class ImageElement(Base):
    """`path` is a picture; or `picture` the drawing that an SVG file holds, with its width and height."""

    box: Frame
    fit: str
    alt: Words
    size: tuple[float, float]
    path: str = ""
    picture: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True)
class GroupElement(Base):
    elements: Sequence[Element]
    at: Point
    angle: Num
    scale: Num
    clip: Frame | None
    lets: Lets
    alt: Words
    piece: Frame | None = None


@dataclass(frozen=True, slots=True)
class RepeatElement(Base):
    binder: Binder
    elements: Sequence[Element]
    at: Point
    step: Point
    columns: Num | None
    lets: Lets


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: `head` is what stands above it."""

    width: Num
    words: Words
    head: Words
    style: str
    align: str
    language: Expression | None


@dataclass(frozen=True, slots=True)
class TableElement(Base):
    binder: Binder
    box: Frame
    columns: tuple[Column, ...]
    style: str
    head: str
    gap: Num
    bands: Ink | None
    line: Ink | None
    pen: Num


Element = (
    RectElement
    | EllipseElement
    | LinesElement
    | PathElement
    | TextElement
    | ShapeElement
    | ImageElement
    | GroupElement
    | RepeatElement
    | TableElement
)


@dataclass(frozen=True, slots=True)
class Look:
    """A style of text, without the language."""

    size: float = 9
    smallest: float = 6
    font: str = "sans"
    bold: bool = False
    leading: float = 1.35
    align: str = "left"
    phrases: bool = False
    hanging: bool = False
    hyphens: bool = True
    color: Ink | None = None


@dataclass(frozen=True, slots=True)
class Shape:
    """A small drawing that elements and texts show; within it, `it` is what it shows."""

    name: str
    width: float
    height: float
    lets: Lets
    elements: tuple[Element, ...]
    span: Span = field(default=NO_SPAN, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Template:
    """How the cards of a type look. `extends` is the template that it is made from."""

    name: str
    width: float
    height: float
    ground: Ink | None
    back_ground: Ink | None
    lets: Lets
    front: tuple[Element, ...]
    back: tuple[Element, ...]
    span: Span = field(default=NO_SPAN, compare=False, repr=False)
    extends: str = ""


@dataclass(frozen=True, slots=True)
class View:
    """A part of a board that pictures show by itself, or one part for each entry of a list.

    `around` is how much is shown about the pieces that matter, across and down, within the box; None: all of the box.
    """

    name: str
    title: Words
    box: Frame
    each: Binder | None
    around: Point | None
    span: Span = field(default=NO_SPAN, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A board or a part: something that is drawn once for a game, or once for each entry of a list."""

    name: str
    title: Words
    width: float
    height: float
    when: Expression | None
    each: Binder | None
    ground: Ink | None
    copies: Num
    lets: Lets
    elements: tuple[Element, ...]
    span: Span = field(default=NO_SPAN, compare=False, repr=False)
    views: tuple[View, ...] = ()


@dataclass(frozen=True, slots=True)
class Wordlist:
    """What a game says of the words of a language: where they are divided, and how they are read (kana)."""

    divisions: Divisions = NO_DIVISIONS
    readings: Mapping[str, str] = field(default_factory=dict)
    span: Span = field(default=NO_SPAN, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Layout:
    """All layout files of a game together.

    Attributes:
        words: texts in the language of the sources; they may have slots.
        places: where these texts stand.
        colors: colours by name, or by name and key.
        data: free values for expressions.
        templates: card templates by name; those named like a card type are its look.
        folder: where `art/` lies; None for the layout that comes with this package.
        languages: what is to be known of the words of a language, by its code.
    """

    words: dict[str, str]
    places: dict[str, Span]
    colors: dict[str, Any]
    data: dict[str, Any]
    looks: dict[str, Look]
    shapes: dict[str, Shape]
    templates: dict[str, Template]
    boards: dict[str, Sheet]
    parts: dict[str, Sheet]
    folder: FilePath | None = None
    languages: Mapping[str, Wordlist] = field(default_factory=dict)

    def wordlist(self, language: str) -> Wordlist:
        """What is to be known of the words of a language; nothing where the layouts do not say it."""
        return self.languages.get(language, NO_WORDS)


NO_WORDS = Wordlist()


def parts_of(part: object) -> Iterator[Any]:
    """The values directly within an element, a tuple or another part of an element."""
    if isinstance(part, tuple | list):
        yield from part
    elif isinstance(part, Base | Binder | Column | Paint):
        yield from (getattr(part, one.name) for one in fields(part))


def expressions_in(*parts: object) -> Iterator[Expression]:
    """All expressions in elements and their values, at any depth."""
    for part in parts:
        if isinstance(part, Expression):
            yield part
        else:
            yield from expressions_in(*parts_of(part))


def names_in(*parts: object) -> set[str]:
    """The names that the scope must have for some elements or values."""
    found: set[str] = set()
    for part in parts:
        found |= part.names if isinstance(part, Expression | Base) else names_in(*parts_of(part))
    return found


def free_names(element: Element) -> frozenset[str]:
    """The names that the scope must have for an element whose parts know theirs: not those that it binds itself."""
    inner: set[str] = set()
    hidden: tuple[str, ...] = ()
    match element:
        case GroupElement():
            inner = names_in(element.elements, element.lets) - {name for name, _ in element.lets}
            hidden = ("elements", "lets")
        case RepeatElement():
            bound = {*element.binder.names, "index", "count", *(name for name, _ in element.lets)}
            inner = names_in(element.elements, element.lets) - bound
            hidden = ("elements", "lets")
        case TableElement():
            rows = [(column.width, column.words, column.language) for column in element.columns]
            inner = names_in(rows) - {*element.binder.names, "index"} | names_in([one.head for one in element.columns])
            hidden = ("columns",)
    outer = names_in(*(getattr(element, one.name) for one in fields(element) if one.name not in hidden))
    return frozenset(inner | (outer - {"count"} if isinstance(element, RepeatElement) else outer))
