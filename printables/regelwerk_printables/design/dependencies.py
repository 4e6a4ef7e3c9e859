"""The dependencies of layouts on the game: the values that each place of a layout reads.

The normal painter draws everything in a scope that records what expressions look up; no text is set. A value that a
`let` gives a name counts where that name is used.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from regelwerk_compiler.checked.game import CheckedGame
from regelwerk_dsl.source import Span

from ..drawing.drawing import Color, Item
from ..typeset import Span as Run
from . import Design
from .decks import card_scope
from .elements import KINDS, Element, GroupElement, TableElement, TextElement, Words, expressions_in
from .expressions import RECORDER, Expression, LayoutError
from .interpreter import Scope
from .model import Layout, Sheet, Template
from .namespace import Namespace
from .paint.evaluator import bound, number
from .paint.painting import Painter
from .session import paint_sheet, plain_layout, template_of
from .texts import read_words
from .values import Card, Row, Styled, has_own, observed

Reads = frozenset[str]
NOTHING: Reads = frozenset()
BEHIND = "_behind"  # in a scope: for each name of a `let` its value and its reads


class Use(Struct, frozen=True):
    """A place of a layout that shows values of the game, or whose drawing depends on them.

    Attributes:
        product: `card`, `board` or `part`.
        name: the key of the card, the name of the board or part.
        face: `front` or `back` of a card, else "".
        what: the kind of element, such as `text`; `condition` if the value decides whether it is drawn.
        span: the expression.
        reads: the values by name: `Good.salt.price`, `job_7.load`, `job_7.text`, `rules.limit`, `words.hint`.
        width: the width of the box of a text or the column of a table, in millimetres, the narrowest if it is repeated;
            0 for other elements.
    """

    product: str
    name: str
    face: str
    what: str
    span: Span
    reads: Reads
    width: float = 0


def layout_uses(design: Design, game: CheckedGame, language: str) -> list[Use]:
    """The uses of the game in its layouts, in the order of cards, boards and parts; each place of each of them once.

    Args:
        design: the layouts.
        game: the checked game.
        language: one of the game's.

    The uses of a card, board or part that cannot be drawn end at the first mistake; printing reports it.
    """
    namespace = Namespace(game, language)
    own, plain = _Recorder(design.layout, namespace), _Recorder(plain_layout(), namespace)
    for card in namespace.cards:
        layout, template = template_of(design.layout, card)
        (own if layout is design.layout else plain).card(card, template)
    own.sheets("board", design.layout.boards)
    own.sheets("part", design.layout.parts)
    return [*own.uses.values(), *plain.uses.values()]


_ALIKE = {
    "names": "name",
    "texts": "text",
    "title": "name",
    "condition": "text",
    "effect": "text",
}  # names of the same value in one language or in all
_PLACES = ("at", "changes", "family", "fields", "key", "table", "type")  # the identity of a card or row, not its values


class _Recorder:
    """Records what the drawings of one layout read."""

    def __init__(self, layout: Layout, namespace: Namespace) -> None:
        self.namespace = namespace
        self._at = ("", "", "")
        self._sheet: Sheet | None = None
        self.uses: dict[tuple[tuple[str, str, str], str, Span], Use] = {}
        self._found: set[str] = set()  # look-ups so far of the expression being evaluated
        self._rules: dict[int, str] = {}  # tables of the values of defines, by identity
        self._enter(namespace.rules, "rules")
        self._painter = _RecordingPainter(layout, namespace.language)
        names = namespace.scope(layout.words, layout.colors, layout.data)
        self._scope = self._painter.start({**names, RECORDER: self.read})
        self._in_words: dict[str, Reads] = {}  # the reads in the slots of the layout's texts, by name of the text
        for name, text in self._scope["words"].items():
            if "{" in text:
                self._in_words[name] = self._of_word(text, layout.places[name])

    def _of_word(self, text: str, span: Span) -> Reads:
        """The reads in the slots of a text of the layout."""
        try:
            return NOTHING.union(*(self._value(one, self._scope)[1] for one in expressions_in(read_words(text, span))))
        except LayoutError:
            return NOTHING

    def _enter(self, values: Mapping[str, Any], path: str) -> None:
        self._rules[id(values)] = path
        for key, value in values.items():
            if isinstance(value, Mapping):
                self._enter(value, f"{path}.{key}")

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
        """The value of an expression; its reads are kept for its place, or for the name that it gets."""
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
        """The kind of place of an expression in an element or sheet."""
        if expression is owner.when:
            return "condition"
        if not isinstance(owner, Sheet):
            return next(kind for kind, cls in KINDS.items() if cls is type(owner))
        return "each" if owner.each is not None and expression is owner.each.items else self._at[0]

    def _value(self, expression: Expression, scope: Scope) -> tuple[Any, Reads]:
        outer, self._found = self._found, set()
        try:
            with observed(self._observe):
                value = expression.evaluated(scope)
                _show(value)
        finally:
            found, self._found = self._found, outer
        behind: dict[str, tuple[Any, Reads]] = scope.get(BEHIND, {})
        given = (behind[name] for name in expression.names if name in behind and scope[name] is behind[name][0])
        return value, frozenset(found).union(*(one for _, one in given))

    def _observe(self, value: Any, name: Any) -> None:
        """Records a look-up, such as `Good.salt.price`, `job_7.load`, `rules.limit` or `words.hint`."""
        if isinstance(value, Row | Card):
            own = has_own(value, name)
            if own or name not in _PLACES:
                owner = f"{value.table}.{value.key}" if isinstance(value, Row) else value.key
                self._found.add(f"{owner}.{name if own else _ALIKE.get(name, name)}")
        elif id(value) in self._rules:
            self._found.add(f"{self._rules[id(value)]}.{name}")
        elif value is self._scope["words"]:
            self._found |= self._in_words.get(name, NOTHING) | {f"words.{name}"}

    def _width(self, expression: Expression, element: Element | None, scope: Scope) -> float:
        if isinstance(element, TextElement) and expression is not element.when:
            turned = number(element.angle, scope) % 180 == 90
            return number(element.box[3 if turned else 2], scope) * self._painter.scale
        for column in element.columns if isinstance(element, TableElement) else ():
            if any(one is expression for one in expressions_in(column)):
                return number(column.width, scope) * self._painter.scale
        return 0.0


class _RecordingPainter(Painter):
    """The painter without its typesetter: `element` is being drawn, enlarged `scale` times."""

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
        """Forget drawn shapes, so that they are drawn again where they are used next."""
        self._forms.clear()
        self.element, self.scale = None, 1.0

    def runs(self, words: Words, color: Color, scope: Scope) -> list[Run]:
        """The pieces of a text without their letters, so that tables set nothing either."""
        return [replace(run, text="") for run in super().runs(words, color, scope)]

    def _set(self, element: TextElement, runs: list[Run], language: str, scope: Scope) -> tuple[Item, ...]:
        self.box(element.box, scope)
        number(element.angle, scope)
        return ()

    def _group(self, element: GroupElement, scope: Scope, found: list[Item]) -> None:
        outer = self.scale
        self.scale *= number(element.scale, scope)
        super()._group(element, scope, found)
        self.scale = outer


def _show(value: Any) -> None:
    """Show a value as a text would, so that reading the name of a row or card is recorded."""
    if isinstance(value, Styled):
        _show(value.text)
    elif isinstance(value, Row | Card):
        str(value)
