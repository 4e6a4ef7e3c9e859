"""Abilities without parameters, which a card states as it states a field: `usable = money[p] > 3`.

Only the card type tells them apart. What a card states of an ability becomes its body.
"""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace
from regelwerk_dsl import syntax as syn

from .collect import Declarations


def settle_abilities(table: Declarations) -> None:
    """Makes bodies of all lines of cards that name an ability. Rows of tables have none, and stay."""
    named = {
        kind.name.name: frozenset(one.name.name for one in kind.members if isinstance(one, syn.AbilitySignature))
        for kind in table.card_types.values()
    }
    for name, card in table.cards.items():
        if name not in table.rows:
            table.cards[name] = _settled(card, named.get(card.card_type.name, ()))
    for key, member in table.members.items():
        if member is not None:
            table.members[key] = _settled(member, named.get(member.card_type.name, ()))


def _settled(card: syn.CardDecl, abilities: Collection[str]) -> syn.CardDecl:
    if not any(isinstance(one, syn.FieldValue) and one.name.name in abilities for one in card.members):
        return card
    members = (
        syn.AbilityBody(one.name, (), one.value, span=one.span)
        if isinstance(one, syn.FieldValue) and one.name.name in abilities and not isinstance(one.value, syn.Text)
        else one
        for one in card.members
    )
    return replace(card, members=tuple(members))
