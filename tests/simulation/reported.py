"""Types of the reports that tests share."""

from __future__ import annotations

from collections.abc import Callable

from regelwerk_simulation.report.page import Page
from regelwerk_simulation.report.wording import Wording

Reported = tuple[Page, Wording]
Report = Callable[..., Reported]
"""Makes the page of some simulations."""

Drawn = dict[tuple[str, Wording, str], bytes]
"""Charts as files, by their subject, the words of their axes, and the format."""
