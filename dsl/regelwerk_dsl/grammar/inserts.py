"""Syntax of what a chapter shows, such as `{{ picture board of setup for 3: market }}`."""

from __future__ import annotations

import re
from dataclasses import dataclass

# `{{ table Good }}`, `{{ table Good: price, weight }}`, `{{ scenario sale }}`, `{{ picture board }}`
INSERT = re.compile(r"\{\{\s*(?P<kind>\w*)\s*(?P<name>[^{}:]*?)\s*(?::\s*(?P<columns>[^{}]*?)\s*)?\}\}")
_PICTURE = re.compile(
    r"(?P<drawing>\w+)"
    r"(?:\s+of\s+(?:(?P<setup>setup)(?:\s+for\s+(?P<players>\d+))?|(?P<scenario>\w+)))?"
)


@dataclass(frozen=True, slots=True)
class PictureName:
    """What stands behind `picture`.

    Attributes:
        drawing: the name of a board or part.
        setup: it is shown as it is set up, for so many players; 0 where they are not said.
        scenario: it is shown as it stands at the end of a scenario; "" for none.
    """

    drawing: str
    setup: int | None = None
    scenario: str = ""

    @property
    def of(self) -> str:
        """What position it shows, as text; "" for none."""
        return self.scenario if self.setup is None else f"setup {self.setup}"


def read_picture_name(name: str) -> PictureName | None:
    """`board`, `board of setup`, `board of setup for 3`, `board of sale`; None where it is none of these."""
    found = _PICTURE.fullmatch(name)
    if found is None:
        return None
    setup = int(found["players"] or 0) if found["setup"] else None
    return PictureName(found["drawing"], setup, found["scenario"] or "")
