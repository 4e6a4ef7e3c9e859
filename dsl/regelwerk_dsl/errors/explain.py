"""Diagnostics of syntax errors, and the lines to leave out when parsing continues."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from ..diagnostics import Diagnostic
from ..grammar.layout import Layout, LayoutError, indentation
from ..grammar.parser import GRAMMAR
from ..grammar.tokens import ParseError, Token, UnexpectedCharacterError, UnexpectedTokenError
from ..source import SourceFile, Span
from .context import LINE_END, SyntaxErrorContext, first_word
from .rules import Message, message_at

_QUOTES = 'texts stand in straight double quotes: `"…"`'
_CHARACTERS = {
    "'": 'texts stand in double quotes: `"…"`',
    **dict.fromkeys("“”„«»‘’", _QUOTES),
    ";": "a line ends without punctuation; each statement has its own line",
    "!": "write `is not`, or `not` before a condition",
    "&": "write `and`",
    "%": "write `mod` for the remainder of a division",
    **dict.fromkeys("$€£¥", "write the number alone, without a sign for what it counts"),
    "÷": "write `/`",
    "×": "write `*`",
    "–": "write the plain hyphen-minus `-`",
    "−": "write the plain hyphen-minus `-`",
    "≤": "write `<=`",
    "≥": "write `>=`",
    "≠": "write `is not`",
    "→": "write `->`",
    "…": "write `..`",
    "\u00a0": "write a plain space",
    "\u3000": "write a plain space",
    "\f": "remove it",
    "\r": "save the file with plain line ends",
    "\ufeff": "it is allowed only at the beginning of a file",
}
_INVISIBLE = {
    "\u00a0": "a no-break space",
    "\u3000": "a wide space",
    "\f": "a form feed",
    "\r": "a carriage return",
    "\ufeff": "a byte order mark",
}


class Fault(Struct, frozen=True):
    """A diagnostic, and the range of the piece's text to remove (empty: all of it) with its indentation."""

    diagnostic: Diagnostic
    start: int = 0
    end: int = 0
    indent: int = 0


def explain(error: ParseError | LayoutError, text: str, rule: str, source: SourceFile, base: int) -> Fault | None:
    """The fault of a text that could not be parsed by a rule of the grammar; `base` is its offset in the source.

    None if a fault that was removed before is the cause.
    """
    layout = GRAMMAR.layout
    if isinstance(error, LayoutError):
        return _layout_fault(error, layout, text, source, base)
    if isinstance(error, UnexpectedCharacterError):
        at, length = error.at, 1
        message = _character(text, at)
    elif isinstance(error, UnexpectedTokenError):
        if error.token.type == "_JUNK":
            return None
        at, length = _place(error.token, layout, text)
        message = message_at(SyntaxErrorContext(error, at, layout, text, rule))
    else:
        raise error
    start, end = (at, at + length) if message.at is None else message.at
    diagnostic = Diagnostic(message.code, message.message, Span(source, base + start, base + end), help=message.help)
    if layout.flat:
        return Fault(diagnostic)
    return Fault(diagnostic, *_lines_of(at, message, layout, text))


def _lines_of(at: int, message: Message, layout: Layout, text: str) -> tuple[int, int, int]:
    """The range of the faulty lines, and their indentation."""
    line = layout.line_start
    if message.above:
        if not layout.line_begins and line == at:
            line = layout.line_before
    elif layout.line_begins:
        line = at
    begin = text.rfind("\n", 0, line) + 1
    indent = indentation(text[begin:line]) if not text[begin:line].strip() else 0
    end = begin + len(_line(text, begin)) if message.above else _end(text, begin, indent)
    return begin, end, _indent_of_block(text, begin, end, indent)


def _indent_of_block(text: str, begin: int, end: int, indent: int) -> int:
    """The indentation of a line; if it is the first of a block and too deep, that of the next line."""
    above = next((line for line in reversed(text[:begin].split("\n")) if _is_code(line)), "")
    below = next((line for line in text[end:].split("\n")[1:] if _is_code(line)), "")
    if above.rstrip().endswith(":") and _indent(above) < _indent(below) < indent:
        return _indent(below)
    return indent


def _is_code(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#")


def _indent(line: str) -> int:
    return indentation(line[: len(line) - len(line.lstrip(" \t"))])


def _layout_fault(error: LayoutError, layout: Layout, text: str, source: SourceFile, base: int) -> Fault:
    token = error.token
    at = token.start_pos
    if error.kind == "bracket":
        span = Span(source, base + at, base + at + 1)
        help = "close it, or indent the lines inside it deeper"
        begin = text.rfind("\n", 0, layout.line_start) + 1
        indent = indentation(text[begin : layout.line_start])
        diagnostic = Diagnostic("E0107", f"this `{token}` is not closed", span, help=help)
        return Fault(diagnostic, begin, _end(text, begin, indent), indent)
    begin = at + token.rfind("\n") + 1
    line = _line(text, begin)
    word = begin + len(line) - len(line.lstrip(" \t"))
    span = Span(source, base + word, base + begin + len(line.rstrip()))
    first, second = error.levels
    help = f"indent it by {first} or by {second} spaces" if first else f"indent it by {second} spaces"
    diagnostic = Diagnostic("E0104", "this line's indentation matches no line above", span, help=help)
    return Fault(diagnostic, begin, _end(text, begin, first), first)


def _character(text: str, at: int) -> Message:
    """The message about a character that begins no token."""
    char = text[at]
    if char == '"':
        end = at + len(_line(text, at).rstrip())
        return Message("E0108", "this text is not closed", 'close it with `"` on the same line', (at, end))
    if char == "'" and re.search(r"\bcan\Z", text[:at]):
        return Message("E0109", f"`{char}` has no meaning here", "write `cannot`")
    if text[at : at + 2] == "!=":
        return Message("E0111", "`!=` is not an operator here", "write `is not`", (at, at + 2))
    if text[at : at + 2] == "&&":
        return Message("E0109", "`&&` has no meaning here", "write `and`", (at, at + 2))
    shown = _INVISIBLE.get(char, f"`{char}`" if char.isprintable() else f"the character U+{ord(char):04X}")
    return Message("E0109", f"{shown} has no meaning here", _CHARACTERS.get(char, ""))


def _place(token: Token, layout: Layout, text: str) -> tuple[int, int]:
    """The offset and length of the token in the piece; a line end stands after the last word of its line."""
    if token.type == "$END" and layout.flat:
        return len(text), 0
    if token.type in LINE_END and layout.previous is not None:
        return layout.previous.start_pos + len(layout.previous), 0
    return token.start_pos, len(token)


def _line(text: str, at: int) -> str:
    """The rest of the line from an offset."""
    end = text.find("\n", at)
    return text[at : end if end >= 0 else len(text)]


def _lines(text: str, at: int) -> Iterator[tuple[int, str]]:
    while at < len(text):
        line = _line(text, at)
        yield at, line
        at += len(line) + 1


def _end(text: str, begin: int, indent: int) -> int:
    """The end of the lines that belong to the one at `begin`: the deeper ones, and `else` and `otherwise` under it."""
    end = begin
    for at, line in _lines(text, begin):
        bare = line.strip()
        if at > begin and _is_code(line):
            depth = _indent(line)
            if depth < indent or (depth == indent and first_word(bare) not in ("else", "otherwise")):
                break
        if bare:
            end = at + len(line)
    return end
