"""Hints for bots: the functions that tell which options of a choice bots skip, and which they prefer."""

from __future__ import annotations

from ..analysis.costs import ENTRY_STEPS
from ..model import tree
from ..model.ir import Site
from .expressions import Expressions
from .writer import Writer


def unpack_frame(writer: Writer, site: Site) -> None:
    """Writes the first lines of a function of a site, which name the state and the locals."""
    writer.add("s = m.s")
    if site.point.values:
        writer.add("(_, {*}) = f", [local.python for local in site.point.values])


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
        add, run, names = self.writer.add, self.expressions.run, self.expressions.tables.names
        name = names.claim(name)
        params = [("m", run.Match), ("f", run.Frame), ("option", run.Any)]
        with self.writer.function(name, params, type_, site.choice.span):
            unpack_frame(self.writer, site)
            if site.choice.may:
                with self.writer.block("if option == {}:", run.DECLINE):
                    self._answer(declined, type_)
            for at, (loops, hints) in enumerate(options):
                hint = None if hints is None else hints.skip if type_ == "bool" else hints.prefer
                if hint is None:
                    continue
                if isinstance(site.choice, tree.ChooseValue):
                    add("{} = option", loops[0].local.python)
                    self._answer(hint, type_)
                    return name
                with self.writer.block("if option[0] == {}:", at):
                    if loops:
                        add("(_, {*}) = option", [loop.local.python for loop in loops])
                    self._answer(hint, type_)
            self._answer(None, type_)
        return name

    def _answer(self, hint: tree.TExpr | None, type_: str) -> None:
        if hint is None:
            self.writer.add("return {}", False if type_ == "bool" else 0)
            return
        steps = self.expressions.costs.of(hint)  # steps of its many options, counted only here
        if steps > ENTRY_STEPS:
            self.writer.add("{}(s, {})", self.expressions.run.spend, steps)
        template = "return bool({})" if type_ == "bool" else "return {}"
        self.writer.add(template, self.expressions.expr(hint), span=hint.span)
