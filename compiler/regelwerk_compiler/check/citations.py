"""Citation checks: unknown statements, too many at once, and statements that nothing implements."""

from __future__ import annotations

from regelwerk_dsl.data.manifest import Statements
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.suggest import did_you_mean

from ..declare.collect import Declarations

MOST_CITED = 5


def check_citations(table: Declarations, statements: Statements | None, diagnostics: Diagnostics) -> None:
    """E0801 (no such statement), E0803 (more than five at once), E0802 (a rule that nothing implements).

    W0748, once, if the game lists no statements at all.
    Only declarations that act implement: scenarios, invariants and chapters may cite, and do not count.
    """
    if statements is None:
        return
    known = statements.ids
    if not known:
        for ident in [ident for citation in table.citations for ident in citation.clause.ids][:1]:
            what = f"`{ident.name}` is cited, but the game has no list of statements"
            help_ = "list what the documents say in `sources.yaml`, or write where the rule comes from as a comment"
            diagnostics.report("W0748", ident.span, what, help=help_)
        return
    implemented: set[str] = set()
    for citation in table.citations:
        clause, acts = citation.clause, citation.kind == "rule"
        for ident in clause.ids:
            if ident.name not in known:
                help_ = did_you_mean(ident.name, list(known)) or "add it there, or cite another one"
                diagnostics.report("E0801", ident.span, f"`sources.yaml` has no statement `{ident.name}`", help=help_)
            elif acts:
                implemented.add(ident.name)
        if acts and len(clause.ids) > MOST_CITED:
            help_ = f"a declaration should do one thing: cite at most {MOST_CITED}; split it, or cite fewer"
            diagnostics.report(
                "E0803", clause.span, f"`{citation.name}` cites {len(clause.ids)} statements", help=help_
            )
    for statement in statements.statements:
        left_out = statement.not_implemented or statement.kind == "question"
        if statement.id not in implemented and not left_out:
            help_ = "cite it where it is implemented, or say why not with `not_implemented:`"
            diagnostics.report("E0802", statement.span, f"nothing implements the statement {statement.id}", help=help_)
