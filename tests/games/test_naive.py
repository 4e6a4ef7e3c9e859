"""Tests of the classics: compiled rules against the hand-written classes of `make bench`, move by move.

The hand-written class uses the rolls and deals of the rules.
"""

from __future__ import annotations

import importlib.util
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import pytest
import regelwerk
from regelwerk_runtime.engine.engine import Engine

BENCH = Path(__file__).resolve().parents[2] / "bench" / "naive.py"
spec = importlib.util.spec_from_file_location("naive", BENCH)
assert spec is not None and spec.loader is not None
naive = importlib.util.module_from_spec(spec)
spec.loader.exec_module(naive)

GAMES = 40


class Rolling(Engine):
    """An engine that records its rolls, counted from 0."""

    __slots__ = ()
    rolled: ClassVar[list[int]] = []

    def roll(self, luck: int, low: int, high: int) -> int:
        value = super().roll(luck, low, high)
        self.rolled.append(value - low)
        return value


class Drawn(random.Random):
    """A random source that returns what the rules have rolled and dealt."""

    def __init__(self) -> None:
        super().__init__(0)
        self.outcomes: list[int] = []

    def randint(self, a: int, b: int) -> int:
        return a + self.outcomes.pop(0)

    def randrange(self, start: int, *_: Any) -> int:
        return self.outcomes.pop(0)

    def sample(self, population: Any, k: int, **_: Any) -> list[Any]:
        """As many cards as are known; later ones are supplied in time."""
        found = [*population][:k]
        known, self.outcomes = self.outcomes, []
        return known + [0] * (len(found) - len(known))


def bid(option: tuple[int, ...]) -> tuple[int, int]:
    return (option[1], option[2] + 1) if option[0] == 0 else (0, 0)


OPTIONS: dict[str, Callable[[Any], Any]] = {
    "pig": lambda option: ("hold", "roll")[option[0]],
    "tic_tac_toe": lambda option: option,
    "connect_four": lambda option: option - 1,
    "kuhn_poker": lambda option: ("check", "bet", "call", "fold")[option[0]],
    "liars_dice": bid,
    "goofspiel": lambda option: option + 1,
}


def seen(name: str, s: Any) -> tuple[Any, ...]:
    """The position according to the rules, in the terms of the class."""
    return {
        "pig": lambda: (s.score[: s.players], s.pot),
        "tic_tac_toe": lambda: tuple(s.marks),
        "connect_four": lambda: (s.height,),
        "kuhn_poker": lambda: (s.paid,),
        "liars_dice": lambda: (s.left[: s.players],),
        "goofspiel": lambda: tuple(mask for mask in s.held[: s.players]),
    }[name]()


def known(name: str, game: Any) -> tuple[Any, ...]:
    """The position according to the hand-written class."""
    return {
        "pig": lambda: (game.score, game.pot),
        "tic_tac_toe": lambda: tuple(sum(1 << i for i in range(9) if game.board[i] == mark) for mark in "xo"),
        "connect_four": lambda: ([sum(row[c] != "." for row in game.board) for c in range(7)],),
        "kuhn_poker": lambda: (game.paid,),
        "liars_dice": lambda: (game.left,),
        "goofspiel": lambda: tuple(sum(1 << rank - 1 for rank in hand) for hand in game.hands),
    }[name]()


def scores(name: str, game: Any) -> list[int]:
    """The final score of each player."""
    match name:
        case "tic_tac_toe" | "connect_four":
            return [int(game.winner == mark) for mark in "xo"]
        case "pig":
            return list(game.score)
        case "kuhn_poker":
            return list(game.scores)
        case "liars_dice":
            return list(game.left)
        case _:
            return list(game.points)


def first(engine: Any, zone: str) -> int:
    """The number of the first pile or place of a zone."""
    return int(next(entry.first for entry in engine.game.layout if entry.name == zone))


def tell(name: str, engine: Any, game: Any) -> None:
    """Puts the open prize on top of the deck, which the hand-written class shuffled at the beginning."""
    if name == "goofspiel":
        game.deck[-1] = engine.s.piles[first(engine, "open")][-1] + 1


def dealt(name: str, engine: Any) -> list[int]:
    """The cards in hands at the beginning, by height."""
    if name != "kuhn_poker":
        return []
    hand = first(engine, "hand")
    return [card + 1 for card in engine.s.places[hand : hand + 2]]


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(naive.GAMES))
def test_the_hand_written_class_plays_the_same_game(name: str) -> None:
    rng, luck, decisions = random.Random(7), Drawn(), 0
    engine = regelwerk.load(name).start(2, 0).engine
    engine.__class__ = Rolling
    for seed in range(GAMES):
        Rolling.rolled = []
        engine.restart(seed)
        luck.outcomes = dealt(name, engine) or Rolling.rolled
        game = naive.GAMES[name](luck)
        luck.outcomes = Rolling.rolled
        while engine.options:
            tell(name, engine, game)
            offered = [OPTIONS[name](option) for option in engine.options]
            assert sorted(offered) == sorted(game.legal())
            assert seen(name, engine.s) == known(name, game)
            assert not game.done
            index = rng.randrange(len(offered))
            engine.play(index)
            game.apply(offered[index])
            decisions += 1
        assert game.done
        assert luck.outcomes == []
        won = [outcome(engine.s, player) for _, outcome in engine.game.outcome for player in range(2)]
        assert won == scores(name, game)
    assert decisions >= GAMES
