"""A scripted player of Auf Achse: plans which jobs to load and deliver in which order, and drives towards them.

It knows cards and map, and sees what its seat shows. What a plan earns counts less the later it comes, since the game
may end before.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import exp
from random import Random
from typing import Any

from regelwerk_runtime.bots.seat import Seat

STOP = 1
"""Steps that are lost, on average, where a truck stops for a job."""
FEW = 5
"""Jobs that a plan looks at."""
FAR = 40


@dataclass(frozen=True)
class Temper:
    """How a player judges.

    Attributes:
        trust: a trailer is bought if so many times what it brings for the jobs at hand pays for it, since it stays for
            others to come; 0 buys none.
        patience: after so many steps a payment counts for 37 %.
        city: so much of what the best open job is worth may be won by choosing it.
        drain: what it costs to bring the end nearer by a public job.
        share: so much of what a job is worth is bid for it at most.
        sign: what it is worth to draw an event.
    """

    trust: float = 3.0
    patience: float = 45.0
    city: float = 0.2
    drain: float = 300.0
    share: float = 0.6
    sign: float = 100.0


@dataclass(frozen=True)
class Ware:
    """A job card."""

    start: str
    goal: str
    loads: int
    pay: int
    price: tuple[int, ...]


class Table:
    """What everybody knows: cards, map, trailers."""

    def __init__(self, data: dict[str, Any]) -> None:
        cards = [card for card in data["cards"] if card["type"] == "Job"]
        self.jobs = {card["key"]: _ware(card["fields"]) for card in cards}
        self.trailers = {row["key"]: row["values"] for row in data["tables"]["Trailer"]["rows"]}
        self.cities = [row["key"] for row in data["tables"]["City"]["rows"]]
        self.signs: set[str] = set()
        self.next: dict[str, list[str]] = {city: [] for city in self.cities}
        self._steps: dict[tuple[str, frozenset[str]], dict[str, int]] = {}
        for row in data["tables"]["SpaceRoad"]["rows"]:
            self._lay(row["key"], row["values"])

    def _lay(self, key: str, road: dict[str, Any]) -> None:
        self.signs.update(f"{key}_{step}" for step in road["events"])
        way = [road["from"], *(f"{key}_{step}" for step in range(1, road["steps"])), road["to"]]
        for one, other in pairwise(way):
            self.next.setdefault(one, []).append(other)
            self.next.setdefault(other, []).append(one)

    def steps(self, space: str, city: str, closed: frozenset[str] = frozenset()) -> int:
        """How far it is from a space to a city, past no closed space."""
        found = self._steps.get((city, closed))
        if found is None:
            found, edge, step = {city: 0}, [city], 0
            while edge:
                step += 1
                edge = [t for t in {t for s in edge for t in self.next[s]} if t not in closed and t not in found]
                found.update(dict.fromkeys(edge, step))
            self._steps[city, closed] = found
        return found.get(space, FAR)

    def reach(self, here: str, pips: int, closed: frozenset[str]) -> set[str]:
        """Where exactly so many steps lead without turning round."""
        heads = {(here, "")}
        for _ in range(pips):
            heads = {(t, s) for s, before in heads for t in self.next[s] if t != before and t not in closed}
        return {space for space, _ in heads}


def _ware(fields: dict[str, Any]) -> Ware:
    price = tuple(fields["price"].values())
    return Ware(fields["start"], fields["goal"], fields["loads"], fields["pay"], price)


class Plans:
    """What jobs are worth from each city: the best order of loading and delivering them with the room there is."""

    def __init__(
        self, table: Table, loaded: tuple[str, ...], waiting: tuple[str, ...], room: int, patience: float
    ) -> None:
        self._table = table
        self._patience = patience
        self._jobs = [table.jobs[key] for key in (*loaded, *waiting)]
        self._start = (1 << len(loaded)) - 1, (1 << len(self._jobs)) - (1 << len(loaded)), room
        self._best: dict[tuple[str, int, int], float] = {}

    def worth(self, space: str, closed: frozenset[str]) -> float:
        """The best plan from a space."""
        return self._from(space, *self._start, closed)

    def _from(self, here: str, loaded: int, waiting: int, room: int, closed: frozenset[str] = frozenset()) -> float:
        best = 0.0
        for at, job in enumerate(self._jobs):
            bit = 1 << at
            if loaded & bit:
                then = job.pay + self._known(job.goal, loaded - bit, waiting, room + job.loads)
                best = max(best, self._later(here, job.goal, closed) * then)
            elif waiting & bit and job.loads <= room:
                then = self._known(job.start, loaded + bit, waiting - bit, room - job.loads)
                best = max(best, self._later(here, job.start, closed) * then)
        return best

    def _known(self, city: str, loaded: int, waiting: int, room: int) -> float:
        key = city, loaded, waiting
        if key not in self._best:
            self._best[key] = self._from(city, loaded, waiting, room)
        return self._best[key]

    def _later(self, here: str, city: str, closed: frozenset[str]) -> float:
        steps = self._table.steps(here, city, closed)
        return exp(-(steps + STOP) / self._patience) if steps else 1.0


class Haulier:
    """The player."""

    def __init__(self, table: Table, player: int, seed: int, temper: Temper) -> None:
        self._table, self._me, self._seed, self._temper, self._trust = table, player, seed, temper, temper.trust
        self._plans: dict[tuple[tuple[str, ...], tuple[str, ...], int], Plans] = {}

    def choose(self, seat: Seat) -> int:
        """See `Bot`. It follows its plan; what no plan concerns is left to chance."""
        engine = seat.guess(0).engine  # it knows what is asked, and where
        site = engine.game.sites[engine.site]
        words = site.prompt(engine, engine.stack[-1]) if site.prompt is not None else (0,)
        self._view, self._keys, self._numbers = seat.view(), seat.decision.keys, tuple(words[1:])
        self._offered: float | None = None
        self._chance = Random(self._seed * 1_000_003 + seat.number * 11 + self._me)
        self._here: str = self._view.truck[self._me]
        self._loaded = tuple(sorted(self._view.loaded[self._me]))
        self._hand = tuple(sorted(self._view.hand[self._me]))
        self._money: int = self._view.money[self._me]
        bought = {key: self._view.trailers[key][self._me] for key in self._table.trailers}
        self._capacity = 6 + sum(self._table.trailers[key]["room"] * number for key, number in bought.items())
        self._closed = frozenset(str(space) for space in (self._view.works, self._view.jam) if space is not None)
        answer = getattr(self, f"_{site.name.partition('.')[0]}", self._any)()
        return self._keys.index(answer)

    def _any(self) -> str:
        return self._chance.choice(self._keys)

    # ---- what jobs are worth

    def _plan(self, loaded: tuple[str, ...], hand: tuple[str, ...], more: int = 0) -> Plans:
        few = max(2, FEW - len(loaded))
        hand = tuple(sorted(sorted(hand, key=self._alone)[-few:]))
        room = self._capacity + more - self._view.extra[self._me] - sum(self._table.jobs[key].loads for key in loaded)
        known = loaded, hand, room
        if known not in self._plans:
            if len(self._plans) > 100:
                self._plans.clear()
            self._plans[known] = Plans(self._table, loaded, hand, room, self._temper.patience)
        return self._plans[known]

    def _alone(self, key: str) -> float:
        job = self._table.jobs[key]
        way = self._table.steps(self._here, job.start) + self._table.steps(job.start, job.goal)
        return job.pay * exp(-way / self._temper.patience)

    def _worth(self, hand: tuple[str, ...], space: str = "", more: int = 0) -> float:
        return self._plan(self._loaded, hand, more).worth(space or self._here, self._closed)

    def _profit(self, hand: tuple[str, ...], trailer: str) -> float:
        """What a trailer brings for these jobs beyond what it costs."""
        values = self._table.trailers[trailer]
        gain = self._worth(hand, more=values["room"]) - self._worth(hand)
        return gain * self._trust - (values["price"] - 500)

    def _gain(self, job: str) -> float:
        """What one job more is worth, with a trailer for it where that pays."""
        with_it = (*self._hand, job)
        profits = [0.0]
        for key, values in self._table.trailers.items() if self._trust else ():
            if self._money >= values["price"] and sum(self._view.trailers[key]) < values["copies"]:
                profits.append(self._profit(with_it, key))
        return self._worth(with_it) - self._worth(self._hand) + max(profits) / max(self._trust, 1)

    def _offer(self) -> float:
        """The best of the open jobs."""
        if self._offered is None:
            self._offered = max(map(self._gain, self._view.board), default=0.0)
        return self._offered

    # ---- driving

    def _score(self, space: str, exact: bool) -> float:
        found = self._worth(self._hand, space)
        if exact and space in self._table.cities and self._view.board:
            found += self._temper.city * self._offer() - self._temper.drain
        elif exact and space in self._table.signs:
            found += self._temper.sign
        if not self._hand and not self._loaded:
            found -= 10 * min(self._table.steps(space, city) for city in self._table.cities)
        return found

    def _exactly(self, pips: int) -> float:
        """The best end of a move by so many pips."""
        jobs = self._table.jobs
        stops = {jobs[key].start for key in self._hand} | {jobs[key].goal for key in self._loaded}
        reached = self._table.reach(self._here, pips, self._closed) - {self._here}
        before = {s for k in range(1, pips) for s in self._table.reach(self._here, k, self._closed) if s in stops}
        return max([self._score(s, True) for s in reached] + [self._score(s, False) for s in before], default=-1.0)

    def _choose_die(self) -> str:
        def after(key: str) -> float:
            pips = int(key[4])
            return max(self._exactly(fewer) for fewer in range(1, 7)) if pips == 6 else self._exactly(pips)

        return self._trade() or max((key for key in self._keys if key.startswith("die")), key=after)

    def _six_as(self) -> str:
        return max(self._keys, key=lambda key: self._exactly(int(key)))

    def _drive(self) -> str:
        reached = self._table.reach(self._here, self._numbers[0], self._closed)
        ways = [key for key in self._keys if key.removeprefix("go(").rstrip(")") in self._table.next]
        return self._load() or self._trade() or max(ways, key=lambda key: self._end(key, reached))

    def _end(self, key: str, reached: set[str]) -> float:
        space = key.removeprefix("go(").rstrip(")")
        return self._score(space, space in reached)

    def _drive_up_to(self) -> str:
        best = max((key for key in self._keys if key != "none"), key=lambda key: self._score(key, False))
        return best if self._score(best, False) > self._score(self._here, False) * 1.03 else "none"

    def _blow(self) -> str:
        mine = self._numbers[0] == self._me
        return max(self._keys, key=lambda key: self._score(key, False)) if mine else self._any()

    def _route_planning(self) -> str:
        return max(self._keys, key=lambda key: self._score(key, False))

    def _use_cards(self) -> str:
        key = next(key for key in self._keys if key.startswith("use"))
        near = [s for k in range(1, 4) for s in self._table.reach(self._here, k, self._closed)]
        better = max(map(self._worth_at, near), default=0.0) > self._worth_at(self._here) * 1.04
        return key if better else "keep_it"

    def _worth_at(self, space: str) -> float:
        return self._worth(self._hand, space)

    # ---- loading, trading, bidding

    def _deal(self) -> str:
        return self._load() or self._trade() or "go_on"

    def _load(self) -> str | None:
        now = self._worth(self._hand)
        for key in self._keys:
            job = key[5:-1]
            if key.startswith("load"):
                rest = tuple(one for one in self._hand if one != job)
                plan = self._plan(tuple(sorted((*self._loaded, job))), rest)
                if plan.worth(self._here, self._closed) >= now - 1:
                    return key
        return None

    def _trade(self) -> str | None:
        offers = [key for key in self._keys if key.startswith("buy")] if self._trust else []
        best = max(offers, key=lambda key: self._profit(self._hand, key[4:-1]), default=None)
        return best if best is not None and self._profit(self._hand, best[4:-1]) > 0 else None

    def _sell_rest(self) -> str:
        return next(key for key in self._keys if key.startswith("sell"))

    def _public_job(self) -> str:
        best = max((key for key in self._keys if key.startswith("auction")), key=lambda key: self._gain(key[8:-1]))
        return best if self._gain(best[8:-1]) > 200 else "drop_lowest"

    def _auction(self) -> str:
        job = list(self._table.jobs)[self._numbers[0]]
        lowest = self._keys[0]
        price = self._table.jobs[job].price[int(lowest) - 1] if lowest != "none" else 0
        return lowest if lowest != "none" and price <= self._temper.share * self._gain(job) else "none"

    def _free_job(self) -> str:
        return max(self._keys, key=self._gain)

    def _rail(self) -> str:
        return max((key for key in self._keys if key != "none"), key=self._left)

    _air_freight = _rail

    def _left(self, job: str) -> int:
        return self._table.steps(self._here, self._table.jobs[job].goal) * self._table.jobs[job].loads

    def _spoiled(self) -> str:
        return min(self._keys, key=lambda key: self._table.steps(self._table.jobs[key].start, self._here, frozenset()))

    # ---- cards

    def _offer_roll(self) -> str:
        return "roll_on"

    def _fast_loading(self) -> str:
        return "drive_on"

    def _motivation(self) -> str:
        return "later"

    def _breakdown(self) -> str:
        return "help"


def make_haulier(data: dict[str, Any], player: int, seed: int, setting: str) -> Haulier:
    """A player from the checked game as data; a setting such as `trust=0,city=0.5` changes its temper."""
    if id(data) not in _TABLES:
        _TABLES[id(data)] = data, Table(data)
    parts = (part.partition("=") for part in setting.split(",") if part)
    return Haulier(_TABLES[id(data)][1], player, seed, Temper(**{key: float(value) for key, _, value in parts}))


_TABLES: dict[int, tuple[dict[str, Any], Table]] = {}
"""For the data of a game, by identity, its table."""
