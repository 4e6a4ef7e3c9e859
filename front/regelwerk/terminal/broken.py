"""Warnings of hints that break, on which bots do not stop."""

from __future__ import annotations

from collections.abc import Iterator

from regelwerk_runtime.bots.broken_hints import Broken


def hint_warnings(broken: Broken, moment: str = "at choice {}") -> Iterator[str]:
    """One line for each hint; `moment` has a gap for the number of the choice."""
    for (place, kind), error in broken.items():
        when = moment.format(error.decision + 1)
        yield f"warning: `bots {kind}` breaks {when}: {error.message} ({place}); bots go on without it"
