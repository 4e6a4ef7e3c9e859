"""The tables at the top of an emitted module: columns, card fields, products, zones, names of functions."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from itertools import groupby

from ..analysis.layout import Layout
from ..model import types as ty
from ..model.defaults import none_value
from ..model.enums import Value
from ..model.ir import Module, Point
from ..model.symbols import CallableSymbol, StateSymbol
from ..primitives.evaluate import EnumMembers
from .names import Names, slot_names
from .template import Part, literal, py, sum_of, tuple_of

QUEUE = ("queue",)
MOST_SUMMANDS = 100


class Tables(Layout):
    """Names for what emitted code reads, and what declares them.

    Only what code asks for is written.
    """

    def __init__(self, module: Module, names: Names) -> None:
        super().__init__(module.game)
        self.module = module
        self.names, self.run = names, names.run
        self.constants: dict[str, ast.expr] = {}  # values by name
        self.sites: list[ast.expr] = []
        self.ability_tables: dict[str, tuple[str, str]] = {}  # ability tables: they name functions, so they come last
        self.state_names = slot_names(self.game.state)

    # ---- small facts

    def none(self, type_: ty.Type) -> Part:
        value = none_value(type_, self.game)
        return self.run.NONE if value == -1 else value

    def state(self, var: StateSymbol) -> str:
        return self.state_names[var.name]

    def card_range(self, card_type: str) -> list[int]:
        kind = self.game.card_types[card_type]
        return [kind.first, kind.end]

    def function(self, callee: CallableSymbol) -> str:
        if callee.owner is None:
            before = {"event": "emit_", "measure": "measure_"}.get(callee.kind, "")
            return self.names.of(("function", callee.kind, callee.label), before + callee.name)
        return self.names.of(("function", callee.owner.name, callee.name), f"{callee.owner.name}_{callee.name}")

    def memoised_function(self, callee: CallableSymbol) -> str:
        """The function that recalls the results of a definition."""
        return self.names.of(("recalled", callee.label), f"{self.function(callee)}_recalled")

    def memo_table(self, callee: CallableSymbol) -> str:
        """The table of the results that are recalled."""
        return self._table(("answers", callee.label), f"{self.function(callee)}_answers", lambda: py("{{}}"))

    def options_table(self, site: str) -> str:
        """The table of the options of a choice that are recalled."""
        return self._table(("options", site), f"{site.replace('.', '_')}_options", lambda: py("{{}}"))

    def handler(self, callee: CallableSymbol) -> str:
        return self.names.of(("handler", callee.label, callee.kind), self.function(callee).upper())

    def resume(self, point: Point) -> str:
        """The function of a point."""
        callee = point.handler.callee
        if point is point.handler.points[0]:
            return self.function(callee)
        what = point.label.removeprefix(callee.label).strip("./")
        wish = f"{self.function(callee)}_{what}{'' if '/' in point.label else '_chosen'}"
        return self.names.of(("point", point), wish.replace(" ", "_"))

    def point(self, point: Point) -> str:
        """The name of a point's number."""
        if point is point.handler.points[0]:
            return self.handler(point.handler.callee)
        return self.names.of(("number", point), self.resume(point).upper())

    def frame(self, point: Point, values: Sequence[Part]) -> ast.expr:
        """A frame, which leads to a point with some values."""
        return tuple_of([self.point(point), *values])

    def queue(self) -> str:
        """The name of the point above which queued events wait."""
        return self.names.of(QUEUE, "QUEUE")

    def definitions(self) -> str:
        """The table from copies to definitions."""
        members = self.game.members
        return self._table(
            ("definitions",),
            "DEFINITION",
            lambda: runs_of([(number, member.copies) for number, (_, _, member) in enumerate(members())]),
        )

    # ---- tables

    def _table(self, key: tuple[object, ...], wish: str, make: Callable[[], ast.expr]) -> str:
        """The name of a table, which is made when it is first asked for."""
        name = self.names.of(key, wish.upper())
        if name not in self.constants:
            self.constants[name] = make()
        return name

    def zone_first(self, var: StateSymbol, *, place: bool) -> str:
        """The first pile or place of a variable; for a place with `place=False` the number of its first zone."""
        if var.zone == "place" and not place:
            return self._table(("zone", var.name), f"{var.name}_zone", lambda: literal(self.game.piles + var.first))
        return self._table(("first", var.name), var.name, lambda: literal(var.first))

    def kept_zones(self, var: StateSymbol) -> str:
        """The zones in which a card keeps its value of a variable."""
        return self.fixed(self.zones_kept(var), f"{var.name}_zones")

    def refills(self) -> str:
        """The table of the piles from which empty piles are refilled."""
        return self._table(("refills",), "refills", lambda: literal((*self.refill_piles(),)))

    def enum_field(self, enum: str, name: str) -> str:
        column = self.game.enums[enum].fields[name]
        return self._table(("field", enum, name), f"{enum}_{name}", lambda: literal((*column.values,)))

    def card_field(self, card_type: str, name: str) -> str:
        kind = self.game.card_types[card_type]

        def table() -> ast.expr:
            runs: list[tuple[Value, int]] = [(0, kind.first)] if kind.first else []
            for member in (member for card in kind.cards for member in card.members):
                value = member.fields[name]
                if runs and runs[-1][0] == value and (len(runs) > 1 or not kind.first):
                    runs[-1] = (value, runs[-1][1] + member.copies)
                else:
                    runs.append((value, member.copies))
            return runs_of(runs)

        return self._table(("card field", card_type, name), f"{card_type}_{name}", table)

    def binder(self, family: str, number: int) -> str:
        card = self.game.cards[family]

        def table() -> ast.expr:
            first = card.members[0].first
            runs: list[tuple[Value, int]] = [(0, first)] if first else []
            return runs_of(runs + [(member.values[number], member.copies) for member in card.members])

        return self._table(("binder", family, number), f"{family}_{card.binders[number][0]}", table)

    def product(self, enum: str) -> str:
        """The table from the components of a product to the numbers of its members."""
        return self._table(("product", enum), f"{enum}_at", lambda: literal(EnumMembers(self.game, enum).by_components))

    def fixed(self, rows: tuple[object, ...], wish: str) -> str:
        """A tuple of fixed numbers, or of such tuples; equal ones are written once."""
        return self._table(("fixed", rows), wish, lambda: literal(rows))

    def define_table(self, name: str) -> str:
        return self._table(("define", name), name, lambda: literal(tuple(self.module.tables[name])))

    def ability(self, card_type: str, name: str) -> str:
        key = ("ability", card_type, name)
        if key not in self.names.given:
            self.ability_tables[self.names.of(key, f"{card_type}_{name}".upper())] = (card_type, name)
        return self.names.given[key]

    def ability_table(self, card_type: str, name: str, stopping: bool) -> ast.expr:
        """The table of an ability: by copy, the function (or the handler's number)."""
        kind = self.game.card_types[card_type]
        parts = [py("(None,) * {}", kind.first)] if kind.first else []
        default = kind.abilities[name].default
        for _, cards in groupby(kind.cards, lambda card: id(card.abilities.get(name, default))):
            alike = [*cards]
            callee = alike[0].abilities.get(name, default)
            assert callee is not None
            which = self.handler(callee) if stopping else self.function(callee)
            copies = sum(member.copies for card in alike for member in card.members)
            parts.append(py("({},) * {}", which, copies) if copies != 1 else py("({},)", which))
        return _in_a_row(parts)


def runs_of(runs: list[tuple[Value, int]]) -> ast.expr:
    """A tuple of runs: values that stand alone are put together, repeated ones are multiplied."""
    parts: list[ast.expr] = []
    for is_single, group in groupby((run for run in runs if run[1]), lambda run: run[1] == 1):
        if is_single:
            parts.append(literal(tuple(value for value, _ in group)))
        else:
            parts += [py("({},) * {}", literal(value), times) for value, times in group]
    return _in_a_row(parts)


def _in_a_row(parts: list[ast.expr]) -> ast.expr:
    """The tuple of some tuples; a sum of many would be nested too deeply for Python."""
    if len(parts) > MOST_SUMMANDS:
        return tuple_of([ast.Starred(part) for part in parts])
    return sum_of(parts) if parts else literal(())


def frame_kind(type_: ty.Type, *, many: bool = False) -> str:
    """The kind of a value of a frame or an option, for the runtime."""
    match ty.strip_optional(type_):
        case ty.CardType():
            kind = "card"
        case ty.PileType():
            kind = "card" if many else "pile"
        case ty.MemberType(enum):
            kind = enum
        case ty.BoolType():
            kind = "bool" if isinstance(type_, ty.BoolType) else "int"
        case ty.SetType(ty.CardType()):
            kind = "cards"
        case ty.SetType(ty.MemberType(enum)):
            kind = f"set of {enum}"
        case ty.SetType():
            kind = "set"
        case ty.PerType():
            kind, many = "int", True
        case _:
            kind = "int"
    return f"{kind}*" if many else kind
