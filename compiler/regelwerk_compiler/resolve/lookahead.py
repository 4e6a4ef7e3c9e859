"""Evaluation of constants in declarations that are not resolved yet, for the changes that act on them."""

from __future__ import annotations

from collections.abc import Mapping

from regelwerk_dsl import syntax as syn

from ..declare.collect import Declarations, Key
from ..model.defaults import default_value
from ..model.symbols import Game, Value
from ..model.types import BoolType, ErrorType, IntType, OptionalType, PerType, SetType, Type
from .bodies import declare_callables
from .cards import declare_card_types
from .constants import constant, constant_number
from .enums import resolve_tables, resolve_values
from .families import expand_family
from .limits import declare_limits, resolve_limits
from .scope import Scope, Trial
from .types import resolve_type


class Constants:
    """What constants are worth by the declarations as they stand.

    Nothing is reported: what has an error has no value here, and is reported when the game is resolved.
    """

    def __init__(self, table: Declarations) -> None:
        self._table = table
        self._game = Game()
        self._seen: tuple[object, ...] = ()  # the declarations that the game was made of

    def number(self, node: syn.Expr) -> int | None:
        """The value of a whole number; None where it is no constant."""
        scope = self._scope()
        found = constant_number(scope, node)
        return None if scope.diagnostics.has_errors or scope.game.doubtful else found

    def value(self, node: syn.Expr | None, type_: syn.TypeExpr) -> Value | None:
        """The value of an expression, or of an empty place, by a type; None where it is no constant of that type."""
        scope = self._scope()
        wanted = resolve_type(scope, type_)
        found: Value | None = None
        if isinstance(wanted, ErrorType):
            return None
        if node is not None:
            found = constant(scope, node, wanted, "this")
        elif isinstance(wanted, IntType):
            found = 0
        elif isinstance(wanted, BoolType | OptionalType | PerType | SetType):
            found = default_value(wanted, scope.game)
        return None if scope.diagnostics.has_errors or scope.game.doubtful else found

    def type(self, node: syn.TypeExpr) -> Type:
        """The type that is meant; `ERROR` where there is none."""
        return resolve_type(self._scope(), node)

    def keys(self, enum: str) -> list[str]:
        """The keys of an enum's members in order; none where nothing of that name is an enum."""
        symbol = self._scope().game.enums.get(enum)
        return symbol.keys if symbol is not None else []

    def members(self, decl: syn.CardDecl) -> list[Key]:
        """The keys of the members of a family, in order."""
        expansion = expand_family(self._scope(), decl)
        return list(expansion.members) if expansion is not None else []

    def _scope(self) -> Scope:
        table = self._table
        groups: list[Mapping[str, syn.Node]] = [table.units, table.enums, table.card_types, table.defines, table.state]
        now = (*map(dict, groups), table.players)
        if now != self._seen:
            self._game, self._seen = _early_game(table), now
        self._game.doubtful.clear()
        return Scope(self._game, Trial())


def _early_game(table: Declarations) -> Game:
    """What is known before cards, state and bodies are resolved."""
    game, diagnostics = Game(), Trial()
    game.state_names = frozenset(table.state)
    declare_limits(table, game)
    resolve_values(table, game, diagnostics)
    declare_card_types(table, game, diagnostics)
    game.defines.clear()
    declare_callables(table, game, diagnostics)
    resolve_limits(table, game)
    resolve_tables(table, game, diagnostics)
    resolve_limits(table, game)
    return game
