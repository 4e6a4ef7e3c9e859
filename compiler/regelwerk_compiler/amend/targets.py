"""Messages for paths that name nothing, with the name that may have been meant."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Diagnostics, Label
from regelwerk_dsl.source import Span
from regelwerk_dsl.suggest import did_you_mean

from ..declare.collect import Declarations, Key
from ..resolve.lookahead import Constants
from .cards import find_row, strip_type
from .compare import title_of
from .paths import part_names

Parted = syn.UnitDecl | syn.StateVar | syn.DefineDecl | syn.EffectDecl

HELP = {
    "amend": "name a cell, a field, a rule of one expression, a bound, a text",
    "remove": "name a rule, a card, a row, a scenario, a chapter",
    "replace": "what is to be replaced must be there; what is new is added",
    "add": "name a card that is there",
}

PARTS_OF_FRAME = {"players": part_names(syn.PlayersDecl), "play": part_names(syn.PlayDecl)}
PARTS_OF_TEXTS = {
    "chapter": "name its `title`, or its `prose` for a passage, or replace the chapter",
    "scenario": "name its `title`, a line that it expects, or what a player chooses, can or cannot; or replace it",
}


def report_no_target(table: Declarations, constants: Constants, step: syn.Amendment, diagnostics: Diagnostics) -> None:
    """E0901: there is nothing of that name to change."""
    word = step.span.text.split(maxsplit=1)[0]
    if isinstance(step, syn.RemoveStmt) and step.title is not None:
        titles = [title_of(one.title) for one in table.invariants]
        near = did_you_mean(title_of(step.title), titles)
        diagnostics.report(
            "E0901", step.title.span, "there is no invariant of this title to remove", help=near or HELP[word]
        )
        return
    if not step.path:  # a part of the frame, or several things at once
        body = step.body if isinstance(step, syn.ReplaceStmt) else step
        for span, name in _parts(table, body):
            diagnostics.report("E0901", span, f"there is no `{name}` to {word}", help=HELP[word])
        return
    names = tuple(part.name for part in step.path)
    span = step.path[0].span.to(step.path[-1].span)
    near, labels = _near(table, constants, names)
    diagnostics.report(
        "E0901", span, f"there is no `{'.'.join(names)}` to {word}", labels=labels, help=near or HELP[word]
    )


def _parts(table: Declarations, body: object) -> list[tuple[Span, str]]:
    match body:
        case syn.StateDecl(variables):
            return [(one.name.span, one.name.name) for one in variables if one.name.name not in table.state]
        case syn.CardsDecl(rows=rows):
            return [(row.key.span, row.key.name) for row in rows if find_row(table, (row.key.name,)) is None]
        case syn.InvariantDecl(title):
            return [(title.span, f"invariant {title.span.text}")]
        case syn.Node(span=span):
            return [(span, span.text.split(maxsplit=1)[0].rstrip(":"))]
        case _:
            return []


def _near(table: Declarations, constants: Constants, names: Key) -> tuple[str, tuple[Label, ...]]:
    """What may have been meant, and the place of what was found up to there."""
    if names[0] in ("scenario", "chapter") and len(names) > 1:
        declared: Iterable[str] = table.scenarios if names[0] == "scenario" else table.chapters
        if names[1] in declared:
            return PARTS_OF_TEXTS[names[0]], ()
        return did_you_mean(names[1], declared) or _one_of([*declared]), ()
    if names[0] in PARTS_OF_FRAME and len(names) == 2:
        return _one_of([f"{names[0]}.{part}" for part in PARTS_OF_FRAME[names[0]]]), ()
    rooms: dict[str, Mapping[str, Parted]] = {
        "unit": table.units,
        "state": table.state,
        "define": table.defines,
        "effect": table.effects,
    }
    for word, room in rooms.items():
        decl = room.get(names[0])
        if decl is not None and len(names) < 3:
            near = f"it is more than one expression: write `replace {word} {names[0]}...`"
            if len(names) == 2:
                parts = part_names(type(decl))
                near = did_you_mean(names[1], parts) or _one_of([f"{names[0]}.{part}" for part in parts])
            return near, (Label(decl.name.span, "declared here"),)
    if names[0] in table.enums and len(names) > 1:
        return _near_member(table, constants, names)
    short = strip_type(table, names)
    card = table.cards.get(short[0])
    if card is not None and len(short) > 1:
        kind = table.card_types.get(card.card_type.name)
        known = [member.name.name for member in kind.members] if kind is not None else []
        known += ["text", "title", "copies", *(key[1] for key in constants.members(card) if len(key) == 2)]
        return did_you_mean(short[1], known) or _one_of(known), (Label(card.name.span, "this card"),)
    row = find_row(table, short)
    if row is not None:
        cards = table.tables[row[0]]
        columns = [column.name.name for column in cards.columns]
        return did_you_mean(short[-1], columns) or _one_of(columns), (Label(cards.rows[row[1]].key.span, "this card"),)
    rows = [row.key.name for cards in table.tables for row in cards.rows]
    if len(short) < len(names):
        return did_you_mean(short[0], [*table.cards, *rows]), ()
    every = [*table.enums, *table.card_types, *table.cards, *rows, *table.defines, *table.effects, *table.events]
    return did_you_mean(names[0], [*every, *table.state, *table.units]), ()


def _near_member(table: Declarations, constants: Constants, names: Key) -> tuple[str, tuple[Label, ...]]:
    decl = table.enums[names[0]]
    label = (Label(decl.name.span, "declared here"),)
    keys = constants.keys(names[0])
    if isinstance(decl, syn.TableDecl | syn.MapDecl):
        keys = [row.key.name for row in decl.rows]
        if names[1] in keys and len(names) > 2:
            columns = [column.name.name for column in decl.columns]
            return did_you_mean(names[2], columns) or _one_of(columns), label
    return did_you_mean(names[1], keys) or _one_of(keys), label


def _one_of(names: list[str]) -> str:
    return f"there are: {', '.join(names[:12])}{', …' if len(names) > 12 else ''}" if names else ""
