"""Search for what depends on a value: defines and fields that are computed from it, texts that say it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from regelwerk_dsl.source import Span

from ..model import tree
from ..model.symbols import CallableSymbol, EnumSymbol, Game
from ..model.types import MemberType
from ..model.walk import nodes_in

SOURCES = ".regel"  # only there a cell can be an expression; a table of plain values holds none

Name = tuple[str, ...]


@dataclass(slots=True)
class Reach:
    """Everything whose value comes from one value of a game, with that value itself.

    Attributes:
        cells: table, member, column.
        fields: the key of a card, field.
        members: table, member: where its name is shown.
        defines: by name.
    """

    game: Game
    cells: set[Name] = field(default_factory=set)
    fields: set[Name] = field(default_factory=set)
    members: set[Name] = field(default_factory=set)
    defines: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, game: Game, parts: list[str]) -> Reach:
        """What comes from `Good.blue.sold`, `Good.blue`, `Good`, `goal`, `job_7.load`, `job_7`; often that alone."""
        found = cls(game)
        enum = game.enums.get(parts[0]) if parts else None
        if enum is not None:
            keys = parts[1:2] or enum.keys
            found.cells = {
                (enum.name, key, column) for key in keys for column in enum.fields if parts[2:] in ([], [column])
            }
            found.members = {(enum.name, key) for key in keys if len(parts) < 3}
        elif parts and parts[0] in game.defines:
            found.defines.add(parts[0])
        for kind, _, member in game.members():
            key = member.key.split(".")
            if parts[: len(key)] == key:
                found.fields |= {(member.key, name) for name in kind.fields if parts[len(key) :] in ([], [name])}
        found._grow()
        return found

    def _grow(self) -> None:
        """Adds what is computed from what is there, until nothing is new."""
        while True:
            before = len(self.cells) + len(self.fields) + len(self.defines)
            for define in self.game.defines.values():
                if define.name not in self.defines and any(self.reads(part) for part in define.body or ()):
                    self.defines.add(define.name)
            said = self._said()
            for enum in self.game.enums.values():
                self.cells |= {
                    (enum.name, key, column.name)
                    for column in enum.fields.values()
                    for key, span in zip(enum.keys, column.cells, strict=False)
                    if _says(span, said)
                }
            for _, card, member in self.game.members():
                self.fields |= {(member.key, name) for name, span in card.field_spans.items() if _says(span, said)}
            if before == len(self.cells) + len(self.fields) + len(self.defines):
                return

    def _said(self) -> re.Pattern[str] | None:
        """How a source says one of the values; None where it can say none."""
        words = [rf"\b{re.escape('.'.join(cell))}\b" for cell in sorted(self.cells)]
        words += [rf"(?<!\w)[a-z_]\w*\.{re.escape(column)}\b" for column in sorted({cell[2] for cell in self.cells})]
        words += [rf"\b{re.escape(name)}\b" for name in sorted(self.defines)]
        return re.compile("|".join(words)) if words else None

    def reads(self, node: object) -> bool:
        """Whether a typed statement or expression reads one of the values."""
        return any(self._is_read(inner) for inner in nodes_in(node))

    def _is_read(self, node: object) -> bool:
        match node:
            case tree.EnumFieldRead(enum, column, base):
                key = _key_of(self.game, base)
                cells = [cell for cell in self.cells if cell[2] == column and self._is_part(enum, cell[0])]
                return any(key in (None, cell[1]) for cell in cells)
            case tree.CardFieldRead(_, name):
                return any(name == field_ for _, field_ in self.fields)
            case tree.DefineCall(CallableSymbol(name=name)):
                return name in self.defines
            case tree.Const(type=MemberType(enum)):
                return (enum, _key_of(self.game, node)) in self.members
            case _:
                return False

    def _is_part(self, enum: str, part: str) -> bool:
        """Whether the members of one enum are, or are among, those of another."""
        return enum == part or any(one.enum == part for one in self.game.enums[enum].parts)


def _key_of(game: Game, node: object) -> str | None:
    """The member that a constant is; None where it is known only later."""
    match node:
        case tree.Const(value=int(value), type=MemberType(name)):
            enum: EnumSymbol = game.enums[name]
            return enum.keys[value - enum.low] if enum.low <= value <= enum.high else None
        case _:
            return None


def _says(span: Span, said: re.Pattern[str] | None) -> bool:
    return said is not None and span.source.name.endswith(SOURCES) and said.search(span.text) is not None
