"""Selection of the definitions whose results are recalled by all that they read: they take long and read little."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import prod
from typing import NamedTuple

from ..model import tree
from ..model.ir import Module
from ..model.symbols import CallableSymbol, Game, LocalSymbol, StateSymbol
from ..model.types import BoolType, MemberType, OptionalType, PerType, PileType, PlaceType
from ..model.walk import all_callables, children, nodes_in, nodes_of, used_in
from ..primitives import table as prim
from .costs import Costs
from .layout import Layout

OFTEN = 4
"""A definition that is called again with the same arguments is recalled if its result takes this many times as long as
a look-up. So is one that play never calls, since bots evaluate positions that differ little from each other. """
FIXED = 8
"""The same for one that reads nothing of the state."""
SELDOM = 40
"""The same for one that is not known to be called again with the same arguments."""
LOOK = 12
"""The steps of a look-up, apart from those for the numbers that a result is recalled by."""
PART = 3
"""The count of the numbers that a result is recalled by which take one step together."""
LONG = 4
"""The least number of values of variables by which results are kept in the state until one of these changes."""
MOST_NUMBERS = 64
"""The most numbers that a result is recalled by."""
SOME = 4
"""The usual number of members of a set, of cards in a pile, and of numbers in a range without fixed ends."""
LIE = 500
"""How many cards of a game count as one card in a pile, so that few results are recalled by large piles."""
WAYS = 60
"""The usual number of steps of a search for ways over a map."""

Index = LocalSymbol | int | None
"""A parameter, a member, or None for all members."""


class Read(NamedTuple):
    """A part of the state: a variable or the cards of zones, all of it (`at` is None) or at indices."""

    var: str  # "": the number of players
    at: tuple[Index, ...] | None = None

    def holds(self, other: Read) -> bool:
        """True if another part lies in this one."""
        if self.var != other.var or self.at is None or other.at is None:
            return self.var == other.var and self.at is None
        return all(mine is None or mine == index for mine, index in zip(self.at, other.at, strict=True))


class Recall:
    """The definitions whose results are recalled."""

    def __init__(self, module: Module, costs: Costs) -> None:
        self.costs = costs
        self.game, self.tables, self.explicit = module.game, module.tables, module.explicit
        self.layout = Layout(module.game)
        self.found: dict[int, list[Read] | None] = {}
        self.weighing = _weighing(module.game)
        self.repeated = {*_repeated(module.game)} | self.weighing
        self.reads_of: dict[int, frozenset[Read] | None] = {}
        self.steps_of: dict[int, float] = {}
        self.counted: dict[int, bool] = {}
        pure = (one.callee for one in module.handlers if one.kind == "pure" and self._is_in_state(one.callee))
        self.in_state = {id(callee): number for number, callee in enumerate(pure)}
        """The number of the table in the state that holds the results of a definition, by its id."""

    def by(self, callee: CallableSymbol) -> list[Read] | None:
        """The parts of the state that a result is recalled by, besides the parameters; None if it is not."""
        if id(callee) not in self.found:
            self.found[id(callee)] = self._by(callee)
        return self.found[id(callee)]

    def _by(self, callee: CallableSymbol) -> list[Read] | None:
        reads = self._reads(callee)
        if reads is None or callee.name in self.tables or self._numbers(callee, reads) > MOST_NUMBERS:
            return None
        times = OFTEN if id(callee) in self.repeated else SELDOM if reads else FIXED
        return sorted(reads, key=_order) if self._steps(callee) >= times * self._looking(callee, reads) else None

    def changed_by(self, var: StateSymbol) -> list[int]:
        """The numbers of the tables in the state whose results an assignment to a variable may change."""
        return [
            number for at, number in self.in_state.items() if any(read.var == var.name for read in self.found[at] or [])
        ]

    def _is_in_state(self, callee: CallableSymbol) -> bool:
        """True if play recalls results by many numbers of variables, which change seldom compared with the calls."""
        reads = None if id(callee) in self.weighing else self.by(callee)
        variables = [read for read in reads or [] if read.var and not self.game.state[read.var].zone]
        return self._room(variables) >= LONG

    def _numbers(self, callee: CallableSymbol, reads: Iterable[Read]) -> int:
        """An estimate of the number of numbers that a result is recalled by."""
        return len(callee.param_locals) + self._room(reads)

    def _room(self, reads: Iterable[Read]) -> int:
        """An estimate of the number of numbers in some parts of the state."""
        found = 0
        for read in reads:
            var = self.game.state.get(read.var)
            sizes = self.layout.sizes(var) if var is not None else []
            size = prod(sizes[i] for i in range(len(sizes)) if read.at is None or read.at[i] is None)
            found += size * (max(SOME, self.game.copies // LIE) if var is not None and var.zone == "pile" else 1)
        return found

    def counts(self, callee: CallableSymbol) -> bool:
        """True if computing a result may take steps that are counted."""
        if id(callee) not in self.counted:
            self.counted[id(callee)] = bool(self.costs.spends(callee)) or any(map(self._counted_in, nodes_of(callee)))
        return self.counted[id(callee)]

    def _counted_in(self, node: object) -> bool:
        match node:
            case tree.Loop(local):
                return local in self.costs.rounds
            case tree.DefineCall(callee):
                return callee.name not in self.tables and self.counts(callee)
            case _:
                return self.costs.is_long_way(node)

    # ---- what is read

    def _reads(self, callee: CallableSymbol) -> frozenset[Read] | None:
        """All that a definition reads of the state; None if that is not known."""
        if id(callee) not in self.reads_of:
            self.reads_of[id(callee)] = None
            self.reads_of[id(callee)] = self._read_in(callee)
        return self.reads_of[id(callee)]

    def _read_in(self, callee: CallableSymbol) -> frozenset[Read] | None:
        types = [*(local.type for local in callee.param_locals), callee.result]
        if callee.kind != "define" or any(isinstance(one, PerType | PileType | PlaceType) for one in types):
            return None
        params = {
            local for local in callee.param_locals if not (local.assigned or isinstance(local.type, OptionalType))
        }
        found: set[Read] = set()
        for node in nodes_in(*callee.body or []):
            match node:
                case tree.StateRead(var, indices):
                    found.add(_read(var, [_index(one, params) for one in indices]))
                case tree.StateRow(var, indices):
                    found.add(_read(var, [*(_index(one, params) for one in indices), None]))
                case tree.ZoneRef(var, indices) if var is not None and not self.explicit:
                    found.add(_read(var, [_index(one, params) for one in indices]))
                case tree.Count(MemberType("Player")) | tree.EnumDomain("Player"):
                    found.add(Read(""))
                case tree.Op(prim.NEXT_PLAYER | prim.PREVIOUS_PLAYER):
                    found.add(Read(""))
                case tree.DefineCall(called, arguments):
                    inner = self._reads(called) if called.name not in self.tables else frozenset[Read]()
                    if inner is None:
                        return None
                    given = dict(zip(called.param_locals, arguments, strict=True))
                    found.update(self._seen_by_caller(read, given, params) for read in inner)
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
        return frozenset(read for read in found if not any(one.holds(read) for one in found if one != read))

    def _seen_by_caller(self, read: Read, given: Mapping[LocalSymbol, tree.TExpr], params: set[LocalSymbol]) -> Read:
        """The part that a called definition reads, with the arguments in place of its parameters."""
        if read.at is None or not any(isinstance(index, LocalSymbol) for index in read.at):
            return read
        seen = [_index(given[index], params) if isinstance(index, LocalSymbol) else index for index in read.at]
        return _read(self.game.state[read.var], seen)

    # ---- how long it takes

    def _steps(self, callee: CallableSymbol) -> float:
        """An estimate of the steps of computing a result."""
        if id(callee) not in self.steps_of:
            self.steps_of[id(callee)] = 0
            self.steps_of[id(callee)] = self._block(callee.body or [])
        return self.steps_of[id(callee)]

    def _asked(self, callee: CallableSymbol) -> float:
        """An estimate of the steps of a call."""
        if callee.name in self.tables:
            return 1
        reads = self.by(callee)
        return 3 + (self._steps(callee) if reads is None else self._looking(callee, reads))

    def _looking(self, callee: CallableSymbol, reads: Iterable[Read]) -> float:
        """An estimate of the steps of looking up a result."""
        return LOOK + self._numbers(callee, reads) / PART

    def _block(self, block: Iterable[object]) -> float:
        """The steps of statements, if a branch that returns is taken every other time."""
        steps, share = 0.0, 1.0
        for statement in block:
            steps += share * self._of(statement)
            if isinstance(statement, tree.Branch) and any(isinstance(one, tree.Return) for one in nodes_in(statement)):
                share /= 2
        return steps

    def _of(self, node: object) -> float:
        match node:
            case None:
                return 0
            case tree.DefineCall(callee, arguments):
                return sum(map(self._of, arguments)) + self._asked(callee)
            case tree.Op(prim.AND | prim.OR, operands):
                return sum(self._of(operand) / (1 << at) for at, operand in enumerate(operands))
            case tree.Op(prim.REACH | prim.DISTANCE as row, operands):
                return sum(map(self._of, operands)) + (WAYS if row is prim.REACH else 3)
            case tree.If(condition, then, otherwise):
                return self._of(condition) + (self._of(then) + self._of(otherwise)) / 2
            case tree.Branch(condition, then, otherwise):
                return self._of(condition) + (self._block(then) + self._block(otherwise)) / 2
            case tree.Quantify(_, loops, where, have):
                return self._rounds(loops, where, [have]) / 2
            case tree.PickOne(_, loop, where, rank):
                return self._rounds([loop], where, [rank]) / (1 if rank is not None else 2)
            case tree.Those(loop, where, _, rank):
                return self._rounds([loop], where, [rank])
            case tree.Aggregate(_, value, loops, where):
                return self._rounds(loops, where, [value])
            case tree.ForEach(loops, where, body):
                return self._rounds(loops, where, body)
            case _:
                return 1 + sum(map(self._of, children(node)))

    def _rounds(self, loops: list[tree.Loop], where: tree.TExpr | None, body: Iterable[object]) -> float:
        steps = 2 + self._of(where) + self._block(body) / (1 if where is None else 2)
        if any(map(_is_fixed, prim.conjuncts(where))):
            steps /= SOME  # members that a table rules out are skipped
        for loop in reversed(loops):
            steps = self._size(loop.domain) * steps + self._of(loop.domain)
        return steps

    def _size(self, domain: tree.TDomain) -> int:
        match domain:
            case tree.EnumDomain("Player"):
                return sum(self.game.players) // 2
            case tree.EnumDomain(enum):
                return self.game.enums[enum].size
            case tree.AllCardsDomain():
                return self.game.copies
            case _:
                return SOME


def _repeated(game: Game) -> Iterator[int]:
    """The ids of definitions that another calls with the same arguments for several values of its own parameters."""
    for caller in game.defines.values():
        params = {local for local in caller.param_locals if not isinstance(local.type, BoolType)}
        for node in nodes_of(caller):
            if isinstance(node, tree.DefineCall) and params:
                used = {local for argument in node.arguments for local in used_in(argument)}
                if used < params:
                    yield id(node.callee)


def _weighing(game: Game) -> set[int]:
    """The ids of definitions that only bots and statistics call, through the value and the measures."""
    asked: set[int] = set()
    asking: list[tree.DefineCall] = [
        node
        for callee in all_callables(game)
        if callee.kind != "define"
        for node in nodes_of(callee)
        if isinstance(node, tree.DefineCall)
    ]
    frame = [line.value for line in game.outcome] + [one.condition for one in game.invariants]
    asking += [node for node in nodes_in(*frame) if isinstance(node, tree.DefineCall)]
    while asking:
        callee = asking.pop().callee
        if id(callee) not in asked:
            asked.add(id(callee))
            asking += [node for node in nodes_of(callee) if isinstance(node, tree.DefineCall)]
    return {id(callee) for callee in game.defines.values()} - asked


def _is_fixed(part: tree.TExpr) -> bool:
    """True if a condition reads tables or calls definitions, and reads no state itself."""
    nodes = [*nodes_in(part)]
    return any(
        isinstance(node, tree.EnumFieldRead | tree.CardFieldRead | tree.DefineCall) for node in nodes
    ) and not any(isinstance(node, tree.StateRead | tree.ZoneRef) for node in nodes)


def _order(read: Read) -> tuple[str, list[str]]:
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


def _read(var: StateSymbol, indices: list[Index]) -> Read:
    """The part of a variable, or of zones, at some indices; all of it if that part is not contiguous."""
    free = [at for at, index in enumerate(indices) if index is None]
    is_piece = not var.zone and len(free) < len(indices) and free == [*range(free[0], free[-1] + 1)] if free else True
    return Read(var.name, tuple(indices) if is_piece else None)
