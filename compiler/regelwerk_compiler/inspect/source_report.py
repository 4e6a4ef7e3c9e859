"""Report on the statements and open questions of a game's documents: what implements, tests and answers them.

Only declarations that act implement a statement. Scenarios and invariants test one; chapters do neither. An example
that a change amends, or adds without a source of its own, tests what the change cites.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.data.manifest import Question, Statement
from regelwerk_dsl.source import Span

from ..amend.compare import title_of
from ..checked.plain import where
from ..declare.collect import Declarations

if TYPE_CHECKING:
    from ..driver import CheckResult

SILENT = {syn.ChapterDecl: "chapter", syn.ScenarioDecl: "scenario", syn.InvariantDecl: "invariant"}
"""Declarations that do not act, and what kind of citation is theirs; that of all others is `rule`."""


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
    """What becomes of one statement.

    Attributes:
        implemented: the declarations that act on it, of the base, of errata and of variants.
        tested: the scenarios and invariants that cite it.
        not_implemented: why nothing implements it.
    """

    id: str
    kind: str
    gloss: str
    place: str
    documents: tuple[str, ...]
    implemented: tuple[Citation, ...]
    tested: tuple[Citation, ...]
    not_implemented: str

    @property
    def is_settled(self) -> bool:
        """Whether something implements it, or a reason says why nothing does. A question is settled by its answer."""
        return bool(self.implemented or self.not_implemented) or self.kind == "question"


@dataclass(frozen=True, slots=True)
class QuestionReport:
    """How an open question is answered: by the base, and by the variant that takes the other reading.

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
    """What becomes of the statements of a game that has no errors. Empty without a `sources.yaml`."""
    report = SourceReport()
    if checked.statements is None or checked.table is None:
        return report
    cited: dict[str, list[Citation]] = {}
    for ids, citation in _citations(checked.table):
        for id_ in ids:
            if citation not in cited.setdefault(id_, []):
                cited[id_].append(citation)
    for statement in checked.statements.statements:
        report.statements.append(_statement(statement, cited.get(statement.id, [])))
    for question in checked.statements.questions:
        report.questions.append(
            _question(question, cited.get(question.id, []), question.variant in checked.table.changes)
        )
    return report


def _statement(one: Statement, cited: list[Citation]) -> StatementReport:
    implemented, tested = _parted(cited)
    return StatementReport(
        one.id, one.kind, one.gloss, one.place, one.documents, implemented, tested, one.not_implemented
    )


def _question(one: Question, cited: list[Citation], is_there: bool) -> QuestionReport:
    implemented, tested = _parted(cited)
    names = [one.variant] if is_there else []
    names += [citation.by.partition(" ")[2] for citation in implemented if citation.by.startswith("variant ")]
    variants = tuple(dict.fromkeys(names))
    return QuestionReport(one.id, one.gloss, one.base, one.reason, one.variant, is_there, variants, implemented, tested)


def _parted(cited: list[Citation]) -> tuple[tuple[Citation, ...], tuple[Citation, ...]]:
    """What implements, and what tests."""
    implemented = tuple(one for one in cited if one.kind == "rule")
    return implemented, tuple(one for one in cited if one.kind in ("scenario", "invariant"))


# ---- who cites -------------------------------------------------------------------------------------------------------


def _citations(table: Declarations) -> Iterator[tuple[list[str], Citation]]:
    """Every declaration that cites, with the statements: the base as it is now, then what changes hold."""
    inside = [decl.span for decl in table.changes.values()]
    for clause, who, acts in table.cites:
        if not any(_holds(span, clause.span) for span in inside):  # else it is told with its change
            yield _ids(clause), _citation(table, clause, who, acts)
    for change in table.changes.values():
        by = f"{change.kind} {change.name}"
        if change.source is not None and any(map(_acts, change.amendments)):
            yield _ids(change.source), Citation(change.name.name, "rule", where(change.name.span), by)
        for step in change.amendments:
            decl: Any = step.declaration if isinstance(step, syn.AddStmt) else getattr(step, "body", None)
            if isinstance(step, syn.AmendStmt) and step.path[0].name == "scenario":
                yield _ids(change.source), Citation(step.path[1].name, "scenario", where(change.name.span), by)
            elif isinstance(decl, syn.ScenarioDecl):
                yield _ids(decl.source or change.source), Citation(_name_of(decl), "scenario", where(decl.span), by)
            elif isinstance(source := getattr(decl, "source", None), syn.SourceClause):
                yield _ids(source), Citation(_name_of(decl), SILENT.get(type(decl), "rule"), where(decl.span), by)


def _ids(clause: syn.SourceClause | None) -> list[str]:
    return [ident.name for ident in clause.ids] if clause is not None else []


def _holds(whole: Span, part: Span) -> bool:
    return whole.source is part.source and whole.start <= part.start and part.end <= whole.end


def _acts(step: syn.Amendment) -> bool:
    """Whether a step changes more than words and worked examples."""
    match step:
        case syn.AddStmt(declaration):
            return type(declaration) not in SILENT
        case syn.ReplaceStmt(body=body):
            return type(body) not in SILENT
        case syn.RemoveStmt(title=title) if title is not None:
            return False
        case _:
            return step.path[0].name not in ("chapter", "scenario")


def _name_of(decl: Any) -> str:
    if isinstance(decl, syn.InvariantDecl):
        return title_of(decl.title)
    name = getattr(decl, "name", None) or getattr(decl, "card_type", None)
    return str(name) if name is not None else decl.span.text.split(maxsplit=1)[0].rstrip(":")


def _citation(table: Declarations, clause: syn.SourceClause, who: str, acts: bool) -> Citation:
    """The declaration of the base that holds a `source` line."""
    for invariant in table.invariants:
        if invariant.source is clause:
            return Citation(title_of(invariant.title), "invariant", where(invariant.span))
    if who == "invariant":  # a change has removed it
        return Citation(who, who, where(clause.span))
    for cards in table.tables:
        if cards.source is clause:
            return Citation(f"cards {who}", "rule", where(cards.span))
    scenario = table.scenarios.get(who)
    word = "scenario" if scenario is not None and scenario.source is clause else "chapter"
    keys = (who, f"card.{who}") if acts else (f"{word}.{who}",)
    spans = [table.spans[key] for key in keys if key in table.spans]
    above = [span for span in spans if span.source is clause.span.source and span.start <= clause.span.start]
    return Citation(who, "rule" if acts else word, where(max(above, key=lambda span: span.start, default=clause.span)))
