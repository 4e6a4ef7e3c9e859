"""Tests of reports and comparisons of games that all win or lose together: results belong to games, not to players."""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from pathlib import Path

import pytest
from plausible import CARDS, Simulated, simulate
from regelwerk_simulation.compare.comparison import compare_pairs
from regelwerk_simulation.compare.pairs import Pairs
from regelwerk_simulation.compare.questions import Questions
from regelwerk_simulation.dataset import Dataset
from regelwerk_simulation.report.figures.batch import Batch
from regelwerk_simulation.report.figures.cards import card_figures
from regelwerk_simulation.report.figures.seats import scores
from regelwerk_simulation.report.page import Chart, Kind, Listing, Page, Text
from reported import Report
from scipy import stats

pytestmark = pytest.mark.slow

WINNERS, REASON = 8, 3
"""Columns of the table of games."""


@pytest.fixture(scope="module")
def made() -> Simulated:
    return simulate(together=True, broken=5)


@pytest.fixture(scope="module")
def batch(made: Simulated, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Batch]:
    with Dataset.open(made.write(tmp_path_factory.mktemp("together") / "games.parquet")) as data:
        yield Batch(data, "en")


def results(made: Simulated) -> dict[int, bool]:
    """For each game that did not break, whether it was won."""
    return {row[0]: row[WINNERS] > 0 for row in made.rows["games"] if row[12] is None}


def words(page: Page) -> str:
    """All text that a reader sees."""
    found: list[str] = [*page.findings]
    for section in page.sections:
        for block in section.all_blocks():
            match block:
                case Text():
                    found.append(block.words)
                case Listing():
                    found += block.items
                case Chart():
                    found += [block.title, block.says, block.table.caption]
                    found += (column.title for column in block.table.columns)
                case _:
                    found += [block.caption, *(column.title for column in block.columns)]
    return "\n".join(found)


def test_the_result_comes_first(made: Simulated, report: Report) -> None:
    page, tr = report(simulate(together=True))
    won = list(results(simulate(together=True)).values())
    interval = stats.binomtest(sum(won), len(won)).proportion_ci(method="wilson")
    low, high = tr.range(interval.low, interval.high, Kind.SHARE).split("–")
    assert 0 < sum(won) < len(won)
    assert page.findings[0] == (
        f"The players won together in {tr.share(sum(won) / len(won))} ({low}–{high}) of the games."
    )
    assert page.findings[1].startswith("Why games ended: ")
    assert "somebody is rich (" in page.findings[1]


@pytest.mark.parametrize("bots", [("plain",), ("plain", "keen")])
def test_players_are_not_compared(report: Report, bots: tuple[str, ...]) -> None:
    page, _ = report(simulate(together=True, bots=bots))
    keys = {section.key for section in page.sections}
    assert keys.isdisjoint({"seats", "bots", "luck", "lead"}) and {"ends", "scores", "cards"} <= keys
    said = words(page).lower()
    assert not [one for one in ("fair", "order of play", "winners", "place", "nobody wins") if one in said]


@pytest.mark.parametrize("lang", ["de", "ja"])
def test_results_in_other_languages(report: Report, lang: str) -> None:
    page, tr = report(simulate(together=True), lang=lang)
    assert page.findings[0].startswith(tr("finding together", share="").split(" ")[0][:3])
    assert tr("fair share") not in words(page) and tr("all games") in words(page)


def test_cards_are_counted_by_games(made: Simulated, batch: Batch) -> None:
    won = results(made)
    for card in card_figures(batch):
        rows = [row for row in made.rows["cards"] if row[1] == card.key and row[0] in won]
        games = {row[0] for row in rows if row[6 if card.acts else 5] > 0}
        assert card.played == len(games)
        assert (card.when_played is None) is (len(games) < 20)
        if card.when_played is not None:
            assert card.when_played.wins.value == pytest.approx(statistics.mean(won[game] for game in games))
            assert card.when_played.fair == pytest.approx(statistics.mean(won.values()))
    assert {card.key for card in card_figures(batch) if card.when_played} >= {"purse", "brick", "letter"}
    assert set(CARDS) == {card.key for card in card_figures(batch)}
    assert not next(card for card in card_figures(batch) if card.key == "omen").when_held  # turned up for nobody


def test_scores_count_once(batch: Batch, report: Report) -> None:
    page, _ = report(simulate(together=True))
    [table] = [table for table in page.tables() if table.key == "score-spread"]
    assert [row[0] for row in table.rows] == ["All games", "Games won"]
    assert scores(batch, "all").size == batch.games
    assert scores(batch, "winners").size == batch.course.alone + batch.course.shared


def test_games_are_compared(tmp_path: Path, report: Report) -> None:
    sides = [simulate(together=True), simulate(together=True, purse=20, variants=("rich",))]
    paths = [one.write(tmp_path / f"{at}.parquet") for at, one in enumerate(sides)]
    with Dataset.open(paths[0]) as base, Dataset.open(paths[1]) as variant:
        pairs = Pairs(base, variant)
        made = compare_pairs(pairs, base, variant)
        asked = Questions()
        asked.add(pairs)
        pairs.close()
    line = made.line("together")
    before, after = (statistics.mean(results(one).values()) for one in sides)
    assert (line.base, line.variant) == pytest.approx((before, after))
    assert line.is_sure and line.difference == pytest.approx(after - before)
    assert {line.group for line in made.lines}.isdisjoint({"seat", "order", "bot", "best", "tied", "margin", "settled"})
    assert {(one.group, one.key) for one in asked.answers} == {
        *(("mattered", ""), ("together", ""), ("score", ""), ("length", "")),
    }
    purse = made.line("won", "purse")
    used = {row[0] for row in sides[0].rows["cards"] if row[1] == "purse" and row[6] > 0}
    assert purse.base == pytest.approx(statistics.mean(results(sides[0])[game] for game in used))
    page, _ = report(*sides)
    [table] = [table for table in page.tables() if table.key == "differences-2"]
    assert table.rows[0][0] == "Games won together"
    assert "Wins of" not in words(page)
