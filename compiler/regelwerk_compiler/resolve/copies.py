"""In scenarios the name of a card means any of its copies: comparisons with names go in, with copies they come out."""

from __future__ import annotations

from regelwerk_dsl.source import Span

from ..typed import (
    Const,
    InRange,
    InSet,
    IsEmpty,
    LocalRef,
    Logic,
    Loop,
    Quantify,
    RangeDomain,
    SetChange,
    SetMake,
    TExpr,
)
from ..types import BOOL, CardType, SetType
from .scope import Scope


def is_a_copy(scope: Scope, left: TExpr, right: TExpr, span: Span) -> TExpr | None:
    """Whether a card is one of the copies that a name means; None where no side is a name that means several."""
    for named, other in ((right, left), (left, right)):
        copies = _copies(scope, named)
        if len(copies) > 1:
            first, last = (Const(card, type=named.type, span=span) for card in (copies[0], copies[-1]))
            return InRange(other, first, last, type=BOOL, span=span)
    return None


def are_copies(scope: Scope, left: TExpr, right: TExpr, span: Span) -> TExpr | None:
    """Whether a set holds a copy of each card that is named, and nothing else; None where no name means several."""
    if not isinstance(left.type, SetType) or not isinstance(right, SetMake):
        return None
    every = with_copies(scope, right)
    if every is right:
        return None
    more = SetChange("-", left, every, type=left.type, span=span)
    tests: list[TExpr] = [IsEmpty(more, type=BOOL, span=span)]
    tests += [holds_copy(scope, item, left, right.low, span) for item in right.items]
    return Logic("and", tests, type=BOOL, span=span)


def holds_copy(scope: Scope, card: TExpr, set_: TExpr, low: int, span: Span) -> TExpr:
    """Whether a set holds a card, or one of the copies that its name means."""
    copies = _copies(scope, card)
    if isinstance(set_, SetMake):
        set_ = with_copies(scope, set_)
    if len(copies) < 2:
        return InSet(card, set_, low, type=BOOL, span=span)
    one = scope.hidden("copy", card.type, span)
    bounds = [Const(number, type=card.type, span=span) for number in (copies[0], copies[-1])]
    here = InSet(LocalRef(one, type=card.type, span=span), set_, low, type=BOOL, span=span)
    return Quantify("any", [Loop(one, RangeDomain(*bounds))], here, None, type=BOOL, span=span)


def with_copies(scope: Scope, set_: SetMake) -> SetMake:
    """The set of all copies of the cards that are named; the same set where no name means several."""
    if all(len(_copies(scope, item)) < 2 for item in set_.items):
        return set_
    items: list[TExpr] = []
    for item in set_.items:
        items += [Const(card, type=item.type, span=item.span) for card in _copies(scope, item)] or [item]
    return SetMake(items, set_.low, type=set_.type, span=set_.span)


def _copies(scope: Scope, card: TExpr) -> range:
    """The numbers of the cards that a name in a scenario means; empty for anything else."""
    if scope.scenario and isinstance(card, Const) and isinstance(card.type, CardType):
        for _, _, member in scope.game.members():
            if member.first == card.value:
                return range(member.first, member.first + member.copies)
    return range(0)
