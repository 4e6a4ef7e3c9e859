"""Typed expressions as Python text. Brackets are set by precedence, as a person would."""

from __future__ import annotations

from ..model import tree
from ..model.ir import Module
from ..model.types import (
    BoolType,
    CardType,
    IntType,
    MemberType,
    OptionalType,
    PerType,
    PileType,
    SetType,
    Type,
    strip_optional,
)
from .loops.comprehensions import Comprehensions
from .loops.guards import Guards
from .loops.narrowing import Narrowing
from .origins import AMENDED, marked
from .places import Places
from .precedence import AND, AND_BITS, ATOM, COMPARE, IF, LOWEST, NOT, OR, OR_BITS, PLUS, SHIFT, TIMES, UNARY, number
from .tables import Tables


class Expressions:
    """Writes expressions. `tables` names what stands at the top of the module."""

    def __init__(self, module: Module, tables: Tables) -> None:
        self.module = module
        self.game = module.game
        self.tables = tables
        self.places = Places(self.text, tables)
        self.locals: set[str] = set()  # names in the function that is being written
        self.guards = Guards()
        self.narrowing = Narrowing(module.game, tables, self.guards)
        self.comprehensions = Comprehensions(self.text, tables, module.game, self.narrowing)

    def free(self, wish: str) -> str:
        """A name for one function that nothing has in it or in the module, whose functions have theirs already."""
        name, number = wish, 1
        while name in self.locals or name in self.tables.names.taken:
            number += 1
            name = f"{wish}_{number}"
        return name

    def text(self, node: tree.TExpr, limit: int = LOWEST) -> str:
        """The expression, in brackets if it binds weaker than `limit`."""
        text, level = self._written(node)
        return f"({text})" if level > limit else text

    def _written(self, node: tree.TExpr) -> tuple[str, int]:
        text, level = self._write(node)
        origins = self.module.origins
        if origins is None:
            return text, level
        if isinstance(node, tree.AbilityRead) and not isinstance(node.type, BoolType):
            found = origins.abilities(node.card_type, node.name)
            return (f"{AMENDED}({text}, *{found!r}.get({self.text(node.base)}, ()))", ATOM) if found else (text, level)
        numbers = origins.read(node)
        return (marked(text, numbers), ATOM) if numbers else (text, level)

    def _write(self, node: tree.TExpr) -> tuple[str, int]:
        text = self.text
        match node:
            case tree.Const():
                return self._const(node)
            case tree.LocalRef(local):
                return local.python, ATOM
            case tree.StateRead(var, indices):
                return self.places.state(var, indices), ATOM
            case tree.StateRow(var, indices):
                return self.places.row(var, indices), ATOM
            case tree.PlaceRead(zone):
                return f"s.places[{self.places.zone_index(zone, place=True)}]", ATOM
            case tree.PileCards(zone, only):
                if zone.var is not None and zone.var.zone == "place":
                    card = f"s.places[{self.places.zone_index(zone, place=True)}]"
                    return f"({card},) if {card} != NONE else ()", IF
                pile = f"s.piles[{self.places.zone_index(zone)}]"
                if only is None or only.name is None or zone_type(zone) == only:
                    return pile, ATOM
                return f"of_type({pile}, {self.tables.card_range(only.name)})", ATOM
            case tree.PileEnd(cards, end):
                pile = text(cards, ATOM)
                return f"{pile}[{-1 if end == 'top' else 0}] if {pile} else NONE", IF
            case tree.Count(what):
                return self._count(what)
            case tree.EnumFieldRead(enum, name, base):
                symbol = self.game.enums[enum]
                if isinstance(base, tree.Const) and isinstance(base.value, int) and not isinstance(node.type, PerType):
                    return self._plain(symbol.fields[name].values[base.value - symbol.low], node.type)
                table = self.tables.enum_field(enum, name)
                return f"{table}[{self.places.shifted(base, symbol.low)}]", ATOM
            case tree.CardFieldRead(card_type, name, base):
                return f"{self.tables.card_field(card_type, name)}[{text(base)}]", ATOM
            case tree.PerRead(base, key):
                return f"{text(base, ATOM)}[{self.places.index_of(key)}]", ATOM
            case tree.Neighbour():
                return self._neighbour(node)
            case tree.DefineCall(callee, arguments):
                return self._define(node, callee.name, arguments)
            case tree.AbilityRead(card_type, name, base, arguments):
                inner = ", ".join(["s", text(base), *(text(argument) for argument in arguments)])
                return f"{self.tables.ability(card_type, name)}[{text(base)}]({inner})", ATOM
            case tree.ProductMake(enum, arguments):
                inner = ", ".join(text(argument) for argument in arguments)
                comma = "," if len(arguments) == 1 else ""
                return f"{self.tables.product(enum)}.get(({inner}{comma}), NONE)", ATOM
            case tree.MapQuery(enum, kind, arguments):
                inner = ", ".join(text(argument) for argument in arguments)
                return f"{kind}({self.tables.enum_field(enum, 'next')}, {inner})", ATOM
            case tree.Widen(value, offset):
                if offset == 0:
                    return self._written(value)
                if isinstance(node.type, OptionalType):
                    inner = text(value, COMPARE - 1)
                    return f"NONE if {inner} == NONE else {text(value, PLUS)} + {offset}", IF
                return f"{text(value, PLUS)} + {offset}", PLUS
            case tree.NarrowTo(value, first, size, shift):
                inner = text(value, OR_BITS)
                moved = f"{text(value, PLUS)} - {shift}" if shift else text(value, IF - 1)
                test = f"{inner} < {first + size}" if first == 0 else f"{first} <= {inner} < {first + size}"
                return f"{moved} if {test} else NONE", IF
            case tree.Fit(value, low, high):
                return f"fit({text(value)}, {self.bounds(low, high, node.type)})", ATOM
            case tree.Not(operand):
                return self._not(operand)
            case tree.Negate(operand):
                return f"-{text(operand, UNARY)}", UNARY
            case tree.Logic(operator, operands):
                level = AND if operator == "and" else OR
                return f" {operator} ".join(text(operand, level) for operand in operands), level
            case tree.Arithmetic(operator, operands):
                return self._arithmetic(operator, operands)
            case tree.Compare(operator, left, right):
                return f"{text(left, OR_BITS)} {operator} {text(right, OR_BITS)}", COMPARE
            case tree.InSet(member, set_, low):
                return self._in_set(member, set_, low)
            case tree.InRange(member, low_, high_):
                return f"{text(low_, OR_BITS)} <= {text(member, OR_BITS)} <= {text(high_, OR_BITS)}", COMPARE
            case tree.InZone(card, zone, any_copy):
                return self.places.in_zone(card, zone, any_copy)
            case tree.IsEmpty(what):
                return f"not {text(what, NOT - 1)}", NOT
            case tree.SetMake(items, low):
                return self._set(items, low)
            case tree.SetChange(operator, left, right):
                if operator == "+":
                    return f"{text(left, OR_BITS)} | {text(right, AND_BITS)}", OR_BITS
                return f"{text(left, AND_BITS)} & ~{text(right, UNARY)}", AND_BITS
            case tree.CardsAsSet(cards):
                return f"mask({text(cards)})", ATOM
            case tree.If(condition, then, otherwise):
                return f"{text(then, OR)} if {text(condition, OR)} else {text(otherwise, IF)}", IF
            case tree.Quantify() | tree.PickOne() | tree.Those() | tree.Aggregate():
                return self.comprehensions.write(node), ATOM
            case tree.ZoneRef():
                return self.places.zone(node), PLUS
            case tree.MembersOf(loop):
                return f"tuple({self.comprehensions.sequence(loop)})", ATOM
            case tree.ItemAt(items, position):
                return f"{items.python}[{text(position)}]", ATOM
            case tree.LengthOf(items):
                return f"len({items.python})", ATOM
            case tree.PutAt(items, position, value):
                return f"put({items.python}, {text(position)}, {text(value)})", ATOM
            case tree.AsTuple(value):
                return f"tuple({text(value)})", ATOM
            case tree.Blank():
                return f"(0,) * {self.game.players[1]}", TIMES
            case tree.Answer(part, result):
                return ("m.result" if result else "m.answer" if part is None else f"m.answer[{part}]"), ATOM
            case tree.Declined():
                return "m.answer == DECLINE", COMPARE
            case tree.BinderValue(family, position):
                return f"{self.tables.binder(family, position)}[this]", ATOM
            case tree.InAnyOf(card, var):
                zone_ = self.tables.zone_first(var, place=False)
                return f"{zone_} <= s.where[{text(card)}] < {zone_} + {self.tables.zones_of(var)}", COMPARE
            case tree.ZonePosition(card, var, dim):
                return self.places.zone_position(card, var, dim)
            case _:
                raise AssertionError(f"no text for {type(node).__name__}")

    def bounds(self, low: int, high: int, type_: Type, variable: str = "") -> str:
        """The ends of a range that a value must lie in."""
        found = []
        for end, value in (("low", low), ("high", high)):
            numbers = self.module.origins.bound(type_, end, variable) if self.module.origins is not None else ()
            found.append(marked(number(value), numbers) if numbers else number(value))
        return ", ".join(found)

    # ---- constants

    def _const(self, node: tree.Const) -> tuple[str, int]:
        value, type_ = node.value, strip_optional(node.type)
        if isinstance(value, tuple):
            inner = ", ".join(number(int(item)) for item in value)
            return f"({inner}{',' if len(value) == 1 else ''})", ATOM
        return self._plain(int(value), type_)

    def _plain(self, value: object, type_: Type) -> tuple[str, int]:
        assert isinstance(value, int)
        if isinstance(strip_optional(type_), BoolType):
            return str(bool(value)), ATOM
        if value == -1 and not isinstance(type_, IntType):
            return "NONE", ATOM
        if isinstance(type_, SetType):
            return (bin(value) if value > 9 else str(value)), ATOM
        return number(value), ATOM if value >= 0 else UNARY

    # ---- names of members, cards and definitions

    def _count(self, what: tree.TExpr | MemberType | CardType) -> tuple[str, int]:
        if isinstance(what, MemberType):
            return ("s.players" if what.enum == "Player" else str(self.game.enums[what.enum].size)), ATOM
        if isinstance(what, CardType):
            return str(self.game.copies), ATOM
        if isinstance(what.type, SetType):
            return f"{self.text(what, ATOM)}.bit_count()", ATOM
        return f"len({self.text(what)})", ATOM

    def _neighbour(self, node: tree.Neighbour) -> tuple[str, int]:
        symbol = self.game.enums[strip_optional(node.base.type).enum]  # type: ignore[union-attr]
        base, sign = self.text(node.base, PLUS), "+" if node.step > 0 else "-"
        if symbol.kind == "player":
            return f"({base} {sign} 1) % s.players", TIMES
        edge = symbol.high if node.step > 0 else symbol.low
        none = symbol.low - 1 if symbol.low < 0 else "NONE"
        return f"{base} {sign} 1 if {self.text(node.base, OR_BITS)} != {edge} else {none}", IF

    def _define(self, node: tree.DefineCall, name: str, arguments: list[tree.TExpr]) -> tuple[str, int]:
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
        return f"{self.tables.function(node.callee)}({inner})", ATOM

    # ---- operators

    def _not(self, operand: tree.TExpr) -> tuple[str, int]:
        opposite = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
        match operand:
            case tree.Compare(operator, left, right):
                return f"{self.text(left, OR_BITS)} {opposite[operator]} {self.text(right, OR_BITS)}", COMPARE
            case tree.InZone(_, _, False):
                return self.places.in_zone(operand.card, operand.zone, False)[0].replace(" == ", " != ", 1), COMPARE
            case tree.Not(inner):
                return self._write(inner)
            case tree.IsEmpty(what) if isinstance(what.type, PileType):
                return f"len({self.text(what)}) > 0", COMPARE
            case tree.IsEmpty(what):
                return f"{self.text(what, OR_BITS)} != 0", COMPARE
            case _:
                return f"not {self.text(operand, NOT)}", NOT

    def _arithmetic(self, operator: str, operands: list[tree.TExpr]) -> tuple[str, int]:
        if operator in ("min", "max"):
            return f"{operator}({', '.join(self.text(operand) for operand in operands)})", ATOM
        level = PLUS if operator in "+-" else TIMES
        left, right = operands
        strict = operator in ("-", "//", "%", "*")
        return f"{self.text(left, level)} {operator} {self.text(right, level - 1 if strict else level)}", level

    def _in_set(self, member: tree.TExpr, set_: tree.TExpr, low: int) -> tuple[str, int]:
        if isinstance(set_, tree.SetMake) and len(set_.items) <= 4:
            inner = ", ".join(self.text(item) for item in set_.items)
            return f"{self.text(member, OR_BITS)} in ({inner}{',' if len(set_.items) == 1 else ''})", COMPARE
        moved = self.places.shifted(member, low) if low else self.text(member, PLUS)
        if low and not isinstance(member, tree.Const):
            moved = f"({moved})"
        return f"{self.text(set_, SHIFT)} >> {moved} & 1", AND_BITS

    def _set(self, items: list[tree.TExpr], low: int) -> tuple[str, int]:
        if all(isinstance(item, tree.Const) for item in items):
            value = 0
            for item in items:
                assert isinstance(item, tree.Const) and isinstance(item.value, int)
                value |= 1 << (item.value - low)
            return (bin(value) if value > 9 else str(value)), ATOM
        parts = []
        for item in items:
            moved = self.places.shifted(item, low) if low else self.text(item, PLUS)
            parts.append(f"1 << {moved}" if not low or isinstance(item, tree.Const) else f"1 << ({moved})")
        if len(parts) == 1:
            return parts[0], SHIFT
        return " | ".join(parts), OR_BITS


def zone_type(zone: tree.ZoneRef) -> CardType | None:
    return zone.type.card if isinstance(zone.type, PileType) else None
