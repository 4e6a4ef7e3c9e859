"""Faults in bodies: negated conditions, numbers off by one, dropped statements, swapped players."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from regelwerk_compiler.model import tree
from regelwerk_compiler.model.primitive import Primitive
from regelwerk_compiler.model.symbols import CallableSymbol, Game, ListenerSymbol, LocalSymbol
from regelwerk_compiler.model.types import BOOL, PLAYER, BoolType, MemberType
from regelwerk_compiler.model.walk import nodes_in
from regelwerk_compiler.primitives import table as prim
from regelwerk_dsl.source import NO_SPAN, Span

from .fault import Draft, Edit, quoted, turned

CONDITIONS = frozenset({"condition", "where", "have", "until", "when"})
SHOWN = frozenset({"type", "span", "slots", "prompt", "prompt_slots", "text", "hints"})  # attributes that no rule reads
KEPT = (
    tree.Branch,
    tree.BurnFuel,
    tree.ChooseOption,
    tree.ChooseValue,
    tree.ForEach,
    tree.Repeat,
    tree.RollDice,
    tree.Say,
    tree.Simultaneously,
)  # statements that cannot be dropped without breaking the code around them, or that change no game
Place = tuple[Any, Any, Any]  # a node and the name of its attribute, or a list and an index; and the value there


def body_faults(
    game: Game, callee: CallableSymbol, known: set[int], listener: ListenerSymbol | None = None
) -> list[Draft]:
    """The faults of a callable's body, in order.

    Args:
        game: the game.
        callee: the callable.
        known: nodes that were visited before, by identity, since trees may share parts.
        listener: for the code before the body of a listener: its condition is visited instead of the body.
    """
    finder = _Finder(game, callee, known)
    if listener is None:
        finder.look(callee, "body")
    else:
        finder.look(listener, "when")
    return finder.found


class _Finder:
    def __init__(self, game: Game, callee: CallableSymbol, known: set[int]) -> None:
        self.game, self.callee, self.known = game, callee, known
        self.found: list[Draft] = []
        self.read_by: dict[int, list[Any]] = {}  # by the indices of a written place, the indices with which it is read
        self.players = [local for local in callee.param_locals if local.type == PLAYER]

    def look(self, owner: Any, attribute: str) -> None:
        """Visits everything in one attribute of a node."""
        value = getattr(owner, attribute)
        if isinstance(value, list):
            for index, item in enumerate(value):
                self._place(owner, attribute, (value, index, item))
        else:
            self._place(owner, attribute, (owner, attribute, value))

    def _place(self, owner: Any, attribute: str, place: Place) -> None:
        target, key, node = place
        if not isinstance(node, Struct) or not type(node).__module__.startswith(tree.__name__):
            return
        if isinstance(node, tree.TStmtBase) and isinstance(target, list):
            self._statement(target, key, node)
        if self._is_condition(owner, attribute, node):
            self._condition(place)
        if self._is_owner(owner, attribute, node):
            self._owner(place)
        if id(node) in self.known:
            return
        self.known.add(id(node))
        if isinstance(node, tree.Const):
            self._number(node)
        if isinstance(node, tree.SetState):
            self._same_place(node)
        for name in _parts(node):
            self.look(node, name)

    def _add(self, kind: str, span: Span, words: str, edits: list[Edit], sign: str = "") -> None:
        if span == NO_SPAN or span.end <= span.start:
            span = self.callee.span
        self.found.append(Draft(self.callee.label, kind, span, words, edits, sign=sign))

    # ---- conditions

    def _is_condition(self, owner: Any, attribute: str, node: Any) -> bool:
        if not isinstance(getattr(node, "type", None), BoolType) or isinstance(node, tree.Const):
            return False
        if isinstance(node, tree.Op) and (node.primitive.opposite or node.primitive is prim.NOT):
            return id(node) not in self.known and not _is(owner, prim.NOT)
        return attribute in CONDITIONS or isinstance(owner, tree.Return) or _is(owner, prim.AND, prim.OR)

    def _condition(self, place: Place) -> None:
        target, key, node = place
        match node:
            case tree.Op(row) if row.opposite:
                other = prim.ROWS[row.opposite]
                if row in (prim.AND, prim.OR):
                    words = f"{turned(row.spelled, other.spelled)} in {quoted(node.span.text)}"
                else:
                    words = _comparison(node, other)
                self._add("condition", node.span, words, [Edit(node, "primitive", other)])
            case tree.Op(prim.NOT, [operand]):
                words = f"`not` removed from {quoted(node.span.text)}"
                if not node.span.text.startswith("not"):  # written without it: the event of a listener
                    place_asked = self.callee.kind == "listener" and operand.span == node.span
                    words = f"{'`while in`' if place_asked else quoted(operand.span.text)} negated"
                self._add("condition", node.span, words, [Edit(target, key, operand)])
            case _:
                round_ = tree.Op(prim.NOT, [node], type=BOOL, span=node.span)
                self._add("condition", node.span, f"{quoted(node.span.text)} negated", [Edit(target, key, round_)])

    # ---- numbers

    def _number(self, node: tree.Const) -> None:
        value = node.value
        if not node.literal or isinstance(value, bool | tuple) or node.span == NO_SPAN:
            return
        for sign, other in (("+", value + 1), ("-", value - 1)):
            if isinstance(node.type, MemberType) and node.type.enum in self.game.enums:
                symbol = self.game.enums[node.type.enum]
                if not symbol.low <= other <= symbol.high:
                    continue
            self._add("number", node.span, turned(f"{value:_}", f"{other:_}"), [Edit(node, "value", other)], sign)

    # ---- statements

    def _statement(self, block: list[Any], index: int, node: tree.TStmtBase) -> None:
        droppable = not isinstance(node, KEPT)
        if isinstance(node, tree.Do):
            droppable = node.local is None
        elif isinstance(node, tree.SetLocal):
            droppable = node.local.assigned and node.local.span.start < node.span.start
        elif isinstance(node, tree.Return):
            droppable = node.value is None
        if droppable and node.span != NO_SPAN and id(node) not in self.known:
            rest = block[:index] + block[index + 1 :]
            what = quoted(_command(node))
            if isinstance(node, tree.Return) and not node.span.text.startswith("return"):
                what = f"a condition of {what}"  # a listener checks it by returning
            self._add("drop", node.span, f"{what} dropped", [Edit(block, slice(None), rest)])

    # ---- players

    def _is_owner(self, owner: Any, attribute: str, node: Any) -> bool:
        if getattr(node, "type", None) != PLAYER or (id(owner) in self.known and isinstance(owner, CallableSymbol)):
            return False
        if isinstance(owner, tree.ChooseValue | tree.ChooseOption):
            return attribute == "player"
        if isinstance(owner, tree.Do | tree.DoAbility | tree.DefineCall | tree.AbilityRead):
            return attribute == "arguments"
        return (
            isinstance(owner, tree.StateRead | tree.StateRow | tree.ZoneRef | tree.SetState | tree.SetRow)
            and attribute == "indices"
        )

    def _owner(self, place: Place) -> None:
        target, key, node = place
        before = node.local.name if isinstance(node, tree.LocalRef) else node.span.text
        other = self._other(node)
        if other is not None:
            swapped: Any = tree.LocalRef(other, type=PLAYER, span=node.span)
            name = other.name
        else:
            swapped = tree.Op(prim.NEXT_PLAYER, [node], type=PLAYER, span=node.span)
            name = f"{before}.next"
        edits = [Edit(target, key, swapped)]
        read = self.read_by.get(id(target))
        if read is not None:
            edits.append(Edit(read, key, swapped))
        self._add("owner", node.span, turned(before, name), edits)

    def _same_place(self, node: tree.SetState) -> None:
        """Notes that `a[p] += n` reads the place that it writes: both change together."""
        if node.change is None:
            return
        for inner in nodes_in(node.value):
            if isinstance(inner, tree.StateRead) and inner.var is node.var:
                self.known.add(id(inner))
                if inner.indices is not node.indices:
                    self.read_by[id(node.indices)] = inner.indices
                return

    def _other(self, node: Any) -> LocalSymbol | None:
        """Another player among the parameters of the callable."""
        if not isinstance(node, tree.LocalRef):
            return None
        return next((local for local in self.players if local is not node.local), None)


def _is(node: object, *rows: Primitive) -> bool:
    return isinstance(node, tree.Op) and node.primitive in rows


def _comparison(node: tree.Op, other: Primitive) -> str:
    """The words for a negated comparison; that of an `otherwise` is not in the source."""
    before, after = node.primitive.spelled, other.spelled
    text = node.span.text
    if f" {before} " in text:
        return f"{turned(before, after)} in {quoted(text)}"
    left = node.operands[0]
    if isinstance(left, tree.LocalRef) and left.local.span.text == left.local.name:  # the author's: `draw 3` has none
        return f"`otherwise` of {quoted(left.local.name)} negated: {quoted(text)}"
    return f"the condition of {quoted(text)} negated"


def _command(node: tree.TStmtBase) -> str:
    """A statement in source form."""
    text = node.span.text
    if isinstance(node, tree.Do | tree.DoAbility):
        word = "emit" if isinstance(node, tree.Do) and node.callee.kind == "event" else "do"
        return text if text.startswith(f"{word} ") else f"{word} {text}"
    return text


def _parts(node: Any) -> Iterator[str]:
    """The attributes of a node that rules read. The arguments of an option only appear in its key."""
    for name in node.__struct_fields__:
        if name not in SHOWN and not (isinstance(node, tree.TOption) and name == "arguments"):
            yield name
