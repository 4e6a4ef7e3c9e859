"""Domains, and searches that stay one expression, as Python text: `any`, `next`, `sum` over a `for`."""

from __future__ import annotations

from collections.abc import Set

from ...model import tree
from ...model.symbols import Game, LocalSymbol
from ...primitives import table as prim
from ..places import Write
from ..precedence import IF, OR, PLUS, moved, number
from ..tables import Tables
from .guards import joined
from .narrowing import Narrowing


class Comprehensions:
    """Writes what a `for` goes through, and the searches that are one expression."""

    def __init__(self, text: Write, tables: Tables, game: Game, narrowing: Narrowing) -> None:
        self.text, self.tables, self.game, self.narrowing = text, tables, game, narrowing

    def domain(self, domain: tree.TDomain) -> str:
        """What a `for` goes through."""
        match domain:
            case tree.EnumDomain(enum):
                symbol = self.game.enums[enum]
                if symbol.kind == "player":
                    return "range(s.players)"
                return f"range({symbol.high + 1})" if symbol.low == 0 else f"range({symbol.low}, {symbol.high + 1})"
            case tree.RangeDomain(low, high):
                end = (
                    number(int(high.value) + 1)
                    if isinstance(high, tree.Const) and isinstance(high.value, int)
                    else f"{self.text(high, PLUS)} + 1"
                )
                if isinstance(low, tree.Const) and low.value == 0:
                    return f"range({end})"
                return f"range({self.text(low)}, {end})"
            case tree.SetDomain(tree.Op(prim.SET_OF, items), _) if len(items) <= 12 and all(
                isinstance(i, tree.Const) for i in items
            ):
                values = sorted({int(i.value) for i in items if isinstance(i, tree.Const) and isinstance(i.value, int)})
                return repr(tuple(values))
            case tree.SetDomain(set_, low_):
                if low_:
                    return f"[{moved('i', low_)} for i in {self.tables.run.bits}({self.text(set_)})]"
                return f"{self.tables.run.bits}({self.text(set_)})"
            case tree.CardsDomain(cards):
                return self.text(cards)
            case tree.AllCardsDomain(card_type):
                if card_type.name is None:
                    return f"range({self.game.copies})"
                return f"range({self.tables.card_range(card_type.name)})"

    def sequence(self, loop: tree.Loop) -> str:
        return self._from_start(loop, self.domain(loop.domain))

    def _from_start(self, loop: tree.Loop, domain: str) -> str:
        return domain if loop.start is None else f"{self.tables.run.ring}({domain}, {self.text(loop.start)})"

    def narrowed(
        self, loop: tree.Loop, parts: list[tree.TExpr], unbound: Set[LocalSymbol] = frozenset()
    ) -> tuple[str, list[tree.TExpr]]:
        """What a loop goes through, without the members that a fixed condition rules out, and what must hold still."""
        found = self.narrowing.narrowed(loop, parts, unbound)
        return (self.sequence(loop), parts) if found is None else (self._from_start(loop, found[0]), found[1])

    def sequences(self, loops: list[tree.Loop], where: tree.TExpr | None) -> tuple[list[str], tree.TExpr | None]:
        """What each of some nested loops goes through, and what must hold still inside them."""
        parts = prim.parts(where)
        unbound = {loop.local for loop in loops}
        found = []
        for loop in loops:
            unbound.discard(loop.local)
            sequence, parts = self.narrowed(loop, parts, unbound)
            found.append(sequence)
        return found, joined(parts)

    def _for(self, loops: list[tree.Loop], where: tree.TExpr | None, *, backwards: bool = False) -> str:
        sequences, rest = self.sequences(loops, where)
        parts = [
            f"for {loop.local.python} in {f'reversed({sequence})' if backwards else sequence}"
            for loop, sequence in zip(loops, sequences, strict=True)
        ]
        if rest is not None:
            parts.append(f"if {self.text(rest, OR)}")
        return " ".join(parts)

    def write(self, node: tree.Quantify | tree.PickOne | tree.Those | tree.Aggregate) -> str:
        match node:
            case tree.Quantify(kind, loops, where, have):
                test = have if have is not None else where
                if test is None:
                    if kind == "any":
                        return f"any(True {self._for(loops, None)})"
                    return "True"
                condition = where if have is not None else None
                return f"{kind}({self.text(test, IF - 1)} {self._for(loops, condition)})"
            case tree.PickOne(kind, loop, where):
                none = self.tables.none(loop.local.type)
                backwards = kind == "last"
                each = f"{loop.local.python} {self._for([loop], where, backwards=backwards)}"
                return f"next(({each}), {none})"
            case tree.Those(loop, where, low):
                return f"{self.tables.run.mask}({moved(loop.local.python, -low)} {self._for([loop], where)})"
            case tree.Aggregate(kind, value, loop, where):
                each = self._for([loop], where)
                if kind == "count" or value is None:
                    return f"sum(1 {each})"
                if kind == "sum":
                    return f"sum({self.text(value, IF - 1)} {each})"
                return f"{'max' if kind == 'most' else 'min'}(({self.text(value, IF - 1)} {each}), default=0)"
