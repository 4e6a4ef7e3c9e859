"""The elements of layouts: drawn things, with values that are numbers or expressions, and the names that they need."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Literal, NewType, get_args

from msgspec import Struct
from msgspec.structs import replace
from regelwerk_compiler.checked.marks import Mark
from regelwerk_dsl.source import NO_SPAN, Span

from ..drawing.drawing import Color, Commands, Path
from ..typeset import Align
from .expressions import MOVING, Expression

LARGEST = 1_000_000
"""All numbers for positions and sizes are below this."""

Num = float | Expression
Ink = Color | Expression
Point = tuple[Num, Num]
Points = tuple[Point, ...] | Expression
Sizes = tuple[Num, ...] | Expression
Frame = tuple[Num, Num, Num, Num]  # x, y, width, height
Part = str | Expression | Mark
Words = tuple[Part, ...]  # a text with its slots and marks
Lets = tuple[tuple[str, Expression | float], ...]
Valign = Literal["top", "middle", "bottom"]
Cells = Literal["square", "hex"]
StyleName = NewType("StyleName", str)
ShapeName = NewType("ShapeName", str)
ORIGIN: Point = (0.0, 0.0)


class Binder(Struct, frozen=True):
    """The names that a repetition binds, and its list: `good, n in each(card.load)`."""

    names: tuple[str, ...]
    items: Expression


SHADE = Color(0, 0, 0, 0.5)


class Shadow(Struct, frozen=True):
    """The shadow of an element: moved by `at`, fading out over `blur` beyond its edges."""

    color: Ink = SHADE
    at: Point = (0.5, 0.5)
    blur: Num = 0


class Blend(Struct, frozen=True):
    """Colours that blend into each other; without `stops`, from 0 to 1, they are equally far apart."""

    gradient: tuple[Ink, ...]
    stops: tuple[float, ...] = ()
    angle: Num = 0
    radial: bool = False


Fill = Ink | Blend


class Picture(Struct, frozen=True):
    """A picture with its width and height: a file at `path`, or the outlines of an SVG file."""

    name: str
    size: tuple[float, float]
    path: str = ""
    outlines: tuple[Path, ...] = ()


Image = Picture | Words


# ---- elements: their fields have the names used in the files ---------------------------------------------------------


class Base(Struct, frozen=True, kw_only=True):
    """The properties of all elements: `opacity` and `shadow` apply to everything that one draws.

    `names` are those that its expressions need, without those that it binds itself.
    """

    when: Expression | None = None
    name: str = ""
    opacity: Num = 1
    shadow: Shadow | None = None
    span: Span = NO_SPAN
    names: frozenset[str] = frozenset()


class Painted(Base, frozen=True, kw_only=True):
    """The properties of areas and lines: their paint, and `dash` with the lengths of strokes and gaps in turn."""

    fill: Fill | None = None
    line: Ink | None = None
    pen: Num = 0.2
    dash: tuple[float, ...] = ()


class TextElement(Base, frozen=True, kw_only=True):
    text: Words
    box: Frame
    style: StyleName
    align: Align | None = None
    valign: Valign = "top"
    color: Ink | None = None
    line: Ink | None = None
    pen: Num = 0.2
    angle: Num = 0
    role: str = ""
    language: Expression | None = None


class RectElement(Painted, frozen=True, kw_only=True):
    rect: Frame
    radius: Num = 0


class EllipseElement(Painted, frozen=True, kw_only=True):
    ellipse: Frame


class LinesElement(Painted, frozen=True, kw_only=True):
    lines: Points
    closed: bool = False
    round: bool = False
    radius: Num = 0


class PathElement(Painted, frozen=True, kw_only=True):
    path: Commands
    at: Point = ORIGIN


class ShapeElement(Base, frozen=True, kw_only=True):
    """A shape or an icon, by its name or by words with slots that give the name."""

    shape: ShapeName | Words
    box: Frame
    of: Expression | None = None
    angle: Num = 0
    alt: Words = ()


class ImageElement(Base, frozen=True, kw_only=True):
    """A picture: a file, or one named by words with slots; `fallback` is used if that does not exist."""

    image: Image
    box: Frame
    fit: str = "contain"
    alt: Words = ()
    fallback: Picture | None = None
    tint: Ink | None = None


Area = RectElement | EllipseElement | LinesElement | PathElement
Clip = Frame | Area


class PrintedElement(Base, frozen=True, kw_only=True):
    """A board, a part or a face of a card as printed, within a picture of the booklet."""

    printed: Words
    box: Frame
    angle: Num = 0


class GroupElement(Base, frozen=True, kw_only=True):
    group: tuple[Element, ...]
    at: Point = ORIGIN
    angle: Num = 0
    scale: Num = 1
    clip: Clip | None = None
    let: Lets = ()
    alt: Words = ()
    piece: Frame | None = None


class RepeatElement(Base, frozen=True, kw_only=True):
    repeat: Binder
    draw: tuple[Element, ...]
    at: Point = ORIGIN
    step: Point = ORIGIN
    columns: Num | None = None
    let: Lets = ()


class GridElement(Painted, frozen=True, kw_only=True):
    """Cells side by side: all of some columns and rows, or those at the places of the entries of a list.

    Hexagons are as wide as a cell from side to side, with a corner at the top, or with a side if `flat`.
    """

    grid: Cells
    cell: Num
    at: Point = ORIGIN
    columns: Num = 0
    rows: Num = 0
    each: Binder | None = None
    place: Point | None = None
    flat: bool = False
    draw: tuple[Element, ...] = ()


class Column(Struct, frozen=True, kw_only=True):
    """A column of a table: `head` is its heading; without a style, it has that of the table."""

    width: Num
    text: Words
    head: Words = ()
    style: StyleName | None = None
    align: Align | None = None
    language: Expression | None = None


class TableElement(Base, frozen=True, kw_only=True):
    table: Binder
    box: Frame
    columns: tuple[Column, ...]
    style: StyleName
    head: StyleName | None = None
    gap: Num = 0.8
    spread: Num = 0
    bands: Ink | None = None
    line: Ink | None = None
    pen: Num = 0.2


Element = (
    TextElement
    | RectElement
    | EllipseElement
    | LinesElement
    | PathElement
    | ShapeElement
    | ImageElement
    | GroupElement
    | RepeatElement
    | TableElement
    | PrintedElement
    | GridElement
)
_NAMES = ("text", "rect", "ellipse", "lines", "path", "shape", "image", "group", "repeat", "table", "printed", "grid")
KINDS: dict[str, Callable[..., Element]] = dict(zip(_NAMES, get_args(Element), strict=True))
"""The elements by the key that gives their kind."""


PRINTED = "<printed>"
"""The name in the scope of a picture for the function from names of printed things to their forms and words."""


def parts_of(part: object) -> Iterator[Any]:
    """The values directly within an element, a tuple or another part of an element."""
    if isinstance(part, tuple):
        yield from part
    elif isinstance(part, Base | Binder | Blend | Column | Shadow):
        yield from (getattr(part, name) for name in part.__struct_fields__)


def expressions_in(*parts: object) -> Iterator[Expression]:
    """Yields all expressions in elements and their values, at any depth."""
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


def own_names(element: Element) -> set[str]:
    """The names that the scope must have for the values of an element itself, not for the elements within it."""
    inner = ("group", "draw", "let", "columns" if isinstance(element, TableElement) else "")
    names = names_in(*(getattr(element, name) for name in element.__struct_fields__ if name not in inner))
    return names - {"count"} if isinstance(element, RepeatElement) else names


def free_names(element: Element) -> frozenset[str]:
    """The names that the scope must have for an element whose parts know theirs, without those that it binds itself."""
    names = own_names(element)
    match element:
        case GroupElement(let=let):
            names |= names_in(element.group, let) - {name for name, _ in let}
        case RepeatElement(let=let):
            bound = {*element.repeat.names, "index", "count", *(name for name, _ in let)}
            names |= names_in(element.draw, let) - bound
        case GridElement():
            inner = names_in(element.fill, element.line, element.pen, element.draw, element.place)
            inner -= {*_names_of(element.each), "column", "row", "index", "width", "height"}
            names = inner | names_in(element.each, element.at, element.cell, element.columns, element.rows)
            names |= names_in(element.when, element.opacity, element.shadow)
        case TableElement():
            rows = [names_in(column.width, column.text, column.language) for column in element.columns]
            names |= set().union(*rows) - {*element.table.names, "index"}
            names |= names_in(*(column.head for column in element.columns))
        case TextElement() | RectElement() | EllipseElement() | LinesElement() | PathElement() | ShapeElement():
            pass
        case ImageElement() | PrintedElement():
            pass
    return frozenset(names)


def _names_of(binder: Binder | None) -> tuple[str, ...]:
    return binder.names if binder is not None else ()


def overlay(elements: Iterable[Element], lets: Lets = (), moving: frozenset[str] = MOVING) -> list[Element]:
    """The elements that depend on the position, in order.

    Of groups and repetitions that are the same in every position, only the parts that are not.

    Args:
        elements: the elements of a board.
        lets: names defined above them.
        moving: names whose values depend on the position.
    """
    moving = _more(lets, moving)
    found: list[Element] = []
    for element in elements:
        if not element.names & moving:
            continue
        is_same = not own_names(element) & moving
        match element:
            case GroupElement(piece=None) if is_same:
                inner = overlay(element.group, element.let, moving)
                found += [replace(element, group=tuple(inner))] if inner else []
            case RepeatElement() if is_same:
                inner = overlay(element.draw, element.let, moving)
                found += [replace(element, draw=tuple(inner))] if inner else []
            case _:
                found.append(element)
    return found


def _more(lets: Lets, moving: frozenset[str]) -> frozenset[str]:
    for name, value in lets:
        needs = isinstance(value, Expression) and bool(value.names & moving)
        moving = moving | {name} if needs else moving - {name}
    return moving
