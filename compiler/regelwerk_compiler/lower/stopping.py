"""Analysis of which callables can stop: those that ask, and those that call one that can."""

from __future__ import annotations

from collections.abc import Iterable

from ..model import tree
from ..model.symbols import CallableSymbol, Game
from ..model.types import PLAYER
from ..model.walk import nodes_in
from ..primitives.table import BOTTOM, TOP

STOPPING_NODES = (
    tree.ChooseOption,
    tree.ChooseValue,
    tree.Do,
    tree.DoAbility,
    tree.Draw,
    tree.RollDice,
    tree.SetLocal,
    tree.Simultaneously,
    tree.TakeUnseen,
)  # what may stop


class Stopping:
    """Tells which callables, abilities and statements can stop. With explicit chance, rolls and draws stop too.

    A callable that may nest counts among them: its calls lie on the stack of frames, which can be as deep as the rules
    require. So does a queued event, which waits on that stack, and a callable that emits one. With `asks` these do not
    count, only callables that may ask a player themselves or through the events that they queue.
    """

    def __init__(
        self, game: Game, callables: list[CallableSymbol], explicit: bool = False, *, asks: bool = False
    ) -> None:
        self.game = game
        self.explicit = explicit
        self.asks = asks
        self.callables: set[CallableSymbol] = set()
        self.abilities: set[tuple[str, str]] = set()
        called = nodes_in(*(game.play.body if game.play else None) or [])
        self.by_play = {node.callee for node in called if isinstance(node, tree.Do)}
        left = [
            (callee, [node for node in nodes_in(*callee.body or []) if isinstance(node, STOPPING_NODES)])
            for callee in callables
        ]
        changed = True
        while changed:
            changed = False
            for callee, found in left:
                waits = not asks and _needs_frames(callee, found)
                if callee not in self.callables and (waits or any(map(self._node_stops, found))):
                    self.callables.add(callee)
                    changed = True
                    if callee.kind == "ability" and callee.owner is not None:
                        self.abilities.add((callee.owner.card_type, callee.name))

    def stops(self, callee: CallableSymbol) -> bool:
        if callee.kind == "ability" and callee.owner is not None:
            return (callee.owner.card_type, callee.name) in self.abilities
        return callee in self.callables or callee.kind == "frame"

    def is_observed(self, callee: CallableSymbol) -> bool:
        """True if listeners of the log are notified of an effect: the frame, the calls of `play`, possible turns."""
        return callee.kind == "frame" or callee in self.by_play or is_turn(callee)

    def statement_stops(self, statement: tree.TStmt) -> bool:
        return any(map(self._node_stops, nodes_in(statement)))

    def _node_stops(self, node: object) -> bool:
        match node:
            case tree.ChooseValue() | tree.ChooseOption() | tree.Simultaneously():
                return True
            case tree.Do(callee):
                return (self.asks or not callee.queued) and self.stops(callee)
            case tree.DoAbility(card_type, name):
                return (card_type, name) in self.abilities
            case tree.RollDice() | tree.Draw() | tree.TakeUnseen():
                return self.explicit
            case tree.SetLocal(value=value):
                return self.reveals(value)
            case _:
                return False

    def reveals(self, value: tree.TExpr) -> bool:
        """True if naming a value needs a decision of nature: the card at an end of a pile, with explicit chance."""
        match value:
            case tree.Op(primitive, [tree.PileCards(only=None)]) if primitive in (TOP, BOTTOM):
                return self.explicit
            case _:
                return False


def _needs_frames(callee: CallableSymbol, nodes: Iterable[object]) -> bool:
    """True if frames are needed although nothing asks: it may nest, or an event waits for its end."""
    return callee.nests or callee.queued or any(map(_emits_queued_event, nodes))


def _emits_queued_event(node: object) -> bool:
    """True if a statement emits a queued event."""
    return isinstance(node, tree.Do) and node.callee.queued


def delays_events(game: Game, callee: CallableSymbol) -> bool:
    """True if queued events may have to wait for the end of a callable."""
    if not any(event.queued for event in game.events.values()):
        return False
    return callee.kind in ("ability", "listener") or any(map(_emits_queued_event, nodes_in(*callee.body or [])))


def is_turn(callee: CallableSymbol) -> bool:
    """True if a callable is an effect that may be a player's turn: its first parameter is a player."""
    return callee.kind == "effect" and bool(callee.params) and callee.params[0].type == PLAYER
