"""Results of earlier runs as plain data, by the digest or the name of their inputs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class Results:
    """The results of an earlier run, and those that this run has used or added."""

    def __init__(self) -> None:
        self.supply({})

    def supply(self, known: Mapping[str, Any]) -> None:
        """Takes over the results of an earlier run, and empties `used`."""
        self.known, self.used = known, dict[str, Any]()

    def get(self, key: str) -> Any:
        """A result; None if it is not known."""
        found = self.used.get(key)
        if found is None and (found := self.known.get(key)) is not None:
            self.used[key] = found
        return found

    def keep(self, key: str, data: Any) -> None:
        """Adds a result."""
        self.used[key] = data

    @property
    def is_new(self) -> bool:
        """True if this run has added a result."""
        return not self.used.keys() <= self.known.keys()
