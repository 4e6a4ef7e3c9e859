"""Rows of the table of primitives as C."""

from __future__ import annotations

from functools import reduce

from ..model import tree
from ..model import types as ty
from ..model.primitive import Primitive
from ..primitives import table as prim
from ..primitives.evaluate import EnumMembers
from .kinds import INT, SET, NotNativeError, is_per, kind_of
from .searches import Searches
from .state_access import StateAccess
from .tables import number

NUMBERS: dict[Primitive, str] = {
    prim.ADD: "add(m, {0}, {1})",
    prim.SUBTRACT: "subtract(m, {0}, {1})",
    prim.MULTIPLY: "multiply(m, {0}, {1})",
    prim.DIVIDE: "divide(m, {0}, {1})",
    prim.MODULO: "modulo(m, {0}, {1})",
    prim.NEGATE: "negate(m, {0})",
    prim.NOT: "!{0}",
    prim.LESS: "({0} < {1})",
    prim.AT_MOST: "({0} <= {1})",
    prim.GREATER: "({0} > {1})",
    prim.AT_LEAST: "({0} >= {1})",
    prim.IN_RANGE: "within({0}, {1}, {2})",
    prim.DECLINED: "(m->answer[0] == DECLINE)",
    prim.NEXT_PLAYER: "(({0} + 1) % s->players)",
    prim.PREVIOUS_PLAYER: "modulo(m, {0} - 1, s->players)",
    prim.AS_TUPLE: "{0}",
}
"""The rows on numbers that need nothing but their operands."""

SETS: dict[Primitive, str] = {
    prim.UNION: "set_or({0}, {1})",
    prim.INTERSECTION: "set_and({0}, {1})",
    prim.DIFFERENCE: "set_less({0}, {1})",
    prim.NO_MEMBERS: "!set_any({0})",
    prim.MEMBER_COUNT: "set_count({0})",
}
"""The same for sets."""


class Operations:
    """Writes what a primitive does with its operands."""

    def __init__(self, access: StateAccess, searches: Searches) -> None:
        self.access, self.searches, self.game = access, searches, access.game

    def text(self, node: tree.Op) -> str:
        """The operation as an expression."""
        row, operands, text = node.primitive, node.operands, self.access.text
        match row:
            case prim.AND:
                return f"({' && '.join(map(text, operands))})"
            case prim.OR:
                return f"({' || '.join(map(text, operands))})"
            case prim.EQUAL | prim.NOT_EQUAL:
                return self._compared(operands, "==" if row is prim.EQUAL else "!=")
            case prim.LEAST | prim.GREATEST:
                return reduce(lambda left, right: f"{row.name}({left}, {right})", map(text, operands))
            case prim.NO_CARDS | prim.CARD_COUNT | prim.TOP | prim.BOTTOM | prim.CARDS_AS_SET:
                return self._of_pile(row, operands[0])
            case prim.NO_ROWS:
                return "(Rows){0}"
            case prim.ITEM:
                return self._item(node)
            case _ if row in NUMBERS:
                return NUMBERS[row].format(*map(text, operands))
            case _ if row in SETS:
                return SETS[row].format(*(text(operand, SET) for operand in operands))
            case _:
                return self._with_fixed(node, dict(zip(row.fixed, node.fixed, strict=True)))

    def _with_fixed(self, node: tree.Op, fixed: dict[str, str | int]) -> str:
        """The rows that have something fixed: bounds, an enum, the first member of a set."""
        row, operands, text = node.primitive, node.operands, self.access.text
        low = int(fixed.get("low", 0))
        moved = self.access.moved
        match row:
            case prim.FIT:
                return f"fit(m, {text(operands[0])}, {number(low)}, {number(int(fixed['high']))})"
            case prim.IN_SET:
                return f"set_has(m, {moved(operands[0], low)}, {text(operands[1], SET)})"
            case prim.SET_OF | prim.SINGLETON:
                ones = [f"set_one(m, {moved(operand, low)})" for operand in operands]
                return reduce(lambda left, right: f"set_or({left}, {right})", ones)
            case prim.LATER:
                return f"set_later(m, {text(operands[0], SET)}, {moved(operands[1], low)})"
            case prim.DISTANCE | prim.REACH:
                enum = self.game.enums[str(fixed["enum"])]
                around = self.access.tables.enum_field(enum.name, "next", SET)
                given = [text(one, kind) for one, kind in zip(operands, [INT, INT, SET], strict=False)]
                return f"{row.name}_on({', '.join(['m', around, str(enum.size), *given])})"
            case prim.PRODUCT_MEMBER:
                product = self.access.tables.product(str(fixed["enum"]))
                return f"{product}({', '.join(map(text, operands))})"
            case prim.NEW_CARD:
                return self.access.card(operands[0])
            case _:
                return self._member(node, fixed)

    def _member(self, node: tree.Op, fixed: dict[str, str | int]) -> str:
        """The rows that lead from one member of an enum to another."""
        row, value = node.primitive, self.access.text(node.operands[0])
        kept = self.access.name("member")
        match row:
            case prim.NEXT | prim.PREVIOUS:
                enum = EnumMembers(self.game, str(fixed["enum"]))
                end, step = (enum.high, "+ 1") if row is prim.NEXT else (enum.low, "- 1")
                test = f"{kept} != {number(end)} ? {kept} {step} : {number(enum.none)}"
            case prim.WIDEN:
                offset = int(fixed["offset"])
                if not isinstance(node.type, ty.OptionalType) or not offset:
                    return f"({value} + {offset})" if offset else value
                test = f"{kept} == NONE ? NONE : {kept} + {offset}"
            case prim.NARROW | prim.NARROW_TO_PART:
                first, end = int(fixed["first"]), int(fixed["end"])
                value = f"between({value}, {first}, {end})"
                if row is prim.NARROW or not first:
                    return value
                test = f"{kept} == NONE ? NONE : {kept} - {first}"
            case _:
                raise NotNativeError(f"the operation {row.name}")
        return f"({{ i64 {kept} = {value}; {test}; }})"

    def _compared(self, operands: list[tree.TExpr], sign: str) -> str:
        piles = [pile for pile in map(self.access.one_pile, operands) if pile is not None]
        if len(piles) == 2:  # a card lies in one pile: two piles are equal if both are empty
            one, other = (self.access.zone(pile.zone) for pile in piles)
            empty = " && ".join(self._of_pile(prim.NO_CARDS, pile) for pile in piles)
            return f"({'' if sign == '==' else '!'}({one} == {other} || ({empty})))"
        kinds = [self.access.kind_of(operand) for operand in operands]
        kind = next((kind for kind in kinds if kind != INT), INT)
        left, right = (self.access.text(operand, kind) for operand in operands)
        if kind == INT:
            return f"({left} {sign} {right})"
        if kind == SET:
            return f"{'' if sign == '==' else '!'}set_equal({left}, {right})"
        if not is_per(kind):
            raise NotNativeError("a comparison of rows")
        a, b = self.access.name("left"), self.access.name("right")
        kept = f"{self.access.tables.kind(kind)} {a} = {left}, {b} = {right};"
        return f"({{ {kept} memcmp(&{a}, &{b}, sizeof {a}) {sign} 0; }})"

    def _of_pile(self, row: Primitive, pile: tree.TExpr) -> str:
        found_pile = self.access.one_pile(pile)
        if found_pile is None:
            raise NotNativeError("a pile as a value")
        pile, zone = found_pile, found_pile.zone
        if zone.var is not None and zone.var.zone == "place":
            card = f"s->places[{self.access.place(zone)}]"
            found = {prim.NO_CARDS: f"({card} < 0)", prim.CARD_COUNT: f"((i64)({card} >= 0))"}
            if row is not prim.CARDS_AS_SET:
                return found.get(row, f"((i64){card})")
        elif self.access.tables.cards_read(pile) is None:
            at = self.access.pile(zone)
            found = {prim.NO_CARDS: f"(s->size[{at}] == 0)", prim.CARD_COUNT: f"((i64)s->size[{at}])"}
            if row is not prim.CARDS_AS_SET:
                return found.get(row, f"((i64)s->{row.name}[{at}])")
        return self.searches.of_pile(row, pile)

    def _item(self, node: tree.Op) -> str:
        row, place = node.operands
        assert isinstance(place, tree.Const)
        kind = kind_of(node.type, self.game)
        at = f"{self.access.text(row)}.at[{place.value} * ITEM]"
        return at if kind == INT else f"*({self.access.tables.kind(kind)} *)&{at}"
