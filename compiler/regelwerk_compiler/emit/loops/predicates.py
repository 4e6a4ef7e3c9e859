"""Inlining of predicates: the conditions, names and searches of a definition that a loop calls replace the call."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from msgspec.structs import replace

from ...analysis.costs import Costs
from ...analysis.memoisation import Memoisation
from ...lower.hoisting import Hoisting, conjunction
from ...model import tree
from ...model.ir import Module
from ...model.memo import Memo
from ...model.symbols import CallableSymbol, LocalSymbol
from ...model.types import BOOL, PerType
from ...model.walk import nodes_in, substituted
from ...primitives import table as prim

MOST_NODES = 100  # of a definition that is opened

Step = tree.TExpr | tree.SetLocal
"""A condition, or a value that later conditions read."""


class PredicateInlining:
    """Opens the definitions of a module."""

    def __init__(
        self, module: Module, hoisting: Hoisting, costs: Costs, memoisation: Memoisation, fresh: Callable[[str], str]
    ) -> None:
        self.bodies = {one.callee: one.body for one in module.handlers if one.kind == "pure"}
        self.tables, self.hoisting, self.costs, self.memoisation = module.tables, hoisting, costs, memoisation
        self.fresh = fresh
        self.steps = Memo(self._steps_of, None)

    def inlined(self, conditions: Iterable[Step], already: set[CallableSymbol], *, values: bool = True) -> list[Step]:
        """The steps with those of definitions in place of calls.

        Args:
            conditions: the conditions.
            already: the definitions that are inlined already and stay calls, since their names are taken.
            values: whether definitions are opened that need names for values.
        """
        found: list[Step] = []
        for step in conditions:
            inner = None if isinstance(step, tree.SetLocal) else self._called_steps(step)
            if inner is not None and inner[0] not in already and (values or not any(map(_is_value, inner[1]))):
                already.add(inner[0])
                self._name(inner[1])
                found += self.inlined(inner[1], already, values=values)
            elif isinstance(step, tree.Quantify) and step.kind == "any":
                parts = self.inlined(prim.conjuncts(step.where), already, values=False)
                found.append(
                    replace(step, where=conjunction([part for part in parts if not isinstance(part, tree.SetLocal)]))
                )
            else:
                found.append(step)
        return found

    def _called_steps(self, step: tree.TExpr) -> tuple[CallableSymbol, list[Step]] | None:
        """The definition that a condition calls, and its steps with arguments for its parameters; None for others."""
        match step:
            case tree.DefineCall(callee, arguments):
                holds = True
            case tree.Op(prim.NOT, [tree.DefineCall(callee, arguments)]):
                holds = False
            case _:
                return None
        inner = self.steps[callee]
        if inner is None or not (holds or len(inner) == 1):
            return None
        given = callee.bound(arguments)
        reads = Counter(node.local for node in nodes_in(*inner) if isinstance(node, tree.LocalRef))
        named = [
            local
            for local, value in given.items()
            if reads[local] > 1 and not isinstance(value, tree.LocalRef | tree.Const)
        ]
        values = [tree.SetLocal(local, given.pop(local), span=step.span) for local in named]
        return callee, [*values, *(_step_substituted(one, given, holds=holds) for one in inner)]

    def _name(self, steps: list[Step]) -> None:
        """Gives names to what the steps bind themselves."""
        for node in nodes_in(*steps):
            if isinstance(node, tree.SetLocal | tree.Loop):
                node.local.python = self.fresh(node.local.name)

    def _steps_of(self, callee: CallableSymbol) -> list[Step] | None:
        """The steps of a definition; None if it stays a call."""
        return _steps(self.bodies.get(callee, [])) if self._may_open(callee) else None

    def _may_open(self, callee: CallableSymbol) -> bool:
        """True if nothing speaks against what a definition does in place of its call."""
        return not (
            callee.name in self.tables
            or any(isinstance(local.type, PerType) or local.assigned for local in callee.locals)
            or self.costs.upfront_steps(callee)
            or self.memoisation.read_sets[callee] is not None
            or self.hoisting.can_fail(tree.DefineCall(callee, []))
            or sum(1 for _ in nodes_in(*self.bodies.get(callee, []))) > MOST_NODES
        )

    def gathered(self, call: tree.DefineCall) -> tree.Those | None:
        """The search by which a definition gathers a set, in ascending order and with one plain test, for a call."""
        match self.bodies.get(call.callee):
            case [tree.Return(tree.Those(tree.Loop(_, domain, None), tree.TNode() as where, _, None) as those)] if (
                isinstance(domain, tree.EnumDomain | tree.RangeDomain | tree.SetDomain)
                and not any(isinstance(node, tree.Loop) for node in nodes_in(where))
                and all(isinstance(argument, tree.LocalRef | tree.Const) for argument in call.arguments)
                and self._may_open(call.callee)
            ):
                found = substituted(those, dict(zip(call.callee.param_locals, call.arguments, strict=True)))
                assert isinstance(found, tree.Those)
                return found
            case _:
                return None


def _step_substituted(step: Step, given: Mapping[LocalSymbol, tree.TExpr], *, holds: bool) -> Step:
    """A step with arguments in place of parameters, or its negation unless `holds`."""
    if isinstance(step, tree.SetLocal):
        return replace(step, value=substituted(step.value, given))
    return substituted(step if holds else negated(step), given)


def _is_value(step: Step) -> bool:
    return isinstance(step, tree.SetLocal)


def _steps(body: tree.TBlock) -> list[Step] | None:
    """The steps of a body of `let`, `if` with `return` of no, and a last `return`."""
    found: list[Step] = []
    for statement in body:
        match statement:
            case tree.SetLocal():
                found.append(statement)
            case tree.Branch(condition, [tree.Return(tree.Const(value=False))], []):
                found += prim.conjuncts(negated(condition))
            case tree.Return(tree.TNode() as value):
                return [*found, *prim.conjuncts(value)]
            case _:
                return None
    return None


def negated(condition: tree.TExpr) -> tree.TExpr:
    """The negation of a condition."""
    match condition:
        case tree.Op(prim.NOT, [inner]):
            return inner
        case tree.Quantify("all", loops, where, have):
            parts = [*prim.conjuncts(where), *([] if have is None else [negated(have)])]
            return tree.Quantify("any", loops, conjunction(parts), None, type=BOOL, span=condition.span)
        case _:
            return tree.Op(prim.NOT, [condition], type=BOOL, span=condition.span)
