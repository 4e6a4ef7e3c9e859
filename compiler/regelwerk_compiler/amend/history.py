"""History of the changes of a game: every step of each changed thing, by its full name."""

from __future__ import annotations

from dataclasses import dataclass, field

from regelwerk_dsl.source import Span

from ..declare.collect import Key
from ..model.symbols import cites_of
from .compare import Written, title_of
from .select import Chosen


@dataclass(frozen=True, slots=True)
class Change:
    """One step in the history of a thing: which change, where, from what to what, and why.

    Attributes:
        chosen: the change.
        span: where the step stands.
        old, new: in the author's words.
        old_span: where the old value stands.
        expects: the old value as written, None where there is none to compare.
    """

    chosen: Chosen
    span: Span
    old: str
    new: str
    old_span: Span
    expects: Written = None

    @property
    def by(self) -> str:
        """Kind and name of the change: `erratum risk_205`."""
        return self.chosen.by

    @property
    def title(self) -> str:
        """The title of the change, "" without one."""
        return title_of(self.chosen.decl.title) if self.chosen.decl.title else ""

    @property
    def cites(self) -> tuple[str, ...]:
        """The source statements of the change."""
        return cites_of(self.chosen.decl.source)


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

    @property
    def latest(self) -> tuple[str, ...]:
        """The names of the changes that apply, the last first."""
        return tuple(one.decl.name.name for one in reversed(self.applied))

    def of(self, *key: str) -> list[Change]:
        """The steps of exactly this thing."""
        return self.changes.get(key, [])

    def origin(self, span: Span) -> Chosen | None:
        """The change that a piece of source belongs to; None where it is of the base."""
        for one in self.applied:
            whole = one.decl.span
            if whole.source is span.source and whole.start <= span.start and span.end <= whole.end:
                return one
        return None
