"""Marks and data for tests of features that only POSIX systems have: owners, modes, links, pipes and signals."""

from __future__ import annotations

import os
import pickle

import pytest

# Windows has none of these, so there is nothing to test there; the tests run on every other system.
POSIX = pytest.mark.skipif(os.name != "posix", reason="Windows has no POSIX owners, modes, links, pipes and signals")


class Burst:
    """An object that fails the test when it is unpickled."""

    def __reduce__(self) -> tuple[object, ...]:
        return pytest.fail, ("something was unpickled",)


BURST = pickle.dumps(Burst())
