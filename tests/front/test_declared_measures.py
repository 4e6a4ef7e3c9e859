"""Tests of measures read from Python: by name, at any moment, in each language, within a limit of steps."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import regelwerk
from market_game import Command
from regelwerk.game import Game
from regelwerk_runtime.engine import state
from regelwerk_runtime.errors import RuleError
from regelwerk_runtime.match import Match
from regelwerk_runtime.views.measured import figure, recorded

RULES = """
players 2..3

state:
    money[Player]: 0..99 = 3
    open: Bool
    best: Player?

define half(p: Player) -> Int = money[p] / 2

play at most 9:
    for each p in Player:
        choose n in 1..9 by p "How many?"
        money[p] = n
        open = n > 3

outcome for p: most money[p]
value of p = money[p] * 10

measure money of p "coins held" = half(p)
measure open = open
measure rich "rich players" = count p in Player where money[p] > 3
measure share of p = 60 / (money[p] - 3)
measure work of p = sum (sum i * j + money[p] for j in 1..100_000) for i in 1..100_000
measure some_work of p = sum (sum i * j mod 7 + money[p] for j in 1..1_000) for i in 1..1_000

variant rich "Rich":
    amend measure.money.title: "coins held" -> "half of the coins"
    remove measure.open
"""
GERMAN = """msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

msgctxt "measure.money"
msgid "coins held"
msgstr "Münzen"
"""


def _folder(path: Path, rules: str = RULES) -> Path:
    (path / "locale").mkdir()
    (path / "locale" / "de.po").write_text(GERMAN, encoding="utf-8")
    (path / "game.yaml").write_text("name: hoard\ntitle: Hoard\nsources: [hoard.regel]\nlanguages: [en, de]\n")
    (path / "hoard.regel").write_text(rules, encoding="utf-8")
    return path


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return regelwerk.load(_folder(tmp_path))


@pytest.fixture
def match(game: Game) -> Match:
    return game.start(2, seed=1)


def test_measures_follow_the_match(match: Match) -> None:
    assert [match.measure("money", 1), match.measure("open"), match.measure("rich")] == [1, 0, 0]
    match.choose("8")
    assert [match.measure("money", 0), match.measure("open"), match.measure("rich")] == [4, 1, 1]
    assert match.measure("value", 0) == 80
    match.choose("2")
    assert match.outcome is not None
    assert [match.measure("money", player) for player in (0, 1)] == [4, 1]


def test_declared_measures_are_listed(game: Game) -> None:
    assert [*game.measures] == ["money", "open", "rich", "share", "work", "some_work"]
    money, open_ = game.measures["money"], game.measures["open"]
    assert (money.of_player, open_.of_player) == (True, False)
    assert [money.title(), money.title("de"), open_.title("de")] == ["coins held", "Münzen", "open"]
    assert [*recorded(game.rules)] == [*game.measures, "value"]
    plain = [(one["name"], one["of_player"], one["labels"]["de"]) for one in game.to_dict()["measures"]]
    assert plain[0] == ("money", True, "Münzen")
    assert (
        game.checked.measures[0].where.line == RULES.splitlines().index('measure money of p "coins held" = half(p)') + 1
    )


def test_a_variant_changes_them(tmp_path: Path) -> None:
    rich = regelwerk.load(_folder(tmp_path), variants=["rich"])
    assert "open" not in rich.measures
    assert rich.measures["money"].title() == "half of the coins"


@pytest.mark.parametrize(
    ("name", "player", "said"),
    [
        ("mony", 0, "hoard has no measure mony (did you mean money?)"),
        ("zzz", 0, "hoard has no measure zzz (there are: money, open, rich, share, work, some_work, value)"),
        ("money", None, "money is a measure of a player: say whose"),
        ("rich", 0, "rich is a measure of the whole game"),
        ("money", 2, "there is no player 2; players are numbered 0 to 1"),
    ],
)
def test_an_impossible_reading_is_explained(match: Match, name: str, player: int | None, said: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(said)}$"):
        match.measure(name, player)


def test_a_measure_that_breaks_says_where_and_play_goes_on(match: Match) -> None:
    with pytest.raises(RuleError) as error:
        match.measure("share", 0)
    assert "divided by zero" in str(error.value)
    line = RULES.splitlines().index("measure share of p = 60 / (money[p] - 3)") + 1
    assert (error.value.file, error.value.line, error.value.label) == ("hoard.regel", line, "measure.share")
    match.choose("5")
    assert match.measure("share", 0) == 30


def test_long_work_is_stopped_and_uses_no_fuel(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(RuleError, match="too long"):
        match.measure("work", 0)
    monkeypatch.setattr(state, "MOST_STEPS", 12_000_000)  # enough for one reading, not for two
    one = match.measure("some_work", 0)
    fuel = match.engine.s.fuel
    for _ in range(3):  # earlier readings do not count against the limit
        assert match.measure("some_work", 0) == one
    assert match.engine.s.fuel == fuel
    match.choose("5")
    match.choose("5")
    assert match.engine.reason == "play ended"


def test_measures_are_read_from_an_engine(game: Game) -> None:
    engine = game.start(3, seed=2).engine
    measures = recorded(game.rules)
    assert [figure(engine, measures[name], 2) for name in ("money", "rich", "value")] == [1, 0, 30]


def test_a_game_without_measures_says_so(tmp_path: Path) -> None:
    start = RULES.index("value of p")
    match = regelwerk.load(_folder(tmp_path, RULES[:start])).start(2, seed=1)
    with pytest.raises(ValueError, match=r"hoard has no measure value \(there are: none\)"):
        match.measure("value", 0)


@pytest.mark.parametrize(
    ("declared", "changed", "said"),
    [
        ("(money[p] - 3)", "(money[p] - money[p])", "warning: `share` breaks at the beginning: "),
        ("60 / (money[p] - 3)", "0", ""),
        ("= money[p] * 10", "= 60 / (count q in Player where money[q] is 3)", "warning: `value` breaks at the end: "),
    ],
)
def test_commands_warn_of_what_breaks(declared: str, changed: str, said: str, tmp_path: Path, command: Command) -> None:
    rules = RULES.replace(declared, changed)
    rules = "".join(line for line in rules.splitlines(True) if "work" not in line)
    if "value" in said:
        rules = rules.replace("60 / (money[p] - 3)", "0")
    hoard = _folder(tmp_path, rules)
    given = ["--players", 2, "--bot", "random", "--seed", 1]
    run = command("run", hoard, *given)
    simulate = command("simulate", hoard, *given, "--games", 2, "-o", tmp_path / "games.parquet")
    assert run.status == simulate.status == 0
    if not said:
        assert "warning" not in run.err and "broke" not in simulate.err
        return
    name = said.split("`")[1]
    line = rules[: rules.index(f"{name} of p")].count("\n") + 1
    assert said in run.err and f"(hoard.regel:{line})" in run.err
    broke = re.search(rf"`{name}` broke (\d) of (\d) times", simulate.err)
    assert broke is not None and broke.groups() == ("4", "4")


HINTED = """
players 2..2
state:
    money[Player]: 0..99 = 3
play at most 9:
    for each p in Player:
        choose by p "What?":
            take(n) "Take {n}" for n in 1..3
                    bots prefer 6 / (money[p] - HINTED)
                    bots skip when 6 / (n - SKIPPED) > 7:
                money[p] += n
outcome for p: most money[p]
"""


@pytest.mark.parametrize(("hinted", "skipped"), [(3, 9), (9, 2), (9, 9)])
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_commands_warn_of_hints_that_break(
    hinted: int, skipped: int, bot: str, tmp_path: Path, command: Command
) -> None:
    rules = HINTED.replace("HINTED", str(hinted)).replace("SKIPPED", str(skipped))
    (tmp_path / "game.yaml").write_text("name: hoard\ntitle: Hoard\nsources: [hoard.regel]\nlanguages: [en]\n")
    (tmp_path / "hoard.regel").write_text(rules, encoding="utf-8")
    given = [tmp_path, "--players", 2, "--bot", bot, "--seed", 1]
    run = command("run", *given)
    output = tmp_path / "games.parquet"
    simulate = command("simulate", *given, "--games", 2, "-o", output)
    data = json.loads(command("simulate", *given, "--games", 2, "-o", output, "--json").out)
    assert run.status == simulate.status == 0
    kind, line = ("prefer", 9) if hinted == 3 else ("skip", 10)
    if hinted == skipped:
        assert "warning" not in run.err
    if hinted == skipped or bot == "random":
        assert "warning" not in simulate.err and data["broken_hints"] == []
        return
    why = f"a number is divided by zero (hoard.regel:{line}); bots go on without it"
    assert [text for text in run.err.splitlines() if "warning" in text] == [
        f"warning: `bots {kind}` breaks at choice 1: {why}"
    ]
    assert f"warning: `bots {kind}` breaks in random games: {why}" in simulate.err
    assert [one["where"] for one in data["broken_hints"]] == [f"hoard.regel:{line}"]
