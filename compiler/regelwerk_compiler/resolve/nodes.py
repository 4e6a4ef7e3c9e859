"""Typed nodes: shorthands that make them, and questions about them."""

from __future__ import annotations

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.source import Span

from ..model import tree
from ..model.defaults import none_value
from ..model.primitive import Primitive
from ..model.symbols import Game, LocalSymbol
from ..model.types import BOOL, ERROR, LARGEST, NONE, SMALLEST, ErrorType, IntType, NoneType, OptionalType
from ..primitives import table as prim

TOO_LARGE = f"the number lies outside {SMALLEST:_}..{LARGEST:_}"

Path = tuple[object, ...]
"""A local, or fields of it: what cannot change unless the local is assigned."""


def error_at(node: syn.Node | Span) -> tree.TExpr:
    """The stand-in for an expression that was reported; all that it is part of absorbs it."""
    return tree.Const(0, type=ERROR, span=node if isinstance(node, Span) else node.span)


def is_faulty(*values: tree.TNode) -> bool:
    """True if one of these expressions was reported."""
    return ErrorType in [value.type.__class__ for value in values]  # called for nearly every expression


def read(local: LocalSymbol, span: Span) -> tree.LocalRef:
    """The value of a local."""
    return tree.LocalRef(local, type=local.type, span=span)


def yes_or_no(row: Primitive, operands: list[tree.TExpr], span: Span) -> tree.Op:
    """A primitive with a yes-or-no result, applied to operands."""
    return tree.Op(row, operands, type=BOOL, span=span)


def is_none(game: Game, value: tree.TExpr, span: Span) -> tree.Op:
    """The test whether a value that may be none is none."""
    return yes_or_no(prim.EQUAL, [value, tree.Const(none_value(value.type, game), type=NONE, span=span)], span)


def unit_advice(a: IntType, b: IntType) -> str:
    """Advice for two numbers whose units do not fit."""
    if a.unit and b.unit:
        return "an amount divided by an amount of its unit, for example by a `define` of 1, is a plain number"
    return f"multiply the plain number by an amount of {a.unit or b.unit} first, for example by a `define` of it"


def is_written_out(value: tree.TExpr) -> bool:
    """True if this is a numeral, which takes the unit that it meets, or a choice between numerals.

    A choice is made by `if`, `min` or `max`; a minus may stand before it. A sum or product of numerals was folded to a
    numeral before.
    """
    match value:
        case tree.Const():
            return value.literal
        case tree.If(_, then, otherwise):
            none = (NoneType, OptionalType)
            return all(
                is_written_out(branch) or (isinstance(branch, tree.Const) and isinstance(branch.type, none))
                for branch in (then, otherwise)
            )
        case tree.Op(prim.NEGATE | prim.LEAST | prim.GREATEST, operands):
            return all(map(is_written_out, operands))
        case _:
            return False


def path_of(value: tree.TExpr) -> Path | None:
    """The path of an expression that reads a local or fields of it; None for any other."""
    match value:
        case tree.LocalRef(local):
            return (local,)
        case tree.EnumFieldRead(_, name, base) | tree.CardFieldRead(_, name, base):
            inner = path_of(base)
            return None if inner is None else (*inner, name)
        case _:
            return None


def known_by(condition: tree.TExpr | None, holds: bool = True) -> frozenset[Path]:
    """The paths that are known not to be none once a condition holds, or fails. A condition may be missing."""
    match condition:
        case tree.Op(prim.EQUAL | prim.NOT_EQUAL as row, [value, tree.Const(type=NoneType())]):
            known = [value] if (row is prim.NOT_EQUAL) is holds else []
        case tree.Op(prim.EQUAL, [left, right]) if holds:
            present = [not isinstance(side.type, OptionalType | NoneType) for side in (left, right)]
            known = [*([left] if present[1] else []), *([right] if present[0] else [])]
        case tree.Op(prim.NOT, [operand]):
            return known_by(operand, not holds)
        case tree.Op(prim.AND | prim.OR as row, operands):
            every = [known_by(operand, holds) for operand in operands]
            return frozenset().union(*every) if (row is prim.AND) is holds else frozenset.intersection(*every)
        case _:
            known = []
    return frozenset(path for path in map(path_of, known) if path is not None)
