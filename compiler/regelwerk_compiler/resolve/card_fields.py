"""Fields of cards: the value of every field of every card."""

from __future__ import annotations

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Label

from ..model.defaults import default_value
from ..model.symbols import CardFieldSymbol, CardSymbol, CardTypeSymbol, Value
from ..model.types import ERROR, ErrorType, IntType, MemberType, TextType
from ..primitives.evaluate import NotConstantError
from .constants import ConstantEvaluator, cell_value, constant, evaluated, unique_columns
from .dispatch import expr_of
from .scope import Resolver, Scope

TITLE_COLUMNS = ("title", "name")


def resolve_card_fields(resolver: Resolver) -> None:
    """The value of every field of every card. Errors: E0206 (no such field), E0319 (a value is missing)."""
    table, game, scope = resolver.table, resolver.game, Scope(resolver)
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
                _unknown_field(scope, kind, member.name)
            elif member.name.name in given:
                scope.error(member.name, "E0202", f"`{member.name.name}` is given twice")
            else:
                given[member.name.name] = member
                card.field_spans[member.name.name] = member.span
    with scope.block():
        locals_ = [scope.bind(name, type_, decl.name.span) for name, type_ in card.binders]
        for name, field in kind.fields.items():
            if name not in given:
                if _required(field) and field.decl is not None and not has_unknown_names(kind, decl):
                    scope.error(
                        decl.name,
                        "E0319",
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
                        one.fields[name] = ConstantEvaluator(scope.resolver).fold(typed, dict(env))
                    except NotConstantError:
                        one.fields[name] = evaluated(scope, typed, f"`{name}`")


def has_unknown_names(kind: CardTypeSymbol, decl: syn.CardDecl) -> bool:
    """Whether a card gives something that its type does not have, so that another thing only seems to be missing."""
    given = (member.name.name for member in decl.members if not isinstance(member, syn.Listener))
    return any(name not in kind.fields and name not in kind.abilities for name in given)


def _required(field: CardFieldSymbol) -> bool:
    """Whether a field must be given: numbers and members without a default; the rest have a natural nothing."""
    return field.decl is not None and field.decl.default is None and isinstance(field.type, IntType | MemberType)


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
    _missing_columns(scope, kind, rows)
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
                elif _required(field):
                    scope.error(
                        row.key, "E0319", f"the card `{card.name}` has no `{field.name}`", help="fill in its cell"
                    )
        if titles is not None and titles < len(row.cells):
            title = row.cells[titles].value
            if isinstance(title, syn.Text):
                card.title = title
            elif title is not None:
                scope.wrong_type(row.cells[titles].span, ERROR, "A text")


def _missing_columns(scope: Scope, kind: CardTypeSymbol, rows: syn.CardsDecl) -> None:
    """E0319 for a field that every card must give and that has no column; none where a column has an unknown name."""
    names = {column.name.name for column in rows.columns}
    if not rows.rows or names - {*kind.fields, *TITLE_COLUMNS, "copies"}:
        return
    for name, field in kind.fields.items():
        if name not in names and _required(field) and field.decl is not None:
            scope.error(
                rows.card_type,
                "E0319",
                f"the table has no column `{name}`",
                labels=(Label(field.decl.span, "declared here without a default"),),
                help="add the column, or give the field a default",
            )
