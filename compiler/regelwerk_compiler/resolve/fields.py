"""Fields: members, columns of tables, fields of cards, the ends of piles, neighbours."""

from __future__ import annotations

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.suggest import nearest

from ..model import tree
from ..model import types as ty
from ..model.enums import EnumSymbol
from ..primitives import table as prim
from .coerce import coerce, resolve_expr
from .names import find_card
from .nodes import error_at
from .scope import ALL, Scope, known_type


def resolve_field(scope: Scope, node: syn.Field) -> tree.TExpr:
    """`Die.red`, `Good.count`, `good.sold`, `card.number`, `pile.top`, `p.next`, and in scenarios `theft.asia`."""
    name = node.name.name
    if scope.scenario:
        key = dotted(node)
        known = find_card(scope, key) if key else None
        if known is not None:
            return tree.Const(known[0], type=known[1], span=node.span)
    if isinstance(node.base, syn.Name) and scope.find_local(node.base.name) is None:
        found = _static_field(scope, node, node.base.name, name)
        if found is not None:
            return found
    base = resolve_expr(scope, node.base)
    found_type = known_type(scope, base)
    match found_type:
        case ty.ErrorType():
            return error_at(node)
        case ty.OptionalType(inner):
            fields = scope.game.card_types[inner.name].fields if isinstance(inner, ty.CardType) and inner.name else ()
            if isinstance(base, tree.PlaceRead) and name in ("top", "bottom", "count") and name not in fields:
                help_ = f"a place is its card, or `none`: leave out `.{name}`"
                return scope.error(node.name, "E0206", f"a place has no `{name}`", help=help_)
            return coerce(scope, base, inner)
        case ty.MemberType(enum):
            return _member_field(scope, node, base, scope.game.enums[enum])
        case ty.CardType(None):
            help_ = "iterate over those of one type: `hand[p] of ...`"
            return scope.error(node.name, "E0206", "a card of any type has no fields", help=help_)
        case ty.CardType(kind):
            return _card_field(scope, node, base, str(kind))
        case ty.PileType(card):
            if name == "count":
                return tree.Op(prim.CARD_COUNT, [base], type=ty.IntType(0, max(scope.copies, 1)), span=node.span)
            if name in ("top", "bottom"):
                return tree.Op(prim.PILE_ENDS[name], [base], type=ty.OptionalType(card), span=node.span)
            return no_field(scope, node, "a pile", ["count", "top", "bottom"])
        case ty.SetType():
            if name == "count":
                return tree.Op(prim.MEMBER_COUNT, [base], type=ty.IntType(0, None), span=node.span)
            return no_field(scope, node, "a set", ["count"])
        case _:
            return no_field(scope, node, ty.describe(found_type), [])


def _static_field(scope: Scope, node: syn.Field, owner: str, name: str) -> tree.TExpr | None:
    """A member of an enum or a card of a card type by its name, or how many there are."""
    known = scope.resolver
    if owner in known.enums and not scope.is_state(owner):
        symbol = known.enums.get(owner)
        value = symbol.find(name) if symbol is not None else None
        if symbol is None or (value is None and scope.is_reported(owner)):
            return error_at(node)
        if name == "count":
            known.players.get(ALL)
            low = scope.game.players[0] if symbol.kind == "player" else symbol.size
            return tree.Count(symbol.type, type=ty.IntType(low, symbol.size), span=node.span)
        if value is None and name in ("first", "last") and symbol.size:
            value = symbol.high if name == "last" and symbol.kind != "player" else symbol.low
        if value is None:
            return scope.unknown(name, node.name.span, f"member of {owner}", symbol.keys)
        member = tree.Const(value, type=symbol.type, span=node.span)
        if (symbol.kind, name) == ("player", "last"):  # known in play: the one before the first
            return tree.Op(prim.PLAYER_NEIGHBOURS["previous"], [member], type=symbol.type, span=node.span)
        return member
    if owner in known.card_types:
        kind = scope.numbered(owner)
        keys = {member.key: member for card in kind.cards for member in card.members if member.copies}
        if name in keys:
            return tree.Const(keys[name].first, type=kind.type, span=node.span)
        if name == "count" and kind.endless is not None:
            why = f"`{owner}.count` is not a number: `{kind.endless}` is `x many`"
            help_ = f"count those in play, `count c in {owner} where c not in box`"
            return scope.error(node, "E0357", why, help=help_)
        if name == "count":
            size = kind.end - kind.first
            return tree.Const(size, type=ty.IntType(size, size), span=node.span)
        return scope.unknown(name, node.name.span, "card", [*keys])
    return None


def dotted(node: syn.Expr) -> str | None:
    """`a.b.c` as one key, or None; of a family over products `a.Cell(1, b)`."""
    match node:
        case syn.Name(name):
            return name
        case syn.Number(value):
            return str(value)
        case syn.Unary("-", syn.Number(value)):
            return str(-value)
        case syn.Call(function, arguments):
            parts = [dotted(one) for one in (function, *arguments)]
            return None if None in parts else f"{parts[0]}({', '.join(map(str, parts[1:]))})"
        case syn.Field(base, name):
            head = dotted(base)
            return None if head is None else f"{head}.{name.name}"
        case _:
            return None


def no_field(scope: Scope, node: syn.Field, what: str, candidates: list[str]) -> tree.TExpr:
    name = node.name.name
    near = nearest(name, candidates)
    help_ = f"known: {', '.join(dict.fromkeys(candidates))}" if candidates else ""
    if near is not None:
        help_ = f"did you mean `{near}`?"
    elif scope.is_state(name):
        help_ = as_index(node)
    return scope.error(node.name, "E0206", f"{what} has no `{name}`", help=help_)


def as_index(node: syn.Field) -> str:
    """Advice for `p.money`, where `money` is a variable of the state."""
    return f"the index of a variable goes in square brackets: `{node.name.name}[{node.base.span.text}]`"


def _member_field(scope: Scope, node: syn.Field, base: tree.TExpr, symbol: EnumSymbol) -> tree.TExpr:
    name = node.name.name
    field = symbol.fields.get(name) or scope.resolver.columns.get((symbol.name, name))
    if field is not None:
        return tree.EnumFieldRead(symbol.name, name, base, type=field.type, span=node.span)
    if name in ("next", "previous"):
        if symbol.kind == "player":
            return tree.Op(prim.PLAYER_NEIGHBOURS[name], [base], type=symbol.type, span=node.span)
        return tree.Op(prim.NEIGHBOURS[name], [base], (symbol.name,), type=ty.optional(symbol.type), span=node.span)
    columns = dict.fromkeys(
        (*symbol.fields, *(column for enum, column in scope.resolver.columns if enum == symbol.name))
    )
    return no_field(scope, node, symbol.name, [*columns, "next", "previous"])


def _card_field(scope: Scope, node: syn.Field, base: tree.TExpr, kind: str) -> tree.TExpr:
    name = node.name.name
    symbol = scope.card_type(kind)
    if name in symbol.fields:
        return tree.CardFieldRead(kind, name, base, type=symbol.fields[name].type, span=node.span)
    if name in symbol.abilities:
        ability = symbol.abilities[name]
        if ability.result is not None and not ability.params:
            return tree.AbilityRead(kind, name, base, [], type=ty.promised(ability.result), span=node.span)
        arguments = "(...)" if ability.params else "()"
        help_ = f"{'call it: `' if ability.result is not None else 'write `do '}{node.span.text}{arguments}`"
        return scope.error(node, "E0309", f"`{name}` is an ability of {kind}", help=help_)
    return no_field(scope, node, kind, [*symbol.fields, *symbol.abilities])
