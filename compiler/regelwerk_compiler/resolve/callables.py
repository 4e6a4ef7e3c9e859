"""Callables: signatures and bodies of defines, effects, events and abilities."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from regelwerk_dsl import syntax as syn

from ..model import tree
from ..model.ids import MessageId
from ..model.symbols import (
    CallableSymbol,
    ParamSymbol,
    cites_of,
)
from ..model.types import ERROR, PLAYER, CardType, ErrorType, NoneType, PileType, describe, promised
from .coerce import coerce, expr_of, resolve_expr
from .nodes import is_faulty
from .scope import Body, Resolver, Scope
from .statements.control import exits, resolve_block
from .texts import resolve_text
from .types import resolve_type


def declare_callable(resolver: Resolver, decl: syn.DefineDecl | syn.EffectDecl | syn.EventDecl) -> CallableSymbol:
    """The signature of a define, an effect or an event."""
    scope, name = Scope(resolver, fixed=True), decl.name
    params = resolve_params(scope, decl.params)
    if isinstance(decl, syn.EventDecl):
        cites = cites_of(decl.source)
        return CallableSymbol(
            name.name, "event", params, None, name.span, decl, cites, nests=decl.nests, queued=decl.queued
        )
    kind = "define" if isinstance(decl, syn.DefineDecl) else "effect"
    result = resolve_type(scope, decl.result) if decl.result is not None else None
    nests = isinstance(decl, syn.EffectDecl) and decl.nests
    return CallableSymbol(name.name, kind, params, result, name.span, decl, cites_of(decl.source), nests=nests)


def resolve_params(scope: Scope, params: tuple[syn.Param, ...]) -> list[ParamSymbol]:
    """The parameters with their types. Errors: E0202, those of types."""
    found: list[ParamSymbol] = []
    for param in params:
        name = param.name.name
        if any(name == other.name for other in found):
            scope.error(param.name, "E0202", f"two parameters are named `{name}`")
        found.append(ParamSymbol(name, resolve_type(scope, param.type, (PileType,)), param.name.span))
    return found


def open_body(resolver: Resolver, owner: CallableSymbol, *, pure: bool = False) -> Body:
    """The context of the statements of a callable: its card and parameters are bound, its sentences typed."""
    scope, card = Scope(resolver, scenario=bool(owner.scenario)), owner.owner
    owner.locals = scope.locals
    if card is not None:
        owner.this = scope.bind("this", CardType(card.card_type), owner.span)
        owner.binders = [scope.bind(name, type_, card.span) for name, type_ in card.binders]
    owner.param_locals = [scope.bind(param.name, param.type, param.span) for param in owner.params]
    if isinstance(owner.decl, syn.DefineDecl | syn.EffectDecl | syn.EventDecl):
        for kind in ("says", "offer", "text"):
            text = resolve_text(scope, MessageId((*owner.path, kind)), getattr(owner.decl.sentences, kind))
            if text is not None:
                owner.texts[kind] = text
        reader = owner.decl.sentences.reader
        if reader is not None and "says" in owner.texts:
            owner.texts["says"].reader = expr_of(scope, reader, PLAYER)
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
    _in_time(partial(_compute, open_body(resolver, owner, pure=True), node), owner, resolver)


def _in_time(resolve: Callable[[], None], owner: CallableSymbol, resolver: Resolver) -> None:
    """Resolves the body of a callable; if nothing new can be found in it, only when it is first needed."""
    if resolver.unchanged.settles(owner.span):
        owner.later = resolve
    else:
        resolve()


def _compute(body: Body, node: syn.Expr | syn.Block) -> None:
    owner = body.owner
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
    _in_time(partial(_act, open_body(resolver, owner), block), owner, resolver)


def _act(body: Body, block: syn.Block) -> None:
    owner, statements = body.owner, _answering_block(body, block)
    says = owner.texts.get("says")
    owner.body = statements if says is None else [tree.Say(says, span=says.span), *statements]
