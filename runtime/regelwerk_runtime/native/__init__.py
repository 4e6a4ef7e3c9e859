"""Native builds: games whose rules run as machine code."""

from .engine import NativeEngine, NativeError, OtherRulesError
from .figures import Figures
from .library import NativeGame
from .marks import NativeMarks

__all__ = ["Figures", "NativeEngine", "NativeError", "NativeGame", "NativeMarks", "OtherRulesError"]
