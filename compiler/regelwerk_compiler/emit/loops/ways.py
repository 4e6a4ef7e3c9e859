"""Loops that gather where ways of one to so many steps end: one look for all of them that are not long."""

from __future__ import annotations

from ...analysis.costs import WAY
from ...model import tree
from ...model.symbols import CallableSymbol
from ...model.walk import used_in, with_locals
from ...primitives import table as prim
from ..expressions import EnumNames, Expressions
from ..precedence import number
from ..writer import Writer


class Ways:
    """Writes `for each k in 1..n: found += here.reach(k, closed)`."""

    def __init__(self, expressions: Expressions, writer: Writer) -> None:
        self.expressions, self.writer = expressions, writer

    def gathered(self, node: tree.ForEach) -> bool:
        """Writes the loop as one look, and as a loop for the rest where there may be more steps; False for others."""
        match node:
            case tree.ForEach(
                [tree.Loop(k, tree.RangeDomain(tree.Const(1), high), None)],
                None,
                [tree.SetLocal(found, tree.Op(prim.UNION, [tree.LocalRef(before), more])) as body],
            ) if before is found:
                ways = self._ways(more)
            case _:
                return False
        match ways:
            case tree.Op(prim.REACH, [start, tree.LocalRef(each), closed], (str(enum), *_)) if each is k:
                if not all(_is_plain(one) and not used_in(one) & {k, found} for one in (start, closed)):
                    return False
            case _:
                return False
        text, line, costs = self.expressions.text, self.writer.line, self.expressions.costs
        spaces, is_long, steps = (
            EnumNames(self.expressions.tables, enum).neighbours,
            costs.is_long_way(ways),
            text(high),
        )
        if not isinstance(high, tree.LocalRef):
            steps = self.expressions.free("steps")
            line(f"{steps} = {text(high)}", node.span)
        line(f"if {steps} > 0:", node.span)
        with self.writer.indent():
            if k in costs.rounds:
                line(f"{self.expressions.run.spend}(s, {steps} * {number(costs.rounds[k])})", node.span)
            most = f"{steps} if {steps} <= {WAY} else {WAY}" if is_long else steps
            call = f"{self.expressions.run.reach_within}({spaces}, {text(start)}, {most}, {text(closed)})"
            line(f"{found.python} = {found.python} | {call}", body.span)
            if is_long:
                line(f"if {steps} > {WAY}:", node.span)
                line(f"    for {k.python} in range({WAY + 1}, {steps} + 1):", node.span)
                line(f"        {found.python} = {found.python} | {text(more)}", body.span)
        return True

    def _ways(self, more: tree.TExpr) -> tree.TExpr:
        """Ways as such, where a definition only names them."""
        match more:
            case tree.DefineCall(
                CallableSymbol(body=[tree.Return(tree.Op(prim.REACH) as ways)], param_locals=params) as callee, given
            ) if self.expressions.recall.by(callee) is None:
                return with_locals(ways, dict(zip(params, given, strict=True)))
            case _:
                return more


def _is_plain(node: tree.TExpr) -> bool:
    """Whether a name, a constant or a variable at such indices is read."""
    if isinstance(node, tree.StateRead):
        return all(map(_is_plain, node.indices))
    return isinstance(node, tree.Const | tree.LocalRef)
