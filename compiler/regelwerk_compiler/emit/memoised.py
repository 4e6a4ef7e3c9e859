"""Memoised functions: they look results of definitions up by all that these read."""

from __future__ import annotations

import ast

from ..analysis.memoisation import Index, Region
from ..model import tree
from ..model.ir import Handler
from ..model.symbols import CallableSymbol, StateSymbol
from ..model.types import Type
from .expressions import Expressions
from .template import Part, name, py, tuple_of
from .writer import Writer


class MemoisedFunctions:
    """Writes the function that takes the place of a definition in calls."""

    def __init__(self, expressions: Expressions, writer: Writer) -> None:
        self.expressions, self.writer = expressions, writer
        self.tables = expressions.tables

    def write(self, handler: Handler, result: ast.expr) -> None:
        """Writes the function of a definition whose results are recalled; nothing for others."""
        callee = handler.callee
        reads = self.expressions.memoisation.read_sets[callee]
        if reads is None:
            return
        params = [local.python for local in handler.params]
        typed = [("s", "State"), *((param, "int") for param in params)]
        with self.writer.function(self.tables.memoised_function(callee), typed, result, callee.span, ""):
            self._body(callee, reads, params)

    def _body(self, callee: CallableSymbol, reads: list[Region], params: list[str]) -> None:
        """Writes the look-up of a result by all that it depends on, with the steps that are counted, if any."""
        run, number = self.tables.run, self.expressions.memoisation.state_tables.get(callee)
        add, span = self.writer.add, callee.span
        if number is None:
            table = name(self.tables.memo_table(callee))
        else:
            table = py("s.recalled[{}]", number)
            reads = [read for read in reads if read.var and self.tables.game.state[read.var].zone]
        values = tuple_of([*params, *map(self._read, reads)])
        key, found, begun, answer = map(self.expressions.free, ("key", "found", "begun", "answer"))
        worked_out = py("{}(s, {*})", self.tables.function(callee), params)
        add("{} = {}", key, values, span=span)
        add("{} = {}.get({})", found, table, key, span=span)
        with self.writer.block("if {} is None:", found, span=span):
            if self.expressions.memoisation.counts_steps[callee]:
                add("{} = {}(s)", begun, run.counted, span=span)
                add("{} = {}", answer, worked_out, span=span)
                steps = py("{}(s) - {}", run.counted, begun)
                add("{}({}, {}, ({}, {}))", run.keep, table, key, answer, steps, span=span)
                add("return {}", answer, span=span)
            else:
                add("{} = {}({}, {}, {})", found, run.keep, table, key, worked_out, span=span)
        if self.expressions.memoisation.counts_steps[callee]:
            add("{}(s, {}[1])", run.spend, found, span=span)
            add("return {}[0]", found, span=span)
        else:
            add("return {}", found, span=span)

    def _read(self, read: Region) -> Part:
        """A part of the state as an item of the key, or as several."""
        if not read.var:
            return "s.players"
        var = self.tables.game.state[read.var]
        if read.at is not None:
            return self._at(var, read.at)
        if not var.zone:
            return ast.Starred(name(f"s.{self.tables.state(var)}"))
        count, cards = self.tables.zones_of(var), "s.piles" if var.zone == "pile" else "s.places"
        if not var.first:
            return ast.Starred(py("{}[:{}]", cards, count))
        return ast.Starred(py("{0}[{1}:{1} + {2}]", cards, self.tables.zone_first(var, place=True), count))

    def _at(self, var: StateSymbol, at: tuple[Index, ...]) -> ast.expr:
        indices = [_index(index, dim) for index, dim in zip(at, var.all_dims, strict=True)]
        fixed = [index for index in indices if index is not None]
        if len(fixed) < len(indices):
            row = self.expressions.comprehensions.rows.slice(var, indices)
            return ast.Starred(row or name(f"s.{self.tables.state(var)}"))
        zone = tree.ZoneRef(var, fixed)
        kinds: dict[str, tree.TExpr] = {"pile": tree.PileCards(zone), "place": tree.PlaceRead(zone)}
        return self.expressions.expr(kinds.get(var.zone, tree.StateRead(var, fixed)))


def _index(index: Index, dim: Type) -> tree.TExpr | None:
    """An index as an expression; None for all members."""
    match index:
        case None:
            return None
        case int():
            return tree.Const(index, type=dim)
        case _:
            return tree.LocalRef(index, type=dim)
