"""Card types, cards, families and bulk tables go in; every card with its copies and field values comes out."""

from __future__ import annotations

from itertools import product

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Diagnostics, Label
from regelwerk_dsl.source import Span

from ..declare import Declarations
from ..evaluate import Evaluator, NotConstantError, ReportedError
from ..symbols import (
    AbilitySymbol,
    CardFieldSymbol,
    CardSymbol,
    CardTypeSymbol,
    Game,
    LocalSymbol,
    MemberSymbol,
    ParamSymbol,
    Value,
)
from ..typed import Loop
from ..types import ERROR, ErrorType, IntType, MemberType, TextType, Type
from .binders import resolve_domain
from .constants import cell_value, constant, constant_number, default_value, evaluated, unique_columns
from .descend import condition, expr_of
from .scope import Scope
from .types import resolve_type

MOST_COPIES = 1_000
MOST_MEMBERS = 20_000
TITLE_COLUMNS = ("title", "name")


def declare_card_types(table: Declarations, game: Game, diagnostics: Diagnostics) -> None:
    """The names of the card types, so that types can name them."""
    for name, decl in table.card_types.items():
        game.card_types[name] = CardTypeSymbol(name, decl.name.span, decl.label)


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
                kind.fields[member.name.name] = CardFieldSymbol(
                    member.name.name, resolve_type(scope, member.type), member
                )
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
                diagnostics.report(
                    "E0202",
                    row.key.span,
                    f"`{row.key.name}` is declared twice",
                    labels=(Label(before, "declared first here"),),
                    help="rename one of the two, or remove it",
                )
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
                domains.append(list(Evaluator(scope.game).members(Loop(local, domain), {})))
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


def resolve_card_fields(table: Declarations, game: Game, diagnostics: Diagnostics) -> None:
    """The value of every field of every card. Errors: E0206 (no such field), E0319 (a value is missing)."""
    scope = Scope(game, diagnostics)
    for kind in game.card_types.values():
        for field in kind.fields.values():
            decl = field.decl
            if decl is not None and decl.default is not None:
                field.default = constant(scope, decl.default, field.type, f"`{field.name}`")
            else:
                field.default = default_value(field.type, game)
        for card in kind.cards:
            if isinstance(card.decl, syn.CardDecl):
                _family_fields(scope, kind, card, card.decl)
    for rows in table.tables:
        if rows.card_type.name in game.card_types:
            _table_fields(scope, game.card_types[rows.card_type.name], rows)


def _unknown_field(scope: Scope, kind: CardTypeSymbol, ident: syn.Ident) -> None:
    scope.unknown(ident.name, ident.span, f"field of {kind.name}", [*kind.fields, *kind.abilities, "text"], "E0206")


def _family_fields(scope: Scope, kind: CardTypeSymbol, card: CardSymbol, decl: syn.CardDecl) -> None:
    given = {}
    for member in decl.members:
        if isinstance(member, syn.FieldValue):
            if member.name.name not in kind.fields:
                card.broken = True
                _unknown_field(scope, kind, member.name)
            elif member.name.name in given:
                scope.diagnostics.report("E0202", member.name.span, f"`{member.name.name}` is given twice")
            else:
                given[member.name.name] = member
                card.field_spans[member.name.name] = member.span
    with scope.block():
        locals_ = [scope.bind(name, type_, decl.name.span) for name, type_ in card.binders]
        for lost in card.lost_binders:
            scope.bind(lost, ERROR, decl.name.span)
        for name, field in kind.fields.items():
            if name not in given:
                needed = field.decl is not None and field.decl.default is None and _required(field.type)
                if needed and field.decl is not None and not card.broken:
                    scope.diagnostics.report(
                        "E0319",
                        decl.name.span,
                        f"the card `{card.name}` has no `{name}`",
                        labels=(Label(field.decl.span, "declared here without a default"),),
                        help=f"add a line `{name} = ...`",
                    )
                for one in card.members:
                    one.fields[name] = field.default
                continue
            node = given[name].value
            if isinstance(node, syn.Text) or isinstance(field.type, TextType):
                value: Value = constant(scope, node, field.type, f"`{name}`")
                for one in card.members:
                    one.fields[name] = value
                continue
            if not isinstance(field.type, ErrorType):
                typed = expr_of(scope, node, field.type, fit=True)
                if isinstance(typed.type, ErrorType):
                    continue
                for one in card.members:
                    env = dict(zip(locals_, one.values, strict=True))
                    try:
                        one.fields[name] = Evaluator(scope.game).value(typed, dict(env))
                    except NotConstantError:
                        one.fields[name] = evaluated(scope, typed, f"`{name}`")


def _required(type_: Type) -> bool:
    """Whether a field without a default must be given: numbers and members; the rest have a natural nothing."""
    return isinstance(type_, IntType | MemberType)


def _table_fields(scope: Scope, kind: CardTypeSymbol, rows: syn.CardsDecl) -> None:
    unique_columns(scope, rows.columns)
    columns: list[tuple[int, CardFieldSymbol]] = []
    titles = None
    for number, column in enumerate(rows.columns):
        name = column.name.name
        if name in kind.fields:
            columns.append((number, kind.fields[name]))
        elif name in TITLE_COLUMNS:
            titles = number
        elif name != "copies":
            _unknown_field(scope, kind, column.name)
    by_name = {card.name: card for card in kind.cards}
    for row in rows.rows:
        card = by_name.get(row.key.name)
        if card is None or card.decl is not row:
            continue
        member = card.members[0]
        for name, field in kind.fields.items():
            member.fields[name] = field.default
        for number, field in columns:
            if number < len(row.cells):
                cell = row.cells[number]
                card.field_spans[field.name] = cell.span
                if cell.value is not None and field.type is not ERROR:
                    member.fields[field.name] = cell_value(scope, cell, field.type, f"the column `{field.name}`")
        if titles is not None and titles < len(row.cells):
            title = row.cells[titles].value
            if isinstance(title, syn.Text):
                card.title = title
            elif title is not None:
                scope.wrong_type(row.cells[titles].span, ERROR, "A text")
