"""Listeners of cards: `on sold(p, n) while in shop[q] when n > 5:`, with the tests at their head."""

from __future__ import annotations

from regelwerk_dsl import syntax as syn

from ..model import tree
from ..model.symbols import CallableSymbol, CardSymbol, ListenerSymbol, LocalSymbol, ParamSymbol
from ..model.types import PLAYER, Type
from .callables import bind_owner, bind_params, check_stores, new_body
from .dispatch import condition, expr_of
from .events import guard
from .narrowing import known_by
from .scope import Resolver, Scope
from .statements.blocks import resolve_block


def listener_name(card: CardSymbol, event: str) -> str:
    """`on_EVENT`; a second listener of one card to one event gets a number."""
    before = sum(1 for listener in card.listeners if listener.event == event)
    return f"on_{event}_{before + 1}" if before else f"on_{event}"


def resolve_listener(resolver: Resolver, card: CardSymbol, node: syn.Listener) -> ListenerSymbol | None:
    scope = Scope(resolver)
    event = resolver.events.get(node.event.name)
    if event is None:
        scope.unknown(node.event.name, node.event.span, "event", [*resolver.events])
        return None
    if len(node.params) != len(event.params):
        count = len(event.params)
        told = "nothing" if count == 0 else "one thing" if count == 1 else f"{count} things"
        help_ = f"write `on {event.name}({', '.join(param.name for param in event.params)})`"
        scope.error(node, "E0311", f"`{event.name}` tells {told}, not {len(node.params)}", help=help_)
        return None
    params = [ParamSymbol(own.name, param.type, own.span) for own, param in zip(node.params, event.params, strict=True)]
    owner = CallableSymbol(listener_name(card, event.name), "listener", params, None, node.event.span, node, owner=card)
    bind_owner(scope, owner)
    bind_params(scope, owner)
    place: tree.TExpr | None = None
    bound: list[LocalSymbol] = []
    if node.place is not None:
        place, bound = _listener_place(scope, node.place)
    when = condition(scope, node.when) if node.when is not None else None
    body = new_body(scope, owner, pure=False)
    if not body.players:
        body.players = [local for local in bound if local.type == PLAYER][:1]
    listener = ListenerSymbol(event.name, node, owner, place, bound, when)
    with scope.knowing(known_by(when)):
        statements = resolve_block(body, node.body)
    owner.body = guard(listener) + statements
    owner.locals = scope.locals
    check_stores(body, statements)
    return listener


def _listener_place(scope: Scope, node: syn.Expr) -> tuple[tree.TExpr | None, list[LocalSymbol]]:
    """`in hand[q]`: a name already bound is a test, a new one is bound to the place where the card lies."""
    name = node.base.name if isinstance(node, syn.Index) and isinstance(node.base, syn.Name) else ""
    if isinstance(node, syn.Name):
        name = node.name
    var = scope.state(name)
    if var is None or not var.zone:
        scope.unknown(name or node.span.text, node.span, "pile or place", scope.zones())
        return None, []
    indices = node.indices if isinstance(node, syn.Index) else ()
    if len(indices) != len(var.dims):
        scope.error(node, "E0310", f"`{name}` takes {len(var.dims)} indices, not {len(indices)}")
        return None, []
    values: list[tree.TExpr] = []
    bound: list[LocalSymbol] = []
    for index, dim in zip(indices, var.dims, strict=True):
        fresh = isinstance(index, syn.Name) and _is_new(scope, index.name, dim)
        if fresh and isinstance(index, syn.Name):
            local = scope.bind(index.name, dim, index.span)
            bound.append(local)
            values.append(tree.LocalRef(local, type=dim, span=index.span))
        else:
            values.append(expr_of(scope, index, dim, fit=True))
    return tree.ZoneRef(var, values, type=var.type, span=node.span), bound


def _is_new(scope: Scope, name: str, dim: Type) -> bool:
    if scope.find_local(name) is not None or scope.is_state(name) or name in scope.resolver.defines:
        return False
    enum = scope.enum(dim)
    return enum is None or enum.find(name) is None
