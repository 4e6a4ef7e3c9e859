"""What `Design` is: layouts bound to a game, and what is drawn with them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from regelwerk_dsl.data.layouts import load_layouts, read_layout
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.source import SourceFile, Span
from regelwerk_dsl.suggest import did_you_mean

from ..drawing.drawing import BLACK, Box, Drawing, Mm, Rect, Tagged
from ..drawing.faces import BLEED, PrintedCard
from .binding import bind, bound, listed, number
from .expressions import BUILT_IN, FUNCTIONS, Expression, LayoutError, Scope
from .load.build import build_layout
from .load.reading import read_words
from .model import Base, Element, Layout, Sheet
from .namespace import Knowledge, translations
from .paint.cards import CardMaker
from .paint.misfits import MisfitReport, report_misfits
from .paint.painting import Painter
from .positions.overlay import MOVING

if TYPE_CHECKING:
    from .positions.situations import Situations

PLAIN = "plain.yaml"
PLAIN_TEMPLATE = "plain card"


@dataclass(frozen=True, slots=True)
class Printed:
    """A board or part: `name` is that of the layout, `title` what people read, `copies` how many are printed."""

    name: str
    title: str
    drawing: Drawing
    copies: int = 1


@dataclass(frozen=True, slots=True)
class Design:
    """How a game looks on paper: its own layout; card types without a template in it get the plain one."""

    layout: Layout

    def cards(
        self,
        game: Mapping[str, Any],
        language: str,
        diagnostics: Diagnostics,
        *,
        only: Iterable[str] | None = None,
        later: bool = False,
    ) -> list[PrintedCard]:
        """The cards of a game in one language, in the order of the game.

        Args:
            game: the checked game as plain data.
            language: one of the game's languages.
            diagnostics: gets E1003, E1004 (an expression that does not fit the game), E1010 (a text does not fit its
                box), E1011 (a character that no font has).
            only: keys of cards; without it, all of them.
            later: draw a front when its items are asked for, each time anew, and report then what does not fit: for
                decks of thousands, which would not all be kept.
        """
        return Session(self, game, language, diagnostics).cards(only, later)

    def boards(self, game: Mapping[str, Any], language: str, diagnostics: Diagnostics) -> list[Printed]:
        """The boards of a game in one language; none where its layouts have none. Diagnostics as for cards."""
        return Session(self, game, language, diagnostics).sheets(self.layout.boards)

    def parts(self, game: Mapping[str, Any], language: str, diagnostics: Diagnostics) -> list[Printed]:
        """The same for parts: aids, tables, markers to cut out."""
        return Session(self, game, language, diagnostics).sheets(self.layout.parts)

    def situations(
        self, game: Mapping[str, Any], language: str, diagnostics: Diagnostics, printed: Iterable[Printed]
    ) -> Situations:
        """Pictures of play on boards and parts that are drawn already. Diagnostics as for these."""
        from .positions.situations import Situations

        known = {**self.layout.boards, **self.layout.parts}
        boards = {one.name: (known[one.name], one) for one in printed if one.name in known}
        return Situations(Session(self, game, language, diagnostics), boards)

    def check_languages(self, game: Mapping[str, Any], diagnostics: Diagnostics) -> None:
        """E1003 for words of a language that the game does not have."""
        for name, words in self.layout.languages.items():
            if name not in game["languages"]:
                help = f"there are: {', '.join(game['languages'])}"
                diagnostics.report("E1003", words.span, f"the game has no language `{name}`", help=help)

    def check_templates(self, game: Mapping[str, Any], diagnostics: Diagnostics) -> None:
        """E1003 for templates that no card takes and that are called almost like a card type without one."""
        templates = self.layout.templates
        types = {kind["name"] for kind in game["card_types"]}
        extended = {template.extends for template in templates.values()}
        for name, template in templates.items():
            if name not in types | extended and (meant := did_you_mean(name, types - set(templates))):
                diagnostics.report("E1003", template.span, f"the game has no card type `{name}`", help=meant)

    def untranslated(self, game: Mapping[str, Any], language: str) -> list[str]:
        """The ids of the layout's texts without a translation of these words: they print as in the sources."""
        if language == game["languages"][0]:
            return []
        known = translations(self.layout.words, game, language)
        return [f"print.{name}" for name in self.layout.words if name not in known]


def load_design(folder: Path, diagnostics: Diagnostics, shown: str | None = None) -> Design:
    """The design of the game in a folder; the plain one where there are no layouts.

    Args:
        folder: the game's folder.
        diagnostics: gets E0151 to E0158 and E1001 to E1009.
        shown: how messages call the folder.
    """
    own = load_layouts(folder, diagnostics, shown)
    return Design(build_layout(own, folder, diagnostics))


@cache
def plain_layout() -> Layout:
    """The layout that comes with this package: it knows no game and can draw every card."""
    text = (files(__package__) / PLAIN).read_text(encoding="utf-8")
    diagnostics = Diagnostics()
    found = read_layout(SourceFile(PLAIN, text), diagnostics)
    assert found is not None, diagnostics.sorted()
    layout = build_layout([found], None, diagnostics)
    assert not diagnostics.has_errors, diagnostics.sorted()
    return layout


@dataclass(slots=True)
class Session:
    """One game in one language: its design, ready to draw."""

    design: Design
    game: Mapping[str, Any]
    language: str
    diagnostics: Diagnostics
    _known: dict[int, Knowledge] = field(default_factory=dict)

    def cards(self, only: Iterable[str] | None, later: bool) -> list[PrintedCard]:
        wanted = None if only is None else set(only)
        makers: dict[str, CardMaker | None] = {}
        painters: dict[int, tuple[Painter, Scope]] = {}
        found: list[PrintedCard] = []
        for card in self.knowledge(self.design.layout).cards:
            if wanted is not None and card.key not in wanted:
                continue
            if card.type not in makers:
                makers[card.type] = self._maker(card.type, painters)
            maker = makers[card.type]
            if maker is None:
                continue
            try:
                found.append(maker.card(card, later=later))
            except LayoutError as error:
                self.report(error)
                makers[card.type] = None
        for painter, _ in painters.values():
            report_misfits(painter.misfits, self.language, self.diagnostics)
            if later:
                painter.misfits = MisfitReport(self.language, self.diagnostics)
        return found

    def sheets(self, sheets: Mapping[str, Sheet]) -> list[Printed]:
        painter, scope = self.painter(self.design.layout)
        found: list[Printed] = []
        for sheet in sheets.values():
            painter.subject = sheet.name
            more = [*(sheet.each.names if sheet.each else ()), "index", "count"]
            if not self._names_are_known(sheet.elements, {**scope, **dict.fromkeys(more)}, sheet.lets):
                continue
            if not self._facts_are_known(sheet):
                continue
            try:
                inner = {**scope, "width": sheet.width, "height": sheet.height, "bleed": float(BLEED)}
                if sheet.each is None:
                    found += _printed(painter, sheet, sheet.name, inner)
                    continue
                entries = listed(sheet.each, inner)
                for at, entry in enumerate(entries):
                    one = {**bind(inner, sheet.each, entry, at), "count": len(entries)}
                    found += _printed(painter, sheet, f"{sheet.name}-{at + 1}", one)
            except LayoutError as error:
                self.report(error)
        report_misfits(painter.misfits, self.language, self.diagnostics)
        return found

    def _maker(self, kind: str, painters: dict[int, tuple[Painter, Scope]]) -> CardMaker | None:
        own = self.design.layout.templates.get(kind)
        layout = self.design.layout if own is not None else plain_layout()
        if id(layout) not in painters:
            painters[id(layout)] = self.painter(layout)
        painter, scope = painters[id(layout)]
        template = own or layout.templates[PLAIN_TEMPLATE]
        label = next((found["label"] for found in self.game["card_types"] if found["name"] == kind), kind)
        scope = {**scope, "kind": label}
        names = {**scope, "card": None}
        if not self._names_are_known((*template.front, *template.back), names, template.lets):
            return None
        painter.subject = template.name
        try:
            return CardMaker(painter, scope, template)
        except LayoutError as error:
            self.report(error)
            return None

    def painter(self, layout: Layout) -> tuple[Painter, Scope]:
        """A painter, and the scope of what belongs to no card."""
        painter = Painter(layout, self.language)
        scope = painter.start(self.knowledge(layout).scope(layout.colors, layout.data))
        said: dict[str, str] = scope["words"]
        for name, text in said.items():
            if "{" in text:
                said[name] = self._filled(painter, text, layout.places[name], scope)
        return painter, scope

    def _filled(self, painter: Painter, text: str, place: Span, scope: Scope) -> str:
        """A text of the layout with its slots filled; what is wrong with it is said where the layout has it."""
        try:
            return "".join(run.text for run in painter.runs(read_words(text, place), BLACK, scope))
        except LayoutError as error:
            self.diagnostics.report(error.code, place, f"{error.message} ({self.language}: `{text}`)", help=error.help)
            return text

    def knowledge(self, layout: Layout) -> Knowledge:
        """The game as the expressions of a layout see it."""
        if id(layout) not in self._known:
            self._known[id(layout)] = Knowledge(self.game, self.language, layout.words)
        return self._known[id(layout)]

    def _names_are_known(self, elements: Sequence[Element], scope: Scope, lets: Any) -> bool:
        known = {*scope, *FUNCTIONS, *BUILT_IN, "width", "height", "bleed", *(name for name, _ in lets)}
        unknown = [element for element in elements if element.names - known]
        for element in unknown:
            for name in sorted(element.names - known):
                meant = did_you_mean(name, [*known, *self.design.layout.colors])
                help = meant or "write `card.name` for a field of the card, `rules.name` for a value"
                self.diagnostics.report(
                    "E1003", _place(element, name), f"there is nothing called `{name}` here", help=help
                )
        return not unknown

    def _facts_are_known(self, sheet: Sheet) -> bool:
        """Whether the game's state has what a sheet asks of a position."""
        known = [one["name"] for one in self.game["state"]]
        lost = [
            (name, expression)
            for expression in expressions(sheet.lets, *(e for e in sheet.elements if e.names & MOVING))
            for name in sorted(expression.facts.difference(known))
        ]
        for name, expression in lost:
            what = f"the state of the game has no `{name}`"
            self.diagnostics.report("E1003", expression.span, what, help=did_you_mean(name, known) or "")
        return not lost

    def report(self, error: LayoutError) -> None:
        """Tells of a mistake in the layout."""
        self.diagnostics.report(error.code, error.span, error.message, help=error.help)


def _printed(painter: Painter, sheet: Sheet, name: str, scope: Scope) -> list[Printed]:
    """One drawing of a sheet; none when its condition does not hold."""
    scope = bound(scope, sheet.lets)
    if sheet.when is not None and not sheet.when.value(scope):
        return []
    items = painter.items(sheet.elements, scope)
    ground = painter.color(sheet.ground, scope)
    if ground is not None:
        area = Box(Mm(-BLEED), Mm(-BLEED), Mm(sheet.width + 2 * BLEED), Mm(sheet.height + 2 * BLEED))
        items.insert(0, Rect(area, fill=ground))
    title = "".join(run.text for run in painter.runs(sheet.title, BLACK, scope))
    drawing = Drawing(Mm(sheet.width), Mm(sheet.height), (Tagged("Sect", tuple(items)),), BLEED)
    return [Printed(name, title, drawing, int(number(sheet.copies, scope)))]


def _place(element: Base, name: str) -> Span:
    """Where an element uses a name: the expression itself, or else the element."""
    return next((one.span for one in expressions(element) if name in one.names), element.span)


def expressions(*parts: Any) -> Iterator[Expression]:
    """All expressions in elements and their values, wherever they stand."""
    for part in parts:
        if isinstance(part, Expression):
            yield part
        elif isinstance(part, tuple | list):
            yield from expressions(*part)
        elif is_dataclass(part) and not isinstance(part, Span):
            yield from expressions(*(getattr(part, one.name) for one in fields(part)))
