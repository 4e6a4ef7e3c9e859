"""Card types, cards, families and bulk tables go in; every card with its copies and field values comes out."""

from __future__ import annotations

from itertools import product

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Diagnostics
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
    ParamSymbol,
)
from ..model.types import BoolType, ErrorType, MemberType
from ..primitives.evaluate import Evaluator, NotConstantError, ReportedError
from .binders import resolve_domain
from .constants import constant_number
from .descend import condition
from .scope import Scope
from .types import resolve_type

MOST_COPIES = 1_000
MOST_MEMBERS = 20_000


def declare_card_types(table: Declarations, game: Game, diagnostics: Diagnostics) -> None:
    """The names of the card types, so that types can name them."""
    for name, decl in table.card_types.items():
        game.card_types[name] = CardTypeSymbol(name, decl.name.span, decl.label, decl.title)


def resolve_card_types(table: Declarations, game: Game, diagnostics: Diagnostics) -> None:
    """Fields with types, abilities with signatures."""
    scope = Scope(game, diagnostics)
    for name, decl in table.card_types.items():
        kind = game.card_types[name]
        kind.cites = tuple(ident.name for ident in decl.source.ids) if decl.source else ()
        for member in decl.members:
            if member.name.name in kind.fields or member.name.name in kind.abilities:
                diagnostics.report("E0202", member.name.span, f"`{member.name.name}` is declared twice in {name}")
            elif isinstance(member, syn.CardField):
                type_ = resolve_type(scope, member.type)
                kind.fields[member.name.name] = CardFieldSymbol(member.name.name, type_, member)
                if member.text is not None and not isinstance(type_, BoolType | ErrorType):
                    message = "only a field that is yes or no has a text: the cards say it for which it is yes"
                    diagnostics.report("E0301", member.text.span, message, help="make the field a Bool")
            else:
                params = [ParamSymbol(p.name.name, resolve_type(scope, p.type), p.name.span) for p in member.params]
                result = resolve_type(scope, member.result) if member.result is not None else None
                kind.abilities[member.name.name] = AbilitySymbol(member.name.name, params, result, member)


def declare_cards(table: Declarations, game: Game, diagnostics: Diagnostics) -> None:
    """Every card with its members and copies; copies are numbered through, type by type."""
    scope = Scope(game, diagnostics)
    for name, decl in table.cards.items():
        kind = _kind(scope, decl.card_type)
        if kind is None:
            game.lost.add(decl.name.name)
        else:
            card = _family(scope, kind, name, decl)
            kind.cards.append(card)
            game.cards[card.name] = card
    for rows in table.tables:
        kind = _kind(scope, rows.card_type)
        if kind is None:
            continue
        cites = tuple(ident.name for ident in rows.source.ids) if rows.source else ()
        for row in rows.rows:
            if row.key.name in game.cards:
                before = game.cards[row.key.name].span
                scope.doubled()
                report_twice(diagnostics, row.key.span, f"`{row.key.name}`", before)
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
        scope.diagnostics.report("E0304", span, f"{copies:_} copies do not fit in 0..{MOST_COPIES:_}")
        return 1
    return copies


def _family(scope: Scope, kind: CardTypeSymbol, name: str, decl: syn.CardDecl) -> CardSymbol:
    cites = tuple(ident.name for ident in decl.source.ids) if decl.source else ()
    card = CardSymbol(name, kind.name, decl, decl.name.span, decl.title, decl.text, cites=cites)
    copies = 1
    if decl.copies is not None:
        number = constant_number(scope, decl.copies)
        copies = 1 if number is None else _within_copies(scope, number, decl.copies.span)
    if not decl.binders:
        card.members = [MemberSymbol(card.name, (), copies)]
        return card
    with scope.block():
        domains: list[list[int]] = []
        locals_: list[LocalSymbol] = []
        for binder in decl.binders:
            domain, member = resolve_domain(scope, binder.domain)
            local = scope.bind(binder.name.name, member, binder.name.span)
            if not isinstance(member, MemberType) or member.enum == "Player":
                if not isinstance(member, ErrorType):
                    scope.diagnostics.report("E0318", binder.span, "a family has one card for each member of an enum")
                _lose(scope, card, decl)
                return card
            card.binders.append((binder.name.name, member))
            locals_.append(local)
            try:
                domains.append(list(Evaluator(scope.game).members(tree.Loop(local, domain), {})))
            except NotConstantError:
                scope.diagnostics.report("E0306", binder.span, "a family goes through fixed members")
                _lose(scope, card, decl)
                return card
        where = condition(scope, decl.where) if decl.where is not None else None
        for values in product(*domains):
            if len(card.members) > MOST_MEMBERS:
                scope.diagnostics.report("E0304", decl.span, f"a family has at most {MOST_MEMBERS:_} cards")
                break
            env = dict(zip(locals_, values, strict=True))
            try:
                if where is not None and not Evaluator(scope.game).number(where, dict(env)):
                    continue
            except ReportedError:
                break
            except NotConstantError:
                if where is not None:
                    scope.diagnostics.report("E0306", where.span, "this condition is not fixed")
                break
            keys = []
            for value, (_, type_) in zip(values, card.binders, strict=True):
                symbol = scope.game.enums[type_.enum]
                keys.append(symbol.keys[value - symbol.low])
            card.members.append(MemberSymbol(".".join([decl.name.name, *keys]), values, copies))
    if not card.members and not scope.diagnostics.has_errors:
        scope.diagnostics.report("E0318", decl.span, f"the family `{card.name}` has no card")
    return card


def _lose(scope: Scope, card: CardSymbol, decl: syn.CardDecl) -> None:
    """A family whose members are not known: nothing is said about its binders and its cards."""
    card.binders = []
    card.lost_binders = tuple(binder.name.name for binder in decl.binders)
    scope.game.lost.add(card.name)
