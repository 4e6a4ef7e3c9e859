"""Comparisons: `is`, `<`, `in`, with both sides under one type.

In scenarios the name of a card means any of its copies.
"""

from __future__ import annotations

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Label
from regelwerk_dsl.source import Span

from ..model import tree
from ..model import types as ty
from ..model.defaults import none_value
from ..model.types import BOOL, CardType, SetType
from ..primitives import table as prim
from .coerce import as_numbers, coerce, full_name, number_of, part_offset, resolve_expr, set_low
from .names import find_zone, is_bare_member, names_member, zone_card
from .nodes import error_at, is_faulty, is_none, is_written_out, read, unit_advice, yes_or_no
from .scope import Scope, known_type


def _pair(scope: Scope, node: syn.Binary) -> tuple[tree.TExpr, tree.TExpr]:
    """Both sides; a bare member's name takes its meaning from the other side."""
    if is_bare_member(scope, node.left) and not is_bare_member(scope, node.right):
        right = resolve_expr(scope, node.right)
        return _beside(scope, node.left, right), right
    left = resolve_expr(scope, node.left)
    return left, _beside(scope, node.right, left)


def _beside(scope: Scope, node: syn.Expr, other: tree.TExpr) -> tree.TExpr:
    """One side, when the other is known; a member's name alone is not resolved beside a side that was reported."""
    if is_faulty(other) and is_bare_member(scope, node) and names_member(scope, node):
        return error_at(node)
    return resolve_expr(scope, node, ty.strip_optional(other.type))


# ---- the same or not -------------------------------------------------------------------------------------------------


def resolve_equality(scope: Scope, node: syn.Binary) -> tree.TExpr:
    """`is` and `is not`. Errors: E0302, E0305 (never the same), E0307 (never none)."""
    if isinstance(node.left, syn.SetLiteral) and not isinstance(node.right, syn.SetLiteral):
        node = syn.Binary(node.operator, node.right, node.left, span=node.span)
    left, right = _pair(scope, node)
    if is_faulty(left, right):
        return error_at(node)
    what, other = (right, left) if isinstance(left.type, ty.EmptyType | ty.NoneType) else (left, right)
    match other.type, what.type:
        case ty.EmptyType(), ty.SetType():
            test: tree.TExpr = yes_or_no(prim.NO_MEMBERS, [what], node.span)
        case ty.EmptyType(), ty.PileType():
            test = yes_or_no(prim.NO_CARDS, [what], node.span)
        case ty.EmptyType(), _ if not isinstance(what, tree.PlaceRead):
            return scope.wrong_type(what.span, what.type, "a set or a pile")
        case ((ty.EmptyType() | ty.NoneType()), ty.OptionalType()):
            test = is_none(scope.game, what, node.span)
        case ty.NoneType(), _:
            why = f"`{what.span.text}` is never `none`"
            return scope.error(node, "E0307", why, help="remove the test, or declare it with `?`")
        case _:
            test = _is_same(scope, left, right, node)
    if node.operator == "is" or is_faulty(test):
        return test
    if isinstance(test, tree.Op) and test.primitive is prim.EQUAL:
        return yes_or_no(prim.NOT_EQUAL, test.operands, node.span)
    return yes_or_no(prim.NOT, [test], node.span)


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
        return _same_numbers(scope, [left, right], left.type.key, node.span)
    if isinstance(left.type, ty.OptionalType) != isinstance(right.type, ty.OptionalType):
        maybe, sure = (left, right) if isinstance(left.type, ty.OptionalType) else (right, left)
        if _may_be(sure, none_value(maybe.type, scope.game)):
            present = yes_or_no(prim.NOT_EQUAL, is_none(scope.game, maybe, node.span).operands, node.span)
            return yes_or_no(prim.AND, [present, yes_or_no(prim.EQUAL, [left, right], node.span)], node.span)
    return yes_or_no(prim.EQUAL, [left, right], node.span)


def _differ(scope: Scope, node: syn.Binary, left: tree.TExpr, right: tree.TExpr, code: str, how: str) -> tree.TExpr:
    """An error about the types of both sides, each of which is labelled."""
    a, b = (ty.describe(known_type(scope, side)) for side in (left, right))
    labels = (Label(left.span, f"this is {a}"), Label(right.span, f"this is {b}"))
    pile = next((side for side in (left, right) if isinstance(side.type, ty.PileType)), None)
    help_ = f"ask with `in`, or for one card: `{pile.span.text}.top`" if pile is not None else ""
    x, y = ty.strip_optional(left.type), ty.strip_optional(right.type)
    if isinstance(x, ty.IntType) and isinstance(y, ty.IntType):
        help_ = unit_advice(x, y)
    help_ = help_ or _by_field(scope, left, right) or _by_field(scope, right, left)
    help_ = help_ or full_name(scope, right.span.text, left.type) or full_name(scope, left.span.text, right.type)
    return scope.error(node, code, f"{a} and {b} {how}", labels=labels, help=help_)


def _by_field(scope: Scope, card: tree.TExpr, member: tree.TExpr) -> str:
    """Advice for a card that is compared with the value of one of its fields."""
    kind, wanted = ty.strip_optional(card.type), ty.strip_optional(member.type)
    if not isinstance(kind, ty.CardType) or kind.name is None or not isinstance(wanted, ty.MemberType):
        return ""
    fields = scope.game.card_types[kind.name].fields.values()
    names = [field.name for field in fields if ty.strip_optional(field.type) == wanted]
    return f"compare its field: `{card.span.text}.{names[0]}`" if names else ""


def _may_be(value: tree.TExpr, number: int) -> bool:
    """True if a value that is never none may be the number that stands for none on the other side."""
    if isinstance(value, tree.Const):
        return value.value == number
    return isinstance(value.type, ty.IntType) and (value.type.low is None or value.type.low <= number)


def _same_numbers(scope: Scope, sides: list[tree.TExpr], key: ty.MemberType, span: Span) -> tree.TExpr:
    """Two `per` are the same when all their numbers are."""
    local = scope.hidden("key", key, span)
    numbers: list[tree.TExpr] = []
    for side in sides:
        assert isinstance(side.type, ty.PerType)
        here, type_ = read(local, span), side.type.value
        if isinstance(side, tree.StateRow):
            numbers.append(tree.StateRead(side.var, [*side.indices, here], type=type_, span=side.span))
        else:
            numbers.append(tree.PerRead(side, here, type=type_, span=side.span))
    equal = yes_or_no(prim.EQUAL, numbers, span)
    return tree.Quantify("all", [tree.Loop(local, tree.EnumDomain(key.enum))], None, equal, type=ty.BOOL, span=span)


def _common(scope: Scope, left: tree.TExpr, right: tree.TExpr) -> tuple[tree.TExpr, tree.TExpr] | None:
    """Both sides under one type, or None when no value is of both."""
    a, b = ty.strip_optional(left.type), ty.strip_optional(right.type)
    m, n = as_numbers(scope, a), as_numbers(scope, b)
    if m is not None and n is not None:
        if m.unit != n.unit and not is_written_out(left) and not is_written_out(right):
            return None
        maybe = isinstance(left.type, ty.OptionalType) and isinstance(right.type, ty.OptionalType)
        if not maybe or none_value(left.type, scope.game) == none_value(right.type, scope.game):
            return left, right
        both = ty.OptionalType(ty.range_union(m, n))
        return coerce(scope, left, both), coerce(scope, right, both)
    match a, b:
        case ty.MemberType(x), ty.MemberType(y) if part_offset(scope.game.enums.get(x), y) is not None:
            return left, coerce(scope, right, ty.optional(a) if isinstance(right.type, ty.OptionalType) else a)
        case ty.MemberType(x), ty.MemberType(y) if part_offset(scope.game.enums.get(y), x) is not None:
            return coerce(scope, left, ty.optional(b) if isinstance(left.type, ty.OptionalType) else b), right
        case ty.CardType(x), ty.CardType(y):
            return (left, right) if x == y or x is None or y is None else None
        case ty.SetType(), ty.SetType():
            return left, coerce(scope, right, left.type)
        case ty.PileType(card), ty.SetType():
            return coerce(scope, left, ty.SetType(card)), right
        case ty.SetType(), ty.PileType(card):
            return left, coerce(scope, right, ty.SetType(card))
        case ty.PerType(ty.IntType(unit=x), key), ty.PerType(ty.IntType(unit=y), other):
            return (left, right) if key == other and x == y else None
        case _:
            return (left, right) if a == b else None


def resolve_order(scope: Scope, node: syn.Binary) -> tree.TExpr:
    """`<`, `<=`, `>`, `>=`: numbers, and members in declared order. Errors: E0302, E0303, E0305."""
    left, right = _pair(scope, node)
    a, b = known_type(scope, left), known_type(scope, right)
    if is_faulty(left, right):
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
    return yes_or_no(prim.NOT, [test], node.span) if node.operator == "not in" and not is_faulty(test) else test


def _contains(scope: Scope, node: syn.Binary) -> tree.TExpr:
    if isinstance(node.right, syn.RangeExpr):
        member, found = number_of(scope, node.left, None)
        bounds = [number_of(scope, bound, found) for bound in (node.right.low, node.right.high)]
        for bound, type_ in bounds:
            if type_.unit != found.unit and not is_written_out(bound):
                why = f"{ty.describe(found)} and {ty.describe(type_)} cannot be compared"
                return scope.error(node, "E0302", why, help=unit_advice(found, type_))
        return yes_or_no(prim.IN_RANGE, [member, *(bound for bound, _ in bounds)], node.span)
    zone = find_zone(scope, node.right)
    if zone is not None:
        card = resolve_expr(scope, node.left, zone_card(zone))
        if not isinstance(known_type(scope, card), ty.CardType):
            return coerce(scope, card, zone_card(zone))
        return tree.InZone(card, zone, scope.scenario, type=ty.BOOL, span=node.span)
    if is_bare_member(scope, node.left):
        right = resolve_expr(scope, node.right)
        inner = right.type.member if isinstance(right.type, ty.SetType) else None
        left = error_at(node.left) if is_faulty(right) else resolve_expr(scope, node.left, inner)
    else:
        left = resolve_expr(scope, node.left)
        right = resolve_expr(scope, node.right, ty.SetType(ty.strip_optional(left.type)))
    if is_faulty(left, right):
        return error_at(node)
    if isinstance(right.type, ty.PileType):
        right = coerce(scope, right, ty.SetType(right.type.card))
    if not isinstance(right.type, ty.SetType):
        return scope.wrong_type(node.right.span, right.type, "a set, a pile or a range")
    if not (isinstance(right.type.member, ty.CardType) and isinstance(known_type(scope, left), ty.CardType)):
        left = coerce(scope, left, right.type.member)
    return error_at(node) if is_faulty(left) else holds_copy(scope, left, right, set_low(scope, right.type), node.span)


def is_a_copy(scope: Scope, left: tree.TExpr, right: tree.TExpr, span: Span) -> tree.TExpr | None:
    """The test whether a card is one of the copies that a name means; None if no side is a name of several."""
    for named, other in ((right, left), (left, right)):
        copies = copies_of(scope, named)
        if len(copies) > 1:
            first, last = (tree.Const(card, type=named.type, span=span) for card in (copies[0], copies[-1]))
            return yes_or_no(prim.IN_RANGE, [other, first, last], span)
    return None


def are_copies(scope: Scope, left: tree.TExpr, right: tree.TExpr, span: Span) -> tree.TExpr | None:
    """The test whether a set holds a copy of each named card, and nothing else; None if no name means several."""
    if not isinstance(left.type, SetType) or not (isinstance(right, tree.Op) and right.primitive is prim.SET_OF):
        return None
    every = with_copies(scope, right)
    if every is right:
        return None
    more = tree.Op(prim.DIFFERENCE, [left, every], type=left.type, span=span)
    tests: list[tree.TExpr] = [yes_or_no(prim.NO_MEMBERS, [more], span)]
    tests += [holds_copy(scope, item, left, int(right.fixed[0]), span) for item in right.operands]
    return yes_or_no(prim.AND, tests, span)


def holds_copy(scope: Scope, card: tree.TExpr, set_: tree.TExpr, low: int, span: Span) -> tree.TExpr:
    """The test whether a set holds a card, or one of the copies that its name means."""
    copies = copies_of(scope, card)
    if isinstance(set_, tree.Op) and set_.primitive is prim.SET_OF:
        set_ = with_copies(scope, set_)
    if len(copies) < 2:
        return tree.Op(prim.IN_SET, [card, set_], (low,), type=BOOL, span=span)
    one = scope.hidden("copy", card.type, span)
    bounds = [tree.Const(number, type=card.type, span=span) for number in (copies[0], copies[-1])]
    here = tree.Op(prim.IN_SET, [tree.LocalRef(one, type=card.type, span=span), set_], (low,), type=BOOL, span=span)
    return tree.Quantify("any", [tree.Loop(one, tree.RangeDomain(*bounds))], here, None, type=BOOL, span=span)


def with_copies(scope: Scope, set_: tree.Op) -> tree.Op:
    """The set of all copies of the cards that are named; the same set where no name means several."""
    if all(len(copies_of(scope, item)) < 2 for item in set_.operands):
        return set_
    items: list[tree.TExpr] = []
    for item in set_.operands:
        items += [tree.Const(card, type=item.type, span=item.span) for card in copies_of(scope, item)] or [item]
    return tree.Op(prim.SET_OF, items, set_.fixed, type=set_.type, span=set_.span)


def copies_of(scope: Scope, card: tree.TExpr) -> range:
    """The numbers of the cards that a name in a scenario means; empty for anything else."""
    if scope.scenario and isinstance(card, tree.Const) and isinstance(card.type, CardType):
        for _, _, member in scope.game.members():
            if card.value in member.numbers:
                return member.numbers
    return range(0)
