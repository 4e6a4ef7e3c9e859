"""Scripted players of Tokyo Metro, for measurements of its balance: they estimate the worth of each option in yen.

All use the same estimates and differ only in the actions that they allow themselves: `shares` buys shares, hires,
borrows and runs extra trains, and never builds; `stations` does everything but buy shares; `mixed` does everything, and
`mixed-bank_card` everything but use the bank.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from regelwerk_runtime.bots.seat import Seat
from regelwerk_runtime.engine.chance import draw, key_of, mix, seed_key

SHARES = frozenset({"broker", "opening"})
ACTIONS = SHARES | {"build", "site", "signals", "bicycle_shop", "tip"}
ACTIONS |= {"bank_card", "worker", "shops", "stroll", "extra_train"}
ALLOWED = {"shares": SHARES | {"worker", "bank_card", "extra_train"}, "stations": ACTIONS - SHARES, "mixed": ACTIONS}
"""The families of action cards that each scripted player uses."""


@dataclass(frozen=True)
class Board:
    """The printed board: the stations of the lines with their numbers, their squares, shares, and amounts of the
    rules.
    """

    routes: dict[str, dict[str, int]]
    squares: dict[str, tuple[int, int]]
    shares: dict[str, dict[str, int]]
    amounts: dict[str, Any]

    @staticmethod
    def of(data: dict[str, Any]) -> Board:
        rows = {
            name: {row["key"]: row["values"] for row in data["tables"][name]["rows"]}
            for name in ("Col", "Station", "Line")
        }
        return Board(
            {line: {s: n for s, n in values["route"].items() if n} for line, values in rows["Line"].items()},
            {s: (rows["Col"][values["col"]]["n"], values["row"]) for s, values in rows["Station"].items()},
            {card["key"]: card["fields"] for card in data["cards"] if card["type"] == "Stock"},
            {one["name"]: one["value"] for one in data["declarations"] if "value" in one},
        )

    def lines(self, station: str) -> int:
        """The number of lines at a station."""
        return sum(station in route for route in self.routes.values())

    def crossings(self, station: str) -> list[str]:
        """The groups of a station by its lines: their number, and whether there are three or more."""
        lines = self.lines(station)
        return [f"{lines} lines", *["3 or more"] * (lines >= 3)]


class Script:
    """A player that takes the best allowed option by its own estimate."""

    def __init__(self, board: Board, name: str, player: int, seed: int) -> None:
        plan, *without = name.split("-")
        self.board, self.allowed, self.player = board, ALLOWED[plan] - set(without), player
        self.base = mix(seed_key(seed) ^ key_of(f"script {player}"))
        self.family = ""

    def choose(self, seat: Seat) -> int:
        """See `Bot`."""
        keys = [option.key for option in seat.decision.options]
        luck = draw(self.base, seat.number)
        if keys[0] == "0":  # a bid
            return min(len(keys) - 1, luck % 3)
        now = Estimate(self.board, seat.view(), self.player, self.allowed, self.family)
        worth = [now.option(key, "none" in keys) for key in keys]
        best = max(range(len(keys)), key=lambda i: (worth[i], mix(luck ^ i)))
        if keys[best].startswith("take_action"):
            self.family = family_of(keys[best])[0]
        return best


def family_of(key: str) -> tuple[str, int]:
    """Family and dots of the card that an option uses: `take_action(orange, build.1.2)`."""
    family, dots = key.rstrip(")").split(", ")[1].split(".")[:2]
    return family, int(dots)


class Estimate:
    """The expectations of a player at one moment, in yen to the end of the game."""

    def __init__(self, board: Board, view: Any, me: int, allowed: frozenset[str], family: str) -> None:
        self.board, self.view, self.me, self.allowed, self.family = board, view, me, allowed, family
        self.amounts = board.amounts
        self.left: int = len(view.pile_of["orange"]) + 1  # moves of each train to come
        self.money: int = view.money[me]
        held = [board.shares[key] for key in view.portfolio[me]]
        self.part = {line: sum(card["percent"] for card in held if card["line"] == line) for line in board.routes}
        self.owner = {s: view.owner[s] for s in board.squares}
        self.calls = {line: self._calls(line) for line in board.routes}
        self.discs: int = view.free[me]

    def _calls(self, line: str) -> float:
        """The expected calls of a line's train at each of its stations; a guess for a line that does not run yet."""
        moves = self.left if self.view.runs[line] else max(0, self.left - 2) / 2
        pace = self.amounts["stations_a_round"] + self.view.speed[line]
        return float(moves * pace / (len(self.board.routes[line]) - 1))

    def option(self, key: str, ride: bool) -> float:
        """The worth of an option."""
        name, _, inside = key.rstrip(")").partition("(")
        if name == "take_action":
            family, dots = family_of(key)
            return self.action(family, dots) if family in self.allowed else -1.0
        if name == "buy_share":
            return self.share(inside)
        if name in self.board.routes:
            return {"tip": self.value, "signals": self.faster}.get(self.family, self.extra)(name)
        if name in self.board.squares:
            return self.spot(name) - self.amounts["fare"] if ride else self.station(name)
        worth = {"pass": self.amounts["hundred"], "repay": 1.0, "walk_on": -1.0}
        if name in worth:
            return float(worth[name])
        return (
            self.spot(inside or None)
            if name in ("walk_to", "stay", "none")
            else float(int(name) if name.isdigit() else 0)
        )

    def action(self, family: str, dots: int) -> float:
        """The worth of using a card, beyond its price, for each of its discs."""
        a, hundred = self.amounts, self.amounts["hundred"]
        here = self.here()
        match family:
            case "build":
                return self.station(here) - a["build_price"][str(dots)] if here else 0.0
            case "site":
                own = [s for line, part in self.part.items() if part for s in self.board.routes[line]]
                return max((self.station(s) for s in own), default=0.0) - a["site_price"][str(dots)]
            case "broker" | "opening":
                less = a["broker_discount" if family == "broker" else "opening_discount"][str(dots)]
                tops = [self.view.shares[line][-1] for line in self.board.routes if self.view.shares[line]]
                can = [key for key in tops if self.board.shares[key]["price"] - less <= self.money]
                if family == "opening":
                    can = [key for key in can if not self.view.runs[self.board.shares[key]["line"]]]
                return max((self.share(key, less) for key in can), default=0.0)
            case "worker":
                return 1.2 * hundred * (self.left - 1) - a["worker_price"][str(dots)]
            case "tip":
                lines = [line for line in self.board.routes if not self.part[line]]
                stake = min(self.money, 3 * hundred * dots)
                times = [min(a["most_times"], self.value(line) // a["par"]) for line in lines]
                return stake * (max(times) - 1) / 2 if times else 0.0
            case "signals":
                return max(hundred * dots + max(map(self.faster, self.board.routes)), 0) / (2 if dots == 3 else 1)
            case "shops":
                mine = sum(owner == self.me for owner in self.owner.values())
                return hundred * dots * mine / (2 if dots == 3 else 1)
            case "bank_card":
                return 3.0 * hundred * (self.money < 4 * hundred and self.left > 3)
            case "extra_train":
                return max(self.extra(line, 1 + 2 * dots) for line in self.board.routes)
        far, more = 2 + dots, 0.0
        if family == "bicycle_shop":
            far = a["by_bicycle"]
            more = hundred * (dots - 1)
            if not self.view.bicycle[self.me]:
                more += 0.5 * hundred * (self.left - 1) - a["bicycle_price"]
        near = [s for s in self.board.squares if self.apart(s) <= far]
        gain = max(map(self.spot, near), default=0.0) - self.spot(here) if self.discs > 1 else 0.0
        return gain + hundred + more

    def here(self) -> str | None:
        """The station where the player's meeple is."""
        return next((s for s in self.board.squares if not self.apart(s)), None)

    def apart(self, station: str) -> int:
        """The distance in squares from the meeple to a station."""
        across, down = self.board.squares[station]
        square: str = self.view.meeple[self.me]
        col, row = square[7:].rstrip(")").split(", ")
        return abs(across - 1 - "abcdefghijkl".index(col[-1])) + abs(down - int(row))

    def station(self, s: str) -> float:
        """The expected income of a station's owner, minus its price by lines."""
        if self.owner[s] is not None or not self.view.stations_left[self.me]:
            return 0.0
        worth = 0.0
        for line, route in self.board.routes.items():
            if s in route:
                ends = 2 if route[s] in (1, len(route)) else 1
                paid = self.amounts["dividend"] + self.amounts["dividend"] * self.part[line] / 100
                worth += paid * self.calls[line] / ends
        return worth - self.site_cost(s)

    def site_cost(self, s: str) -> float:
        """The price of the ground there."""
        return float(self.amounts["hundred"] * (self.board.lines(s) - 1) ** 2)

    def spot(self, s: str | None) -> float:
        """The worth of standing there: a part of the best station that can be built."""
        s = s or self.here()
        return 0.5 * max(0.0, self.station(s) - 4 * self.amounts["hundred"]) if s else 0.0

    def value(self, line: str) -> float:
        """The expected final value of a line."""
        grown: int = self.view.value[line]
        if not self.view.runs[line] and self.family != "buy":
            return 0.0
        owned = sum(self.owner[s] is not None for s in self.board.routes[line])
        return (
            grown
            + self.amounts["growth"] * self.left
            + self.amounts["dividend"] * self.calls[line] * (owned + 0.3 * self.left)
        )

    def share(self, key: str, less: int = 0) -> float:
        """The expected income from a share beyond its price."""
        card = self.board.shares[key]
        family, self.family = self.family, "buy"
        price = card["price"] - less
        worth = card["percent"] * (self.value(card["line"]) + price) / 100 - price
        worth += self.part[card["line"]] * price / 100
        self.family = family
        return worth

    def faster(self, line: str) -> float:
        """The worth of a speed token on a line that runs."""
        if not self.view.runs[line]:
            return -200.0
        a = self.amounts
        more = self.calls[line] / (a["stations_a_round"] + self.view.speed[line])
        return sum(
            more * (a["dividend"] * (owner == self.me) + a["dividend"] * self.part[line] / 100)
            for s in self.board.routes[line]
            if (owner := self.owner[s]) is not None
        )

    def extra(self, line: str, moves: int = 4) -> float:
        """The income from the next stations of a line."""
        if not self.view.runs[line]:
            return -1.0
        route = {n: s for s, n in self.board.routes[line].items()}
        at, back = self.view.at[line], self.view.back[line]
        worth = self.amounts["growth"] * self.part[line] / 100
        for _ in range(moves):
            back = True if at >= len(route) else False if at == 1 else back
            at += -1 if back else 1
            owner = self.owner[route[at]]
            if owner is not None:
                worth += self.amounts["dividend"] * self.part[line] / 100
                worth += self.amounts["dividend"] * (1 if owner == self.me else -0.3)
        return worth
