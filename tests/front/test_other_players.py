"""Tests of variants for other numbers of players: tests and booklets omit examples that cannot be played."""

from __future__ import annotations

from pathlib import Path

import pytest
from market_game import Command
from regelwerk.loading.compilation import load_compiled
from regelwerk.loading.source import source_of
from regelwerk.printing.positions import played_scenarios
from regelwerk_printables.booklet import book

RULES = """players 2..4
state:
    n: 0..99 = 0
play at most 9: n += 1
outcome for p: most n
scenario two "Two play":
    given players A, B
    when play
    expect n is 1
scenario any_number "Any number plays":
    when play
    expect n is 1
chapter rules "Rules":
    \"\"\"
    See [](#scenario.two) and [](#scenario.any_number).

    {{ scenario two }}
    {{ scenario any_number }}
    \"\"\"
variant solo "Alone":
    amend players.low: 2 -> 1
    amend players.high: 4 -> 1
"""
FAILS = "    add scenario lost:\n        given players A, B\n        expect n is 0\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "rules.regel").write_text(RULES, encoding="utf-8")
    game = "name: count\ntitle: Count\nsources: [rules.regel]\nlanguages: [en]\n"
    (tmp_path / "game.yaml").write_text(game, encoding="utf-8")
    return tmp_path


def test_examples_with_other_numbers_are_left_out_and_counted(command: Command, folder: Path) -> None:
    said = command("test", folder, "--variant", "solo")
    assert said.status == 0 and "Any number plays" in said.out and "Two play" not in said.out, said
    assert "1 scenario: all passed, 1 scenario for other numbers of players left out" in said.err
    said = command("test", folder, "--variants")
    assert said.status == 0
    assert "3 scenarios in 2 games: all passed, 1 scenario for other numbers of players left out" in said.err
    assert "left out" not in command("test", folder).err


def test_an_example_of_the_variant_itself_must_have_its_players(command: Command, folder: Path) -> None:
    (folder / "rules.regel").write_text(RULES + FAILS, encoding="utf-8")
    said = command("check", folder, "--oneline", "--variant", "solo")
    assert said.status == 1 and "error[E0701]: the game is for 1 player, not 2" in said.out, said


@pytest.mark.parametrize(("variants", "two"), [((), True), (("solo",), False)])
def test_booklets_show_the_examples_that_can_be_played(folder: Path, variants: tuple[str, ...], two: bool) -> None:
    made = load_compiled(source_of(folder, variants))
    content = book(made.game, "en", played_scenarios(made.rules, made.scenario_list, "en")).content()
    assert content.problems == []
    page = str(content)
    assert ("Example: Two play" in page) is two and "Example: Any number plays" in page
    assert "Two play" in page  # the words of the link stay
