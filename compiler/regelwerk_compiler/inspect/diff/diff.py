"""Comparison of two checked games: their values, names, cards, texts and rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from ...amend import History, Key
from ...checked.plain import where
from ...model.symbols import CardSymbol
from ...words.messages import all_messages
from .differences import ADDED, CHANGED, KINDS, REMOVED, Difference, Side, pair
from .rules import Rule, rules_of
from .values import card_differences, card_type_differences, frame_differences, table_differences

if TYPE_CHECKING:
    from ...driver import CheckResult


def diff_games(left: CheckResult, right: CheckResult) -> list[Difference]:
    """Everything that differs, in the order of KINDS, within a kind in the order of the sources.

    Args:
        left, right: two games that have no errors: a game and its variant, or two folders.
    """
    sides = (Side(left), Side(right))
    found: list[Difference] = []
    for compare in _COMPARED:
        found += compare(*sides)
    order = list(KINDS)
    before = {one.request for one in left.history.applied}
    new = [f"{one.decl.kind} {one.decl.name}" for one in right.history.applied if one.request not in before]
    found = [replace(one, by=_made_by(one, right.history, new)) for one in found]
    return sorted(found, key=lambda one: order.index(one.kind))


def _made_by(one: Difference, history: History, new: list[str]) -> tuple[str, ...]:
    """The changes that touched the thing, something in it, or the whole that it is in."""
    key = tuple(one.name.split("."))
    names = {key, (one.kind, one.name), ("invariant", one.name)}
    if one.kind in ("scenario", "chapter"):
        names = {(one.kind, *key)}
    found = [
        change.by
        for name, steps in history.changes.items()
        if any(_overlap(name, other) for other in names)
        for change in steps
        if change.by in new
    ]
    return tuple(dict.fromkeys(found))


def _overlap(name: Key, other: Key) -> bool:
    """Whether one name is the other's beginning, or a family's part is that of one of its members."""
    size = min(len(name), len(other))
    if name[:size] == other[:size]:
        return True
    return len(name) == 2 and len(other) > 2 and (other[0], other[-1]) == name


def _declared(left: Side, right: Side) -> Iterator[Difference]:
    first, second = ({rule.key: rule for rule in rules_of(side.game, side.checked)} for side in (left, right))
    families = [{m.key: card for _, card, m in side.game.members()} for side in (left, right)]
    found: dict[object, list[Difference]] = {}
    for key in {**first, **second}:
        one, other = first.get(key), second.get(key)
        if one is not None and other is not None and one.tree == other.tree:
            continue
        card, _, part = key[1].rpartition(".")
        if card in families[0] and card not in families[1]:
            continue  # the card is gone, and so is what it did
        difference = _rule_difference(one, other)
        sides = (difference.left, difference.right, difference.left_where, difference.right_where)
        family = next((cards[card].name for cards in families[::-1] if card in cards), card)
        found.setdefault((family, part, *sides) if card else key, []).append(difference)
    for same in found.values():
        yield from _of_family(same, families)


def _rule_difference(one: Rule | None, other: Rule | None) -> Difference:
    rule = other or one
    assert rule is not None
    values = all(side is None or side.kind == "value" for side in (one, other))
    left, right = (side and (side.source if values else side.whole or side.source) for side in (one, other))
    change = CHANGED if one and other else ADDED if other else REMOVED
    kind = "rule" if rule.kind in ("rule", "value") and not values else rule.kind
    wheres = [where(side.span) if side is not None else "" for side in (one, other)]
    return Difference(kind, rule.name, change, left, right, wheres[0], wheres[1])


def _of_family(same: list[Difference], families: list[dict[str, CardSymbol]]) -> Iterator[Difference]:
    """What is the same for all cards of a family is told once."""
    keys = [one.name.rpartition(".")[0] for one in same]
    for cards in families:
        if len(same) > 1 and keys[0] in cards and {m.key for m in cards[keys[0]].members} == set(keys):
            yield replace(same[0], name=f"{cards[keys[0]].name}.{same[0].name.rpartition('.')[2]}")
            return
    yield from same


def _words(left: Side, right: Side) -> Iterator[Difference]:
    """Sentences of rules, by language; those of cards and names are told elsewhere."""

    def sentences(side: Side) -> dict[str, dict[str, str]]:
        texts = side.words.texts
        found = {}
        for message in all_messages(side.words):
            callee, _, kind = message.id.rpartition(".")
            if kind in ("says", "offer", "text") and callee in (*side.game.effects, *side.game.defines):
                found[message.id] = {c.language: c.find(message.id) or message.source for c in texts.catalogues}
        return found

    first, second = sentences(left), sentences(right)
    known = [{*side.game.effects, *side.game.defines} for side in (left, right)]
    for one in pair("sentence", "", first, second):
        if all(one.name.rpartition(".")[0] in names for names in known):
            yield one


_COMPARED = (frame_differences, table_differences, card_type_differences, card_differences, _declared, _words)

__all__ = ["KINDS", "Difference", "diff_games"]
