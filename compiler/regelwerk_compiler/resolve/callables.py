"""Callables: signatures and bodies of defines, effects, events and abilities."""

from __future__ import annotations

from regelwerk_dsl import syntax as syn

from ..model import tree
from ..model.symbols import CallableSymbol, ParamSymbol, cites_of
from ..model.types import ERROR, PLAYER, CardType, ErrorType, NoneType, describe, promised
from ..model.walk import statements_in
from .coerce import coerce
from .dispatch import resolve_expr
from .nodes import is_faulty
from .scope import Body, Resolver, Scope
from .slots import resolve_slots
from .statements.assignments import check_store
from .statements.blocks import exits, resolve_block
from .types import resolve_type


def declare_callable(resolver: Resolver, decl: syn.DefineDecl | syn.EffectDecl | syn.EventDecl) -> CallableSymbol:
    """The signature of a define, an effect or an event."""
    scope, name = Scope(resolver, fixed=True), decl.name
    params = resolve_params(scope, decl.params)
    cites = cites_of(decl.source)
    if isinstance(decl, syn.EventDecl):
        return CallableSymbol(name.name, "event", params, None, name.span, decl, cites=cites)
    kind = "define" if isinstance(decl, syn.DefineDecl) else "effect"
    result = resolve_type(scope, decl.result) if decl.result is not None else None
    return CallableSymbol(name.name, kind, params, result, name.span, decl, decl.sentences, cites)


def resolve_params(scope: Scope, params: tuple[syn.Param, ...]) -> list[ParamSymbol]:
    """The parameters with their types. Errors: E0202, those of types."""
    found: list[ParamSymbol] = []
    for param in params:
        name = param.name.name
        if any(name == other.name for other in found):
            scope.error(param.name, "E0202", f"two parameters are named `{name}`")
        found.append(ParamSymbol(name, resolve_type(scope, param.type), param.name.span))
    return found


def bind_owner(scope: Scope, owner: CallableSymbol) -> None:
    """Binds `this` and the binders of a card's family."""
    card = owner.owner
    if card is not None:
        owner.this = scope.bind("this", CardType(card.card_type), owner.span)
        owner.binders = [scope.bind(name, type_, card.span) for name, type_ in card.binders]


def bind_params(scope: Scope, owner: CallableSymbol) -> None:
    """Binds the parameters, and types the slots of the sentences, which may name them."""
    owner.param_locals = [scope.bind(param.name, param.type, param.span) for param in owner.params]
    for kind in ("says", "offer", "text"):
        text = getattr(owner.sentences, kind)
        if text is not None:
            owner.slots[kind] = resolve_slots(scope, text)


def new_body(scope: Scope, owner: CallableSymbol, *, pure: bool) -> Body:
    body = Body(scope, owner, pure, owner.result)
    body.players = [local for local in owner.param_locals if local.type == PLAYER][:1]
    return body


def resolve_pure(resolver: Resolver, owner: CallableSymbol, node: syn.Expr | syn.Block) -> None:
    """The body of what answers: an expression, or a block that returns."""
    scope = Scope(resolver)
    bind_owner(scope, owner)
    bind_params(scope, owner)
    assert owner.result is not None
    if isinstance(node, syn.Block):
        owner.body = resolve_block(new_body(scope, owner, pure=True), node)
        if not exits(owner.body) and not isinstance(owner.result, ErrorType):
            help_ = f"end the block with `return`: {describe(owner.result)} is promised"
            scope.error(owner.span, "E0403", f"`{owner.name}` may end without an answer", help=help_)
    else:
        promise = promised(owner.result)
        raw = resolve_expr(scope, node, promise)
        value = coerce(scope, raw, promise, fit=True)
        owner.body = [tree.Return(value, span=node.span)]
        if is_faulty(value) and not isinstance(raw.type, ErrorType | NoneType):
            owner.result = ERROR  # which of the two is wrong is not known
    owner.locals = scope.locals


def resolve_effect(resolver: Resolver, owner: CallableSymbol, block: syn.Block) -> None:
    """The body of what acts."""
    scope = Scope(resolver)
    bind_owner(scope, owner)
    bind_params(scope, owner)
    body = new_body(scope, owner, pure=False)
    statements = resolve_block(body, block)
    if owner.result is not None and not exits(statements) and not isinstance(owner.result, ErrorType):
        scope.error(owner.span, "E0403", f"`{owner.name}` may end without an answer", help="end it with `return`")
    said: tree.TBlock = [tree.Say(owner, span=owner.sentences.says.span)] if owner.sentences.says is not None else []
    owner.body = said + statements
    owner.locals = scope.locals
    check_stores(body, owner.body)


def check_stores(body: Body, block: tree.TBlock) -> None:
    for statement in statements_in(block):
        if isinstance(statement, tree.SetState):
            check_store(body, statement)
