"""A template and cards go in; printed cards come out, with what is the same on all of them drawn once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ..drawing import Box, Drawing, Group, Item, Mm, Rect, Tagged
from ..faces import BLEED, PrintedCard
from .binding import bound, make_form
from .expressions import Scope
from .model import Element, Ink, Template
from .painting import Painter
from .values import Card


@dataclass(slots=True)
class CardMaker:
    """Draws the cards of one type. What is the same on all of them is kept as forms."""

    painter: Painter
    scope: Scope
    template: Template
    _front: list[_Part] = field(init=False)
    _back: list[_Part] = field(init=False)
    _shared: dict[tuple[int, str], tuple[Item, ...]] = field(default_factory=dict)
    _back_drawing: Drawing | None = None

    def __post_init__(self) -> None:
        template = self.template
        self.scope = {**self.scope, "width": template.width, "height": template.height, "bleed": float(BLEED)}
        moving = frozenset(["card"])
        for name, value in template.lets:
            if getattr(value, "names", frozenset()) & moving:
                moving |= {name}
        self._front = self._parts(template.front, template.ground, moving)
        self._back = self._parts(template.back, template.back_ground or template.ground, moving)

    def card(self, card: Card) -> PrintedCard:
        painter, template = self.painter, self.template
        painter.subject = card.title or card.key
        scope = dict(self.scope)
        scope["card"] = card
        scope = bound(scope, template.lets)
        front = self._face(self._front, scope, card)
        if all(part.form is not None for part in self._back):
            if self._back_drawing is None:
                self._back_drawing = self._face(self._back, scope, None)
            back = self._back_drawing
        else:
            back = self._face(self._back, scope, None)
        return PrintedCard(
            card.key, card.type, card.copies, painter.language, card.title, front, back, bool(card.changes)
        )

    def _face(self, parts: list[_Part], scope: Scope, card: Card | None) -> Drawing:
        items: list[Item] = []
        for part in parts:
            if part.form is None:
                items += self.painter.items(part.elements, scope)
            else:
                items.append(part.form)
        drawn: tuple[Item, ...] = (Tagged("Sect", tuple(items)),) if card is not None else tuple(items)
        return Drawing(Mm(self.template.width), Mm(self.template.height), drawn, BLEED)

    def _parts(self, elements: Sequence[Element], ground: Ink | None, moving: frozenset[str]) -> list[_Part]:
        """The elements in runs: what depends on no card becomes a form."""
        scope = bound(self.scope, tuple(let for let in self.template.lets if let[0] not in moving))
        width, height = self.template.width + 2 * BLEED, self.template.height + 2 * BLEED
        runs: list[tuple[bool, list[Element]]] = []
        for element in elements:
            fixed = not element.names & moving and not getattr(element, "role", "") not in ("", "Artifact")
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


@dataclass(frozen=True, slots=True)
class _Part:
    """A run of elements that are drawn for every card, or a form that all of them share."""

    elements: tuple[Element, ...]
    form: Item | None = None
