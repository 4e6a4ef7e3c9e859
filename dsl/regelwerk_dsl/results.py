"""Results of earlier runs as plain data, by the digest, or the name, of what they were made from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class Results:
    """What an earlier run has found out, and what this one has used of it and found out itself."""

    def __init__(self) -> None:
        self.supply({})

    def supply(self, known: Mapping[str, Any]) -> None:
        """Takes over what an earlier run has kept; `used` begins anew."""
        self.known, self.used = known, dict[str, Any]()

    def get(self, key: str) -> Any:
        """A result; None if it is not known."""
        found = self.used.get(key)
        if found is None and (found := self.known.get(key)) is not None:
            self.used[key] = found
        return found

    def keep(self, key: str, data: Any) -> None:
        """Notes a result."""
        self.used[key] = data

    @property
    def is_new(self) -> bool:
        """Whether this run has found out something."""
        return not self.used.keys() <= self.known.keys()
