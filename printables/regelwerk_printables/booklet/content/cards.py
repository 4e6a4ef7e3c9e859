"""A chapter of a booklet with all cards, their copies and texts; one entry for cards of a family with similar texts."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, combinations, groupby, takewhile
from string import digits

from regelwerk_compiler.checked.game import Card, CardField, CardType, Family
from regelwerk_compiler.checked.values import SharedText, Slot
from regelwerk_compiler.model.types import INT, IntType
from regelwerk_dsl.grammar.templates import joined

from .card_fields import Values, has_own_value, listed_fields, listed_values
from .elements import Columns, Element, Heading, Inline, Marked, Paragraph, Table, Words
from .facts import Facts

SLOT = "…"  # for a value that differs between cards
BETWEEN = "–"  # between the two values of a card
BESIDE = "/\u200b"  # between values side by side; a line may break there
MOST_NUMBERS = 24  # that are listed one by one
SHORT_BESIDE = 17  # characters; shorter values side by side are kept on one line
LEAST_BESIDE, MOST_BESIDE = 3, 4  # values that may be listed side by side
SHORT_NAME = 30  # characters; shorter names in a list are not broken over two lines
LEAST_ROWS = 8  # of a table of cards
_JOINING = re.compile("[、・と]?")  # between the slots of a Japanese title
_AFTER_SLOTS = re.compile("(?:から|への|での|[にのでへを])(.+)")  # after the slots, following a particle


def cards_section(facts: Facts) -> Iterator[Element]:
    """Every card with its copies and text, type by type; cards with the same text share an entry."""
    if not facts.game.cards:
        return
    yield Columns(1)
    yield facts.heading("cards")
    yield Columns(2)
    for kind in facts.game.card_types:
        cards = [card for card in facts.game.cards if card.type == kind.name]
        if not cards:
            continue
        label = facts.own(kind.labels)
        title = facts.word("of kind", facts.say.begun(label), kind.cards)
        heading = Heading((Inline(title),), 2, f"cards.{kind.name}")
        yield from facts.with_doubt([f"cardtype.{kind.name}"], [heading])
        values_of = partial(listed_values, facts, kind)
        alike = groupby(cards, key=lambda card: (facts.own(card.texts), facts.card_differs(card)))
        for group, text in _collapsed(facts, [list(group) for _, group in alike]):
            if not text and (columns := _columns(facts, kind, group)):
                yield from _card_table(facts, columns, group)
                continue
            # a family's text contains its values; many similar cards are listed by name only
            has_values = text == facts.own(group[0].texts) if text else len(group) < LEAST_ROWS
            for values, some in groupby(group, key=lambda card: values_of(card) if has_values else ()):
                same = list(some)
                for at, row in enumerate([same] if text or values else _rows(facts, same)):
                    yield from _entry(facts, row, text, values, tight=at > 0)


def _collapsed(facts: Facts, groups: Sequence[list[Card]]) -> Iterator[tuple[list[Card], str]]:
    """The groups with their texts; groups of one family whose texts differ in single values only are merged."""
    for _, several in groupby(groups, key=lambda group: (group[0].family, facts.card_differs(group[0]))):
        family = list(several)
        shared = _shared_text(facts, family) if len(family) > 1 else None
        if shared is None:
            yield from ((group, facts.own(group[0].texts)) for group in family)
        else:
            yield [card for group in family for card in group], shared


def _columns(facts: Facts, kind: CardType, cards: Sequence[Card]) -> list[CardField]:
    """The columns of a table of cards without a text; empty if the numbers distinguish few of them."""
    fields = listed_fields(facts, kind, cards)
    numbers = [one for one in fields if isinstance(one.type, IntType)]
    distinct = {tuple(card.fields.get(one.name) for one in numbers) for card in cards}
    return fields if len(cards) >= LEAST_ROWS and len(distinct) * 2 >= len(cards) else []


def _card_table(facts: Facts, columns: Sequence[CardField], cards: Sequence[Card]) -> Iterator[Element]:
    """Cards without a text as rows of their values; the cell of a default is empty."""
    for differs, group in groupby(cards, key=facts.card_differs):
        some = list(group)
        rows = tuple(
            (
                (Inline(with_copies(facts, facts.card_title(card), card.copies, False)),),
                *((Inline(_cell(facts, card, one)),) for one in columns),
            )
            for card in some
        )
        headings = ((), *((Inline(facts.own(one.labels)),) for one in columns))
        marked = frozenset(range(len(some)) if differs else ())
        targets = tuple(f"card.{card.key}" for card in some)
        numbers = (False, *(isinstance(one.type, IntType) for one in columns))
        made = Table(headings, rows, numbers, marked=marked, targets=targets)
        yield from facts.with_doubt([str(id_) for card in some for id_ in card.messages], [made])


def _cell(facts: Facts, card: Card, one: CardField) -> str:
    return facts.say.value(card.fields.get(one.name), one.type) if has_own_value(card, one) else ""


def _rows(facts: Facts, cards: list[Card]) -> list[list[Card]]:
    """Rows of cards that are listed by name: if names differ in two places, a row for each word in the first one."""
    slots = _told(_shared_title(facts, cards))
    if len(slots) < 2:
        return [cards]
    named = groupby(zip(slots[0].words, cards, strict=True), key=lambda pair: pair[0])
    rows = [[card for _, card in row] for _, row in named]
    return rows if all(len(row) > 1 for row in rows) else [cards]


# ---- shared titles and texts ----------------------------------------------------------------------------------------


def _parts(
    facts: Facts, cards: Sequence[Card], of: Callable[[Family], Mapping[str, SharedText]], language: str = ""
) -> SharedText:
    """The titles or texts of cards of a family in parts; empty if they differ in more than single values."""
    family = facts.families.get(cards[0].family)
    if len(cards) < 2 or family is None or any(card.family != family.name for card in cards):
        return ()
    places = [family.cards.index(card.key) for card in cards]

    def parts(part: str | Slot) -> SharedText:
        if isinstance(part, str):
            return (part,)
        return _divided(replace(part, words=tuple(part.words[at] for at in places)))

    return tuple(joined(chain.from_iterable(map(parts, of(family).get(language or facts.language, ())))))


def _numbered(names: Sequence[str]) -> SharedText:
    """The parts of names that differ in the number at their end: `Town 1`, `Town 2`; empty for other names."""
    heads = [name.rstrip(digits) for name in names]
    numbers = tuple(name.removeprefix(head) for name, head in zip(names, heads, strict=True))
    return (heads[0], Slot(numbers, INT)) if len(names) > 1 and len(set(heads)) == 1 and all(numbers) else ()


def _divided(slot: Slot) -> SharedText:
    """A slot, separated from the words that all its values begin or end with."""
    if len(set(slot.words)) == 1:
        return (slot.words[0],)
    split = [value.split(" ") for value in slot.words]
    start = _common(split)
    end = _common([words[: start - 1 if start else None : -1] for words in split])
    middles = tuple(" ".join(words[start : len(words) - end]) for words in split)
    if not all(middles):
        return (slot,)
    before, after = " ".join([*split[0][:start], ""]), " ".join(["", *split[0][len(split[0]) - end :]])
    return (before, replace(slot, words=middles), after)


def _common(texts: Sequence[list[str]]) -> int:
    """The number of words at the beginning that all texts share."""
    return sum(1 for _ in takewhile(lambda words: len(set(words)) == 1, zip(*texts, strict=False)))


def _shared_title(facts: Facts, cards: Sequence[Card]) -> SharedText:
    """The title that cards share; empty if nothing differs, only punctuation is left, or more than values differ."""
    parts = _parts(facts, cards, lambda family: family.titles) or _numbered([facts.card_name(card) for card in cards])
    return parts if _told(parts) and any(map(str.isalnum, _written(parts))) else ()


def _told(parts: SharedText) -> list[Slot]:
    """The slots of a text, once for all that show the same value."""
    return list({part.said: part for part in parts if isinstance(part, Slot)}.values())


def _written(parts: SharedText) -> str:
    return "".join(part if isinstance(part, str) else SLOT for part in parts)


def _members(facts: Facts, cards: Sequence[Card]) -> list[tuple[str, ...]]:
    """The members that the cards of a family represent, by their names, not in the inflected forms of titles.

    Words that all names share are left out: `grey, red, blue`. The order is that of the titles in the language of the
    sources. Empty if one of these slots shows another value.
    """
    slots, columns = _told(_parts(facts, cards, lambda one: one.titles, facts.game.languages[0])), []
    for slot in slots if all(slot.binder for slot in slots) else ():
        names = tuple(facts.say.value(card.binding[slot.binder], slot.type) for card in cards)
        columns += _told(_divided(replace(slot, words=names)))
    return list(zip(*(slot.words for slot in columns), strict=True)) if len(columns) == len(slots) else []


def _shared_text(facts: Facts, groups: Sequence[list[Card]]) -> str | None:
    """One text for cards of a family whose texts differ in single values; None if each needs a text of its own.

    Values that differ in the titles too become slots. One more value can be listed side by side, in the order of the
    titles, if the texts contain the values of the titles, or if all cards have the same title.
    """
    cards = [group[0] for group in groups]
    titles = _told(_parts(facts, cards, lambda family: family.titles))
    parts = _parts(facts, cards, lambda family: family.texts)
    slots, in_titles = _told(parts), {slot.said for slot in titles}
    others = [slot for slot in slots if slot.said not in in_titles]
    if titles:
        is_plain = len(others) < len(slots) and len(cards) >= LEAST_BESIDE
    else:  # otherwise the copies of each could not be given
        is_plain = len({sum(card.copies for card in group) for group in groups}) == 1
    if not parts or len(others) > 1 or (others and (not is_plain or len(cards) > MOST_BESIDE)):
        return None
    values = "/".join(others[0].words) if others else ""  # 400/300/200
    values = values if len(values) <= SHORT_BESIDE else BESIDE.join(others[0].words)
    return "".join(part if isinstance(part, str) else SLOT if part.said in in_titles else values for part in parts)


# ---- entries ---------------------------------------------------------------------------------------------------------


def _entry(facts: Facts, cards: list[Card], text: str, values: Values, *, tight: bool) -> Iterator[Element]:
    """Cards with one text and the same values: their names with copies, then values and text."""
    has_more = bool(text or values)
    words, names = _headed(facts, cards, has_more) if len(cards) > 1 else _named(facts, cards, has_more)
    if values:
        line = facts.joined(facts.word("colon", *pair) for pair in values)
        words += (Inline("\n" + facts.say.begun(line)),)
    if text:
        own = text == facts.own(cards[0].texts)  # otherwise it is assembled from the texts of several cards
        words += (Inline("\n"), *facts.card_text(cards[0])) if own and cards[0].marked else (Inline("\n" + text),)
    anchors = tuple(f"card.{card.key}" for card in cards)
    entry = Paragraph(
        words,
        anchors=anchors,
        small=True,
        tight=tight,
        whole=has_more,
        undivided=not has_more,
        index=names if has_more else (),
    )
    shown = Marked((entry,)) if facts.card_differs(cards[0]) else entry
    yield from facts.with_doubt([str(id_) for card in cards for id_ in card.messages], [shown])


def _named(facts: Facts, cards: Sequence[Card], has_more: bool) -> tuple[Words, tuple[str, ...]]:
    """The names of cards with their copies, unless there is one of each, and their index entries."""
    copies: dict[str, int] = defaultdict(int)
    for card in cards:
        copies[facts.card_name(card)] += card.copies
    several = has_more and max(copies.values()) > 1
    counted = [with_copies(facts, facts.say.begun(name), count, several) for name, count in copies.items()]
    if len(counted) > 1:
        counted = [name.replace(" ", "\u00a0") if len(name) < SHORT_NAME else name for name in counted]
    return (Inline(facts.joined(counted), bold=has_more),), tuple(copies)


def _headed(facts: Facts, cards: Sequence[Card], has_more: bool) -> tuple[Words, tuple[str, ...]]:
    """The same for several cards: the common part of their names once, then the differing parts."""
    names = tuple(map(facts.card_name, cards))
    shared = _shared_title(facts, cards)
    if not shared:
        return _named(facts, cards, has_more)
    found = _members(facts, cards) or list(zip(*(slot.words for slot in _told(shared)), strict=True))
    parts = [BETWEEN.join(part) for part in found]
    copies = {card.copies for card in cards}
    single = list(dict.fromkeys(one for part in found for one in part))
    if not has_more and isinstance(shared[-1], Slot) and len(shared) < 3:  # Town 1, 2, 3
        counted = [with_copies(facts, part, card.copies, False) for part, card in zip(parts, cards, strict=True)]
        listed = facts.joined(_ranges(facts, parts) if len(parts) > MOST_NUMBERS and copies == {1} else counted)
        return (Inline(facts.say.begun(_written(shared[:-1]) + listed)),), names
    if len(copies) == 1 and sorted(map(sorted, found)) == sorted(map(sorted, combinations(single, 2))):
        listed = facts.word("each pair", copies.pop(), facts.joined(single))
    elif len(copies) == 1:
        listed = facts.word("each", copies.pop(), facts.joined(parts))
    else:
        listed = facts.joined(
            (with_copies(facts, part, card.copies, True) for part, card in zip(parts, cards, strict=True))
        )
    count = facts.word("printed", sum(card.copies for card in cards))
    words = (Inline(f"{facts.say.begun(_written(shared))} · {count}", bold=True), Inline(f"\n{listed}"))
    return words, (entry,) if (entry := _index_entry(shared)) else names


def _ranges(facts: Facts, numbers: Sequence[str]) -> Iterator[str]:
    """Numbers in ranges by hundreds, with the count of each range; other words unchanged."""
    if not all(map(str.isdecimal, numbers)):
        yield from numbers
        return
    for _, group in groupby(sorted(map(int, numbers)), key=lambda number: number // 100):
        some = list(map(str, group))
        yield facts.word("of kind", facts.word("range", some[0], some[-1]), len(some)) if len(some) > 1 else some[0]


def _index_entry(title: SharedText) -> str:
    """The index entry for a title with slots, which cannot begin with one; "" if each card is to be listed alone."""
    if isinstance(title[0], str):
        return _written(title)
    *before, last = title
    if not isinstance(last, str) or any(isinstance(part, str) and not _JOINING.fullmatch(part) for part in before):
        return ""
    return match[1] if (match := _AFTER_SLOTS.fullmatch(last)) else ""


def with_copies(facts: Facts, name: str, copies: int, always: bool) -> str:
    """A card's name with its number of copies; a single copy is counted only if `always`."""
    return facts.word("copies", name, copies) if always or copies > 1 else name
