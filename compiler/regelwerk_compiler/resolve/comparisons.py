"""Comparisons: `is`, `<`, `in`, with both sides under one type."""

from __future__ import annotations

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Label

from ..model import tree
from ..model import types as ty
from ..model.defaults import none_value
from ..primitives import table as prim
from .coerce import as_numbers, coerce, part_offset, set_low
from .dispatch import number_of, resolve_expr
from .named_copies import are_copies, holds_copy, is_a_copy
from .names import find_zone, is_bare_member, names_member, zone_card
from .nodes import error_at, is_faulty, is_none, yes_or_no
from .numerals import is_written_out
from .scope import Scope, known_type


def _pair(scope: Scope, node: syn.Binary) -> tuple[tree.TExpr, tree.TExpr]:
    """Both sides; a bare member's name takes its meaning from the other side."""
    if is_bare_member(scope, node.left) and not is_bare_member(scope, node.right):
        right = resolve_expr(scope, node.right)
        return _beside(scope, node.left, right), right
    left = resolve_expr(scope, node.left)
    return left, _beside(scope, node.right, left)


def _beside(scope: Scope, node: syn.Expr, other: tree.TExpr) -> tree.TExpr:
    """One side, when the other is known. Beside what was reported, a member's name alone has no meaning to look for."""
    if is_faulty(other) and is_bare_member(scope, node) and names_member(scope, node):
        return error_at(node)
    return resolve_expr(scope, node, ty.strip_optional(other.type))


# ---- the same or not -------------------------------------------------------------------------------------------------


def resolve_equality(scope: Scope, node: syn.Binary) -> tree.TExpr:
    """`is` and `is not`. Errors: E0302, E0305 (never the same), E0307 (never none)."""
    if isinstance(node.left, syn.SetLiteral) and not isinstance(node.right, syn.SetLiteral):
        node = syn.Binary(node.operator, node.right, node.left, span=node.span)
    left, right = _pair(scope, node)
    a, b = left.type, right.type
    if isinstance(a, ty.ErrorType) or isinstance(b, ty.ErrorType):
        return error_at(node)
    if isinstance(b, ty.EmptyType) or isinstance(a, ty.EmptyType):
        test = _is_empty(scope, left if isinstance(b, ty.EmptyType) else right, node)
    elif isinstance(b, ty.NoneType) or isinstance(a, ty.NoneType):
        test = _is_none(scope, left if isinstance(b, ty.NoneType) else right, node)
    else:
        test = _is_same(scope, left, right, node)
    if node.operator == "is" or is_faulty(test):
        return test
    if isinstance(test, tree.Op) and test.primitive is prim.EQUAL:
        return yes_or_no(prim.NOT_EQUAL, test.operands, node.span)
    return yes_or_no(prim.NOT, [test], node.span)


def _is_empty(scope: Scope, what: tree.TExpr, node: syn.Binary) -> tree.TExpr:
    if isinstance(what, tree.PlaceRead):
        return yes_or_no(prim.EQUAL, [what, tree.Const(-1, type=what.type)], node.span)
    if isinstance(what.type, ty.SetType | ty.PileType):
        row = prim.NO_MEMBERS if isinstance(what.type, ty.SetType) else prim.NO_CARDS
        return yes_or_no(row, [what], node.span)
    return scope.wrong_type(what.span, what.type, "A set or a pile")


def _is_none(scope: Scope, what: tree.TExpr, node: syn.Binary) -> tree.TExpr:
    if isinstance(what.type, ty.OptionalType):
        return is_none(scope.game, what, node.span)
    return scope.error(
        node, "E0307", f"`{what.span.text}` is never none", help="remove the test, or declare it with `?`"
    )


def _is_same(scope: Scope, left: tree.TExpr, right: tree.TExpr, node: syn.Binary) -> tree.TExpr:
    both = _common(scope, left, right)
    if both is None:
        a, b = left.type, right.type
        units = isinstance(ty.strip_optional(a), ty.IntType) and isinstance(ty.strip_optional(b), ty.IntType)
        return _differ(scope, node, left, right, "E0302" if units else "E0305", "are never the same")
    left, right = both
    if is_faulty(left, right):
        return error_at(node)
    copy = is_a_copy(scope, left, right, node.span) or are_copies(scope, left, right, node.span)
    if copy is not None:
        return copy
    if isinstance(left.type, ty.PerType):
        return _same_numbers(scope, left, right, left.type, node)
    if isinstance(left.type, ty.OptionalType) != isinstance(right.type, ty.OptionalType):
        maybe, sure = (left, right) if isinstance(left.type, ty.OptionalType) else (right, left)
        none = none_value(maybe.type, scope.game)
        if _may_be(sure, none):
            present = yes_or_no(prim.NOT_EQUAL, [maybe, tree.Const(none, type=ty.NONE, span=node.span)], node.span)
            equal = yes_or_no(prim.EQUAL, [left, right], node.span)
            return yes_or_no(prim.AND, [present, equal], node.span)
    return yes_or_no(prim.EQUAL, [left, right], node.span)


def _differ(scope: Scope, node: syn.Binary, left: tree.TExpr, right: tree.TExpr, code: str, how: str) -> tree.TExpr:
    """An error about the types of both sides, each of which is labelled."""
    a, b = (ty.describe(known_type(scope, side)) for side in (left, right))
    labels = (Label(left.span, f"this is {a}"), Label(right.span, f"this is {b}"))
    return scope.error(node, code, f"{a} and {b} {how}", labels=labels)


def _may_be(value: tree.TExpr, number: int) -> bool:
    """Whether a value that is never none may be the number that stands for none on the other side."""
    if isinstance(value, tree.Const):
        return value.value == number
    return isinstance(value.type, ty.IntType) and (value.type.low is None or value.type.low <= number)


def _same_numbers(scope: Scope, left: tree.TExpr, right: tree.TExpr, type_: ty.PerType, node: syn.Binary) -> tree.TExpr:
    """Two `per` are the same when all their numbers are."""
    key = scope.hidden("key", type_.key, node.span)
    sides = [_number_at(value, tree.LocalRef(key, type=type_.key, span=node.span)) for value in (left, right)]
    equal = yes_or_no(prim.EQUAL, [*sides], node.span)
    return tree.Quantify(
        "all", [tree.Loop(key, tree.EnumDomain(type_.key.enum))], None, equal, type=ty.BOOL, span=node.span
    )


def _number_at(value: tree.TExpr, key: tree.TExpr) -> tree.TExpr:
    assert isinstance(value.type, ty.PerType)
    if isinstance(value, tree.StateRow):
        return tree.StateRead(value.var, [*value.indices, key], type=value.type.value, span=value.span)
    return tree.PerRead(value, key, type=value.type.value, span=value.span)


def _common(scope: Scope, left: tree.TExpr, right: tree.TExpr) -> tuple[tree.TExpr, tree.TExpr] | None:
    """Both sides under one type, or None when no value is of both."""
    a, b = ty.strip_optional(left.type), ty.strip_optional(right.type)
    if a != b:
        m, n = _as_number(scope, a), _as_number(scope, b)
        if m is not None and n is not None:
            bare = is_written_out(left) or is_written_out(right)
            return _same_none(scope, left, right, m, n) if m.unit == n.unit or bare else None
    match a, b:
        case ty.MemberType(x), ty.MemberType(y):
            if x == y:
                return left, right
            if part_offset(scope.game.enums.get(x), y) is not None:
                return left, coerce(scope, right, ty.optional(a) if isinstance(right.type, ty.OptionalType) else a)
            if part_offset(scope.game.enums.get(y), x) is not None:
                return coerce(scope, left, ty.optional(b) if isinstance(left.type, ty.OptionalType) else b), right
            return None
        case ty.CardType(x), ty.CardType(y):
            return (left, right) if x == y or x is None or y is None else None
        case ty.SetType(), ty.SetType():
            return left, coerce(scope, right, left.type)
        case ty.PileType(card), ty.SetType():
            return coerce(scope, left, ty.SetType(card)), right
        case ty.SetType(), ty.PileType(card):
            return left, coerce(scope, right, ty.SetType(card))
        case ty.PerType(v, k), ty.PerType(w, l):
            units = isinstance(v, ty.IntType) and isinstance(w, ty.IntType) and v.unit == w.unit
            return (left, right) if k == l and (v == w or units) else None
        case _:
            return (left, right) if a == b else None


def _as_number(scope: Scope, type_: ty.Type) -> ty.IntType | None:
    """The range of a number, or of the members of a range enum."""
    return type_ if isinstance(type_, ty.IntType) else as_numbers(scope, type_)


def _same_none(
    scope: Scope, left: tree.TExpr, right: tree.TExpr, a: ty.IntType, b: ty.IntType
) -> tuple[tree.TExpr, tree.TExpr]:
    """Two numbers; where both may be none, the same number stands for none on both sides."""
    if not isinstance(left.type, ty.OptionalType) or not isinstance(right.type, ty.OptionalType):
        return left, right
    if none_value(left.type, scope.game) == none_value(right.type, scope.game):
        return left, right
    both = ty.OptionalType(ty.range_union(a, b))
    return coerce(scope, left, both), coerce(scope, right, both)


def resolve_order(scope: Scope, node: syn.Binary) -> tree.TExpr:
    """`<`, `<=`, `>`, `>=`: numbers, and members in declared order. Errors: E0302, E0303, E0305."""
    left, right = _pair(scope, node)
    a, b = known_type(scope, left), known_type(scope, right)
    if isinstance(a, ty.ErrorType) or isinstance(b, ty.ErrorType):
        return error_at(node)
    for side, found in ((left, a), (right, b)):
        if isinstance(found, ty.OptionalType):
            return coerce(scope, side, found.inner)
    ordered = isinstance(a, ty.IntType | ty.MemberType) and isinstance(b, ty.IntType | ty.MemberType)
    both = _common(scope, left, right) if ordered else None
    if both is None:
        code = "E0302" if isinstance(a, ty.IntType) and isinstance(b, ty.IntType) else "E0305"
        return _differ(scope, node, left, right, code, "cannot be compared")
    return yes_or_no(prim.COMPARISONS[node.operator], [*both], node.span)


def resolve_membership(scope: Scope, node: syn.Binary) -> tree.TExpr:
    """`in` and `not in`: a range, a pile or place, a set."""
    test = _contains(scope, node)
    if node.operator == "not in" and not is_faulty(test):
        return yes_or_no(prim.NOT, [test], node.span)
    return test


def _contains(scope: Scope, node: syn.Binary) -> tree.TExpr:
    error = error_at(node)
    if isinstance(node.right, syn.RangeExpr):
        member, found = number_of(scope, node.left, None)
        low, low_type = number_of(scope, node.right.low, found)
        high, high_type = number_of(scope, node.right.high, found)
        for bound, bound_type in ((low, low_type), (high, high_type)):
            if bound_type.unit != found.unit and not is_written_out(bound):
                scope.error(node, "E0302", f"{ty.describe(found)} and {ty.describe(bound_type)} cannot be compared")
                return error
        return yes_or_no(prim.IN_RANGE, [member, low, high], node.span)
    zone = find_zone(scope, node.right)
    if zone is not None:
        card = resolve_expr(scope, node.left, zone_card(zone))
        wanted = zone_card(zone)
        if isinstance(known_type(scope, card), ty.CardType):
            return tree.InZone(card, zone, any_copy=scope.scenario, type=ty.BOOL, span=node.span)
        coerce(scope, card, wanted)
        return error
    if is_bare_member(scope, node.left):
        right = resolve_expr(scope, node.right)
        inner = right.type.member if isinstance(right.type, ty.SetType) else None
        left = error_at(node.left) if is_faulty(right) else resolve_expr(scope, node.left, inner)
    else:
        left = resolve_expr(scope, node.left)
        right = resolve_expr(scope, node.right, ty.SetType(ty.strip_optional(left.type)))
    found_set = right.type
    if isinstance(found_set, ty.ErrorType) or is_faulty(left):
        return error
    if isinstance(found_set, ty.PileType):
        right = coerce(scope, right, ty.SetType(found_set.card))
        found_set = ty.SetType(found_set.card)
    if not isinstance(found_set, ty.SetType):
        scope.wrong_type(node.right.span, found_set, "A set, a pile or a range")
        return error
    member_type = known_type(scope, left)
    if isinstance(found_set.member, ty.MemberType) and isinstance(member_type, ty.MemberType):
        if found_set.member != member_type:
            left = coerce(scope, left, found_set.member)
    elif isinstance(found_set.member, ty.CardType) and isinstance(member_type, ty.CardType):
        pass
    else:
        left = coerce(scope, left, found_set.member)
    if is_faulty(left):
        return error
    return holds_copy(scope, left, right, set_low(scope, found_set), node.span)
