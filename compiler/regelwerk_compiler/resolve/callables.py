"""A body as written goes in, with whose it is; its typed statements come out: defines, effects, abilities."""

from __future__ import annotations

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Diagnostics

from ..model import tree
from ..model.symbols import CallableSymbol, Game
from ..model.types import ERROR, PLAYER, CardType, ErrorType, NoneType, describe, promised
from ..model.walk import statements_in
from .assignments import check_store
from .coerce import coerce
from .descend import resolve_expr
from .scope import Scope, Trial
from .statements import Body, exits, resolve_block
from .texts import resolve_slots


def cites_of(source: syn.SourceClause | None) -> tuple[str, ...]:
    return tuple(ident.name for ident in source.ids) if source else ()


def bind_params(scope: Scope, owner: CallableSymbol) -> None:
    owner.param_locals = [scope.bind(param.name, param.type, param.span) for param in owner.params]
    for kind in ("says", "offer", "text"):
        text = getattr(owner.sentences, kind)
        if text is not None:
            owner.slots[kind] = resolve_slots(scope, text)


def new_body(scope: Scope, owner: CallableSymbol, *, pure: bool) -> Body:
    body = Body(scope, owner, pure, owner.result)
    body.players = [local for local in owner.param_locals if local.type == PLAYER][:1]
    return body


def resolve_pure(game: Game, diagnostics: Diagnostics, owner: CallableSymbol, node: syn.Expr | syn.Block) -> None:
    scope = Scope(game, diagnostics)
    bind_owner(scope, owner)
    bind_params(scope, owner)
    assert owner.result is not None
    if isinstance(node, syn.Block):
        body = new_body(scope, owner, pure=True)
        owner.body = resolve_block(body, node)
        if not exits(owner.body) and not isinstance(owner.result, ErrorType):
            diagnostics.report(
                "E0403",
                owner.span,
                f"`{owner.name}` may end without an answer",
                help=f"end the block with `return`: {describe(owner.result)} is promised",
            )
    else:
        promise = promised(owner.result)
        raw = resolve_expr(scope, node, promise)
        value = coerce(scope, raw, promise, fit=True)
        owner.body = [tree.Return(value, span=node.span)]
        other = isinstance(value.type, ErrorType) and not isinstance(raw.type, ErrorType | NoneType)
        if other and not isinstance(diagnostics, Trial):
            owner.result = ERROR  # which of the two is wrong is not known
    owner.locals = scope.locals


def resolve_effect(game: Game, diagnostics: Diagnostics, owner: CallableSymbol, block: syn.Block) -> None:
    scope = Scope(game, diagnostics)
    bind_owner(scope, owner)
    bind_params(scope, owner)
    body = new_body(scope, owner, pure=False)
    statements = resolve_block(body, block)
    if owner.result is not None and not exits(statements) and not isinstance(owner.result, ErrorType):
        diagnostics.report(
            "E0403", owner.span, f"`{owner.name}` may end without an answer", help="end it with `return`"
        )
    said: tree.TBlock = [tree.Say(owner, span=owner.sentences.says.span)] if owner.sentences.says is not None else []
    owner.body = said + statements
    owner.locals = scope.locals
    check_stores(body, owner.body)


def check_stores(body: Body, block: tree.TBlock) -> None:
    for statement in statements_in(block):
        if isinstance(statement, tree.SetState):
            check_store(body, statement)


def bind_owner(scope: Scope, owner: CallableSymbol) -> None:
    """`this` and the binders of a card's family."""
    if owner.owner is None:
        return
    owner.this = scope.bind("this", CardType(owner.owner.card_type), owner.span)
    owner.binders = [scope.bind(name, type_, owner.owner.span) for name, type_ in owner.owner.binders]
    for lost in owner.owner.lost_binders:
        scope.bind(lost, ERROR, owner.owner.span)
