"""Tests of the documents of ITC: statements are implemented or omitted for a reason, questions have two readings."""

from __future__ import annotations

import all_games
import pytest
from regelwerk_compiler.driver import CheckResult
from regelwerk_compiler.inspect.source_report import QuestionReport, SourceReport, report_sources
from regelwerk_dsl import syntax as syn
from regelwerk_dsl.syntax.nodes import walk

ITC = all_games.CARDS / "itc"
KINDS = {"rule", "component", "advice", "question"}


@pytest.fixture(scope="module")
def checked() -> CheckResult:
    return all_games.checked(ITC)


@pytest.fixture(scope="module")
def report(checked: CheckResult) -> SourceReport:
    return report_sources(checked)


def test_every_statement_is_listed(report: SourceReport) -> None:
    assert [one.id for one in report.statements] == [f"R{number}" for number in range(1, 206)]
    assert [one.id for one in report.questions] == [f"C{number}" for number in range(1, 52)]
    assert {one.kind for one in report.statements} <= KINDS


def test_every_statement_is_implemented_or_omitted_for_a_reason(report: SourceReport) -> None:
    assert report.missing == []
    assert [one.id for one in report.statements if one.implemented and one.not_implemented] == []
    assert all(one.kind != "rule" or one.implemented for one in report.statements)


def test_house_rules_are_only_in_variants(report: SourceReport) -> None:
    house = {one.id: {cited.by for cited in one.implemented} for one in report.statements if one.id in ("R204", "R205")}
    assert house == {"R204": {"variant local_attacks"}, "R205": {"variant local_no_profit"}}
    assert {one.id for one in report.statements if one.in_variants_only} == {"R204", "R205"}


def test_only_rules_implement_statements_and_cite_few(checked: CheckResult, report: SourceReport) -> None:
    assert checked.table is not None
    silent = [*checked.table.scenarios.values(), *checked.table.chapters.values()]
    places = {decl.name.span.where for decl in silent} | {decl.span.where for decl in checked.table.invariants}
    assert not [one.id for one in report.statements for cited in one.implemented if cited.where in places]
    clauses = [citation.clause for citation in checked.table.citations if citation.kind == "rule"]
    clauses += [node for change in checked.table.changes.values() for node in _sources(change)]
    assert max(len(clause.ids) for clause in clauses) <= 5


def _sources(change: syn.ChangeDecl) -> list[syn.SourceClause]:
    return [node for node in walk(change) if isinstance(node, syn.SourceClause)]


def test_the_other_reading_is_a_variant_that_an_example_shows(report: SourceReport) -> None:
    def shown(question: QuestionReport) -> bool:
        return any(cited.by == f"variant {question.variant}" for cited in question.tested)

    assert [one.id for one in report.questions if one.variant and not (one.is_there and shown(one))] == []


def test_a_question_without_a_variant_says_why(report: SourceReport) -> None:
    open_ = {one.id for one in report.questions if not one.variant}
    assert open_ == {"C16", "C20", "C24", "C27", "C28", "C29", "C36", "C39", "C40", "C45", "C46", "C48"}
    begins = ("No ", "Settled by", "A slip of the pen")
    assert [one.id for one in report.questions if not one.variant and not one.reason.startswith(begins)] == []
