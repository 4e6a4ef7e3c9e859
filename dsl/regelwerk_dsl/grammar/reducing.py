"""LALR loop of the parser: Lark's own, but for reductions that hand on their only child, of which a chain is one step.

An expression that is a name goes through all levels of operators. Which state such a chain ends in follows from the
state below, the state at its beginning and the token that comes next.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import itemgetter
from typing import Any

from lark import Token
from lark.grammar import Rule
from lark.lexer import LexerThread
from lark.parsers.lalr_analysis import ParseTableBase, Shift
from lark.parsers.lalr_interactive_parser import InteractiveParser
from lark.parsers.lalr_parser import _Parser
from lark.parsers.lalr_parser_state import ParseConf, ParserState

Reduction = Callable[[list[Any]], Any]

ONLY_CHILD: Reduction = itemgetter(0)
"""The reduction of a rule with one child, which is its value."""


class ReducingParser(_Parser):
    """The parser of a table of states and the functions of its rules."""

    def __init__(self, table: ParseTableBase[int], callbacks: Mapping[Rule, Reduction]) -> None:
        super().__init__(table, callbacks)  # type: ignore[arg-type]
        self.ends = set(table.end_states.values())
        self.jumps: dict[tuple[int, int, str], int] = {}
        # by identity: a rule takes its time to be hashed
        self.reductions = {id(rule): (call, len(rule.expansion), rule.origin.name) for rule, call in callbacks.items()}

    def parse(
        self,
        lexer: LexerThread,
        start: str,
        value_stack: Any = None,
        state_stack: Any = None,
        start_interactive: Any = False,
    ) -> Any:
        settings = _Settings(self.parse_table, self.callbacks, start)
        settings.parser = self
        state = _State(settings, lexer, state_stack, value_stack)
        return InteractiveParser(self, state, lexer) if start_interactive else self.parse_from_state(state)

    def jump(self, below: int, state: int, following: str) -> int:
        """The state above `below` after all reductions in `state` that hand on their only child."""
        states = self.parse_table.states
        while state not in self.ends:
            action, rule = states[state].get(following, (Shift, None))
            if action is Shift or self.reductions[id(rule)][0] is not ONLY_CHILD:
                break
            state = states[below][rule.origin.name][1]
        return state


class _Settings(ParseConf[int]):
    """What all states of a parse share."""

    __slots__ = ("parser",)
    parser: ReducingParser


class _State(ParserState[int]):
    """A parse under way."""

    parse_conf: _Settings

    def feed_token(self, token: Token, is_end: bool = False) -> Any:
        settings, stack, values, following = self.parse_conf, self.state_stack, self.value_stack, token.type
        states, reductions, jumps = settings.states, settings.parser.reductions, settings.parser.jumps
        if not settings.callbacks:  # a trial that builds nothing
            return super().feed_token(token, is_end)
        while True:
            state = stack[-1]
            found = states[state].get(following)
            if found is None:
                return super().feed_token(token, is_end)  # raises an error that says what would fit
            action, arg = found
            if action is Shift:
                stack.append(arg)
                values.append(token)
                return None
            reduce, size, origin = reductions[id(arg)]
            if reduce is ONLY_CHILD:
                key = stack[-2], state, following
                after = jumps.get(key)
                if after is None:
                    after = jumps[key] = settings.parser.jump(*key)
                stack[-1] = after
            else:
                children: list[Any] = []
                if size:
                    children = values[-size:]
                    del stack[-size:], values[-size:]
                values.append(reduce(children))
                stack.append(states[stack[-1]][origin][1])
            if is_end and stack[-1] == settings.end_state:
                return values[-1]
