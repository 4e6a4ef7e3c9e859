"""The greedy bot in ITC: a great sale that it never leaves lying."""

from __future__ import annotations

import regelwerk
from regelwerk_runtime.bots.greedy_bot import GreedyBot
from regelwerk_runtime.bots.seat import seat_of


def test_a_sale_of_more_than_50_000_is_not_left_for_another_die() -> None:
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
