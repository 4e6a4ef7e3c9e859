"""Narrowing: the names that a condition shows not to be none when it holds, or when it fails."""

from __future__ import annotations

from ..model import tree
from ..model.types import NoneType, OptionalType
from ..primitives import table as prim
from .scope import Path, path_of


def facts(condition: tree.TExpr, holds: bool) -> frozenset[Path]:
    """The paths known to be present once the condition holds (or fails)."""
    match condition:
        case tree.Op(prim.EQUAL | prim.NOT_EQUAL as row, [value, tree.Const(type=NoneType())]):
            path = path_of(value)
            if path is not None and (row is prim.NOT_EQUAL) is holds:
                return frozenset((path,))
            return frozenset()
        case tree.Op(prim.EQUAL, [left, right]) if holds:
            # equal to something present is present
            found: set[Path] = set()
            for one, other in ((left, right), (right, left)):
                path = path_of(one)
                if path is not None and not isinstance(other.type, OptionalType | NoneType):
                    found.add(path)
            return frozenset(found)
        case tree.Op(prim.NOT, [operand]):
            return facts(operand, not holds)
        case tree.Op(prim.AND | prim.OR as row, operands):
            every = [facts(operand, holds) for operand in operands]
            if (row is prim.AND) is holds:
                return frozenset().union(*every)
            return frozenset.intersection(*every)
        case _:
            return frozenset()


def known_by(where: tree.TExpr | None) -> frozenset[Path]:
    """The paths known to be present under a condition, which may be missing."""
    return facts(where, True) if where is not None else frozenset()
