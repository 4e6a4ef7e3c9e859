"""The tables of a native build: columns, card fields, products and functions of abilities, written when asked for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod
from typing import TypeVar

from ..analysis.layout import Layout
from ..model.ir import Module
from ..model.symbols import CallableSymbol, MemberSymbol, StateSymbol
from ..primitives.evaluate import EnumMembers
from .kinds import INT, SET, NotNativeError, is_per, set_words, width

V = TypeVar("V")


def number(value: int) -> str:
    """A number in C, in brackets if it is negative."""
    if value == -(1 << 63):
        return "INT64_MIN"
    text = f"{value}" if -(1 << 31) < value < 1 << 31 else f"{value}ll"
    return f"({text})" if value < 0 else text


def letters(name: str) -> str:
    """The letters of a name that C allows."""
    return "".join(char if char.isascii() and char.isalnum() else "_" for char in name) or "x"


class NativeTables(Layout):
    """Names for what the code reads, and the lines that declare what was named.

    Attributes:
        lines: the tables that were asked for.
        ability_tables: the tables of functions, which come after the declarations of these.
        pers: the sizes of the rows of a `per`.
    """

    def __init__(self, module: Module) -> None:
        super().__init__(module.game)
        self.module = module
        self.words = set_words(module.game)
        self.names: dict[object, str] = {}
        self.lines: list[str] = []
        self.ability_tables: dict[str, tuple[str, str]] = {}
        self.pers: set[int] = set()

    def named(self, key: object, wish: str) -> str:
        """The name of a thing, the same at each call."""
        if key not in self.names:
            self.names[key] = f"{letters(wish)}_{len(self.names)}"
        return self.names[key]

    def function(self, callee: CallableSymbol) -> str:
        """The C function of a callable."""
        return self.named(("function", callee.kind, callee.label), f"f_{callee.label}")

    def variable(self, var: StateSymbol) -> str:
        """The field of the state that holds a variable."""
        return self.named(("variable", var.name), f"v_{var.name}")

    # ---- values

    def kind(self, kind: str) -> str:
        """The C type, which is declared if it is a row."""
        if is_per(kind):
            self.pers.add(width(kind))
        return kind

    def words_of(self, kind: str) -> int:
        """The words of a value of a C type."""
        return 1 if kind == INT else self.words if kind == SET else width(kind)

    def literal(self, value: object, kind: str, *, inside: bool = False) -> str:
        """A constant of a C type; `inside` a table, its type is not repeated."""
        self.kind(kind)
        if kind == INT:
            if not isinstance(value, int):
                raise NotNativeError("a text in a rule")
            return number(int(value))
        if kind == SET:
            assert isinstance(value, int)
            mask = value & (1 << 64 * self.words) - 1
            words = [f"{mask >> 64 * at & (1 << 64) - 1:#x}u" for at in range(self.words)]
            text = f"{{{{{', '.join(words)}}}}}"
        else:
            cells = value if isinstance(value, tuple) else (value,) * width(kind)
            text = f"{{{{{', '.join(self.literal(cell, INT) for cell in cells)}}}}}"
        return text if inside else f"(({kind}){text})"

    def table(self, key: object, wish: str, kind: str, values: Sequence[object]) -> str:
        """The name of a table of values, which is declared when it is first asked for."""
        if key in self.names:
            return self.names[key]
        name = self.named(key, f"t_{wish}")
        cells = [self.literal(0 if value is None else value, kind, inside=True) for value in values]
        self.lines.append(f"static const {kind} {name}[] = {{{', '.join(cells) or '0'}}};")
        return name

    def enum_field(self, enum: str, name: str, kind: str) -> str:
        return self.table(("field", enum, name), f"{enum}_{name}", kind, self.game.enums[enum].fields[name].values)

    def card_field(self, card_type: str, name: str, kind: str) -> str:
        members = (member for card in self.game.card_types[card_type].cards for member in card.members)
        values = self._by_copy(((member, member.fields[name]) for member in members), 0)
        return self.table(("card field", card_type, name), f"{card_type}_{name}", kind, values)

    def binder(self, family: str, at: int) -> str:
        values = self._by_copy(((member, member.values[at]) for member in self.game.cards[family].members), 0)
        return self.table(("binder", family, at), family, INT, values)

    def _by_copy(self, values: Iterable[tuple[MemberSymbol, V]], missing: V) -> list[V]:
        """A value for each copy of a card, from those of the definitions."""
        found = [missing] * self.game.copies
        for member, value in values:
            found[member.first : member.first + member.copies] = [value] * member.copies
        return found

    def define(self, name: str, kind: str) -> str:
        return self.table(("define", name), name, kind, self.module.tables[name])

    def definitions(self) -> str:
        """The table from copies to definitions."""
        values = [at for at, (_, _, one) in enumerate(self.game.members()) for _ in one.numbers]
        return self.table("definitions", "definition", INT, values)

    def refills(self) -> str:
        """The table of the piles from which empty piles are refilled."""
        return self.table("refills", "refill", INT, self.refill_piles())

    def kept_zones(self, var: StateSymbol) -> str:
        """The table that says for each zone whether a card keeps its value of a variable there."""
        zones = set(self.zones_kept(var))
        values = [int(at in zones) for at in range(self.game.piles + self.game.places)]
        return self.table(("kept", var.name), f"{var.name}_zones", INT, values)

    def product(self, enum: str) -> str:
        """The function from the components of a product to its members."""
        key = ("product", enum)
        if key in self.names:
            return self.names[key]
        members = EnumMembers(self.game, enum).by_components
        columns = [*zip(*members, strict=True)]
        lows, sizes = [min(one) for one in columns], [max(one) - min(one) + 1 for one in columns]
        values: list[object] = [-1] * prod(sizes)
        for parts, member in members.items():
            at = 0
            for part, low, size in zip(parts, lows, sizes, strict=True):
                at = at * size + part - low
            values[at] = member
        table = self.table(("product table", enum), f"{enum}_at", INT, values)
        name = self.named(key, f"product_{enum}")
        names = [f"part{at}" for at in range(len(sizes))]
        lines = [f"static inline i64 {name}({', '.join('i64 ' + one for one in names)}) {{", "    i64 at = 0;"]
        for one, low, size in zip(names, lows, sizes, strict=True):
            lines.append(f"    if ((u64)({one} - {number(low)}) >= {size}) return NONE;")
            lines.append(f"    at = at * {size} + {one} - {number(low)};")
        self.lines += [*lines, f"    return {table}[at];", "}"]
        return name

    # ---- abilities

    def ability(self, card_type: str, name: str) -> str:
        """The table of an ability: by card, the function, or the point with which it begins."""
        found = self.named(("ability", card_type, name), f"a_{card_type}_{name}")
        self.ability_tables[found] = (card_type, name)
        return found

    def by_card(self, card_type: str, name: str) -> list[CallableSymbol | None]:
        """For each card the body of an ability."""
        kind = self.game.card_types[card_type]
        default = kind.abilities[name].default
        bodies = ((member, card.abilities.get(name, default)) for card in kind.cards for member in card.members)
        return self._by_copy(bodies, None)
