"""Painting of cards: what is the same on all cards of a template is painted once and shared as forms."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby

from ...drawing.drawing import Drawing, Group, Item, Mm, Tagged
from ...drawing.faces import BLEED, PrintedCard
from ..expressions import LayoutError, Scope
from ..model import Element, Ink, Template, names_in
from ..namespace import Namespace
from ..session import Session, template_of
from ..values import Card
from .evaluator import bound, make_form
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
    found: list[PrintedCard] = []
    for card in session.namespace(session.layout).cards:
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
    scope = card_scope(session.namespace(layout), template, scope, card_type)
    if not session.names_are_known((*template.front, *template.back), {**scope, "card": None}, template.let):
        return None
    painter.subject = template.name
    return CardMaker(session, painter, scope, template)


def card_scope(namespace: Namespace, template: Template, scope: Scope, card_type: str) -> Scope:
    """The scope for the cards of a type, without the card itself."""
    size = {"width": template.width, "height": template.height, "bleed": float(BLEED)}
    return {**scope, **size, "kind": namespace.types[card_type].label}


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
        self.session.report_misfits(again=True)
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
