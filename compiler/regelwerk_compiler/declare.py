"""Syntax trees go in; the declaration table comes out: every name once, with its span, its parts still unresolved."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeVar

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Diagnostics, Label
from regelwerk_dsl.nodes import walk
from regelwerk_dsl.source import Span

T = TypeVar("T", bound=syn.Node)

RESERVED = frozenset(
    [
        "yes",
        "no",
        "none",
        "empty",
        "not",
        "if",
        "any",
        "all",
        "first",
        "last",
        "those",
        "count",
        "sum",
        "most",
        "least",
        "let",
        "do",
        "move",
        "draw",
        "shuffle",
        "emit",
        "return",
        "stop",
        "finish",
        "for",
        "repeat",
        "simultaneously",
        "choose",
        "may",
        "else",
        "otherwise",
        "source",
        "says",
        "Int",
        "Bool",
        "Card",
        "Player",
        "Text",
        "this",
        "box",
    ]
)


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
            if _claim(table, decl.name, diagnostics):
                table.units[decl.name.name] = decl
        case (
            syn.EnumDecl()
            | syn.SumEnumDecl()
            | syn.RangeEnumDecl()
            | syn.ProductEnumDecl()
            | syn.TableDecl()
            | syn.MapDecl()
        ):
            if _claim(table, decl.name, diagnostics):
                table.enums[decl.name.name] = decl
            _cite(table, decl.source, decl.name.name, acts=True)
        case syn.CardTypeDecl():
            if _claim(table, decl.name, diagnostics):
                table.card_types[decl.name.name] = decl
            _cite(table, decl.source, decl.name.name, acts=True)
        case syn.CardDecl():
            if _claim(table, decl.name, diagnostics, "card."):
                table.cards[decl.name.name] = decl
            _cite(table, decl.source, decl.name.name, acts=True)
        case syn.CardsDecl():
            table.tables.append(decl)
            _cite(table, decl.source, decl.card_type.name, acts=True)
        case syn.StateDecl():
            for variable in decl.variables:
                if _claim(table, variable.name, diagnostics):
                    table.state[variable.name.name] = variable
            _cite(table, decl.source, "state", acts=True)
        case syn.DefineDecl():
            if _claim(table, decl.name, diagnostics):
                table.defines[decl.name.name] = decl
            _cite(table, decl.source, decl.name.name, acts=True)
        case syn.EffectDecl():
            if _claim(table, decl.name, diagnostics):
                table.effects[decl.name.name] = decl
            _cite(table, decl.source, decl.name.name, acts=True)
        case syn.EventDecl():
            if _claim(table, decl.name, diagnostics):
                table.events[decl.name.name] = decl
            _cite(table, decl.source, decl.name.name, acts=True)
        case syn.ScenarioDecl():
            if _claim(table, decl.name, diagnostics, "scenario."):
                table.scenarios[decl.name.name] = decl
            _cite(table, decl.source, decl.name.name, acts=False)
        case syn.ChapterDecl():
            if _claim(table, decl.name, diagnostics, "chapter."):
                table.chapters[decl.name.name] = decl
            _cite(table, decl.source, decl.name.name, acts=False)
        case syn.ChangeDecl():
            if _claim(table, decl.name, diagnostics, "change."):
                table.changes[decl.name.name] = decl
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


def _claim(table: Declarations, ident: syn.Ident, diagnostics: Diagnostics, room: str = "") -> bool:
    if not room and ident.name in RESERVED:
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
        diagnostics.report(
            "E0202",
            ident.span,
            f"`{ident.name}` is declared twice",
            note="declared again here",
            labels=(Label(before, "declared first here"),),
            help="rename one of the two, or remove it",
        )
        return False
    table.spans[key] = ident.span
    return True


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
