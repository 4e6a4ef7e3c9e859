"""Enums of the cards of a type: `enum Kind = cards of Tile`, as tables with a row for each card.

The columns are the fields of the card type. The type gets one field more, `kind`, which holds the member of the card.
"""

from __future__ import annotations

from msgspec.structs import replace
from regelwerk_dsl import syntax as syn
from regelwerk_dsl.data.csv import TITLE_COLUMNS
from regelwerk_dsl.diagnostics import Diagnostics

from .collect import Declarations

KIND = "kind"


def expand_kinds(table: Declarations, diagnostics: Diagnostics) -> None:
    """Puts a table in place of each enum of cards, and the field `kind` into its cards.

    Errors: E0202 (there is a `kind` already), E0207 (no such card type), E0326 (a family, or a title with slots).
    """
    for name, decl in table.enums.items():
        if not isinstance(decl, syn.CardsEnumDecl):
            continue
        kind = table.card_types.get(decl.card_type.name)
        if kind is None:
            diagnostics.report("E0207", decl.card_type.span, f"there is no card type `{decl.card_type}`")
        elif any(member.name.name == KIND for member in kind.members):
            what, help_ = f"`{kind.name}` has a `{KIND}` already", "give that one another name"
            diagnostics.report("E0202", decl.card_type.span, what, help=help_)
        elif _can_be_members(table, kind, diagnostics):
            table.enums[name] = _expanded(table, decl, kind)


def _cards(table: Declarations, kind: syn.CardTypeDecl) -> list[syn.CardDecl]:
    """The cards of a type in their order: rows of tables come last."""
    cards = [card for card in table.cards.values() if card.card_type.name == kind.name.name]
    return sorted(cards, key=lambda card: card.name.name in table.rows)


def _can_be_members(table: Declarations, kind: syn.CardTypeDecl, diagnostics: Diagnostics) -> bool:
    faulty = [card for card in _cards(table, kind) if card.binders or (card.title is not None and card.title.slots)]
    for card in faulty:
        what = f"the family `{card.name}` has no kind" if card.binders else "the name of a kind has no slots"
        help_ = "write one card for each, for example in a table: `cards TYPE:`"
        diagnostics.report("E0326", card.name.span, what, help=help_)
    return not faulty


def _expanded(table: Declarations, decl: syn.CardsEnumDecl, kind: syn.CardTypeDecl) -> syn.TableDecl:
    fields = [
        member
        for member in kind.members
        if isinstance(member, syn.CardField) and member.name.name not in ("key", *TITLE_COLUMNS)
    ]
    columns = [syn.Column(one.name, one.type, one.unprinted, span=one.span) for one in fields]
    rows, field = [], syn.Ident(KIND, span=decl.name.span)
    member: syn.Expr | None = None
    for card in reversed(_cards(table, kind)):
        given = {value.name.name: value.value for value in card.members if isinstance(value, syn.FieldValue)}
        cells = [syn.Cell(given.get(one.name.name, one.default), span=card.name.span) for one in fields]
        rows.append(syn.Row(card.name, (*cells, syn.Cell(card.title, span=card.name.span)), span=card.span))
        member = syn.Field(syn.Name(decl.name.name, span=decl.name.span), card.name, span=card.name.span)
        own = syn.FieldValue(field, member, span=card.name.span)
        table.cards[card.name.name] = replace(card, members=(*card.members, own))
    names = syn.Column(syn.Ident("name", span=decl.name.span), None, span=decl.span)
    type_ = syn.NamedType(decl.name.name, span=decl.name.span)
    own_field = syn.CardField(field, type_, member, unprinted=True, span=decl.span)
    table.card_types[kind.name.name] = replace(kind, members=(*kind.members, own_field))
    rows.reverse()
    return syn.TableDecl(
        decl.name, decl.label, (*columns, names), tuple(rows), decl.source, of_cards=True, span=decl.span
    )
