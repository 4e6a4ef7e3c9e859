"""Settings that all tests share.

In continuous integration, property tests use the same examples on every machine. Garbage collection runs rarely,
because it takes a third of the time when many syntax trees are kept. `gc.freeze` is not used: each `collector_paused`
would have to count the frozen objects.
"""

from __future__ import annotations

import gc
import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from once import Folder

if TYPE_CHECKING:
    from printed import Press

gc.set_threshold(100_000, 50, 100)
settings.register_profile("ci", derandomize=True, deadline=None)
settings.register_profile("dev", deadline=None)
settings.load_profile("ci" if os.environ.get("CI") else "dev")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leaves files alone whose tests are all slow, if no slow ones are wanted: to import them takes seconds."""
    if config.option.markexpr != "not slow" or collection_path.suffix != ".py":
        return None
    return "\npytestmark = pytest.mark.slow\n" in collection_path.read_text(encoding="utf-8") or None


@given(st.none())
def _first_property(_: None) -> None:
    """Hypothesis searches all objects of a process before its first property, which is slow once there are many."""


@pytest.fixture(scope="session", autouse=True)
def _made_once(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Sets the folder of shared results: one for the whole run, although each process has its own part of it."""
    base = tmp_path_factory.getbasetemp()
    Folder.path = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    _first_property()


@pytest.fixture(scope="session")
def printed() -> Press:
    """The printed products of the bundled games."""
    from printed import print_once  # the import takes a second, and few tests need it

    return print_once
