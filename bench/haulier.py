"""A scripted player of Auf Achse: plans which jobs to load and deliver in which order, and drives towards them.

It knows cards and map, and what its seat shows. The income of a plan counts less the later it comes, since the game may
end before.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import exp
from random import Random
from types import SimpleNamespace
from typing import Any

from regelwerk_runtime.bots.seat import Seat

STOP = 1
"""Steps lost, on average, by stopping for a job."""
FEW = 5
"""Most jobs that a plan considers."""
SURE = 1e9
ANSWERS = {"roll_on": SURE, "help": SURE, "later": SURE, "drive_on": 1.0, "drop_lowest": 200.0}
"""The worth of answers that no plan concerns; others count for 0."""
DRIVES = {"drive", "drive_up_to", "route_planning"}
OPEN: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Temper:
    """The temper of a player.

    Attributes:
        trust: a trailer is bought if this many times its gain for the present jobs pays for it, since it stays for
            others to come; 0 buys none.
        patience: the number of steps after which a payment counts for 37 %.
        city: the chance of gaining the worth of the best open job by choosing it.
        drain: the cost of bringing the end nearer by taking a public job.
        share: the most of a job's worth that is bid for it.
        sign: the worth of drawing an event.
    """

    trust: float = 3.0
    patience: float = 45.0
    city: float = 0.2
    drain: float = 300.0
    share: float = 0.6
    sign: float = 100.0


class Table:
    """Common knowledge: cards, map, trailers, and the worth of plans for players of one patience."""

    def __init__(self, data: dict[str, Any], patience: float) -> None:
        rows = {name: {row["key"]: row["values"] for row in table["rows"]} for name, table in data["tables"].items()}
        self.jobs = {card["key"]: SimpleNamespace(**card["fields"]) for card in data["cards"] if card["type"] == "Job"}
        self.cities, self.trailers, self.patience = rows["City"], rows["Trailer"], patience
        self.signs = {f"{key}_{step}" for key, road in rows["SpaceRoad"].items() for step in road["events"]}
        self.next: dict[str, list[str]] = {}
        self.known: dict[tuple[Any, ...], Any] = {}
        for key, road in rows["SpaceRoad"].items():
            way = [road["from"], *(f"{key}_{step}" for step in range(1, road["steps"])), road["to"]]
            for one, other in (*pairwise(way), *pairwise(reversed(way))):
                self.next.setdefault(one, []).append(other)

    def steps(self, space: str, city: str, closed: frozenset[str] = OPEN) -> int:
        """The distance from a space to a city that avoids closed spaces."""
        if (city, closed) not in self.known:
            found, edge = {city: 0}, [city]
            for here in edge:  # it grows
                fresh = [space for space in self.next[here] if space not in closed and space not in found]
                found.update(dict.fromkeys(fresh, found[here] + 1))
                edge += fresh
            self.known[city, closed] = found
        return int(self.known[city, closed].get(space, 40))

    def reach(self, here: str, pips: int, closed: frozenset[str]) -> set[str]:
        """The spaces at exactly this many steps, without turning round."""
        heads = {(here, "")}
        for _ in range(pips):
            heads = {(t, s) for s, before in heads for t in self.next[s] if t != before and t not in closed}
        return {space for space, _ in heads}

    def worth(
        self, here: str, loaded: frozenset[str], hand: frozenset[str], room: int, closed: frozenset[str] = OPEN
    ) -> float:
        """The income of the best order of loading and delivering with the given room."""
        plan = here, loaded, hand, room, closed
        if plan in self.known:
            return float(self.known[plan])
        best = 0.0
        for key in loaded | hand:
            job, one = self.jobs[key], {key}
            if key in loaded:
                stop, then = job.goal, job.pay + self.worth(job.goal, loaded - one, hand, room + job.loads)
            elif job.loads <= room:
                stop, then = job.start, self.worth(job.start, loaded | one, hand - one, room - job.loads)
            else:
                continue
            steps = self.steps(here, stop, closed)
            best = max(best, then * exp(-(steps + STOP) / self.patience if steps else 0.0))
        self.known[plan] = best
        return best


class Haulier:
    """The player of Auf Achse."""

    def __init__(self, table: Table, player: int, seed: int, temper: Temper) -> None:
        self.table, self.me, self.seed, self.temper = table, player, seed, temper

    def choose(self, seat: Seat) -> int:
        """See `Bot`. It follows its plan; other choices are random."""
        engine = seat.guess(0).engine  # it has the question and its place
        site = engine.game.sites[engine.site]
        words = site.prompt(engine, engine.stack[-1]) if site.prompt is not None else (0,)
        self.site, self.number, self.view = site.name.partition(".")[0], (*words[1:], 0)[0], seat.view()
        self.here: str = self.view.truck[self.me]
        self.loaded, self.hand = frozenset(self.view.loaded[self.me]), frozenset(self.view.hand[self.me])
        self.closed = frozenset(str(space) for space in (self.view.works, self.view.jam) if space is not None)
        trailers = {key: self.view.trailers[key][self.me] for key in self.table.trailers}
        self.room = 6 - self.view.extra[self.me] - sum(self.table.jobs[key].loads for key in self.loaded)
        self.room += sum(self.table.trailers[key]["room"] * count for key, count in trailers.items())
        self.now = self.plan(self.hand)
        self.offer: float | None = None
        chance = Random(self.seed * 1_000_003 + seat.number * 11 + self.me)
        keys = seat.decision.keys
        return max(range(len(keys)), key=lambda i: (self.option(keys[i], keys), chance.random()))

    def plan(self, hand: frozenset[str], space: str = "", more: int = 0) -> float:
        """The worth of the best plan for the loaded jobs and the best few jobs in hand."""
        few = sorted(hand, key=lambda key: (self.alone(key), key))[-max(2, FEW - len(self.loaded)) :]
        return self.table.worth(space or self.here, self.loaded, frozenset(few), self.room + more, self.closed)

    def alone(self, key: str) -> float:
        """The worth of a job by itself."""
        job = self.table.jobs[key]
        way = self.table.steps(self.here, job.start) + self.table.steps(job.start, job.goal)
        return float(job.pay * exp(-way / self.temper.patience))

    def profit(self, hand: frozenset[str], trailer: dict[str, int]) -> float:
        """The income from a trailer for these jobs beyond its cost."""
        return (self.plan(hand, more=trailer["room"]) - self.plan(hand)) * self.temper.trust - trailer["price"] + 500

    def gain(self, job: str) -> float:
        """The worth of one job more, with a trailer for it if that pays."""
        offered = self.table.trailers.values() if self.temper.trust else ()
        profits = [self.profit(self.hand | {job}, one) for one in offered if self.view.money[self.me] >= one["price"]]
        return self.plan(self.hand | {job}) - self.now + max([0.0, *profits]) / max(self.temper.trust, 1)

    def score(self, space: str, exact: bool) -> float:
        """The worth of stopping at a space."""
        found = self.plan(self.hand, space)
        if exact and space in self.table.cities and self.view.board:
            if self.offer is None:
                self.offer = max(map(self.gain, self.view.board))
            found += self.temper.city * self.offer - self.temper.drain
        elif exact and space in self.table.signs:
            found += self.temper.sign
        idle = not self.hand and not self.loaded
        return found - 10 * idle * min(self.table.steps(space, city) for city in self.table.cities)

    def pips(self, number: int) -> float:
        """The worth of the best end of a move by this many pips."""
        jobs, reach = self.table.jobs, [self.table.reach(self.here, k, self.closed) for k in range(1, number + 1)]
        stops = {jobs[key].start for key in self.hand} | {jobs[key].goal for key in self.loaded}
        short = set().union(*reach[:-1]) & stops
        return max([self.score(s, s in reach[-1]) for s in (reach[-1] | short) - {self.here}], default=-1.0)

    def option(self, key: str, keys: tuple[str, ...]) -> float:
        """The worth of an option relative to the others."""
        name, _, inside = key.rstrip(")").partition("(")
        space, jobs = inside or name, self.table.jobs
        if name == "die":
            return max(self.pips(k) for k in range(1, 7)) if inside == "6" else self.pips(int(inside))
        if name == "load":
            job = jobs[inside]
            after = self.table.worth(
                self.here, self.loaded | {inside}, self.hand - {inside}, self.room - job.loads, self.closed
            )
            return SURE if after >= self.now - 1 else -1.0
        if name == "buy":
            profit = self.profit(self.hand, self.table.trailers[inside]) if self.temper.trust else 0.0
            return SURE / 2 + profit if profit > 0 else -1.0
        if name == "sell":
            return SURE if self.site == "sell_rest" else -SURE
        if name == "auction":
            return self.gain(inside)
        if name.isdigit() and self.site == "six_as":
            return self.pips(int(name))
        if name.isdigit() and self.site == "auction":
            job = list(jobs)[self.number]
            dear = jobs[job].price[name] > self.temper.share * self.gain(job)
            return -1.0 if dear or key != keys[0] else SURE
        if name in jobs:  # for nothing, by rail, by air, or spoiled
            return self.gain(name) if self.site == "free_job" else 1.0
        if name == "use":
            near = set().union(*(self.table.reach(self.here, k, self.closed) for k in (1, 2, 3)))
            return max((self.plan(self.hand, s) for s in near), default=0.0) - self.now * 1.04
        if space in self.table.next and (self.site in DRIVES or (self.site == "blow" and self.number == self.me)):
            exact = self.site == "drive" and space in self.table.reach(self.here, self.number, self.closed)
            stay = self.now * 1.03 if self.site == "drive_up_to" else 0.0
            return self.score(space, exact) - stay
        return ANSWERS.get(name, 0.0)


def make_haulier(data: dict[str, Any], player: int, seed: int, setting: str) -> Haulier:
    """A player from the checked game as data; a setting such as `trust=0,city=0.5` changes its temper."""
    parts = (part.partition("=") for part in setting.split(",") if part)
    temper = Temper(**{key: float(value) for key, _, value in parts})
    return Haulier(Table(data, temper.patience), player, seed, temper)
