"""Post-lexer of the grammar: line ends become _NL, _INDENT and _DEDENT.

One rule: a deeper line opens a block only after a colon at the end of the line above; any other deeper line continues
the line above, and so does any line inside brackets.
"""

from __future__ import annotations

from collections.abc import Iterator

from .tokens import Token

TAB_WIDTH = 4

_OPENING = {"LPAR", "LSQB", "LBRACE"}
_CLOSING = {"RPAR", "RSQB", "RBRACE"}


class LayoutError(Exception):
    """An indentation that matches no line above (`dedent`, with the `levels` around it), or an unclosed `bracket`."""

    def __init__(self, kind: str, token: Token, levels: tuple[int, int] = (0, 0)) -> None:
        super().__init__(kind)
        self.kind = kind
        self.token = token
        self.levels = levels


def indentation(blank: str) -> int:
    """The width of the blanks at the beginning of a line; a tab advances to the next multiple of four."""
    return len(blank.expandtabs(TAB_WIDTH)) if "\t" in blank else len(blank)


class Layout:
    """The post-lexer. `flat` makes it drop all line ends: for one expression or one cell.

    After a fault the other attributes tell where the parser was: `line_start` (the start of the logical line),
    `line_before` (the start of the one above), `line_begins` (no token of the line has been read yet), `previous` (the
    last token), `earlier` (the one before it), `brackets` (the open ones) and `closed` (the one that the last closing
    bracket closed). Tokens are added to `record` if it is a list.
    """

    always_accept = ("_NL", "NAME")  # a name everywhere, so that no keyword is found inside a longer word

    def __init__(self) -> None:
        self.flat = False
        self.line_start = 0
        self.line_before = 0
        self.line_begins = True
        self.previous: Token | None = None
        self.earlier: Token | None = None
        self.brackets: list[Token] = []
        self.closed: Token | None = None
        self.record: list[Token] | None = None

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        if self.flat:
            return self._flat(stream)
        return self._process(stream) if self.record is None else self._recorded(stream, self.record)

    def _recorded(self, stream: Iterator[Token], record: list[Token]) -> Iterator[Token]:
        for token in self._process(stream):
            record.append(token)
            yield token

    def _begin(self) -> None:
        self.line_start = self.line_before = 0
        self.line_begins = True
        self.previous = self.earlier = None
        self.brackets = []

    def _flat(self, stream: Iterator[Token]) -> Iterator[Token]:
        self._begin()
        for token in stream:
            if token.type != "_NL":
                self.earlier, self.previous = self.previous, token
                yield token

    def _process(self, stream: Iterator[Token]) -> Iterator[Token]:
        self._begin()
        levels = [0]
        brackets = self.brackets
        previous: Token | None = None
        shallow = False
        for token in stream:
            kind = token.type
            if kind == "_NL":
                indent = indentation(token[token.rfind("\n") + 1 :])
                if brackets:
                    shallow = indent <= levels[-1]
                    continue
                if indent > levels[-1]:
                    if previous is None or previous.type != "COLON":
                        continue
                    yield token
                    levels.append(indent)
                    yield Token("_INDENT", "", token.start_pos)
                    self.line_begins = True
                    continue
                yield token
                self.line_begins = True
                while indent < levels[-1]:
                    level = levels.pop()
                    if indent > levels[-1]:
                        raise LayoutError("dedent", token, (levels[-1], level))
                    yield Token("_DEDENT", "", token.start_pos)
                continue
            if self.line_begins:
                self.line_before, self.line_start = self.line_start, token.start_pos
                self.line_begins = False
            elif shallow:
                if kind not in _CLOSING:
                    raise LayoutError("bracket", brackets[-1])
                shallow = False
            if kind in _OPENING:
                brackets.append(token)
            elif kind in _CLOSING:
                self.closed = brackets.pop() if brackets else None
            self.earlier, self.previous = previous, token
            previous = token
            yield token
        if previous is None:
            return
        if brackets:
            raise LayoutError("bracket", brackets[-1])
        yield Token("_NL", "", previous.start_pos)
        for _ in levels[1:]:
            yield Token("_DEDENT", "", previous.start_pos)
