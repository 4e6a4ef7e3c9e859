"""Reader of texts: words and slots, each slot with its place in the file."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from .. import syntax as syn
from ..diagnostics import Diagnostics
from ..source import SourceFile, Span
from .keywords import RESERVED_NAMES
from .tokens import Token

P = TypeVar("P")
SlotParser = Callable[[SourceFile, Span, Diagnostics], syn.Expr | None]

_PIECE = re.compile(r"[^{}\\]+|\\.|\{\{|\}\}|[{}\\]", re.DOTALL)
_PATH = re.compile(r"[ \t]*([^\W\d]\w*(?:\.[^\W\d]\w*)*)[ \t]*\Z")
_FORM = re.compile(r"[ \t]*([^\W\d]\w*)[ \t]*\Z")
_ESCAPES = {"n": "\n", '"': '"', "\\": "\\", "{": "{", "}": "}", "*": "\\*", ":": "\\:"}
"""The characters of two-character escapes; marks are read later, so their escapes are kept."""

_BRACKETS = {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}


class TextReader:
    """The reader of the strings of a source file; `parse_slot` parses the expression in a span."""

    def __init__(self, parse_slot: SlotParser) -> None:
        self.parse_slot = parse_slot

    def read(self, tokens: list[Token], source: SourceFile, base: int, diagnostics: Diagnostics) -> syn.Text:
        """The text of adjacent strings; `base` is added to the tokens' offsets."""
        parts: list[str | syn.Slot] = []
        for token in tokens:
            start = base + token.start_pos + 1
            if "{" in token or "\\" in token or "}" in token:
                parts += self._parts(source, start, start + len(token) - 2, diagnostics)
            else:
                parts.append(token[1:-1])
        first = base + tokens[0].start_pos
        last = base + tokens[-1].start_pos + len(tokens[-1])
        return syn.Text(tuple(joined(parts)), span=Span(source, first, last))

    def read_plain(self, source: SourceFile, span: Span, diagnostics: Diagnostics) -> syn.Text:
        """The text of a range without quotes."""
        return syn.Text(tuple(joined(self._parts(source, span.start, span.end, diagnostics))), span=span)

    def _parts(self, source: SourceFile, start: int, end: int, diagnostics: Diagnostics) -> Iterator[str | syn.Slot]:
        text = source.text
        at = start
        while at < end:
            found = _PIECE.match(text, at, end)
            if found is None:
                return
            piece, span = found[0], Span(source, at, found.end())
            at = found.end()
            if piece in ("{{", "}}"):
                yield piece[0]
            elif piece == "{":
                close = _closing(text, at, end)
                if close < 0:
                    diagnostics.report(
                        "E0115",
                        span,
                        "this slot is not closed",
                        help="close it with `}`; write `{{` for a literal brace",
                    )
                    return
                slot = self._slot(source, at, close, diagnostics)
                if slot is not None:
                    yield slot
                at = close + 1
            elif piece == "}":
                diagnostics.report(
                    "E0115", span, "this brace does not close a slot", help="write `}}` for a literal brace"
                )
            elif piece[0] == "\\":
                if piece[1:] in _ESCAPES:
                    yield _ESCAPES[piece[1:]]
                else:
                    diagnostics.report(
                        "E0116",
                        span,
                        f"`{piece}` has no meaning in a text",
                        help='only `\\"`, `\\\\`, `\\n`, `\\*` and `\\:` are allowed',
                    )
            else:
                yield piece

    def _slot(self, source: SourceFile, start: int, end: int, diagnostics: Diagnostics) -> syn.Slot | None:
        """The slot with the contents from start to end."""
        whole = Span(source, start - 1, end + 1)
        mark = _mark(source.text, start, end)
        value = self._value(source, start, mark if mark >= 0 else end, diagnostics)
        if value is None:
            return None
        if mark < 0:
            return syn.Slot(value, span=whole)
        rest = source.text[mark + 1 : end]
        if source.text[mark] == ":":
            if "{" in rest:
                inner = source.text.index("{", mark)
                diagnostics.report(
                    "E0115",
                    Span(source, inner, inner + 1),
                    "a slot cannot stand within the words of another slot",
                    help="put it before or behind them: `{n} {n: piece | pieces}`",
                )
            plurals = tuple(part.strip() for part in rest.split("|"))
            if len(plurals) < 2 or not plurals[-1]:
                diagnostics.report(
                    "E0115",
                    Span(source, mark, end),
                    "the colon is followed by the wordings for one and for several, with a `|` between",
                    help="for example `{n: piece goes | pieces go}`",
                )
            return syn.Slot(value, plurals=plurals, span=whole)
        form = _FORM.match(rest)
        if form is None:
            diagnostics.report(
                "E0115",
                Span(source, mark, end),
                "the `|` is followed by the name of one form",
                help="for example `{area|in}`",
            )
            return syn.Slot(value, span=whole)
        return syn.Slot(value, form[1], span=whole)

    def _value(self, source: SourceFile, start: int, end: int, diagnostics: Diagnostics) -> syn.Expr | None:
        text = source.text
        path = _PATH.match(text, start, end)
        if path is None or not path[1].isascii():
            if not text[start:end].strip():
                span = Span(source, start - 1, end + 1)
                diagnostics.report("E0115", span, "this slot is empty", help="name the value to show here")
                return None
            return self.parse_slot(source, Span(source, start, end), diagnostics)
        first, *fields = path[1].split(".")
        if first in RESERVED_NAMES:
            return self.parse_slot(source, Span(source, start, end), diagnostics)
        begin = path.start(1)
        at = begin + len(first)
        value: syn.Expr = syn.Name(first, span=Span(source, begin, at))
        for name in fields:
            ident = syn.Ident(name, span=Span(source, at + 1, at + 1 + len(name)))
            at = ident.span.end
            value = syn.Field(value, ident, span=Span(source, begin, at))
        return value


def joined(parts: Iterable[str | P]) -> Iterator[str | P]:
    """The parts with adjacent words joined and empty ones left out."""
    words: list[str] = []
    for part in parts:
        if isinstance(part, str):
            words.append(part)
            continue
        if any(words):
            yield "".join(words)
        words = []
        yield part
    if any(words):
        yield "".join(words)


def _closing(text: str, start: int, end: int) -> int:
    """The offset of the brace that closes the slot, or -1."""
    depth = 0
    for at in range(start, end):
        if text[at] == "{":
            depth += 1
        elif text[at] == "}":
            if depth == 0:
                return at
            depth -= 1
    return -1


def _mark(text: str, start: int, end: int) -> int:
    """The offset of the first `:` or `|` outside brackets, or -1."""
    depth = 0
    for at in range(start, end):
        char = text[at]
        depth += _BRACKETS.get(char, 0)
        if depth <= 0 and char in ":|":
            return at
    return -1
