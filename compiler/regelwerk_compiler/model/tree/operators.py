"""Expressions that work something out: arithmetic, comparisons, sets, members of sums and products, `if`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .node import TNode

if TYPE_CHECKING:
    from .expressions import TExpr
    from .reads import ZoneRef


@dataclass(slots=True)
class ProductMake(TNode):
    """`Spot(r, l, w)`: the member or none"""

    enum: str
    arguments: list[TExpr]


@dataclass(slots=True)
class MapQuery(TNode):
    """kind: `distance` (of two) or `reach` (a space, a number, a set of closed ones: a set)"""

    enum: str
    kind: str
    arguments: list[TExpr]


@dataclass(slots=True)
class Widen(TNode):
    """A member of a part as a member of the sum"""

    value: TExpr
    offset: int


@dataclass(slots=True)
class NarrowTo(TNode):
    """A member of the sum as a member of a part (or none); a card as a card of a type (or none)"""

    value: TExpr
    first: int
    size: int
    shift: int = 0  # taken off the value


@dataclass(slots=True)
class Fit(TNode):
    """The value, checked to lie in a range"""

    value: TExpr
    low: int
    high: int


@dataclass(slots=True)
class Not(TNode):
    operand: TExpr


@dataclass(slots=True)
class Negate(TNode):
    operand: TExpr


@dataclass(slots=True)
class Logic(TNode):
    """operator: `and`, `or`"""

    operator: str
    operands: list[TExpr]


@dataclass(slots=True)
class Arithmetic(TNode):
    """operator: `+ - * // %`, or `min`, `max` (two or more operands)"""

    operator: str
    operands: list[TExpr]


@dataclass(slots=True)
class Compare(TNode):
    """operator: `< <= > >= == !=`"""

    operator: str
    left: TExpr
    right: TExpr


@dataclass(slots=True)
class InSet(TNode):
    member: TExpr
    set: TExpr
    low: int


@dataclass(slots=True)
class InRange(TNode):
    member: TExpr
    low: TExpr
    high: TExpr


@dataclass(slots=True)
class InZone(TNode):
    card: TExpr
    zone: ZoneRef
    any_copy: bool = False


@dataclass(slots=True)
class IsEmpty(TNode):
    """A set, a pile or a place that holds nothing"""

    what: TExpr


@dataclass(slots=True)
class SetMake(TNode):
    items: list[TExpr]
    low: int


@dataclass(slots=True)
class SetChange(TNode):
    """operator: `+`, `-`; right is a set (members are made into one)"""

    operator: str
    left: TExpr
    right: TExpr


@dataclass(slots=True)
class CardsAsSet(TNode):
    """The cards of a pile as a set"""

    cards: TExpr


@dataclass(slots=True)
class If(TNode):
    condition: TExpr
    then: TExpr
    otherwise: TExpr
