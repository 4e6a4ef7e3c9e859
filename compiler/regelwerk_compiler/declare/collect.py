"""The table of declarations: every declaration by kind and name, not yet resolved."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import get_args

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Diagnostics, Label
from regelwerk_dsl.grammar.keywords import RESERVED_DECLARATIONS
from regelwerk_dsl.source import Span

from .citations import Citation, citations_in

Key = tuple[str, ...]
"""A full name, part by part: `("Good", "blue", "sold")`; of a card of a family the family and its binding."""

EnumLike = syn.EnumDecl | syn.SumEnumDecl | syn.RangeEnumDecl | syn.ProductEnumDecl | syn.TableDecl | syn.MapDecl

FramePart = syn.PlayersDecl | syn.SetupDecl | syn.PlayDecl | syn.OutcomeDecl | syn.ValueDecl


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
    citations: list[Citation] = field(default_factory=list)  # also those in changes that do not apply
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
            table.citations += citations_in(decl)
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
}
"""The attribute of the table that holds a kind of declaration, and the prefix of its names: kinds with different
prefixes may share names."""

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
        case syn.InvariantDecl():
            table.invariants.append(decl)
        case syn.StateDecl():
            for variable in decl.variables:
                _enter(table, variable, variable.name, diagnostics)
        case syn.PlayersDecl() | syn.SetupDecl() | syn.PlayDecl() | syn.OutcomeDecl() | syn.ValueDecl():
            _enter_once(table, decl, diagnostics)
        case _:
            _enter(table, decl, decl.name, diagnostics)


def _enter(table: Declarations, decl: syn.Node, ident: syn.Ident, diagnostics: Diagnostics) -> None:
    """Puts a declaration among those of its kind. Errors: E0202, E0203."""
    attribute, prefix = NAMESPACES[type(decl)]
    before = table.spans.get(prefix + ident.name)
    if not prefix and ident.name in RESERVED_DECLARATIONS:
        what, help_ = f"`{ident.name}` is a word of the language", f"for example `{ident.name}_`"
        diagnostics.report("E0203", ident.span, what, note="choose another name", help=help_)
    elif before is not None:
        table.doubled.add(ident.name)
        report_twice(diagnostics, ident.span, f"`{ident.name}`", before, note="declared again here")
    else:
        table.spans[prefix + ident.name] = ident.span
        getattr(table, attribute)[ident.name] = decl


def _enter_once(table: Declarations, decl: FramePart, diagnostics: Diagnostics) -> None:
    """Puts a part of the frame into the table. Errors: E0204 (a second one)."""
    part = FRAME[type(decl)]
    before: FramePart | None = getattr(table, part)
    if before is None:
        setattr(table, part, decl)
    else:
        what = f"a game has one `{'value of' if part == 'value' else part}`"
        labels, help_ = (Label(before.span, "the first one"),), "put both together, or remove one"
        diagnostics.report("E0204", decl.span, what, note="a second one", labels=labels, help=help_)


def report_twice(
    diagnostics: Diagnostics, span: Span, what: str, before: Span, *, within: str = "", note: str = ""
) -> None:
    """E0202: something is declared a second time."""
    message, help_ = f"{what} is declared twice{within}", "rename one of the two, or remove it"
    labels = (Label(before, "declared first here"),)
    diagnostics.report("E0202", span, message, note=note, labels=labels, help=help_)
