"""Players for measurements, by name: bots of the toolkit, the scripted player of each game, and the first greedy bot.

`script` is the hand-written player of the game, followed by a colon and its setting. `first` looks one choice ahead, as
the first greedy bot did, with the game's first `value`, which is a variant in `bench/first/GAME.regel`. `greedy@FILE`
is the greedy bot with the `value` of the variant in a file, for trials of new ones; `unhinted:BOT` is a bot without the
game's hints.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import regelwerk
from haulier import make_haulier
from metro_players import Board, Script
from regelwerk_runtime.bots.greedy_bot import GreedyBot
from regelwerk_runtime.bots.look import BROKEN, DECIDED
from regelwerk_runtime.bots.names import make_bot
from regelwerk_runtime.bots.seat import Bot, Seat
from regelwerk_runtime.bots.trial import value_of
from regelwerk_runtime.engine.chance import draw, key_of, mix, seed_key
from regelwerk_runtime.engine.engine import Engine
from regelwerk_runtime.engine.state import BaseState
from regelwerk_runtime.errors import FAULTS
from regelwerk_runtime.match import Match
from regelwerk_runtime.outcome import outcome_of
from regelwerk_runtime.tables.game import Game
from trader import Trader

FIRST = Path(__file__).parent / "first"

SCRIPTS: dict[str, Callable[[dict[str, Any], int, int, str], Bot]] = {
    "auf_achse": make_haulier,
    "itc": lambda data, player, seed, setting: Trader(data, player),
    "tokyo_metro": lambda data, player, seed, setting: Script(Board.of(data), setting or "mixed", player, seed),
}
"""The scripted player of each game, made from the checked game as data, a seat, the seed and a setting."""


def make_player(name: str, game: str, player: int, seed: int) -> Bot:
    """The player of that name for a seat of a game with a seed."""
    plain, _, setting = name.partition(":")
    if plain == "script":
        return SCRIPTS[game](data_of(game), player, seed, setting)
    if plain == "first":
        return FirstGreedy(player, seed, rules_of(game, str(FIRST / f"{game}.regel")))
    if plain == "unhinted":
        return Otherwise(make_player(setting, game, player, seed), without_hints)
    if plain.startswith("greedy@"):
        value = rules_of(game, plain.partition("@")[2]).value
        return Otherwise(GreedyBot(player, seed), lambda rules: with_value(rules, value))
    return make_bot(name, player, seed)


@cache
def data_of(game: str) -> dict[str, Any]:
    """The checked game as data."""
    return regelwerk.load(game).to_dict()


@cache
def rules_of(game: str, *variants: str) -> Game:
    """The rules with variants."""
    return regelwerk.load(game, [*variants]).rules


@cache
def with_value(rules: Game, value: Callable[[BaseState, int], int] | None) -> Game:
    """The rules with another `value`."""
    return replace(rules, value=value)


@cache
def without_hints(rules: Game) -> Game:
    """The rules without hints for bots."""
    return replace(rules, sites=[replace(site, skip=None, prefer=None) for site in rules.sites])


class Otherwise:
    """A bot that plays by changed tables of the same rules."""

    def __init__(self, bot: Bot, change: Callable[[Game], Game]) -> None:
        self.bot, self.change = bot, change

    def choose(self, seat: Seat) -> int:
        """See `Bot`."""
        return self.bot.choose(
            Seat(
                seat.player,
                seat.number,
                seat.count,
                lambda: seat.decision,
                seat.view,
                lambda luck: self._guess(seat, luck),
            )
        )

    def _guess(self, seat: Seat, luck: int) -> Match:
        match = seat.guess(luck)
        match.engine.game = self.change(match.engine.game)
        return match


class FirstGreedy:
    """A bot that takes the option with the greatest `value` at once, then the one that leaves the best rival least."""

    def __init__(self, player: int, seed: int, rules: Game) -> None:
        self.player, self.value = player, value_of(rules)
        self.base = mix(seed_key(seed) ^ key_of(f"greedy bot {player}"))

    def choose(self, seat: Seat) -> int:
        """See `Bot`."""
        lucks = [draw(self.base, seat.number * 2 + n) for n in (0, 1)]
        guesses = [(seat.guess(luck).engine, luck) for luck in lucks]
        tried = [[self._after(engine.copy(), index, luck) for engine, luck in guesses] for index in range(seat.count)]
        own = [sum(self._worth(engine, self.player) for engine in after) for after in tried]
        rivals = [
            -sum(self._rival(engine) for engine in after) if own[i] == max(own) else 0 for i, after in enumerate(tried)
        ]
        luck = [mix(self.base ^ mix(seat.number << 20 | index)) for index in range(seat.count)]
        return max(range(seat.count), key=lambda index: (own[index], rivals[index], luck[index]))

    def _after(self, engine: Engine, index: int, luck: int) -> Engine:
        """The engine after an option, with random answers to the same simultaneous choice."""
        asked = engine.game.sites[engine.site].collecting
        try:
            engine.play(index)
            while asked is not None and engine.options and engine.game.sites[engine.site].collecting == asked:
                engine.play(draw(luck, engine.count) % len(engine.options))
        except FAULTS:
            engine.end("rule error")
        return engine

    def _worth(self, engine: Engine, player: int) -> int:
        try:
            won = not engine.options and engine.reason != "rule error" and outcome_of(engine).ranking[player] == 1
            return int(self.value(engine.s, player)) + (0 if engine.options else DECIDED if won else -DECIDED)
        except FAULTS:
            return BROKEN

    def _rival(self, engine: Engine) -> int:
        return max(self._worth(engine, player) for player in range(engine.s.players) if player != self.player)
