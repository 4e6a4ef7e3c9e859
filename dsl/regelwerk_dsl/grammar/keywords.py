"""Words of the language by kind, and which of them cannot be names."""

from __future__ import annotations

import re
from typing import get_args

from ..syntax.statements import Stmt

DECLARATION_WORDS = (
    "unit", "enum", "table", "map",
    "players", "state", "setup", "play", "outcome", "value", "measure",
    "define", "effect", "event",
    "cardtype", "card", "cards",
    "erratum", "variant",
    "chapter", "scenario", "invariant",
)  # fmt: skip

_NODES = {re.findall("[A-Z][a-z]+", node.__name__)[0].lower() for node in get_args(Stmt)}

STATEMENT_WORDS = frozenset(_NODES - {"assign"} | {"else", "may", "otherwise"})
"""Words that begin statements, taken from the names of their nodes (`LetStmt`: `let`)."""

CLAUSE_WORDS = (
    "as", "at", "by", "each", "from", "have", "in", "of", "per", "then", "times", "to", "until", "when", "where",
    "while", "with", "source", "says", "offer", "text", "title", "key", "seen", "remembered", "refilled", "its",
    "nobody", "others", "roll", "nest", "queued", "ordered", "instead", "on", "amend", "replace", "remove", "add",
    "before", "after", "restrict", "allow", "needs", "excludes", "given", "rolls", "chooses", "expect", "can",
    "cannot", "together", "won", "unseen", "new", "many", "printed", "bots", "prefer", "skip",
    "wins", "loses",
)  # fmt: skip

OPERATOR_WORDS = ("and", "or", "not", "is", "mod")

VALUE_WORDS = ("yes", "no", "none", "empty")

TOTAL_WORDS = ("any", "all", "first", "last", "the", "those", "count", "sum", "most", "least")

TYPE_WORDS = ("set", "pile", "place")

BUILT_IN_FUNCTIONS = ("min", "max")

BUILT_IN_NAMES = (*BUILT_IN_FUNCTIONS, "this", "box", "Int", "Bool", "Text", "Player", "Card")

FOREIGN_WORDS = {
    "elif": "write `else if`",
    "elsif": "write `else if`",
    "elseif": "write `else if`",
    "while": "write `repeat until …:` with the opposite condition",
    "foreach": "write `for each`",
    "contains": "write `x in S`",
    "true": "write `yes`",
    "false": "write `no`",
    "True": "write `yes`",
    "False": "write `no`",
    "null": "write `none`",
    "None": "write `none`",
    "nil": "write `none`",
    "break": "write `stop` to leave a loop",
    "continue": "put what follows under an `if` with the opposite condition, or write `for each x in S where c:`",
    "pass": "leave out a block that does nothing",
    "def": "write `define` for what has a value, `effect` for what changes the game",
    "function": "write `define` for what has a value, `effect` for what changes the game",
    "func": "write `define` for what has a value, `effect` for what changes the game",
    "var": "write `let`",
    "const": "write `define name -> Int = …`",
    "set": "write `name = value`",
    "call": "write `do f(x)`",
    "end": "a block ends where its lines are no longer deeper",
    "discard": "write `move card to pile`",
    "put": "write `move card to pile`",
    "trash": "write `move card to pile`",
    "deal": "write `draw 3 from deck to hand[p]`",
    "print": 'write `say "…"`',
    "xor": "write `a is not b`",
    "equals": "write `is`",
}
"""Advice for words of other languages and other likely guesses."""

NUMERALS = dict(zip(
    ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"), map(str, range(2, 11)), strict=True,
))  # fmt: skip
"""Numerals in words, which are not part of the language."""

FOREIGN_FUNCTIONS = {
    "bottom": "write `let c = pile.bottom`, and `move c to ...` below",
    "len": "write `x.count`",
    "size": "write `x.count`",
    "abs": "write `max(a, -a)`",
    "range": "write `1..6`",
    "random": "write `let n = roll 1..6`, or `roll d6`",
    "rand": "write `let n = roll 1..6`, or `roll d6`",
    "randint": "write `let n = roll 1..6`, or `roll d6`",
}
"""Advice for functions of other languages; a game may declare these names itself."""

KEYWORDS = tuple(
    sorted(
        {
            *DECLARATION_WORDS, *STATEMENT_WORDS, *CLAUSE_WORDS, *OPERATOR_WORDS, *VALUE_WORDS, *TOTAL_WORDS,
            *TYPE_WORDS,
        }
    )
)  # fmt: skip

_BEGIN_EXPRESSION = frozenset({*VALUE_WORDS, *TOTAL_WORDS, "not", "if"})
_BEGIN_STATEMENT = STATEMENT_WORDS | {"source", "says"}

RESERVED_NAMES = _BEGIN_EXPRESSION | _BEGIN_STATEMENT | {"roll"}
"""Words that cannot name anything declared, local names included."""

RESERVED_DECLARATIONS = RESERVED_NAMES | {*BUILT_IN_NAMES} - {*BUILT_IN_FUNCTIONS}
"""Words that cannot name a declaration of a game."""

RESERVED_LABELS = _BEGIN_EXPRESSION
"""Words that cannot name an option; they are few, since an option's name stands where nothing else can."""


def why_reserved(word: str) -> str:
    """The reason why a word of `RESERVED_NAMES` cannot be the name of a declared thing."""
    if word in _BEGIN_EXPRESSION:
        return "it begins an expression"
    return "it begins a statement" if word in _BEGIN_STATEMENT else "it rolls dice"


def declare_anew(name: str) -> str:
    """Advice for a variant that changes the type of a state variable or who sees it, which cannot be amended."""
    return f"write `remove {name}`, and `add state:` with its new declaration below"
