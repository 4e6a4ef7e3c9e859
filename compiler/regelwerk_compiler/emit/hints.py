"""Hints for bots: the functions that tell which options of a choice bots skip, and which they prefer."""

from __future__ import annotations

from ..analysis.costs import ENTRY
from ..model import tree
from ..model.ir import Site
from .expressions import Expressions
from .precedence import number
from .writer import Writer


def begin(writer: Writer, site: Site) -> None:
    """Writes the first lines of a function of a site, which name the state and the locals."""
    writer.line("s = m.s")
    if site.point.values:
        writer.line(f"{', '.join(['_', *(local.python for local in site.point.values)])} = f")


class Hints:
    """Writes the functions of those sites that have hints."""

    def __init__(self, expressions: Expressions, writer: Writer) -> None:
        self.expressions, self.writer = expressions, writer

    def write(self, site: Site, name: str) -> list[tuple[str, str]]:
        """Writes the functions of a site; returns the kind of each (`skip`, `prefer`) and its name."""
        choice = site.choice
        options: list[tuple[list[tree.Loop], tree.Hints | None]] = (
            [([choice.loop], choice.hints)]
            if isinstance(choice, tree.ChooseValue)
            else [(option.loops, option.hints) for option in choice.options]
        )
        given = [hints for _, hints in options if hints is not None]
        declined = choice.hints.skip_none if choice.hints is not None else None
        found: list[tuple[str, str]] = []
        if declined is not None or any(hints.skip is not None for hints in given):
            found.append(("skip", self._function(site, f"{name}_skip", "bool", declined, options)))
        if any(hints.prefer is not None for hints in given):
            found.append(("prefer", self._function(site, f"{name}_prefer", "int", None, options)))
        return found

    def _function(
        self,
        site: Site,
        name: str,
        type_: str,
        declined: tree.TExpr | None,
        options: list[tuple[list[tree.Loop], tree.Hints | None]],
    ) -> str:
        line, run, names = self.writer.line, self.expressions.run, self.expressions.tables.names
        name = names.claim(name)
        head = f"def {name}(m: {run.Match}, f: {run.Frame}, option: {run.Any}) -> {type_}:"
        nothing = "False" if type_ == "bool" else "0"
        with self.writer.function(head, site.choice.span):
            begin(self.writer, site)
            if site.choice.may:
                line(f"if option == {run.DECLINE}:")
                with self.writer.indent():
                    self._answer(declined, type_, nothing)
            for at, (loops, hints) in enumerate(options):
                hint = None if hints is None else hints.skip if type_ == "bool" else hints.prefer
                if hint is None:
                    continue
                if isinstance(site.choice, tree.ChooseValue):
                    line(f"{loops[0].local.python} = option")
                    self._answer(hint, type_, nothing)
                    return name
                line(f"if option[0] == {at}:")
                with self.writer.indent():
                    if loops:
                        line(f"{', '.join(['_', *(loop.local.python for loop in loops)])} = option")
                    self._answer(hint, type_, nothing)
            line(f"return {nothing}")
        return name

    def _answer(self, hint: tree.TExpr | None, type_: str, nothing: str) -> None:
        if hint is None:
            self.writer.line(f"return {nothing}")
            return
        steps = self.expressions.costs.of(hint)  # steps of its many options, counted only here
        if steps > ENTRY:
            self.writer.line(f"{self.expressions.run.spend}(s, {number(steps)})")
        text = self.expressions.text(hint)
        self.writer.line(f"return bool({text})" if type_ == "bool" else f"return {text}", hint.span)
