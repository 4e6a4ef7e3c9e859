"""Digests of everything that the check of a variant, or of the game without an erratum, can depend on.

A trial that found nothing need not be repeated while its digest stays the same. Which declarations a trial can see is
decided by names, not by types: one that mentions the name of another may depend on it, and what a change names may
change all that mentions it. That takes in too much, never too little. Types, tables, state, and the heads and fields of
cards are part of every digest; what differs are the bodies of rules, the abilities and texts of cards, and chapters.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import get_args

from msgspec import Struct, field
from regelwerk_dsl import syntax as syn
from regelwerk_dsl.data.manifest import Statements
from regelwerk_dsl.diagnostics import Diagnostic
from regelwerk_dsl.source import SourceFile, Span

from .amend.targets import names_of
from .check.known import Touched
from .declare.collect import FRAME, Declarations
from .model.scenarios import Shapes
from .model.walk import all_callables
from .resolve.option_keys import shapes_of
from .stages import Sources, Typed
from .words.catalogues.entries import Catalogue
from .words.texts import Texts

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


class Settled(Struct):
    """The results of earlier checks of a game, as plain data that another run can use.

    Attributes:
        shared: the digest of what every declaration can depend on; "" if nothing is settled.
        pieces: the names of the declarations, by the digests of their lines.
        open: the digests of those in which something was found: they are checked again. A warning that is settled
            stands in the declaration that it was found in.
        said: the digest of what was found.
        trials: the digests of the trials that found nothing beyond that, by what is asked for.
    """

    shared: str = ""
    pieces: dict[str, list[str]] = field(default_factory=dict)
    open: list[str] = field(default_factory=list)
    said: str = ""
    trials: dict[str, str] = field(default_factory=dict)


class _Piece(Struct, frozen=True):
    """A declaration with the lines that it stands on and the comments above it.

    Attributes:
        span: its lines.
        names: what it declares; what mentions one of them may depend on it.
        parts: those of them that belong to the type of a card: who calls an ability is not checked with each card.
        mentions: the words of its code and of the slots of its texts.
        shared: whether every trial depends on it.
        mark: the digest of its lines.
    """

    span: Span
    names: frozenset[str]
    parts: frozenset[str]
    mentions: frozenset[str]
    shared: bool
    mark: str

    @property
    def own(self) -> frozenset[str]:
        """The names whose users are touched by an edit of it."""
        return self.names - self.parts


class Extent:
    """The declarations that each trial of a checked game can see."""

    def __init__(
        self,
        read: Sources,
        table: Declarations,
        catalogues: Iterable[Catalogue],
        statements: Statements | None,
        options: Shapes,
    ) -> None:
        self._changes: dict[str, _Piece] = {}
        self._pieces: list[_Piece] = []
        digest = hashlib.sha256()
        files = [read.manifest.source, *(one.source for one in catalogues)]
        files += [statements.source if statements is not None else None]
        files += read.files[len(read.trees) :]  # tables
        shared = [*(file.text for file in files if file is not None), repr(sorted(options.items()))]
        callers = []
        self._files = read.files
        for tree in read.trees:
            shared.append(tree.source.name)
            for decl, piece in _pieces(table, tree):
                shared.append(_head(decl))
                if isinstance(decl, syn.ChangeDecl):
                    self._changes[decl.name.name] = piece
                if piece.shared or not isinstance(decl, syn.ChangeDecl):
                    self._pieces.append(piece)
                    callers += [piece] if not isinstance(decl, syn.ScenarioDecl) else []
        for text in [*shared, *(piece.span.text for piece in self._pieces if piece.shared)]:
            _add(digest, text)
        self._digest = digest
        self._marks = {piece.mark: piece for piece in self._pieces}
        self._by_name = _index((name, piece) for piece in self._pieces for name in piece.own)
        self._by_mention = _index((word, piece) for piece in callers for word in piece.mentions)

    def digest(self, variants: tuple[str, ...], without: tuple[str, ...]) -> str:
        """The digest of the game with some variants, without some errata, each as on a command line."""
        always = self._always
        own = (piece for piece in self._reached(variants, without) if piece not in always.seen)
        seen = _closure(own, _used, self._by_name, always)
        digest = self._seen_always.copy()
        for text in (*variants, "without", *without, *sorted(piece.mark for piece in seen)):
            _add(digest, text)
        return digest.hexdigest()

    @cached_property
    def _always(self) -> _Closed:
        """What every trial sees."""
        seen = _closure((piece for piece in self._pieces if piece.shared), _used, self._by_name)
        return _Closed(seen, {name for piece in seen for name in _used(piece)})

    @cached_property
    def _seen_always(self) -> hashlib._Hash:
        digest = self._digest.copy()
        for mark in sorted(piece.mark for piece in self._always.seen):
            _add(digest, mark)
        return digest

    def reached(self, variants: tuple[str, ...], without: tuple[str, ...]) -> set[str]:
        """The names of what the changes may alter: what they name, and all that mentions it, directly or not."""
        return {name for piece in self._reached(variants, without) for name in piece.names}

    def touched(self, settled: Settled, variants: Sequence[str] = (), without: Sequence[str] = ()) -> Touched | None:
        """The ranges in which the check of a game may find something new; None for everywhere."""
        if settled.shared != self._digest.hexdigest():
            return None
        own = self._own(variants, without)
        if any(piece.mark not in settled.pieces for piece in own):
            return None
        seeds = [piece for mark, piece in self._marks.items() if mark not in settled.pieces]
        gone = (names for mark, names in settled.pieces.items() if mark not in self._marks)
        words = {name for names in gone for name in names}
        found: dict[_Piece, None] = {}
        while True:
            seeds += [piece for word in words for piece in self._by_mention.get(word, ())]
            found = _closure([*found, *seeds], lambda piece: piece.own, self._by_mention)
            words = {name for piece in found for name in piece.own} | words
            seeds = [piece for piece in own if piece not in found and not words.isdisjoint(piece.mentions)]
            if not seeds:
                break
            seeds += [piece for one in seeds for name in one.names for piece in self._by_name.get(name, ())]
        ranges: dict[SourceFile, list[tuple[int, int]]] = {source: [] for source in self._files}
        scenarios = (piece for piece in self._pieces if not words.isdisjoint(piece.mentions))
        again = (self._marks[mark] for mark in settled.open if mark in self._marks)
        for piece in (*found, *scenarios, *again):
            ranges[piece.span.source].append((piece.span.start, piece.span.end))
        return Touched(ranges)

    def settle(self, settled: Settled, items: Iterable[Diagnostic], trials: dict[str, str]) -> None:
        """Notes what a check has settled that has found some problems, and the digests of trials that found none."""
        settled.shared, settled.trials, settled.said = self._digest.hexdigest(), trials, said(items)
        settled.pieces = {piece.mark: list[str]() for piece in self._changes.values()}
        settled.pieces |= {mark: sorted(piece.own) for mark, piece in self._marks.items()}
        settled.open = []
        for item in items:
            around = [mark for mark, piece in self._marks.items() if _holds(piece.span, item.span)]
            settled.open += around
            if not around:  # nobody knows by whom it was found
                settled.shared = ""

    def _own(self, variants: Sequence[str], without: Sequence[str]) -> list[_Piece]:
        return [self._changes[request.partition("(")[0].strip()] for request in (*variants, *without)]

    def _reached(self, variants: tuple[str, ...], without: tuple[str, ...]) -> dict[_Piece, None]:
        return _closure(self._own(variants, without), lambda piece: piece.names, self._by_mention)


def extent_of(read: Sources, typed: Typed, texts: Texts, statements: Statements | None) -> Extent:
    """The extent of the trials of a typed game."""
    return Extent(read, typed.table, texts.catalogues, statements, shapes_of(all_callables(typed.game)))


def said(items: Iterable[Diagnostic]) -> str:
    """The digest of what was found."""
    return _digest(*(text for item in items for text in (item.code, item.message, item.span.text)))


def _digest(*texts: str) -> str:
    digest = hashlib.sha256()
    for text in texts:
        _add(digest, text)
    return digest.hexdigest()


def _holds(whole: Span, span: Span) -> bool:
    return whole.source is span.source and whole.start <= span.start < whole.end


def _add(digest: hashlib._Hash, text: str) -> None:
    data = text.encode(errors="surrogatepass")
    digest.update(b"%d\0" % len(data) + data)


def _index(pairs: Iterable[tuple[str, _Piece]]) -> dict[str, list[_Piece]]:
    found: dict[str, list[_Piece]] = {}
    for key, piece in pairs:
        found.setdefault(key, []).append(piece)
    return found


class _Closed(Struct):
    """Pieces that a closure has reached already, and the names that it has followed."""

    seen: Mapping[_Piece, None]
    done: set[str]


def _used(piece: _Piece) -> frozenset[str]:
    """The names that lead from a piece to those that a check of it looks at."""
    return piece.mentions | piece.own


def _closure(
    pieces: Iterable[_Piece],
    words: Callable[[_Piece], frozenset[str]],
    index: Mapping[str, Sequence[_Piece]],
    before: _Closed | None = None,
) -> dict[_Piece, None]:
    """The pieces, and all that the index leads to from their words, over and over, but what was reached `before`."""
    found, seen = dict.fromkeys(pieces), before.seen if before is not None else {}
    waiting, done = list(found), {*before.done} if before is not None else set[str]()
    while waiting:
        fresh = words(waiting.pop()) - done
        done |= fresh
        for piece in (piece for word in fresh for piece in index.get(word, ()) if piece not in found):
            if piece not in seen:
                found[piece] = None
                waiting.append(piece)
    return found


def _pieces(table: Declarations, tree: syn.SourceTree) -> Iterator[tuple[syn.Decl, _Piece]]:
    """The declarations of a file, each with its lines and those above it up to the declaration before.

    Each variable of a block is a declaration of its own: what changes one leaves the others alone.
    """
    text, start = tree.source.text, 0
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
        yield decl, _Piece(span, names, parts, frozenset(words), shared, _digest(span.text))
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
    return frozenset(names | {_of(name) for name in names & table.card_types.keys()})


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
        if head not in table.effects and head not in table.defines:
            yield from (name for name in rest if not (head in table.cards and name in ("text", "title")))
        if head in table.card_types:
            yield _of(head)
    match step:
        case syn.AddStmt(added) | syn.ReplaceStmt(body=added) if isinstance(added, get_args(syn.Decl)):
            yield from _names(table, added)


def _head(decl: syn.Decl) -> str:
    """The part of a declaration that every trial sees, whatever else it sees of it: of cards, the fields too."""
    name = decl.name.name if isinstance(decl, _OPEN | syn.ChangeDecl) else ""
    found = [type(decl).__name__, name]
    if isinstance(decl, syn.CardDecl):
        fields = [member for member in decl.members if isinstance(member, syn.FieldValue)]
        parts = (decl.card_type, *decl.binders, decl.where, decl.copies, decl.printed, *fields)
        found += [part.span.text for part in parts if part is not None]
    return "\0".join(found)
