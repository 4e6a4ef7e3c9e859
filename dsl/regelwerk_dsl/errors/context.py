"""Context of a syntax error: the unexpected token, the text around it, and the tokens that are expected there."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import cached_property

from lark import Token
from lark.exceptions import UnexpectedInput, UnexpectedToken
from lark.parsers.lalr_interactive_parser import InteractiveParser

from ..grammar.layout import Layout, LayoutError
from ..grammar.parser import GRAMMAR

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

    def __init__(self, error: UnexpectedToken, at: int, layout: Layout, text: str, rule: str) -> None:
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
        start = (previous.start_pos or 0) if previous is not None else 0
        self.before_at = (start, start + len(self.before))
        self.begins = not layout.flat and (layout.line_begins or layout.line_start == at)
        self.line_start = at if self.begins else layout.line_start

    @cached_property
    def accepts(self) -> frozenset[str]:
        """The terminals that are expected here."""
        return frozenset(self.parsed_up_to(self.token).accepts())  # type: ignore[no-untyped-call]

    def parsed_up_to(self, last: Token) -> InteractiveParser:
        """The parser before it reads a token.

        It fails only after it has reduced the rules that the token cannot continue, so the text is parsed once more.
        """
        parser = GRAMMAR.lark.parse_interactive(self.text, start=self.rule)
        builder = GRAMMAR.builder
        with (
            suppress(UnexpectedInput, LayoutError),
            GRAMMAR.reading(builder.source, builder.base, flat=self.layout.flat),
        ):
            for token in parser.lexer_thread.lex(parser.parser_state):  # type: ignore[no-untyped-call]
                if token.type == last.type and token.start_pos == last.start_pos:
                    break
                parser.feed_token(token)
        return parser

    @cached_property
    def words(self) -> dict[str, str]:
        """The fixed words (not the signs) that are expected here, by terminal."""
        return words_of(self.accepts)

    @cached_property
    def continues(self) -> bool:
        """Whether the token is the first of a line that continues the one above."""
        if not self.before or self.begins or self.layout.brackets or self.token.type in LINE_END:
            return False
        return "\n" in self.text[self.before_at[1] : self.at]

    @property
    def line_word(self) -> str:
        return first_word(self.text[self.line_start :])

    @property
    def second_of_line(self) -> bool:
        """Whether this token is the second of its line."""
        return self.before_at[0] == self.line_start and bool(self.before) and not self.begins

    @property
    def second_of_line_end(self) -> bool:
        """Whether the line has a single token."""
        return self.before_at[0] == self.line_start and self.token.type in LINE_END
