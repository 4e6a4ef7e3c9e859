"""`replace` and something else in its place: a declaration, an ability, a listener."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Diagnostics, Label

from ..declare.collect import Declarations
from .card_replacing import replace_ability, replace_card, replace_listener
from .cards import column_of, find_row, with_column
from .compare import title_of
from .edits import Edit, Found, place_of, with_source
from .places import SENTENCES


def replace_edits(
    table: Declarations, change: syn.ChangeDecl, step: syn.ReplaceStmt, diagnostics: Diagnostics
) -> Found:
    """The edits of a `replace`; none after a report of E0907 (another signature)."""
    names = tuple(part.name for part in step.path)
    match step.body:
        case syn.Listener() as listener:
            return replace_listener(table, names, listener)
        case syn.DefineDecl() | syn.EffectDecl() | syn.EventDecl() as rule:
            return _rule(table, change, rule, diagnostics)
        case syn.CardDecl() as card:
            return replace_card(table, change, card, diagnostics)
        case syn.StateDecl() | syn.CardsDecl() | syn.InvariantDecl() as several:
            return _parts(table, several)
        case syn.PlayersDecl() | syn.SetupDecl() | syn.PlayDecl() | syn.OutcomeDecl() | syn.ValueDecl() as part:
            return _frame(table, change, part)
        case (
            syn.UnitDecl()
            | syn.EnumDecl()
            | syn.SumEnumDecl()
            | syn.RangeEnumDecl()
            | syn.ProductEnumDecl()
            | syn.TableDecl()
            | syn.MapDecl()
            | syn.CardTypeDecl()
            | syn.ChapterDecl()
            | syn.ScenarioDecl()
        ) as decl:
            return _named(table, change, decl)
        case syn.ChangeDecl():
            return []  # refused where it was read
        case body:
            return replace_ability(table, names, step, body, diagnostics)


def room_of(table: Declarations, decl: syn.Decl) -> tuple[dict[str, Any], str]:
    """The table in which a declaration of this kind stands, and the word that leads its name."""
    match decl:
        case syn.UnitDecl():
            return table.units, ""
        case syn.CardTypeDecl():
            return table.card_types, ""
        case syn.ChapterDecl():
            return table.chapters, "chapter"
        case syn.ScenarioDecl():
            return table.scenarios, "scenario"
        case _:
            return table.enums, ""


def _named(table: Declarations, change: syn.ChangeDecl, decl: Any) -> Found:
    room, word = room_of(table, decl)
    name = decl.name.name
    old = room.get(name)
    if old is None:
        return None

    def apply() -> None:
        room[name] = with_source(decl, change, old)
        table.spans[f"{word}.{name}" if word else name] = decl.name.span

    key = (word, name) if word else (name,)
    return [Edit(key, place_of(old.name.span), place_of(decl.name.span), old.name.span, apply, whole=True)]


# ---- rules -----------------------------------------------------------------------------------------------------------


def _rule(
    table: Declarations,
    change: syn.ChangeDecl,
    decl: syn.DefineDecl | syn.EffectDecl | syn.EventDecl,
    diagnostics: Diagnostics,
) -> Found:
    name = decl.name.name
    rooms: dict[type, dict[str, Any]] = {
        syn.DefineDecl: table.defines,
        syn.EffectDecl: table.effects,
        syn.EventDecl: table.events,
    }
    room = rooms[type(decl)]
    old: Any = next((rules[name] for rules in rooms.values() if name in rules), None)
    if old is None:
        return None
    if (
        type(old) is not type(decl)
        or old.params != decl.params
        or getattr(old, "result", None) != getattr(decl, "result", None)
    ):
        diagnostics.report(
            "E0907",
            decl.name.span,
            f"`{name}` has other parameters or another result than what it replaces",
            labels=(Label(old.name.span, "this is replaced"),),
            help=f"keep its first line: `{_first_line(old)}`",
        )
        return []
    given: tuple[str, ...] = ()
    new: Any = decl
    if isinstance(decl, syn.DefineDecl | syn.EffectDecl):
        own = {kind: getattr(decl.sentences, kind) for kind in SENTENCES}
        given = tuple(kind for kind, text in own.items() if text is not None)
        sentences: Any = getattr(old, "sentences")  # noqa: B009
        new = replace(decl, sentences=replace(sentences, **{kind: own[kind] for kind in given}))

    def apply() -> None:
        room[name] = with_source(new, change, old)
        table.spans[name] = decl.name.span

    also = tuple((name, kind) for kind in given)
    return [Edit((name,), place_of(old.name.span), place_of(decl.name.span), old.name.span, apply, also=also)]


def _first_line(decl: Any) -> str:
    """The signature of a rule as it is written."""
    start = decl.span
    last = decl.name.span
    for part in (*decl.params, getattr(decl, "result", None)):
        last = part.span if part is not None else last
    text = start.source.text[start.start : last.end]
    return " ".join(text.split()) + (")" if text.count("(") > text.count(")") else "")


# ---- parts of the frame, several at once -----------------------------------------------------------------------------

FRAME: dict[type, str] = {
    syn.PlayersDecl: "players",
    syn.SetupDecl: "setup",
    syn.PlayDecl: "play",
    syn.OutcomeDecl: "outcome",
    syn.ValueDecl: "value",
}


def _frame(table: Declarations, change: syn.ChangeDecl, decl: Any) -> Found:
    part = FRAME[type(decl)]
    old = getattr(table, part)
    if old is None:
        return None
    new = with_source(decl, change, old)
    return [
        Edit((part,), place_of(old.span), place_of(decl.span), old.span, lambda: setattr(table, part, new), whole=True)
    ]


def _parts(table: Declarations, decl: syn.StateDecl | syn.CardsDecl | syn.InvariantDecl) -> Found:
    """Several variables, or cards of a table, each in place of the one of its name; an invariant by its title."""
    edits: list[Edit | None]
    match decl:
        case syn.StateDecl(variables):
            edits = [_variable(table, variable) for variable in variables]
        case syn.CardsDecl(rows=rows):
            edits = [_row(table, decl, row) for row in rows]
        case syn.InvariantDecl():
            edits = [_invariant(table, decl)]
    return [edit for edit in edits if edit is not None] if None not in edits else None


def _variable(table: Declarations, new: syn.StateVar) -> Edit | None:
    old = table.state.get(new.name.name)
    if old is None:
        return None

    def apply() -> None:
        table.state[new.name.name] = new
        table.spans[new.name.name] = new.name.span

    return Edit((new.name.name,), place_of(old.span), place_of(new.span), old.span, apply, whole=True)


def _row(table: Declarations, decl: syn.CardsDecl, row: syn.Row) -> Edit | None:
    found = find_row(table, (row.key.name,))
    if found is None:
        return None
    number, at, _ = found
    old = table.tables[number].rows[at]

    def apply() -> None:
        now = table.tables[number]
        for column in decl.columns:
            now, _ = with_column(now, column.name.name)
        cells = []
        for column in now.columns:
            own = column_of(decl, column.name.name)
            cells.append(row.cells[own] if own is not None else syn.Cell(None, span=row.key.span))
        new = syn.Row(row.key, tuple(cells), span=row.span)
        table.tables[number] = replace(now, rows=(*now.rows[:at], new, *now.rows[at + 1 :]))

    return Edit((row.key.name,), place_of(old.span), place_of(row.span), old.span, apply, whole=True)


def _invariant(table: Declarations, new: syn.InvariantDecl) -> Edit | None:
    title = title_of(new.title)
    old = next((one for one in table.invariants if title_of(one.title) == title), None)
    if old is None:
        return None

    def apply() -> None:
        table.invariants[:] = [new if one is old else one for one in table.invariants]

    return Edit(("invariant", title), place_of(old.span), place_of(new.span), old.span, apply, whole=True)
