"""Card types, cards, families and tables of cards: every card with its copies."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.source import Span

from ..declare.collect import Declarations, report_twice
from ..model import tree
from ..model.symbols import (
    AbilitySymbol,
    CardFieldSymbol,
    CardSymbol,
    CardTypeSymbol,
    Game,
    LocalSymbol,
    MemberSymbol,
    cites_of,
)
from ..model.types import BOOL, ERROR, BoolType, ErrorType, MemberType
from ..primitives.evaluate import NotConstantError
from .binders import resolve_domain
from .callables import resolve_params
from .constants import ConstantEvaluator, constant_number, evaluate
from .dispatch import condition
from .scope import Resolver, Scope
from .types import resolve_type

MOST_COPIES = 1_000
MOST_MEMBERS = 20_000


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
    for name, decl in table.cards.items():
        kind = _kind(scope, decl.card_type)
        if kind is None:
            game.poisoned.add(decl.name.name)
        else:
            card = _family(scope, kind, name, decl)
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
            card = CardSymbol(row.key.name, kind.name, row, row.key.span, None, cites=cites)
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


def _family(scope: Scope, kind: CardTypeSymbol, name: str, decl: syn.CardDecl) -> CardSymbol:
    cites = cites_of(decl.source)
    card = CardSymbol(name, kind.name, decl, decl.name.span, decl.title, decl.text, cites=cites)
    copies = 1
    if decl.copies is not None:
        number = constant_number(scope, decl.copies)
        copies = 1 if number is None else _within_copies(scope, number, decl.copies.span)
    if not decl.binders:
        card.members = [MemberSymbol(card.name, (), copies)]
        return card
    with scope.block():
        card.members = [
            MemberSymbol(".".join([decl.name.name, *keys]), values, copies)
            for keys, values in _family_members(scope, card, decl)
        ]
    if not card.members and not scope.diagnostics.has_errors:
        scope.error(decl, "E0318", f"the family `{card.name}` has no card")
    return card


def _family_members(scope: Scope, card: CardSymbol, decl: syn.CardDecl) -> Iterator[tuple[list[str], tuple[int, ...]]]:
    """The keys and values of the members of a family. A family whose members are not known is poisoned."""
    domains: list[list[int]] = []
    locals_: list[LocalSymbol] = []
    for binder in decl.binders:
        domain, member = resolve_domain(scope, binder.domain)
        local = scope.bind(binder.name.name, member, binder.name.span)
        if not isinstance(member, MemberType) or member.enum == "Player":
            if not isinstance(member, ErrorType):
                scope.error(binder, "E0318", "a family has one card for each member of an enum")
            return _poison_family(scope, card, decl)
        card.binders.append((binder.name.name, member))
        locals_.append(local)
        try:
            domains.append(list(ConstantEvaluator(scope.resolver).members(tree.Loop(local, domain), {})))
        except NotConstantError:
            scope.error(binder, "E0306", "a family goes through fixed members")
            return _poison_family(scope, card, decl)
    where = condition(scope, decl.where) if decl.where is not None else tree.Const(True, type=BOOL)
    enums = [scope.game.enums[type_.enum] for _, type_ in card.binders if isinstance(type_, MemberType)]
    count = 0
    for values in product(*domains):
        holds = evaluate(scope, where, "this condition is not fixed", env=dict(zip(locals_, values, strict=True)))
        if holds is None:
            return
        if not holds:
            continue
        if count > MOST_MEMBERS:
            scope.error(decl, "E0304", f"a family has at most {MOST_MEMBERS:_} cards")
            return
        count += 1
        yield [enum.keys[value - enum.low] for value, enum in zip(values, enums, strict=True)], values


def _poison_family(scope: Scope, card: CardSymbol, decl: syn.CardDecl) -> None:
    """A family whose members are not known: its binders and its cards stand for errors."""
    card.binders = [(binder.name.name, ERROR) for binder in decl.binders]
    scope.game.poisoned.add(card.name)
