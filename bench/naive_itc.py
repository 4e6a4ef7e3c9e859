"""ITC written by hand as usual, without its action cards; the counterpart of `naive.py` for the classics."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from naive_itc_board import CARDS, DOWNWARDS, ENTRY, FLEET, WAYS, Space, Spot, Transport, neutral_entry, rows_to_open

VARIANT = Path(__file__).resolve().parent / "bound" / "itc_no_actions.regel"
CARRIED = [2_000, 2_500, 3_000, 3_500, 4_500, 6_000]
SOLD = [1_000, 1_500, 2_000, 2_500, 3_000, 4_000]
GREY = 6  # the grey market, an area after the continents
BLUE, GREEN, RED = range(3)  # the dice
GOAL, CAPACITY, STONES, HAND, ACTIONS, ATTACKERS = 200_000, 10, 40, 6, 6, 3
FIRST_CARDS, FIRST_ROUNDS, LEAD, THEFT = 2, 5, 3, 6

Option = tuple[Any, ...]


class Itc:
    def __init__(self, rng: random.Random, players: int = 4) -> None:
        self.rng, self.players = rng, players
        self.money, self.supply = [0] * players, [STONES] * players
        self.stones = [[0] * players for _ in range(7)]
        self.goods = [[0] * 6 for _ in range(7)]
        self.fresh: set[tuple[int, int]] = set()  # (area, good) that came in this turn
        self.deck, self.discard = CARDS[:], list[Transport]()
        self.hands: list[list[Transport]] = [[] for _ in range(players)]
        self.space: Space = {}
        self.shipped: set[Transport] = set()
        self.lapsed: list[Transport] = []
        self.to_open: set[Spot] = set()
        self.landed: set[int] = set()
        self.pips, self.used, self.points = [0, 0, 0], -1, 0
        self.attacked = self.last_round = self.done = False
        self.cargo, self.fare = [0] * 6, 0
        self.area = self.force = self.sold = 0
        self.deal()
        self.starter = self.player = rng.randrange(players)
        self.phase, self.settled = "settle", 0

    def deal(self) -> None:
        self.rng.shuffle(self.deck)
        for hand in self.hands:
            while len(hand) < FIRST_CARDS:
                card = self.deck.pop()
                if card.destination is None:
                    hand.append(card)
                else:
                    self.deck.append(card)
                    self.rng.shuffle(self.deck)

    def clone(self) -> Itc:
        twin = Itc.__new__(Itc)
        twin.__dict__.update(self.__dict__)
        twin.money, twin.supply, twin.pips, twin.cargo = self.money[:], self.supply[:], self.pips[:], self.cargo[:]
        twin.stones, twin.goods = [row[:] for row in self.stones], [row[:] for row in self.goods]
        twin.deck, twin.discard, twin.lapsed = self.deck[:], self.discard[:], self.lapsed[:]
        twin.hands, twin.space = [hand[:] for hand in self.hands], self.space.copy()
        twin.fresh, twin.shipped, twin.landed = self.fresh.copy(), self.shipped.copy(), self.landed.copy()
        twin.to_open = self.to_open.copy()
        return twin

    def legal(self) -> list[Option]:
        match self.phase:
            case "act":
                return self.actions()
            case "spare":
                return [("spare", BLUE), ("spare", GREEN), ("spare", RED)]
            case "die":
                return [("use", die) for die in range(3) if self.pips[die]]
            case "sell":
                return [("sell on", self.sellable(self.area, self.force, self.sold)), ("enough",)]
            case "land":
                return self.landings()
            case "drop":
                return [("drop", card) for card in self.hands[self.player]]
            case "weapon":
                return [("weapon", BLUE), ("weapon", RED)]
            case _:
                return [("settle", c) for c in range(6) if self.may_settle(c)]

    def apply(self, option: Option) -> None:
        player = self.player
        match option:
            case ("advance", spot, ahead):
                self.points -= 1
                self.space[ahead] = self.space.pop(spot)
                self.relieve(spot)
            case ("ship", card, spot):
                self.points -= 1
                self.hands[player].remove(card)
                self.space[spot] = card, player
                self.supply[player] -= 1
                self.shipped.add(card)
            case ("deliver", spot):
                self.points -= 1
                self.deliver(spot)
            case ("land", continent):
                self.landed.add(continent)
                self.land(continent, True)
                self.arrived()
            case ("hold back", good):
                self.cargo[good] -= 1
                self.fare -= CARRIED[good]
                self.to_grey_market(good, 1)
            case ("place", area):
                self.points -= 1
                self.place(player, area)
            case ("sell", area, good):
                self.area, self.force, self.sold = area, self.stones[area][player], 0
                self.sell(good)
            case ("sell on", good):
                self.sell(good)
            case ("enough",):
                self.end_sale()
            case ("attack",):
                self.attack()
            case ("weapon", _):
                self.fight()
            case ("spare", spare):
                self.pips = [0 if die == spare else self.roll() for die in range(3)]
                self.phase = "die"
            case ("use", die):
                self.use(die)
            case ("settle", continent):
                self.settle(continent)
            case ("drop", card):
                self.hands[player].remove(card)
                self.discard.append(card)
                self.end_turn()
            case _:
                self.lose_congested()
                self.end_turn()

    def roll(self) -> int:
        return self.rng.randint(1, 6)

    # ---- the first stones

    def may_settle(self, continent: int) -> bool:
        stones = self.stones[continent]
        others = max(stones[q] for q in range(self.players) if q != self.player)
        return stones[self.player] < LEAD + others

    def settle(self, continent: int) -> None:
        self.place(self.player, continent)
        self.settled += 1
        if self.settled % self.players == 0:
            self.starter = (self.starter + 1) % self.players
        self.player = (self.starter + self.settled) % self.players
        if self.settled == FIRST_ROUNDS * self.players:
            self.place(self.starter, GREY)
            self.starter = self.player = (self.starter + 1) % self.players
            self.begin_turn()

    def place(self, player: int, area: int) -> None:
        self.supply[player] -= 1
        self.stones[area][player] += 1

    # ---- the turn

    def begin_turn(self) -> None:
        self.phase, self.attacked, self.used = "spare", False, -1
        self.shipped, self.landed, self.fresh = set(), set(), set()
        self.pips = [0, 0, 0]
        self.to_open = rows_to_open(self.space, self.player)

    def use(self, die: int) -> None:
        self.used, self.phase = die, "act"
        self.points = self.pips[die]
        if die == RED:
            self.points = ACTIONS - self.pips[die]
            self.draw(self.pips[die])

    def draw(self, number: int) -> None:
        waiting = []
        for _ in range(number):
            if not self.deck:
                if not self.discard:
                    break
                self.deck, self.discard = self.discard, []
                self.rng.shuffle(self.deck)
            card = self.deck.pop()
            if card.destination is None:
                self.hands[self.player].append(card)
            else:
                waiting.append(card)
        if waiting:
            self.advance_neutrals()
            for card in waiting:
                if (spot := neutral_entry(self.space, card)) is None:
                    self.lapsed.append(card)
                else:
                    self.space[spot] = card, -1

    def actions(self) -> list[Option]:
        options: list[Option] = [("end in jam",) if self.to_open else ("end",)]
        if self.points > 0:
            if self.used != GREEN:
                self.add_moves(options)
            if self.used != BLUE:
                self.add_trade(options)
        return options

    def add_moves(self, options: list[Option]) -> None:
        player, space = self.player, self.space
        own = [spot for spot, (_, owner) in space.items() if owner == player]
        if self.supply[player]:
            free = [spot for spot in ENTRY if spot not in space]
            full = [route for route in range(4) if sum(spot[0] == route for spot in own) >= FLEET]
            for card in self.hands[player]:
                for spot in free:
                    if spot[0] in card.routes and spot[0] not in full:
                        options.append(("ship", card, spot))
        for spot in own:
            if space[spot][0] in self.shipped:
                continue
            if not WAYS[spot]:
                options.append(("deliver", spot))
            for ahead in WAYS[spot]:
                if ahead not in space:
                    options.append(("advance", spot, ahead))

    def add_trade(self, options: list[Option]) -> None:
        player, boss = self.player, self.stones[GREY][self.player] > 0
        for area in range(7):
            if self.supply[player] and (area != GREY or boss):
                options.append(("place", area))
            good = self.sellable(area, self.stones[area][player], 0)
            if good is not None:
                options.append(("sell", area, good))
        if self.supply[player] and not boss and not self.attacked:
            options.append(("attack",))

    def end_turn(self) -> None:
        self.points = 0
        if len(self.hands[self.player]) > HAND:
            self.phase = "drop"
            return
        self.player = (self.player + 1) % self.players
        self.done = self.last_round and self.player == self.starter
        if not self.done:
            self.begin_turn()

    # ---- rows that have to be opened, and neutral transports

    def relieve(self, spot: Spot) -> None:
        if self.to_open:
            self.to_open = {other for other in self.to_open if other[0] != spot[0] or other[2] != spot[2]}

    def lose_congested(self) -> None:
        for spot in sorted(self.to_open):
            card, owner = self.space.pop(spot)
            self.spill(card)
            self.supply[owner] += 1
        self.to_open = set()
        for card in self.lapsed:
            self.spill(card)
        self.lapsed = []

    def spill(self, card: Transport) -> None:
        for good in range(6):
            self.to_grey_market(good, card.load[good])
        self.discard.append(card)

    def advance_neutrals(self) -> None:
        space = self.space
        for spot in DOWNWARDS:
            if spot not in space or space[spot][1] >= 0:
                continue
            route, lane, row = spot
            if not WAYS[spot]:
                self.relieve(spot)
                card, _ = space.pop(spot)
                self.unpack(card, route)
                assert card.destination is not None
                self.land(card.destination, False)
                self.discard.append(card)
                continue
            ways = [ahead for ahead in WAYS[spot] if ahead not in space]
            if ways:
                straight = (route, lane, row + 1)
                space[straight if straight in ways else ways[-1]] = space.pop(spot)
                self.relieve(spot)

    # ---- arrival

    def deliver(self, spot: Spot) -> None:
        self.relieve(spot)
        card, _ = self.space.pop(spot)
        self.discard.append(card)
        self.unpack(card, spot[0])
        self.phase = "land"  # a turn of six points has six landings at most, so a continent is left for each

    def unpack(self, card: Transport, route: int) -> None:
        self.cargo, self.fare = card.load[:], card.profit[route]
        if self.roll() < THEFT:
            return
        self.cargo[card.at_risk] -= 1
        self.fare = card.after_theft[route]
        self.to_grey_market(card.at_risk, 1)
        for player in range(self.players):
            if self.stones[GREY][player]:
                self.earn(player, CARRIED[card.at_risk])

    def landings(self) -> list[Option]:
        options: list[Option] = [("land", c) for c in range(6) if c not in self.landed]
        return options + [("hold back", good) for good in range(6) if self.cargo[good]]

    def land(self, continent: int, own: bool) -> None:
        goods, deserted = self.goods[continent], not any(self.stones[continent])
        for good in range(6):
            number = self.cargo[good]
            if not number:
                continue
            fits = 0 if deserted else min(number, CAPACITY - goods[good])
            if fits:
                goods[good] += fits
                if own:
                    self.fresh.add((continent, good))
            if fits < number:
                self.fare -= (number - fits) * CARRIED[good]
                self.to_grey_market(good, number - fits)

    def arrived(self) -> None:
        if self.fare > 0:
            self.earn(self.player, self.fare)
        self.supply[self.player] += 1
        self.phase = "act"

    def earn(self, player: int, amount: int) -> None:
        self.money[player] += amount
        if self.money[player] >= GOAL:
            self.last_round = True

    # ---- trade and the grey market

    def to_grey_market(self, good: int, number: int) -> None:
        goods = self.goods[GREY]
        for _ in range(number):
            lies_as = good
            while lies_as >= 0 and goods[lies_as] >= CAPACITY:
                lies_as -= 1
            if lies_as < 0:
                return
            goods[lies_as] += 1
            self.fresh.add((GREY, lies_as))

    def sellable(self, area: int, force: int, sold: int) -> int | None:
        if sold >= force:
            return None
        for good, number in enumerate(self.goods[area]):
            if number:
                may = (area == GREY or number <= force) and (area, good) not in self.fresh
                return good if may else None
        return None

    def sell(self, good: int) -> None:
        goods = self.goods[self.area]
        self.earn(self.player, goods[good] * SOLD[good])
        goods[good] = 0
        self.points -= 1
        self.sold += 1
        self.phase = "sell"
        if self.points < 1 or self.sellable(self.area, self.force, self.sold) is None:
            self.end_sale()

    def end_sale(self) -> None:
        self.stones[self.area][self.player] -= self.sold
        self.supply[self.player] += self.sold
        self.phase = "act"

    def attack(self) -> None:
        self.points -= 1
        self.attacked = True
        gang, force = self.stones[GREY], min(ATTACKERS, self.supply[self.player])
        if any(gang):
            self.phase = "weapon"
        self.supply[self.player] -= force
        gang[self.player] += force

    def fight(self) -> None:
        gang, player = self.stones[GREY], self.player
        boss = next(q for q in range(self.players) if q != player and gang[q])
        while gang[player] and gang[boss]:
            strike, parry = self.roll(), self.roll()
            if strike != parry:
                loser = boss if strike > parry else player
                gang[loser] -= 1
                self.supply[loser] += 1
        self.phase = "act"
