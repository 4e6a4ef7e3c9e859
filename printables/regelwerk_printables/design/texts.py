"""The texts of layouts: words with slots and marks."""

from __future__ import annotations

import re

from regelwerk_compiler.checked.marks import read_marks
from regelwerk_dsl.source import Span

from .elements import Words
from .expressions import Expression, LayoutError, compile_expression

_SLOT = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|([{}])")


def read_words(text: str, span: Span) -> Words:
    """A text with expressions in braces and with marks; `{{` and `}}` are braces themselves. Raises LayoutError."""
    parts: list[str | int] = []
    slots: list[Expression] = []
    end = 0
    for match in _SLOT.finditer(text):
        parts.append(text[end : match.start()])
        end = match.end()
        if match[2]:
            help = "write `{{` for a brace, `{name}` for a value"
            raise LayoutError(f"unmatched `{match[2]}`", span, help, "E1002")
        if match[1] is None:
            parts.append(match[0][0])
        else:
            parts.append(len(slots))
            slots.append(compile_expression(match[1], span))
    parts.append(text[end:])
    pattern = read_marks(tuple(part for part in parts if part != ""), str)
    return tuple(slots[part] if isinstance(part, int) else part for part in pattern if not isinstance(part, tuple))
