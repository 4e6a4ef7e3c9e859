"""Tokens of the language, and the errors of a text that the grammar does not allow."""

from __future__ import annotations


class Token(str):
    """A piece of a text.

    Attributes:
        type: the name of its terminal.
        start_pos: where it begins in the text that is parsed.
    """

    __slots__ = ("start_pos", "type")

    type: str
    start_pos: int

    def __new__(cls, type: str, value: str, start_pos: int = 0) -> Token:
        token = super().__new__(cls, value)
        token.type = type
        token.start_pos = start_pos
        return token


class ParseError(Exception):
    """A text that the grammar does not allow."""


class UnexpectedCharacterError(ParseError):
    """A character at an offset that begins no token."""

    def __init__(self, at: int) -> None:
        super().__init__(f"no token begins at {at}")
        self.at = at


class UnexpectedTokenError(ParseError):
    """A token that cannot follow in a state of the parser."""

    def __init__(self, token: Token, state: int) -> None:
        super().__init__(f"{token.type} cannot follow in state {state}")
        self.token = token
        self.state = state
