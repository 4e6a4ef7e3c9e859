"""A hand-written game of secret bids: two simultaneous questions, hidden dice with a known sum, hidden numbers."""

from __future__ import annotations

from regelwerk_runtime.handlers import (
    NONE,
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
    Point,
    Sentence,
    SetOf,
    Site,
    Stop,
    Var,
    Words,
    bits,
    fit,
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


BID_CHOSEN, FACE_CHOSEN, PLAY, AFTER_ROUND, ROUND, ASK_ALL = range(6)
ROUNDS = 3


def play(m: Match, f: Frame) -> Stop | None:
    s = m.s
    s.goal = m.roll(0 + s.players, 0, 3)
    s.lucky = 1 << m.roll(5 + 4, 0, 5)
    return next_round(m, 0)


def after_round(m: Match, f: Frame) -> Stop | None:
    _, n = f
    return next_round(m, n + 1)


def next_round(m: Match, n: int) -> Stop | None:
    if n == ROUNDS:
        return None
    return (AFTER_ROUND, n), (NONE, (), (ROUND,))


def round_(m: Match, f: Frame) -> Stop | None:
    s = m.s
    for p in range(s.players):
        for face in range(FACES):
            s.dice[p * FACES + face] = 0
        for _ in range(4):
            s.dice[p * FACES + m.roll(p, 1, 6) - 1] += 1
    return ask_all(m, (ASK_ALL, ring(range(s.players), s.starter)))


def ask_all(m: Match, f: Frame) -> Stop | None:
    _, members = f
    return ask(m, members, members, ())


Rows = tuple[tuple[int, ...], ...]


def ask(m: Match, members: tuple[int, ...], left: tuple[int, ...], answers: Rows) -> Stop | None:
    s = m.s
    if left:
        return left[0], range(s.purse[left[0]] + 1), (BID_CHOSEN, members, left, answers)
    bids, marks = ({p: value for n, p, value in answers if n == number} for number in range(2))
    for p in range(s.players):
        s.bid[p] = bids[p]
        s.purse[p] = fit(s.purse[p] - bids[p], 0, 12)
        hits = sum(s.dice[q * FACES + marks[p] - 1] for q in range(s.players))
        s.points[p] += bids[p] * hits + (marks[p] - 1 in bits(s.lucky))
        if m.log is not None:
            m.say(5, p, bids[p], marks[p])
    s.starter = (s.starter + 1) % s.players
    return None


def bid_chosen(m: Match, f: Frame) -> Stop | None:
    _, members, left, answers = f
    faces = [face for face in range(1, 7) if m.s.dice[left[0] * FACES + face - 1]]
    return left[0], faces, (FACE_CHOSEN, members, left, (*answers, (0, left[0], m.answer)))


def face_chosen(m: Match, f: Frame) -> Stop | None:
    _, members, left, answers = f
    return ask(m, members, left[1:], (*answers, (1, left[0], m.answer)))


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


ASKED = {"members": "Player*", "left": "Player*", "answers": (("Player", "int"), ("Player", "int"))}
GAME = Game(
    name="bids",
    title={"en": "Bids"},
    players=(2, 4),
    state=State,
    points=(
        Point("round.1", "round", bid_chosen, ASKED),
        Point("round.2", "round", face_chosen, ASKED),
        Point("play", "play", play, parts=(next_round,)),
        Point("play/after round", "play", after_round, {"n": "int"}),
        Point("round", "round", round_, parts=(ask,)),
        Point("round/ask all", "round", ask_all, {"members": "Player*"}),
    ),
    play=PLAY,
    sites=(
        Site("round.1", prompt=bid_prompt, option=number_option, simultaneous=(ASK_ALL, "answers", 0)),
        Site("round.2", option=number_option, simultaneous=(ASK_ALL, "answers", 1)),
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
