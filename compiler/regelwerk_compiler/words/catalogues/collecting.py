"""Collection of the texts that a game's catalogues should hold, those of its errata and variants included.

A text that an erratum or a variant has put in place of another has an id of its own: `steal.text@local_attacks`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.data.layouts import layout_words, load_layouts
from regelwerk_dsl.data.manifest import Manifest, load_manifest, load_sources, load_statements
from regelwerk_dsl.diagnostics import Diagnostics, SourceError
from regelwerk_dsl.parse import parse_source
from regelwerk_dsl.source import Span

from ...amend import History, amend, select_changes
from ...amend.conflicts import refusals
from ...amend.select import sample_value
from ...declare.collect import Declarations, declare
from ...declare.csv import read_tables
from ...model.symbols import Game
from ...resolve import resolve
from ...resolve.lookahead import Constants
from ..messages import all_messages
from ..prose import is_block
from ..source_texts import source_texts
from ..texts import Texts
from ..words import Words
from .entries import Catalogue, Entry, carried_over
from .meaning import mark_of
from .wanted import Wanted, wanted_as, wanted_of


@dataclass(frozen=True, slots=True)
class Collected:
    """What there is to translate.

    Attributes:
        manifest: what the game says of itself.
        game: the game without variants.
        wanted: its texts, then those that only its errata and variants have.
        unfit: variants that do not fit the base any more: their texts are not among them, and not given up.
    """

    manifest: Manifest
    game: Game
    wanted: list[Wanted]
    unfit: list[str]


def collect_texts(folder: Path) -> Collected:
    """Every text of a game in a fixed order, each id once. What is wrong in a catalogue does not matter here.

    Raises:
        SourceError: the sources have errors.
    """
    diagnostics = Diagnostics()
    manifest = load_manifest(folder, diagnostics)
    if manifest is None:
        raise SourceError(diagnostics.sorted())
    sources = load_sources(manifest, diagnostics)
    trees = read_tables([parse_source(source, diagnostics) for source in sources], manifest, diagnostics, sources)
    words, history = _amended(trees, manifest, diagnostics)
    if words is None:
        raise SourceError(diagnostics.sorted())
    quiet = Diagnostics()
    changes = words.game.changes
    errata = [change.name.name for change in changes if change.kind == "erratum"]
    base = (_amended(trees, manifest, quiet, without=errata)[0] if errata else None) or words
    found = {one.id: one for one in wanted_of(base)}
    for one in _reworded(words, found, errata[0] if len(errata) == 1 else "", history):
        found.setdefault(one.id, one)
    table = declare(trees, quiet)
    wishes = {change.name.name: _with_needs(table, change) for change in changes if change.kind == "variant"}
    prose = {change.name.name for change in changes if _touches_prose(change)}
    unfit: list[str] = []
    batches = list(_together(trees, wishes, prose))
    while batches:
        batch = batches.pop(0)
        amended, history = _amended(trees, manifest, Diagnostics(), [w for name in batch for w in wishes[name]])
        if amended is None and len(batch) > 1:
            batches = [[name] for name in batch] + batches
        elif amended is None:
            unfit += batch
        else:
            reworded = [one for one in _reworded(amended, found, batch[0], history) if one.id not in found]
            alone = sorted({one.id.rpartition("@")[2] for one in reworded if one.mark}) if len(batch) > 1 else []
            marks = {id_: mark for name in alone for id_, mark in _marks(trees, manifest, name, wishes[name])}
            for one in reworded:
                found.setdefault(one.id, replace(one, mark=marks.get(one.id, one.mark)))
    for one in _of_layouts(folder, words.game.name):
        found.setdefault(one.id, one)
    if words.game.chapters:
        for one in _of_sources(manifest):
            found.setdefault(one.id, one)
    return Collected(manifest, words.game, list(found.values()), unfit)


def _of_layouts(folder: Path, game: str) -> Iterator[Wanted]:
    """The words that stand in layouts only. A layout with mistakes is none of our business."""
    for name, (text, span) in layout_words(load_layouts(folder, Diagnostics())).items():
        file = span.source.name.replace("\\", "/").rsplit("/", 1)[-1]
        yield Wanted(f"print.{name}", text, "words of a layout", f"{game}/print/{file}:{span.line}")


def _of_sources(manifest: Manifest) -> Iterator[Wanted]:
    """What the booklet prints of `sources.yaml`."""
    statements = load_statements(manifest, Diagnostics())
    for one in source_texts(statements) if statements is not None else ():
        file = one.span.source.name.replace("\\", "/").rsplit("/", 1)[-1]
        yield Wanted(one.id, one.words, one.note, f"{manifest.name}/{file}:{one.span.line}")


def _with_needs(table: Declarations, change: syn.ChangeDecl) -> list[str]:
    """A variant and all that it needs, as they are asked for on a command line."""
    found: dict[str, str] = {}
    waiting = [change]
    while waiting:
        one = waiting.pop()
        values = ", ".join(sample_value(Constants(table), one, param) for param in one.params)
        found[one.name.name] = f"{one.name.name}({values})" if values else one.name.name
        needed = (table.changes.get(other.name) for other in one.needs)
        waiting += [other for other in needed if other is not None and other.name.name not in found]
    return list(found.values())


def _touches_prose(change: syn.ChangeDecl) -> bool:
    return any(map(_is_of_chapter, change.amendments))


def _is_of_chapter(step: syn.Amendment) -> bool:
    match step:
        case syn.AmendStmt():
            return step.path[0].name == "chapter"
        case syn.ReplaceStmt():
            return isinstance(step.body, syn.ChapterDecl)
        case syn.AddStmt():
            return isinstance(step.declaration, syn.ChapterDecl)
        case syn.RemoveStmt():
            return False


def _together(trees: list[syn.SourceTree], wishes: dict[str, list[str]], prose: set[str]) -> Iterator[list[str]]:
    """The variants in batches that go together, so that few games are looked at.

    Args:
        trees: the sources.
        wishes: each variant with what it needs, as they are asked for.
        prose: those that change a chapter. Prose does not tell which change a sentence is of, so each is alone.
    """
    yield from ([name] for name in wishes if name in prose)
    waiting = [name for name in wishes if name not in prose]
    while waiting:
        batch: list[str] = []
        for name in list(waiting):
            asked = [wish for one in (*batch, name) for wish in wishes[one]]
            if not batch or not refusals(trees, asked):
                batch.append(name)
        waiting = [name for name in waiting if name not in batch]
        yield batch


def _amended(
    trees: list[syn.SourceTree],
    manifest: Manifest,
    diagnostics: Diagnostics,
    wishes: Iterable[str] = (),
    without: Iterable[str] = (),
) -> tuple[Words | None, History]:
    """The words of the game with some changes, and what they changed; no words where something is wrong."""
    history = History()
    if diagnostics.has_errors:
        return None, history
    start = Span(trees[0].source, 0, 0) if trees else manifest.span
    table = declare(trees, diagnostics)
    history = amend(table, select_changes(table, wishes, without, diagnostics), diagnostics)
    game = resolve(table, diagnostics, start)
    game.name, game.title, game.languages = manifest.name, manifest.title, tuple(manifest.languages)
    if diagnostics.has_errors:
        return None, history
    return Words(game, Texts([Catalogue(game.languages[0])], diagnostics)), history


def _marks(trees: list[syn.SourceTree], manifest: Manifest, name: str, wishes: list[str]) -> Iterator[tuple[str, str]]:
    """What the rules under the texts of one variant mean; others that were looked at with it do not count."""
    words, _ = _amended(trees, manifest, Diagnostics(), wishes)
    if words is None:
        return
    for message in all_messages(words):
        if message.subject is not None:
            yield f"{message.id}@{name}", mark_of(words.game, message)


def _reworded(words: Words, base: dict[str, Wanted], change: str, history: History) -> Iterator[Wanted]:
    """The texts that a change has put there, each under an id of its own."""
    for message in all_messages(words):
        before = base.get(message.id)
        if before is not None and carried_over(Entry(before.source, "", 0), message.source) is not None:
            continue
        origin = history.origin(message.span)
        if origin is None and before is None and not is_block(message.id):
            continue  # a card that has left its family says what the family says
        name = origin.decl.name.name if origin is not None else change
        if name:
            one = wanted_as(words, message)
            yield replace(one, id=f"{one.id}@{name}", note=f"{one.note}, with {name}")
