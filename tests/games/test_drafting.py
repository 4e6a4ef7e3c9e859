"""Tests of drafting, secret bids and secret trades: random games, move by move, against a hand-written referee."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
import regelwerk
from regelwerk_runtime.match import Match

GAME = Path(__file__).parent / "drafting"
FRUIT = ("apple", "pear", "plum")
LANES = ("left", "middle", "right")
ORDER = [f"{size}.{fruit}" for size in ("small", "big") for fruit in FRUIT]

Asks = Generator[tuple[int, set[str]], str, None]  # the player who is asked, and the keys of the options; takes a key
Cards = list[str]
Position = tuple[list[Counter[str]], tuple[Any, ...]]


@pytest.fixture(scope="module")
def game() -> regelwerk.Game:
    return regelwerk.load(GAME)


class Referee:
    """Hand-written rules of `drafting.regel`; cards are keys, since equal copies are interchangeable."""

    def __init__(self, deck: Cards, hands: list[Cards]) -> None:
        players = len(hands)
        self.seats = range(players)
        self.deck, self.hand, self.yard = deck, hands, Cards()
        self.kept = [Cards() for _ in self.seats]
        self.lane = {lane: Cards() for lane in LANES}
        self.coins = [6] * players
        self.bid = [dict.fromkeys(LANES, 0) for _ in self.seats]
        self.stock = dict.fromkeys(FRUIT, 2)
        self.points = [0] * players
        self.tally = 0

    def note(self, n: int) -> None:
        self.tally = (self.tally * 7 + n + 1) % 999_983

    def pick(self, p: int, pool: Cards, least: int, most: int) -> Generator[tuple[int, set[str]], str, Cards]:
        """Chooses members one after the other in the order of cards."""
        chosen: list[str] = []
        pool = sorted(pool, key=ORDER.index)
        while len(chosen) < most and pool:
            options = {c for i, c in enumerate(pool) if len(pool) - pool.index(c) >= least - len(chosen)}
            if len(chosen) >= least:
                options.add("none")
            answer = yield p, options
            if answer == "none":
                break
            chosen.append(answer)
            pool = pool[pool.index(answer) + 1 :]
        return chosen

    def play(self) -> Asks:
        for _ in range(2):
            yield from self.draft(2)
            yield from self.draft(3)
            yield from self.lanes()
            yield from self.trades()
            for p in self.seats:
                for _ in range(2):
                    if self.deck:
                        self.hand[p].append(self.deck.pop())

    def draft(self, n: int) -> Asks:
        plans = []
        for p in self.seats:
            if not self.hand[p]:
                continue
            chosen = yield from self.pick(p, self.hand[p], 0, n)
            deal = fruit = None
            if len(chosen) == 1:
                others = list(self.hand[p])
                others.remove(chosen[0])
                deal = yield p, {"coin", "point", *(f"deal({c})" for c in others)}
                free = {f for f in FRUIT if self.stock[f] > 0}
                if deal.startswith("deal") and free:
                    fruit = yield p, free | {"none"}
            plans.append((p, chosen, deal, fruit))
        for p, chosen, deal, fruit in plans:
            if not chosen:
                self.coins[p] += 2
                self.note(50)
                continue
            for c in chosen:
                self.hand[p].remove(c)
                self.kept[p].append(c)
            self.note(len(chosen))
            if deal == "coin":
                self.coins[p] += 1
            elif deal == "point":
                self.points[p] += 1
            elif deal is not None:
                c = deal[5:-1]
                self.hand[p].remove(c)
                self.yard.append(c)
                if fruit in (None, "none"):
                    self.note(90)
                elif self.stock[fruit] == 0:
                    self.note(91)
                else:
                    self.stock[fruit] -= 1
                    self.points[p] += 2
        self.hand = [self.hand[p - 1] for p in self.seats]

    def lanes(self) -> Asks:
        plans = []
        for p in self.seats:
            left, bids = self.coins[p], {}
            for lane in LANES:
                bids[lane] = int((yield p, {str(k) for k in range(min(left, 4) + 1)}))
                left -= bids[lane]
            card = where = None
            if left > 3 and self.hand[p]:
                card = yield p, {*self.hand[p], "none"}
                if card != "none":
                    where = yield p, {"left", "right", *(["middle"] if left > 4 else [])}
            plans.append((p, left, bids, card, where))
        for p, left, bids, card, where in plans:
            high = 0
            for lane in LANES:
                self.bid[p][lane] = bids[lane]
                if bids[lane] > high:
                    high = bids[lane]
                    self.note(bids[lane])
            if left > 3:
                if where is not None:
                    self.hand[p].remove(card)
                    self.lane[where].append(card)
            elif left == 0:
                self.note(20)
            self.coins[p] = left
            self.points[p] += high
        for lane in LANES:
            best = max(self.bid[p][lane] for p in self.seats)
            weight = sum(1 if c.startswith("small") else 3 for c in self.lane[lane])
            for p in self.seats:
                if best > 0 and self.bid[p][lane] == best:
                    self.points[p] += 3 + weight
            self.yard += self.lane[lane]
            self.lane[lane] = []

    def trades(self) -> Asks:
        plans = []
        for p in self.seats:
            done, mine, steps = set(), list(self.hand[p]), []
            while True:
                options = {f"trade({f}, {g})" for f in FRUIT if f not in done for g in FRUIT if g != f}
                options |= {f"throw({c})" for c in mine}
                if len(mine) > 2:
                    options.add("three")
                if not options:
                    break
                answer = yield p, options | {"none"}
                if answer == "none":
                    break
                if answer == "three":
                    two = yield from self.pick(p, mine, 2, 2)
                    for c in two:
                        mine.remove(c)
                    steps.append(("many", two))
                    break
                word, _, rest = answer[:-1].partition("(")
                steps.append((word, rest.split(", ")))
                if word == "trade":
                    done.add(rest.split(", ")[0])
                else:
                    mine.remove(rest)
            plans.append((p, steps))
        for p, steps in plans:
            given = 0
            for word, args in steps:
                if word == "trade":
                    f, g = args
                    if self.stock[g] > 0:
                        self.stock[f] += 1
                        self.stock[g] -= 1
                        self.points[p] += 1
                    else:
                        self.points[p] -= 1
                else:
                    given += len(args)
                    for c in args:
                        self.hand[p].remove(c)
                        self.yard.append(c)
                    if word == "throw":
                        self.coins[p] += 1
            for _ in range(given):
                if not self.deck:
                    break
                self.hand[p].append(self.deck.pop())
            wish = yield p, {"coin", *(["crate"] if self.deck else [])}
            if wish == "coin":
                self.coins[p] += 1
            else:
                self.kept[p].append(self.deck.pop())

    def position(self) -> Position:
        piles = [*self.hand, *self.kept, self.yard, *self.lane.values()]
        bids = [[b[lane] for lane in LANES] for b in self.bid]
        numbers = (self.coins, bids, list(self.stock.values()), self.points, self.tally, self.deck)
        return [Counter(pile) for pile in piles], numbers


def position_of(match: Match) -> Position:
    state, seats = match.state, range(match.setup.players)
    piles = [*(state.hand[p] for p in seats), *(state.kept[p] for p in seats), state.yard]
    piles += [state.lane[lane] for lane in LANES]
    bids = [[state.bid[p, lane] for lane in LANES] for p in seats]
    stock = [state.stock[fruit] for fruit in FRUIT]
    numbers = [state.coins[p] for p in seats], bids, stock, [state.points[p] for p in seats]
    return [Counter(pile) for pile in piles], (*numbers, state.tally, list(state.deck))


def play_against(game: regelwerk.Game, seed: int, probes: float) -> None:
    """Plays a random game in which the referee must ask the same questions and reach the same positions."""
    chance = random.Random(seed)
    players = 2 + seed % 3
    match = game.start(players, seed=seed)
    referee = Referee(list(match.state.deck), [list(match.state.hand[p]) for p in range(players)])
    asks = referee.play()
    asked: tuple[int, set[str]] | None = next(asks)
    while (decision := match.decision) is not None:
        assert asked == (decision.player, set(decision.keys)), seed
        assert len(set(decision.keys)) == len(decision.keys)
        assert referee.position() == position_of(match), seed
        if chance.random() < probes:
            probe(match, chance)
        key = chance.choice(decision.keys)
        match.choose(key)
        try:
            asked = asks.send(key)
        except StopIteration:
            asked = None
    assert asked is None
    assert referee.position() == position_of(match), seed
    assert Match.replay(match.game, match.record()).to_bytes() == match.to_bytes()


def probe(match: Match, chance: random.Random) -> None:
    """Checks what must hold at any decision: about guesses, and about saved matches and copies that are played on."""
    assert match.decision is not None
    for player in range(match.setup.players):
        guess = match.guess(player, chance.randrange(1000))
        assert guess.setup.gave_up == ""
        assert guess.decision is not None
        assert guess.view(player) == match.view(player)
        assert guess.decision.player == match.decision.player
        if player == match.decision.player:
            assert guess.decision.keys == match.decision.keys
        assert own_answers(guess, player) == own_answers(match, player)
        play_on(guess, chance.randrange(1000))
    data = match.to_bytes()
    again = Match.from_bytes(match.game, data)
    assert again.to_bytes() == data
    seed = chance.randrange(1000)
    assert play_on(match.copy(), seed) == play_on(again, seed)
    assert match.to_bytes() == data


def own_answers(match: Match, player: int) -> list[tuple[int, ...]]:
    """The answers of a player in the simultaneous choice under way, before his turn or another player's."""
    site = match.game.sites[match.engine.site].simultaneous
    if site is None:
        return []
    frame = match.engine.stack[-1]
    named = dict(zip(match.game.points[frame[0]].values, frame[1:], strict=True))
    return [row for row in named[site[1]] if row[1] == player]


def play_on(match: Match, seed: int) -> bytes:
    chance = random.Random(seed)
    for _ in range(10):
        if match.decision is not None:
            match.choose(chance.choice(match.decision.keys))
    return match.to_bytes()


def test_the_referee_asks_the_same_and_reaches_the_same_positions(game: regelwerk.Game) -> None:
    for seed in range(30):
        play_against(game, seed, probes=0.02)


def test_hidden_answers_are_guessed_in_every_way(game: regelwerk.Game) -> None:
    match = game.start(3, seed=1)
    for key in ("big.pear", "point"):  # player 0 keeps one card and takes a point for it
        match.choose(key)
    answers = {tuple(own_answers(match.guess(1, seed), 0)) for seed in range(60)}
    assert {len(rows) for rows in answers} == {1, 2, 3, 4}  # he may have been asked more or fewer questions than he was
    assert len(answers) > 12
    assert {tuple(own_answers(match.guess(0, seed), 0)) for seed in range(9)} == {tuple(own_answers(match, 0))}


def test_nobody_sees_an_answer_before_all_have_chosen(game: regelwerk.Game) -> None:
    one, other = game.start(3, seed=1), game.start(3, seed=1)
    for match, keys in ((one, ("big.pear", "point")), (other, ("small.pear", "small.plum"))):
        for key in keys:
            match.choose(key)
    for player in range(3):
        assert one.view(player) == other.view(player)
        assert one.log(player=player) == other.log(player=player) == []
