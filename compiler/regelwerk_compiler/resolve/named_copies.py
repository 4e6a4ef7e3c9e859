"""Names of cards in scenarios, where they mean any of the copies of a card."""

from __future__ import annotations

from collections.abc import Iterator

from regelwerk_dsl.source import Span

from ..model import tree
from ..model.symbols import Game
from ..model.types import BOOL, CardType, SetType
from ..primitives import table as prim
from .nodes import yes_or_no
from .scope import Scope


def is_a_copy(scope: Scope, left: tree.TExpr, right: tree.TExpr, span: Span) -> tree.TExpr | None:
    """Whether a card is one of the copies that a name means; None where no side is a name that means several."""
    for named, other in ((right, left), (left, right)):
        copies = copies_of(scope, named)
        if len(copies) > 1:
            first, last = (tree.Const(card, type=named.type, span=span) for card in (copies[0], copies[-1]))
            return yes_or_no(prim.IN_RANGE, [other, first, last], span)
    return None


def are_copies(scope: Scope, left: tree.TExpr, right: tree.TExpr, span: Span) -> tree.TExpr | None:
    """Whether a set holds a copy of each card that is named, and nothing else; None where no name means several."""
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
    """Whether a set holds a card, or one of the copies that its name means."""
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


def numbered_copies(game: Game) -> Iterator[str]:
    """The names by which keys tell copies on offer apart: `cook.2` for the second, up to the number of copies."""
    for _, _, member in game.members():
        yield from (f"{member.key}.{number}" for number in range(2, member.copies + 1))


def copies_of(scope: Scope, card: tree.TExpr) -> range:
    """The numbers of the cards that a name in a scenario means; empty for anything else."""
    if scope.scenario and isinstance(card, tree.Const) and isinstance(card.type, CardType):
        for _, _, member in scope.game.members():
            if member.first == card.value:
                return range(member.first, member.first + member.copies)
    return range(0)
