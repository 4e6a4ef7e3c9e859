"""A game's folder goes in; every text that its errata and variants put there comes out as a message of its own.

Its id is that of the text in the game, `@`, and the name of the change: `theft.play.1.prompt@gentle_thieves`. So a
reworded text has a translation of its own, and the one of the base stays.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.source import Span

from .amend.arguments import sample_value
from .declare import Declarations
from .driver import CheckResult, Options, check_game
from .messages import Message, all_messages
from .words import Words


def amended_messages(folder: Path) -> list[Message]:
    """The messages of all errata and variants of a game, in the order of the changes, each id once.

    Variants that touch different things are compiled together, so this takes few compilations.
    """
    base = check_game(folder)
    if base.table is None:
        return []
    found: dict[str, Message] = {}
    waiting = _groups(base.table)
    while waiting:
        wishes = waiting.pop(0)
        checked = check_game(folder, Options(variants=wishes))
        if checked.game is None and len(wishes) > 1:  # each may do alone what all of them cannot
            waiting += [(wish,) for wish in wishes]
        for message in messages_of_changes(checked):
            found.setdefault(message.id, message)
    order = list(base.table.changes)
    return sorted(found.values(), key=lambda message: order.index(message.id.rpartition("@")[2]))


def messages_of_changes(checked: CheckResult) -> Iterator[Message]:
    """The messages that the changes of a checked game have put there, each with the name of its change."""
    if checked.game is None or checked.texts is None:
        return
    places = _label_places(checked)
    for message in all_messages(Words(checked.game, checked.texts)):
        change = checked.history.origin(places.get(message.id, message.span))
        if change is None:
            continue
        decl = change.decl
        if message.id != f"{decl.kind}.{decl.name}.title":  # its own title is said in the base too
            yield replace(message, id=f"{message.id}@{decl.name}", note=f"{message.note}, {decl.kind} {decl.name}")


def _label_places(checked: CheckResult) -> dict[str, Span]:
    """Where the names of members stand, which need not be where the members do."""
    game = checked.game
    assert game is not None
    return {
        f"{enum.name}.{key}": label.span
        for enum in game.enums.values()
        for key, label in zip(enum.keys, enum.labels, strict=False)
        if label is not None
    }


# ---- few compilations for many variants ------------------------------------------------------------------------------


def _groups(table: Declarations) -> list[tuple[str, ...]]:
    """Wishes for every variant, in groups that touch different things; one that needs others goes with them alone."""
    groups: list[list[syn.ChangeDecl]] = []
    alone: list[tuple[str, ...]] = []
    variants = {name: decl for name, decl in table.changes.items() if decl.kind == "variant"}
    for decl in variants.values():
        if decl.needs:
            others = [variants[name.name] for name in decl.needs if name.name in variants]
            alone.append(tuple(_wish(one, table) for one in (*others, decl)))
            continue
        group = next((group for group in groups if all(_apart(decl, other, table) for other in group)), None)
        if group is None:
            groups.append(group := [])
        group.append(decl)
    return [(), *(tuple(_wish(decl, table) for decl in group) for group in groups), *alone]


def _apart(one: syn.ChangeDecl, other: syn.ChangeDecl, table: Declarations) -> bool:
    """Whether two variants can be compiled together without one taking the other's words away."""
    names = {one.name.name, other.name.name}
    related = {name.name for decl in (one, other) for name in (*decl.excludes, *decl.after)}
    return not (names & related or _touched(one, table) & _touched(other, table))


def _touched(decl: syn.ChangeDecl, table: Declarations) -> set[str]:
    """The names of all that a variant touches, rather too many than too few."""
    found: set[str] = set()
    for step in decl.amendments:
        body = step.declaration if isinstance(step, syn.AddStmt) else getattr(step, "body", None)
        path: Sequence[syn.Ident] = getattr(step, "path", ())
        names = [part.name for part in path]
        if len(names) > 1 and (names[0] in table.card_types or names[0] in ("scenario", "chapter")):
            names = names[1:]
        found |= set(names[:1])
        if not path:
            name = getattr(body, "name", None)
            found.add(str(name) if name is not None else type(body).__name__)
    return found


def _wish(decl: syn.ChangeDecl, table: Declarations) -> str:
    values = [sample_value(table, decl, param) for param in decl.params]
    return f"{decl.name}({', '.join(values)})" if values else decl.name.name
