"""Data model of layouts: styles, shapes, templates of cards, boards and parts."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from msgspec import Struct, field
from regelwerk_dsl.source import NO_SPAN, Span

from .. import icons
from ..drawing.drawing import Mm, Pt
from ..fonts import FIGURES
from ..typeset import Divisions, Style
from .elements import Binder, Element, Frame, Ink, Lets, Num, PathElement, Point, Sizes, Words
from .expressions import Expression, LayoutError, compile_expression
from .paint.pictures import Art
from .values import Card

EVERY_CARD = "all"
ZERO = Mm(0)


class Look(Style, frozen=True):
    """A style of text with its colour. The language comes with the text.

    `apart` are cards and families that are set in a size of their own, or `EVERY_CARD`.
    """

    size: Pt = Pt(9)
    smallest: Pt = Pt(6)
    language: str = ""
    color: Ink | None = None
    figures: str = ""
    apart: tuple[str, ...] = ()
    span: Span = NO_SPAN

    def sets_apart(self, card: Card) -> bool:
        """True if a card has a size of its own, unlike the rest of its deck."""
        return bool(self.apart) and not {card.key, card.family, EVERY_CARD}.isdisjoint(self.apart)


class Shape(Struct, frozen=True, kw_only=True):
    """A small drawing for elements and texts; within it, `it` is the value that it shows."""

    name: str
    width: Mm
    height: Mm
    let: Lets = ()
    draw: tuple[Element, ...]
    span: Span = NO_SPAN


class Shapes(dict[str, Shape]):
    """The shapes of layouts by name; other names are icons of the set, in the colour `it`.

    Attributes:
        icons: the names of icons of the set that layouts and texts have asked for so far.
    """

    def __init__(self, own: Mapping[str, Shape], asked: set[str]) -> None:
        super().__init__(own)
        self.icons = asked

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or name in icons.authors()

    def __missing__(self, name: str) -> Shape:
        from .paint.svg_paths import parse_outline  # slow to import, and only outlines need it

        self.icons.add(name)
        drawn = PathElement(path=parse_outline(icons.outline(name)), fill=ICON_COLOR, names=ICON_COLOR.names)
        self[name] = shape = Shape(name=name, width=Mm(icons.SIZE), height=Mm(icons.SIZE), draw=(drawn,))
        return shape


def known_shape(name: str, own: Collection[str], asked: set[str], span: Span) -> str:
    """The name of a shape, or of an icon, which is recorded; raises LayoutError (E1003) for others."""
    if name not in own:
        if name not in icons.authors():
            help = icons.suggestion(name, own) or "`regelwerk icons WORD` finds icons by words"
            raise LayoutError(f"there is no shape and no icon `{name}`", span, help, "E1003")
        asked.add(name)
    return name


ICON_COLOR = compile_expression("it if it is not none else '#000000'", NO_SPAN)


class Template(Struct, frozen=True, kw_only=True):
    """The look of the cards of a type. `extends` is the template that it extends."""

    name: str
    width: Mm
    height: Mm
    ground: Ink | None = None
    back_ground: Ink | None = None
    let: Lets
    front: tuple[Element, ...]
    back: tuple[Element, ...]
    span: Span = NO_SPAN
    extends: str = ""
    callouts: tuple[Callout, ...] = ()


class Callout(Struct, frozen=True, kw_only=True):
    """A numbered place on a card or picture, with the text that explains it in the booklet.

    A `number` of 0 stands for the position in the list.
    """

    at: Point
    text: Words = ()
    number: float = 0
    when: Expression | None = None
    span: Span = NO_SPAN


class Detail(Struct, frozen=True, kw_only=True):
    """A printed thing in a picture that the booklet shows enlarged, as a whole or in part.

    A part is a view of a board, or a box in the coordinates of the printed thing.
    """

    printed: Words
    view: Words = ()
    box: Frame | None = None
    title: Words = ()
    when: Expression | None = None
    span: Span = NO_SPAN


class View(Struct, frozen=True, kw_only=True):
    """A part of a board that pictures can show alone, or one such part for each entry of a list.

    `around` is the margin around the pieces that matter, across and down, within the box; None for the whole box.
    """

    name: str
    title: Words = ()
    box: Frame
    each: Binder | None = None
    around: Point | None = None
    span: Span = NO_SPAN


class NetOf(Struct, frozen=True):
    """The net of a part, by its name in `nets.NETS`, and its sizes."""

    kind: str
    sizes: Sizes
    span: Span = NO_SPAN


class Sheet(Struct, frozen=True, kw_only=True):
    """A board or a part: drawn once for a game, or once for each entry of a list.

    A net is as large as its faces, and each of these shows `draw`, or its entry in `faces`.
    """

    name: str
    title: Words
    width: Mm = ZERO
    height: Mm = ZERO
    when: Expression | None = None
    each: Binder | None = None
    ground: Ink | None = None
    back_ground: Ink | None = None
    copies: Num = 1
    let: Lets = ()
    draw: tuple[Element, ...] = ()
    back: tuple[Element, ...] | None = None
    net: NetOf | None = None
    faces: Mapping[str, tuple[Element, ...]] = field(default_factory=dict)
    span: Span = NO_SPAN
    views: tuple[View, ...] = ()
    callouts: tuple[Callout, ...] = ()
    details: tuple[Detail, ...] = ()


class OwnFont(Struct, frozen=True):
    """A font of the game's own: its family, and others by language."""

    family: str
    languages: Mapping[str, str] = field(default_factory=dict)


class Wordlist(Struct, frozen=True):
    """The words of a language in a game: their divisions, and their readings (kana)."""

    divisions: Divisions = field(default_factory=dict)
    readings: Mapping[str, str] = field(default_factory=dict)
    span: Span = NO_SPAN


class Layout(Struct, frozen=True):
    """All layout files of a game together.

    Attributes:
        words: texts in the language of the sources; they may have slots.
        places: the spans of these texts.
        colors: colours by name, or by name and key.
        data: free values for expressions.
        templates: card templates by name; one named like a card type is the look of that type.
        overrides: templates for single cards, by the template that they change and the key or family of the card.
        art: the pictures; none for the layout of this package.
        languages: the word lists, by language code.
        pictures: drawings only for the booklet: tables with boards, cards and parts on them.
        fonts: the game's own fonts, by the names used in styles.
    """

    words: dict[str, str]
    places: dict[str, Span]
    colors: dict[str, Any]
    data: dict[str, Any]
    looks: dict[str, Look]
    shapes: Shapes
    templates: dict[str, Template]
    boards: dict[str, Sheet]
    parts: dict[str, Sheet]
    art: Art = field(default_factory=lambda: Art(None))
    overrides: Mapping[str, Mapping[str, Template]] = field(default_factory=dict)
    languages: Mapping[str, Wordlist] = field(default_factory=dict)
    pictures: Mapping[str, Sheet] = field(default_factory=dict)
    fonts: Mapping[str, OwnFont] = field(default_factory=dict)

    def family(self, look: Look, language: str) -> str:
        """The fonts of a style in a language, as the typesetter names them."""
        names = [one for one in (look.font, look.figures) if one]
        found = [(own.languages.get(language) or own.family) if (own := self.fonts.get(one)) else one for one in names]
        return FIGURES.join(found)

    def template(self, card: Card) -> Template | None:
        """The template of a card: its own, that of its family, or that of its type; None if there is none."""
        own = self.overrides.get(card.type, {})
        return own.get(card.key) or own.get(card.family) or self.templates.get(card.type)

    def wordlist(self, language: str) -> Wordlist:
        """The words of a language; empty if the layouts do not give them."""
        return self.languages.get(language, NO_WORDS)


NO_WORDS = Wordlist()
