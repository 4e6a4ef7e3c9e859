"""Settings of all tests.

Property tests use the same examples on every machine of a continuous integration. The search for garbage, which takes
a third of the time where many trees of syntax are kept, comes rarely.
"""

from __future__ import annotations

import gc
import os
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings
from once import Folder

if TYPE_CHECKING:
    from printed import Press

gc.set_threshold(100_000, 20, 20)
settings.register_profile("ci", derandomize=True, deadline=None)
settings.register_profile("dev", deadline=None)
settings.load_profile("ci" if os.environ.get("CI") else "dev")


def pytest_collection_finish() -> None:
    """What has been imported and collected stays, and need not be searched for garbage."""
    gc.freeze()


def pytest_unconfigure() -> None:
    """At the end all is searched again: some modules tell of their own that is left over."""
    gc.unfreeze()


@pytest.fixture(scope="session", autouse=True)
def _made_once(tmp_path_factory: pytest.TempPathFactory) -> None:
    """What is made once for all processes lies in a folder of the whole run, of which each process has a part."""
    base = tmp_path_factory.getbasetemp()
    Folder.path = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base


@pytest.fixture(scope="session")
def printed() -> Press:
    """What games print."""
    from printed import print_once  # takes a second, and few tests need it

    return print_once
