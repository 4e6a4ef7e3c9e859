"""Layout of the state: numbers of members, cards and zones, sizes of variables, and what ends when cards move."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

from ..model import tree
from ..model import types as ty
from ..model.defaults import domain_of
from ..model.symbols import CallableSymbol, Game, StateSymbol, dim_size


class Layout:
    """The places of a game's values."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def low(self, type_: ty.Type) -> int:
        """The number of the first member of the type of an index."""
        match ty.strip_optional(type_):
            case ty.MemberType(enum):
                return self.game.enums[enum].low
            case ty.CardType(str(name)):
                return self.game.card_types[name].first
            case _:
                return 0

    def domains(self, callee: CallableSymbol) -> list[range]:
        """The values of the parameters of a definition that has a table."""
        found = [domain_of(param.type, self.game) for param in callee.params]
        return [domain for domain in found if domain is not None]

    def sizes(self, var: StateSymbol) -> list[int]:
        """The sizes of a variable's indices, that of the key of a `per` last."""
        return [dim_size(self.game, dim) for dim in var.all_dims]

    def zones_of(self, var: StateSymbol) -> int:
        """The number of zones of a variable."""
        return prod(self.sizes(var))

    def zone_numbers(self, var: StateSymbol) -> range:
        """The numbers of a variable's zones; places come after the piles."""
        first = var.first + (self.game.piles if var.zone == "place" else 0)
        return range(first, first + self.zones_of(var))

    def copies_of(self, card: int) -> range:
        """The numbers of all copies of a card."""
        for _, _, member in self.game.members():
            if card in member.numbers:
                return member.numbers
        return range(card, card + 1)

    def cards_read(self, cards: tree.PileCards) -> range | None:
        """The cards of the type to which the reading of a pile is restricted; None for all."""
        zone, only = cards.zone, cards.only
        if only is None or only.name is None or (isinstance(zone.type, ty.PileType) and zone.type.card == only):
            return None
        kind = self.game.card_types[only.name]
        return range(kind.first, kind.end)

    def zones_kept(self, var: StateSymbol) -> tuple[int, ...]:
        """The zones in which a card keeps its value of a `while in` variable."""
        return tuple(at for name in var.while_in for at in self.zone_numbers(self.game.state[name]))

    def refill_piles(self) -> list[int]:
        """For each pile the one that it is refilled from, or -1."""
        found = [-1] * self.game.piles
        for var in self.game.state.values():
            if var.refill is not None:
                other = self.game.state[var.refill]
                for at in range(self.zones_of(var)):
                    found[var.first + at] = other.first + (at if other.dims else 0)
        return found

    def expiring(self, cards: ty.Type, source: tree.ZoneRef | None, to: tree.ZoneRef) -> Iterator[StateSymbol]:
        """The `while in` variables of cards that may end when these leave `source` (None: any zone)."""
        card = ty.card_type_of(cards)
        for var in self.game.state.values():
            if not var.while_in or (to.var is not None and to.var.name in var.while_in):
                continue
            leaves = source is None or source.given or (source.var is not None and source.var.name in var.while_in)
            if leaves and isinstance(var.dims[0], ty.CardType) and card is not None and ty.may_share(var.dims[0], card):
                yield var
