"""Report on the statements and open questions of a game's documents: what implements, tests and answers them.

Only declarations that act implement a statement. Scenarios and invariants test one; chapters do neither. An example
that a change amends, or adds without a source of its own, tests what the change cites.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..declare import citations

if TYPE_CHECKING:
    from ..driver import CheckResult


@dataclass(frozen=True, slots=True)
class Citation:
    """A declaration that cites a statement.

    Attributes:
        name: of the declaration.
        kind: `scenario`, `invariant`, `chapter`, or `rule` for all that acts.
        where: `file:line`.
        by: the erratum or variant that it belongs to; "" in the base.
    """

    name: str
    kind: str
    where: str
    by: str = ""


@dataclass(frozen=True, slots=True)
class StatementReport:
    """The uses of one statement.

    Attributes:
        implemented: the declarations that act on it, of the base, of errata and of variants.
        tested: the scenarios and invariants that cite it.
        not_implemented: why nothing implements it.
        in_variants_only: whether only variants implement it.
    """

    id: str
    kind: str
    gloss: str
    place: str
    documents: tuple[str, ...]
    implemented: tuple[Citation, ...]
    tested: tuple[Citation, ...]
    not_implemented: str
    in_variants_only: bool

    @property
    def is_settled(self) -> bool:
        """True if something implements it, or a reason is given why nothing does. An answer settles a question."""
        return bool(self.implemented or self.not_implemented) or self.kind == "question"


@dataclass(frozen=True, slots=True)
class QuestionReport:
    """The answers to an open question: by the base, and by the variant that takes the other reading.

    Attributes:
        base: what the base rules do.
        reason: why, and what the other reading is.
        variant: the variant that takes it according to `sources.yaml`, "" without one.
        is_there: whether the game has that variant.
        variants: all variants that take another reading: that one, and those that cite the question.
    """

    id: str
    gloss: str
    base: str
    reason: str
    variant: str
    is_there: bool
    variants: tuple[str, ...]
    implemented: tuple[Citation, ...]
    tested: tuple[Citation, ...]


@dataclass(slots=True)
class SourceReport:
    """All statements and questions in the order of `sources.yaml`."""

    statements: list[StatementReport] = field(default_factory=list)
    questions: list[QuestionReport] = field(default_factory=list)

    @property
    def missing(self) -> list[str]:
        """Statements with neither an implementation nor a reason."""
        return [one.id for one in self.statements if not one.is_settled]


def report_sources(checked: CheckResult) -> SourceReport:
    """The uses of the statements of a game that has no errors. Empty without a `sources.yaml`."""
    report = SourceReport()
    if checked.statements is None or checked.table is None or checked.graph is None or checked.game is None:
        return report
    graph = checked.graph
    for one in checked.statements.statements:
        found = graph.citing(one.id)
        acting = [cited.change for cited in found if cited.kind == "rule"]
        in_variants = bool(acting) and all(change is not None and change.kind == "variant" for change in acting)
        brief = (one.id, one.kind, one.gloss, one.place, one.documents)
        report.statements.append(StatementReport(*brief, *_parted(found), one.not_implemented, in_variants))
    for asked in checked.statements.questions:
        found = graph.citing(asked.id)
        implemented, tested = _parted(found)
        is_there = asked.variant in checked.table.changes
        names = [asked.variant] if is_there else []
        acting = [one.change for one in found if one.kind == "rule"]
        names += [change.name.name for change in acting if change is not None and change.kind == "variant"]
        variants = tuple(dict.fromkeys(names))
        report.questions.append(
            QuestionReport(
                asked.id,
                asked.gloss,
                asked.base,
                asked.reason,
                asked.variant,
                is_there,
                variants,
                implemented,
                tested,
            )
        )
    return report


def _parted(cited: Iterable[citations.Citation]) -> tuple[tuple[Citation, ...], tuple[Citation, ...]]:
    """The citations that implement, and those that test."""
    found = dict.fromkeys(
        Citation(one.name, one.kind, one.span.where, f"{one.change.kind} {one.change.name}" if one.change else "")
        for one in cited
    )
    implemented = tuple(one for one in found if one.kind == "rule")
    return implemented, tuple(one for one in found if one.kind in ("scenario", "invariant"))
