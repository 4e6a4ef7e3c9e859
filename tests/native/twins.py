"""Games built as machine code, and an engine that makes every choice in both engines and compares them."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest
import regelwerk
from regelwerk.loading.native import compile_library
from regelwerk_compiler.lower import lower
from regelwerk_compiler.native.module import native_source
from regelwerk_runtime.engine.engine import Engine
from regelwerk_runtime.errors import RuleError
from regelwerk_runtime.native import NativeEngine, NativeGame
from regelwerk_runtime.records.starting import Setup
from regelwerk_runtime.tables.game import Game
from regelwerk_runtime.views.measured import figure, recorded


@lru_cache
def native(folder: Path, variants: tuple[str, ...] = ()) -> NativeGame:
    """The native build of a game."""
    return regelwerk.load(folder, variants=variants).native()


def built(game: Any, rules: Game) -> NativeGame:
    """The native build of a typed game, beside its rules in Python."""
    path = Path(mkdtemp(prefix="regelwerk-")) / "native.so"
    path.write_bytes(compile_library(native_source(lower(game), rules.source_hash)))
    found = NativeGame(rules, path)
    path.unlink()
    path.parent.rmdir()
    return found


def same(python: Engine, other: NativeEngine) -> None:
    """Asserts that both engines have the same position and figures, and that computing these changes nothing."""
    for measure in recorded(python.game).values():
        for player in range(python.s.players if measure.of_player else 1):
            assert _figure(lambda m=measure, p=player: other.figure(m, p)) == _figure(
                lambda m=measure, p=player: figure(python, m, p)
            )
    assert other.engine().position() == python.position()
    assert (other.player, other.site, other.reason, [*other.options]) == (
        python.player,
        python.site,
        python.reason,
        [*python.options],
    )


def _figure(read: Callable[[], int]) -> int | str:
    """A figure, or the error if it breaks."""
    try:
        return read()
    except RuleError as error:
        return f"{error.label}: {error.message}"


def twin_class(games: dict[int, NativeGame]) -> type[Engine]:
    """The class of engines that do everything once more as machine code; `games` are by the id of their rules."""

    class NativeTwin(Engine):
        __slots__ = ()

        def play(self, index: int) -> None:
            """Plays as `Engine.play` does, and the same in a native engine that starts here."""
            other = games[id(self.game)].engine_at(self)
            self._both(lambda: Engine.play(self, index), lambda: other.play(index), other)

        def run(self) -> None:
            """Runs as `Engine.run` does, and the same in a native engine."""
            other = games[id(self.game)].engine_at(self)
            self._both(lambda: Engine.run(self), other._go_on, other)

        def copy(self) -> Any:
            """A copy that plays on its own."""
            new: Any = super().copy()
            new.__class__ = Engine
            return new

        def _both(self, own: Any, others: Any, other: NativeEngine) -> None:
            try:
                own()
            except RuleError as error:
                try:
                    others()
                except RuleError as second:
                    assert second.message == error.message
                else:
                    raise AssertionError(f"the native engine does not see that {error.message}") from error
                raise
            others()
            assert other._python is None, "the native engine gave up"
            same(self, other)

    return NativeTwin


def play_beside(game: NativeGame, players: int, seed: int, every: int = 1) -> bool:
    """Plays a random game with both engines, compared at intervals; returns whether the library gave up."""
    python = python_engine(game.rules, players, seed)
    other, rng = game.engine(players, seed), random.Random(seed)
    count = 0
    while True:
        if count % every == 0 or not python.options:
            same(python, other)
        if not python.options:
            break
        index = rng.randrange(len(python.options))
        if count % 11 == 5:  # a copy that is played on leaves the engine unchanged
            twin = other.copy()
            with suppress(RuleError):
                twin.play(len(python.options) - 1)
            same(python, other)
        try:
            python.play(index)
        except RuleError as error:
            with pytest.raises(RuleError) as second:
                other.play(index)
            assert second.value.message == error.message
            return False
        other.play(index)
        count += 1
    return other._python is not None


def python_engine(rules: Game, players: int, seed: int) -> Engine:
    """The engine in Python at the first decision."""
    return Setup(rules, players, seed).begin()
