"""The commands by name, in the order in which `--help` lists them; each is a function in a file of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .build import build
from .check import check
from .diff import diff
from .explain import explain
from .fmt import fmt
from .new import new
from .play import play
from .replay import replay
from .run import run
from .sources import sources
from .test import test
from .try_ import try_card

COMMANDS: dict[str, Callable[..., Any]] = {
    "check": check,
    "fmt": fmt,
    "build": build,
    "run": run,
    "replay": replay,
    "test": test,
    "explain": explain,
    "diff": diff,
    "sources": sources,
    "try": try_card,
    "play": play,
    "new": new,
}
