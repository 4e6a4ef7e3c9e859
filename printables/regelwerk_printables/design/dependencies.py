"""A design and the checked game go in; out comes which values of the game each place of the layouts reads.

Nothing is drawn and no text is set: the expressions are evaluated as for a print-out, and what they look up is noted.
A value that a `let` gives a name counts where that name is used.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any

from regelwerk_dsl.source import Span

from ..drawing.faces import BLEED
from .binding import bind, listed, number
from .design import PLAIN_TEMPLATE, Design, plain_layout
from .expressions import Expression, LayoutError, Scope
from .load.reading import read_words
from .model import (
    Base,
    Binder,
    Element,
    GroupElement,
    Layout,
    Lets,
    RepeatElement,
    ShapeElement,
    Sheet,
    TableElement,
    Template,
    TextElement,
)
from .namespace import Knowledge
from .read_tracker import Notes
from .values import Card, Row

Reads = frozenset[str]
NOTHING: Reads = frozenset()
INNER = ("when", "name", "span", "names", "elements", "lets", "binder", "columns")
"""Parts of elements that are not values of the element itself, or are evaluated for each step."""


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
    readers: dict[int, _Reader] = {}

    def reader(layout: Layout) -> _Reader:
        return readers.setdefault(id(layout), _Reader(layout, game, language))

    labels = {kind["name"]: kind["label"] for kind in game["card_types"]}
    for card in reader(design.layout).known.cards:
        own = design.layout.templates.get(card.type)
        layout = design.layout if own is not None else plain_layout()
        reader(layout).card(card, own or layout.templates[PLAIN_TEMPLATE], labels.get(card.type, card.type))
    for product, sheets in (("board", design.layout.boards), ("part", design.layout.parts)):
        for sheet in sheets.values():
            reader(design.layout).sheet(product, sheet)
    return [use for one in readers.values() for use in one.uses()]


@dataclass(frozen=True, slots=True)
class _View:
    """Names with their values, and what was read for those that a `let` gave."""

    scope: Scope
    behind: Mapping[str, Reads]

    def over(self, scope: Scope, behind: Mapping[str, Reads] | None = None) -> _View:
        """The view with other values; the names whose values are new have nothing behind them but what is given."""
        old = {name: reads for name, reads in self.behind.items() if scope.get(name) is self.scope.get(name)}
        return _View(scope, {**old, **(behind or {})})


class _Reader:
    """Goes through the elements of one layout."""

    def __init__(self, layout: Layout, game: Mapping[str, Any], language: str) -> None:
        self.layout = layout
        self.known = Knowledge(game, language, layout.words)
        self.notes = Notes(self.known)
        self._at = ("", "", "")
        self._found: dict[tuple[str, str, str, str, Span], set[str]] = {}
        self._widths: dict[tuple[str, str, str, str, Span], float] = {}
        self._width, self._scale = 0.0, 1.0  # of the text that is read now, and of what it is drawn in
        self._shown: set[Any] = set()
        scope = {**self.known.scope(layout.colors, layout.data), **self.notes.functions(), "icon": self._icon}
        self.base = _View(scope, {})
        for name, text in self.known.words.items():
            if "{" in text:
                self.notes.words[name] = self._of_word(text, layout.places[name])

    def uses(self) -> Iterator[Use]:
        for (product, name, face, what, span), reads in self._found.items():
            width = self._widths[product, name, face, what, span]
            yield Use(product, name, face, what, span, frozenset(reads), round(width, 2))

    def _of_word(self, text: str, place: Span) -> Reads:
        """What a text of the layout reads in its slots."""
        try:
            parts = [part for part in read_words(text, place) if isinstance(part, Expression)]
            return frozenset().union(*(self._value(part, self.base)[1] for part in parts))
        except LayoutError:
            return NOTHING

    # ---- cards, boards, parts ----------------------------------------------------------------------------------------

    def card(self, card: Card, template: Template, label: str) -> None:
        size = {"width": template.width, "height": template.height, "bleed": float(BLEED)}
        view = self.base.over({**self.base.scope, **size, "kind": label, "card": card})
        try:
            view = self._bound(view, template.lets)
            for face, elements in (("front", template.front), ("back", template.back)):
                self._at = ("card", card.key, face)
                self._elements(elements, view)
        except LayoutError:
            return

    def sheet(self, product: str, sheet: Sheet) -> None:
        self._at = (product, sheet.name, "")
        size = {"width": sheet.width, "height": sheet.height, "bleed": float(BLEED)}
        view = self.base.over({**self.base.scope, **size})
        try:
            for one in self._steps(view, sheet.each, "each") if sheet.each is not None else (view,):
                inner = self._bound(one, sheet.lets)
                if sheet.when is None or self._noted(sheet.when, inner, "condition"):
                    self._all((sheet.title, sheet.copies), inner, product)
                    self._elements(sheet.elements, inner)
        except LayoutError:
            return

    # ---- elements ----------------------------------------------------------------------------------------------------

    def _elements(self, elements: Iterable[Element], view: _View) -> None:
        for element in elements:
            if element.when is None or self._noted(element.when, view, "condition"):
                self._element(element, view)

    def _element(self, element: Element, view: _View) -> None:
        kind = type(element).__name__.removesuffix("Element").lower()
        if isinstance(element, TextElement):
            turned = number(element.angle, view.scope) % 180 == 90
            self._width = number(element.box[3 if turned else 2], view.scope) * self._scale
        self._all(_values(element), view, kind)
        self._width = 0.0
        match element:
            case GroupElement():
                outer, self._scale = self._scale, self._scale * number(element.scale, view.scope)
                self._elements(element.elements, self._bound(view, element.lets))
                self._scale = outer
            case RepeatElement():
                steps = list(self._steps(view, element.binder, kind))
                if element.columns is not None:
                    self._all(element.columns, view.over({**view.scope, "count": len(steps)}), kind)
                for step in steps:
                    self._elements(element.elements, self._bound(step, element.lets))
            case TableElement():
                self._columns(element, [column.head for column in element.columns], view, kind)
                for step in self._steps(view, element.binder, kind):
                    self._columns(element, [(c.width, c.words, c.language) for c in element.columns], step, kind)
            case ShapeElement():
                self._shape(element.shape, element.of.value(view.scope) if element.of is not None else None)

    def _columns(self, table: TableElement, parts: Iterable[Any], view: _View, kind: str) -> None:
        """What stands in the columns of one row of a table."""
        for column, part in zip(table.columns, parts, strict=True):
            self._width = number(column.width, view.scope) * self._scale
            self._all(part, view, kind)
        self._width = 0.0

    def _shape(self, name: str, of: Any) -> None:
        """What a small drawing reads of the thing that it shows, once for each thing on each product."""
        shape = self.layout.shapes[name]
        key = (
            self._at,
            name,
            (of.table, of.key) if isinstance(of, Row) else of.key if isinstance(of, Card) else repr(of),
        )
        if key not in self._shown:
            self._shown.add(key)
            scope = {**self.base.scope, "it": of, "width": shape.width, "height": shape.height}
            self._elements(shape.elements, self._bound(self.base.over(scope), shape.lets))

    def _icon(self, name: str, of: Any = None) -> str:
        """In place of a shape within a text."""
        if name not in self.layout.shapes:
            raise ValueError(f"there is no shape `{name}`")
        found, self.notes.found = self.notes.found, set()
        self._shape(name, of)
        self.notes.found = found
        return ""

    def _steps(self, view: _View, binder: Binder, what: str) -> Iterator[_View]:
        """The view for each entry that a repetition goes through."""
        self._noted(binder.items, view, what)
        values = listed(binder, view.scope)
        outer = {**view.scope, "count": len(values)}
        for at, value in enumerate(values):
            yield view.over(bind(outer, binder, value, at))

    def _bound(self, view: _View, lets: Lets) -> _View:
        for name, value in lets:
            found, reads = self._value(value, view) if isinstance(value, Expression) else (value, NOTHING)
            view = view.over({**view.scope, name: found}, {name: reads})
        return view

    # ---- expressions -------------------------------------------------------------------------------------------------

    def _all(self, parts: Any, view: _View, what: str) -> None:
        """Every expression in some values of an element."""
        if isinstance(parts, Expression):
            self._noted(parts, view, what)
        elif isinstance(parts, tuple | list):
            for part in parts:
                self._all(part, view, what)

    def _noted(self, expression: Expression, view: _View, what: str) -> Any:
        """The value of an expression; what it reads is kept with its place."""
        value, reads = self._value(expression, view)
        if reads:
            key = (*self._at, what, expression.span)
            self._found.setdefault(key, set()).update(reads)
            self._widths[key] = min(self._width, self._widths.get(key, self._width))
        return value

    def _value(self, expression: Expression, view: _View) -> tuple[Any, Reads]:
        self.notes.found = set()
        value = expression.value(view.scope)
        self.notes.show(value)
        return value, frozenset(self.notes.found).union(*(view.behind.get(name, ()) for name in expression.names))


def _values(element: Base) -> list[Any]:
    """The values of an element that may hold expressions."""
    found = []
    for part in fields(element):
        value = getattr(element, part.name)
        if part.name == "paint":
            found += [value.fill, value.line, value.pen]
        elif part.name not in INNER:
            found.append(value)
    return found
