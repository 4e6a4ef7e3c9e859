"""Settings of all tests.

Property tests use the same examples on every machine of a continuous integration. The search for garbage, which takes
a third of the time where many trees of syntax are kept, comes rarely.
"""

from __future__ import annotations

import gc
import os

from hypothesis import settings

gc.set_threshold(100_000, 20, 20)
settings.register_profile("ci", derandomize=True, deadline=None)
settings.register_profile("dev", deadline=None)
settings.load_profile("ci" if os.environ.get("CI") else "dev")
