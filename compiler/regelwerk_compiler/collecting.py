"""Collection of the texts that a game's catalogues should hold, those of its errata and variants included.

A text that an erratum or a variant has put in place of another has an id of its own: `steal.text@local_attacks`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec.structs import replace
from regelwerk_dsl.data.layouts import layout_words, load_layouts
from regelwerk_dsl.data.manifest import Manifest, load_statements
from regelwerk_dsl.diagnostics import Diagnostics, SourceError

from .amend import History, with_needs
from .checked.languages import locale_of
from .declare.collect import declare
from .model.ids import MessageId
from .stages import Sources, read_sources, type_game
from .words.catalogues.entries import Catalogue, Entry, carried_over, load_catalogue
from .words.catalogues.wanted import Collected, Wanted, wanted_as, wanted_of
from .words.messages import all_messages, source_messages
from .words.texts import Texts
from .words.words import Words


def collect_texts(folder: Path, files: Iterable[str] = ()) -> Collected:
    """Every text of a game in a fixed order, each id once. Faults of catalogues are ignored.

    Args:
        folder: the game's.
        files: variants that lie in files of their own, whose texts are collected with those of the game's variants.

    Raises:
        SourceError: the sources have errors.
    """
    diagnostics = Diagnostics()
    sources = read_sources(folder, diagnostics, files)
    words, history = _amended(sources, diagnostics) if sources is not None else (None, None)
    if sources is None or words is None or history is None:
        raise SourceError(diagnostics.sorted())
    manifest, quiet = sources.manifest, Diagnostics()
    changes = words.game.changes
    errata = [change.name.name for change in changes if change.kind == "erratum"]
    base = (_amended(sources, quiet, without=errata)[0] if errata else None) or words
    found: dict[MessageId, Wanted] = {}
    unfit: list[str] = []
    for one in (*wanted_of(base), *_reworded(words, base, errata[0] if len(errata) == 1 else "", history)):
        found.setdefault(one.id, one)
    table = declare(sources.trees, quiet)
    variants = {change.name.name: change for change in changes if change.kind == "variant"}
    for name, change in variants.items():
        amended, history = _amended(sources, Diagnostics(), with_needs(table, change))
        if amended is None:
            unfit.append(name)
            continue
        for one in _reworded(amended, base, name, history):
            if one.id.change not in variants.keys() - {name}:  # those that it needs come by themselves
                found.setdefault(one.id, one)
    more = [
        Wanted(MessageId(("print", name)), text, "words of a layout", f"{manifest.name}/{span.where}")
        for name, (text, span) in layout_words(load_layouts(folder, quiet)).items()
    ]
    statements = load_statements(manifest, quiet) if words.game.chapters else None
    if statements is not None:
        more += [wanted_as(words, message) for message in source_messages(statements)]
    for one in more:
        found.setdefault(one.id, one)
    return Collected(manifest, words.game, [*_with_own_words(manifest, found.values())], unfit)


def _with_own_words(manifest: Manifest, wanted: Iterable[Wanted]) -> Iterator[Wanted]:
    """The texts with the words by which a catalogue of the language of the sources replaces them, for translators."""
    language = manifest.languages[0]
    catalogue = load_catalogue(manifest.folder, language, Diagnostics(), manifest.span)
    if catalogue is None:
        yield from wanted
        return
    shown = locale_of(language).get_display_name("en") or language
    for one in wanted:
        own = catalogue.find(one.id, one.source)
        yield replace(one, own=f"In {shown}: {own}") if own and own != one.source else one


def _amended(
    sources: Sources, diagnostics: Diagnostics, wishes: Iterable[str] = (), without: Iterable[str] = ()
) -> tuple[Words | None, History]:
    """The words of the game with some changes, and the history of these; no words if there are errors."""
    if diagnostics.has_errors:
        return None, History()
    typed = type_game(sources, wishes, without, diagnostics)
    if diagnostics.has_errors:
        return None, typed.history
    return Words(typed.game, Texts([Catalogue(typed.game.languages[0])], diagnostics)), typed.history


def _reworded(words: Words, base: Words, change: str, history: History) -> Iterator[Wanted]:
    """The texts that a change has put there, each under an id of its own, and those that appear only with it."""
    known = {message.id: message for message in all_messages(base.game)}
    places = {message.span for message in known.values()}
    for message in all_messages(words.game):
        before = known.get(message.id)
        if before is not None and carried_over(Entry(before.source, "", 0), message.source) is not None:
            continue
        origin = history.origin(message.span)
        if origin is None and before is None and not message.id.is_block:
            if message.span not in places:  # else a card that has left its family says what the family says
                yield wanted_as(words, message)
            continue
        name = origin.decl.name.name if origin is not None else change
        if name:
            one = wanted_as(words, message)
            yield replace(one, id=MessageId(one.id.parts, change=name), note=f"{one.note}, with {name}")
