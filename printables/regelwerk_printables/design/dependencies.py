"""Dependencies of layouts on the game: which values each place of a layout reads.

The normal painter draws everything in a scope that records what expressions look up; no text is set. A value that a
`let` gives a name counts where that name is used.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from regelwerk_compiler.checked.game import CheckedGame
from regelwerk_dsl.source import Span

from ..drawing.drawing import Item
from ..typeset import Span as Run
from .design import Design
from .expressions import RECORDER, Expression, LayoutError, Scope, by, join, unique
from .load import read_words
from .model import KINDS, Element, GroupElement, Layout, Sheet, TableElement, Template, TextElement, expressions_in
from .namespace import Namespace
from .paint.cards import card_scope
from .paint.evaluator import bound, number
from .paint.painting import Painter
from .paint.sheets import paint_sheet
from .session import template_of
from .values import Bold, Card, Row, lookup

Reads = frozenset[str]
NOTHING: Reads = frozenset()
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
    recorder(design.layout).sheets("board", design.layout.boards)
    recorder(design.layout).sheets("part", design.layout.parts)
    return [use for one in recorders.values() for use in one.uses.values()]


class _Recorder:
    """What the drawings of one layout read."""

    def __init__(self, layout: Layout, game: CheckedGame, language: str) -> None:
        self.namespace = Namespace(game, language, layout.words)
        self._tracker = _Tracker(self.namespace)
        self._at = ("", "", "")
        self._sheet: Sheet | None = None
        self.uses: dict[tuple[tuple[str, str, str], str, Span], Use] = {}
        self._painter = _RecordingPainter(layout, language)
        names = {**self.namespace.scope(layout.colors, layout.data), **self._tracker.functions(), RECORDER: self.read}
        self._scope = self._painter.start(names)
        for name, text in self.namespace.words.items():
            if "{" in text:
                self._tracker.words[name] = self._of_word(text, layout.places[name])

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
            scope = bound(scope, template.let)
            for face, elements in (("front", template.front), ("back", template.back)):
                self._begin("card", card.key, face)
                self._painter.items(elements, scope)
        except LayoutError:
            return

    def sheets(self, product: str, sheets: Mapping[str, Sheet]) -> None:
        """Draws all boards or parts."""
        for sheet in sheets.values():
            self._begin(product, sheet.name, "", sheet)
            try:
                list(paint_sheet(self._painter, sheet, self._scope))
            except LayoutError:
                continue

    def _begin(self, product: str, name: str, face: str, sheet: Sheet | None = None) -> None:
        self._at, self._sheet = (product, name, face), sheet
        self._painter.start_over()

    def read(self, expression: Expression, scope: Scope, name: str) -> Any:
        """The value of an expression; what it reads is kept for its place, or for the name that it gets."""
        value, reads = self._value(expression, scope)
        element = self._painter.element
        owner = element or self._sheet
        if name:
            scope[BEHIND] = {**scope.get(BEHIND, {}), name: (value, reads)}
        elif reads and owner is not None:
            key = self._at, self._kind(expression, owner), expression.span
            width = self._width(expression, element, {**scope, RECORDER: lambda one, inner, _: one.evaluated(inner)})
            known = self.uses.get(key) or Use(*self._at, *key[1:], reads, round(width, 2))
            self.uses[key] = replace(known, reads=known.reads | reads, width=min(known.width, round(width, 2)))
        return value

    def _kind(self, expression: Expression, owner: Element | Sheet) -> str:
        """What kind of place an expression has in an element or sheet."""
        if expression is owner.when:
            return "condition"
        if not isinstance(owner, Sheet):
            return next(kind for kind, cls in KINDS.items() if cls is type(owner))
        return "each" if owner.each is not None and expression is owner.each.items else self._at[0]

    def _value(self, expression: Expression, scope: Scope) -> tuple[Any, Reads]:
        outer, self._tracker.found = self._tracker.found, set()
        value = expression.evaluated(scope)
        self._tracker.show(value)
        behind: dict[str, tuple[Any, Reads]] = scope.get(BEHIND, {})
        given = (behind[name] for name in expression.names if name in behind and scope[name] is behind[name][0])
        reads = frozenset(self._tracker.found).union(*(one for _, one in given))
        self._tracker.found = outer
        return value, reads

    def _width(self, expression: Expression, element: Element | None, scope: Scope) -> float:
        match element:
            case TextElement() if expression is not element.when:
                turned = number(element.angle, scope) % 180 == 90
                return number(element.box[3 if turned else 2], scope) * self._painter.scale
            case TableElement():
                for column in element.columns:
                    if any(one is expression for one in expressions_in(column)):
                        return number(column.width, scope) * self._painter.scale
        return 0.0


class _RecordingPainter(Painter):
    """The painter without its typesetter: `element` is what it draws, `scale` how many times larger that is shown."""

    element: Element | None = None
    scale = 1.0

    def items(self, elements: Iterable[Element], scope: Scope) -> list[Item]:
        found: list[Item] = []
        outer = self.element
        for self.element in elements:
            found += super().items([self.element], scope)
        self.element = outer
        return found

    def start_over(self) -> None:
        """Draws shapes again where they are used next."""
        self._forms.clear()
        self.element, self.scale = None, 1.0

    def _set(self, element: TextElement, runs: list[Run], language: str, scope: Scope) -> tuple[Item, ...]:
        self.box(element.box, scope)
        number(element.angle, scope)
        return ()

    def _group(self, element: GroupElement, scope: Scope, found: list[Item]) -> None:
        outer = self.scale
        self.scale *= number(element.scale, scope)
        super()._group(element, scope, found)
        self.scale = outer


_ALIKE = {"names": "name", "texts": "text", "title": "name"}  # what is shown in one language or in all
_PLACES = ("at", "changes", "family", "fields", "key", "table", "type")  # which thing it is, not what it is worth


class _Tracker:
    """What one expression has looked up so far.

    Attributes:
        found: the names: `Good.salt.price`, `Good.salt.name`, `job_7.load`, `job_7.text`, `rules.limit`,
            and `words.hint` for a text of the layout itself.
        words: what the texts of the layout read in their slots, by their names.
    """

    def __init__(self, known: Namespace) -> None:
        self.found: set[str] = set()
        self.words: dict[str, frozenset[str]] = {}
        self._known = known
        self._rules: dict[int, str] = {}  # tables of the values of defines, by identity
        self._texts: Mapping[str, str] = known.words

    def functions(self) -> Scope:
        """The functions of expressions that look into things themselves, so that this is noted as well."""
        rules = self._known.rules
        self._enter(rules, "rules")
        return {
            "_lookup": self.lookup,
            "by": partial(by, look=self.lookup),
            "facts": self._facts,
            "join": self._join,
            "rules": rules,
            "unique": partial(unique, look=self.lookup),
        }

    def _enter(self, values: Mapping[str, Any], path: str) -> None:
        self._rules[id(values)] = path
        for key, value in values.items():
            if isinstance(value, Mapping):
                self._enter(value, f"{path}.{key}")

    def lookup(self, value: Any, key: Any) -> Any:
        """`value.key` or `value[key]`, noted."""
        self._note(value, key)
        return lookup(value, key)

    def _note(self, value: Any, key: Any) -> None:
        name = key.key if isinstance(key, Row | Card) else key
        if isinstance(value, Row | Card):
            if name not in _PLACES or (isinstance(value, Row) and name in value.values):
                owner = f"{value.table}.{value.key}" if isinstance(value, Row) else value.key
                self.found.add(f"{owner}.{_ALIKE.get(name, name)}")
        elif id(value) in self._rules:
            self.found.add(f"{self._rules[id(value)]}.{name}")
        elif value is self._texts:
            self.found |= self.words.get(name, frozenset())
            self.found.add(f"words.{name}")

    def show(self, value: Any) -> None:
        """Notes what a value says by itself where it stands in a text: the name of a row or card."""
        if isinstance(value, Row):
            self._note(value, "name")
        elif isinstance(value, Card):
            self._note(value, "title")
        elif isinstance(value, Bold):
            self.show(value.text)

    def _facts(self, card: Card) -> list[dict[str, str]]:
        for name in card.fields:
            self._note(card, name)
        return self._known.facts(card)

    def _join(self, items: Iterable[Any], between: str = ", ") -> str:
        entries = list(items)
        for item in entries:
            self.show(item)
        return join(entries, between)
