"""Fusion of loops that gather where paths of one to so many steps end, as one search for all lengths up to a limit."""

from __future__ import annotations

from ...analysis.costs import SHORT_PATH
from ...model import tree
from ...model.symbols import CallableSymbol
from ...model.walk import free_locals, substituted
from ...primitives import table as prim
from ..expressions import Expressions
from ..template import py
from ..writer import Writer


class Paths:
    """Writes `for each k in 1..n: found += here.reach(k, closed)`."""

    def __init__(self, expressions: Expressions, writer: Writer) -> None:
        self.expressions, self.writer = expressions, writer

    def write_fused(self, node: tree.ForEach) -> bool:
        """Writes the loop as one search, with a loop for longer ways if there may be any; False for other loops."""
        match node:
            case tree.ForEach(
                [tree.Loop(k, tree.RangeDomain(tree.Const(1), high), None)],
                None,
                [tree.SetLocal(found, tree.Op(prim.UNION, [tree.LocalRef(before), more])) as body],
            ) if before is found:
                search = self._reach_of(more)
            case _:
                return False
        match search:
            case tree.Op(prim.REACH, [start, tree.LocalRef(each), closed], (str(enum), *_)) if each is k:
                if not all(_is_plain(one) and not free_locals(one) & {k, found} for one in (start, closed)):
                    return False
            case _:
                return False
        expr, add, costs, run = self.expressions.expr, self.writer.add, self.expressions.costs, self.expressions.run
        spaces, is_long = self.expressions.tables.enum_field(enum, "next"), costs.is_long_path(search)
        if isinstance(high, tree.LocalRef):
            steps = high.local.python
        else:
            steps = self.expressions.free("steps")
            add("{} = {}", steps, expr(high), span=node.span)
        with self.writer.block("if {} > 0:", steps, span=node.span):
            if k in costs.round_steps:
                add("{}(s, {} * {})", run.spend, steps, costs.round_steps[k], span=node.span)
            most = py("{0} if {0} <= {1} else {1}", steps, SHORT_PATH) if is_long else steps
            call = py("{}({}, {}, {}, {})", run.reach_within, spaces, expr(start), most, expr(closed))
            add("{0} = {0} | {1}", found.python, call, span=body.span)
            if is_long:
                with (
                    self.writer.block("if {} > {}:", steps, SHORT_PATH, span=node.span),
                    self.writer.block("for {} in range({}, {} + 1):", k.python, SHORT_PATH + 1, steps, span=node.span),
                ):
                    add("{0} = {0} | {1}", found.python, expr(more), span=body.span)
        return True

    def _reach_of(self, more: tree.TExpr) -> tree.TExpr:
        """The search for ways behind a definition that only names it; other expressions unchanged."""
        match more:
            case tree.DefineCall(
                CallableSymbol(body=[tree.Return(tree.Op(prim.REACH) as search)], param_locals=params) as callee, given
            ) if self.expressions.memoisation.read_sets[callee] is None:
                return substituted(search, dict(zip(params, given, strict=True)))
            case _:
                return more


def _is_plain(node: tree.TExpr) -> bool:
    """True if a node is a name, a constant or a variable at such indices."""
    if isinstance(node, tree.StateRead):
        return all(map(_is_plain, node.indices))
    return isinstance(node, tree.Const | tree.LocalRef)
