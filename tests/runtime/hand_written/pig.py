"""Hand-written Pig: roll or hold, and a one loses the pot. It has a choice in a loop, and a die for each player."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from regelwerk_runtime.handlers import (
    NONE,
    BaseState,
    Frame,
    Game,
    GameOver,
    Int,
    Language,
    Luck,
    Match,
    Point,
    Sentence,
    Site,
    Stop,
    Var,
    fit,
    out_of_fuel,
)


class State(BaseState):
    __slots__ = ("score",)

    def __init__(self, players: int) -> None:
        super().__init__(players, fuel=10_000, rolls=11)
        self.score = [0] * 10

    def copy(self) -> State:
        new = object.__new__(State)
        self.copy_base(new)
        new.score = self.score[:]
        return new


CHOSEN, PLAY, TURNS, AFTER_TURN, TURN = range(5)
DECLINE_SAYS, VALUE_SAYS, PLAYER_SAYS, OVER_SAYS, TURN_PROMPT, TURN_HOLD, TURN_ROLL, LOSES = range(8)


def play(m: Match, f: Frame) -> Stop | None:
    m.s.fuel -= 1
    if m.s.fuel < 0:
        out_of_fuel()
    return turns(m, (TURNS, 0))


def turns(m: Match, f: Frame) -> Stop | None:
    _, p = f
    if p == m.s.players:
        return NONE, (), (PLAY,)
    return (AFTER_TURN, p), (NONE, (), (TURN, p))


def after_turn(m: Match, f: Frame) -> Stop | None:
    _, p = f
    if m.s.score[p] >= 100:
        raise GameOver
    return turns(m, (TURNS, p + 1))


def turn(m: Match, f: Frame) -> Stop | None:
    _, p = f
    return ask(m, p, 0)


def ask(m: Match, p: int, pot: int) -> Stop | None:
    s = m.s
    m.s.fuel -= 1
    if m.s.fuel < 0:
        out_of_fuel()
    if s.score[p] + pot >= 100:
        s.score[p] = fit(s.score[p] + pot, 0, 105)
        return None
    return p, ((0,), (1,)), (CHOSEN, p, pot)


def chosen(m: Match, f: Frame) -> Stop | None:
    _, p, pot = f
    s = m.s
    if m.answer[0] == 0:
        s.score[p] = fit(s.score[p] + pot, 0, 105)
        return None
    pip = m.roll(p, 1, 6)
    if pip == 1:
        if m.log is not None:
            m.say(LOSES, p, pot)
        return None
    return ask(m, p, pot + pip)


def turn_prompt(m: Match, f: Frame) -> tuple[int, ...]:
    return (TURN_PROMPT, f[2])


def turn_option(m: Match, f: Frame, option: tuple[int, ...]) -> tuple[tuple[str], tuple[int, ...]]:
    if option[0] == 0:
        return ("hold",), (TURN_HOLD,)
    return ("roll",), (TURN_ROLL,)


SENTENCES = (
    Sentence("decline", (), {"en": ("No",), "de": ("Nein",)}),
    Sentence("value", ("int",), {"en": (0,), "de": (0,)}),
    Sentence("player", ("player",), {"en": ("Player ", 0), "de": ("Spieler ", 0)}),
    Sentence("game over", (), {"en": ("The game is over",), "de": ("Das Spiel ist aus",)}),
    Sentence(
        "turn.1",
        ("int",),
        {
            "en": (0, " ", (0, ("point", "points")), " in the pot"),
            "de": (0, " ", (0, ("Punkt", "Punkte")), " im Topf"),
        },
    ),
    Sentence("turn.hold", (), {"en": ("Hold",), "de": ("Halten",)}),
    Sentence("turn.roll", (), {"en": ("Roll",), "de": ("Würfeln",)}),
    Sentence("turn.loses", ("player", "int"), {"en": (0, " loses ", 1), "de": (0, " verliert ", 1)}),
)


def outcome_1(s: State, p: int) -> int:
    return s.score[p]


def invariant_1(s: State) -> bool:
    return all(score <= 105 for score in s.score)


GAME = Game(
    name="pig",
    title={"en": "Pig", "de": "Schwein"},
    players=(2, 10),
    state=State,
    points=(
        Point("turn.1", "turn", chosen, {"p": "Player", "pot": "int"}),
        Point("play", "play", play),
        Point("play/turns", "play", turns, {"p": "Player"}),
        Point("play/after turn", "play", after_turn, {"p": "Player"}),
        Point("turn", "turn", turn, {"p": "Player"}, parts=(ask,)),
    ),
    setup=None,
    play=PLAY,
    sites=(Site("turn.1", prompt=turn_prompt, option=turn_option, kinds=((), ())),),
    sentences=SENTENCES,
    names={"en": {}, "de": {}},
    languages={
        "en": Language(group=",", plurals="10" + "1" * 198),
        "de": Language(group=".", plurals="10" + "1" * 198, yes="ja", no="nein", and_=" und ", none="nichts"),
    },
    luck=(Luck("turn.pip", ("Player",), first=0),),
    layout=(Var("score", ("Player",), Int(0, 105)),),
    outcome=(("most", outcome_1),),
    value=outcome_1,
    invariants=(("nobody has more than 105", invariant_1, "pig.regel:7"),),
    source_hash="pig-by-hand",
    files=("pig.regel",),
    lines=((1, "pig.regel", 1), (turn.__code__.co_firstlineno, "pig.regel", 11)),
)


def pig_that(does: Callable[[Any], object], asked: bool = True, label: str = "play", **changes: Any) -> Game:
    """Pig in which something happens in `play`: at its beginning, or after a first choice."""

    def ask(m: Match, f: Frame) -> Stop | None:
        return 1, ((0,), (1,)), (CHOSEN, 1, 0)

    def happens(m: Match, f: Frame) -> Stop | None:
        does(m)
        return None

    points = list(GAME.points)
    points[CHOSEN] = Point("turn.1", label, happens, {"p": "Player", "pot": "int"})
    points[PLAY] = Point(label, label, ask if asked else happens)
    line = happens.__code__.co_firstlineno
    changes.setdefault("lines", ((1, "early.regel", 1), (line, "late.regel", 44)))
    changes.setdefault("source_hash", "that")
    return replace(GAME, points=tuple(points), **changes)
