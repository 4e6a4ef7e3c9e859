"""Operations: primitives, membership of a zone, `if`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..primitive import Primitive
from .node import TNode

if TYPE_CHECKING:
    from .expressions import TExpr
    from .reads import ZoneRef


@dataclass(slots=True)
class Op(TNode):
    """One row of the table of primitives applied to operands; `fixed`: the row's fixed parameters, in its order"""

    primitive: Primitive
    operands: list[TExpr]
    fixed: tuple[str | int, ...] = ()


@dataclass(slots=True)
class InZone(TNode):
    card: TExpr
    zone: ZoneRef
    any_copy: bool = False


@dataclass(slots=True)
class If(TNode):
    condition: TExpr
    then: TExpr
    otherwise: TExpr
