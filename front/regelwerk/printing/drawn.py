"""What was drawn before goes in with a game; its cards come out, only those drawn anew that look otherwise now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_printables.design import Design, load_design
from regelwerk_printables.drawing.faces import PrintedCard

LAYOUTS = "print"  # the folder of a game that only its design is made of
# what no card shows: with these, a card may have another place in the sources, and the game other prose
UNSEEN = frozenset({"where", "cards", "chapters", "scenarios", "invariants", "statements", "questions", "untranslated"})


@dataclass(slots=True)
class Drawn:
    """The design and the cards of a game from one print-out to the next.

    Cards are kept as long as the design and all of the game but single cards stay the same.
    """

    _design: Design | None = None
    _game: Any = None
    _cards: dict[str, dict[str, tuple[Any, PrintedCard]]] = field(default_factory=dict)

    def forget_design(self) -> None:
        """The layouts have changed."""
        self._design = None
        self._cards.clear()

    def design(self, folder: Path, shown: str, diagnostics: Diagnostics) -> Design:
        """The design of a game, read if it is not known; one with errors is not kept."""
        if self._design is not None:
            return self._design
        found = load_design(folder, diagnostics, shown)
        self._design = None if diagnostics.has_errors else found
        return found

    def cards(
        self, design: Design, game: Mapping[str, Any], language: str, keys: set[str] | None, diagnostics: Diagnostics
    ) -> list[PrintedCard]:
        """The cards of a game in one language, in its order; `keys` are those that are wanted, None for all."""
        frame = _seen(game)
        if frame != self._game:
            self._cards.clear()
            self._game = frame
        known = self._cards.setdefault(language, {})
        now = {card["key"]: _seen(card) for card in game["cards"] if keys is None or card["key"] in keys}
        fresh = [key for key, card in now.items() if key not in known or known[key][0] != card]
        before = len(diagnostics)
        drawn = {card.key: card for card in design.cards(game, language, diagnostics, only=fresh)} if fresh else {}
        known |= {key: (now[key], card) for key, card in drawn.items()}
        found = [known[key][1] for key in now if key in known]
        if len(diagnostics) > before:
            known.clear()  # what was said about them is said again next time
        return found


def _seen(data: Any) -> Any:
    """The data without what no card shows."""
    if isinstance(data, Mapping):
        return {key: _seen(value) for key, value in data.items() if key not in UNSEEN}
    return [_seen(value) for value in data] if isinstance(data, list) else data
