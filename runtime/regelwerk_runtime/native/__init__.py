"""Native builds: games whose rules run as machine code."""

from .engine import NativeEngine, NativeError
from .figures import NativeFigures
from .library import NativeGame

__all__ = ["NativeEngine", "NativeError", "NativeFigures", "NativeGame"]
