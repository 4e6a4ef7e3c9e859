"""Copies of `per` values: lists while code runs, tuples in frames; code that may change one works on its own copy."""

from __future__ import annotations

from collections.abc import Iterable

from ..model import tree
from ..model.symbols import LocalSymbol
from ..model.types import PerType
from ..primitives import table as prim


def own_parameters(params: list[LocalSymbol], *, pure: bool) -> tree.TBlock:
    """What a function does first: it copies the `per` parameters that it, or the state under it, may change."""
    found: tree.TBlock = []
    for local in params:
        if isinstance(local.type, PerType) and (local.assigned or not pure):
            local.assigned = True
            found.append(copy_of(local))
    return found


def keep_as_tuples(frame: Iterable[LocalSymbol]) -> None:
    """Marks the `per` locals of code that waits: in its frame they lie as tuples."""
    for local in frame:
        if isinstance(local.type, PerType):
            local.assigned = True


def copy_of(local: LocalSymbol) -> tree.SetLocal:
    """The local gets a list of its own with the same numbers."""
    return tree.SetLocal(local, tree.LocalRef(local, type=local.type, span=local.span), span=local.span)


def as_tuples(values: list[tree.TExpr]) -> list[tree.TExpr]:
    """Values that go into another frame."""
    return [as_tuple(value) for value in values]


def as_tuple(value: tree.TExpr) -> tree.TExpr:
    """A value that goes into a frame: many numbers as a tuple, anything else as it is."""
    if isinstance(value.type, PerType) and not isinstance(value, tree.Const):
        return tree.Op(prim.AS_TUPLE, [value], type=value.type, span=value.span)
    return value
