"""`do`, `emit` and `roll`, as statements and as what `let` gives a local."""

from __future__ import annotations

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.source import Span

from ...model import tree
from ...model import types as ty
from ...model.ids import MessageId
from ...model.symbols import LocalSymbol
from ...primitives import table as prim
from ..binders import resolve_domain
from ..coerce import arguments_of, coerce, expr_of, resolve_expr
from ..nodes import is_faulty, is_none, read, yes_or_no
from ..scope import Body, Scope, known_type
from ..texts import resolve_text
from ..types import resolve_type
from .control import join, only_works_out, resolve_branch

LET_AGAIN = "to assign to it, leave out `let`; otherwise choose another name"
MOST_KEYED = 64  # members of an enum by which a die may be keyed


def resolve_do(body: Body, node: syn.DoStmt) -> tree.TBlock:
    call = do_call(body, node.call)
    return [call] if call is not None else []


def do_call(body: Body, call: syn.Call) -> tree.Do | tree.DoAbility | None:
    """`do f(x)` and `do card.ability(x)`; None after an error."""
    scope, function = body.scope, call.function
    if isinstance(function, syn.Field):
        return _do_ability(scope, call, function)
    name = function.name if isinstance(function, syn.Name) else ""
    effect = scope.resolver.effects.get(name)
    if effect is None and name in scope.resolver.defines:
        scope.error(call, "E0309", f"`{name}` only computes a value", help="use it as a value, without `do`")
    elif effect is None:
        scope.unknown(name, function.span, "effect", [*scope.resolver.effects])
    elif not scope.is_reported(name):
        values = arguments_of(scope, call, name, [param.type for param in effect.params], call.arguments)
        if len(values) == len(effect.params):
            return tree.Do(effect, values, span=call.span)
    return None


def _do_ability(scope: Scope, call: syn.Call, function: syn.Field) -> tree.DoAbility | None:
    base, name = resolve_expr(scope, function.base), function.name
    match known_type(scope, base):
        case ty.OptionalType(inner):
            coerce(scope, base, inner)
        case ty.CardType(None):
            scope.error(call, "E0206", "a card of any type has no abilities", help="ask `of` a card type first")
        case ty.CardType(str(card_type)):
            kind = scope.card_type(card_type)
            ability = kind.abilities.get(name.name)
            if ability is not None and ability.result is None:
                values = arguments_of(scope, call, name.name, [p.type for p in ability.params], call.arguments)
                return tree.DoAbility(kind.name, name.name, base, values, span=call.span)
            if ability is not None:
                scope.error(call, "E0309", f"`{name.name}` only computes a value", help="use it as a value")
            else:
                scope.unknown(name.name, name.span, f"ability of {kind.name}", [*kind.abilities])
        case ty.ErrorType():
            pass
        case found:
            scope.error(call, "E0309", f"{ty.describe(found)} has no abilities")
    return None


def resolve_emit(body: Body, node: syn.EmitStmt) -> tree.TBlock:
    """`emit e(x)`, or with a block what happens unless a card answers instead. Errors: E0201, E0311, E0408."""
    scope, name = body.scope, node.event
    event = scope.resolver.events.get(name.name)
    if event is None:
        scope.unknown(name.name, name.span, "event", [*scope.resolver.events])
        return []
    values = arguments_of(scope, node, name.name, [param.type for param in event.params], node.arguments)
    if event.queued and body.owner.kind == "frame":
        help_ = "emit it in an effect"
        scope.error(node, "E0408", f"`{name}` waits for the end of an effect, but there is none here", help=help_)
    if node.body is None:
        return [tree.Do(event, values, span=node.span)] if len(values) == len(event.params) else []
    if event.queued:
        scope.error(node, "E0408", f"`{name}` is queued and happens later, so nothing can replace what follows here")
    event.result, answered = ty.BOOL, scope.hidden("answered", ty.BOOL, node.span)
    block, end = resolve_branch(body, node.body)
    join(scope, end, scope.present)
    test = yes_or_no(prim.NOT, [read(answered, node.span)], node.span)
    return [tree.Do(event, values, answered, span=node.span), tree.Branch(test, block, [], span=node.span)]


def resolve_say(body: Body, node: syn.SayStmt) -> tree.TBlock:
    body.said += 1
    text = resolve_text(body.scope, MessageId((*body.owner.path, "say", str(body.said))), node.text)
    if text is not None and node.reader is not None:
        text.reader = expr_of(body.scope, node.reader, ty.PLAYER)
    return [tree.Say(text, span=node.span)] if text is not None else []


# ---- let -------------------------------------------------------------------------------------------------------------


def resolve_let(body: Body, node: syn.LetStmt) -> tree.TBlock:
    scope = body.scope
    declared = resolve_type(scope, node.type) if node.type is not None else None
    if isinstance(node.value, syn.Roll | syn.DoCall):
        found, local = _let_stopping(body, node, node.value, declared)
    else:
        raw = resolve_expr(scope, node.value, declared)
        type_ = declared if declared is not None else _inferred(scope, raw, node)
        value = coerce(scope, raw, type_, fit=declared is not None)
        if is_faulty(value) and not is_faulty(raw):
            type_ = ty.ERROR  # which of the two is wrong is not known
        local = scope.bind(node.name.name, type_, node.name.span, LET_AGAIN)
        found = [tree.SetLocal(local, value, span=node.span)]
        if isinstance(value, tree.StateRow) and not value.indices:
            local.assigned = True  # it takes the numbers of a whole variable: a copy of its own
        if isinstance(declared, ty.OptionalType):
            note_presence(scope, local, value)
    return found if node.otherwise is None else found + missing_case(body, node.otherwise, local)


def _let_stopping(
    body: Body, node: syn.LetStmt, value: syn.Roll | syn.DoCall, declared: ty.Type | None
) -> tuple[tree.TBlock, LocalSymbol]:
    """`let x: T = roll d6`: straight into the local where no conversion is needed."""
    scope, name = body.scope, node.name
    found, answer = stopping_value(body, value, name.name, node.span)
    type_ = declared if declared is not None else answer.type
    converted = coerce(scope, read(answer, value.span), type_, fit=True)
    local = scope.bind(name.name, type_, name.span, LET_AGAIN)
    if not isinstance(converted, tree.LocalRef):
        return [*found, tree.SetLocal(local, converted, span=node.span)], local
    scope.locals.remove(answer)
    for statement in found:
        if isinstance(statement, tree.Do | tree.RollDice):
            statement.local = local
    return found, local


def _inferred(scope: Scope, value: tree.TExpr, node: syn.LetStmt) -> ty.Type:
    found = known_type(scope, value)
    match found:
        case ty.IntType():
            return ty.IntType(None, None, found.unit)
        case ty.PileType(card):
            return ty.SetType(card)
        case ty.NoneType() | ty.EmptyType():
            help_ = f"declare it: `let {node.name.name}: Good? = none` (with your own type)"
            scope.error(node, "E0313", f"the type of `{node.name.name}` cannot be inferred", help=help_)
            return ty.ERROR
        case _:
            return found


def note_presence(scope: Scope, local: LocalSymbol, value: tree.TExpr) -> None:
    if not isinstance(known_type(scope, value), ty.OptionalType | ty.NoneType):
        scope.present = scope.present | {(local,)}


def missing_case(body: Body, block: syn.Block, local: LocalSymbol) -> tree.TBlock:
    """`otherwise:` under a `let` or `draw`: the missing case. What follows knows that the local is present."""
    scope = body.scope
    if not isinstance(local.type, ty.OptionalType):
        if not isinstance(local.type, ty.ErrorType):
            why = f"`{local.name}` is never `none`, so this never runs"
            scope.error(block, "E0307", why, help="remove the `otherwise`")
        return []
    missing = is_none(scope.game, read(local, local.span), block.span)
    inner, end = resolve_branch(body, block)
    join(scope, end, scope.present | {(local,)})
    return [tree.Branch(missing, inner, [], span=block.span)]


# ---- results of `do` and `roll` --------------------------------------------------------------------------------------


def stopping_value(body: Body, node: syn.Roll | syn.DoCall, name: str, span: Span) -> tuple[tree.TBlock, LocalSymbol]:
    """`roll` or `do` as a right-hand side, into a new hidden local."""
    scope = body.scope
    if body.pure:
        only_works_out(body, node)
        return [], scope.hidden(name, ty.ERROR, span)
    if isinstance(node, syn.Roll):
        roll = _roll(body, node, name, span)
        return [roll], roll.local
    call = do_call(body, node.call)
    if isinstance(call, tree.Do) and call.callee.result is not None:
        call.local = scope.hidden(name, ty.promised(call.callee.result), span)
        return [call], call.local
    if call is not None:
        scope.error(node, "E0405", "this effect has no result", help="give it a result: `effect f() -> T:`")
    return [], scope.hidden(name, ty.ERROR, span)


def _roll(body: Body, node: syn.Roll, target: str, span: Span) -> tree.RollDice:
    """A roll into a new local: the name of its die, and the values that key its chance."""
    scope = body.scope
    luck = f"{body.owner.family_label}.{target}"
    body.luck[luck] = body.luck.get(luck, 0) + 1
    if body.luck[luck] > 1:
        luck = f"{luck}.{body.luck[luck]}"
    player = body.players[-1] if body.players else None
    members: list[tree.TExpr] = []
    for loop in body.loops:
        member = loop.local.type
        if not isinstance(member, ty.MemberType) or member == ty.PLAYER:
            continue
        if scope.game.enums[member.enum].size <= MOST_KEYED:
            members.append(read(loop.local, node.span))
    low: tree.TExpr | None = None
    high: tree.TExpr | None = None
    domain: tree.TDomain | None = None
    type_: ty.Type = ty.ERROR
    match node.what:
        case None:
            kind, type_ = "dice", ty.IntType(node.dice, node.dice * node.sides)
            if not 1 <= node.dice <= 100 or not 2 <= node.sides <= 1_000_000:
                scope.error(node, "E0304", "roll from 1 to 100 dice of 2 to 1_000_000 sides")
        case syn.RangeExpr():
            low, high = expr_of(scope, node.what.low, ty.INT), expr_of(scope, node.what.high, ty.INT)
            first, last = known_type(scope, low), known_type(scope, high)
            kind = "range"
            if isinstance(first, ty.IntType) and isinstance(last, ty.IntType):
                type_ = ty.IntType(first.low, last.high)
        case _:
            kind = "of"
            domain, type_ = resolve_domain(scope, node.what)
    local = scope.hidden(target, type_, span)
    asked = read(player, node.span) if player else None
    return tree.RollDice(
        local, kind, low, high, node.dice, node.sides, domain, luck, asked, members[:2], span=node.span
    )
