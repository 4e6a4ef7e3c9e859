"""Comparison of two checked games: values, names, cards, texts and rules that are not the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from ...checked.build import build
from ...checked.graph import Graph
from ...checked.plain import where
from ...model.symbols import Game
from ...words.words import Words
from .differences import ADDED, CHANGED, KINDS, REMOVED, Difference, Part
from .parts import card_parts, card_type_parts, frame_parts, sentence_parts, table_parts
from .rules import rule_parts

if TYPE_CHECKING:
    from ...driver import CheckResult


def diff_games(left: CheckResult, right: CheckResult) -> list[Difference]:
    """Everything that differs, in the order of KINDS, within a kind in the order of the sources.

    Args:
        left, right: two games that have no errors: a game and its variant, or two folders.
    """
    assert left.game is not None and right.game is not None and right.table is not None
    groups = [list(map(list, _parts_of(side))) for side in (left, right)]
    *printed, rules, sentences = [list(_compare(*pair)) for pair in zip(*groups, strict=True)]
    found = [one for group in printed for one in group]
    found += _rules(rules, left.game, right.game)
    callees = {*left.game.effects, *left.game.defines} & {*right.game.effects, *right.game.defines}
    found += [one for one in sentences if one.name.rpartition(".")[0] in callees]
    before = {one.request for one in left.history.applied}
    new = [one.by for one in right.history.applied if one.request not in before]
    graph = Graph(right.game, right.table, right.history)
    found = [replace(one, by=_made_by(one, graph, new)) for one in found]
    order = list(KINDS)
    return sorted(found, key=lambda one: order.index(one.kind))


def _parts_of(checked: CheckResult) -> Iterator[Iterable[Part]]:
    """The parts of a game, group by group."""
    game, texts, table = checked.game, checked.texts, checked.table
    assert game is not None and texts is not None and table is not None
    data = build(game, texts, checked.statements)
    for parts in (frame_parts, table_parts, card_type_parts, card_parts):
        yield parts(game, data)
    yield rule_parts(game, table)
    yield sentence_parts(Words(game, texts))


def _compare(left: Iterable[Part], right: Iterable[Part]) -> Iterator[Difference]:
    """What differs, parts of parts included; what only one side has is told as a whole."""
    first, second = ({part.key: part for part in parts} for parts in (left, right))
    for key in {**first, **second}:
        one, other = first.get(key), second.get(key)
        if one is None or other is None or one.compared != other.compared:
            yield _difference(one, other)
        if one is not None and other is not None:
            yield from _compare(one.parts, other.parts)


def _difference(one: Part | None, other: Part | None) -> Difference:
    part = other or one
    assert part is not None
    mixed = one is not None and other is not None and one.kind != other.kind  # a value has become a rule, or a rule one
    left, right = (side and ((mixed and side.definition) or side.shown) for side in (one, other))
    places = [where(side.span) if side is not None and side.span is not None else "" for side in (one, other)]
    change = CHANGED if one and other else ADDED if other else REMOVED
    return Difference("rule" if mixed else part.kind, part.name, change, left, right, places[0], places[1])


def _rules(found: Iterable[Difference], left: Game, right: Game) -> Iterator[Difference]:
    """Differences of rules, without what removed cards did; what is the same for all cards of a family is told once."""
    cards = {member.key: card.name for game in (left, right) for _, card, member in game.members()}
    families = [{member.key for member in card.members} for game in (left, right) for card in game.cards.values()]
    gone = {member.key for _, _, member in left.members()} - {member.key for _, _, member in right.members()}
    groups: dict[Difference, list[Difference]] = {}
    for one in found:
        card, _, part = one.name.rpartition(".")
        if card not in gone:
            shared = replace(one, name=f"{cards[card]}.{part}") if card in cards else one
            groups.setdefault(shared, []).append(one)
    for shared, group in groups.items():
        keys = {one.name.rpartition(".")[0] for one in group}
        yield from [shared] if len(group) > 1 and keys in families else group


def _made_by(one: Difference, graph: Graph, new: list[str]) -> tuple[str, ...]:
    """The new changes that touched the thing, something in it, or the whole that it is in."""
    key = tuple(one.name.split("."))
    of_kind = (one.kind, *key)
    names = [of_kind] if one.kind in ("scenario", "chapter") else [key, (one.kind, one.name), ("invariant", one.name)]
    return tuple(by for by in graph.amended_by(*names) if by in new)


__all__ = ["KINDS", "Difference", "diff_games"]
