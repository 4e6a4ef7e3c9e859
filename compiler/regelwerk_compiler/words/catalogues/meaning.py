"""Marks of the rules under instructions: they change when the rule means something else.

Names of locals, comments, places in the file and values of tables do not matter. A number that the instruction shows in
a slot does not matter either: it changes in every language by itself. What a rule calls counts as part of it as far as
it has no words of its own.
"""

from __future__ import annotations

import hashlib

from msgspec import Struct
from regelwerk_dsl import syntax as syn
from regelwerk_dsl.source import Span

from ...model import tree
from ...model.symbols import CallableSymbol, CardSymbol, Game, LocalSymbol, StateSymbol
from ...model.types import BoolType, CardType, MemberType, OptionalType, SetType, Type, strip_optional
from ..messages import Message
from .entries import NUMBER_SLOT

SKIPPED = frozenset(
    {
        *("span", "type", "luck", "keys", "site", "prompt", "text", "change", "literal", "counter", "offer_of"),
        *("called", "own", "hints"),
    }
)
BOUNDS = frozenset({"low", "high"})  # of what is stored: numbers; of a roll or a range: expressions
LENGTH = 10


def mark_of(game: Game, message: Message) -> str:
    """The mark of the rule that a message words; "" if it words none."""
    if message.subject is None:
        return ""
    shown = {int(match[1].replace("_", "")) for match in NUMBER_SLOT.finditer(message.source)}
    reader = _Reader(game, shown)
    if isinstance(message.subject, CardSymbol):
        reader.read_card(message.subject)
    else:
        reader.read_body(message.subject)
    reader.read_called()
    return hashlib.sha256("\n".join(reader.words).encode()).hexdigest()[:LENGTH]


class _Reader:
    """Writes down what a rule does, word by word."""

    def __init__(self, game: Game, shown: set[int]) -> None:
        self.game, self.shown = game, shown
        self.words: list[str] = []
        self.locals: dict[LocalSymbol, int] = {}
        self.called: list[CallableSymbol] = []
        self.deep = False  # in something that is called, whose numbers the text need not show

    def read_card(self, card: CardSymbol) -> None:
        for name in sorted(card.abilities):
            self.words.append(name)
            self.read_body(card.abilities[name])
        for listener in card.listeners:
            self.words.append(f"{listener.event} instead" if listener.decl.instead else listener.event)
            self._read(listener.place)
            self._read(listener.when)
            self.read_body(listener.callable)
        for name, field in sorted(self.game.card_types[card.card_type].fields.items()):
            values = {member.fields.get(name, field.default) for member in card.members}
            if isinstance(strip_optional(field.type), BoolType | MemberType) and len(values) == 1:
                self._read(tree.Const(values.pop(), type=field.type))  # type: ignore[arg-type]

    def read_body(self, callee: CallableSymbol) -> None:
        self._read(list(callee.body or []))

    def read_called(self) -> None:
        """The rules below that have no words of their own, each once."""
        self.deep = True
        for callee in self.called:  # which grows on the way
            self.locals = {}
            self.words.append(f"in {callee.label}")
            self.read_body(callee)

    def _read(self, node: object) -> None:
        match node:
            case None | tree.Say() | Span() | syn.Text():
                pass
            case tree.Const():
                self.words.append(self._constant(node))
            case LocalSymbol():
                self.words.append(f"local {self.locals.setdefault(node, len(self.locals))}")
            case StateSymbol():
                self.words.append(node.name)
            case CallableSymbol():
                self.words.append(node.label)
                self._call(node)
            case list() | tuple():
                self.words.append("(")
                for item in node:
                    self._read(item)
                self.words.append(")")
            case Struct():
                self._node(node)
            case _:
                self.words.append(str(node))

    def _node(self, node: Struct) -> None:
        if isinstance(node, tree.Op):
            self._operation(node)
            return
        self.words.append(type(node).__name__)
        for slot in node.__struct_fields__:
            value = getattr(node, slot)
            if isinstance(node, tree.Aggregate) and slot == "loops" and len(value) == 1:
                value = value[0]  # a single loop reads as one, not as a list
            if slot not in SKIPPED and not (slot in BOUNDS and isinstance(value, int)):
                self._read(value)

    def _operation(self, node: tree.Op) -> None:
        known = dict(zip(node.primitive.fixed, node.fixed, strict=True))
        for word in node.primitive.mark.split():
            if word == "@":
                for operand in node.operands:
                    self._read(operand)
            else:
                self.words.append(word.format(type=_kind(node.type), **known))

    def _call(self, callee: CallableSymbol) -> None:
        worded = "text" in callee.texts or "says" in callee.texts
        if not worded and callee.kind in ("define", "effect") and callee not in self.called:
            self.called.append(callee)

    def _constant(self, node: tree.Const) -> str:
        inner = strip_optional(node.type)
        if isinstance(inner, SetType) and isinstance(node.value, int):
            low = self.game.enums[inner.member.enum].low if isinstance(inner.member, MemberType) else 0
            held = (low + bit for bit in range(node.value.bit_length()) if node.value >> bit & 1)
            return " ".join(self._member(value, inner.member) for value in held)
        if isinstance(inner, MemberType) and isinstance(node.value, int):
            return self._member(node.value, inner)
        if isinstance(node.value, bool) or isinstance(inner, BoolType):
            return str(bool(node.value))
        if isinstance(node.value, int):
            return "#" if self.deep or node.value in self.shown else str(node.value)
        return "#"

    def _member(self, value: int, type_: object) -> str:
        if not isinstance(type_, MemberType):
            return str(value)
        symbol = self.game.enums[type_.enum]
        known = symbol.low <= value <= symbol.high
        return f"{type_.enum}.{symbol.keys[value - symbol.low]}" if known else "none"


def _kind(type_: Type) -> str:
    """The target of a conversion; spelled here, so that rewording messages about types outdates no translation."""
    match type_:
        case OptionalType(inner):
            return f"{_kind(inner)}, or none"
        case MemberType(name) | CardType(name):
            return str(name)
        case _:
            return ""  # nothing is converted to it
