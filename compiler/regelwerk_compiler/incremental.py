"""Digests of everything that the check of a variant, or of the game without an erratum, can depend on.

A trial that found nothing need not be repeated while its digest stays the same. Which declarations a trial can see is
decided by names, not by types: one that mentions the name of another may depend on it, and what a change names may
change all that mentions it. This may include too much, never too little. Types, tables, state, and the heads and fields
of cards are part of every digest; what differs are the bodies of rules, the abilities and texts of cards, and chapters.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property

from msgspec import Struct, field
from regelwerk_dsl import syntax as syn
from regelwerk_dsl.data.manifest import Statements
from regelwerk_dsl.diagnostics import Diagnostic
from regelwerk_dsl.source import SourceFile, Span

from .check.known import Touched
from .declare.collect import Declarations
from .mentions import Piece, head_of, mentioned_by_head, pieces_of
from .model.scenarios import Shapes
from .model.walk import all_callables
from .resolve.option_keys import shapes_of
from .stages import Sources, Typed
from .words.catalogues.entries import Catalogue
from .words.texts import Texts

SIMULTANEOUSLY = "simultaneously"  # the word by which all are asked at once


class CheckCache(Struct):
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
        self._changes: dict[str, Piece] = {}
        self._pieces: list[Piece] = []
        self._types: set[Piece] = set()  # what may decide how something is written
        digest = hashlib.sha256()
        files = [read.manifest.source, *(one.source for one in catalogues)]
        files += [statements.source if statements is not None else None]
        files += read.files[len(read.trees) :]  # tables
        shared = [*(file.text for file in files if file is not None), repr(sorted(options.items()))]
        callers, examples, inserted = [], dict[str, Piece](), set[str]()
        self._cards: dict[str, syn.CardDecl] = {}
        self._mentioned_by_heads: dict[str, frozenset[str]] = {}
        self._files = read.files
        for tree in read.trees:
            shared.append(tree.source.name)
            for decl, piece in pieces_of(table, tree):
                shared.append(head_of(decl))
                if isinstance(decl, syn.ChangeDecl):
                    self._changes[decl.name.name] = piece
                elif isinstance(decl, syn.ScenarioDecl):
                    examples[decl.name.name] = piece
                elif isinstance(decl, syn.CardDecl):
                    self._cards[decl.name.name] = decl
                elif isinstance(decl, syn.ChapterDecl):
                    inserted |= piece.mentions
                if piece.shared or isinstance(decl, syn.DefineDecl):
                    self._types.add(piece)
                if piece.shared or not isinstance(decl, syn.ChangeDecl):
                    self._pieces.append(piece)
                    callers += [piece] if not isinstance(decl, syn.ScenarioDecl) else []
        for text in [*shared, *(piece.span.text for piece in self._pieces if piece.shared)]:
            _add(digest, text)
        self._digest = digest
        inserted.update(*(piece.mentions for piece in self._changes.values()))
        self._examples = {name: piece for name, piece in examples.items() if name in inserted}
        self._marks = {piece.mark: piece for piece in self._pieces}
        self._by_name = _index((name, piece) for piece in self._pieces for name in piece.own)
        self._by_mention = _index((word, piece) for piece in callers for word in piece.mentions)

    def digest(self, variants: tuple[str, ...], without: tuple[str, ...]) -> str:
        """The digest of the game with some variants, without some errata, each as on a command line."""
        always = self._always
        reached = self._reached(variants, without)
        seen = _closure((piece for piece in reached if piece not in always.seen), _used, self._by_name, always)
        seen |= dict.fromkeys(self.examples(_names(reached)).values())
        digest = self._seen_always.copy()
        for text in (*variants, "without", *without, *sorted(piece.mark for piece in seen)):
            _add(digest, text)
        return digest.hexdigest()

    @cached_property
    def _always(self) -> _Closed:
        """The pieces that every trial sees."""
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
        return _names(self._reached(variants, without))

    def named(self, variants: tuple[str, ...], without: tuple[str, ...]) -> set[str]:
        """The names of what the changes name, and of what they may alter in more than the statements of a body."""
        found = self._types.union(own := self._own(variants, without))
        reached = _closure(own, lambda piece: piece.names if piece in found else frozenset(), self._by_mention)
        return _names(piece for piece in reached if piece in found)

    def examples(self, changed: Collection[str]) -> dict[str, Piece]:
        """The worked examples that chapters may show and that mention one of the changed names."""
        words = {name.removeprefix("frame ") for name in changed}
        return {name: piece for name, piece in self._examples.items() if not piece.mentions.isdisjoint(words)}

    def heads(self, changed: set[str], variants: tuple[str, ...], without: tuple[str, ...]) -> set[str]:
        """The changed names that, if they are cards, may differ in members and fields too."""
        errata = (piece for piece in self._changes.values() if piece.shared)
        named = {name for piece in (*errata, *self._own(variants, without)) for name in piece.names}
        same = (name for name in changed - named if name in self._cards)
        return changed - {name for name in same if changed.isdisjoint(self._head_words(name))}

    def _head_words(self, card: str) -> frozenset[str]:
        """The names that the members and fields of a card depend on."""
        found = self._mentioned_by_heads.get(card)
        if found is None:
            found = self._mentioned_by_heads[card] = mentioned_by_head(self._cards[card])
        return found

    def touched(self, cache: CheckCache, variants: Sequence[str] = (), without: Sequence[str] = ()) -> Touched | None:
        """The ranges in which the check of a game may find something new; None for everywhere."""
        if cache.shared != self._digest.hexdigest():
            return None
        own = self._own(variants, without)
        if any(piece.mark not in cache.pieces for piece in own):
            return None
        seeds = [piece for mark, piece in self._marks.items() if mark not in cache.pieces]
        gone = (names for mark, names in cache.pieces.items() if mark not in self._marks)
        words = {name for names in gone for name in names}
        found: dict[Piece, None] = {}
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
        again = [self._marks[mark] for mark in cache.open if mark in self._marks and not own]  # of the base alone
        for piece in (*found, *scenarios, *again):
            ranges[piece.span.source].append((piece.span.start, piece.span.end))
        callers = self._callers([*found, *again], own)
        asking = (piece for piece in callers if SIMULTANEOUSLY in piece.mentions)
        return Touched(ranges, _names(found), _names(callers), _names(asking))

    def _callers(self, pieces: Iterable[Piece], own: Sequence[Piece]) -> Iterable[Piece]:
        """Some pieces, and all that may lead to a call of one of them, the `own` changes among them."""
        index = {**self._by_mention}
        for piece in own:
            index |= {word: [*index.get(word, ()), piece] for word in piece.mentions}
        return _closure(pieces, lambda piece: piece.called, index)

    def record(self, cache: CheckCache, items: Iterable[Diagnostic], trials: dict[str, str]) -> None:
        """Records what a check has settled that has found some problems, and the digests of trials that found none."""
        cache.shared, cache.trials, cache.said = self._digest.hexdigest(), trials, findings_digest(items)
        cache.pieces = {piece.mark: list[str]() for piece in self._changes.values()}
        cache.pieces |= {mark: sorted(piece.own) for mark, piece in self._marks.items()}
        cache.open = []
        for item in items:
            around = [mark for mark, piece in self._marks.items() if _holds(piece.span, item.span)]
            cache.open += around
            if not around:  # the piece that it belongs to is unknown
                cache.shared = ""

    def _own(self, variants: Sequence[str], without: Sequence[str]) -> list[Piece]:
        return [self._changes[request.partition("(")[0].strip()] for request in (*variants, *without)]

    def _reached(self, variants: tuple[str, ...], without: tuple[str, ...]) -> dict[Piece, None]:
        return _closure(self._own(variants, without), lambda piece: piece.names, self._by_mention)


def extent_of(read: Sources, typed: Typed, texts: Texts, statements: Statements | None) -> Extent:
    """The extent of the trials of a typed game."""
    return Extent(read, typed.table, texts.catalogues, statements, shapes_of(all_callables(typed.game)))


def findings_digest(items: Iterable[Diagnostic]) -> str:
    """The digest of what was found."""
    digest = hashlib.sha256()
    for text in (text for item in items for text in (item.code, item.message, item.span.text)):
        _add(digest, text)
    return digest.hexdigest()


def _add(digest: hashlib._Hash, text: str) -> None:
    data = text.encode(errors="surrogatepass")
    digest.update(b"%d\0" % len(data) + data)


def _holds(whole: Span, span: Span) -> bool:
    return whole.source is span.source and whole.start <= span.start < whole.end


def _index(pairs: Iterable[tuple[str, Piece]]) -> dict[str, list[Piece]]:
    found: dict[str, list[Piece]] = {}
    for key, piece in pairs:
        found.setdefault(key, []).append(piece)
    return found


class _Closed(Struct):
    """Pieces that a closure has reached already, and the names that it has followed."""

    seen: Mapping[Piece, None]
    done: set[str]


def _names(pieces: Iterable[Piece]) -> set[str]:
    return {name for piece in pieces for name in piece.names}


def _used(piece: Piece) -> frozenset[str]:
    """The names that lead from a piece to those that a check of it looks at."""
    return piece.mentions | piece.own


def _closure(
    pieces: Iterable[Piece],
    words: Callable[[Piece], frozenset[str]],
    index: Mapping[str, Sequence[Piece]],
    before: _Closed | None = None,
) -> dict[Piece, None]:
    """The pieces and all that the index leads to from their words, directly or not, but what was reached `before`."""
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
