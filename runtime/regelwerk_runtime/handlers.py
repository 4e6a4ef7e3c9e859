"""The names that emitted modules import, as listed in `engine/primitives.py`."""

# ruff: noqa: F401 - others import these

from __future__ import annotations

from .engine.engine import Engine as Match
from .engine.maps import distance, reach, reach_within
from .engine.nesting import hold, nest, queue, told
from .engine.primitives import DECLINE
from .engine.state import (
    NONE,
    BaseState,
    best,
    bits,
    counted,
    fit,
    forget,
    keep,
    keep_options,
    mask,
    only,
    out_of_fuel,
    paced,
    ring,
    spend,
)
from .engine.zones import (
    begin_anew,
    distinct,
    distinct_of_type,
    elsewhere,
    from_box,
    in_order,
    known_end,
    known_order,
    move,
    move_all,
    move_all_below,
    move_below,
    of_type,
)
from .errors import GameOver
from .tables.game import (
    All,
    Bool,
    CardDef,
    CardRef,
    Enum,
    Frame,
    Game,
    Index,
    Int,
    Key,
    Language,
    Luck,
    Member,
    Nobody,
    Others,
    Owner,
    Point,
    Remembered,
    Sentence,
    SetOf,
    Several,
    Site,
    Stop,
    Var,
    WithCard,
    Words,
    Zone,
)
from .tables.measure import Measure
