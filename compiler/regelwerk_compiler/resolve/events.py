"""Events and the cards that listen: an event does what its listeners do, each listener tests first whether it may."""

from __future__ import annotations

from ..symbols import Game, ListenerSymbol, LocalSymbol
from ..typed import (
    Branch,
    Compare,
    Const,
    Do,
    ForEach,
    InAnyOf,
    InZone,
    LocalRef,
    Loop,
    Not,
    RangeDomain,
    Return,
    SetLocal,
    TBlock,
    TExpr,
    ZonePosition,
    ZoneRef,
)
from ..types import BOOL, INT, CardType


def fill_events(game: Game) -> None:
    """Gives every event its body: the listeners in the order of their cards' declaration and copies.

    A card listens if it lies in its place when its turn comes; its condition is judged then too.
    """
    for event in game.events.values():
        arguments: list[TExpr] = [LocalRef(local, type=local.type, span=event.span) for local in event.param_locals]
        body: TBlock = []
        for kind in game.card_types.values():
            for card in kind.cards:
                for listener in card.listeners:
                    if listener.event != event.name or not card.members:
                        continue
                    span = listener.decl.span
                    this = LocalSymbol(f"{card.name}_card", CardType(kind.name), span)
                    event.locals.append(this)
                    first = card.members[0].first
                    last = card.members[-1].first + card.members[-1].copies - 1
                    loop = Loop(this, RangeDomain(Const(first, type=INT), Const(last, type=INT)))
                    call = Do(listener.callable, [LocalRef(this, type=this.type, span=span), *arguments], span=span)
                    body.append(ForEach([loop], None, [call], span=span))
        event.body = body


def guard(listener: ListenerSymbol) -> TBlock:
    """The tests at the head of a listener: is the card in its place, does the condition hold."""
    callee = listener.callable
    span = callee.span
    assert callee.this is not None
    this = LocalRef(callee.this, type=callee.this.type, span=span)
    leave: TBlock = [Return(None, span=span)]
    found: TBlock = []
    place = listener.place
    if isinstance(place, ZoneRef) and place.var is not None:
        fresh = {id(local) for local in listener.bound}
        if fresh:
            inside = InAnyOf(this, place.var, type=BOOL, span=span)
            found.append(Branch(Not(inside, type=BOOL, span=span), leave, [], span=span))
        else:
            found.append(
                Branch(Not(InZone(this, place, type=BOOL, span=span), type=BOOL, span=span), leave, [], span=span)
            )
        for number, index in enumerate(place.indices) if fresh else ():
            position = ZonePosition(this, place.var, number, type=index.type, span=span)
            if isinstance(index, LocalRef) and id(index.local) in fresh:
                found.append(SetLocal(index.local, position, span=span))
            else:
                found.append(Branch(Compare("!=", position, index, type=BOOL, span=span), leave, [], span=span))
    if listener.when is not None:
        found.append(Branch(Not(listener.when, type=BOOL, span=span), leave, [], span=span))
    return found
