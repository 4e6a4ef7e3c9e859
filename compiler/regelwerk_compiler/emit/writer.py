"""Line writer: Python text with the spans that its lines come from."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from regelwerk_dsl.source import Span

COMMENT_COLUMN = 88


class Writer:
    """Collects lines at the current depth; each may carry the span it was made from."""

    def __init__(self) -> None:
        self.lines: list[tuple[str, Span | None]] = []
        self.depth = 0
        self.inner: dict[int, str] = {}  # by line the label of the effect that stands there in place of its call
        self._label = ""

    def line(self, text: str = "", span: Span | None = None) -> None:
        if self._label:
            self.inner[len(self.lines)] = self._label
        self.lines.append(("    " * self.depth + text if text else "", span))

    @contextmanager
    def indent(self) -> Iterator[None]:
        self.depth += 1
        try:
            yield
        finally:
            self.depth -= 1

    @contextmanager
    def when(self, test: str | None, span: Span | None = None) -> Iterator[None]:
        """Puts what is written inside below an `if`; None: it is written as it is."""
        if test is not None:
            self.line(f"if {test}:", span)
        self.depth += test is not None
        try:
            yield
        finally:
            self.depth -= test is not None

    @contextmanager
    def inside(self, label: str) -> Iterator[None]:
        """The lines of an effect that stands in place of its call."""
        around, self._label = self._label, label
        try:
            yield
        finally:
            self._label = around

    @contextmanager
    def function(self, head: str, span: Span, note: str | None = None) -> Iterator[None]:
        """A function: its head, what is written inside, two blank lines.

        Args:
            head: its first line.
            span: where it comes from.
            note: shown with its source as a comment at the right; None: no comment.
        """
        if note is None:
            self.line(head, span)
        else:
            self._commented(head, span, note)
        with self.indent():
            yield
        self.line()
        self.line()

    def _commented(self, text: str, span: Span, note: str) -> None:
        where = span.where
        note, where = printable(note), printable(where)
        body = "    " * self.depth + text
        gap = max(2, COMMENT_COLUMN - len(body))
        self.lines.append((f"{body}{' ' * gap}# {note + '  ' if note else ''}{where}", span))


def printable(text: str) -> str:
    """A text for a comment, without characters that could end the line or hide something in it."""
    return "".join(char for char in text if char.isprintable())


def listed(items: list[str]) -> str:
    """The text of a tuple."""
    return f"({', '.join(items)}{',' if len(items) == 1 else ''})"
