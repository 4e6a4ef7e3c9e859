"""Searches over members or cards (`any`, `first`, `those`, `sum` ...) and the domains that they iterate over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..symbols import LocalSymbol
from ..types import CardType
from .node import TNode

if TYPE_CHECKING:
    from .expressions import TExpr


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
