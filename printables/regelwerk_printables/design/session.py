"""Drawing session: the cards, boards and parts of a game in one language, drawn with its layouts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from importlib.resources import files
from itertools import groupby

from regelwerk_compiler.checked.game import CheckedGame
from regelwerk_dsl.data.layouts import read_layout
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.source import SourceFile, Span
from regelwerk_dsl.suggest import did_you_mean

from ..drawing.drawing import BLEED, Drawing, Group, Item, Mm, PrintedCard, Tagged
from .expressions import BUILT_IN, FUNCTIONS, MOVING, Expression, LayoutError
from .interpreter import Scope
from .load import build_layout, read_words
from .model import Element, Ink, Layout, Lets, Sheet, Template, expressions_in, names_in
from .namespace import Namespace
from .paint.evaluator import Misfit, bind, bound, listed, make_form, number
from .paint.painting import Painter
from .values import Card

MOST_COPIES = 1_000
PLAIN = "plain.yaml"
PLAIN_TEMPLATE = "plain card"
SHOWN = 10  # cards that one message names


@cache
def plain_layout() -> Layout:
    """The layout that comes with this package: it knows no game and can draw every card."""
    text = (files(__package__) / PLAIN).read_text(encoding="utf-8")
    diagnostics = Diagnostics()
    found = read_layout(SourceFile(PLAIN, text), diagnostics)
    assert found is not None, diagnostics.sorted()
    layout = build_layout([found], None, diagnostics)
    assert not diagnostics.has_errors, diagnostics.sorted()
    return layout


def template_of(layout: Layout, card_type: str) -> tuple[Layout, Template]:
    """The template for cards of a type with its layout: the plain one where the game's layout has none."""
    if card_type in layout.templates:
        return layout, layout.templates[card_type]
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
        """The painter of a layout, and the scope of what belongs to no card.

        There is one for each set of players: what a shape shows of a player is kept under his name.
        """
        key = id(layout), players
        if key not in self._painters:
            painter = Painter(layout, self.language)
            scope = painter.start(self.namespace.scope(layout.words, layout.colors, layout.data))
            if layout is not self.layout:  # texts on plain cards have the icons of the game
                scope["icon"] = self.painter(self.layout, players)[0].icon
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
                texts[name] = painter.text(read_words(text, place), scope) if "{" in text else text
            except LayoutError as error:  # reported where the layout has the text, with its translation
                what = f"{error.message} ({self.language}: `{text}`)"
                self.diagnostics.report(error.code, place, what, help=error.help)

    def report(self, error: LayoutError) -> None:
        """Reports a mistake in the layout."""
        self.diagnostics.report(error.code, error.span, error.message, help=error.help)

    def report_misfits(self) -> None:
        """Reports the texts that have not fitted since the last call, and characters that no font has.

        One message a box, with all cards whose text it does not hold; what has been reported is not repeated.
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
                without = [(one.subject, " ".join(map(_named, one.missing))) for one in misfits.values() if one.missing]
                if without:
                    which = _several([f"{subject}: {chars}" for subject, chars in without])
                    found.report("E1011", span, f"no font has a character ({self.language}): {which}")
        self.diagnostics.extend([item for item in found.items if item not in self.diagnostics.items])

    def names_are_known(self, elements: Iterable[Element], scope: Scope, lets: Lets) -> bool:
        """Whether all names that elements use are in their scope; reports E1003 for the others."""
        known = {*scope, *FUNCTIONS, *BUILT_IN, "width", "height", "bleed", *(name for name, _ in lets)}
        before = len(self.diagnostics)
        for element, name in [(one, name) for one in elements for name in sorted(one.names - known)]:
            place = next((one.span for one in expressions_in(element) if name in one.names), element.span)
            meant = did_you_mean(name, [*known, *self.layout.colors])
            help = meant or "write `card.name` for a field of the card, `rules.name` for a value"
            self.diagnostics.report("E1003", place, f"unknown name `{name}`", help=help)
        return len(self.diagnostics) == before

    def state_is_known(self, sheet: Sheet) -> bool:
        """Whether the game's state has what a sheet asks of a position; reports E1003 for what it does not have."""
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


def _named(char: str) -> str:
    return f"`{char}` (U+{ord(char):04X})"


@dataclass(frozen=True, slots=True)
class Printed:
    """A board or part: `name` is that of the layout, `title` what people read, `copies` how many are printed."""

    name: str
    title: str
    drawing: Drawing
    copies: int = 1


def draw_sheets(session: Session, sheets: Mapping[str, Sheet]) -> list[Printed]:
    """The drawings of boards or parts, without those that have mistakes, which are reported."""
    painter, scope = session.painter(session.layout)
    found: list[Printed] = []
    for sheet in sheets.values():
        painter.subject = sheet.name
        more = dict.fromkeys([*(sheet.each.names if sheet.each else ()), "index", "count"])
        if session.names_are_known(sheet.draw, {**scope, **more}, sheet.let) and session.state_is_known(sheet):
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
            items = painter.items(sheet.draw, inner)
            items = [*painter.ground(sheet.ground, sheet.width, sheet.height, inner), *items]
            drawing = Drawing(sheet.width, sheet.height, (Tagged("Sect", tuple(items)),), BLEED)
            yield Printed(name, painter.text(sheet.title, inner), drawing, _copies(sheet, inner))


def draw_cards(session: Session, only: Iterable[str] | None, later: bool) -> list[PrintedCard]:
    """The cards of a game in its order, without those whose template has mistakes, which are reported.

    Args:
        session: the game in one language.
        only: keys of cards; None for all.
        later: draw a front each time when its items are asked for.
    """
    wanted = None if only is None else set(only)
    makers: dict[str, CardMaker | None] = {}
    found: list[PrintedCard] = []
    for card in session.namespace.cards:
        if wanted is not None and card.key not in wanted:
            continue
        try:
            if card.type not in makers:
                makers[card.type] = _maker(session, card.type)
            maker = makers[card.type]
            if maker is not None:
                found.append(maker.card(card, later=later))
        except LayoutError as error:
            session.report(error)
            makers[card.type] = None
    session.report_misfits()
    return found


def _maker(session: Session, card_type: str) -> CardMaker | None:
    layout, template = template_of(session.layout, card_type)
    painter, scope = session.painter(layout)
    scope = card_scope(session.namespace, template, scope, card_type)
    if not session.names_are_known((*template.front, *template.back), {**scope, "card": None}, template.let):
        return None
    painter.subject = template.name
    return CardMaker(session, painter, scope, template)


def card_scope(namespace: Namespace, template: Template, scope: Scope, card_type: str) -> Scope:
    """The scope for the cards of a type, without the card itself."""
    size = {"width": template.width, "height": template.height, "bleed": float(BLEED)}
    return {**scope, **size, "kind": namespace.label(card_type)}


@dataclass(slots=True)
class CardMaker:
    """Draws the cards of one type. What is the same on all of them is kept as forms, between the other elements."""

    session: Session
    painter: Painter
    scope: Scope
    template: Template
    _front: list[Group | Element] = field(init=False)
    _back: list[Group | Element] = field(init=False)
    _back_drawing: Drawing | None = None

    def __post_init__(self) -> None:
        template = self.template
        moving = frozenset(["card"])
        for name, value in template.let:
            if names_in(value) & moving:
                moving |= {name}
        self._front = self._parts(template.front, template.ground, moving)
        self._back = self._parts(template.back, template.back_ground or template.ground, moving)

    def card(self, card: Card, *, later: bool = False) -> PrintedCard:
        """The card with both faces; `later` leaves the drawing of the front to whoever asks for its items."""
        width, height = self.template.width, self.template.height
        if later:
            front: Drawing = Later(width, height, BLEED, partial(self._front_again, card))
        else:
            front = Drawing(width, height, self._front_items(card), BLEED)
        back = self._back_drawing
        if back is None or not all(isinstance(part, Group) for part in self._back):
            self._back_drawing = back = Drawing(width, height, tuple(self._items(self._back, card)), BLEED)
        language, changed = self.painter.language, bool(card.changes)
        return PrintedCard(card.key, card.type, card.copies, language, card.title, front, back, changed)

    def _front_items(self, card: Card) -> tuple[Item, ...]:
        """What is on the face of a card: one section of the document, with successive paragraphs as one."""
        self.painter.subject = card.title or card.key
        items: list[Item] = []
        for item in self._items(self._front, card):
            match items[-1:], item:
                case [Tagged(role="P", language="", items=before)], Tagged(role="P", language="", items=more):
                    items[-1] = Tagged("P", before + more)
                case _:
                    items.append(item)
        return (Tagged("Sect", tuple(items)),)

    def _front_again(self, card: Card) -> tuple[Item, ...]:
        items = self._front_items(card)
        self.session.report_misfits()
        return items

    def _items(self, parts: list[Group | Element], card: Card) -> list[Item]:
        scope = bound({**self.scope, "card": card}, self.template.let)
        items: list[Item] = []
        for part in parts:
            items += [part] if isinstance(part, Group) else self.painter.items([part], scope)
        return items

    def _parts(self, elements: Sequence[Element], ground: Ink | None, moving: frozenset[str]) -> list[Group | Element]:
        """The elements, those that follow each other and depend on no card as one form."""
        scope = bound(self.scope, tuple(let for let in self.template.let if let[0] not in moving))
        width, height = self.template.width, self.template.height
        runs = [(fixed, list(run)) for fixed, run in groupby(elements, partial(_is_fixed, moving))]
        first = self.painter.ground(ground, width, height, scope)
        if first and not (runs and runs[0][0]):
            runs.insert(0, (True, []))
        found: list[Group | Element] = []
        for fixed, run in runs:
            if fixed:
                inner = Group((*first, *self.painter.items(run, scope)), BLEED, BLEED)
                form = make_form(self.template.name, width + 2 * BLEED, height + 2 * BLEED, [inner])
                found.append(Group((form,), Mm(-BLEED), Mm(-BLEED)))
                first = []
            else:
                found += run
        return found


def _is_fixed(moving: frozenset[str], element: Element) -> bool:
    return not element.names & moving and getattr(element, "role", "") in ("", "Artifact")


class Later(Drawing):
    """A drawing whose items are made whenever they are asked for: of a large deck few are needed at a time."""

    __slots__ = ("_draw",)
    _draw: Callable[[], tuple[Item, ...]]

    def __init__(self, width: Mm, height: Mm, bleed: Mm, draw: Callable[[], tuple[Item, ...]]) -> None:
        for name, value in (("width", width), ("height", height), ("bleed", bleed), ("_draw", draw)):
            object.__setattr__(self, name, value)

    @property
    def items(self) -> tuple[Item, ...]:
        return self._draw()
