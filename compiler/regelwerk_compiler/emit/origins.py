"""Origins of values: which amendment each value that code reads comes from.

Only a module that is compiled to be traced is written with it: there, such values are numbers that remember it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from regelwerk_dsl.source import Span

from ..amend import History, Key
from ..amend.edits import GONE
from ..checked.plain import where
from ..checked.reaching import SOURCES
from ..model import tree
from ..model.ir import Module
from ..model.symbols import CallableSymbol, CardSymbol, EnumSymbol, Game, MemberSymbol
from ..model.types import BoolType, IntType, Type, strip_optional
from ..model.walk import nodes_in
from ..primitives import table as prim

# no name of a source becomes one that begins like these
AMENDED, AMENDED_AT, AMENDED_RANGE = "__amended", "__amended_at", "__amended_range"
IMPORT = (
    "from regelwerk_runtime.engine.amended import "
    f"amended as {AMENDED}, amended_at as {AMENDED_AT}, amended_range as {AMENDED_RANGE}"
)

Numbers = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Origin:
    """A value that an amendment has changed or put there.

    Attributes:
        name: its full name, `Good.blue.sold`.
        by: the last amendment of it, `variant dearer`.
        where: `file:line` of the step.
    """

    name: str
    by: str
    where: str

    def __str__(self) -> str:
        return f"{self.name} by {self.by} ({self.where})"


class Origins:
    """The amended values of a game, numbered, and who reads them."""

    def __init__(self, game: Game, history: History) -> None:
        self.game = game
        self.all: list[Origin] = []
        self._numbers: dict[Key, int] = {}
        for key, changes in history.changes.items():
            last = changes[-1]
            if last.new != GONE:
                self._numbers[key] = len(self.all)
                self.all.append(Origin(".".join(key), last.by, where(last.span)))

    def of(self, *keys: Key) -> Numbers:
        """The numbers of what is amended among some full names."""
        return tuple(dict.fromkeys(self._numbers[key] for key in keys if key in self._numbers))

    def drop_tables(self, module: Module) -> None:
        """Definitions that read something amended are worked out at play, where it can be seen what they read."""
        reading: set[str] = set()
        while True:
            found = {
                define.name
                for define in self.game.defines.values()
                if define.name not in reading and any(self._is_amended(node, reading) for node in _nodes(define))
            }
            if not found:
                break
            reading |= found
        for name in reading:
            module.tables.pop(name, None)

    def _is_amended(self, node: object, reading: set[str]) -> bool:
        match node:
            case tree.EnumFieldRead(enum, column, _):
                return bool(self.cells(enum, column))
            case tree.CardFieldRead(card_type, name, _):
                return bool(self.card_fields(card_type, name))
            case tree.DefineCall(callee):
                return callee.name in reading or bool(self.of((callee.name,)))
            case tree.AbilityRead(card_type, name, _, _):
                return bool(self.abilities(card_type, name))
            case tree.Op(prim.DISTANCE | prim.REACH, _, (str(enum),)):
                return bool(self._in(enum))
            case _:
                return False

    # ---- what is read

    def read(self, node: tree.TExpr) -> Numbers:
        """The amended values that an expression itself reads, where that is known before play."""
        if isinstance(node.type, BoolType):
            return ()
        match node:
            case tree.EnumFieldRead(enum, column, tree.Const(value=int(value))):
                return self.cells(enum, column).get(value - self.game.enums[enum].low, ())
            case tree.DefineCall(callee):
                return self.of((callee.name,))
            case tree.Op(prim.DISTANCE | prim.REACH, _, (str(enum),)):
                return self._in(enum)
            case _:
                return ()

    def _in(self, enum: str) -> Numbers:
        return self.of(*(key for key in self._numbers if key[0] == enum))

    def cells(self, enum: str, column: str) -> dict[int, Numbers]:
        """The amended cells of a column, by the position of the member."""
        symbol = self.game.enums[enum]
        field = symbol.fields.get(column)
        found: dict[int, Numbers] = {}
        for at, key in enumerate(symbol.keys):
            owners = [(enum, at), *_parts(symbol, at, self.game)]
            named = [(owner, key) for owner, _ in owners]
            numbers = self.of(*((*one, column) for one in named), *named, (enum,))
            for owner, position in owners:
                cells = self.game.enums[owner].fields[column].cells if column in self.game.enums[owner].fields else []
                numbers += self._said(cells[position]) if position < len(cells) else ()
            if numbers and field is not None:
                found[at] = tuple(dict.fromkeys(numbers))
        return found

    def card_fields(self, card_type: str, name: str) -> dict[int, Numbers]:
        """The amended values of a card field, by copy."""
        return self._by_copy(card_type, name, lambda card: name in card.field_spans)

    def abilities(self, card_type: str, name: str) -> dict[int, Numbers]:
        """The amended bodies of an ability, by copy."""
        return self._by_copy(card_type, name, lambda card: name in card.abilities)

    def _by_copy(self, card_type: str, name: str, is_own: Callable[[CardSymbol], bool]) -> dict[int, Numbers]:
        found: dict[int, Numbers] = {}
        for card in self.game.card_types[card_type].cards:
            for member in card.members:
                numbers = self.of(*_names_of(card, member, name))
                if not is_own(card):
                    numbers = numbers or self.of((card_type, name), (card_type,))
                elif name in card.field_spans:
                    numbers += self._said(card.field_spans[name])
                if numbers:
                    copies = range(member.first, member.first + member.copies)
                    found.update(dict.fromkeys(copies, tuple(dict.fromkeys(numbers))))
        return found

    def bound(self, type_: Type, end: str, variable: str = "") -> Numbers:
        """The amendments of one end of a range: of a variable, and of its unit."""
        inner = strip_optional(type_)
        unit = inner.unit if isinstance(inner, IntType) else None
        return self.of(*([(variable, end)] if variable else []), *([(unit, end)] if unit else []))

    # ---- cells that are worked out from amended values

    @cached_property
    def _words(self) -> re.Pattern[str] | None:
        names = [".".join(key) for key in self._numbers if len(key) == 3 or key[0] in self.game.defines]
        return re.compile(rf"(?<![\w.])(?:{'|'.join(map(re.escape, names))})(?!\w)") if names else None

    def _said(self, span: Span) -> Numbers:
        """The amended values that a cell names; only in the sources it can be more than a plain value."""
        if self._words is None or not span.source.name.endswith(SOURCES):
            return ()
        return self.of(*(tuple(found.split(".")) for found in self._words.findall(span.text)))


def marked(text: str, numbers: Numbers) -> str:
    """The text of an expression whose value remembers its origins."""
    return f"{AMENDED}({text}, {', '.join(map(str, numbers))})"


def marked_at(text: str, found: dict[int, Numbers]) -> str:
    """The text of a table some of whose entries remember their origins."""
    return f"{AMENDED_AT}({text}, {found!r})" if found else text


def _nodes(define: CallableSymbol) -> list[object]:
    return [node for statement in define.body or [] for node in nodes_in(statement)]


def _parts(symbol: EnumSymbol, at: int, game: Game) -> list[tuple[str, int]]:
    """The enums that a member of a sum comes from, with its position there."""
    found = []
    for part in symbol.parts:
        if part.enum is not None and part.offset <= at < part.offset + part.size:
            inner = at - part.offset
            found += [(part.enum, inner), *_parts(game.enums[part.enum], inner, game)]
    return found


def _names_of(card: CardSymbol, member: MemberSymbol, name: str) -> list[Key]:
    """The names under which an amendment can reach something of a card: its own, its family's, the whole card's."""
    own = tuple(member.key.split("."))
    return [(*own, name), (own[0], name), own, (own[0],)]
