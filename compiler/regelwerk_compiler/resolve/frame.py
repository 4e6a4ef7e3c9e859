"""The frame as written goes in: setup, play, outcome, value, invariants; their typed bodies come out."""

from __future__ import annotations

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.source import Span

from ..declare.collect import Declarations
from ..model import tree
from ..model.symbols import CallableSymbol, Game, InvariantSymbol, LocalSymbol, OutcomeLine
from ..model.types import BOOL, PLAYER, ErrorType, IntType
from .callables import cites_of, resolve_effect
from .constants import constant_number
from .descend import expr_of, resolve_expr
from .scope import Scope


def resolve_frame(table: Declarations, game: Game, diagnostics: Diagnostics) -> None:
    if table.setup is not None:
        game.setup = CallableSymbol(
            "setup", "frame", [], None, table.setup.span, table.setup, cites=cites_of(table.setup.source)
        )
        resolve_effect(game, diagnostics, game.setup, table.setup.body)
    if table.play is not None:
        limit = constant_number(Scope(game, diagnostics), table.play.limit)
        if limit is not None and not 1 <= limit <= 1_000_000_000:
            diagnostics.report("E0304", table.play.limit.span, "a game has from 1 to 1_000_000_000 choices and rounds")
        game.fuel = limit or 1
        game.play = CallableSymbol(
            "play", "frame", [], None, table.play.span, table.play, cites=cites_of(table.play.source)
        )
        resolve_effect(game, diagnostics, game.play, table.play.body)
    if table.outcome is not None:
        for line in table.outcome.lines:
            value, local = _player_value(game, diagnostics, table.outcome.player, line.value)
            game.outcome.append(OutcomeLine(line.kind, value, local))
    if table.value is not None:
        value, local = _player_value(game, diagnostics, table.value.player, table.value.value)
        game.value = (local, value)
    for invariant in table.invariants:
        scope = Scope(game, diagnostics)
        title = "".join(part for part in invariant.title.parts if isinstance(part, str))
        test = expr_of(scope, invariant.condition, BOOL)
        game.invariants.append(InvariantSymbol(title, test, invariant.span, cites_of(invariant.source)))


def _player_value(
    game: Game, diagnostics: Diagnostics, player: syn.Ident, node: syn.Expr
) -> tuple[tree.TExpr, LocalSymbol]:
    scope = Scope(game, diagnostics)
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
