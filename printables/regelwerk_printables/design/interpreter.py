"""The interpreter of layout expressions: each node of the tree becomes a function of a scope. Nothing is run as Python.

The work of an expression is bounded: the rounds of its loops by a budget, which all expressions of a painter share,
numbers by 64 bits, texts and lists by their length.
"""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Iterator
from typing import Any

from .values import lookup

Scope = dict[str, Any]
Run = Callable[[Scope], Any]

BUDGET = "_budget"  # in a scope: the remaining rounds
ROUNDS = 2_000_000
LONGEST = 100_000  # entries of a list, letters of a text
LARGEST = 1 << 63

WORDS = {"none": None, "yes": True, "no": False}  # as the sources of games write them
UNARY: dict[type[ast.unaryop], Callable[[Any], Any]] = {
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Not: operator.not_,
}
COMPARED: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
    ast.In: lambda one, many: one in many,
    ast.NotIn: lambda one, many: one not in many,
}


class Budget:
    """The rounds that the loops of a layout may still take."""

    __slots__ = ("left",)

    def __init__(self) -> None:
        self.left = ROUNDS

    def spend(self, rounds: int = 1) -> None:
        """Counts rounds; raises ValueError when none are left."""
        self.left -= rounds
        if self.left < 0:
            raise ValueError(f"the layout takes more than {ROUNDS:,} rounds of loops")


def bounded(value: Any) -> Any:
    """The value, if it is not too large; raises ValueError otherwise."""
    if isinstance(value, float):
        if not math.isfinite(value):
            raise ValueError("the number is too large")
    elif isinstance(value, int):
        if not -LARGEST <= value < LARGEST:
            raise ValueError("the number is too large")
    elif isinstance(value, str | list | tuple) and len(value) > LONGEST:
        raise ValueError(f"more than {LONGEST:,} letters or entries")
    return value


def _numbers(does: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    def reckon(left: Any, right: Any) -> Any:
        if isinstance(left, int | float) and isinstance(right, int | float):
            return does(left, right)
        help_ = "; to repeat a text, write `join([text for i in numbers(1, n)], '')`" if does is operator.mul else ""
        raise TypeError(f"only numbers can be multiplied and divided{help_}")

    return reckon


ARITHMETIC: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: _numbers(operator.mul),
    ast.Div: _numbers(operator.truediv),
    ast.FloorDiv: _numbers(operator.floordiv),
    ast.Mod: _numbers(operator.mod),
}


def runner(node: ast.expr) -> Run:
    """The function that evaluates an expression.

    The function raises NameError for a name missing from the scope, and the errors of the operations.
    """
    match node:
        case ast.Constant(value):
            return lambda scope: value
        case ast.Name(name):
            return _name(name)
        case ast.Attribute(value=value, attr=name):
            owner = runner(value)
            return lambda scope: lookup(owner(scope), name)
        case ast.Subscript(value=value, slice=key):
            owner, at = runner(value), runner(key)
            return lambda scope: lookup(owner(scope), at(scope))
        case ast.BinOp(first, operator_, second):
            left, right, does = runner(first), runner(second), ARITHMETIC[type(operator_)]
            return lambda scope: bounded(does(left(scope), right(scope)))
        case ast.UnaryOp(sign, inner):
            operand, change = runner(inner), UNARY[type(sign)]
            return lambda scope: change(operand(scope))
        case ast.BoolOp(word, values):
            return _logic(isinstance(word, ast.And), [runner(value) for value in values])
        case ast.Compare(first, signs, others):
            return _comparison(runner(first), [COMPARED[type(sign)] for sign in signs], [*map(runner, others)])
        case ast.IfExp(condition, yes, no):
            test, then, otherwise = runner(condition), runner(yes), runner(no)
            return lambda scope: then(scope) if test(scope) else otherwise(scope)
        case ast.Call(ast.Name(name), arguments):
            function, given = _name(name), [runner(argument) for argument in arguments]
            return lambda scope: bounded(function(scope)(*[one(scope) for one in given]))
        case ast.List(entries):
            parts = [runner(entry) for entry in entries]
            return lambda scope: [part(scope) for part in parts]
        case ast.Tuple(entries):
            parts = [runner(entry) for entry in entries]
            return lambda scope: tuple([part(scope) for part in parts])
        case ast.ListComp(entry, loops) | ast.GeneratorExp(entry, loops):
            each, rounds = runner(entry), _rounds(loops)
            return lambda scope: bounded([each(inner) for inner in rounds(scope)])
        case _:
            raise TypeError(f"{type(node).__name__} is not a layout expression")


def _name(name: str) -> Run:
    if name in WORDS:
        word = WORDS[name]
        return lambda scope: word

    def read(scope: Scope) -> Any:
        try:
            return scope[name]
        except KeyError:
            raise NameError(name, name=name) from None

    return read


def _logic(both: bool, parts: list[Run]) -> Run:
    def decide(scope: Scope) -> Any:
        value: Any = both
        for part in parts:
            value = part(scope)
            if bool(value) is not both:
                return value
        return value

    return decide


def _comparison(first: Run, signs: list[Callable[[Any, Any], Any]], others: list[Run]) -> Run:
    def compare(scope: Scope) -> Any:
        left, result = first(scope), True
        for sign, other in zip(signs, others, strict=True):
            right = other(scope)
            result = sign(left, right)
            if not result:
                break
            left = right
        return result

    return compare


def _rounds(loops: list[ast.comprehension]) -> Callable[[Scope], Iterator[Scope]]:
    """The scopes in which the entry of a comprehension is evaluated, one after the other."""
    loop, *inner = loops
    members, tests = runner(loop.iter), [runner(test) for test in loop.ifs]
    bind, deeper = _binder(loop.target), _rounds(inner) if inner else None

    def go(scope: Scope) -> Iterator[Scope]:
        budget = scope.setdefault(BUDGET, Budget()) if BUDGET not in scope else scope[BUDGET]
        for member in members(scope):
            budget.spend()
            found = {**scope, **bind(member)}
            if all(test(found) for test in tests):
                if deeper is None:
                    yield found
                else:
                    yield from deeper(found)

    return go


def _binder(target: ast.expr) -> Callable[[Any], Scope]:
    match target:
        case ast.Name(name):
            return lambda member: {name: member}
        case ast.Tuple(names) if all(isinstance(name, ast.Name) for name in names):
            ids = [name.id for name in names if isinstance(name, ast.Name)]
            return lambda member: dict(zip(ids, member, strict=True))
        case _:
            raise TypeError("a loop can only give names to its members")
