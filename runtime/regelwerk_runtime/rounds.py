"""Termination of `while` loops in emitted modules, verified from their text.

Each way through such a loop that begins another round must either use fuel or steps, which are limited, or come closer
to a fixed end: a sequence loses its first member, or a number grows that a condition compares with its end. It is not
checked that the condition is where the number grows.
"""

from __future__ import annotations

import ast
from typing import NamedTuple


class Way(NamedTuple):
    """The changes on a way from the beginning of a round, before any fuel or steps are used.

    Attributes:
        closer: the measures of the loop that have come closer to their ends.
        other: the names that may have any value.
    """

    closer: frozenset[str] = frozenset()
    other: frozenset[str] = frozenset()


Ways = frozenset[Way]
NOWHERE: Ways = frozenset()


def must_end(loop: ast.While) -> bool:
    """True if a loop certainly ends, whatever the state."""
    return _Rounds(loop).are_bounded()


class _Rounds:
    """The ways through one loop.

    Attributes:
        measures: locals that come closer to an end somewhere in the loop, each with the names in its end.
        rests: the measures that are sequences.
        names: the measures and all names in their ends.
        again: the ways that begin another round without using fuel or steps.
    """

    def __init__(self, loop: ast.While) -> None:
        self.loop = loop
        inside = [one for statement in loop.body for one in ast.walk(statement)]
        self.rests = {name for one in inside if (name := _shortened(one))}
        self.measures: dict[str, set[str]] = {name: set() for name in self.rests}
        tests = [one.test for one in (loop, *inside) if isinstance(one, ast.While | ast.If)]
        bounds = [found for test in tests for one in ast.walk(test) if (found := _bound(one)) is not None]
        for name in {name for one in inside if (name := _counted(one))}:
            ends = [names for bounded, names in bounds if bounded == name]
            if ends:
                self.measures.setdefault(name, set()).update(*ends)
        self.names = {*self.measures, *(name for ends in self.measures.values() for name in ends)}
        self.again: set[Way] = set()

    def are_bounded(self) -> bool:
        """True if the measures have an order in which each round brings one closer and does not move any before it."""
        self.again |= {*self._through(self.loop.body, frozenset([Way()]))}
        rounds = self.again
        while rounds:
            steady = [name for name in self.measures if not any(map(self._moves, [name] * len(rounds), rounds))]
            left = {way for way in rounds if not way.closer.intersection(steady)}
            if left == rounds:
                return False
            rounds = left
        return True

    def _moves(self, name: str, way: Way) -> bool:
        """True if a way may change a measure otherwise, or its end."""
        return name in way.other or bool(self.measures[name] & (way.closer | way.other))

    def _through(self, block: list[ast.stmt], ways: Ways) -> Ways:
        """The ways to the end of a block."""
        for at, statement in enumerate(block):
            if spends(statement) or (takes_fuel(statement) and any(map(ends_without_fuel, block[at + 1 : at + 2]))):
                return NOWHERE
            ways = self._past(statement, ways)
        return ways

    def _past(self, statement: ast.stmt, ways: Ways) -> Ways:
        """The ways past one statement."""
        match statement:
            case ast.Continue():
                self.again |= ways
                return NOWHERE
            case ast.Break() | ast.Return() | ast.Raise():
                return NOWHERE
            case ast.If(_, then, otherwise):
                return self._through(then, ways) | self._through(otherwise, ways)
            case ast.For(orelse=otherwise) | ast.While(orelse=otherwise):
                ways |= self._changed(statement, ways)
                return ways | self._through(otherwise, ways)
            case _ if (name := _shortened(statement) or _counted(statement)) in self.measures:
                return _closer(name, self._changed(statement, ways, but=name))
            case _:
                return self._changed(statement, ways)

    def _changed(self, statement: ast.stmt, ways: Ways, but: str = "") -> Ways:
        """The ways past a statement that may store anything in names (except `but`), give a sequence a second name, or
        make it longer.
        """
        nodes = [*ast.walk(statement)]
        stored = {one.id for one in nodes if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)}
        values = [one.value for one in nodes if isinstance(one, ast.Assign)]
        longer = [one.value for one in nodes if isinstance(one, ast.Attribute) and one.attr == "append"]
        read = {one.id for value in (*values, *longer) for one in ast.walk(value) if isinstance(one, ast.Name)}
        other = (stored & self.names | read & self.rests) - {but}
        return frozenset([Way(way.closer, way.other | other) for way in ways])


def _closer(name: str, ways: Ways) -> Ways:
    return frozenset([Way(way.closer | {name}, way.other) for way in ways])


def _shortened(node: ast.AST) -> str:
    """The sequence that loses its first member in `p, rest = (rest[0], rest[1:])`; else ""."""
    match node:
        case ast.Assign([ast.Tuple([ast.Name(), ast.Name(rest)])], ast.Tuple([first, others])):
            return rest if (ast.unparse(first), ast.unparse(others)) == (f"{rest}[0]", f"{rest}[1:]") else ""
        case _:
            return ""


def _counted(node: ast.AST) -> str:
    """The number that grows in `round = round + 1`; else ""."""
    match node:
        case ast.Assign([ast.Name(target)], ast.BinOp(ast.Name(number), ast.Add(), ast.Constant(int(more)))):
            return target if target == number and more > 0 else ""
        case _:
            return ""


def _bound(node: ast.AST) -> tuple[str, set[str]] | None:
    """A number that a condition compares with an end of locals or constants, and the names in the end; else None."""
    match node:
        case ast.Compare(ast.Name(name), [ast.Lt() | ast.GtE()], [end]):
            nodes = [one for one in ast.walk(end) if ast.unparse(one) != "s.players"]
            if not any(isinstance(one, ast.Call | ast.Subscript | ast.Attribute) for one in nodes):
                return name, {one.id for one in nodes if isinstance(one, ast.Name) and one.id != "s"}
            return None
        case _:
            return None


def takes_fuel(node: ast.AST) -> bool:
    """True if a statement uses one unit of fuel."""
    match node:
        case ast.AugAssign(ast.Attribute(ast.Name("s"), "fuel"), ast.Sub(), ast.Constant(1)):
            return True
        case _:
            return False


def spends(node: ast.AST) -> bool:
    """True if a statement counts steps, which are limited."""
    match node:
        case ast.Expr(ast.Call(ast.Name("spend"), [ast.Name("s"), ast.Constant(int(steps))])):
            return steps > 0
        case _:
            return False


def ends_without_fuel(node: ast.AST) -> bool:
    """True if a statement ends the game when no fuel is left."""
    match node:
        case ast.If(test, [ast.Expr(ast.Call(ast.Name("out_of_fuel")))], []):
            return ast.unparse(test) == "s.fuel < 0"
        case _:
            return False
