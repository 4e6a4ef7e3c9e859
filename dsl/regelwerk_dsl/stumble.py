"""A token that the parser could not use goes in, with what stands around it; what to say about it comes out.

First come rules that look at the words around the place, then the mistakes taught by example (`parse_examples.py`),
then a general message that says what could stand there.
"""

from __future__ import annotations

import re
from copy import copy
from dataclasses import dataclass
from functools import cached_property

from lark import Token
from lark.exceptions import UnexpectedInput, UnexpectedToken
from lark.parsers.lalr_interactive_parser import InteractiveParser

from .grammar import GRAMMAR
from .keywords import FOREIGN_WORDS, KEYWORDS, STATEMENT_WORDS, VALUE_WORDS
from .layout import Layout, LayoutError
from .parse_examples import find_example
from .suggest import nearest

LINE_END = frozenset({"NL", "INDENT", "DEDENT", "$END"})

_WORD = re.compile(r"[^\W\d]\w*")
_PARTNERS = {"else": "an `if`", "otherwise": "a `let`, `draw` or `choose`"}
_NEEDS_OWN_LINE = frozenset({"let", "choose", "may", "if", "for", "repeat", "simultaneously", "otherwise", "else"})
_DIE = re.compile(r"d\d+")
_CLOSING = {"(": "RPAR", "[": "RSQB", "{": "RBRACE"}
_OPENING = {"RPAR": "(", "RSQB": "[", "RBRACE": "{"}
_PAIRS = {
    "==": ("E0111", "write `is`"),
    "=>": ("E0101", "write `>=` to compare"),
    "=<": ("E0101", "write `<=`"),
    "||": ("E0101", "write `or`"),
    "++": ("E0101", "write `+= 1`"),
    "--": ("E0101", "write `-= 1`"),
}
_KINDS = {
    "NAME": "a name",
    "NUMBER": "a number",
    "STRING": "a text in quotes",
    "PROSE": 'a text between `"""`',
    "DICE": "dice such as `2d6`",
    "COPIES": "a number of copies such as `x4`",
    "SOURCE_ID": "the name of a statement such as `R12`",
    "NL": "the end of the line",
    "INDENT": "a deeper line",
}
_BEGIN_VALUE = frozenset({
    "NAME", "NUMBER", "LPAR", "LBRACE", "MINUS", "YES", "NO", "NONE", "EMPTY", "NOT", "IF",
    "ANY", "ALL", "FIRST", "LAST", "THOSE", "COUNT", "SUM", "MOST", "LEAST",
})  # fmt: skip
_GO_ON = frozenset({
    "PLUS", "MINUS", "STAR", "SLASH", "MOD", "AND", "OR", "IS", "IN", "NOT", "OF", "DOT", "LPAR", "LSQB",
    "LESSTHAN", "MORETHAN", "LE", "GE", "FROM",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Message:
    """What to say, and where: `at` is a range of the piece (else the token's); `above`: the line above is at fault."""

    code: str
    message: str
    help: str = ""
    at: tuple[int, int] | None = None
    above: bool = False


def first_word(line: str) -> str:
    """The word with which a text begins, if it does with one."""
    found = _WORD.match(line)
    return found[0] if found else ""


def _words_of(terminals: frozenset[str]) -> dict[str, str]:
    return {name: word for name, word in GRAMMAR.words.items() if name in terminals and word[0].isalpha()}


class Stumble:
    """One token that the parser could not use, and what stands around it."""

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
        """What could stand here, by terminals."""
        return frozenset(self._parsed_up_to(self.token).accepts())  # type: ignore[no-untyped-call]

    def _parsed_up_to(self, last: Token) -> InteractiveParser:
        """The parser before it reads a token.

        It stumbles only after it has closed what the token could not go on with, so the text is parsed once more.
        """
        builder, layout = GRAMMAR.builder, self.layout
        saved = builder.diagnostics, layout.copy()
        builder.diagnostics = type(builder.diagnostics)()
        parser = GRAMMAR.lark.parse_interactive(self.text, start=self.rule)
        try:
            for token in parser.lexer_thread.lex(parser.parser_state):  # type: ignore[no-untyped-call]
                if token.type == last.type and token.start_pos == last.start_pos:
                    break
                parser.feed_token(token)
        except (UnexpectedInput, LayoutError):
            pass
        finally:
            builder.diagnostics, state = saved
            layout.restore(state)
        return parser

    @cached_property
    def words(self) -> dict[str, str]:
        """The fixed words (not the signs) that could stand here, by terminal."""
        return _words_of(self.accepts)

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
        """Whether only one token stands before this one on its line."""
        return self.before_at[0] == self.line_start and bool(self.before) and not self.begins

    @property
    def second_of_line_end(self) -> bool:
        """Whether the line holds one token alone."""
        return self.before_at[0] == self.line_start and self.token.type in LINE_END

    def message(self) -> Message:
        """What to say; the first rule that knows something says it."""
        rules = (
            self._blocks, self._brackets, self._pairs, self._signs, self._chance, self._words, self._misspelt,
            self._bare_value, self._row, self._example, self._deeper_line,
        )  # fmt: skip
        return next((found for rule in rules if (found := rule()) is not None), None) or self._general()

    # ---- rules by the place

    def _blocks(self) -> Message | None:
        end = self.before_at[1]
        if self.accepts == {"INDENT"} and self.before == ":":
            help = "indent the lines that belong to it by four blanks more"
            return Message("E0103", "a block should follow this colon", help, (end - 1, end), above=True)
        if self.accepts == {"NL"} and self.before == ":":
            help = "put what follows on a line of its own below, deeper"
            return Message("E0103", "after this colon the line ends", help)
        if self.continues and "COLON" in self.accepts:
            help = "the deeper lines below it are its block"
            return Message("E0102", "a colon is missing at the end of this line", help, (end, end))
        for word, at in ((self.before, self.before_at), (str(self.token), None)):
            first = self.second_of_line if at is not None else self.begins
            if word in _PARTNERS and first:
                help = f"it stands right under {_PARTNERS[word]}, at the same depth"
                return Message("E0121", f"this `{word}` belongs to nothing", help, at)
        if self.before in _NEEDS_OWN_LINE and self.text[: self.before_at[0]].rstrip(" \t").endswith(":"):
            message = f"`{self.before}` cannot stand on the line of the colon"
            return Message("E0103", message, "put it on a line of its own below, deeper", self.before_at)
        return None

    def _brackets(self) -> Message | None:
        sign = _OPENING.get(self.token.type)
        layout = self.layout
        if sign is None or layout.flat or sign in layout.brackets:
            return None
        if layout.previous is self.token and layout.closed == sign:
            return None
        return Message("E0107", f"this `{self.token}` closes nothing", f"take it away, or open it with `{sign}`")

    # ---- rules by signs

    def _pairs(self) -> Message | None:
        at = self.at
        both = self.text[at : at + 2]
        if both in _PAIRS:
            code, help = _PAIRS[both]
            return Message(code, f"`{both}` has no meaning here", help, (at, at + 2))
        if self.text[at - 1 : at + 1] == "<>":
            return Message("E0111", "`<>` has no meaning here", "write `is not`", (at - 1, at + 1))
        if self.token.type == "STRING" and self.text.startswith('"""', at):
            help = 'close it with `"""`; its lines are indented'
            return Message("E0108", "this text block is not closed", help, (at, at + 3))
        return None

    def _signs(self) -> Message | None:
        token, start = self.token, self.before_at[0]
        if self.token.type == "STRING" and self.accepts >= {"NAME", "NUMBER", "LPAR"}:
            help = (
                "words stand after `says`, `offer` and `text`, and in questions; a value is a number, a member, a card"
            )
            return Message("E0101", "a text is no value", help)
        if token == "=" and "IS" in self.accepts:
            return Message("E0111", "`=` gives a value; it does not compare", "write `is`")
        if token.type == "NUMBER" and self.before == "." and self.text[start - 1 : start].isdigit():
            help = "count in a smaller unit, or write `a * 3 / 2`"
            return Message("E0101", "there are no numbers with a fraction", help)
        if _DIE.fullmatch(token) and self.before_type == "NUMBER":
            return Message("E0101", "the number of dice stands right before the `d`", f"write `{self.before}{token}`")
        if token == "(" and self.before == "count":
            return Message(
                "E0101", "`count` is no function", "write `S.count`, or `count x in S where c`", self.before_at
            )
        if self.before == "none" and self.token.type == "NAME":
            return Message("E0101", "`none` is a value of its own", "write `no x in S where c`", self.before_at)
        if self.before_type == "DICE" and token in ("+", "-", "*", "/"):
            return Message("E0114", "a roll stands alone", "give it a name with `let`, and go on with that below")
        if token == "[" and "LBRACE" in self.accepts:
            return Message("E0101", "`[` begins no value", "a set is written `{a, b}`")
        if token in ("<", "<=", ">", ">=", "is", "in") and "AND" in self.accepts:
            help = "write two of them with `and` between, for example `a < b and b < c`"
            return Message("E0101", "comparisons cannot be chained", help)
        return None

    # ---- rules by words

    def _chance(self) -> Message | None:
        """`roll` and `do` where they are no words of the language."""
        if self.before not in ("roll", "do") or self.before_type != "NAME" or self.token.type in LINE_END:
            return None
        alone = self.second_of_line
        where, above = ("alone", "") if alone else ("inside an expression", " on a line above")
        help = f"give its result a name: `let x = {self.before} …`{above}"
        return Message("E0114", f"`{self.before}` cannot stand {where}", help, self.before_at)

    def _words(self) -> Message | None:
        token = str(self.token)
        if self.before in ("text", "says", "offer") and self.second_of_line:
            if token[:1] != '"':
                return Message("E0101", f"after `{self.before}` stands a text in quotes", f'write `{self.before} "…"`')
            help = "it stands below the first line of an effect: give this an effect of its own, and call it with `do`"
            if "EQUAL" in self.accepts:
                return Message("E0117", f"`{self.before}` cannot stand among statements", help, self.before_at)
        if self.before in ("let", "return") and self.before_type == "NAME" and first_word(self.text) == "define":
            help = "end its first line with a colon instead of `=`"
            return Message("E0101", "a `define` of several steps is a block", help, self.before_at)
        if token in self.words.values():  # the word is right, but not what follows it
            return Message("E0101", f"something is missing after `{token}`, or is not what stands there")
        for word, at in ((token, (self.at, self.at + len(token))), (self.before, self.before_at)):
            if word in FOREIGN_WORDS and (at[0] in (self.at, self.line_start)):
                return Message("E0110", f"there is no `{word}` here", FOREIGN_WORDS[word], at)
        ends = self.token.type in ("STRING", "NL", "COLON", "$END")
        if ends and self.line_word in ("choose", "may") and "BY" in self.accepts:
            help = 'write `by p` before the question, for example `by p "Which?"`'
            return Message("E0122", "this `choose` does not say who chooses", help)
        return None

    def _misspelt(self) -> Message | None:
        token = str(self.token)
        meant = nearest(token, self.words.values()) if _WORD.fullmatch(token) else None
        if meant is not None:
            return Message("E0110", f"`{token}` cannot stand here", f"did you mean `{meant}`?")
        return self._misspelt_before()

    def _misspelt_before(self) -> Message | None:
        """A word that was taken for a name, and is most likely a word of the language: what follows would fit that."""
        if self.previous is None or self.previous.type != "NAME" or self.continues:
            return None
        parser = self._parsed_up_to(self.previous)
        words = _words_of(frozenset(parser.accepts()))  # type: ignore[no-untyped-call]
        meant = nearest(self.before, words.values())
        if meant is None:
            return None
        terminal = next(name for name, word in words.items() if word == meant)
        trial = parser.copy()  # type: ignore[no-untyped-call]
        trial.parser_state.parse_conf = copy(trial.parser_state.parse_conf)
        trial.parser_state.parse_conf.callbacks = {}
        trial.feed_token(Token(terminal, meant))
        after = frozenset(trial.accepts())
        as_word = bool({"NAME", "SOURCE_ID"} & after) or str(self.token) in _words_of(after).values()
        if self.token.type not in after and not (as_word and _WORD.fullmatch(self.token)):
            return None
        shown = f"`{self.before}`"
        message = f"no line begins with {shown}" if self.second_of_line else f"{shown} cannot stand here"
        return Message("E0110", message, f"did you mean `{meant}`?", self.before_at)

    def _bare_value(self) -> Message | None:
        """A line that is only a name or a call."""
        if self.layout.flat or self.token.type != "NL" or not self.accepts >= {"EQUAL", "DOT", "LSQB"}:
            return None
        at = (self.line_start, self.before_at[1])
        if self.line_word in VALUE_WORDS and self.second_of_line_end:
            return Message(
                "E0101", "a value alone does nothing", f"to answer with it, write `return {self.before}`", at
            )
        if self.line_word in KEYWORDS:
            return None
        if self.before == ")":
            help = f"write `do {self.text[at[0] : at[1]]}`"
            return Message("E0120", "a line that calls an effect begins with `do`", help, at)
        help = "give it to a variable with `=`, `+=` or `-=`, or call an effect with `do`"
        return Message("E0101", "a value alone does nothing", help, at)

    def _row(self) -> Message | None:
        """A line of a table that begins with no name."""
        if not self.begins or first_word(self.text) not in ("table", "map", "cards") or "NAME" not in self.accepts:
            return None
        return Message("E0101", "a row begins with its key, a name", "for example `red | 2 | 3`")

    # ---- rules by example, and the rest

    def _example(self) -> Message | None:
        found = None if self.layout.flat else find_example(self.error, self.text, self.line_start)
        return Message(found.code, found.message, found.help) if found is not None else None

    def _deeper_line(self) -> Message | None:
        if not self.continues or "NL" not in self.accepts:
            return None
        message = "this line is deeper than the one above, so it continues it, and that makes no sense"
        return Message("E0105", message, "give it the depth of the line above, or put a colon there if it is its block")

    def _general(self) -> Message:
        shown = "this text" if self.token.type == "STRING" else f"`{self.token}`"
        wanted = self._wanted()
        help = f"here could stand {wanted}" if wanted else ""
        bracket = self.layout.brackets[-1] if self.layout.brackets else None
        if bracket is not None and _CLOSING[str(bracket)] in self.accepts and not self._is_closed(bracket):
            help = f"is the `{bracket}` before it not closed?"
        if self.token.type in LINE_END:
            where = "here" if self.layout.flat else "at the end of this line"
            return Message("E0101", f"something is missing {where}", help)
        if not self.begins:
            return Message("E0101", f"{shown} cannot stand here", help)
        if self.line_start:
            return Message("E0101", f"no line can begin with {shown} here", help)
        if self.token in STATEMENT_WORDS:
            message = f"{shown} begins a statement, and statements do not stand at the left margin"
            return Message("E0125", message, "indent it below the effect that it belongs to")
        help = "a line at the left margin begins with a word such as `effect`, `define`, `state`, `card`"
        return Message("E0125", f"{shown} begins no declaration", help)

    def _is_closed(self, bracket: Token) -> bool:
        """Whether the line that a bracket stands on has the one that closes it."""
        start = bracket.start_pos or 0
        line = self.text[start:].split("\n", 1)[0]
        pair = {"(": ")", "[": "]", "{": "}"}[str(bracket)]
        return line.count(pair) >= line.count(str(bracket))

    def _wanted(self) -> str:
        accepts = set(self.accepts)
        shown = []
        if accepts >= {"NAME", "NUMBER", "LPAR"}:
            shown.append("a value")
            accepts -= _BEGIN_VALUE
        if len(accepts & _GO_ON) > 4:
            accepts -= _GO_ON
        accepts -= {"JUNK", "DEDENT"}
        for name in sorted(accepts, key=lambda name: (name not in _KINDS, name)):
            word = _KINDS.get(name) or (f"`{GRAMMAR.words[name]}`" if name in GRAMMAR.words else "")
            if word:
                shown.append(word)
        if not shown or len(shown) > 6:
            return ""
        return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} or {shown[-1]}"
