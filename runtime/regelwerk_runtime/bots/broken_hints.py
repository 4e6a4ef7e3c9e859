"""Hints that break with a rule error: those of a pending choice, and of the choices of a few random games."""

from __future__ import annotations

from collections.abc import Iterator

from ..engine.blame import as_rule_error
from ..engine.engine import Engine, Hint
from ..errors import FAULTS, RuleError
from ..match import Match
from ..tables.game import Game
from .random_bot import RandomBot
from .seat import seat_of

GAMES = 3
MOST_CHOICES = 2_000
"""How many random games are looked at, and most choices of each."""
Broken = dict[tuple[str, Hint], RuleError]
"""The first error of each hint, by its line of the sources and its kind."""


def note_broken(found: Broken, engine: Engine) -> None:
    """Adds the hints of the pending choice that break in its true position."""
    for kind, error in _broken(engine):
        found.setdefault((error.where, kind), error)


def broken_at_random(game: Game, players: int, seed: int) -> Broken:
    """The hints that break at choices of random games. A game with rules that break is left there."""
    found: Broken = {}
    if all(site.skip is None and site.prefer is None for site in game.sites):
        return found
    for number in range(GAMES):
        bots = [RandomBot(seat, seed + number) for seat in range(players)]
        try:
            match = Match.start(game, players, seed + number)
            while match.decision is not None and match.number < MOST_CHOICES:
                note_broken(found, match.engine)
                match.choose(bots[match.engine.player].choose(seat_of(match)))
        except RuleError:
            pass
    return found


def _broken(engine: Engine) -> Iterator[tuple[Hint, RuleError]]:
    site = engine.game.sites[engine.site]
    kinds: tuple[Hint, ...] = ("skip", "prefer")
    for kind in kinds:
        hint = site.skip if kind == "skip" else site.prefer
        if hint is None:
            continue
        asked = engine.copy()  # the steps of hints do not count as those of play
        for option in asked.options:
            try:
                hint(asked, asked.stack[-1], option)
            except FAULTS as raised:
                error = as_rule_error(raised, engine.game, engine.count)
                assert isinstance(error, RuleError)
                yield kind, error
                break
