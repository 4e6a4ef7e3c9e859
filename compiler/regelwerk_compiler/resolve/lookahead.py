"""Evaluation of constants in declarations that are still being changed."""

from __future__ import annotations

from collections.abc import Mapping

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Diagnostics

from ..declare.collect import Declarations, Key
from ..model.defaults import default_value
from ..model.enums import Value
from ..model.symbols import Game
from ..model.types import BoolType, ErrorType, IntType, OptionalType, PerType, SetType, Type
from .cards import expand_family
from .constants import constant_expr, constant_number, evaluate
from .resolver import new_resolver
from .scope import Resolver, Scope
from .types import resolve_type


class Constants:
    """The values of constants by the declarations as they stand.

    Nothing is reported: what has an error has no value here, and is reported when the game is resolved.
    """

    def __init__(self, table: Declarations) -> None:
        self._table = table
        self._seen: tuple[object, ...] = ()  # the declarations that the resolver was made for
        self._resolver: Resolver | None = None

    def number(self, node: syn.Expr) -> int | None:
        """The value of a whole number; None if it is no constant."""
        return constant_number(self._scope(), node)

    def value(self, node: syn.Expr | None, type_: syn.TypeExpr) -> Value | None:
        """The value of an expression, or of an empty place, by a type; None if it is no constant of that type."""
        scope = self._scope()
        wanted = resolve_type(scope, type_)
        if isinstance(wanted, ErrorType):
            return None
        if node is not None:
            return evaluate(scope, constant_expr(scope, node, wanted), "this is not constant")
        if isinstance(wanted, IntType):
            return 0
        if isinstance(wanted, BoolType | OptionalType | PerType | SetType):
            return default_value(wanted, scope.game)
        return None

    def type(self, node: syn.TypeExpr) -> Type:
        """The type that is meant; `ERROR` where there is none."""
        return resolve_type(self._scope(), node)

    def keys(self, enum: str) -> list[str]:
        """The keys of an enum's members in order; none where nothing of that name is an enum."""
        symbol = self._scope().resolver.enums.get(enum)
        return symbol.keys if symbol is not None else []

    def members(self, decl: syn.CardDecl) -> list[Key]:
        """The keys of the members of a family, in order."""
        expansion = expand_family(self._scope(), decl)
        return list(expansion[1]) if expansion is not None else []

    def _scope(self) -> Scope:
        table = self._table
        groups: list[Mapping[str, syn.Node]] = [table.units, table.enums, table.card_types, table.defines, table.state]
        now = (*map(dict, groups), table.players)
        if self._resolver is None or now != self._seen:
            self._resolver, self._seen = new_resolver(table, Game(), Diagnostics()), now
        return Scope(self._resolver, fixed=True)
