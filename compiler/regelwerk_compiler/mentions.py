"""Declarations of a game by their lines, with the names that they declare and mention."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import get_args

from msgspec import Struct
from regelwerk_dsl import syntax as syn
from regelwerk_dsl.source import Span, digest_of

from .amend.targets import names_of
from .declare.collect import FRAME, Declarations
from .resolve.maps import ROADS

_TOKEN = re.compile(r'"""[\s\S]*?"""|"(?:[^"\\\r\n]|\\.)*"|#[^\r\n]*|[^\W\d]\w*')
_SLOT = re.compile(r"\{[^{}]*\}")
_WORD = re.compile(r"[^\W\d]\w*")
_FRAME: dict[type[syn.Node], str] = {**FRAME, syn.InvariantDecl: "invariant"}
_OPEN = (
    syn.DefineDecl
    | syn.EffectDecl
    | syn.EventDecl
    | syn.CardDecl
    | syn.ChapterDecl
    | syn.ScenarioDecl
    | syn.MeasureDecl
)


class Piece(Struct, frozen=True):
    """A declaration with the lines that it stands on and the comments above it.

    Attributes:
        span: its lines.
        names: what it declares; what mentions one of them may depend on it.
        parts: those of them that belong to the type of a card: callers of an ability are not checked with each card.
        called: those of them by which a body of it may be called.
        mentions: the words of its code and of the slots of its texts.
        shared: whether every trial depends on it.
        mark: the digest of its lines.
    """

    span: Span
    names: frozenset[str]
    parts: frozenset[str]
    called: frozenset[str]
    mentions: frozenset[str]
    shared: bool
    mark: str

    @property
    def own(self) -> frozenset[str]:
        """The names whose users are touched by an edit of it."""
        return self.names - self.parts


def pieces_of(table: Declarations, tree: syn.SourceTree) -> Iterator[tuple[syn.Decl, Piece]]:
    """The declarations of a file, each with its lines and those above it up to the declaration before.

    Each variable of a block is a declaration of its own: an edit of one leaves the others alone.
    """
    text, start, values = tree.source.text, 0, _values(table)
    for decl in (one for whole in tree.declarations for one in _divided(whole)):
        end = text.find("\n", decl.span.end)
        end = end if end >= 0 else len(text)
        shared = not isinstance(decl, _OPEN) and not (isinstance(decl, syn.ChangeDecl) and decl.kind == "variant")
        words, at = set[str](), start
        for span in sorted((label.span for label in _labels(decl)), key=lambda span: span.start):
            if span.source is tree.source:  # not in a CSV file
                words |= _words(text[at : span.start])
                at = span.end
        words |= _words(text[at:end])
        if isinstance(decl, syn.CardDecl | syn.CardsDecl):
            words.add(_of(decl.card_type.name))
        names = _names(table, decl)
        members = decl.members if isinstance(decl, syn.CardDecl) else ()
        parts = frozenset(member.name.name for member in members if not isinstance(member, syn.Listener))
        span = Span(tree.source, start, end)
        yield decl, Piece(span, names, parts, names - values, frozenset(words), shared, digest_of(span.text))
        start = end


def _divided(decl: syn.Decl) -> Iterator[syn.Decl]:
    if isinstance(decl, syn.StateDecl):
        for variable in decl.variables:
            yield syn.StateDecl((variable,), span=variable.span)
    else:
        yield decl


def _words(text: str) -> set[str]:
    """The names that code and the slots of texts mention."""
    found: set[str] = set()
    for token in _TOKEN.findall(text):
        if token[0] == '"':
            found.update(word for slot in _SLOT.findall(token) for word in _WORD.findall(slot))
        elif token[0] != "#":
            found.add(token)
    return found


def _labels(decl: syn.Decl) -> Iterator[syn.Node]:
    """The parts of a declaration that mention nothing: the names of its parts, and its citations."""
    match decl:
        case syn.CardDecl(members=members):
            yield decl.card_type
            yield from (member.name for member in members if not isinstance(member, syn.Listener))
        case syn.CardsDecl():
            yield decl.card_type
            yield from (column.name for column in decl.columns)
            yield from (row.key for row in decl.rows)
        case syn.SumEnumDecl() | syn.ChangeDecl():  # parts of sums are enums of that name
            pass
        case _:
            yield from _declared(decl)
    source = getattr(decl, "source", None)
    if source is not None:
        yield source


def _declared(decl: syn.Decl) -> Iterator[syn.Ident]:
    """The names of a declaration and of its parts."""
    match decl:
        case syn.StateDecl(variables):
            yield from (variable.name for variable in variables)
            return
        case syn.CardsDecl():
            yield from (row.key for row in decl.rows)
            return
        case syn.EnumDecl(members=members) | syn.SumEnumDecl(parts=members) | syn.CardTypeDecl(members=members):
            yield from (member.name for member in members)
        case syn.ProductEnumDecl(fields=parameters):
            yield from (parameter.name for parameter in parameters)
        case syn.TableDecl() | syn.MapDecl():
            yield from (column.name for column in decl.columns)
            yield from (row.key for row in decl.rows)
        case syn.CardDecl(members=members):  # who reads a field, calls an ability or emits an event uses the card
            yield from (member.event if isinstance(member, syn.Listener) else member.name for member in members)
        case (
            syn.PlayersDecl()
            | syn.SetupDecl()
            | syn.PlayDecl()
            | syn.OutcomeDecl()
            | syn.ValueDecl()
            | syn.InvariantDecl()
        ):
            return
        case syn.UnitDecl() | syn.RangeEnumDecl() | syn.CardsEnumDecl() | syn.DefineDecl() | syn.EffectDecl():
            pass
        case syn.EventDecl() | syn.MeasureDecl() | syn.ChapterDecl() | syn.ScenarioDecl() | syn.ChangeDecl():
            pass
    yield decl.name


def _of(card_type: str) -> str:
    """The word that every card of a type mentions."""
    return f"cards of {card_type}"


def _names(table: Declarations, decl: syn.Decl) -> frozenset[str]:
    """The names that a declaration declares; of a change, those that it changes."""
    if isinstance(decl, syn.ChangeDecl):
        return frozenset(name for step in decl.amendments for name in _changed(table, step))
    prefix = {syn.ChapterDecl: "chapter ", syn.ScenarioDecl: "scenario ", syn.MeasureDecl: "measure "}.get(
        type(decl), ""
    )
    names = {f"frame {_FRAME[type(decl)]}"} if type(decl) in _FRAME else set[str]()
    names |= {prefix + ident.name for ident in _declared(decl)}
    if isinstance(decl, syn.MapDecl):
        names.add(decl.name.name + ROADS)
    return frozenset(names | {_of(name) for name in names & table.card_types.keys()})


def _values(table: Declarations) -> set[str]:
    """The names of things that have values, but no bodies that can be called."""
    members = [member for kind in table.card_types.values() for member in kind.members]
    fields = {member.name.name for member in members if isinstance(member, syn.CardField)}
    abilities = {member.name.name for member in members if isinstance(member, syn.AbilitySignature)}
    values = fields.union(table.enums, table.state, table.units)
    return values.difference(abilities, table.cards, table.defines, table.effects, table.events)


def _changed(table: Declarations, step: syn.Amendment) -> Iterator[str]:
    """The names that something else can mention to use what a step of a change touches."""
    head, *rest = names_of(step) or ("",)
    if head in table.card_types and rest and rest[0] in table.cards:
        head, *rest = rest
    if head in ("scenario", "chapter", "measure"):
        yield " ".join([head, *rest[:1]])
    elif head in _FRAME.values():
        yield f"frame {head}"
    else:
        yield head
        if isinstance(table.enums.get(head), syn.MapDecl):
            yield head + ROADS
        if head not in table.effects and head not in table.defines:
            yield from (name for name in rest if not (head in table.cards and name in ("text", "title")))
        if head in table.card_types:
            yield _of(head)
    match step:
        case syn.AddStmt(added) | syn.ReplaceStmt(body=added) if isinstance(added, get_args(syn.Decl)):
            yield from _names(table, added)


def mentioned_by_head(card: syn.CardDecl) -> frozenset[str]:
    """The names that the members and fields of a card depend on."""
    fields = [member.value for member in card.members if isinstance(member, syn.FieldValue)]
    parts = (*card.binders, card.where, card.copies, card.printed, *fields)
    words = (_words(part.span.text) for part in parts if part is not None)
    return frozenset({_of(card.card_type.name)}.union(*words))


def head_of(decl: syn.Decl) -> str:
    """The part of a declaration that every trial sees, whatever else it sees of it: of cards, the fields too."""
    name = decl.name.name if isinstance(decl, _OPEN | syn.ChangeDecl) else ""
    found = [type(decl).__name__, name]
    if isinstance(decl, syn.CardDecl):
        fields = [member for member in decl.members if isinstance(member, syn.FieldValue)]
        parts = (decl.card_type, *decl.binders, decl.where, decl.copies, decl.printed, *fields)
        found += [part.span.text for part in parts if part is not None]
    return "\0".join(found)
