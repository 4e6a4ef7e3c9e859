"""LALR parser of the tables. Reductions that only pass on a single child are made in one step, even chains of them.

An expression that is a name goes through all levels of operators. Which state such a chain ends in follows from the
state below, the state at its beginning and the token that comes next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from operator import itemgetter
from typing import Any

from .layout import Layout, LayoutError
from .lexer import Lexer
from .tables import Production, Tables
from .tokens import ParseError, Token, UnexpectedTokenError

Reduction = Callable[[list[Any]], Any]

ONLY_CHILD: Reduction = itemgetter(0)
"""The reduction of a production whose value is its only child."""

END = "$END"


class Parser:
    """The parser of a grammar.

    Args:
        tables: of the grammar.
        layout: what turns line ends into tokens.
        reduction: gives for a production the function that makes its value from the list of its children.
    """

    def __init__(self, tables: Tables, layout: Layout, reduction: Callable[[Production], Reduction]) -> None:
        self.tables = tables
        self.layout = layout
        self.lexer = Lexer(tables, layout.always_accept)
        self.ends = frozenset(tables.ends.values())
        self.reduction = reduction
        self.reductions: dict[int, Reduction] = {}
        self.jumps: dict[tuple[int, int, str], int] = {}

    def parse(self, text: str, start: str) -> Any:
        """The value of a text that matches the rule `start`.

        Raises:
            ParseError, LayoutError: it does not match.
        """
        states, productions = self.tables.states, self.tables.productions
        reductions, jumps, end = self.reductions, self.jumps, self.tables.ends[start]
        stack, values = [self.tables.starts[start]], list[Any]()
        for token in self._tokens(text, stack):
            following = token.type
            while True:
                state = stack[-1]
                target = states[state].get(following)
                if target is None:
                    raise UnexpectedTokenError(token, state)
                if target >= 0:
                    stack.append(target)
                    values.append(token)
                    break
                reduce = reductions.get(target) or self._reduction(target)
                if reduce is ONLY_CHILD:
                    key = stack[-2], state, following
                    stack[-1] = jumps.get(key) or self._jump(*key)
                else:
                    production = productions[~target]
                    size = len(production.symbols)
                    children: list[Any] = []
                    if size:
                        children = values[-size:]
                        del stack[-size:], values[-size:]
                    values.append(reduce(children))
                    stack.append(states[stack[-1]][production.rule])
                if following == END and stack[-1] == end:
                    return values[-1]
        raise AssertionError("the end of a text is its last token")

    def before(self, text: str, start: str, last: Token) -> list[int]:
        """The stack of states when a token of a text is about to be read.

        The text is parsed again, since a failed parse has already reduced productions that the token cannot continue.
        """
        stack = [self.tables.starts[start]]
        with suppress(ParseError, LayoutError):
            for token in self._tokens(text, stack):
                after = self.after(stack, token.type)
                if (token.type, token.start_pos) == (last.type, last.start_pos) or after is None:
                    break
                stack[:] = after
        return stack

    def after(self, stack: list[int], following: str) -> list[int] | None:
        """The stack of states after a token; None if it cannot follow."""
        states, stack = self.tables.states, stack.copy()
        while True:
            target = states[stack[-1]].get(following)
            if target is None:
                return None
            if target >= 0:
                return [*stack, target]
            production = self.tables.productions[~target]
            if production.symbols:
                del stack[-len(production.symbols) :]
            stack.append(states[stack[-1]][production.rule])
            if following == END and stack[-1] in self.ends:
                return stack

    def accepts(self, stack: list[int]) -> frozenset[str]:
        """The terminals that can follow."""
        following = self.tables.states[stack[-1]]
        return frozenset(name for name in following if name.isupper() and self.after(stack, name) is not None)

    def _tokens(self, text: str, stack: list[int]) -> Iterator[Token]:
        last: Token | None = None
        for last in self.layout.process(self.lexer.tokens(text, stack)):
            yield last
        yield Token(END, "", last.start_pos if last is not None else 0)

    def _reduction(self, target: int) -> Reduction:
        made = self.reductions[target] = self.reduction(self.tables.productions[~target])
        return made

    def _jump(self, below: int, state: int, following: str) -> int:
        """The state above `below` after all reductions in `state` that pass on their only child."""
        states, key = self.tables.states, (below, state, following)
        while state not in self.ends:
            target = states[state].get(following, 0)
            if target >= 0 or (self.reductions.get(target) or self._reduction(target)) is not ONLY_CHILD:
                break
            state = states[below][self.tables.productions[~target].rule]
        self.jumps[key] = state
        return state
