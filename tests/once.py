"""Results that one process of a test run computes for all of them, kept in a folder of the run."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

try:
    import fcntl
except ImportError:  # without it, two processes may compute the same result
    fcntl = None  # type: ignore[assignment]

Made = TypeVar("Made")


class Folder:
    """The folder of the results, which `conftest.py` sets; if unset, each process computes its own."""

    path: Path | None = None


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    with path.open("a") as file:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def made_once(name: str, make: Callable[[], Made]) -> Made:
    """The result of `make`, computed by the first process that asks and read by the others."""
    if Folder.path is None:
        return make()
    path = Folder.path / f"{name}.made"
    with _locked(path.with_suffix(".lock")):
        if not path.exists():
            path.write_bytes(pickle.dumps(make()))
    return pickle.loads(path.read_bytes())  # type: ignore[no-any-return]
