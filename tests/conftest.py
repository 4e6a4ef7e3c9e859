"""Settings of all tests.

Property tests use the same examples on every machine of a continuous integration. The search for garbage, which takes
a third of the time where many trees of syntax are kept, comes rarely. Nothing is set apart from it by `gc.freeze`: each
use of `collector_paused` would count what is.
"""

from __future__ import annotations

import gc
import os
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


@given(st.none())
def _first_property(_: None) -> None:
    """Hypothesis searches all objects of a process for its first property, which takes seconds where there are many."""


@pytest.fixture(scope="session", autouse=True)
def _made_once(tmp_path_factory: pytest.TempPathFactory) -> None:
    """What is made once for all processes lies in a folder of the whole run, of which each process has a part."""
    base = tmp_path_factory.getbasetemp()
    Folder.path = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    _first_property()


@pytest.fixture(scope="session")
def printed() -> Press:
    """What games print."""
    from printed import print_once  # takes a second, and few tests need it

    return print_once
