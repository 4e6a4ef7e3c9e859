"""The table of declarations: every declaration by kind and name, not yet resolved.

A family of cards is one declaration. Its members follow from its binders and its condition, and are computed where they
are needed. A member that a change touches has an entry of its own in `Declarations.members`: by the family and the
binding, with a declaration of its own, or None if the member is removed. All other members are what the family says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import get_args

from msgspec import Struct, field
from msgspec.structs import replace
from regelwerk_dsl import syntax as syn
from regelwerk_dsl.data.csv import COPIES_COLUMN, TEXT_COLUMN, TITLE_COLUMNS
from regelwerk_dsl.diagnostics import Diagnostics, Label
from regelwerk_dsl.grammar.keywords import RESERVED_DECLARATIONS
from regelwerk_dsl.source import Span

from .citations import Citation, citations_in

Key = tuple[str, ...]
"""A full name, part by part: `("Good", "blue", "sold")`; of a card of a family the family and its binding."""

EnumLike = (
    syn.EnumDecl
    | syn.SumEnumDecl
    | syn.RangeEnumDecl
    | syn.CardsEnumDecl
    | syn.ProductEnumDecl
    | syn.TableDecl
    | syn.MapDecl
)

VALUE = "value"
"""The name of the declared `value of p` among measures."""

FramePart = syn.PlayersDecl | syn.SetupDecl | syn.PlayDecl | syn.OutcomeDecl | syn.ValueDecl


class Declarations(Struct):
    """The declarations of a game by kind and name, in source order."""

    units: dict[str, syn.UnitDecl] = field(default_factory=dict)
    enums: dict[str, EnumLike] = field(default_factory=dict)
    card_types: dict[str, syn.CardTypeDecl] = field(default_factory=dict)
    cards: dict[str, syn.CardDecl] = field(default_factory=dict)
    members: dict[Key, syn.CardDecl | None] = field(default_factory=dict)
    tables: list[syn.CardsDecl] = field(default_factory=list)  # as written; each row is also one of `cards`
    rows: dict[str, syn.CardsDecl] = field(default_factory=dict)  # the table of each card that is a row
    state: dict[str, syn.StateVar] = field(default_factory=dict)
    defines: dict[str, syn.DefineDecl] = field(default_factory=dict)
    effects: dict[str, syn.EffectDecl] = field(default_factory=dict)
    events: dict[str, syn.EventDecl] = field(default_factory=dict)
    scenarios: dict[str, syn.ScenarioDecl] = field(default_factory=dict)
    chapters: dict[str, syn.ChapterDecl] = field(default_factory=dict)
    changes: dict[str, syn.ChangeDecl] = field(default_factory=dict)
    measures: dict[str, syn.MeasureDecl] = field(default_factory=dict)
    invariants: list[syn.InvariantDecl] = field(default_factory=list)
    players: syn.PlayersDecl | None = None
    setup: syn.SetupDecl | None = None
    play: syn.PlayDecl | None = None
    outcome: syn.OutcomeDecl | None = None
    value: syn.ValueDecl | None = None
    citations: list[Citation] = field(default_factory=list)  # also those in changes that do not apply
    spans: dict[str, Span] = field(default_factory=dict)
    doubled: set[str] = field(default_factory=set)  # names that are declared twice

    def copy(self) -> Declarations:
        """The same declarations, which can be changed by themselves."""
        parts = {name: getattr(self, name) for name in self.__struct_fields__}
        return replace(self, **{name: one.copy() for name, one in parts.items() if isinstance(one, dict | list | set)})


def declare(trees: Iterable[syn.SourceTree], diagnostics: Diagnostics) -> Declarations:
    """Collects the declarations of all files.

    Errors: E0202 (declared twice), E0203 (a reserved name), E0204 (a part of the frame declared twice), E0360
    (a measure is called `value`).
    """
    table = Declarations()
    declarations = [decl for tree in trees for decl in tree.declarations]
    for decl in sorted(declarations, key=lambda decl: isinstance(decl, syn.CardsDecl)):  # after their card types
        add_declaration(table, decl, diagnostics)
    table.citations = [citation for decl in declarations for citation in citations_in(decl)]
    return table


NAMESPACES: dict[type[syn.Node], tuple[str, str]] = {
    syn.UnitDecl: ("units", ""),
    **dict.fromkeys(get_args(EnumLike), ("enums", "")),
    syn.CardTypeDecl: ("card_types", ""),
    syn.CardDecl: ("cards", "card."),
    syn.StateVar: ("state", ""),
    syn.DefineDecl: ("defines", ""),
    syn.EffectDecl: ("effects", ""),
    syn.EventDecl: ("events", ""),
    syn.ScenarioDecl: ("scenarios", "scenario."),
    syn.ChapterDecl: ("chapters", "chapter."),
    syn.ChangeDecl: ("changes", "change."),
    syn.MeasureDecl: ("measures", "measure."),
}
"""The attribute of the table that holds a kind of declaration, and the prefix of its names: kinds with different
prefixes may share names."""

MOST_CHANGES = 300  # each of which is a game to check

FRAME: dict[type[syn.Node], str] = {
    syn.PlayersDecl: "players",
    syn.SetupDecl: "setup",
    syn.PlayDecl: "play",
    syn.OutcomeDecl: "outcome",
    syn.ValueDecl: "value",
}
"""The parts that a game has once: the attributes of the table that hold them."""


def add_declaration(table: Declarations, decl: syn.Decl, diagnostics: Diagnostics) -> None:
    """Puts one declaration into the table; the same errors as `declare`."""
    match decl:
        case syn.CardsDecl():
            table.tables.append(decl)
            for card in cards_in(table, decl):
                _enter(table, card, card.name, diagnostics)
                if table.cards.get(card.name.name) is card:
                    table.rows[card.name.name] = decl
        case syn.InvariantDecl():
            table.invariants.append(decl)
        case syn.StateDecl():
            for variable in decl.variables:
                _enter(table, variable, variable.name, diagnostics)
        case syn.PlayersDecl() | syn.SetupDecl() | syn.PlayDecl() | syn.OutcomeDecl() | syn.ValueDecl():
            _enter_once(table, decl, diagnostics)
        case syn.MeasureDecl(name) if name.name == VALUE:
            what, help_ = (
                "no measure can be called `value`",
                "choose another name: the `value of p` is recorded under this one",
            )
            diagnostics.report("E0360", name.span, what, note="reserved", help=help_)
        case _:
            _enter(table, decl, decl.name, diagnostics)


def cards_in(table: Declarations, rows: syn.CardsDecl) -> Iterator[syn.CardDecl]:
    """The cards of a table, one for each row. Columns that the card type does not have are left out."""
    kind = table.card_types.get(rows.card_type.name)
    fields = {member.name.name for member in kind.members} if kind is not None else set()
    for row in rows.rows:
        cells = {column.name: cell for column, cell in zip(rows.columns, row.cells, strict=False)}
        title = copies = text = None
        members = []
        for name, cell in cells.items():
            if name.name == COPIES_COLUMN and not isinstance(cell.value, syn.Text):
                copies = cell.value
            if name.name in fields and cell.value is not None:
                members.append(syn.FieldValue(name, cell.value, span=cell.span))
            elif name.name in TITLE_COLUMNS and isinstance(cell.value, syn.Text):
                title = cell.value
            elif name.name == TEXT_COLUMN and isinstance(cell.value, syn.Text):
                text = cell.value
        yield syn.CardDecl(
            rows.card_type, row.key, title, (), None, copies, text, tuple(members), rows.source, span=row.span
        )


def _enter(table: Declarations, decl: syn.Node, ident: syn.Ident, diagnostics: Diagnostics) -> None:
    """Puts a declaration among those of its kind. Errors: E0202, E0203."""
    attribute, prefix = NAMESPACES[type(decl)]
    before = table.spans.get(prefix + ident.name)
    if not prefix and ident.name in RESERVED_DECLARATIONS:
        what, help_ = f"`{ident.name}` is a keyword", f"for example `{ident.name}_`"
        diagnostics.report("E0203", ident.span, what, note="choose another name", help=help_)
    elif before is not None:
        if attribute != "measures":  # no other name means one of these
            table.doubled.add(ident.name)
        report_twice(diagnostics, ident.span, f"`{ident.name}`", before, note="declared again here")
    else:
        table.spans[prefix + ident.name] = ident.span
        getattr(table, attribute)[ident.name] = decl
        if isinstance(decl, syn.ChangeDecl) and len(table.changes) == MOST_CHANGES + 1:
            what = f"a game has at most {MOST_CHANGES} variants and errata"
            help_ = "write errata into the rules once nobody needs the difference"
            diagnostics.report("E0304", ident.span, what, help=help_)


def _enter_once(table: Declarations, decl: FramePart, diagnostics: Diagnostics) -> None:
    """Puts a part of the frame into the table. Errors: E0204 (a second one)."""
    part = FRAME[type(decl)]
    before: FramePart | None = getattr(table, part)
    if before is None:
        setattr(table, part, decl)
    else:
        what = f"a game has one `{'value of' if part == 'value' else part}`"
        labels, help_ = (Label(before.span, "the first one"),), "merge the two, or remove one"
        diagnostics.report("E0204", decl.span, what, note="a second one", labels=labels, help=help_)


def report_twice(
    diagnostics: Diagnostics, span: Span, what: str, before: Span, *, within: str = "", note: str = ""
) -> None:
    """E0202: something is declared a second time."""
    message, help_ = f"{what} is declared twice{within}", "rename one of the two, or remove it"
    labels = (Label(before, "declared first here"),)
    diagnostics.report("E0202", span, message, note=note, labels=labels, help=help_)


def own_members(table: Declarations, family: str) -> dict[Key, syn.CardDecl | None]:
    """The entries of those members of a family that changes alter individually, the latest first."""
    return {key: decl for key, decl in reversed(table.members.items()) if key[0] == family}


def cards_under(table: Declarations, name: str) -> tuple[Key, ...]:
    """The keys of everything declared under the name of a card: its own, then those of its members."""
    if name not in table.cards:
        return ()
    return ((name,), *(key for key, decl in own_members(table, name).items() if decl is not None))


def card_at(table: Declarations, key: Key) -> syn.CardDecl:
    """The declaration of a card, a family, or a member; of a member without one of its own it is the family's."""
    return table.members.get(key) or table.cards[key[0]]


def forget_members(table: Declarations, family: str) -> None:
    """Drops the individual declarations of all members of a family."""
    for key in own_members(table, family):
        del table.members[key]
