"""The Python interface: compiled games with cards and tables to read and matches to play, made by `load`."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from regelwerk_runtime.match import Match
from regelwerk_runtime.records.replay import is_of_explicit_chance
from regelwerk_runtime.records.saving import has_explicit_chance
from regelwerk_runtime.scenario import Scenario
from regelwerk_runtime.tables.game import Game as Rules
from regelwerk_runtime.tables.measure import Measure
from regelwerk_runtime.tables.registry import check_same
from regelwerk_runtime.tables.texts import counted_players

from .errors import UsageError
from .loading.compilation import Compiled, load_compiled, load_same
from .loading.languages import languages_help
from .loading.source import Source, source_of

if TYPE_CHECKING:
    from regelwerk_compiler.checked.game import CheckedGame
    from regelwerk_runtime.native import NativeGame

USUAL_PLAYERS = 4
CHANCES = ("sampled", "explicit")


@dataclass(frozen=True)
class Card:
    """One definition of a card; `copies` of it are printed.

    Attributes:
        key: its name in the sources, with the binding of a family: `theft.asia`.
        type: the name of its card type.
        copies: the number of copies.
        fields: its values by name, as plain data.
        cites: the source statements that it implements.
        where: `file:line` of its declaration.
    """

    key: str
    type: str
    copies: int
    fields: Mapping[str, Any]
    cites: tuple[str, ...]
    where: str
    _names: Mapping[str, str] = field(repr=False)
    _texts: Mapping[str, str] = field(repr=False)

    def name(self, lang: str | None = None) -> str:
        """The card's name in a language of the game, by default the first one.

        Raises:
            UsageError: the game does not have this language.
        """
        return _said(self._names, lang)

    def text(self, lang: str | None = None) -> str:
        """The card's text in a language of the game, by default the first one; "" if it has none.

        Raises:
            UsageError: the game does not have this language.
        """
        return _said(self._texts, lang)


class Game:
    """A game, compiled with its errata and the chosen variants."""

    def __init__(self, made: Compiled) -> None:
        self._made = made
        self._library = b""

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles where the game is found, so that another process loads it from there."""
        return _loaded_again, (self.source, self.rules.identity)

    @property
    def rules(self) -> Rules:
        """The compiled rules, which the runtime plays."""
        return self._made.rules

    @property
    def rulebook(self) -> Compiled:
        """The compiled rules as data, for other processes that play."""
        return self._made.to_play

    @property
    def scenarios(self) -> tuple[Scenario, ...]:
        """The worked examples, ready to run on `rules`."""
        return self._made.scenario_list

    @property
    def module(self) -> str:
        """The compiled Python module."""
        return self._made.module

    def native(self) -> NativeGame:
        """The rules as machine code, for playing thousands of games; see `docs/native.md`.

        The library is built on first use by this machine's C compiler, and kept in the cache.

        Raises:
            UsageError: there is no C compiler, the game uses something that native builds do not support, or its
                sources have changed since it was loaded.
        """
        from .loading.native import native_game  # most games run in Python

        return native_game(self._made)

    def library(self) -> bytes:
        """The library that `native` loads, for other processes that play.

        Raises:
            UsageError: as `native`.
        """
        from .loading.native import kept_library  # most games run in Python

        if not self._library:
            self._library = kept_library(self._made)[1]
        return self._library

    @property
    def source(self) -> Source:
        """The source of the game, with the options used to compile it."""
        return self._made.source

    @property
    def name(self) -> str:
        return self.rules.name

    @property
    def languages(self) -> tuple[str, ...]:
        """The game's languages; the first is that of its sources."""
        return tuple(self.rules.languages)

    @property
    def title(self) -> str:
        """The title in the game's first language."""
        return self.rules.title[self.languages[0]]

    def title_in(self, lang: str | None = None) -> str:
        """The title in a language of the game; in its first language if there is no other title."""
        return self.title if lang is None else self.rules.title.get(lang, self.title)

    @cached_property
    def players(self) -> range:
        """The possible numbers of players."""
        low, high = self.rules.players
        return range(low, high + 1)

    @cached_property
    def cards(self) -> Mapping[str, Card]:
        """The cards by key, in the order of the sources."""
        return {
            one.key: Card(one.key, one.type, one.copies, one.fields, one.cites, str(one.where), one.names, one.texts)
            for one in self.checked.cards
        }

    @property
    def measures(self) -> Mapping[str, Measure]:
        """The measures by name, in the order of the sources; `match.measure` reads them."""
        return {one.name: one for one in self.rules.measures}

    @property
    def checked(self) -> CheckedGame:
        """The checked game: tables, cards, texts and changes as typed data."""
        return self._made.game

    @property
    def variants(self) -> list[Any]:
        """The declared variants as plain data."""
        return list(self.to_dict()["variants"])

    @property
    def errata(self) -> list[Any]:
        """The declared errata as plain data."""
        return list(self.to_dict()["errata"])

    @property
    def statements(self) -> list[Any]:
        """The numbered statements of the game's documents as plain data."""
        return list(self.to_dict()["statements"])

    @property
    def turns(self) -> frozenset[str]:
        """The effects that count as turns of a player in logs: their first parameter is a player, and they may ask."""
        return frozenset(self._made.turns)

    @property
    def source_hash(self) -> str:
        """The hash that records and saved matches must match."""
        return self._made.source_hash

    def to_dict(self) -> dict[str, Any]:
        """The checked game as plain JSON data."""
        data: dict[str, Any] = json.loads(self._made.checked)
        return data

    def start(
        self,
        players: int | None = None,
        seed: int | None = None,
        *,
        names: Sequence[str] | None = None,
        given: Mapping[str, Any] | None = None,
        chance: str = "sampled",
        checked: bool = False,
        bots: Sequence[str] = (),
        record: str = "",
    ) -> Match:
        """Start a match; returns it at its first decision.

        Args:
            players: number of players; by default the number of names, else 4 or the nearest that the game allows.
            seed: the random seed; by default a new one.
            names: the players' names.
            given: a position to start from: declared names with values as in `match.state.to_dict()`.
            chance: `sampled`, or `explicit`: rolls and draws are decisions whose player is None and whose options have
                a probability.
            checked: check the invariants after every decision.
            bots, record: names of the bots and file of the record, for the record's header and messages.

        Raises:
            UsageError: the game does not allow this number of players, `chance` is not one of the two, or the form for
                explicit chance is compiled only now and the sources have changed.
            GivenError: the given position does not fit the game.
            RuleError: the rules broke before the first decision.
        """
        explicit = _is_explicit(chance)
        count = self.seats(players if players is not None else len(names) if names else None)
        return Match.start(
            self._explicit.rules if explicit else self.rules,
            count,
            random.SystemRandom().randrange(1 << 31) if seed is None else seed,
            names=names,
            given=given,
            checked=checked,
            bots=bots,
            record=record,
        )

    def seats(self, players: int | None = None) -> int:
        """A number of players that the game allows: the requested one, else 4 or the nearest allowed.

        Raises:
            UsageError: the requested number is not allowed.
        """
        low, high = self.rules.players
        if players is None:
            return usual_players(low, high)
        if isinstance(players, int) and players in self.players:
            return players
        near = min(max(players, low), high) if isinstance(players, int) else usual_players(low, high)
        raise UsageError(f"{self.title} is for {counted_players(low, high)}, not {players!r}", f"try --players {near}")

    def language(self, wanted: str) -> str | None:
        """The requested language; None, which means the game's first one, if `wanted` is "".

        Raises:
            UsageError: the game does not have it.
        """
        if wanted and wanted not in self.languages:
            raise UsageError(
                f"{self.title} has no language {wanted}", languages_help(self.source.folder, wanted, self.languages)
            )
        return wanted or None

    def from_bytes(self, data: bytes) -> Match:
        """Load a match saved by `match.to_bytes()`, with sampled or explicit chance.

        Raises:
            SavedError: the bytes are not a saved match, are damaged, or belong to other sources.
        """
        return Match.from_bytes(self._explicit.rules if has_explicit_chance(data) else self.rules, data)

    def replay(self, lines: Iterable[str], to: int | None = None, anyway: bool = False) -> Match:
        """Replay a record, with sampled or explicit chance; returns the match.

        Args:
            lines: the lines of the record.
            to: stop after this many choices.
            anyway: replay as far as possible even if the record was made from other sources.

        Raises:
            RecordError: the record cannot be read or does not fit.
        """
        rows = list(lines)
        rules = self._explicit.rules if is_of_explicit_chance(rows) else self.rules
        return Match.replay(rules, rows, to=to, anyway=anyway)

    @cached_property
    def _explicit(self) -> Compiled:
        return load_same(self._made, replace(self.source, explicit=True))

    def __repr__(self) -> str:
        return f"<game {self.name}, {self.players[0]} to {self.players[-1]} players, {len(self.cards)} cards>"


def usual_players(low: int, high: int) -> int:
    """The default number of players: 4, or the nearest that the game allows."""
    return min(max(USUAL_PLAYERS, low), high)


def load(
    name_or_path: str | Path,
    variants: Iterable[str] | None = None,
    without: Iterable[str] | None = None,
    chance: str = "sampled",
) -> Game:
    """Compiles a game.

    Args:
        name_or_path: the name of a bundled game, or the folder or `game.yaml` of any game.
        variants: names of variants, or files that contain one.
        without: errata to leave out.
        chance: `explicit` also compiles the form in which rolls and draws are decisions now, instead of on demand.

    Raises:
        UsageError: there is no such game.
        SourceError: its sources have errors; `.diagnostics` holds all of them.
    """
    explicit = _is_explicit(chance)
    game = Game(load_compiled(source_of(name_or_path, variants, without)))
    if explicit:
        assert game._explicit.rules is not None
    return game


def _loaded_again(source: Source, identity: tuple[str, bool]) -> Game:
    """The game that a pickle refers to.

    Raises:
        SavedError: the sources have changed since.
    """
    game = Game(load_compiled(source))
    check_same(game.rules, identity)
    return game


def _is_explicit(chance: str) -> bool:
    if chance not in CHANCES:
        raise UsageError(f"chance is {' or '.join(CHANCES)}, not {chance!r}")
    return chance == "explicit"


def _said(texts: Mapping[str, str], lang: str | None) -> str:
    if lang is None:
        return next(iter(texts.values()), "")
    if lang not in texts:
        raise UsageError(f"there is no language {lang} here", f"one of: {', '.join(texts)}")
    return texts[lang]
