"""Pictures of a game: which families of places its declarations have, and how each is drawn.

A product of two or more families is a grid: its last part goes down, the one before across. A table with an order of
other members is a strip, as far as the state says how far something has come on it. A map is drawn around the
player's own pieces.
"""

from __future__ import annotations

from collections.abc import Iterator

from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_runtime.match import Match

from ...game import Game
from .drawing import Picture
from .grids import Grid
from .hints import read_hints
from .lying import Lying
from .roads import Roads
from .strips import find_strips


class Pictures:
    """The pictures of one game in one language."""

    def __init__(self, game: Game, lang: str | None = None) -> None:
        self.game, self.lang = game, lang
        self.hints, _ = read_hints(game.source.folder, game.source.folder.as_posix(), Diagnostics())

    def draw(self, match: Match, player: int, width: int) -> list[Picture]:
        """What a player sees of the board, in the order of the declarations.

        Args:
            match: where play stands.
            player: who looks: nothing shows what he may not see.
            width: of the screen, in characters.
        """
        lying = Lying(match, player, self.lang, self.game.checked, self.hints)
        return list(_all(lying, width))


def _all(lying: Lying, width: int) -> Iterator[Picture]:
    for table in lying.game.tables.values():
        if table.name in lying.hints.hidden:
            continue
        if table in lying.products:
            yield from Grid(table, lying).pictures(width)
        elif table.kind == "map":
            yield from Roads(table, lying).pictures(width)
        elif strips := find_strips(table, lying):
            yield from strips.pictures(width)
