"""Tests of `regelwerk test --faults` on small games: verdicts, their order, reasons, and output."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from market_game import Command
from regelwerk.errors import InputError
from regelwerk.loading.source import source_of
from regelwerk_compiler.driver import check_game
from regelwerk_dsl.diagnostics import SourceError
from regelwerk_faults import judging
from regelwerk_faults.fault import Fault
from regelwerk_faults.judging import Bench, Verdict, chosen, judge_all
from regelwerk_faults.maker import FaultMaker
from regelwerk_faults.report import read_reasons, reported
from regelwerk_runtime.scenario import Scenario, ScenarioResult, run_scenario
from regelwerk_runtime.tables.game import Game as Rules

pytestmark = pytest.mark.slow


def test_verdicts_are_the_same_with_any_number_of_processes() -> None:
    source = source_of("pig")
    faults, alone = judge_all(source, jobs=1)
    again, together = judge_all(source, jobs=2)
    assert alone == together
    assert [fault.id for fault in faults] == [fault.id for fault in again]
    found = {faults[verdict.number].id: verdict for verdict in alone}
    assert found["bust.drop.1"].noticed == "scenario" and found["bust.drop.1"].how == "bust"
    assert found["bank.drop.2"].noticed == "game"  # the pot is not emptied, and no scenario looks at it afterwards
    assert found["goal.number.1-"].noticed == ""
    assert not any(verdict.noticed == "refused" for verdict in alone)


@pytest.mark.parametrize("game", ["kuhn_poker", "tic_tac_toe", "goofspiel", "liars_dice", "connect_four"])
def test_a_sample_of_the_classics(game: str) -> None:
    told: list[tuple[int, int]] = []
    faults, verdicts = judge_all(source_of(game), sample=4, jobs=1, told=lambda done, total: told.append((done, total)))
    report = reported(faults, verdicts, {})
    assert told[-1] == (4, 4)
    assert report.whole.faults + report.same == 4 and report.refused == 0
    whole = report.whole
    assert whole.scenarios <= whole.tests <= whole.faults == whole.tests + len(report.missed)


def test_a_sample_stays_the_same() -> None:
    bench = Bench(check_game(source_of("pig").folder))
    few, more = chosen(bench.faults, 5), chosen(bench.faults, 9)
    assert few == chosen(bench.faults, 5) == sorted(few)
    assert set(few) < set(more)
    assert chosen(bench.faults, None) == list(range(len(bench.faults)))


def test_a_fault_that_hangs_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench(check_game(source_of("pig").folder))

    def hang(rules: Rules, scenario: Scenario) -> ScenarioResult:
        while rules is not bench.rules:
            pass
        return run_scenario(rules, scenario)

    monkeypatch.setattr(judging, "SECONDS", 0.5)
    monkeypatch.setattr(judging, "run_scenario", hang)
    verdict = bench.judge(0)
    assert (verdict.noticed, verdict.how) == ("scenario", "it hangs")
    assert bench.maker.emit() == bench.maker.base


@pytest.mark.parametrize("broken", ["run_scenario", "play_game", "run_module"])
def test_a_failure_without_a_fault_notices_no_fault(monkeypatch: pytest.MonkeyPatch, broken: str) -> None:
    bench = Bench(check_game(source_of("pig").folder))

    def fail(*_: object, **__: object) -> None:
        raise OSError("a file of the program is gone")

    monkeypatch.setattr(judging, broken, fail)
    number = next(at for at, fault in enumerate(bench.faults) if fault.id == "bank.drop.2")  # noticed by a game
    with pytest.raises(InputError, match=r"after the fault bank\.drop\.2 the game breaks without any fault"):
        bench.judge(number)


def test_each_fault_has_the_budget_of_one_compilation() -> None:
    bench = Bench(check_game(source_of("pig").folder))
    bench.maker.whole.evaluated = 1_000_000_000
    bench.check_emission()


def test_a_fault_that_is_not_undone_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    class Staying(FaultMaker):
        def with_fault(self, fault: Fault) -> tuple[str, str] | None:
            for edit in fault.edits:
                edit.write(edit.value)
            return self.emit()

    monkeypatch.setattr(judging, "FaultMaker", Staying)
    monkeypatch.setattr(judging, "_bench", None)
    with pytest.raises(InputError, match="the game without faults is emitted differently than before"):
        judge_all(source_of("pig"), sample=3, jobs=1)


def test_an_error_in_a_process_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Bench, "_passes_without", lambda self, verdict: False)
    with pytest.raises(InputError, match="breaks without any fault") as caught:
        judge_all(source_of("pig"), jobs=2)
    assert "try again" in caught.value.help


def test_a_test_that_fails_without_a_fault_is_refused(market: Path) -> None:
    text = (market / "market.regel").read_text(encoding="utf-8")
    (market / "market.regel").write_text(text.replace("money[A] is 1_500", "money[A] is 1_501"), encoding="utf-8")
    with pytest.raises(InputError, match="the scenario gift fails without any fault"):
        Bench(check_game(market))


def test_faults_with_equal_modules_count_once(monkeypatch: pytest.MonkeyPatch) -> None:
    source = source_of("pig")
    monkeypatch.setattr(Bench, "judge", lambda self, number: Verdict(number, "", "", "one"))
    _, verdicts = judge_all(source, sample=3, jobs=1)
    assert [verdict.noticed for verdict in verdicts] == ["", "same", "same"]


def test_the_command_lists_faults_that_no_test_notices(market: Path, command: Command) -> None:
    said = command("test", market, "--faults", "--jobs", 1)
    assert said.status == 1
    assert "noticed by scenarios alone: " in said.out
    assert "market.regel:" in said.out and "put_away.drop.1" in said.out
    data = json.loads(command("test", market, "--faults", "--jobs", 1, "--json").out)
    assert data["faults"] >= data["tests"] >= data["scenarios"] > 0
    assert data["faults"] - data["tests"] == len(data["missed"])
    assert sum(one["faults"] for one in data["declarations"]) == data["faults"]


def test_reasons_stand_beside_the_faults_that_they_allow(market: Path, command: Command) -> None:
    first = json.loads(command("test", market, "--faults", "--jobs", 1, "--json").out)
    names = sorted({one["declaration"] for one in first["missed"]})
    (market / "faults.yaml").write_text("".join(f"{name}: not tested yet\n" for name in names), encoding="utf-8")
    said = command("test", market, "--faults", "--jobs", 1)
    assert said.status == 0, said.out
    assert "allowed: not tested yet" in said.out
    assert "not noticed: 0" in said.out


def test_stale_reasons_are_errors(market: Path, command: Command) -> None:
    (market / "faults.yaml").write_text("nobody: gone\nreceive.drop.1: why not\n", encoding="utf-8")
    said = command("test", market, "--faults", "--jobs", 1)
    assert said.status == 1
    assert "faults.yaml:1: there is no fault or declaration nobody" in said.err
    assert "faults.yaml:2: receive.drop.1 needs no reason, tests notice it" in said.err


def test_a_malformed_file_of_reasons_is_refused(market: Path) -> None:
    (market / "faults.yaml").write_text("- a list\n", encoding="utf-8")
    with pytest.raises(SourceError):
        read_reasons(market)


LISTENERS = """\
players 2..2

cardtype Beast "beasts"

card Beast moth "Moth" x2:
    on faded(c) while in gone[p] when c is this:
        luck[p] += 1

event faded(c: Beast) ordered from Player.first "Which first?"

state:
    deck: pile of Beast = all
    gone[Player]: pile of Beast
    luck[Player]: 0..9 = 0

play at most 10:
    let c = deck.top
    otherwise: finish
    move c to gone[Player.first]
    emit faded(c)

outcome for p:
    most luck[p]
"""


def test_conditions_of_listeners_are_described_in_the_words_of_the_source(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text("name: moths\ntitle: Moths\nsources: [moths.regel]\n", encoding="utf-8")
    (tmp_path / "moths.regel").write_text(LISTENERS, encoding="utf-8")
    found = {fault.id: fault.words for fault in FaultMaker(check_game(tmp_path)).faults}
    for listener in ("moth.on_faded", "moth.on_faded test"):
        assert found[f"{listener}.condition.1"] == "`while in` negated"
        assert found[f"{listener}.condition.2"] == "`c is this` negated"
    assert found["moth.on_faded.drop.1"] == "a condition of `faded` dropped"
    assert "moth.on_faded.silent" in found
    assert not any(words.startswith("`faded`") for words in found.values())
