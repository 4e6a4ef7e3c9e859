"""The layouts of a game bound to its data: cards, boards and parts as drawings.

`load_design` reads `print/*.yaml`, and the methods of `Design` bind it to a game in one language; a game without
layouts and a card type without a template get the plain layout of `plain.yaml`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from regelwerk_compiler.checked.game import CheckedGame
from regelwerk_compiler.checked.marks import Icon
from regelwerk_dsl.data.layouts import load_layouts
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.grammar.inserts import PictureInsert
from regelwerk_dsl.source import Span
from regelwerk_dsl.suggest import did_you_mean, unknown

from ..drawing.drawing import Form, PrintedCard
from ..icons import suggestion
from .decks import DeckSizes, draw_cards
from .load import build_layout
from .model import EVERY_CARD, Layout
from .namespace import translations
from .session import Printed, Session, draw_sheets

if TYPE_CHECKING:
    from .figures import Figures
    from .situations import Situations

NO_PICTURES = "the layouts of the game have no board and no part"

SUGGESTED = 50
"""Most unknown icons for which a similar one is searched: there are four thousand icons."""


class Design(Struct, frozen=True):
    """The look of a printed game: its own layout; card types without a template get the plain one."""

    layout: Layout

    def cards(
        self,
        game: CheckedGame,
        language: str,
        diagnostics: Diagnostics,
        *,
        only: Iterable[str] | None = None,
        sizes: DeckSizes | None = None,
    ) -> list[PrintedCard]:
        """The cards of a game in one language, in the order of the game.

        Args:
            game: the checked game.
            language: one of the game's languages.
            diagnostics: gets E1003, E1004 (an expression that does not fit the game), E1010 (a text does not fit its
                box), E1011 (a character that no font has).
            only: keys of cards; without it, all of them.
            sizes: the sizes of type of the decks to which the cards are added; by default those of all cards.
        """
        return draw_cards(Session(self.layout, game, language, diagnostics), only, sizes)[0]

    def sizes(self, game: CheckedGame, language: str) -> DeckSizes:
        """The sizes of type of a game's decks."""
        return draw_cards(Session(self.layout, game, language, Diagnostics()))[1]

    def boards(self, game: CheckedGame, language: str, diagnostics: Diagnostics) -> list[Printed]:
        """The boards of a game in one language; empty if its layouts have none. Diagnostics as for `cards`."""
        return draw_sheets(Session(self.layout, game, language, diagnostics), self.layout.boards)

    def parts(self, game: CheckedGame, language: str, diagnostics: Diagnostics) -> list[Printed]:
        """The same for parts: aids, tables, markers to cut out."""
        return draw_sheets(Session(self.layout, game, language, diagnostics), self.layout.parts)

    def situations(
        self, game: CheckedGame, language: str, diagnostics: Diagnostics, printed: Iterable[Printed]
    ) -> Situations:
        """Pictures of play on boards and parts that are drawn already. Diagnostics as for `cards`."""
        from .situations import Situations  # only booklets show them

        known = {**self.layout.boards, **self.layout.parts}
        boards = {one.name: (known[one.name], one) for one in printed if one.name in known}
        return Situations(Session(self.layout, game, language, diagnostics), boards)

    def figures(self, situations: Situations) -> Figures:
        """Cards with numbers at their parts, and the pictures of the layouts, for the booklet."""
        from .figures import Figures  # only booklets show them

        return Figures(situations.session, situations)

    def check(self, game: CheckedGame, diagnostics: Diagnostics) -> None:
        """Report E1003 for unknown languages and cards, and for templates not used by any card whose names resemble a
        card type without a template.
        """
        for name, words in self.layout.languages.items():
            if name not in game.languages:
                help = f"there are: {', '.join(game.languages)}"
                diagnostics.report("E1003", words.span, f"the game has no language `{name}`", help=help)
        known = {EVERY_CARD, *(name for card in game.cards for name in (card.key, card.family))}
        for look in self.layout.looks.values():
            for name in look.apart:
                if name not in known:
                    what = f"the game has no card `{name}`"
                    diagnostics.report("E1003", look.span, what, help=did_you_mean(name, known) or "")
        self._check_overrides(game, diagnostics)
        templates = self.layout.templates
        types = {kind.name for kind in game.card_types}
        extended = {template.extends for template in templates.values()}
        for name, template in templates.items():
            if name not in types | extended and (meant := did_you_mean(name, types - set(templates))):
                diagnostics.report("E1003", template.span, f"the game has no card type `{name}`", help=meant)

    def _check_overrides(self, game: CheckedGame, diagnostics: Diagnostics) -> None:
        """Reports E1003 for overrides of cards that the card type of their template does not have."""
        for name, templates in self.layout.overrides.items():
            known = dict.fromkeys(one for card in game.cards if card.type == name for one in (card.key, card.family))
            for card in templates.keys() - known:
                what = f"the game has no card `{card}` of the type `{name}`"
                diagnostics.report("E1003", templates[card].span, what, help=did_you_mean(card, known) or "")

    def icons(self, game: CheckedGame, language: str, diagnostics: Diagnostics) -> Callable[[str], Form | None]:
        """A function that draws the icons of texts in one language by name; it gives None for one without a shape."""
        painter, _ = Session(self.layout, game, language, diagnostics).painter(self.layout)

        def icon(name: str) -> Form | None:
            shape, _, of = name.partition(".")
            return painter.icon(shape, of or None) if shape in self.layout.shapes else None

        return icon

    def check_icons(self, icons: Iterable[tuple[Icon, Span]], diagnostics: Diagnostics) -> None:
        """Report E0345 for icons in texts, given with their places, that the layout has no shape for."""
        near: dict[str, str] = {}
        for icon, span in icons:
            name = icon.name.partition(".")[0]
            if name not in self.layout.shapes:
                if name not in near and len(near) < SUGGESTED:
                    near[name] = suggestion(name, self.layout.shapes) or ""
                plain = f"draw it under `shapes` in print/*.yaml, or write `\\:{icon.name}:` if it is not an icon"
                help = near.get(name) or plain
                diagnostics.report("E0345", span, f"no layout has the shape `{name}` for this icon", help=help)

    def check_pictures(self, shown: Iterable[tuple[PictureInsert, Span]], diagnostics: Diagnostics) -> None:
        """Report E1040 for pictures in chapters, given with their places, that the layouts do not have."""
        layout = self.layout
        known = [*layout.boards, *layout.parts, *layout.pictures]
        for picture, span in shown:
            if picture.drawing not in known:
                message, help = unknown("picture", picture.drawing, known, NO_PICTURES)
                diagnostics.report("E1040", span, message, help=help)

    def untranslated(self, game: CheckedGame, language: str) -> list[str]:
        """The names of the layout's texts whose present words have no translation; they print as in the sources."""
        if language == game.languages[0]:
            return []
        known = translations(self.layout.words, game, language)
        return [name for name in self.layout.words if name not in known]


def load_design(folder: Path, diagnostics: Diagnostics, shown: str | None = None) -> Design:
    """The design of the game in a folder; the plain one if it has no layouts.

    Args:
        folder: the game's folder.
        diagnostics: gets E0151 to E0158 and E1001 to E1009.
        shown: the name of the folder in messages.
    """
    own = load_layouts(folder, diagnostics, shown)
    return Design(build_layout(own, folder, diagnostics))
