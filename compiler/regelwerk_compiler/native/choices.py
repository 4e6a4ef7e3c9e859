"""The options of a choice in C: loops over the candidates, each test as early as possible."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from math import prod

from ..analysis.equivalence import CopyEquivalence, Locals, shown_values
from ..lower.hoisting import Hoisting
from ..model import tree
from ..model import types as ty
from ..model.symbols import LocalSymbol, StateSymbol
from ..model.walk import free_locals
from ..primitives import table as prim
from .expressions import Expressions
from .kinds import INT, SET, cell
from .statements import Writer

Part = tuple[int, Callable[[str], None]]
"""A part of what tells options apart: the number of its cells, and the function that writes them to a place."""


class Choices:
    """Writes the code that lists options."""

    def __init__(self, expressions: Expressions, writer: Writer) -> None:
        self.expressions, self.searches, self.writer = expressions, expressions.searches, writer
        self.game = expressions.game
        self.equivalence = CopyEquivalence(self.game)
        self.hoisting = Hoisting(self.game)
        self.compared: set[LocalSymbol] = set()
        self.widest = 1

    def options(self, choice: tree.ChooseValue | tree.ChooseOption, live: Locals) -> None:
        """Writes the code that lists the options of a choice; `live` are the locals that are read when one is taken."""
        self.compared = self.equivalence.compared_in(choice, live)
        if isinstance(choice, tree.ChooseValue):
            self._values(choice, live)
            return
        width_ = 1 + max(len(option.loops) for option in choice.options)
        self.widest = max(self.widest, width_)
        self.writer.line(f"begin_options(m, {width_});")
        for number, option in enumerate(choice.options):
            parts = [str(number), *(self.expressions.local(loop.local) for loop in option.loops)]
            self._listed(option.loops, prim.conjuncts(option.condition), shown_values(option), live, parts)

    def _values(self, choice: tree.ChooseValue, live: Locals) -> None:
        self.writer.line("begin_options(m, 1);")
        tests, loop = prim.conjuncts(choice.where), choice.loop
        if choice.chosen is not None and choice.least is not None:
            self._in_order(choice, choice.chosen, choice.least, live)
            return
        self._listed([loop], tests, [], live, [self.expressions.local(loop.local)])

    def _listed(
        self,
        loops: list[tree.Loop],
        tests: list[tree.TExpr],
        words: list[tree.TExpr],
        live: Locals,
        parts: list[str],
    ) -> None:
        """Writes the loops of an option and the code that adds one to the list; of those that look alike the first."""
        line = self.writer.line
        look = list[Part]()
        if any(loop.local in self.compared for loop in loops):
            look = self._identity(loops, words, live)
            line(f"begin_looks({sum(size for size, _ in look)});")
        closed = self._nest(loops, tests)
        if look:
            self._note("offered", look)
            line("if (is_new_look())")
        option = self.expressions.name("option")
        cells = " ".join(f"{option}[{at}] = {part};" for at, part in enumerate(parts))
        line(f"{{ i64 *{option} = new_option(m); {cells} }}")
        self._close(closed)

    def _close(self, closed: list[str]) -> None:
        """Writes the ends of loops and tests."""
        for end in reversed(closed):
            self.writer.depth -= 1
            self.writer.line(end)

    def _nest(self, loops: list[tree.Loop], tests: list[tree.TExpr]) -> list[str]:
        """Writes the heads of the loops and tests; returns their ends, outermost first."""
        closed: list[str] = []
        unbound = {loop.local for loop in loops}

        def ask(found: list[tree.TExpr]) -> None:
            if found:
                self._open(f"if ({' && '.join(map(self.expressions.text, found))}) {{", "}", closed)

        found, tests = self.hoisting.split_testable(tests, unbound, loops)
        ask(found)
        self.writer.mark()
        for at, loop in enumerate(loops):
            seen = self.expressions.name("seen") if self._has_equal(loop) else ""
            if seen:
                self._open(f"{{ unsigned char {seen}[N_CARDS + 1] = {{0}};", "}", closed)
            before, after = self.searches.opened(loop)
            self._open(before, after, closed)
            if seen:
                which = f"{seen}[{self.expressions.tables.definitions()}[{self.expressions.local(loop.local)}]]"
                self._open(f"if (!{which}) {{ {which} = 1;", "}", closed)
            unbound.discard(loop.local)
            found, tests = self.hoisting.split_testable(tests, set(unbound), loops[at + 1 :])
            ask(found)
        ask(tests)
        return closed

    def _open(self, before: str, after: str, closed: list[str]) -> None:
        self.writer.line(before)
        self.writer.depth += 1
        closed.append(after)

    def _has_equal(self, loop: tree.Loop) -> bool:
        """True if a loop leaves out copies of cards that came before."""
        return loop.local not in self.compared and bool(self.equivalence.pile_binders([loop]))

    # ---- equal copies

    def _identity(self, loops: list[tree.Loop], words: list[tree.TExpr], live: Locals) -> list[Part]:
        """The values that tell options apart."""
        parts: list[Part] = []
        for loop in loops:
            local = loop.local
            if local not in self.compared:
                parts.append(self._number(self.expressions.local(local)))
                continue
            parts.append(self._number(f"{self.expressions.tables.definitions()}[{self.expressions.local(local)}]"))
            traits = self.equivalence.traits(local)
            parts += self._all_traits(local) if traits is None else map(self._value, traits)
            parts += map(self._value, self.equivalence.alias_tests(local, loops, self.compared, live))
            parts += map(self._value, self.equivalence.distinguishing(words, local))
        return parts

    def _number(self, text: str) -> Part:
        return 1, lambda target: self.writer.line(f"*({target}) = {text};")

    def _value(self, node: tree.TExpr) -> Part:
        kind, tables = self.expressions.kind_of(node), self.expressions.tables
        if kind == INT:
            return self._number(self.expressions.text(node))

        def write(target: str) -> None:
            self.writer.line(f"*({tables.kind(kind)} *)({target}) = {self.expressions.text(node, kind)};")
            if kind == SET:
                self.writer.line(f"order_sets({target}, 1);")

        return tables.words_of(kind), write

    def _all_traits(self, local: LocalSymbol) -> Iterator[Part]:
        """All that the state keeps and notes of a card, cell by cell."""
        tables, card = self.expressions.tables, self.expressions.local(local)
        for var in self.game.state.values():
            if var.zone:
                continue
            inner = var.element_type
            sizes = tables.sizes(var)
            for at, dim in enumerate(var.dims):
                if isinstance(dim, ty.CardType):
                    size = prod(sizes) // sizes[at] * tables.words_of(cell(var, self.game))
                    yield size, partial(self._note_kept, card, var, at)
            if ty.card_type_of(inner) is not None:
                yield prod(sizes), partial(self._note_noted, card, var)

    def _note_kept(self, card: str, var: StateSymbol, at: int, target: str) -> None:
        """Writes the values of a variable that has the card among its indices; zeros for a card of another type."""
        tables, line = self.expressions.tables, self.writer.line
        sizes, words = tables.sizes(var), tables.words_of(cell(var, self.game))
        row, rows = prod(sizes[at + 1 :]) * words, prod(sizes[:at])
        index, step = f"({card} - {tables.low(var.dims[at])})", self.expressions.name("row")
        cells = f"(i64 *)s->{tables.variable(var)} + ({step} * {sizes[at]} + {index}) * {row}"
        line(f"if ((u64){index} < {sizes[at]}) for (int {step} = 0; {step} < {rows}; {step}++)")
        line(f"    memcpy({target} + {step} * {row}, {cells}, 8 * {row});")
        line(f"else memset({target}, 0, 8 * {row * rows});")
        if cell(var, self.game) == SET:
            line(f"order_sets({target}, {row * rows // words});")

    def _note_noted(self, card: str, var: StateSymbol, target: str) -> None:
        """Writes which values of a variable mean a card."""
        tables, at = self.expressions.tables, self.expressions.name("at")
        size, name = prod(tables.sizes(var)), tables.variable(var)
        value = f"s->{name}[{at}]" if tables.sizes(var) else f"s->{name}"
        test = f"set_has(m, {card}, {value})" if cell(var, self.game) == SET else f"{value} == {card}"
        self.writer.line(f"for (int {at} = 0; {at} < {size}; {at}++) ({target})[{at}] = {test};")

    def _note(self, looks: str, parts: list[Part]) -> None:
        """Writes the cells of a look."""
        look = self.expressions.name("look")
        self.writer.line(f"i64 *{look} = new_look(m, &{looks});")
        at = 0
        for size, write in parts:
            write(f"{look} + {at}")
            at += size

    # ---- several cards of a pile

    def _in_order(self, choice: tree.ChooseValue, chosen: LocalSymbol, least: tree.TExpr, live: Locals) -> None:
        """Lists the next members of a choice of several cards in the order of their looks."""
        loop, line = choice.loop, self.writer.line
        own = free_locals(choice.where)
        parts = self._identity([loop], [], [local for local in live if local not in own])
        parts.append(self._number(self.expressions.local(loop.local)))
        line(f"begin_looks({sum(count for count, _ in parts)});")
        among = tree.SetDomain(tree.LocalRef(chosen, type=chosen.type), 0)
        for looks, domain, where in (("offered", loop.domain, prim.conjuncts(choice.where)), ("taken", among, [])):
            closed = self._nest([tree.Loop(loop.local, domain)], where)
            self._note(looks, parts)
            line(f"{looks}.count++;")
            self._close(closed)
        line(f"in_order(m, {self.expressions.text(least)});")
