"""Results of earlier runs as plain data, by the digests of what they were made from."""

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

    def get(self, digest: str) -> Any:
        """A result; None if it is not known."""
        found = self.used.get(digest)
        if found is None and (found := self.known.get(digest)) is not None:
            self.used[digest] = found
        return found

    def keep(self, digest: str, data: Any) -> None:
        """Notes a result."""
        self.used[digest] = data

    @property
    def is_new(self) -> bool:
        """Whether this run has found out something."""
        return not self.used.keys() <= self.known.keys()
