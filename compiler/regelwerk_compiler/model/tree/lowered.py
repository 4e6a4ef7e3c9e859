"""Expressions that only lowered code holds: items of a frame, answers, what a draw would take."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..symbols import LocalSymbol
from .node import TNode

if TYPE_CHECKING:
    from .expressions import TExpr
    from .reads import ZoneRef
    from .searches import Loop


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
class DrawnCard(TNode):
    """The card a draw would take, or none"""

    deck: ZoneRef
    refill: ZoneRef | None
