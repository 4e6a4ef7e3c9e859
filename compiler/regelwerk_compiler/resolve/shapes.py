"""The state as declared goes in; its variables come out: types, zones, who sees them, how they begin."""

from __future__ import annotations

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Diagnostics

from ..declare.collect import Declarations
from ..model.defaults import default_value
from ..model.symbols import Game, StateSymbol, dim_size
from ..model.types import ERROR, CardType, ErrorType, IntType, MemberType, PerType, SetType, strip_optional
from .constants import evaluated
from .descend import expr_of
from .scope import Scope
from .types import resolve_type


def declare_state(table: Declarations, game: Game, diagnostics: Diagnostics) -> None:
    """Names, types and zones of the state. Initial values are worked out when cards are known."""
    scope = Scope(game, diagnostics)
    for decl in table.state.values():
        dims: list[MemberType | CardType] = []
        for index in decl.indices:
            type_ = resolve_type(scope, index)
            if isinstance(type_, MemberType | CardType):
                dims.append(type_)
            elif not isinstance(type_, ErrorType):
                diagnostics.report(
                    "E0312",
                    index.span,
                    "an index is an enum, Player, or a card type",
                    help="for numbers declare `enum Row = 1..3`, and write `[Row]`",
                )
        type_ = resolve_type(scope, decl.type)
        if len(dims) < len(decl.indices) or decl.name.name in game.doubled:
            type_ = ERROR
        symbol = StateSymbol(decl.name.name, dims, type_, decl, decl.name.span)
        written = decl.type
        symbol.zone = (
            "pile" if isinstance(written, syn.PileType) else "place" if isinstance(written, syn.PlaceType) else ""
        )
        if isinstance(type_, SetType) and isinstance(type_.member, IntType):
            diagnostics.report("E0312", decl.type.span, "a set in the state is a set of members or of cards")
        _check_stored(diagnostics, symbol)
        game.state[symbol.name] = symbol


def _check_stored(diagnostics: Diagnostics, symbol: StateSymbol) -> None:
    """Whether the values of a type can be kept: each has its range, and there is one to begin with."""
    type_, span = symbol.type, symbol.decl.type.span
    number = strip_optional(type_.value if isinstance(type_, PerType) else type_)
    if isinstance(number, IntType) and (number.low is None or number.high is None):
        diagnostics.report(
            "E0314", span, "a number in the state needs its range", help="write for example `0..100`, or a unit"
        )
    if isinstance(type_, CardType) and not symbol.zone:
        diagnostics.report(
            "E0303",
            span,
            f"`{symbol.name}` is none when the game begins, and its type allows no none",
            help=f"write `{span.text}?`",
        )


def finish_state(table: Declarations, game: Game, diagnostics: Diagnostics) -> None:
    """Zones numbered, `seen by` and `refilled from` resolved, initial values worked out."""
    scope = Scope(game, diagnostics)
    for symbol in game.state.values():
        decl = symbol.decl
        size = 1
        for dim in symbol.dims:
            size *= dim_size(game, dim)
        if symbol.zone == "pile":
            symbol.first, game.piles = game.piles, game.piles + size
        elif symbol.zone == "place":
            symbol.first, game.places = game.places, game.places + size
        elif decl.initial is not None and not isinstance(symbol.type, ErrorType):
            node = decl.initial
            if isinstance(symbol.type, SetType) and isinstance(node, syn.Name | syn.Field):
                node = syn.ListLiteral((node,), span=node.span)
            symbol.initial = expr_of(scope, node, symbol.type, fit=True)
            if not isinstance(symbol.initial.type, ErrorType):
                evaluated(scope, symbol.initial, f"the first value of `{symbol.name}`")
        if decl.all_cards and not symbol.zone:
            diagnostics.report("E0315", decl.span, "only a pile begins with all cards")
        _resolve_seen(scope, symbol)
        if decl.refilled_from is not None:
            other = game.state.get(decl.refilled_from.name)
            if other is None or other.zone != "pile" or other.dims or symbol.zone != "pile":
                diagnostics.report("E0315", decl.refilled_from.span, "a pile is refilled from another single pile")
            else:
                symbol.refill = other.name


def _resolve_seen(scope: Scope, symbol: StateSymbol) -> None:
    seen = symbol.decl.seen
    if seen is None or isinstance(symbol.type, ErrorType):
        return
    if seen.who != "its" or seen.name is None:
        symbol.seen = (seen.who, "")
        if seen.who == "others" and MemberType("Player") not in symbol.dims:
            scope.diagnostics.report("E0316", seen.span, "`others` needs an index Player: others than whom?")
        return
    name = seen.name.name
    if name == "player":
        if MemberType("Player") not in symbol.dims:
            scope.diagnostics.report("E0316", seen.span, f"`{symbol.name}` has no index Player")
        symbol.seen = ("index", "")
        return
    other = scope.game.state.get(name)
    if other is None or other.zone or any(dim not in symbol.dims for dim in other.dims):
        scope.unknown(name, seen.name.span, "variable that says whose", [*scope.game.state], "E0316")
        return
    symbol.seen = ("owner", name)
    symbol.seen_dims = tuple(symbol.dims.index(dim) for dim in other.dims)


__all__ = ["declare_state", "default_value", "finish_state"]
