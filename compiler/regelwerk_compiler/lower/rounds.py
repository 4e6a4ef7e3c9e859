"""Turns and rounds of a game: effects of a player that ask somebody, and effects whose calls by `play` are rounds."""

from __future__ import annotations

from collections.abc import Iterator

from ..model import tree
from ..model.closure import closure
from ..model.symbols import CallableSymbol, Game
from ..model.walk import ability_bodies, nodes_in
from .stopping import Stopping, is_turn


def turns_of(callables: list[CallableSymbol], asking: Stopping) -> list[str]:
    """The labels of the effects that may be turns."""
    return [callee.label for callee in callables if is_turn(callee) and asking.stops(callee)]


def rounds_of(game: Game, asking: Stopping) -> list[str]:
    """The labels of the effects that are rounds.

    They contain turns that ask players, even if not every call reaches one; without such turns, the only effect that
    asks is a round. There are none if `play` calls the turns itself: these make up the rounds.
    """
    body = (game.play.body if game.play else None) or []
    calls = (node for node in nodes_in(*body) if isinstance(node, tree.Do))
    called = {node.callee.label: node.callee for node in calls if asking.stops(node.callee)}
    if any(map(is_turn, called.values())):
        return []
    around = [label for label, callee in called.items() if _has_turns(game, callee, asking)]
    return around or ([*called] if len(called) == 1 else [])


def _has_turns(game: Game, callee: CallableSymbol, asking: Stopping) -> bool:
    """True if a turn that asks somebody may be called in the course of an effect."""
    called = closure(_called(game, callee), lambda one: _called(game, one))
    return any(is_turn(one) and asking.stops(one) for one in called)


def _called(game: Game, callee: CallableSymbol) -> Iterator[CallableSymbol]:
    """The effects and bodies of abilities that a callable calls."""
    for node in nodes_in(*callee.body or []):
        match node:
            case tree.Do(effect):
                yield effect
            case tree.DoAbility(card_type, name):
                yield from ability_bodies(game, card_type, name)
            case _:
                pass
