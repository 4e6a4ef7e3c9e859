"""Native builds: the rules of a game as C, together with the engine of the runtime in C."""

from ..driver import CheckResult
from ..lower import lower
from .kinds import NotNativeError
from .module import native_source


def native_build(checked: CheckResult) -> str:
    """The C source of a checked game.

    Raises:
        NotNativeError: the game uses something that a native build does not have.
    """
    assert checked.game is not None
    return native_source(lower(checked.game), checked.source_hash)


__all__ = ["NotNativeError", "native_build"]
