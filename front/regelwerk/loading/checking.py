"""Checks of a source. Importing this module loads the compiler, except for lowering and emitting."""

from __future__ import annotations

from typing import Any

import msgspec
from regelwerk_compiler.checked.languages import CUSTOMS
from regelwerk_compiler.driver import CheckResult, Options, check_game
from regelwerk_compiler.incremental import CheckCache
from regelwerk_compiler.words.catalogues.entries import READ
from regelwerk_compiler.words.own import OWN
from regelwerk_dsl.collector import collector_paused
from regelwerk_dsl.data.yaml import CONTENTS, FITTING
from regelwerk_dsl.diagnostics import SourceError
from regelwerk_dsl.disk import real
from regelwerk_dsl.parse import PIECES

from . import cache
from .source import Source

RESULTS = {
    "contents": CONTENTS,
    "fitting files": FITTING,
    "catalogues": READ,
    "own words": OWN,
    "languages": CUSTOMS,
}


@collector_paused()
def run_check(source: Source, settled: CheckCache | None = None) -> CheckResult:
    """The checked game with all diagnostics, including errors.

    Unchanged declarations are not parsed again, and other unchanged files not read again.
    """
    declarations = _place(source, "declarations")
    entry = _kept(declarations)
    PIECES.supply(entry[0] if entry is not None else {})
    for what, results in RESULTS.items():
        entry = _kept(_place(source, what))
        results.supply(entry[0] if entry is not None else {})
    result = check_game(source.folder, options_of(source), cache=settled)
    kept = PIECES.keep()
    if kept is not None:
        cache.write(declarations, kept)
    keep_results(source)
    return result


def _kept(key: str) -> tuple[dict[str, Any], list[bytes]] | None:
    return cache.read(key, msgspec.json.decode)


def keep_results(source: Source) -> None:
    """Keeps results about single files and languages for the next run."""
    for what, results in RESULTS.items():
        if results.is_new:
            cache.write(_place(source, what), results.used)


def _place(source: Source, what: str) -> str:
    return cache.place_hash(real(source.folder), what)


def load_check_cache(source: Source) -> CheckCache | None:
    """The results of earlier checks of a game; None if variants are applied or errata left out."""
    if source.is_changed:
        return None
    entry = _kept(_place(source, "settled"))
    return msgspec.convert(entry[0], CheckCache) if entry is not None else CheckCache()


def save_check_cache(source: Source, settled: CheckCache | None) -> None:
    """Keeps the settled results of a game's checks for the next run."""
    if settled is not None:
        cache.write(_place(source, "settled"), msgspec.to_builtins(settled))


def check_source(source: Source) -> CheckResult:
    """The checked game.

    Raises:
        SourceError: the sources have errors.
    """
    checked = run_check(source)
    if checked.game is None or checked.texts is None:
        raise SourceError(checked.diagnostics)
    return checked


def options_of(source: Source) -> Options:
    """The compiler's options for a source."""
    return Options(source.variants, source.without, explicit_chance=source.explicit)
