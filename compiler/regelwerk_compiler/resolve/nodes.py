"""Shorthands for typed nodes that are made in many places, and for the one that stands for an error."""

from __future__ import annotations

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.source import Span

from ..model import tree
from ..model.defaults import none_value
from ..model.primitive import Primitive
from ..model.symbols import Game, LocalSymbol
from ..model.types import BOOL, ERROR, NONE, ErrorType
from ..primitives import table as prim


def error_at(node: syn.Node) -> tree.TExpr:
    """What stands for an expression that was reported; all that it is part of absorbs it."""
    return tree.Const(0, type=ERROR, span=node.span)


def is_faulty(*values: tree.TExpr) -> bool:
    """Whether one of these expressions was reported."""
    return any(isinstance(value.type, ErrorType) for value in values)


def read(local: LocalSymbol, span: Span) -> tree.LocalRef:
    """The value of a local."""
    return tree.LocalRef(local, type=local.type, span=span)


def yes_or_no(row: Primitive, operands: list[tree.TExpr], span: Span) -> tree.Op:
    """A primitive that answers yes or no."""
    return tree.Op(row, operands, type=BOOL, span=span)


def is_none(game: Game, value: tree.TExpr, span: Span) -> tree.Op:
    """Whether a value that may be none is none."""
    return yes_or_no(prim.EQUAL, [value, tree.Const(none_value(value.type, game), type=NONE, span=span)], span)
