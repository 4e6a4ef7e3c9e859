"""A test of ITC without action cards: compiled rules against the hand-written class of `make bench`, move by move.

The hand-written class uses the rolls and shuffles of the rules.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any, ClassVar

import pytest
import regelwerk
from regelwerk_runtime.engine.engine import Engine

sys.path.insert(0, str(Path(__file__).parents[2] / "bench"))

from naive_itc import VARIANT, Itc
from naive_itc_board import CARDS, SPOTS, Transport

GAMES = 12
DECK = 9
"""The pile from which transports are drawn."""


class RecordingEngine(Engine):
    """An engine that records its rolls, from 0, and the order of the transports after shuffling."""

    __slots__ = ()
    luck_so_far: ClassVar[list[Any]] = []

    def roll(self, luck: int, low: int, high: int) -> int:
        value = super().roll(luck, low, high)
        self.luck_so_far.append(value - low)
        return value

    def shuffle(self, zone: int) -> None:
        super().shuffle(zone)
        if zone == DECK:
            self.luck_so_far.append([CARDS[card] for card in self.s.piles[zone]])


class KnownLuck(random.Random):
    """A random source that returns what the rules have rolled and shuffled."""

    def randint(self, a: int, b: int) -> int:
        return a + int(RecordingEngine.luck_so_far.pop(0))

    def randrange(self, start: int, *_: Any) -> int:
        return int(RecordingEngine.luck_so_far.pop(0))

    def shuffle(self, x: Any) -> None:
        order = RecordingEngine.luck_so_far.pop(0)
        assert sorted(map(id, x)) == sorted(map(id, order))
        x[:] = order


ACT = ("ship", "advance", "rush", "deliver", "place", "sell", "attack", "play", "end", "end in jam")
WORDS = {
    "place_first_stones.1": ("settle",),
    "roll_dice.1": ("spare",),
    "choose_die.1": ("use",),
    "act.1": ACT,
    "arrive.1": ("land", "hold back"),
    "sell_in.1": ("sell on", "enough"),
    "fight.1": ("weapon",),
    "discard_surplus.1": ("", "drop"),
}


def in_words(site: str, option: Any) -> tuple[Any, ...]:
    """An option of the rules in the terms of the class."""
    kind, *values = option if isinstance(option, tuple) else (0, option)
    word = WORDS[site][kind]
    if word in {"advance", "deliver"}:
        return (word, *[SPOTS[value] for value in values])
    if word in {"ship", "drop"}:
        return (word, CARDS[values[0]], *[SPOTS[value] for value in values[1:]])
    return (word, *values)


def ordered(options: list[tuple[Any, ...]]) -> list[Any]:
    """Options in an order that both sides share; cards are given by their indices."""
    return sorted(
        [tuple(value.index if isinstance(value, Transport) else value for value in option) for option in options],
        key=str,
    )


def seen(s: Any, players: int) -> tuple[Any, ...]:
    """The position according to the rules."""
    return (
        s.money[:players],
        s.supply[:players],
        [list(s.stones[6 * area : 6 * area + players]) for area in range(7)],
        list(s.goods),
        [[CARDS[card] for card in s.piles[1 + player]] for player in range(players)],
        {SPOTS[at]: CARDS[card] for at, card in enumerate(s.places[: len(SPOTS)]) if card >= 0},
        s.points,
        bool(s.last_round),
    )


def known(game: Itc) -> tuple[Any, ...]:
    """The position according to the class."""
    return (
        game.money,
        game.supply,
        game.stones,
        [number for row in game.goods for number in row],
        game.hands,
        {spot: card for spot, (card, _) in game.space.items()},
        game.points,
        game.last_round,
    )


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_the_hand_written_class_plays_the_same_game(players: int) -> None:
    rules = regelwerk.load("itc", variants=[VARIANT])
    rng, kinds = random.Random(players), set[str]()
    engine = rules.start(players, 0).engine
    engine.__class__ = RecordingEngine
    for seed in range(GAMES):
        RecordingEngine.luck_so_far = []
        engine.restart(seed)
        game = Itc(KnownLuck(), players)
        while engine.options:
            site = engine.game.sites[engine.site].name
            offered = [in_words(site, option) for option in engine.options]
            assert ordered(offered) == ordered(game.legal())
            assert game.player == engine.player
            assert seen(engine.s, players) == known(game)
            assert not game.done
            index = rng.randrange(len(offered))
            kinds.add(offered[index][0])
            engine.play(index)
            game = game.clone()
            game.apply(offered[index])
        assert game.done
        assert RecordingEngine.luck_so_far == []
        won = [outcome(engine.s, player) for _, outcome in engine.game.outcome for player in range(players)]
        assert won == game.money
    assert kinds == {word for words in WORDS.values() for word in words} - {"", "rush", "play"}
