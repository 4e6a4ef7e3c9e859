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


class Silenced(Struct, frozen=True):
    """A suppressed warning with its reason."""

    diagnostic: Diagnostic
    reason: str


def silence(diagnostics: Diagnostics, trees: Iterable[syn.SourceTree]) -> tuple[Diagnostics, list[Silenced]]:
    """The remaining diagnostics, and the suppressed ones. A comment acts on its line, alone on a line on the next one;
    above a chapter for the whole chapter, whose prose can hold no comment.

    Warnings: W0711 (a silencing comment that silences nothing, or gives no reason).
    """
    allowed: dict[tuple[str, int, str], tuple[str, Span]] = {}
    left = Diagnostics()
    for tree in trees:
        chapters = {one.span.line: one.span for one in tree.declarations if isinstance(one, syn.ChapterDecl)}
        for comment in tree.comments:
            found = ALLOW.match(comment.span.text)
            if found is None:
                continue
            if not found["reason"]:
                help_ = f"write `# allow {found['code']}: because ...`"
                left.report("W0711", comment.span, "this comment gives no reason", help=help_)
                continue
            for each in _lines_of(comment, chapters):
                allowed[(comment.span.source.name, each, found["code"])] = (found["reason"], comment.span)
    used: set[Span] = set()
    silenced: list[Silenced] = []
    for diagnostic in diagnostics.items:
        key = (diagnostic.span.source.name, diagnostic.span.line, diagnostic.code)
        if diagnostic.severity is Severity.WARNING and key in allowed:
            reason, comment_span = allowed[key]
            used.add(comment_span)
            silenced.append(Silenced(diagnostic, reason))
        else:
            left.add(diagnostic)
    if not diagnostics.has_errors:
        for span, code in {span: code for (_, _, code), (_, span) in allowed.items()}.items():
            if span not in used:
                left.report("W0711", span, f"there is no {code} here to silence", help="remove the comment")
    return left, silenced


def acting_comments(
    trees: list[syn.SourceTree], diagnostics: Diagnostics, history: History, *, amended: bool
) -> list[syn.SourceTree]:
    """The trees without the comments of changes that do not apply.

    In a game that variants have amended, comments of the base stay only where something is said about their line: what
    they silence may be gone.
    """
    places = {(item.span.source.name, item.span.line) for item in diagnostics.items}
    found = []
    for tree in trees:
        lines = {line for name, line in places if name == tree.source.name}
        idle = [
            decl.span
            for decl in tree.declarations
            if isinstance(decl, syn.ChangeDecl) and not history.origin(decl.span)
        ]
        chapters = {one.span.line: one.span for one in tree.declarations if isinstance(one, syn.ChapterDecl)}
        kept = []
        for comment in tree.comments:
            away = any(span.start <= comment.span.start < span.end for span in idle)
            of_base = amended and history.origin(comment.span) is None
            if not away and not (of_base and lines.isdisjoint(_lines_of(comment, chapters))):
                kept.append(comment)
        found.append(replace(tree, comments=tuple(kept)))
    return found


def _lines_of(comment: syn.Comment, chapters: Mapping[int, Span]) -> range:
    """The lines on which a comment acts: its own, alone on a line the next one, above a chapter the whole chapter."""
    line = comment.span.line + comment.alone
    return range(line, (chapters[line].end_position[0] if line in chapters else line) + 1)
