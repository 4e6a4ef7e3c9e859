"""Tests of the greedy bot in ITC: it never gives up a great sale for other dice or for six cards."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
import regelwerk
from regelwerk_runtime.bots.greedy_bot import GreedyBot
from regelwerk_runtime.bots.seat import seat_of

GREAT = 50_000


def great_sale(prices: dict[str, int], rng: Random) -> dict[str, int]:
    """Goods of a few colours that bring in more than 50,000 together, while no single colour does."""
    while True:
        goods = {good: rng.randrange(11) if rng.random() < 0.7 else 0 for good in prices}
        takings = [goods[good] * price for good, price in prices.items()]
        if max(takings) <= GREAT < sum(takings):
            return goods


def position(game: regelwerk.Game, area: str, goods: dict[str, int]) -> dict[str, Any]:
    """The first player begins a turn with enough stones to sell these goods."""
    start = game.start(2, seed=1).state.to_dict()
    force = max(goods.values())
    start["goods"][area] = goods
    start["stones"][area][0] = force
    start["supply"][0] -= force
    return {"goods": start["goods"], "stones": start["stones"], "supply": start["supply"], "starter": 0}


@pytest.mark.slow
def test_a_sale_of_more_than_50_000_is_preferred_to_six_cards() -> None:
    """The red die shows six: a player who takes it draws six cards and sells nothing."""
    game = regelwerk.load("itc")
    tables = game.checked.tables
    prices = {row.key: price for row in tables["Good"].rows if isinstance(price := row.values["sold"], int)}
    at_once = {card.key for card in game.checked.cards if card.fields.get("at_once") is True}
    rng = Random(16)
    for seed in range(2):
        for area in (row.key for row in tables["Area"].rows):
            goods = great_sale(prices, rng)
            match = game.start(2, seed, given=position(game, area, goods), chance="explicit")
            outcomes = iter([sum(map(bool, goods.values())), 6])
            bot, rivals = GreedyBot(0, seed), match.state.money[1]
            while (decision := match.decision) is not None and decision.player != 1:
                keys = [option.key for option in decision.options]
                if decision.player is None:
                    drawn = [key for key in keys if key not in at_once]
                    match.choose(str(next(outcomes)) if keys[0] == "1" else rng.choice(drawn))
                elif "roll_without(blue)" in keys:
                    match.choose("roll_without(blue)")
                else:
                    match.choose(bot.choose(seat_of(match)))
            assert match.state.money[0] > GREAT, (area, goods)
            assert match.state.money[1] == rivals


def test_a_sale_of_more_than_50_000_is_preferred_to_another_die() -> None:
    game = regelwerk.load("itc")
    start = game.start(2, seed=1).state.to_dict()
    goods, stones, supply = start["goods"], start["stones"], start["supply"]
    goods["grey_market"] = {"black": 0, "white": 10, "red": 0, "green": 0, "yellow": 10, "blue": 10}
    stones["grey_market"], supply[0] = [6, 0], supply[0] - 6
    seen = 0
    for seed in range(16):
        match = game.start(2, seed=seed, given={"goods": goods, "stones": stones, "supply": supply, "starter": 0})
        bot, key = GreedyBot(0, seed), ""
        while not key.startswith("take_die"):
            decision = match.decision
            assert decision is not None
            key = decision.options[bot.choose(seat_of(match))].key
            match.choose(key)
        pips = match.state.pips
        if pips["green"] >= 3:  # the red die may sell as much
            seen += 1
            assert key == "take_die(green)" or (key == "take_die(red)" and pips["red"] <= 3)
    assert seen > 4
