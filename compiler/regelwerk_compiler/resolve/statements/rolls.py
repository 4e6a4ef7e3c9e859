"""Rolls: the die, and the keys that its luck depends on."""

from __future__ import annotations

from regelwerk_dsl import syntax as syn

from ...model import tree
from ...model.symbols import LocalSymbol
from ...model.types import ERROR, INT, IntType, MemberType
from ..binders import resolve_domain
from ..dispatch import expr_of
from ..scope import Body, known_type


def resolve_roll(body: Body, node: syn.Roll, target: str) -> tree.RollDice:
    scope = body.scope
    name = f"{body.owner.family_label}.{target}"
    body.luck[name] = body.luck.get(name, 0) + 1
    if body.luck[name] > 1:
        name = f"{name}.{body.luck[name]}"
    keys: list[tuple[MemberType, tree.TExpr | None]] = []
    player = body.players[-1] if body.players else None
    keys.append((MemberType("Player"), tree.LocalRef(player, type=player.type) if player is not None else None))
    for loop in body.loops:
        member = loop.local.type
        if isinstance(member, MemberType) and member.enum != "Player" and scope.game.enums[member.enum].size <= 64:
            keys.append((member, tree.LocalRef(loop.local, type=member)))
    keys = keys[:3]
    roll = tree.RollDice(
        LocalSymbol(target, ERROR, node.span),
        "dice",
        None,
        None,
        node.dice,
        node.sides,
        None,
        name,
        keys,
        span=node.span,
    )
    if node.what is None:
        if not 1 <= node.dice <= 100 or not 2 <= node.sides <= 1_000_000:
            scope.error(node, "E0304", "roll from 1 to 100 dice of 2 sides or more")
        roll.local.type = IntType(node.dice, node.dice * node.sides)
        return roll
    if isinstance(node.what, syn.RangeExpr):
        low = expr_of(scope, node.what.low, INT)
        high = expr_of(scope, node.what.high, INT)
        roll.kind, roll.low, roll.high = "range", low, high
        low_type, high_type = known_type(scope, low), known_type(scope, high)
        if isinstance(low_type, IntType) and isinstance(high_type, IntType):
            roll.local.type = IntType(low_type.low, high_type.high)
        return roll
    domain, member = resolve_domain(scope, node.what)
    roll.kind, roll.domain = "of", domain
    roll.local.type = member
    return roll
