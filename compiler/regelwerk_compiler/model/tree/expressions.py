"""Typed expressions: names resolved, every node with its type. The IR's ops are made of them too."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from regelwerk_dsl.source import NO_SPAN, Span

from ..primitive import Primitive
from ..symbols import CallableSymbol, LocalSymbol, StateSymbol
from ..types import ERROR, CardType, MemberType, Type


class TNode(Struct, kw_only=True):
    type: Type = ERROR
    span: Span = NO_SPAN


# ---- reads of constants, locals, the state, fields, and calls --------------------------------------------------------


class Const(TNode):
    """A number, a Bool, a member, none, a set as a mask, a `per` as a tuple; `literal`: written as a bare number."""

    value: int | bool | tuple[int, ...]
    literal: bool = False


class LocalRef(TNode):
    local: LocalSymbol


class StateRead(TNode):
    """One number of the state; the indices are complete (a `per` adds its key as the last one)."""

    var: StateSymbol
    indices: list[TExpr]


class StateRow(TNode):
    """All numbers of a `per` variable at the given indices, as a list."""

    var: StateSymbol
    indices: list[TExpr]


class ZoneRef(TNode):
    """A pile or place as such (its type is PileType or PlaceType): of a variable, given by a parameter, or the box."""

    var: StateSymbol | None  # None: the box, or the pile that `given` is
    indices: list[TExpr]
    given: TExpr | None = None  # a parameter that is a pile; in native builds also an `if` of piles


class PlaceRead(TNode):
    zone: ZoneRef


class PileCards(TNode):
    """The cards of a pile, all or those of a card type (type: PileType)."""

    zone: ZoneRef
    only: CardType | None = None


class Count(TNode):
    """The number of members of an enum (Player: of the players), or of the cards of all types."""

    what: MemberType | CardType


class EnumFieldRead(TNode):
    enum: str
    name: str
    base: TExpr


class CardFieldRead(TNode):
    card_type: str
    name: str
    base: TExpr


class PerRead(TNode):
    """One value of a `per` that is not in the state."""

    base: TExpr
    key: TExpr


class DefineCall(TNode):
    callee: CallableSymbol
    arguments: list[TExpr]


class AbilityRead(TNode):
    """A pure ability of a card, called."""

    card_type: str
    name: str
    base: TExpr
    arguments: list[TExpr]


class BinderValue(TNode):
    """The value of a family's binder for `this`."""

    family: str
    number: int


class InAnyOf(TNode):
    """The test whether a card lies in one of a variable's zones."""

    card: TExpr
    var: StateSymbol


class ZonePosition(TNode):
    """The index of the zone of a variable in which a card lies."""

    card: TExpr
    var: StateSymbol
    dim: int


# ---- operations ------------------------------------------------------------------------------------------------------


class Op(TNode):
    """One row of the table of primitives applied to operands; `fixed`: the row's fixed parameters, in its order."""

    primitive: Primitive
    operands: list[TExpr]
    fixed: tuple[str | int, ...] = ()


class InZone(TNode):
    card: TExpr
    zone: ZoneRef
    any_copy: bool = False


class If(TNode):
    condition: TExpr
    then: TExpr
    otherwise: TExpr


# ---- searches, and the domains that they go through ------------------------------------------------------------------


class Loop(Struct):
    """One binder: a local that runs over a domain; `start`: in ring order from there."""

    local: LocalSymbol
    domain: TDomain
    start: TExpr | None = None


class EnumDomain(Struct):
    enum: str


class RangeDomain(Struct):
    low: TExpr
    high: TExpr


class SetDomain(Struct):
    set: TExpr
    low: int


class CardsDomain(Struct):
    """The cards of a pile."""

    cards: TExpr


class AllCardsDomain(Struct):
    """All copies of a card type, wherever they are."""

    card_type: CardType


TDomain = EnumDomain | RangeDomain | SetDomain | CardsDomain | AllCardsDomain


class Quantify(TNode):
    """kind: `any`, `all`; `no` is Not(any)."""

    kind: str
    loops: list[Loop]
    where: TExpr | None
    have: TExpr | None


class PickOne(TNode):
    """kind: `first`, `last`, `the` (the only one); `rank`: among the members with the greatest rank."""

    kind: str
    loop: Loop
    where: TExpr | None
    rank: TExpr | None = None


class Those(TNode):
    """`rank`: only the members with the greatest rank."""

    loop: Loop
    where: TExpr | None
    low: int
    rank: TExpr | None = None


class Aggregate(TNode):
    """kind: `count`, `sum`, `most`, `least`."""

    kind: str
    value: TExpr | None
    loops: list[Loop]
    where: TExpr | None


# ---- expressions that only lowered code holds ------------------------------------------------------------------------


class MembersOf(TNode):
    """The members of a loop's domain at this moment, as a tuple."""

    loop: Loop


class Answer(TNode):
    """The choice (`part` None), or a part of the option's tuple; with `result`, the result of a call."""

    part: int | None = None
    result: bool = False


class DrawnCard(TNode):
    """The card a draw would take, or none."""

    deck: ZoneRef
    refill: ZoneRef | None
    position: TExpr | None = None  # counted from the top, of a card that is taken unseen
    end: Literal["top", "bottom"] | None = None  # of the pile, of a card that is read and stays


TConst = Const | LocalRef | Count | BinderValue
TState = StateRead | StateRow | ZoneRef | PlaceRead | PileCards | InZone | InAnyOf | ZonePosition
TRead = EnumFieldRead | CardFieldRead | PerRead | DefineCall | AbilityRead
TSearch = Quantify | PickOne | Those | Aggregate
TLowered = MembersOf | Answer | DrawnCard
TExpr = TConst | TState | TRead | Op | If | TSearch | TLowered
