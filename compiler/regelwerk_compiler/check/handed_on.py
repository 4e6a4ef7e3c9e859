"""Parameters in the bodies that get them: memories set from them, and cards that are named and end in the box."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from ..model import tree
from ..model.memo import Memo
from ..model.symbols import CallableSymbol, LocalSymbol
from ..model.walk import free_locals, statements_in, substituted
from .upcoming_moves import is_box

Memory = tree.SetState | tree.SetRow

MOST_MEMORIES = 50
"""Those of one body that are followed, since nested calls multiply."""


class HandedOn:
    """What bodies do with their parameters, themselves and in what they call.

    Attributes:
        memories: the statements that set a remembered variable from nothing but parameters; cards among these stay
            where they are.
        lost: the cards that are told to everybody by name, and that only go into the box.
    """

    def __init__(self) -> None:
        self.memories = Memo[CallableSymbol, list[Memory]](lambda callee: [*self._memories(callee)][:MOST_MEMORIES], [])
        self._moves = Memo[CallableSymbol, frozenset[tuple[LocalSymbol, bool]]](
            lambda callee: frozenset(self._moves_of(callee)), frozenset()
        )
        self.lost = Memo[CallableSymbol, frozenset[LocalSymbol]](self._lost, frozenset())

    def may_move(self, call: tree.Do | tree.DoAbility) -> list[tree.TExpr]:
        """The arguments of a call that may be moved."""
        if isinstance(call, tree.DoAbility):
            return call.arguments
        moved = {local for local, _ in self._moves[call.callee]}
        return [argument for param, argument in _given(call.callee, call.arguments).items() if param in moved]

    def _memories(self, callee: CallableSymbol) -> Iterator[Memory]:
        known = {*callee.parameters} - {local for local, _ in self._moves[callee]}
        for statement in statements_in(callee.body or []):
            match statement:
                case tree.SetState(var) | tree.SetRow(var) if var.remembered:
                    if all(free_locals(part) <= known for part in (statement.value, *statement.indices)):
                        yield statement
                case tree.Do(inner, arguments) if inner.kind == "effect":
                    for memory in self.memories[inner]:
                        made = called_with(memory, inner, arguments)
                        if all(free_locals(part) <= known for part in (made.value, *made.indices)):
                            yield made
                case _:
                    pass

    def _lost(self, callee: CallableSymbol) -> frozenset[LocalSymbol]:
        named = set[LocalSymbol]()
        for statement in statements_in(callee.body or []):
            match statement:
                case tree.Say(text) if text.reader is None:
                    named.update(slot.local for slot in text.slots if isinstance(slot, tree.LocalRef))
                case _:
                    pass
        moves = self._moves[callee]
        boxed = {local for local, boxes in moves if boxes} - {local for local, boxes in moves if not boxes}
        return frozenset(named & boxed & {*callee.parameters})

    def _moves_of(self, callee: CallableSymbol) -> Iterator[tuple[LocalSymbol, bool]]:
        """The locals whose cards a body moves or may move, and whether they go into the box."""
        for statement in statements_in(callee.body or []):
            match statement:
                case tree.MoveCards(tree.LocalRef(local), to):
                    yield local, is_box(to)
                case tree.MoveCards(what):
                    yield from ((local, False) for local in free_locals(what))
                case tree.Do(inner, arguments):
                    given = _given(inner, arguments).items()
                    names = {param: argument.local for param, argument in given if isinstance(argument, tree.LocalRef)}
                    yield from ((names[param], boxes) for param, boxes in self._moves[inner] if param in names)
                case tree.DoAbility(base=base, arguments=arguments):
                    yield from ((local, False) for part in (base, *arguments) for local in free_locals(part))
                case _:
                    pass


def called_with(memory: Memory, callee: CallableSymbol, arguments: list[tree.TExpr]) -> Memory:
    """The same statement in terms of a caller, who gives arguments for all parameters."""
    given = _given(callee, arguments)
    indices = [substituted(index, given) for index in memory.indices]
    return replace(memory, indices=indices, value=substituted(memory.value, given))


def _given(callee: CallableSymbol, arguments: list[tree.TExpr]) -> dict[LocalSymbol, tree.TExpr]:
    return dict(zip(callee.parameters, arguments, strict=False))
