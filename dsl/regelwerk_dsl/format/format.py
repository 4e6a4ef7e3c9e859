"""Formatter of source files: indentation, spacing, tables, blank lines.

The author's line breaks, groups and comments are kept. The result is parsed again and compared with the input; if
anything would be lost or changed, the formatter refuses.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from msgspec import Struct

from .. import syntax as syn
from ..diagnostics import Diagnostics
from ..grammar.layout import indentation
from ..grammar.tokens import Token
from ..parse import parse_source, read_tokens
from ..render import width
from ..source import SourceFile
from ..syntax.nodes import walk
from .lines import CLOSING, MAX_WIDTH, OPENING, STEP, Out, Word, align_comments, cells, join, render_lines, table, wrap

MAX_BLANKS = 2

_TAILS = ("SOURCE", "TEXT_WORD")  # below an expression these begin a line of their own


class FormatError(Exception):
    """The text cannot be formatted: it has errors (`diagnostics`), or the result would mean something else."""

    def __init__(self, message: str, diagnostics: Diagnostics | None = None) -> None:
        super().__init__(message)
        self.diagnostics = diagnostics if diagnostics is not None else Diagnostics()


def format_source(text: str, name: str = "text") -> str:
    """The formatted text; formatting it again changes nothing.

    Args:
        text: a whole `.regel` file. Its kind of line ends is kept, a byte order mark is removed.
        name: its name in messages.

    Raises:
        FormatError: the text has errors, or the result would lose a comment or its meaning, which is a bug.
    """
    source = SourceFile(name, text.removeprefix("\ufeff").replace("\r\n", "\n"))
    diagnostics = Diagnostics()
    before = parse_source(source, diagnostics)
    if any(item.code != "E0106" for item in diagnostics):  # tabs at the beginning of lines are replaced
        raise FormatError("a text with errors cannot be formatted", diagnostics)
    result = Formatter(source, before).text()
    if result != source.text:
        _compare(before, result)
    return result.replace("\n", "\r\n") if "\r\n" in text else result


def _without_brackets(node: syn.Node) -> syn.Ident | None:
    """The name of a declaration that needs no brackets behind it."""
    match node:
        case syn.DefineDecl(name, ()) | syn.FieldValue(name):
            return name
        case syn.AbilitySignature(name, (), result) if result is not None:
            return name
        case _:
            return None


def _compare(before: syn.SourceTree, text: str) -> None:
    diagnostics = Diagnostics()
    after = parse_source(SourceFile(before.source.name, text), diagnostics)
    if diagnostics.items:
        raise FormatError("the formatted text would have errors", diagnostics)
    if before.declarations != after.declarations:
        raise FormatError("the formatted text would mean something else")
    if [comment.text for comment in before.comments] != [comment.text for comment in after.comments]:
        raise FormatError("the formatted text would lose a comment")


class Line(Struct, frozen=True):
    """A logical line: its depth in blocks, its tokens, and the indentation that the author gave it."""

    depth: int
    words: list[Word]
    margin: int

    @property
    def start(self) -> int:
        return self.words[0].start

    @property
    def end(self) -> int:
        return self.words[-1].end


class Formatter:
    """The formatter of one file."""

    def __init__(self, source: SourceFile, tree: syn.SourceTree) -> None:
        self.source = source
        self.comments = tree.comments
        self.taken = 0  # how many of the comments have been written
        self.minus = {node.span.start for node in walk(tree.declarations) if isinstance(node, syn.Unary)}
        self.bare = {name.span.end for name in map(_without_brackets, walk(tree.declarations)) if name is not None}
        self.end_of: dict[int, int] = {}  # ends of joined texts in the file, by their starts
        self.out: list[Out] = []

    def text(self) -> str:
        pieces = [list(self._lines(start, tokens)) for start, tokens in read_tokens(self.source)]
        ends = [lines[0].start for lines in pieces[1:]] + [len(self.source.text)]
        long_before, word_before = False, ""
        for lines, end in zip(pieces, ends, strict=False):
            gap = len(self.out)
            for comment in self._comments_before(lines[0].start):
                self._comment_line(comment, 0)
            first = len(self.out)
            self._piece(lines, end)
            is_long, word = len(self.out) > first + 1, lines[0].words[0].text
            apart = long_before or (is_long and word != word_before)
            if gap and apart and not any(out.blanks for out in self.out[gap : first + 1]):
                self.out[gap].blanks = 1
            long_before, word_before = is_long, word
        for comment in self._comments_before(len(self.source.text)):
            self._comment_line(comment, 0)
        if self.out:
            self.out[0].blanks = 0
        align_comments(self.out)
        return render_lines(self.out)

    # ---- reading

    def _lines(self, base: int, tokens: list[Token]) -> Iterator[Line]:
        depth = 0
        words: list[Word] = []
        for token in tokens:
            if token.type == "_NL":
                if words:
                    yield Line(depth, [*self._unbracketed(words)], self._margin(words[0].start))
                words = []
            elif token.type in ("_INDENT", "_DEDENT"):
                depth += 1 if token.type == "_INDENT" else -1
            else:
                start = base + token.start_pos
                words.append(Word(token.type, str(token), start, start in self.minus and token.type == "MINUS"))

    def _unbracketed(self, words: list[Word]) -> Iterator[Word]:
        """The words without empty brackets behind what computes a value from nothing: `define goal() -> Int`."""
        before, inside = 0, False
        for word in words:
            inside = inside or (word.type == "LPAR" and before in self.bare)
            if not inside:
                yield word
            inside = inside and word.type != "RPAR"
            before = word.end

    def _margin(self, offset: int) -> int:
        """The indentation of the line of an offset."""
        line = self.source.line(self._number(offset))
        return indentation(line[: len(line) - len(line.lstrip(" \t"))])

    def _number(self, offset: int) -> int:
        return self.source.position(offset)[0]

    def _blanks(self, offset: int) -> int:
        """The number of blank lines above the line of an offset."""
        number = self._number(offset)
        count = 0
        while number - count > 1 and not self.source.line(number - count - 1).strip():
            count += 1
        return count

    def _comments_before(self, offset: int) -> Iterator[syn.Comment]:
        """Takes the comments before an offset that have not been written."""
        while self.taken < len(self.comments) and self.comments[self.taken].span.start < offset:
            self.taken += 1
            yield self.comments[self.taken - 1]

    # ---- writing

    def _piece(self, lines: list[Line], end: int) -> None:
        """Writes a declaration with its comments; those below it at the left margin belong to what follows."""
        margins: list[int] = []  # the author's indentation at each depth
        index = 0
        while index < len(lines):
            line = lines[index]
            margins[line.depth :] = [line.margin]
            if line.words[0].type == "KEY" and index:
                index += self._table(lines, index)
            else:
                self._logical_line(line)
                index += 1
            following = lines[index] if index < len(lines) else None
            for comment in self._comments_before(following.start if following is not None else end):
                margin = self._margin(comment.span.start)
                if following is None and margin == 0:
                    self.taken -= 1
                    return
                inner = [depth for depth, at in enumerate(margins) if at <= margin]
                self._comment_line(comment, max([following.depth if following is not None else 0, *inner[-1:]]))

    def _comment_line(self, comment: syn.Comment, depth: int) -> None:
        blanks = self._blanks(comment.span.start)
        opened = bool(depth and self.out and self.out[-1].opens and self.out[-1].indent < depth * STEP)
        self.out.append(
            Out(depth * STEP, "", comment.text, blanks=0 if opened else min(blanks, 1 if depth else MAX_BLANKS))
        )

    def _logical_line(self, line: Line) -> None:
        blanks = self._wanted_blanks(line)
        levels = [(line.margin, line.depth * STEP)]
        runs = list(self._runs(line.words))
        # a line that goes on is two steps deeper where a block follows, so that the two can be told apart
        step = 2 * STEP if line.words[-1].type == "COLON" and runs[0][-1].type not in OPENING else STEP
        for number, run in enumerate(self._joined_texts(runs, levels[0][1])):
            indent = self._run_indent(run, levels, step) if number else levels[0][1]
            for comment in self._comments_before(run[0].start):  # alone on a line between two runs
                self.out.append(Out(indent, "", comment.text))
            if run[0].type == "PROSE":
                written = [(indent, _prose(run[0].text, indent))]
            else:
                written = list(wrap(run, indent, indent if number else indent + step))
            for at, text in written:
                self.out.append(Out(at, text, blanks=blanks))
                blanks = 0
            self._comment_behind(self.end_of.get(run[-1].start, run[-1].end))

    def _wanted_blanks(self, line: Line) -> int:
        blanks = self._blanks(line.start)
        if line.depth == 0:
            return min(blanks, MAX_BLANKS)
        opened = self.out[-1].opens and self.out[-1].indent < line.depth * STEP
        return 0 if opened or line.words[0].type in ("ELSE", "OTHERWISE") else min(blanks, 1)

    def _runs(self, words: list[Word]) -> Iterator[list[Word]]:
        """The tokens by the author's physical lines."""
        run: list[Word] = []
        for word in words:
            if run and (word.type in _TAILS or "\n" in self.source.text[run[-1].end : word.start]):
                yield run
                run = []
            run.append(word)
        yield run

    def _joined_texts(self, runs: list[list[Word]], indent: int) -> Iterator[list[Word]]:
        """The runs; a text that is too long for its line is joined with the text on the next, to be cut again."""
        while runs:
            run = runs.pop(0)
            while runs and run[-1].type == runs[0][0].type == "STRING" and indent + width(join(run)) > MAX_WIDTH:
                behind = self.source.text[run[-1].end : runs[0][0].start]
                if behind.strip():  # a comment
                    break
                following = runs.pop(0)
                text = run[-1].text[:-1] + following[0].text[1:]
                run = [*run[:-1], Word("STRING", text, run[-1].start), *following[1:]]
                self.end_of[run[-1].start] = following[-1].end
            yield run
            indent = indent if run[0].type == "STRING" else indent + STEP

    def _run_indent(self, run: list[Word], levels: list[tuple[int, int]], step: int) -> int:
        """The indentation of a continued line, first a step deeper; `levels` pairs the author's margins with ours."""
        if run[0].type in _TAILS:
            return levels[0][1] + STEP
        margin = self._margin(run[0].start)
        if run[0].type in CLOSING and margin <= levels[0][0]:
            del levels[1:]
            return levels[0][1]
        while len(levels) > 1 and margin < levels[-1][0]:
            levels.pop()
        if len(levels) == 1 or margin > levels[-1][0]:
            levels.append((margin, levels[-1][1] + (step if len(levels) == 1 else STEP)))
        return levels[-1][1]

    def _comment_behind(self, end: int) -> None:
        """Adds the comment on the line on which a token ends, if there is one."""
        if self.taken == len(self.comments):
            return
        start = self.comments[self.taken].span.start
        number, column = self.source.position(start)
        if start >= end and number == self._number(end - 1):
            self.out[-1].comment = self.comments[self.taken].text
            self.out[-1].column = width(self.source.line(number)[: column - 1])
            self.taken += 1

    def _table(self, lines: list[Line], index: int) -> int:
        """Writes the head of a table and its rows; returns the number of lines read."""
        depth = lines[index].depth
        rows = lines[index:]
        rows = rows[: next((number for number, row in enumerate(rows) if row.depth != depth), len(rows))]
        for row, text in zip(rows, table([cells(row.words) for row in rows]), strict=True):
            for comment in self._comments_before(row.start):
                self._comment_line(comment, depth)
            blanks = self._wanted_blanks(row)
            for comment in self._comments_before(row.end):  # inside a row that was broken
                self.out.append(Out(depth * STEP, "", comment.text, blanks=blanks))
                blanks = 0
            self.out.append(Out(depth * STEP, text, blanks=blanks))
            self._comment_behind(row.end)
        return len(rows)


def _prose(text: str, indent: int) -> str:
    """A text block moved to an indentation."""
    first, found, rest = text[3:-3].partition("\n")
    if not found or first.strip():
        return text
    lines = textwrap.dedent(rest).split("\n")  # a carriage return by itself ends no line
    body = "\n".join(" " * indent + line if line.strip() else line for line in lines)
    last = body.rsplit("\n", 1)[-1]
    if not last.strip():
        body = body[: len(body) - len(last)] + " " * indent
    return f'"""\n{body}"""'
