"""Painting of cards: what is the same on all cards of a template is painted once and shared as forms."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial

from ...drawing.drawing import Box, Drawing, Group, Item, Mm, Rect, Tagged
from ...drawing.faces import BLEED, PrintedCard
from ..binding import bound, make_form
from ..expressions import LayoutError, Scope
from ..model import Element, Ink, Template, names_in
from ..namespace import Namespace
from ..session import Session, template_of
from ..values import Card
from .misfits import MisfitReport, report_misfits
from .painting import Painter


def draw_cards(session: Session, only: Iterable[str] | None, later: bool) -> list[PrintedCard]:
    """The cards of a game in its order, without those whose template has mistakes, which are reported.

    Args:
        session: the game in one language.
        only: keys of cards; None for all.
        later: draw a front each time when its items are asked for.
    """
    wanted = None if only is None else set(only)
    makers: dict[str, CardMaker | None] = {}
    painters: dict[int, tuple[Painter, Scope]] = {}
    found: list[PrintedCard] = []
    for card in session.namespace(session.layout).cards:
        if wanted is not None and card.key not in wanted:
            continue
        if card.type not in makers:
            makers[card.type] = _maker(session, card.type, painters)
        maker = makers[card.type]
        if maker is None:
            continue
        try:
            found.append(maker.card(card, later=later))
        except LayoutError as error:
            session.report(error)
            makers[card.type] = None
    for painter, _ in painters.values():
        report_misfits(painter.misfits, session.language, session.diagnostics)
        if later:
            painter.misfits = MisfitReport(session.language, session.diagnostics)
    return found


def _maker(session: Session, card_type: str, painters: dict[int, tuple[Painter, Scope]]) -> CardMaker | None:
    layout, template = template_of(session.layout, card_type)
    if id(layout) not in painters:
        painters[id(layout)] = session.painter(layout)
    painter, scope = painters[id(layout)]
    scope = card_scope(session.namespace(layout), template, scope, card_type)
    if not session.names_are_known((*template.front, *template.back), {**scope, "card": None}, template.lets):
        return None
    painter.subject = template.name
    try:
        return CardMaker(painter, scope, template)
    except LayoutError as error:
        session.report(error)
        return None


def card_scope(namespace: Namespace, template: Template, scope: Scope, card_type: str) -> Scope:
    """The scope for the cards of a type, without the card itself."""
    size = {"width": template.width, "height": template.height, "bleed": float(BLEED)}
    return {**scope, **size, "kind": namespace.types[card_type].label}


@dataclass(slots=True)
class CardMaker:
    """Draws the cards of one type. What is the same on all of them is kept as forms."""

    painter: Painter
    scope: Scope
    template: Template
    _front: list[_Part] = field(init=False)
    _back: list[_Part] = field(init=False)
    _back_drawing: Drawing | None = None

    def __post_init__(self) -> None:
        template = self.template
        moving = frozenset(["card"])
        for name, value in template.lets:
            if names_in(value) & moving:
                moving |= {name}
        self._front = self._parts(template.front, template.ground, moving)
        self._back = self._parts(template.back, template.back_ground or template.ground, moving)

    def card(self, card: Card, *, later: bool = False) -> PrintedCard:
        """The card with both faces; `later` leaves the drawing of the front to whoever asks for its items."""
        width, height = Mm(self.template.width), Mm(self.template.height)
        front = Later(width, height, BLEED, partial(self.front, card)) if later else None
        return PrintedCard(
            card.key,
            card.type,
            card.copies,
            self.painter.language,
            card.title,
            front or Drawing(width, height, self.front(card), BLEED),
            self._back_of(card),
            bool(card.changes),
        )

    def front(self, card: Card) -> tuple[Item, ...]:
        """What is on the face of a card: one section of the document."""
        self.painter.subject = card.title or card.key
        return (Tagged("Sect", tuple(_joined(self._items(self._front, card)))),)

    def _back_of(self, card: Card) -> Drawing:
        alike = all(part.form is not None for part in self._back)
        if self._back_drawing is None or not alike:
            items = tuple(self._items(self._back, card))
            self._back_drawing = Drawing(Mm(self.template.width), Mm(self.template.height), items, BLEED)
        return self._back_drawing

    def _items(self, parts: list[_Part], card: Card) -> list[Item]:
        scope = bound({**self.scope, "card": card}, self.template.lets)
        items: list[Item] = []
        for part in parts:
            if part.form is None:
                items += self.painter.items(part.elements, scope)
            else:
                items.append(part.form)
        return items

    def _parts(self, elements: Sequence[Element], ground: Ink | None, moving: frozenset[str]) -> list[_Part]:
        """The elements in runs: what depends on no card becomes a form."""
        scope = bound(self.scope, tuple(let for let in self.template.lets if let[0] not in moving))
        width, height = self.template.width + 2 * BLEED, self.template.height + 2 * BLEED
        runs: list[tuple[bool, list[Element]]] = []
        for element in elements:
            fixed = not element.names & moving and getattr(element, "role", "") in ("", "Artifact")
            if not runs or runs[-1][0] != fixed:
                runs.append((fixed, []))
            runs[-1][1].append(element)
        color = self.painter.color(ground, scope)
        area = Rect(Box(Mm(-BLEED), Mm(-BLEED), Mm(width), Mm(height)), fill=color)
        first: tuple[Item, ...] = (area,) if color is not None else ()
        if first and not (runs and runs[0][0]):
            runs.insert(0, (True, []))
        found: list[_Part] = []
        for fixed, run in runs:
            if fixed:
                inner = (*first, *self.painter.items(run, scope))
                found.append(_Part((), self._form(inner, width, height)))
                first = ()
            else:
                found.append(_Part(tuple(run)))
        return found

    def _form(self, items: tuple[Item, ...], width: float, height: float) -> Item:
        form = make_form(self.template.name, width, height, [Group(items, BLEED, BLEED)])
        return Group((form,), Mm(-BLEED), Mm(-BLEED))


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


def _joined(items: Sequence[Item]) -> list[Item]:
    """Paragraphs that follow each other as one: fewer elements, and the text is read in the same order."""
    found: list[Item] = []
    for item in items:
        last = found[-1] if found else None
        if _is_paragraph(item) and _is_paragraph(last):
            assert isinstance(item, Tagged) and isinstance(last, Tagged)
            found[-1] = Tagged("P", last.items + item.items)
        else:
            found.append(item)
    return found


def _is_paragraph(item: Item | None) -> bool:
    return isinstance(item, Tagged) and item.role == "P" and not item.language


@dataclass(frozen=True, slots=True)
class _Part:
    """A run of elements that are drawn for every card, or a form that all of them share."""

    elements: tuple[Element, ...]
    form: Item | None = None
