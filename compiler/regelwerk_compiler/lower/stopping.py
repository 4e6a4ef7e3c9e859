"""Which callables can stop: those that ask, and all that do what can stop."""

from __future__ import annotations

from ..symbols import CallableSymbol, Game
from ..typed import ChooseOption, ChooseValue, Do, DoAbility, Draw, RollDice, Simultaneously, TBlock, TStmt
from ..walk import nodes_in


class Stopping:
    """Answers which callables, abilities and statements can stop. In explicit chance rolls and draws stop too."""

    def __init__(self, game: Game, callables: list[CallableSymbol], explicit: bool) -> None:
        self.game = game
        self.explicit = explicit
        self.callables: set[int] = set()
        self.abilities: set[tuple[str, str]] = set()
        changed = True
        while changed:
            changed = False
            for callee in callables:
                if id(callee) not in self.callables and self.block(callee.body or []):
                    self.callables.add(id(callee))
                    changed = True
                    if callee.kind == "ability" and callee.owner is not None:
                        self.abilities.add((callee.owner.card_type, callee.name))

    def callee(self, callee: CallableSymbol) -> bool:
        if callee.kind == "ability" and callee.owner is not None:
            return (callee.owner.card_type, callee.name) in self.abilities
        return id(callee) in self.callables or callee.kind == "frame"

    def block(self, block: TBlock) -> bool:
        return any(self.statement(statement) for statement in block)

    def statement(self, statement: TStmt) -> bool:
        for node in nodes_in(statement):
            match node:
                case ChooseValue() | ChooseOption() | Simultaneously():
                    return True
                case Do(callee):
                    if self.callee(callee):
                        return True
                case DoAbility(card_type, name):
                    if (card_type, name) in self.abilities:
                        return True
                case RollDice() | Draw():
                    if self.explicit:
                        return True
                case _:
                    pass
        return False
