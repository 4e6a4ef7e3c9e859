"""Parser of source files: the syntax tree and all syntax errors.

The file is cut at each line that begins in the first column; each piece is parsed alone and kept by its text, so an
edit of one declaration costs one declaration. If a piece has an error, the faulty line and the deeper lines below it
are removed and the piece is parsed again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from . import syntax as syn
from .diagnostics import Diagnostic, Diagnostics
from .grammar.keywords import RESERVED_NAMES
from .grammar.layout import LayoutError
from .grammar.parser import GRAMMAR
from .grammar.templates import TextReader
from .grammar.tokens import ParseError, Token
from .pieces import Piece, PieceCache
from .source import SourceFile, Span
from .syntax.nodes import find_deeper

if TYPE_CHECKING:
    from .errors.explain import Fault

MAX_FAULTS = 25  # of one declaration; each costs a parse, so fewer of a very long one
MAX_REPEATED = 1_000_000  # characters
MAX_DEPTH = 150
MAX_DECLARATIONS = 50_000  # of a file
LONGEST_WORD = 40  # characters of a word of the language with the blanks after it
MAX_ERRORS = 1_000  # of a file; what follows is not read

PIECES = PieceCache()

_LOSES_ITS_LINES = frozenset({"E0103", "E0107", "E0108"})
_MARGIN = re.compile(r"^(?=[^ \t\r\n#)\]}\ufeff])", re.MULTILINE)
_COMMENT = re.compile(r'"""[\s\S]*?"""|"(?:[^"\\\r\n]|\\.)*"|(#[^\r\n]*)')
_NO_WORD = re.compile(r"\W")
_CODE_LINE = re.compile(r"^[ \t]*[^ \t\r\n#\ufeff]", re.MULTILINE)
_SIMPLE_CELL = re.compile(r"[ \t]*(?:([0-9][0-9_]{0,14})|([A-Za-z_][A-Za-z0-9_]*))?[ \t]*\Z")


def parse_source(source: SourceFile, diagnostics: Diagnostics) -> syn.SourceTree:
    """The syntax tree of one `.regel` file.

    Each declaration that could be read is in the tree, one with a faulty line without that line; each error is reported
    once (E01xx). The tree keeps the order of the file. A byte order mark at the beginning is ignored.
    """
    declarations: list[syn.Decl] = []
    found: list[Diagnostic] = []
    errors = 0
    with GRAMMAR.lock:
        lost = tabs = False  # whether lines at the margin belong to the piece above; whether tabs have been reported
        for number, (start, end) in enumerate(_pieces(source, diagnostics)):
            if number >= MAX_DECLARATIONS or errors >= MAX_ERRORS:
                count = f"{MAX_DECLARATIONS:,} declarations" if errors < MAX_ERRORS else f"{MAX_ERRORS:,} errors"
                what = f"the file is not read from here on: it has more than {count}"
                diagnostics.report("E0151", Span(source, start, start), what, help="divide it, or correct them")
                break
            piece = PIECES.get(source, start, end, partial(_parse_piece, source, start))
            codes = {item.code for item in piece.diagnostics}
            errors += len(piece.diagnostics)
            stray = "E0125" in codes or source.text.startswith('"""', start)
            if not (lost and stray):
                found += (item for item in piece.diagnostics if not (tabs and item.code == "E0106"))
            tabs = tabs or "E0106" in codes
            last_line = source.text.rfind("\n", 0, end) + 1
            lost = stray or any(
                item.code in _LOSES_ITS_LINES and item.span.end >= last_line for item in piece.diagnostics
            )
            if piece.node is not None:
                declarations.append(cast("syn.Decl", piece.node))
    diagnostics.extend(_without_uses(found))
    comments = tuple(scan_comments(source))
    return syn.SourceTree(source, tuple(declarations), comments, span=Span(source, 0, len(source.text)))


def _without_uses(found: list[Diagnostic]) -> Iterator[Diagnostic]:
    """The messages except those about uses of a name that cannot be one, which is reported at its declaration."""
    reserved = {item.span.text for item in found if item.code == "E0112"}
    for item in found:
        start = item.span.start
        before = _NO_WORD.split(item.span.source.text[max(start - LONGEST_WORD, 0) : start].rstrip(" \t"))[-1]
        if item.code != "E0101" or before not in reserved:
            yield item


def parse_expression(source: SourceFile, span: Span, diagnostics: Diagnostics) -> syn.Expr | None:
    """The expression that stands in `span` of the source (in a text's slot, say), or None after a report."""
    with GRAMMAR.lock:
        return _flat(source, span.start, span.end, "slot", diagnostics)  # type: ignore[no-any-return]


def parse_cell(text: str, source: SourceFile, offset: int, diagnostics: Diagnostics) -> syn.Cell:
    """A table's cell with the given text, which stands at `offset` of the source; after a report an empty one."""
    span = Span(source, offset, offset + len(text))
    simple = _SIMPLE_CELL.match(text)
    if simple is not None:
        number, name = simple.groups()
        if number:
            span = Span(source, offset + simple.start(1), offset + simple.end(1))
            return syn.Cell(syn.Number(int(number.replace("_", "")), span=span), span=span)
        if not name:
            return syn.Cell(None, span=span)
        if name not in RESERVED_NAMES:
            span = Span(source, offset + simple.start(2), offset + simple.end(2))
            return syn.Cell(syn.Name(name, span=span), span=span)
    with GRAMMAR.lock:
        piece = PIECES.get(source, offset, offset + len(text), partial(_parse_cell, source, offset), cell=True)
    diagnostics.extend(piece.diagnostics)
    value = cast("syn.Expr | syn.Text | None", piece.node)
    return syn.Cell(value, span=value.span if value is not None else span)


def _parse_cell(source: SourceFile, start: int, text: str) -> Piece:
    found = Diagnostics()
    value: syn.Expr | syn.Text | None = _flat(source, start, start + len(text), "cell_text", found)
    return Piece(source, start, value, tuple(found))


def parse_column(source: SourceFile, span: Span, diagnostics: Diagnostics) -> syn.Column | None:
    """A cell of a table's head, `name` or `name: Type`, that stands in `span` of the source; None after a report."""
    with GRAMMAR.lock:
        return _flat(source, span.start, span.end, "column_text", diagnostics)  # type: ignore[no-any-return]


def parse_text(source: SourceFile, span: Span, diagnostics: Diagnostics) -> syn.Text:
    """The words and slots that stand in `span` of the source, without quotes around them."""
    with GRAMMAR.lock:
        return _TEXTS.read_plain(source, span, diagnostics)


def read_tokens(source: SourceFile) -> list[tuple[int, list[Token]]]:
    """The offset of each declaration of a file and its tokens, layout tokens included, which count from that offset.

    Raises:
        ParseError, LayoutError: the file has errors.
    """
    found: list[tuple[int, list[Token]]] = []
    with GRAMMAR.lock:
        for start, end in _pieces(source, Diagnostics()):
            tokens: list[Token] = []
            with GRAMMAR.reading(source, start):
                GRAMMAR.layout.record = tokens
                GRAMMAR.parser.parse(source.text[start:end], start="start")
            found.append((start, tokens))
    return found


def scan_comments(source: SourceFile) -> Iterator[syn.Comment]:
    """The comments of a file in order, without their line ends."""
    text = source.text
    for found in _COMMENT.finditer(text):
        if found[1] is not None:
            start = text.rfind("\n", 0, found.start()) + 1
            alone = not text[start : found.start()].strip(" \t\ufeff")
            yield syn.Comment(
                found[1].rstrip(), alone, span=Span(source, found.start(), found.start() + len(found[1].rstrip()))
            )


# ---- pieces ----------------------------------------------------------------------------------------------------------


def _pieces(source: SourceFile, diagnostics: Diagnostics) -> Iterator[tuple[int, int]]:
    """The ranges of the declarations, without the comments and blank lines after them."""
    text = source.text
    starts = [found.start() for found in _MARGIN.finditer(text)]
    if text.startswith("\ufeff") and text[1:2] not in ("", " ", "\t", "\r", "\n", "#"):
        starts.insert(0, 1)
    first = starts[0] if starts else len(text)
    stray = _CODE_LINE.search(text, 0, first)
    if stray is not None:
        diagnostics.report(
            "E0104",
            Span(source, stray.end() - 1, stray.end()),
            "a declaration begins at the left margin",
            help="remove the spaces at the beginning of the line",
        )
    for start, end in zip(starts, [*starts[1:], len(text)], strict=False):
        while True:
            line = text.rfind("\n", start, end - 1) + 1
            rest = text[line:end].strip()
            if line <= start or (rest and not rest.startswith("#")):
                break
            end = line
        yield start, start + len(text[start:end].rstrip())


def _parse_piece(source: SourceFile, start: int, text: str) -> Piece:
    found = Diagnostics()
    text = _without_odd_characters(source, start, text, found)
    declaration: Any = None
    with GRAMMAR.reading(source, start, found):
        for _ in range(max(3, min(MAX_FAULTS, MAX_REPEATED // max(1, len(text))))):
            try:
                declaration = GRAMMAR.parser.parse(text, start="start")
                break
            except (ParseError, LayoutError) as error:
                from .errors.explain import explain  # slow to load, and most games have no such errors

                fault = explain(error, text, "start", source, start)
                if fault is None:
                    break
                found.add(fault.diagnostic)
                rest = _without(text, fault)
                if rest is None:
                    break
                text = rest
    if declaration is not None and len(text) > MAX_DEPTH:
        deep = find_deeper(declaration, MAX_DEPTH)
        if deep is not None:
            found.report("E0124", deep.span, "this is nested too deeply", help="name a part of it separately")
            declaration = None
    return Piece(source, start, declaration, tuple(found))


def _without_odd_characters(source: SourceFile, start: int, text: str, diagnostics: Diagnostics) -> str:
    """The text without null characters, which mark faulty lines; tabs before a line are reported."""
    at = text.find("\x00")
    if at >= 0:
        span = Span(source, start + at, start + at + 1)
        diagnostics.report("E0109", span, "unexpected null character", help="is this a text file?")
        text = text.replace("\x00", " ")
    if "\t" in text:
        tab = re.search(r"^[ \t]*\t", text, re.MULTILINE)
        if tab is not None:
            diagnostics.report(
                "E0106",
                Span(source, start + tab.start(), start + tab.end()),
                "this line is indented with a tab",
                help="indent with four spaces: `regelwerk fmt` does it",
            )
    return text


def _without(text: str, fault: Fault) -> str | None:
    """The text with the faulty lines blank and marked; None if nothing of the declaration would be left."""
    if fault.end <= fault.start:
        return None
    blank = re.sub(r"[^\r\n]", " ", text[fault.start : fault.end])
    indent = fault.indent
    if indent == 0 or len(blank) - len(blank.lstrip(" ")) <= indent:
        return None
    return text[: fault.start] + blank[:indent] + "\x00" + blank[indent + 1 :] + text[fault.end :]


# ---- the parser ------------------------------------------------------------------------------------------------------


def _flat(source: SourceFile, start: int, end: int, rule: str, diagnostics: Diagnostics) -> Any:
    """The result of a rule for a range of the source, whose line ends are ignored; None after a report."""
    with GRAMMAR.reading(source, start, diagnostics, flat=True):
        try:
            return GRAMMAR.parser.parse(source.text[start:end], start=rule)
        except ParseError as error:
            from .errors.explain import explain  # slow to load, and most games have no such errors

            fault = explain(error, source.text[start:end], rule, source, start)
            if fault is not None:
                diagnostics.add(fault.diagnostic)
            return None


_TEXTS = TextReader(parse_expression)
GRAMMAR.builder.texts = _TEXTS
