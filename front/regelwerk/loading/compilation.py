"""Compiled and checked games: from this process, from the cache, or made now by the compiler."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from regelwerk_runtime.sandbox import GAME_MODULE, run_module, run_scenarios
from regelwerk_runtime.scenario import Scenario
from regelwerk_runtime.tables.game import Game as Rules
from regelwerk_runtime.tables.registry import Locator
from regelwerk_runtime.verifier import verify

from ..errors import UsageError
from . import cache
from .source import Source

if TYPE_CHECKING:
    from regelwerk_compiler.checked.game import CheckedGame


@dataclass(frozen=True)
class Compiled:
    """The output of the compiler for a game.

    Attributes:
        source: the source of the rules.
        checked: the checked game as JSON.
        module: the emitted module, which the verifier has passed.
        scenarios: the emitted module of the scenarios; "" if there are none.
        helped: the game's module with the effects that belong to scenarios; "" if there are none.
        source_hash: the hash that records and saved matches must match.
        turns: the effects that may be turns of players.
        rounds: the effects that count as a round each time `play` calls them.
        supplied: for each source file, the first lines of its parts, each with its amendment, or "".
        inputs, bounds: amended values by the lines that can read them; amended bounds by variable.
        handlers: the lines of the module that run a rule, by its label: first, end, and where it begins after the
            tests at the head of an answer to an event.
    """

    source: Source
    checked: bytes
    module: str
    scenarios: str
    helped: str
    source_hash: str
    turns: Sequence[str]
    rounds: Sequence[str]
    supplied: Mapping[str, Sequence[tuple[int, str]]]
    inputs: Mapping[str, Sequence[str]]
    bounds: Mapping[str, Sequence[str]]
    handlers: Mapping[str, Sequence[int]]

    @cached_property
    def game(self) -> CheckedGame:
        """The checked game."""
        from regelwerk_compiler.checked.codec import decode  # play does without

        return decode(self.checked)

    @cached_property
    def names(self) -> Mapping[str, Any]:
        """The names of the emitted module."""
        return run_module(self.module, GAME_MODULE, verified=True)

    @cached_property
    def rules(self) -> Rules:
        """The rules, ready to play."""
        return self.rules_of(self.names)

    def rules_of(self, names: Mapping[str, object]) -> Rules:
        """The rules in the namespace of its executed module, with the data that belongs to them."""
        rules = names["GAME"]
        assert isinstance(rules, Rules)
        rules.variants = self.source.variants
        rules.without = self.source.without
        rules.supplied = self.supplied
        rules.inputs, rules.bounds = self.inputs, self.bounds
        rules.locator = Locator(loader=f"{__name__}:locate_rules", data=asdict(self.source))
        return rules

    @property
    def to_play(self) -> Compiled:
        """The same for another process that plays, without data for other uses and without cached objects."""
        return replace(self, checked=b"", scenarios="", helped="")

    @cached_property
    def scenario_list(self) -> tuple[Scenario, ...]:
        """The scenarios, ready to run on `rules`."""
        names = run_module(self.helped, GAME_MODULE) if self.helped else self.names
        self.rules_of(names)
        return run_scenarios(self.scenarios, names) if self.scenarios else ()


_known: dict[str, Compiled] = {}  # the compiled games of this process, by content hash


def load_compiled(source: Source) -> Compiled:
    """The compiled game: from this process, from the cache, or compiled now.

    Raises:
        SourceError: the sources have errors.
        UsageError: there is no such game.
    """
    key = source.key()
    if key not in _known:
        entry = cache.read(key)
        if entry is not None:
            data, (checked,) = entry
        else:
            from .compiling import compile_source  # the compiler is slow to load

            data, checked = compile_source(source)
            verify(data["module"])  # entries of the cache are verified, and nobody else can write there
            cache.write(key, data, [checked])
        _known[key] = Compiled(source, checked, **data)
    return _known[key]


def load_same(made: Compiled, source: Source) -> Compiled:
    """Another form of a compiled game, such as the one for explicit chance.

    Raises:
        UsageError: the sources have changed since the game was compiled.
    """
    other = load_compiled(source)
    if other.source_hash != made.source_hash:
        raise changed_meanwhile(made)
    return other


def changed_meanwhile(made: Compiled) -> UsageError:
    """The error of a game whose sources are no longer those that it was compiled from."""
    return UsageError(f"the sources of {made.rules.name} have changed since it was loaded", "load it again")


def load_checked(source: Source) -> CheckedGame:
    """The checked game: from the cache, alone or with the compiled game, or made now.

    Raises:
        SourceError: the sources have errors.
        UsageError: there is no such game.
    """
    from regelwerk_compiler.checked.codec import decode, encode  # play does without

    key = source.key("checked")
    entry = cache.read(source.key()) or cache.read(key)
    if entry is not None:
        return decode(entry[1][0])
    from .compiling import make_checked  # the compiler is slow to load

    game = make_checked(source)
    cache.write(key, {}, [encode(game)])
    return game


def locate_rules(data: Mapping[str, Any]) -> Rules:
    """The rules of a saved match; the runtime calls this when it loads the match in another process."""
    names = {key: tuple(data[key]) for key in ("variants", "without")}
    return load_compiled(Source(**{**data, **names})).rules
