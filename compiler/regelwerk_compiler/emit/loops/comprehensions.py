"""Domains, and searches that stay one expression, as Python: `any`, `next`, `sum` over a `for`."""

from __future__ import annotations

import ast
from collections.abc import Set

from ...lower.hoisting import conjunction
from ...model import tree
from ...model.symbols import Game, LocalSymbol
from ...model.types import PileType
from ...model.walk import free_locals, nodes_in, same_tree, substituted
from ...primitives import table as prim
from ..printer import shown
from ..state_access import StateAccess
from ..tables import Tables
from ..template import bool_op, comprehension, literal, name, plus, py, sum_of
from .bitsets import Bitsets
from .predicates import PredicateInlining
from .prefiltering import Prefiltering
from .rows import Rows

FEW = 8
FEWER = 4  # the most values of a row that are read one by one
LONG = 420  # the most letters of a search member by member


class Comprehensions:
    """Makes the iterables of `for`, and the searches that are one expression."""

    def __init__(
        self, access: StateAccess, tables: Tables, game: Game, prefiltering: Prefiltering, predicates: PredicateInlining
    ) -> None:
        self.access, self.expr, self.predicates, self.costs = access, access.expr, predicates, predicates.costs
        self.tables, self.game, self.prefiltering = tables, game, prefiltering
        self.rows, self.bitsets = Rows(access), Bitsets(access, prefiltering.hoisting)

    def domain(self, domain: tree.TDomain) -> ast.expr:
        """The members of a domain, as the iterable of a `for`."""
        run, tables = self.tables.run, self.tables.module.tables
        match domain:
            case tree.EnumDomain(enum):
                return _range(literal(self.game.enums[enum].low), self.end(domain))
            case tree.RangeDomain(low):
                return _range(self.expr(low), self.end(domain))
            case tree.SetDomain(tree.Op(prim.SET_OF, items), _) if len(items) <= 12 and all(
                isinstance(i, tree.Const) for i in items
            ):
                values = sorted({int(i.value) for i in items if isinstance(i, tree.Const) and isinstance(i.value, int)})
                return literal(tuple(values))
            case tree.SetDomain(tree.DefineCall(callee, [_] as arguments), low_) if callee.name in tables:
                rows = tuple(_members(mask, low_) for mask in tables[callee.name])
                table = self.tables.fixed(rows, f"{callee.name}_members")
                return py("{}[{}]", table, self.access.entry(callee, arguments))
            case tree.SetDomain(tree.DefineCall(callee, []), low_) if callee.name in tables:
                return name(self.tables.fixed(_members(tables[callee.name][0], low_), f"{callee.name}_members"))
            case tree.SetDomain(tree.DefineCall() as call) if (those := self.predicates.gathered(call)) is not None:
                return self._listed(those)
            case tree.SetDomain(set_, low_):
                members = py("{}({})", run.bits, self.expr(set_))
                if not low_:
                    return members
                i = self.tables.names.local("i", set())
                return ast.ListComp(plus(i, low_), [comprehension(i, members)])
            case tree.CardsDomain(cards):
                return self.expr(cards)
            case tree.AllCardsDomain(card_type):
                if card_type.name is None:
                    return py("range({})", self.game.copies)
                return py("range({*})", self.tables.card_range(card_type.name))

    def _listed(self, those: tree.Those) -> ast.expr:
        """The members that a search gathers as a list, for a loop that needs no set of them."""
        local = those.loop.local
        local.python = self.tables.names.local(local.name, {other.python for other in free_locals(those) - {local}})
        (sequence,), rest = self.sequences([those.loop], those.where)
        if rest is None:
            return sequence
        return ast.ListComp(name(local.python), [comprehension(local.python, sequence, self.expr(rest))])

    def end(self, domain: tree.EnumDomain | tree.RangeDomain) -> ast.expr:
        """The number behind the last member of a domain."""
        match domain:
            case tree.EnumDomain(enum):
                symbol = self.game.enums[enum]
                return py("s.players") if symbol.kind == "player" else literal(symbol.high + 1)
            case tree.RangeDomain(_, tree.Const(int(high))):
                return literal(high + 1)
            case tree.RangeDomain(_, high):
                return plus(self.expr(high), 1)

    def sequence(self, loop: tree.Loop) -> ast.expr:
        return self._from_start(loop, self.domain(loop.domain))

    def _from_start(self, loop: tree.Loop, domain: ast.expr) -> ast.expr:
        return domain if loop.start is None else py("{}({}, {})", self.tables.run.ring, domain, self.expr(loop.start))

    def paced(self, local: LocalSymbol, members: ast.expr) -> ast.expr:
        """The iterable of a loop, which counts steps if they are many."""
        steps = self.costs.round_steps.get(local)
        return members if steps is None else py("{}(s, {}, {})", self.tables.run.paced, members, steps)

    def push_down(
        self,
        loop: tree.Loop,
        parts: list[tree.TExpr],
        unbound: Set[LocalSymbol] = frozenset(),
        *,
        is_invariant: bool = True,
    ) -> tuple[ast.expr, list[tree.TExpr]]:
        """The iterable of a loop without members that a condition rules out, and the conditions that are left."""
        parts = [part for part in parts if not _is_implied_by_domain(part, loop)]
        found = self.prefiltering.prefiltered(loop, parts, unbound)
        if found is None and is_invariant:
            found = self._by_bitset(loop, parts, unbound)
        return (self.sequence(loop), parts) if found is None else (self._from_start(loop, found[0]), found[1])

    def _by_bitset(
        self, loop: tree.Loop, parts: list[tree.TExpr], unbound: Set[LocalSymbol]
    ) -> tuple[ast.expr, list[tree.TExpr]] | None:
        """The members of a set that a condition names, or all others; None if no condition does."""
        for part in parts:
            found = self.bitsets.of(loop, part, unbound)
            if found is not None:
                rest = [other for other in parts if not same_tree(other, part)]
                return py("{}({})", self.tables.run.bits, found), rest
        return None

    def as_set(self, node: tree.Those) -> ast.expr | None:
        """Members of an enum as the set that their one condition names; None for other searches."""
        parts, loop = nontrivial_conjuncts(node.where), node.loop
        if len(parts) != 1 or node.rank is not None or loop.local in self.costs.round_steps:
            return None
        return None if self.prefiltering.prefiltered(loop, parts) else self.bitsets.of(loop, parts[0], set())

    def sequences(
        self, loops: list[tree.Loop], where: tree.TExpr | None, *, is_invariant: bool = True
    ) -> tuple[list[ast.expr], tree.TExpr | None]:
        """The iterables of nested loops, and the condition that is left inside them.

        Args:
            loops: outermost first.
            where: what must hold.
            is_invariant: whether nothing that the condition reads can change while the loops run.
        """
        parts = nontrivial_conjuncts(where)
        unbound = {loop.local for loop in loops}
        found = []
        for at, loop in enumerate(loops):
            unbound.discard(loop.local)
            asked, later = ([], parts) if self.prefiltering.hoisting.is_blocked_by(loops[at + 1 :]) else (parts, [])
            sequence, left = self.push_down(loop, asked, unbound, is_invariant=is_invariant)
            parts = left + later
            found.append(self.paced(loop.local, sequence))
        return found, conjunction(parts)

    def searched(self, node: tree.PickOne | tree.Those) -> tuple[ast.expr, tree.TExpr | None]:
        """The iterable of a search, the best members alone if it ranks them, and the condition that is left."""
        if node.rank is None:
            (sequence,), where = self.sequences([node.loop], node.where)
            return self._in_known_order(node, sequence), where
        ranked = py("({}, {})", self.expr(node.rank), node.loop.local.python)
        return py("{}({})", self.tables.run.best, ast.ListComp(ranked, self._loops([node.loop], node.where))), None

    def _in_known_order(self, node: tree.PickOne | tree.Those, sequence: ast.expr) -> ast.expr:
        """The iterable of a search, for the first or last card of a pile in a known order with explicit chance."""
        match node:
            case tree.PickOne("first" | "last", tree.Loop(domain=tree.CardsDomain(tree.PileCards(zone)))) if (
                self.tables.module.explicit and isinstance(zone.type, PileType)
            ):
                return py("{}(s, {}, {})", self.tables.run.known_order, self.access.zone(zone), sequence)
            case _:
                return sequence

    def _of_search(self, node: tree.PickOne | tree.Those) -> list[ast.comprehension]:
        sequence, rest = self.searched(node)
        if isinstance(node, tree.PickOne) and node.kind == "last":
            sequence = py("reversed({})", sequence)
        return [comprehension(node.loop.local.python, sequence, None if rest is None else self.expr(rest))]

    def _loops(self, loops: list[tree.Loop], where: tree.TExpr | None) -> list[ast.comprehension]:
        sequences, rest = self.sequences(loops, where)
        found = [comprehension(loop.local.python, sequence) for loop, sequence in zip(loops, sequences, strict=True)]
        if rest is not None:
            found[-1].ifs.append(self.expr(rest))
        return found

    def made(self, node: tree.Quantify | tree.PickOne | tree.Those | tree.Aggregate) -> ast.expr:
        """A search as one expression."""
        fewer = (
            len(self._few_members(node.loops[0].domain) or ())
            if isinstance(node, tree.Quantify | tree.Aggregate)
            else 0
        )
        row = None if 0 < fewer <= FEWER else self.rows.made(node)
        return row or self._unrolled(node) or self._searched(node)

    def is_short(self, node: tree.Quantify) -> bool:
        """True if a search is best written as an expression without a loop."""
        if self.rows.made(node) is not None:
            return True
        return self._unrolled(node) is not None and not self.prefiltering.prefiltered(
            node.loops[0], prim.conjuncts(node.where)
        )

    def _few_members(self, domain: tree.TDomain) -> range | None:
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

    def _unrolled(self, node: tree.TExpr) -> ast.expr | None:
        """A search through few members, one by one; None if they are many, or the expression is long."""
        match node:
            case tree.Quantify(kind, [loop], tree.TNode() as test, None):
                pass
            case tree.Aggregate("sum" | "most" | "least" as kind, tree.TNode() as test, [loop], None):
                pass
            case _:
                return None
        members = self._few_members(loop.domain)
        if loop.start is not None or members is None or _has_search(test):
            return None
        type_ = loop.local.type
        values = [self.expr(substituted(test, {loop.local: tree.Const(member, type=type_)})) for member in members]
        if sum(map(len, map(shown, values))) > LONG:
            return None
        match kind:
            case "any" | "all":
                return bool_op(ast.Or() if kind == "any" else ast.And(), values)
            case "sum":
                return sum_of(values)
            case _ if len(values) == 2:
                template = "{0} if {0} > {1} else {1}" if kind == "most" else "{0} if {0} < {1} else {1}"
                return py(template, *values)
            case _:
                return py("{}({*})", "max" if kind == "most" else "min", values) if len(values) > 1 else values[0]

    def _searched(self, node: tree.Quantify | tree.PickOne | tree.Those | tree.Aggregate) -> ast.expr:
        run = self.tables.run
        match node:
            case tree.Quantify(kind, loops, where, have):
                test = have if have is not None else where
                if test is None:
                    return _call("any", literal(True), self._loops(loops, None)) if kind == "any" else literal(True)
                return _call(kind, self.expr(test), self._loops(loops, where if have is not None else None))
            case tree.PickOne(kind, loop):
                none, local, found = self.tables.none(loop.local.type), name(loop.local.python), self._of_search(node)
                if kind == "the":
                    return py("{}({}, {})", run.only, ast.ListComp(local, found), none)
                return py("next({}, {})", ast.GeneratorExp(local, found), none)
            case tree.Those(loop, where, low, rank):
                if where is None and rank is None and loop.domain == tree.EnumDomain("Player"):
                    return py("(1 << s.players) - 1")
                whole = self.as_set(node)
                return whole or _call(run.mask, plus(loop.local.python, -low), self._of_search(node))
            case tree.Aggregate("count", _, [tree.Loop(domain=tree.EnumDomain() | tree.CardsDomain()) as loop], where):
                (sequence,), rest = self.sequences([loop], where)
                if rest is None:
                    return py("len({})", sequence)
                return _call("sum", literal(1), [comprehension(loop.local.python, sequence, self.expr(rest))])
            case tree.Aggregate(kind, value, loops, where):
                each = self._loops(loops, where)
                if kind == "count" or value is None:
                    return _call("sum", literal(1), each)
                if kind == "sum":
                    return _call("sum", self.expr(value), each)
                best = "max" if kind == "most" else "min"
                return py("{}({}, default=0)", best, ast.GeneratorExp(self.expr(value), each))


def _call(function: str, value: ast.expr, loops: list[ast.comprehension]) -> ast.expr:
    """A call of a function with values, one for each round of loops."""
    return py("{}({})", function, ast.GeneratorExp(value, loops))


def _range(low: ast.expr, end: ast.expr) -> ast.expr:
    """The numbers from one up to another; a few fixed ones as a tuple, which is not made anew by each loop."""
    match low, end:
        case ast.Constant(int(first)), ast.Constant(int(last)) if 0 < last - first <= FEW:
            return literal((*range(first, last),))
    return py("range({})", end) if isinstance(low, ast.Constant) and low.value == 0 else py("range({}, {})", low, end)


def nontrivial_conjuncts(where: tree.TExpr | None) -> list[tree.TExpr]:
    """The conditions that members must meet; `where yes` gives none."""
    return [part for part in prim.conjuncts(where) if not (isinstance(part, tree.Const) and part.value)]


def _is_implied_by_domain(part: tree.TExpr, loop: tree.Loop) -> bool:
    """True if a condition says only that a member of the set that a loop goes through is in this set."""
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
