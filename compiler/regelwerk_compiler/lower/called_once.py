"""Effects that are called at one place only, and so can be inlined there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.syntax.nodes import field_names

from ..model import tree
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


def words_of(scenarios: list[syn.ScenarioDecl]) -> set[str]:
    """Every word in the steps of some scenarios, the names of what they call among them."""
    return {word for scenario in scenarios for word in _words(scenario.steps)}


def _words(node: object) -> Iterator[str]:
    """Every text in a syntax tree, names among them."""
    if isinstance(node, str):
        yield node
    elif isinstance(node, tuple | list):
        for item in node:
            yield from _words(item)
    elif isinstance(node, syn.Node):
        for name in field_names(node.__class__):
            yield from _words(getattr(node, name))
