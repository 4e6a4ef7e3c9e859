"""`move`, `draw` and `shuffle`: cards from zone to zone."""

from __future__ import annotations

from regelwerk_dsl import syntax as syn

from ...model import tree
from ...model import types as ty
from ..coerce import coerce, expr_of, resolve_expr
from ..names import find_zone, zone_card
from ..nodes import is_none, read
from ..scope import Body, Scope, known_type
from .control import join, resolve_branch
from .invocations import missing_case


def resolve_shuffle(body: Body, node: syn.ShuffleStmt) -> tree.TBlock:
    zone = _zone(body.scope, node.pile)
    if zone is None:
        return []
    if not isinstance(zone.type, ty.PileType):
        body.scope.error(node.pile, "E0322", "only a pile can be shuffled, but this is a place")
        return []
    return [tree.Shuffle(zone, span=node.span)]


def _zone(scope: Scope, node: syn.Expr) -> tree.ZoneRef | None:
    zone = find_zone(scope, node)
    if zone is not None:
        return None if isinstance(zone.type, ty.ErrorType) else zone
    named = node.base if isinstance(node, syn.Index) else node
    if isinstance(named, syn.Name) and not scope.is_state(named.name) and scope.find_local(named.name) is None:
        zones = scope.zones() if named is not node else [*scope.zones(), "box"]
        scope.unknown(named.name, named.span, "pile or place", zones)
        return None
    found = resolve_expr(scope, node).type
    if not isinstance(found, ty.ErrorType):
        help_ = "name a pile or place of the state"
        if isinstance(node, syn.Field) and isinstance(found, ty.OptionalType) and isinstance(found.inner, ty.CardType):
            card = node.span.text
            help_ = f"to take a card that is not on top, write `let c = {card}`, and `move c to ...` below"
        scope.error(node, "E0321", f"this is neither a pile nor a place, it is {ty.describe(found)}", help=help_)
    return None


def _target(scope: Scope, node: syn.Expr) -> tuple[tree.ZoneRef | None, bool]:
    """The zone that cards go to, and whether to its bottom."""
    if isinstance(node, syn.Field) and node.name.name in ("bottom", "top") and find_zone(scope, node.base) is not None:
        return _zone(scope, node.base), node.name.name == "bottom"
    return _zone(scope, node), False


def _fits(scope: Scope, node: syn.MoveStmt | syn.DrawStmt, card: ty.CardType, to: tree.ZoneRef) -> bool:
    """True if cards of a type may lie where they go; else E0322 is reported."""
    wanted = zone_card(to)
    if wanted.name is None or card == wanted:
        return True
    why = f"{ty.describe(card)} cannot lie there: `{node.to.span.text}` holds {ty.describe(wanted)}"
    scope.error(node, "E0322", why)
    return False


def resolve_move(body: Body, node: syn.MoveStmt) -> tree.TBlock:
    scope = body.scope
    to, below = _target(scope, node.to)
    what = resolve_expr(scope, node.what)
    if to is None:
        return []
    found = known_type(scope, what)
    match found:
        case ty.OptionalType(card) if isinstance(what, tree.PlaceRead):
            what = tree.PileCards(what.zone, type=ty.PileType(zone_card(what.zone)), span=node.what.span)
        case ty.OptionalType(inner):
            coerce(scope, what, inner)
            return []
        case ty.PileType(card) | ty.SetType(card):
            pass
        case card:
            pass
    if isinstance(card, ty.CardType):
        return [tree.MoveCards(what, to, below, span=node.span)] if _fits(scope, node, card, to) else []
    if not isinstance(card, ty.ErrorType):
        scope.error(node.what, "E0322", f"only cards can be moved, but this is {ty.describe(found)}")
    return []


def resolve_draw(body: Body, node: syn.DrawStmt) -> tree.TBlock:
    scope, name = body.scope, node.name
    deck = _zone(scope, node.deck)
    to, below = _target(scope, node.to)
    count = expr_of(scope, node.count, ty.INT)
    single = isinstance(count, tree.Const) and count.value == 1
    card = _drawn_card(scope, node, deck, to, single)
    if deck is None or to is None or card is None:
        if name is not None:
            scope.bind(name.name, ty.ERROR, name.span)
        return []
    other = scope.state(deck.var.refill) if deck.var is not None and deck.var.refill is not None else None
    refill = None
    if other is not None:
        refill = tree.ZoneRef(other, deck.indices if other.dims else [], type=other.type, span=node.span)
    if name is not None:
        local = scope.bind(name.name, ty.optional(card), name.span)
    else:
        local = scope.hidden("drawn", ty.optional(card), node.span)
    draw = tree.Draw(deck, refill, to, below, local, span=node.span)
    if single:
        return [draw] if node.otherwise is None else [draw, *missing_case(body, node.otherwise, local)]
    missing = is_none(scope.game, read(local, node.span), node.span)
    gone: tree.TBlock = [tree.Stop(span=node.span)]
    if node.otherwise is None:
        return [_rounds(scope, node, count, [draw, tree.Branch(missing, gone, [], span=node.span)])]
    short = scope.hidden("short", ty.BOOL, node.span)
    enough, too_few = (tree.SetLocal(short, tree.Const(value, type=ty.BOOL), span=node.span) for value in (False, True))
    loop = _rounds(scope, node, count, [draw, tree.Branch(missing, [too_few, *gone], [], span=node.span)])
    inner, end = resolve_branch(body, node.otherwise)
    join(scope, end, scope.present)
    return [enough, loop, tree.Branch(read(short, node.span), inner, [], span=node.otherwise.span)]


def _drawn_card(
    scope: Scope, node: syn.DrawStmt, deck: tree.ZoneRef | None, to: tree.ZoneRef | None, single: bool
) -> ty.CardType | None:
    """The type of the cards that are drawn; None after an error: E0322, E0323."""
    if deck is None or to is None:
        return None
    if not isinstance(deck.type, ty.PileType):
        scope.error(node.deck, "E0322", "cards can be drawn only from a pile")
    elif node.name is not None and not single:
        scope.error(node.name, "E0323", "only a single card can have a name", help="draw 1 in a loop")
    elif _fits(scope, node, deck.type.card, to):
        return deck.type.card
    return None


def _rounds(scope: Scope, node: syn.DrawStmt, count: tree.TExpr, block: tree.TBlock) -> tree.Repeat:
    return tree.Repeat(count, None, block, scope.hidden("round", ty.INT, node.span), span=node.span)
