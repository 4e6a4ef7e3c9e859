"""Decks: the cards of each type of a game in one language, all texts of one style in one size.

The size is the largest in which every card of the deck holds its text. A card that the style sets `apart` has a size of
its own, which does not count for the others.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby

from msgspec import Struct
from regelwerk_dsl.collector import collector_paused

from ..drawing.drawing import BLEED, Drawing, Group, Item, Mm, PrintedCard, Pt, Tagged
from .elements import Element, Ink, RectElement, TextElement, names_in
from .expressions import LayoutError
from .interpreter import Scope
from .model import Layout, Template
from .namespace import Namespace
from .paint.evaluator import bound, make_form
from .paint.painting import Painter
from .session import Session, template_of
from .values import Card

Sizes = Mapping[str, Pt]
"""The size of each style in a deck that cannot have the size it asks for."""
DeckSizes = Mapping[str, Sizes]
"""The same by card type."""
NO_LIMITS: Sizes = {}


@collector_paused()
def draw_cards(
    session: Session, only: Iterable[str] | None = None, sizes: DeckSizes | None = None
) -> tuple[list[PrintedCard], DeckSizes]:
    """The cards of a game in its order, with the sizes of type of their decks.

    Cards of a type whose template has mistakes, which are reported, are left out.

    Args:
        session: the game in one language.
        only: keys of cards; None for all. The others also count for the sizes of type.
        sizes: those of another deck, for cards that are added to it.
    """
    wanted = None if only is None else set(only)
    decks: dict[str, list[Card]] = {}
    for card in session.namespace.cards:
        decks.setdefault(card.type, []).append(card)
    found: dict[str, PrintedCard] = {}
    used: dict[str, Sizes] = {}
    for kind, cards in decks.items():
        here = [card for card in cards if wanted is None or card.key in wanted]
        if not here:
            continue
        try:
            if (makers := _makers(session, cards)) is not None:
                used[kind] = _deck_sizes(makers, cards, here) if sizes is None or kind not in sizes else sizes[kind]
                found |= {card.key: makers[card.key].printed(card, used[kind]) for card in here}
        except LayoutError as error:
            session.report(error)
    session.report_misfits()
    return [found[card.key] for card in session.namespace.cards if card.key in found], used


def _makers(session: Session, cards: Iterable[Card]) -> dict[str, CardMaker] | None:
    """The card maker of each card of a type, by its key; None if a template has mistakes, which are reported."""
    makers: dict[int, CardMaker | None] = {}
    found: dict[str, CardMaker] = {}
    for card in cards:
        layout, template = template_of(session.layout, card)
        if id(template) not in makers:
            makers[id(template)] = _maker(session, layout, template, card.type)
        maker = makers[id(template)]
        if maker is None:
            return None
        found[card.key] = maker
    return found


def _maker(session: Session, layout: Layout, template: Template, card_type: str) -> CardMaker | None:
    painter, scope = session.painter(layout)
    scope = card_scope(session.namespace, template, scope, card_type)
    if not session.names_are_known((*template.front, *template.back), {**scope, "card": None}, template.let):
        return None
    painter.subject = template.name
    return CardMaker(painter, scope, template)


def card_scope(namespace: Namespace, template: Template, scope: Scope, card_type: str) -> Scope:
    """The scope for the cards of a type, without the card itself."""
    size = {"width": template.width, "height": template.height, "bleed": float(BLEED)}
    return {**scope, **size, "kind": namespace.label(card_type)}


Parts = list[Group | Element]
"""The elements of a face in order; those that are the same on all cards are drawn already."""


class _Drawn(Struct):
    """A drawn card, and the sizes of type on it by style."""

    card: PrintedCard
    used: Mapping[str, set[Pt]]

    def exceeds(self, limits: Sizes) -> bool:
        return any(max(self.used[style]) > size for style, size in limits.items() if style in self.used)


def _deck_sizes(makers: Mapping[str, CardMaker], cards: Iterable[Card], wanted: Iterable[Card]) -> Sizes:
    """The sizes of a deck: for each style the least that one of the cards needs, if it is not the usual one.

    Args:
        makers: the card maker of each card, by its key.
        cards: the cards of the deck.
        wanted: the cards to be printed. Faults of others are not reported.
    """
    printed = {card.key for card in wanted}
    by_maker: dict[int, list[Card]] = {}
    for card in cards:
        by_maker.setdefault(id(makers[card.key]), []).append(card)
    least: dict[str, Pt] = {}
    for some in by_maker.values():
        for name, size in makers[some[0].key].sizes(some, printed).items():
            least[name] = min(size, least.get(name, size))
    return least


@dataclass(slots=True)
class CardMaker:
    """Draws the cards of one template. Elements that are the same on all of them are kept as forms."""

    painter: Painter
    scope: Scope
    template: Template
    _faces: tuple[Parts, Parts] = field(init=False)
    _fixed: dict[str, set[Pt]] = field(init=False)  # sizes of type in the forms
    _back_drawing: Drawing | None = field(init=False)
    _limits: Sizes = field(init=False)  # for which the forms are drawn
    _drawn: dict[str, _Drawn] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._prepare(NO_LIMITS)

    def _prepare(self, limits: Sizes) -> None:
        """Draws the elements that are the same on all cards."""
        template = self.template
        moving = frozenset(["card"])
        for name, value in template.let:
            if names_in(value) & moving:
                moving |= {name}
        with self.painter.limited(limits) as self._fixed:
            front = self._parts(template.front, template.ground, moving)
            own = template.ground if not names_in(template.ground) & moving else None  # would give the card away
            self._faces = front, self._parts(template.back, template.back_ground or own, moving)
        self._limits, self._back_drawing = limits, None

    def sizes(self, cards: Iterable[Card], printed: Collection[str]) -> Sizes:
        """The sizes that some cards need; the faults of those not in `printed` are not reported."""
        looks = self.painter.layout.looks
        least: dict[str, Pt] = {name: min(sizes) for name, sizes in self._fixed.items()}
        for card in cards:
            known = len(self.painter.misfits)
            try:
                drawn = self._draw(card, NO_LIMITS)
            except LayoutError:
                if card.key in printed:
                    raise
                continue
            if card.key in printed:
                self._drawn[card.key] = drawn
            else:
                del self.painter.misfits[known:]
            for name, sizes in drawn.used.items():
                if not looks[name].sets_apart(card):
                    least[name] = min(*sizes, least.get(name, looks[name].size))
        return {name: size for name, size in least.items() if size < looks[name].size}

    def printed(self, card: Card, limits: Sizes) -> PrintedCard:
        """The card in the sizes of its deck."""
        looks = self.painter.layout.looks
        if limits != self._limits and any(max(self._fixed.get(name, {0})) > size for name, size in limits.items()):
            self._prepare(limits)
        own = {name: size for name, size in limits.items() if not looks[name].sets_apart(card)}
        drawn = self._drawn.pop(card.key, None)
        if drawn is None or drawn.exceeds(own) or self._limits:
            drawn = self._draw(card, own)
        return drawn.card

    def _draw(self, card: Card, limits: Sizes) -> _Drawn:
        width, height = self.template.width, self.template.height
        self.painter.subject = card.title or card.key
        with self.painter.limited(limits) as used:
            front = Drawing(width, height, self._front_items(card), BLEED)
            back = self._back_drawing
            if back is None or not all(isinstance(part, Group) for part in self._faces[1]):
                self._back_drawing = back = Drawing(width, height, tuple(self._items(self._faces[1], card)), BLEED)
        language, changed = self.painter.language, bool(card.changes)
        return _Drawn(PrintedCard(card.key, card.type, card.copies, language, card.title, front, back, changed), used)

    def _front_items(self, card: Card) -> tuple[Item, ...]:
        """The items on the face of a card: one section of the document, with successive paragraphs joined."""
        items: list[Item] = []
        for item in self._items(self._faces[0], card):
            match items[-1:], item:
                case [Tagged(role="P", language="", items=before)], Tagged(role="P", language="", items=more):
                    items[-1] = Tagged("P", before + more)
                case _:
                    items.append(item)
        return (Tagged("Sect", tuple(items)),)

    def _items(self, parts: Parts, card: Card) -> Iterator[Item]:
        scope = bound({**self.scope, "card": card}, self.template.let)
        for part in parts:
            if isinstance(part, Group):
                yield part
            else:
                yield from self.painter.items([part], scope)

    def _parts(self, elements: Sequence[Element], ground: Ink | None, moving: frozenset[str]) -> Parts:
        """The elements, those that follow each other and depend on no card as one form."""
        scope = bound(self.scope, tuple(let for let in self.template.let if let[0] not in moving))
        width, height = self.template.width, self.template.height
        if (names := names_in(ground)) & moving:
            area = (-BLEED, -BLEED, width + 2 * BLEED, height + 2 * BLEED)
            elements, ground = (RectElement(rect=area, fill=ground, names=frozenset(names)), *elements), None
        runs = [(fixed, list(run)) for fixed, run in groupby(elements, partial(_is_fixed, moving))]
        first = self.painter.ground(ground, width, height, scope)
        if first and not (runs and runs[0][0]):
            runs.insert(0, (True, []))
        found: Parts = []
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
    return not element.names & moving and (not isinstance(element, TextElement) or element.role in ("", "Artifact"))
