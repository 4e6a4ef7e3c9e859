"""Findings of a report: its most striking facts, each a sentence with figures, selected by rules.

Every rule rates how striking its fact is, from 0 to 1; ordinary facts have no sentence, and a difference has one only
if it remains after the correction for many tests.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .figures.cards import Fate, card_figures
from .figures.decks import decks
from .figures.rules import choices, reach
from .figures.seats import duels, places
from .page import Kind
from .sections.beside import MANY, difference_of, line_name, parting_words
from .sections.context import Context, Side
from .sections.course import end_name
from .sections.players import marked
from .sections.rules import by_distance

MOST = 5
"""Most findings of a report."""
FEWEST = 3
"""Fewest findings of a report; less striking ones are included up to this number."""
STRIKING = 0.2
"""The weight from which a fact is always included, up to `MOST`."""
NAMED = 4
"""Most cards named in a finding."""


@dataclass(frozen=True)
class Finding:
    """A fact in a sentence, and how striking it is, from 0 to 1."""

    words: str
    weight: float


def findings(context: Context) -> tuple[str, ...]:
    """The most striking facts, the most striking first."""
    found: list[Finding] = []
    said: set[str] = set()
    for side in context.sides:
        intro = f"{side.label}: " if side.label else ""
        told = [*_broken(context, side), *_course(context, side), *_players(context, side), *_rules(context, side)]
        told += (*_cards(context, side), *_decks(context, side))
        new = [one for one in told if one.words not in said]  # skip what was said of an earlier side
        said |= {one.words for one in new}
        found += (Finding(intro + one.words, one.weight) for one in new)
    found += _beside(context)
    found.sort(key=lambda one: -one.weight)
    striking = sum(one.weight >= STRIKING for one in found)
    return tuple(one.words for one in found[: min(MOST, max(FEWEST, striking))])


def _broken(context: Context, side: Side) -> Iterator[Finding]:
    count = sum(count for _, count, _, _ in side.batch.broken)
    if count:
        yield Finding(context.tr("finding broken", n=count, of=count + side.batch.games), 1.0)


def _course(context: Context, side: Side) -> Iterator[Finding]:
    tr, course = context.tr, side.batch.course
    if not side.batch.games:
        return
    length = course.lengths[course.measure]
    low, middle, high = (length.quantile(at) for at in (0.1, 0.5, 0.9))
    told = tr(f"finding {course.measure}", median=tr.number(middle), low=tr.number(low), high=tr.number(high))
    yield Finding(told, min(0.6, (high / low - 1) / 5) if low else 0.1)
    if side.batch.together:
        yield from _result(context, side)
    elif len(course.ends) > 1:
        reason, _, share = course.ends[-1]
        if share.value < 0.1:
            told = tr("finding rare end", end=end_name(context, reason), share=tr.between(share, Kind.SHARE))
            yield Finding(told, 0.4 - 2 * share.value)
    if course.settled:
        median = course.settled.quantile(0.5)
        open_ = tr("finding settled", median=tr.share(median, 0), changes=tr.number(course.lead_changes.mean.value))
        yield Finding(open_, min(0.9, 2 * abs(median - 0.7)))
    found = choices(side.batch)
    if found and found.share.value > 0.2:
        yield Finding(tr("finding forced", share=tr.share(found.share.value, 0)), min(0.9, found.share.value))


def _result(context: Context, side: Side) -> Iterator[Finding]:
    """The first findings on games in which all win or lose together."""
    tr, course = context.tr, side.batch.course
    yield Finding(tr("finding together", share=tr.between(course.won, Kind.SHARE)), 1.0)
    ends = tuple(f"{end_name(context, reason)} ({tr.share(share.value)})" for reason, _, share in course.ends)
    yield Finding(tr("finding ends", ends=tr.listed(ends[:NAMED])), 0.98)


def _players(context: Context, side: Side) -> Iterator[Finding]:
    tr, course = context.tr, side.batch.course
    if side.batch.together:
        return
    undecided = course.nobody / side.batch.games
    if course.shared > 0.05 * side.batch.games:
        several = course.shared / side.batch.games
        yield Finding(tr("finding shared", share=tr.share(several)), min(0.8, 2 * several))
    if undecided:
        yield Finding(tr("finding nobody", share=tr.share(undecided)), min(0.8, 0.2 + undecided))
    if len(side.batch.bots) == 1:  # otherwise seats differ by the strength of their bots
        yield from _seats(context, side)
    for one in duels(side.batch):
        told = tr("finding duel", better=one.better, other=one.other, share=tr.between(one.ahead, Kind.SHARE))
        yield Finding(told, min(0.95, 2 * (one.ahead.value - 0.5)))


def _seats(context: Context, side: Side) -> Iterator[Finding]:
    tr = context.tr
    found = places(side.batch, "turn_order")
    if len(found) < 2:
        return
    marks = marked(found)
    uneven = sorted((one for one in found if marks[one.key]), key=lambda one: -abs(one.wins.value / one.fair - 1))
    for one in uneven[:1]:
        values = {"turn": tr("turn", n=int(one.key) + 1), "fair": tr.share(one.fair)}
        told = tr("finding seat", share=tr.between(one.wins, Kind.SHARE), **values)
        yield Finding(told, min(0.95, 0.3 + 2 * abs(one.wins.value / one.fair - 1)))
    if not uneven:
        least, most = (pick(one.wins.value for one in found) for pick in (min, max))
        yield Finding(tr("finding even seats", low=tr.share(least), high=tr.share(most)), 0.15)


def _cards(context: Context, side: Side) -> Iterator[Finding]:
    tr, found = context.tr, card_figures(side.batch)
    for fate in Fate:
        names = [side.batch.name("card", card.key) for card in found if card.fate is fate]
        if names and fate is not Fate.USED:
            more = [tr("and more", n=len(names) - NAMED)] if len(names) > NAMED else []
            told = tr.listed((*names[:NAMED], *more))
            words = tr(f"finding {fate.value}", n=len(names), of=len(found), names=told)
            yield Finding(words, min(0.9, 0.5 + len(names) / len(found)))
    for clear in ("best", "worst"):
        sign = 1 if clear == "best" else -1
        ordered = [(card, win) for card, win in by_distance(found) if win.marked and win.distance * sign > 0]
        for card, win in ordered[:1]:
            values = {"share": tr.between(win.wins, Kind.SHARE), "fair": tr.share(win.fair)}
            values["card"] = side.batch.name("card", card.key)
            words = tr("finding card together", **values) if side.batch.together else tr("finding card", **values)
            yield Finding(words, min(0.85, 0.25 + 2 * abs(win.distance)))


def _decks(context: Context, side: Side) -> Iterator[Finding]:
    for deck in decks(side.batch):
        often = deck.empty.value
        if 0 < often < 1:  # a deck that runs out in every game is meant to
            told = context.tr("finding deck", deck=deck.name, share=context.tr.between(deck.empty, Kind.SHARE))
            yield Finding(told, 2 * often * (1 - often))


def _rules(context: Context, side: Side) -> Iterator[Finding]:
    found = reach(side.batch)
    if found is None or not found.missed:
        return
    total = sum(found.total.values())
    told = context.tr("finding unreached", n=len(found.missed), of=total)
    yield Finding(told, min(0.8, 0.15 + 3 * len(found.missed) / total))


def _beside(context: Context) -> Iterator[Finding]:
    tr, (base, *others) = context.tr, context.sides
    for side, found in zip(others, context.comparisons, strict=True):
        if isinstance(found, str) or not found.parting.pairs:
            continue
        intro = tr("side by side", base=base.label, variant=side.label)
        yield Finding(f"{intro}: {parting_words(context, found)}", 0.97)
        sure = [line for line in found.lines if line.is_sure and line.relative]
        sure.sort(key=lambda line: (line.group in MANY, -line.relative))
        for line in sure[:2]:
            told = tr.cell(difference_of(line), Kind.CHANGE) + (tr("points") if line.is_share else "")
            kind = Kind.SHARE if line.is_share else Kind.NUMBER
            name = line_name(context, line)
            if line.group in MANY:
                name = tr("named so", name=name, what=tr(line.group))
            values = {"name": name, "before": tr.value(line.base, kind), "after": tr.value(line.variant, kind)}
            weight = min(0.96, 0.5 + line.relative)
            yield Finding(f"{intro}: {tr('finding difference', difference=told, **values)}", weight)
