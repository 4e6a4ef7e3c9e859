"""Nodes of the syntax tree: names, texts, expressions, types as written."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..source import NO_SPAN, Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    span: Span = field(default=NO_SPAN, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Ident(Node):
    """A name where it is declared or used as a label, with its own span."""

    name: str

    def __str__(self) -> str:
        return self.name


# ---- texts -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Slot(Node):
    """`{value}`, `{value|form}` or `{value: one thing | several things}` in a text."""

    value: Expr
    form: str | None = None
    plurals: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Text(Node):
    """A text in quotes (adjacent strings are joined), cut into words and slots."""

    parts: tuple[str | Slot, ...]

    @property
    def slots(self) -> tuple[Slot, ...]:
        return tuple(part for part in self.parts if isinstance(part, Slot))


# ---- expressions -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Name(Node):
    name: str


@dataclass(frozen=True, slots=True)
class Number(Node):
    value: int


@dataclass(frozen=True, slots=True)
class BoolLiteral(Node):
    value: bool


@dataclass(frozen=True, slots=True)
class NoneLiteral(Node):
    pass


@dataclass(frozen=True, slots=True)
class EmptyLiteral(Node):
    pass


@dataclass(frozen=True, slots=True)
class SetLiteral(Node):
    """`{a, b}`"""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class PerEntry(Node):
    key: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class PerLiteral(Node):
    """`red 1, white 1`: a value for each key; the rest is 0. Also one bare pair in a cell, `given` or amendment."""

    entries: tuple[PerEntry, ...]


@dataclass(frozen=True, slots=True)
class ListLiteral(Node):
    """`gray, red`: several members where a set is wanted (a cell, a `given`, a `chooses`)."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class RangeExpr(Node):
    """`low..high`, both included"""

    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True)
class Field(Node):
    """`base.name`"""

    base: Expr
    name: Ident


@dataclass(frozen=True, slots=True)
class Index(Node):
    """`base[a, b]`"""

    base: Expr
    indices: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Call(Node):
    """`name(a, b)` or `base.name(a, b)`"""

    function: Expr
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Unary(Node):
    """operator: `not` or `-`"""

    operator: str
    operand: Expr


@dataclass(frozen=True, slots=True)
class Binary(Node):
    """operator: `and or + - * / mod < <= > >= is`, `is not`, `in`, `not in`"""

    operator: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class OfType(Node):
    """`value of Continent`: the value as a member of that enum, or none; `hand[p] of Action`: cards of that type."""

    value: Expr
    type_name: Ident


@dataclass(frozen=True, slots=True)
class NewCard(Node):
    """`new goblin`, `new child.plum`: one of the cards of that name that lie in the box."""

    path: tuple[Ident, ...]


@dataclass(frozen=True, slots=True)
class Conditional(Node):
    """`if condition then first else second`"""

    condition: Expr
    then: Expr
    otherwise: Expr


@dataclass(frozen=True, slots=True)
class Binder(Node):
    """`x in S` or `x in S from p` (in ring order)"""

    name: Ident
    domain: Expr
    start: Expr | None = None


@dataclass(frozen=True, slots=True)
class Quantifier(Node):
    """kind: `any`, `no`, `all`; binders; `where`; `have` (only with `all`)"""

    kind: str
    binders: tuple[Binder, ...]
    where: Expr | None = None
    have: Expr | None = None


@dataclass(frozen=True, slots=True)
class Pick(Node):
    """kind: `first`, `last`, `the` (a member or none), `those` (a set); best: `most`, `least` or "", with its rank"""

    kind: str
    binder: Binder
    where: Expr | None = None
    best: str = ""
    rank: Expr | None = None


@dataclass(frozen=True, slots=True)
class Total(Node):
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


@dataclass(frozen=True, slots=True)
class Roll(Node):
    """`roll d6`, `roll 2d6` (dice and sides), `roll 1..d.sides`, `roll Player` (what)"""

    dice: int = 0
    sides: int = 0
    what: Expr | None = None


@dataclass(frozen=True, slots=True)
class DoCall(Node):
    """`do f(x)` as a whole right-hand side"""

    call: Call


# ---- types as written ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NamedType(Node):
    """`Int`, `Bool`, a unit, an enum, a table, a map, a card type, `Card`, `Player`"""

    name: str


@dataclass(frozen=True, slots=True)
class RangeType(Node):
    """`0..40`; the bounds are constant expressions"""

    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True)
class OptionalType(Node):
    """`T?`"""

    inner: TypeExpr


@dataclass(frozen=True, slots=True)
class SetType(Node):
    """`set of T`"""

    member: TypeExpr


@dataclass(frozen=True, slots=True)
class PerType(Node):
    """`EUR per Route`"""

    value: TypeExpr
    key: TypeExpr


@dataclass(frozen=True, slots=True)
class PileType(Node):
    """`pile of Action`"""

    card: TypeExpr


@dataclass(frozen=True, slots=True)
class PlaceType(Node):
    """`place for Job`"""

    card: TypeExpr


TypeExpr = NamedType | RangeType | OptionalType | SetType | PerType | PileType | PlaceType
