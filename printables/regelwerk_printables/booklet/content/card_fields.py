"""The fields of cards that the booklet lists: those that are printed, but are in neither title nor text."""

from __future__ import annotations

from collections.abc import Sequence

from regelwerk_compiler.checked.game import Card, CardField, CardType
from regelwerk_compiler.model.types import IntType, MemberType, SetType, strip_optional

from .facts import Facts

Values = tuple[tuple[str, str], ...]  # labels and values in words

LEAST_SERIAL = 8  # from this number of cards on, a field that differs on all of them is taken for a serial number


def has_own_value(card: Card, one: CardField) -> bool:
    """True if a value differs from the field's default of 0, no or none."""
    value = card.fields.get(one.name)
    return bool(value) or value != one.default


def listed_fields(facts: Facts, kind: CardType, cards: Sequence[Card]) -> list[CardField]:
    """The columns of a table: printed numbers, members and sets that some cards set and not all titles contain."""
    return [
        one
        for one in kind.fields
        if one.printed
        and isinstance(strip_optional(one.type), IntType | MemberType | SetType)
        and any(has_own_value(card, one) for card in cards)
        and not all(one.name in card.titled for card in cards)
    ]


def listed_values(facts: Facts, kind: CardType, card: Card) -> Values:
    """The labels and values below a card's name: printed numbers and sets.

    Left out are defaults, values in its title or text, and serial numbers.
    """
    return tuple(
        (facts.own(one.labels), facts.say.value(card.fields.get(one.name), one.type))
        for one in kind.fields
        if one.printed
        and isinstance(strip_optional(one.type), IntType | SetType)
        and card.fields.get(one.name) not in (one.default, None, [], ())
        and one.name not in (*card.titled, *card.told)
        and not _is_serial(facts, kind, one)
    )


def _is_serial(facts: Facts, kind: CardType, one: CardField) -> bool:
    """True if a field is a serial number: it differs on all cards."""
    if isinstance(one.type, SetType):
        return False
    values = [str(card.fields.get(one.name)) for card in facts.game.cards if card.type == kind.name]
    return len(values) >= LEAST_SERIAL and len(set(values)) == len(values)
