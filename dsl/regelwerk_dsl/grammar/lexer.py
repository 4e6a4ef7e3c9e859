"""Contextual lexer: in each state of the parser it finds the tokens that can follow there.

A word is a keyword only where the parser expects it, and a name elsewhere. Terminals of a higher priority, such as
`text` before a quotation mark, are tried first where they are expected and could begin.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from msgspec import Struct

from .tables import Tables, Terminal
from .tokens import Token, UnexpectedCharacterError, UnexpectedTokenError

_ANY = frozenset({""})
_GROUP = re.compile(r"\([^()]*\)")
_LITERAL = re.compile(r'[\w"](?![*?{])')


class Place(Struct, frozen=True):
    """The tokens that can follow in a state.

    Attributes:
        kinds: the kind of each expected keyword and sign by its characters.
        expected: the names of the terminals.
        special: finds the special terminals among them.
        begins: the characters that these begin with; only "" if not all are known.
    """

    kinds: dict[str, str]
    expected: frozenset[str]
    special: re.Pattern[str] | None
    begins: frozenset[str]


class Lexer:
    """The lexer of a grammar. Terminals in `always` are expected everywhere."""

    def __init__(self, tables: Tables, always: Iterable[str]) -> None:
        self.tables = tables
        self.terminals = {terminal.name: terminal for terminal in tables.terminals}
        self.always = frozenset(always)
        plain = [one for one in tables.terminals if not one.special and one.name not in tables.ignored]
        groups = [f"(?P<{one.name}>{one.pattern})" for one in plain if not one.text]
        signs = sorted((one for one in plain if one.text and not one.text[0].isalpha()), key=lambda one: -len(one.text))
        ignored = "|".join(self.terminals[name].pattern for name in tables.ignored)
        self.skip = re.compile(f"(?:{ignored})*").match
        self.plain = re.compile("|".join([*groups, *(sign.pattern for sign in signs)])).match
        self.by_expected: dict[frozenset[str], Place] = {}
        self.places: dict[int, Place] = {}

    def tokens(self, text: str, stack: list[int]) -> Iterator[Token]:
        """The tokens of a text for a parser whose state is at the end of `stack` whenever the next one is read.

        Raises:
            UnexpectedTokenError, UnexpectedCharacterError: nothing that could follow stands here.
        """
        skip, places = self.skip, self.places
        at, end = 0, len(text)
        while True:
            at = skip(text, at).end()  # type: ignore[union-attr]
            if at >= end:
                return
            state = stack[-1]
            place = places.get(state) or self._place(state)
            token = self._token(text, at, place)
            if token is None:
                token = self._token(text, at, self.anywhere)
                raise UnexpectedCharacterError(at) if token is None else UnexpectedTokenError(token, state)
            at += len(token)
            yield token

    def _token(self, text: str, at: int, place: Place) -> Token | None:
        if place.special is not None and (place.begins is _ANY or text[at] in place.begins):
            found = place.special.match(text, at)
            if found is not None:
                return Token(found.lastgroup or "", found[0], at)
        found = self.plain(text, at)
        if found is None:
            return None
        value, kind = found[0], found.lastgroup
        while True:
            known = place.kinds.get(value) or (kind if kind in place.expected else None)
            if known is not None:
                return Token(known, value, at)
            if kind is not None or len(value) == 1:
                return None
            value = value[:-1]  # `-` where `->` is not expected

    @property
    def anywhere(self) -> Place:
        return self._made(frozenset(self.terminals))

    def _place(self, state: int) -> Place:
        place = self.places[state] = self._made(self.always.union(self.tables.states[state]))
        return place

    def _made(self, expected: frozenset[str]) -> Place:
        place = self.by_expected.get(expected)
        if place is None:
            terminals = [one for one in self.tables.terminals if one.name in expected]
            special = tuple(one for one in terminals if one.special)
            kinds = {one.text: one.name for one in terminals if one.text}
            begins = frozenset(_beginning(one) for one in special)
            place = Place(kinds, expected, _any_of(special), _ANY if "" in begins else begins)
            self.by_expected[expected] = place
        return place


def _beginning(terminal: Terminal) -> str:
    """The character that all texts of a special terminal begin with, or ""."""
    outside, groups = terminal.pattern, 1
    while groups:  # alternatives within groups come after the beginning
        outside, groups = _GROUP.subn("", outside)
    found = _LITERAL.match(terminal.pattern)
    return found[0] if found and "|" not in outside else ""


@cache
def _any_of(terminals: tuple[Terminal, ...]) -> re.Pattern[str] | None:
    if not terminals:
        return None
    return re.compile("|".join(f"(?P<{one.name}>{one.pattern})" for one in terminals))
