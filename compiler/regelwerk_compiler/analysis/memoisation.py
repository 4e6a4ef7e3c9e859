"""Memoisation: the definitions whose results are kept by all that they read, since they take long and read little."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from math import prod
from typing import NamedTuple

from ..model import tree
from ..model.closure import closure
from ..model.ir import Module
from ..model.memo import Memo
from ..model.symbols import CallableSymbol, Game, LocalSymbol, StateSymbol
from ..model.types import BoolType, MemberType, OptionalType, PerType, PileType, PlaceType
from ..model.walk import all_callables, children, free_locals, nodes_in, nodes_of
from ..primitives import table as prim
from .costs import Costs
from .layout import Layout

REPEATED_RATIO = 4
"""A definition that is called again with the same arguments is recalled if its result takes this many times as long as
a look-up. So is one that play never calls, since bots evaluate positions that differ little from each other. """
STATELESS_RATIO = 8
"""The same for one that reads nothing of the state."""
USUAL_RATIO = 40
"""The same for one that is not known to be called again with the same arguments."""
LOOKUP_STEPS = 12
"""The steps of a look-up, apart from those for the numbers that a result is recalled by."""
NUMBERS_PER_STEP = 3
"""The count of the numbers that a result is recalled by which take one step together."""
LEAST_STATE_NUMBERS = 4
"""The least number of values of variables by which results are kept in the state until one of these changes."""
MOST_KEY_NUMBERS = 64
"""The most numbers that a result is recalled by."""
TYPICAL_SIZE = 4
"""The usual number of members of a set, of cards in a pile, and of numbers in a range without fixed ends."""
CARDS_PER_PILED_CARD = 500
"""How many cards of a game count as one card in a pile, so that few results are recalled by large piles."""
REACH_STEPS = 60
"""The usual number of steps of a search for ways over a map."""

Index = LocalSymbol | int | None
"""A parameter, a member, or None for all members."""


class Region(NamedTuple):
    """A part of the state: a variable or the cards of zones, all of it (`at` is None) or at indices."""

    var: str  # "": the number of players
    at: tuple[Index, ...] | None = None

    def covers(self, other: Region) -> bool:
        """True if another part lies in this one."""
        if self.var != other.var or self.at is None or other.at is None:
            return self.var == other.var and self.at is None
        return all(mine is None or mine == index for mine, index in zip(self.at, other.at, strict=True))


class Memoisation:
    """The definitions whose results are memoised."""

    def __init__(self, module: Module, costs: Costs) -> None:
        self.costs = costs
        self.game, self.tables, self.explicit = module.game, module.tables, module.explicit
        self.layout = Layout(module.game)
        self.read_sets = Memo(self._read_set, None)
        self.evaluation_only = _evaluation_only(module.game)
        self.called_repeatedly = {*_called_repeatedly(module.game)} | self.evaluation_only
        self.regions_read = Memo(self._regions_read, None)
        self.body_costs = Memo[CallableSymbol, float](lambda callee: self._block_cost(callee.body or []), 0)
        self.counts_steps = Memo(self._counts_steps, False)
        pure = (one.callee for one in module.handlers if one.kind == "pure" and self._has_state_table(one.callee))
        self.state_tables = {callee: number for number, callee in enumerate(pure)}
        """The number of the table in the state that holds the results of a definition."""

    def _read_set(self, callee: CallableSymbol) -> list[Region] | None:
        """The parts of the state that key a result, besides the parameters; None if it is not memoised."""
        reads = self.regions_read[callee]
        if reads is None or callee.name in self.tables or self._key_size(callee, reads) > MOST_KEY_NUMBERS:
            return None
        times = REPEATED_RATIO if callee in self.called_repeatedly else USUAL_RATIO if reads else STATELESS_RATIO
        return (
            sorted(reads, key=_order) if self.body_costs[callee] >= times * self._lookup_cost(callee, reads) else None
        )

    def invalidated_by(self, var: StateSymbol) -> list[int]:
        """The numbers of the tables in the state whose results an assignment to a variable may change."""
        return [
            number
            for at, number in self.state_tables.items()
            if any(read.var == var.name for read in self.read_sets[at] or [])
        ]

    def _has_state_table(self, callee: CallableSymbol) -> bool:
        """True if play recalls results by many numbers of variables, which change seldom compared with the calls."""
        reads = None if callee in self.evaluation_only else self.read_sets[callee]
        variables = [read for read in reads or [] if read.var and not self.game.state[read.var].zone]
        return self._region_size(variables) >= LEAST_STATE_NUMBERS

    def _key_size(self, callee: CallableSymbol, reads: Iterable[Region]) -> int:
        """An estimate of the number of numbers that a result is recalled by."""
        return len(callee.param_locals) + self._region_size(reads)

    def _region_size(self, reads: Iterable[Region]) -> int:
        """An estimate of the number of numbers in some parts of the state."""
        found = 0
        for read in reads:
            var = self.game.state.get(read.var)
            sizes = self.layout.sizes(var) if var is not None else []
            size = prod(sizes[i] for i in range(len(sizes)) if read.at is None or read.at[i] is None)
            found += size * (
                max(TYPICAL_SIZE, self.game.copies // CARDS_PER_PILED_CARD)
                if var is not None and var.zone == "pile"
                else 1
            )
        return found

    def _counts_steps(self, callee: CallableSymbol) -> bool:
        """True if computing a result may take steps that are counted."""
        return bool(self.costs.upfront_steps(callee)) or any(map(self._counts_steps_itself, nodes_of(callee)))

    def takes_counted_steps(self, node: object) -> bool:
        """True if evaluating a node may take steps that are counted."""
        return any(map(self._counts_steps_itself, nodes_in(node)))

    def _counts_steps_itself(self, node: object) -> bool:
        match node:
            case tree.Loop(local):
                return local in self.costs.round_steps
            case tree.DefineCall(callee):
                return callee.name not in self.tables and self.counts_steps[callee]
            case _:
                return self.costs.is_long_path(node)

    # ---- what is read

    def _regions_read(self, callee: CallableSymbol) -> frozenset[Region] | None:
        """All that a definition reads of the state; None if that is not known."""
        types = [*(local.type for local in callee.param_locals), callee.result]
        if callee.kind != "define" or any(isinstance(one, PerType | PileType | PlaceType) for one in types):
            return None
        params = {
            local for local in callee.param_locals if not (local.assigned or isinstance(local.type, OptionalType))
        }
        found: set[Region] = set()
        for node in nodes_in(*callee.body or []):
            match node:
                case tree.StateRead(var, indices):
                    found.add(_region(var, [_index(one, params) for one in indices]))
                case tree.StateRow(var, indices):
                    found.add(_region(var, [*(_index(one, params) for one in indices), None]))
                case tree.ZoneRef(var, indices) if var is not None and not self.explicit:
                    found.add(_region(var, [_index(one, params) for one in indices]))
                case tree.Count(MemberType("Player")) | tree.EnumDomain("Player"):
                    found.add(Region(""))
                case tree.Op(prim.NEXT_PLAYER | prim.PREVIOUS_PLAYER):
                    found.add(Region(""))
                case tree.DefineCall(called, arguments):
                    inner = self.regions_read[called] if called.name not in self.tables else frozenset[Region]()
                    if inner is None:
                        return None
                    given = called.bound(arguments)
                    found.update(self._in_caller(read, given, params) for read in inner)
                case (
                    tree.ZoneRef()
                    | tree.AbilityRead()
                    | tree.InZone()
                    | tree.InAnyOf()
                    | tree.ZonePosition()
                    | tree.Repeat()
                ):
                    return None
                case _:
                    pass
        return frozenset(read for read in found if not any(one.covers(read) for one in found if one != read))

    def _in_caller(self, read: Region, given: Mapping[LocalSymbol, tree.TExpr], params: set[LocalSymbol]) -> Region:
        """The part that a called definition reads, with the arguments in place of its parameters."""
        if read.at is None or not any(isinstance(index, LocalSymbol) for index in read.at):
            return read
        seen = [_index(given[index], params) if isinstance(index, LocalSymbol) else index for index in read.at]
        return _region(self.game.state[read.var], seen)

    # ---- how long it takes

    def _call_cost(self, callee: CallableSymbol) -> float:
        """An estimate of the steps of a call."""
        if callee.name in self.tables:
            return 1
        reads = self.read_sets[callee]
        return 3 + (self.body_costs[callee] if reads is None else self._lookup_cost(callee, reads))

    def _lookup_cost(self, callee: CallableSymbol, reads: Iterable[Region]) -> float:
        """An estimate of the steps of looking up a result."""
        return LOOKUP_STEPS + self._key_size(callee, reads) / NUMBERS_PER_STEP

    def _block_cost(self, block: Iterable[object]) -> float:
        """The steps of statements, if a branch that returns is taken every other time."""
        steps, share = 0.0, 1.0
        for statement in block:
            steps += share * self.cost(statement)
            if isinstance(statement, tree.Branch) and any(isinstance(one, tree.Return) for one in nodes_in(statement)):
                share /= 2
        return steps

    def cost(self, node: object) -> float:
        """An estimate of the steps of evaluating a node."""
        match node:
            case None:
                return 0
            case tree.DefineCall(callee, arguments):
                return sum(map(self.cost, arguments)) + self._call_cost(callee)
            case tree.Op(prim.AND | prim.OR, operands):
                return sum(self.cost(operand) / (1 << at) for at, operand in enumerate(operands))
            case tree.Op(prim.REACH | prim.DISTANCE as row, operands):
                return sum(map(self.cost, operands)) + (REACH_STEPS if row is prim.REACH else 3)
            case tree.If(condition, then, otherwise):
                return self.cost(condition) + (self.cost(then) + self.cost(otherwise)) / 2
            case tree.Branch(condition, then, otherwise):
                return self.cost(condition) + (self._block_cost(then) + self._block_cost(otherwise)) / 2
            case tree.Quantify(_, loops, where, have):
                return self.loop_cost(loops, where, [have]) / 2
            case tree.PickOne(_, loop, where, rank):
                return self.loop_cost([loop], where, [rank]) / (1 if rank is not None else 2)
            case tree.Those(loop, where, _, rank):
                return self.loop_cost([loop], where, [rank])
            case tree.Aggregate(_, value, loops, where):
                return self.loop_cost(loops, where, [value])
            case tree.ForEach(loops, where, body):
                return self.loop_cost(loops, where, body)
            case _:
                return 1 + sum(map(self.cost, children(node)))

    def loop_cost(self, loops: list[tree.Loop], where: tree.TExpr | None, body: Iterable[object]) -> float:
        """An estimate of the steps of loops that do something for the members that meet a condition."""
        steps = 2 + self.cost(where) + self._block_cost(body) / (1 if where is None else 2)
        if any(map(is_fixed, prim.conjuncts(where))):
            steps /= TYPICAL_SIZE  # members that a table rules out are skipped
        for loop in reversed(loops):
            steps = self.typical_size(loop.domain) * steps + self.cost(loop.domain)
        return steps

    def typical_size(self, domain: tree.TDomain) -> int:
        """The usual number of members."""
        match domain:
            case tree.EnumDomain("Player"):
                return sum(self.game.players) // 2
            case tree.EnumDomain(enum):
                return self.game.enums[enum].size
            case tree.AllCardsDomain():
                return self.game.copies
            case _:
                return TYPICAL_SIZE


def _called_repeatedly(game: Game) -> Iterator[CallableSymbol]:
    """The definitions that another calls with the same arguments for several values of its own parameters."""
    for caller in game.defines.values():
        params = {local for local in caller.param_locals if not isinstance(local.type, BoolType)}
        for node in nodes_of(caller):
            if isinstance(node, tree.DefineCall) and params:
                used = {local for argument in node.arguments for local in free_locals(argument)}
                if used < params:
                    yield node.callee


def _evaluation_only(game: Game) -> set[CallableSymbol]:
    """The definitions that only bots and statistics call, through the value and the measures."""
    played = [nodes_of(callee) for callee in all_callables(game) if callee.kind != "define"]
    frame = [line.value for line in game.outcome] + [one.condition for one in game.invariants]
    asked = closure(_called(chain(*played, nodes_in(*frame))), lambda callee: _called(nodes_of(callee)))
    return {*game.defines.values()} - {*asked}


def _called(nodes: Iterable[object]) -> Iterator[CallableSymbol]:
    """The definitions that nodes call."""
    return (node.callee for node in nodes if isinstance(node, tree.DefineCall))


def is_fixed(part: tree.TExpr) -> bool:
    """True if a condition reads tables or calls definitions, and reads no state itself."""
    nodes = [*nodes_in(part)]
    return any(
        isinstance(node, tree.EnumFieldRead | tree.CardFieldRead | tree.DefineCall) for node in nodes
    ) and not any(isinstance(node, tree.StateRead | tree.ZoneRef) for node in nodes)


def _order(read: Region) -> tuple[str, list[str]]:
    return read.var, [index.name if isinstance(index, LocalSymbol) else str(index) for index in read.at or ()]


def _index(node: tree.TExpr, params: set[LocalSymbol]) -> Index:
    """An index as a parameter or a member; None if it may be any, or none."""
    match node:
        case tree.LocalRef(local) if local in params:
            return local
        case tree.Const(int(value)):
            return value
        case _:
            return None


def _region(var: StateSymbol, indices: list[Index]) -> Region:
    """The part of a variable, or of zones, at some indices; all of it if that part is not contiguous."""
    free = [at for at, index in enumerate(indices) if index is None]
    is_piece = not var.zone and len(free) < len(indices) and free == [*range(free[0], free[-1] + 1)] if free else True
    return Region(var.name, tuple(indices) if is_piece else None)
