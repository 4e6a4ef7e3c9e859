"""Effects that begin while others are under way: how many may wait on the stack of frames."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import RuleError
from .state import burn

if TYPE_CHECKING:
    from .engine import Engine

DEEPEST = 1_000
"""So many effects may wait for others to end when one begins that may nest."""


def nest(m: Engine) -> None:
    """Begins an effect that may be under way already.

    Raises:
        RuleError: too many effects wait for others to end, or no fuel is left.
    """
    burn(m.s)
    if len(m.stack) > DEEPEST:
        raise RuleError(f"more than {DEEPEST:_} effects wait for others to end")
