"""Tables of the parser: terminals, productions and the LALR automaton that Lark makes of `regel.lark`."""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class Terminal(Struct, frozen=True, array_like=True):
    """A kind of token.

    Attributes:
        pattern: the regular expression of its texts.
        text: its only text, if it is a fixed word or sign.
        priority: terminals with a higher one are tried first.
    """

    name: str
    pattern: str
    text: str
    priority: int

    @property
    def special(self) -> bool:
        """True if it is tried before names, where it is expected."""
        return self.priority > 0


class Production(Struct, frozen=True, array_like=True):
    """An alternative of a rule.

    Attributes:
        rule, alias: the name of the rule, and the name after `->`.
        symbols: the names of what it consists of.
        kept: the indices of the symbols that are children of its node; -1 for an optional part that is absent.
        expands: whether a single child takes the place of the node (`?rule`).
    """

    rule: str
    alias: str | None
    symbols: tuple[str, ...]
    kept: tuple[int, ...]
    expands: bool


class Tables(Struct, frozen=True, array_like=True):
    """All that the lexer and the parser need.

    Attributes:
        ignored: the terminals that stand between tokens.
        starts, ends: the first and the last state of each rule that a text can be parsed by.
        states: what to do in each state by the name of the next symbol: the state to go to, or `~number` of the
            production to reduce.
    """

    terminals: tuple[Terminal, ...]
    ignored: tuple[str, ...]
    productions: tuple[Production, ...]
    starts: dict[str, int]
    ends: dict[str, int]
    states: tuple[dict[str, int], ...]


def make_tables(grammar: str, starts: list[str]) -> Tables:
    """The tables of a grammar in Lark's language."""
    from lark import Lark  # slow to import, and needed only if no tables are kept
    from lark.grammar import Rule
    from lark.lexer import PatternStr

    parser = Lark(grammar, parser="lalr", lexer="basic", start=starts, maybe_placeholders=True)
    table = parser.parser.parser._parse_table
    numbers: dict[Any, int] = {}
    states = tuple(
        {
            str(symbol): ~numbers.setdefault(target, len(numbers)) if isinstance(target, Rule) else target
            for symbol, (_, target) in table.states[number].items()
        }
        for number in range(len(table.states))
    )
    terminals = (
        Terminal(
            str(terminal.name),
            terminal.pattern.to_regexp(),
            terminal.pattern.value if isinstance(terminal.pattern, PatternStr) else "",
            terminal.priority,
        )
        for terminal in sorted(parser.terminals, key=lambda item: (-item.priority, -item.pattern.max_width, item.name))
    )
    return Tables(
        tuple(terminals),
        tuple(parser.ignore_tokens),
        tuple(map(production_of, numbers)),
        table.start_states,
        table.end_states,
        states,
    )


def production_of(rule: Any) -> Production:
    """The production that Lark's rule stands for."""
    symbols = enumerate(rule.expansion)
    kept = []
    for is_absent in rule.options.empty_indices or [False] * len(rule.expansion):
        index, symbol = (-1, None) if is_absent else next(symbols)
        if symbol is None or rule.options.keep_all_tokens or not getattr(symbol, "filter_out", False):
            kept.append(index)
    names = tuple(str(symbol.name) for symbol in rule.expansion)
    alias = str(rule.alias) if rule.alias else None
    return Production(str(rule.origin.name), alias, names, tuple(kept), rule.options.expand1)
