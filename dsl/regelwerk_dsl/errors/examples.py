"""Messages about syntax errors, taught by examples of faulty source.

Each example is parsed once. The state of the parser at its error and the kind of the unexpected token stand for the
mistake: an error with the same state and kind of token gets the same message.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from lark.exceptions import UnexpectedInput, UnexpectedToken

from ..grammar.keywords import KEYWORDS
from ..grammar.layout import LayoutError
from ..grammar.parser import GRAMMAR

_WORD = re.compile(r"[^\W\d]\w*")
_ALIKE = {"cards": "table", "map": "table", "key": "table", "erratum": "variant"}


@dataclass(frozen=True, slots=True)
class Example:
    """A mistake: what to say, and `pieces`, declarations that make it."""

    code: str
    message: str
    help: str
    pieces: tuple[str, ...]
    anywhere: bool = False  # not only in lines and declarations that begin with the same word


def _in_effect(*lines: str) -> tuple[str, ...]:
    return tuple(f"effect f(p: Player):\n    {line}" for line in lines)


EXAMPLES: tuple[Example, ...] = (
    # declarations
    Example("E0101", "an effect has brackets after its name, also without parameters", "write `effect name():`",
            ("effect round:\n    stop",)),
    Example("E0101", "an event has brackets after its name, also without parameters", "write `event name()`",
            ("event round\n",)),
    Example("E0101", "a `define` says what it answers", "write `-> Int`, `-> Bool`, … before the `=` or the colon",
            ("define f = 3", "define f(p: Player) = 3", "define f:\n    return 3",
             "define f(p: Player):\n    return 3")),
    Example("E0101", "a parameter says what it is", "write `name: Type`, for example `p: Player`",
            ("effect f(p):\n    stop", "effect f(p, q: Player):\n    stop")),
    Example("E0101", "a card has a card type and a name", 'write `card Action theft "Theft":`',
            ('card theft "Theft":\n    number = 1', "card theft:\n    number = 1")),
    Example("E0101", "in a card stand lines `field = value` and `ability(p):`", "the card type says what they are",
            ("card A x:\n    number: 3", "card A x:\n    play:\n        stop", "card A x:\n    number 3",
             'card A x:\n    title "x"', "card A x:\n    number", "card A x:\n    play p")),
    Example("E0101", "in a card the parameters of an ability are names only", "the card type says what they are",
            ("card A x:\n    play(p: Player):\n        stop", "card A x:\n    play(p, q: Player):\n        stop")),
    Example("E0101", "the number of players is a range", "write `players 2..4`",
            ("players 4", "players 2 to 4", "players 2-4", "players: 4")),
    Example("E0101", "a unit has a range", "write `unit EUR = 0..1_000`",
            ("unit EUR", "unit EUR: 0..9", "unit EUR = 5")),
    Example("E0101", "the members of an enum stand after a colon, with commas between them",
            "write `enum Name: a, b, c`",
            ("enum X = a, b", 'enum X = a "A", b', "enum X a, b", 'enum X "x" a, b', "enum X = {a, b}", "enum X {a}",
             "enum X: a b", "enum X:\n    a b", 'enum X: a "A" b')),
    Example("E0101", "`play` says how many choices and rounds a game can have at most", "write `play at most 10_000:`",
            ("play:\n    stop",)),
    Example("E0101", "`outcome` names the player whose result it tells", "write `outcome for p:`",
            ("outcome:\n    most x", "outcome p:\n    most x")),
    Example("E0101", "a state variable says what it holds",
            "write `name: Type`, for example `money[Player]: 0..100 = 0`",
            ("state:\n    money", "state:\n    money = 3", "state:\n    money[Player]",
             "state:\n    money[Player] = 3")),
    Example("E0101", "an index is an enum, Player, or a card type",
            "for numbers declare `enum Row = 1..3`, and write `[Row]`",
            ("state:\n    a[3]: 0..9", "state:\n    a[3, 3]: 0..9", "state:\n    a[Player, 3]: 0..9")),
    Example("E0101", "there is no list: several things are a set, or a number for each member",
            "write for example `set of Good`, `0..9 per Good`, or `pile of Crate` for cards",
            ("state:\n    a: list of Int", "state:\n    a[Player]: list of Int", "state:\n    a: array of Int")),
    Example("E0101", "`state` is followed by a colon and the variables, one a line", "write `state:`",
            ("state money: Int",)),
    Example("E0101", "after `its` stands an index or a state variable", "for example `seen by its player`",
            ("state:\n    a: Int seen by its",)),
    Example("E0101", "cards are seen by `all`, `nobody`, `others`, or `its` and a name",
            "for example `seen by its player`",
            ("state:\n    a: Int seen by player", "state:\n    a: Int seen by")),
    Example("E0101", "the first line of a table begins with `key`", "for example `key | price | name`",
            ("table T:\n    name | price\n    a | 1", "cards T:\n    a | 1")),
    Example("E0101", "a cell holds one value, or several with commas between", "put a `|` before the next cell",
            ("table T:\n    key | a\n    x | 2 3 4", 'table T:\n    key | a\n    x | 2 "b"',
             'table T:\n    key | a\n    x | "b" 2')),
    Example("E0101", "the prose of a chapter stands between triple quotes", 'write `"""` on a line before and after it',
            ('chapter c "C":\n    Text of the chapter.', 'chapter c "C":\n    "Text"')),
    Example("E0101", "a listener names what the event tells", "write `on event(a, b):`, or `on event():` for nothing",
            ("card A x:\n    on sold: stop", "card A x:\n    on sold:\n        stop")),
    # statements
    Example("E0101", "`for` is followed by `each`", "write `for each x in S:`",
            _in_effect("for x in S:\n        stop",)),
    Example("E0101", "the members are taken `in` a set", "write `x in S`",
            _in_effect("for each x of S:\n        stop", "choose x from S by p", "for each x:\n        stop")),
    Example("E0101", "a number of repeats is followed by `times`", "write `repeat 3 times:`",
            _in_effect("repeat 3:\n        stop",)),
    Example("E0101", "`let` gives a name to a value", "write `let name = value`",
            _in_effect("let x", "let x: 3", "let x: Int", "let x += 3")),
    Example("E0101", "`draw` says how many cards, from where and to where", "write `draw 2 from deck to hand[p]`",
            _in_effect("draw 2 to hand[p]", "draw 2 from deck", "draw from deck to hand", "draw 2")),
    Example("E0101", "`move` says what goes where", "write `move card to pile`",
            _in_effect("move x", "move x from a to b")),
    Example("E0101", "the player comes before the question", 'write `choose by p "Which?":`',
            _in_effect('choose "Which?" by p:\n        a "A": stop',)),
    Example("E0101", "`then` belongs to values; after a condition that guards a block stands a colon", "write `if c:`",
            _in_effect("if a then:\n        stop", "if a then\n        stop")),
    Example("E0101", "an `if` among values has an `else`", "write `if c then a else b`",
            ("define f -> Int = if a then 3", *_in_effect("let x = if a then 3", "do f(if a then 3)")), anywhere=True),
    Example("E0101", "`any` and `no` say under which condition", "write `any x in S where …`",
            ("define f -> Bool = any x in S", "define f -> Bool = no x in S, y in T",
             *_in_effect("if any x in S:\n        stop", "if (any x in S) and a:\n        stop",
                         "if any x in S and a:\n        stop")), anywhere=True),
    Example("E0101", "`all` says what its members have", "write `all x in S have …`",
            ("define f -> Bool = all x in S", "define f -> Bool = all x in S where y",
             *_in_effect("if all x in S:\n        stop", "if all x in S where y:\n        stop")), anywhere=True),
    Example("E0101", "a total says over which members it goes", "write `sum e for x in S`",
            ("define f -> Int = sum x", "define f -> Int = sum x in S",
             *_in_effect("let a = (sum x)", "if sum x > 3:\n        stop", "do f(most x, y)")), anywhere=True),
    Example("E0101", "a function or effect is called with brackets", "write `f(x)`",
            (*_in_effect("do f x", "emit f", "emit f x"), "effect f(p: Player): emit f")),
    # scenarios and changes
    Example("E0101", "an amendment says what it expects and what comes in its place",
            "write `amend Table.row.column: 3 -> 4`",
            ("variant v:\n    amend x.y 3 -> 4", "variant v:\n    amend x.y: 3", "variant v:\n    amend x.y = 4",
             "variant v:\n    amend x.y: 3 to 4")),
    Example("E0101", "a replacement says what comes in the place",
            "write `replace define …`, or `replace Type.card.ability(p) = …`",
            ("variant v:\n    replace x.y", "variant v:\n    replace x.y(p)")),
    Example("E0101", "a player `chooses` an option", "write `when A chooses key`",
            ("scenario s:\n    when A", "scenario s:\n    when A takes x", "scenario s:\n    when A = 3")),
    Example("E0101", "a step of a scenario is `do` and a call, `setup`, `play`, or a player who `chooses`",
            "write `when do turn(A)`", ("scenario s:\n    when turn(A)",)),
)  # fmt: skip


Key = tuple[int, str, str]


@cache
def _by_state() -> dict[Key, Example]:
    table: dict[Key, Example] = {}
    for example in EXAMPLES:
        for piece in example.pieces:
            found = state_of(piece)
            if found is not None:
                state, token, where = found
                table.setdefault((state, token, "" if example.anywhere else where), example)
    return table


def state_of(piece: str) -> Key | None:
    """The parser's state, the kind of token and the line's word at the first error of a piece; None if it has none."""
    layout = GRAMMAR.layout
    with GRAMMAR.reading():
        try:
            GRAMMAR.lark.parse(piece.rstrip(), start="start")
        except UnexpectedToken as error:
            begins = layout.line_begins
            return _key(error, piece, (error.token.start_pos or 0) if begins else layout.line_start)
        except (UnexpectedInput, LayoutError):
            pass
    return None


def _key(error: UnexpectedToken, text: str, line_start: int) -> Key:
    line = _WORD.match(text, line_start)
    head = _WORD.match(text)
    word = line[0] if line and line[0] in KEYWORDS else head[0] if head else ""
    return error.state.position, error.token.type, _ALIKE.get(word, word)


def find_example(error: UnexpectedToken, text: str, line_start: int) -> Example | None:
    """The example whose mistake is made in the line that begins at `line_start` of the piece, or None."""
    table = _by_state()
    state, token, where = _key(error, text, line_start)
    return table.get((state, token, where)) or table.get((state, token, ""))
