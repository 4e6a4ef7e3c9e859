"""Rules for the messages about syntax errors.

First come rules that look at the words around the token, then the mistakes taught by example (`examples.py`),
then a general message that says what could stand there.
"""

from __future__ import annotations

import re

from msgspec import Struct

from ..grammar.keywords import FOREIGN_WORDS, KEYWORDS, STATEMENT_WORDS, VALUE_WORDS, declare_anew
from ..grammar.parser import GRAMMAR
from ..grammar.tokens import Token
from ..suggest import nearest, ungrouped
from .context import LINE_END, WORD, SyntaxErrorContext, first_word, words_of
from .examples import find_example

_PARTNERS = {"else": "an `if`", "otherwise": "a `let`, `draw` or `choose`"}
_NEEDS_OWN_LINE = frozenset({"let", "choose", "may", "if", "for", "repeat", "simultaneously", "otherwise", "else"})
_SEARCH = re.compile(r"\b(count|sum|most|least|any|no|first|last|the|those)\b(?= )")
_ONE_NAME = frozenset({"first", "last", "the", "those"})
_NEXT_NAME = re.compile(r",\s*[^\W\d]\w*\s+in\b")
_DIE = re.compile(r"d\d+")
_PLAYERS = re.compile(r"players\s*:?\s*(\d+)\s*(?:#.*)?$", re.M)
_SEEN = re.compile(r"amend\s+(\w+)\.seen\b")
_SPACED = re.compile(r'(?:variant|erratum|chapter|scenario)\s+([^\W\d]\w*(?: +\w+)+)\s*["(:]')
_CLOSING = {"(": "RPAR", "[": "RSQB", "{": "RBRACE"}
_OPENING = {"RPAR": "(", "RSQB": "[", "RBRACE": "{"}
_RANGE_END = re.compile(r"([\w)]+)\.\.([\w.\[\]]+)$")
_SUM_OF_SETS = re.compile(r"\bin (\S+ [-+] \S+)$")
_LET_DRAW = re.compile(r"^\s*let (?P<name>\w+)\s*=\s*draw$")
_REFILLED = re.compile(r"\brefilled from \w+$")
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
    "_TIMES": "a number of copies such as `x f.copies`",
    "SOURCE_ID": "the name of a statement such as `R12`",
    "_NL": "the end of the line",
    "_INDENT": "a deeper line",
}
_BEGIN_VALUE = frozenset({
    "NAME", "NUMBER", "LPAR", "LBRACE", "MINUS", "YES", "NO", "NONE", "EMPTY", "NOT", "IF",
    "ANY", "ALL", "FIRST", "LAST", "THE", "THOSE", "COUNT", "SUM", "MOST", "LEAST",
})  # fmt: skip
_GO_ON = frozenset({
    "PLUS", "MINUS", "STAR", "SLASH", "MOD", "AND", "OR", "IS", "IN", "NOT", "OF", "DOT", "LPAR", "LSQB",
    "LESSTHAN", "MORETHAN", "LE", "GE", "FROM",
})  # fmt: skip


class Message(Struct, frozen=True):
    """A message and its place: `at`, a range of the piece, or the token; `above`: the line above is at fault."""

    code: str
    message: str
    help: str = ""
    at: tuple[int, int] | None = None
    above: bool = False


def message_at(context: SyntaxErrorContext) -> Message:
    """The message of the first rule that applies, or a general one."""
    rules = (
        _blocks, _brackets, _pairs, _second_name, _signs, _chance, _words, _seen, _spaced_name,
        _misspelt, _bare_value, _row, _players, _example,
        _deeper_line,
    )  # fmt: skip
    return next((found for rule in rules if (found := rule(context)) is not None), None) or _general(context)


# ---- rules by the context


def _blocks(context: SyntaxErrorContext) -> Message | None:
    end = context.before_at[1]
    if context.accepts == {"_INDENT"} and context.before == ":":
        help = "indent the lines that belong to it by four more spaces"
        return Message("E0103", "expected a block after this colon", help, (end - 1, end), above=True)
    if context.accepts == {"_NL"} and context.before == ":":
        help = "put what follows on its own line below, indented"
        return Message("E0103", "expected the end of the line after this colon", help)
    if context.continues and "COLON" in context.accepts:
        help = "the deeper lines below it are its block"
        return Message("E0102", "a colon is missing at the end of this line", help, (end, end))
    for word, at in ((context.before, context.before_at), (str(context.token), None)):
        first = context.second_of_line if at is not None else context.begins
        if word in _PARTNERS and first:
            help = f"it goes directly under {_PARTNERS[word]}, at the same indentation"
            return Message("E0121", f"this `{word}` has no partner", help, at)
    if context.before in _NEEDS_OWN_LINE and context.text[: context.before_at[0]].rstrip(" \t").endswith(":"):
        message = f"`{context.before}` cannot stand on the line of the colon"
        return Message("E0103", message, "put it on its own line below, indented", context.before_at)
    return None


def _brackets(context: SyntaxErrorContext) -> Message | None:
    sign = _OPENING.get(context.token.type)
    layout = context.layout
    if sign is None or layout.flat or sign in layout.brackets:
        return None
    if layout.previous is context.token and layout.closed == sign:
        return None
    return Message("E0107", f"this `{context.token}` closes nothing", f"remove it, or open it with `{sign}`")


# ---- rules by signs


def _pairs(context: SyntaxErrorContext) -> Message | None:
    at = context.at
    both = context.text[at : at + 2]
    if both in _PAIRS:
        code, help = _PAIRS[both]
        if context.line_word == "amend":  # `old => new`
            help = "write `->`"
        return Message(code, f"`{both}` has no meaning here", help, (at, at + 2))
    if context.text[at - 1 : at + 1] == "<>":
        return Message("E0111", "`<>` has no meaning here", "write `is not`", (at - 1, at + 1))
    if context.token.type == "STRING" and context.text.startswith('"""', at):
        help = 'close it with `"""`; its lines are indented'
        return Message("E0108", "this text block is not closed", help, (at, at + 3))
    return None


def _second_name(context: SyntaxErrorContext) -> Message | None:
    """A search through several sets without brackets, or one that has one name only."""
    words = _SEARCH.findall(context.text[context.line_start : context.at])
    if not words or not _NEXT_NAME.match(context.text, context.at):
        return None
    if words[-1] in _ONE_NAME:
        help = f"put the other one into the condition: `{words[-1]} x in S where any y in T where ...`"
        return Message("E0101", f"`{words[-1]}` searches one set, with one name", help)
    value = " ... for" if words[-1] in ("sum", "most", "least") else ""
    help = f"write `({words[-1]}{value} x in S where ..., y in T where ...)`"
    return Message("E0101", f"with several names, `{words[-1]}` needs brackets", help)


def _signs(context: SyntaxErrorContext) -> Message | None:
    token, start = context.token, context.before_at[0]
    if context.token.type == "STRING" and context.accepts >= {"NAME", "NUMBER", "LPAR"} and "BY" not in context.accepts:
        help = "texts go after `says`, `offer` and `text`, and in questions; a value is a number, a member, a card"
        return Message("E0101", "a text is not a value", help)
    if context.before_type == "STRING" and context.before_at[1] == context.at and token[:1].isalnum():
        at = (context.at - 1, context.at)
        return Message(
            "E0101", f"the text ends at this quote, before `{token}`", 'write `\\"` for a quote in a text', at
        )
    if token == "=" and "IS" in context.accepts:
        return Message("E0111", "`=` assigns a value; it does not compare", "write `is`")
    if token.type == "NUMBER" and context.before == "." and context.text[start - 1 : start].isdigit():
        number = ungrouped(f"{context.text[:start].rpartition(' ')[2]}.{token}")
        help = f"write `{number}`" if number else "use a smaller unit, or write `a * 3 / 2`"
        return Message("E0101", "numbers have no decimal places", help)
    if _DIE.fullmatch(token) and context.before_type == "NUMBER":
        number = context.before.replace("_", "")
        return Message("E0101", "the number of dice goes directly before the `d`", f"write `{number}{token}`")
    if token == "-" and context.before in ("most", "least"):
        return Message("E0101", "a value with a sign stands in brackets here", f"write `{context.before} (-e)`")
    if token == "(" and context.before == "count":
        return Message(
            "E0101", "`count` is not a function", "write `S.count`, or `count x in S where c`", context.before_at
        )
    if context.before == "none" and context.token.type == "NAME":
        return Message("E0101", "`none` is a value of its own", "write `no x in S where c`", context.before_at)
    if context.before_type == "DICE" and token in ("+", "-", "*", "/"):
        return Message("E0114", "a roll must stand alone", "name it with `let`, and use that name below")
    if token == "[" and _REFILLED.search(context.text[: context.before_at[1]]):
        help = "leave the brackets out: each pile is refilled from the one with its own index"
        return Message("E0101", f"`refilled from {context.before}` takes no index", help)
    if token == "[" and "LBRACE" in context.accepts:
        return Message("E0101", "a value cannot begin with `[`", "a set is written `{a, b}`")
    if token in ("+", "-", "*", "/") and (found := _RANGE_END.search(context.text[: context.before_at[1]])):
        help = f"put it in brackets: `{found[1]}..({found[2]} {token} …)`"
        return Message("E0101", "the end of a range is a name or a number", help)
    if token == "where" and (found := _SUM_OF_SETS.search(context.text[: context.before_at[1]])):
        return Message("E0101", "sets added up need brackets here", f"write `in ({found[1]}) where …`")
    if token in ("<", "<=", ">", ">=", "is", "in") and "AND" in context.accepts:
        help = "write two of them with `and` between, for example `a < b and b < c`"
        return Message("E0101", "comparisons cannot be chained", help)
    return None


# ---- rules by words


def _chance(context: SyntaxErrorContext) -> Message | None:
    """`roll`, `do` and `draw` where they are not keywords."""
    if drawn := _LET_DRAW.search(context.text[context.line_start : context.before_at[1]]):
        help = f"write `draw 1 from deck to hand as {drawn['name']}`"
        return Message("E0114", "`draw` cannot stand inside an expression", help, context.before_at)
    if context.before not in ("roll", "do") or context.before_type != "NAME" or context.token.type in LINE_END:
        return None
    alone = context.second_of_line
    where, above = ("alone", "") if alone else ("inside an expression", " on a line above")
    help = f"give its result a name: `let x = {context.before} …`{above}"
    return Message("E0114", f"`{context.before}` cannot stand {where}", help, context.before_at)


def _words(context: SyntaxErrorContext) -> Message | None:
    token = str(context.token)
    if context.before in ("text", "says", "offer") and context.second_of_line:
        if token[:1] != '"':
            return Message(
                "E0101", f"expected a text in quotes after `{context.before}`", f'write `{context.before} "…"`'
            )
        help = "it belongs below the first line of an effect: make this an effect of its own, and call it with `do`"
        if context.before == "says":
            help = 'write `say "…"`, or put it below the first line of the effect'
        if "EQUAL" in context.accepts:
            return Message("E0117", f"`{context.before}` cannot stand among statements", help, context.before_at)
    if token == "where" and context.line_word in ("choose", "may"):
        return Message("E0101", "the condition goes directly after what is chosen from", "write it before `by`")
    if (context.before, token) == ("{", "}"):
        return Message("E0101", "the empty set has a keyword", "write `empty`", context.before_at)
    if context.before in ("let", "return") and context.before_type == "NAME" and first_word(context.text) == "define":
        help = "end its first line with a colon instead of `=`"
        return Message("E0101", "a `define` of several steps needs a block", help, context.before_at)
    if token in context.words.values():  # the word is right, but not what follows it
        return Message("E0101", f"what follows `{token}` is missing or wrong")
    if token in ("while", "when") and not context.begins and context.line_word in ("on", "add", "replace"):
        help = "a listener reads `on event(p) while in pile when condition instead:`, with the clauses in this order"
        if context.line_word == "replace":
            help += "; it is replaced with `replace card on event(p) while in pile:`"
        return Message("E0101", f"`{token}` cannot stand here", help)
    goes_on = token in ("the", "game") or (context.token.type in LINE_END and context.before != "end")
    if context.before in ("lose", "win", "end") and context.second_of_line and goes_on:
        help = "note in a variable how it ends, for the `outcome` to read"
        return Message("E0110", "the game ends with `finish`", help, context.before_at)
    for word, at in ((token, (context.at, context.at + len(token))), (context.before, context.before_at)):
        opens = context.text[context.line_start : at[0]].rstrip().endswith((":", "repeat"))  # `if c: continue`
        if word == "set" and "OF" in context.accepts:
            continue  # a type: the general message says what is missing
        if word in FOREIGN_WORDS and (at[0] in (context.at, context.line_start) or opens):
            return Message("E0110", f"there is no `{word}` here", FOREIGN_WORDS[word], at)
    ends = context.token.type in ("STRING", "_NL", "COLON", "$END")
    if ends and context.line_word in ("choose", "may") and "BY" in context.accepts:
        help = 'write `by p` before the question, for example `by p "Which?"`'
        return Message("E0122", "this `choose` does not say who chooses", help)
    return None


def _spaced_name(context: SyntaxErrorContext) -> Message | None:
    """`variant my house "Title":`, a name of several words."""
    found = _SPACED.match(context.text, context.line_start) if context.token.type == "NAME" else None
    if found is None or not found.start(1) <= context.at < found.end(1) or {*KEYWORDS} & {*found[1].split()}:
        return None
    return Message("E0101", "a name is one word", f"write `{'_'.join(found[1].split())}`", found.span(1))


def _misspelt(context: SyntaxErrorContext) -> Message | None:
    token = str(context.token)
    meant = nearest(token, context.words.values()) if WORD.fullmatch(token) else None
    if context.line_word == "expect" and token in ("win", "won"):
        meant = "wins"
    if meant is not None:
        return Message("E0110", f"`{token}` cannot stand here", f"did you mean `{meant}`?")
    return _misspelt_before(context)


def _misspelt_before(context: SyntaxErrorContext) -> Message | None:
    """A word that was taken for a name, and is most likely a word of the language: what follows would fit that."""
    if context.previous is None or context.previous.type != "NAME" or context.continues:
        return None
    states = context.states_before(context.previous)
    words = words_of(GRAMMAR.parser.accepts(states))
    meant = nearest(context.before, words.values())
    if meant is None:
        return None
    terminal = next(name for name, word in words.items() if word == meant)
    as_meant = GRAMMAR.parser.after(states, terminal)
    after = GRAMMAR.parser.accepts(as_meant) if as_meant is not None else frozenset()
    as_word = bool({"NAME", "SOURCE_ID"} & after) or str(context.token) in words_of(after).values()
    if context.token.type not in after and not (as_word and WORD.fullmatch(context.token)):
        return None
    shown = f"`{context.before}`"
    message = f"no line begins with {shown}" if context.second_of_line else f"{shown} cannot stand here"
    return Message("E0110", message, f"did you mean `{meant}`?", context.before_at)


def _bare_value(context: SyntaxErrorContext) -> Message | None:
    """A line that is only a name or a call."""
    if context.layout.flat or context.token.type != "_NL" or not context.accepts >= {"EQUAL", "DOT", "LSQB"}:
        return None
    at = (context.line_start, context.before_at[1])
    if context.line_word in VALUE_WORDS and context.second_of_line_end:
        return Message("E0101", "a value alone does nothing", f"to return it, write `return {context.before}`", at)
    if context.line_word in KEYWORDS:
        return None
    if context.before == ")":
        help = f"write `do {context.text[at[0] : at[1]]}`"
        return Message("E0120", "a line that calls an effect begins with `do`", help, at)
    help = "assign it to a variable with `=`, `+=` or `-=`, or call an effect with `do`"
    return Message("E0101", "a value alone does nothing", help, at)


def _row(context: SyntaxErrorContext) -> Message | None:
    """A line of a table that begins with no name."""
    if not context.begins or first_word(context.text) not in ("table", "map", "cards") or "NAME" not in context.accepts:
        return None
    return Message("E0101", "a row begins with its key, a name", "for example `red | 2 | 3`")


def _players(context: SyntaxErrorContext) -> Message | None:
    """A game for one number of players."""
    found = _PLAYERS.match(context.text, context.line_start)
    if found is None:
        return None
    return Message("E0101", "the number of players is a range", f"write `players {found[1]}..{found[1]}`")


def _seen(context: SyntaxErrorContext) -> Message | None:
    found = _SEEN.match(context.text, context.line_start)
    if found is None:
        return None
    return Message("E0101", f"who sees `{found[1]}` cannot be amended", declare_anew(found[1]))


# ---- rules by example, and the rest


def _example(context: SyntaxErrorContext) -> Message | None:
    found = None if context.layout.flat else find_example(context.error, context.text, context.line_start)
    return Message("E0101", found.message, found.help) if found is not None else None


def _deeper_line(context: SyntaxErrorContext) -> Message | None:
    if not context.continues or "_NL" not in context.accepts:
        return None
    message = "this line is deeper than the one above and so continues it, but that line is already complete"
    return Message(
        "E0105", message, "indent it like the line above, or end that line with a colon if this is its block"
    )


def _general(context: SyntaxErrorContext) -> Message:
    shown = "this text" if context.token.type == "STRING" else f"`{context.token}`"
    wanted = _wanted(context)
    help = f"expected {wanted}" if wanted else ""
    if context.line_word == "add" and "on" in context.words.values():  # after a path, not a declaration
        help = "after `add` comes a declaration, `add table T:` for more rows of T, or a card with `on` and an event"
    bracket = context.layout.brackets[-1] if context.layout.brackets else None
    if bracket is not None and _CLOSING[str(bracket)] in context.accepts and not _is_closed(context, bracket):
        help = f"is the `{bracket}` before it unclosed?"
    if context.token.type in LINE_END:
        where = "here" if context.layout.flat else "at the end of this line"
        return Message("E0101", f"something is missing {where}", help)
    if not context.begins:
        return Message("E0101", f"{shown} cannot stand here", help)
    if context.line_start:
        return Message("E0101", f"no line can begin with {shown} here", help)
    if context.token in ("amend", "remove", "replace", "add"):
        help = 'put it under `variant my_rules "My rules":`, indented'
        return Message("E0125", f"{shown} changes a game, and belongs inside a variant or an erratum", help)
    if context.token in STATEMENT_WORDS:
        message = f"{shown} begins a statement, which cannot stand at the left margin"
        return Message("E0125", message, "indent it below the effect it belongs to")
    help = "a line at the left margin begins with a word such as `effect`, `define`, `state`, `card`"
    return Message("E0125", f"{shown} begins no declaration", help)


def _is_closed(context: SyntaxErrorContext, bracket: Token) -> bool:
    """True if the line that a bracket stands on has the one that closes it."""
    start = bracket.start_pos
    line = context.text[start:].split("\n", 1)[0]
    pair = {"(": ")", "[": "]", "{": "}"}[str(bracket)]
    return line.count(pair) >= line.count(str(bracket))


def _wanted(context: SyntaxErrorContext) -> str:
    accepts = set(context.accepts)
    shown = []
    if accepts >= {"NAME", "NUMBER", "LPAR"}:
        shown.append("a value")
        accepts -= _BEGIN_VALUE
    if len(accepts & _GO_ON) > 4:
        accepts -= _GO_ON
    accepts -= {"_JUNK", "_DEDENT"}
    for name in sorted(accepts, key=lambda name: (name not in _KINDS, name.removeprefix("_"))):
        word = _KINDS.get(name) or (f"`{GRAMMAR.words[name]}`" if name in GRAMMAR.words else "")
        if word:
            shown.append(word)
    if not shown or len(shown) > 6:
        return ""
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} or {shown[-1]}"
