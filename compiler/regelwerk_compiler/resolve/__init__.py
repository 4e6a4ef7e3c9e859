"""Declarations go in, the typed game comes out: names, types, constants, bodies."""

from __future__ import annotations

from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.source import Span

from ..declare.collect import Declarations
from ..model.symbols import Game
from . import (  # noqa: F401 - they enter themselves in the tables of resolvers
    assignments,
    binders,
    calls,
    card_statements,
    choices,
    control,
    doing,
    fields,
    lets,
    literals,
    names,
    operators,
)
from .bodies import declare_callables, resolve_bodies
from .card_fields import resolve_card_fields
from .cards import declare_card_types, declare_cards, resolve_card_types
from .chapters import check_chapters
from .enums import resolve_tables, resolve_values
from .frame import missing_frame
from .limits import declare_limits, resolve_limits
from .shapes import declare_state, finish_state


def resolve(table: Declarations, diagnostics: Diagnostics, start: Span) -> Game:
    """The typed game. Where there are errors it is incomplete and only good for looking at."""
    game = Game()
    missing_frame(table, diagnostics, start)
    game.state_names = frozenset(table.state)
    game.doubled, game.excuses = frozenset(table.doubled), len(table.doubled)
    declare_limits(table, game)
    resolve_values(table, game, diagnostics)
    declare_card_types(table, game, diagnostics)
    game.defines.clear()
    declare_callables(table, game, diagnostics)
    resolve_limits(table, game)
    resolve_tables(table, game, diagnostics)
    resolve_limits(table, game)
    resolve_card_types(table, game, diagnostics)
    declare_cards(table, game, diagnostics)
    resolve_limits(table, game)
    declare_state(table, game, diagnostics)
    resolve_limits(table, game)
    resolve_card_fields(table, game, diagnostics)
    finish_state(table, game, diagnostics)
    resolve_bodies(table, game, diagnostics)
    _doubtful(game, diagnostics)
    check_chapters(table, game, diagnostics)
    game.chapters = list(table.chapters.values())
    game.scenarios = list(table.scenarios.values())
    game.changes = list(table.changes.values())
    return game


def _doubtful(game: Game, diagnostics: Diagnostics) -> None:
    """What could not be worked out because of an error elsewhere: if there is none after all, it is one itself."""
    if not diagnostics.has_errors:
        for span in game.doubtful:
            diagnostics.report("E0306", span, "a fixed value is wanted here, and this is not known so early")
