"""Check for declarations that are never used: effects, defines, events, abilities, card types that no pile can hold."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.source import Span
from regelwerk_dsl.syntax.nodes import walk

from ..declare.collect import Declarations
from ..declare.families import every_card
from ..model import tree
from ..model.symbols import CallableSymbol, Game
from ..model.types import CardType, PileType, PlaceType
from ..model.walk import nodes_in


@dataclass(frozen=True, slots=True)
class _Unused:
    """Something declared, and what is said of it if nothing leads to it."""

    key: object
    span: Span
    message: str
    help: str
    bodies: list[CallableSymbol]


def check_usage(game: Game, table: Declarations, diagnostics: Diagnostics) -> None:
    """W0702 for what nothing calls, W0705 for cards that can lie nowhere.

    Of several that only lead to one another, the first is reported: what it calls will be used when it is.
    """
    used = _reached(game, *_roots(game, table))
    unused = [one for one in _declared(game) if one.key not in used]
    reach = [_reached(game, list(one.bodies), []) - {one.key} for one in unused]
    for number, one in enumerate(unused):
        before = (
            one.key in reach[other] and (two.key not in reach[number] or other < number)
            for other, two in enumerate(unused)
            if other != number
        )
        if not any(before):
            diagnostics.report("W0702", one.span, one.message, help=one.help)
    for card_type in game.card_types.values():
        if card_type.cards and not any(_holds(var.type, card_type.type) for var in game.state.values()):
            diagnostics.report(
                "W0705",
                card_type.span,
                f"no pile and no place can hold {card_type.name} cards",
                help=f"declare one in `state:`, for example `deck: pile of {card_type.name} = all`",
            )


def _declared(game: Game) -> Iterator[_Unused]:
    """All that something should call."""
    for kind, verb, symbols in (
        ("effect", "calls", game.effects),
        ("define", "asks", game.defines),
        ("event", "emits", game.events),
    ):
        for callee in symbols.values():
            message = f"nothing {verb} `{callee.name}`"
            yield _Unused(id(callee), callee.span, message, f"use this {kind}, or remove it", [callee])
    for card_type in game.card_types.values():
        for name, ability in card_type.abilities.items():
            span, help_ = ability.decl.name.span, "use this ability in a rule, or remove it"
            bodies = list(_bodies(game, card_type.name, name))
            yield _Unused((card_type.name, name), span, f"nothing asks a card for `{name}`", help_, bodies)


def _holds(type_: object, card: CardType) -> bool:
    return isinstance(type_, PileType | PlaceType) and (type_.card.name is None or type_.card == card)


def _roots(game: Game, table: Declarations) -> tuple[list[CallableSymbol], list[object]]:
    """Where play begins: the frame, the listeners, and what is worked out beforehand; bodies and expressions."""
    bodies: list[CallableSymbol] = [part for part in (game.setup, game.play) if part is not None]
    roots: list[object] = [line.value for line in game.outcome]
    roots += [invariant.condition for invariant in game.invariants]
    if game.value is not None:
        roots.append(game.value[1])
    for card in game.cards.values():
        for listener in card.listeners:
            bodies.append(listener.callable)
            roots += [part for part in (listener.when, listener.place) if part is not None]
    fixed = [
        *(part for part in (table.players, table.play and table.play.limit) if part),
        *(table.units.values()),
        *(table.enums.values()),
        *(table.card_types.values()),
        *every_card(table),
        *table.tables,
        *(table.state.values()),
    ]
    names = {node.name for decl in fixed for node in walk(decl) if isinstance(node, syn.Name)}
    for chapter in table.chapters.values():
        names.update(*(re.findall(r"\w+", slot) for slot in re.findall(r"\{([^{}]*)\}", chapter.prose)))
    bodies += [define for define in game.defines.values() if define.name in names]
    return bodies, roots


def _reached(game: Game, waiting: list[CallableSymbol], roots: list[object]) -> set[object]:
    """What bodies and expressions lead to, themselves included, by identity; abilities as (card type, name)."""
    found: set[object] = set()
    for root in roots:
        waiting += list(_called(game, root, found))
    while waiting:
        callee = waiting.pop()
        if id(callee) in found:
            continue
        found.add(id(callee))
        for slots in callee.slots.values():
            for slot in slots:
                waiting += list(_called(game, slot, found))
        for statement in callee.body or []:
            waiting += list(_called(game, statement, found))
    return found


def _bodies(game: Game, card_type: str, name: str) -> Iterator[CallableSymbol]:
    """What the cards of a type do when they are asked for an ability."""
    kind = game.card_types[card_type]
    yield from (card.abilities[name] for card in kind.cards if name in card.abilities)
    default = kind.abilities[name].default
    if default is not None:
        yield default


def _called(game: Game, root: object, found: set[object]) -> Iterator[CallableSymbol]:
    for node in nodes_in(root):
        match node:
            case tree.DefineCall(callee) | tree.Do(callee):
                yield callee
            case tree.AbilityRead(card_type, name) | tree.DoAbility(card_type, name):
                if (card_type, name) not in found:
                    found.add((card_type, name))
                    yield from _bodies(game, card_type, name)
            case _:
                pass
