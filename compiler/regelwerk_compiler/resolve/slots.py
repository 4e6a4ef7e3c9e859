"""Slots of texts, typed like any other expression."""

from __future__ import annotations

from regelwerk_dsl import syntax as syn

from ..model import tree
from ..model.types import BoolType, CardType, ErrorType, IntType, MemberType, OptionalType, SetType, describe
from .dispatch import range_member_as_number, resolve_expr
from .scope import Scope, known_type


def resolve_slots(scope: Scope, text: syn.Text | None) -> list[tree.TExpr]:
    """The typed slots of a text in order. Errors: E0601 (a slot that cannot be shown)."""
    if text is None:
        return []
    found = []
    for slot in text.slots:
        value = resolve_expr(scope, slot.value)
        if slot.plurals:
            value = range_member_as_number(scope, value)
        type_ = known_type(scope, value)
        shown = isinstance(type_, IntType | MemberType | CardType | BoolType | SetType | ErrorType)
        if isinstance(type_, OptionalType) and isinstance(value, tree.PlaceRead | object):
            shown = isinstance(type_.inner, CardType | MemberType | IntType)  # none is worded by the catalogue
        if not shown:
            scope.error(slot, "E0601", f"{describe(type_)} cannot be shown in a text")
        elif slot.plurals and not isinstance(type_, IntType | ErrorType):
            scope.error(slot, "E0602", f"a plural needs a number, and this is {describe(type_)}")
        found.append(value)
    return found
