"""Tests of comparing games: planted effects are found, equal rules give nothing, commands lead to differences."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import regelwerk
from orchard_game import write_orchard
from regelwerk.comparing import compare_files
from regelwerk.main import main
from regelwerk_runtime.match import Match
from regelwerk_simulation.compare.comparison import Comparison
from regelwerk_simulation.compare.testing import ALPHA
from regelwerk_simulation.dataset import DatasetError
from regelwerk_simulation.errors import SimulationError
from scipy import stats

sys.path.insert(0, str(Path(__file__).parents[2] / "bench"))

from simulation import false_alarms

pytestmark = pytest.mark.slow

WIDEST = 100


@pytest.fixture(scope="module")
def orchard(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the small game."""
    return write_orchard(tmp_path_factory.mktemp("orchards") / "orchard")


Comparing = Callable[..., Comparison]


@pytest.fixture(scope="module")
def comparing(orchard: Path) -> Comparing:
    """Compares the game with one of its variants, in this process."""

    def run(*variants: str, games: int = 150, **settings: object) -> Comparison:
        settings = {"players": 2, "seed": 1, "jobs": 1, **settings}
        base = regelwerk.load(orchard)
        variant = regelwerk.load(orchard, variants=variants)
        return regelwerk.compare(base, variant, games, **settings)  # type: ignore[arg-type]

    return run


# ---- findings -------------------------------------------------------------------------------------------------------


def test_a_doubled_bonus_is_found(comparing: Comparing) -> None:
    """Random bots choose the same on both sides, so the scores show the effect, as do wins by holders of the card."""
    made = comparing("sweet", games=300)
    parting = made.parting
    assert parting.chosen == parting.offered == 0
    assert parting.mattered == parting.valued == parting.scores > 200
    assert made.low < parting.mattered / parting.pairs < made.high
    score = made.line("score")
    assert score.is_sure and score.base is not None and score.variant is not None and score.low is not None
    assert score.difference == pytest.approx(score.variant - score.base)
    assert 0 < score.low < score.difference < (score.high or 0)
    assert made.line("length", "decisions").differing == 0
    used = made.line("used", "apple")
    assert (used.base, used.differing, used.p) == (used.variant, 0, 1)
    won = made.line("won", "apple")
    assert won.is_sure and won.difference is not None and won.difference > 0.1
    sure = {line.key for line in made.lines if line.group == "won" and line.is_sure}
    assert sure == {"apple"} or sure == {"apple", "pear"}  # whoever eats apples does not eat pears
    (example,) = made.examples
    assert not example.is_parted
    assert (example.told, example.changed, example.facts) == (example.told, example.told, ("score",))
    assert example.base.said["en"].endswith(" earns 4")
    assert example.variant.said["en"].endswith(" earns 8")


def test_bots_that_look_ahead_choose_differently(comparing: Comparing) -> None:
    made = comparing("sweet", bots=["greedy", "random"])
    parting = made.parting
    assert parting.mattered == parting.chosen + parting.valued
    assert 0 < parting.chosen < parting.mattered < parting.pairs
    assert sum(place.games for place in parting.places) == parting.chosen
    assert made.line("used", "apple").is_sure
    assert {line.key for line in made.lines if line.group == "bot"} == {"greedy", "random"}
    assert made.line("bot", "greedy").base == pytest.approx(1 - (made.line("bot", "random").base or 0))


def test_other_words_make_no_difference(comparing: Comparing) -> None:
    made = comparing("reworded")
    assert made.parting.mattered == made.parting.winners == made.parting.scores == 0
    assert made.parting.pairs == 150
    assert made.low == 0 < made.high < 0.05
    assert all((line.p, line.differing) in ((1, 0), (None, 0)) for line in made.lines)
    assert made.examples == ()


def test_fewer_options_are_noticed_although_choices_are_the_same(comparing: Comparing) -> None:
    made = comparing("no_waiting", bots=["greedy"])
    assert made.parting.offered > 0
    assert made.parting.chosen + made.parting.offered == made.parting.mattered == made.parting.pairs
    example = next(one for one in made.examples if one.is_parted)
    assert set(example.base.options) - set(example.variant.options) == {"wait"}
    assert dict(zip(example.base.options, example.base.sentences, strict=True))["wait"]["en"] == "Wait for 1"


def test_two_variants_against_each_other_and_a_missing_erratum(orchard: Path) -> None:
    def load(*variants: str, without: tuple[str, ...] = ()) -> regelwerk.Game:
        return regelwerk.load(orchard, variants=variants, without=without)

    settings = {"games": 40, "players": 2, "seed": 2, "jobs": 1}
    assert regelwerk.compare(load("reworded"), load(), **settings).parting.mattered == 0  # type: ignore[arg-type]
    dear = regelwerk.compare(load(), load(without=("plum_price",)), **settings)  # type: ignore[arg-type]
    assert dear.variant.changes == ("--without plum_price",)
    assert dear.line("score").is_sure
    with pytest.raises(regelwerk.UsageError, match="two games"):
        regelwerk.compare(load(), "pig", **settings)  # type: ignore[arg-type]


def test_the_number_of_players_suits_both_sides(orchard: Path) -> None:
    base = regelwerk.load(orchard)

    def compared(name: str, low: int, high: int, **settings: object) -> Comparison:
        bounds = zip(("low", "high"), base.rules.players, (low, high), strict=True)
        lines = "".join(f"    amend players.{end}: {old} -> {new}\n" for end, old, new in bounds if old != new)
        file = orchard.parent / f"{name}.regel"
        file.write_text(f"variant {name}:\n{lines}", encoding="utf-8")
        variant = regelwerk.load(orchard, variants=[str(file)])
        return regelwerk.compare(base, variant, 2, seed=1, jobs=1, **settings)  # type: ignore[arg-type]

    low, high = base.rules.players
    assert low < high
    made = compared("few", low, low)
    assert made.players == low and made.parting.mattered == 0
    for settings in ({}, {"players": 1}, {"players": high}):
        with pytest.raises(regelwerk.UsageError, match="for 1 player: no number of players fits both"):
            compared("alone", 1, 1, **settings)


# ---- false alarms ----------------------------------------------------------------------------------------------------


def test_games_with_other_luck_give_no_more_false_alarms_than_stated(
    orchard: Path, record_property: pytest.RecordProperty
) -> None:
    """The variant rolls dice with luck of their own and the same odds, so there is nothing to find.

    `bench/simulation.py alarms` makes 2,000 such comparisons.
    """
    found = list(false_alarms(orchard, "other_dice", 60, 20))
    assert min(tested for tested, _ in found) > 10
    alarms = sum(starred for _, starred in found)
    record_property("false alarms", f"{alarms} of {len(found)}")
    assert alarms <= stats.binom.isf(1e-4, len(found), ALPHA)


# ---- stopping when sure ----------------------------------------------------------------------------------------------


def test_a_large_effect_is_found_early(comparing: Comparing) -> None:
    made = comparing("sweet", games=5_000, until_sure=True, within=0.15)
    assert made.parting.pairs < 1_000
    answers = {(answer.group, answer.key): answer for answer in made.answers}
    assert set(answers) == {("mattered", ""), ("seat", "0"), ("seat", "1"), ("score", ""), ("length", "")}
    assert answers["score", ""].verdict == "more"
    assert answers["length", ""].verdict == "about"
    mattered = answers["mattered", ""]
    assert mattered.low < made.parting.mattered / made.parting.pairs < mattered.high
    assert {(line.p, line.low, line.detectable) for line in made.lines} == {(None, None, None)}


def test_an_absent_effect_is_not_found(comparing: Comparing) -> None:
    made = comparing("other_dice", games=150, until_sure=True)
    assert made.parting.pairs == 150
    answers = {(answer.group, answer.key): answer for answer in made.answers}
    assert answers["score", ""].verdict == answers["seat", "0"].verdict == "open"
    assert answers["score", ""].low < 0 < answers["score", ""].high


# ---- commands --------------------------------------------------------------------------------------------------------


def test_the_commands_lead_to_where_the_games_differ(
    orchard: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    asked = ["compare", str(orchard), "--variant", "sweet", "--bot", "greedy", "--bot", "random", "--games", "60"]
    assert main([*asked, "--players", "3", "--seed", "4", "--jobs", "1"]) == 0
    said = capsys.readouterr().out
    first, *lines = said.splitlines()
    assert first.startswith("The change mattered in ")
    assert "of 60 games; most part at orchard.regel:" in first
    assert all(len(line) <= WIDEST for line in lines if "regelwerk" not in line)
    commands = [line.strip() for line in lines if line.startswith("    regelwerk ")]
    assert len(commands) % 4 == 0 and commands
    chosen = {name: next(line for line in lines if line.startswith(f"  {name}: ")) for name in ("base", "variant")}
    for name, (play, show) in (("base", commands[:2]), ("variant", commands[2:4])):
        assert main(shlex.split(play)[1:]) == 0
        capsys.readouterr()
        assert main(shlex.split(show)[1:]) == 0
        state = capsys.readouterr().out
        option = chosen[name].rpartition("→ ")[2]
        assert option in state  # it is offered there, and the record has it next
        number = int(shlex.split(show)[-1])
        lines_of_record = Path(shlex.split(show)[2]).read_text(encoding="utf-8").splitlines()
        assert json.loads(lines_of_record[number + 1])["text"] == option


def test_a_folder_keeps_tables_and_records(
    orchard: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    asked = ["compare", str(orchard), "--variant", "sweet", "--bot", "greedy", "--games", "40", "--seed", "5"]
    assert main([*asked, "--players", "2", "--jobs", "1", "-o", "kept", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["base"]["path"] == str(Path("kept", "base.parquet"))
    game = regelwerk.load(orchard, variants=["sweet"])
    for example in data["examples"]:
        (command,) = example["variant"]["commands"]
        assert main(shlex.split(command)[1:]) == 0
        record = Path(shlex.split(command)[2])
        match = Match.replay(game.rules, record.read_text(encoding="utf-8").splitlines())
        assert match.outcome is not None and match.setup.seed == example["seed"]
        keys = [json.loads(line).get("key") for line in record.read_text(encoding="utf-8").splitlines()]
        assert keys[example["same"] + 1] == example["variant"]["key"]
    capsys.readouterr()
    assert main([*asked[:-2], "--players", "2", "--jobs", "1", "-o", "kept", "--json"]) == 0  # without the seed
    assert json.loads(capsys.readouterr().out) == data
    again = compare_files(Path("kept/base.parquet"), Path("kept/variant.parquet"))
    assert json.loads(json.dumps(again.to_dict()))["lines"] == data["lines"]
    assert again.parting.mattered == data["parting"]["mattered"]
    capsys.readouterr()
    assert main(["compare", "kept/base.parquet", "kept/variant.parquet"]) == 0
    assert capsys.readouterr().out.startswith(f"The change mattered in {again.parting.mattered} of 40 games")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["{game}"], "nothing is changed"),
        (["{game}", "--variant", "sweet", "--against", "sweet"], "nothing is changed"),
        (["{game}", "pig", "--variant", "sweet"], "either one game"),
        (["a.parquet"], "either one game"),
        (["a.parquet", "b.parquet", "--variant", "sweet"], "--variant goes with a game"),
        (["{game}", "--variant", "sweet", "--within", "3"], "--within goes with --until-sure"),
        (["{game}", "--variant", "sweet", "--players", "9"], "not 9"),
        (["{game}", "--variant", "sweet", "--bot", "nobody"], "there is no bot nobody"),
    ],
)
def test_impossible_comparisons_are_refused(
    orchard: Path, arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compare", *(argument.replace("{game}", str(orchard)) for argument in arguments)]) == 2
    assert message in capsys.readouterr().err


def test_games_on_other_luck_are_no_pairs(orchard: Path, tmp_path: Path) -> None:
    for name, settings in {
        "base": {"seed": 1, "tables": ("all",)},
        "luck": {"seed": 2, "tables": ("all",)},
        "bare": {"seed": 1},
    }.items():
        path = tmp_path / f"{name}.parquet"
        regelwerk.simulate(orchard, 3, players=2, jobs=1, output=path, **settings).close()  # type: ignore[arg-type]
    with pytest.raises(DatasetError, match="not played with the same seed"):
        compare_files(tmp_path / "base.parquet", tmp_path / "luck.parquet")
    with pytest.raises(DatasetError, match="no table decisions"):
        compare_files(tmp_path / "base.parquet", tmp_path / "bare.parquet")
    with pytest.raises(SimulationError, match="no such file"):
        compare_files(tmp_path / "base.parquet", tmp_path / "none.parquet")
