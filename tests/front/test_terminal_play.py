"""Tests of people's input at the terminal, and of cards that have no effect of their own."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from market_game import Command
from regelwerk.terminal import terminal_play
from regelwerk.terminal.asking import typed_for
from regelwerk.terminal.card_texts import style_marks
from regelwerk_compiler.checked.values import Run
from regelwerk_runtime.bots.search.search_bot import Budget
from rich.console import Console
from rich.text import Text


@pytest.mark.parametrize(
    ("keys", "typed"),
    [
        (["0", "1", "2"], ["0", "1", "2"]),
        (["3", "5", "none"], ["3", "5", "0"]),
        (["-1", "0", "1"], ["-1", "0", "1"]),
        (["-2", "3", "none"], ["-2", "3", "0"]),
        (["0", "1", "none"], ["1", "2", "3"]),
        (["roll", "hold"], ["1", "2"]),
    ],
)
def test_numbers_are_typed_as_they_are(keys: list[str], typed: list[str]) -> None:
    assert typed_for(keys) == typed


def test_players_are_numbered_as_they_are_listed(
    command: Command, market: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The number 0 of a seat is not listed and chooses nobody, whether or not one may decline."""
    rules = market / "market.regel"
    asked = """effect turn(p: Player):
    may choose q in Player where q is not p by p "Whom?":
        money[q] += 1
    choose r in Player by p "Who?"
    money[r] += 2
"""
    before, rest = rules.read_text(encoding="utf-8").split("effect turn(p: Player):\n")
    rules.write_text(
        f"{before}{asked}\n{rest[rest.index('play at most') : rest.index('scenario gift')]}", encoding="utf-8"
    )
    monkeypatch.setattr("sys.stdin", io.StringIO("0\n1\n0\n2\nq\n"))
    said = command("play", market, "--seed", "1", "--players", "3", "--bot", "random").out
    first, second = said.split("Player A: Whom?")[1].split("Player A: Who?")[:2]
    assert "   1  Player B\n   2  Player C\n   3  No\n" in first
    assert "   1  Player A\n   2  Player B\n   3  Player C\n" in second
    assert first.count("One of the numbers above") == second.count("One of the numbers above") == 1


STALLS = """players 2..2

cardtype Crate "crates"

card Crate apples "Apples"
card Crate pears "Pears"
card Crate plums "Plums"

state:
    market: pile of Crate = all
    cellar: pile of Crate
    weeks[Crate]: 0..9 = 0 while in market

effect pass_week(p: Player):
    for each c in market: weeks[c] += 1
    choose c in market by p "Which goes?"
    otherwise: finish
    move c to cellar

play at most 9:
    for each p in Player: do pass_week(p)
    for each p in Player: do wait(p)

effect wait(p: Player):
    choose by p "And now?":
        wait "Wait"
        stay "Stay"

outcome for p: most 0
"""


def test_changes_of_what_cards_keep_are_shown_while_they_lie_there(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The crate that is left has aged; of those that have gone, the piles say so, and nothing of their weeks."""
    (tmp_path / "game.yaml").write_text("name: stalls\ntitle: Stalls\nsources: [stalls.regel]\nlanguages: [en]\n")
    (tmp_path / "stalls.regel").write_text(STALLS)
    monkeypatch.setattr("sys.stdin", io.StringIO("1\nq\n"))
    said = command("play", tmp_path, "--seed", "1", "--bot", "random").out
    whole, later = said.split("And now?")[0].split("Which goes?")
    assert "Apples (weeks 1), Pears (weeks 1) and Plums (weeks 1)" in whole
    [(card, change)] = [line.split()[1:3] for line in later.splitlines() if line.startswith("weeks")]
    assert card in ("Pears:", "Plums:") and later.count("weeks") == 1, change
    assert f"weeks   {card} 1 → 2" in later


def test_try_plays_a_card_that_does_nothing_of_its_own(command: Command) -> None:
    said = command("try", "kuhn_poker", "king")
    assert said.status == 0
    assert "What has changed" in said.out


RUNS = (Run("Quick.", bold=True), Run(" Take "), Run("[coin]", icon="coin"), Run("*", italic=True))


@pytest.mark.parametrize(
    ("terminal", "shown"),
    [(True, "Owl: \x1b[1mQuick.\x1b[0m Take [coin]\x1b[3m*\x1b[0m\n"), (False, "Owl: Quick. Take [coin]*\n")],
)
def test_a_terminal_shows_marks_and_a_pipe_plain_words(terminal: bool, shown: str) -> None:
    said = Text("Owl: Quick. Take [coin]*")
    style_marks(said, "Quick. Take [coin]*", RUNS)
    console = Console(force_terminal=terminal, color_system="standard" if terminal else None, width=80)
    with console.capture() as caught:
        console.print(said)
    assert caught.get() == shown


def test_a_hint_shows_the_findings_of_a_search(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminal_play, "HINT", Budget(200))
    monkeypatch.setattr("sys.stdin", io.StringIO("h\nq\n"))
    said = command("play", "tic_tac_toe", "--seed", "1")
    assert said.status == 0
    rows = [line.split() for line in said.out.splitlines() if line.endswith("%")]
    assert len(rows) == terminal_play.BEST
    assert sum(int(row[-2]) for row in rows) <= 200
    assert rows[0][-2] == max((row[-2] for row in rows), key=int)


def test_hints_can_be_shown_at_every_question(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """With `--hint` each question shows the findings of a search, worded as its options are."""
    monkeypatch.setattr(terminal_play, "HINT", Budget(40))
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n1\nq\n"))
    said = command("play", "connect_four", "--seed", "1", "--hint", "--bot", "random")
    assert said.status == 0
    assert said.out.count("tried") == 3  # a table at each of three questions
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n1\nq\n"))
    assert "tried" not in command("play", "connect_four", "--seed", "1", "--bot", "random").out


def test_hints_in_a_long_game(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hints name places as the question does; few trials suffice for a clear choice, and too few are reported."""
    few = "So few trials say little."
    monkeypatch.setattr(terminal_play, "HINT", Budget(36))
    monkeypatch.setattr("sys.stdin", io.StringIO("1\nq\n"))
    said = command("play", "tokyo_metro", "--seed", "3", "--players", "2", "--hint", "--bot", "greedy")
    assert said.status == 0
    asked, hint = said.out.split("Where do you walk?")[1].split("tried")
    offered = {line.split(maxsplit=1)[0]: line.split(maxsplit=1)[1].strip() for line in asked.splitlines()[1:-1]}
    hinted = [line.rsplit(maxsplit=2) for line in hint.splitlines() if line.endswith("%")]
    assert len(hinted) == terminal_play.BEST
    for named, visits, _ in hinted:
        typed, place = named.split(maxsplit=1)
        assert offered[typed] == place.strip()
        assert 2 <= int(visits) < terminal_play.FEW
    assert few not in hint
    monkeypatch.setattr(terminal_play, "HINT", Budget(4))
    monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
    assert few in command("play", "tokyo_metro", "--seed", "3", "--players", "2", "--hint", "--bot", "greedy").out


def test_a_bot_with_a_budget(command: Command) -> None:
    assert command("run", "pig", "--bot", "mcts:30", "--bot", "random").status == 0
    said = command("run", "pig", "--bot", "mcts:many")
    assert said.status == 2
    assert "many is not a budget of a search" in said.err
    assert (
        "wild is not a policy of playouts; there are: random, greedy, turn, rounds, guessing"
        in command("run", "pig", "--bot", "mcts:9,wild").err
    )
    assert "there is no bot mtcs" in command("run", "pig", "--bot", "mtcs:5").err
