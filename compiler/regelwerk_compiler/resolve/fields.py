"""What stands after a dot: members, columns of tables, fields of cards, the ends of piles, neighbours."""

from __future__ import annotations

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.suggest import nearest

from ..model import tree
from ..model.symbols import EnumSymbol
from ..model.types import (
    CardType,
    ErrorType,
    IntType,
    MemberType,
    OptionalType,
    PileType,
    SetType,
    Type,
    describe,
    optional,
)
from ..primitives import table as prim
from .coerce import coerce
from .descend import error_at, resolve_expr, resolves
from .names import find_card
from .scope import Scope, known_type


@resolves(syn.Field)
def resolve_field(scope: Scope, node: syn.Field, wanted: Type | None) -> tree.TExpr:
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
        case ErrorType():
            return error_at(node)
        case OptionalType():
            coerce(scope, base, found_type.inner)
            return error_at(node)
        case MemberType(enum):
            return _member_field(scope, node, base, scope.game.enums[enum])
        case CardType(None):
            scope.diagnostics.report(
                "E0206",
                node.name.span,
                "a card of any type has no fields",
                help="go through those of one type: `hand[p] of ...`",
            )
            return error_at(node)
        case CardType(kind):
            return _card_field(scope, node, base, str(kind))
        case PileType(card):
            assert isinstance(base, tree.PileCards)
            if name == "count":
                return tree.Op(prim.CARD_COUNT, [base], type=IntType(0, max(scope.game.copies, 1)), span=node.span)
            if name in ("top", "bottom"):
                return tree.Op(prim.PILE_ENDS[name], [base], type=OptionalType(card), span=node.span)
            return no_field(scope, node, "a pile", ["count", "top", "bottom"])
        case SetType():
            if name == "count":
                return tree.Op(prim.MEMBER_COUNT, [base], type=IntType(0, None), span=node.span)
            return no_field(scope, node, "a set", ["count"])
        case _:
            return no_field(scope, node, describe(found_type), [])


def _static_field(scope: Scope, node: syn.Field, owner: str, name: str) -> tree.TExpr | None:
    game = scope.game
    if owner in game.enums and owner not in game.state:
        symbol = game.enums[owner]
        if name == "count":
            size = symbol.size
            low = game.players[0] if symbol.kind == "player" else size
            return tree.Count(symbol.type, type=IntType(low, size), span=node.span)
        value = symbol.find(name)
        if value is None and symbol.broken:
            return error_at(node)
        if value is None:
            scope.unknown(name, node.name.span, f"member of {owner}", symbol.keys)
            return error_at(node)
        return tree.Const(value, type=symbol.type, span=node.span)
    if owner in game.card_types:
        for card in game.card_types[owner].cards:
            for member in card.members:
                if member.key == name:
                    return tree.Const(member.first, type=CardType(owner), span=node.span)
        if name == "count":
            kind = game.card_types[owner]
            return tree.Const(
                kind.end - kind.first, type=IntType(kind.end - kind.first, kind.end - kind.first), span=node.span
            )
        scope.unknown(name, node.name.span, "card", [m.key for c in game.card_types[owner].cards for m in c.members])
        return error_at(node)
    return None


def dotted(node: syn.Expr) -> str | None:
    """`a.b.c` as one key, or None."""
    match node:
        case syn.Name(name):
            return name
        case syn.Field(base, name):
            head = dotted(base)
            return None if head is None else f"{head}.{name.name}"
        case _:
            return None


def no_field(scope: Scope, node: syn.Field, what: str, candidates: list[str]) -> tree.TExpr:
    name = node.name.name
    near = nearest(name, candidates)
    help_ = f"there {'is' if len(candidates) == 1 else 'are'} {', '.join(candidates)}" if candidates else ""
    if near is not None:
        help_ = f"did you mean `{near}`?"
    elif name in scope.game.state:
        help_ = as_index(node)
    scope.diagnostics.report("E0206", node.name.span, f"{what} has no `{name}`", help=help_)
    return error_at(node)


def as_index(node: syn.Field) -> str:
    """What to write for `p.money`, where `money` is a variable of the state."""
    return f"the index of a variable stands in brackets: `{node.name.name}[{node.base.span.text}]`"


def _member_field(scope: Scope, node: syn.Field, base: tree.TExpr, symbol: EnumSymbol) -> tree.TExpr:
    name = node.name.name
    if name in symbol.fields:
        field = symbol.fields[name]
        return tree.EnumFieldRead(symbol.name, name, base, type=field.type, span=node.span)
    if name in ("next", "previous"):
        if symbol.kind == "player":
            return tree.Op(prim.PLAYER_NEIGHBOURS[name], [base], type=symbol.type, span=node.span)
        return tree.Op(prim.NEIGHBOURS[name], [base], (symbol.name,), type=optional(symbol.type), span=node.span)
    return no_field(scope, node, symbol.name, [*symbol.fields, "next", "previous"])


def _card_field(scope: Scope, node: syn.Field, base: tree.TExpr, kind: str) -> tree.TExpr:
    name = node.name.name
    symbol = scope.game.card_types[kind]
    if name in symbol.fields:
        return tree.CardFieldRead(kind, name, base, type=symbol.fields[name].type, span=node.span)
    if name in symbol.abilities:
        scope.diagnostics.report(
            "E0309", node.span, f"`{name}` is an ability of {kind}", help=f"call it: `{node.span.text}(...)`"
        )
        return error_at(node)
    return no_field(scope, node, kind, [*symbol.fields, *symbol.abilities])
