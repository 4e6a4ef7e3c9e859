"""Typed expressions as Python text. Brackets are set by precedence, as a person would."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import assert_never

from ..analysis.costs import WAY, Costs
from ..analysis.ranges import bounds
from ..analysis.recall import Recall
from ..lower.guards import Guards
from ..model import tree
from ..model.ir import Module
from ..model.primitive import Level
from ..model.types import (
    LARGEST,
    SMALLEST,
    BoolType,
    CardType,
    IntType,
    MemberType,
    OptionalType,
    PerType,
    PileType,
    SetType,
    Type,
    lies_in,
    strip_optional,
)
from ..primitives import table as prim
from ..primitives.evaluate import Evaluator, NotConstantError
from .loops.comprehensions import Comprehensions
from .loops.narrowing import Narrowing
from .loops.opening import Opening
from .places import Places
from .precedence import ATOM, COMPARE, IF, OR, PLUS, UNARY, number
from .tables import Tables
from .writer import listed

SMALL = 1 << 32
MOST_UNITED = 50
Written = tuple[str, int]  # a text, and how tightly it binds


class Expressions:
    """Writes expressions. `tables` names what stands at the top of the module."""

    def __init__(self, module: Module, tables: Tables) -> None:
        self.module = module
        self.game = module.game
        self.tables, self.run = tables, tables.run
        self.places = Places(self.text, tables)
        self.locals: set[str] = set()  # names in the function that is being written
        self.guards = Guards(module.game)
        self.narrowing = Narrowing(module.game, tables, self.guards)
        self.costs = Costs(module.game, module.tables)
        self.recall = Recall(module, self.costs)
        self.opening = Opening(module, self.guards, self.costs, self.recall, self.fresh)
        self.comprehensions = Comprehensions(self.places, tables, module.game, self.narrowing, self.costs)

    def free(self, wish: str) -> str:
        """A name that is free in the function being written and in the module."""
        return self.tables.names.local(wish, self.locals)

    def fresh(self, wish: str) -> str:
        """A name that is free, and from now on taken in the function being written."""
        name = self.free(wish)
        self.locals.add(name)
        return name

    def text(self, node: tree.TExpr, limit: int = Level.LOWEST) -> str:
        """The expression, in brackets if it binds weaker than `limit`."""
        text, level = self._write(node)
        return f"({text})" if level > limit else text

    def _write(self, node: tree.TExpr) -> Written:
        text, places = self.text, self.places
        match node:
            case tree.Const():
                return self._const(node)
            case tree.LocalRef(local):
                return local.python, ATOM
            case tree.StateRead(var, indices):
                return places.state(var, indices), ATOM
            case tree.StateRow(var, indices):
                return places.row(var, indices), ATOM
            case tree.PlaceRead(zone):
                return f"s.places[{places.zone_index(zone, place=True)}]", ATOM
            case tree.PileCards(zone, only):
                return self._cards(zone, only)
            case tree.Count(what):
                return self._count(what), ATOM
            case tree.EnumFieldRead() | tree.CardFieldRead() | tree.PerRead() | tree.BinderValue():
                return self._field(node)
            case tree.DefineCall(callee, arguments):
                return self._define(node, callee.name, arguments)
            case tree.AbilityRead(card_type, name, base, arguments):
                inner = ", ".join(["s", text(base), *map(text, arguments)])
                return f"{self.tables.ability(card_type, name)}[{text(base)}]({inner})", ATOM
            case tree.Op():
                return self._operation(node)
            case tree.InZone(card, zone, any_copy):
                return places.in_zone(card, zone, any_copy)
            case tree.InAnyOf(card, var):
                first = self.tables.zone_first(var, place=False)
                return f"{first} <= s.where[{text(card)}] < {first} + {self.tables.zones_of(var)}", COMPARE
            case tree.ZonePosition(card, var, dim):
                return places.zone_position(card, var, dim)
            case tree.ZoneRef():
                return places.zone(node), PLUS
            case tree.If(condition, then, otherwise):
                return f"{text(then, OR)} if {text(condition, OR)} else {text(otherwise, IF)}", IF
            case tree.Quantify() | tree.PickOne() | tree.Those() | tree.Aggregate():
                return self.comprehensions.write(node), ATOM
            case tree.MembersOf(loop):
                members = self.comprehensions.paced(loop.local, self.comprehensions.sequence(loop))
                return members if members.startswith(f"{self.run.bits}(") else f"tuple({members})", ATOM
            case tree.Answer(part, result):
                return ("m.result" if result else "m.answer" if part is None else f"m.answer[{part}]"), ATOM
            case tree.DrawnCard():
                raise AssertionError("a draw stands only at the end of a block")
            case _:
                assert_never(node)

    # ---- primitives

    def _operation(self, node: tree.Op) -> Written:
        """The row's template with its operands, or a shorter text for it."""
        simpler = self._simpler(node)
        if simpler is not None:
            return self._write(simpler)
        match node:
            case tree.Op(prim.NOT, [tree.Op(row) as inner]) if row.negated:
                return self._filled(row.negated, inner), COMPARE
            case tree.Op(prim.NOT, [tree.InZone(card, zone, False)]):
                return self.places.in_zone(card, zone, False, negated=True)
            case tree.Op(prim.TOP | prim.BOTTOM as row, [tree.PileCards(zone, None)]) if self.tables.module.explicit:
                return f"{self.run.known_end}(s, {self.places.zone(zone)}, {-1 if row is prim.TOP else 0})", ATOM
            case tree.Op(prim.REACH, [start, steps, closed]) if self.costs.is_long_way(node):
                return self._long_way(node, start, steps, closed), ATOM
            case tree.Op(prim.FIT, [value], (int(low), int(high))) if self.lies_in(value, low, high):
                return self._write(value)
            case tree.Op(prim.FIT, [tree.LocalRef(local) as value], (int(low), int(high))):
                return f"{self._fit(node)} if {outside(local.python, value.type, low, high)} else {local.python}", IF
            case _:
                pass
        row = node.primitive
        if row.optional_template and isinstance(node.type, OptionalType):
            return self._filled(row.optional_template, node), IF
        if row is prim.MULTIPLY and not self.lies_in(node):
            return self.held(self._filled(row.template, node)), ATOM
        return self._filled(row.template, node), row.level

    def _long_way(self, node: tree.Op, start: tree.TExpr, steps: tree.TExpr, closed: tree.TExpr) -> str:
        """The ends of ways whose steps are counted where they are many, since nobody knows how many they are."""
        name, run, many = str(node.fixed[0]), self.tables.run, self.text(steps)
        counted = f"len({run.paced}(s, range({many}), {self.game.enums[name].size}))"
        if isinstance(steps, tree.LocalRef):
            counted = f"{many} if {many} <= {WAY} else {counted}"
        spaces = EnumNames(self.tables, name).neighbours
        return f"{run.reach}({spaces}, {self.text(start)}, {counted}, {self.text(closed)})"

    def lies_in(self, node: tree.TExpr, low: int = SMALLEST, high: int = LARGEST) -> bool:
        """Whether a number is known to lie in a range, by its type or its parts."""
        return lies_in(self.costs.ranges.of(node), IntType(low, high))

    def _fit(self, node: tree.Op) -> str:
        return self._filled(node.primitive.template, node)

    def held(self, text: str) -> str:
        """A number that play holds to 64 bits."""
        return f"{self.run.fit}({text}, {number(SMALLEST)}, {number(LARGEST)})"

    def _filled(self, template: str | Callable[..., str], node: tree.Op) -> str:
        fixed = dict(zip(node.primitive.fixed, node.fixed, strict=True))
        low = int(fixed.get("low", 0))
        operands = [Operand(self, operand, low) for operand in node.operands]
        known: dict[str, object] = {**fixed, "run": self.tables.run, "players": self.game.players[1]}
        if "enum" in fixed:
            known["enum"] = EnumNames(self.tables, str(fixed["enum"]))
        if node.primitive is prim.FIT:
            known["low"], known["high"] = number(low), number(int(fixed["high"]))
        known["all"], known["tuple"] = Operands(operands), Operands(operands, closed=True)
        known["others"] = Operands(operands[1:], closed=True)
        return (template if isinstance(template, str) else template(**fixed)).format(*operands, **known)

    def _simpler(self, node: tree.Op) -> tree.TExpr | None:
        """A shorter expression with the same value, if there is one."""
        row, operands, fixed = node.primitive, node.operands, node.fixed
        if not row.fails and all(isinstance(operand, tree.Const) for operand in operands):
            try:
                return tree.Const(Evaluator(self.game).value(node), type=node.type)  # type: ignore[arg-type]
            except NotConstantError:
                pass
        match node:
            case tree.Op(prim.WIDEN, [value], (0,)):
                return value
            case tree.Op(prim.IN_SET, [member, tree.Op(prim.SET_OF, members)]) if len(members) <= 4:
                return tree.Op(prim.ONE_OF, [member, *members], type=node.type)
            case tree.Op(prim.SET_OF, members):
                single = [tree.Op(prim.SINGLETON, [member], fixed, type=node.type) for member in members]
                while len(single) > MOST_UNITED:  # in pairs: a chain of so many would be nested too deeply
                    pairs = [single[at : at + 2] for at in range(0, len(single), 2)]
                    single = [_united(pair, node.type) for pair in pairs]
                return _united(single, node.type)
            case tree.Op(prim.NOT, [tree.Op(prim.NOT, [inner])]):
                return inner
            case _:
                return None

    # ---- constants

    def _const(self, node: tree.Const) -> Written:
        value, type_ = node.value, strip_optional(node.type)
        if isinstance(value, tuple):
            return listed([number(int(item)) for item in value]), ATOM
        return self._plain(int(value), type_)

    def _plain(self, value: object, type_: Type) -> Written:
        assert isinstance(value, int)
        if isinstance(strip_optional(type_), BoolType):
            return str(bool(value)), ATOM
        if value == -1 and not isinstance(type_, IntType):
            return self.run.NONE, ATOM
        if isinstance(type_, SetType):
            return (bin(value), ATOM) if value > 9 else (str(value), UNARY)  # a point behind it would be a decimal one
        return number(value), ATOM if value >= 0 else UNARY

    # ---- names of members, cards and definitions

    def _count(self, what: MemberType | CardType) -> str:
        if isinstance(what, CardType):
            return str(self.game.copies)
        return "s.players" if what.enum == "Player" else str(self.game.enums[what.enum].size)

    def _cards(self, zone: tree.ZoneRef, only: CardType | None) -> Written:
        if zone.var is not None and zone.var.zone == "place":
            card = f"s.places[{self.places.zone_index(zone, place=True)}]"
            return f"({card},) if {card} != {self.run.NONE} else ()", IF
        pile = f"s.piles[{self.places.zone_index(zone)}]"
        if only is None or only.name is None or zone_type(zone) == only:
            return pile, ATOM
        return f"{self.run.of_type}({pile}, {self.tables.card_range(only.name)})", ATOM

    def _field(self, node: tree.EnumFieldRead | tree.CardFieldRead | tree.PerRead | tree.BinderValue) -> Written:
        match node:
            case tree.EnumFieldRead(enum, name, base):
                symbol = self.game.enums[enum]
                if isinstance(base, tree.Const) and isinstance(base.value, int) and not isinstance(node.type, PerType):
                    return self._plain(symbol.fields[name].values[base.value - symbol.low], node.type)
                return f"{self.tables.enum_field(enum, name)}[{self.places.shifted(base, symbol.low)}]", ATOM
            case tree.CardFieldRead(card_type, name, base):
                return f"{self.tables.card_field(card_type, name)}[{self.text(base)}]", ATOM
            case tree.PerRead(base, key):
                return f"{self.text(base, ATOM)}[{self.places.index_of(key)}]", ATOM
            case tree.BinderValue(family, position):
                return f"{self.tables.binder(family, position)}[this]", ATOM

    def _define(self, node: tree.DefineCall, name: str, arguments: list[tree.TExpr]) -> Written:
        table = self.module.tables.get(name)
        if table is not None:
            if not arguments:
                value = table[0]
                if isinstance(value, int):
                    return self._plain(value, node.type)
                return self.tables.define_table(name), ATOM
            sizes = [self.game.enums[strip_optional(a.type).enum].size for a in node.callee.params]  # type: ignore[union-attr]
            return f"{self.tables.define_table(name)}[{self.places.flat(arguments, sizes)}]", ATOM
        inner = ", ".join(["s", *(self.text(argument) for argument in arguments)])
        recalled = self.recall.by(node.callee) is not None
        name = self.tables.recalled(node.callee) if recalled else self.tables.function(node.callee)
        return f"{name}({inner})", ATOM


def outside(name: str, type_: Type, low: int, high: int) -> str:
    """The test whether the value of a name is outside a range; its type may tell that it is not at one end."""
    ends = type_ if isinstance(type_, IntType) else IntType()
    if ends.low is not None and ends.low >= low:
        return f"{name} > {number(high)}"
    if ends.high is not None and ends.high <= high:
        return f"{name} < {number(low)}"
    return f"not {number(low)} <= {name} <= {number(high)}"


def is_bounded(node: tree.TExpr) -> bool:
    """Whether a number is known to lie in 64 bits."""
    return None not in bounds(node)


def grows(node: tree.TExpr) -> bool:
    """Whether repeated assignment can make a number exceed 64 bits within the rounds that play allows."""
    match node:
        case tree.Op(prim.ADD | prim.SUBTRACT, operands):
            return not is_bounded(node) and (not any(map(_is_small, operands)) or any(map(grows, operands)))
        case tree.Op(prim.NEGATE | prim.LEAST | prim.GREATEST | prim.DIVIDE, operands):
            return any(map(grows, operands))
        case tree.If(_, then, otherwise):
            return grows(then) or grows(otherwise)
        case tree.Aggregate("sum", tree.TNode() as value):
            return not _is_small(value)
        case _:
            return False


def _is_small(node: tree.TExpr) -> bool:
    """Whether a number is known to lie in 32 bits."""
    low, high = bounds(node)
    return low is not None and high is not None and -SMALL < low <= high < SMALL


class Operand:
    """An operand in a template: the format spec says how tightly it must bind, or asks for its distance from `low`."""

    def __init__(self, expressions: Expressions, node: tree.TExpr, low: int) -> None:
        self.expressions, self.node, self.low = expressions, node, low

    def __format__(self, spec: str) -> str:
        if spec != "shifted":
            return self.expressions.text(self.node, Level[spec] if spec else Level.LOWEST)
        if not self.low:
            return self.expressions.text(self.node, PLUS)
        moved = self.expressions.places.shifted(self.node, self.low)
        return moved if isinstance(self.node, tree.Const) else f"({moved})"


class Operands:
    """Several operands in a template: the format spec names a level and what stands between them, `AND| and `."""

    def __init__(self, operands: list[Operand], *, closed: bool = False) -> None:
        self.operands, self.closed = operands, closed

    def __format__(self, spec: str) -> str:
        level, _, between = spec.partition("|")
        texts = [f"{operand:{level}}" for operand in self.operands]
        return listed(texts) if self.closed else (between or ", ").join(texts)


class EnumNames:
    """The enum in templates: the numbers of its members, and its tables."""

    def __init__(self, tables: Tables, name: str) -> None:
        symbol = tables.game.enums[name]
        self.low, self.high, self.none = symbol.low, symbol.high, tables.none(symbol.type)
        self._tables, self._name = tables, name

    @property
    def by_components(self) -> str:
        return self._tables.product(self._name)

    @property
    def neighbours(self) -> str:
        return self._tables.enum_field(self._name, "next")


def _united(sets: list[tree.Op], kind: Type) -> tree.Op:
    """The union of some sets."""
    return reduce(lambda left, right: tree.Op(prim.UNION, [left, right], type=kind), sets)


def zone_type(zone: tree.ZoneRef) -> CardType | None:
    return zone.type.card if isinstance(zone.type, PileType) else None
