"""Tests of the tables of cards and lines: they agree with the choices, record what runs, and change no game."""

from __future__ import annotations

from pathlib import Path

import pytest
import regelwerk
from orchard_game import write_orchard
from regelwerk_simulation.dataset import Dataset

HOPELESS = """\
variant hopeless "An option for the very rich":
    replace effect earn(p: Player, n: 0..20):
        text "Earn {n}."
        score[p] += n
        if score[p] > 800:
            score[p] -= 1
        if score[p] > 700: score[p] -= 1
        choose by p "And now?":
            go_on "Go on": return
            retire "Stop working" when score[p] > 900
                    bots prefer score[p]
                    bots skip when score[p] < 901:
                score[p] += 1
"""
RASH = """\
variant rash "Apples break the rules of who has a point":
    replace apple.play(p):
        do earn(p, this.bonus)
        score[p] += 996
"""


@pytest.fixture(scope="module")
def orchard(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_orchard(tmp_path_factory.mktemp("orchards") / "orchard")


def play(game: regelwerk.Game | Path, players: int, *bots: str, games: int = 20) -> Dataset:
    return regelwerk.simulate(game, games, players=players, bots=bots, seed=1, jobs=1, tables=["all"])


@pytest.mark.parametrize("bots", [("random",), ("greedy", "random")])
def test_cards_agree_with_the_choices(orchard: Path, bots: tuple[str, ...]) -> None:
    """With two players, everybody holds the three cards dealt and draws one in each of four turns."""
    with play(orchard, 2, *bots) as dataset:
        held = "SELECT game, seat, sum(held) FROM cards GROUP BY ALL"
        assert {cards for _, _, cards in dataset.rows(held)} == {7}
        eaten = dataset.rows(
            "SELECT game, seat, regexp_extract(key, '[(](.*)[)]', 1), count(*) FROM decisions WHERE key <> 'wait' "
            "GROUP BY ALL ORDER BY ALL"
        )
        chosen = "SELECT game, seat, card, {} FROM cards WHERE chosen > 0 ORDER BY ALL"
        assert dataset.rows(chosen.format("chosen")) == dataset.rows(chosen.format("acted")) == eaten
        assert dataset.rows("SELECT count(*) FROM cards WHERE offered < chosen OR (acted > 0 AND chosen = 0)") == [(0,)]
        game = regelwerk.load(orchard)
        for number, seed in dataset.rows("SELECT game, seed FROM games WHERE game < 3"):
            match, offered = game.start(2, seed), dict[tuple[str, int], int]()
            for (key,) in dataset.rows("SELECT key FROM decisions WHERE game = ? ORDER BY number", (number,)):
                assert match.decision is not None
                for card in {option[4:-1].split("#")[0] for option in match.decision.keys if option != "wait"}:
                    at = card, match.decision.player
                    offered[at] = offered.get(at, 0) + 1
                match.choose(key)
            found = dataset.rows("SELECT card, seat, offered FROM cards WHERE game = ? AND offered > 0", (number,))
            assert {(card, seat): count for card, seat, count in found} == offered


def test_a_broken_game_leaves_no_acting_cards_to_the_next(orchard: Path, tmp_path: Path) -> None:
    variant = tmp_path / "rash.regel"
    variant.write_text(RASH, encoding="utf-8")
    with play(regelwerk.load(orchard, variants=[str(variant)]), 2) as dataset:
        broken = "SELECT count(*) FROM games WHERE reason = 'rule error'"
        assert 0 < dataset.rows(broken)[0][0] < 20
        assert dataset.rows("SELECT count(*) FROM cards WHERE acted > chosen") == [(0,)]


def test_cards_come_out_of_a_deck_to_nobody() -> None:
    """Each prize of goofspiel is turned up once; bids belong to their players from the beginning."""
    with play(regelwerk.load("goofspiel"), 2, "random", games=3) as dataset:
        prizes = dataset.rows("SELECT game, card, held FROM cards WHERE seat = -1")
        assert len(prizes) == 3 * 13
        assert {held for _, _, held in prizes} == {1}


def test_a_line_is_reached_when_a_game_runs_it(orchard: Path) -> None:
    """The deck runs out only in games of four players."""
    source = (orchard / "orchard.regel").read_text(encoding="utf-8").split("\n")
    line = f"orchard.regel:{source.index('    otherwise: return') + 1}"
    found = []
    for players in (2, 4):
        with play(orchard, players) as dataset:
            found.append(dataset.rows("SELECT name, reached FROM lines WHERE line = ?", (line,)))
            assert ("earn", True) in dataset.rows("SELECT name, reached FROM lines WHERE kind = 'effect'")
            options = dataset.rows("SELECT name, reached FROM lines WHERE kind = 'option' ORDER BY name")
            assert options == [("eat", True), ("wait", True)]
    assert found == [[("turn", False)], [("turn", True)]]


def test_lines_that_no_game_reaches_are_reported(orchard: Path, tmp_path: Path) -> None:
    variant = tmp_path / "hopeless.regel"
    variant.write_text(HOPELESS, encoding="utf-8")
    with play(regelwerk.load(orchard, variants=[str(variant)]), 4) as dataset:
        lines = HOPELESS.split("\n")
        within, option, rich, beside, *hints = (
            next(number for number, line in enumerate(lines, 1) if text in line)
            for text in (
                *("score[p] -= 1", "choose by p", "if score[p] > 800", "if score[p] > 700"),
                *("bots prefer", "bots skip"),
            )
        )
        unreached = dataset.rows("SELECT split_part(line, ':', -1)::int, kind, name FROM lines WHERE NOT reached")
        assert {(within, "effect", "earn"), (beside, "effect", "earn")} <= set(unreached)
        assert (option, "option", "retire") in unreached
        assert {rich, *hints}.isdisjoint(number for number, _, _ in unreached)


@pytest.mark.slow
def test_marks_change_no_game(tmp_path: Path) -> None:
    """They change neither play nor results; bots that look ahead leave no marks."""
    tables = ["seats", "options", "decisions", "facts", "decks"]
    for bots in (["random"], ["greedy"]):
        files = []
        for more in ([], ["cards", "lines"]):
            path = tmp_path / f"{bots[0]}{len(more)}.parquet"
            settings = {"players": 2, "bots": bots, "seed": 4, "jobs": 1, "output": path}
            regelwerk.simulate("wizards_duel", 6, tables=[*tables, *more], **settings).close()  # type: ignore[arg-type]
            files.append([path.with_suffix(f".{name}.parquet").read_bytes() for name in tables])
        assert files[0] == files[1]


COMPUTED = """\
players 2..2
cardtype Tile "tiles":
    worth(n: Int) -> Int = n
    play(p: Player): return
card Tile plain "Plain" x4
card Tile odd "Odd" x4:
    worth(n) = n / 2
card Tile busy "Busy" x4:
    play(p): points[p] += 1
state:
    points[Player]: 0..99 = 0
setup: return
play at most 1:
    for each c in Tile: do c.play(Player.first)
outcome for p: most points[p]
"""


def test_cards_that_only_compute_values_count_as_without_abilities(tmp_path: Path) -> None:
    head = "name: tiles\ntitle: Tiles\nsources: [game.regel]\nlanguages: [en]\n"
    (tmp_path / "game.yaml").write_text(head, encoding="utf-8")
    (tmp_path / "game.regel").write_text(COMPUTED, encoding="utf-8")
    with play(tmp_path, 2, games=1) as dataset:
        assert dataset.rows("SELECT value FROM run WHERE key = 'acting'") == [('["busy"]',)]
