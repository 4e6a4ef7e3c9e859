"""Dependencies of layouts on the game: which values each place of a layout reads.

The normal painter draws everything in a scope that records what expressions look up; no text is set. A value that a
`let` gives a name counts where that name is used.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

from regelwerk_compiler.checked.game import CheckedGame
from regelwerk_dsl.source import Span

from ..drawing.drawing import Item
from ..typeset import Span as Run
from .binding import bound, number
from .design import Design
from .expressions import RECORDER, Expression, LayoutError, Scope
from .load.reading import read_words
from .model import (
    Base,
    Binder,
    Column,
    GroupElement,
    Layout,
    Paint,
    Shape,
    Sheet,
    Template,
    TextElement,
    expressions_in,
)
from .namespace import Namespace
from .paint.cards import card_scope
from .paint.painting import Painter
from .paint.sheets import paint_sheet
from .read_tracker import ReadTracker
from .session import template_of
from .values import Card

Reads = frozenset[str]
NOTHING: Reads = frozenset()
PLACES = {"when": "condition", "each": "each"}  # fields of elements and sheets that are places of their own
BEHIND = "_behind"  # in a scope: for each name of a `let` its value, and what was read for it


@dataclass(frozen=True, slots=True)
class Use:
    """A place of a layout that shows values of the game, or is drawn as they say.

    Attributes:
        product: `card`, `board` or `part`.
        name: the key of the card, the name of the board or part.
        face: `front` or `back` of a card, else "".
        what: the kind of element, such as `text`; `condition` where the value decides whether it is drawn.
        span: the expression.
        reads: the values by name: `Good.salt.price`, `job_7.load`, `job_7.text`, `rules.limit`, `words.hint`.
        width: of the box of a text or the column of a table, in millimetres, the narrowest where it is repeated; 0 for
            what is no text.
    """

    product: str
    name: str
    face: str
    what: str
    span: Span
    reads: Reads
    width: float = 0


def layout_uses(design: Design, game: CheckedGame, language: str) -> list[Use]:
    """What the layouts of a game read, in the order of cards, boards and parts; each place of each of them once.

    Args:
        design: the layouts.
        game: the checked game.
        language: one of the game's.

    A card, board or part that cannot be drawn ends where that shows itself; printing reports it.
    """
    recorders: dict[int, _Recorder] = {}

    def recorder(layout: Layout) -> _Recorder:
        if id(layout) not in recorders:
            recorders[id(layout)] = _Recorder(layout, game, language)
        return recorders[id(layout)]

    for card in recorder(design.layout).namespace.cards:
        layout, template = template_of(design.layout, card.type)
        recorder(layout).card(card, template)
    recorder(design.layout).sheets("board")
    recorder(design.layout).sheets("part")
    return [use for one in recorders.values() for use in one.uses()]


class _Place(NamedTuple):
    """Where an expression stands: in what kind of place, which name it gives a value, in which element or column."""

    what: str = ""
    let: str = ""
    owner: object = None


class _Recorder:
    """What the drawings of one layout read."""

    def __init__(self, layout: Layout, game: CheckedGame, language: str) -> None:
        self.namespace = Namespace(game, language, layout.words)
        self.layout = layout
        self._tracker = ReadTracker(self.namespace)
        self._at = ("", "", "")
        self._widths: dict[tuple[str, str, str, str, Span], float] = {}
        self._reads: dict[tuple[str, str, str, str, Span], set[str]] = {}
        self._places: dict[int, _Place] = {}
        for part in (*layout.shapes.values(), *layout.templates.values()):
            self._find_places(part, _Place())
        for what, sheets in (("board", layout.boards), ("part", layout.parts)):
            for sheet in sheets.values():
                self._find_places(sheet, _Place(what))
        self._painter = _RecordingPainter(layout, language)
        names = {**self.namespace.scope(layout.colors, layout.data), **self._tracker.functions(), RECORDER: self.read}
        self._scope = self._painter.start(names)
        for name, text in self.namespace.words.items():
            if "{" in text:
                self._tracker.words[name] = self._of_word(text, layout.places[name])

    def uses(self) -> Iterator[Use]:
        for key, reads in self._reads.items():
            yield Use(*key, frozenset(reads), round(self._widths[key], 2))

    def _find_places(self, part: Any, place: _Place) -> None:
        match part:
            case Expression():
                self._places[id(part)] = place
            case tuple():
                for one in part:
                    self._find_places(one, place)
            case Base() | Binder() | Column() | Paint() | Shape() | Sheet() | Template():
                if isinstance(part, Base):
                    place = _Place(type(part).__name__.removesuffix("Element").lower(), owner=part)
                elif isinstance(part, Column):
                    place = place._replace(owner=part)
                for one in fields(part):
                    if one.name == "lets":
                        for name, value in part.lets:  # type: ignore[union-attr]
                            self._find_places(value, _Place(let=name))
                    else:
                        kind = PLACES.get(one.name)
                        self._find_places(getattr(part, one.name), _Place(kind) if kind else place)

    def _of_word(self, text: str, span: Span) -> Reads:
        """What a text of the layout reads in its slots."""
        try:
            return NOTHING.union(*(self._value(one, self._scope)[1] for one in expressions_in(read_words(text, span))))
        except LayoutError:
            return NOTHING

    # ---- drawing -----------------------------------------------------------------------------------------------------

    def card(self, card: Card, template: Template) -> None:
        """Draws both faces of a card."""
        scope = {**card_scope(self.namespace, template, self._scope, card.type), "card": card}
        try:
            scope = bound(scope, template.lets)
            for face, elements in (("front", template.front), ("back", template.back)):
                self._begin("card", card.key, face)
                self._painter.items(elements, scope)
        except LayoutError:
            return

    def sheets(self, product: str) -> None:
        """Draws all boards or parts."""
        for sheet in (self.layout.boards if product == "board" else self.layout.parts).values():
            self._begin(product, sheet.name, "")
            try:
                for _ in paint_sheet(self._painter, sheet, self._scope):
                    pass
            except LayoutError:
                continue

    def _begin(self, product: str, name: str, face: str) -> None:
        self._at = product, name, face
        self._painter.forget_shapes()

    def read(self, expression: Expression, scope: Scope) -> Any:
        """The value of an expression; what it reads is kept."""
        place = self._places.get(id(expression), _Place())
        value, reads = self._value(expression, scope)
        if place.let:
            scope[BEHIND] = {**scope.get(BEHIND, {}), place.let: (value, reads)}
        elif place.what and reads:
            key = (*self._at, place.what, expression.span)
            self._reads.setdefault(key, set()).update(reads)
            width = self._width_of(place.owner, {**scope, RECORDER: Expression.evaluated})
            self._widths[key] = min(width, self._widths.get(key, width))
        return value

    def _value(self, expression: Expression, scope: Scope) -> tuple[Any, Reads]:
        outer, self._tracker.found = self._tracker.found, set()
        value = expression.evaluated(scope)
        self._tracker.show(value)
        behind: dict[str, tuple[Any, Reads]] = scope.get(BEHIND, {})
        given = (behind[name] for name in expression.names if name in behind and scope[name] is behind[name][0])
        reads = frozenset(self._tracker.found).union(*(one for _, one in given))
        self._tracker.found = outer
        return value, reads

    def _width_of(self, owner: object, scope: Scope) -> float:
        match owner:
            case TextElement():
                turned = number(owner.angle, scope) % 180 == 90
                return number(owner.box[3 if turned else 2], scope) * self._painter.scale
            case Column():
                return number(owner.width, scope) * self._painter.scale
            case _:
                return 0.0


class _RecordingPainter(Painter):
    """The painter without its typesetter; `scale` is how many times larger what it draws is shown."""

    scale = 1.0

    def forget_shapes(self) -> None:
        """Draws shapes again where they are used next."""
        self._forms.clear()

    def _set(self, element: TextElement, runs: list[Run], language: str, scope: Scope) -> tuple[Item, ...]:
        self.box(element.box, scope)
        number(element.angle, scope)
        return ()

    def _group(self, element: GroupElement, scope: Scope, found: list[Item]) -> None:
        outer = self.scale
        self.scale *= number(element.scale, scope)
        super()._group(element, scope, found)
        self.scale = outer
