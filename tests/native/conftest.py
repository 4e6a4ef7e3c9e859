"""A search path on which helpers beside the tests, above, and beside the compiler tests can be imported."""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parent / "compiler")]
