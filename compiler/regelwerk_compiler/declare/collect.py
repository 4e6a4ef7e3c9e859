"""The table of declarations: every declared thing by kind and name, its parts still unresolved."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Diagnostics, Label
from regelwerk_dsl.grammar.keywords import RESERVED_DECLARATIONS
from regelwerk_dsl.source import Span
from regelwerk_dsl.syntax.nodes import walk

Key = tuple[str, ...]
"""A full name, part by part: `("Good", "blue", "sold")`; of a card of a family the family and its binding."""

EnumLike = syn.EnumDecl | syn.SumEnumDecl | syn.RangeEnumDecl | syn.ProductEnumDecl | syn.TableDecl | syn.MapDecl

FramePart = syn.PlayersDecl | syn.SetupDecl | syn.PlayDecl | syn.OutcomeDecl | syn.ValueDecl
Named = (
    EnumLike
    | syn.UnitDecl
    | syn.CardTypeDecl
    | syn.CardDecl
    | syn.StateVar
    | syn.DefineDecl
    | syn.EffectDecl
    | syn.EventDecl
    | syn.ScenarioDecl
    | syn.ChapterDecl
    | syn.ChangeDecl
)


@dataclass(slots=True)
class Declarations:
    """The declarations of a game by kind and name, in source order."""

    units: dict[str, syn.UnitDecl] = field(default_factory=dict)
    enums: dict[str, EnumLike] = field(default_factory=dict)
    card_types: dict[str, syn.CardTypeDecl] = field(default_factory=dict)
    cards: dict[str, syn.CardDecl] = field(default_factory=dict)
    members: dict[Key, syn.CardDecl | None] = field(default_factory=dict)  # see `declare.families`
    tables: list[syn.CardsDecl] = field(default_factory=list)
    state: dict[str, syn.StateVar] = field(default_factory=dict)
    defines: dict[str, syn.DefineDecl] = field(default_factory=dict)
    effects: dict[str, syn.EffectDecl] = field(default_factory=dict)
    events: dict[str, syn.EventDecl] = field(default_factory=dict)
    scenarios: dict[str, syn.ScenarioDecl] = field(default_factory=dict)
    chapters: dict[str, syn.ChapterDecl] = field(default_factory=dict)
    changes: dict[str, syn.ChangeDecl] = field(default_factory=dict)
    invariants: list[syn.InvariantDecl] = field(default_factory=list)
    players: syn.PlayersDecl | None = None
    setup: syn.SetupDecl | None = None
    play: syn.PlayDecl | None = None
    outcome: syn.OutcomeDecl | None = None
    value: syn.ValueDecl | None = None
    cites: list[tuple[syn.SourceClause, str, bool]] = field(default_factory=list)  # clause, who cites, does it act
    spans: dict[str, Span] = field(default_factory=dict)
    doubled: set[str] = field(default_factory=set)  # names that are declared twice


def declare(trees: Iterable[syn.SourceTree], diagnostics: Diagnostics) -> Declarations:
    """Collects the declarations of all files.

    Errors: E0202 (declared twice), E0203 (a reserved name), E0204 (a part of the frame declared twice).
    """
    table = Declarations()
    for tree in trees:
        for decl in tree.declarations:
            add_declaration(table, decl, diagnostics)
    return table


NAMESPACES: dict[type[syn.Node], tuple[str, str]] = {
    syn.UnitDecl: ("units", ""),
    syn.EnumDecl: ("enums", ""),
    syn.SumEnumDecl: ("enums", ""),
    syn.RangeEnumDecl: ("enums", ""),
    syn.ProductEnumDecl: ("enums", ""),
    syn.TableDecl: ("enums", ""),
    syn.MapDecl: ("enums", ""),
    syn.CardTypeDecl: ("card_types", ""),
    syn.CardDecl: ("cards", "card."),
    syn.StateVar: ("state", ""),
    syn.DefineDecl: ("defines", ""),
    syn.EffectDecl: ("effects", ""),
    syn.EventDecl: ("events", ""),
    syn.ScenarioDecl: ("scenarios", "scenario."),
    syn.ChapterDecl: ("chapters", "chapter."),
    syn.ChangeDecl: ("changes", "change."),
}
"""Where a named declaration stands in the table, and what begins its name among all names: kinds with another
beginning may share names."""

FRAME: dict[type[syn.Node], str] = {
    syn.PlayersDecl: "players",
    syn.SetupDecl: "setup",
    syn.PlayDecl: "play",
    syn.OutcomeDecl: "outcome",
    syn.ValueDecl: "value",
}
"""The parts that a game has once, by the attribute of the table."""

IDLE = (syn.ScenarioDecl, syn.ChapterDecl, syn.InvariantDecl)
"""What implements no statement that it cites."""


def add_declaration(table: Declarations, decl: syn.Decl, diagnostics: Diagnostics) -> None:
    """Puts one declaration into the table; the same errors as `declare`."""
    cites = ""
    match decl:
        case syn.CardsDecl():
            table.tables.append(decl)
            cites = decl.card_type.name
        case syn.InvariantDecl():
            table.invariants.append(decl)
            cites = "invariant"
        case syn.StateDecl():
            for variable in decl.variables:
                _enter(table, variable, diagnostics)
            cites = "state"
        case syn.PlayersDecl() | syn.SetupDecl() | syn.PlayDecl() | syn.OutcomeDecl() | syn.ValueDecl():
            cites = _enter_once(table, decl, diagnostics)
        case syn.UnitDecl():
            _enter(table, decl, diagnostics)
            return
        case _:
            _enter(table, decl, diagnostics)
            cites = decl.name.name
    _cite(table, decl.source, cites, acts=not isinstance(decl, IDLE))
    if isinstance(decl, syn.ChangeDecl):
        for amendment in decl.amendments:
            _cite_inside(table, amendment, cites)


def _enter(table: Declarations, decl: Named, diagnostics: Diagnostics) -> None:
    """Puts a declaration among those of its kind. Errors: E0202, E0203."""
    attribute, prefix = NAMESPACES[type(decl)]
    ident = decl.name
    before = table.spans.get(prefix + ident.name)
    if not prefix and ident.name in RESERVED_DECLARATIONS:
        diagnostics.report(
            "E0203",
            ident.span,
            f"`{ident.name}` is a word of the language",
            note="choose another name",
            help=f"for example `{ident.name}_`",
        )
    elif before is not None:
        table.doubled.add(ident.name)
        report_twice(diagnostics, ident.span, f"`{ident.name}`", before, note="declared again here")
    else:
        table.spans[prefix + ident.name] = ident.span
        getattr(table, attribute)[ident.name] = decl


def _enter_once(table: Declarations, decl: FramePart, diagnostics: Diagnostics) -> str:
    """Puts a part of the frame into the table; its name. Errors: E0204 (a second one)."""
    part = FRAME[type(decl)]
    before: FramePart | None = getattr(table, part)
    if before is None:
        setattr(table, part, decl)
    else:
        diagnostics.report(
            "E0204",
            decl.span,
            f"a game has one `{'value of' if part == 'value' else part}`",
            note="a second one",
            labels=(Label(before.span, "the first one"),),
            help="put both together, or remove one",
        )
    return part


def report_twice(
    diagnostics: Diagnostics, span: Span, what: str, before: Span, *, within: str = "", note: str = ""
) -> None:
    """E0202: something is declared that is there already."""
    diagnostics.report(
        "E0202",
        span,
        f"{what} is declared twice{within}",
        note=note,
        labels=(Label(before, "declared first here"),),
        help="rename one of the two, or remove it",
    )


def _cite(table: Declarations, clause: syn.SourceClause | None, who: str, *, acts: bool) -> None:
    if clause is not None:
        table.cites.append((clause, who, acts))


def _cite_inside(table: Declarations, amendment: syn.Amendment, who: str) -> None:
    """What the declarations that a change brings cite."""
    if not isinstance(amendment, syn.AddStmt | syn.ReplaceStmt):
        return
    new = amendment.declaration if isinstance(amendment, syn.AddStmt) else amendment.body
    acts = not isinstance(new, IDLE)
    for node in walk(new):
        if isinstance(node, syn.SourceClause):
            _cite(table, node, who, acts=acts)
