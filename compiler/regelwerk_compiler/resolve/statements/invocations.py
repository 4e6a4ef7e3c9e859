"""`do` and `emit`: effects, abilities and events, called as statements."""

from __future__ import annotations

from regelwerk_dsl import syntax as syn

from ...model import tree
from ...model.symbols import CallableSymbol
from ...model.types import ERROR, CardType, ErrorType, OptionalType, Type, describe, promised
from ..arguments import arguments_of
from ..coerce import coerce
from ..dispatch import resolve_expr
from ..scope import Body, known_type


def resolve_do(body: Body, node: syn.DoStmt) -> tree.TBlock:
    return [do_call(body, node.call)[0]]


def do_call(body: Body, call: syn.Call) -> tuple[tree.Do | tree.DoAbility, Type | None]:
    """`do f(x)` and `do card.ability(x)`; the second value is what it answers."""
    scope = body.scope
    function = call.function
    if isinstance(function, syn.Field):
        base = resolve_expr(scope, function.base)
        found = known_type(scope, base)
        if isinstance(found, OptionalType):
            coerce(scope, base, found.inner)
        elif isinstance(found, CardType) and found.name is not None:
            kind = scope.card_type(found.name)
            ability = kind.abilities.get(function.name.name)
            if ability is None:
                scope.unknown(function.name.name, function.name.span, f"ability of {kind.name}", [*kind.abilities])
            elif ability.result is not None:
                scope.error(call, "E0309", f"`{ability.name}` only answers; it is not done", help="use it as a value")
            else:
                values = arguments_of(scope, call, ability.name, [p.type for p in ability.params], call.arguments)
                return tree.DoAbility(kind.name, ability.name, base, values, span=call.span), None
        elif isinstance(found, CardType):
            scope.error(call, "E0206", "a card of any type has no abilities", help="ask `of` a card type first")
        elif not isinstance(found, ErrorType):
            scope.error(call, "E0309", f"{describe(found)} has nothing to do")
        return _nothing(call), ERROR
    name = function.name if isinstance(function, syn.Name) else ""
    effect = scope.resolver.effects.get(name)
    if effect is None:
        if name in scope.resolver.defines:
            scope.error(call, "E0309", f"`{name}` only works something out", help="use it as a value, without `do`")
        else:
            scope.unknown(name, function.span, "effect", [*scope.resolver.effects])
        return _nothing(call), ERROR
    if scope.is_poisoned(name):
        return _nothing(call), ERROR
    values = arguments_of(scope, call, name, [param.type for param in effect.params], call.arguments)
    if len(values) != len(effect.params):
        return _nothing(call), ERROR
    return tree.Do(effect, values, span=call.span), promised(effect.result) if effect.result is not None else None


def _nothing(call: syn.Call) -> tree.Do:
    empty = CallableSymbol("", "effect", [], None, call.span)
    return tree.Do(empty, [], span=call.span)


def resolve_emit(body: Body, node: syn.EmitStmt) -> tree.TBlock:
    scope, name, arguments = body.scope, node.event, node.arguments
    event = scope.resolver.events.get(name.name)
    if event is None:
        scope.unknown(name.name, name.span, "event", [*scope.resolver.events])
        return []
    values = arguments_of(scope, node, name.name, [param.type for param in event.params], arguments)
    if len(values) != len(event.params):
        return []
    return [tree.Do(event, values, span=node.span)]
