"""Expressions that only lowered code holds: members of a domain, answers, what a draw would take."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .node import TNode

if TYPE_CHECKING:
    from .reads import ZoneRef
    from .searches import Loop


@dataclass(slots=True)
class MembersOf(TNode):
    """The members of a loop's domain at this moment, as a tuple"""

    loop: Loop


@dataclass(slots=True)
class Answer(TNode):
    """What was chosen: itself (`part` None) or a part of the option's tuple; with `result` what a call answered"""

    part: int | None = None
    result: bool = False


@dataclass(slots=True)
class DrawnCard(TNode):
    """The card a draw would take, or none"""

    deck: ZoneRef
    refill: ZoneRef | None
