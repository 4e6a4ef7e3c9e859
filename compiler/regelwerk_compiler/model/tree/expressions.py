"""Typed expressions: names resolved, every node with its type. Also what the IR's ops are made of."""

from __future__ import annotations

from .lowered import Answer, DrawnCard, MembersOf
from .operators import If, InZone, Op
from .reads import (
    AbilityRead,
    BinderValue,
    CardFieldRead,
    Const,
    Count,
    DefineCall,
    EnumFieldRead,
    InAnyOf,
    LocalRef,
    PerRead,
    PileCards,
    PlaceRead,
    StateRead,
    StateRow,
    ZonePosition,
    ZoneRef,
)
from .searches import Aggregate, PickOne, Quantify, Those

TExpr = (
    Const
    | LocalRef
    | StateRead
    | StateRow
    | ZoneRef
    | PlaceRead
    | PileCards
    | Count
    | EnumFieldRead
    | CardFieldRead
    | PerRead
    | DefineCall
    | AbilityRead
    | BinderValue
    | Op
    | InZone
    | InAnyOf
    | ZonePosition
    | If
    | Quantify
    | PickOne
    | Those
    | Aggregate
    | MembersOf
    | Answer
    | DrawnCard
)
