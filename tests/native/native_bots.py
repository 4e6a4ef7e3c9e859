"""Tests that bots with native engines choose as they do in Python.

`make test-native` runs these, which need a C compiler.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest
import regelwerk
from all_games import GAMES
from case_games import folder_of
from regelwerk_runtime.batch.games import play_out
from regelwerk_runtime.bots.names import make_bots
from regelwerk_runtime.bots.seat import seat_of
from regelwerk_runtime.bots.trial import PythonTrial, Trial, trial_of
from regelwerk_runtime.engine.engine import NATURE
from regelwerk_runtime.errors import FAULTS, RuleError
from regelwerk_runtime.match import Match
from regelwerk_runtime.native import NativeEngine, NativeGame
from regelwerk_runtime.tables.game import Game
from twins import native, python_engine

LARGE = {"itc", "auf_achse", "tokyo_metro"}
FEW = {"itc": 12, "auf_achse": 12, "tokyo_metro": 12, "hearts": 24, "hill_farm": 24}
"""The number of choices that searches make in these games."""
HINTED = """
players 2..3
state:
    n[Player]: 0..40 = 0
    big: 0..900_000_000_000_000 = 1
    open: set of Step = empty
enum Step = 1..6
effect grow(p: Player):
    simultaneously for each q in Player:
        choose k in 1..3 by q "How many?":
            n[q] = min(n[q] + k, 40)
    may choose s in Step where s not in open by p "How far?"
            bots prefer 12 / (s - 3) bots skip when s is 5 or 8 mod (s - 2) is 0 bots skip none when n[p] < 9:
        open += s
        n[p] = min(n[p] + s, 40)
        CHANGE
    if open is not empty and n[p] mod 3 is 0:
        open = empty
        let r = roll d6
        n[p] = min(n[p] + r, 40)
play at most 300:
    repeat 9 times:
        for each p in Player: do grow(p)
outcome for p:
    VALUE
"""


def asked(engine: Trial, question: str, *given: object) -> object:
    """The answer that a bot gets, or the error if a rule breaks."""
    try:
        found = getattr(engine, question)(*given)
    except FAULTS as error:
        return str(error)
    return [*found] if isinstance(found, tuple | list) else found


def compare(python: PythonTrial, other: NativeEngine, before: list[tuple[PythonTrial, NativeEngine]]) -> None:
    """Compares the answers to all questions of bots, including those about earlier positions."""
    for question in ("aims", "answered", *(() if python.options else ("ranking",))):
        assert asked(other, question) == asked(python, question)
    assert [asked(other, "aim", player) for player in range(python.players)] == [
        asked(python, "aim", player) for player in range(python.players)
    ]
    assert (other.depth, other.players, other.frames()) == (python.depth, python.players, python.frames())
    if python.options:
        site, every = python.game.sites[python.site], range(len(python.options))
        for kind in [kind for kind in ("skip", "prefer") if getattr(site, kind) is not None]:
            assert other.hinted(kind, every) == python.hinted(kind, every)
    for one, two in before:
        if one.options:
            for question in ("is_within", "has_luck_since", "is_at"):
                assert asked(other, question, two) == asked(python, question, one)
        assert (other.key() == two.key()) == (python.key() == one.key())


def try_out(game: NativeGame, players: int, seed: int, most: int = 10_000) -> None:
    """Plays at random from a position in both engines, which are compared at each choice and with some earlier ones."""
    rng = random.Random(seed)
    python = trial_of(python_engine(game.rules, players, seed))
    other = game.engine_at(python)
    before: list[tuple[PythonTrial, NativeEngine]] = []
    while True:
        compare(python, other, before)
        if not python.options or python.count >= most:
            return
        if len(before) > 6 or rng.random() < 0.1:
            del before[: rng.randrange(len(before) + 1)]
        before.append((trial_of(python.copy()), other.copy()))
        if rng.random() < 0.1:
            for engine in (python, other):
                engine.renew(seed << 60) if seed % 2 else engine.reseed(seed)
        index = rng.randrange(len(python.options))
        if asked(python, "play", index) != asked(other, "play", index):
            raise AssertionError("one of them sees a broken rule")


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_questions_of_bots_have_the_same_answers(folder: Path) -> None:
    game = native(folder)
    for players in {*game.rules.players}:
        for seed in range(1 if folder.name in LARGE else 3):
            try_out(game, players, seed, 150)


def hinted(tmp_path: Path, change: str, value: str) -> NativeGame:
    """A game with hints that break for some options."""
    return regelwerk.load(folder_of(HINTED.replace("CHANGE", change).replace("VALUE", value), tmp_path)).native()


CHANGES = ("n[p] += 0", "big = big * 1_000_003", "n[p] = 20 / (s - 4)", "n[p] += 6", "if n[p] > 30: finish")
VALUES = ("most n[p]", "least 9 / (n[p] - 12)", "most n[p] - big")


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("value", VALUES)
def test_broken_rules_give_the_same_answers(change: str, value: str, tmp_path: Path) -> None:
    """Rules, hints and values that break are left to Python, which answers as it would have from the beginning."""
    game = hinted(tmp_path, change, value)
    for seed in range(6):
        try_out(game, 2 + seed % 2, seed)
    for bots in (["greedy"], ["mcts:24"], ["ismcts:12"], ["mcts:6,greedy"], ["ismcts:9,turn"], ["ismcts:9,random"]):
        same_choices(game.rules, game, bots, 2, 1, 16)


def same_choices(rules: Game, game: NativeGame, bots: list[str], players: int, seed: int, most: int = 10_000) -> None:
    """Bots choose the same with a native build and without."""
    ends = []
    for build in (game, None):
        match, made = Match.start(rules, players, seed), make_bots(bots, players, seed)
        try:
            if most == 10_000:
                play_out(match, made, build)
            while match.engine.options and match.number < most:
                match.play(made[match.engine.player].choose(seat_of(match, build)))
            reason = match.engine.reason
        except RuleError as error:
            reason = error.message
        ends.append((match.engine.past, reason))
    assert ends[0] == ends[1]


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_greedy_bots_choose_the_same(folder: Path) -> None:
    game = native(folder)
    for players in {*game.rules.players} if folder.name not in LARGE else (3,):
        for seed in range(1 if folder.name in FEW else 2):
            same_choices(game.rules, game, ["greedy"], players, seed)


@pytest.mark.parametrize("bot", ["mcts:16", "ismcts:9", "ismcts:4,guessing", "mcts:8,random"])
@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_searches_choose_the_same(folder: Path, bot: str) -> None:
    game = native(folder)
    players = max(2, game.rules.players[0])
    same_choices(game.rules, game, [bot, "random"], players, 1, FEW.get(folder.name, 10_000))


def test_explicit_chance_is_played_in_python() -> None:
    """A build of other rules makes no difference."""
    game = regelwerk.load("kuhn_poker")
    match = game.start(2, seed=1, chance="explicit")
    while match.engine.site == NATURE:
        match.play(0)
    assert isinstance(seat_of(match, game.native()).trial(1), PythonTrial)
