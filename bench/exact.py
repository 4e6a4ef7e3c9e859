"""`bench/exact.py`: choices of searches beside exact solutions of small games.

Pig by value iteration (T. Neller, C. Presser 2004), tic-tac-toe and ends of connect four by full search, Kuhn poker by
best responses to how often a search bets or calls in each of the twelve information sets:

    bench/exact.py --playouts 50 200 800 --positions 200 --games 100
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from functools import cache
from itertools import permutations, product
from random import Random

import regelwerk
from bots import CHIPS, wilson
from regelwerk_runtime.bots.search.search_bot import Budget, InformationBot, PositionBot
from regelwerk_runtime.bots.seat import seat_of
from regelwerk_runtime.match import Match

GOAL = 100
CARDS = ("jack", "queen", "king")
ASKED = {0: ((), ("check", "bet")), 1: (("check",), ("bet",))}
"""What has been said when each player of Kuhn poker is asked."""
Spot = tuple[int, tuple[str, ...]]


@cache
def solved_pig() -> dict[tuple[int, int, int], tuple[float, float]]:
    """The chance to win after holding and after rolling, by own points, those of the other, and the pot."""
    found: dict[tuple[int, int, int], tuple[float, float]] = {}
    begins = [[0.5] * GOAL for _ in range(GOAL)]  # the chance of who is about to roll first
    for total in range(2 * GOAL - 2, -1, -1):  # points never become fewer, so only pairs of turns without gain circle
        for own in range(max(0, total - GOAL + 1), total // 2 + 1):
            pair = {(own, total - own), (total - own, own)}
            while True:
                change = 0.0
                for a, b in pair:
                    best = [1.0] * (GOAL + 6)
                    for pot in range(GOAL - a - 1, -1, -1):
                        hold = 1 - begins[b][a + pot]
                        roll = (1 - begins[b][a] + sum(best[pot + 2 : pot + 7])) / 6
                        found[a, b, pot] = hold, roll
                        best[pot] = max(hold, roll) if pot else roll
                    change = max(change, abs(best[0] - begins[a][b]))
                    begins[a][b] = best[0]
                if change < 1e-9:
                    break
    return found


def pig_of(match: Match) -> tuple[float, float]:
    """The chances after holding and rolling at a choice."""
    score, player = match.state.score, match.engine.player
    return solved_pig()[score[player], score[1 - player], match.state.pot]


def best_of_pig(match: Match) -> str:
    hold, roll = pig_of(match)
    return "roll" if roll > hold else "hold"


def compare_pig(budget: Budget, positions: int, games: int) -> None:
    """How often a search agrees with the best choice, what it loses, and how many games it wins against it."""
    game, rng, agrees, lost = regelwerk.load("pig"), Random(1), 0, 0.0
    for seed in range(positions):
        match, met = game.start(2, rng.getrandbits(30)), list[Match]()
        while match.decision is not None:
            met.append(match.copy())
            match.choose(rng.choice(("roll", "hold")) if rng.random() < 0.1 else best_of_pig(match))
        match = rng.choice(met)
        chosen = match.decision.keys[PositionBot(match.engine.player, seed, budget).choose(seat_of(match))]
        agrees += chosen == best_of_pig(match)
        lost += 0.0 if chosen == best_of_pig(match) else abs(pig_of(match)[0] - pig_of(match)[1])
    won = 0
    for number in range(games):
        match, seat = game.start(2, number // 2), number % 2
        bot = PositionBot(seat, number, budget)
        while match.decision is not None:
            match.choose(bot.choose(seat_of(match)) if match.engine.player == seat else best_of_pig(match))
        won += match.outcome.ranking[seat] == 1
    low, high = wilson(won / games, games)
    print(
        f"pig, mcts:{budget.playouts}: the best choice at {agrees} of {positions} positions, "
        f"{lost / positions:.2%} of a win lost on average; {won} of {games} games won against the best play "
        f"({low:.0%} to {high:.0%})"
    )


def worth(match: Match, player: int, known: dict[object, int]) -> int:
    """1 if a player wins if both play best, -1 if he loses, else 0."""
    if match.decision is None:
        ranking = match.outcome.ranking
        return 0 if ranking[0] == ranking[1] else 1 if ranking[player] == 1 else -1
    key = repr((match.state.to_dict(), match.engine.player))
    if key not in known:
        known[key] = max(after(match, known))
    return known[key] if match.engine.player == player else -known[key]


def after(match: Match, known: dict[object, int]) -> list[int]:
    """The worths of the options to the player who chooses."""
    found = []
    for index in range(len(match.decision.options)):
        one = match.copy()
        one.choose(index)
        found.append(worth(one, match.engine.player, known))
    return found


def compare_solved(name: str, early: tuple[int, int], budget: Budget, positions: int) -> None:
    """How often a search takes one of the best options, where some options are worse, after so many random choices."""
    game, rng, known = regelwerk.load(name), Random(1), dict[object, int]()
    done = best = 0
    while done < positions:
        match = game.start(2, 1)
        for _ in range(rng.randint(*early)):
            if match.decision is not None:
                match.choose(rng.randrange(len(match.decision.options)))
        worths = after(match, known) if match.decision is not None else []
        if len({*worths}) > 1:
            done += 1
            best += worths[PositionBot(match.engine.player, done, budget).choose(seat_of(match))] == max(worths)
    print(f"{name}, mcts:{budget.playouts}: one of the best options in {best} of {positions} positions")


def said(budget: Budget, seeds: int) -> dict[Spot, float]:
    """How often `ismcts` bets or calls, by card and what has been said."""
    game, found = regelwerk.load("kuhn_poker"), dict[Spot, float]()
    for player, card in product((0, 1), range(3)):
        for past in ASKED[player]:
            own, other, rest = (CARDS[(card + step) % 3] for step in range(3))
            match = game.start(2, 1, given={"hand": [own, other] if player == 0 else [other, own], "deck": [rest]})
            for word in past:
                match.choose(word)
            bots = (InformationBot(player, seed, budget, CHIPS) for seed in range(seeds))
            chosen = [match.decision.keys[bot.choose(seat_of(match))] for bot in bots]
            found[card, past] = sum(word in ("bet", "call") for word in chosen) / seeds
    return found


def gain(a: int, b: int, past: tuple[str, ...], bold: Mapping[Spot, float]) -> float:
    """What the first player gets on average."""
    if past[-1:] == ("fold",):
        return 1 if len(past) == 2 else -1
    if past[-1:] == ("call",) or past == ("check", "check"):
        return (2 if past[-1] == "call" else 1) * (1 if a > b else -1)
    share = bold[(a, b)[len(past) % 2], past]
    words = ("call", "fold") if past[-1:] == ("bet",) else ("bet", "check")
    return share * gain(a, b, (*past, words[0]), bold) + (1 - share) * gain(a, b, (*past, words[1]), bold)


def best_gain(player: int, bold: Mapping[Spot, float]) -> float:
    """What a player gets who knows how the other plays."""
    spots = [(card, past) for past in ASKED[player] for card in range(3)]
    sign = 1 if player == 0 else -1
    return (
        max(
            sum(
                sign * gain(a, b, (), {**bold, **dict(zip(spots, words, strict=True))})
                for a, b in permutations(range(3), 2)
            )
            for words in product((0.0, 1.0), repeat=len(spots))
        )
        / 6
    )


def compare_kuhn(budget: Budget, seeds: int) -> None:
    """How many chips a search gives away on average to one who knows how it plays."""
    bold = said(budget, seeds)
    shares = ", ".join(
        f"{CARDS[card]} {' '.join(past)} {share:.0%}".replace("  ", " ") for (card, past), share in bold.items()
    )
    lost = (best_gain(0, bold) + best_gain(1, bold)) / 2
    print(f"Kuhn poker, ismcts:{budget.playouts}: gives away {lost:.3f} chips; bets or calls: {shares}")


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare choices of searches with exact solutions of small games.")
    parser.add_argument("--playouts", type=int, nargs="+", default=[50, 200, 800], help="budgets of the searches")
    parser.add_argument("--positions", type=int, default=200, help="positions of each game, or seeds of each hand")
    parser.add_argument("--games", type=int, default=100, help="games of pig")
    arguments = parser.parse_args()
    for budget in map(Budget, arguments.playouts):
        compare_pig(budget, arguments.positions, arguments.games)
        compare_solved("tic_tac_toe", (1, 5), budget, arguments.positions)
        compare_solved("connect_four", (31, 37), budget, arguments.positions)
        compare_kuhn(budget, arguments.positions)


if __name__ == "__main__":
    main()
