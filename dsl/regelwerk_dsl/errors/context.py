"""Context of a syntax error: the unexpected token, the text around it, and the tokens that are expected there."""

from __future__ import annotations

import re
from functools import cached_property

from ..grammar.layout import Layout
from ..grammar.parser import GRAMMAR
from ..grammar.tokens import Token, UnexpectedTokenError

LINE_END = frozenset({"_NL", "_INDENT", "_DEDENT", "$END"})
WORD = re.compile(r"[^\W\d]\w*")


def first_word(line: str) -> str:
    """The word at the beginning of a text, or ""."""
    found = WORD.match(line)
    return found[0] if found else ""


def words_of(terminals: frozenset[str]) -> dict[str, str]:
    """The fixed words (not the signs) among some terminals."""
    return {name: word for name, word in GRAMMAR.words.items() if name in terminals and word[0].isalpha()}


class SyntaxErrorContext:
    """An unexpected token and the text around it."""

    def __init__(self, error: UnexpectedTokenError, at: int, layout: Layout, text: str, rule: str) -> None:
        self.error = error
        self.token: Token = error.token
        self.at = at
        self.layout = layout
        self.text = text
        self.rule = rule
        previous = layout.earlier if layout.previous is error.token else layout.previous
        self.previous = previous
        self.before = str(previous) if previous is not None else ""
        self.before_type = previous.type if previous is not None else ""
        start = previous.start_pos if previous is not None else 0
        self.before_at = (start, start + len(self.before))
        self.begins = not layout.flat and (layout.line_begins or layout.line_start == at)
        self.line_start = at if self.begins else layout.line_start

    @cached_property
    def accepts(self) -> frozenset[str]:
        """The terminals that are expected here."""
        return GRAMMAR.parser.accepts(self.states_before(self.token))

    def states_before(self, last: Token) -> list[int]:
        """The stack of the parser's states before it reads a token."""
        with GRAMMAR.reading(GRAMMAR.builder.source, GRAMMAR.builder.base, flat=self.layout.flat):
            return GRAMMAR.parser.before(self.text, self.rule, last)

    @cached_property
    def words(self) -> dict[str, str]:
        """The fixed words (not the signs) that are expected here, by terminal."""
        return words_of(self.accepts)

    @cached_property
    def continues(self) -> bool:
        """True if the token is the first of a line that continues the one above."""
        if not self.before or self.begins or self.layout.brackets or self.token.type in LINE_END:
            return False
        return "\n" in self.text[self.before_at[1] : self.at]

    @property
    def line_word(self) -> str:
        return first_word(self.text[self.line_start :])

    @property
    def second_of_line(self) -> bool:
        """True if this token is the second of its line."""
        return self.before_at[0] == self.line_start and bool(self.before) and not self.begins

    @property
    def second_of_line_end(self) -> bool:
        """True if the line ends after a single token."""
        return self.before_at[0] == self.line_start and self.token.type in LINE_END
