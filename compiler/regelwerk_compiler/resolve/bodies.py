"""Bodies of all callables, resolved under their signatures: defines, effects, abilities, listeners."""

from __future__ import annotations

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Label

from ..model.symbols import AbilitySymbol, CallableSymbol, CardSymbol, CardTypeSymbol, ParamSymbol
from .callables import resolve_effect, resolve_events, resolve_listener, resolve_pure
from .cards import has_unknown_names
from .frame import resolve_frame
from .scope import Resolver, Scope


def resolve_bodies(resolver: Resolver) -> None:
    """Every body of the game."""
    game = resolver.game
    resolver.bodies.settle()
    for effect in game.effects.values():
        assert isinstance(effect.decl, syn.EffectDecl)
        resolve_effect(resolver, effect, effect.decl.body)
    for kind in game.card_types.values():
        _resolve_defaults(resolver, kind)
        for card in kind.cards:
            _resolve_card(resolver, kind, card)
    _resolve_tables(resolver)
    resolve_events(resolver)
    resolve_frame(resolver)


# ---- cards -----------------------------------------------------------------------------------------------------------


def _resolve_defaults(resolver: Resolver, kind: CardTypeSymbol) -> None:
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
            resolve_pure(resolver, owner, ability.decl.default)
        elif isinstance(ability.decl.default, syn.Block):
            resolve_effect(resolver, owner, ability.decl.default)
        ability.default = owner


def _resolve_card(resolver: Resolver, kind: CardTypeSymbol, card: CardSymbol) -> None:
    members = card.decl.members if isinstance(card.decl, syn.CardDecl) else ()
    for member in members:
        if isinstance(member, syn.AbilityBody):
            _resolve_ability(resolver, kind, card, member)
        elif isinstance(member, syn.Listener):
            listener = resolve_listener(resolver, card, member)
            if listener is not None:
                card.listeners.append(listener)
    if not isinstance(card.decl, syn.CardDecl) or has_unknown_names(kind, card.decl):
        return
    for ability in kind.abilities.values():
        if _is_open(ability, card):
            resolver.diagnostics.report(
                "E0319",
                card.span,
                f"the card `{card.name}` does not say what `{ability.name}` does",
                help=f"add `{ability.name}({', '.join(param.name for param in ability.params)})`",
            )


def _is_open(ability: AbilitySymbol, card: CardSymbol) -> bool:
    return ability.name not in card.abilities and ability.default is None


def _resolve_tables(resolver: Resolver) -> None:
    """The rows of a table have no abilities of their own: one message for each that the card type leaves open."""
    for rows in resolver.table.tables:
        kind = resolver.game.card_types.get(rows.card_type.name)
        own = {id(card.decl) for card in kind.cards} if kind is not None else set()
        if kind is None or not any(id(row) in own for row in rows.rows):
            continue
        left = [ability for ability in kind.abilities.values() if ability.default is None]
        names = " and ".join(f"`{one.name}`" for one in left)
        if left:
            resolver.diagnostics.report(
                "E0319",
                rows.card_type.span,
                f"the cards of this table do not say what {names} {'does' if len(left) == 1 else 'do'}",
                labels=tuple(Label(one.decl.span, "declared here without a default") for one in left),
                help="give it a default in the card type, or write the cards with `card`",
            )


def _resolve_ability(resolver: Resolver, kind: CardTypeSymbol, card: CardSymbol, node: syn.AbilityBody) -> None:
    name = node.name.name
    ability = kind.abilities.get(name)
    scope = Scope(resolver)
    if ability is None:
        scope.unknown(name, node.name.span, f"ability of {kind.name}", [*kind.abilities, *kind.fields], "E0206")
        return
    if name in card.abilities:
        resolver.diagnostics.report("E0202", node.name.span, f"`{name}` is given twice")
        return
    if len(node.params) != len(ability.params):
        resolver.diagnostics.report(
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
        resolve_pure(resolver, owner, node.body)
    elif isinstance(node.body, syn.Block):
        resolve_effect(resolver, owner, node.body)
    else:
        resolver.diagnostics.report(
            "E0301", node.span, f"`{name}` acts: it has a block of statements", help="write a colon and a block"
        )


def _parameters(count: int) -> str:
    return "one parameter" if count == 1 else f"{count or 'no'} parameters"
