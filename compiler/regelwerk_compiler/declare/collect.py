"""Syntax trees go in; the declaration table comes out: every name once, with its span, its parts still unresolved."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Diagnostics, Label
from regelwerk_dsl.grammar.keywords import RESERVED_DECLARATIONS
from regelwerk_dsl.source import Span
from regelwerk_dsl.syntax.nodes import walk

T = TypeVar("T", bound=syn.Node)


class _Named(Protocol):
    @property
    def name(self) -> syn.Ident: ...


N = TypeVar("N", bound=_Named)

EnumLike = syn.EnumDecl | syn.SumEnumDecl | syn.RangeEnumDecl | syn.ProductEnumDecl | syn.TableDecl | syn.MapDecl


@dataclass(slots=True)
class Declarations:
    """The declarations of a game by kind and name, in source order."""

    units: dict[str, syn.UnitDecl] = field(default_factory=dict)
    enums: dict[str, EnumLike] = field(default_factory=dict)
    card_types: dict[str, syn.CardTypeDecl] = field(default_factory=dict)
    cards: dict[str, syn.CardDecl] = field(default_factory=dict)
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


def add_declaration(table: Declarations, decl: syn.Decl, diagnostics: Diagnostics) -> None:
    """Puts one declaration into the table; the same errors as `declare`."""
    match decl:
        case syn.UnitDecl():
            _enter(table, table.units, decl, diagnostics)
        case (
            syn.EnumDecl()
            | syn.SumEnumDecl()
            | syn.RangeEnumDecl()
            | syn.ProductEnumDecl()
            | syn.TableDecl()
            | syn.MapDecl()
        ):
            _enter(table, table.enums, decl, diagnostics)
            _cite(table, decl.source, decl.name.name, acts=True)
        case syn.CardTypeDecl():
            _enter(table, table.card_types, decl, diagnostics)
            _cite(table, decl.source, decl.name.name, acts=True)
        case syn.CardDecl():
            _enter(table, table.cards, decl, diagnostics, "card.")
            _cite(table, decl.source, decl.name.name, acts=True)
        case syn.CardsDecl():
            table.tables.append(decl)
            _cite(table, decl.source, decl.card_type.name, acts=True)
        case syn.StateDecl():
            for variable in decl.variables:
                _enter(table, table.state, variable, diagnostics)
            _cite(table, decl.source, "state", acts=True)
        case syn.DefineDecl():
            _enter(table, table.defines, decl, diagnostics)
            _cite(table, decl.source, decl.name.name, acts=True)
        case syn.EffectDecl():
            _enter(table, table.effects, decl, diagnostics)
            _cite(table, decl.source, decl.name.name, acts=True)
        case syn.EventDecl():
            _enter(table, table.events, decl, diagnostics)
            _cite(table, decl.source, decl.name.name, acts=True)
        case syn.ScenarioDecl():
            _enter(table, table.scenarios, decl, diagnostics, "scenario.")
            _cite(table, decl.source, decl.name.name, acts=False)
        case syn.ChapterDecl():
            _enter(table, table.chapters, decl, diagnostics, "chapter.")
            _cite(table, decl.source, decl.name.name, acts=False)
        case syn.ChangeDecl():
            _enter(table, table.changes, decl, diagnostics, "change.")
            _cite(table, decl.source, decl.name.name, acts=True)
            for amendment in decl.amendments:
                if isinstance(amendment, syn.AddStmt | syn.ReplaceStmt):
                    _cite_inside(table, amendment, decl.name.name)
        case syn.InvariantDecl():
            table.invariants.append(decl)
            _cite(table, decl.source, "invariant", acts=False)
        case syn.PlayersDecl():
            table.players = _once(table.players, decl, "players", diagnostics)
            _cite(table, decl.source, "players", acts=True)
        case syn.SetupDecl():
            table.setup = _once(table.setup, decl, "setup", diagnostics)
            _cite(table, decl.source, "setup", acts=True)
        case syn.PlayDecl():
            table.play = _once(table.play, decl, "play", diagnostics)
            _cite(table, decl.source, "play", acts=True)
        case syn.OutcomeDecl():
            table.outcome = _once(table.outcome, decl, "outcome", diagnostics)
            _cite(table, decl.source, "outcome", acts=True)
        case syn.ValueDecl():
            table.value = _once(table.value, decl, "value of", diagnostics)


def _enter(table: Declarations, declared: dict[str, N], decl: N, diagnostics: Diagnostics, room: str = "") -> None:
    """Puts a declaration among those of its kind; `room` begins the names of kinds that may share them with others."""
    if _claim(table, decl.name, diagnostics, room):
        declared[decl.name.name] = decl


def _claim(table: Declarations, ident: syn.Ident, diagnostics: Diagnostics, room: str = "") -> bool:
    if not room and ident.name in RESERVED_DECLARATIONS:
        diagnostics.report(
            "E0203",
            ident.span,
            f"`{ident.name}` is a word of the language",
            note="choose another name",
            help=f"for example `{ident.name}_`",
        )
        return False
    key = room + ident.name
    before = table.spans.get(key)
    if before is not None:
        table.doubled.add(ident.name)
        report_twice(diagnostics, ident.span, f"`{ident.name}`", before, note="declared again here")
        return False
    table.spans[key] = ident.span
    return True


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


def _once(before: T | None, decl: T, what: str, diagnostics: Diagnostics) -> T:
    if before is None:
        return decl
    diagnostics.report(
        "E0204",
        decl.span,
        f"a game has one `{what}`",
        note="a second one",
        labels=(Label(before.span, "the first one"),),
        help="put both together, or remove one",
    )
    return before


def _cite(table: Declarations, clause: syn.SourceClause | None, who: str, *, acts: bool) -> None:
    if clause is not None:
        table.cites.append((clause, who, acts))


def _cite_inside(table: Declarations, amendment: syn.Amendment, who: str) -> None:
    """What the declarations that a change brings cite; scenarios and chapters implement nothing."""
    new = amendment.declaration if isinstance(amendment, syn.AddStmt) else getattr(amendment, "body", None)
    acts = not isinstance(new, syn.ScenarioDecl | syn.ChapterDecl | syn.InvariantDecl)
    for node in walk(new):
        if isinstance(node, syn.SourceClause):
            _cite(table, node, who, acts=acts)
