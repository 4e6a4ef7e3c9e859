"""Bodies of defines, effects, abilities, listeners and the frame: statements resolved under their signatures."""

from __future__ import annotations

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Diagnostics, Label

from ..declare.collect import Declarations
from ..model.symbols import AbilitySymbol, CallableSymbol, CardSymbol, CardTypeSymbol, Game, ParamSymbol
from .callables import bind_params, cites_of, resolve_effect, resolve_pure
from .events import fill_events
from .frame import resolve_frame
from .listeners import resolve_listener
from .scope import Scope
from .types import resolve_type


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
            cites_of(define.source),
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
            cites_of(effect.source),
        )
    for event in table.events.values():
        params = _params(scope, event.params)
        game.events[event.name.name] = CallableSymbol(
            event.name.name, "event", params, None, event.name.span, event, cites=cites_of(event.source)
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
        resolve_effect(game, diagnostics, effect, effect.decl.body)
    for event in game.events.values():
        scope = Scope(game, diagnostics)
        bind_params(scope, event)
        event.locals = scope.locals
    for kind in game.card_types.values():
        _resolve_defaults(game, diagnostics, kind)
        for card in kind.cards:
            _resolve_card(game, diagnostics, kind, card)
    _resolve_tables(table, game, diagnostics)
    fill_events(game)
    resolve_frame(table, game, diagnostics)


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
        owner.owner = CardSymbol(kind.name, kind.name, kind.name, ability.decl, kind.span, None)
        if ability.result is not None:
            resolve_pure(game, diagnostics, owner, ability.decl.default)
        elif isinstance(ability.decl.default, syn.Block):
            resolve_effect(game, diagnostics, owner, ability.decl.default)
        ability.default = owner


def _resolve_card(game: Game, diagnostics: Diagnostics, kind: CardTypeSymbol, card: CardSymbol) -> None:
    members = card.decl.members if isinstance(card.decl, syn.CardDecl) else ()
    for member in members:
        if isinstance(member, syn.AbilityBody):
            _resolve_ability(game, diagnostics, kind, card, member)
        elif isinstance(member, syn.Listener):
            listener = resolve_listener(game, diagnostics, card, member)
            if listener is not None:
                card.listeners.append(listener)
    for ability in kind.abilities.values():
        if isinstance(card.decl, syn.CardDecl) and _is_open(ability, card):
            diagnostics.report(
                "E0319",
                card.span,
                f"the card `{card.name}` does not say what `{ability.name}` does",
                help=f"add `{ability.name}({', '.join(param.name for param in ability.params)})`",
            )


def _is_open(ability: AbilitySymbol, card: CardSymbol) -> bool:
    return ability.name not in card.abilities and ability.default is None and not card.broken


def _resolve_tables(table: Declarations, game: Game, diagnostics: Diagnostics) -> None:
    """The rows of a table have no abilities of their own: one message for each that the card type leaves open."""
    for rows in table.tables:
        kind = game.card_types.get(rows.card_type.name)
        own = {id(card.decl) for card in kind.cards} if kind is not None else set()
        if kind is None or not any(id(row) in own for row in rows.rows):
            continue
        left = [ability for ability in kind.abilities.values() if ability.default is None]
        names = " and ".join(f"`{one.name}`" for one in left)
        if left:
            diagnostics.report(
                "E0319",
                rows.card_type.span,
                f"the cards of this table do not say what {names} {'does' if len(left) == 1 else 'do'}",
                labels=tuple(Label(one.decl.span, "declared here without a default") for one in left),
                help="give it a default in the card type, or write the cards with `card`",
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
            f"`{name}` takes {_parameters(len(ability.params))}, not {len(node.params)}",
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
        resolve_effect(game, diagnostics, owner, node.body)
    else:
        diagnostics.report(
            "E0301", node.span, f"`{name}` acts: it has a block of statements", help="write a colon and a block"
        )


def _parameters(count: int) -> str:
    return "one parameter" if count == 1 else f"{count or 'no'} parameters"
