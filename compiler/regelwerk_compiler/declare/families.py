"""Families of cards in the table of declarations, and the members that changes treat by themselves.

A family is one declaration in `table.cards`. Which members it has follows from its binders and its condition, so it is
worked out where it is asked for. A member that a change touches has an entry of its own in `table.members`: by the
family and the binding, with a declaration of its own, or None if the member is removed. All other members are what the
family says.
"""

from __future__ import annotations

from collections.abc import Iterator

from regelwerk_dsl import syntax as syn

from .collect import Declarations, Key


def own_members(table: Declarations, family: str) -> dict[Key, syn.CardDecl | None]:
    """The entries of those members of a family that are treated by themselves, the one touched last first."""
    return {key: decl for key, decl in reversed(table.members.items()) if key[0] == family}


def cards_under(table: Declarations, name: str) -> tuple[Key, ...]:
    """The keys of all that is declared under the name of a card: its own, then those of its members."""
    if name not in table.cards:
        return ()
    return ((name,), *(key for key, decl in own_members(table, name).items() if decl is not None))


def card_at(table: Declarations, key: Key) -> syn.CardDecl:
    """The declaration of a card, a family, or a member; of a member without one of its own it is the family's."""
    return table.members.get(key) or table.cards[key[0]]


def forget_members(table: Declarations, family: str) -> None:
    """Makes all members of a family what the family says."""
    for key in own_members(table, family):
        del table.members[key]


def every_card(table: Declarations) -> Iterator[syn.CardDecl]:
    """The declarations of all cards that are not rows of a table."""
    yield from table.cards.values()
    yield from (decl for decl in table.members.values() if decl is not None)
