"""Enums of a typed game: their members, and the values that columns give to these."""

from __future__ import annotations

from bisect import bisect_right

from msgspec import Struct, field
from regelwerk_dsl import syntax as syn
from regelwerk_dsl.source import Span

from .types import MemberType, Type

Value = int | tuple["Value", ...] | str | None  # a constant: a number, the numbers of a `per`, a printed text


class EnumField(Struct):
    """A column of a table, a component of a product, or a built-in field; one value a member.

    Attributes:
        printed: a table in a chapter shows it by default.
    """

    name: str
    type: Type
    values: list[Value]
    span: Span
    cells: list[Span] = field(default_factory=list)
    printed: bool = True


class SumPart(Struct):
    """A part of a sum enum: another enum (name) or one new member (name None), at a position."""

    enum: str | None
    offset: int
    size: int


class EnumSymbol(Struct):
    """kind: list, table, sum, range, product, map, player. A member is its position, plus `low` in a range."""

    name: str
    kind: str
    span: Span
    label: syn.Text | None = None
    keys: list[str] = field(default_factory=list)
    labels: list[syn.Text | None] = field(default_factory=list)
    spans: list[Span] = field(default_factory=list)
    declared: dict[str, Span] = field(default_factory=dict)  # the members that are written out, by key
    low: int = 0
    fields: dict[str, EnumField] = field(default_factory=dict)
    parts: list[SumPart] = field(default_factory=list)
    outer: list[SumPart] = field(default_factory=list)  # those of them that lie in no other, in order
    components: list[tuple[str, Type]] = field(default_factory=list)  # of a product
    title: syn.Text | None = None  # of a product: how its members are named after their parts
    cites: tuple[str, ...] = ()
    roads_of: str = ""  # the map whose roads these are
    of_cards: bool = False  # a member for each card of a type, whose title is its name

    @property
    def size(self) -> int:
        return len(self.keys)

    @property
    def high(self) -> int:
        return self.low + len(self.keys) - 1

    @property
    def type(self) -> MemberType:
        return MemberType(self.name)

    def add(self, key: str, span: Span, label: syn.Text | None = None) -> None:
        """Adds a member."""
        self.keys.append(key)
        self.labels.append(label)
        self.spans.append(span)
        self.declared[key] = span

    def join(self, enum: str | None, offset: int, size: int) -> None:
        """Adds a part; one that lies in another follows it."""
        part = SumPart(enum, offset, size)
        self.parts.append(part)
        if not self.outer or offset >= self.outer[-1].offset + self.outer[-1].size:
            self.outer.append(part)

    def find(self, key: str) -> int | None:
        """The value of a member by its key, or None."""
        return self.keys.index(key) + self.low if key in self.keys else None

    def owner(self, position: int) -> tuple[str, int]:
        """The enum that declares a member, and its position there: in a sum or map the part that it comes from."""
        at = bisect_right(self.outer, position, key=lambda part: part.offset) - 1
        part = self.outer[at] if at >= 0 else None
        if part is not None and part.enum is not None and position < part.offset + part.size:
            return part.enum, position - part.offset
        return self.name, position
