"""What a condition tells about presence: the names that are not none when it holds, or when it fails."""

from __future__ import annotations

from ..model import tree
from ..model.types import NoneType, OptionalType
from .scope import Path, path_of


def facts(condition: tree.TExpr, holds: bool) -> frozenset[Path]:
    """The paths known to be present once the condition holds (or fails)."""
    match condition:
        case tree.Compare(operator, value, tree.Const(type=NoneType())):
            path = path_of(value)
            if path is not None and (operator == "!=") is holds:
                return frozenset((path,))
            return frozenset()
        case tree.Compare("==", left, right) if holds:
            # equal to something present is present
            found: set[Path] = set()
            for one, other in ((left, right), (right, left)):
                path = path_of(one)
                if path is not None and not isinstance(other.type, OptionalType | NoneType):
                    found.add(path)
            return frozenset(found)
        case tree.Not(operand):
            return facts(operand, not holds)
        case tree.Logic(operator, operands):
            every = [facts(operand, holds) for operand in operands]
            if (operator == "and") is holds:
                return frozenset().union(*every)
            return frozenset.intersection(*every)
        case _:
            return frozenset()
