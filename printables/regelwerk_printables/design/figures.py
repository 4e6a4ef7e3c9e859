"""The figures of booklets: cards with numbered places, and pictures that combine printed things, such as a table.

The layout gives the numbered places and the things on the table; a position of the game can be shown on it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace
from regelwerk_compiler.checked.play import GamePosition
from regelwerk_compiler.words.own import own_word
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.grammar.inserts import CARD
from regelwerk_dsl.suggest import did_you_mean

from ..drawing.drawing import Box, Drawing, Form, Group, Item, Mm, PrintedCard, Tagged
from ..drawing.legible import texts_of
from ..drawing.spoken import spoken
from ..typeset import Span as Run
from .decks import card_scope, draw_cards
from .elements import PRINTED, PrintedElement, parts_of
from .expressions import LayoutError
from .interpreter import Scope
from .model import Callout, Detail, Sheet
from .paint.evaluator import INK, bound, make_form
from .paint.painting import Painter
from .pieces import within
from .positions import TrackedPosition
from .session import Session, draw_sheets, template_of
from .situations import Scene, Situations

if TYPE_CHECKING:
    from fontTools.misc.transform import Transform  # type: ignore[import-untyped]

BACK = "back."


class Label(Struct, frozen=True):
    """A numbered place in a figure, with its explanation."""

    number: int
    x: Mm
    y: Mm
    words: tuple[Run, ...]


class Enlarged(Struct, frozen=True):
    """A detail of a figure: its place there, and its enlarged picture."""

    place: Box
    scene: Scene


class Figure(Struct, frozen=True):
    """A drawing with numbered places and enlarged details."""

    title: str
    drawing: Drawing
    labels: tuple[Label, ...]
    details: tuple[Enlarged, ...] = ()


@dataclass(eq=False)
class Figures:
    """The figures of one game in one language. `Design.figures` makes it.

    Attributes:
        session: the design with its game.
        situations: the boards and parts that pictures show.
    """

    session: Session
    situations: Situations

    @property
    def names(self) -> list[str]:
        """The names of pictures."""
        return list(self.session.layout.pictures)

    def has_card(self, name: str) -> bool:
        """True for `card.` with the key of a card."""
        return name.startswith(CARD) and name.removeprefix(CARD) in self.session.game.cards_by_key

    @property
    def _quiet(self) -> Session:
        """A session without reports, for things that are printed elsewhere: their mistakes are reported there."""
        return Session(self.session.layout, self.session.game, self.session.language, Diagnostics())

    @cached_property
    def _cards(self) -> Mapping[str, PrintedCard]:
        """All cards."""
        return {card.key: card for card in draw_cards(self._quiet)[0]}

    @cached_property
    def icons(self) -> Collection[str]:
        """The names of all icons of the game, printed or not; found by drawing its cards, boards and parts."""
        _ = self._cards  # drawing the cards records their icons
        layout, printed = self.session.layout, self.situations.printed
        sheets = {name: sheet for name, sheet in {**layout.boards, **layout.parts}.items() if name not in printed}
        draw_sheets(self._quiet, sheets)
        return layout.shapes.icons

    def card(self, key: str) -> Figure | None:
        """The front of a card with the numbers of its template; None for an unknown card."""
        card = next((one for one in self.session.namespace.cards if one.key == key), None)
        if card is None or key not in self._cards:
            return None
        layout, template = template_of(self.session.layout, card)
        painter, scope = self.session.painter(layout)
        try:
            scope = {**card_scope(self.session.namespace, template, scope, card.type), "card": card}
            labels = tuple(_labels(painter, template.callouts, bound(scope, template.let)))
        except LayoutError as error:
            self.session.report(error)
            return None
        return Figure(card.title, self._cards[key].front, labels)

    def picture(
        self, name: str, position: GamePosition | None, words: Mapping[str, str] | None = None
    ) -> Figure | None:
        """A picture of the layout; None if it has mistakes, which are reported.

        Args:
            name: one of `names`.
            position: a position of the game, or None.
            words: words of the booklet for expressions, such as `booklet.players`.
        """
        sheet = self.session.layout.pictures[name]
        painter, scope = self.session.painter(self.session.layout, position.players if position is not None else ())
        painter.subject = name
        size = {"width": sheet.width, "height": sheet.height, "bleed": 0.0}
        scope = {**scope, **size, PRINTED: lambda thing: self._shown(thing, position), "booklet": dict(words or {})}
        if position is not None:
            tracked = TrackedPosition(self.session.namespace, position)
            scope |= {"position": tracked.facts, "players": tracked.players}
        if not self._is_known(sheet, scope):
            return None
        try:
            scope = bound(scope, sheet.let)
            ground = painter.ground(sheet.ground, sheet.width, sheet.height, scope)
            items = (*ground, *painter.items(sheet.draw, scope))
            labels = tuple(_labels(painter, sheet.callouts, scope))
            title = painter.text(sheet.title, scope)
            shown = (one for one in sheet.details if one.when is None or one.when.value(scope))
            details = tuple(found for one in shown for found in self._details(painter, one, scope, items, position))
        except LayoutError as error:
            self.session.report(error)
            return None
        self.session.report_misfits()
        return Figure(title, Drawing(sheet.width, sheet.height, items), labels, details)

    def _details(
        self, painter: Painter, detail: Detail, scope: Scope, items: Sequence[Item], position: GamePosition | None
    ) -> Iterator[Enlarged]:
        """The enlarged pictures of a detail; raises LayoutError."""
        name, view = painter.text(detail.printed, scope), painter.text(detail.view, scope)
        own = painter.text(detail.title, scope)
        try:
            form, _ = self._shown(name, position)
        except ValueError as error:
            raise LayoutError(str(error), detail.span, code="E1003") from None
        place = next(places(items, form), None)
        if place is None:
            raise LayoutError(f"the picture does not show `{name}`", detail.span, "name something that it shows")
        if not view:
            title = own or (self._cards[key].title if (key := name.removeprefix(CARD)) != name else self._title(name))
            whole = Box(Mm(0), Mm(0), form.width, form.height)
            scenes = [_cut(Scene(title, Drawing(form.width, form.height, form.items)), whole)]
        elif position is None:
            help = "write `of setup for 2`, or `of` and a scenario, after the picture in the chapter"
            raise LayoutError(f"views of `{name}` are shown only in a position", detail.span, help)
        elif view not in (known := self.situations.views(name)):
            raise LayoutError(f"`{name}` has no view `{view}`", detail.span, _hint(view, known)[2:], "E1003")
        else:
            found = self.situations.picture(name, position, [view])
            scenes = [replace(one, title=own or one.title or self._title(name)) for one in found]
        for scene in scenes:
            part = Box(Mm(scene.at[0]), Mm(scene.at[1]), scene.drawing.width, scene.drawing.height)
            cut = painter.box(detail.box, scope).common(part) if detail.box is not None else part
            if cut is None:
                raise LayoutError(f"the box lies outside of `{name}`", detail.span)
            yield Enlarged(cut.transformed(place), scene if cut == part else _cut(scene, cut))

    def _is_known(self, sheet: Sheet, scope: Scope) -> bool:
        return self.session.names_are_known(sheet.draw, scope, sheet.let) and self.session.state_is_known(sheet)

    def _shown(self, name: str, position: GamePosition | None) -> tuple[Form, str]:
        """A board, a part or a face of a card by its name, with its text for screen readers; raises ValueError."""
        if name.startswith((CARD, BACK)):
            drawing, words = self._face(name)
        else:
            drawing = self._sheet(name, position)
            words = self._words(name, drawing)
        return make_form(name, drawing.width, drawing.height, drawing.items), words

    def _face(self, name: str) -> tuple[Drawing, str]:
        """A face of a card, with its text for screen readers: name and text of a front, the card type of a back."""
        key = name.removeprefix(CARD).removeprefix(BACK)
        if key not in self._cards:
            raise ValueError(f"there is no card `{key}`" + _hint(key, self._cards))
        drawn = self._cards[key]
        if name.startswith(BACK):
            return drawn.back, self.session.namespace.label(drawn.type)
        text = next(card.text for card in self.session.namespace.cards if card.key == key)
        words = own_word(self.session.language, "booklet.colon", drawn.title, text) if text else drawn.title
        return drawn.front, " ".join(words.split())

    def _title(self, name: str) -> str:
        return self.situations.printed[name][1].title

    def _words(self, name: str, drawing: Drawing) -> str:
        """The text for screen readers of a board or part: its title, and all texts of a player aid."""
        title = self._title(name)
        said = [words for words in spoken(drawing.items) if words != title] if name in self.session.layout.parts else []
        return own_word(self.session.language, "booklet.colon", title, " / ".join(said)) if said else title

    def _sheet(self, name: str, position: GamePosition | None) -> Drawing:
        printed = self.situations.printed
        if name not in printed:
            raise ValueError(f"there is no board or part `{name}`" + _hint(name, printed))
        if position is None:
            return printed[name][1].drawing
        return next((scene.drawing for scene in self.situations.picture(name, position)), printed[name][1].drawing)


def _cut(scene: Scene, box: Box) -> Scene:
    """A part of a printed thing, with its texts; `box` is in the coordinates of that thing."""
    x, y = scene.at
    items = (Group(scene.drawing.items, Mm(x - box.x), Mm(y - box.y)),)
    window = Box(Mm(0), Mm(0), box.width, box.height)
    texts = tuple(text for point, text in texts_of(items) if window.holds(point))
    return replace(scene, drawing=Drawing(box.width, box.height, items), texts=texts, at=(box.x, box.y))


def places(items: Iterable[Item], form: Form, outer: Transform | None = None) -> Iterator[Transform]:
    """The transforms of a form wherever it occurs among drawn items."""
    for item in items:
        match item:
            case Tagged():
                yield from places(item.items, form, outer)
            case Group():
                yield from places(item.items, form, within(item, outer))
            case Form() if item.key == form.key and outer is not None:
                yield outer
            case _:
                pass


def shown_in(pictures: Iterable[Sheet]) -> set[str]:
    """The literal parts of the names that pictures show: boards and parts with these names must be drawn."""
    printed = (one for sheet in pictures for one in _elements(sheet.draw) if isinstance(one, PrintedElement))
    return {part for element in printed for part in element.printed if isinstance(part, str)}


def _elements(part: object) -> Iterator[object]:
    """Yields all elements within a part."""
    for one in parts_of(part):
        yield one
        yield from _elements(one)


def _hint(name: str, known: Iterable[str]) -> str:
    meant = did_you_mean(name, list(known))
    return f": {meant}" if meant else ""


def _labels(painter: Painter, callouts: Iterable[Callout], scope: Scope) -> Iterator[Label]:
    for place, one in enumerate(callouts, 1):
        if one.when is None or one.when.value(scope):
            yield Label(
                int(one.number) or place, *painter.point(one.at, scope), tuple(painter.runs(one.text, INK, scope))
            )
