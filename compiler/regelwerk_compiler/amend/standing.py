"""The walk from a full name to what is declared under it: a declaration, a member, a row, a card, an invariant."""

from __future__ import annotations

from dataclasses import dataclass

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.source import Span

from ..declare.collect import FRAME, NAMESPACES, Declarations, Key
from ..resolve.lookahead import Constants
from .cards import card_steps, find_row, is_member, strip_type
from .compare import title_of
from .paths import SHAPES, Steps, name_of

Rule = syn.DefineDecl | syn.EffectDecl | syn.EventDecl


@dataclass(frozen=True, slots=True)
class Standing:
    """Something that is there: its full name, the way to it, and the node."""

    key: Key
    steps: Steps
    node: syn.Node


def span_of(node: syn.Node) -> Span:
    """Where a declaration has its name; anything else stands where it stands."""
    ident = getattr(node, "name", None) if isinstance(node, syn.Decl) else None
    return ident.span if isinstance(ident, syn.Ident) else node.span


def as_in(span: Span) -> str:
    """`as in file:line`: how a history tells what is too long to be shown."""
    return f"as in {span.source.name.rsplit('/', 1)[-1]}:{span.line}"


def find_standing(
    table: Declarations, constants: Constants, key: Key, kind: type[syn.Node] | None = None
) -> Standing | None:
    """What is declared under a name; None if nothing is, or nothing that the given kind can stand for."""
    for find in (_declaration, _member, _row, _card, _invariant):
        found = find(table, constants, key)
        if found is not None and (kind is None or _group(type(found.node)) == _group(kind)):
            return found
    return None


def _group(kind: type[syn.Node]) -> object:
    """What kinds of declarations can stand for each other: rules, enums, any other kind only for itself."""
    return Rule if issubclass(kind, Rule) else NAMESPACES.get(kind, kind)


def _declaration(table: Declarations, constants: Constants, key: Key) -> Standing | None:
    """A declaration by its name, `scenario.selling_1`, `chapter.selling`, or a part of the frame."""
    for attribute, prefix in dict.fromkeys(NAMESPACES.values()):
        word = prefix.rstrip(".")
        old = getattr(table, attribute).get(key[-1])
        if old is not None and key[:-1] == ((word,) if word else ()) and word not in ("card", "change"):
            return Standing(key, (attribute, key[-1]), old)
    old = getattr(table, key[0]) if len(key) == 1 and key[0] in FRAME.values() else None
    return Standing(key, key, old) if old is not None else None


def _member(table: Declarations, constants: Constants, key: Key) -> Standing | None:
    """`Good.blue`: a row of a table, a member of a list or sum."""
    decl = table.enums.get(key[0])
    for attribute in SHAPES[type(decl)].named[:1] if decl is not None and len(key) == 2 else ():
        for at, item in enumerate(getattr(decl, attribute)):
            if name_of(item) == key[1]:
                return Standing(key, ("enums", key[0], attribute, at), item)
    return None


def _row(table: Declarations, constants: Constants, key: Key) -> Standing | None:
    """A card of a bulk table."""
    row = find_row(table, key)
    if row is None or row[2]:
        return None
    number, at, _ = row
    return Standing(strip_type(table, key), ("tables", number, "rows", at), table.tables[number].rows[at])


def _card(table: Declarations, constants: Constants, key: Key) -> Standing | None:
    """A card, a family with all its cards, or one card of it."""
    key = strip_type(table, key)
    old = table.cards.get(key[0])
    if old is None or (len(key) > 1 and not is_member(table, constants, key)):
        return None
    return Standing(key, card_steps(key), old)


def _invariant(table: Declarations, constants: Constants, key: Key) -> Standing | None:
    """`("invariant", title)`."""
    for at, one in enumerate(table.invariants):
        if key == ("invariant", title_of(one.title)):
            return Standing(key, ("invariants", at), one)
    return None
