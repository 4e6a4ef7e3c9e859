"""Expressions that read: constants, locals, the state, fields, what a definition or a card answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..symbols import CallableSymbol, LocalSymbol, StateSymbol
from ..types import CardType, MemberType
from .node import TNode

if TYPE_CHECKING:
    from .expressions import TExpr


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
class Count(TNode):
    """How many members an enum has (Player: those who play), or cards of all types there are"""

    what: MemberType | CardType


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
