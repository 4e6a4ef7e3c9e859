"""Printed forms of a diagnostic: a long one with the source underlined, one line, and plain data."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from msgspec import Struct

from .characters import visible
from .diagnostics import Diagnostic, Severity
from .source import NO_SOURCE, Span

TAB = 4
MAX_WIDTH = 200
MAX_MESSAGE = 1_000  # characters of a message with a long name or value
_RESET = "\x1b[0m"
_BOLD = "\x1b[1m"
_COLOURS = {Severity.ERROR: "\x1b[1;31m", Severity.WARNING: "\x1b[1;33m"}
_BLUE = "\x1b[1;34m"


def render_line(diagnostic: Diagnostic) -> str:
    """`file:line:column: error[E0302]: message`, which editors and terminals make clickable."""
    severity = diagnostic.severity.value
    return f"{_one_line(str(diagnostic.span))}: {severity}[{diagnostic.code}]: {_one_line(diagnostic.message)}"


def to_dict(diagnostic: Diagnostic) -> dict[str, str | int]:
    """The diagnostic as JSON data; lines and columns count from 1, columns in code points, the end is exclusive."""
    line, column = diagnostic.span.source.position(diagnostic.span.start)
    end_line, end_column = diagnostic.span.end_position
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity.value,
        "file": diagnostic.span.source.name,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
        "message": diagnostic.message,
        "help": diagnostic.help,
    }


def render_all(diagnostics: Iterable[Diagnostic], *, colour: bool = False) -> str:
    """All diagnostics in the long form, with a blank line between them."""
    return "\n\n".join(render(diagnostic, colour=colour) for diagnostic in diagnostics)


def render(diagnostic: Diagnostic, *, colour: bool = False) -> str:
    """The long form: head, place, the source lines with carets under the span and dashes under the labels, help."""
    paint = _Paint(colour)
    tone = _COLOURS[diagnostic.severity]
    head = paint(tone, f"{diagnostic.severity.value}[{diagnostic.code}]") + paint(
        _BOLD, f": {_one_line(diagnostic.message)}"
    )
    lines = [head]
    span = diagnostic.span
    if span.source is not NO_SOURCE:
        marks = [_Mark(span, _one_line(diagnostic.note), "^", tone)]
        marks += [_Mark(label.span, _one_line(label.text), "-", _BLUE) for label in diagnostic.labels]
        number = max(mark.line for mark in marks)
        gutter = " " * len(str(number))
        lines.append(paint(_BLUE, f"{gutter}-->") + f" {_one_line(str(span))}")
        lines.append(paint(_BLUE, f"{gutter} |"))
        lines += _excerpt(marks, len(gutter), paint)
        lines.append(paint(_BLUE, f"{gutter} |"))
    if diagnostic.help:
        lines.append(paint(_BOLD, "help: ") + _one_line(diagnostic.help))
    elif span.source is not NO_SOURCE:
        lines.pop()
    return "\n".join(line.rstrip() for line in lines)


class _Paint:
    def __init__(self, colour: bool) -> None:
        self.colour = colour

    def __call__(self, tone: str, text: str) -> str:
        return f"{tone}{text}{_RESET}" if self.colour and text else text


class _Mark(Struct, frozen=True):
    """A span to underline on its first line, with its label."""

    span: Span
    words: str
    sign: str
    tone: str

    @property
    def line(self) -> int:
        return self.span.line

    def columns(self, cut: int) -> tuple[int, int]:
        """The range of columns that it takes on its line, when the first `cut` characters are left out."""
        text = self.span.source.line(self.line)
        end_line, end_column = self.span.end_position
        stop = end_column - 1 if end_line == self.line else len(text)
        start = width(visible(text[cut : self.span.column - 1]))
        return start, max(start + 1, min(width(visible(text[cut:stop])), MAX_WIDTH))


def _excerpt(marks: list[_Mark], gutter: int, paint: _Paint) -> list[str]:
    """The lines of the file with a mark, in order; marks in other files come last, with their place."""
    own = marks[0].span.source
    here = [mark for mark in marks if mark.span.source is own]
    lines: list[str] = []
    before = 0
    for number in sorted({mark.line for mark in here}):
        if before and number > before + 1:
            lines.append(paint(_BLUE, "..."))
        before = number
        lines += _marked_line(number, [mark for mark in here if mark.line == number], gutter, paint)
    for mark in marks:
        if mark.span.source is not own:
            lines.append(paint(_BLUE, f"{' ' * gutter}:::") + f" {_one_line(str(mark.span))}")
            lines += _marked_line(mark.line, [mark], gutter, paint)
    return lines


def _marked_line(number: int, marks: list[_Mark], gutter: int, paint: _Paint) -> list[str]:
    text = marks[0].span.source.line(number)
    cut = _cut(text, marks)
    shown = _shown(text[cut : cut + MAX_WIDTH])
    bar = paint(_BLUE, f"{' ' * gutter} |")
    lines = [paint(_BLUE, f"{number:>{gutter}} |") + (f" {shown}" if shown else "")]
    places = sorted(((*mark.columns(cut), mark) for mark in marks), key=lambda place: place[:2])
    underline = ""
    at = 0
    for start, end, mark in places:
        if start >= at:
            underline += " " * (start - at) + paint(mark.tone, mark.sign * (end - start))
            at = end
    last = places[-1][2]
    lines.append(f"{bar} {underline}" + (paint(last.tone, f" {last.words}") if last.words else ""))
    below = [(start, mark) for start, _, mark in places[:-1] if mark.words]
    for index in range(len(below) - 1, -1, -1):
        start, mark = below[index]
        lines.append(f"{bar} {_stems(below[: index + 1], paint)}")
        lines.append(f"{bar} {_stems(below[:index], paint, start)}{paint(mark.tone, mark.words)}")
    return lines


def _cut(text: str, marks: list[_Mark]) -> int:
    """The number of characters to leave out at the beginning of a very long line, so that the marks are visible."""
    if len(text) <= MAX_WIDTH:
        return 0
    return max(0, min(mark.span.column for mark in marks) - MAX_WIDTH // 4)


def _stems(marks: list[tuple[int, _Mark]], paint: _Paint, to: int = -1) -> str:
    line = ""
    at = 0
    for start, mark in marks:
        if start >= at:
            line += " " * (start - at) + paint(mark.tone, "|")
            at = start + 1
    return line + " " * max(0, to - at)


def width(text: str) -> int:
    """The number of terminal columns of a text: two for wide characters, none for combining marks, four for a tab."""
    if text.isascii():
        return len(text) + text.count("\t") * (TAB - 1)
    return sum(map(_width, text))


def _width(char: str) -> int:
    if char == "\t":
        return TAB
    if unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def _shown(text: str) -> str:
    """The line with tabs as blanks and terminal commands escaped."""
    return visible(text.replace("\t", " " * TAB))


def _one_line(text: str) -> str:
    """The text on one line, shortened if very long, with terminal commands escaped."""
    if len(text) > MAX_MESSAGE:
        text = f"{text[: MAX_MESSAGE // 2]} ... {text[-MAX_MESSAGE // 2 :]}"
    return visible(" ".join(text.split()))
