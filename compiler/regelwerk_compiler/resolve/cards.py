"""Card types, cards, families and tables of cards: every card with its copies and the values of its fields."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace
from regelwerk_dsl import syntax as syn
from regelwerk_dsl.data.csv import COPIES_COLUMN, TEXT_COLUMN, TITLE_COLUMNS
from regelwerk_dsl.diagnostics import Label
from regelwerk_dsl.limits import MOST_COPIES
from regelwerk_dsl.source import Span

from ..declare.collect import Declarations, Key, own_members
from ..model import tree
from ..model.defaults import default_value, none_value
from ..model.enums import Value
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
from ..model.types import ERROR, PLAYER, BoolType, ErrorType, IntType, MemberType, TextType, optional
from ..primitives.evaluate import NotConstantError
from .binders import resolve_loop
from .callables import resolve_params
from .coerce import number_of
from .constants import (
    A_NUMBER,
    NOT_FIXED,
    ConstantEvaluator,
    constant,
    constant_expr,
    evaluate,
    evaluated,
    fitting,
    unique_columns,
)
from .nodes import is_faulty
from .scope import Resolver, Scope
from .types import resolve_type
from .unchanged import Unchanged

Binders = list[tuple[str, MemberType]]

MOST_CARDS = 100_000
MOST_MEMBERS = 20_000  # of a family


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
                message = "only a Bool has a text, which is printed on the cards for which it is yes"
                scope.error(member.text, "E0301", message, help="make the field a Bool")
        else:
            params = resolve_params(scope, member.params)
            result = resolve_type(scope, member.result) if member.result is not None else None
            kind.abilities[member.name.name] = AbilitySymbol(member.name.name, params, result, member)
    return kind


def declare_cards(resolver: Resolver) -> int:
    """Every card with its members and copies; copies are numbered consecutively, type by type. Returns their number."""
    table, game, scope = resolver.table, resolver.game, Scope(resolver, fixed=True)
    idents = [*(decl.card_type for decl in table.cards.values()), *(rows.card_type for rows in table.tables)]
    for ident in {ident.span: ident for ident in idents}.values():
        if ident.name not in game.card_types:
            scope.unknown(ident.name, ident.span, "card type", [*game.card_types], "E0207")
    parted = {family for family, *_ in table.members}
    for decl in sorted(table.cards.values(), key=lambda decl: decl.name.name in table.rows):  # rows come last
        kind = game.card_types.get(decl.card_type.name)
        if kind is None:
            game.reported.add(decl.name.name)
        else:
            same = [*_same_cards(resolver.unchanged, kind, decl, parted=decl.name.name in parted)]
            for card in same or _cards_of(scope, table, kind, decl):
                kind.cards.append(card)
                game.cards[card.name] = card
    first = 0
    for kind in game.card_types.values():
        kind.first = first
        for member in (member for card in kind.cards for member in card.members):
            member.first, first = first, first + member.copies
        kind.end = first
        if first > MOST_CARDS and kind.cards:
            scope.error(kind.cards[-1].decl, "E0304", f"a game has at most {MOST_CARDS:_} cards, with all copies")
            break
    game.copies = first
    return first


def _within_copies(scope: Scope, copies: int, span: Span) -> int:
    if not 0 <= copies <= MOST_COPIES:
        scope.error(span, "E0304", f"{copies:_} copies do not fit in 0..{MOST_COPIES:_}")
        return 1
    return copies


# ---- families --------------------------------------------------------------------------------------------------------


def _cards_of(scope: Scope, table: Declarations, kind: CardTypeSymbol, decl: syn.CardDecl) -> Iterator[CardSymbol]:
    """The family, or the one card, of a declaration; then its members that have a declaration of their own."""
    family = _card(kind, decl.name.name, decl)
    expansion = expand_family(scope, decl)
    if expansion is None:  # its binders and its cards stand for errors
        family.binders = [(binder.name.name, ERROR) for binder in decl.binders]
        scope.game.reported.add(family.name)
        yield family
        return
    binders, members = expansion
    if not members and not scope.diagnostics.has_errors:
        scope.error(decl, "E0318", f"the family `{family.name}` has no cards")
    own = own_members(table, decl.name.name)
    family.binders = [*binders]
    counts = _counts(scope, decl, binders, members)
    family.members = [
        MemberSymbol(".".join(key), values, *counts[key]) for key, values in members.items() if key not in own
    ]
    if family.members or not own:
        yield family
    for key, member in own.items():
        if member is not None and key in members:
            card = _card(kind, ".".join(key), member)
            card.binders = [*binders]
            same = member.copies is decl.copies and member.printed is decl.printed
            count = counts if same else _counts(scope, member, binders, {key: members[key]})
            card.members = [MemberSymbol(card.name, members[key], *count[key])]
            yield card


def _same_cards(
    unchanged: Unchanged, kind: CardTypeSymbol, decl: syn.CardDecl, *, parted: bool
) -> Iterator[CardSymbol]:
    """The cards of a declaration that keep their members and fields, and all else if nothing of them changes."""
    for before in unchanged.family(decl.name.name, parted=parted):
        card = replace(before) if unchanged.has(before) else _card(kind, before.name, decl)
        card.binders, card.field_spans, card.field_binders = before.binders, before.field_spans, before.field_binders
        card.members = [replace(member) for member in before.members]
        yield card


def _card(kind: CardTypeSymbol, name: str, decl: syn.CardDecl) -> CardSymbol:
    cites = cites_of(decl.source)
    return CardSymbol(name, decl.name.name, kind.name, decl, decl.name.span, decl.title, decl.text, cites=cites)


def _counts(
    scope: Scope, decl: syn.CardDecl, binders: Binders, members: dict[Key, tuple[int, ...]]
) -> dict[Key, tuple[int, int | None]]:
    """The number of copies of each member, and for one that is `x many` the number of printed copies."""
    copies = _copies(scope, decl, decl.copies, binders, members)
    if decl.printed is None:
        return {key: (copies[key], None) for key in members}
    printed = _copies(scope, decl, decl.printed, binders, members)
    return {key: (copies[key], printed[key]) for key in members}


def _copies(
    scope: Scope, decl: syn.CardDecl, count: syn.Expr | None, binders: Binders, members: dict[Key, tuple[int, ...]]
) -> dict[Key, int]:
    """The number of copies of each member; it must be fixed, but may read the binders. Errors: E0304, E0306."""
    found = dict.fromkeys(members, 1)
    if count is None:
        return found
    with scope.block():
        locals_ = [scope.bind(name, type_, decl.name.span) for name, type_ in binders]
        value, _ = number_of(scope, count, None)
    for key, values in members.items():
        number = evaluate(scope, value, NOT_FIXED, A_NUMBER, dict(zip(locals_, values, strict=True)))
        if not isinstance(number, int):
            break
        found[key] = _within_copies(scope, number, count.span)
    return found


def expand_family(scope: Scope, decl: syn.CardDecl) -> tuple[Binders, dict[Key, tuple[int, ...]]] | None:
    """The members of a family in the order of their enums; for a card without binders, the card itself.

    Errors: E0304 (too many), E0306 (not fixed), E0318 (no family of an enum's members).

    Returns:
        Name and type of each binder; by the family's name and the keys of the binding, the values of the binders.
        None if a domain has an error.
    """
    binders: Binders = []
    domains: dict[LocalSymbol, list[int]] = {}
    with scope.block():
        for binder in decl.binders:
            loop = resolve_loop(scope, binder)
            member = loop.local.type
            if not isinstance(member, MemberType) or member == PLAYER:
                if not isinstance(member, ErrorType):
                    scope.error(binder, "E0318", "a family has one card for each member of an enum")
                return None
            binders.append((loop.local.name, member))
            try:
                domains[loop.local] = list(ConstantEvaluator(scope.resolver).members(loop, {}))
            except NotConstantError:
                scope.error(binder, "E0306", "the members of a family must be fixed")
                return None
        rows = fitting(scope, domains, decl.where, MOST_MEMBERS) or []
    if len(rows) > MOST_MEMBERS:
        scope.error(decl, "E0304", f"a family has at most {MOST_MEMBERS:_} cards")
    enums = [scope.game.enums[member.enum] for _, member in binders]
    keys = [[enum.keys[value - enum.low] for enum, value in zip(enums, row, strict=True)] for row in rows]
    return binders, {(decl.name.name, *key): row for key, row in zip(keys, rows, strict=True)}


# ---- fields ----------------------------------------------------------------------------------------------------------


def resolve_card_fields(resolver: Resolver) -> None:
    """The value of every field of every card. Errors: E0206 (no such field), E0319 (a value is missing)."""
    table, game, scope = resolver.table, resolver.game, Scope(resolver)
    for kind in game.card_types.values():
        for field in kind.fields.values():
            given = field.decl.default
            where = f"`{field.name}`"
            field.default = (
                default_value(field.type, game) if given is None else constant(scope, given, field.type, where)
            )
        for card in kind.cards:
            if not resolver.unchanged.has_fields_of(card) and isinstance(card.decl, syn.CardDecl):
                _card_fields(scope, kind, card, card.decl, table.rows.get(card.family))
    for rows in table.tables:
        if rows.card_type.name in game.card_types:
            _check_columns(scope, game.card_types[rows.card_type.name], rows)


def _unknown_field(scope: Scope, kind: CardTypeSymbol, ident: syn.Ident, others: Iterable[str] = ()) -> None:
    known = [*kind.fields, *kind.abilities, "text", *others]
    if ident.name in kind.abilities:
        what = f"`{ident.name}` is an ability of {kind.name}: neither a text nor the cell of a table states it"
        scope.error(ident, "E0301", what, help="write the card with `card`, and what the ability computes behind `=`")
        return
    scope.unknown(ident.name, ident.span, f"field of {kind.name}", known, "E0206")


def _required(field: CardFieldSymbol) -> bool:
    """True if a field must be given: numbers and members without a default; other types have a natural default."""
    return field.decl.default is None and isinstance(field.type, IntType | MemberType)


def _missing_field(scope: Scope, node: syn.Node, message: str, field: CardFieldSymbol, help_: str) -> None:
    labels = (Label(field.decl.span, "declared here without a default"),)
    scope.error(node, "E0319", message, labels=labels, help=help_)


def has_unknown_names(kind: CardTypeSymbol, decl: syn.CardDecl) -> bool:
    """True if a card defines a name that its type does not have: probably a misspelling of what seems to be missing."""
    given = (member.name.name for member in decl.members if not isinstance(member, syn.Listener))
    return any(name not in kind.fields and name not in kind.abilities for name in given)


def _card_fields(
    scope: Scope, kind: CardTypeSymbol, card: CardSymbol, decl: syn.CardDecl, rows: syn.CardsDecl | None
) -> None:
    """The fields of a card or a family; `rows` is the table that it is a row of."""
    given: dict[str, syn.FieldValue] = {}
    for member in decl.members:
        if isinstance(member, syn.FieldValue):
            name = member.name.name
            if name not in kind.fields:
                _unknown_field(scope, kind, member.name)
            elif name in given:
                scope.error(member.name, "E0202", f"`{name}` appears twice")
            else:
                given[name] = member
                card.field_spans[name] = member.span
    columns = {column.name.name for column in rows.columns} if rows is not None else kind.fields.keys()
    with scope.block():
        locals_ = [scope.bind(name, type_, decl.name.span) for name, type_ in card.binders]
        for name, field in kind.fields.items():
            if name in given:
                where = f"`{name}`" if rows is None else f"the column `{name}`"
                values = _values(scope, card, locals_, field, given[name].value, where)
            else:
                values = [field.default] * len(card.members)
                if _required(field) and name in columns and not has_unknown_names(kind, decl):
                    help_ = f"add a line `{name} = ...`" if rows is None else "fill in its cell"
                    _missing_field(scope, decl.name, f"the card `{card.name}` has no `{name}`", field, help_)
            for one, value in zip(card.members, values, strict=True):
                one.fields[name] = value


def _values(
    scope: Scope,
    card: CardSymbol,
    locals_: list[LocalSymbol],
    field: CardFieldSymbol,
    node: syn.Expr | syn.Text,
    where: str,
) -> list[Value]:
    """The value of a field for each member of a family."""
    if isinstance(node, syn.Text) or isinstance(field.type, TextType):
        return [constant(scope, node, field.type, where)] * len(card.members)
    a_call = isinstance(field.type, MemberType) and isinstance(node, syn.Call)
    wanted = optional(field.type) if a_call else field.type  # what it answers is known for each card
    typed = constant_expr(scope, node, wanted) if not isinstance(field.type, ErrorType) else None
    if typed is None or is_faulty(typed):
        return [field.default] * len(card.members)
    if isinstance(typed, tree.LocalRef):
        card.field_binders[field.name] = typed.local.name
    values = [evaluated(scope, typed, where, dict(zip(locals_, one.values, strict=True))) for one in card.members]
    none = none_value(wanted, scope.game) if wanted is not field.type else None
    absent = next((one.key for one, value in zip(card.members, values, strict=True) if value == none), None)
    if absent is not None:
        scope.error(node, "E0303", f"`{node.span.text}` is none for the card `{absent}`")
        return [field.default] * len(card.members)
    return values


def _check_columns(scope: Scope, kind: CardTypeSymbol, rows: syn.CardsDecl) -> None:
    """Checks the columns of a table of cards, and the cells that are no fields."""
    unique_columns(scope, rows.columns)
    names = [column.name.name for column in rows.columns]
    texts = [name for name in (*TITLE_COLUMNS, TEXT_COLUMN) if name not in kind.fields]
    unknown = [column for column in rows.columns if column.name.name not in (*kind.fields, *texts, COPIES_COLUMN)]
    for column in unknown:
        _unknown_field(scope, kind, column.name, (*TITLE_COLUMNS, COPIES_COLUMN))
    if rows.rows and not unknown:
        for name, field in kind.fields.items():
            if name not in names and _required(field):
                help_ = "add the column, or give the field a default"
                _missing_field(scope, rows.card_type, f"the table has no column `{name}`", field, help_)
    for name, cell in (pair for row in rows.rows for pair in zip(names, row.cells, strict=False)):
        if name in texts and not isinstance(cell.value, syn.Text | None):
            what = "what a card says" if name == TEXT_COLUMN else "a title"
            scope.error(cell, "E0301", f"{what} is a text", help='write it in quotes: `"..."`')
        elif name == COPIES_COLUMN and isinstance(cell.value, syn.Text):
            scope.error(cell, "E0301", "the number of copies is a number, not a text")
