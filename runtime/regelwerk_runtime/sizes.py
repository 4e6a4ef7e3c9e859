"""Sizes in emitted code, as far as its text shows: of loops over numbers, of shifts, and of lists that grow."""

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property

from .engine.primitives import CALLS, MOST_STEPS
from .rounds import takes_fuel

MOST_BITS = 100_000
"""The largest shift of a number, which is the most members of a set."""
MOST_ITEMS = 1_000_000
"""The most repetitions of a literal list or tuple, which is the most values of the state."""
MAKES = frozenset(
    {"tuple", "list", "range", "reversed", "enumerate"} | {c.name for c in CALLS if c.result in ("sequence", "list")}
)
"""Functions that return a sequence."""
LISTS = frozenset({"list"} | {c.name for c in CALLS if c.result == "list"})
"""Functions that return a new list."""
HANDED_ON = {"paced": 1, "known_order": 2, "enumerate": 0}
"""Functions that return an argument as it is, with its number."""
READS = frozenset({"len", "sum", "any", "all", "mask", "in_order"})
"""Functions that compute something from a sequence without keeping it."""
HANDS_ON = {"fit": slice(0, 1), "min": slice(None), "max": slice(None), "abs": slice(0, 1)}
"""Functions whose result is no larger than one of these arguments."""
PILES = ("piles", "places", "where", "occupied", "bags")
DISPLAYS = ast.Tuple | ast.List
SIZED = frozenset({ast.BinOp, ast.AugAssign, ast.Call, ast.For, ast.comprehension})
"""The kinds of nodes that have a size."""
GIVEN = ast.Slice()
"""Stands for the value of a name set by a caller, a loop or a frame."""
BEYOND = 1 << 64
"""The value that larger numbers count as."""


class Tables:
    """The tables of a module, with their levels of nested sequences."""

    def __init__(self, values: Mapping[str, ast.expr]) -> None:
        """`values` are those of the module, by name."""
        self._values = values
        self._levels: dict[str, int] = {}

    def levels(self, node: ast.expr) -> int:
        """The levels of nested sequences in an expression; 0 for a number."""
        match node:
            case ast.Tuple(elts=inner) | ast.List(elts=inner):
                return 1 + max(map(self.levels, inner), default=0)
            case ast.GeneratorExp(elt=inner) | ast.ListComp(elt=inner):
                return 1 + self.levels(inner)
            case ast.Call(ast.Name(name), arguments):
                return max([int(name in MAKES), *map(self.levels, arguments)])
            case ast.BinOp(left, _, right):
                return max(self.levels(left), self.levels(right))
            case ast.Subscript(base):
                return max(self.levels(base) - 1, 0)
            case ast.Name(name) if name in self._values:
                if name not in self._levels:
                    self._levels[name] = 0  # stops recursion
                    self._levels[name] = self.levels(self._values[name])
                return self._levels[name]
            case _:
                return 0


class Sizes:
    """The sizes in a function or in a value of the module."""

    def __init__(self, nodes: Sequence[ast.AST], tables: Tables, given: Collection[str]) -> None:
        """Args: all its nodes, the tables of the module, and the parameters."""
        self._nodes, self._tables, self._given = nodes, tables, given

    def fault(self, node: ast.AST) -> str:
        """The fault in the size of a node; "" if there is none."""
        match node:
            case ast.BinOp(left, ast.Mult(), right) if self._is_sequence(left) or self._is_sequence(right):
                return "" if _is_display(left) and self._is_count(right) else "a sequence times a number"
            case ast.BinOp(left, ast.LShift(), right):
                is_fixed = isinstance(left.operand if isinstance(left, ast.UnaryOp) else left, ast.Constant)
                return "" if is_fixed and self._largest(right) <= MOST_BITS else "a shift by a large number"
            case ast.AugAssign(op=ast.Mult() | ast.LShift()):
                return "a product or shift in place"
            case ast.Call(ast.Name("range"), ends) if any(self._largest(end) > MOST_STEPS for end in ends):
                return "" if node in self._counted else "an endless range"
            case ast.For(_, over) | ast.comprehension(_, over) if not self._is_steady(over):
                return "a loop over a list that may grow"
            case _:
                return ""

    def _is_count(self, node: ast.expr) -> bool:
        """True for a fixed number of repetitions, or the number of players."""
        match node:
            case ast.Attribute(ast.Name("s"), "players"):
                return True
            case _:
                return isinstance(node, ast.Constant) and self._largest(node) <= MOST_ITEMS

    # ---- values of names

    @cached_property
    def _bound(self) -> dict[str, list[ast.expr]]:
        """The values assigned to names."""
        found: dict[str, list[ast.expr]] = {name: [GIVEN] for name in self._given}
        plain = set[ast.AST]()
        for node in self._nodes:
            match node:
                case ast.Assign([ast.Name(name) as target], value):
                    found.setdefault(name, []).append(value)
                    plain.add(target)
                case ast.AugAssign(target):
                    plain.add(target)
                case _:
                    pass
        for node in self._nodes:
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node not in plain:
                found.setdefault(node.id, []).append(GIVEN)
        return found

    @cached_property
    def _counted(self) -> set[ast.AST]:
        """The sequences of loops whose rounds are all counted, or use fuel."""
        found = set[ast.AST]()
        for node in self._nodes:
            match node:
                case ast.Call(ast.Name("paced"), [_, over, ast.Constant(int(steps))]) if steps > 0:
                    found.add(over)
                case ast.For(_, over, [first, *_]) if takes_fuel(first):
                    found.add(over)
                case _:
                    pass
        return found

    @cached_property
    def _lent(self) -> set[str]:
        """The names used elsewhere than as sequences of loops or arguments of functions that only read them."""
        fit, found = set[ast.AST](), set[str]()
        for node in self._nodes:
            match node:
                case ast.For(_, over) | ast.comprehension(_, over):
                    fit.add(_handed_on(over))
                case ast.Call(ast.Name(name), arguments) if name in READS:
                    fit.update(arguments)
                case ast.AugAssign(ast.Name(name)):
                    found.add(name)
                case _:
                    pass
        read = (one for one in self._nodes if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load))
        return found.union(one.id for one in read if one not in fit)

    # ---- judgements

    def _is_sequence(self, node: ast.expr, seen: Collection[str] = ()) -> bool:
        match node:
            case ast.Tuple() | ast.List() | ast.ListComp() | ast.GeneratorExp() | ast.Subscript(slice=ast.Slice()):
                return True
            case ast.Call(ast.Name(name)):
                return name in MAKES
            case ast.Attribute(_, name) | ast.Subscript(ast.Attribute(_, "piles" as name)):
                return name in PILES
            case ast.Name(name) if name in self._bound:
                return name not in seen and any(self._is_sequence(one, {*seen, name}) for one in self._bound[name])
            case ast.Name() | ast.Subscript():
                return self._tables.levels(node) > 0
            case ast.IfExp(_, one, other) | ast.BinOp(one, ast.Add() | ast.Mult(), other):
                return self._is_sequence(one, seen) or self._is_sequence(other, seen)
            case ast.BoolOp(values=values):
                return any(self._is_sequence(one, seen) for one in values)
            case _:
                return False

    def _largest(self, node: ast.expr, seen: Collection[str] = ()) -> int:
        """The largest number that an expression shows; values from elsewhere count as 1."""
        found = 1
        match node:
            case ast.Constant(int(value)):
                found = abs(value)
            case ast.UnaryOp(_, inner):
                found = self._largest(inner, seen)
            case ast.BinOp(left, op, right):
                one, other = self._largest(left, seen), self._largest(right, seen)
                match op:
                    case ast.Mult():
                        found = one * other
                    case ast.LShift():
                        found = one << min(other, 64)
                    case ast.Add() | ast.Sub() | ast.BitOr():
                        found = one + other
                    case _:
                        found = one
            case ast.IfExp(_, left, right):
                found = max(self._largest(left, seen), self._largest(right, seen))
            case ast.Call(ast.Name(name), arguments) if name in HANDS_ON:
                found = max((self._largest(one, seen) for one in arguments[HANDS_ON[name]]), default=1)
            case ast.Name(name) if name not in seen:
                found = max((self._largest(one, {*seen, name}) for one in self._bound.get(name, ())), default=1)
            case _:
                pass
        return min(found, BEYOND)

    def _is_steady(self, over: ast.expr, *, lent: bool = False) -> bool:
        """True if the sequence of a loop cannot grow meanwhile: it never changes, or nothing else refers to it.

        Args:
            over: the sequence.
            lent: whether something else may refer to it.
        """
        match _handed_on(over):
            case ast.Tuple() | ast.GeneratorExp() | ast.Subscript(ast.Attribute(ast.Name("s"), "piles")):
                return True
            case ast.List() | ast.ListComp() | ast.Subscript(slice=ast.Slice()):
                return not lent
            case ast.Call(ast.Name(name)):
                return name in MAKES and name not in HANDED_ON and not (lent and name in LISTS)
            case ast.IfExp(_, one, other):
                return self._is_steady(one, lent=lent) and self._is_steady(other, lent=lent)
            case ast.Subscript(ast.Name(name) | ast.Subscript(ast.Name(name))):
                return name not in self._bound
            case ast.Name(name):
                values = self._bound.get(name, ())
                return all(self._is_steady(value, lent=lent or name in self._lent) for value in values)
            case _:
                return False


def _handed_on(over: ast.expr) -> ast.expr:
    """The actual sequence of a loop, if a function only passes it on."""
    match over:
        case ast.Call(ast.Name(name), arguments) if len(arguments) > HANDED_ON.get(name, len(arguments)):
            return _handed_on(arguments[HANDED_ON[name]])
        case _:
            return over


def makes_list(node: ast.AST) -> bool:
    """True if a node makes a list."""
    is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in LISTS
    return is_call or isinstance(node, ast.List | ast.ListComp)


def _is_display(node: ast.expr) -> bool:
    """True for a literal list or tuple, or `list` of one."""
    match node:
        case ast.Call(ast.Name("list"), [inner]):
            return isinstance(inner, DISPLAYS)
        case _:
            return isinstance(node, DISPLAYS)
