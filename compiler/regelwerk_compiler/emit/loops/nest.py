"""Loop nests around one line, with each condition hoisted as far out as possible."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from typing import TypeVar

from regelwerk_dsl.source import Span

from ...lower.hoisting import conjunction, known_present
from ...model import tree
from ...model.symbols import CallableSymbol, LocalSymbol
from ...model.walk import free_locals, nodes_in, rewritten, same_tree
from ...primitives import table as prim
from ..expressions import Expressions
from ..printer import shown
from ..template import comprehension, name
from ..writer import Writer
from .early_exit import find_early_exit
from .predicates import Step, negated

OFTEN = 3
"""How often conditions must read a value of a member for it to be worth a name."""
S = TypeVar("S", bound=Step)
READS = tree.StateRead | tree.PlaceRead | tree.EnumFieldRead | tree.CardFieldRead | tree.DefineCall

PushDown = Callable[[tree.Loop, list[tree.TExpr], set[LocalSymbol]], tuple[ast.expr, list[tree.TExpr]]]


class LoopNest:
    """Writes the heads of nested loops and the tests between them; the writer stands inside when it is done."""

    def __init__(self, expressions: Expressions, writer: Writer, span: Span, known: Iterable[tree.TExpr] = ()) -> None:
        """Begins outside all loops; some conditions are known to hold there."""
        self.expressions, self.writer, self.span = expressions, writer, span
        self.paced = expressions.comprehensions.paced
        self.known = [*known]
        self.in_loop = False  # a loop
        self.inlined: set[CallableSymbol] = set()
        self.tested: set[str] = set()
        self.materialised: dict[LocalSymbol, str] = {}  # members found before the loops
        self.exit_depth: int | None = None  # the depth of the last loop, if it ends early
        self.element: tree.TExpr | None = None  # what is worked out inside

    def write(
        self,
        loops: list[tree.Loop],
        conditions: list[tree.TExpr],
        push_down: PushDown,
        *,
        decides: bool = False,
        has_else: bool = False,
        may_exit_early: bool = False,
    ) -> None:
        """Writes all up to the point where all conditions hold.

        Args:
            loops: outermost first.
            conditions: what must hold, in the order of the source.
            push_down: gives the iterable of a loop and the remaining conditions, for the loop, the conditions and the
                locals without a value.
            decides: whether the line inside ends the loops, so that a round of them may reach it more than once.
            has_else: whether an `else` of the first loop follows, so that no test may stand around it.
            may_exit_early: whether the last loop may end before its last member; `end` follows then.
        """
        steps = self.expressions.predicates.inlined(conditions, self.inlined)
        if decides and not self.in_loop:
            loops, steps = self.expressions.search_order.ordered(loops, steps)
        bound = {loop.local for loop in loops} | {step.local for step in steps if isinstance(step, tree.SetLocal)}
        if not has_else:
            steps = self._write_tests(steps, bound, loops)
        for at, loop in enumerate(loops):
            steps = self._hoist_reads(loops[at:], steps, bound)
            bound.discard(loop.local)
            last = at == len(loops) - 1
            met, steps = self._split_early_exit(loop, steps) if last and may_exit_early else ([], steps)
            if loop.local in self.materialised:
                members = name(self.materialised[loop.local])
            else:
                waits = self.expressions.hoisting.is_blocked_by(loops[at + 1 :])
                tests = [step for step in met or steps if not isinstance(step, tree.SetLocal) and not waits]
                members, left = push_down(loop, tests, bound)
                out = {*map(id, tests)}.difference(map(id, left))
                met, steps = ([step for step in some if id(step) not in out] for some in (met, steps))
                self.known += [test for test in tests if id(test) in out]
            self.writer.open("for {} in {}:", loop.local.python, self.paced(loop.local, members), span=self.span)
            self.in_loop = True
            steps = self._share_reads([*met, *steps], bound)
            if self.exit_depth is not None and last:
                self._write_tests(steps[: len(met)], set(), [])
                self.exit_depth, steps = self.writer.depth, steps[len(met) :]
            steps = self._write_tests(steps, set() if last else bound, loops[at + 1 :], decides=decides and last)

    def end(self) -> None:
        """Ends the last loop, after the line inside, if no later member can fit."""
        if self.exit_depth is not None:
            self.writer.depth = self.exit_depth
            self.writer.add("break", span=self.span)

    def _split_early_exit(self, loop: tree.Loop, steps: list[Step]) -> tuple[list[Step], list[Step]]:
        """The steps whose first match ends a loop, and the others."""
        if loop.local in self.materialised:
            return [], steps
        found = find_early_exit(loop, steps, self.expressions.hoisting, self.expressions.costs.round_steps)
        if found is None:
            return [], steps
        self.exit_depth = self.writer.depth
        return found

    def _hoist_reads(self, loops: list[tree.Loop], steps: list[Step], bound: set[LocalSymbol]) -> list[Step]:
        """Reads state that a long loop needs each round into names before it; returns the steps with these names."""
        if not any(isinstance(loop.domain, tree.EnumDomain | tree.RangeDomain) for loop in loops):
            return steps
        names: dict[str, LocalSymbol] = {}
        bound = bound | {node.local for node in nodes_in(*steps) if isinstance(node, tree.Loop)}

        def named(node: tree.TNode) -> tree.TNode | None:
            match node:
                case tree.StateRead(var, indices):
                    pass
                case tree.PileCards(tree.ZoneRef(var=var, indices=indices, given=None), None) if (
                    var is not None and var.zone == "pile" and not self.expressions.module.explicit
                ):
                    pass
                case _:
                    return None
            if any(
                not isinstance(index, tree.LocalRef | tree.Const) or free_locals(index) & bound for index in indices
            ):
                return None
            text = shown(self.expressions.expr(node))
            if text not in names:
                names[text] = self._bind(node, var.name)
            return tree.LocalRef(names[text], type=node.type, span=node.span)

        return [rewritten(step, named) if free_locals(step) & bound else step for step in steps]

    def _share_reads(self, steps: list[Step], bound: set[LocalSymbol]) -> list[Step]:
        """Reads what the first step reads of a member, and later steps read again, into names."""
        first = [*nodes_in(*steps[:1])]
        if not first or free_locals(steps[0]) & bound or any(map(_is_lazy, first)):
            return steps
        for read in first:
            if not isinstance(read, READS) or not self._name_of(read):
                continue
            inside = nodes_in(*steps, self.element)
            if sum(node.__class__ is read.__class__ and same_tree(node, read) for node in inside) >= OFTEN:
                local = self._bind(read, self._name_of(read))
                steps = [_replaced(step, read, local) for step in steps]
                self.element = self.element and _replaced(self.element, read, local)
        return steps

    def _name_of(self, read: tree.TExpr) -> str:
        """A name for a single read; "" for anything else."""
        match read:
            case tree.StateRead(var) | tree.PlaceRead(tree.ZoneRef(var)) if var is not None:
                return var.name
            case tree.EnumFieldRead(_, name) | tree.CardFieldRead(_, name):
                return name
            case tree.DefineCall(callee) if callee.name in self.expressions.module.tables:
                return callee.name
            case _:
                return ""

    def _bind(self, value: tree.TExpr, wish: str) -> LocalSymbol:
        """Writes a value into a name."""
        local = LocalSymbol(wish, value.type, self.span)
        local.python = self.expressions.fresh(wish)
        self.writer.add("{} = {}", local.python, self.expressions.expr(value), span=self.span)
        self.expressions.costs.ranges.given[local] = [value]
        return local

    def materialise(
        self, loops: list[tree.Loop], conditions: list[tree.TExpr], push_down: PushDown
    ) -> list[tree.TExpr]:
        """Writes lists of the members of inner loops that meet the conditions that do not depend on the other loops.

        Returns:
            The remaining conditions.
        """
        hoisting = self.expressions.hoisting
        for loop in loops[1:]:
            others = {other.local for other in loops if other is not loop}
            mine = [
                part for part in conditions if loop.local in free_locals(part) and hoisting.is_independent(part, others)
            ]
            calls = any(isinstance(node, tree.DefineCall) for node in nodes_in(*mine))
            if not calls or free_locals(loop) & others or any(map(hoisting.can_fail, [*loops, *conditions])):
                continue
            local, found = loop.local.python, self.expressions.fresh(f"{loop.local.name}s")
            members, mine_left = push_down(loop, mine, others)
            members = self.paced(loop.local, members)
            test = conjunction(mine_left)
            each = comprehension(local, members, None if test is None else self.expressions.expr(test))
            self.writer.add("{} = {}", found, ast.ListComp(name(local), [each]), span=self.span)
            self.materialised[loop.local] = found
            conditions = [part for part in conditions if part not in mine]
        return conditions

    def _write_tests(
        self, steps: list[Step], bound: set[LocalSymbol], ahead: list[tree.Loop], *, decides: bool = False
    ) -> list[Step]:
        """Writes the steps that can be taken before some locals have values, searches as loops; returns the others."""
        taken, left = self.expressions.hoisting.split_testable(steps, bound, ahead, self.known)
        bound.difference_update(step.local for step in taken if isinstance(step, tree.SetLocal))
        plain: list[Step] = []
        taken = self._searches_last(taken)
        for at, step in enumerate(taken):
            search = None if isinstance(step, tree.SetLocal) else self._search(step)
            merged = search is step and decides and at == len(taken) - 1
            if search is None or not (merged or (len(search.loops) == 1 and (self.in_loop or search is not step))):
                plain.append(step)
                continue
            self._write_steps(plain)
            plain = []
            if merged:
                self._write_nested(search, decides=True)
            else:
                self._write_search(search, found=search is step)
        self._write_steps(plain)
        self.known += [step for step in taken if not isinstance(step, tree.SetLocal)]
        return left

    def _searches_last(self, steps: list[Step]) -> list[Step]:
        """The steps with searches moved after those that do not depend on them."""
        hoisting = self.expressions.hoisting
        found: list[Step] = []
        searches: list[Step] = []
        sure = [*known_present(self.known)]
        for step in steps:
            breaks = hoisting.can_fail(step)
            if not breaks and not isinstance(step, tree.SetLocal) and self._search(step) is not None:
                searches.append(step)
                continue
            if searches and (breaks or hoisting.needs_earlier(step, sure)):
                found += searches
                searches = []
            found.append(step)
            sure += known_present([step])
        return found + searches

    def _search(self, step: tree.TExpr) -> tree.Quantify | None:
        """The search of a condition `any ...` or `no ...`; None for others, and for one that is a short expression."""
        search = step if isinstance(step, tree.Quantify) and step.kind == "any" else negated(step)
        if not isinstance(search, tree.Quantify) or search.kind != "any" or search.where is None:
            return None
        return None if self.expressions.comprehensions.is_short(search) else search

    def _write_nested(self, search: tree.Quantify, *, decides: bool = False, has_else: bool = False) -> None:
        push_down = self.expressions.comprehensions.push_down
        self.write(search.loops, prim.conjuncts(search.where), push_down, decides=decides, has_else=has_else)

    def _write_search(self, search: tree.Quantify, *, found: bool) -> None:
        """Writes a search as a loop up to the first match; the round goes on after a match if `found`, else without."""
        depth, inside, tested, known = self.writer.depth, self.in_loop, {*self.tested}, [*self.known]
        self._write_nested(search, has_else=True)
        self.writer.add("break", span=self.span)
        self.writer.depth, self.in_loop, self.tested, self.known = depth, inside, tested, known
        self.writer.otherwise(self.span)
        if found:
            self.writer.add("continue", span=self.span)
            self.writer.depth = depth

    def _write_steps(self, steps: list[Step]) -> None:
        """Writes values, and conditions that are not known to hold."""
        tests: list[tree.TExpr] = []
        for step in [*steps, None]:
            if isinstance(step, tree.TNode):
                text = shown(self.expressions.expr(step))
                if text not in self.tested:
                    self.tested.add(text)
                    tests.append(step)
                continue
            test = conjunction(tests)
            if test is not None:
                self.writer.open("if {}:", self.expressions.expr(test), span=self.span)
            if step is not None:
                self.writer.add("{} = {}", step.local.python, self.expressions.expr(step.value), span=self.span)
            tests = []


def _is_lazy(node: object) -> bool:
    """True if evaluating a node may skip parts of it."""
    return isinstance(node, tree.If | tree.TSearch) or (
        isinstance(node, tree.Op) and node.primitive in (prim.AND, prim.OR)
    )


def _replaced(step: S, read: tree.TExpr, local: LocalSymbol) -> S:
    """A step that reads a local in place of what it stands for."""

    def named(node: tree.TNode) -> tree.TNode | None:
        same = node.__class__ is read.__class__ and same_tree(node, read)
        return tree.LocalRef(local, type=node.type, span=node.span) if same else None

    found: S = rewritten(step, named)
    return found
