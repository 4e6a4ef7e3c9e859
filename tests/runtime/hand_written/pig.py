"""Pig by hand: roll or hold, a one loses the pot. A choice in a loop, a die for each player."""

from __future__ import annotations

from regelwerk_runtime.handlers import BaseState, Frame, Game, Int, Language, Luck, Match, Sentence, Site, Var, fit


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


PLAY, TURN = range(2)
DECLINE_SAYS, VALUE_SAYS, PLAYER_SAYS, OVER_SAYS, TURN_PROMPT, TURN_HOLD, TURN_ROLL, LOSES = range(8)


def play(m: Match, f: Frame) -> bool | None:
    _, block, p = f
    s = m.s
    while True:
        if block == 0:
            m.burn()
            p = 0
            block = 1
        if block == 1:
            if p == s.players:
                block = 0
                continue
            f[1], f[2] = 2, p
            return m.call([TURN, 0, p, 0])
        if s.score[p] >= 100:
            return m.finish()
        p += 1
        block = 1


def turn(m: Match, f: Frame) -> bool | None:
    _, block, p, pot = f
    s = m.s
    if block == 1:
        if m.answer[0] == 0:
            s.score[p] = fit(s.score[p] + pot, 0, 105)
            return m.leave()
        pip = m.roll(p, 1, 6)
        if pip == 1:
            if m.log is not None:
                m.say(LOSES, p, pot)
            return m.leave()
        pot += pip
    m.burn()
    if s.score[p] + pot >= 100:
        s.score[p] = fit(s.score[p] + pot, 0, 105)
        return m.leave()
    f[1], f[3] = 1, pot
    return m.ask(p, 0, ((0,), (1,)))


def turn_prompt(m: Match, f: Frame) -> tuple[int, ...]:
    return (TURN_PROMPT, f[3])


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
    handlers=(play, turn),
    sizes=(1, 2),
    labels=("play", "turn"),
    setup=None,
    play=PLAY,
    sites=(Site("turn.1", prompt=turn_prompt, option=turn_option),),
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
