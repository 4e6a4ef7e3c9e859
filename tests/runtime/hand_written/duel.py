"""A hand-written card game with copies, a refilled deck and hidden hands, with sampled or explicit chance."""

from __future__ import annotations

from typing import Any

from regelwerk_runtime.handlers import (
    DECLINE,
    NONE,
    BaseState,
    CardDef,
    Frame,
    Game,
    Index,
    Int,
    Key,
    Language,
    Luck,
    Match,
    Member,
    Nobody,
    Point,
    Sentence,
    Site,
    Stop,
    Var,
    Words,
    Zone,
    distinct,
    move,
)

DEFINITION = (0, 0, 0, 1, 1, 2)
HEIGHT = (1, 1, 1, 2, 2, 3)
DECK, HAND, DISCARD = 1, 2, 6
TABLE, TABLE_ZONE = 0, 7


class State(BaseState):
    __slots__ = ("points", "starter")

    def __init__(self, players: int) -> None:
        super().__init__(players, fuel=200, rolls=1, cards=6, piles=7, places=4)
        self.points = [0] * 4
        self.starter = 0

    def copy(self) -> State:
        other = object.__new__(State)
        self.copy_base(other)
        other.points = self.points[:]
        other.starter = self.starter
        return other


CHOSEN, PLAY, AFTER_TURN, SETUP, TURN, SETTLED, DRAWN = range(7)
ROUNDS = 4


def setup(m: Match, f: Frame) -> Stop | None:
    m.shuffle(DECK)
    m.s.starter = m.roll(0, 0, m.s.players - 1)
    return None


def setup_explicit(m: Match, f: Frame) -> Stop | None:
    m.shuffle(DECK)
    return m.nature_of(0, range(m.s.players), (SETTLED,))


def settled(m: Match, f: Frame) -> Stop | None:
    m.s.starter = m.answer
    return None


def play(m: Match, f: Frame) -> Stop | None:
    return next_turn(m, 0)


def after_turn(m: Match, f: Frame) -> Stop | None:
    _, n = f
    return next_turn(m, n + 1)


def next_turn(m: Match, n: int) -> Stop | None:
    s = m.s
    if n == ROUNDS * s.players:
        return None
    return (AFTER_TURN, n), (NONE, (), (TURN, (s.starter + n) % s.players))


def turn(m: Match, f: Frame) -> Stop | None:
    _, p = f
    return drawn(m, p, m.top_card(DECK, DISCARD))


def turn_explicit(m: Match, f: Frame) -> Stop | None:
    _, p = f
    return m.nature_top_card(DECK, DISCARD, (DRAWN, p))


def turn_drawn(m: Match, f: Frame) -> Stop | None:
    _, p = f
    return drawn(m, p, m.answer)


def drawn(m: Match, p: int, c: int) -> Stop | None:
    s = m.s
    if c != NONE:
        move(s, c, HAND + p)
    options: list[Any] = [(0, card) for card in distinct(s.piles[HAND + p], DEFINITION)]
    if not options:
        return None
    options.append(DECLINE)
    return p, options, (CHOSEN, p)


def chosen(m: Match, f: Frame) -> Stop | None:
    _, p = f
    s = m.s
    if m.answer != DECLINE:
        card = m.answer[1]
        if s.places[TABLE + p] != NONE:
            move(s, s.places[TABLE + p], DISCARD)
        move(s, card, TABLE_ZONE + p)
        s.points[p] += HEIGHT[card]
        if m.log is not None:
            m.say(6, p, card, HEIGHT[card])
    return None


def turn_prompt(m: Match, f: Frame) -> Words:
    return (4, len(m.s.piles[HAND + f[1]]))


def turn_option(m: Match, f: Frame, option: tuple[int, ...]) -> tuple[Key, Words]:
    return ("play", CARDS[DEFINITION[option[1]]].key), (5, option[1])


def outcome_1(s: State, p: int) -> int:
    return s.points[p]


def outcome_2(s: State, p: int) -> int:
    return len(s.piles[HAND + p])


CARDS = (CardDef("low", "Rank", 3), CardDef("middle", "Rank", 2), CardDef("high", "Rank", 1))


def make(explicit: bool) -> Game:
    """The game, with sampled or explicit chance."""
    return Game(
        name="duel",
        title={"en": "Duel"},
        players=(2, 4),
        state=type("State", (State,), {"__slots__": ()}) if explicit else State,
        points=(
            Point("turn.1", "turn", chosen, {"p": "Player"}),
            Point("play", "play", play, parts=(next_turn,)),
            Point("play/after turn", "play", after_turn, {"n": "int"}),
            Point("setup", "setup", setup_explicit if explicit else setup),
            Point("turn", "turn", turn_explicit if explicit else turn, {"p": "Player"}, parts=(drawn,)),
            Point("setup/rolled", "setup", settled),
            Point("turn/drawn", "turn", turn_drawn, {"p": "Player"}),
        ),
        setup=SETUP,
        play=PLAY,
        sites=(Site("turn.1", prompt=turn_prompt, option=turn_option, kinds=(("card",),), may=True),),
        sentences=(
            Sentence("decline", (), {"en": ("No",)}),
            Sentence("value", ("int",), {"en": (0,)}),
            Sentence("player", ("int",), {"en": ("Player ", 0)}),
            Sentence("game over", (), {"en": ("The game is over",)}),
            Sentence("turn.prompt", ("int",), {"en": ("Which of ", 0, " ", (0, ("card", "cards")), "?")}),
            Sentence("turn.play", ("card",), {"en": ("Play ", (0, "the"))}),
            Sentence("turn.says", ("player", "card", "int"), {"en": (0, " plays ", 1, " for ", 2)}),
        ),
        names={
            "en": {"card": {"": ("Low", "Middle", "High"), "the": ("the low card", "the middle card", "the high card")}}
        },
        languages={"en": Language()},
        luck=(Luck("setup.starter", (), first=0, kind="player"),),
        layout=(
            Var("points", ("Player",), Int(0, 99)),
            Var("starter", (), Member("Player")),
            Zone("deck", (), first=DECK, card_type="Rank", seen=Nobody()),
            Zone("hand", ("Player",), first=HAND, card_type="Rank", seen=Index(0)),
            Zone("discard", (), first=DISCARD, card_type="Rank"),
            Zone("table", ("Player",), first=TABLE, place=True, card_type="Rank"),
        ),
        cards=CARDS,
        card_types={"Rank": (0, 6)},
        begin=((DECK, tuple(range(6))),),
        outcome=(("most", outcome_1), ("least", outcome_2)),
        value=outcome_1,
        source_hash="duel-by-hand",
        explicit=explicit,
        lines=((1, "duel.regel", 1),),
    )


GAME = make(False)
EXPLICIT = make(True)


def _explicit_copy(self: State) -> State:
    other = object.__new__(self.__class__)
    self.copy_base(other)
    other.points = self.points[:]
    other.starter = self.starter
    return other


EXPLICIT.state.copy = _explicit_copy  # type: ignore[method-assign]
