"""Code that lists the options of a choice: loops over the candidates, with tests as early as possible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Set

from regelwerk_dsl.source import Span

from ...analysis.alike import Alike, means, shown_by
from ...lower.guards import joined
from ...model import tree
from ...model.symbols import LocalSymbol
from ...model.types import BOOL, strip_optional
from ...model.walk import used_in
from ...primitives import table as prim
from ..expressions import Expressions
from ..names import m
from ..precedence import IF, LOWEST
from ..writer import Writer, listed
from .nest import Nest


class Listing:
    """Writes the options of a choice into a list."""

    def __init__(self, expressions: Expressions, writer: Writer) -> None:
        self.expressions, self.writer = expressions, writer
        self.shared: dict[str, str] = {}
        self.repeated: Counter[tuple[str, str]] = Counter()  # uses of candidates behind a test of options
        self.inside: set[str] = set()  # candidates that are shared inside the `if` of `tested` alone
        self.alike = Alike(expressions.game)
        self.compared: set[LocalSymbol] = set()
        self.tested = "", ""  # the `if` around the option before, and the test of its `else`

    def text(self, node: tree.TExpr, limit: int = LOWEST) -> str:
        return self.expressions.text(node, limit)

    def options(self, choice: tree.ChooseValue | tree.ChooseOption, live: set[LocalSymbol]) -> str:
        """Writes what is needed to list the options, and returns the expression that holds them.

        Args:
            choice: the choice.
            live: the locals that are read when an option is taken.
        """
        if isinstance(choice, tree.ChooseValue):
            return self._values(choice, live)
        if all(not option.loops and option.condition is None for option in choice.options):
            return repr(tuple((number,) for number in range(len(choice.options))))
        self.writer.line("options = []", choice.span)
        self.compared = set()
        for option in choice.options:
            self.compared |= self.alike.compared(option.loops, prim.parts(option.condition), shown_by(option), live)
        self._share(choice)
        self.tested = "", ""
        for number, option in enumerate(choice.options):
            self._option(number, option, live)
        self.shared, self.inside = {}, set()
        return "options"

    def _values(self, choice: tree.ChooseValue, live: set[LocalSymbol]) -> str:
        local = choice.loop.local.python
        tests = prim.parts(choice.where)
        if choice.chosen is not None and choice.least is not None:
            self._in_order(choice, choice.chosen, choice.least, live)
            return "options"
        self.compared = self.alike.compared([choice.loop], tests, [], live)
        if self.compared:
            look = self._look([choice.loop], [], live)
            self._different([choice.loop], tests, look, local, choice.span)
            return "options"
        sequence, parts = self._offered(choice.loop, tests)
        sequence = self.expressions.comprehensions.paced(choice.loop.local, sequence)
        where = joined(parts)
        if where is None and not choice.may:
            self.writer.line(f"options = {sequence}", choice.span)
        elif where is None:
            self.writer.line(f"options = list({sequence})", choice.span)
        else:
            test = self.text(where, IF - 1)
            self.writer.line(f"options = [{local} for {local} in {sequence} if {test}]", choice.span)
        return "options"

    def _in_order(
        self, choice: tree.ChooseValue, chosen: LocalSymbol, least: tree.TExpr, live: set[LocalSymbol]
    ) -> None:
        """Lists the next members of a choice of several cards of a pile in the order of their looks."""
        loop, local, run = choice.loop, choice.loop.local.python, self.expressions.run
        self.compared = {loop.local} if self.alike.has_copies(strip_optional(loop.local.type)) else set()
        sequence, parts = self._offered(loop, prim.parts(choice.where))
        sequence = self.expressions.comprehensions.paced(loop.local, sequence)
        test = joined(parts)
        if test is not None:
            sequence = f"[{local} for {local} in {sequence} if {self.text(test, IF - 1)}]"
        look = self._look(
            [loop], [], live - used_in(choice.where)
        )  # the sets that the choice itself uses tell no copies apart
        cards, looks, taken = (self.expressions.free(name) for name in ("cards", "looks", "taken"))
        line = self.writer.line
        line(f"{cards} = {sequence}", choice.span)
        line(f"{looks} = [{look} for {local} in {cards}]", choice.span)
        line(f"{taken} = [{look} for {local} in {run.bits}({chosen.python})]", choice.span)
        line(f"options = {run.in_order}({looks}, {cards}, {taken}, {self.text(least)})", choice.span)

    # ---- candidates

    def _offered(
        self, loop: tree.Loop, parts: list[tree.TExpr], unbound: Set[LocalSymbol] = frozenset()
    ) -> tuple[str, list[tree.TExpr]]:
        """The members to choose from, and the conditions that are left.

        Of copies in a pile that nothing can tell apart the first stands for all.
        """
        sequence, parts = self.expressions.comprehensions.narrowed(loop, parts, unbound)
        sequence = self._unlike(loop, sequence)
        return self.shared.get(sequence, sequence), parts

    def _unlike(self, loop: tree.Loop, sequence: str) -> str:
        if loop.local not in self.compared and self.alike.from_piles([loop]):
            return f"{self.expressions.run.distinct}({sequence}, {self.expressions.tables.definitions()})"
        return sequence

    def _sequence(self, loop: tree.Loop) -> str:
        """All members to choose from, as they are written where they are not shared."""
        return self._unlike(loop, self.expressions.comprehensions.narrowed(loop, [])[0])

    def _share(self, choice: tree.ChooseOption) -> None:
        """Computes candidates that several options share only once, if one of the options always needs them.

        Those that are needed behind the same test only are noted for `_share_inside`.
        """
        count: Counter[str] = Counter()
        always: set[str] = set()
        self.repeated = Counter()
        for option in choice.options:
            tests = self._early(option)
            for at, sequence in self._candidates(option):
                count[sequence] += 1
                if at == 0:
                    self.repeated[tests, sequence] += 1
                    if not tests:
                        always.add(sequence)
        for sequence, times in count.items():
            if times > 1 and sequence in always:
                self._name(sequence, choice.span)

    def _share_inside(self, option: tree.TOption) -> None:
        """Computes candidates once for all options that stand in the same `if`."""
        for at, sequence in self._candidates(option):
            if at == 0 and self.repeated[self.tested[0], sequence] > 1 and sequence not in self.shared:
                self._name(sequence, option.span)
                self.inside.add(sequence)

    def _name(self, sequence: str, span: Span) -> None:
        name = self.expressions.fresh("members")
        self.writer.line(f"{name} = {sequence}", span)
        self.shared[sequence] = name

    def _early(self, option: tree.TOption) -> str:
        """The test before the loops of an option; "" for none."""
        tests, _ = self.expressions.guards.early(prim.parts(option.condition), {loop.local for loop in option.loops})
        test = joined(tests)
        return "" if test is None else self.text(test)

    def _candidates(self, option: tree.TOption) -> Iterator[tuple[int, str]]:
        """The candidates of loops of an option that read the state and nothing of other loops, with their places."""
        bound: set[LocalSymbol] = set()
        for at, loop in enumerate(option.loops):
            if isinstance(loop.domain, tree.SetDomain | tree.CardsDomain) and not used_in(loop) & bound:
                sequence = self._sequence(loop)
                if "(s" in sequence:
                    yield at, sequence
            bound.add(loop.local)

    # ---- options

    def _option(self, number: int, option: tree.TOption, live: set[LocalSymbol]) -> None:
        line = self.writer.line
        tests = prim.parts(option.condition)
        names = ", ".join(loop.local.python for loop in option.loops)
        made = f"({number}, {names})" if names else f"({number},)"
        if any(loop.local in self.compared for loop in option.loops):
            self._leave()
            self._different(option.loops, tests, self._look(option.loops, shown_by(option), live), made, option.span)
            return
        depth = self.writer.depth
        first, tests = self.expressions.guards.early(tests, {loop.local for loop in option.loops})
        self._test(joined(first), option.span)
        self._share_inside(option)
        nest = Nest(self.expressions, self.writer, option.span, first)
        tests = nest.gathered(option.loops, tests, self._offered)
        nest.write(option.loops, tests, self._offered, may_end=True)
        line(f"options.append({made})", option.span)
        nest.end()
        self.writer.depth = depth

    def _test(self, test: tree.TExpr | None, span: Span) -> None:
        """Writes the `if` around an option, or reuses that of the option before if it tests the same, or its `else`."""
        if test is None:
            self._leave()
            return
        before, opposite = self.tested
        text = self.text(test)
        if text != before:
            self._leave()
            self.writer.line("else:" if text == opposite else f"if {text}:", span)
            self.tested = text, "" if text == opposite else self.text(tree.Op(prim.NOT, [test], type=BOOL))
        self.writer.depth += 1

    def _leave(self) -> None:
        """Forgets the `if` around the option before, and what is known inside it."""
        self.tested = "", ""
        for sequence in self.inside:
            del self.shared[sequence]
        self.inside = set()

    # ---- equal copies

    def _different(self, loops: list[tree.Loop], tests: list[tree.TExpr], look: str, made: str, span: Span) -> None:
        """Lists the options that look different, the first of each look."""
        line = self.writer.line
        found = self.expressions.free("different")
        line(f"{found} = {{}}", span)
        depth = self.writer.depth
        Nest(self.expressions, self.writer, span).write(loops, tests, self._offered)
        line(f"{found}.setdefault({look}, {made})", span)
        self.writer.depth = depth
        line(f"options += {found}.values()" if made.startswith("(") else f"options = list({found}.values())", span)

    def _look(self, loops: list[tree.Loop], words: list[tree.TExpr], live: set[LocalSymbol]) -> str:
        """The values that tell options apart: those of the binders, and the traits of cards that are compared."""
        parts: list[str] = []
        tests: list[tree.TExpr] = []
        for at, loop in enumerate(loops):
            local = loop.local
            if local not in self.compared:
                parts.append(local.python)
                continue
            parts += self._traits(local)
            others = [other.local for other in loops if other.local not in self.compared]
            others += [other.local for other in loops[at + 1 :] if other.local in self.compared]
            tests += self._meant(local, {*others, *self.alike.noted(local, live, loops)})
            tests += self.alike.telling(words, local)
        parts += dict.fromkeys(self.text(test) for test in tests)
        return listed(parts)

    def _traits(self, card: LocalSymbol) -> list[str]:
        """The traits that tell a card from others: single values, else all traits as the engine computes them."""
        found = self.alike.traits(card)
        if found is None:
            return [f"{m.traits}({card.python})"]
        return [f"{self.expressions.tables.definitions()}[{card.python}]", *map(self.text, found)]

    def _meant(self, card: LocalSymbol, others: set[LocalSymbol]) -> list[tree.TExpr]:
        """Tests whether each of some locals is a card or holds it."""
        noted = self.alike.noted(card, others, [])
        return [means(tree.LocalRef(other, type=other.type), card) for other in noted]
