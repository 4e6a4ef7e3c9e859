"""Bodies of events: what their listeners do, each of which tests first whether it may."""

from __future__ import annotations

from ..model import tree
from ..model.symbols import Game, ListenerSymbol, LocalSymbol
from ..model.types import BOOL, INT, CardType
from ..primitives import table as prim
from .nodes import read, yes_or_no


def fill_events(game: Game) -> None:
    """Gives every event its body: the listeners in the order of their cards' declaration and copies.

    A card listens if it lies in its place when its turn comes; its condition is judged then too.
    """
    for event in game.events.values():
        arguments: list[tree.TExpr] = [read(local, event.span) for local in event.param_locals]
        body: tree.TBlock = []
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
                    loop = tree.Loop(this, tree.RangeDomain(tree.Const(first, type=INT), tree.Const(last, type=INT)))
                    call = tree.Do(listener.callable, [read(this, span), *arguments], span=span)
                    body.append(tree.ForEach([loop], None, [call], span=span))
        event.body = body


def guard(listener: ListenerSymbol) -> tree.TBlock:
    """The tests at the head of a listener: is the card in its place, does the condition hold."""
    callee = listener.callable
    span = callee.span
    assert callee.this is not None
    this = read(callee.this, span)
    leave: tree.TBlock = [tree.Return(None, span=span)]
    found: tree.TBlock = []
    place = listener.place
    if isinstance(place, tree.ZoneRef) and place.var is not None:
        fresh = {id(local) for local in listener.bound}
        if fresh:
            inside = tree.InAnyOf(this, place.var, type=BOOL, span=span)
            found.append(tree.Branch(yes_or_no(prim.NOT, [inside], span), leave, [], span=span))
        else:
            found.append(
                tree.Branch(
                    yes_or_no(prim.NOT, [tree.InZone(this, place, type=BOOL, span=span)], span),
                    leave,
                    [],
                    span=span,
                )
            )
        for number, index in enumerate(place.indices) if fresh else ():
            position = tree.ZonePosition(this, place.var, number, type=index.type, span=span)
            if isinstance(index, tree.LocalRef) and id(index.local) in fresh:
                found.append(tree.SetLocal(index.local, position, span=span))
            else:
                found.append(tree.Branch(yes_or_no(prim.NOT_EQUAL, [position, index], span), leave, [], span=span))
    if listener.when is not None:
        found.append(tree.Branch(yes_or_no(prim.NOT, [listener.when], span), leave, [], span=span))
    return found
