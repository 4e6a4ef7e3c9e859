"""Suppression of warnings by comments on their line, with a reason: `# allow W0701: the deck is never empty`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace
from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Diagnostic, Diagnostics, Severity
from regelwerk_dsl.source import Span

from ..amend import History

ALLOW = re.compile(r"#\s*allow\s+(?P<code>[A-Z]\d{4})\s*(?::\s*(?P<reason>.*\S))?\s*$")

IDLE = "W0711"
"""A comment that silences nothing, or gives no reason."""


class Silenced(Struct, frozen=True):
    """A suppressed warning with its reason, and the place of the comment."""

    diagnostic: Diagnostic
    reason: str
    comment: Span


def suppress_allowed(diagnostics: Diagnostics, trees: Iterable[syn.SourceTree]) -> tuple[Diagnostics, list[Silenced]]:
    """The remaining diagnostics, and the suppressed ones. A comment applies to its line, or, alone on a line, to the
    next one; above a chapter or the cards of a file, which can hold no comment, to all of it.

    Warnings: W0711 (a silencing comment that silences nothing, or gives no reason).
    """
    allowed: dict[tuple[str, int, str], tuple[str, Span]] = {}
    left = Diagnostics()
    for tree in trees:
        wholes = _wholes(tree)
        for comment in tree.comments:
            found = ALLOW.match(comment.span.text)
            if found is None:
                continue
            if not found["reason"]:
                help_ = f"write `# allow {found['code']}: because ...`"
                left.report(IDLE, comment.span, "this comment gives no reason", help=help_)
                continue
            for name, line in _lines_of(comment, wholes):
                allowed[(name, line, found["code"])] = (found["reason"], comment.span)
    used: set[Span] = set()
    silenced: list[Silenced] = []
    for diagnostic in diagnostics.items:
        key = (diagnostic.span.source.name, diagnostic.span.line, diagnostic.code)
        if diagnostic.severity is Severity.WARNING and key in allowed:
            reason, comment_span = allowed[key]
            used.add(comment_span)
            silenced.append(Silenced(diagnostic, reason, comment_span))
        else:
            left.add(diagnostic)
    if not diagnostics.has_errors:
        for span, code in {span: code for (_, _, code), (_, span) in allowed.items()}.items():
            if span not in used:
                left.report(IDLE, span, f"there is no {code} here to silence", help="remove the comment")
    return left, silenced


def acting_comments(
    trees: list[syn.SourceTree], diagnostics: Diagnostics, history: History, *, amended: bool
) -> list[syn.SourceTree]:
    """The trees without the comments of changes that do not apply.

    In a game that variants have amended, comments of the base stay only where there is a message about their line: what
    they silence may be gone.
    """
    places = {(item.span.source.name, item.span.line) for item in diagnostics.items}
    found = []
    for tree in trees:
        idle = [
            decl.span
            for decl in tree.declarations
            if isinstance(decl, syn.ChangeDecl) and not history.origin(decl.span)
        ]
        wholes = _wholes(tree)
        kept = []
        for comment in tree.comments:
            away = any(span.start <= comment.span.start < span.end for span in idle)
            of_base = amended and history.origin(comment.span) is None
            if not away and not (of_base and places.isdisjoint(_lines_of(comment, wholes))):
                kept.append(comment)
        found.append(replace(tree, comments=tuple(kept)))
    return found


def _wholes(tree: syn.SourceTree) -> dict[int, list[Span]]:
    """The spans that can hold no comment, by the line of the declaration: chapters, rows of tables in other files."""
    found = {one.span.line: [one.span] for one in tree.declarations if isinstance(one, syn.ChapterDecl)}
    tables = (one for one in tree.declarations if isinstance(one, syn.CardsDecl) and one.csv is not None)
    return found | {one.span.line: [one.span, *(row.span for row in one.rows)] for one in tables}


def _lines_of(comment: syn.Comment, wholes: Mapping[int, Iterable[Span]]) -> set[tuple[str, int]]:
    """The lines to which a comment applies: its own, or the next if it stands alone; above a whole, all its lines."""
    line = comment.span.line + comment.alone
    spans = wholes.get(line, ())
    inside = {(span.source.name, each) for span in spans for each in range(span.line, span.end_position[0] + 1)}
    return inside | {(comment.span.source.name, line)}
