"""Effects that are called at one place only, and so can be inlined there."""

from __future__ import annotations

from collections import Counter

from ..model import tree
from ..model.scenario_words import words_of
from ..model.symbols import CallableSymbol, Game
from ..model.types import PerType
from ..model.walk import nodes_in
from .stopping import Stopping


def effects_called_once(game: Game, callables: list[CallableSymbol], stopping: Stopping) -> set[CallableSymbol]:
    """The effects that cannot stop, have no result or `return` and are called once, by an effect or the frame.

    An effect stays a function if an ability, a listener or an event calls it, so that messages name the card; if a
    scenario may call it; or if an argument is a card that nature would decide if it were named.
    """
    named = words_of(game.scenarios)
    calls: Counter[CallableSymbol] = Counter()
    for callee in callables:
        for node in nodes_in(*callee.body or []):
            if isinstance(node, tree.Do):
                stays = callee.owner is not None or callee.kind == "event" or any(map(stopping.reveals, node.arguments))
                calls[node.callee] += 2 if stays else 1
    return {
        callee
        for callee in game.effects.values()
        if calls[callee] == 1
        and callee.result is None
        and callee.name not in named
        and not stopping.stops(callee)
        and not any(isinstance(local.type, PerType) for local in callee.locals)
        and not any(isinstance(node, tree.Return) for node in nodes_in(*callee.body or []))
    }
