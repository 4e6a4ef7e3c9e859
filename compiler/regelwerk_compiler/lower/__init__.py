"""Lowering: the IR of a typed game."""

from __future__ import annotations

from math import prod

from ..model import tree
from ..model.ir import Die, Handler, Module
from ..model.symbols import CallableSymbol, Game
from ..model.types import PLAYER, MemberType, PerType
from ..model.walk import all_callables, nodes_in
from .called_once import effects_called_once
from .inlining import Inlining
from .rounds import rounds_of, turns_of
from .sinking import Sinking
from .splitting import split
from .stopping import Stopping
from .tabulate import tabulate


def lower(game: Game, *, explicit: bool = False, tables: dict[str, tuple[object, ...]] | None = None) -> Module:
    """Every callable of the game as a handler, in a fixed order: defines, effects, events, cards, the frame.

    Args:
        game: a checked game.
        explicit: whether chance is explicit, so that rolls and draws stop too.
        tables: the result of `tabulate`, if it is known.
    """
    callables = all_callables(game)
    stopping = Stopping(game, callables, explicit)
    tables = tabulate(game) if tables is None else tables
    called_once = effects_called_once(game, callables, stopping)
    plain = {callee for callee in callables if not stopping.stops(callee) and callee.kind != "define"}
    inlining, sinking = Inlining(game, tables, called_once, plain), Sinking(game, tables)
    handlers = [_handler(callee, stopping, inlining, sinking) for callee in callables if callee not in called_once]
    sites = [site for handler in handlers for site in handler.sites]
    asking = Stopping(game, callables, asks=True)
    turns, rounds = turns_of(callables, asking), rounds_of(game, asking)
    return Module(game, handlers, sites, _dice(game, callables), explicit, tables, turns, rounds)


def _handler(callee: CallableSymbol, stopping: Stopping, inlining: Inlining, sinking: Sinking) -> Handler:
    params = callee.parameters
    rest = [local for local in callee.locals if local not in params]
    binders: tree.TBlock = [
        tree.SetLocal(local, tree.BinderValue(callee.owner.name, number, type=local.type), span=callee.span)
        for number, local in enumerate(callee.binders)
        if callee.owner is not None
    ]
    inlining.locals = []
    statements = [inlining.inlined(statement) for statement in callee.body or []]
    rest += [local for local in inlining.locals if local not in rest]
    if callee.kind == "define":
        statements, more = sinking.sunk(statements)
        rest += more
    pure = callee.kind in ("define", "measure") or (callee.kind == "ability" and callee.result is not None)
    if pure or not stopping.stops(callee):
        own = _own_copies(callee, pure=pure)
        body = binders + own + statements
        return Handler(callee, "pure" if pure else "plain", params, rest, body, result=callee.result)
    handler = Handler(callee, "stopping", params, rest, result=callee.result, is_observed=stopping.is_observed(callee))
    split(handler, binders + statements, stopping)
    return handler


def _own_copies(callee: CallableSymbol, *, pure: bool) -> tree.TBlock:
    """Assignments that copy those `per` parameters that a function, or an assignment to the state, may change."""
    found: tree.TBlock = []
    for local in callee.param_locals:
        if isinstance(local.type, PerType) and (local.assigned or not pure):
            local.assigned = True
            found.append(tree.SetLocal(local, tree.LocalRef(local, type=local.type, span=local.span), span=local.span))
    return found


def _dice(game: Game, callables: list[CallableSymbol]) -> dict[str, Die]:
    found: dict[str, Die] = {}
    first = 0
    for callee in callables:
        for roll in nodes_in(*callee.body or []):
            if not isinstance(roll, tree.RollDice) or roll.luck in found:
                continue
            types = [PLAYER, *(member.type for member in roll.members)]
            dims = tuple(type_.enum for type_ in types if isinstance(type_, MemberType))
            sizes = tuple(game.players[1] + 1 if dim == "Player" else game.enums[dim].size for dim in dims)
            found[roll.luck] = Die(roll.luck, dims, sizes, first, roll.local.type)
            first += prod(sizes)
    return found
