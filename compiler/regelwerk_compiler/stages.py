"""The first stages: the sources of a game as syntax trees, and the typed game with chosen variants."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct
from regelwerk_dsl import syntax as syn
from regelwerk_dsl.data.manifest import Manifest, load_manifest, load_sources
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.disk import real
from regelwerk_dsl.files import NO_MEMORY, Memory, read_source
from regelwerk_dsl.parse import parse_source
from regelwerk_dsl.source import SourceFile, Span

from .amend import History, amend, asked, select_changes
from .declare.abilities import settle_abilities
from .declare.collect import Declarations, declare
from .declare.csv import read_tables
from .declare.kinds import expand_kinds
from .model.closure import closure
from .model.symbols import Game
from .resolve import resolve
from .resolve.unchanged import NOTHING, Unchanged

STACK = 6_000  # frames; Python's own stack holds many more
SUFFIX = ".regel"  # of sources, and of variants that are files


class Sources(Struct, frozen=True):
    """The sources of a game, read and parsed.

    Attributes:
        manifest: what `game.yaml` says.
        files: the source files, those of variants outside the game included.
        trees: their syntax trees, with the rows of CSV files in place.
        wanted: the variants asked for, by their names and values.
    """

    manifest: Manifest
    files: list[SourceFile]
    trees: list[syn.SourceTree]
    wanted: tuple[str, ...]


class Typed(Struct, frozen=True):
    """The typed game of some variants, the declarations that it is made of, and what was changed."""

    game: Game
    table: Declarations
    history: History


@contextmanager
def nested(diagnostics: Diagnostics, span: Span) -> Iterator[None]:
    """A context with room for deeply nested declarations, and for long chains of declarations that need each other.

    If the room does not suffice, E0124 is reported at the span.
    """
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, STACK))
    try:
        yield
    except RecursionError:
        help = "give parts of values names of their own, and shorten chains of definitions that need each other"
        diagnostics.report("E0124", span, "what is declared here is nested too deeply", help=help)
    finally:
        sys.setrecursionlimit(limit)


def read_sources(
    folder: Path, diagnostics: Diagnostics, variants: Iterable[str] = (), memory: Memory = NO_MEMORY
) -> Sources | None:
    """The sources of a game and of variants that are files; None if `game.yaml` has errors."""
    manifest = load_manifest(folder, diagnostics, memory=memory)
    if manifest is None:
        return None
    files = load_sources(manifest, diagnostics)
    wanted, outside = _variant_files(variants, diagnostics)
    files += outside
    trees = [parse_source(source, diagnostics) for source in files]
    wanted += _declared_in(trees, len(trees) - len(outside), wanted, diagnostics)
    return Sources(manifest, files, read_tables(trees, manifest, diagnostics, files), wanted)


def type_game(sources: Sources, wanted: Iterable[str], without: Iterable[str], diagnostics: Diagnostics) -> Typed:
    """The typed game with some variants, without some errata. After errors it is only fit for inspection."""
    table, history = declare_game(sources, wanted, without, diagnostics)
    return Typed(resolve_game(sources, table, diagnostics), table, history)


def declare_game(
    sources: Sources,
    wanted: Iterable[str],
    without: Iterable[str],
    diagnostics: Diagnostics,
    declared: Declarations | None = None,
) -> tuple[Declarations, History]:
    """The declarations with some variants, without some errata, and what was changed.

    What is `declared` before any change can be given; it stays as it is.
    """
    table = declare(sources.trees, diagnostics) if declared is None else declared.copy()
    settle_abilities(table)
    history = amend(table, select_changes(table, wanted, without, diagnostics), diagnostics)
    expand_kinds(table, diagnostics)
    return table, history


def resolve_game(
    sources: Sources, table: Declarations, diagnostics: Diagnostics, unchanged: Unchanged = NOTHING
) -> Game:
    """The typed game of some declarations; for `unchanged` see `resolve`."""
    manifest = sources.manifest
    start = Span(sources.files[0], 0, 0) if sources.files else manifest.span
    game = resolve(table, diagnostics, start, unchanged)
    game.name, game.title, game.version = manifest.name, manifest.title, manifest.version
    game.languages = tuple(manifest.languages)
    game.minutes, game.age = manifest.minutes, manifest.age
    return game


def _variant_files(variants: Iterable[str], diagnostics: Diagnostics) -> tuple[tuple[str, ...], list[SourceFile]]:
    """The variants that are names, and the sources of those that are files."""
    names, files = [], []
    for variant in sorted(set(variants)):
        if not variant.endswith(SUFFIX):
            names.append(variant)
            continue
        source = read_source(real(Path(variant)), Path(variant).as_posix(), diagnostics, asked("variant", variant))
        if source is not None:
            files.append(source)
    return tuple(names), files


def _declared_in(
    trees: list[syn.SourceTree], first: int, wanted: tuple[str, ...], diagnostics: Diagnostics
) -> tuple[str, ...]:
    """The variants of files that are not asked for by name: the only one of a file, and those that chosen ones need.

    The trees of these files begin at `first`, after those of the game.

    Errors: E0906 for a file without any change, and for one with several variants of which none is asked for. If a name
    is asked for that is declared nowhere, that is reported later instead of the latter.
    """
    named = {request.partition("(")[0].strip() for request in wanted}
    declared = {decl.name.name for tree in trees for decl in tree.declarations if isinstance(decl, syn.ChangeDecl)}
    chosen: dict[str, None] = {}
    for tree in trees[first:]:
        changes = [decl for decl in tree.declarations if isinstance(decl, syn.ChangeDecl)]
        if not changes and not diagnostics.has_errors:
            help_ = 'begin it with `variant NAME "Title":`; `regelwerk new --variant` makes one'
            diagnostics.report("E0906", Span(tree.source, 0, 0), "this file has no variant", help=help_)
        variants = {decl.name.name: decl for decl in changes if decl.kind == "variant"}
        waiting = [name for name in variants if name in named or len(variants) == 1]
        if variants and not waiting and named <= declared:
            names = " or ".join(f"`--variant {name}`" for name in variants)
            several = f"this file has {len(variants)} variants: which is to be played?"
            diagnostics.report("E0906", next(iter(variants.values())).name.span, several, help=f"add {names}")
        needs = {name: [one.name for one in decl.needs if one.name in variants] for name, decl in variants.items()}
        chosen |= closure(waiting, needs.__getitem__)
    return tuple(name for name in chosen if name not in named)
