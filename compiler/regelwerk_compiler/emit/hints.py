"""Hints for bots: the functions that tell which options of a choice bots skip, and which they prefer."""

from __future__ import annotations

from ..analysis.costs import ENTRY_STEPS
from ..model import tree
from ..model.ir import Site
from ..model.walk import hints_about
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
        found: list[tuple[str, str]] = []
        for kind in ("skip", "prefer"):
            declined, hints = hints_about(site.choice, kind)
            if declined is not None or any(hint is not None for _, hint in hints):
                found.append((kind, self._function(site, f"{name}_{kind}", declined, hints, is_bool=kind == "skip")))
        return found

    def _function(
        self,
        site: Site,
        name: str,
        declined: tree.TExpr | None,
        hints: list[tuple[list[tree.Loop], tree.TExpr | None]],
        *,
        is_bool: bool,
    ) -> str:
        add, run, names = self.writer.add, self.expressions.run, self.expressions.tables.names
        name = names.claim(name)
        params = [("m", run.Match), ("f", run.Frame), ("option", run.Any)]
        with self.writer.function(name, params, "bool" if is_bool else "int", site.choice.span):
            unpack_frame(self.writer, site)
            if site.choice.may:
                with self.writer.block("if option == {}:", run.DECLINE):
                    self._answer(declined, is_bool=is_bool)
            for at, (loops, hint) in enumerate(hints):
                if hint is None:
                    continue
                if isinstance(site.choice, tree.ChooseValue):
                    add("{} = option", loops[0].local.python)
                    self._answer(hint, is_bool=is_bool)
                    return name
                with self.writer.block("if option[0] == {}:", at):
                    if loops:
                        add("(_, {*}) = option", [loop.local.python for loop in loops])
                    self._answer(hint, is_bool=is_bool)
            self._answer(None, is_bool=is_bool)
        return name

    def _answer(self, hint: tree.TExpr | None, *, is_bool: bool) -> None:
        if hint is None:
            self.writer.add("return {}", False if is_bool else 0)
            return
        steps = self.expressions.costs.of(hint)  # steps of its many options, counted only here
        if steps > ENTRY_STEPS:
            self.writer.add("{}(s, {})", self.expressions.run.spend, steps)
        template = "return bool({})" if is_bool else "return {}"
        self.writer.add(template, self.expressions.expr(hint), span=hint.span)
