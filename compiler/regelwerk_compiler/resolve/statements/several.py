"""Choices of several members: `choose 3 c in hand[p]`, made of choices of one member each.

What may be chosen still, `left`, is a set: after each member it loses that one and all before it in its order, so that
the same members cannot be chosen in another order. Cards of a pile are ordered by what tells them apart, which depends
on the locals that are read later: there `left` stays as it is, and the choice leaves out what comes before the chosen.
"""

from __future__ import annotations

from regelwerk_dsl import syntax as syn

from ...model import tree
from ...model import types as ty
from ...model.primitive import Primitive
from ...primitives import table as prim
from ..coerce import expr_of, set_low, set_of
from ..nodes import read, yes_or_no
from ..scope import Body
from .choices import choice_loop, leaving, otherwise_of, site_of
from .control import join, resolve_branch
from .hints import value_hints


def resolve_several(body: Body, node: syn.ChooseStmt, how_many: syn.HowMany) -> tree.TBlock:
    """The statements of a choice of several; its name is the set of them. Errors: E0406, E0409 (it is declined)."""
    scope, span, name = body.scope, node.span, node.binder.name
    if node.may:
        help_ = "write `choose up to n`, or ask with `choose by p` first"
        scope.error(node, "E0409", "`may` and a number of members do not go together", help=help_)
    if node.unseen:
        help_ = "let the player choose one card after the other, for example in `repeat 2 times:`"
        scope.error(node, "E0337", "only one card at a time is taken unseen", help=help_)
    site, _, player, prompt = site_of(body, node)
    found: tree.TBlock = []
    least = _bound(body, found, how_many.least)
    most = least if how_many.most == how_many.least else _bound(body, found, how_many.most)
    with scope.block():
        loop, where = choice_loop(scope, node)
        hints = value_hints(body, node, where)
    type_ = ty.ERROR if isinstance(loop.local.type, ty.ErrorType) else ty.SetType(loop.local.type)
    if node.body is None:
        otherwise = leaving(body, node)
        chosen, inner = scope.bind(name.name, type_, name.span), None
    else:
        with scope.block():
            chosen = scope.bind(name.name, type_, name.span)
            inner, taken = resolve_branch(body, node.body)
        otherwise, end = otherwise_of(body, node)
        join(scope, taken, end)
    if not isinstance(type_, ty.SetType):
        return []
    low, left = set_low(scope, type_), scope.hidden(f"{name.name}_left", type_, span)
    found.append(tree.SetLocal(left, tree.Those(loop, where, low, type=type_, span=span), span=span))
    found.append(tree.SetLocal(chosen, tree.Const(0, type=type_), span=span))

    def picking(site: str, may: bool, where: list[tree.TExpr], otherwise: tree.TBlock | None) -> tree.TBlock:
        """The statements by which one member is chosen and joins the set, and `left` is computed anew."""
        again = tree.Loop(loop.local, loop.domain)
        test = yes_or_no(prim.AND, [in_left, *where], span) if where else in_left
        choice = tree.ChooseValue(
            site, may, again, test, player, prompt, None, otherwise, span=span, chosen=chosen, low=low, least=needed,
            hints=hints,
        )  # fmt: skip
        both: list[tree.TExpr] = [read(chosen, span), set_of(scope, [picked], type_, span)]
        joined = tree.SetLocal(chosen, tree.Op(prim.UNION, both, type=type_, span=span), span=span)
        return [choice, joined, *([] if of_pile else [tree.SetLocal(left, later, span=span)])]

    def repeated(times: tree.TExpr, picked: tree.TBlock) -> tree.Repeat:
        return tree.Repeat(times, None, picked, scope.hidden("round", ty.INT, span), span=span)

    picked = read(loop.local, span)
    of_pile = isinstance(loop.domain, tree.CardsDomain)
    still: tree.TExpr = read(left, span)
    if of_pile:
        still = tree.Op(prim.DIFFERENCE, [still, read(chosen, span)], type=type_, span=span)
    in_left = tree.Op(prim.IN_SET, [picked, still], (low,), type=ty.BOOL, span=span)
    later = tree.Op(prim.LATER, [read(left, span), picked], (low,), type=type_, span=span)
    needed = (least or tree.Const(0, type=ty.INT)) if of_pile else None
    missing: tree.TExpr = yes_or_no(prim.NO_MEMBERS, [read(chosen, span)], span)
    rounds: tree.TBlock = []
    if least is not None:
        missing = yes_or_no(prim.LESS, [_count(read(left, span)), least], span)
        there = _number(prim.ADD, _count(read(chosen, span)), _count(later))
        enough = yes_or_no(prim.AT_LEAST, [there, _number(prim.SUBTRACT, least, tree.Const(1, type=ty.INT))], span)
        conditions: list[tree.TExpr] = [] if of_pile else [enough]
        if most is not None and _may_cross(least, most):  # then no number fits, and there is nothing to choose
            missing = yes_or_no(prim.OR, [missing, yes_or_no(prim.LESS, [most, least], span)], span)
            conditions += [yes_or_no(prim.AT_LEAST, [most, least], span)] if otherwise is None else []
        leave: tree.TBlock | None = None if otherwise is None else [tree.Stop(span=span)]  # enough are there then
        rounds.append(repeated(least, picking(site, False, conditions, leave)))
    if how_many.most != how_many.least or least is None:
        times = most if most is not None else _count(read(left, span))
        times = times if least is None else _number(prim.SUBTRACT, times, least)
        rounds.append(repeated(times, picking(f"{site}.more" if rounds else site, True, [], [tree.Stop(span=span)])))
    inside = inner or []
    if otherwise is None:
        return [*found, *rounds, *inside]
    if least is None:
        return [*found, *rounds, tree.Branch(missing, otherwise, inside, span=span)]
    if inner is None:
        return [*found, tree.Branch(missing, otherwise, [], span=span), *rounds]
    return [*found, tree.Branch(missing, otherwise, [*rounds, *inside], span=span)]


def _bound(body: Body, found: tree.TBlock, node: syn.Expr | None) -> tree.TExpr | None:
    """The number of members that must or may be chosen, evaluated once."""
    if node is None:
        return None
    value = expr_of(body.scope, node, ty.INT)
    if isinstance(value, tree.Const):
        return value
    local = body.scope.hidden("number", ty.INT, node.span)
    found.append(tree.SetLocal(local, value, span=node.span))
    return read(local, node.span)


def _may_cross(least: tree.TExpr, most: tree.TExpr) -> bool:
    """True if the least number may be greater than the greatest one."""
    match least, most:
        case tree.Const(int(low)), tree.Const(int(high)):
            return low > high
        case _:
            return most is not least


def _count(members: tree.TExpr) -> tree.Op:
    return tree.Op(prim.MEMBER_COUNT, [members], type=ty.INT, span=members.span)


def _number(row: Primitive, left: tree.TExpr, right: tree.TExpr) -> tree.Op:
    return tree.Op(row, [left, right], type=ty.INT, span=left.span)
