"""The pipeline from source text to emitted Python, which stops between stages if there are errors.

Its stages: source text, trees, declarations, typed game, checks, IR, passes, Python.
"""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from pathlib import Path

from msgspec import Struct, field
from regelwerk_dsl.data.manifest import Manifest, Statements, load_statements
from regelwerk_dsl.diagnostics import Diagnostic, Diagnostics
from regelwerk_dsl.disk import SPREADSHEETS, read_bytes, real
from regelwerk_dsl.files import NO_MEMORY, Memory
from regelwerk_dsl.source import SourceFile, Span
from regelwerk_dsl.suggest import did_you_mean

from .amend import History, request_key
from .check import check
from .check.calls import check_recursion
from .check.known import Known
from .check.suppression import Silenced, acting_comments, suppress_allowed
from .checked.graph import Graph
from .declare.collect import Declarations
from .incremental import CheckCache, Extent, extent_of
from .model.scenarios import TypedScenario
from .model.symbols import Game
from .model.walk import all_callables
from .resolve.scenarios import helped, resolve_scenarios
from .stages import SUFFIX, Sources, nested, read_sources, type_game
from .words.catalogues.entries import Catalogue, load_catalogue
from .words.messages import Message, all_messages
from .words.texts import Texts

VERSION = "1"  # of the compiler's output: raised when the same sources give another module


class Options(Struct, frozen=True):
    """The options of a compilation."""

    variants: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    explicit_chance: bool = False


class CheckResult(Struct):
    """The meaning of the sources, and the diagnostics about them.

    `game` is None if there are errors, `graph`, its dependency graph, if they keep it from being checked.
    """

    diagnostics: list[Diagnostic]
    game: Game | None
    manifest: Manifest | None
    sources: list[SourceFile]
    source_hash: str
    read: Sources | None = None
    table: Declarations | None = None
    graph: Graph | None = None
    texts: Texts | None = None
    scenarios: list[TypedScenario] = field(default_factory=list)
    statements: Statements | None = None
    silenced: list[Silenced] = field(default_factory=list)
    known: Known = field(default_factory=Known)
    extent: Extent | None = None
    history: History = field(default_factory=History)
    _messages: list[Message] = field(default_factory=list)

    @property
    def messages(self) -> list[Message]:
        """All messages of the game, which are collected once."""
        if self.game is not None and not self._messages:
            self._messages = all_messages(self.game)
        return self._messages


class CompileResult(Struct):
    """The emitted module and the module of its scenarios; None if there are errors.

    `helped` is the module of the game with the effects that belong to scenarios, by which these run; "" if there are
    none, and they run by `module`.
    """

    diagnostics: list[Diagnostic]
    game: Game | None
    manifest: Manifest | None
    module: str | None
    scenarios: str | None
    source_hash: str
    helped: str = ""
    sources: list[SourceFile] = field(default_factory=list)
    inputs: dict[str, tuple[str, ...]] = field(default_factory=dict)  # amended values that a line can read
    bounds: dict[str, tuple[str, ...]] = field(default_factory=dict)  # amended bounds of a variable
    handlers: dict[str, tuple[int, int, int]] = field(default_factory=dict)  # the lines of the module that run a rule
    turns: list[str] = field(default_factory=list)  # the effects that may be turns of players
    rounds: list[str] = field(default_factory=list)  # the effects whose calls by `play` are rounds


def check_game(
    folder: Path, options: Options | None = None, memory: Memory = NO_MEMORY, cache: CheckCache | None = None
) -> CheckResult:
    """All stages up to the checks. Never raises for an author's mistake: it is in the diagnostics.

    Args:
        folder: the game's folder.
        options: the variants, and what else differs from the base.
        memory: texts that stand in place of `game.yaml`, `sources.yaml`, sources and tables, by their resolved paths.
        cache: what an earlier check of the base has settled: it is not checked again, so the result has only some of
        the scenarios.
    """
    options = options or Options()
    diagnostics = Diagnostics()
    sources = read_sources(folder, diagnostics, options.variants, memory)
    if sources is None:
        return CheckResult(diagnostics.sorted(), None, None, [], "")
    result = CheckResult([], None, sources.manifest, sources.files, source_hash(sources, options), sources)
    beside = Diagnostics()  # faults of other files do not keep the rules from being checked
    result.statements = load_statements(sources.manifest, beside)
    if not diagnostics.has_errors:
        start = Span(sources.files[0], 0, 0) if sources.files else sources.manifest.span
        with nested(diagnostics, start):
            _check(result, sources, options, diagnostics, beside, cache)
    for item in beside.items:
        diagnostics.add(item)
    acting = acting_comments(sources.trees, diagnostics, result.history, amended=bool(options.variants))
    shown, result.silenced = suppress_allowed(diagnostics, acting)
    result.diagnostics = shown.sorted()
    return result


def _check(
    result: CheckResult,
    sources: Sources,
    options: Options,
    diagnostics: Diagnostics,
    beside: Diagnostics,
    cache: CheckCache | None,
) -> None:
    """Types the game, and checks it if that finds no errors; `beside` gets the faults of other files."""
    typed = type_game(sources, sources.wanted, options.without, diagnostics)
    result.history = typed.history
    texts = Texts(_catalogues(sources.manifest, diagnostics), diagnostics).amended(typed.history.latest, diagnostics)
    if cache is not None and not diagnostics.has_errors:
        result.extent = extent_of(sources, typed, texts, result.statements)
        result.known = Known(touched=result.extent.touched(cache))
    must_fit = typed.history.scenarios if options.variants else None
    scenarios = [decl for decl in typed.game.scenarios if decl.helpers or not result.known.has_settled(decl.span)]
    result.scenarios = resolve_scenarios(typed.game, scenarios, diagnostics, must_fit)
    _check_offered(sources.manifest, typed.table, beside)
    if not diagnostics.has_errors:
        result.graph = Graph(typed.game, typed.table, typed.history, result.known.uses)
        check(result.graph, texts, result.statements, diagnostics, result.known)
        with_helpers = helped(typed.game, result.scenarios)
        if with_helpers is not None:
            check_recursion(with_helpers, all_callables(with_helpers), diagnostics)
        result.table, result.texts = typed.table, texts
        result.game = None if diagnostics.has_errors or beside.has_errors else typed.game


def compile_game(folder: Path, options: Options | None = None) -> CompileResult:
    """The module of a game and the module of its scenarios."""
    options = options or Options()
    return compile_checked(check_game(folder, options), options)


def compile_checked(checked: CheckResult, options: Options) -> CompileResult:
    """The same for a game that has been checked, with the same options."""
    from .checked.amended import amended_bounds, amended_inputs  # a check needs nothing that lowers or emits
    from .emit.module import Emitter
    from .emit.scenarios import emit_scenarios
    from .lower import lower

    result = CompileResult(
        checked.diagnostics, checked.game, checked.manifest, None, None, checked.source_hash, sources=checked.sources
    )
    if checked.game is None or checked.texts is None:
        return result
    module = lower(checked.game, explicit=options.explicit_chance)
    if checked.history.changes and checked.graph is not None:
        result.inputs, result.bounds = amended_inputs(checked.graph), amended_bounds(checked.graph)
    emitter = Emitter(module, checked.texts, checked.source_hash)
    result.module, result.handlers = emitter.emit(), emitter.handlers
    result.turns, result.rounds = module.turns, module.rounds
    if not options.explicit_chance:
        with_helpers = helped(checked.game, checked.scenarios)
        if with_helpers is not None:
            # with a hash of its own: saved matches of the game do not fit it
            emitter = Emitter(lower(with_helpers), checked.texts, f"{checked.source_hash}/scenarios")
            result.helped = emitter.emit()
        result.scenarios = emit_scenarios(checked.scenarios, emitter)
    return result


def _catalogues(manifest: Manifest, diagnostics: Diagnostics) -> list[Catalogue]:
    """The catalogue of each language; problems are reported at the language's place in `game.yaml`."""
    languages = zip(manifest.languages, manifest.language_spans, strict=True)
    found = (load_catalogue(manifest.folder, language, diagnostics, span) for language, span in languages)
    return [catalogue for catalogue in found if catalogue is not None]


def _check_offered(manifest: Manifest, table: Declarations, diagnostics: Diagnostics) -> None:
    """E0159 for a variant on offer in `game.yaml` that no source declares."""
    variants = [name for name, decl in table.changes.items() if decl.kind == "variant"]
    for entry in manifest.variants:
        if entry.name not in variants:
            help_ = did_you_mean(entry.name, variants) or "declare it in a source, or take it off the list"
            diagnostics.report("E0159", entry.span, f"there is no variant `{entry.name}`", help=help_)


def source_hash(sources: Sources, options: Options) -> str:
    """The hash by which records and saved matches know their game: of the sources, tables, catalogues and options."""
    digest, manifest = hashlib.sha256(VERSION.encode()), sources.manifest
    for source in sources.files:
        digest.update(os.fsencode(source.short) + b"\0" + source.text.encode() + b"\0")
    folder = manifest.folder
    own = (path for suffix in (".csv", *SPREADSHEETS) for path in folder.glob(f"*{suffix}"))
    tables = {*own, *map(manifest.path, manifest.csv)}
    for path in sorted(tables) + sorted((folder / "locale").glob("*.po")):
        with suppress(OSError):  # what cannot be read is reported where it is named
            if (found := real(path)).is_relative_to(real(folder)):
                name = path.name if path.suffix == ".po" else path.relative_to(folder).as_posix()
                digest.update(os.fsencode(name) + b"\0" + read_bytes(found, linked=False) + b"\0")
    wishes = sorted({request_key(request) for request in options.variants if not request.endswith(SUFFIX)})
    without = sorted(set(options.without))
    digest.update(
        repr((manifest.name, manifest.title, manifest.version, tuple(manifest.languages), wishes, without)).encode()
    )
    return digest.hexdigest()[:16]


__all__ = ["CheckResult", "CompileResult", "Options", "check_game", "compile_game", "source_hash"]
