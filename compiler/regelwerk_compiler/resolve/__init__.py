"""Resolution: the typed game of a table of declarations, with names, types, constants and bodies."""

from __future__ import annotations

from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.source import Span

from ..declare.collect import Declarations
from ..model.symbols import Game
from .bodies import missing_frame, resolve_bodies
from .cards import resolve_card_fields
from .resolver import new_resolver
from .scope import ALL, Resolver
from .state import finish_state
from .texts import resolve_card_texts, resolve_chapters
from .unchanged import NOTHING, Unchanged


def resolve(table: Declarations, diagnostics: Diagnostics, start: Span, unchanged: Unchanged = NOTHING) -> Game:
    """The typed game. After errors it is incomplete and only fit for inspection.

    Args:
        table: the declarations.
        diagnostics: gets the errors.
        start: the beginning of the sources, where a missing part is reported.
        unchanged: what is taken over from another game.
    """
    game = Game(reported=set(table.doubled))
    resolver = new_resolver(table, game, diagnostics, unchanged)
    game.folded += unchanged.game.folded
    missing_frame(table, diagnostics, start)
    _resolve_values(resolver)
    for symbols in (resolver.card_types, resolver.defines, resolver.effects, resolver.events):
        symbols.settle()
    resolver.numbering.get(ALL)
    resolver.state.settle()
    resolve_card_fields(resolver)
    finish_state(resolver)
    resolve_bodies(resolver)
    resolve_card_texts(resolver)
    resolve_chapters(resolver)
    game.chapters = list(table.chapters.values())
    game.scenarios = list(table.scenarios.values())
    game.changes = list(table.changes.values())
    return game


def _resolve_values(resolver: Resolver) -> None:
    """Players, units, enums, and the columns of tables."""
    resolver.players.get(ALL)
    resolver.units.settle()
    resolver.enums.settle()
    resolver.cells.settle()
    if resolver.table.players is None:
        resolver.game.reported.add("Player")
    for enum, name in resolver.columns:
        field = resolver.columns.get((enum, name))
        if field is not None:
            resolver.game.enums[enum].fields[name] = field
