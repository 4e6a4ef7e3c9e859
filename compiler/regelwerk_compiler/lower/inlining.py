"""Inlining of small definitions, and of effects that are called once: the body takes the place of the call.

A definition qualifies if it has no searches, cannot break a rule and is short. Its conditions can then
be tested one by one, each as early as possible.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Set
from itertools import takewhile
from typing import Any

from msgspec.structs import replace

from ..model import tree
from ..model.memo import Memo
from ..model.primitive import BY_ZERO
from ..model.symbols import CallableSymbol, Game, LocalSymbol
from ..model.types import BOOL, BoolType, PerType
from ..model.walk import is_node, nodes_in, same_tree, substituted
from ..primitives import table as prim
from .hoisting import Hoisting, conjunction, known_present
from .set_operations import with_set_operations

MOST_NODES = 60  # of a condition among several, or of another expression
MOST_USES = 4  # the most reads of a `let` that its value may replace
FEW_NODES = 12  # of a condition that is tested before a call
MOST_PRECHECKS = 1  # of such conditions
CALLS = tree.DefineCall | tree.AbilityRead | tree.BinderValue
CHEAP = (tree.LocalRef, tree.Const)
READS = (tree.StateRead, tree.PlaceRead, tree.EnumFieldRead, tree.CardFieldRead)


class Inlining:
    """Rewrites bodies; the bodies that are passed in stay unchanged."""

    def __init__(
        self,
        game: Game,
        tables: Mapping[str, object],
        called_once: Set[CallableSymbol] = frozenset(),
        non_stopping: Set[CallableSymbol] = frozenset(),
    ) -> None:
        """Creates an inlining pass for a game.

        Args:
            game: the checked game.
            tables: definitions with a table of their values, by name, which are looked up there instead.
            called_once: the effects that replace their only call.
            non_stopping: those that cannot stop.
        """
        self.hoisting, self.tables = Hoisting(game), tables
        self.called_once, self.non_stopping = called_once, non_stopping
        self.inline_values = Memo(self._inline_value, None)
        self.locals: list[LocalSymbol] = []  # of the effects that were put in place

    def inlined(self, node: Any) -> Any:
        """The statement or expression with calls inlined, except in texts, which are shown seldom."""
        if isinstance(node, tree.TypedText):
            return node
        changed: dict[str, Any] = {}
        for slot in node.__struct_fields__:
            value = getattr(node, slot)
            if is_node(value.__class__):
                new = self.inlined(value)
            elif isinstance(value, list):
                new = [self.inlined(item) if is_node(item.__class__) else item for item in value]
                if all(one is other for one, other in zip(new, value, strict=True)):
                    continue
            else:
                continue
            if new is not value:
                changed[slot] = new
        found = replace(node, **changed) if changed else node
        match found:
            case tree.DefineCall():
                return self._inlined_call(found)
            case tree.Do(callee, arguments) if callee in self.called_once:
                self.locals += [local for local in callee.locals if local not in self.locals]
                pairs = zip(callee.param_locals, arguments, strict=True)
                given = [tree.SetLocal(local, value, span=found.span) for local, value in pairs]
                return tree.Within(callee, given, [self.inlined(inner) for inner in callee.body or []], span=found.span)
            case tree.Do(callee, local=None) if callee in self.non_stopping and not callee.queued:
                return self._prechecked_effect(found)
            case tree.If(condition, then, otherwise) if same_tree(then, otherwise) and _is_safe_and_simple(condition):
                return then
            case tree.Op(prim.IN_SET, [member, tree.DefineCall() as call], fixed):
                return self._membership_test(member, call, fixed) or found
            case tree.Quantify() | tree.PickOne() | tree.Those() | tree.Aggregate():
                return with_set_operations(_without_zero_terms(found), self.hoisting)
            case tree.Op(prim.NOT, [tree.Op(prim.NOT, [inner])]):
                return inner
            case tree.Op(prim.DIFFERENCE, [set_, tree.Op(prim.DIFFERENCE, [same, other])]) if same_tree(set_, same):
                return replace(found, primitive=prim.INTERSECTION, operands=[set_, other])
            case tree.Op(prim.AND | prim.OR as row, operands):
                parts = [part for operand in operands for part in prim.conjuncts(operand, row)]
                return replace(found, operands=self._short_first(parts))
            case _:
                pass
        return found

    def _short_first(self, parts: list[tree.TExpr]) -> list[tree.TExpr]:
        """The distinct conditions, those that call or search after the short ones that make sense without them."""
        found: list[tree.TExpr] = []
        waiting: list[tree.TExpr] = []
        sure: list[object] = []
        for part in parts:
            if any(same_tree(part, other) for other in (*found, *waiting)):
                continue
            breaks = self.hoisting.can_fail(part)
            if not breaks and any(map(self._is_search_or_call, nodes_in(part))):
                waiting.append(part)
                continue
            if waiting and (breaks or self.hoisting.needs_earlier(part, sure)):
                found += waiting
                waiting = []
            found.append(part)
            sure += known_present([part])
        return found + waiting

    def _inlined_call(self, call: tree.DefineCall) -> tree.TExpr:
        value = self.inline_values[call.callee]
        if value is None:
            return self._prechecked_call(call)
        params = call.callee.param_locals
        uses = _most_reads(value)
        for local, argument in zip(params, call.arguments, strict=True):
            often = 2 if self._is_read(argument) else 1
            if not isinstance(argument, CHEAP) and (uses[local] > often or _can_fail(argument)):
                return call
        found = substituted(value, dict(zip(params, call.arguments, strict=True)))
        return replace(found, type=call.type)

    def _prechecked_call(self, call: tree.DefineCall) -> tree.TExpr:
        """A call after the short conditions without which its value is no, which avoid most calls."""
        match call.callee.body:
            case [tree.Return(tree.Op(prim.AND, parts))] if call.callee.name not in self.tables:
                given = call.callee.bound(call.arguments)
                if not all(isinstance(argument, CHEAP) or self._is_read(argument) for argument in call.arguments):
                    return call
                first = list(takewhile(_is_cheap_test, parts))
                tests = [substituted(part, given) for part in first[:MOST_PRECHECKS]]
                return tree.Op(prim.AND, [*tests, call], type=call.type, span=call.span) if tests else call
        return call

    def _prechecked_effect(self, call: tree.Do) -> tree.TStmt:
        """A call of an effect after the short condition without which it ends at once, which avoids most calls."""
        callee = call.callee
        match callee.body:
            case [tree.Branch(test, [tree.Return(None)], []), *_] if all(
                isinstance(one, CHEAP) for one in call.arguments
            ):
                test = tree.Op(
                    prim.NOT, [substituted(test, dict(zip(callee.parameters, call.arguments, strict=True)))], type=BOOL
                )
                test = self.inlined(replace(test, span=call.span))
                return tree.Branch(test, [call], [], span=call.span) if _is_cheap_test(test) else call
            case _:
                return call

    def _membership_test(
        self, member: tree.TExpr, call: tree.DefineCall, fixed: tuple[str | int, ...]
    ) -> tree.TExpr | None:
        """The test whether a member is in a set that a definition gathers: its condition for this member alone."""
        match call.callee.body:
            case [tree.Return(tree.Those(tree.Loop(local, domain, None), tree.TNode() as where, low, None))] if (
                call.callee.name not in self.tables
            ):
                pass
            case _:
                return None
        used = [member, *call.arguments]
        if (low,) != fixed or member.type != local.type or not all(isinstance(one, CHEAP) for one in used):
            return None
        match domain:
            case tree.EnumDomain():
                parts: list[tree.TExpr] = []
            case tree.SetDomain(set_, _) if not any(isinstance(node, tree.Loop) for node in nodes_in(set_)):
                parts = [tree.Op(prim.IN_SET, [member, set_], fixed, type=BOOL, span=call.span)]
            case _:
                return None
        test = tree.Op(prim.AND, [*parts, *prim.conjuncts(where)], type=BOOL, span=call.span) if parts else where
        test = self.inlined(substituted(test, call.callee.bound(call.arguments) | {local: member}))
        # a call may break a rule for other members, which would not be tested any more
        return test if _is_inlinable(test) and not any(map(self._is_search_or_call, nodes_in(test))) else None

    def _is_search_or_call(self, node: object) -> bool:
        """True if a node is a loop of a search, or a call that no table answers."""
        if isinstance(node, tree.DefineCall):
            return node.callee.name not in self.tables
        return isinstance(node, tree.Loop | CALLS)

    def _inline_value(self, callee: CallableSymbol) -> tree.TExpr | None:
        """The value of a definition as one expression; None if it is not to be inlined."""
        if callee.name in self.tables or any(isinstance(local.type, PerType) for local in callee.locals):
            return None
        value = self._as_expression(callee.body or [], callee)
        value = None if value is None else self.inlined(value)
        return None if value is None or not _is_inlinable(value) else value

    def _as_expression(self, body: tree.TBlock, callee: CallableSymbol) -> tree.TExpr | None:
        """The value of a body of `let`, `if` with `return`, and a last `return`."""
        if not body:
            return None
        match body[0]:
            case tree.Return(value):
                return value
            case tree.SetLocal(local, value) if not local.assigned and self._is_read(value):
                rest = self._as_expression(body[1:], callee)
                if rest is None or _read_counts(rest)[local] > MOST_USES:
                    return None
                return substituted(rest, {local: value})
            case tree.Branch(condition, [tree.Return(tree.TNode() as value)], []):
                rest = self._as_expression(body[1:], callee)
                return None if rest is None else _conditional(condition, value, rest)
            case _:
                return None

    def _is_read(self, node: tree.TExpr) -> bool:
        """True if a value is a single read with a simple index."""
        is_table = isinstance(node, tree.DefineCall) and node.callee.name in self.tables
        return (is_table or isinstance(node, READS)) and sum(1 for _ in nodes_in(node)) <= 4


def _conditional(condition: tree.TExpr, value: tree.TExpr, rest: tree.TExpr) -> tree.TExpr:
    """`value` if the condition holds, else `rest`; written with `and` or `or` if `value` is yes or no."""
    if isinstance(value, tree.Const) and isinstance(value.type, BoolType):
        if value.value:
            return tree.Op(prim.OR, [condition, rest], type=BOOL, span=rest.span)
        return tree.Op(prim.AND, [tree.Op(prim.NOT, [condition], type=BOOL), rest], type=BOOL, span=rest.span)
    return tree.If(condition, value, rest, type=rest.type, span=rest.span)


def _without_zero_terms(node: tree.TSearch) -> tree.TSearch:
    """A sum without the members whose value is 0 under a condition."""
    match node:
        case tree.Aggregate("sum", tree.If(condition, tree.Const(0), value), _, where):
            condition = tree.Op(prim.NOT, [condition], type=BOOL, span=condition.span)
        case tree.Aggregate("sum", tree.If(condition, value, tree.Const(0)), _, where):
            pass
        case _:
            return node
    return _without_zero_terms(
        replace(node, value=value, where=conjunction([*prim.conjuncts(where), *prim.conjuncts(condition)]))
    )


def _is_cheap_test(part: tree.TExpr) -> bool:
    """True if a condition is quick to test: short, without a call or a search."""
    return sum(1 for _ in nodes_in(part)) <= FEW_NODES and _is_safe_and_simple(part)


def _is_safe_and_simple(part: tree.TExpr) -> bool:
    """True if an expression has no call and no search, and cannot break a rule."""
    return not any(isinstance(node, tree.Loop | CALLS) for node in nodes_in(part)) and not _can_fail(part)


def _read_counts(value: tree.TExpr) -> Counter[LocalSymbol]:
    """The number of times that an expression reads each local."""
    return Counter(node.local for node in nodes_in(value) if isinstance(node, tree.LocalRef))


def _most_reads(value: tree.TExpr) -> Counter[LocalSymbol]:
    """The most times that evaluating an expression reads each local."""
    match value:
        case tree.If(condition, then, otherwise):
            return _read_counts(condition) + (_most_reads(then) | _most_reads(otherwise))
        case _:
            return _read_counts(value)


def _is_inlinable(value: tree.TExpr) -> bool:
    nodes = list(nodes_in(value))
    return (
        all(sum(1 for _ in nodes_in(part)) <= MOST_NODES for part in prim.conjuncts(value))
        and not isinstance(value.type, PerType)
        and not any(isinstance(node, tree.Loop | tree.BinderValue) for node in nodes)
        and not _can_fail(value)
    )


def _can_fail(value: tree.TExpr) -> bool:
    """True if evaluating it may be a rule error, calls of definitions aside."""
    return any(
        isinstance(node, tree.Op)
        and node.primitive.fails
        and not (node.primitive.fails == BY_ZERO and isinstance(node.operands[-1], tree.Const))
        for node in nodes_in(value)
    )
