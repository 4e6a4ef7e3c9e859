"""Tests of facts that the documents state about ITC's transport cards, checked on the table with its misprints."""

import csv
import re
from itertools import combinations
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "cards" / "itc"

CARRIED = {"black": 2_000, "white": 2_500, "red": 3_000, "green": 3_500, "yellow": 4_500, "blue": 6_000}
ROUTES = {"gray": 6, "red": 5, "blue": 4, "green": 3}  # rows of each route, the longest first
CONTINENTS = {"africa", "asia", "australia", "europe", "north_america", "south_america"}
CAPACITY = 10
FAMILIES = {("Continent",): 6, ("Route",): 4, ("Continent", "Continent"): 15}

# misprints of the first edition, which the errata correct
HIDDEN_WHITE = "t104"
WRONG_CIRCLE = "t205"
NO_ROUTES = "n909"
NO_CIRCLE = {"t167", "t287"}


def amounts(cell: str) -> dict[str, int]:
    """`red 1, white 1` as a dict."""
    pairs = (part.split() for part in cell.split(",") if part.strip())
    return {name: int(number.replace("_", "")) for name, number in pairs}


class Card:
    """A row of the table; `load` and `at_risk` are corrected, `printed` has the misprints."""

    def __init__(self, row: dict[str, str]) -> None:
        self.printed = row
        self.key = row["key"]
        self.index = int(row["index"])
        self.routes = [part.strip() for part in row["routes"].split(",") if part.strip()]
        self.profit = amounts(row["profit"])
        self.after_theft = amounts(row["after_theft"])
        self.load = amounts(row["load"])
        if self.key == HIDDEN_WHITE:
            self.load["white"] = 1
        self.dearest = max(self.load, key=CARRIED.__getitem__)
        self.value = sum(CARRIED[good] * number for good, number in self.load.items())

    def __repr__(self) -> str:
        return self.key


with (FOLDER / "cards" / "transport.csv").open(encoding="utf-8", newline="") as file:
    CARDS = [Card(row) for row in csv.DictReader(file, delimiter=";")]
NEUTRAL = [card for card in CARDS if card.printed["destination"]]
OWNED = [card for card in CARDS if not card.printed["destination"]]
BY_KEY = {card.key: card for card in CARDS}


def every(cards: list[Card]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("card", cards, ids=repr)


def rank_correlation(xs: list[float], ys: list[float]) -> float:
    """Spearman's rank correlation; equal values share their mean rank."""

    def ranks(values: list[float]) -> list[float]:
        ordered = sorted(values)
        return [ordered.index(value) + (ordered.count(value) - 1) / 2 for value in values]

    a, b = ranks(xs), ranks(ys)
    mean = (len(a) - 1) / 2
    spread = sum((x - mean) ** 2 for x in a) * sum((y - mean) ** 2 for y in b)
    return sum((x - mean) * (y - mean) for x, y in zip(a, b, strict=True)) / spread**0.5


# ---- the deck


def test_counts() -> None:
    assert len(CARDS) == 94
    assert 14 <= len(NEUTRAL) <= 18


def test_indexes() -> None:
    indexes = [card.index for card in CARDS]
    assert len(set(indexes)) == len(indexes) == len(BY_KEY)
    assert all(100 <= index <= 999 for index in indexes)
    assert min(indexes) < 200
    assert {HIDDEN_WHITE, WRONG_CIRCLE} <= {card.key for card in OWNED}
    assert all(card.key[1:] == str(card.index) for card in CARDS)


@pytest.mark.parametrize("measure", ["load", "profit"])
def test_index_shows_the_value(measure: str) -> None:
    values = [card.value if measure == "load" else sum(card.profit.values()) / 2 for card in OWNED]
    assert rank_correlation([card.index for card in OWNED], values) >= 0.9


def test_partners_for_mega_transports() -> None:
    paired = [card for card in OWNED if any(o is not card and o.index + card.index <= 400 for o in OWNED)]
    assert len(paired) * 4 >= len(OWNED)


def test_every_pair_of_routes_occurs() -> None:
    pairs = {frozenset(card.routes) for card in OWNED}
    assert pairs == {frozenset(pair) for pair in combinations(ROUTES, 2)}


def test_every_good_is_carried_about_equally_often() -> None:
    pieces = {good: sum(card.load.get(good, 0) for card in CARDS) for good in CARRIED}
    assert max(pieces.values()) <= 2 * min(pieces.values())


# ---- each card


@every([card for card in CARDS if card.key != NO_ROUTES])
def test_two_different_routes(card: Card) -> None:
    assert len(card.routes) == len(set(card.routes)) == 2
    assert set(card.routes) <= set(ROUTES)


@every(CARDS)
def test_load_can_be_delivered(card: Card) -> None:
    assert set(card.load) <= set(CARRIED)
    assert all(0 < number <= CAPACITY for number in card.load.values())
    assert 1 <= sum(card.load.values()) <= 8


@every(CARDS)
def test_the_dearest_good_comes_last(card: Card) -> None:
    printed = list(amounts(card.printed["load"]))
    assert printed == sorted(printed, key=CARRIED.__getitem__)


@every(OWNED)
def test_profit_on_both_routes(card: Card) -> None:
    assert set(card.profit) == set(card.after_theft) == set(card.routes)
    for amount in [*card.profit.values(), *card.after_theft.values()]:
        assert amount > 0
        assert amount % 500 == 0


@every(OWNED)
def test_theft_costs_the_value_of_the_good_at_risk(card: Card) -> None:
    for route in card.routes:
        assert card.profit[route] - card.after_theft[route] == CARRIED[card.dearest]


@every(OWNED)
def test_longer_routes_pay_more(card: Card) -> None:
    longer, shorter = sorted(card.routes, key=list(ROUTES).index)
    assert card.profit[longer] > card.profit[shorter] > card.value


@every(OWNED)
def test_the_value_of_a_point_is_plausible(card: Card) -> None:
    for route in card.routes:
        points = ROUTES[route] + 1  # placing, moving up, leaving
        assert 1_500 <= card.profit[route] / points <= 9_000


@every([card for card in OWNED if card.key not in NO_CIRCLE | {WRONG_CIRCLE}])
def test_the_circle_is_on_a_dearest_good(card: Card) -> None:
    assert card.printed["at_risk"] == card.dearest


# ---- neutral cards


def test_neutral_cards_go_everywhere() -> None:
    assert {card.printed["destination"] for card in NEUTRAL} == CONTINENTS


@every(NEUTRAL)
def test_neutral_cards_bring_no_profit(card: Card) -> None:
    assert not card.profit
    assert not card.after_theft
    assert not card.printed["at_risk"]


# ---- the misprints


def test_card_104_hides_its_white_good() -> None:
    assert amounts(BY_KEY[HIDDEN_WHITE].printed["load"]) == {"red": 1}


def test_card_205_has_its_circle_on_a_wrong_good() -> None:
    card = BY_KEY[WRONG_CIRCLE]
    assert card.dearest == "white"
    assert card.printed["at_risk"] == "black"
    assert "black" in card.load


def test_a_neutral_card_for_europe_has_no_routes() -> None:
    card = BY_KEY[NO_ROUTES]
    assert card.printed["destination"] == "europe"
    assert not card.routes


def test_some_cards_have_no_circle() -> None:
    assert {card.key for card in OWNED if not card.printed["at_risk"]} == NO_CIRCLE


# ---- the action cards, counted by their heads


def test_eighty_action_cards_of_twenty_kinds() -> None:
    copies, kinds = 0, []
    for path in FOLDER.rglob("*.regel"):
        text = path.read_text(encoding="utf-8")
        for head in re.findall(r"^card Action .*:$", text, re.M):
            domains = tuple(re.findall(r"\bin (\w+)", head.rpartition('"')[2]))
            times = re.search(r" x(\d+):$", head)
            copies += FAMILIES.get(domains, 1) * (int(times[1]) if times else 1)
        kinds += re.findall(r"^    number = (\d+)$", text, re.M)
    assert copies == 80
    assert sorted(map(int, kinds)) == list(range(1, 21))
