"""Unused declarations: effects, defines, events and abilities, and card types that no pile can hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.source import Span
from regelwerk_dsl.syntax.nodes import walk

from ..declare.collect import Declarations
from ..declare.families import every_card
from ..model import tree
from ..model.symbols import CallableSymbol, Game
from ..model.types import CardType, PileType, PlaceType
from ..model.walk import bodies_of, nodes_in
from ..words.words import Words
from .recursion import called_by


@dataclass(frozen=True, slots=True)
class _Unused:
    """Something declared, and what is said of it if nothing leads to it."""

    key: object
    span: Span
    message: str
    help: str
    bodies: list[CallableSymbol]


def check_usage(words: Words, table: Declarations, diagnostics: Diagnostics) -> None:
    """W0702 for what nothing calls, W0705 for cards that can lie nowhere.

    Of several that only lead to one another, the first is reported: what it calls will be used when it is.
    """
    game = words.game
    used = _reached(game, *_roots(words, table))
    unused = [one for one in _declared(game) if one.key not in used]
    reach = [_reached(game, one.bodies) - {one.key} for one in unused]
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
            message, bodies = f"nothing asks a card for `{name}`", bodies_of(game, card_type.name, name)
            yield _Unused((card_type.name, name), span, message, help_, bodies)


def _holds(type_: object, card: CardType) -> bool:
    return isinstance(type_, PileType | PlaceType) and (type_.card.name is None or type_.card == card)


def _roots(words: Words, table: Declarations) -> tuple[list[CallableSymbol], list[object]]:
    """Where play begins: the frame, the listeners, constants, and what chapters say; bodies and expressions."""
    game = words.game
    bodies: list[CallableSymbol] = [part for part in (game.setup, game.play) if part is not None]
    bodies += _folded(game, table)
    roots: list[object] = [line.value for line in game.outcome]
    roots += [invariant.condition for invariant in game.invariants]
    if game.value is not None:
        roots.append(game.value[1])
    for card in game.cards.values():
        for listener in card.listeners:
            bodies.append(listener.callable)
            roots += [part for part in (listener.when, listener.place) if part is not None]
    blocks = chain.from_iterable(words.chapters.values())
    roots += [slot for block in blocks if block.typed is not None for slot in block.typed.slots]
    return bodies, roots


def _folded(game: Game, table: Declarations) -> Iterator[CallableSymbol]:
    """The defines that constants name: their values have taken the place of the calls in the typed game."""
    frame = [part for part in (table.players, table.play and table.play.limit) if part]
    declared = (table.units, table.enums, table.card_types, table.state)
    constants = [*frame, *every_card(table), *table.tables, *chain.from_iterable(decls.values() for decls in declared)]
    names = {node.name for decl in constants for node in walk(decl) if isinstance(node, syn.Name)}
    return (define for define in game.defines.values() if define.name in names)


def _reached(game: Game, callees: Iterable[CallableSymbol], roots: Iterable[object] = ()) -> set[object]:
    """What bodies and expressions lead to, the bodies included, by identity; abilities as (card type, name)."""
    found: set[object] = set()
    waiting = [*callees, *_called(game, roots, found)]
    while waiting:
        callee = waiting.pop()
        if id(callee) not in found:
            found.add(id(callee))
            waiting += _called(game, [*chain.from_iterable(callee.slots.values()), *(callee.body or [])], found)
    return found


def _called(game: Game, roots: Iterable[object], found: set[object]) -> Iterator[CallableSymbol]:
    """The bodies that expressions and statements call; the abilities that they ask cards for are added to `found`."""
    for root in roots:
        for node in nodes_in(root):
            if isinstance(node, tree.AbilityRead | tree.DoAbility):
                found.add((node.card_type, node.name))
            yield from called_by(game, node)
