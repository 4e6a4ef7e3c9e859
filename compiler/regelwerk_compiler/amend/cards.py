"""Cards by path: a card, a family with all its cards, or one member taken out of its family as a card of its own."""

from __future__ import annotations

from dataclasses import dataclass, replace

from regelwerk_dsl import syntax as syn

from ..declare.collect import Declarations
from .members import Keys, family_keys


@dataclass(frozen=True, slots=True)
class Cards:
    """What a path that begins with a card means.

    Attributes:
        name: the full name of what is meant: a card, a family, a member.
        keys: where it stands in `table.cards`: one, or a family with its members that are cards of their own.
        rest: the rest of the path.
    """

    name: Keys
    keys: tuple[str, ...]
    rest: Keys


def strip_type(table: Declarations, path: Keys) -> Keys:
    """A card's path without the card type in front."""
    return path[1:] if path and path[0] in table.card_types and len(path) > 1 else path


def find_cards(table: Declarations, path: Keys) -> Cards | None:
    """The cards that a path begins with. A member that the path names is taken out of its family."""
    path = strip_type(table, path)
    for size in range(len(path), 1, -1):
        key = ".".join(path[:size])
        if key in table.cards:
            return Cards(path[:size], (key,), path[size:])
    keys = family_of(table, path[0])
    if not keys:
        return None
    family = table.cards.get(path[0])
    if family is not None and is_member(table, family, path[1 : 1 + len(family.binders)]):
        size = 1 + len(family.binders)
        return Cards(path[:size], (split_member(table, path[0], path[1:size]),), path[size:])
    return Cards(path[:1], keys, path[1:])


def family_of(table: Declarations, name: str) -> tuple[str, ...]:
    """The keys of a card: of a family its own, then those of the members that have left it."""
    return tuple(key for key, decl in table.cards.items() if decl.name.name == name)


def is_member(table: Declarations, decl: syn.CardDecl, names: Keys) -> bool:
    """Whether the names are those of one card of a family."""
    if not decl.binders or len(names) != len(decl.binders):
        return False
    known = family_keys(table, decl)
    if known is not None:
        return names in known
    kind = table.card_types.get(decl.card_type.name)
    own = {member.name.name for member in kind.members} if kind is not None else set()
    return not (len(names) == 1 and (names[0] in own or names[0] in ("text", "title", "copies")))


def split_member(table: Declarations, family: str, names: Keys) -> str:
    """Takes one member out of its family as a card of its own; the family goes on without it. The key of the card."""
    key = ".".join((family, *names))
    cards: dict[str, syn.CardDecl] = {}
    for name, card in table.cards.items():
        if name != family:
            cards[name] = card
            continue
        left = without_member(table, card, names)
        if left is not None:
            cards[name] = left
        cards[key] = replace(card, binders=_binders_of_one(card, names))
    table.cards = cards
    return key


def without_member(table: Declarations, decl: syn.CardDecl, names: Keys) -> syn.CardDecl | None:
    """The family without one of its cards; None if no card would be left."""
    tests: list[syn.Expr] = []
    for binder, name in zip(decl.binders, names, strict=True):
        local = syn.Name(binder.name.name, span=binder.span)
        tests.append(syn.Binary("is", local, _member(binder, name), span=binder.span))
    both = tests[0]
    for test in tests[1:]:
        both = syn.Binary("and", both, test, span=test.span)
    but: syn.Expr = syn.Unary("not", both, span=both.span)
    where = but if decl.where is None else syn.Binary("and", decl.where, but, span=decl.where.span)
    left = replace(decl, where=where)
    return None if family_keys(table, left) == [] else left


def _binders_of_one(decl: syn.CardDecl, names: Keys) -> tuple[syn.Binder, ...]:
    """Binders that go through one member each: names in the card's bodies mean what they meant."""
    return tuple(
        replace(binder, domain=syn.SetLiteral((_member(binder, name),), span=binder.domain.span), start=None)
        for binder, name in zip(decl.binders, names, strict=True)
    )


def _member(binder: syn.Binder, name: str) -> syn.Expr:
    """A member as an expression; with its enum, so that a name that several enums share means the right one."""
    if isinstance(binder.domain, syn.Name):
        return syn.Field(binder.domain, syn.Ident(name, span=binder.span), span=binder.span)
    return syn.Name(name, span=binder.span)


# ---- cards in tables -------------------------------------------------------------------------------------------------


def find_row(table: Declarations, path: Keys) -> tuple[int, int, Keys] | None:
    """Table, row and rest of the path, where the path begins with a card of a bulk table."""
    path = strip_type(table, path)
    for number, decl in enumerate(table.tables):
        for at, row in enumerate(decl.rows):
            if row.key.name == path[0]:
                return number, at, path[1:]
    return None


def column_of(decl: syn.CardsDecl | syn.TableDecl | syn.MapDecl, name: str) -> int | None:
    """The position of a column by its name."""
    return next((at for at, column in enumerate(decl.columns) if column.name.name == name), None)


def with_column(decl: syn.CardsDecl, name: str) -> tuple[syn.CardsDecl, int]:
    """The table with a column of this name, which is empty if it is new, and the column's position."""
    at = column_of(decl, name)
    if at is not None:
        return decl, at
    column = syn.Column(syn.Ident(name, span=decl.card_type.span), None, span=decl.card_type.span)
    rows = tuple(replace(row, cells=(*row.cells, syn.Cell(None, span=row.key.span))) for row in decl.rows)
    return replace(decl, columns=(*decl.columns, column), rows=rows), len(decl.columns)


def with_cell(rows: tuple[syn.Row, ...], at: int, column: int, cell: syn.Cell) -> tuple[syn.Row, ...]:
    """The rows with one cell replaced."""
    row = rows[at]
    cells = (*row.cells[:column], cell, *row.cells[column + 1 :])
    return (*rows[:at], replace(row, cells=cells), *rows[at + 1 :])
