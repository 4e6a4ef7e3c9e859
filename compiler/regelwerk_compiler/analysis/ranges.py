"""Interval analysis of numbers, so that play checks only those values that can leave their range.

A parameter of a definition or an effect has the range of the arguments of all calls, those of scenarios included; other
locals have that of all values that they get, a column that of its cells.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial, reduce
from math import prod
from types import MappingProxyType

from ..model import tree
from ..model import types as ty
from ..model.enums import EnumField
from ..model.phases import locals_given
from ..model.scenario_words import arguments_in
from ..model.symbols import CallableSymbol, Game, LocalSymbol
from ..model.types import INT, CardType, IntType, MemberType, PileType, SetType, Type, strip_optional
from ..model.walk import acts_of, all_callables, nodes_in
from ..primitives import table as prim

UNKNOWN = IntType()
INT64 = IntType(ty.SMALLEST, ty.LARGEST)
NOTHING = IntType(0, 0)
"""The range of the greatest and the least of no members."""
DEEPEST = 40
"""The most definitions in a chain of calls that are followed."""


def bounds(node: tree.TExpr) -> tuple[int | None, int | None]:
    """The least and the greatest value of an expression, as far as its type gives them."""
    match node:
        case tree.Const(int(value)):
            return value, value
        case tree.TNode(type=IntType(low, high)):
            return low, high
        case _:
            return None, None


class Intervals:
    """The ranges of numbers by their types and parts, and the sizes of the domains that loops go through.

    Args:
        game: the game.
        given: all values that a local gets, of those locals that get their values in no other way.
        tabulated: the values of definitions that read no state, by name.
    """

    def __init__(
        self,
        game: Game,
        given: dict[LocalSymbol, list[tree.TExpr]],
        tabulated: Mapping[str, tuple[object, ...]] = MappingProxyType({}),
    ) -> None:
        self.game, self.given, self.tabulated = game, given, tabulated
        self.known: dict[LocalSymbol | CallableSymbol, IntType] = {}
        self.depth = 0

    def of(self, node: tree.TExpr) -> IntType:
        """The range of a number, from its type and its parts."""
        found = ty.range_intersection(IntType(*bounds(node)), self._from_operands(node))
        return found if ty.lies_in(found, INT64) else IntType(_in_int64(found.low), _in_int64(found.high))

    def _from_operands(self, node: tree.TExpr) -> IntType:
        match node:
            case tree.LocalRef(local):
                return self._memoised(local, lambda: self._local(local))
            case tree.If(_, then, otherwise):
                return ty.range_union(self.of(then), self.of(otherwise))
            case tree.Aggregate("count", _, loops):
                return IntType(0, self._rounds(loops))
            case tree.Aggregate("sum", tree.TNode() as value, loops):
                return ty.range_multiply(self.of(value), IntType(0, self._rounds(loops)))
            case tree.Aggregate("most" | "least", tree.TNode() as value):
                return ty.range_union(self.of(value), NOTHING)
            case tree.DefineCall(callee) if callee.name in self.tabulated:
                values = [value for value in self.tabulated[callee.name] if isinstance(value, int)]
                return IntType(min(values, default=0), max(values, default=0))
            case tree.DefineCall(callee):
                return self._memoised(callee, lambda: self._returned(callee))
            case tree.EnumFieldRead(enum, name):
                return _of_column(self.game.enums[enum].fields.get(name))
            case tree.Op(prim.MEMBER_COUNT, [tree.TNode(type=SetType(member))]):
                return IntType(0, self.members(member))
            case tree.Op(prim.CARD_COUNT):
                return IntType(0, self.game.copies)
            case tree.Op(prim.DISTANCE, _, (str(enum),)):  # NONE where there is no way
                return IntType(-1, self.game.enums[enum].size)
            case tree.Op(prim.FIT, [value], (int(low), int(high))):
                return ty.range_intersection(self.of(value), IntType(low, high))
            case tree.Op(row, [tree.TNode(), *_] as operands) if row.interval is not None:
                found = [self.of(operand) for operand in operands if isinstance(operand, tree.TNode)]
                return prim.interval(row, *found)
            case _:
                return UNKNOWN

    def _memoised(self, key: LocalSymbol | CallableSymbol, work: Callable[[], IntType]) -> IntType:
        if key not in self.known:
            if self.depth > DEEPEST:
                return UNKNOWN
            self.known[key] = UNKNOWN  # a number that depends on itself
            self.depth += 1
            self.known[key] = work()
            self.depth -= 1
        return self.known[key]

    def _local(self, local: LocalSymbol) -> IntType:
        return _hull(map(self.of, self.given.get(local, ())))

    def _returned(self, callee: CallableSymbol) -> IntType:
        returns = (node for node in nodes_in(*callee.body or []) if isinstance(node, tree.Return))
        return _hull(self.of(node.value) for node in returns if node.value is not None)

    # ---- domains

    def size(self, domain: tree.TDomain) -> int | None:
        """The greatest number of members; None if it is not known."""
        match domain:
            case tree.EnumDomain(enum):
                return self.members(MemberType(enum))
            case tree.RangeDomain(low, high):
                first, last = self.of(low).low, self.of(high).high
                return None if first is None or last is None else max(last - first + 1, 0)
            case tree.SetDomain(tree.DefineCall(callee), _) if callee.name in self.tabulated:
                return max(
                    (sets.bit_count() for sets in self.tabulated[callee.name] if isinstance(sets, int)), default=0
                )
            case tree.SetDomain(members, _):
                kind = strip_optional(members.type)
                return self.members(kind.member) if isinstance(kind, SetType) else None
            case tree.CardsDomain(tree.TNode(type=PileType(kind))):
                return self.members(kind)
            case tree.CardsDomain():
                return self.game.copies
            case tree.AllCardsDomain(kind):
                return self.members(kind)

    def _rounds(self, loops: list[tree.Loop]) -> int | None:
        sizes = [self.size(loop.domain) for loop in loops]
        return None if None in sizes else prod(size or 0 for size in sizes)

    def members(self, kind: Type) -> int | None:
        """The greatest number of members of a type; None if it is not known."""
        match strip_optional(kind):
            case MemberType("Player"):
                return self.game.players[1]
            case MemberType(enum):
                return self.game.enums[enum].size
            case CardType(None):
                return self.game.copies
            case CardType(str(name)):
                own = self.game.card_types[name]
                return own.end - own.first
            case _:
                return None


class Ranges(Intervals):
    """The same of a whole game, where a parameter of a definition or an effect has the values of all calls."""

    def __init__(self, game: Game, tabulated: Mapping[str, tuple[object, ...]]) -> None:
        super().__init__(game, defaultdict(list), tabulated)
        self.counters: dict[LocalSymbol, tree.RangeDomain] = {}
        self.results: dict[LocalSymbol, list[CallableSymbol]] = defaultdict(list)
        self.elsewhere: set[LocalSymbol] = set()
        """The locals that get values in ways whose ranges only their types tell."""
        calls: dict[CallableSymbol, list[list[tree.TExpr]]] = defaultdict(list)
        for node in self._nodes():
            match node:
                case tree.DefineCall(callee, arguments):
                    calls[callee].append(arguments)
                case tree.Do(callee, arguments, local):
                    calls[callee].append(arguments)
                    if local is not None:
                        self.results[local].append(callee)
                case tree.SetLocal(local, value):
                    self.given[local].append(value)
                case tree.Loop(local, tree.RangeDomain() as numbers):
                    self.counters[local] = numbers
                case _:
                    self.elsewhere.update(locals_given(node))
        self._enter_arguments(calls)

    def _enter_arguments(self, calls: Mapping[CallableSymbol, list[list[tree.TExpr]]]) -> None:
        """Gives the parameters of definitions and effects the arguments of all calls; those of others are unknown."""
        by_scenarios = arguments_in(self.game.scenarios)
        followed = {*self.game.defines.values(), *self.game.effects.values()}
        for callee in all_callables(self.game):
            named = by_scenarios.get(callee.name, [])
            for at, local in enumerate(callee.param_locals):
                numbers = [given[at] if at < len(given) else None for given in named]
                if callee not in followed or None in numbers:
                    self.elsewhere.add(local)
                    continue
                self.given[local] += [arguments[at] for arguments in calls.get(callee, ())]
                self.given[local] += [tree.Const(number, type=INT) for number in numbers if number is not None]
            self.elsewhere.update(callee.binders)

    def _nodes(self) -> Iterator[object]:
        """Every node of the game that play, bots or texts may evaluate."""
        game = self.game
        for callee in all_callables(game):
            yield from acts_of(callee)
            yield from nodes_in(*callee.texts.values())
        frame = [line.value for line in game.outcome] + [one.condition for one in game.invariants]
        yield from nodes_in(*frame, *([game.value[1]] if game.value is not None else []))

    def _local(self, local: LocalSymbol) -> IntType:
        if local in self.elsewhere:
            return UNKNOWN
        if local in self.counters:
            numbers = self.counters[local]
            return IntType(self.of(numbers.low).low, self.of(numbers.high).high)
        results = [self._memoised(callee, partial(self._returned, callee)) for callee in self.results.get(local, ())]
        return _hull([*map(self.of, self.given.get(local, ())), *results])


def _in_int64(end: int | None) -> int | None:
    """An end of a range if it fits into 64 bits, else None, so that ends do not grow without bound."""
    return end if end is not None and ty.SMALLEST <= end <= ty.LARGEST else None


def _hull(ranges: Iterable[IntType]) -> IntType:
    """The smallest range that contains all of some ranges; unknown if there are none."""
    found = list(ranges)
    return reduce(ty.range_union, found) if found else UNKNOWN


def _of_column(column: EnumField | None) -> IntType:
    """The range of the cells of a column, where all of them are numbers."""
    values = column.values if column is not None and isinstance(column.type, IntType) else []
    numbers = [value for value in values if isinstance(value, int)]
    return IntType(min(numbers), max(numbers)) if numbers and len(numbers) == len(values) else UNKNOWN
