"""Tests of comparisons of made-up games: reported changes are those that were made, and figures agree with the rows."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from plausible import Simulated, simulate
from regelwerk_simulation.compare.comparison import Comparison, compare_pairs
from regelwerk_simulation.compare.pairs import Pairs
from regelwerk_simulation.compare.questions import Questions
from regelwerk_simulation.compare.sequences import Sequence
from regelwerk_simulation.compare.testing import ALPHA
from regelwerk_simulation.dataset import Dataset, DatasetError

GAMES = 40
BOTS = ("plain", "keen")
SEED, SETTLED, ERROR = 1, 11, 12
"""Columns of the table of games."""
Row = tuple[Any, ...]


def made(**settings: Any) -> Simulated:
    return simulate(games=GAMES, players=2, bots=BOTS, **settings)


def change(side: Simulated, table: str, wanted: Callable[[Row], bool], **columns: Any) -> None:
    """Changes the columns `c0`, `c1`, … of some rows, which must exist."""
    rows, found = side.rows[table], [at for at, row in enumerate(side.rows[table]) if wanted(row)]
    assert found
    for at in found:
        rows[at] = tuple(columns.get(f"c{number}", value) for number, value in enumerate(rows[at]))


def compared(folder: Path, base: Simulated, variant: Simulated) -> tuple[Comparison, Questions, Pairs]:
    """The comparison, the answers known when all pairs had come twice, and the pairs."""
    paths = [side.write(folder / f"{name}.parquet") for name, side in (("base", base), ("variant", variant))]
    with Dataset.open(paths[0]) as first, Dataset.open(paths[1]) as second:
        pairs, asked = Pairs(first, second), Questions()
        asked.add(pairs)
        asked.add(pairs)  # a pair that has come before is not taken again
        return compare_pairs(pairs, first, second), asked, pairs


@pytest.fixture(scope="module")
def altered(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Comparison]:
    """The same games on both sides except for a few rows."""
    base, variant = made(), made()
    for game, side, column, value in ((6, base, ERROR, "broke"), (7, variant, ERROR, "broke"), (8, variant, SEED, 5)):
        change(side, "games", lambda row, game=game: row[0] == game, **{f"c{column}": value})
        change(variant, "decisions", lambda row, game=game: row[:2] == (game, 1), c6="otherwise")  # of no pair
        change(variant, "seats", lambda row, game=game: row[0] == game, c4=999)
    change(variant, "decisions", lambda row: row[:2] == (3, 2), c5=9)
    change(variant, "decisions", lambda row: row[:2] == (4, 3), c6="otherwise")
    last = max(row[1] for row in variant.rows["decisions"] if row[0] == 5)
    variant.rows["decisions"] = [row for row in variant.rows["decisions"] if row[:2] != (5, last)]
    end = max(row[1] for row in base.rows["decisions"] if row[0] == 12)
    variant.rows["decisions"].append((12, end + 1, 10, 0, "market.regel:99", 2, "more"))
    variant.rows["decisions"].sort()
    change(variant, "seats", lambda row: row[:2] == (9, 0), c4=-7)
    change(variant, "facts", lambda row: row[:4] == (10, 1, "money", 0), c4=-7)
    variant.rows["facts"] += [(11, 1, "news", 0, 1)]  # nobody knows the position in the base
    led = next(row[0] for row in base.rows["games"] if row[0] > 13 and row[SETTLED])
    change(variant, "games", lambda row: row[0] == led, c11=None)
    comparison, _, pairs = compared(tmp_path_factory.mktemp("altered"), base, variant)
    pairs.close()
    yield comparison


def test_the_place_where_games_differ(altered: Comparison) -> None:
    parting = altered.parting
    assert (altered.base.broken, altered.variant.broken) == (1, 1)
    assert parting.pairs == GAMES - 3
    assert (parting.chosen, parting.offered, parting.valued) == (3, 1, 2)
    assert parting.mattered == 6
    assert (parting.scores, parting.first) == (1, 9)
    assert sum(place.games for place in parting.places) == 4
    assert ("market.regel:99", 1, 12) in [(place.line, place.games, place.game) for place in parting.places]


def test_few_differences_are_not_significant(altered: Comparison) -> None:
    assert all(line.p is None or line.p > ALPHA for line in altered.lines)
    untouched = altered.line("length", "turns")
    assert (untouched.differing, untouched.difference, untouched.p) == (0, 0, 1)
    settled = altered.line("settled")  # a game with no value on one side counts on neither
    assert settled.base == pytest.approx(settled.variant) and settled.differing == 0


def test_a_share_that_differs_in_few_pairs_is_not_tested(tmp_path: Path) -> None:
    base, variant = made(), made()
    for game in range(5):
        change(variant, "cards", lambda row, game=game: row[:2] == (game, "crown"), c6=0)
    comparison, _, pairs = compared(tmp_path, base, variant)
    pairs.close()
    crown = comparison.line("won", "crown")
    assert crown.differing == 5 and crown.base == crown.variant
    assert crown.difference is crown.p is None


def test_figures_agree_with_the_rows(tmp_path: Path) -> None:
    sides = made(), made(purse=20)
    comparison, asked, pairs = compared(tmp_path, *sides)
    for at, side in enumerate(sides):
        won = {row[:2]: row[6] for row in side.rows["seats"]}
        ends = {row[0]: max(fact[1] for fact in side.rows["facts"] if fact[0] == row[0]) for row in side.rows["games"]}
        rows = side.rows["cards"]

        def share(group: str, key: str = "", at: int = at) -> float | None:
            line = comparison.line(group, key)
            return line.variant if at else line.base

        assert share("used", "purse") == pytest.approx(sum(row[6] for row in rows if row[1] == "purse") / GAMES)
        assert share("used", "coin") == pytest.approx(sum(row[5] for row in rows if row[1] == "coin") / GAMES)
        users = [won[row[0], row[2]] for row in rows if row[1] == "purse" and row[6] > 0]
        assert len(users) < sum(row[1] == "purse" for row in rows)
        assert share("won", "purse") == pytest.approx(statistics.mean(users))
        money = [row[4] for row in side.rows["facts"] if row[2] == "money" and row[1] == ends[row[0]]]
        assert share("measure", "money") == pytest.approx(statistics.mean(money))
        keen = [row[6] for row in side.rows["seats"] if row[3] == "keen"]
        assert share("bot", "keen") == pytest.approx(statistics.mean(keen))
    assert comparison.line("length", "rounds").is_sure

    mattered = pairs.mattered
    pairs.close()
    answers = {(one.group, one.key): one for one in asked.answers}
    assert {one.games for one in answers.values()} == {GAMES}
    alone = Sequence(ALPHA / len(answers))  # the probability that any of them is wrong
    alone.add(np.asarray(mattered))
    answer = answers["mattered", ""]
    assert (answer.mean, (answer.low, answer.high)) == (alone.mean, alone.interval)
    assert answer.low > 0 and answer.verdict in ("about", "open")  # the side that it favours does not matter
    assert answers["length", ""].verdict == "less"


def test_answers_known_during_play_are_not_tested_again(tmp_path: Path) -> None:
    sides = [side.write(tmp_path / f"{at}.parquet") for at, side in enumerate((made(), made(purse=20)))]
    with Dataset.open(sides[0]) as base, Dataset.open(sides[1]) as variant:
        pairs, asked = Pairs(base, variant), Questions()
        asked.add(pairs)
        comparison = compare_pairs(pairs, base, variant, asked.answers)
        pairs.close()
    assert comparison.answers == asked.answers and comparison.tested == 0
    assert {(line.p, line.low, line.high, line.detectable) for line in comparison.lines} == {(None,) * 4}


def test_one_bot_is_not_compared_with_itself(tmp_path: Path) -> None:
    sides = simulate(games=20, players=2), simulate(games=20, players=2, purse=20)
    comparison, _, pairs = compared(tmp_path, *sides)
    pairs.close()
    assert {line.group for line in comparison.lines}.isdisjoint({"bot"})


def test_changed_files_are_not_compared(tmp_path: Path) -> None:
    base, variant = made(), made()
    change(variant, "seats", lambda row: row[:2] == (0, 0), c6=7.0)
    with pytest.raises(DatasetError, match="won"):
        compared(tmp_path, base, variant)
    mixed = made(together=True)
    assert not compared(tmp_path, made(), mixed)[2].together
