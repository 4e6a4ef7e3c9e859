"""The table of what emitted code may call, as data. It imports nothing of the runtime; the functions live elsewhere.

Signatures are in the language's words: `Int`, `Bool`, `Player`, `Card`, `Zone` (a pile, a place or the box), `Luck` (a
die's number), `Sentence`, `Site`, `set`, `sequence` (a tuple or range of integers), `frame`.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


class Kind(Enum):
    """What a primitive does to play."""

    PURE = "pure"
    """It reads at most."""
    EFFECT = "effect"
    """It changes the state, the luck or the log, and goes on."""
    STOPPING = "stopping"
    """The handler returns its answer at once: play stops, or another frame runs."""


class Primitive(NamedTuple):
    """One entry.

    Attributes:
        name: as emitted code calls it.
        receiver: "m" for a method of the engine, "" for a function.
        parameters: names with types, in order.
        result: type of the answer, "" for none.
        kind: what it does to play.
        fuel: how much it burns.
        meaning: one line.
    """

    name: str
    receiver: str
    parameters: tuple[str, ...]
    result: str
    kind: Kind
    fuel: int
    meaning: str

    @property
    def call(self) -> str:
        """As it is written, `m.ask(player, site, options)`."""
        names = ", ".join(parameter.split(":")[0] for parameter in self.parameters)
        return f"{self.receiver + '.' if self.receiver else ''}{self.name}({names})"


def _m(name: str, parameters: str, result: str, kind: Kind, fuel: int, meaning: str) -> Primitive:
    return Primitive(name, "m", _split(parameters), result, kind, fuel, meaning)


def _f(name: str, parameters: str, result: str, kind: Kind, fuel: int, meaning: str) -> Primitive:
    return Primitive(name, "", _split(parameters), result, kind, fuel, meaning)


def _split(parameters: str) -> tuple[str, ...]:
    return tuple(parameters.split(", ")) if parameters else ()


_PURE, _EFFECT, _STOPPING = Kind.PURE, Kind.EFFECT, Kind.STOPPING

PRIMITIVES: tuple[Primitive, ...] = (
    _m("call", "frame: frame", "", _STOPPING, 0, "runs a handler; its answer is m.result at the next block"),
    _m("invoke", "handler: Int, *arguments: Int", "", _STOPPING, 0, "the same for a handler known only at play"),
    _m("leave", "value: Int", "", _STOPPING, 0, "ends the running handler with an answer"),
    _m("finish", "", "Bool", _STOPPING, 0, "ends the game"),
    _m("ask", "player: Player, site: Site, options: sequence", "Bool", _STOPPING, 1, "stops for a decision"),
    _m("roll", "luck: Luck, low: Int, high: Int", "Int", _EFFECT, 0, "a number, both ends included"),
    _m("roll_dice", "luck: Luck, dice: Int, sides: Int", "Int", _EFFECT, 0, "the sum of several dice"),
    _m("roll_of", "luck: Luck, members: sequence", "Int", _EFFECT, 0, "one of some members"),
    _m("shuffle", "zone: Zone", "", _EFFECT, 0, "shuffles a pile"),
    _m("top_card", "zone: Zone, refill: Zone?", "Card?", _EFFECT, 0, "the card a draw takes; refills an empty deck"),
    _m("nature_roll", "luck: Luck, low: Int, high: Int", "Bool", _STOPPING, 0, "a roll, with explicit chance"),
    _m("nature_dice", "luck: Luck, dice: Int, sides: Int", "Bool", _STOPPING, 0, "roll_dice, with explicit chance"),
    _m("nature_of", "luck: Luck, members: sequence", "Bool", _STOPPING, 0, "roll_of, with explicit chance"),
    _m("nature_top_card", "zone: Zone, refill: Zone?", "Bool", _STOPPING, 0, "top_card, with explicit chance"),
    _m("say", "sentence: Sentence, *values: Int", "", _EFFECT, 0, "adds a sentence to the log"),
    _m("burn", "", "", _EFFECT, 1, "one loop round, in effects"),
    _f("burn", "s: state", "", _PURE, 1, "one loop round, in pure code"),
    _f("move", "s: state, card: Card, zone: Zone", "", _EFFECT, 0, "puts a card on top"),
    _f("move_below", "s: state, card: Card, zone: Zone", "", _EFFECT, 0, "puts a card under a pile"),
    _f("move_all", "s: state, cards: sequence, zone: Zone", "", _EFFECT, 0, "puts each card in turn on top"),
    _f("bits", "mask: set", "sequence", _PURE, 0, "the members of a set as positions, ascending"),
    _f("mask", "members: sequence", "set", _PURE, 0, "the set of some positions"),
    _f("ring", "sequence: sequence, start: Int", "sequence", _PURE, 0, "those from start on, then those before"),
    _f("fit", "value: Int, low: Int, high: Int, name: text", "Int", _PURE, 0, "the value, if it is in range"),
    _f("of_type", "cards: sequence, first: Card, end: Card", "sequence", _PURE, 0, "the cards of a card type"),
    _f("distinct", "cards: sequence, definition: sequence", "sequence", _PURE, 0, "of equal copies the first"),
    _f("distance", "neighbours: sequence, start: Int, end: Int", "Int?", _PURE, 0, "steps between two spaces of a map"),
    _f("reach", "neighbours: sequence, start: Int, steps: Int, closed: set", "set", _PURE, 0, "where n steps end"),
    _f("put", "values: sequence, i: Int, value: Int", "sequence", _PURE, 0, "a tuple with one value replaced"),
)
"""All primitives, methods first."""

METHODS = {primitive.name: primitive for primitive in PRIMITIVES if primitive.receiver}
"""Those called on `m`, by name."""

FUNCTIONS = {primitive.name: primitive for primitive in PRIMITIVES if not primitive.receiver}
"""Those called by their bare name."""

BUILTINS = (
    *("any", "all", "sum", "max", "min", "next", "range", "reversed", "len", "tuple", "list", "enumerate", "abs"),
    *("True", "False", "None"),
)
"""What emitted code uses of Python itself."""
