"""Tests that native builds play exactly as Python does: bundled games, scenarios, variants, and games with broken
rules.

`make test-native` runs these, which need a C compiler.
"""

from __future__ import annotations

from pathlib import Path

import pytest
import regelwerk
import regelwerk_runtime.scenario as scenarios_module
from all_games import GAMES
from case_games import compile_text, errors_of, folder_of
from case_games import rules_of as case_rules
from golden import cases
from regelwerk import UsageError
from regelwerk.loading import cache
from regelwerk_compiler.driver import check_game
from regelwerk_compiler.resolve.scenarios import helped
from regelwerk_compiler.variants import trials
from regelwerk_runtime.batch.soak import SoakJob, replay_choices, soak_native_game
from regelwerk_runtime.engine.chance import STEP, WORD, among, mix
from regelwerk_runtime.errors import RuleError
from regelwerk_runtime.match import Match
from regelwerk_runtime.native import NativeError, NativeGame
from regelwerk_runtime.outcome import outcome_of
from regelwerk_runtime.scenario import run_scenario
from regelwerk_runtime.views.measured import recorded
from twins import built, native, play_beside, python_engine, same, twin_class

LARGE = {"itc", "auf_achse", "tokyo_metro"}
CASES = [path for folder in ("run", "emit") for path in cases(folder, "*.regel")]
VARIANTS = [
    (folder, trial.variants)
    for folder in GAMES
    for trial in trials(check_game(folder))
    if trial.variants and not trial.without
]
QUESTION = """
players 2..2
state:
    n: 0..20 = 0
    big: 0..900_000_000_000_000 = 1
    taken: set of Player = empty
enum Step = 1..3
effect grow(p: Player):
    choose s in Step by p "How far?":
        CHANGE
play at most 200:
    repeat:
        for each p in Player: do grow(p)
outcome for p:
    most n
"""


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_a_game_is_the_same(folder: Path) -> None:
    """Every position of random games is compared, for each number of players; the library never gives up."""
    game, games = native(folder), 2 if folder.name in LARGE else 10
    low, high = game.rules.players
    for players in range(low, high + 1):
        for seed in range(games):
            assert not play_beside(game, players, 100 * players + seed, 7 if folder.name in LARGE else 1)


@pytest.mark.parametrize("change", VARIANTS, ids=lambda change: f"{change[0].name}-{'-'.join(change[1])}")
def test_a_variant_is_the_same(change: tuple[Path, tuple[str, ...]]) -> None:
    """Some games of each listed variant are compared."""
    game = native(*change)
    low, high = game.rules.players
    for players in {low, high}:
        assert not play_beside(game, players, 9, 40)


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_scenarios_of_games(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything that the worked examples do is compared."""
    game = regelwerk.load(folder)
    monkeypatch.setattr(scenarios_module, "Engine", twin_class({id(game.rules): native(folder)}))
    for scenario in game.scenarios:
        if scenario.rules is None or scenario.rules is game.rules:
            assert run_scenario(game.rules, scenario).passed


@pytest.mark.parametrize("path", CASES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_scenarios_of_cases(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything that scenarios of the language do is compared, from the same positions."""
    result = compile_text(path.read_text(encoding="utf-8"), tmp_path)
    assert errors_of(result) == []
    rules, scenarios = case_rules(result)
    games = {id(rules): built(check_game(tmp_path).game, rules)}
    for scenario in scenarios:
        if scenario.rules is not None and id(scenario.rules) not in games:
            checked = check_game(tmp_path)
            assert checked.game is not None
            games[id(scenario.rules)] = built(helped(checked.game, checked.scenarios), scenario.rules)
    monkeypatch.setattr(scenarios_module, "Engine", twin_class(games))
    for scenario in scenarios:
        run_scenario(rules, scenario)


# ---- games that the library gives up ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("n += s", "n would be"),
        ("n = 20 / (s - 1)", "divi"),
        ("big = big * 1_000_003", "outside"),
        ("n = s mod (s - s)", "zero"),
        ("finish", ""),
        ("big = big + s", ""),
    ],
)
def test_broken_rules_are_reported_alike(change: str, words: str, tmp_path: Path) -> None:
    """Python words a broken rule, at the same decision; a game without one ends in the same way."""
    game = regelwerk.load(folder_of(QUESTION.replace("CHANGE", change), tmp_path))
    found = []
    for engine in (game.native().engine(2, 1), python_engine(game.rules, 2, 1)):
        try:
            while engine.options:
                engine.play(len(engine.options) - 1 if engine.count % 2 else 0)
            found.append((engine.reason, engine.count))
        except RuleError as error:
            found.append((error.message, engine.count))
            assert engine.reason == "rule error"
    assert found[0] == found[1]
    assert words in found[0][0]


def test_figures_that_break(tmp_path: Path) -> None:
    """Python raises the error, and the library continues to play."""
    text = (
        QUESTION.replace("CHANGE", "n = s")
        + """
value of p = n * 900_000_000_000_000 * 900_000_000_000_000 - 1 + shift(p)
measure broken = 100 / (n - n)
measure long of p = sum (sum i * j + n for j in 1..50_000) for i in 1..50_000
measure own of p = n + shift(p)
define shift(p: Player) -> Int = count q in Player where q is p and p is not Player.first
"""
    )
    game = regelwerk.load(folder_of(text, tmp_path)).native()
    assert not play_beside(game, 2, 5, 40)
    engine = game.engine(2, 1)
    engine.play(1)
    assert [engine.measure("own", player) for player in range(2)] == [2, 3]
    for name, player, words in (("value", 1, "outside"), ("broken", None, "divi"), ("long", 0, "too long")):
        with pytest.raises(RuleError, match=words):
            engine.measure(name, player)
    for player in (-1, 2):
        with pytest.raises(ValueError, match="no such player"):
            engine.measure("own", player)
    assert engine._python is None


def test_more_answers_than_the_library_keeps(tmp_path: Path) -> None:
    """The engine in Python continues."""
    text = """
players 2..2
state:
    n: 0..9_999 = 0
play at most 900:
    simultaneously for each p in Player:
        repeat 60 times:
            choose s in 1..3 by p "Which?"
            n += s
outcome for p:
    most n
"""
    game = regelwerk.load(folder_of(text, tmp_path))
    assert play_beside(game.native(), 2, 4)


def test_positions_with_more_members_than_the_library_keeps(tmp_path: Path) -> None:
    """A frame that is too long for the library is left to Python."""
    text = """
players 2..2
state:
    n: 0..9 = 0
play at most 900:
    for each k in 1..600 from 5:
        choose s in 1..3 by Player.first "Which?"
        n = s
outcome for p:
    most n
"""
    game = regelwerk.load(folder_of(text, tmp_path))
    python = python_engine(game.rules, 2, 1)
    other = game.native().engine_at(python)
    for engine in (python, other):
        engine.play(2)
    assert other._python is not None
    same(python, other)


def test_many_answers_beside_long_rows(tmp_path: Path) -> None:
    """A row of answers takes only the space of its values, however long the rows of a `per` are."""
    text = """
players 2..2
enum Many = 1..120
state:
    n: 0..9_999 = 0
    worth: 0..9 per Many
define total(w: Int per Many) -> Int = sum w[k] for k in Many
play at most 90:
    simultaneously for each p in Player:
        repeat 32 times:
            choose s in 1..3 by p "Which?"
            n += s
    n = total(worth)
outcome for p:
    most n
"""
    assert not play_beside(regelwerk.load(folder_of(text, tmp_path)).native(), 2, 4)


def test_loops_up_to_the_greatest_number(tmp_path: Path) -> None:
    text = """
players 2..2
state:
    n: 0..9 = 0
play at most 9:
    n = 0
    let greatest = 649_657 * 92_737 * (153_092_023 + n)
    for each k in greatest..greatest: n += 1
    choose s in 1..3 by Player.first "Which?"
outcome for p:
    most n
"""
    assert not play_beside(regelwerk.load(folder_of(text, tmp_path)).native(), 2, 4)


def test_the_example_of_the_documentation_runs() -> None:
    """The example is the first one in `docs/native.md`."""
    page = (Path(__file__).resolve().parents[2] / "docs" / "native.md").read_text(encoding="utf-8")
    code = page.split("```python\n")[1].split("```")[0]
    names: dict[str, object] = {}
    exec(compile(code, "native.md", "exec"), names)
    assert names["match"].outcome is not None  # type: ignore[attr-defined]


def test_a_game_can_be_loaded_twice_beside_another() -> None:
    """Loading a library again takes nothing from another one."""
    first, second = GAMES[0], GAMES[1]
    one = regelwerk.load(first).native()
    other = regelwerk.load(second).native()
    again = NativeGame(one.rules, Path(one._module.__spec__.origin))
    for game in (one, other, again):
        for players in {*game.rules.players}:
            assert not play_beside(game, players, 3, 50)


def test_seeds_beyond_64_bits_are_refused() -> None:
    game = native(GAMES[0])
    with pytest.raises(OverflowError, match="64 bits"):
        game.engine(game.rules.players[0], 1 << 70)


def test_positions_of_other_rules_are_refused() -> None:
    """A library refuses frames and cards that it has no places for, and piles in unknown order."""
    hearts = next(folder for folder in GAMES if folder.name == "hearts")
    other = native(GAMES[0]).rules
    explicit = regelwerk.load(hearts).start(4, seed=1, chance="explicit").engine
    for engine in (python_engine(other, other.players[0], 1), explicit):
        with pytest.raises(NativeError, match="other rules"):
            native(hearts).engine_at(engine)


def test_unknown_options_are_refused() -> None:
    engine = native(GAMES[0]).engine(native(GAMES[0]).rules.players[0], 1)
    for index in (len(engine.options), -len(engine.options) - 1):
        with pytest.raises(IndexError):
            engine.play(index)
    with pytest.raises(TypeError):
        engine.play("1")  # type: ignore[arg-type]


# ---- interface -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_outcomes_and_records(folder: Path) -> None:
    """A playout takes the options with the given numbers; outcome and record equal those of Python."""
    game = native(folder)
    players = game.rules.players[1]
    for seed in range(1 if folder.name in LARGE else 5):
        engine, python = game.engine(players, seed), python_engine(game.rules, players, seed)
        assert engine.playout(seed, checked=True) == ""
        while python.options:
            python.play(among(mix(seed + python.count * STEP & WORD), len(python.options)))
        assert engine.past == python.past
        assert engine.outcome == outcome_of(python)
        match = engine.match()
        assert match.outcome == engine.outcome
        assert Match.replay(game.rules, match.record()).engine.position() == python.position()


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_figures_need_no_python(folder: Path) -> None:
    """The library itself computes measures and values."""
    game = native(folder)
    engine = game.engine(game.rules.players[1], 5)
    for number in range(len(recorded(game.rules))):
        assert engine._figures(number, 0, engine.players) is not None


@pytest.mark.parametrize("every", [0, 1])
def test_soaking(every: int) -> None:
    """Sound games show no fault, whether or not they are played again in Python."""
    game = native(next(folder for folder in GAMES if folder.name == "hearts"))
    for seed in range(3):
        found = soak_native_game(game, SoakJob(4, seed, every))
        assert (found.faults, found.moments) == ([], every)
        assert found.decisions > 100


def test_soaking_finds_a_broken_invariant(tmp_path: Path) -> None:
    text = QUESTION.replace("CHANGE", "n = s") + 'invariant "never three":\n    n is not 3\n'
    found = soak_native_game(regelwerk.load(folder_of(text, tmp_path)).native(), SoakJob(2, 1))
    assert "never three" in found.faults[0]
    ((job, choices),) = found.broken
    assert choices
    assert "never three" in replay_choices(regelwerk.load(tmp_path).rules, job, choices)[1]


def test_functions_with_large_frames_are_refused(tmp_path: Path) -> None:
    """Hostile rules cannot exhaust the C stack."""
    text = """
players 2..2
enum Many = 1..60_000
state:
    n: 0..60_000 = 0
play at most 9:
    for each p in Player:
        for each k in Many from n: n = k
outcome for p:
    most n
"""
    with pytest.raises(UsageError, match="frame"):
        regelwerk.load(folder_of(text.replace("= 0", "= 1").replace("0..60_000", "1..60_000"), tmp_path)).native()


def test_broken_invariants_are_found(tmp_path: Path) -> None:
    text = QUESTION.replace("CHANGE", "n = s") + 'invariant "never three":\n    n is not 3\n'
    engine = regelwerk.load(folder_of(text, tmp_path)).native().engine(2, 1)
    assert engine.playout(5, checked=True) == "never three"
    assert engine.engine().s.n == 3


def test_libraries_of_other_rules_are_refused(tmp_path: Path) -> None:
    """A library knows the hash of its rules; one altered in the cache is built again."""
    first, second = (native(folder) for folder in GAMES[:2])
    with pytest.raises(NativeError, match="other rules"):
        NativeGame(second.rules, Path(first._module.__spec__.origin))
    (tmp_path / "none.so").write_bytes(b"nothing")
    with pytest.raises(NativeError, match="cannot be loaded"):
        NativeGame(first.rules, tmp_path / "none.so")


def test_rules_that_have_changed_since_are_not_built(tmp_path: Path) -> None:
    """Machine code is built from the sources as they are, and never plays other rules than the game in Python."""
    text = QUESTION.replace("CHANGE", "n = s")
    game = regelwerk.load(folder_of(text, tmp_path))
    folder_of(text.replace("0..20", "0..30"), tmp_path)
    with pytest.raises(UsageError, match="have changed since it was loaded"):
        game.native()
    assert regelwerk.load(tmp_path).native().engine(2, 1).options


def test_an_altered_library_is_built_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "cache"))
    folder = tmp_path / "game"
    folder.mkdir()
    regelwerk.load(folder_of(QUESTION.replace("CHANGE", "n = s"), folder)).native()
    (library,) = (tmp_path / "cache").glob(f"*{cache.LIBRARY}")
    before = library.read_bytes()
    library.unlink()  # the first one is in use
    library.write_bytes(before[:-1] + b"!")
    regelwerk.load(folder).native().engine(2, 1)
    assert not library.read_bytes().endswith(b"!")


def test_without_a_compiler_there_is_a_message(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    monkeypatch.setenv(cache.VARIABLE, "off")
    with pytest.raises(UsageError, match="needs a C compiler"):
        regelwerk.load(folder_of(QUESTION.replace("CHANGE", "n = s"), tmp_path)).native()
