"""Dependencies of layouts on the game: which values each place of a layout reads.

The normal painter draws everything with expressions that record what they look up; no text is set. A value that a `let`
gives a name counts where that name is used.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from regelwerk_dsl.source import Span

from ..drawing.drawing import Item
from ..typeset import Span as Run
from .binding import bound, number
from .design import Design
from .expressions import Expression, LayoutError, Scope
from .load.reading import read_words
from .model import Base, Binder, Column, GroupElement, Layout, Paint, Shape, Sheet, Template, TextElement
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


def layout_uses(design: Design, game: Mapping[str, Any], language: str) -> list[Use]:
    """What the layouts of a game read, in the order of cards, boards and parts; each place of each of them once.

    Args:
        design: the layouts.
        game: the checked game as plain data.
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
        recorder(layout).card(card, template.name)
    recorder(design.layout).sheets("board")
    recorder(design.layout).sheets("part")
    return [use for one in recorders.values() for use in one.uses()]


@dataclass(frozen=True, slots=True)
class _Recorded(Expression):
    """An expression that reports what it reads.

    Attributes:
        recorder: what it reports to.
        what: the kind of place that it stands in; "" where it only gives a name a value.
        let: that name.
        owner: the element or column that it is a part of, as the layout has it.
    """

    recorder: _Recorder = field(kw_only=True)
    what: str = ""
    let: str = ""
    owner: object = None

    def value(self, scope: Scope) -> Any:
        return self.recorder.read(self, scope)[0]


class _Recorder:
    """What the drawings of one layout read."""

    def __init__(self, layout: Layout, game: Mapping[str, Any], language: str) -> None:
        self.namespace = Namespace(game, language, layout.words)
        self.tracker = ReadTracker(self.namespace)
        self._at = ("", "", "")
        self._widths: dict[tuple[str, str, str, str, Span], float] = {}
        self._reads: dict[tuple[str, str, str, str, Span], set[str]] = {}
        self.layout = replace(
            layout,
            shapes={name: self._recorded(shape) for name, shape in layout.shapes.items()},
            templates={name: self._recorded(template) for name, template in layout.templates.items()},
            boards={name: self._recorded(sheet, "board") for name, sheet in layout.boards.items()},
            parts={name: self._recorded(sheet, "part") for name, sheet in layout.parts.items()},
        )
        self.painter = _RecordingPainter(self.layout, language)
        names = {**self.namespace.scope(layout.colors, layout.data), **self.tracker.functions()}
        self.scope = self.painter.start(names)
        for name, text in self.namespace.words.items():
            if "{" in text:
                self.tracker.words[name] = self._of_word(text, layout.places[name])

    def uses(self) -> Iterator[Use]:
        for key, reads in self._reads.items():
            yield Use(*key, frozenset(reads), round(self._widths[key], 2))

    def _of_word(self, text: str, place: Span) -> Reads:
        """What a text of the layout reads in its slots."""
        try:
            parts = [part for part in self._recorded(read_words(text, place)) if isinstance(part, _Recorded)]
            return NOTHING.union(*(self.read(part, self.scope)[1] for part in parts))
        except LayoutError:
            return NOTHING

    def _recorded(self, part: Any, what: str = "", owner: object = None) -> Any:
        """A part of a layout with all its expressions recorded."""
        match part:
            case Expression():
                return _Recorded(
                    part.text, part.names, part.code, part.span, part.facts, recorder=self, what=what, owner=owner
                )
            case tuple():
                return tuple(self._recorded(one, what, owner) for one in part)
            case Binder() | Paint() | Column() | Base() | Shape() | Template() | Sheet():
                pass
            case _:
                return part
        match part:
            case Base():
                what, owner = type(part).__name__.removesuffix("Element").lower(), part
            case Column():
                owner = part
        found: dict[str, Any] = {}
        for one in fields(part):
            value = getattr(part, one.name)
            if one.name == "lets":
                found["lets"] = tuple((name, self._let(name, value)) for name, value in value)
            else:
                kind = PLACES.get(one.name, what)
                found[one.name] = self._recorded(value, kind, owner if kind == what else None)
        return replace(part, **found)

    def _let(self, name: str, value: Expression | float) -> Expression | float:
        return replace(self._recorded(value), let=name) if isinstance(value, Expression) else value

    # ---- drawing -----------------------------------------------------------------------------------------------------

    def card(self, card: Card, template_name: str) -> None:
        """Draws both faces of a card."""
        template = self.layout.templates[template_name]
        scope = {**card_scope(self.namespace, template, self.scope, card.type), "card": card}
        try:
            scope = bound(scope, template.lets)
            for face, elements in (("front", template.front), ("back", template.back)):
                self._begin("card", card.key, face)
                self.painter.items(elements, scope)
        except LayoutError:
            return

    def sheets(self, product: str) -> None:
        """Draws all boards or parts."""
        for sheet in (self.layout.boards if product == "board" else self.layout.parts).values():
            self._begin(product, sheet.name, "")
            try:
                for _ in paint_sheet(self.painter, sheet, self.scope):
                    pass
            except LayoutError:
                continue

    def _begin(self, product: str, name: str, face: str) -> None:
        self._at = product, name, face
        self.painter.forget_shapes()

    def read(self, expression: _Recorded, scope: Scope) -> tuple[Any, Reads]:
        """The value of an expression, and what it reads."""
        outer, self.tracker.found = self.tracker.found, set()
        width = self._width_of(expression.owner, scope)
        self.tracker.found = set()
        value = Expression.value(expression, scope)
        self.tracker.show(value)
        behind: dict[str, tuple[Any, Reads]] = scope.get(BEHIND, {})
        given = (behind[name] for name in expression.names if name in behind and scope[name] is behind[name][0])
        reads = frozenset(self.tracker.found).union(*(one for _, one in given))
        self.tracker.found = outer
        if expression.let:
            scope[BEHIND] = {**behind, expression.let: (value, reads)}
        elif expression.what and reads:
            key = (*self._at, expression.what, expression.span)
            self._reads.setdefault(key, set()).update(reads)
            self._widths[key] = min(width, self._widths.get(key, width))
        return value, reads

    def _width_of(self, owner: object, scope: Scope) -> float:
        match owner:
            case TextElement():
                turned = number(owner.angle, scope) % 180 == 90
                return number(owner.box[3 if turned else 2], scope) * self.painter.scale
            case Column():
                return number(owner.width, scope) * self.painter.scale
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
