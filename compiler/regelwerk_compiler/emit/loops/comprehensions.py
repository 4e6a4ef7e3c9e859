"""Domains, and searches that stay one expression, as Python text: `any`, `next`, `sum` over a `for`."""

from __future__ import annotations

from collections.abc import Set

from ...analysis.costs import Costs
from ...lower.guards import joined
from ...model import tree
from ...model.symbols import Game, LocalSymbol
from ...model.types import PileType
from ...model.walk import nodes_in, same_tree, with_locals
from ...primitives import table as prim
from ..places import Places
from ..precedence import COMPARE, IF, OR, PLUS, TIMES, moved, number
from ..tables import Tables
from .named import NamedSets
from .narrowing import Narrowing
from .rows import Rows

FEW = 8
FEWER = 4  # the most values of a row that are read one by one
LONG = 420  # the most letters of a search member by member


class Comprehensions:
    """Writes the iterables of `for`, and the searches that are one expression."""

    def __init__(self, places: Places, tables: Tables, game: Game, narrowing: Narrowing, costs: Costs) -> None:
        self.places, self.text, self.costs = places, places.text, costs
        self.tables, self.game, self.narrowing = tables, game, narrowing
        self.rows, self.named = Rows(places), NamedSets(places, narrowing.guards)

    def domain(self, domain: tree.TDomain) -> str:
        """The members of a domain, as the iterable of a `for`."""
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
            case tree.SetDomain(tree.DefineCall(callee, [argument]), low_) if callee.name in self.tables.module.tables:
                rows = tuple(_members(mask, low_) for mask in self.tables.module.tables[callee.name])
                table = self.tables.fixed(rows, f"{callee.name}_members")
                return f"{table}[{self.places.index_of(argument)}]"
            case tree.SetDomain(tree.DefineCall(callee, []), low_) if callee.name in self.tables.module.tables:
                return self.tables.fixed(
                    _members(self.tables.module.tables[callee.name][0], low_), f"{callee.name}_members"
                )
            case tree.SetDomain(set_, low_):
                if low_:
                    i = self.tables.names.local("i", set())
                    return f"[{moved(i, low_)} for {i} in {self.tables.run.bits}({self.text(set_)})]"
                return f"{self.tables.run.bits}({self.text(set_)})"
            case tree.CardsDomain(cards):
                return self.text(cards, OR)
            case tree.AllCardsDomain(card_type):
                if card_type.name is None:
                    return f"range({self.game.copies})"
                return f"range({self.tables.card_range(card_type.name)})"

    def sequence(self, loop: tree.Loop) -> str:
        return self._from_start(loop, self.domain(loop.domain))

    def _from_start(self, loop: tree.Loop, domain: str) -> str:
        return domain if loop.start is None else f"{self.tables.run.ring}({domain}, {self.text(loop.start)})"

    def paced(self, local: LocalSymbol, members: str) -> str:
        """The iterable of a loop, which counts steps if they are many."""
        steps = self.costs.rounds.get(local)
        return members if steps is None else f"{self.tables.run.paced}(s, {members}, {number(steps)})"

    def narrowed(
        self,
        loop: tree.Loop,
        parts: list[tree.TExpr],
        unbound: Set[LocalSymbol] = frozenset(),
        *,
        lasting: bool = True,
    ) -> tuple[str, list[tree.TExpr]]:
        """The iterable of a loop without members that a condition rules out, and the conditions that are left."""
        parts = [part for part in parts if not _says_member(part, loop)]
        found = self.narrowing.narrowed(loop, parts, unbound)
        if found is None and lasting:
            found = self._by_set(loop, parts, unbound)
        return (self.sequence(loop), parts) if found is None else (self._from_start(loop, found[0]), found[1])

    def _by_set(
        self, loop: tree.Loop, parts: list[tree.TExpr], unbound: Set[LocalSymbol]
    ) -> tuple[str, list[tree.TExpr]] | None:
        """The members of a set that a condition names, or all others; None if no condition does."""
        for part in parts:
            found = self.named.of(loop, part, unbound)
            if found is not None:
                return f"{self.tables.run.bits}({found})", [other for other in parts if not same_tree(other, part)]
        return None

    def as_set(self, node: tree.Those) -> str | None:
        """Members of an enum as the set that their one condition names; None for other searches."""
        parts, loop = demands(node.where), node.loop
        if len(parts) != 1 or node.rank is not None or loop.local in self.costs.rounds:
            return None
        return None if self.narrowing.narrowed(loop, parts) else self.named.of(loop, parts[0], set())

    def sequences(
        self, loops: list[tree.Loop], where: tree.TExpr | None, *, lasting: bool = True
    ) -> tuple[list[str], tree.TExpr | None]:
        """The iterables of nested loops, and the condition that is left inside them.

        Args:
            loops: outermost first.
            where: what must hold.
            lasting: whether nothing that the condition reads can change while the loops run.
        """
        parts = demands(where)
        unbound = {loop.local for loop in loops}
        found = []
        for loop in loops:
            unbound.discard(loop.local)
            sequence, parts = self.narrowed(loop, parts, unbound, lasting=lasting)
            found.append(self.paced(loop.local, sequence))
        return found, joined(parts)

    def searched(self, node: tree.PickOne | tree.Those) -> tuple[str, tree.TExpr | None]:
        """The iterable of a search, the best members alone if it ranks them, and the condition that is left."""
        if node.rank is None:
            (sequence,), where = self.sequences([node.loop], node.where)
            return self._in_known_order(node, sequence), where
        ranked = f"({self.text(node.rank)}, {node.loop.local.python}) {self._for([node.loop], node.where)}"
        return f"{self.tables.run.best}([{ranked}])", None

    def _in_known_order(self, node: tree.PickOne | tree.Those, sequence: str) -> str:
        """The iterable of a search, for the first or last card of a pile in a known order with explicit chance."""
        match node:
            case tree.PickOne("first" | "last", tree.Loop(domain=tree.CardsDomain(tree.PileCards(zone)))) if (
                self.tables.module.explicit and isinstance(zone.type, PileType)
            ):
                return f"{self.tables.run.known_order}(s, {self.places.zone(zone)}, {sequence})"
            case _:
                return sequence

    def _from_search(self, node: tree.PickOne | tree.Those) -> str:
        sequence, rest = self.searched(node)
        if isinstance(node, tree.PickOne) and node.kind == "last":
            sequence = f"reversed({sequence})"
        test = f" if {self.text(rest, OR)}" if rest is not None else ""
        return f"for {node.loop.local.python} in {sequence}{test}"

    def _for(self, loops: list[tree.Loop], where: tree.TExpr | None) -> str:
        sequences, rest = self.sequences(loops, where)
        parts = [f"for {loop.local.python} in {sequence}" for loop, sequence in zip(loops, sequences, strict=True)]
        if rest is not None:
            parts.append(f"if {self.text(rest, OR)}")
        return " ".join(parts)

    def write(self, node: tree.Quantify | tree.PickOne | tree.Those | tree.Aggregate) -> str:
        """A search as one expression that binds like a name."""
        fewer = len(self._few(node.loops[0].domain) or ()) if isinstance(node, tree.Quantify | tree.Aggregate) else 0
        row = None if 0 < fewer <= FEWER else self.rows.written(node)
        return row or self._one_by_one(node) or self._searched(node)

    def is_short(self, node: tree.Quantify) -> bool:
        """Whether a search is best a text without a loop."""
        if self.rows.written(node) is not None:
            return True
        return self._one_by_one(node) is not None and not self.narrowing.narrowed(node.loops[0], prim.parts(node.where))

    def _few(self, domain: tree.TDomain) -> range | None:
        """The members of a domain that is the same in every game, and small."""
        match domain:
            case tree.EnumDomain("Player"):
                low, high = self.game.players
                found = range(high) if low == high else range(0)
            case tree.EnumDomain(enum):
                found = range(self.game.enums[enum].low, self.game.enums[enum].high + 1)
            case tree.RangeDomain(tree.Const(int(first)), tree.Const(int(last))):
                found = range(first, last + 1)
            case _:
                return None
        return found if 0 < len(found) <= FEW else None

    def _one_by_one(self, node: tree.TExpr) -> str | None:
        """A search through few members, one by one; None if they are many, or the text is long."""
        match node:
            case tree.Quantify(kind, [loop], tree.TNode() as test, None):
                between = " or " if kind == "any" else " and "
            case tree.Aggregate("sum", tree.TNode() as test, [loop], None):
                between = " + "
            case tree.Aggregate("most" | "least" as kind, tree.TNode() as test, [loop], None):
                between = ", "
            case _:
                return None
        members = self._few(loop.domain)
        if loop.start is not None or members is None or _has_search(test):
            return None
        type_ = loop.local.type
        values = [with_locals(test, {loop.local: tree.Const(member, type=type_)}) for member in members]
        texts = [self.text(value, TIMES if between == " + " else COMPARE) for value in values]
        if len("".join(texts)) > LONG:
            return None
        if between == ", " and len(texts) == 2:
            first, second = texts
            return f"({first} if {first} {'>' if kind == 'most' else '<'} {second} else {second})"
        text = between.join(texts)
        return f"{'max' if kind == 'most' else 'min'}({text})" if between == ", " and len(texts) > 1 else f"({text})"

    def _searched(self, node: tree.Quantify | tree.PickOne | tree.Those | tree.Aggregate) -> str:
        match node:
            case tree.Quantify(kind, loops, where, have):
                test = have if have is not None else where
                if test is None:
                    if kind == "any":
                        return f"any(True {self._for(loops, None)})"
                    return "True"
                condition = where if have is not None else None
                return f"{kind}({self.text(test, IF - 1)} {self._for(loops, condition)})"
            case tree.PickOne(kind, loop):
                none = self.tables.none(loop.local.type)
                each = f"{loop.local.python} {self._from_search(node)}"
                return f"{self.tables.run.only}([{each}], {none})" if kind == "the" else f"next(({each}), {none})"
            case tree.Those(loop, where, low, rank):
                if where is None and rank is None and loop.domain == tree.EnumDomain("Player"):
                    return "((1 << s.players) - 1)"
                whole = self.as_set(node)
                if whole is not None:
                    return f"({whole})"
                return f"{self.tables.run.mask}({moved(loop.local.python, -low)} {self._from_search(node)})"
            case tree.Aggregate("count", _, [tree.Loop(domain=tree.EnumDomain() | tree.CardsDomain()) as loop], where):
                (sequence,), rest = self.sequences([loop], where)
                each = f"for {loop.local.python} in {sequence}"
                return f"len({sequence})" if rest is None else f"sum(1 {each} if {self.text(rest, OR)})"
            case tree.Aggregate(kind, value, loops, where):
                each = self._for(loops, where)
                if kind == "count" or value is None:
                    return f"sum(1 {each})"
                if kind == "sum":
                    return f"sum({self.text(value, IF - 1)} {each})"
                return f"{'max' if kind == 'most' else 'min'}(({self.text(value, IF - 1)} {each}), default=0)"


def demands(where: tree.TExpr | None) -> list[tree.TExpr]:
    """What members must meet; `where yes` demands nothing."""
    return [part for part in prim.parts(where) if not (isinstance(part, tree.Const) and part.value)]


def _says_member(part: tree.TExpr, loop: tree.Loop) -> bool:
    """Whether a condition says only that a loop over a set goes through members of this set."""
    match part, loop.domain:
        case tree.Op(prim.IN_SET, [tree.LocalRef(local), set_]), tree.SetDomain(whole):
            return local is loop.local and same_tree(set_, whole)
        case _:
            return False


def _has_search(node: tree.TExpr) -> bool:
    return any(isinstance(inner, tree.Loop) for inner in nodes_in(node))


def _members(mask: object, low: int) -> tuple[int, ...]:
    """The members of a set."""
    assert isinstance(mask, int)
    return tuple(low + at for at in range(mask.bit_length()) if mask >> at & 1)
