"""The table of everything that emitted code may call, import and use of Python, as data.

The compiler writes calls from it, the sandbox allows what is listed here, and `docs/emitted-module.md` shows it. It
imports nothing of the runtime; the functions are elsewhere. Operators, which need nothing of the runtime, are rows of
the compiler's table, and so are calls in expressions, whose rows take their data from here.

Signatures are in the language's words: `Int`, `Bool`, `Player`, `Card`, `Space` (of a map), `Zone` (a pile, a place or
the box), `Luck` (a die's number), `Sentence`, `Site`, `set`, `sequence` (a tuple or range of integers), `frame`,
`engine` (what emitted code calls `m`).
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


class Kind(Enum):
    """The effect of a call on play."""

    PURE = "pure"
    """It only reads."""
    EFFECT = "effect"
    """It changes the state, the luck or the log, and play continues."""
    STOPPING = "stopping"
    """The calling function returns its result at once: play stops, or another frame runs."""


class Call(NamedTuple):
    """One function or method, as emitted code may call it.

    Attributes:
        call: the call as written, with types: `m.roll(luck: Luck, low: Int, high: Int)`.
        result: type of the result, "" for none.
        kind: its effect on play.
        fuel: the fuel it burns.
        fails: when it raises a rule error, "" for never.
        meaning: its meaning, for the documentation.
    """

    call: str
    result: str
    kind: Kind
    fuel: int
    fails: str
    meaning: str

    @property
    def receiver(self) -> str:
        """`m` for a method of the engine, "" for a function."""
        return "m" if self.call.startswith("m.") else ""

    @property
    def name(self) -> str:
        """The name without its receiver."""
        return self.call.partition("(")[0].removeprefix("m.")

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the parameters, in order; `*` before one that takes all further arguments."""
        return tuple(part.partition(": ")[0] for part in self._declared)

    @property
    def types(self) -> tuple[str, ...]:
        """The types of the parameters, in order."""
        return tuple(part.partition(": ")[2] for part in self._declared)

    @property
    def _declared(self) -> list[str]:
        inner = self.call.partition("(")[2].removesuffix(")")
        return inner.split(", ") if inner else []


def _reads(call: str, result: str, meaning: str, fails: str = "") -> Call:
    return Call(call, result, Kind.PURE, 0, fails, meaning)


def _acts(call: str, result: str, meaning: str, fails: str = "", fuel: int = 0) -> Call:
    return Call(call, result, Kind.EFFECT, fuel, fails, meaning)


def _stops(call: str, result: str, meaning: str, fails: str = "") -> Call:
    return Call(call, result, Kind.STOPPING, 0, fails, meaning)


NO_ROLL, NO_CARD, UNKNOWN = "if there is nothing to roll for", "if there is no card", "if nature has not decided yet"
NO_MOVE, TOO_LONG = f"{NO_CARD}, or if it goes to a full place", "if too many are taken without a decision"

CALLS = (
    _acts(
        "m.roll(luck: Luck, low: Int, high: Int)",
        "Int",
        "a number, both ends included; `luck` is the index of the die (see LUCK)",
        NO_ROLL,
    ),
    _acts("m.roll_dice(luck: Luck, dice: Int, sides: Int)", "Int", "the sum of several dice"),
    _acts("m.roll_of(luck: Luck, members: sequence)", "Int", "one of a sequence of members", NO_ROLL),
    _acts("m.shuffle(zone: Zone)", "", "shuffles a pile"),
    _acts(
        "m.top_card(zone: Zone, refill: Zone?)",
        "Card?",
        "the card that a draw would take, or NONE; shuffles `refill` (a zone or NONE) into an empty deck first",
    ),
    _stops(
        "m.nature_roll(luck: Luck, low: Int, high: Int, frame: frame)",
        "stop",
        "with explicit chance: offers the outcomes of `m.roll` with their probabilities as a decision of player None; "
        "the function returns its result at once; the value is in `m.answer` at the point of the frame",
        NO_ROLL,
    ),
    _stops("m.nature_dice(luck: Luck, dice: Int, sides: Int, frame: frame)", "stop", "the same for `m.roll_dice`"),
    _stops("m.nature_of(luck: Luck, members: sequence, frame: frame)", "stop", "the same for `m.roll_of`", NO_ROLL),
    _stops(
        "m.nature_top_card(zone: Zone, refill: Zone?, frame: frame)",
        "stop",
        "the same for `m.top_card`; if there is nothing to decide, play continues at once",
    ),
    _stops(
        "m.nature_card_at(zone: Zone, position: Int, frame: frame)",
        "stop",
        "the same for the card at a position of a pile, counted from 1 at the top",
    ),
    _stops(
        "m.nature_end(zone: Zone, at_bottom: Bool, frame: frame)",
        "stop",
        "the same for the card at an end of a pile, which stays there; NONE if the pile is empty",
    ),
    _acts(
        "m.say(sentence: Sentence, *values: Int)",
        "",
        "adds a sentence to the log; guarded by `if m.log is not None:`",
        "if the log is full",
    ),
    _acts("m.push(frame: frame)", "", "puts the frame with which an effect begins on the stack; only in scenarios"),
    _acts("m.begins(frame: frame)", "", "records that an effect begins, for the log; guarded like `m.say`"),
    _acts("m.ends()", "", "records that the effect that began last has ended; guarded like `m.say`"),
    _reads("out_of_fuel()", "", "ends the game; guarded by `if s.fuel < 0:`", "always"),
    _acts(
        "nest(m: engine)",
        "",
        "called at the beginning of an effect that may nest",
        "if no fuel is left, or if the stack of frames is too high",
        fuel=1,
    ),
    _acts(
        "hold(m: engine, queue: Point)",
        "",
        "called at the beginning of an effect whose end queued events wait for: puts `(QUEUE,)` on the stack, unless "
        "it is there already",
    ),
    _acts(
        "queue(m: engine, queue: Point, event: frame)",
        "",
        "queues an event: puts its frame right above `(QUEUE,)`, below those of the running effects",
        "if no fuel is left",
        fuel=1,
    ),
    _acts("told(m: engine, f: frame)", "", "the function of the point `QUEUE`: no queued events are left"),
    _reads("spend(s: state, steps: Int)", "", "counts the steps of a long computation", TOO_LONG),
    _reads(
        "paced(s: state, members: sequence, steps: Int)", "sequence", "`spend` for a loop with long rounds", TOO_LONG
    ),
    _reads("counted(s: state)", "Int", "the steps counted since the last decision"),
    _reads(
        "keep(answers: table, key: sequence, answer: Int)",
        "Int",
        "stores the result of a definition by its parameters and everything that it reads of the state, with the "
        "steps that it took if they are counted; returns it",
    ),
    _reads(
        "keep_options(lists: table, key: sequence, options: sequence)",
        "sequence",
        "stores the options of a choice by everything that they follow from, as a tuple; returns it",
    ),
    _acts(
        "forget(s: state, *numbers: Int)",
        "",
        "drops the results in `s.recalled` with these numbers, since a variable that they depend on has changed",
    ),
    _acts("move(s: state, card: Card, zone: Zone)", "", "puts a card on top", NO_MOVE),
    _acts("move_below(s: state, card: Card, zone: Zone)", "", "puts a card under a pile", NO_CARD),
    _acts("move_all(s: state, cards: sequence, zone: Zone)", "", "puts each card in turn on top", NO_MOVE),
    _acts("move_all_below(s: state, cards: sequence, zone: Zone)", "", "puts each card in turn under a pile", NO_CARD),
    _acts(
        "begin_anew(values: sequence, first: Card, row: sequence, cards: sequence)",
        "",
        "resets the values of a variable for some cards to their initial `row`; `first` is the first card of its index",
    ),
    _reads("elsewhere(name: text, zones: text)", "", "ends the game; guarded by `if s.where[…] not in …:`", "always"),
    _reads("from_box(card: Card?, name: text, most: Int)", "Card", "the card itself", NO_CARD),
    _reads("bits(mask: set)", "sequence", "the members of a set as a tuple of positions, ascending"),
    _reads("mask(members: sequence)", "set", "the set of some positions"),
    _reads(
        "ring(sequence: sequence, start: Int)",
        "sequence",
        "the same sequence in ring order: those from `start` on, then those before it",
    ),
    _reads(
        "best(ranked: sequence)",
        "list",
        "the members with the greatest rank, in order, of pairs of a rank and a member",
    ),
    _reads(
        "only(members: sequence, none: Int)", "Int", "the only member of a sequence; `none` if it has several or none"
    ),
    _reads(
        "fit(value: Int, low: Int, high: Int, name: text)",
        "Int",
        "the value; `name` is for the message",
        "if the value is out of range",
    ),
    _reads(
        "of_type(cards: sequence, first: Card, end: Card)",
        "sequence",
        "the cards of a pile that have a card type",
    ),
    _reads(
        "known_end(s: state, zone: Zone, at: Int)",
        "Card?",
        "with explicit chance: the card on top of a pile (-1) or at its bottom (0), NONE if it is empty",
        f"{UNKNOWN} which it is",
    ),
    _reads(
        "known_order(s: state, zone: Zone, cards: sequence)",
        "sequence",
        "with explicit chance: cards of a pile, in their order",
        f"{UNKNOWN} in which order",
    ),
    _reads("distinct(cards: sequence, definition: sequence)", "sequence", "the first of each group of equal copies"),
    _reads(
        "distinct_of_type(cards: sequence, first: Card, end: Card, definition: sequence)",
        "sequence",
        "the same among the cards of a pile that have a card type",
    ),
    _reads(
        "m.traits(card: Card)",
        "traits",
        "the traits that distinguish a card: its definition, and its values in the state; equal for copies that "
        "nothing in the state distinguishes",
    ),
    _reads(
        "in_order(looks: sequence, cards: sequence, chosen: sequence, least: Int)",
        "list",
        "the cards on offer for the next member of a choice of several, in the order of their looks, which "
        "distinguish cards: only the first of those that look the same, none that comes before one with a look in "
        "`chosen`, and none after which fewer than `least` could be chosen in all",
    ),
    _reads(
        "distance(neighbours: sequence, start: Space, end: Space)",
        "Int?",
        "least number of steps between two spaces of a map, or NONE; `neighbours` has the set of neighbours of each "
        "space",
    ),
    _reads(
        "reach(neighbours: sequence, start: Space, steps: Int, closed: set of Space)",
        "set of Space",
        "the set of spaces where ways of exactly `steps` steps end that neither turn back nor enter the set `closed`",
        "if there are more than 1,000 steps",
    ),
    _reads(
        "reach_within(neighbours: sequence, start: Space, steps: Int, closed: set of Space)",
        "set of Space",
        "the same for ways of 1 to `steps` steps",
        "if there are more than 1,000 steps",
    ),
)
"""All calls, methods first."""

METHODS = {call.name: call for call in CALLS if call.receiver}
"""The methods of `m`, by name."""

FUNCTIONS = {call.name: call for call in CALLS if not call.receiver}
"""The functions, by name."""

IMPORTS: dict[str, tuple[str, ...]] = {
    "__future__": ("annotations",),
    "typing": ("Any",),
    "regelwerk_runtime.handlers": (
        *FUNCTIONS,
        *("DECLINE", "NONE", "GameOver", "BaseState", "Frame", "Match", "All", "Bool", "CardDef", "CardRef", "Enum"),
        *("Game", "Index", "Int", "Key", "Language", "Luck", "Measure", "Member", "Nobody", "Others", "Owner"),
        *("Point", "Remembered", "Sentence", "SetOf", "Several", "Site", "Stop", "Var", "WithCard", "Words", "Zone"),
    ),
    "regelwerk_runtime.scenario": ("Can", "Chooses", "Do", "Ends", "Expect", "Given", "Rolls", "Run", "Scenario"),
}
"""The names that emitted modules may import, by module."""

BUILTINS = (
    *("any", "all", "sum", "max", "min", "next", "range", "reversed", "len", "tuple", "list", "enumerate", "abs"),
    *("int", "bool", "str", "object", "super", "__build_class__"),
    *("True", "False", "None"),
)
"""The builtins that emitted code may use."""

ENGINE_FACTS = ("s", "answer", "result", "log")
"""The attributes of `m` that emitted code reads; it sets only `result`."""

STATE_FACTS = (
    *("players", "fuel", "rolls", "where", "piles", "places", "occupied", "bags", "recalled"),
    *("copy", "copy_base", "as_row", "with_row"),
)
"""The attributes of a state besides the game's variables; further ones of the runtime begin with an underscore."""

CALLED = ("append", "bit_count", "count", "get", "setdefault", "values")
"""The methods of Python's own values that emitted code may call."""

VALUE_FACTS = (*CALLED, "key", "keys")
"""The attributes that emitted code may read of anything but `m` and the state."""

DECLINE = -(1 << 40)
"""The option to decline; a choice that may be declined never offers this number."""

MOST_STEPS = 300_000_000
"""The most counted steps between two decisions."""

FIXED_LOCALS = ("m", "s", "f", "stop", "self", "other", "row", "players", "options", "option", "this", "_")
"""Names with the same meaning in all functions; nothing else in the module or a game has them."""

SYNTAX = (
    *("Assign", "AugAssign", "Break", "Continue", "Expr", "For", "If", "Pass", "Raise", "Return", "While"),
    *("Attribute", "BinOp", "BoolOp", "Call", "Compare", "Constant", "Dict", "GeneratorExp", "IfExp", "List"),
    *("ListComp", "Name", "Slice", "Starred", "Subscript", "Tuple", "UnaryOp", "comprehension", "keyword", "Load"),
    *("Store", "Add", "Sub", "Mult", "FloorDiv", "Mod", "BitOr", "BitAnd", "LShift", "RShift", "And", "Or", "Not"),
    *("Invert", "USub", "Eq", "NotEq", "Lt", "LtE", "Gt", "GtE", "Is", "IsNot", "In", "NotIn"),
)
"""The kinds of syntax nodes allowed in functions, and in the values of a module."""
