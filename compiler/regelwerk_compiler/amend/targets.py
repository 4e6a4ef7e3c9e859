"""Lookup of paths: declarations, their rows and members, and the values that can be amended."""

from __future__ import annotations

import re

from msgspec import Struct
from msgspec.structs import replace
from regelwerk_dsl import syntax as syn

from ..declare.collect import FRAME, NAMESPACES, Declarations, Key, card_at, cards_in, cards_under
from ..resolve.lookahead import Constants
from .compare import Written, title_of
from .examples import line_of, line_place, times
from .paths import (
    SHAPES,
    Place,
    Steps,
    field_writer,
    name_of,
    walk_to,
)

Rule = syn.DefineDecl | syn.EffectDecl | syn.EventDecl
HEADS = tuple(
    (attribute, tuple(filter(None, [prefix.rstrip(".")])))
    for attribute, prefix in dict.fromkeys(NAMESPACES.values())
    if attribute not in ("cards", "changes")
)
"""The attributes of the table that hold what a path can name, cards apart, and what a path to it begins with."""


class Target(Struct, frozen=True):
    """A declared thing: its full name, the way to it, its node, and the names of the path that are left."""

    key: Key
    steps: Steps
    node: syn.Node
    rest: Key = ()


def names_of(step: syn.Amendment) -> Key:
    """The names of a step's path; an invariant is named by its title."""
    if isinstance(step, syn.RemoveStmt) and step.title is not None:
        return ("invariant", title_of(step.title))
    return tuple(part.name for part in step.path)


def keys_of(table: Declarations, step: syn.Amendment) -> list[Key]:
    """The full names of the things that a step is about."""
    if isinstance(step, syn.ReplaceStmt) and isinstance(step.body, syn.Decl):
        return [key for key, _ in pieces(table, step.body)]
    return [strip_type(table, names_of(step))]


def pieces(table: Declarations, decl: syn.Decl) -> list[tuple[Key, syn.Node]]:
    """The full names that a declaration declares, each with its node: variables, rows, or the whole declaration."""
    match decl:
        case syn.StateDecl(variables):
            return [((variable.name.name,), variable) for variable in variables]
        case syn.CardsDecl():
            return [((card.name.name,), card) for card in cards_in(table, decl)]
        case syn.InvariantDecl(title):
            return [(("invariant", title_of(title)), decl)]
        case syn.ScenarioDecl(name):
            return [(("scenario", name.name), decl)]
        case syn.ChapterDecl(name):
            return [(("chapter", name.name), decl)]
        case syn.MeasureDecl(name):
            return [(("measure", name.name), decl)]
        case _:
            return [((FRAME.get(type(decl)) or name_of(decl),), decl)]


def find_targets(table: Declarations, constants: Constants, path: Key) -> list[Target]:
    """The declarations that the beginning of a path names: one of each kind that has the name, cards last.

    A family is followed by those of its members that have declarations of their own.
    """
    found: list[Target] = []
    for attribute, head in HEADS:
        name, rest = path[len(head) : len(head) + 1], path[len(head) + 1 :]
        if name and path[: len(head)] == head:
            node = getattr(table, attribute).get(name[0])
            found += [Target((*head, *name), (attribute, *name), node, rest)] if node is not None else []
    if path[0] in FRAME.values() and getattr(table, path[0]) is not None:
        found.append(Target(path[:1], path[:1], getattr(table, path[0]), path[1:]))
    for at, invariant in enumerate(table.invariants):
        if path == ("invariant", title_of(invariant.title)):
            found.append(Target(path, ("invariants", at), invariant))
    return [*found, *find_cards(table, constants, path)]


def find_declared(
    table: Declarations, constants: Constants, key: Key, kind: type[syn.Node] | None = None
) -> Target | None:
    """The declaration of a name; None if there is none, or none that the given kind can replace."""
    for target in find_targets(table, constants, key):
        found: Target | None = target
        if target.rest:
            found = _named_inside(target) if target.steps[0] == "enums" else None
        if found is not None and (kind is None or _group(type(found.node)) == _group(kind)):
            return found
    return None


def _named_inside(target: Target) -> Target | None:
    """`Good.blue`: a row of a table, a member of a list or sum."""
    for attribute in SHAPES[type(target.node)].named[:1]:
        for at, item in enumerate(getattr(target.node, attribute)):
            if target.rest == (name_of(item),):
                return Target((*target.key, *target.rest), (*target.steps, attribute, at), item)
    return None


def _group(kind: type[syn.Node]) -> object:
    """The group of kinds that can replace each other: rules, enums, any other kind only itself."""
    return Rule if issubclass(kind, Rule) else NAMESPACES.get(kind, kind)


# ---- cards -----------------------------------------------------------------------------------------------------------


def strip_type(table: Declarations, path: Key) -> Key:
    """A card's path without the card type, or the enum of kinds of card, in front."""
    if len(path) > 1 and (path[0] in table.card_types or isinstance(table.enums.get(path[0]), syn.CardsEnumDecl)):
        return path[1:]
    return path


def find_cards(table: Declarations, constants: Constants, path: Key) -> list[Target]:
    """The card that a path begins with, the member of a family, or a family and its members with declarations."""
    path = strip_type(table, path)
    family = table.cards.get(path[0])
    if family is None:
        return []
    key = path[: 1 + len(family.binders)]
    is_member = family.binders and table.members.get(key, True) is not None and key in constants.members(family)
    keys = (key,) if is_member else cards_under(table, path[0])
    rest = path[len(keys[0]) :]
    return [Target(key, card_steps(key), card_at(table, key), rest) for key in keys]


def card_steps(key: Key) -> Steps:
    """The way to the declaration of a card, a family, or a member."""
    return ("cards", key[0]) if len(key) == 1 else ("members", key)


def card_field(table: Declarations, card_type: str, name: str) -> syn.CardField | syn.AbilitySignature | None:
    """A field or an ability of a card type."""
    kind = table.card_types.get(card_type)
    return next((member for member in kind.members if member.name.name == name), None) if kind is not None else None


# ---- values ----------------------------------------------------------------------------------------------------------


def find_places(
    table: Declarations,
    constants: Constants,
    path: Key,
    old: Written,
    new: Written,
    indices: tuple[syn.Expr, ...] = (),
) -> list[Place]:
    """The values that a path names; several if a family has members with declarations of their own.

    Args:
        table: the declarations as they stand.
        constants: gives the members of families.
        path: the names of the path.
        old, new: the expected and the new value, which select the passage of a chapter or the line of an example.
        indices: what stands in square brackets behind the path, which only a `given` of an example may have.
    """
    of_cards = []
    for target in find_targets(table, constants, path):
        match target.node:
            case syn.ChapterDecl() as chapter if target.rest == ("prose",):
                return [_passage(chapter, path, old, new)]
            case syn.ScenarioDecl() as scenario if (line := line_of(target.rest, indices)) is not None:
                return [line_place(scenario, line, old, new)]
            case _ if indices:
                continue
            case syn.CardDecl() as card:
                of_cards.append(_card_value(table, target, card))
                continue
            case _:
                place = walk_to(target.node, target.rest, target.key, target.steps)
        if isinstance(target.node, syn.SumEnumDecl) and place is not None and place.key[-1] == "name":
            if path[1] in table.enums:  # an enum that is a part has no name here
                return []
            place.may_be_empty = False  # a part without a name would be taken for an enum
        if place is not None:
            return [place]
    places = [place for place in of_cards if place is not None]
    return places if len(places) == len(of_cards) else []


def _card_value(table: Declarations, target: Target, decl: syn.CardDecl) -> Place | None:
    """A value of a card, its own or the default of its type."""
    if len(target.rest) != 1:
        return None
    (name,) = target.rest
    key, steps = (*target.key, name), target.steps
    member = card_field(table, decl.card_type.name, name)
    place = walk_to(decl, (name,), target.key, steps)
    if place is None and name == "copies":
        place = Place(key, syn.Number(1, span=decl.name.span), decl.name.span, (*steps, name))
    elif place is None and isinstance(member, syn.CardField):
        span = decl.span if decl.name.name in table.rows else (member.default or member).span
        wrap = field_writer(syn.Ident(name, span=member.span))
        place = Place(key, member.default, span, (*steps, "members", len(decl.members)), wrap, "either", True)
        place.inherits = (decl.card_type.name, name)
    if place is None:
        return None
    place.key = key
    if isinstance(member, syn.CardField):
        place.type = member.type
    elif isinstance(member, syn.AbilitySignature) and member.result is not None:
        place.type = member.result
    return place


# ---- chapters -------------------------------------------------------------------------------------------------------


def _passage(chapter: syn.ChapterDecl, path: Key, old: Written, new: Written) -> Place:
    """A passage of a chapter, which must occur once; without an old value, a new paragraph at the end."""
    words = passage(old)
    pattern = r"\s+".join(map(re.escape, words.split()))
    found = list(re.finditer(pattern, chapter.prose)) if pattern else []

    def wrap(value: Written) -> object:
        before, after = f"{chapter.prose}\n\n", ""
        first = end = len(before)
        if pattern:
            first, end = found[0].span()
            before, after = chapter.prose[:first], chapter.prose[end:]
        put = passage(value)
        text = value if isinstance(value, syn.Text) else None
        span = (text or old or chapter.name).span
        moved = (_moved(one, first, end, len(put)) for one in chapter.passages)
        passages = (*moved, syn.Passage(text, first, first + len(put), span=span))
        return replace(chapter, prose=before + put + after, passages=passages)

    key = (*path, " ".join((words or passage(new)).split()))
    place = Place(key, old, chapter.name.span, ("chapters", path[1]), wrap, "text", may_be_empty=True)
    if pattern and len(found) != 1:
        place.fault = f"these words appear {times(len(found))} in the chapter `{path[1]}`"
    return place


def _moved(one: syn.Passage, first: int, end: int, size: int) -> syn.Passage:
    """A passage after `size` letters have replaced a range of the prose; it grows over a range that overlaps it."""
    if one.end <= first:
        return one
    grown = size - (end - first)
    start = one.first + grown if one.first >= end else min(one.first, first)
    return replace(one, first=start, end=max(one.end, end) + grown)


def passage(text: Written) -> str:
    """The words of a text as a chapter writes them: with slots and doubled braces."""
    if not isinstance(text, syn.Text):
        return ""
    braces = str.maketrans({"{": "{{", "}": "}}"})
    return "".join(part.translate(braces) if isinstance(part, str) else part.span.text for part in text.parts)
