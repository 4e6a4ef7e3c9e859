"""Places of messages as golden text: the line of each, with marks around what the message underlines."""

from __future__ import annotations

from collections.abc import Iterable

from regelwerk_dsl.diagnostics import Diagnostic
from regelwerk_dsl.source import Span

OPENS, CLOSES = "⟦", "⟧"


def marked_lines(diagnostics: Iterable[Diagnostic]) -> str:
    """A line for each message and, below it, for each place that explains it; without numbers, which edits change."""
    lines = []
    for item in diagnostics:
        lines.append(f"{item.code}  {_marked(item.span)}")
        lines += [f"    {_marked(label.span)}  {label.text}" for label in item.labels]
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _marked(span: Span) -> str:
    """The line in which a range begins, with marks; one that goes on, in a comment or below, ends with `…`."""
    line, start = span.source.line(span.line).partition("  #")[0], span.column - 1
    end_line, column = span.end_position
    inside = end_line == span.line and column <= len(line) + 1
    end = column - 1 if inside else len(line)
    text = f"{line[:start]}{OPENS}{line[start:end]}{'' if inside else '…'}{CLOSES}{line[end:]}"
    return " ".join(text.split())
