"""Tests of the endings of simulated games: which of several `finish` lines ended each game."""

from __future__ import annotations

from pathlib import Path

import regelwerk
from regelwerk_simulation.dataset import Dataset
from regelwerk_simulation.report.making import make_page

RULES = """\
players 1..4

state:
    health: 0..9 = 5
    turns: 0..9 = 0
    found: 0..9 = 0

effect turn(p: Player):
    choose by p "What?":
        search "Search":
            found += 1
        fight "Fight":
            health -= 1
    if health is 0:
        say "All are dead."
        finish
    if found is 5: finish

play at most 99:
    repeat until turns is 2:
        turns += 1
        for each p in Player:
            do turn(p)

outcome together: won when found is 5
"""


def test_the_line_that_ended_each_game_is_recorded(tmp_path: Path) -> None:
    folder = tmp_path / "quest"
    folder.mkdir()
    (folder / "game.yaml").write_text("name: quest\ntitle: Quest\nsources: [quest.regel]\n", encoding="utf-8")
    (folder / "quest.regel").write_text(RULES, encoding="utf-8")
    with regelwerk.simulate(folder, 60, players=4, seed=3, jobs=1, output=tmp_path / "quest.parquet") as data:
        ends = data.rows("SELECT reason, ended, min(winners), count(*) FROM games GROUP BY ALL ORDER BY 1, 2, 3")
        finished = [(reason, line, winners) for reason, line, winners, _ in ends]
        assert finished == [
            ("finish", "quest.regel:16", 0),
            ("finish", "quest.regel:17", 4),
            ("play ended", None, 0),
        ]
    with Dataset.open(tmp_path / "quest.parquet") as data:
        statements = " ".join(make_page([data], "en")[0].findings)
    assert (
        "quest.regel:16: the rules end the game" in statements
        and "quest.regel:17: the rules end the game" in statements
    )


def test_an_engine_knows_the_line_until_it_begins_again(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text("name: quest\ntitle: Quest\nsources: [quest.regel]\n", encoding="utf-8")
    (tmp_path / "quest.regel").write_text(RULES, encoding="utf-8")
    match = regelwerk.load(tmp_path).start(4, seed=1)
    assert match.engine.ended == ""
    for _ in range(5):
        match.choose("search")
    assert match.engine.ended == match.copy().engine.ended == "quest.regel:17"
    match.engine.restart(2)
    assert match.engine.ended == ""
