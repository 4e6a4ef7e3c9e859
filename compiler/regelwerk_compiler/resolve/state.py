"""Variables of the state: their types, zones, visibility and initial values."""

from __future__ import annotations

from math import prod

from regelwerk_dsl import syntax as syn

from ..model.symbols import StateSymbol, dim_size
from ..model.types import (
    ERROR,
    PLAYER,
    CardType,
    ErrorType,
    IntType,
    MemberType,
    PerType,
    PileType,
    PlaceType,
    SetType,
    describe,
    may_share,
    strip_optional,
)
from .constants import constant_expr, evaluated
from .scope import Resolver, Scope
from .types import resolve_type

MOST_VALUES = 1_000_000  # of all variables together


def declare_variable(resolver: Resolver, decl: syn.StateVar) -> StateSymbol:
    """A variable with its type and dimensions. Its initial value is evaluated when all cards are known."""
    scope = Scope(resolver, fixed=True)
    dims: list[MemberType | CardType] = []
    for index in decl.indices:
        type_ = resolve_type(scope, index)
        if isinstance(type_, MemberType | CardType):
            dims.append(type_)
        elif not isinstance(type_, ErrorType):
            help_ = "for numbers declare `enum Row = 1..3`, and write `[Row]`"
            scope.error(index, "E0312", "an index is an enum, Player, or a card type", help=help_)
    type_ = resolve_type(scope, decl.type, (PileType, PlaceType))
    if len(dims) < len(decl.indices) or scope.is_reported(decl.name.name):
        type_ = ERROR
    zone = "pile" if isinstance(decl.type, syn.PileType) else "place" if isinstance(decl.type, syn.PlaceType) else ""
    symbol = StateSymbol(decl.name.name, dims, type_, decl, decl.name.span, zone)
    _check_stored(scope, symbol)
    return symbol


def _check_stored(scope: Scope, symbol: StateSymbol) -> None:
    """Checks that values of the type can be stored: numbers have a range, and there is an initial value."""
    type_, node = symbol.type, symbol.decl.type
    number = strip_optional(type_.value if isinstance(type_, PerType) else type_)
    if isinstance(type_, SetType) and isinstance(type_.member, IntType):
        scope.error(node, "E0312", "a set in the state holds members or cards")
    if isinstance(number, IntType) and (number.low is None or number.high is None):
        help_ = "write for example `0..100`, or a unit"
        scope.error(node, "E0314", "a number in the state needs a range", help=help_)
    if isinstance(type_, CardType) and not symbol.zone:
        why = f"`{symbol.name}` is none when the game begins, and its type does not allow none"
        scope.error(node, "E0303", why, help=f"write `{node.span.text}?`")


def finish_state(resolver: Resolver) -> None:
    """Numbers the zones, resolves `seen by`, `remembered by` and `refilled from`, evaluates the initial values."""
    game, scope = resolver.game, Scope(resolver)
    values = 0
    for symbol in game.state.values():
        size = prod(dim_size(game, dim) for dim in symbol.all_dims)
        values += size
        if values > MOST_VALUES:
            scope.error(symbol.decl, "E0304", f"with this, the state has more than {MOST_VALUES:_} values")
            return
        if symbol.zone == "pile":
            symbol.first, game.piles = game.piles, game.piles + size
            _check_all(scope, symbol)
        elif symbol.zone == "place":
            symbol.first, game.places = game.places, game.places + size
        else:
            _resolve_initial(scope, symbol)
        _resolve_seen(scope, symbol)
        name = symbol.decl.refilled_from
        other = scope.state(name.name) if name is not None else None
        if other is not None and other.zone == symbol.zone == "pile" and other.dims in ([], symbol.dims):
            symbol.refill = other.name
        elif name is not None:
            message = "a pile can be refilled only from a single pile, or from one with the same indices"
            scope.error(name, "E0315", message)
    for symbol in game.state.values():
        if symbol.decl.while_in and not isinstance(symbol.type, ErrorType):
            _resolve_while(scope, symbol)


def _check_all(scope: Scope, symbol: StateSymbol) -> None:
    """E0355: a pile begins with all cards of a type, and one of them is `x many`."""
    if not symbol.decl.all_cards or not isinstance(symbol.type, PileType):
        return
    kinds = [kind for kind in scope.game.card_types.values() if symbol.type.card.name in (None, kind.name)]
    endless = next(filter(None, (kind.endless for kind in kinds)), None)
    if endless is not None:
        why = f"`{symbol.name}` cannot begin with all: `{endless}` is `x many`"
        help_ = f"leave out `= all` and let `setup` move cards there, `move new {endless} to {symbol.name}`"
        scope.error(symbol.decl, "E0355", f"{why}, and cards without end begin in the box", help=help_)


def _resolve_while(scope: Scope, symbol: StateSymbol) -> None:
    """Resolves `while in`; such a variable is seen with its card by default. Errors: E0335."""
    zones, names = scope.game.state, symbol.decl.while_in
    match symbol.dims:
        case [CardType() as card] if not symbol.zone:
            pass
        case _:
            why = f"`{symbol.name}` is not a variable with a card as its only index"
            help_ = f"write for example `{symbol.name}[Card]: 0..9 while in {names[0].name}`"
            scope.error(symbol.decl, "E0335", why, help=help_)
            return
    for name in names:
        zone = scope.state(name.name)
        if zone is None or not isinstance(zone.type, PileType | PlaceType):
            scope.unknown(name.name, name.span, "pile or place", scope.zones(), "E0335")
        elif not may_share(zone.type.card, card):
            why = f"no card of `{symbol.name}` can lie there: `{name.name}` holds {describe(zone.type.card)}"
            scope.error(name, "E0335", why)
        for deck in zones.values():
            if deck.refill == name.name and deck.name not in {one.name for one in names}:
                why = f"`{deck.name}` is refilled from `{name.name}`: cards would leave it without a `move`"
                help_ = f"name both, `while in {name.name} or {deck.name}`, or move and shuffle the cards by a rule"
                scope.error(name, "E0335", why, help=help_)
    symbol.while_in = tuple(name.name for name in names)
    if symbol.decl.seen is None:
        symbol.seen, symbol.seen_dims = ("card", ""), (0,)


def _resolve_initial(scope: Scope, symbol: StateSymbol) -> None:
    node = symbol.decl.initial
    if symbol.decl.all_cards:
        scope.error(symbol.decl, "E0315", "only a pile can begin with all cards")
    if node is None or isinstance(symbol.type, ErrorType):
        return
    symbol.initial = constant_expr(scope, node, symbol.type)
    evaluated(scope, symbol.initial, f"the first value of `{symbol.name}`")


def _resolve_seen(scope: Scope, symbol: StateSymbol) -> None:
    seen = symbol.decl.seen
    if seen is None or isinstance(symbol.type, ErrorType):
        return
    symbol.remembered = seen.remembered
    if seen.remembered and isinstance(symbol.type, PileType | PlaceType):
        why = f"`{symbol.name}` holds cards, and only a variable can be remembered"
        noted = f"noted: set of {symbol.type.card.name or 'Card'} {seen.span.text}"
        scope.error(seen, "E0340", why, help=f"write `seen by`, and note cards in a variable: `{noted}`")
    if seen.who != "its" or seen.name is None:
        symbol.seen = (seen.who, "")
        if seen.who == "others" and PLAYER not in symbol.dims:
            scope.error(seen, "E0316", "`others` needs an index Player: other than whom?")
        elif seen.who == "card":
            at = [i for i, dim in enumerate(symbol.dims) if isinstance(dim, CardType)]
            symbol.seen_dims = tuple(at)
            if len(at) != 1:
                scope.error(seen, "E0316", f"`{symbol.name}` needs one index that is a card: seen with which card?")
        return
    name = seen.name.name
    other = scope.state(name)
    if name == "player":
        symbol.seen = ("index", "")
        if PLAYER not in symbol.dims:
            scope.error(seen, "E0316", f"`{symbol.name}` has no index Player")
    elif other is None or other.zone or any(dim not in symbol.dims for dim in other.dims):
        scope.unknown(name, seen.name.span, "variable that says whose", [*scope.resolver.state], "E0316")
    else:
        symbol.seen = ("owner", name)
        symbol.seen_dims = tuple(symbol.dims.index(dim) for dim in other.dims)
