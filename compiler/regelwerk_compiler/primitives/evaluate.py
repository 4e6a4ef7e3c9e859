"""Evaluation of typed expressions that read no state: table cells, card fields, bounds, families."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from ..model import tree
from ..model.defaults import none_value
from ..model.enums import EnumField, EnumSymbol, Value
from ..model.symbols import CallableSymbol, Game, LocalSymbol
from ..model.types import LARGEST, SMALLEST, CardType, ErrorType, MemberType, strip_optional
from ..model.walk import returned
from . import table as prim

FUEL = 200_000
MOST_STEPS = 5_000_000  # of all evaluations while a game is compiled
Plain = int | tuple["Plain", ...]


class NotConstantError(Exception):
    """The expression reads the state, a card in play, or needs too many steps."""


class ReportedError(NotConstantError):
    """An evaluation of something that has an error, which was reported already."""


class DividedByZeroError(NotConstantError):
    """A division by zero among fixed values."""


class TooLargeError(NotConstantError):
    """A number outside 64 bits."""


class EnumMembers:
    """The properties of an enum that rows of the table of primitives use.

    Attributes:
        low: the first member.
        high: the last member.
        none: the number that stands for none.
    """

    def __init__(self, game: Game, name: str) -> None:
        self.symbol = game.enums[name]
        self.low, self.high = self.symbol.low, self.symbol.high
        self.none = none_value(self.symbol.type, game)

    @property
    def by_components(self) -> dict[tuple[int, ...], int]:
        """The members of a product by their components."""
        columns = [self.symbol.fields[name].values for name, _ in self.symbol.components]
        rows: list[tuple[int, ...]] = list(zip(*columns, strict=True))
        return {row: position for position, row in enumerate(rows)}


class Evaluator:
    """Evaluates constant expressions; each instance has its own budget of steps."""

    def __init__(self, game: Game, fuel: int = FUEL, *, cards: bool = False) -> None:
        """Creates an evaluator.

        Args:
            game: what the names mean.
            fuel: how many steps it may take.
            cards: whether all cards are there with their fields, so that they can be counted.
        """
        self.game = game
        self.fuel = fuel
        self.cards = cards
        self.reads: set[tuple[str, ...]] = set()  # full names of the cells, fields and definitions that it read
        self.known: dict[tuple[int, tuple[Plain, ...]], Plain] = {}  # the values of calls
        self.under_way: set[tuple[int, tuple[Plain, ...]]] = set()

    def value(self, node: tree.TExpr, env: dict[LocalSymbol, Plain] | None = None) -> Plain:
        """The value: an int (Bools as 0 and 1, sets as masks), or a tuple for a `per`.

        Raises:
            NotConstantError: where it depends on more than constants.
        """
        env = env or {}
        self.fuel -= 1
        self.game.evaluated += 1
        if self.fuel < 0 or self.game.evaluated > MOST_STEPS:
            raise NotConstantError
        number = self.number
        # the two most frequent kinds of nodes come first
        if isinstance(node, tree.LocalRef) and node.local in env:
            return env[node.local]
        if isinstance(node, tree.Op) and node.primitive is not prim.AND and node.primitive is not prim.OR:
            return self._operation(node, env)
        match node:
            case tree.Const(type=ErrorType()):
                raise ReportedError
            case tree.Const(value):
                return value if isinstance(value, tuple) else int(value)
            case tree.LocalRef():
                raise NotConstantError
            case tree.Op(prim.AND | prim.OR as row, operands):
                tests = (number(operand, env) for operand in operands)
                return int(any(tests) if row is prim.OR else all(tests))
            case tree.Op():
                return self._operation(node, env)
            case tree.If(condition, then, otherwise):
                return self.value(then if number(condition, env) else otherwise, env)
            case tree.EnumFieldRead(enum, name, base):
                symbol = self.enum(enum)
                at = number(base, env) - symbol.low
                self.reads.add((enum, symbol.keys[at], name))
                return _plain(self.column(enum, name).values[at])
            case tree.CardFieldRead(card_type, name, base):
                card = number(base, env)
                for member in (m for c in self.game.card_types[card_type].cards for m in c.members):
                    if card in member.numbers:
                        self.reads.add((*member.key.split("."), name))
                        return _plain(member.fields[name])
                raise NotConstantError
            case tree.PerRead(base, key):
                values = self.value(base, env)
                assert isinstance(values, tuple)
                enum_type = strip_optional(key.type)
                assert isinstance(enum_type, MemberType)
                return values[number(key, env) - self.enum(enum_type.enum).low]
            case tree.Count(MemberType(enum)) if enum != "Player":
                return self.enum(enum).size
            case tree.Count(CardType() as card_type):
                return len(self._copies(card_type))
            case tree.Quantify() | tree.PickOne() | tree.Those() | tree.Aggregate():
                return self._search(node, env)
            case tree.DefineCall(callee, arguments):
                return self.call(callee, tuple(self.value(argument, env) for argument in arguments))
            case tree.StateRead() | tree.StateRow() | tree.ZoneRef() | tree.PlaceRead() | tree.PileCards():
                raise NotConstantError  # the state
            case tree.Count() | tree.AbilityRead() | tree.BinderValue() | tree.InZone() | tree.InAnyOf():
                raise NotConstantError  # players and cards
            case tree.ZonePosition() | tree.MembersOf() | tree.Answer() | tree.DrawnCard():
                raise NotConstantError  # what lowered code holds
            case _:
                assert_never(node)

    def number(self, node: tree.TExpr, env: dict[LocalSymbol, Plain]) -> int:
        """The value of an expression that is one number."""
        return _whole(self.value(node, env))

    def _search(self, node: tree.TSearch, env: dict[LocalSymbol, Plain]) -> int:
        number = self.number
        match node:
            case tree.Quantify("any", loops, where):
                return int(any(True for _ in self._loops(loops, where, env)))
            case tree.Quantify(_, loops, where, have):
                return int(all(have is None or number(have, scope) for scope in self._loops(loops, where, env)))
            case tree.PickOne(kind, loop, where, rank):
                none, found = none_value(loop.local.type, self.game), self._best(loop, where, rank, env)
                if kind == "first":
                    return next(found, none)
                members = list(found)
                return members[-1] if len(members) == 1 or (kind == "last" and members) else none
            case tree.Those(loop, where, low, rank):
                return sum({1 << (member - low) for member in self._best(loop, where, rank, env)})
            case tree.Aggregate(kind, value_expr, loops, where):
                scopes = self._loops(loops, where, env)
                numbers = [1 if value_expr is None else number(value_expr, scope) for scope in scopes]
                if kind in ("count", "sum"):
                    return _bounded(sum(numbers))
                return (max if kind == "most" else min)(numbers, default=0)

    def _best(
        self, loop: tree.Loop, where: tree.TExpr | None, rank: tree.TExpr | None, env: dict[LocalSymbol, Plain]
    ) -> Iterator[int]:
        """The members of a search; if it ranks them, only those of the greatest rank."""
        scopes = self._loops([loop], where, env)
        if rank is None:
            yield from (_whole(scope[loop.local]) for scope in scopes)
            return
        ranked = [(self.number(rank, scope), _whole(scope[loop.local])) for scope in scopes]
        top = max(ranked, default=(0, 0))[0]
        yield from (member for found, member in ranked if found == top)

    def _operation(self, node: tree.Op, env: dict[LocalSymbol, Plain]) -> Plain:
        row = node.primitive
        if row.evaluate is None:
            raise NotConstantError
        values = [self.value(operand, env) for operand in node.operands]
        if any(value.__class__ is tuple for value in values) and row.operands[:1] != ("T",):
            raise NotConstantError
        fixed = row.fixed and [
            EnumMembers(self.game, str(given)) if name == "enum" else given
            for name, given in zip(row.fixed, node.fixed, strict=True)
        ]
        try:
            result: Plain = row.evaluate(*fixed, *values)
        except ZeroDivisionError:
            raise DividedByZeroError from None
        if row.interval is not None and isinstance(result, int):
            _bounded(result)
        return int(result) if isinstance(result, bool) else result

    def call(self, callee: CallableSymbol, arguments: tuple[Plain, ...]) -> Plain:
        """The value of a define for some arguments, computed once."""
        self.reads.add((callee.name,))
        key = (id(callee), arguments)
        if key not in self.known:
            if key in self.under_way:
                raise NotConstantError  # it is recursive, which is reported elsewhere
            value = returned(self.body(callee))
            if value is None:
                raise NotConstantError
            self.under_way.add(key)
            try:
                self.known[key] = self.value(value, dict(zip(callee.param_locals, arguments, strict=True)))
            finally:
                self.under_way.discard(key)
        return self.known[key]

    def body(self, callee: CallableSymbol) -> tree.TBlock | None:
        """The statements of a define."""
        return callee.body

    def column(self, enum: str, name: str) -> EnumField:
        """A field of the members of an enum, with its values."""
        return self.enum(enum).fields[name]

    def _loops(
        self, loops: list[tree.Loop], where: tree.TExpr | None, env: dict[LocalSymbol, Plain]
    ) -> Iterator[dict[LocalSymbol, Plain]]:
        if not loops:
            if where is None or self.number(where, env):
                yield env
            return
        head, *rest = loops
        members = list(self.members(head, env))
        if head.start is not None:
            start = self.number(head.start, env)
            members = [m for m in members if m >= start] + [m for m in members if m < start]
        for member in members:
            yield from self._loops(rest, where, {**env, head.local: member})

    def _copies(self, card_type: CardType) -> range:
        """All copies of a card type; of all types if it names none."""
        if not self.cards:
            raise NotConstantError
        if card_type.name is None:
            return range(self.game.copies)
        kind = self.game.card_types[card_type.name]
        return range(kind.first, kind.end)

    def enum(self, name: str) -> EnumSymbol:
        """An enum.

        Raises:
            ReportedError: it has an error.
        """
        if name not in self.game.enums:
            raise ReportedError
        return self.game.enums[name]

    def members(self, loop: tree.Loop, env: dict[LocalSymbol, Plain]) -> Iterator[int]:
        """The members of a loop's domain, in order."""
        match loop.domain:
            case tree.EnumDomain(enum):
                symbol = self.enum(enum)
                if symbol.kind == "player":
                    raise NotConstantError
                yield from range(symbol.low, symbol.high + 1)
            case tree.RangeDomain(low, high):
                first, last = self.number(low, env), self.number(high, env)
                if last - first > FUEL:
                    raise NotConstantError
                yield from range(first, last + 1)
            case tree.SetDomain(set_, low_):
                mask = self.number(set_, env)
                yield from (i + low_ for i in range(mask.bit_length()) if mask >> i & 1)
            case tree.AllCardsDomain(card_type):
                yield from self._copies(card_type)
            case tree.CardsDomain():
                raise NotConstantError
            case _:
                assert_never(loop.domain)


def _bounded(number: int) -> int:
    if not SMALLEST <= number <= LARGEST:
        raise TooLargeError
    return number


def _whole(value: Plain) -> int:
    if isinstance(value, int):
        return value
    raise NotConstantError


def _plain(value: Value) -> Plain:
    if isinstance(value, int):
        return value
    if isinstance(value, tuple):
        return tuple(_plain(item) for item in value)
    raise NotConstantError
