"""The walk from a path to cards: a card, a family, a member of one, a row of a table, and their values."""

from __future__ import annotations

from dataclasses import dataclass

from regelwerk_dsl import syntax as syn

from ..declare.collect import Declarations, Key
from ..declare.families import card_at, cards_under
from ..resolve.lookahead import Constants
from .paths import Place, Steps, cell_place, column_of, field_writer, put_in, walk_to, with_column


@dataclass(frozen=True, slots=True)
class Cards:
    """What a path that begins with a card means.

    Attributes:
        key: the full name of what is meant: a card, a family, a member.
        keys: of all declarations that it means: one, or a family and its members that have one of their own.
        rest: the rest of the path.
    """

    key: Key
    keys: tuple[Key, ...]
    rest: Key


def strip_type(table: Declarations, path: Key) -> Key:
    """A card's path without the card type in front."""
    return path[1:] if path and path[0] in table.card_types and len(path) > 1 else path


def find_cards(table: Declarations, constants: Constants, path: Key) -> Cards | None:
    """The cards that a path begins with."""
    path = strip_type(table, path)
    family = table.cards.get(path[0])
    if family is None:
        return None
    size = 1 + len(family.binders)
    key = path[:size]
    if size > 1 and is_member(table, constants, key):
        return Cards(key, (key,), path[size:])
    return Cards(path[:1], cards_under(table, path[0]), path[1:])


def is_member(table: Declarations, constants: Constants, key: Key) -> bool:
    """Whether a family has a member of this key, and no change has removed it."""
    return table.members.get(key, True) is not None and key in constants.members(table.cards[key[0]])


def card_steps(key: Key) -> Steps:
    """The way to the declaration of a card, a family, or a member."""
    return ("cards", key[0]) if len(key) == 1 else ("members", key)


def find_row(table: Declarations, path: Key) -> tuple[int, int, Key] | None:
    """Table, row and rest of the path, where the path begins with a card of a bulk table."""
    path = strip_type(table, path)
    for number, decl in enumerate(table.tables):
        for at, row in enumerate(decl.rows):
            if row.key.name == path[0]:
                return number, at, path[1:]
    return None


def find_card_places(table: Declarations, constants: Constants, path: Key) -> list[Place]:
    """The values that a path names in cards: several where a family has members with declarations of their own."""
    row = find_row(table, path)
    if row is not None:
        found = _row_field(table, *row)
        return [found] if found is not None else []
    cards = find_cards(table, constants, path)
    if cards is None or len(cards.rest) != 1:
        return []
    places = [_card_value(table, key, cards.rest[0]) for key in cards.keys]
    return [place for place in places if place is not None] if None not in places else []


def card_field(table: Declarations, card_type: str, name: str) -> syn.CardField | syn.AbilitySignature | None:
    """A field or an ability of a card type."""
    kind = table.card_types.get(card_type)
    return next((member for member in kind.members if member.name.name == name), None) if kind is not None else None


def _card_value(table: Declarations, key: Key, name: str) -> Place | None:
    """A value of a card that it gives, or that it has as a default of its type."""
    decl = card_at(table, key)
    steps = card_steps(key)
    member = card_field(table, decl.card_type.name, name)
    place = walk_to(decl, (name,), key, steps)
    if place is None and name == "copies":
        place = Place((*key, name), syn.Number(1, span=decl.name.span), decl.name.span, (*steps, name))
    elif place is None and isinstance(member, syn.CardField):
        span = (member.default or member).span
        wrap = field_writer(syn.Ident(name, span=member.span))
        at = (*steps, "members", len(decl.members))
        place = Place((*key, name), member.default, span, at, wrap, "either", True)
        place.inherits = (decl.card_type.name, name)
    if place is None:
        return None
    place.key = (*key, name)
    place.related = family_key(key, name)
    if isinstance(member, syn.CardField):
        place.type = member.type
    elif isinstance(member, syn.AbilitySignature) and member.result is not None:
        place.type = member.result
    return place


def family_key(key: Key, name: str) -> tuple[Key, ...]:
    """The name through which the family of a member has the same thing."""
    return ((key[0], name),) if len(key) > 1 else ()


def _row_field(table: Declarations, number: int, at: int, rest: Key) -> Place | None:
    """A field of a card in a table, also one for which the table has no column."""
    decl = table.tables[number]
    if len(rest) != 1:
        return None
    name = rest[0]
    member = card_field(table, decl.card_type.name, name)
    own = member if isinstance(member, syn.CardField) else None
    column = column_of(decl, name)
    if column is None and own is None and name not in ("copies", "title"):
        return None
    row = decl.rows[at]
    wide, column = with_column(decl, name)
    cell = wide.rows[at].cells[column]
    if name == "copies" and cell.value is None:
        cell = syn.Cell(syn.Number(1, span=cell.span), span=cell.span)
    place = cell_place((row.key.name, name), cell, own.type if own is not None else None, ("tables", number))
    fill = place.wrap
    place.wrap = lambda value: put_in(wide, ("rows", at, "cells", column), fill(value))
    if place.value is None and own is not None and own.default is not None:
        place.value, place.inherits = own.default, (decl.card_type.name, name)
    return place
