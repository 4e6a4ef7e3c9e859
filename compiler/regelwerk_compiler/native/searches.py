"""Loops over domains, and searches, as C: a search is a statement expression around its loops."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import assert_never

from ..analysis.costs import Costs
from ..model import tree
from ..model.primitive import Primitive
from ..primitives import table as prim
from .kinds import SET, NotNativeError
from .state_access import StateAccess
from .tables import number

Search = tree.Quantify | tree.PickOne | tree.Those | tree.Aggregate


class Searches:
    """Writes loops and searches."""

    def __init__(self, access: StateAccess, costs: Costs) -> None:
        self.access, self.costs, self.game = access, costs, access.game
        self.value, self.name = access.text, access.name

    # ---- loops

    def opened(self, loop: tree.Loop, *, changing: bool = False) -> tuple[str, str]:
        """The code before the rounds of a loop, and the code after them.

        Args:
            loop: the loop.
            changing: whether a round may move cards, so that those of a pile are noted first.
        """
        local = self.access.local(loop.local)
        if loop.start is None:
            return self._rounds(loop, local, changing=changing)
        kept, item, at, first = (self.name(one) for one in ("kept", "item", "at", "first"))
        before, after = self._rounds(loop, item, changing=False)
        text = (
            f"{{ Sequence {kept}; {kept}.count = 0; {before} sequence_add(m, &{kept}, {item}); {after} "
            f"i64 {first}_start = {self.value(loop.start)}; int {first} = 0; "
            f"while ({first} < {kept}.count && {kept}.at[{first}] < {first}_start) {first}++; "
            f"for (int {at} = 0; {at} < {kept}.count; {at}++) {{ "
            f"i64 {local} = {kept}.at[({first} + {at}) % {kept}.count];"
        )
        return text, "}}"

    def all_opened(self, loops: Sequence[tree.Loop], *, changing: bool = False) -> tuple[str, str]:
        """The same for nested loops."""
        found = [self.opened(loop, changing=changing) for loop in loops]
        return " ".join(before for before, _ in found), " ".join(after for _, after in reversed(found))

    def _rounds(self, loop: tree.Loop, item: str, *, changing: bool) -> tuple[str, str]:
        value, at = self.value, self.name("at")
        steps = self.costs.round_steps.get(loop.local)

        def paced(count: str) -> str:
            return "" if steps is None else f"paced(m, {count}, {steps}); "

        match loop.domain:
            case tree.EnumDomain("Player"):
                return (
                    f"{{ {paced('s->players')}for (i64 {at} = 0; {at} < s->players; {at}++) {{ i64 {item} = {at};",
                    "}}",
                )
            case tree.EnumDomain(enum):
                symbol = self.game.enums[enum]
                low, high = number(symbol.low), number(symbol.high)
                count = paced(str(symbol.size))
                return f"{{ {count}for (i64 {at} = {low}; {at} <= {high}; {at}++) {{ i64 {item} = {at};", "}}"
            case tree.RangeDomain(first, last):
                low, high, more = self.name("low"), self.name("high"), self.name("more")
                count = paced(f"span({low}, {high})")
                ends = f"i64 {low} = {value(first)}, {high} = {value(last)}; "
                # the last member may be the greatest number that there is
                rounds = f"i64 {at} = {low}, {more} = {at} <= {high}; {more}; {more} = {at}++ < {high}"
                return f"{{ {ends}{count}for ({rounds}) {{ i64 {item} = {at};", "}}"
            case tree.SetDomain(members, low_):
                kept = self.name("set")
                count = paced(f"set_count({kept})")
                moved = f"{at} + {number(low_)}" if low_ else at
                return (
                    f"{{ Set {kept} = {value(members, SET)}; {count}for (i64 {at} = set_next(&{kept}, 0); {at} >= 0; "
                    f"{at} = set_next(&{kept}, {at} + 1)) {{ i64 {item} = {moved};",
                    "}}",
                )
            case tree.CardsDomain(tree.PlaceRead(zone)):
                return self._card_at(zone, item, paced)
            case tree.CardsDomain(cards):
                pile = self.access.one_pile(cards)
                if pile is None:
                    raise NotNativeError("a loop over other cards than those of a pile")
                return self._cards(pile, item, at, paced, changing=changing)
            case tree.AllCardsDomain(kind):
                symbol_ = self.game.card_types[kind.name] if kind.name is not None else None
                start, end = (symbol_.first, symbol_.end) if symbol_ is not None else (0, self.game.copies)
                count = paced(str(end - start))
                return f"{{ {count}for (i64 {at} = {start}; {at} < {end}; {at}++) {{ i64 {item} = {at};", "}}"
            case _:
                assert_never(loop.domain)

    def _cards(
        self, cards: tree.PileCards, item: str, at: str, paced: Callable[[str], str], *, changing: bool
    ) -> tuple[str, str]:
        zone, only = cards.zone, self.access.tables.cards_read(cards)
        if zone.var is not None and zone.var.zone == "place":
            return self._card_at(zone, item, paced)
        kept, cell = self.name("pile"), self.name("card")
        pile = f"i64 {kept} = {self.access.pile(zone)}; {paced(f's->size[{kept}]')}"
        each = f"for (int {cell} = s->bottom[{kept}]; {cell} >= 0; {cell} = s->above[{cell}])"
        test = "" if only is None else f"if ({cell} >= {only.start} && {cell} < {only.stop}) "
        if not changing:
            return f"{{ {pile}{each} {test}{{ i64 {item} = {cell};", "}}"
        noted = self.name("noted")
        return (
            f"{{ {pile}int {noted}[N_CARDS + 1], {noted}_count = 0; {each} {test}{noted}[{noted}_count++] = {cell}; "
            f"for (int {at} = 0; {at} < {noted}_count; {at}++) {{ i64 {item} = {noted}[{at}];",
            "}}",
        )

    def _card_at(self, zone: tree.ZoneRef, item: str, paced: Callable[[str], str]) -> tuple[str, str]:
        return f"{{ {paced('1')}i64 {item} = s->places[{self.access.place(zone)}]; if ({item} >= 0) {{", "}}"

    def members(self, loop: tree.Loop) -> str:
        """The members of a loop's domain as a sequence."""
        kept = self.name("members")
        before, after = self.opened(loop)
        local = self.access.local(loop.local)
        return f"({{ Sequence {kept}; {kept}.count = 0; {before} sequence_add(m, &{kept}, {local}); {after} {kept}; }})"

    def of_pile(self, row: Primitive, cards: tree.PileCards) -> str:
        """The result of a primitive for the cards of one type in a pile, or for all as a set."""
        found, item = self.name("found"), self.name("card")
        before, after = self._cards(cards, item, self.name("at"), lambda _: "", changing=False)
        match row:
            case prim.CARDS_AS_SET:
                return f"({{ Set {found} = {{{{0}}}}; {before} set_put(&{found}, {item}); {after} {found}; }})"
            case prim.CARD_COUNT:
                return f"({{ i64 {found} = 0; {before} {found}++; (void){item}; {after} {found}; }})"
            case prim.NO_CARDS:
                return f"({{ i64 {found} = 1; {before} {found} = 0; (void){item}; {after} {found}; }})"
            case prim.TOP:
                return f"({{ i64 {found} = NONE; {before} {found} = {item}; {after} {found}; }})"
            case prim.BOTTOM:
                return f"({{ i64 {found} = NONE; {before} if ({found} < 0) {found} = {item}; {after} {found}; }})"
            case _:
                raise NotNativeError(f"the operation {row.name}")

    # ---- searches

    def text(self, node: Search) -> str:
        """A search as an expression."""
        match node:
            case tree.Quantify():
                return self._quantified(node)
            case tree.PickOne() | tree.Those():
                return self._found(node)
            case tree.Aggregate():
                return self._aggregated(node)

    def _quantified(self, node: tree.Quantify) -> str:
        found, done = self.name("found"), self.name("done")
        where = "1" if node.where is None else self.value(node.where)
        have = None if node.have is None else self.value(node.have)
        before, after = self.all_opened(node.loops)
        if node.kind == "any":
            start, test = 0, where if have is None else f"{where} && {have}"
        else:
            start, test = 1, f"!({where})" if have is None else f"{where} && !({have})"
        return (
            f"({{ int {found} = {start}; {before} if ({test}) {{ {found} = {1 - start}; goto {done}; }} {after} "
            f"{done}:; {found}; }})"
        )

    def _found(self, node: tree.PickOne | tree.Those) -> str:
        found, local = self.name("found"), self.access.local(node.loop.local)
        before, after = self.opened(node.loop)
        test = "" if node.where is None else f"if ({self.value(node.where)}) "
        if isinstance(node, tree.Those):
            kind, nothing, result = SET, "{{0}}", found
            moved = f"{local} - {number(node.low)}" if node.low else local
            note = f"set_put(&{found}, index_in(m, {moved}, 64 * WORDS));"
            forget = f"{found} = (Set){{{{0}}}};"
        else:
            kind, nothing = "i64", self.access.none(node.loop.local.type)
            note, forget, result = self._one(node.kind, found, local, nothing)
        if node.rank is not None:
            best, any_, rank = (self.name(one) for one in ("best", "any", "rank"))
            note = (
                f"i64 {rank} = {self.value(node.rank)}; if (!{any_} || {rank} > {best}) "
                f"{{ {any_} = 1; {best} = {rank}; {forget} }} if ({rank} == {best}) {{ {note} }}"
            )
            before = f"i64 {best} = 0; int {any_} = 0; {before}"
        more = f"int {found}_count = 0; " if kind == "i64" else ""
        return f"({{ {kind} {found} = {nothing}; {more}{before} {test}{{ {note} }} {after} {result}; }})"

    @staticmethod
    def _one(kind: str, found: str, local: str, none: str) -> tuple[str, str, str]:
        """The code that notes one of several members, the code that forgets it, and the result."""
        forget = f"{found}_count = 0;"
        match kind:
            case "first":
                return f"if (!{found}_count++) {found} = {local};", forget, found
            case "last":
                return f"{found}_count++; {found} = {local};", forget, found
            case _:
                return f"{found}_count++; {found} = {local};", forget, f"({found}_count == 1 ? {found} : {none})"

    def _aggregated(self, node: tree.Aggregate) -> str:
        found = self.name("found")
        before, after = self.all_opened(node.loops)
        test = "" if node.where is None else f"if ({self.value(node.where)}) "
        if node.kind == "count" or node.value is None:
            return f"({{ i64 {found} = 0; {before} {test}{found}++; {after} {found}; }})"
        value = self.value(node.value)
        if node.kind == "sum":
            return f"({{ i64 {found} = 0; {before} {test}{found} = add(m, {found}, {value}); {after} {found}; }})"
        one, sign = self.name("one"), ">" if node.kind == "most" else "<"
        note = f"{{ i64 {one} = {value}; if (!{found}_any || {one} {sign} {found}) {found} = {one}; {found}_any = 1; }}"
        return f"({{ i64 {found} = 0; int {found}_any = 0; {before} {test}{note} {after} {found}; }})"
