"""The classics written by hand as usual: short classes, without names and records, for `make bench`.

Each has `done`, `legal()`, `apply(option)` and `clone()`; `apply` of a game with luck takes it from `self.rng`.
"""

from __future__ import annotations

import random
from typing import Any, Protocol


class Naive(Protocol):
    @property
    def done(self) -> bool: ...
    def legal(self) -> list[Any]: ...
    def apply(self, option: Any) -> None: ...
    def clone(self) -> Naive: ...


class Pig:
    def __init__(self, rng: random.Random, players: int = 2) -> None:
        self.rng, self.players = rng, players
        self.score = [0] * players
        self.pot = self.player = 0
        self.done = False
        self.roll()

    def roll(self) -> None:
        while (pip := self.rng.randint(1, 6)) == 1:
            self.pot = 0
            self.player = (self.player + 1) % self.players
        self.pot += pip
        if self.score[self.player] + self.pot >= 100:
            self.bank()

    def bank(self) -> None:
        self.score[self.player] += self.pot
        self.pot = 0
        self.done = self.score[self.player] >= 100
        self.player = (self.player + 1) % self.players

    def legal(self) -> list[str]:
        return ["hold", "roll"]

    def apply(self, option: str) -> None:
        if option == "hold":
            self.bank()
        self.roll()

    def clone(self) -> Pig:
        twin = Pig.__new__(Pig)
        twin.__dict__.update(self.__dict__)
        twin.score = self.score[:]
        return twin


class TicTacToe:
    LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

    def __init__(self, rng: random.Random) -> None:
        self.board = ["."] * 9
        self.player = "x"
        self.done = False
        self.winner = ""

    def legal(self) -> list[int]:
        return [i for i in range(9) if self.board[i] == "."]

    def apply(self, option: int) -> None:
        board, player = self.board, self.player
        board[option] = player
        for a, b, c in self.LINES:
            if board[a] == player and board[b] == player and board[c] == player:
                self.winner, self.done = player, True
                return
        self.done = "." not in board
        self.player = "o" if player == "x" else "x"

    def clone(self) -> TicTacToe:
        twin = TicTacToe.__new__(TicTacToe)
        twin.board, twin.player, twin.done, twin.winner = self.board[:], self.player, self.done, self.winner
        return twin


class ConnectFour:
    def __init__(self, rng: random.Random) -> None:
        self.board = [["."] * 7 for _ in range(6)]
        self.player = "x"
        self.discs = 0
        self.done = False
        self.winner = ""

    def legal(self) -> list[int]:
        return [c for c in range(7) if self.board[5][c] == "."]

    def apply(self, option: int) -> None:
        row = next(r for r in range(6) if self.board[r][option] == ".")
        self.board[row][option] = self.player
        self.discs += 1
        if self.wins(row, option):
            self.winner, self.done = self.player, True
            return
        self.done = self.discs == 42
        self.player = "o" if self.player == "x" else "x"

    def wins(self, row: int, column: int) -> bool:
        for down, across in ((0, 1), (1, 0), (1, 1), (1, -1)):
            length = 1
            for sign in (1, -1):
                r, c = row + sign * down, column + sign * across
                while 0 <= r < 6 and 0 <= c < 7 and self.board[r][c] == self.player:
                    length += 1
                    r += sign * down
                    c += sign * across
            if length >= 4:
                return True
        return False

    def clone(self) -> ConnectFour:
        twin = ConnectFour.__new__(ConnectFour)
        twin.__dict__.update(self.__dict__)
        twin.board = [row[:] for row in self.board]
        return twin


class KuhnPoker:
    def __init__(self, rng: random.Random) -> None:
        self.hand = rng.sample([1, 2, 3], 2)
        self.paid = [1, 1]
        self.player = self.spoken = 0
        self.done = False
        self.scores = [0, 0]

    def legal(self) -> list[str]:
        return ["check", "bet"] if self.paid[0] == self.paid[1] else ["call", "fold"]

    def apply(self, option: str) -> None:
        self.spoken += 1
        if option in ("bet", "call"):
            self.paid[self.player] += 1
        if option == "fold":
            self.end(1 - self.player)
        elif option == "call" or (option == "check" and self.spoken == 2):
            self.end(0 if self.hand[0] > self.hand[1] else 1)
        else:
            self.player = 1 - self.player

    def end(self, winner: int) -> None:
        pot = sum(self.paid)
        self.scores = [-self.paid[0], -self.paid[1]]
        self.scores[winner] += pot
        self.done = True

    def clone(self) -> KuhnPoker:
        twin = KuhnPoker.__new__(KuhnPoker)
        twin.__dict__.update(self.__dict__)
        twin.hand, twin.paid, twin.scores = self.hand[:], self.paid[:], self.scores[:]
        return twin


class LiarsDice:
    def __init__(self, rng: random.Random, players: int = 2) -> None:
        self.rng, self.players = rng, players
        self.left = [5] * players
        self.dice: list[list[int]] = []
        self.done = False
        self.shake(rng.randrange(players))

    def shake(self, starter: int) -> None:
        self.dice = [[self.rng.randint(1, 6) for _ in range(n)] for n in self.left]
        self.bid, self.bidder, self.player = (0, 1), -1, starter

    def legal(self) -> list[tuple[int, int]]:
        bids = [(n, face) for n in range(1, sum(self.left) + 1) for face in range(1, 7) if (n, face) > self.bid]
        return bids if self.bidder < 0 else [*bids, (0, 0)]  # (0, 0) is a doubt

    def following(self, player: int) -> int:
        while True:
            player = (player + 1) % self.players
            if self.left[player]:
                return player

    def apply(self, option: tuple[int, int]) -> None:
        if option != (0, 0):
            self.bid, self.bidder, self.player = option, self.player, self.following(self.player)
            return
        number, face = self.bid
        true = sum(dice.count(face) for dice in self.dice) >= number
        loser = self.player if true else self.bidder
        self.left[loser] -= 1
        if sum(1 for n in self.left if n) == 1:
            self.done = True
        else:
            self.shake(loser if self.left[loser] else self.following(loser))

    def clone(self) -> LiarsDice:
        twin = LiarsDice.__new__(LiarsDice)
        twin.__dict__.update(self.__dict__)
        twin.left, twin.dice = self.left[:], [dice[:] for dice in self.dice]
        return twin


class Goofspiel:
    def __init__(self, rng: random.Random, players: int = 2) -> None:
        self.players = players
        self.deck = rng.sample(range(1, 14), 13)
        self.hands = [list(range(1, 14)) for _ in range(players)]
        self.points = [0] * players
        self.bids: list[int] = []
        self.done = False

    def legal(self) -> list[int]:
        return self.hands[len(self.bids)][:]

    def apply(self, option: int) -> None:
        self.bids.append(option)
        if len(self.bids) < self.players:
            return
        prize, high = self.deck.pop(), max(self.bids)
        for hand, bid in zip(self.hands, self.bids, strict=True):
            hand.remove(bid)
        if self.bids.count(high) == 1:
            self.points[self.bids.index(high)] += prize
        self.bids = []
        self.done = not self.deck

    def clone(self) -> Goofspiel:
        twin = Goofspiel.__new__(Goofspiel)
        twin.__dict__.update(self.__dict__)
        twin.deck, twin.points, twin.bids = self.deck[:], self.points[:], self.bids[:]
        twin.hands = [hand[:] for hand in self.hands]
        return twin


GAMES: dict[str, type[Any]] = {
    "pig": Pig,
    "tic_tac_toe": TicTacToe,
    "connect_four": ConnectFour,
    "kuhn_poker": KuhnPoker,
    "liars_dice": LiarsDice,
    "goofspiel": Goofspiel,
}
