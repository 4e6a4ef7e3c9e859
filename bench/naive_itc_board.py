"""ITC's routes and transport cards for `naive_itc.py`, errata included.

Areas, goods and routes are numbers in the order of the board; a space is (route, lane, row).
"""

from __future__ import annotations

import csv
from pathlib import Path

GOODS = ["black", "white", "red", "green", "yellow", "blue"]
CONTINENTS = ["africa", "asia", "australia", "europe", "north_america", "south_america"]
ROUTES = ["gray", "red", "blue", "green"]
LANES, ROWS = [2, 3, 3, 2], [6, 5, 4, 3]
FLEET = 2  # transports of one owner on a route, or neutral ones

Spot = tuple[int, int, int]

SPOTS = [
    (route, lane, row) for route in range(4) for lane in range(1, LANES[route] + 1) for row in range(1, ROWS[route] + 1)
]
ENTRY = [spot for spot in SPOTS if spot[2] == 1]
DOWNWARDS = sorted(SPOTS, key=lambda spot: -spot[2])
ROW: dict[tuple[int, int], list[Spot]] = {}
for spot in SPOTS:
    ROW.setdefault((spot[0], spot[2]), []).append(spot)
WAYS = {
    (route, lane, row): [ahead for ahead in ROW.get((route, row + 1), []) if abs(ahead[1] - lane) <= 1]
    for route, lane, row in SPOTS
}


class Transport:
    def __init__(self, row: dict[str, str]) -> None:
        self.index = int(row["index"])
        self.routes = [ROUTES.index(route) for route in row["routes"].split(", ") if route]
        self.profit, self.after_theft = numbers(row["profit"], ROUTES), numbers(row["after_theft"], ROUTES)
        self.load = numbers(row["load"], GOODS)
        self.destination = CONTINENTS.index(row["destination"]) if row["destination"] else None
        if self.index == 104:
            self.load[GOODS.index("white")] = 1
        if self.index == 909:
            self.routes = [ROUTES.index("blue"), ROUTES.index("green")]
        self.at_risk = max(good for good in range(6) if self.load[good])  # the most expensive one, with the errata


def numbers(text: str, names: list[str]) -> list[int]:
    found = [0] * len(names)
    for part in text.split(", "):
        if part:
            name, number = part.split()
            found[names.index(name)] = int(number)
    return found


FILE = Path(__file__).resolve().parents[1] / "cards" / "itc" / "cards" / "transport.csv"
with FILE.open(encoding="utf-8") as lines:
    CARDS = [Transport(row) for row in csv.DictReader(lines, delimiter=";")]

Space = dict[Spot, tuple[Transport, int]]  # the transports under way and their owners, -1 for neutral ones


def rows_to_open(space: Space, player: int) -> set[Spot]:
    own = [spot for spot, (_, owner) in space.items() if owner == player]
    movable: set[Spot] = set()
    for _ in range(FLEET):
        for spot in own:
            ways = WAYS[spot]
            if not ways or any(ahead not in space or ahead in movable for ahead in ways):
                movable.add(spot)
    found = set()
    for spot in own:
        row = ROW[spot[0], spot[2]]
        if all(other in space for other in row) and any(other in movable for other in row):
            found.add(spot)
    return found


def neutral_entry(space: Space, card: Transport) -> Spot | None:
    for spot in reversed(ENTRY):
        if spot[0] in card.routes and spot not in space:
            neutrals = sum(owner < 0 and other[0] == spot[0] for other, (_, owner) in space.items())
            if neutrals < FLEET:
                return spot
    return None
