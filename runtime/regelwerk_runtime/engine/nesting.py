"""Effects that begin while others are running, and events that wait on the stack of frames for their end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import RuleError
from .state import out_of_fuel

if TYPE_CHECKING:
    from ..tables.game import Frame
    from .engine import Engine

DEEPEST = 1_000
"""Most frames on the stack when an effect begins that may nest."""


def nest(m: Engine) -> None:
    """Begins an effect that may be running already.

    Raises:
        RuleError: too many effects are waiting, or no fuel is left.
    """
    _burn(m)
    if len(m.stack) > DEEPEST:
        raise RuleError(f"more than {DEEPEST:_} effects wait for others to end")


def hold(m: Engine, queue: int) -> None:
    """Begins an effect at whose end queued events are handled, unless they already wait for the end of another one.

    A frame of the point `queue` is then below it; the events are put above that frame.
    """
    if (queue,) not in m.stack:
        m.push((queue,))


def queue(m: Engine, queue: int, event: Frame) -> None:
    """Queues an event after those already waiting.

    Raises:
        RuleError: no fuel is left.
    """
    _burn(m)
    m.stack.insert(m.stack.index((queue,)) + 1, event)


def _burn(m: Engine) -> None:
    m.s.fuel -= 1
    if m.s.fuel < 0:
        out_of_fuel()


def told(m: Engine, f: Frame) -> None:
    """Runs when all queued events have been handled."""
