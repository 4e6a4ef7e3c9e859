"""Typed expressions: names resolved, every node with its type. Also what the IR's ops are made of."""

from __future__ import annotations

from dataclasses import dataclass, field

from regelwerk_dsl.source import NO_SPAN, Span

from ..symbols import CallableSymbol, LocalSymbol, StateSymbol
from ..types import ERROR, CardType, MemberType, Type


@dataclass(slots=True, kw_only=True)
class TNode:
    type: Type = ERROR
    span: Span = field(default=NO_SPAN, repr=False)


# ---- expressions -----------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Const(TNode):
    """A number, a Bool, a member, none, a set as a mask, a `per` as a tuple; `literal`: written as a bare number"""

    value: int | bool | tuple[int, ...]
    literal: bool = False


@dataclass(slots=True)
class LocalRef(TNode):
    local: LocalSymbol


@dataclass(slots=True)
class StateRead(TNode):
    """One number of the state; the indices are complete (a `per` adds its key as the last one)"""

    var: StateSymbol
    indices: list[TExpr]


@dataclass(slots=True)
class StateRow(TNode):
    """All numbers of a `per` variable at the given indices, as a list"""

    var: StateSymbol
    indices: list[TExpr]


@dataclass(slots=True)
class ZoneRef(TNode):
    """A pile or place as such (its type is PileType or PlaceType)"""

    var: StateSymbol | None  # None: the box
    indices: list[TExpr]


@dataclass(slots=True)
class PlaceRead(TNode):
    zone: ZoneRef


@dataclass(slots=True)
class PileCards(TNode):
    """The cards of a pile, all or those of a card type (type: PileType)"""

    zone: ZoneRef
    only: CardType | None = None


@dataclass(slots=True)
class PileEnd(TNode):
    """end: `top` or `bottom`: a card or none"""

    cards: PileCards
    end: str


@dataclass(slots=True)
class Count(TNode):
    """How many: of PileCards, a set, or an enum's members (Player: those who play)"""

    what: TExpr | MemberType | CardType


@dataclass(slots=True)
class EnumFieldRead(TNode):
    enum: str
    name: str
    base: TExpr


@dataclass(slots=True)
class CardFieldRead(TNode):
    card_type: str
    name: str
    base: TExpr


@dataclass(slots=True)
class PerRead(TNode):
    """One value of a `per` that is not in the state"""

    base: TExpr
    key: TExpr


@dataclass(slots=True)
class Neighbour(TNode):
    """`.next` or `.previous` in declared order; players in a ring"""

    base: TExpr
    step: int


@dataclass(slots=True)
class DefineCall(TNode):
    callee: CallableSymbol
    arguments: list[TExpr]


@dataclass(slots=True)
class AbilityRead(TNode):
    """A pure ability of a card, called"""

    card_type: str
    name: str
    base: TExpr
    arguments: list[TExpr]


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


@dataclass(slots=True)
class Loop:
    """One binder: a local that runs over a domain; `start`: in ring order from there"""

    local: LocalSymbol
    domain: TDomain
    start: TExpr | None = None


@dataclass(slots=True)
class EnumDomain:
    enum: str


@dataclass(slots=True)
class RangeDomain:
    low: TExpr
    high: TExpr


@dataclass(slots=True)
class SetDomain:
    set: TExpr
    low: int


@dataclass(slots=True)
class CardsDomain:
    """The cards of a pile"""

    cards: TExpr


@dataclass(slots=True)
class AllCardsDomain:
    """All copies of a card type, wherever they are"""

    card_type: CardType


TDomain = EnumDomain | RangeDomain | SetDomain | CardsDomain | AllCardsDomain


@dataclass(slots=True)
class Quantify(TNode):
    """kind: `any`, `all`; `no` is Not(any)"""

    kind: str
    loops: list[Loop]
    where: TExpr | None
    have: TExpr | None


@dataclass(slots=True)
class PickOne(TNode):
    """kind: `first`, `last`"""

    kind: str
    loop: Loop
    where: TExpr | None


@dataclass(slots=True)
class Those(TNode):
    loop: Loop
    where: TExpr | None
    low: int


@dataclass(slots=True)
class Aggregate(TNode):
    """kind: `count`, `sum`, `most`, `least`"""

    kind: str
    value: TExpr | None
    loop: Loop
    where: TExpr | None


# ---- what only lowered code holds ------------------------------------------------------------------------------------


@dataclass(slots=True)
class MembersOf(TNode):
    """The members of a loop's domain at this moment, as a tuple"""

    loop: Loop


@dataclass(slots=True)
class ItemAt(TNode):
    """One item of a tuple in a local, at a position"""

    items: LocalSymbol
    position: TExpr


@dataclass(slots=True)
class LengthOf(TNode):
    items: LocalSymbol


@dataclass(slots=True)
class PutAt(TNode):
    """A tuple in a local with one item replaced"""

    items: LocalSymbol
    position: TExpr
    value: TExpr


@dataclass(slots=True)
class AsTuple(TNode):
    """The numbers of a `per` as they lie in a frame"""

    value: TExpr


@dataclass(slots=True)
class Blank(TNode):
    """A tuple of zeros, one a player"""


@dataclass(slots=True)
class Answer(TNode):
    """What was chosen: itself (`part` None) or a part of the option's tuple; with `result` what a call answered"""

    part: int | None = None
    result: bool = False


@dataclass(slots=True)
class Declined(TNode):
    """Whether the answer was no"""


@dataclass(slots=True)
class BinderValue(TNode):
    """The value of a family's binder for `this`"""

    family: str
    number: int


@dataclass(slots=True)
class InAnyOf(TNode):
    """Whether a card lies in one of a variable's zones"""

    card: TExpr
    var: StateSymbol


@dataclass(slots=True)
class ZonePosition(TNode):
    """Which index of a variable's zones a card lies at"""

    card: TExpr
    var: StateSymbol
    dim: int


@dataclass(slots=True)
class DrawnCard(TNode):
    """The card a draw would take, or none"""

    deck: ZoneRef
    refill: ZoneRef | None


TExpr = (
    Const
    | LocalRef
    | StateRead
    | StateRow
    | ZoneRef
    | PlaceRead
    | PileCards
    | PileEnd
    | Count
    | EnumFieldRead
    | CardFieldRead
    | PerRead
    | Neighbour
    | DefineCall
    | AbilityRead
    | ProductMake
    | MapQuery
    | Widen
    | NarrowTo
    | Fit
    | Not
    | Negate
    | Logic
    | Arithmetic
    | Compare
    | InSet
    | InRange
    | InZone
    | IsEmpty
    | SetMake
    | SetChange
    | CardsAsSet
    | If
    | Quantify
    | PickOne
    | Those
    | Aggregate
    | MembersOf
    | ItemAt
    | LengthOf
    | PutAt
    | AsTuple
    | Blank
    | Answer
    | Declined
    | BinderValue
    | InAnyOf
    | ZonePosition
    | DrawnCard
)
