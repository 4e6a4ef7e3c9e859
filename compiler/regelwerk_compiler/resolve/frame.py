"""The frame of a game: setup, play, outcome, value, invariants."""

from __future__ import annotations

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.source import Span

from ..declare.collect import Declarations
from ..model import tree
from ..model.symbols import CallableSymbol, InvariantSymbol, LocalSymbol, OutcomeLine, cites_of
from ..model.types import BOOL, PLAYER, ErrorType, IntType
from .callables import resolve_effect
from .constants import constant_number
from .dispatch import expr_of, resolve_expr
from .scope import Resolver, Scope

MOST_FUEL = 1_000_000_000


def resolve_frame(resolver: Resolver) -> None:
    """The typed bodies of the frame."""
    table, game = resolver.table, resolver.game
    if table.setup is not None:
        game.setup = _callable("setup", table.setup)
        resolve_effect(resolver, game.setup, table.setup.body)
    if table.play is not None:
        scope = Scope(resolver)
        limit = constant_number(scope, table.play.limit)
        if limit is not None and not 1 <= limit <= MOST_FUEL:
            scope.error(table.play.limit, "E0304", f"a game has from 1 to {MOST_FUEL:_} choices and rounds")
        game.fuel = limit or 1
        game.play = _callable("play", table.play)
        resolve_effect(resolver, game.play, table.play.body)
    if table.outcome is not None:
        for line in table.outcome.lines:
            value, local = _player_value(resolver, table.outcome.player, line.value)
            game.outcome.append(OutcomeLine(line.kind, value, local))
    if table.value is not None:
        value, local = _player_value(resolver, table.value.player, table.value.value)
        game.value = (local, value)
    for invariant in table.invariants:
        scope = Scope(resolver)
        title = "".join(part for part in invariant.title.parts if isinstance(part, str))
        test = expr_of(scope, invariant.condition, BOOL)
        game.invariants.append(InvariantSymbol(title, test, invariant.span, cites_of(invariant.source)))


def _callable(name: str, decl: syn.SetupDecl | syn.PlayDecl) -> CallableSymbol:
    return CallableSymbol(name, "frame", [], None, decl.span, decl, cites=cites_of(decl.source))


def _player_value(resolver: Resolver, player: syn.Ident, node: syn.Expr) -> tuple[tree.TExpr, LocalSymbol]:
    scope = Scope(resolver)
    local = scope.bind(player.name, PLAYER, player.span)
    value = resolve_expr(scope, node)
    if not isinstance(value.type, IntType | ErrorType):
        scope.wrong_type(node.span, value.type, "A number")
    return value, local


def missing_frame(table: Declarations, diagnostics: Diagnostics, span: Span) -> None:
    """A game has players, play and an outcome. Errors: E0208."""
    for what, found, example in (
        ("players", table.players, "players 2..4"),
        ("play", table.play, "play at most 1_000:"),
        ("outcome", table.outcome, "outcome for p:"),
    ):
        if found is None:
            diagnostics.report("E0208", span, f"the game does not say `{what}`", help=f"add `{example}`")
