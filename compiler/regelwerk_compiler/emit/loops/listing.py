"""Code that lists the options of a choice: loops over the candidates, with tests as early as possible.

Candidates and tests count as the same if they print alike.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Set
from typing import Any

from regelwerk_dsl.source import Span

from ...analysis.equivalence import CopyEquivalence, Locals, shown_values
from ...lower.hoisting import conjunction
from ...model import tree
from ...model.symbols import LocalSymbol
from ...model.types import BOOL
from ...model.walk import free_locals
from ...primitives import table as prim
from ..expressions import Expressions
from ..names import m
from ..printer import shown
from ..template import comprehension, is_call_of, literal, name, py, tuple_of
from ..writer import Writer
from .nest import LoopNest


class Listing:
    """Writes the options of a choice into a list."""

    def __init__(self, expressions: Expressions, writer: Writer) -> None:
        self.expressions, self.writer, self.expr = expressions, writer, expressions.expr
        self.shared: dict[str, str] = {}  # the names of candidates, by their printed form
        self.uses_in_test: Counter[tuple[str, str]] = Counter()  # uses of candidates after a test of options
        self.shared_in_test: set[str] = set()  # candidates that are shared inside the `if` of `open_test` alone
        self.equivalence = CopyEquivalence(expressions.game)
        self.compared: set[LocalSymbol] = set()
        self.open_test = "", ""  # the `if` around the previous option, and the test of its `else`

    def options(self, choice: tree.ChooseValue | tree.ChooseOption, live: Locals) -> ast.expr | None:
        """Writes what is needed to list the options; returns them if they are always the same, else None.

        Args:
            choice: the choice.
            live: the locals that are read when an option is taken.
        """
        self.compared = self.equivalence.compared_in(choice, live)
        if isinstance(choice, tree.ChooseValue):
            self._values(choice, live)
            return None
        if all(not option.loops and option.condition is None for option in choice.options):
            return literal(tuple((number,) for number in range(len(choice.options))))
        self.writer.add("options = []", span=choice.span)
        self._share(choice)
        self.open_test = "", ""
        for number, option in enumerate(choice.options):
            self._option(number, option, live)
        self.shared, self.shared_in_test = {}, set()
        return None

    def compares(self, choice: tree.ChooseValue | tree.ChooseOption, live: Locals) -> bool:
        """True if options are left out that look like others."""
        return bool(self.equivalence.compared_in(choice, live))

    def _values(self, choice: tree.ChooseValue, live: Locals) -> None:
        local = choice.loop.local.python
        tests = prim.conjuncts(choice.where)
        if choice.chosen is not None and choice.least is not None:
            self._in_order(choice, choice.chosen, choice.least, live)
            return
        if self.compared:
            found = self._distinct_options(
                [choice.loop], tests, self._identity([choice.loop], [], live), name(local), choice.span
            )
            self.writer.add("options = list({}.values())", found, span=choice.span)
            return
        sequence, parts = self._remaining(choice.loop, tests)
        sequence = self.expressions.comprehensions.paced(choice.loop.local, sequence)
        where = conjunction(parts)
        if where is not None:
            sequence = _filtered(local, sequence, self.expr(where))
        elif choice.may:
            sequence = py("list({})", sequence)
        self.writer.add("options = {}", sequence, span=choice.span)

    def _in_order(self, choice: tree.ChooseValue, chosen: LocalSymbol, least: tree.TExpr, live: Locals) -> None:
        """Lists the next members of a choice of several cards of a pile in the order of their looks."""
        loop, local, run = choice.loop, choice.loop.local.python, self.expressions.run
        sequence, parts = self._remaining(loop, prim.conjuncts(choice.where))
        sequence = self.expressions.comprehensions.paced(loop.local, sequence)
        test = conjunction(parts)
        if test is not None:
            sequence = _filtered(local, sequence, self.expr(test))
        own = free_locals(choice.where)  # the sets that the choice itself uses tell no copies apart
        look = self._identity([loop], [], [local for local in live if local not in own])
        cards, looks, taken = (self.expressions.free(wish) for wish in ("cards", "looks", "taken"))
        add, span = self.writer.add, choice.span
        add("{} = {}", cards, sequence, span=span)
        add("{} = {}", looks, ast.ListComp(look, [comprehension(local, name(cards))]), span=span)
        earlier = comprehension(local, py("{}({})", run.bits, chosen.python))
        add("{} = {}", taken, ast.ListComp(look, [earlier]), span=span)
        add("options = {}({}, {}, {}, {})", run.in_order, looks, cards, taken, self.expr(least), span=span)

    # ---- candidates

    def _remaining(
        self, loop: tree.Loop, parts: list[tree.TExpr], unbound: Set[LocalSymbol] = frozenset()
    ) -> tuple[ast.expr, list[tree.TExpr]]:
        """The members to choose from, and the conditions that are left.

        Of copies in a pile that nothing can tell apart the first stands for all.
        """
        sequence, parts = self.expressions.comprehensions.push_down(loop, parts, unbound)
        sequence = self._deduplicated(loop, sequence)
        shared = self.shared.get(shown(sequence))
        return sequence if shared is None else name(shared), parts

    def _deduplicated(self, loop: tree.Loop, sequence: ast.expr) -> ast.expr:
        if loop.local not in self.compared and self.equivalence.pile_binders([loop]):
            run, definitions = self.expressions.run, self.expressions.tables.definitions()
            if isinstance(sequence, ast.Call) and is_call_of(sequence, "of_type"):
                return py("{}({*}, {})", run.distinct_of_type, sequence.args, definitions)
            return py("{}({}, {})", run.distinct, sequence, definitions)
        return sequence

    def _sequence(self, loop: tree.Loop) -> ast.expr:
        """All members to choose from, as they are written where they are not shared."""
        return self._deduplicated(loop, self.expressions.comprehensions.push_down(loop, [])[0])

    def _share(self, choice: tree.ChooseOption) -> None:
        """Writes candidates that several options use into a name, if one of the options always needs them.

        Those that are needed only after the same test are counted for `_share_inside`.
        """
        count: Counter[str] = Counter()
        always: set[str] = set()
        made: dict[str, ast.expr] = {}
        self.uses_in_test = Counter()
        for option in choice.options:
            tests = self._hoisted_test(option)
            for at, sequence in self._candidates(option):
                key = shown(sequence)
                made[key] = sequence
                count[key] += 1
                if at == 0:
                    self.uses_in_test[tests, key] += 1
                    if not tests:
                        always.add(key)
        for key, times in count.items():
            if times > 1 and key in always:
                self._share_candidate(made[key], choice.span)

    def _share_inside(self, option: tree.TOption) -> None:
        """Computes candidates once for all options that stand in the same `if`."""
        for at, sequence in self._candidates(option):
            key = shown(sequence)
            if at == 0 and self.uses_in_test[self.open_test[0], key] > 1 and key not in self.shared:
                self._share_candidate(sequence, option.span)
                self.shared_in_test.add(key)

    def _share_candidate(self, sequence: ast.expr, span: Span) -> None:
        members = self.expressions.fresh("members")
        self.writer.add("{} = {}", members, sequence, span=span)
        self.shared[shown(sequence)] = members

    def _split_tests(self, option: tree.TOption) -> tuple[list[tree.TExpr], list[tree.TExpr]]:
        """The conditions of an option that are hoisted out of its loops, and the others."""
        unbound = {loop.local for loop in option.loops}
        return self.expressions.hoisting.split_testable(prim.conjuncts(option.condition), unbound, option.loops)

    def _hoisted_test(self, option: tree.TOption) -> str:
        """The test before the loops of an option, as it is printed; "" for none."""
        test = conjunction(self._split_tests(option)[0])
        return "" if test is None else shown(self.expr(test))

    def _candidates(self, option: tree.TOption) -> Iterator[tuple[int, ast.expr]]:
        """The candidates of loops of an option that read the state and nothing of other loops, with their places."""
        bound: set[LocalSymbol] = set()
        for at, loop in enumerate(option.loops):
            if isinstance(loop.domain, tree.SetDomain | tree.CardsDomain) and not free_locals(loop) & bound:
                sequence = self._sequence(loop)
                if isinstance(sequence, ast.ListComp) or any(map(_reads_state, ast.walk(sequence))):
                    yield at, sequence
            bound.add(loop.local)

    # ---- options

    def _option(self, number: int, option: tree.TOption, live: Locals) -> None:
        tests = prim.conjuncts(option.condition)
        made = py("({}, {*})", number, [loop.local.python for loop in option.loops])
        if any(loop.local in self.compared for loop in option.loops):
            self._close_test()
            look = self._identity(option.loops, shown_values(option), live)
            found = self._distinct_options(option.loops, tests, look, made, option.span)
            self.writer.add("options += {}.values()", found, span=option.span)
            return
        first, tests = self._split_tests(option)
        with self.writer.nested():
            self._open_test(conjunction(first), option.span)
            self._share_inside(option)
            nest = LoopNest(self.expressions, self.writer, option.span, first)
            tests = nest.materialise(option.loops, tests, self._remaining)
            nest.write(option.loops, tests, self._remaining, may_exit_early=True)
            self.writer.add("options.append({})", made, span=option.span)
            nest.end()

    def _open_test(self, test: tree.TExpr | None, span: Span) -> None:
        """Opens the `if` around an option, continues the previous one if that tests the same, or begins its `else`."""
        if test is None:
            self._close_test()
            return
        before, opposite = self.open_test
        made = self.expr(test)
        text = shown(made)
        if text == before:
            self.writer.again()
            return
        self._close_test()
        if text == opposite:
            self.writer.otherwise(span)
            self.open_test = text, ""
        else:
            self.writer.open("if {}:", made, span=span)
            self.open_test = text, shown(self.expr(tree.Op(prim.NOT, [test], type=BOOL)))

    def _close_test(self) -> None:
        """Forgets the `if` around the previous option, and what is known inside it."""
        self.open_test = "", ""
        for sequence in self.shared_in_test:
            del self.shared[sequence]
        self.shared_in_test = set()

    # ---- equal copies

    def _distinct_options(
        self, loops: list[tree.Loop], tests: list[tree.TExpr], look: ast.expr, made: ast.expr, span: Span
    ) -> str:
        """Gathers the options that look different, the first of each look; returns the name of their dictionary."""
        found = self.expressions.free("different")
        self.writer.add("{} = {{}}", found, span=span)
        with self.writer.nested():
            LoopNest(self.expressions, self.writer, span).write(loops, tests, self._remaining)
            self.writer.add("{}.setdefault({}, {})", found, look, made, span=span)
        return found

    def _identity(self, loops: list[tree.Loop], words: list[tree.TExpr], live: Locals) -> ast.expr:
        """The values that tell options apart: those of the binders, and the traits of cards that are compared."""
        parts: list[ast.expr] = []
        tests: list[tree.TExpr] = []
        for loop in loops:
            local = loop.local
            if local not in self.compared:
                parts.append(name(local.python))
                continue
            parts += self._traits(local)
            tests += self.equivalence.alias_tests(local, loops, self.compared, live)
            tests += self.equivalence.distinguishing(words, local)
        return tuple_of([*parts, *{shown(made): made for made in map(self.expr, tests)}.values()])

    def _traits(self, card: LocalSymbol) -> list[ast.expr]:
        """The traits that tell a card from others: single values, else all traits as the engine computes them."""
        found = self.equivalence.traits(card)
        if found is None:
            return [py("{}({})", m.traits, card.python)]
        return [py("{}[{}]", self.expressions.tables.definitions(), card.python), *map(self.expr, found)]


def _filtered(local: str, sequence: ast.expr, test: ast.expr) -> ast.expr:
    """The list of those members that pass a test."""
    return ast.ListComp(name(local), [comprehension(local, sequence, test)])


def _reads_state(node: ast.AST) -> bool:
    """True if the first part of a call or a tuple is the state, or is read from it."""
    first: Any = (node.args if isinstance(node, ast.Call) else getattr(node, "elts", ()))[:1]
    while first and not isinstance(first, ast.Name):
        first = first[0] if isinstance(first, list) else getattr(first, "value", getattr(first, "left", None))
    return isinstance(first, ast.Name) and first.id == "s"
