"""Marks and data of tests about what only POSIX systems have: owners, modes, links, pipes and signals."""

from __future__ import annotations

import os
import pickle

import pytest

# Windows has none of these, so there is nothing to test there; every other system runs all of them.
POSIX = pytest.mark.skipif(os.name != "posix", reason="Windows has no POSIX owners, modes, links, pipes and signals")


class Burst:
    """What fails the test when it is unpickled."""

    def __reduce__(self) -> tuple[object, ...]:
        return pytest.fail, ("something was unpickled",)


BURST = pickle.dumps(Burst())
