"""Tests of the figures of reports against the same figures computed in plain Python from the rows."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plausible import CARDS, Simulated, simulate
from regelwerk_simulation.dataset import Dataset
from regelwerk_simulation.report.figures.batch import LINE, Batch
from regelwerk_simulation.report.figures.cards import Fate, card_figures
from regelwerk_simulation.report.figures.decks import decks
from regelwerk_simulation.report.figures.estimates import Distribution, discoveries, share, unlikely
from regelwerk_simulation.report.figures.measures import Who, measures
from regelwerk_simulation.report.figures.rules import choices, reach
from regelwerk_simulation.report.figures.seats import duels, luck, places
from scipy import stats

BROKEN = 5


@pytest.fixture(scope="module")
def made() -> Simulated:
    return simulate(games=60, players=3, bots=("plain", "keen"), broken=BROKEN)


@pytest.fixture(scope="module")
def batch(made: Simulated, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Batch]:
    with Dataset.open(made.write(tmp_path_factory.mktemp("figures") / "made.parquet")) as data:
        yield Batch(data, "en")


def whole(made: Simulated, table: str) -> list[tuple]:  # type: ignore[type-arg]
    """The rows of the games that did not break; column 12 is the error."""
    broken = {row[0] for row in made.rows["games"] if row[12] is not None}
    return [row for row in made.rows[table] if row[0] not in broken]


def test_course(made: Simulated, batch: Batch) -> None:
    games = whole(made, "games")
    assert batch.games == len(games) == 55
    assert batch.broken == (("no such place", BROKEN, 55, 1055),)
    rounds = [row[6] for row in games]
    found = batch.course.lengths["rounds"]
    assert found.average == pytest.approx(statistics.mean(rounds))
    assert found.deviation == pytest.approx(statistics.stdev(rounds))
    assert (found.least, found.most) == (min(rounds), max(rounds))
    assert found.quantile(0.5) == sorted(rounds)[math.ceil(len(rounds) / 2) - 1]
    low, high = stats.t.interval(0.95, len(rounds) - 1, statistics.mean(rounds), stats.sem(rounds))
    assert (found.mean.low, found.mean.high) == pytest.approx((low, high))
    ends = Counter(row[3] + (LINE + row[-1] if row[-1] else "") for row in games)
    assert {end: count for end, count, _ in batch.course.ends} == ends
    assert batch.course.alone == sum(row[8] == 1 for row in games)
    assert batch.course.margin.average == pytest.approx(statistics.mean(row[9] for row in games))
    assert batch.course.settled.size == sum(row[11] is not None for row in games)


@pytest.mark.parametrize(("by", "column"), [("seat", 1), ("turn_order", 2), ("bot", 3)])
def test_places(made: Simulated, batch: Batch, by: str, column: int) -> None:
    found = {place.key: place for place in places(batch, by)}
    rows = whole(made, "seats")
    assert found.keys() == {row[column] for row in rows}
    for key, place in found.items():
        own = [row for row in rows if row[column] == key]
        assert place.size == len(own)
        assert place.wins.value == pytest.approx(sum(row[6] for row in own) / len(own))
        assert place.fair == pytest.approx(1 / 3)
        assert place.scores.average == pytest.approx(statistics.mean(row[4] for row in own))
        assert place.rank is not None
        assert place.rank.value == pytest.approx(statistics.mean(row[5] for row in own))
        assert place.forced == pytest.approx(sum(row[8] for row in own) / sum(row[7] for row in own))


def test_decks(made: Simulated, batch: Batch) -> None:
    [bank] = decks(batch)  # the other one has no cards at the beginning
    rows = [row for row in whole(made, "decks") if row[1] == "bank"]
    ran_out = sum(row[4] is not None for row in rows)
    assert 0 < ran_out < len(rows)
    assert (bank.name, bank.empty.value) == ("bank", ran_out / len(rows))
    assert (bank.first.quantile(0.5), bank.rounds.quantile(0.5), bank.least.least) == (30, 9, 0)


def test_bots_against_each_other(made: Simulated, batch: Batch) -> None:
    ahead = []
    by_game: dict[int, list[tuple]] = {}  # type: ignore[type-arg]
    for row in whole(made, "seats"):
        by_game.setdefault(row[0], []).append(row)
    for rows in by_game.values():
        pairs = [(a[5], b[5]) for a in rows for b in rows if a[3] == "keen" and b[3] == "plain"]
        ahead.append(statistics.mean(1.0 if a < b else 0.5 if a == b else 0.0 for a, b in pairs))
    (duel,) = duels(batch)
    assert (duel.better, duel.other, duel.games) == ("keen", "plain", 55)
    assert duel.ahead.value == pytest.approx(statistics.mean(ahead))


def test_the_better_bot_is_named_first(tmp_path: Path) -> None:
    """The order does not depend on the alphabet."""
    made = simulate(games=40, players=2, bots=("dull", "keen"))
    ranks = {(row[0], row[3]): row[5] for row in made.rows["seats"]}
    ahead = [(ranks[game, "dull"] - ranks[game, "keen"] + 1) / 2 for game in range(40)]
    with Dataset.open(made.write(tmp_path / "games.parquet")) as data:
        (duel,) = duels(Batch(data, "en"))
    assert (duel.better, duel.other, duel.games) == ("keen", "dull", 40)
    assert 0.5 < duel.ahead.value == pytest.approx(statistics.mean(ahead))


def test_luck(made: Simulated, batch: Batch) -> None:
    rows = whole(made, "seats")
    middle = statistics.mean(row[6] for row in rows)
    total = sum((row[6] - middle) ** 2 for row in rows)

    def within(*columns: int) -> float:
        groups: dict[tuple, list[float]] = {}  # type: ignore[type-arg]
        for row in rows:
            groups.setdefault(tuple(row[at] for at in columns), []).append(row[6])
        return sum(sum((won - statistics.mean(wins)) ** 2 for won in wins) for wins in groups.values())

    found = luck(batch)
    assert found is not None
    assert found.bot == pytest.approx(1 - within(3) / total)
    assert found.seat == pytest.approx(1 - within(2) / total)
    assert found.rest == pytest.approx(within(3, 2) / total)


def test_cards(made: Simulated, batch: Batch) -> None:
    won = {(row[0], row[1]): row[6] for row in whole(made, "seats")}
    of_seat = {seat: statistics.mean(won[at] for at in won if at[1] == seat) for seat in {at[1] for at in won}}
    found = {card.key: card for card in card_figures(batch)}
    assert list(found) == list(CARDS)
    for key, card in found.items():
        rows = [row for row in whole(made, "cards") if row[1] == key]
        of_players = [row for row in rows if row[2] >= 0]
        sums = [sum(row[at] for row in of_players) for at in range(3, 7)]
        assert [card.held, card.offered, card.chosen, card.acted] == sums
        assert card.shown == sum(row[3] for row in rows if row[2] < 0)
        assert card.games == len({row[0] for row in rows})
        assert card.acts is (key not in ("coin", "prize", "omen"))
        assert card.uses == (card.acted if card.acts else card.chosen)
        users = [(row[0], row[2]) for row in rows if row[6 if card.acts else 5] > 0]
        players = [won[user] for user in users]
        assert card.played == len(players)
        assert (card.when_played is None) is (len(players) < 20)
        if card.when_played is not None:
            assert card.when_played.wins.value == pytest.approx(statistics.mean(players))
            assert card.when_played.fair == pytest.approx(statistics.mean(of_seat[seat] for _, seat in users))
    fates = {key: card.fate for key, card in found.items()}
    assert (fates["ghost"], fates["stone"], fates["relic"]) == (Fate.UNSEEN, Fate.UNPLAYABLE, Fate.UNCHOSEN)
    assert (fates["prize"], fates["omen"]) == (Fate.USED, Fate.USED)  # no player uses them
    assert {fates["purse"], fates["brick"], fates["letter"], fates["coin"]} == {Fate.USED}
    assert fates["coupon"] is Fate.UNUSED


def test_marks_of_cards_stand_out(simulations: dict[str, Path]) -> None:
    with Dataset.open(simulations["rich"]) as data:
        cards = card_figures(Batch(data, "en"))
    known = [card.when_played for card in cards if card.when_played]
    expected = stats.false_discovery_control([one.chance for one in known]) <= 0.05
    assert [one.marked for one in known] == list(expected)
    assert next(card.when_played.marked for card in cards if card.key == "purse" and card.when_played)


def test_rules(made: Simulated, batch: Batch) -> None:
    found = reach(batch)
    assert found is not None
    assert [(one.line, one.name) for one in found.missed] == [("market.regel:30", "flee")]
    assert (found.total, found.reached) == ({"effect": 2, "option": 2}, {"effect": 1, "option": 2})
    assert [(one.name, offered) for one, offered in found.unchosen] == [("rest", 120)]


@pytest.mark.parametrize("kind", ["<script>", "", "report"])
def test_lines_of_an_unknown_kind_are_left_out(kind: str, tmp_path: Path) -> None:
    """Such a kind had no words, which was an internal error."""
    made = simulate(games=6)
    made.rows["lines"].append(("market.regel:99", kind, "strange", False))
    with Dataset.open(made.write(tmp_path / "strange.parquet")) as data:
        found = reach(Batch(data, "en"))
    assert found is not None and set(found.total) == {"effect", "option"}
    assert {one.kind for one in found.missed} <= {"effect", "option"}


def test_few_games_and_single_choices_or_errors(tmp_path: Path) -> None:
    made = simulate(games=6, broken=2)
    number, _, *rest = made.rows["games"][4]
    made.rows["games"][4] = (number, 10**6, *rest)  # seeds of games are in no order
    made.rows["options"] += [(0, "market.regel:22", "swap", 3, 1), (1, "market.regel:22", "swap", 3, 0)]
    with Dataset.open(made.write(tmp_path / "few.parquet")) as data:
        few = Batch(data, "en")
        found, cards = reach(few), card_figures(few)
        assert few.broken == (("no such place", 2, 4, 10**6),)
    assert found is not None and [one.name for one, _ in found.unchosen] == ["rest"]
    assert any(0 < card.played < 20 for card in cards)
    assert not any(card.when_held or card.when_played for card in cards)  # the share of so few wins says nothing


def test_choices(made: Simulated, batch: Batch) -> None:
    rows, games = whole(made, "decisions"), whole(made, "games")
    found = choices(batch)
    assert found is not None
    assert (found.total, found.forced) == (len(rows), sum(row[5] == 1 for row in rows))
    assert found.share.value == pytest.approx(statistics.mean(row[5] / row[4] for row in games))
    assert found.options.average == pytest.approx(statistics.mean(row[5] for row in rows))
    assert {one.line: one.asked for one in found.questions} == Counter(row[4] for row in rows)


def test_measures(made: Simulated, batch: Batch) -> None:
    won = {(row[0], row[1]): row[6] for row in whole(made, "seats")}
    found = {one.name: one.lines for one in measures(batch)}
    assert list(found) == ["money", "stock", "value"]
    for moment in found["money"][Who.WINNERS]:
        at = [row for row in whole(made, "facts") if row[1:3] == (moment.round, "money") and won[row[0], row[3]] > 0]
        assert moment.games == len({row[0] for row in at}) >= 10
        assert moment.mean == pytest.approx(statistics.mean(row[4] for row in at))
        assert moment.low <= moment.middle <= moment.high
    assert [(one.round, one.mean) for one in found["stock"][Who.GAME]][:2] == [(1, 97), (2, 94)]


# ---- estimates -------------------------------------------------------------------------------------------------------


@given(st.integers(1, 400).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of))))
def test_shares_are_those_of_scipy(counts: tuple[int, int]) -> None:
    count, of = counts
    found = share(count, of)
    interval = stats.binomtest(count, of).proportion_ci(0.95, "wilson")
    assert found is not None
    assert (found.low, found.high) == pytest.approx((interval.low, interval.high), abs=1e-12)


@given(st.integers(0, 100), st.floats(0.05, 0.95))
def test_unlikely_values_lie_outside_the_interval(count: int, expected: float) -> None:
    found = share(count, 100)
    assert found is not None and found.low is not None and found.high is not None
    if abs(unlikely(count, 100, expected) - 0.05) > 1e-6:
        assert (unlikely(count, 100, expected) < 0.05) is not (found.low <= expected <= found.high)


@given(st.lists(st.integers(-50, 50), min_size=2, max_size=60))
def test_distributions(values: list[int]) -> None:
    found = Distribution.of(Counter(values).items())
    assert found.average == pytest.approx(statistics.mean(values))
    assert found.deviation == pytest.approx(statistics.stdev(values))
    for at in (0.1, 0.5, 0.9):
        assert found.quantile(at) == sorted(values)[max(0, math.ceil(at * len(values) - 1e-9) - 1)]
    assert found.between(-50, 51) == len(values)


def test_few_values() -> None:
    assert share(0, 0) is None
    assert discoveries([]) == []
    single = Distribution.of([(3, 1)]).mean
    assert (single.value, single.low, single.high) == (3, None, None)
