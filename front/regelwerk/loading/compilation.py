"""Compiled and checked games: as this process knows them, from the cache, or made now by the compiler."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from regelwerk_runtime.sandbox import GAME_MODULE, run_module, run_scenarios
from regelwerk_runtime.scenario import Scenario
from regelwerk_runtime.tables.game import Game as Rules
from regelwerk_runtime.tables.game import Locator

from . import cache
from .finding import as_shown, find_game, name_of


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
    def names(self) -> Mapping[str, Any]:
        """The names of the emitted module."""
        return run_module(self.module, GAME_MODULE)

    @cached_property
    def rules(self) -> Rules:
        """The game, ready to play."""
        rules = self.names["GAME"]
        assert isinstance(rules, Rules)
        rules.variants = self.source.variants
        rules.without = self.source.without
        rules.supplied = amended_lines(self.data)
        rules.origins = self.origins
        rules.locator = Locator(loader=f"{__name__}:locate_rules", data=asdict(self.source))
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
        return run_scenarios(self.scenarios, self.names) if self.scenarios else ()


def amended_lines(data: Mapping[str, Any]) -> dict[str, list[tuple[int, str]]]:
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


def load_compiled(source: Source) -> Compiled:
    """The compiled game: as this process knows it, from the cache, or compiled now.

    Raises:
        SourceError: the sources have errors.
        UsageError: there is no such game.
    """
    key = _key(source)
    if key not in _known:
        entry = cache.read(key)
        if entry is not None:
            fields = entry[0]
        else:
            from .compiling import compile_source  # the compiler is slow to load

            fields = compile_source(source)
            cache.write(key, fields)
        _known[key] = Compiled(source, **{**fields, "origins": tuple(fields["origins"])})
    return _known[key]


def load_checked(source: Source) -> Mapping[str, Any]:
    """The checked game as plain data: from the cache, or checked now. Nothing is compiled for it.

    Raises:
        SourceError: the sources have errors.
        UsageError: there is no such game.
    """
    key = _key(source)
    if key in _known:
        return _known[key].data
    entry = cache.read(key)
    if entry is not None:
        data: Mapping[str, Any] = entry[0]["data"]
        return data
    key = _key(source, "data")
    entry = cache.read(key)
    if entry is not None:
        return entry[0]
    from .compiling import check_source, to_data  # the compiler is slow to load

    data = to_data(check_source(source), source)
    cache.write(key, data)
    return data


def _key(source: Source, *more: str) -> str:
    """What is compiled, and from which texts, as a key of the cache."""
    files = [Path(variant).read_text(encoding="utf-8") for variant in source.variants if Path(variant).is_file()]
    options = [*source.variants, "without", *source.without, str(source.explicit), "files", *files, *more]
    options += ["traced"] if source.traced else []
    return cache.content_hash(source.folder.resolve(), options)


def locate_rules(data: Mapping[str, Any]) -> Rules:
    """The rules that a saved match was played by; the runtime calls this when it loads one in another process."""
    names = {key: tuple(data[key]) for key in ("variants", "without")}
    return load_compiled(Source(**{**data, **names})).rules
