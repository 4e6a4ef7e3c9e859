"""Card types, cards, families and tables of cards: every card with its copies."""

from __future__ import annotations

from collections.abc import Iterator

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.source import Span

from ..declare.collect import Declarations, report_twice
from ..declare.families import own_members
from ..model.symbols import (
    AbilitySymbol,
    CardFieldSymbol,
    CardSymbol,
    CardTypeSymbol,
    Game,
    MemberSymbol,
    cites_of,
)
from ..model.types import ERROR, BoolType, ErrorType
from .callables import resolve_params
from .constants import constant_number
from .families import expand_family
from .scope import Resolver, Scope
from .types import resolve_type

MOST_COPIES = 1_000


def declare_card_types(table: Declarations, game: Game) -> None:
    """The names of the card types, so that types can name them."""
    for name, decl in table.card_types.items():
        game.card_types[name] = CardTypeSymbol(name, decl.name.span, decl.label, decl.title)


def resolve_card_type(resolver: Resolver, name: str) -> CardTypeSymbol:
    """A card type with the types of its fields and the signatures of its abilities."""
    kind, decl, scope = resolver.game.card_types[name], resolver.table.card_types.get(name), Scope(resolver, fixed=True)
    if decl is None:
        return kind
    kind.cites = cites_of(decl.source)
    for member in decl.members:
        if member.name.name in kind.fields or member.name.name in kind.abilities:
            scope.error(member.name, "E0202", f"`{member.name.name}` is declared twice in {name}")
        elif isinstance(member, syn.CardField):
            type_ = resolve_type(scope, member.type)
            kind.fields[member.name.name] = CardFieldSymbol(member.name.name, type_, member)
            if member.text is not None and not isinstance(type_, BoolType | ErrorType):
                message = "only a field that is yes or no has a text: the cards say it for which it is yes"
                scope.error(member.text, "E0301", message, help="make the field a Bool")
        else:
            params = resolve_params(scope, member.params)
            result = resolve_type(scope, member.result) if member.result is not None else None
            kind.abilities[member.name.name] = AbilitySymbol(member.name.name, params, result, member)
    return kind


def declare_cards(resolver: Resolver) -> int:
    """Every card with its members and copies; copies are numbered through, type by type. How many there are."""
    table, game, scope = resolver.table, resolver.game, Scope(resolver, fixed=True)
    for decl in table.cards.values():
        kind = _kind(scope, decl.card_type)
        if kind is None:
            game.poisoned.add(decl.name.name)
            continue
        for card in _cards_of(scope, table, kind, decl):
            kind.cards.append(card)
            game.cards[card.name] = card
    for rows in table.tables:
        kind = _kind(scope, rows.card_type)
        if kind is None:
            continue
        cites = cites_of(rows.source)
        for row in rows.rows:
            if row.key.name in game.cards:
                before = game.cards[row.key.name].span
                report_twice(scope.diagnostics, row.key.span, f"`{row.key.name}`", before)
                continue
            card = CardSymbol(row.key.name, row.key.name, kind.name, row, row.key.span, None, cites=cites)
            copies = _row_copies(scope, rows, row)
            card.members = [MemberSymbol(row.key.name, (), copies)]
            kind.cards.append(card)
            game.cards[card.name] = card
    first = 0
    for kind in game.card_types.values():
        kind.first = first
        for card in kind.cards:
            for member in card.members:
                member.first, first = first, first + member.copies
        kind.end = first
    game.copies = first
    return first


def _kind(scope: Scope, ident: syn.Ident) -> CardTypeSymbol | None:
    kind = scope.game.card_types.get(ident.name)
    if kind is None:
        scope.unknown(ident.name, ident.span, "card type", [*scope.game.card_types], "E0207")
    return kind


def _row_copies(scope: Scope, rows: syn.CardsDecl, row: syn.Row) -> int:
    for number, column in enumerate(rows.columns):
        if column.name.name == "copies" and number < len(row.cells):
            value = row.cells[number].value
            if isinstance(value, syn.Number):
                return _within_copies(scope, value.value, row.cells[number].span)
    return 1


def _within_copies(scope: Scope, copies: int, span: Span) -> int:
    if not 0 <= copies <= MOST_COPIES:
        scope.error(span, "E0304", f"{copies:_} copies do not fit in 0..{MOST_COPIES:_}")
        return 1
    return copies


def _cards_of(scope: Scope, table: Declarations, kind: CardTypeSymbol, decl: syn.CardDecl) -> Iterator[CardSymbol]:
    """The family, or the one card, of a declaration; then its members that have a declaration of their own."""
    family = _card(kind, decl.name.name, decl)
    expansion = expand_family(scope, decl)
    copies = _copies(scope, decl)
    if expansion is None:  # its binders and its cards stand for errors
        family.binders = [(binder.name.name, ERROR) for binder in decl.binders]
        scope.game.poisoned.add(family.name)
        yield family
        return
    if not expansion.members and not scope.diagnostics.has_errors:
        scope.error(decl, "E0318", f"the family `{family.name}` has no card")
    own = own_members(table, decl.name.name)
    family.binders = [*expansion.binders]
    for key, values in expansion.members.items():
        if key not in own:
            family.members.append(MemberSymbol(".".join(key), values, copies))
    if family.members or not own:
        yield family
    for key, member in own.items():
        if member is not None and key in expansion.members:
            card = _card(kind, ".".join(key), member)
            card.binders = [*expansion.binders]
            own_copies = copies if member.copies is decl.copies else _copies(scope, member)
            card.members = [MemberSymbol(card.name, expansion.members[key], own_copies)]
            yield card


def _card(kind: CardTypeSymbol, name: str, decl: syn.CardDecl) -> CardSymbol:
    cites = cites_of(decl.source)
    return CardSymbol(name, decl.name.name, kind.name, decl, decl.name.span, decl.title, decl.text, cites=cites)


def _copies(scope: Scope, decl: syn.CardDecl) -> int:
    number = constant_number(scope, decl.copies) if decl.copies is not None else None
    return 1 if number is None or decl.copies is None else _within_copies(scope, number, decl.copies.span)
