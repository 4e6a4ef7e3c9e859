"""Runs of the compiler on a source: checked, as plain data, or compiled. Importing this module loads the compiler."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from regelwerk_compiler.checked.schema import to_dict
from regelwerk_compiler.driver import CheckResult, Options, check_game, compile_checked
from regelwerk_dsl.diagnostics import SourceError

from .compilation import Source, load_checked


def run_check(source: Source) -> CheckResult:
    """The checked game with all diagnostics, errors among them."""
    return check_game(source.folder, _options(source))


def check_source(source: Source) -> CheckResult:
    """The checked game.

    Raises:
        SourceError: the sources have errors.
    """
    checked = run_check(source)
    if checked.game is None or checked.texts is None:
        raise SourceError(checked.diagnostics)
    return checked


def compile_source(source: Source) -> dict[str, Any]:
    """The fields of `Compiled` but the source, as plain data.

    Raises:
        SourceError: the sources have errors.
    """
    checked = check_source(source)
    result = compile_checked(checked, _options(source))
    if result.module is None:
        raise SourceError(result.diagnostics)
    return {
        "module": result.module,
        "scenarios": result.scenarios or "",
        "source_hash": result.source_hash,
        "data": to_data(checked, source),
        "origins": [str(origin) for origin in result.origins] if source.traced else [],
    }


def to_data(checked: CheckResult, source: Source) -> dict[str, Any]:
    """The checked game as plain data.

    With variants, or without errata, a translation counts as stale only if it is stale in the base game too.
    """
    assert checked.game is not None and checked.texts is not None
    data = to_dict(checked.game, checked.texts, checked.statements, checked.history)
    doubts = [one for found in data["untranslated"].values() for one in found]
    if (source.variants or source.without) and any(one["reason"] == "stale" for one in doubts):
        base = load_checked(replace(source, variants=(), without=()))["untranslated"]
        for language, found in data["untranslated"].items():
            stale = {one["id"] for one in base[language] if one["reason"] == "stale"}
            found[:] = [one for one in found if one["reason"] != "stale" or "@" in one["id"] or one["id"] in stale]
    return data


def _options(source: Source) -> Options:
    return Options(source.variants, source.without, explicit_chance=source.explicit, traced=source.traced)
