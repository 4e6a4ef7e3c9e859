"""The table of primitives: every pure operator and runtime function that a typed expression can apply.

Each row holds all that is known of one; `Primitive` explains the columns. Resolving finds rows by how sources spell
them; checks, constant folding and the emitter read what they need from the row. A row that calls the runtime is made
from that of the runtime's own table, `regelwerk_runtime.engine.primitives`, which imports nothing.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import reduce
from typing import Any

from regelwerk_runtime.engine import primitives as runtime

from ..model import tree
from ..model import types as ty
from ..model.primitive import BY_ZERO, Primitive, Units


def _either(test: bool, number: int, none: int) -> int:
    return number if test else none


def _part_of_enum(first: int, end: int) -> str:
    """The template of a member of a part, or none; a member below zero is none already."""
    whole = "{0} if {0} < {end} else {run.NONE}"
    part = "{0} - {first} if {first} <= {0} < {end} else {run.NONE}"
    return part if first else whole


def _call(
    name: str,
    arguments: str,
    mark: str,
    evaluate: Callable[..., Any] | None = None,
    fixed: tuple[str, ...] = (),
    spelled: str = "",
) -> Primitive:
    """A row whose Python is a call of the runtime. Its arguments are operands, `{0}`, and what is known beforehand."""
    call = runtime.FUNCTIONS[name]
    given = zip(call.types, arguments.split(", "), strict=False)
    operands = ", ".join(type_ for type_, argument in given if argument.strip("{}").isdigit())
    template = f"{{run.{name}}}({arguments})"
    return Primitive(
        name, f"{operands} -> {call.result}", template, evaluate, mark, fixed, spelled=spelled, fails=call.fails
    )


# The rows. They stand as a table, not one argument a line.
# fmt: off

# ---- numbers

ADD = Primitive(
    "add", "Int, Int -> Int", "{0} + {1}", operator.add, "Arithmetic + ( @ )", spelled="+",
    interval=ty.range_add, units=Units.SAME, verb="added")
SUBTRACT = Primitive(
    "subtract", "Int, Int -> Int", "{0} - {1}", operator.sub, "Arithmetic - ( @ )", spelled="-",
    interval=ty.range_subtract, units=Units.SAME, verb="subtracted")
MULTIPLY = Primitive(
    "multiply", "Int, Int -> Int", "{0} * {1}", operator.mul, "Arithmetic * ( @ )", spelled="*",
    interval=ty.range_multiply, units=Units.ONE, verb="multiplied")
DIVIDE = Primitive(
    "divide", "Int, Int -> Int", "{0} // {1}", operator.floordiv, "Arithmetic // ( @ )",
    spelled="/", fails=BY_ZERO, interval=ty.range_divide, units=Units.RATIO, verb="divided")
MODULO = Primitive(
    "modulo", "Int, Int -> Int", "{0} % {1}", operator.mod, "Arithmetic % ( @ )", spelled="mod",
    fails=BY_ZERO, interval=ty.range_modulo, units=Units.LEFT, verb="divided")
LEAST = Primitive(
    "least", "Int, Int, ... -> Int", "min({*})", min, "Arithmetic min ( @ )", spelled="min",
    function=True, interval=ty.range_least, units=Units.SAME, verb="compared")
GREATEST = Primitive(
    "greatest", "Int, Int, ... -> Int", "max({*})", max, "Arithmetic max ( @ )", spelled="max",
    function=True, interval=ty.range_greatest, units=Units.SAME, verb="compared")
NEGATE = Primitive("negate", "Int -> Int", "-{0}", operator.neg, "Negate @", interval=ty.range_negate)
FIT = _call("fit", "{0}, {low}, {high}", "Fit @", lambda low, high, value: value, fixed=("low", "high"))

# ---- logic and comparisons

NOT = Primitive("not", "Bool -> Bool", "not {0}", lambda value: int(not value), "Not @", spelled="not")
AND = Primitive(
    "and", "Bool, Bool, ... -> Bool", "{0} and {1}", lambda *values: int(all(values)),
    "Logic and ( @ )", opposite="or", spelled="and")
OR = Primitive(
    "or", "Bool, Bool, ... -> Bool", "{0} or {1}", lambda *values: int(any(values)), "Logic or ( @ )",
    opposite="and", spelled="or")


def _comparison(name: str, opposite: str, sign: str, spelled: str, evaluate: Any, operand: str = "Int") -> Primitive:
    return Primitive(
        name,
        f"{operand}, {operand} -> Bool",
        f"{{0}} {sign} {{1}}",
        evaluate,
        f"Compare {sign} @",
        negated=f"{{0}} {_SIGNS[opposite]} {{1}}",
        opposite=opposite,
        spelled=spelled,
    )


_SIGNS = {"equal": "==", "not_equal": "!=", "less": "<", "at_most": "<=", "greater": ">", "at_least": ">="}
EQUAL = _comparison("equal", "not_equal", "==", "is", operator.eq, "T")
NOT_EQUAL = _comparison("not_equal", "equal", "!=", "is not", operator.ne, "T")
LESS = _comparison("less", "at_least", "<", "<", operator.lt)
AT_MOST = _comparison("at_most", "greater", "<=", "<=", operator.le)
GREATER = _comparison("greater", "at_most", ">", ">", operator.gt)
AT_LEAST = _comparison("at_least", "less", ">=", ">=", operator.ge)
IN_RANGE = Primitive(
    "in_range", "Int, Int, Int -> Bool", "{1} <= {0} <= {2}",
    lambda value, low, high: int(low <= value <= high), "InRange @")
DECLINED = Primitive("declined", " -> Bool", "m.answer == {run.DECLINE}", None)

# ---- members of enums, cards

NEXT = Primitive(
    "next", "Member -> Member?", "{0} + 1 if {0} != {enum.high} else {enum.none}",
    lambda enum, member: _either(member < enum.high, member + 1, enum.none), "Neighbour @ 1", fixed=("enum",),
    spelled="next")
PREVIOUS = Primitive(
    "previous", "Member -> Member?", "{0} - 1 if {0} != {enum.low} else {enum.none}",
    lambda enum, member: _either(member > enum.low, member - 1, enum.none), "Neighbour @ -1", fixed=("enum",),
    spelled="previous")
NEXT_PLAYER = Primitive(
    "next_player", "Player -> Player", "({0} + 1) % s.players", None, "Neighbour @ 1", spelled="next")
PREVIOUS_PLAYER = Primitive(
    "previous_player", "Player -> Player", "({0} - 1) % s.players", None, "Neighbour @ -1",
    spelled="previous")
WIDEN = Primitive(
    "widen", "Member -> Member", "{0} + {offset}",
    lambda offset, member: _either(member < 0, member, member + offset), "Widen {type} @", fixed=("offset",),
    optional_template="{run.NONE} if {0} == {run.NONE} else {0} + {offset}")
NARROW = Primitive(
    "narrow", "T -> T?", "{0} if {first} <= {0} < {end} else {run.NONE}",
    lambda first, end, value: _either(first <= value < end, value, -1), "NarrowTo {type} @", fixed=("first", "end"))
NARROW_TO_PART = Primitive(
    "narrow_to_part", "Member -> Member?", _part_of_enum,
    lambda first, end, member: _either(first <= member < end, member - first, -1), "NarrowTo {type} @",
    fixed=("first", "end"))
PRODUCT_MEMBER = Primitive(
    "product_member", "Member, ... -> Member?", "{enum.by_components}.get({tuple}, {run.NONE})",
    lambda enum, *components: enum.by_components.get(components, -1), "ProductMake {enum} ( @ )", fixed=("enum",))
NEW_CARD = _call("from_box", "{0}, {card!r}, {most}", "New {card}", fixed=("card", "most"))
DISTANCE = _call(
    "distance", "{enum.neighbours}, {0}, {1}", "MapQuery {enum} distance ( @ )", fixed=("enum",), spelled="distance")
REACH = _call(
    "reach", "{enum.neighbours}, {0}, {1}, {2}", "MapQuery {enum} reach ( @ )", fixed=("enum",), spelled="reach")

# ---- sets, as bit masks

IN_SET = Primitive(
    "in_set", "T, set of T -> Bool", "{1} >> {0.shifted} & 1",
    lambda low, member, mask: int(member >= low and mask >> (member - low) & 1), "InSet @", fixed=("low",),
    spelled="in")
ONE_OF = Primitive(
    "one_of", "T, T, ... -> Bool", "{0} in {others}", lambda member, *others: int(member in others))
SET_OF = Primitive(
    "set_of", "T, ... -> set of T", "", lambda low, *members: sum({1 << (member - low) for member in members}),
    "SetMake ( @ )", fixed=("low",))
INTERSECTION = Primitive(
    "intersection", "set of T, set of T -> set of T", "{0} & {1}", operator.and_)
SINGLETON = Primitive(
    "singleton", "T -> set of T", "1 << {0.shifted}", lambda low, member: 1 << (member - low), fixed=("low",))
UNION = Primitive(
    "union", "set of T, set of T -> set of T", "{0} | {1}", operator.or_, "SetChange + @",
    spelled="+")
DIFFERENCE = Primitive(
    "difference", "set of T, set of T -> set of T", "{0} & ~{1}",
    lambda left, right: left & ~right, "SetChange - @", spelled="-")
LATER = Primitive(
    "later", "set of T, T -> set of T", "{0} & -2 << {1.shifted}",
    lambda low, mask, member: mask & -2 << (member - low), fixed=("low",))
NO_MEMBERS = Primitive(
    "no_members", "set of T -> Bool", "not {0}", lambda mask: int(mask == 0), "IsEmpty @",
    negated="{0} != 0")
MEMBER_COUNT = Primitive(
    "member_count", "set of T -> Int", "{0}.bit_count()", lambda mask: mask.bit_count(), "Count @",
    spelled="count")

# ---- piles, as tuples of cards

NO_CARDS = Primitive(
    "no_cards", "pile -> Bool", "not {0}", None, "IsEmpty @", negated="len({0}) > 0")
CARD_COUNT = Primitive("card_count", "pile -> Int", "len({0})", None, "Count @", spelled="count")
TOP = Primitive(
    "top", "pile -> Card?", "{0}[-1] if {0} else {run.NONE}", None, "PileEnd @ top", spelled="top")
BOTTOM = Primitive(
    "bottom", "pile -> Card?", "{0}[0] if {0} else {run.NONE}", None, "PileEnd @ bottom",
    spelled="bottom")
CARDS_AS_SET = _call("mask", "{0}", "CardsAsSet @")

# ---- tuples in frames, which only lowered code holds

ITEM = Primitive("item", "tuple, Int -> T", "{0}[{1}]", None)
NO_ROWS = Primitive("no_rows", " -> tuple", "()", None)
EXTENDED = Primitive("extended", "tuple, T, ... -> tuple", "{0} + ({others},)", None)
AS_TUPLE = Primitive("as_tuple", "Int per T -> tuple", "tuple({0})", None)

# fmt: on

ROWS = {row.name: row for row in list(globals().values()) if isinstance(row, Primitive)}
"""All rows by name, in order."""


def _spelled(*rows: Primitive) -> dict[str, Primitive]:
    return {row.spelled: row for row in rows}


ARITHMETIC = _spelled(*(row for row in ROWS.values() if row.interval and row.spelled and not row.function))
"""Infix operators on numbers, as sources spell them."""
FUNCTIONS = _spelled(*(row for row in ROWS.values() if row.function))
"""Functions of numbers, `min(a, b)`."""
COMPARISONS = _spelled(EQUAL, NOT_EQUAL, LESS, AT_MOST, GREATER, AT_LEAST)
LOGIC = _spelled(AND, OR)
SET_CHANGES = _spelled(UNION, DIFFERENCE)
PILE_ENDS = _spelled(TOP, BOTTOM)
MAP_QUERIES = _spelled(DISTANCE, REACH)
NEIGHBOURS = _spelled(NEXT, PREVIOUS)
PLAYER_NEIGHBOURS = _spelled(NEXT_PLAYER, PREVIOUS_PLAYER)


def interval(row: Primitive, *ranges: ty.IntType, unit: str | None = None) -> ty.IntType:
    """The range of an operation on numbers, in a unit; an end outside 64 bits is unknown."""
    assert row.interval is not None
    found = row.interval(*ranges) if len(ranges) == 1 else reduce(row.interval, ranges)
    low = found.low if found.low is not None and found.low >= ty.SMALLEST else None
    high = found.high if found.high is not None and found.high <= ty.LARGEST else None
    return ty.IntType(low, high, unit)


def conjuncts(node: tree.TExpr | None, row: Primitive = AND) -> list[tree.TExpr]:
    """The operands of a chain of one operator, by default `and`; any other node stands for itself."""
    if node is None:
        return []
    return list(node.operands) if isinstance(node, tree.Op) and node.primitive is row else [node]
