"""Code sinking: a slow value that a search needs only for some members is computed once other conditions leave some."""

from __future__ import annotations

from collections.abc import Container
from itertools import takewhile

from msgspec.structs import replace

from ..model import tree
from ..model.memo import Memo
from ..model.symbols import CallableSymbol, Game, LocalSymbol
from ..model.types import BOOL
from ..model.walk import children, free_locals
from ..primitives import table as prim
from .hoisting import Hoisting, conjunction

MORE = 2
"""How much deeper the loops of a slow value are nested than those of a condition."""


class Sinking:
    """Moves a `let` behind those conditions of the search after it that do not need its value."""

    def __init__(self, game: Game, tables: Container[str]) -> None:
        self.tables = tables
        self.hoisting, self.finite = Hoisting(game), Hoisting(game, ignores_fuel=True)
        self.depths = Memo(self._body_depth, 0)

    def sunk(self, body: tree.TBlock) -> tuple[tree.TBlock, list[LocalSymbol]]:
        """The statements of a definition that gathers members, rewritten, and the new locals; others are unchanged."""
        match body:
            case [
                *before,
                tree.SetLocal(local, value) as let,
                tree.Return(
                    tree.Those(tree.Loop(domain=tree.EnumDomain() | tree.SetDomain(), start=None), _, low, None)
                ) as end,
            ] if not local.assigned and isinstance(search := end.value, tree.Those):
                pass
            case _:
                return body, []
        parts = prim.conjuncts(search.where)
        first = [*takewhile(lambda part: local not in free_locals(part) and not self.hoisting.can_fail(part), parts)]
        is_long = self._depth(value) >= MORE + max(map(self._depth, first), default=MORE)
        if not is_long or first == parts or local in free_locals(search.loop) or self.finite.can_fail(value):
            return body, []
        left = LocalSymbol("left", search.type, end.span)
        some = tree.LocalRef(left, type=search.type, span=end.span)
        none = tree.Op(prim.NO_MEMBERS, [some], type=BOOL, span=end.span)
        rest = conjunction(parts[len(first) :])
        return [
            *before,
            tree.SetLocal(left, replace(search, where=conjunction(first)), span=end.span),
            tree.Branch(none, [tree.Return(tree.Const(0, type=search.type), span=end.span)], [], span=end.span),
            let,
            tree.Return(
                replace(search, loop=replace(search.loop, domain=tree.SetDomain(some, low)), where=rest), span=end.span
            ),
        ], [left]

    def _depth(self, node: object) -> int:
        """The greatest depth of nested loops in a node, those of called definitions included."""
        inside = max(map(self._depth, children(node)), default=0)
        match node:
            case tree.DefineCall(callee) if callee.name not in self.tables:
                return max(inside, self.depths[callee])
            case tree.ForEach(loops) | tree.Quantify(_, loops) | tree.Aggregate(_, _, loops):
                return inside + len(loops)
            case tree.PickOne() | tree.Those() | tree.Repeat():
                return inside + 1
            case _:
                return inside

    def _body_depth(self, callee: CallableSymbol) -> int:
        return max(map(self._depth, callee.body or []), default=0)
