"""Secret bids by hand: two questions asked of all at once, hidden dice with a known sum, hidden numbers."""

from __future__ import annotations

from regelwerk_runtime.handlers import (
    BaseState,
    Enum,
    Frame,
    Game,
    Index,
    Int,
    Key,
    Luck,
    Match,
    Member,
    Nobody,
    Sentence,
    SetOf,
    Site,
    Var,
    Words,
    bits,
    fit,
    put,
    ring,
)

FACES = 6


class State(BaseState):
    __slots__ = ("bid", "dice", "goal", "lucky", "points", "purse", "starter")

    def __init__(self, players: int) -> None:
        super().__init__(players, fuel=500, rolls=(4 + 1) * 2)
        self.purse = [6] * 4  # purse[Player]: 0..12, seen by its player
        self.dice = [0] * (4 * FACES)  # dice[Player, Face]: 0..5, seen by its player
        self.bid = [0] * 4
        self.points = [0] * 4
        self.goal = 0  # 0..3, seen by nobody
        self.lucky = 0  # set of Face, seen by nobody
        self.starter = 0

    def copy(self) -> State:
        other = object.__new__(State)
        self.copy_base(other)
        other.purse = self.purse[:]
        other.dice = self.dice[:]
        other.bid = self.bid[:]
        other.points = self.points[:]
        other.goal = self.goal
        other.lucky = self.lucky
        other.starter = self.starter
        return other


PLAY, ROUND = range(2)
ROUNDS = 3


def play(m: Match, f: Frame) -> bool | None:
    _, block, n = f
    s = m.s
    if block == 0:
        s.goal = m.roll(0 + s.players, 0, 3)
        s.lucky = 1 << m.roll(5 + 4, 0, 5)
    else:
        n += 1
    if n == ROUNDS:
        return m.leave()
    f[1], f[2] = 1, n
    return m.call([ROUND, 0, 0, 0, (), (0,) * 4, (0,) * 4])


def round_(m: Match, f: Frame) -> bool | None:
    _, block, at, n, members, bids, marks = f
    s = m.s
    while True:
        if block == 0:
            for p in range(s.players):
                for face in range(FACES):
                    s.dice[p * FACES + face] = 0
                for _ in range(4):
                    s.dice[p * FACES + m.roll(p, 1, 6) - 1] += 1
            members = ring(range(s.players), s.starter)
            block = 1
        if block == 1:  # simultaneously: all answers anew
            bids, marks, at = (0,) * 4, (0,) * 4, 0
            block = 2
        if block == 2:
            if at == len(members):
                block = 5
                continue
            f[1:] = [3, at, n, members, bids, marks]
            return m.ask(members[at], 0, range(s.purse[members[at]] + 1))
        if block == 3:
            n = m.answer
            f[1:] = [4, at, n, members, bids, marks]
            return m.ask(members[at], 1, [face for face in range(1, 7) if s.dice[members[at] * FACES + face - 1]])
        if block == 4:
            bids = put(bids, members[at], n)
            marks = put(marks, members[at], m.answer)
            at += 1
            block = 2
            continue
        for p in range(s.players):
            s.bid[p] = bids[p]
            s.purse[p] = fit(s.purse[p] - bids[p], 0, 12)
            hits = sum(s.dice[q * FACES + marks[p] - 1] for q in range(s.players))
            s.points[p] += bids[p] * hits + (marks[p] - 1 in bits(s.lucky))
            if m.log is not None:
                m.say(5, p, bids[p], marks[p])
        s.starter = (s.starter + 1) % s.players
        return m.leave()


def bid_prompt(m: Match, f: Frame) -> Words:
    return (4, m.s.purse[m.player])


def number_option(m: Match, f: Frame, option: int) -> tuple[Key, Words]:
    return (str(option),), (1, option)


def outcome_1(s: State, p: int) -> int:
    return s.points[p]


def invariant_1(s: State) -> bool:
    return all(sum(s.dice[p * FACES : p * FACES + FACES]) in (0, 4) for p in range(s.players))


def invariant_2(s: State) -> bool:
    return sum(s.purse[: s.players]) <= 6 * s.players


GAME = Game(
    name="bids",
    title={"en": "Bids"},
    players=(2, 4),
    state=State,
    handlers=(play, round_),
    sizes=(1, 5),
    labels=("play", "round"),
    play=PLAY,
    sites=(
        Site("round.1", prompt=bid_prompt, option=number_option, simultaneous=(1, 5)),
        Site("round.2", option=number_option, simultaneous=(1, 6)),
    ),
    sentences=(
        Sentence("decline", (), {"en": ("No",)}),
        Sentence("value", ("int",), {"en": (0,)}),
        Sentence("player", ("int",), {"en": ("Player ", 0)}),
        Sentence("game over", (), {"en": ("The game is over",)}),
        Sentence("round.prompt", ("int",), {"en": ("Your bid, up to ", 0, "?")}),
        Sentence("round.says", ("player", "int", "int"), {"en": (0, " bids ", 1, " on ", 2)}),
    ),
    luck=(Luck("round.die", ("Player",), first=0), Luck("play.lucky", ("Player",), first=5)),
    layout=(
        Var("purse", ("Player",), Int(0, 12), seen=Index(0)),
        Var("dice", ("Player", "Face"), Int(0, 5), seen=Index(0)),
        Var("bid", ("Player",), Int(0, 12)),
        Var("points", ("Player",), Int(0, 999)),
        Var("goal", (), Int(0, 3), seen=Nobody()),
        Var("lucky", (), SetOf("Face"), seen=Nobody()),
        Var("starter", (), Member("Player")),
    ),
    enums={"Face": Enum(tuple("123456"), low=1)},
    outcome=(("most", outcome_1),),
    invariants=(("four dice each", invariant_1, "bids.regel:9"), ("no more coins", invariant_2, "bids.regel:12")),
    source_hash="bids-by-hand",
    lines=((1, "bids.regel", 1),),
)
