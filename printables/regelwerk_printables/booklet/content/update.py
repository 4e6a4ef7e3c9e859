"""The leaflet for owners of an earlier edition: changes with reasons; numbers, rules and cards before and after."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import groupby

from msgspec import Struct
from regelwerk_compiler.checked.game import Card
from regelwerk_compiler.checked.prose import Block, Change

from ...design.situations import Scene
from ...drawing.drawing import Drawing, PrintedCard
from .elements import Element, Heading, Inline, Panel, Paragraph, Scenery, Table, Words, join, walk
from .facts import Facts
from .prose import read_markdown
from .sections import changed_cells

HEADS = {"before": "earlier", "after": "now"}  # the sides of a pair, and the keys of their words
WORDS = re.compile(r"[A-Za-zÀ-ɏ\d]+|\S")
ALIKE = 0.5  # passages with at least this likeness are one that was changed
HIGHEST = 62.0  # of a card in the leaflet, in millimetres


class Pair(Struct, frozen=True):
    """A card before and after; None for no card. `is_same`: both look alike, at most the number of copies differs."""

    before: PrintedCard | None
    after: PrintedCard | None

    @property
    def is_same(self) -> bool:
        return (
            self.before is not None
            and self.after is not None
            and (self.before.front, self.before.back) == (self.after.front, self.after.back)
        )

    @property
    def shown(self) -> PrintedCard:
        found = self.after or self.before
        assert found is not None
        return found


def pairs_of(before: Iterable[PrintedCard], after: Iterable[PrintedCard]) -> list[Pair]:
    """The cards that differ: changed and new ones and those with another number of copies, then removed ones."""
    old, new = ({card.key: card for card in cards if card.copies} for cards in (before, after))
    found = [Pair(old.get(key), new.get(key)) for key in {**new, **old}]
    return [
        one for one in found if not (one.is_same and one.before and one.after and one.before.copies == one.after.copies)
    ]


def update_elements(
    facts: Facts, pairs: Sequence[Pair], message: str = "", others: Sequence[str] = ()
) -> Iterator[Element]:
    """The content of the leaflet.

    Args:
        facts: the facts of the game as it is now; its base is the earlier edition.
        pairs: the cards that differ.
        message: the reason, in the words of the publisher; empty lines separate paragraphs.
        others: titles of boards and parts that have changed.
    """
    yield Heading((Inline(facts.word("update", facts.title)),), 1, "update")
    for paragraph in filter(None, map(str.strip, message.split("\n\n"))):
        yield Paragraph((Inline(" ".join(paragraph.split())),))
    applied, dropped = _reasons(facts)
    for change in applied:
        yield Paragraph((Inline(facts.own(change.titles)),), label="•", depth=1)
    if dropped:
        yield Paragraph((Inline(facts.word("no longer", facts.joined(facts.own(one.titles) for one in dropped))),))
    if others:
        yield Paragraph((Inline(facts.word("print anew", facts.joined(others))),))
    heads = tuple((Inline(facts.word(key)),) for key in HEADS.values())
    rows = [
        tuple((Inline(cell),) for cell in (facts.word("colon", caption, facts.joined((row, heading))), old, new))
        for caption, row, heading, old, new in dict.fromkeys(changed_cells(facts))
    ]
    if rows:
        yield facts.heading("changed numbers", 2)
        yield Table(((), *heads), tuple(rows), (False, True, True))
    yield from _rules(facts, heads)
    yield from _cards(facts, pairs, applied)


def _reasons(facts: Facts) -> tuple[list[Change], list[Change]]:
    """The errata and variants that apply now but did not before, and vice versa."""
    assert facts.base is not None
    now, before = (
        {one.name: one for one in (*game.errata, *game.variants) if one.applied} for game in (facts.game, facts.base)
    )
    return [one for name, one in now.items() if name not in before], [
        one for name, one in before.items() if name not in now
    ]


# ---- rules -----------------------------------------------------------------------------------------------------------


def _rules(facts: Facts, heads: tuple[Words, ...]) -> Iterator[Element]:
    """The passages of chapters that differ, beside their former text; then the titles of chapters that were dropped."""
    assert facts.base is not None
    old = {chapter.name: chapter for chapter in facts.base.chapters}
    found: list[Element] = []
    for chapter in facts.game.chapters:
        before = old.pop(chapter.name, None)
        one, two = (_texts(facts, side.blocks if side else ()) for side in (before, chapter))
        rows: list[tuple[str, str]] = []
        for tag, first, end, other, other_end in SequenceMatcher(None, one, two, autojunk=False).get_opcodes():
            if tag != "equal":
                rows += _aligned(one[first:end], two[other:other_end])
        if rows:
            cells = tuple((_words(facts, old_text), _words(facts, new_text)) for old_text, new_text in rows)
            found.append(Heading((Inline(facts.own(chapter.titles)),), 3))
            found.append(Table(heads, cells, (False, False)))
    if found or old:
        yield facts.heading("changed rules", 2)
        yield from found
    if old:
        gone = facts.joined(facts.own(one.titles) for one in old.values())
        yield Paragraph((Inline(facts.word("dropped chapters", gone)),))


def _aligned(old: Sequence[str], new: Sequence[str]) -> list[tuple[str, str]]:
    """Passages side by side: the two that are most alike, and those before and after them; "" beside the others."""
    tried = ((_likeness(a, b), x, y) for x, a in enumerate(old) for y, b in enumerate(new))
    ratio, x, y = max(tried, default=(0.0, 0, 0))
    if ratio < ALIKE:
        return [*((one, "") for one in old), *(("", one) for one in new)]
    return [*_aligned(old[:x], new[:y]), (old[x], new[y]), *_aligned(old[x + 1 :], new[y + 1 :])]


@lru_cache(10_000)  # needed again for the passages before and after each pair
def _likeness(old: str, new: str) -> float:
    """The likeness of two passages, from 0 to 1: by words, and kana and kanji one by one."""
    return SequenceMatcher(None, WORDS.findall(old), WORDS.findall(new), autojunk=False).ratio()


def _texts(facts: Facts, blocks: Iterable[Block]) -> list[str]:
    """The passages of a chapter; tables and pictures in it have no words of their own."""
    return [facts.own(block.texts) for block in blocks if not block.inserts]


def _words(facts: Facts, text: str) -> Words:
    """A passage in a cell of a table: lines of words, without links."""
    if not text:
        return (Inline(facts.word("none")),)
    read = walk(read_markdown(text, lambda _, shown: (Inline(shown),), facts.icons))
    lines: list[Words] = []
    for one in read:
        if isinstance(one, Paragraph | Heading):
            label = f"{one.label} " if isinstance(one, Paragraph) and one.label.strip() else ""
            lines.append((Inline(label), *one.words) if label else one.words)
        elif isinstance(one, Table):
            lines += [join(row, facts.comma) for row in one.rows]
    return join(lines, "\n")


# ---- cards -----------------------------------------------------------------------------------------------------------


def _cards(facts: Facts, pairs: Sequence[Pair], applied: Sequence[Change]) -> Iterator[Element]:
    """Cards before and after, one of each family, with the names of the others; then changed numbers of copies."""
    if not pairs:
        return
    yield facts.heading("changed cards of", 2)
    looks = groupby(
        (one for one in pairs if not one.is_same),
        key=lambda one: (_family(facts, one), one.before is None, one.after is None),
    )
    for (_, is_new, is_gone), group in looks:
        first, *others = list(group)
        titles = [one.shown.title for one in (first, *others)]
        title = facts.joined(dict.fromkeys(titles))
        reasons = [facts.own(one.titles) for one in applied if _names(one) & {first.shown.key, _family(facts, first)}]
        words = facts.word("because", title, facts.joined(reasons)) if reasons else title
        if is_new or is_gone:
            words = facts.word("card added" if is_new else "card removed", words)
        panels = [
            Panel(
                "" if is_new or is_gone else facts.word(HEADS[key]),
                (Scene("", _face(first, card)),),
                facts.word("colon", facts.word(HEADS[key]), f"{card.title}. {_text(facts, card, key)}"),
            )
            for key, card in (("before", first.before), ("after", first.after))
            if card is not None
        ]
        yield Scenery(tuple(panels), words, HIGHEST)
    for one in pairs:
        if one.before and one.after and one.before.copies != one.after.copies:
            copies = facts.word("then", one.before.copies, one.after.copies)
            words = facts.word("colon", one.after.title, facts.word("number of cards", copies))
            yield Paragraph((Inline(words),), label="•", depth=1)


def _face(pair: Pair, card: PrintedCard) -> Drawing:
    """The side of a card that differs: its front, or its back if only that does."""
    is_back = pair.before is not None and pair.after is not None and pair.before.front == pair.after.front
    return card.back if is_back else card.front


def _card(facts: Facts, key: str) -> Card | None:
    return facts.game.cards_by_key.get(key) or (facts.base.cards_by_key.get(key) if facts.base is not None else None)


def _family(facts: Facts, pair: Pair) -> str:
    card = _card(facts, pair.shown.key)
    return card.family if card is not None else pair.shown.key


def _text(facts: Facts, card: PrintedCard, key: str) -> str:
    """The text of a card before or after, for screen readers."""
    game = facts.base if key == "before" and facts.base is not None else facts.game
    return game.own(game.cards_by_key[card.key].texts, facts.language) if card.key in game.cards_by_key else ""


def _names(change: Change) -> set[str]:
    return {part for step in change.changes for part in step.key}
