"""`move`, `draw` and `shuffle`: cards from zone to zone."""

from __future__ import annotations

from regelwerk_dsl import syntax as syn

from ...model import tree
from ...model import types as ty
from ..coerce import coerce
from ..dispatch import expr_of, resolve_expr
from ..names import find_zone, zone_card
from ..nodes import is_none, read
from ..scope import Body, Scope, known_type
from .blocks import join, resolve_branch
from .let import missing_case


def resolve_shuffle(body: Body, node: syn.ShuffleStmt) -> tree.TBlock:
    zone = _zone(body.scope, node.pile)
    if zone is None:
        return []
    if not isinstance(zone.type, ty.PileType):
        body.scope.error(node.pile, "E0322", "only a pile can be shuffled, and this is a place")
        return []
    return [tree.Shuffle(zone, span=node.span)]


def _zone(scope: Scope, node: syn.Expr) -> tree.ZoneRef | None:
    zone = find_zone(scope, node)
    if zone is None:
        zones = scope.zones()
        if isinstance(node, syn.Name) and not scope.is_state(node.name):
            scope.unknown(node.name, node.span, "pile or place", [*zones, "box"])
        elif isinstance(node, syn.Index) and isinstance(node.base, syn.Name) and not scope.is_state(node.base.name):
            scope.unknown(node.base.name, node.base.span, "pile or place", zones)
        else:
            found = resolve_expr(scope, node).type
            if not isinstance(found, ty.ErrorType):
                help_ = "name a pile or place of the state"
                scope.error(node, "E0321", f"this is no pile and no place, it is {ty.describe(found)}", help=help_)
        return None
    return None if isinstance(zone.type, ty.ErrorType) else zone


def _target(scope: Scope, node: syn.Expr) -> tuple[tree.ZoneRef | None, bool]:
    """Where cards go, and whether below."""
    if isinstance(node, syn.Field) and node.name.name in ("bottom", "top") and find_zone(scope, node.base) is not None:
        return _zone(scope, node.base), node.name.name == "bottom"
    return _zone(scope, node), False


def resolve_move(body: Body, node: syn.MoveStmt) -> tree.TBlock:
    scope = body.scope
    to, below = _target(scope, node.to)
    what = resolve_expr(scope, node.what)
    if to is None:
        return []
    found = known_type(scope, what)
    card = found
    if isinstance(found, ty.PileType):
        card = found.card
    elif isinstance(found, ty.SetType):
        card = found.member
    elif isinstance(found, ty.OptionalType) and isinstance(what, tree.PlaceRead):
        card = found.inner
        what = tree.PileCards(what.zone, type=ty.PileType(zone_card(what.zone)), span=node.what.span)
    elif isinstance(found, ty.OptionalType):
        coerce(scope, what, found.inner)
        return []
    if isinstance(card, ty.ErrorType):
        return []
    if not isinstance(card, ty.CardType):
        scope.error(node.what, "E0322", f"only cards are moved, and this is {ty.describe(found)}")
        return []
    wanted = zone_card(to)
    if wanted.name is not None and card != wanted:
        scope.error(
            node, "E0322", f"{ty.describe(card)} cannot lie there: `{node.to.span.text}` holds {ty.describe(wanted)}"
        )
        return []
    return [tree.MoveCards(what, to, below, span=node.span)]


def resolve_draw(body: Body, node: syn.DrawStmt) -> tree.TBlock:
    scope = body.scope
    deck = _zone(scope, node.deck)
    to, below = _target(scope, node.to)
    count = expr_of(scope, node.count, ty.INT)
    if deck is None or to is None:
        if node.name is not None:
            scope.bind(node.name.name, ty.ERROR, node.name.span)
        return []
    if not isinstance(deck.type, ty.PileType):
        scope.error(node.deck, "E0322", "cards are drawn from a pile")
        return []
    card = deck.type.card
    wanted = zone_card(to)
    if wanted.name is not None and card != wanted:
        scope.error(node, "E0322", f"{ty.describe(card)} cannot lie there: it holds {ty.describe(wanted)}")
        return []
    refill = None
    if deck.var is not None and deck.var.refill is not None:
        other = scope.state(deck.var.refill)
        refill = tree.ZoneRef(other, [], type=other.type, span=node.span) if other is not None else None
    single = isinstance(count, tree.Const) and count.value == 1
    if single:
        local = (
            scope.bind(node.name.name, ty.optional(card), node.name.span)
            if node.name is not None
            else scope.hidden("drawn", ty.optional(card), node.span)
        )
        found: tree.TBlock = [tree.Draw(deck, refill, to, below, local, span=node.span)]
        if node.otherwise is not None:
            found += missing_case(body, node.otherwise, local)
        return found
    if node.name is not None:
        scope.error(node.name, "E0323", "only one card can get a name", help="draw 1 in a loop")
        scope.bind(node.name.name, ty.ERROR, node.name.span)
        return []
    local = scope.hidden("drawn", ty.optional(card), node.span)
    missing = is_none(scope.game, read(local, node.span), node.span)
    short = scope.hidden("short", ty.BOOL, node.span)
    gone: tree.TBlock = [tree.Stop(span=node.span)]
    before: tree.TBlock = []
    if node.otherwise is not None:
        before = [tree.SetLocal(short, tree.Const(False, type=ty.BOOL), span=node.span)]
        gone = [tree.SetLocal(short, tree.Const(True, type=ty.BOOL), span=node.span), *gone]
    loop: tree.TBlock = [
        tree.Draw(deck, refill, to, below, local, span=node.span),
        tree.Branch(missing, gone, [], span=node.span),
    ]
    counter = scope.hidden("round", ty.INT, node.span)
    found = [*before, tree.Repeat(count, None, loop, counter, span=node.span)]
    if node.otherwise is not None:
        inner, end = resolve_branch(body, node.otherwise)
        join(scope, end, scope.present)
        found.append(tree.Branch(tree.LocalRef(short, type=ty.BOOL), inner, [], span=node.otherwise.span))
    return found
