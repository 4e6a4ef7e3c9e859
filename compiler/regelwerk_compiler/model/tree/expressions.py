"""Typed expressions: names resolved, every node with its type. Also what the IR's ops are made of."""

from __future__ import annotations

from .lowered import Answer, AsTuple, Blank, Declined, DrawnCard, ItemAt, LengthOf, MembersOf, PutAt
from .operators import (
    Arithmetic,
    CardsAsSet,
    Compare,
    Fit,
    If,
    InRange,
    InSet,
    InZone,
    IsEmpty,
    Logic,
    MapQuery,
    NarrowTo,
    Negate,
    Not,
    ProductMake,
    SetChange,
    SetMake,
    Widen,
)
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
    Neighbour,
    PerRead,
    PileCards,
    PileEnd,
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
