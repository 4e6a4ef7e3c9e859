"""`remove` and `add`: what goes away, and what is new."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Diagnostics

from ..declare.collect import Declarations, add_declaration
from .adding import add_rows
from .card_replacing import listeners_of
from .cards import family_of, find_cards, find_row, is_member, strip_type, without_member
from .compare import title_of
from .edits import ADDED, NOTHING, REMOVED, THERE, Edit, Found
from .history import Key
from .replacing import FRAME

Keys = tuple[str, ...]


def remove_edits(table: Declarations, step: syn.RemoveStmt) -> Found:
    """The edits of a `remove`."""
    names = tuple(part.name for part in step.path)
    if step.title is not None:
        return _invariant(table, title_of(step.title))
    for find in (_word, _declared, _member, _row, _card, _part_of_card):
        found = find(table, names)
        if found:
            return found
    return None


def _edit(key: Key, span: Any, apply: Callable[[], object]) -> list[Edit]:
    return [Edit(key, THERE, REMOVED, span, apply, whole=True)]


def _invariant(table: Declarations, title: str) -> Found:
    olds = [one for one in table.invariants if title_of(one.title) == title]
    if not olds:
        return None

    def apply() -> None:
        table.invariants[:] = [one for one in table.invariants if one not in olds]

    return _edit(("invariant", title), olds[0].span, apply)


def _word(table: Declarations, names: Keys) -> Found:
    """`scenario.selling_1`, `chapter.selling`"""
    rooms: dict[str, dict[str, Any]] = {"scenario": table.scenarios, "chapter": table.chapters}
    if len(names) != 2 or names[1] not in rooms.get(names[0], {}):
        return None
    room = rooms[names[0]]
    return _edit(names, room[names[1]].name.span, lambda: _forget(table, room, names[1], names[0]))


def _forget(table: Declarations, room: dict[str, Any], name: str, word: str = "") -> None:
    """Takes a declaration out, so that its name is free."""
    del room[name]
    table.spans.pop(f"{word}.{name}" if word else name, None)


def _declared(table: Declarations, names: Keys) -> Found:
    """A rule, a variable, an enum, a unit, a card type; `setup` and `value`, which a game can do without"""
    if len(names) != 1:
        return None
    (name,) = names
    rooms: tuple[dict[str, Any], ...] = (
        table.defines,
        table.effects,
        table.events,
        table.state,
        table.enums,
        table.units,
        table.card_types,
    )
    for room in rooms:
        if name in room:
            return _edit(names, room[name].name.span, partial(_forget, table, room, name))
    if name in FRAME.values() and getattr(table, name) is not None:
        return _edit(names, getattr(table, name).span, lambda: setattr(table, name, None))
    return None


def _member(table: Declarations, names: Keys) -> Found:
    """`Good.blue`: a row of a table, a member of a list or sum"""
    decl = table.enums.get(names[0])
    if len(names) != 2 or decl is None:
        return None
    part = {syn.TableDecl: "rows", syn.MapDecl: "rows", syn.EnumDecl: "members", syn.SumEnumDecl: "parts"}.get(
        type(decl)
    )
    if part is None:
        return None
    items: tuple[Any, ...] = getattr(decl, part)
    old = next((item for item in items if (item.key if part == "rows" else item.name).name == names[1]), None)
    if old is None:
        return None

    def apply() -> None:
        enum: Any = table.enums[names[0]]
        table.enums[names[0]] = replace(enum, **{part: tuple(item for item in getattr(enum, part) if item is not old)})

    return _edit(names, old.span, apply)


def _row(table: Declarations, names: Keys) -> Found:
    row = find_row(table, names)
    if row is None or row[2]:
        return None
    number, at, _ = row
    old = table.tables[number].rows[at]

    def apply() -> None:
        decl = table.tables[number]
        table.tables[number] = replace(decl, rows=tuple(one for one in decl.rows if one is not old))

    return _edit((old.key.name,), old.key.span, apply)


def _card(table: Declarations, names: Keys) -> Found:
    """A card, a family with all its cards, or one card of it"""
    names = strip_type(table, names)
    keys = family_of(table, names[0])
    if not keys:
        return None
    span = table.cards[keys[0]].name.span
    if len(names) == 1:

        def forget() -> None:
            for key in keys:
                del table.cards[key]
            table.spans.pop(f"card.{names[0]}", None)

        return _edit(names, span, forget)
    own = ".".join(names)
    if own in keys:
        return _edit(names, span, lambda: table.cards.pop(own))
    family = table.cards.get(names[0])
    if family is None or not is_member(table, family, names[1:]):
        return None

    def leave() -> None:
        left = without_member(table, table.cards[names[0]], names[1:])
        if left is None:
            del table.cards[names[0]]
        else:
            table.cards[names[0]] = left

    return _edit(names, span, leave)


def _part_of_card(table: Declarations, names: Keys) -> Found:
    """`cook.on_sold` or `cook.sold`: what a card does at an event; `cook.welcome`: what it says of itself"""
    cards = find_cards(table, names)
    if cards is None or len(cards.rest) != 1:
        return None
    edits: list[Edit] = []
    for key in cards.keys:
        edits += _part(table, key, cards.name, cards.rest[0])
    return edits or None


def _part(table: Declarations, key: str, name: Key, part: str) -> list[Edit]:
    card = table.cards[key]
    gone: list[Any] = list(listeners_of(card, part))
    full = (*key.split("."), f"on_{gone[0].event}" if gone else part)
    gone += [m for m in card.members if isinstance(m, syn.AbilityBody) and m.name.name == part]
    if not gone:
        return []

    def apply() -> None:
        now = table.cards[key]
        table.cards[key] = replace(now, members=tuple(m for m in now.members if not any(m is one for one in gone)))

    family = card.name.name
    related = ((family, full[-1]),) if family != key else ()
    return [Edit(full, THERE, REMOVED, gone[0].span, apply, related=related)]


# ---- added -----------------------------------------------------------------------------------------------------------


def add_edits(table: Declarations, change: syn.ChangeDecl, step: syn.AddStmt, diagnostics: Diagnostics) -> Found:
    """The edits of an `add`. The same errors as `declare` when they are made."""
    decl: Any = step.declaration
    if isinstance(decl, syn.ChangeDecl):
        return []  # refused where it was read
    if isinstance(decl, syn.Listener):
        return _added_listener(table, tuple(part.name for part in step.path), decl)
    if getattr(decl, "source", decl) is None:
        decl = replace(decl, source=change.source)
    rows = add_rows(table, decl, diagnostics)
    if rows is not None:
        return rows
    names = _names_of(decl)
    what = ", ".join(".".join(name) for name in names)

    def apply() -> bool:
        before = len(diagnostics)
        add_declaration(table, decl, diagnostics)
        return len(diagnostics) == before

    first = Edit(names[0], NOTHING, f"{what} is {ADDED}", step.span, apply, whole=True, also=tuple(names[1:]))
    return [first]


def _names_of(decl: Any) -> list[Key]:
    match decl:
        case syn.StateDecl(variables):
            return [(variable.name.name,) for variable in variables]
        case syn.CardsDecl(rows=rows):
            return [(row.key.name,) for row in rows] or [(decl.card_type.name,)]
        case syn.InvariantDecl(title):
            return [("invariant", title_of(title))]
        case syn.ScenarioDecl(name):
            return [("scenario", name.name)]
        case syn.ChapterDecl(name):
            return [("chapter", name.name)]
        case _:
            return [(FRAME[type(decl)],) if type(decl) in FRAME else (decl.name.name,)]


def _added_listener(table: Declarations, names: Keys, listener: syn.Listener) -> Found:
    cards = find_cards(table, names)
    if cards is None or cards.rest:
        return None
    return [_listens(table, key, listener) for key in cards.keys]


def _listens(table: Declarations, key: str, listener: syn.Listener) -> Edit:
    card = table.cards[key]
    name = f"on_{listener.event}"

    def apply() -> None:
        now = table.cards[key]
        table.cards[key] = replace(now, members=(*now.members, listener))

    family = card.name.name
    related = ((family, name),) if family != key else ()
    return Edit(
        (*key.split("."), name), NOTHING, f"{key} listens to {listener.event}", card.name.span, apply, related=related
    )
