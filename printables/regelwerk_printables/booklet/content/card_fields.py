"""The fields of cards that the list of a booklet tells: what players read on them, and neither title nor text says."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from regelwerk_compiler.checked.game import Card, CardField, CardType
from regelwerk_compiler.checked.say import Say
from regelwerk_compiler.model.types import IntType, MemberType, SetType, strip_optional

from .facts import Facts

Values = tuple[tuple[str, str], ...]  # labels and values in words

LEAST_SERIAL = 8  # so many cards with a number each of its own are numbered by it


def says_something(card: Card, one: CardField) -> bool:
    """Whether a value is more than the 0, no or nothing that a card has which sets none."""
    value = card.fields.get(one.name)
    return bool(value) or value != one.default


def told_fields(facts: Facts, kind: CardType, cards: Sequence[Card]) -> list[CardField]:
    """The columns of a table: the printed numbers, members and sets that some cards have and not all titles say."""
    return [
        one
        for one in kind.fields
        if one.printed
        and isinstance(strip_optional(one.type), IntType | MemberType | SetType)
        and any(says_something(card, one) for card in cards)
        and not all(_says(facts, card.names, card, one) for card in cards)
    ]


def told_values(facts: Facts, kind: CardType, card: Card) -> Values:
    """The labels and values of a card that stand below its name: printed numbers and sets.

    Left out is what a card has that sets none, what its title or text says, and a number that only counts the cards.
    """
    return tuple(
        (facts.own(one.labels), facts.say.value(card.fields.get(one.name), one.type))
        for one in kind.fields
        if one.printed
        and isinstance(strip_optional(one.type), IntType | SetType)
        and card.fields.get(one.name) not in (one.default, None, [], ())
        and not _says(facts, card.names, card, one)
        and not (len(_source_words(facts, card, one)) > 1 and _says(facts, card.texts, card, one))  # a digit may be any
        and not _is_serial(facts, kind, one)
    )


def _is_serial(facts: Facts, kind: CardType, one: CardField) -> bool:
    """Whether the numbers only count the cards: each card has another one."""
    if isinstance(one.type, SetType):
        return False
    values = [str(card.fields.get(one.name)) for card in facts.game.cards if card.type == kind.name]
    return len(values) >= LEAST_SERIAL and len(set(values)) == len(values)


def _says(facts: Facts, texts: Mapping[str, str], card: Card, one: CardField) -> bool:
    """Whether a title or text has a value in it, in the language of the sources: it has it in the others too."""
    words, text = _source_words(facts, card, one), texts.get(facts.game.languages[0], "")
    return re.search(rf"(?<!\w){re.escape(words)}(?!\w)", text, re.IGNORECASE) is not None


def _source_words(facts: Facts, card: Card, one: CardField) -> str:
    return Say(facts.game, facts.game.languages[0]).value(card.fields.get(one.name), one.type)
