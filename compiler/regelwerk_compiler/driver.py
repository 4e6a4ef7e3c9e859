"""The pipeline from source text to emitted Python, which stops between stages where there are errors.

Its stages: source text, trees, declarations, typed game, checks, IR, passes, Python.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from pathlib import Path

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.data.manifest import Manifest, Statements, load_manifest, load_sources, load_statements
from regelwerk_dsl.diagnostics import Diagnostic, Diagnostics
from regelwerk_dsl.files import NO_MEMORY, Memory, read_source
from regelwerk_dsl.parse import parse_source
from regelwerk_dsl.source import SourceFile, Span
from regelwerk_dsl.suggest import did_you_mean

from .amend import History, amend, asked, request_key, select_changes
from .check import check
from .check.silence import Silenced, acting_comments, silence
from .checked.graph import Graph, amended_bounds, amended_inputs
from .declare.collect import Declarations, declare
from .declare.csv import read_tables
from .emit.module import Emitter
from .emit.scenarios import emit_scenarios
from .lower import lower
from .lower.passes import run_passes
from .model.scenarios import TypedScenario
from .model.symbols import Game
from .resolve import resolve
from .resolve.scenarios import resolve_scenarios
from .words.catalogues.entries import Catalogue, load_catalogue
from .words.texts import Texts

SUFFIX = ".regel"  # of sources, and of variants that are files
VERSION = "1"  # of the compiler's output: raised when the same sources give another module


@dataclass(frozen=True, slots=True)
class Options:
    """What is compiled besides the base."""

    variants: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    explicit_chance: bool = False


@dataclass(slots=True)
class CheckResult:
    """What the sources mean, and all that is to be said about them. `game` is None where there are errors."""

    diagnostics: list[Diagnostic]
    game: Game | None
    manifest: Manifest | None
    sources: list[SourceFile]
    source_hash: str
    table: Declarations | None = None
    texts: Texts | None = None
    scenarios: list[TypedScenario] = field(default_factory=list)
    statements: Statements | None = None
    silenced: list[Silenced] = field(default_factory=list)
    history: History = field(default_factory=History)


@dataclass(slots=True)
class CompileResult:
    """The emitted module and the module of its scenarios; None where there are errors."""

    diagnostics: list[Diagnostic]
    game: Game | None
    manifest: Manifest | None
    module: str | None
    scenarios: str | None
    source_hash: str
    sources: list[SourceFile] = field(default_factory=list)
    inputs: dict[str, tuple[str, ...]] = field(default_factory=dict)  # amended values that a line can read
    bounds: dict[str, tuple[str, ...]] = field(default_factory=dict)  # amended bounds of a variable


def check_game(folder: Path, options: Options | None = None, memory: Memory = NO_MEMORY) -> CheckResult:
    """All stages up to the checks. Never raises for an author's mistake: it is in the diagnostics.

    Args:
        folder: the game's folder.
        options: the variants, and what else differs from the base.
        memory: texts that stand in place of `game.yaml`, `sources.yaml`, sources and tables, by their resolved paths.
    """
    options = options or Options()
    diagnostics = Diagnostics()
    manifest = load_manifest(folder, diagnostics, memory=memory)
    if manifest is None:
        return CheckResult(diagnostics.sorted(), None, None, [], "")
    sources = load_sources(manifest, diagnostics)
    statements = load_statements(manifest, diagnostics)
    wanted, files = variant_files(options.variants, sources, diagnostics)
    digest = source_hash(sources, manifest, options)
    trees = [parse_source(source, diagnostics) for source in sources]
    wanted += _wanted_of([tree for tree in trees if tree.source.name in files], wanted, diagnostics)
    trees = read_tables(trees, manifest, diagnostics, sources)
    result = CheckResult([], None, manifest, sources, digest)
    history = result.history
    if not diagnostics.has_errors:
        start = Span(sources[0], 0, 0) if sources else manifest.span
        table = declare(trees, diagnostics)
        chosen = select_changes(table, wanted, options.without, diagnostics)
        history = amend(table, chosen, diagnostics)
        game = resolve(table, diagnostics, start)
        game.name, game.title = manifest.name, manifest.title
        game.languages = tuple(manifest.languages)
        scenarios = _scenarios(game, history, diagnostics, amended=bool(options.variants))
        texts = Texts(_catalogues(manifest, history, diagnostics), diagnostics)
        _check_offered(manifest, table, diagnostics)
        if not diagnostics.has_errors:
            check(game, table, texts, statements, diagnostics)
            result.table, result.texts = table, texts
            result.scenarios, result.statements, result.history = scenarios, statements, history
            if not diagnostics.has_errors:
                result.game = game
    acting = acting_comments(trees, diagnostics, history, amended=bool(options.variants))
    shown, result.silenced = silence(diagnostics, acting)
    result.diagnostics = shown.sorted()
    return result


def compile_game(folder: Path, options: Options | None = None) -> CompileResult:
    """The module of a game and the module of its scenarios."""
    options = options or Options()
    return compile_checked(check_game(folder, options), options)


def compile_checked(checked: CheckResult, options: Options) -> CompileResult:
    """The same for a game that has been checked, with the same options."""
    result = CompileResult(
        checked.diagnostics, checked.game, checked.manifest, None, None, checked.source_hash, checked.sources
    )
    if checked.game is None or checked.texts is None:
        return result
    module = lower(checked.game, explicit=options.explicit_chance)
    run_passes(module)
    if checked.history.changes and checked.table is not None:
        graph = Graph(checked.game, checked.table, checked.history)
        result.inputs, result.bounds = amended_inputs(graph), amended_bounds(graph)
    emitter = Emitter(module, checked.texts, checked.source_hash)
    result.module = emitter.emit()
    if not options.explicit_chance:
        result.scenarios = emit_scenarios(checked.scenarios, emitter)
    return result


def _catalogues(manifest: Manifest, history: History, diagnostics: Diagnostics) -> list[Catalogue]:
    """The catalogue of each language; what is wrong with one is said at its place in `game.yaml`."""
    changes = [one.decl.name.name for one in reversed(history.applied)]
    languages = zip(manifest.languages, manifest.language_spans, strict=True)
    found = (load_catalogue(manifest.folder, language, diagnostics, span, changes) for language, span in languages)
    return [catalogue for catalogue in found if catalogue is not None]


def _check_offered(manifest: Manifest, table: Declarations, diagnostics: Diagnostics) -> None:
    """E0159 for a variant on offer in `game.yaml` that no source declares."""
    variants = [name for name, decl in table.changes.items() if decl.kind == "variant"]
    for entry in manifest.variants:
        if entry.name not in variants:
            help_ = did_you_mean(entry.name, variants) or "declare it in a source, or take it off the list"
            diagnostics.report("E0159", entry.span, f"there is no variant `{entry.name}`", help=help_)


def _scenarios(game: Game, history: History, diagnostics: Diagnostics, *, amended: bool) -> list[TypedScenario]:
    """The worked examples in their order. What a variant itself puts there must fit, like all that it puts there."""
    every = game.scenarios
    found: dict[str, TypedScenario] = {}
    for own in (False, True):
        game.scenarios = [decl for decl in every if (decl.name.name in history.scenarios) is own]
        typed = resolve_scenarios(game, diagnostics, amended=amended and not own)
        found.update((scenario.name, scenario) for scenario in typed)
    game.scenarios = every
    return [found[decl.name.name] for decl in every if decl.name.name in found]


def variant_files(
    variants: tuple[str, ...], sources: list[SourceFile], diagnostics: Diagnostics
) -> tuple[tuple[str, ...], set[str]]:
    """Variants that are files outside the game are read as more sources. The names left, and the files' names."""
    names, files = [], set()
    for variant in sorted(set(variants)):
        if variant.endswith(SUFFIX):
            source = read_source(Path(variant), Path(variant).as_posix(), diagnostics, asked("variant", variant))
            if source is not None:
                sources.append(source)
                files.add(source.name)
        else:
            names.append(variant)
    return tuple(names), files


def _wanted_of(trees: list[syn.SourceTree], wanted: tuple[str, ...], diagnostics: Diagnostics) -> tuple[str, ...]:
    """The variants of files, without those that are asked for with values. E0906 for a file without any change."""
    named = {wish.partition("(")[0].strip() for wish in wanted}
    found: list[str] = []
    for tree in trees:
        changes = [decl for decl in tree.declarations if isinstance(decl, syn.ChangeDecl)]
        if not changes and not diagnostics.has_errors:
            start, help = (
                Span(tree.source, 0, 0),
                'begin it with `variant NAME "Title":`; `regelwerk new --variant` makes one',
            )
            diagnostics.report("E0906", start, "no variant stands in this file", help=help)
        found += [decl.name.name for decl in changes if decl.kind == "variant" and decl.name.name not in named]
    return tuple(found)


def source_hash(sources: list[SourceFile], manifest: Manifest, options: Options) -> str:
    """What a record and a saved match remember: the sources, their tables and catalogues, the options."""
    digest = hashlib.sha256(VERSION.encode())
    for source in sources:
        digest.update(source.short.encode() + b"\0" + source.text.encode() + b"\0")
    folder = manifest.folder
    tables = {*folder.glob("*.csv"), *map(manifest.path, manifest.csv)}
    for path in sorted(tables) + sorted((folder / "locale").glob("*.po")):
        if path.is_file():
            name = path.name if path.suffix == ".po" else path.relative_to(folder).as_posix()
            digest.update(name.encode() + b"\0" + path.read_bytes() + b"\0")
    wishes = sorted({request_key(request) for request in options.variants if not request.endswith(SUFFIX)})
    without = sorted(set(options.without))
    digest.update(repr((manifest.name, manifest.title, tuple(manifest.languages), wishes, without)).encode())
    return digest.hexdigest()[:16]


__all__ = ["CheckResult", "CompileResult", "Options", "check_game", "compile_game", "source_hash"]
