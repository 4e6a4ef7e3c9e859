"""Pictures of a game's families of places, found from its declarations.

A product of two or more families is a grid: its last part runs down, the one before across. A table that orders other
members is drawn as strips, if the state tracks progress along them. A map is drawn around the player's own pieces.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_runtime.match import Match

from ...game import Game
from ..describe import Fact
from ..hints import read_hints
from .drawing import Picture
from .grids import grids
from .lying import Lying
from .roads import Roads
from .strips import find_strips


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Facts that need not be shown.

    Attributes:
        shown: state variables that pictures show.
        void: state variables that do not count, with the positions of their indices.
    """

    shown: frozenset[str]
    void: frozenset[tuple[str, tuple[int, ...]]]

    def __contains__(self, fact: Fact) -> bool:
        return fact.entry.name in self.shown or (fact.entry.name, fact.at) in self.void


class Pictures:
    """The pictures of one game in one language."""

    def __init__(self, game: Game, lang: str | None = None) -> None:
        self.game, self.lang = game, lang
        self.hints, _ = read_hints(game.source.folder, game.source.folder.as_posix(), Diagnostics())

    def draw(self, match: Match, player: int, width: int) -> tuple[list[Picture], Elsewhere]:
        """The pictures of the board for a player, in the order of declarations, and the facts that need not be shown.

        Args:
            match: the match.
            player: the player whose view is drawn.
            width: the width of the screen in characters.
        """
        lying = Lying(match, player, self.lang, self.game.checked, self.hints)
        pictures = list(_all(lying, width))
        shown: frozenset[str] = frozenset().union(*(picture.shows for picture in pictures))
        return pictures, Elsewhere(shown, lying.void)


def _all(lying: Lying, width: int) -> Iterator[Picture]:
    for table in lying.game.tables.values():
        if table.name in lying.hints.hidden:
            continue
        if table in lying.products:
            yield from grids(table, lying, width)
        elif table.kind == "map":
            yield from Roads(table, lying).pictures(width)
        elif strips := find_strips(table, lying):
            yield from strips.pictures(width)
