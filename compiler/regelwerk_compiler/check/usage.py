"""What is declared and never used: effects, defines, events, abilities, card types that no pile can hold."""

from __future__ import annotations

from collections.abc import Iterator

from regelwerk_dsl.diagnostics import Diagnostics

from ..symbols import CallableSymbol, Game
from ..typed import AbilityRead, DefineCall, Do, DoAbility
from ..types import CardType, PileType, PlaceType
from ..walk import nodes_in


def check_usage(game: Game, diagnostics: Diagnostics) -> None:
    """W0702 for what nothing calls, W0705 for cards that can lie nowhere."""
    used = _used(game)
    for kind, symbols in (("effect", game.effects), ("define", game.defines), ("event", game.events)):
        for callee in symbols.values():
            if id(callee) not in used:
                verb = "emits" if kind == "event" else "calls" if kind == "effect" else "asks"
                diagnostics.report(
                    "W0702", callee.span, f"nothing {verb} `{callee.name}`", help=f"use this {kind}, or remove it"
                )
    for card_type in game.card_types.values():
        for name, ability in card_type.abilities.items():
            if (card_type.name, name) not in used:
                diagnostics.report(
                    "W0702",
                    ability.decl.name.span,
                    f"nothing asks a card for `{name}`",
                    help="use this ability in a rule, or remove it",
                )
        if card_type.cards and not any(_holds(var.type, card_type.type) for var in game.state.values()):
            diagnostics.report(
                "W0705",
                card_type.span,
                f"no pile and no place can hold {card_type.name} cards",
                help=f"declare one in `state:`, for example `deck: pile of {card_type.name} = all`",
            )


def _holds(type_: object, card: CardType) -> bool:
    return isinstance(type_, PileType | PlaceType) and (type_.card.name is None or type_.card == card)


def _used(game: Game) -> set[object]:
    """What the frame and the cards reach, by identity; abilities as (card type, name)."""
    found: set[object] = set()
    waiting: list[CallableSymbol] = [part for part in (game.setup, game.play) if part is not None]
    waiting += [listener.callable for card in game.cards.values() for listener in card.listeners]
    roots: list[object] = [line.value for line in game.outcome]
    roots += [invariant.condition for invariant in game.invariants]
    if game.value is not None:
        roots.append(game.value[1])
    for card in game.cards.values():
        for listener in card.listeners:
            roots += [part for part in (listener.when, listener.place) if part is not None]
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
    _constants(game, found)
    return found


def _called(game: Game, root: object, found: set[object]) -> Iterator[CallableSymbol]:
    for node in nodes_in(root):
        match node:
            case DefineCall(callee) | Do(callee):
                yield callee
            case AbilityRead(card_type, name) | DoAbility(card_type, name):
                if (card_type, name) not in found:
                    found.add((card_type, name))
                    kind = game.card_types[card_type]
                    yield from (card.abilities[name] for card in kind.cards if name in card.abilities)
                    default = kind.abilities[name].default
                    if default is not None:
                        yield default
            case _:
                pass


def _constants(game: Game, found: set[object]) -> None:
    """Defines that are named in constants (bounds, cells, texts of cards) leave no trace in the typed tree."""
    import re

    text = " ".join(
        span.text
        for span in [
            *(var.decl.span for var in game.state.values()),
            *(enum.span for enum in game.enums.values()),
            *(card.decl.span for card in game.cards.values()),
            *(kind.span for kind in game.card_types.values()),
        ]
    )
    words = set(re.findall(r"\w+", text))
    for define in game.defines.values():
        if define.name in words and not define.params:
            found.add(id(define))
