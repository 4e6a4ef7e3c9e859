"""Bodies of defines, effects, abilities, listeners and the frame: statements resolved under their signatures."""

from __future__ import annotations

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.source import Span

from ..declare import Declarations
from ..symbols import (
    CallableSymbol,
    CardSymbol,
    CardTypeSymbol,
    Game,
    InvariantSymbol,
    ListenerSymbol,
    LocalSymbol,
    OutcomeLine,
    ParamSymbol,
)
from ..typed import Return, Say, TBlock, TExpr, ZoneRef
from ..types import BOOL, ERROR, PLAYER, CardType, ErrorType, IntType, MemberType, NoneType, Type, describe, promised
from .assignments import check_store
from .coerce import coerce
from .constants import constant_number
from .descend import condition, expr_of, resolve_expr
from .events import fill_events, guard
from .narrowing import facts
from .scope import Scope, Trial
from .statements import Body, exits, resolve_block
from .texts import resolve_slots
from .types import resolve_type


def _cites(source: syn.SourceClause | None) -> tuple[str, ...]:
    return tuple(ident.name for ident in source.ids) if source else ()


def declare_callables(table: Declarations, game: Game, diagnostics: Diagnostics) -> None:
    """Signatures first, so that bodies may name each other in any order."""
    scope = Scope(game, diagnostics)
    for define in table.defines.values():
        params = _params(scope, define.params)
        result = resolve_type(scope, define.result)
        game.defines[define.name.name] = CallableSymbol(
            define.name.name,
            "define",
            params,
            result,
            define.name.span,
            define,
            define.sentences,
            _cites(define.source),
        )
    for effect in table.effects.values():
        params = _params(scope, effect.params)
        answer = resolve_type(scope, effect.result) if effect.result is not None else None
        game.effects[effect.name.name] = CallableSymbol(
            effect.name.name,
            "effect",
            params,
            answer,
            effect.name.span,
            effect,
            effect.sentences,
            _cites(effect.source),
        )
    for event in table.events.values():
        params = _params(scope, event.params)
        game.events[event.name.name] = CallableSymbol(
            event.name.name, "event", params, None, event.name.span, event, cites=_cites(event.source)
        )


def _params(scope: Scope, params: tuple[syn.Param, ...]) -> list[ParamSymbol]:
    found: list[ParamSymbol] = []
    for param in params:
        if any(param.name.name == other.name for other in found):
            scope.doubled()
            scope.diagnostics.report("E0202", param.name.span, f"two parameters are named `{param.name.name}`")
        found.append(ParamSymbol(param.name.name, resolve_type(scope, param.type), param.name.span))
    return found


def resolve_bodies(table: Declarations, game: Game, diagnostics: Diagnostics) -> None:
    """Every body of the game."""
    for define in game.defines.values():
        assert isinstance(define.decl, syn.DefineDecl)
        resolve_pure(game, diagnostics, define, define.decl.body)
    for effect in game.effects.values():
        assert isinstance(effect.decl, syn.EffectDecl)
        _resolve_effect(game, diagnostics, effect, effect.decl.body)
    for event in game.events.values():
        scope = Scope(game, diagnostics)
        _bind_params(scope, event)
        event.locals = scope.locals
    for kind in game.card_types.values():
        _resolve_defaults(game, diagnostics, kind)
        for card in kind.cards:
            _resolve_card(game, diagnostics, kind, card)
    fill_events(game)
    _resolve_frame(table, game, diagnostics)


def _bind_params(scope: Scope, owner: CallableSymbol) -> None:
    owner.param_locals = [scope.bind(param.name, param.type, param.span) for param in owner.params]
    for kind in ("says", "offer", "text"):
        text = getattr(owner.sentences, kind)
        if text is not None:
            owner.slots[kind] = resolve_slots(scope, text)


def _body(scope: Scope, owner: CallableSymbol, *, pure: bool) -> Body:
    body = Body(scope, owner, pure, owner.result)
    body.players = [local for local in owner.param_locals if local.type == PLAYER][:1]
    return body


def resolve_pure(game: Game, diagnostics: Diagnostics, owner: CallableSymbol, node: syn.Expr | syn.Block) -> None:
    scope = Scope(game, diagnostics)
    _bind_owner(scope, owner)
    _bind_params(scope, owner)
    assert owner.result is not None
    if isinstance(node, syn.Block):
        body = _body(scope, owner, pure=True)
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
        owner.body = [Return(value, span=node.span)]
        other = isinstance(value.type, ErrorType) and not isinstance(raw.type, ErrorType | NoneType)
        if other and not isinstance(diagnostics, Trial):
            owner.result = ERROR  # which of the two is wrong is not known
    owner.locals = scope.locals


def _resolve_effect(game: Game, diagnostics: Diagnostics, owner: CallableSymbol, block: syn.Block) -> None:
    scope = Scope(game, diagnostics)
    _bind_owner(scope, owner)
    _bind_params(scope, owner)
    body = _body(scope, owner, pure=False)
    statements = resolve_block(body, block)
    if owner.result is not None and not exits(statements) and not isinstance(owner.result, ErrorType):
        diagnostics.report(
            "E0403", owner.span, f"`{owner.name}` may end without an answer", help="end it with `return`"
        )
    said: TBlock = [Say(owner, span=owner.sentences.says.span)] if owner.sentences.says is not None else []
    owner.body = said + statements
    owner.locals = scope.locals
    _check_stores(body, owner.body)


def _check_stores(body: Body, block: TBlock) -> None:
    from ..typed import SetState
    from ..walk import statements_in

    for statement in statements_in(block):
        if isinstance(statement, SetState):
            check_store(body, statement)


def _bind_owner(scope: Scope, owner: CallableSymbol) -> None:
    """`this` and the binders of a card's family."""
    if owner.owner is None:
        return
    owner.this = scope.bind("this", CardType(owner.owner.card_type), owner.span)
    owner.binders = [scope.bind(name, type_, owner.owner.span) for name, type_ in owner.owner.binders]
    for lost in owner.owner.lost_binders:
        scope.bind(lost, ERROR, owner.owner.span)


# ---- cards -----------------------------------------------------------------------------------------------------------


def _resolve_defaults(game: Game, diagnostics: Diagnostics, kind: CardTypeSymbol) -> None:
    for ability in kind.abilities.values():
        if ability.decl.default is None:
            continue
        owner = CallableSymbol(
            ability.name,
            "ability",
            ability.params,
            ability.result,
            ability.decl.name.span,
            ability.decl,
        )
        owner.owner = CardSymbol(kind.name, kind.name, ability.decl, kind.span, None)
        if ability.result is not None:
            resolve_pure(game, diagnostics, owner, ability.decl.default)
        elif isinstance(ability.decl.default, syn.Block):
            _resolve_effect(game, diagnostics, owner, ability.decl.default)
        ability.default = owner


def _resolve_card(game: Game, diagnostics: Diagnostics, kind: CardTypeSymbol, card: CardSymbol) -> None:
    members = card.decl.members if isinstance(card.decl, syn.CardDecl) else ()
    for member in members:
        if isinstance(member, syn.AbilityBody):
            _resolve_ability(game, diagnostics, kind, card, member)
        elif isinstance(member, syn.Listener):
            listener = _resolve_listener(game, diagnostics, card, member)
            if listener is not None:
                card.listeners.append(listener)
    for ability in kind.abilities.values():
        if ability.name not in card.abilities and ability.default is None and not card.broken:
            diagnostics.report(
                "E0319",
                card.span,
                f"the card `{card.name}` does not say what `{ability.name}` does",
                help=f"add `{ability.name}({', '.join(param.name for param in ability.params)})`",
            )


def _resolve_ability(
    game: Game, diagnostics: Diagnostics, kind: CardTypeSymbol, card: CardSymbol, node: syn.AbilityBody
) -> None:
    name = node.name.name
    ability = kind.abilities.get(name)
    scope = Scope(game, diagnostics)
    if ability is None:
        card.broken = True
        scope.unknown(name, node.name.span, f"ability of {kind.name}", [*kind.abilities, *kind.fields], "E0206")
        return
    if name in card.abilities:
        diagnostics.report("E0202", node.name.span, f"`{name}` is given twice")
        return
    if len(node.params) != len(ability.params):
        diagnostics.report(
            "E0311",
            node.span,
            f"`{name}` takes {len(ability.params)} parameters, not {len(node.params)}",
            help=f"write `{name}({', '.join(param.name for param in ability.params)})`",
        )
        return
    params = [
        ParamSymbol(own.name, param.type, own.span) for own, param in zip(node.params, ability.params, strict=True)
    ]
    owner = CallableSymbol(name, "ability", params, ability.result, node.name.span, node, owner=card)
    card.abilities[name] = owner
    if ability.result is not None:
        resolve_pure(game, diagnostics, owner, node.body)
    elif isinstance(node.body, syn.Block):
        _resolve_effect(game, diagnostics, owner, node.body)
    else:
        diagnostics.report(
            "E0301", node.span, f"`{name}` acts: it has a block of statements", help="write a colon and a block"
        )


def listener_name(card: CardSymbol, event: str) -> str:
    """`on_EVENT`; a second listener of one card to one event gets a number."""
    before = sum(1 for listener in card.listeners if listener.event == event)
    return f"on_{event}_{before + 1}" if before else f"on_{event}"


def _resolve_listener(
    game: Game, diagnostics: Diagnostics, card: CardSymbol, node: syn.Listener
) -> ListenerSymbol | None:
    scope = Scope(game, diagnostics)
    event = game.events.get(node.event.name)
    if event is None:
        scope.unknown(node.event.name, node.event.span, "event", [*game.events])
        return None
    if len(node.params) != len(event.params):
        diagnostics.report(
            "E0311", node.span, f"`{event.name}` tells {len(event.params)} things, not {len(node.params)}"
        )
        return None
    params = [ParamSymbol(own.name, param.type, own.span) for own, param in zip(node.params, event.params, strict=True)]
    owner = CallableSymbol(listener_name(card, event.name), "listener", params, None, node.event.span, node, owner=card)
    _bind_owner(scope, owner)
    _bind_params(scope, owner)
    place: TExpr | None = None
    bound: list[LocalSymbol] = []
    if node.place is not None:
        place, bound = _listener_place(scope, node.place, diagnostics)
    when = condition(scope, node.when) if node.when is not None else None
    body = _body(scope, owner, pure=False)
    if not body.players:
        body.players = [local for local in bound if local.type == PLAYER][:1]
    listener = ListenerSymbol(event.name, node, owner, place, bound, when)
    with scope.knowing(facts(when, True) if when is not None else frozenset()):
        statements = resolve_block(body, node.body)
    owner.body = guard(listener) + statements
    owner.locals = scope.locals
    _check_stores(body, statements)
    return listener


def _listener_place(scope: Scope, node: syn.Expr, diagnostics: Diagnostics) -> tuple[TExpr | None, list[LocalSymbol]]:
    """`in hand[q]`: a name already bound is a test, a new one is bound to the place where the card lies."""
    name = node.base.name if isinstance(node, syn.Index) and isinstance(node.base, syn.Name) else ""
    if isinstance(node, syn.Name):
        name = node.name
    var = scope.game.state.get(name)
    if var is None or not var.zone:
        zones = [key for key, symbol in scope.game.state.items() if symbol.zone]
        scope.unknown(name or node.span.text, node.span, "pile or place", zones)
        return None, []
    indices = node.indices if isinstance(node, syn.Index) else ()
    if len(indices) != len(var.dims):
        diagnostics.report("E0310", node.span, f"`{name}` takes {len(var.dims)} indices, not {len(indices)}")
        return None, []
    values: list[TExpr] = []
    bound: list[LocalSymbol] = []
    from ..typed import LocalRef

    for index, dim in zip(indices, var.dims, strict=True):
        fresh = isinstance(index, syn.Name) and _is_new(scope, index.name, dim)
        if fresh and isinstance(index, syn.Name):
            local = scope.bind(index.name, dim, index.span)
            bound.append(local)
            values.append(LocalRef(local, type=dim, span=index.span))
        else:
            values.append(expr_of(scope, index, dim, fit=True))
    return ZoneRef(var, values, type=var.type, span=node.span), bound


def _is_new(scope: Scope, name: str, dim: Type) -> bool:
    if scope.find_local(name) is not None or name in scope.game.state or name in scope.game.defines:
        return False
    enum = scope.game.enums.get(dim.enum) if isinstance(dim, MemberType) else None
    return enum is None or enum.find(name) is None


# ---- the frame -------------------------------------------------------------------------------------------------------


def _resolve_frame(table: Declarations, game: Game, diagnostics: Diagnostics) -> None:
    if table.setup is not None:
        game.setup = CallableSymbol(
            "setup", "frame", [], None, table.setup.span, table.setup, cites=_cites(table.setup.source)
        )
        _resolve_effect(game, diagnostics, game.setup, table.setup.body)
    if table.play is not None:
        limit = constant_number(Scope(game, diagnostics), table.play.limit)
        if limit is not None and not 1 <= limit <= 1_000_000_000:
            diagnostics.report("E0304", table.play.limit.span, "a game has from 1 to 1_000_000_000 choices and rounds")
        game.fuel = limit or 1
        game.play = CallableSymbol(
            "play", "frame", [], None, table.play.span, table.play, cites=_cites(table.play.source)
        )
        _resolve_effect(game, diagnostics, game.play, table.play.body)
    if table.outcome is not None:
        for line in table.outcome.lines:
            value, local = _player_value(game, diagnostics, table.outcome.player, line.value)
            game.outcome.append(OutcomeLine(line.kind, value, local))
    if table.value is not None:
        value, local = _player_value(game, diagnostics, table.value.player, table.value.value)
        game.value = (local, value)
    for invariant in table.invariants:
        scope = Scope(game, diagnostics)
        title = "".join(part for part in invariant.title.parts if isinstance(part, str))
        test = expr_of(scope, invariant.condition, BOOL)
        game.invariants.append(InvariantSymbol(title, test, invariant.span, _cites(invariant.source)))


def _player_value(game: Game, diagnostics: Diagnostics, player: syn.Ident, node: syn.Expr) -> tuple[TExpr, LocalSymbol]:
    scope = Scope(game, diagnostics)
    local = scope.bind(player.name, PLAYER, player.span)
    value = resolve_expr(scope, node)
    if not isinstance(value.type, IntType | ErrorType):
        scope.wrong_type(node.span, value.type, "A number")
    return value, local


def missing_frame(table: Declarations, diagnostics: Diagnostics, span: Span) -> None:
    """A game has players, play and an outcome. Errors: E0208."""
    for what, found, example in (
        ("players", table.players, "players 2..4"),
        ("play", table.play, "play at most 1_000:"),
        ("outcome", table.outcome, "outcome for p:"),
    ):
        if found is None:
            diagnostics.report("E0208", span, f"the game does not say `{what}`", help=f"add `{example}`")
