"""Nodes of the syntax tree: names, texts, expressions, types as written."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from operator import attrgetter

from msgspec import Struct

from ..source import NO_SPAN, Span

_LAYOUT = frozenset({"span", "source", "inline", "chained"})


class Node(Struct, frozen=True, kw_only=True, eq=False):
    """A node of the syntax tree. Nodes are equal if they differ only in their places and layout."""

    span: Span = NO_SPAN

    def __eq__(self, other: object) -> bool:
        return self.__class__ is other.__class__ and _said(self.__class__)(self) == _said(self.__class__)(other)

    def __ne__(self, other: object) -> bool:  # a struct defines its own, which ignores `__eq__`
        return not self == other

    def __hash__(self) -> int:
        return hash(_said(self.__class__)(self))


@cache
def _said(kind: type[Node]) -> Callable[[object], object]:
    """The getter of all that `==` compares: the kind of a node, and its fields except those of layout."""
    return attrgetter("__class__", *(name for name in kind.__struct_fields__ if name not in _LAYOUT))


class Ident(Node, frozen=True):
    """A name where it is declared or used as a label, with its own span."""

    name: str

    def __str__(self) -> str:
        return self.name


# ---- texts -----------------------------------------------------------------------------------------------------------


class Slot(Node, frozen=True):
    """`{value}`, `{value|form}` or `{value: one thing | several things}` in a text."""

    value: Expr
    form: str | None = None
    plurals: tuple[str, ...] = ()


class Text(Node, frozen=True):
    """A text in quotes (adjacent strings are joined), cut into words and slots."""

    parts: tuple[str | Slot, ...]

    @property
    def slots(self) -> tuple[Slot, ...]:
        return tuple(part for part in self.parts if isinstance(part, Slot))


# ---- expressions -----------------------------------------------------------------------------------------------------


class Name(Node, frozen=True):
    name: str


class Number(Node, frozen=True):
    value: int


class BoolLiteral(Node, frozen=True):
    value: bool


class NoneLiteral(Node, frozen=True):
    pass


class EmptyLiteral(Node, frozen=True):
    pass


class SetLiteral(Node, frozen=True):
    """`{a, b}`"""

    items: tuple[Expr, ...]


class PerEntry(Node, frozen=True):
    key: Expr
    value: Expr


class PerLiteral(Node, frozen=True):
    """`red 1, white 1`: a value for each key, 0 for the others. Also a single pair in a cell, `given` or amendment."""

    entries: tuple[PerEntry, ...]


class ListLiteral(Node, frozen=True):
    """`gray, red`: several members where a set is wanted (a cell, a `given`, a `chooses`)."""

    items: tuple[Expr, ...]


class RangeExpr(Node, frozen=True):
    """`low..high`, both included"""

    low: Expr
    high: Expr


class Field(Node, frozen=True):
    """`base.name`"""

    base: Expr
    name: Ident


class Index(Node, frozen=True):
    """`base[a, b]`"""

    base: Expr
    indices: tuple[Expr, ...]


class Call(Node, frozen=True):
    """`name(a, b)` or `base.name(a, b)`"""

    function: Expr
    arguments: tuple[Expr, ...]


class Unary(Node, frozen=True):
    """operator: `not` or `-`"""

    operator: str
    operand: Expr


class Binary(Node, frozen=True):
    """operator: `and or + - * / mod < <= > >= is`, `is not`, `in`, `not in`"""

    operator: str
    left: Expr
    right: Expr


class OfType(Node, frozen=True):
    """`value of Continent`: the value as a member of that enum, or none; `hand[p] of Action`: cards of that type."""

    value: Expr
    type_name: Ident


class NewCard(Node, frozen=True):
    """`new goblin`, `new child.plum`: one of the cards of that name in the box."""

    path: tuple[Ident, ...]


class Conditional(Node, frozen=True):
    """`if condition then first else second`"""

    condition: Expr
    then: Expr
    otherwise: Expr


class Binder(Node, frozen=True):
    """`x in S` or `x in S from p` (in ring order)"""

    name: Ident
    domain: Expr
    start: Expr | None = None


class Quantifier(Node, frozen=True):
    """kind: `any`, `no`, `all`; binders; `where`; `have` (only with `all`)"""

    kind: str
    binders: tuple[Binder, ...]
    where: Expr | None = None
    have: Expr | None = None


class Pick(Node, frozen=True):
    """kind: `first`, `last`, `the` (a member or none), `those` (a set); best: `most`, `least` or "", with its rank"""

    kind: str
    binder: Binder
    where: Expr | None = None
    best: str = ""
    rank: Expr | None = None


class Total(Node, frozen=True):
    """kind: `count` (no value), `sum`, `most`, `least`"""

    kind: str
    value: Expr | None
    binders: tuple[Binder, ...]
    where: Expr | None = None


Expr = (
    Name
    | Number
    | BoolLiteral
    | NoneLiteral
    | EmptyLiteral
    | SetLiteral
    | PerLiteral
    | ListLiteral
    | RangeExpr
    | Field
    | Index
    | Call
    | Unary
    | Binary
    | OfType
    | NewCard
    | Conditional
    | Quantifier
    | Pick
    | Total
)


class Roll(Node, frozen=True):
    """`roll d6`, `roll 2d6` (dice and sides), `roll 1..d.sides`, `roll Player` (what)"""

    dice: int = 0
    sides: int = 0
    what: Expr | None = None


class DoCall(Node, frozen=True):
    """`do f(x)` as a whole right-hand side"""

    call: Call


# ---- types as written ------------------------------------------------------------------------------------------------


class NamedType(Node, frozen=True):
    """`Int`, `Bool`, a unit, an enum, a table, a map, a card type, `Card`, `Player`"""

    name: str


class RangeType(Node, frozen=True):
    """`0..40`; the bounds are constant expressions"""

    low: Expr
    high: Expr


class OptionalType(Node, frozen=True):
    """`T?`"""

    inner: TypeExpr


class SetType(Node, frozen=True):
    """`set of T`"""

    member: TypeExpr


class PerType(Node, frozen=True):
    """`EUR per Route`"""

    value: TypeExpr
    key: TypeExpr


class PileType(Node, frozen=True):
    """`pile of Action`"""

    card: TypeExpr


class PlaceType(Node, frozen=True):
    """`place for Job`"""

    card: TypeExpr


TypeExpr = NamedType | RangeType | OptionalType | SetType | PerType | PileType | PlaceType
