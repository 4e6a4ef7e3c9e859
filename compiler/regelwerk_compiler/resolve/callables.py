"""Callables: signatures and bodies of defines, effects, events and abilities, and the listeners of cards."""

from __future__ import annotations

from regelwerk_dsl import syntax as syn

from ..model import tree
from ..model.symbols import (
    CallableSymbol,
    CardSymbol,
    ListenerSymbol,
    LocalSymbol,
    ParamSymbol,
    cites_of,
)
from ..model.types import BOOL, ERROR, INT, PLAYER, CardType, ErrorType, NoneType, Type, describe, promised
from ..primitives import table as prim
from .coerce import coerce, condition, expr_of, resolve_expr
from .nodes import is_faulty, known_by, read, yes_or_no
from .scope import Body, Resolver, Scope
from .statements.control import exits, resolve_block
from .texts import resolve_text
from .types import resolve_type


def declare_callable(resolver: Resolver, decl: syn.DefineDecl | syn.EffectDecl | syn.EventDecl) -> CallableSymbol:
    """The signature of a define, an effect or an event."""
    scope, name = Scope(resolver, fixed=True), decl.name
    params = resolve_params(scope, decl.params)
    if isinstance(decl, syn.EventDecl):
        return CallableSymbol(name.name, "event", params, None, name.span, decl, cites=cites_of(decl.source))
    kind = "define" if isinstance(decl, syn.DefineDecl) else "effect"
    result = resolve_type(scope, decl.result) if decl.result is not None else None
    return CallableSymbol(name.name, kind, params, result, name.span, decl, cites_of(decl.source))


def resolve_params(scope: Scope, params: tuple[syn.Param, ...]) -> list[ParamSymbol]:
    """The parameters with their types. Errors: E0202, those of types."""
    found: list[ParamSymbol] = []
    for param in params:
        name = param.name.name
        if any(name == other.name for other in found):
            scope.error(param.name, "E0202", f"two parameters are named `{name}`")
        found.append(ParamSymbol(name, resolve_type(scope, param.type), param.name.span))
    return found


def open_body(resolver: Resolver, owner: CallableSymbol, *, pure: bool = False) -> Body:
    """The context of the statements of a callable: its card and parameters are bound, its sentences typed."""
    scope, card = Scope(resolver), owner.owner
    owner.locals = scope.locals
    if card is not None:
        owner.this = scope.bind("this", CardType(card.card_type), owner.span)
        owner.binders = [scope.bind(name, type_, card.span) for name, type_ in card.binders]
    owner.param_locals = [scope.bind(param.name, param.type, param.span) for param in owner.params]
    if isinstance(owner.decl, syn.DefineDecl | syn.EffectDecl):
        for kind in ("says", "offer", "text"):
            text = resolve_text(scope, f"{owner.label}.{kind}", getattr(owner.decl.sentences, kind))
            if text is not None:
                owner.texts[kind] = text
    players = [local for local in owner.param_locals if local.type == PLAYER][:1]
    return Body(scope, owner, pure, owner.result, players=players)


def _answering_block(body: Body, block: syn.Block) -> tree.TBlock:
    """The statements of a body. Errors: E0403 (a result is declared, and the end may be reached)."""
    owner, statements = body.owner, resolve_block(body, block)
    if owner.result is not None and not exits(statements) and not isinstance(owner.result, ErrorType):
        help_ = f"end the block with `return`: {describe(owner.result)} is its result"
        body.scope.error(owner.span, "E0403", f"`{owner.name}` may end without a result", help=help_)
    return statements


def resolve_pure(resolver: Resolver, owner: CallableSymbol, node: syn.Expr | syn.Block) -> None:
    """The body of a callable that computes a value: an expression, or a block that returns."""
    body = open_body(resolver, owner, pure=True)
    assert owner.result is not None
    if isinstance(node, syn.Block):
        owner.body = _answering_block(body, node)
        return
    promise = promised(owner.result)
    raw = resolve_expr(body.scope, node, promise)
    value = coerce(body.scope, raw, promise, fit=True)
    owner.body = [tree.Return(value, span=node.span)]
    if is_faulty(value) and not isinstance(raw.type, ErrorType | NoneType):
        owner.result = ERROR  # which of the two is wrong is not known


def resolve_effect(resolver: Resolver, owner: CallableSymbol, block: syn.Block) -> None:
    """The body of a callable that acts."""
    statements = _answering_block(open_body(resolver, owner), block)
    says = owner.texts.get("says")
    owner.body = statements if says is None else [tree.Say(says, span=says.span), *statements]


# ---- listeners -------------------------------------------------------------------------------------------------------


def resolve_listener(resolver: Resolver, card: CardSymbol, node: syn.Listener) -> ListenerSymbol | None:
    scope = Scope(resolver)
    event = resolver.events.get(node.event.name)
    if event is None:
        scope.unknown(node.event.name, node.event.span, "event", [*resolver.events])
        return None
    if len(node.params) != len(event.params):
        count = len(event.params)
        has = "one parameter" if count == 1 else f"{count or 'no'} parameters"
        help_ = f"write `on {event.name}({', '.join(param.name for param in event.params)})`"
        scope.error(node, "E0311", f"`{event.name}` has {has}, not {len(node.params)}", help=help_)
        return None
    params = [ParamSymbol(own.name, param.type, own.span) for own, param in zip(node.params, event.params, strict=True)]
    before = sum(listener.event == event.name for listener in card.listeners)
    name = f"on_{event.name}_{before + 1}" if before else f"on_{event.name}"
    owner = CallableSymbol(name, "listener", params, None, node.event.span, node, owner=card)
    body = open_body(resolver, owner)
    scope = body.scope
    place, bound = _listener_place(scope, node.place) if node.place is not None else (None, [])
    when = condition(scope, node.when) if node.when is not None else None
    if not body.players:
        body.players = [local for local in bound if local.type == PLAYER][:1]
    with scope.block(known_by(when)):
        statements = resolve_block(body, node.body)
    owner.body = _guard(owner, place, bound, when) + statements
    return ListenerSymbol(event.name, node, owner, place, when)


def _listener_place(scope: Scope, node: syn.Expr) -> tuple[tree.ZoneRef | None, list[LocalSymbol]]:
    """`in hand[q]`: a name already bound is a test, a new one is bound to the place where the card lies."""
    named = node.base if isinstance(node, syn.Index) else node
    name = named.name if isinstance(named, syn.Name) else ""
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
        if isinstance(index, syn.Name) and _is_new(scope, index.name, dim):
            bound.append(scope.bind(index.name, dim, index.span))
            values.append(read(bound[-1], index.span))
        else:
            values.append(expr_of(scope, index, dim, fit=True))
    return tree.ZoneRef(var, values, type=var.type, span=node.span), bound


def _is_new(scope: Scope, name: str, dim: Type) -> bool:
    if scope.find_local(name) is not None or scope.is_state(name) or name in scope.resolver.defines:
        return False
    enum = scope.enum(dim)
    return enum is None or enum.find(name) is None


def _guard(
    owner: CallableSymbol, place: tree.ZoneRef | None, bound: list[LocalSymbol], when: tree.TExpr | None
) -> tree.TBlock:
    """The tests at the head of a listener: whether the card lies in its place, and whether the condition holds."""

    def leave_if(test: tree.TExpr) -> tree.Branch:
        return tree.Branch(test, [tree.Return(None, span=span)], [], span=span)

    def leave_unless(test: tree.TExpr) -> tree.Branch:
        return leave_if(yes_or_no(prim.NOT, [test], span))

    span, found = owner.span, tree.TBlock()
    assert owner.this is not None
    this = read(owner.this, span)
    if place is not None and place.var is not None and not bound:
        found.append(leave_unless(tree.InZone(this, place, type=BOOL, span=span)))
    elif place is not None and place.var is not None:
        found.append(leave_unless(tree.InAnyOf(this, place.var, type=BOOL, span=span)))
        for number, index in enumerate(place.indices):
            position = tree.ZonePosition(this, place.var, number, type=index.type, span=span)
            if isinstance(index, tree.LocalRef) and index.local in bound:
                found.append(tree.SetLocal(index.local, position, span=span))
            else:
                found.append(leave_if(yes_or_no(prim.NOT_EQUAL, [position, index], span)))
    if when is not None:
        found.append(leave_unless(when))
    return found


# ---- events ----------------------------------------------------------------------------------------------------------


def resolve_events(resolver: Resolver) -> None:
    """Gives every event its body: its listeners, in the order of their cards' declarations and copies.

    Whether a card lies in its place, and its condition holds, is tested when its turn comes.
    """
    game = resolver.game
    cards = [card for kind in game.card_types.values() for card in kind.cards if card.members]
    listening = [(card, listener) for card in cards for listener in card.listeners]
    for event in game.events.values():
        open_body(resolver, event)
        event.body = []
        for card, listener in listening:
            if listener.event != event.name:
                continue
            span, last = listener.decl.span, card.members[-1]
            this = LocalSymbol(f"{card.name}_card", CardType(card.card_type), span)
            event.locals.append(this)
            bounds = (card.members[0].first, last.first + last.copies - 1)
            loop = tree.Loop(this, tree.RangeDomain(*(tree.Const(number, type=INT) for number in bounds)))
            arguments: list[tree.TExpr] = [read(this, span)]
            arguments += [read(local, event.span) for local in event.param_locals]
            call = tree.Do(listener.callable, arguments, span=span)
            event.body.append(tree.ForEach([loop], None, [call], span=span))
