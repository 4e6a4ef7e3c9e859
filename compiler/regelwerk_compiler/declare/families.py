"""Families of cards in the table of declarations, and the members that changes alter individually.

A family is one declaration in `table.cards`. Which members it has follows from its binders and its condition, so it is
worked out where it is asked for. A member that a change touches has an entry of its own in `table.members`: by the
family and the binding, with a declaration of its own, or None if the member is removed. All other members are what the
family says.
"""

from __future__ import annotations

from regelwerk_dsl import syntax as syn

from .collect import Declarations, Key


def own_members(table: Declarations, family: str) -> dict[Key, syn.CardDecl | None]:
    """The entries of those members of a family that changes alter individually, the latest first."""
    return {key: decl for key, decl in reversed(table.members.items()) if key[0] == family}


def cards_under(table: Declarations, name: str) -> tuple[Key, ...]:
    """The keys of everything declared under the name of a card: its own, then those of its members."""
    if name not in table.cards:
        return ()
    return ((name,), *(key for key, decl in own_members(table, name).items() if decl is not None))


def card_at(table: Declarations, key: Key) -> syn.CardDecl:
    """The declaration of a card, a family, or a member; of a member without one of its own it is the family's."""
    return table.members.get(key) or table.cards[key[0]]


def forget_members(table: Declarations, family: str) -> None:
    """Drops the individual declarations of all members of a family."""
    for key in own_members(table, family):
        del table.members[key]
