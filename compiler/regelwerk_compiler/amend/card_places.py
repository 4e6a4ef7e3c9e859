"""A path goes in; the values of cards and card types that it names come out, to be read and written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from regelwerk_dsl import syntax as syn

from ..declare.collect import Declarations
from .cards import column_of, find_cards, find_row, with_cell, with_column
from .compare import Written
from .history import Key
from .places import CELL, ENDS, EXPR, TEXT, Place, bound_place, cell_place, is_optional

Members = tuple[syn.FieldValue | syn.AbilityBody | syn.Listener, ...]


def find_card_places(table: Declarations, path: Key) -> list[Place]:
    """The values that a path names: several where a family has members that are cards of their own."""
    kind = table.card_types.get(path[0])
    if kind is not None and len(path) > 1:
        place = _of_type(table, kind, path)
        if place is not None:
            return [place]
    row = find_row(table, path)
    if row is not None:
        found = _row_field(table, *row)
        return [found] if found is not None else []
    cards = find_cards(table, path)
    if cards is None or len(cards.rest) != 1:
        return []
    places = [_of_card(table, key, cards.rest[0]) for key in cards.keys]
    return [place for place in places if place is not None] if None not in places else []


# ---- card types ------------------------------------------------------------------------------------------------------


def _of_type(table: Declarations, kind: syn.CardTypeDecl, path: Key) -> Place | None:
    """`Action.at_once`: a field's default; `Action.number.high`: the range of a field; `Action.playable`: what a card
    answers that does not say so itself"""
    at = next((number for number, member in enumerate(kind.members) if member.name.name == path[1]), None)
    if at is None:
        return None
    member = kind.members[at]

    def write(**values: object) -> None:
        now = table.card_types[path[0]]
        changed = replace(now.members[at], **values)  # type: ignore[arg-type]
        table.card_types[path[0]] = replace(now, members=(*now.members[:at], changed, *now.members[at + 1 :]))

    if isinstance(member, syn.CardField):
        if len(path) == 3 and path[2] in ENDS:
            return bound_place(path, member.type, path[2], lambda type_: write(type=type_))
        if len(path) == 2:
            span = (member.default or member).span
            optional = is_optional(member.type)
            return Place(
                path, member.default, span, lambda v: write(default=v), CELL, may_be_empty=True, optional=optional
            )
        return None
    default = member.default
    if len(path) == 2 and default is not None and not isinstance(default, syn.Block):
        return Place(path, default, default.span, lambda value: write(default=value))
    return None


# ---- cards -----------------------------------------------------------------------------------------------------------


def _of_card(table: Declarations, key: str, name: str) -> Place | None:
    decl = table.cards[key]
    full = (*key.split("."), name)
    family = ((decl.name.name, name),) if key != decl.name.name else ()

    def change(**values: object) -> None:
        table.cards[key] = replace(table.cards[key], **values)  # type: ignore[arg-type]

    if name in ("text", "title"):
        old = getattr(decl, name)
        span = old.span if old is not None else decl.name.span
        return Place(full, old, span, lambda v: change(**{name: v}), TEXT, may_be_empty=True, related=family)
    if name == "copies":
        one = decl.copies or syn.Number(1, span=decl.name.span)
        return Place(full, one, one.span, lambda value: change(copies=value), related=family)
    place = _member(table, key, name, full, change)
    if place is not None:
        place.related = family
        return place
    kind = table.card_types.get(decl.card_type.name)
    field = next(
        (
            member
            for member in (kind.members if kind else ())
            if isinstance(member, syn.CardField) and member.name.name == name
        ),
        None,
    )
    if field is None:
        return None

    def add(value: Written) -> None:
        if value is not None:
            new = syn.FieldValue(syn.Ident(name, span=value.span), value, span=value.span)
            change(members=(*table.cards[key].members, new))

    span = (field.default or field).span
    place = Place(full, field.default, span, add, CELL, may_be_empty=True, optional=is_optional(field.type))
    place.related, place.inherits = family, (decl.card_type.name, name)
    return place


def _member(table: Declarations, key: str, name: str, full: Key, change: Callable[..., None]) -> Place | None:
    """A field that the card gives, or an ability of one expression."""
    members: Members = table.cards[key].members
    for at, member in enumerate(members):
        if isinstance(member, syn.Listener) or member.name.name != name:
            continue

        def write(value: Written, at: int = at) -> None:
            now: Members = table.cards[key].members
            if value is None:  # the card goes back to its type's default
                change(members=(*now[:at], *now[at + 1 :]))
            else:
                old: Any = now[at]
                new = {"value": value, "span": value.span} if isinstance(old, syn.FieldValue) else {"body": value}
                change(members=(*now[:at], replace(old, **new), *now[at + 1 :]))

        if isinstance(member, syn.FieldValue):
            optional = _is_optional_field(table, key, name)
            return Place(full, member.value, member.value.span, write, CELL, may_be_empty=True, optional=optional)
        if not isinstance(member.body, syn.Block):
            return Place(full, member.body, member.body.span, write, EXPR)
    return None


def _is_optional_field(table: Declarations, key: str, name: str) -> bool:
    kind = table.card_types.get(table.cards[key].card_type.name)
    for member in kind.members if kind is not None else ():
        if isinstance(member, syn.CardField) and member.name.name == name:
            return is_optional(member.type)
    return False


def _row_field(table: Declarations, number: int, at: int, rest: Key) -> Place | None:
    """A field of a card in a table, also one for which the table has no column."""
    decl = table.tables[number]
    if len(rest) != 1:
        return None
    name = rest[0]
    kind = table.card_types.get(decl.card_type.name)
    fields = {m.name.name: m for m in (kind.members if kind is not None else ()) if isinstance(m, syn.CardField)}
    column = column_of(decl, name)
    if column is None and name not in fields and name not in ("copies", "title"):
        return None
    key = decl.rows[at].key
    cell = decl.rows[at].cells[column] if column is not None else syn.Cell(None, span=key.span)
    if name == "copies" and cell.value is None:
        cell = syn.Cell(syn.Number(1, span=cell.span), span=cell.span)

    def write(new: syn.Cell) -> None:
        now, position = with_column(table.tables[number], name)
        table.tables[number] = replace(now, rows=with_cell(now.rows, at, position, new))

    place = cell_place((key.name, name), cell, fields[name].type if name in fields else None, write)
    default = fields[name].default if name in fields else None
    if place.value is None and default is not None:
        place.value, place.inherits = default, (decl.card_type.name, name)
    return place
