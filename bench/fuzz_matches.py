"""Kinds of inputs of `make fuzz` that are matches: saved, recorded, from a given position, and of random rules."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any
from zlib import crc32

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "compiler"))

import altered_saves
import case_games
import regelwerk
from fuzz_inputs import CLASSICS, Kind, altered, mutated
from greedy_compared import compare_choices
from random_bags import Bags, compare_bags
from random_batches import compare_batch
from random_catalogue import compiled
from random_compare import compare
from random_rules import Rules
from random_scenarios import compare_scenarios
from random_texts import Texts, compare_texts
from regelwerk_runtime.engine.state import BaseState
from regelwerk_runtime.errors import GivenError, RecordError, RuleError, SavedError
from regelwerk_runtime.match import Match
from regelwerk_runtime.sandbox import GAME_MODULE, run_module
from regelwerk_runtime.tables.game import Game

FUEL = (60, 60, 60, 1_000)
"""The fuel of a match; one is drawn."""

CHOICES = 200
"""Most choices of a match."""


@cache
def rules_of(game: str) -> Game:
    return regelwerk.load(game).rules


@cache
def played(game: str) -> list[Match]:
    """Matches of a game at the beginning, in the middle and at the end."""
    rules, found = rules_of(game), []
    for players in range(rules.players[0], rules.players[1] + 1):
        rng = random.Random(players)
        match = Match.start(rules, players, players, [f"N{i}" for i in range(players)])
        for number in range(150):
            if number < 2 or rng.random() < 0.05 or not match.engine.options:
                found.append(match.copy())
            if not match.engine.options:
                break
            match.play(rng.randrange(len(match.engine.options)))
    return found


def play_on(match: Match, rng: random.Random) -> None:
    """Plays to the end, or until fuel or patience is used up, with occasional checks of the match."""
    for number in range(CHOICES):
        if not match.engine.options:
            assert match.outcome is not None or match.engine.reason == "rule error"
            break
        if number == 0 or rng.random() < 0.05:
            look(match, rng)
        match.choose(rng.randrange(len(match.engine.options)))


def look(match: Match, rng: random.Random) -> None:
    player = rng.randrange(match.setup.players)
    decision = match.decision
    assert match.state.to_dict() and match.view(player).to_dict()
    assert decision is not None and len(set(decision.keys)) == len(decision.options)
    assert decision.prompt is not None and all(option.text for option in decision.options)


def pick(rng: random.Random) -> tuple[str, int]:
    """A game, and the number of one of its matches."""
    game = rng.choice(CLASSICS).name
    return game, rng.randrange(len(played(game)))


@cache
def saved(game: str, number: int) -> bytes:
    return played(game)[number].to_bytes()


@cache
def recorded(game: str, number: int) -> list[str]:
    return played(game)[number].record()


@cache
def facts(game: str, number: int) -> dict[str, Any]:
    return played(game)[number].state.to_dict()


def play(module: str) -> None:
    """Plays a game of an emitted module, saves it and loads it again."""
    rng = random.Random(crc32(module.encode()))
    rules: Game = run_module(module, GAME_MODULE)["GAME"]
    new_state, fuel = rules.new_state, rng.choice(FUEL)

    def little_fuel(players: int) -> BaseState:
        state = new_state(players)
        state.fuel = min(state.fuel, fuel)
        return state

    rules.new_state = little_fuel
    with suppress(RuleError):
        match = Match.start(rules, rng.randint(*rules.players), 1)
        with suppress(RuleError):
            play_on(match, rng)
        assert Match.from_bytes(rules, match.to_bytes()) == match
        assert len(match.log()) == len(match.said())
        assert Match.replay(rules, match.record()) == match


class Saves(Kind):
    """Saved matches with altered bytes and correct checksums; readable ones are played on."""

    encoding = "latin-1"

    def make(self, rng: random.Random) -> tuple[str, str]:
        game, number = pick(rng)
        return game, self.change(game, saved(game, number).decode("latin-1"), rng)

    def change(self, subject: str, text: str, rng: random.Random) -> str:
        return altered_saves.altered(text.encode("latin-1"), rng).decode("latin-1")

    def use(self, subject: str, text: str) -> None:
        data, rules = text.encode("latin-1"), rules_of(subject)
        try:
            match = Match.from_bytes(rules, data)
        except SavedError:
            return
        rng = random.Random(crc32(data))
        assert Match.from_bytes(rules, match.to_bytes()) == match
        match.engine.s.fuel = min(match.engine.s.fuel, rng.choice(FUEL))
        with suppress(RuleError):
            if rng.random() < 0.1:
                player = rng.randrange(match.setup.players)
                assert match.guess(player).view(player).to_dict() == match.view(player).to_dict()
            play_on(match, rng)
        if rng.random() < 0.1:
            match.log()
            with suppress(RecordError):
                match.record()


class Records(Kind):
    """Records with changed words, lines or values."""

    def make(self, rng: random.Random) -> tuple[str, str]:
        game, number = pick(rng)
        lines = recorded(game, number)
        if len(lines) > 12 and rng.random() < 0.9:
            lines = lines[: rng.randint(2, 12)]
        chance = rng.random()
        if chance < 0.1:
            given = altered(facts(game, number), rng)
            return game, "\n".join([json.dumps(json.loads(lines[0]) | {"given": given}), *lines[1:]])
        return game, self.change(game, "\n".join(lines), rng)

    def change(self, subject: str, text: str, rng: random.Random) -> str:
        lines = text.split("\n")
        at = rng.randrange(len(lines)) if rng.random() < 0.7 else 0
        if rng.random() < 0.45:
            return mutated(text, rng)
        changed = json.dumps(altered(json.loads(lines[at]), rng))
        return "\n".join([*lines[:at], changed, *lines[at + 1 :]])

    def use(self, subject: str, text: str) -> None:
        with suppress(RecordError):
            anyway = crc32(text.encode("utf-8", "replace")) % 2 == 0
            Match.replay(rules_of(subject), text.split("\n"), anyway=anyway).record()


class Given(Kind):
    """Given positions for the start of a match, with changed values."""

    def make(self, rng: random.Random) -> tuple[str, str]:
        game, number = pick(rng)
        data = facts(game, number)
        for _ in range(rng.choice((1, 1, 2, 3))):
            data = altered(data, rng)
        return f"{game} {played(game)[number].setup.players}", json.dumps(data)

    def change(self, subject: str, text: str, rng: random.Random) -> str:
        return json.dumps(altered(json.loads(text), rng))

    def use(self, subject: str, text: str) -> None:
        game, players = subject.split()
        try:
            position = json.loads(text)
        except (ValueError, RecursionError):
            return
        with suppress(GivenError, RuleError):
            match = Match.start(rules_of(game), int(players), 1, given=position)
            rng = random.Random(crc32(text.encode()))
            match.engine.s.fuel = min(match.engine.s.fuel, rng.choice(FUEL))
            play_on(match, rng)


class Meant(Kind):
    """Random games, which must play like a second implementation of their rules."""

    def make(self, rng: random.Random) -> tuple[str, str]:
        seed = rng.getrandbits(32)
        return str(seed), Rules(random.Random(seed)).text

    def use(self, subject: str, text: str) -> None:
        whole = self.whole(subject)
        result = compiled(whole, self.folder, text)
        errors = case_games.errors_of(result)
        rules, _ = case_games.rules_of(result) if not errors else (None, ())
        if text == whole.text:  # a shrunk text means something else
            assert rules is not None, errors
            self.compare(whole, rules)

    def whole(self, subject: str) -> Rules:
        """The game of a seed."""
        return Rules(random.Random(int(subject)))

    def compare(self, whole: Rules, rules: Game) -> None:
        for seed in range(4):
            compare(whole, rules, seed)
        compare_scenarios(whole, self.folder, 1)


class Batches(Meant):
    """The same games, for which the tables of simulations must be right."""

    native = False

    def whole(self, subject: str) -> Rules:
        whole = super().whole(subject)
        whole.frame.explicit = False  # the luck of a batch comes from its seed
        return whole

    def compare(self, whole: Rules, rules: Game) -> None:
        compare_batch(whole, self.folder, crc32(whole.text.encode()), native=self.native)


class Bots(Meant):
    """The same games, in which greedy bots must choose as a second implementation of them does."""

    def compare(self, whole: Rules, rules: Game) -> None:
        for seed in range(3):
            with suppress(RuleError):  # of the game
                compare_choices(Match.start(rules, seed=seed), seed, 12)


class Seeded(Kind):
    """Games that a class makes from a seed, which is the subject.

    Attributes:
        game: the class.
        compare: compares the game of a seed with what a second implementation says, in a folder.
    """

    game: type[Bags | Texts]
    compare: Callable[[int, Path], object]

    def make(self, rng: random.Random) -> tuple[str, str]:
        seed = rng.getrandbits(32)
        return str(seed), self.game(random.Random(seed)).text

    def use(self, subject: str, text: str) -> None:
        if text == self.game(random.Random(int(subject))).text:  # a shorter one means something else
            self.compare(int(subject), self.folder)


class Draws(Seeded):
    """Games about shuffled piles where draws are decisions of nature."""

    game, compare = Bags, staticmethod(compare_bags)


class CardTexts(Seeded):
    """Cards whose texts are composed of what they do."""

    game, compare = Texts, staticmethod(compare_texts)


class NativeBatches(Batches):
    """The same in machine code."""

    native = True
