"""History of the changes of a game: every step of each changed thing, by its full name."""

from __future__ import annotations

from dataclasses import dataclass, field

from regelwerk_dsl.source import Span

from ..declare.collect import Key
from .compare import Written
from .select import Chosen


@dataclass(frozen=True, slots=True)
class Change:
    """One step in the history of a thing: which change, where, from what to what, and why.

    Attributes:
        by: kind and name of the change: `erratum risk_205`.
        title: its title, "" without one.
        span: where the step stands.
        old, new: in the author's words.
        cites: the source statements of the change.
        old_span: where the old value stands.
        expects: the old value as written, None where there is none to compare.
    """

    by: str
    title: str
    span: Span
    old: str
    new: str
    cites: tuple[str, ...]
    old_span: Span
    expects: Written = None


@dataclass(slots=True)
class History:
    """What was changed, by the full name of the thing.

    Attributes:
        changes: the steps by key, in the order in which they apply.
        applied: the changes that apply, in order.
        scenarios: names of the worked examples that variants have put there or changed.
    """

    changes: dict[Key, list[Change]] = field(default_factory=dict)
    applied: list[Chosen] = field(default_factory=list)
    scenarios: set[str] = field(default_factory=set)

    def of(self, *key: str) -> list[Change]:
        """The steps of exactly this thing."""
        return self.changes.get(key, [])

    def steps(self, *key: str) -> list[tuple[Key, Change]]:
        """The steps of a thing, of all that is in it, and of its family where they reach it; as they apply."""
        found: dict[tuple[Span, Key], tuple[Key, Change]] = {}
        for name, changes in self.changes.items():
            if name[: len(key)] == key:
                found.update({(change.span, name): (name, change) for change in changes})
        if len(key) > 2:
            family = (key[0], key[-1])
            known = {span for span, _ in found}
            found.update({(one.span, family): (family, one) for one in self.of(*family) if one.span not in known})
        order = [f"{one.decl.kind} {one.decl.name}" for one in self.applied]
        return sorted(found.values(), key=lambda step: (order.index(step[1].by), step[1].span.start))

    def origin(self, span: Span) -> Chosen | None:
        """The change that a piece of source belongs to; None where it is of the base."""
        for one in self.applied:
            whole = one.decl.span
            if whole.source is span.source and whole.start <= span.start and span.end <= whole.end:
                return one
        return None
