"""Tallies of one game: its choices, and how often the options of the rules were offered and taken."""

from __future__ import annotations

from collections.abc import Iterator

from regelwerk_runtime.decision import DECLINE_KEY, described
from regelwerk_runtime.engine.blame import source_line
from regelwerk_runtime.engine.engine import Engine
from regelwerk_runtime.engine.primitives import DECLINE
from regelwerk_runtime.native import NativeEngine
from regelwerk_runtime.tables.game import Game

VALUES, DECLINED = -1, -2
"""Instead of the number of an option: any plain value; declining."""


class Sites:
    """The choices of the rules: their lines in the sources, and the names of their options."""

    def __init__(self, game: Game) -> None:
        self.lines = [_line(game, number) for number in range(len(game.sites))]
        self.are_values = [isinstance(site.kinds, str) for site in game.sites]
        self.names: dict[tuple[int, int], str] = {}


def _line(game: Game, site: int) -> str:
    file, number = source_line(game, game.points[site].run.__code__.co_firstlineno)
    return f"{file}:{number}"


class OptionTally:
    """Counts of how often each option of the rules was offered and taken in a game."""

    def __init__(self, sites: Sites) -> None:
        self._sites = sites
        self._counts: dict[tuple[int, int], list[int]] = {}

    def look(self, engine: Engine | NativeEngine, index: int) -> None:
        """Counts the options of a choice before it is made."""
        site, options, counts = engine.site, engine.options, self._counts
        declines = options[-1] == DECLINE
        if self._sites.are_values[site]:
            numbers = {VALUES} if len(options) > declines else set()
        else:
            numbers = {option[0] for option in (options[:-1] if declines else options)}
        if declines:
            numbers.add(DECLINED)
        for number in numbers:
            count = counts.get((site, number))
            if count is None:
                count = counts[site, number] = [0, 0]
                self._name(engine, site, number)
            count[0] += 1
        counts[site, _number(options[index])][1] += 1

    @property
    def offered(self) -> set[tuple[int, str]]:
        """The options that were offered: number of the choice, and name."""
        return {(site, self._sites.names[site, number]) for site, number in self._counts}

    def rows(self) -> Iterator[tuple[str, str, int, int]]:
        """Line, name, offered, taken. A line may have several choices, such as those of cases of one `if`."""
        added: dict[tuple[str, str], list[int]] = {}
        for (site, number), (offered, chosen) in self._counts.items():
            both = added.setdefault((self._sites.lines[site], self._sites.names[site, number]), [0, 0])
            both[0] += offered
            both[1] += chosen
        for (line, name), (offered, chosen) in sorted(added.items()):
            yield line, name, offered, chosen

    def _name(self, engine: Engine | NativeEngine, site: int, number: int) -> None:
        """Finds the name of an option, the first part of its key, once for all games."""
        if (site, number) in self._sites.names:
            return
        if number < 0:
            name = DECLINE_KEY if number == DECLINED else ""
        else:
            python = engine if isinstance(engine, Engine) else engine.engine()
            name = described(python, next(option for option in python.options if _number(option) == number))[0][0]
        self._sites.names[site, number] = name


def _number(option: int | tuple[int, ...]) -> int:
    """The number of an option in the rules."""
    if isinstance(option, tuple):
        return option[0]
    return DECLINED if option == DECLINE else VALUES
