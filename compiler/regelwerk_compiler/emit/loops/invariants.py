"""Loop-invariant operations on the state in the test of a search, computed once before its loop."""

from __future__ import annotations

import ast

from regelwerk_dsl.source import Span

from ...model import tree
from ..expressions import Expressions
from ..template import name
from ..writer import Writer

FEW = 2
"""The most rounds of a loop for which nothing is computed before it."""
OPERATORS = ast.BitAnd | ast.BitOr | ast.Add | ast.Sub | ast.Invert
"""Operators that cannot fail."""


def hoist_invariants(
    loop: tree.Loop, test: ast.expr | None, expressions: Expressions, writer: Writer, span: Span
) -> ast.expr | None:
    """Writes into names what a test always reads of the state, whichever member it is for.

    Args:
        loop: the loop that is written next.
        test: what each member is tested for.
        expressions: gives the names.
        writer: gets the assignments.
        span: the place of the loop in the source.

    Returns:
        The test with these names.
    """
    rounds = expressions.costs.ranges.size(loop.domain)
    if test is None or (rounds is not None and rounds <= FEW):
        return test

    def hoisted(node: ast.expr) -> ast.expr:
        if _is_operation(node) and _is_invariant(node, loop.local.python):
            wish = next(inner.attr for inner in ast.walk(node) if isinstance(inner, ast.Attribute))
            inverted = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Invert)
            found = expressions.fresh(f"not_{wish}" if inverted else wish)
            writer.add("{} = {}", found, node, span=span)
            return name(found)
        match node:
            case ast.BoolOp(op, [first, *rest]):
                return ast.BoolOp(op, [hoisted(first), *rest])
            case ast.UnaryOp(op, operand):
                return ast.UnaryOp(op, hoisted(operand))
            case ast.BinOp(left, op, right):
                return ast.BinOp(hoisted(left), op, hoisted(right))
            case ast.Compare(left, [op], [right]):
                return ast.Compare(hoisted(left), [op], [hoisted(right)])
            case _:
                return node

    return hoisted(test)


def _is_operation(node: ast.expr) -> bool:
    """True if computing a node takes longer than reading a name."""
    return isinstance(node, ast.Subscript) or (
        isinstance(node, ast.BinOp | ast.UnaryOp) and isinstance(node.op, OPERATORS)
    )


def _is_invariant(node: ast.expr, member: str) -> bool:
    """True if a node reads the state, not the member, and cannot fail."""
    parts = [part for part in ast.walk(node) if isinstance(part, ast.expr)]
    return any(isinstance(part, ast.Attribute) for part in parts) and all(
        _is_operation(part)
        or isinstance(part, ast.Attribute | ast.Constant)
        or (isinstance(part, ast.Name) and part.id != member)
        for part in parts
    )
