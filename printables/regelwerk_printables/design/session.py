"""A drawing session: a game in one language with its layouts, and its boards and parts drawn with them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from itertools import chain

from msgspec import Struct
from regelwerk_compiler.checked.game import CheckedGame
from regelwerk_dsl.data.layouts import read_layout
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.limits import MOST_COPIES
from regelwerk_dsl.source import SourceFile, Span
from regelwerk_dsl.suggest import did_you_mean

from ..drawing.drawing import BLEED, Drawing, Item, Mm, Tagged
from .elements import Element, Ink, Lets, expressions_in
from .expressions import BUILT_IN, FUNCTIONS, MOVING, Expression, LayoutError, colour_meant
from .interpreter import Scope
from .load import build_layout
from .model import Layout, NetOf, Sheet, Template
from .namespace import Namespace
from .nets import LEAST_MM, MOST_MM, NETS
from .paint.evaluator import Misfit, bind, bound, listed, number
from .paint.painting import Painter
from .texts import read_words
from .values import Card

PLAIN = "plain.yaml"
PLAIN_TEMPLATE = "plain card"
NOT_PLAIN = re.compile(r"[{}*:\\]")  # a text that may have a slot or a mark
SHOWN = 10  # cards that one message names
CARD_THICKNESS = 0.32  # mm, of usual card stock
ROOM = 1.5  # mm, spare room in a box


@cache
def plain_layout() -> Layout:
    """The layout of this package: it knows no game and can draw every card."""
    text = (files(__package__) / PLAIN).read_text(encoding="utf-8")
    diagnostics = Diagnostics()
    found = read_layout(SourceFile(PLAIN, text), diagnostics, is_ours=True)
    assert found is not None, diagnostics.sorted()
    layout = build_layout([found], None, diagnostics)
    assert not diagnostics.has_errors, diagnostics.sorted()
    return layout


def template_of(layout: Layout, card: Card) -> tuple[Layout, Template]:
    """The template of a card with its layout: the plain one if the game's layout has none."""
    if (template := layout.template(card)) is not None:
        return layout, template
    plain = plain_layout()
    return plain, plain.templates[PLAIN_TEMPLATE]


@dataclass(slots=True)
class Session:
    """One game in one language, ready to draw with its own layout and the plain one."""

    layout: Layout
    game: CheckedGame
    language: str
    diagnostics: Diagnostics
    namespace: Namespace = field(init=False)
    _painters: dict[tuple[int, tuple[str, ...]], tuple[Painter, Scope]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.namespace = Namespace(self.game, self.language)

    def painter(self, layout: Layout, players: tuple[str, ...] = ()) -> tuple[Painter, Scope]:
        """The painter of a layout, and a scope for no particular card.

        There is one for each set of players, since shapes for a player are kept by his name.
        """
        key = id(layout), players
        if key not in self._painters:
            painter = Painter(layout, self.language)
            scope = painter.start(self.namespace.scope(layout.words, layout.colors, layout.data))
            if layout is not self.layout:  # texts on plain cards have the icons of the game
                scope["icon"] = self.painter(self.layout, players)[0].icon
            scope["deck"] = self.deck
            self._fill_words(layout, painter, scope)
            self._painters[key] = painter, scope
        return self._painters[key]

    def _fill_words(self, layout: Layout, painter: Painter, scope: Scope) -> None:
        """Fills the slots in the texts of a layout."""
        texts: dict[str, str] = dict(scope["words"])
        scope["words"] = texts
        for name, text in texts.items():
            place = layout.places[name]
            try:
                texts[name] = painter.marked(read_words(text, place), scope) if NOT_PLAIN.search(text) else text
            except LayoutError as error:  # reported at the text in the layout, with its translation
                what = f"{error.message} ({self.language}: `{text}`)"
                self.diagnostics.report(error.code, place, what, help=error.help)

    def deck(self, card_type: str, each: float = CARD_THICKNESS) -> list[float]:
        """Width, height and depth of a box for all cards of a type, with a little room; `each` is the thickness of a
        card.

        Raises:
            ValueError: there is no such card type.
        """
        own = [card for card in self.namespace.cards if card.type == card_type]
        if not own:
            raise ValueError(f"there is no card of the type `{card_type}`")
        template = template_of(self.layout, own[0])[1]
        thick = each * sum(card.copies for card in own)
        return [template.width + ROOM, template.height + ROOM, round(thick + ROOM, 1)]

    def report(self, error: LayoutError) -> None:
        """Reports a mistake in the layout."""
        self.diagnostics.report(error.code, error.span, error.message, help=error.help)

    def report_misfits(self) -> None:
        """Reports texts since the last call that do not fit, and characters that no font has.

        Each box gets one message for all cards whose text does not fit it; messages are not repeated.
        """
        found = Diagnostics()
        for painter, _ in self._painters.values():
            boxes: dict[Span, dict[str, Misfit]] = {}
            for misfit in sorted(painter.misfits, key=lambda misfit: -misfit.excess):
                boxes.setdefault(misfit.span, {}).setdefault(misfit.subject, misfit)
            painter.misfits.clear()
            for span, misfits in boxes.items():
                high = [one for one in misfits.values() if one.excess > 0]
                if high:
                    which = _several([f"{one.subject} by {one.excess:.1f} mm" for one in high])
                    what = f"text ({self.language}) does not fit its box at {high[0].size:g} pt: {which}"
                    help = "make the box larger or the text shorter, or allow smaller type with `smallest`"
                    found.report("E1010", span, what, help=help)
                if which := _with_characters((one.subject, one.missing) for one in misfits.values()):
                    found.report("E1011", span, f"no font has a character ({self.language}): {which}")
                if which := _with_characters((one.subject, one.lacking) for one in misfits.values()):
                    what = f"the game's own font lacks characters ({self.language}): {which}"
                    help = "they come from another font; take one that has them, or name another for this language"
                    found.report("W1013", span, what, help=help)
        self.diagnostics.extend([item for item in found.items if item not in self.diagnostics.items])

    def names_are_known(self, elements: Iterable[Element], scope: Scope, lets: Lets) -> bool:
        """True if all names that elements use are in their scope; reports E1003 for the others."""
        known = {*scope, *FUNCTIONS, *BUILT_IN, "width", "height", "bleed", *(name for name, _ in lets)}
        before = len(self.diagnostics)
        for element, name in [(one, name) for one in elements for name in sorted(one.names - known)]:
            place = next((one.span for one in expressions_in(element) if name in one.names), element.span)
            meant = colour_meant(name, self.layout.colors) or did_you_mean(name, [*known, *self.layout.colors])
            help = meant or "write `card.name` for a field of the card, `rules.name` for a value"
            self.diagnostics.report("E1003", place, f"unknown name `{name}`", help=help)
        return len(self.diagnostics) == before

    def state_is_known(self, sheet: Sheet) -> bool:
        """True if the game's state has all facts that a sheet reads from a position; reports E1003 for the others."""
        known = [one.name for one in self.game.state]
        before = len(self.diagnostics)
        for expression in expressions_in(sheet.let, *(one for one in sheet.draw if one.names & MOVING)):
            for name in sorted(expression.facts.difference(known)):
                what = f"the state of the game has no `{name}`"
                self.diagnostics.report("E1003", expression.span, what, help=did_you_mean(name, known) or "")
        return len(self.diagnostics) == before


def _several(parts: list[str]) -> str:
    more = f"; and {len(parts) - SHOWN} more" if len(parts) > SHOWN else ""
    return "; ".join(parts[:SHOWN]) + more


def _with_characters(lacking: Iterable[tuple[str, Iterable[str]]]) -> str:
    """Cards and sheets, each with the characters that it lacks; "" if none lacks any."""
    shown = ((subject, " ".join(f"`{char}` (U+{ord(char):04X})" for char in chars)) for subject, chars in lacking)
    return _several([f"{subject}: {chars}" for subject, chars in shown if chars])


class Printed(Struct, frozen=True):
    """A board or part: `name` is that of the layout, `title` is for people, `copies` is the number to print.

    `back` is its other side, and what `folds` is a net to cut out.
    """

    name: str
    title: str
    drawing: Drawing
    copies: int = 1
    back: Drawing | None = None
    folds: bool = False


def draw_sheets(session: Session, sheets: Mapping[str, Sheet]) -> list[Printed]:
    """The drawings of boards or parts, without those with mistakes, which are reported."""
    painter, scope = session.painter(session.layout)
    found: list[Printed] = []
    for sheet in sheets.values():
        painter.subject = sheet.name
        more = dict.fromkeys([*(sheet.each.names if sheet.each else ()), "index", "count", *["face"] * bool(sheet.net)])
        elements = [*sheet.draw, *(sheet.back or ()), *chain(*sheet.faces.values())]
        if session.names_are_known(elements, {**scope, **more}, sheet.let) and session.state_is_known(sheet):
            try:
                found += paint_sheet(painter, sheet, scope)
            except LayoutError as error:
                session.report(error)
    session.report_misfits()
    return found


def _copies(sheet: Sheet, scope: Scope) -> int:
    copies = int(number(sheet.copies, scope))
    if not 0 <= copies <= MOST_COPIES:
        span = sheet.copies.span if isinstance(sheet.copies, Expression) else sheet.span
        raise LayoutError(f"{copies:,} copies do not fit in 0..{MOST_COPIES:,}", span)
    return copies


def paint_sheet(painter: Painter, sheet: Sheet, scope: Scope) -> Iterator[Printed]:
    """The drawings of a sheet whose condition holds; raises LayoutError."""
    scope = {**scope, "width": sheet.width, "height": sheet.height, "bleed": float(BLEED)}
    entries = listed(sheet.each, scope) if sheet.each is not None else [None]
    for at, entry in enumerate(entries):
        inner, name = scope, sheet.name
        if sheet.each is not None:
            inner, name = {**bind(scope, sheet.each, entry, at), "count": len(entries)}, f"{sheet.name}-{at + 1}"
        inner = bound(inner, sheet.let)
        if sheet.when is None or sheet.when.value(inner):
            if sheet.net is not None:
                drawing = _net(painter, sheet, sheet.net, inner)
            else:
                drawing = _side(painter, sheet, sheet.ground, sheet.draw, inner)
            back = None
            if sheet.back is not None:
                back = _side(painter, sheet, sheet.back_ground or sheet.ground, sheet.back, inner)
            title, copies = painter.text(sheet.title, inner), _copies(sheet, inner)
            yield Printed(name, title, drawing, copies, back, folds=sheet.net is not None)


def _side(painter: Painter, sheet: Sheet, ground: Ink | None, elements: Iterable[Element], scope: Scope) -> Drawing:
    items = (*painter.ground(ground, sheet.width, sheet.height, scope), *painter.items(elements, scope))
    return Drawing(sheet.width, sheet.height, (Tagged("Sect", items),), BLEED)


def _net(painter: Painter, sheet: Sheet, of: NetOf, scope: Scope) -> Drawing:
    """The net with the drawings on its faces; raises LayoutError for sizes that make no net."""
    kind = NETS[of.kind]
    sizes = painter.numbers(of.sizes, scope, of.span)
    if len(sizes) != kind.sizes or not all(kind.takes(at, size) for at, size in enumerate(sizes)):
        what = f"{kind.sizes} lengths" if kind.sizes > 1 else "one length"
        what = f"a net of this kind takes {what} from {LEAST_MM:g} to {MOST_MM:,g} mm"
        raise LayoutError(what, of.span, kind.usage, "E1009")
    net = kind.make(*sizes)
    color = painter.color(sheet.ground, scope)
    items: list[Item] = [] if color is None else list(net.ground(color))
    for panel in net.panels:
        width, height = panel.size
        inner = {**scope, "width": width, "height": height, "face": panel.name}
        painter.subject = f"{sheet.name} ({panel.name})"
        items.append(panel.placed(painter.items(sheet.faces.get(panel.name, sheet.draw), inner)))
    lines = Tagged("Artifact", tuple(net.lines()))
    return Drawing(*net.size, (Tagged("Sect", tuple(items)), lines), Mm(0))
