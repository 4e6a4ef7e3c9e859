"""Lark's lexer and loop in place of the parser's own, for comparing both."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from typing import Any

from dump import dump_tree
from lark import Lark, Token
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.parsers.lalr_interactive_parser import InteractiveParser
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.errors import examples
from regelwerk_dsl.grammar import tokens
from regelwerk_dsl.grammar.lalr import Parser
from regelwerk_dsl.grammar.layout import LayoutError
from regelwerk_dsl.grammar.parser import GRAMMAR, STARTS, grammar_text
from regelwerk_dsl.grammar.tables import production_of
from regelwerk_dsl.parse import PIECES, parse_source
from regelwerk_dsl.source import SourceFile


class OwnTokens:
    """The layout step after a lexer of Lark, whose tokens become ours."""

    always_accept = GRAMMAR.layout.always_accept

    def process(self, stream: Iterator[Token]) -> Iterator[tokens.Token]:
        return GRAMMAR.layout.process(map(own_token, stream))


def own_token(token: Any) -> tokens.Token:
    return token if isinstance(token, tokens.Token) else tokens.Token(token.type, str(token), token.start_pos)


@cache
def lark() -> Lark:
    made = Lark(
        grammar_text(), parser="lalr", lexer="contextual", start=STARTS, postlex=OwnTokens(), maybe_placeholders=True
    )
    loop = made.parser.parser.parser
    rules = {
        rule for state in loop.parse_table.states.values() for _, rule in state.values() if not isinstance(rule, int)
    }
    loop.callbacks = {rule: GRAMMAR.builder.reduction(production_of(rule)) for rule in rules}
    return made


class LarkParser(Parser):
    """Lark's lexer and loop with the interface of ours; its stack of states is an interactive parser."""

    def parse(self, text: str, start: str) -> Any:
        parser, last = lark().parse_interactive(text, start=start), 0
        try:
            for token in parser.lexer_thread.lex(parser.parser_state):
                last = token.start_pos
                parser.feed_token(token)
            return parser.feed_token(tokens.Token("$END", "", last))
        except UnexpectedToken as error:
            raise tokens.UnexpectedTokenError(own_token(error.token), error.state.position) from None
        except UnexpectedCharacters as error:
            raise tokens.UnexpectedCharacterError(error.pos_in_stream) from None

    def before(self, text: str, start: str, last: tokens.Token) -> Any:
        parser = lark().parse_interactive(text, start=start)
        parser.parser_state.parse_conf.callbacks = {}
        with suppress(UnexpectedInput, LayoutError):
            for token in parser.lexer_thread.lex(parser.parser_state):
                if token.type == last.type and token.start_pos == last.start_pos:
                    break
                parser.feed_token(token)
        return parser

    def after(self, stack: Any, following: str) -> Any:
        trial: InteractiveParser = stack.copy(deepcopy_values=False)
        try:
            trial.feed_token(Token(following, ""))
        except UnexpectedToken:
            return None
        return trial

    def accepts(self, stack: Any) -> frozenset[str]:
        return frozenset(stack.accepts())


@cache
def lark_parser() -> LarkParser:
    own = GRAMMAR.parser
    return LarkParser(own.tables, own.layout, own.reduction)


_their_examples = cache(examples._by_state.__wrapped__)
"""The results of `examples`, by the states of Lark's parser."""


@contextmanager
def lark_instead() -> Iterator[None]:
    """Makes Lark parse all texts."""
    own, by_state = GRAMMAR.parser, examples._by_state
    vars(GRAMMAR)["parser"] = lark_parser()
    examples._by_state = _their_examples
    try:
        yield
    finally:
        vars(GRAMMAR)["parser"], examples._by_state = own, by_state


def parsed(text: str) -> tuple[str, list[tuple[object, ...]]]:
    """The tree and the messages of a text."""
    PIECES.clear()
    found = Diagnostics()
    tree = parse_source(SourceFile("case.regel", text), found)
    return dump_tree(tree), [(str(item.span), item.code, item.message, item.help, item.note) for item in found]
