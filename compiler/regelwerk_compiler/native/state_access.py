"""Names of locals, and the places of values, cards and zones in the state, as C.

Every index is checked against its bounds. Python would read another value with a negative index; here the game is left,
and the engine in Python goes on.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from math import prod

from ..model import tree
from ..model import types as ty
from ..model.defaults import none_value
from ..model.symbols import CallableSymbol, LocalSymbol, StateSymbol
from .kinds import kind_of
from .tables import NativeTables, letters, number


class StateAccess(ABC):
    """Writes names, indices and zones.

    Attributes:
        kinds: the C types of locals that lowering made: sequences of members, rows of answers.
    """

    def __init__(self, tables: NativeTables) -> None:
        self.tables, self.game = tables, tables.game
        self.kinds: dict[LocalSymbol, str] = {}
        self._names: dict[LocalSymbol, str] = {}
        self._fresh = 0

    @abstractmethod
    def text(self, node: tree.TExpr, wanted: str = "") -> str:
        """The expression as C."""

    @abstractmethod
    def kind_of(self, node: tree.TExpr) -> str:
        """The C type of an expression."""

    # ---- names

    def name(self, wish: str) -> str:
        """A new C name."""
        self._fresh += 1
        return f"{letters(wish)}_{self._fresh}"

    def local(self, local: LocalSymbol) -> str:
        """The C name of a local."""
        if local not in self._names:
            self._names[local] = self.name(local.name)
        return self._names[local]

    def kind(self, local: LocalSymbol) -> str:
        """The C type of a local."""
        found = self.kinds.get(local)
        return kind_of(local.type, self.game) if found is None else found

    # ---- indices

    def moved(self, node: tree.TExpr, low: int) -> str:
        """The distance of a number from another one."""
        text = self.text(node)
        return f"({text} - {number(low)})" if low else text

    def index(self, node: tree.TExpr, size: int, low: int = 0) -> str:
        """An index into so many entries, the first of which is `low`."""
        if isinstance(node, tree.Const) and isinstance(node.value, int) and 0 <= node.value - low < size:
            return str(node.value - low)
        return f"index_in(m, {self.moved(node, low)}, {size})"

    def flat(self, indices: list[tree.TExpr], sizes: list[int], first: int = 0) -> str:
        """The position of a row-major index, with `first` added."""
        return self._position(indices, sizes, [self.tables.low(node.type) for node in indices], first)

    def entry(self, callee: CallableSymbol, arguments: list[tree.TExpr]) -> str:
        """The position of the value of a definition in its table."""
        domains = self.tables.domains(callee)
        return self._position(arguments, [len(one) for one in domains], [one.start for one in domains])

    def _position(self, indices: list[tree.TExpr], sizes: list[int], lows: list[int], first: int = 0) -> str:
        terms = [str(first)] if first else []
        for at, (node, size, low) in enumerate(zip(indices, sizes, lows, strict=False)):
            stride = prod(sizes[at + 1 :])
            text = self.index(node, size, low)
            terms.append(text if stride == 1 else f"{text} * {stride}")
        return " + ".join(terms) or "0"

    def cell(self, var: StateSymbol, indices: list[tree.TExpr]) -> str:
        """One value of a variable."""
        sizes, name = self.tables.sizes(var), self.tables.variable(var)
        return f"s->{name}[{self.flat(indices, sizes)}]" if sizes else f"s->{name}"

    def row(self, var: StateSymbol, indices: list[tree.TExpr]) -> str:
        """The first value of a row of a `per` variable."""
        sizes = self.tables.sizes(var)
        return f"s->{self.tables.variable(var)}[({self.flat(indices, sizes[:-1])}) * {sizes[-1]}]"

    # ---- cards and zones

    def card(self, node: tree.TExpr) -> str:
        """The number of a card, checked to be one."""
        return self.index(node, self.game.copies)

    def zone(self, zone: tree.ZoneRef) -> str:
        """The number of a zone."""
        if zone.var is None:
            return f"index_in(m, {self.text(zone.given)}, N_PILES + N_PLACES)" if zone.given is not None else "0"
        return f"({self.flat(zone.indices, self.tables.sizes(zone.var), self.tables.zone_numbers(zone.var).start)})"

    def one_pile(self, node: tree.TExpr) -> tree.PileCards | None:
        """The cards of a pile, even if an `if` decides which pile; None for anything else."""
        match node:
            case tree.PileCards():
                return node
            case tree.If(condition, then, otherwise, type=ty.PileType() as type_):
                one, other = self.one_pile(then), self.one_pile(otherwise)
                if (
                    one is None
                    or other is None
                    or one.only != other.only
                    or {one.zone.type, other.zone.type} != {type_}
                ):
                    return None
                given = tree.If(condition, one.zone, other.zone, type=type_, span=node.span)
                return tree.PileCards(tree.ZoneRef(None, [], given, type=type_, span=node.span), one.only, type=type_)
            case _:
                return None

    def pile(self, zone: tree.ZoneRef) -> str:
        """The number of a pile."""
        return self.zone(zone) if zone.given is None else f"index_in(m, {self.text(zone.given)}, N_PILES)"

    def place(self, zone: tree.ZoneRef) -> str:
        """The number of a place."""
        assert zone.var is not None
        return self.flat(zone.indices, self.tables.sizes(zone.var), zone.var.first)

    def refill(self, deck: tree.ZoneRef, refill: tree.ZoneRef | None) -> str:
        """The number of the pile that refills an empty deck, or NONE."""
        if deck.given is not None:
            return f"{self.tables.refills()}[{self.pile(deck)}]"
        return self.zone(refill) if refill is not None else "NONE"

    def in_zone(self, node: tree.InZone) -> str:
        """The test whether a card, or any copy of it, lies in a zone."""
        where, card = self.zone(node.zone), node.card
        if node.any_copy and isinstance(card, tree.Const) and isinstance(card.value, int):
            kept = self.name("zone")
            tests = " || ".join(f"s->where[{copy}] == {kept}" for copy in self.tables.copies_of(card.value))
            return f"({{ i64 {kept} = {where}; {tests}; }})"
        return f"(s->where[{self.card(card)}] == {where})"

    def in_any_of(self, node: tree.InAnyOf) -> str:
        """The test whether a card lies in one of a variable's zones."""
        zones = self.tables.zone_numbers(node.var)
        return f"within(s->where[{self.card(node.card)}], {zones.start}, {zones.stop - 1})"

    def zone_position(self, node: tree.ZonePosition) -> str:
        """The index of the zone of a variable in which a card lies."""
        zones, sizes = self.tables.zone_numbers(node.var), self.tables.sizes(node.var)
        kept, stride = self.name("zone"), prod(sizes[node.dim + 1 :])
        text = f"{kept} / {stride} % {sizes[node.dim]} + {number(self.tables.low(node.var.dims[node.dim]))}"
        where = f"s->where[{self.card(node.card)}] - {zones.start}"
        return f"({{ i64 {kept} = index_in(m, {where}, {len(zones)}); {text}; }})"

    def none(self, type_: ty.Type) -> str:
        """The number that stands for `none` among values of a type."""
        return number(none_value(type_, self.game))
