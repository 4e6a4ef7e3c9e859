"""A game's folder goes in; the compiled rules come out, ready to play: from the cache, or compiled now.

The emitted module is text that our own compiler wrote. It runs with a handful of builtins and can import the runtime,
and nothing else.
"""

from __future__ import annotations

import builtins
import linecache
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from regelwerk_runtime.engine.primitives import BUILTINS, IMPORTS

from . import cache
from .finding import as_shown, find_game, name_of

if TYPE_CHECKING:
    from regelwerk_runtime.scenario import Scenario
    from regelwerk_runtime.tables.game import Game as Rules

FILENAME = "<game>"  # the runtime finds its way from here to the line of the source
MODULE = "regelwerk_game"  # the name under which a scenario module imports its game


@dataclass(frozen=True)
class Source:
    """Which rules: a game's folder with the options that change what is compiled.

    Attributes:
        game: the name of a bundled game or the path of a folder.
        variants: names of variants or files, in the order of the request.
        without: errata that are left out.
        explicit: whether rolls and draws are decisions of nature.
        traced: whether values remember the amendments that they come from.
    """

    game: str
    variants: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    explicit: bool = False
    traced: bool = False

    @property
    def folder(self) -> Path:
        """The game's folder, as messages call it."""
        return as_shown(find_game(self.game))

    def to_data(self) -> dict[str, Any]:
        """Plain data from which another process finds the same rules; see `find_rules`."""
        return {
            "folder": self.game,
            "variants": list(self.variants),
            "without": list(self.without),
            "explicit": self.explicit,
            "traced": self.traced,
        }


@dataclass(frozen=True)
class Compiled:
    """What the compiler made of a game, as text and plain data."""

    source: Source
    module: str
    scenarios: str
    source_hash: str
    data: Mapping[str, Any]  # the checked game
    origins: tuple[str, ...] = ()  # the amended values, where play is traced

    @cached_property
    def rules(self) -> Rules:
        """The game, ready to play."""
        from regelwerk_runtime.tables.game import Game as Rules
        from regelwerk_runtime.tables.game import Locator

        rules = run_module(self.module, MODULE)["GAME"]
        assert isinstance(rules, Rules)
        rules.variants = self.source.variants
        rules.without = self.source.without
        rules.supplied = supplied_lines(self.data)
        rules.origins = self.origins
        rules.locator = Locator(loader=f"{__name__}:find_rules", data=self.source.to_data())
        return rules

    @cached_property
    def turns(self) -> frozenset[str]:
        """The effects that belong to a player: their first parameter is one."""
        found = [one for one in self.data["declarations"] if one["kind"] == "effect" and one["params"]]
        return frozenset(one["name"] for one in found if one["params"][0]["type"] == "Player")

    def acts(self, key: str) -> bool:
        """Whether a card does or answers anything of its own: a card of numbers, say, does not."""
        return re.search(rf"^def {re.escape(key.split('.')[0])}_", self.module, re.MULTILINE) is not None

    @cached_property
    def scenario_list(self) -> tuple[Scenario, ...]:
        """The scenarios, ready to run on `rules`."""
        if not self.scenarios:
            return ()
        game = ModuleType(MODULE)
        game.__dict__.update(run_module(self.module, MODULE), GAME=self.rules)
        return tuple(run_module(self.scenarios, "regelwerk_scenarios", {MODULE: game})["SCENARIOS"])


def supplied_lines(data: Mapping[str, Any]) -> dict[str, list[tuple[int, str]]]:
    """For each source file the lines at which something begins, each with the amendment that it stands in, or ""."""
    starts: dict[str, dict[int, str]] = {}

    def begins(where: str, by: str) -> None:
        file, _, line = where.rpartition(":")
        if line.isdigit():
            starts.setdefault(file, {})[int(line)] = by

    for group in ("state", "cards", "declarations", "chapters", "scenarios", "invariants"):
        for one in data[group]:
            begins(one.get("where", ""), "")
    for group, word in (("errata", "erratum"), ("variants", "variant")):
        for amendment in data[group]:
            by = f"{word} {amendment['name']}"
            for one in (amendment, *amendment["changes"]):
                begins(one.get("where", ""), by)
    return {file: sorted(lines.items()) for file, lines in starts.items()}


_TYPING = ModuleType("typing")
_TYPING.__dict__["Any"] = Any

_known: dict[str, Compiled] = {}  # by content hash: what this process has compiled


def source_of(
    name_or_path: str | Path,
    variants: Iterable[str] | None = None,
    without: Iterable[str] | None = None,
    explicit: bool = False,
) -> Source:
    """The source that a request means; variants that are files become whole paths."""
    named = tuple(str(Path(variant).resolve()) if Path(variant).is_file() else variant for variant in variants or ())
    return Source(name_of(find_game(name_or_path)), named, tuple(without or ()), explicit)


def compiled(source: Source) -> Compiled:
    """The compiled game: as this process knows it, from the cache, or compiled now.

    Raises:
        SourceError: the sources have errors.
        UsageError: there is no such game.
    """
    key = _key(source)
    if key not in _known:
        entry = cache.read(key)
        if entry is None:
            entry = _compile(source.folder, source)
            cache.write(key, entry)
        texts = (entry["module"], entry["scenarios"], entry["source_hash"])
        _known[key] = Compiled(source, *texts, entry["data"], tuple(entry.get("origins", ())))
    return _known[key]


def _key(source: Source, *more: str) -> str:
    """What is compiled, and from which texts, as a key of the cache."""
    files = [Path(variant).read_text(encoding="utf-8") for variant in source.variants if Path(variant).is_file()]
    options = [*source.variants, "without", *source.without, str(source.explicit), "files", *files, *more]
    options += ["traced"] if source.traced else []
    return cache.content_hash(source.folder.resolve(), options)


def checked_data(source: Source) -> Mapping[str, Any]:
    """The checked game as plain data: from the cache, or checked now. Nothing is compiled for it.

    Raises:
        SourceError: the sources have errors.
        UsageError: there is no such game.
    """
    whole = _key(source)
    entry = cache.read(whole) if whole not in _known else {"data": _known[whole].data}
    if entry is None:
        key = _key(source, "data")
        entry = cache.read(key)
        if entry is None:
            entry = {"data": checked_anew(source)}
            cache.write(key, entry)
    data: Mapping[str, Any] = entry["data"]
    return data


def checked_anew(source: Source) -> Mapping[str, Any]:
    """The same without the cache and without compiling: for those who look at a game while it is written.

    Raises:
        SourceError: the sources have errors.
    """
    from regelwerk_compiler.checked.schema import to_dict
    from regelwerk_compiler.driver import Options, check_game
    from regelwerk_dsl.diagnostics import SourceError

    checked = check_game(source.folder, Options(variants=source.variants, without=source.without))
    if checked.game is None or checked.texts is None:
        raise SourceError(checked.diagnostics)
    return _kept_words(to_dict(checked.game, checked.texts, checked.statements, checked.history), source)


def _kept_words(data: dict[str, Any], source: Source) -> dict[str, Any]:
    """A variant that changes a rule and keeps its words keeps their translations: stale is what is so without it."""
    if not source.variants and not source.without:
        return data
    doubts = [one for found in data["untranslated"].values() for one in found]
    if any(one["reason"] == "stale" for one in doubts):
        base = checked_data(replace(source, variants=(), without=()))["untranslated"]
        for language, found in data["untranslated"].items():
            stale = {one["id"] for one in base[language] if one["reason"] == "stale"}
            found[:] = [one for one in found if one["reason"] != "stale" or "@" in one["id"] or one["id"] in stale]
    return data


def _compile(folder: Path, source: Source) -> dict[str, Any]:
    from regelwerk_compiler.checked.schema import to_dict
    from regelwerk_compiler.driver import Options, check_game, compile_checked
    from regelwerk_dsl.diagnostics import SourceError

    options = Options(source.variants, source.without, explicit_chance=source.explicit, traced=source.traced)
    checked = check_game(folder, options)
    result = compile_checked(checked, options)
    if result.module is None or checked.game is None or checked.texts is None:
        raise SourceError(result.diagnostics)
    entry = {
        "module": result.module,
        "scenarios": result.scenarios or "",
        "source_hash": result.source_hash,
        "data": _kept_words(to_dict(checked.game, checked.texts, checked.statements, checked.history), source),
    }
    return {**entry, "origins": [str(origin) for origin in result.origins]} if source.traced else entry


def find_rules(data: Mapping[str, Any]) -> Rules:
    """The rules that a saved match was played by; the runtime calls this when it loads one in another process."""
    return compiled(
        Source(
            data["folder"],
            tuple(data["variants"]),
            tuple(data["without"]),
            bool(data["explicit"]),
            bool(data.get("traced")),
        )
    ).rules


def allowed_builtins(modules: Mapping[str, ModuleType]) -> dict[str, Any]:
    """The builtins of an emitted module: those of the table of primitives, and an import of the names that stand there.

    Args:
        modules: what it may import beside the runtime.
    """

    def import_allowed(
        wanted: str,
        globals: Mapping[str, Any] | None = None,
        locals: Mapping[str, Any] | None = None,
        fromlist: tuple[str, ...] | None = (),
        level: int = 0,
    ) -> ModuleType:
        if level == 0 and wanted in known:
            return known[wanted]
        if level == 0 and fromlist and set(fromlist) <= set(IMPORTS.get(wanted, ())):
            return builtins.__import__(wanted, globals, locals, fromlist, level)
        names = f" {', '.join(fromlist)} from" if fromlist else ""
        raise ImportError(f"a compiled game may not import{names} {wanted}")

    known = {"typing": _TYPING, **modules}
    return {**{name: getattr(builtins, name) for name in BUILTINS}, "__import__": import_allowed}


def run_module(text: str, name: str, modules: Mapping[str, ModuleType] | None = None) -> dict[str, Any]:
    """Executes an emitted module.

    Args:
        text: the module, as the compiler wrote it.
        name: its name.
        modules: what it may import beside the runtime.

    Returns:
        Its names.
    """

    namespace: dict[str, Any] = {"__name__": name, "__builtins__": allowed_builtins(modules or {})}
    filename = FILENAME if name == MODULE else f"<{name}>"
    linecache.cache[filename] = (len(text), None, text.splitlines(keepends=True), filename)
    exec(compile(text, filename, "exec", dont_inherit=True), namespace)
    return namespace
