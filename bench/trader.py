"""A scripted player of ITC: estimates the euros per point of each option, from what its seat shows.

`bench/trader.py --games 1000` counts how often greedy players could use the green die for a sale of more than 50,000,
and the die that they take.
"""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import dataclass
from typing import Any

import regelwerk
from regelwerk_runtime.batch.games import spread
from regelwerk_runtime.bots.names import make_bot
from regelwerk_runtime.bots.seat import Seat, seat_of
from regelwerk_runtime.match import Match
from regelwerk_runtime.tables.game import Game

CARDS = {"management": 9, "infrastructure": 9, "smuggling": 8, "express": 7, "mega": 6, "organization": 6, "raid": 5}
"""The worth of keeping action cards, best first; the others are dropped first."""
LATER = 0.5
"""The player's own part of the income that a stone or a fight may bring."""
GREAT = 50_000


@dataclass(frozen=True)
class Sale:
    """The income of a sale, its area, and the number of stones that must come there first."""

    worth: float
    area: str
    stones: int


class Trader:
    """A player that takes the option with most income per point; goods are sold as far as the points of the die go."""

    def __init__(self, data: dict[str, Any], player: int) -> None:
        self.cards = {card["key"]: card["fields"] for card in data["cards"]}
        self.goods = {row["key"]: row["values"] for row in data["tables"]["Good"]["rows"]}
        self.rows = {row["key"]: row["values"]["rows"] for row in data["tables"]["Route"]["rows"]}
        self.bonus = {row["key"]: row["values"]["bonus"] for row in data["tables"]["Route"]["rows"]}
        self.areas = [row["key"] for row in data["tables"]["Area"]["rows"]]
        self.me = player

    def choose(self, seat: Seat) -> int:
        """See `Bot`."""
        self.look(seat.view())
        keys = [option.key for option in seat.decision.options]
        return max(range(len(keys)), key=lambda at: self.worth(*split(keys[at])))

    def look(self, view: Any) -> None:
        """Reads what the seat shows."""
        self.view = view
        self.under = {space: key for space, key in view.space.items() if key and view.owner[key] == self.me}
        self.own = [t for t in view.hand[self.me] if "profit" in self.cards[t]]

    def worth(self, name: str, inside: list[str]) -> float:
        """The income of an option; only options of one question are compared."""
        judge = getattr(self, f"_{name}", None)
        return float(judge(*inside)) if judge else 0.0

    # ---- dice
    def die(self, die: str, pips: float) -> float:
        """The income from a die with a number of pips."""
        room = max(0.0, 6 - len(self.view.hand[self.me]))
        if die == "red":
            return self.ship_with(6 - pips) + 2_500 * min(pips, room + 1)
        return self.ship_with(pips) if die == "blue" else max(self.sale(int(pips)).worth, 700 * pips)

    def ship_with(self, points: float) -> float:
        """The income from points for the routes: transports in the order of their income per point."""
        jobs = [
            (self.pay(t, route), self.left(space)) for space, t in self.under.items() for route in [route_of(space)]
        ]
        for t in self.own:
            jobs.append(max(((self.pay(t, r), n + 1) for r, n in self.rows.items() if self.pay(t, r)), key=ratio))
        found = 0.0
        for pay, left in sorted(jobs, key=ratio, reverse=True):
            found += pay * min(points, left) / left
            points = max(0.0, points - left)
        return found

    def _roll_without(self, spare: str) -> float:
        both = [self.die(die, 4) for die in ("blue", "green", "red") if die != spare]
        return sum(both) + max(both)

    def _take_die(self, die: str) -> float:
        return self.die(die, self.view.pips[die])

    # ---- routes
    def pay(self, t: str, route: str) -> float:
        """The income from a transport on a route, with the cards beneath it."""
        smuggled = "smuggling" in (self.view.beneath[t] or ())
        return self.cards[t]["profit"].get(route, 0) + smuggled * self.bonus[route]

    def left(self, space: str) -> int:
        """The points that a transport needs from a space on."""
        t, rows = self.view.space[space], self.rows[route_of(space)]
        here = int(space[:-1].rpartition(", ")[2])
        return min(2, rows - here + 1) if "express" in (self.view.beneath[t] or ()) else rows - here + 1

    def _ship(self, t: str, space: str) -> float:
        route = route_of(space)
        return self.pay(t, route) / (self.rows[route] + 1) * (0.8 if self.crowd(space) else 1.0)

    def _advance(self, space: str, to: str) -> float:
        t = self.view.space[space]
        saved = 20_000 if any(row_of(space) == row_of(other) for other in self.view.to_open) else 0
        return self.pay(t, route_of(space)) / self.left(space) + saved - 10 * self.crowd(to)

    def _rush(self, space: str, to: str) -> float:
        return self._advance(space, to) + 50

    def _deliver(self, space: str) -> float:
        return self._advance(space, space) + 100

    def crowd(self, space: str) -> int:
        """The number of transports ahead in the same lane."""
        lane, row = space[:-1].rsplit(", ", 1)
        full = (s[:-1].rsplit(", ", 1) for s, t in self.view.space.items() if t is not None)
        return sum(its_lane == lane and its_row > row for its_lane, its_row in full)

    def _land(self, c: str) -> float:
        stones = self.view.stones
        mine, most = stones[c, self.me], max(stones[c, q] for q in range(len(self.view.money)))
        room = {g: (10 - self.view.goods[c, g] if most else 0) for g in self.goods}
        lost = sum(max(0, self.view.cargo[g] - room[g]) * values["carried"] for g, values in self.goods.items())
        return 100_000 - lost + 300 * mine - 200 * most

    # ---- areas
    def sale(self, points: int) -> Sale:
        """The best sale in one area with a number of points."""
        offers = [Sale(self.sold(a, points, more), a, more) for a in self.areas for more in range(points)]
        return max(offers, key=lambda offer: offer.worth, default=Sale(0.0, "", 0))

    def sold(self, a: str, points: int, more: int) -> float:
        """The income of a sale in an area after some stones have come there."""
        stones, found, colours = self.view.stones[a, self.me], 0.0, 0
        if a == "grey_market" and not stones:
            return 0.0
        for g, values in self.goods.items():
            n = self.view.goods[a, g]
            if n and (self.view.fresh[a, g] or colours >= min(points - more, stones + more)):
                break
            if n and a != "grey_market" and n > stones + more:
                break
            found += n * values["sold"] - (700 if n else 0)
            colours += n > 0
        return found

    def _sell_in(self, a: str, g: str) -> float:
        best = self.sale(self.view.points)
        return best.worth / self.view.points if best.area == a and not best.stones else 600

    def _place_stone(self, a: str) -> float:
        best = self.sale(self.view.points)
        if best.area == a and best.stones and best.worth > 0:
            return best.worth / self.view.points
        stones, goods = self.view.stones[a, self.me], {g: self.view.goods[a, g] for g in self.goods}
        if a == "grey_market":
            return 900 if stones < 6 else 100
        lacking = max(0, max(goods.values()) - stones)
        return 300 + sum(n * self.goods[g]["sold"] for g, n in goods.items()) / 30 / (1 + lacking)

    def _sell(self, g: str) -> float:
        return 1.0

    def _attack(self) -> float:
        goods = sum(self.view.goods["grey_market", g] * values["sold"] for g, values in self.goods.items())
        rival = max(self.view.stones["grey_market", q] for q in range(len(self.view.money)))
        return (goods * LATER + 3_000) * max(0.0, 1.05 - 0.18 * rival) - 1_500

    # ---- cards
    def _play(self, card: str) -> float:
        kind = card.partition(".")[0]
        if kind in ("raid", "gang_war", "theft"):
            mine = self.view.stones["grey_market", self.me] > 0
            return {"raid": self._attack() - 3_000, "theft": 5_000 * mine - 100}.get(kind, -100)
        if kind == "new_ideas":
            best = max(self.die(die, n) for die, n in self.view.pips.items() if n)
            return best + 1 if best < 12_000 else -1.0
        wanted = {"relocation": -100, "new_location": -100, "displacement": 200, "unrest": 200, "neutral_traffic": -100}
        return wanted.get(kind, 90_000)

    def _under(self, t: str) -> float:
        route = next(route_of(space) for space, one in self.under.items() if one == t)
        return self.pay(t, route) + self.rows[route]

    def _drop_transport(self, t: str) -> float:
        return -max(self.pay(t, r) / (n + 1) for r, n in self.rows.items())

    def _drop_action(self, card: str) -> float:
        return -700.0 * CARDS.get(card.partition(".")[0], 1)

    # ---- other questions
    def _leave(self, c: str) -> float:
        return -1.0

    def _hold_back(self, g: str) -> float:
        return -1.0

    def _end_turn_in_jam(self) -> float:
        return -1.0

    def _enough(self) -> float:
        return 0.5


def ratio(job: tuple[float, int]) -> float:
    """The income from a transport for each point that it still needs."""
    return job[0] / job[1]


def split(key: str) -> tuple[str, list[str]]:
    """Name and values of the key of an option: `advance(Spot(red, 1, 1), Spot(red, 1, 2))`."""
    name, _, inside = key.removesuffix(")").partition("(")
    parts = (part.strip(", ") for part in inside.split("Spot")) if "Spot" in inside else iter(inside.split(", "))
    return name, [f"Spot{part}" if part.startswith("(") else part for part in parts if part]


def route_of(space: str) -> str:
    """The route of a space: `Spot(red, 1, 2)`."""
    return space[5:].partition(",")[0]


def row_of(space: str) -> tuple[str, str]:
    """Route and row of a space."""
    return route_of(space), space[:-1].rpartition(", ")[2]


def left_sales(game: Game, job: tuple[dict[str, Any], int]) -> Counter[str]:
    """Counts, in a game of four greedy players, the great sales open to the green die, by the die that was taken."""
    data, seed = job
    match, found = Match.start(game, 4, seed), Counter({"games": 1})
    bots = [make_bot("greedy", seat, seed) for seat in range(4)]
    while match.decision is not None:
        player, keys = match.engine.player, match.decision.keys
        index = bots[player].choose(seat_of(match))
        if keys[index].startswith("take_die") and "take_die(green)" in keys:
            trader = Trader(data, player)
            trader.look(match.view(player))
            if trader.sale(trader.view.pips["green"]).worth > GREAT:
                found[keys[index]] += 1
        match.play(index)
    assert match.outcome is not None
    found["score"], found["best score"] = sum(match.outcome.scores), max(match.outcome.scores)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=None)
    arguments = parser.parse_args()
    game, found = regelwerk.load("itc"), Counter[str]()
    data = game.to_dict()
    for one in spread(game.rules, left_sales, [(data, seed) for seed in range(arguments.games)], arguments.jobs):
        found.update(one)
    games = found.pop("games")
    mean, best = found.pop("score") / games / 4, found.pop("best score") / games
    print(f"{games:,} games; score {mean:,.0f}, of the winner {best:,.0f}")
    print(f"a sale of more than {GREAT:,} for the green die, and the die that was taken: {dict(found)}")


if __name__ == "__main__":
    main()
