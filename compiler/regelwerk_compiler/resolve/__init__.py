"""Resolution: the typed game of a table of declarations, with names, types, constants and bodies."""

from __future__ import annotations

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.source import Span

from ..declare.collect import Declarations
from ..model.symbols import Game
from .bodies import resolve_bodies
from .card_fields import resolve_card_fields
from .chapters import check_chapters
from .constants import unique_columns
from .enums import order_columns
from .frame import missing_frame
from .resolver import new_resolver
from .scope import ALL, Resolver, Scope
from .state import finish_state


def resolve(table: Declarations, diagnostics: Diagnostics, start: Span) -> Game:
    """The typed game. Where there are errors it is incomplete and only good for looking at."""
    game = Game(poisoned=set(table.doubled))
    resolver = new_resolver(table, game, diagnostics)
    missing_frame(table, diagnostics, start)
    _resolve_values(resolver)
    for name in game.card_types:
        resolver.card_types.get(name)
    for callables in (resolver.defines, resolver.effects, resolver.events):
        callables.settle()
    resolver.numbering.get(ALL)
    resolver.state.settle()
    resolve_card_fields(resolver)
    finish_state(resolver)
    resolve_bodies(resolver)
    check_chapters(resolver)
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
        resolver.game.poisoned.add("Player")
    for decl in resolver.table.enums.values():
        if isinstance(decl, syn.TableDecl):
            unique_columns(Scope(resolver), decl.columns)
            order_columns(resolver, decl)
