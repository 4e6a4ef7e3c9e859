"""Typed expressions as Python."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import cache, reduce
from string import Formatter
from typing import assert_never

from ..analysis.costs import SHORT_PATH, Costs
from ..analysis.memoisation import Memoisation
from ..analysis.ranges import bounds
from ..lower.hoisting import Hoisting
from ..model import tree
from ..model.ir import Module
from ..model.types import (
    LARGEST,
    SMALLEST,
    BoolType,
    CardType,
    IntType,
    MemberType,
    OptionalType,
    PerType,
    SetType,
    Type,
    lies_in,
    strip_optional,
)
from ..primitives import table as prim
from ..primitives.evaluate import Evaluator, NotConstantError
from .loops.comprehensions import Comprehensions
from .loops.predicates import PredicateInlining
from .loops.prefiltering import Prefiltering
from .loops.search_order import SearchOrder
from .names import m
from .state_access import StateAccess
from .tables import Tables
from .template import Mask, Part, bool_op, is_call_of, literal, name, py, tuple_of

NATURE = {"roll": "nature_roll", "roll_dice": "nature_dice", "roll_of": "nature_of"}
"""The methods that offer the outcomes of a roll, by those that make it."""
INT32 = 1 << 32
MOST_NESTED_UNIONS = 50


class Expressions:
    """Makes expressions. `tables` names what stands at the top of the module."""

    def __init__(self, module: Module, tables: Tables) -> None:
        self.module = module
        self.game = module.game
        self.tables, self.run = tables, tables.run
        self.access = StateAccess(self.expr, tables)
        self.locals: set[str] = set()  # names in the function that is being written
        self.hoisting = Hoisting(module.game)
        self.costs = Costs(module.game, module.tables)
        self.prefiltering = Prefiltering(module.game, tables, self.hoisting, self.costs.ranges)
        self.memoisation = Memoisation(module, self.costs)
        self.search_order = SearchOrder(self.memoisation, self.hoisting)
        self.predicates = PredicateInlining(module, self.hoisting, self.costs, self.memoisation, self.fresh)
        self.comprehensions = Comprehensions(self.access, tables, module.game, self.prefiltering, self.predicates)

    def free(self, wish: str) -> str:
        """A name that is free in the function being written and in the module."""
        return self.tables.names.local(wish, self.locals)

    def fresh(self, wish: str) -> str:
        """A name that is free, and from now on taken in the function being written."""
        found = self.free(wish)
        self.locals.add(found)
        return found

    def expr(self, node: tree.TExpr) -> ast.expr:
        """The Python of an expression."""
        expr, access = self.expr, self.access
        match node:
            case tree.Const():
                return self._const(node)
            case tree.LocalRef(local):
                return name(local.python)
            case tree.StateRead(var, indices):
                return access.state(var, indices)
            case tree.StateRow(var, indices):
                return access.row(var, indices)
            case tree.PlaceRead(zone):
                return py("s.places[{}]", access.zone_index(zone, place=True))
            case tree.PileCards():
                return self._cards(node)
            case tree.Count(what):
                return self._count(what)
            case tree.EnumFieldRead() | tree.CardFieldRead() | tree.PerRead() | tree.BinderValue():
                return self._field(node)
            case tree.DefineCall(callee, arguments):
                return self._define(node, callee.name, arguments)
            case tree.AbilityRead(card_type, ability, base, arguments):
                table, card = self.tables.ability(card_type, ability), expr(base)
                return py("{0}[{1}](s, {1}, {*})", table, card, [*map(expr, arguments)])
            case tree.Op():
                return self._operation(node)
            case tree.InZone(card, zone, any_copy):
                return access.in_zone(card, zone, any_copy)
            case tree.InAnyOf(card, var):
                first = self.tables.zone_first(var, place=False)
                return py("{0} <= s.where[{1}] < {0} + {2}", first, expr(card), self.tables.zones_of(var))
            case tree.ZonePosition(card, var, dim):
                return access.zone_position(card, var, dim)
            case tree.ZoneRef():
                return access.zone(node)
            case tree.If(condition, then, otherwise):
                return py("{} if {} else {}", expr(then), expr(condition), expr(otherwise))
            case tree.Quantify() | tree.PickOne() | tree.Those() | tree.Aggregate():
                return self.comprehensions.made(node)
            case tree.MembersOf(loop):
                members = self.comprehensions.paced(loop.local, self.comprehensions.sequence(loop))
                return members if is_call_of(members, "bits") else py("tuple({})", members)
            case tree.Answer(part, result):
                return py("m.result" if result else "m.answer") if part is None else py("m.answer[{}]", part)
            case tree.DrawnCard():
                raise AssertionError("a draw stands only at the end of a block")
            case _:
                assert_never(node)

    # ---- primitives

    def _operation(self, node: tree.Op) -> ast.expr:
        """The row's template with its operands, or something shorter."""
        simpler = self._simplified(node)
        if simpler is not None:
            return self.expr(simpler)
        match node:
            case tree.Op(prim.AND | prim.OR as row, operands):
                return bool_op(ast.And() if row is prim.AND else ast.Or(), [*map(self.expr, operands)])
            case tree.Op(prim.NOT, [tree.Op(row) as inner]) if row.negated:
                return self._from_template(row.negated, inner)
            case tree.Op(prim.NOT, [tree.InZone(card, zone, False)]):
                return self.access.in_zone(card, zone, False, negated=True)
            case tree.Op(prim.TOP | prim.BOTTOM as row, [tree.PileCards(zone, None)]) if self.tables.module.explicit:
                return py("{}(s, {}, {})", self.run.known_end, self.access.zone(zone), -1 if row is prim.TOP else 0)
            case tree.Op(prim.REACH, [start, steps, closed]) if self.costs.is_long_path(node):
                return self._long_path(node, start, steps, closed)
            case tree.Op(prim.FIT, [value], (int(low), int(high))) if self.is_within(value, low, high):
                return self.expr(value)
            case tree.Op(prim.FIT, [tree.LocalRef(local) as value], (int(low), int(high))):
                outer = outside(local.python, value.type, low, high)
                return py("{} if {} else {}", self._from_template(node.primitive.template, node), outer, local.python)
            case _:
                pass
        row = node.primitive
        if row.optional_template and isinstance(node.type, OptionalType):
            return self._from_template(row.optional_template, node)
        made = self._from_template(row.template, node)
        return self.checked_int64(made) if row is prim.MULTIPLY and not self.is_within(node) else made

    def _long_path(self, node: tree.Op, start: tree.TExpr, steps: tree.TExpr, closed: tree.TExpr) -> ast.expr:
        """The ends of ways over a map, whose steps are counted in play if they are many."""
        enum, run, many = str(node.fixed[0]), self.tables.run, self.expr(steps)
        counted = py("len({}(s, range({}), {}))", run.paced, many, self.game.enums[enum].size)
        if isinstance(steps, tree.LocalRef):
            counted = py("{0} if {0} <= {1} else {2}", many, SHORT_PATH, counted)
        spaces = self.tables.enum_field(enum, "next")
        return py("{}({}, {}, {}, {})", run.reach, spaces, self.expr(start), counted, self.expr(closed))

    def is_within(self, node: tree.TExpr, low: int = SMALLEST, high: int = LARGEST) -> bool:
        """True if a number is known to lie in a range, by its type or its parts."""
        return lies_in(self.costs.ranges.of(node), IntType(low, high))

    def checked_int64(self, number: ast.expr) -> ast.expr:
        """A number with a check that it fits into 64 bits."""
        return py("{}({}, {}, {})", self.run.fit, number, SMALLEST, LARGEST)

    def _from_template(self, template: str | Callable[..., str], node: tree.Op) -> ast.expr:
        """The Python of a row: its template with the holes filled."""
        plain, fields = _holes(template if isinstance(template, str) else template(*node.fixed))
        return py(plain, *[self._hole(node, field) for field in fields])

    def _hole(self, node: tree.Op, field: str) -> Part:
        fixed: dict[str, object] = dict(zip(node.primitive.fixed, node.fixed, strict=True))
        match field.split("."):
            case ["*"]:
                return [*map(self.expr, node.operands)]
            case ["tuple"]:
                return tuple_of([*map(self.expr, node.operands)])
            case ["others"]:
                return tuple_of([*map(self.expr, node.operands[1:])])
            case ["run", known]:
                found: str = getattr(self.tables.run, known)
                return found
            case ["enum", part]:
                return self._of_enum(str(fixed["enum"]), part)
            case [number] if number.isdecimal():
                return self.expr(node.operands[int(number)])
            case [number, "shifted"]:
                return self.access.shifted(node.operands[int(number)], int(str(fixed.get("low", 0))))
            case ["players"]:
                return self.game.players[1]
            case [known]:
                return literal(fixed[known])
            case _:
                raise AssertionError(f"{{{field}}} says nothing")

    def _of_enum(self, enum: str, part: str) -> Part:
        """The filling of a hole that asks for the numbers of an enum's members or for one of its tables."""
        symbol = self.game.enums[enum]
        match part:
            case "low" | "high":
                found: int = getattr(symbol, part)
                return found
            case "none":
                return self.tables.none(symbol.type)
            case "by_components":
                return self.tables.product(enum)
            case _:
                return self.tables.enum_field(enum, "next")

    def _simplified(self, node: tree.Op) -> tree.TExpr | None:
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
                while len(single) > MOST_NESTED_UNIONS:  # in pairs: a chain of so many would be nested too deeply
                    pairs = [single[at : at + 2] for at in range(0, len(single), 2)]
                    single = [_union(pair, node.type) for pair in pairs]
                return _union(single, node.type)
            case tree.Op(prim.NOT, [tree.Op(prim.NOT, [inner])]):
                return inner
            case _:
                return None

    # ---- constants

    def _const(self, node: tree.Const) -> ast.expr:
        value, type_ = node.value, strip_optional(node.type)
        return literal(value) if isinstance(value, tuple) else self._plain(value, type_)

    def _plain(self, value: object, type_: Type) -> ast.expr:
        assert isinstance(value, int)
        if value == -1 and not isinstance(type_, IntType):
            return name(self.run.NONE)
        if isinstance(strip_optional(type_), BoolType):
            return literal(bool(value))
        return Mask(value) if isinstance(type_, SetType) and value > 9 else literal(int(value))

    def roll(self, node: tree.RollDice, frame: ast.expr | None = None) -> ast.expr:
        """The call that makes a roll, or, with a frame, offers its outcomes, then play resumes with the frame."""
        die = self.module.luck[node.luck]
        given: list[Part] = [self.access.flat(node.keys(die.sizes), list(die.sizes), constant=die.first)]
        method = "roll"
        if node.kind == "of":
            assert node.domain is not None
            if isinstance(node.domain, tree.EnumDomain):
                symbol = self.game.enums[node.domain.enum]
                given += [symbol.low, py("s.players - 1") if symbol.kind == "player" else symbol.high]
            else:
                method = "roll_of"
                given.append(self.comprehensions.domain(node.domain))
        elif node.kind == "dice":
            method = "roll_dice" if node.dice > 1 else "roll"
            given += [node.dice, node.sides]
        else:
            assert node.low is not None and node.high is not None
            given += [self.expr(node.low), self.expr(node.high)]
        if frame is None:
            return py("{}({*})", getattr(m, method), given)
        return py("{}({*})", getattr(m, NATURE[method]), [*given, frame])

    # ---- names of members, cards and definitions

    def _count(self, what: MemberType | CardType) -> ast.expr:
        if isinstance(what, CardType):
            return literal(self.game.copies)
        return py("s.players") if what.enum == "Player" else literal(self.game.enums[what.enum].size)

    def _cards(self, node: tree.PileCards) -> ast.expr:
        zone, only = node.zone, self.tables.cards_read(node)
        if zone.var is not None and zone.var.zone == "place":
            card = py("s.places[{}]", self.access.zone_index(zone, place=True))
            return py("({0},) if {0} != {1} else ()", card, self.run.NONE)
        pile = py("s.piles[{}]", self.access.zone_index(zone))
        return pile if only is None else py("{}({}, {}, {})", self.run.of_type, pile, only.start, only.stop)

    def _field(self, node: tree.EnumFieldRead | tree.CardFieldRead | tree.PerRead | tree.BinderValue) -> ast.expr:
        match node:
            case tree.EnumFieldRead(enum, field, base):
                symbol = self.game.enums[enum]
                if isinstance(base, tree.Const) and isinstance(base.value, int) and not isinstance(node.type, PerType):
                    return self._plain(symbol.fields[field].values[base.value - symbol.low], node.type)
                return py("{}[{}]", self.tables.enum_field(enum, field), self.access.shifted(base, symbol.low))
            case tree.CardFieldRead(card_type, field, base):
                return py("{}[{}]", self.tables.card_field(card_type, field), self.expr(base))
            case tree.PerRead(base, key):
                return py("{}[{}]", self.expr(base), self.access.index_of(key))
            case tree.BinderValue(family, position):
                return py("{}[this]", self.tables.binder(family, position))

    def _define(self, node: tree.DefineCall, title: str, arguments: list[tree.TExpr]) -> ast.expr:
        table = self.module.tables.get(title)
        if table is not None:
            if not arguments:
                value = table[0]
                if isinstance(value, tuple):  # a number for each member
                    return name(self.tables.fixed(value, title))
                return self._plain(value, node.type)
            return py("{}[{}]", self.tables.define_table(title), self.access.entry(node.callee, arguments))
        is_memoised = self.memoisation.read_sets[node.callee] is not None
        function = self.tables.memoised_function(node.callee) if is_memoised else self.tables.function(node.callee)
        return py("{}(s, {*})", function, [*map(self.expr, arguments)])


@cache
def _holes(template: str) -> tuple[str, list[str]]:
    """A template with plain holes, and what stands in them."""
    text, fields = "", list[str]()
    for plain, field, _, _ in Formatter().parse(template):
        text += plain
        if field is not None:
            text += "{*}" if field == "*" else "{}"
            fields.append(field)
    return text, fields


def outside(local: str, type_: Type, low: int, high: int) -> ast.expr:
    """The test whether the value of a name is outside a range; an end that its type rules out is not tested."""
    ends = type_ if isinstance(type_, IntType) else IntType()
    if ends.low is not None and ends.low >= low:
        return py("{} > {}", local, high)
    if ends.high is not None and ends.high <= high:
        return py("{} < {}", local, low)
    return py("not {} <= {} <= {}", low, local, high)


def grows(node: tree.TExpr) -> bool:
    """True if repeated assignment can make a number exceed 64 bits within the rounds that play allows."""
    match node:
        case tree.Op(prim.ADD | prim.SUBTRACT, operands):
            return None in bounds(node) and (not any(map(_is_small, operands)) or any(map(grows, operands)))
        case tree.Op(prim.NEGATE | prim.LEAST | prim.GREATEST | prim.DIVIDE, operands):
            return any(map(grows, operands))
        case tree.If(_, then, otherwise):
            return grows(then) or grows(otherwise)
        case tree.Aggregate("sum", tree.TNode() as value):
            return not _is_small(value)
        case _:
            return False


def _is_small(node: tree.TExpr) -> bool:
    """True if a number is known to lie in 32 bits."""
    low, high = bounds(node)
    return low is not None and high is not None and -INT32 < low <= high < INT32


def _union(sets: list[tree.Op], kind: Type) -> tree.Op:
    """The union of some sets."""
    return reduce(lambda left, right: tree.Op(prim.UNION, [left, right], type=kind), sets)
