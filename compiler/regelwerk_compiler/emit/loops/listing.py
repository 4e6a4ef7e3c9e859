"""Code that lists the options of a choice: loops over the candidates, with tests as early as possible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Set

from ...model import tree
from ...model.symbols import LocalSymbol
from ...model.types import CardType, Type
from ...model.walk import used_in
from ...primitives import table as prim
from ..expressions import Expressions
from ..precedence import IF, LOWEST
from ..writer import Writer
from .guards import joined
from .nest import Nest


class Listing:
    """Writes the options of a choice into a list."""

    def __init__(self, expressions: Expressions, writer: Writer) -> None:
        self.expressions, self.writer = expressions, writer
        self.shared: dict[str, str] = {}

    def text(self, node: tree.TExpr, limit: int = LOWEST) -> str:
        return self.expressions.text(node, limit)

    def options(self, choice: tree.ChooseValue | tree.ChooseOption) -> str:
        """Writes what is needed to list the options, and returns the expression that holds them."""
        if isinstance(choice, tree.ChooseValue):
            return self._values(choice)
        if all(not option.loops and option.condition is None for option in choice.options):
            return repr(tuple((number,) for number in range(len(choice.options))))
        self.writer.line("options = []", choice.span)
        self._share(choice)
        for number, option in enumerate(choice.options):
            self._option(number, option)
        self.shared = {}
        return "options"

    def _values(self, choice: tree.ChooseValue) -> str:
        local = choice.loop.local.python
        sequence, parts = self._offered(choice.loop, prim.parts(choice.where))
        where = joined(parts)
        if where is None:
            self.writer.line(f"options = list({sequence})", choice.span)
        else:
            test = self.text(where, IF - 1)
            self.writer.line(f"options = [{local} for {local} in {sequence} if {test}]", choice.span)
        return "options"

    # ---- what is gone through

    def _offered(
        self, loop: tree.Loop, parts: list[tree.TExpr], unbound: Set[LocalSymbol] = frozenset()
    ) -> tuple[str, list[tree.TExpr]]:
        """The members to choose from, and what must hold still; of equal copies in a pile the first stands for all."""
        sequence, parts = self.expressions.comprehensions.narrowed(loop, parts, unbound)
        if isinstance(loop.domain, tree.CardsDomain) and self._has_copies(loop.local.type):
            sequence = f"{self.expressions.run.distinct}({sequence}, {self.expressions.tables.definitions()})"
        return self.shared.get(sequence, sequence), parts

    def _has_copies(self, type_: Type) -> bool:
        name = type_.name if isinstance(type_, CardType) else None
        return any(
            member.copies > 1
            for kind, _, member in self.expressions.game.members()
            if name is None or kind.name == name
        )

    def _share(self, choice: tree.ChooseOption) -> None:
        """Works out once what several options go through, if one of them does in any case."""
        count: Counter[str] = Counter()
        always: set[str] = set()
        for option in choice.options:
            bound: set[LocalSymbol] = set()
            locals_ = {loop.local for loop in option.loops}
            tests, _ = self.expressions.guards.early(prim.parts(option.condition), locals_)
            for at, loop in enumerate(option.loops):
                if isinstance(loop.domain, tree.SetDomain | tree.CardsDomain) and not used_in(loop) & bound:
                    sequence, _ = self._offered(loop, [])
                    count[sequence] += "(s" in sequence  # what reads the state
                    if at == 0 and not tests:
                        always.add(sequence)
                bound.add(loop.local)
        for sequence, times in count.items():
            if times > 1 and sequence in always:
                name = self.expressions.free("members")
                self.expressions.locals.add(name)
                self.writer.line(f"{name} = {sequence}", choice.span)
                self.shared[sequence] = name

    # ---- options

    def _option(self, number: int, option: tree.TOption) -> None:
        line = self.writer.line
        depth = self.writer.depth
        nest = Nest(self.expressions, self.writer, option.span)
        nest.write(option.loops, prim.parts(option.condition), self._offered)
        names = ", ".join(loop.local.python for loop in option.loops)
        line(f"options.append(({number}, {names}))" if names else f"options.append(({number},))", option.span)
        self.writer.depth = depth
