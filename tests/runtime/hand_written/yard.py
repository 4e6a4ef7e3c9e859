"""A hand-written yard: two card types, places, piles seen by an owner, notes of cards, sets, odd ranges, the box."""

from __future__ import annotations

from regelwerk_runtime.handlers import (
    NONE,
    All,
    BaseState,
    Bool,
    CardDef,
    CardRef,
    Enum,
    Frame,
    Game,
    GameOver,
    Index,
    Int,
    Key,
    Language,
    Luck,
    Match,
    Member,
    Nobody,
    Others,
    Owner,
    Point,
    Sentence,
    SetOf,
    Site,
    Stop,
    Var,
    Words,
    Zone,
    bits,
    fit,
    mask,
    move,
    move_all,
    move_below,
    of_type,
)

WAGONS, GOODS = 4, 8  # cards 0..3 are wagons, 4..11 goods
DEFINITION = (0, 1, 2, 3, 4, 4, 4, 5, 5, 6, 7, 8)
HAND, BENEATH, WAGON_DECK, GOODS_DECK, SHOWN, DISCARD = 1, 5, 9, 10, 11, 15
SPACE, SPACE_ZONE = 0, 16


class State(BaseState):
    __slots__ = ("best", "depth", "marked", "money", "owner", "ready", "secret", "used")

    def __init__(self, players: int) -> None:
        super().__init__(players, fuel=400, rolls=1, cards=12, piles=16, places=3)
        self.money = [0] * 4
        self.owner = [NONE] * WAGONS
        self.used = NONE  # used: Colour?
        self.depth = -3  # depth: -2..2 or none
        self.ready = [False] * 4
        self.marked = 0  # set of Goods
        self.best = NONE  # best: Goods?
        self.secret = [NONE] * 4  # secret[Player]: Goods?, seen by its player

    def copy(self) -> State:
        other = object.__new__(State)
        self.copy_base(other)
        other.money = self.money[:]
        other.owner = self.owner[:]
        other.used = self.used
        other.depth = self.depth
        other.ready = self.ready[:]
        other.marked = self.marked
        other.best = self.best
        other.secret = self.secret[:]
        return other


TURN_CHOSEN, LOAD_CHOSEN, PLAY, AFTER_TURN, SETUP, TURN, AFTER_LOAD, LOAD = range(8)
TURNS = 12


def setup(m: Match, f: Frame) -> Stop | None:
    s = m.s
    m.shuffle(WAGON_DECK)
    m.shuffle(GOODS_DECK)
    move(s, m.top_card(GOODS_DECK, NONE), 0)  # one is out of the game, unseen
    for p in range(s.players):
        move(s, m.top_card(WAGON_DECK, NONE), HAND + p)
        move(s, m.top_card(GOODS_DECK, NONE), HAND + p)
        if p < 3:
            move(s, m.top_card(GOODS_DECK, NONE), SHOWN + p)
    return None


def play(m: Match, f: Frame) -> Stop | None:
    return next_turn(m, 0)


def after_turn(m: Match, f: Frame) -> Stop | None:
    _, n = f
    return next_turn(m, n + 1)


def next_turn(m: Match, n: int) -> Stop | None:
    if n == TURNS:
        raise GameOver
    return (AFTER_TURN, n), (NONE, (), (TURN, n % m.s.players))


def turn(m: Match, f: Frame) -> Stop | None:
    _, p = f
    s = m.s
    hand = s.piles[HAND + p]
    options: list[tuple[int, ...]] = [
        (0, w, x) for w in of_type(hand, 0, WAGONS) for x in range(3) if s.places[SPACE + x] == NONE
    ]
    for g in of_type(hand, WAGONS, 12):
        options += [(1, g, w) for w in range(WAGONS) if s.owner[w] == p]
        options.append((2, g))
    options.append((3,))
    return p, options, (TURN_CHOSEN, p)


def turn_chosen(m: Match, f: Frame) -> Stop | None:
    _, p = f
    s = m.s
    hand = s.piles[HAND + p]
    choice = m.answer
    if choice[0] == 0:
        move(s, choice[1], SPACE_ZONE + choice[2])
        s.owner[choice[1]] = p
        s.used = choice[2]
    elif choice[0] == 1:
        return (AFTER_LOAD, p, choice[1]), (NONE, (), (LOAD, p, choice[1], choice[2]))
    elif choice[0] == 2:
        move_below(s, choice[1], GOODS_DECK)
        s.marked = (s.marked | 1 << choice[1]) & mask(range(4, 12))
        s.ready[p] = not s.ready[p]
        s.secret[p] = hand[0] if hand[0] >= WAGONS else NONE
    else:
        s.depth = fit(s.depth + 1 if s.depth < 2 else -2, -2, 2)
    return end_turn(m, p, hand)


def after_load(m: Match, f: Frame) -> Stop | None:
    _, p, g = f
    m.s.money[p] += m.result
    m.s.best = g
    return end_turn(m, p, m.s.piles[HAND + p])


def end_turn(m: Match, p: int, hand: tuple[int, ...]) -> Stop | None:
    s = m.s
    c = m.top_card(GOODS_DECK, DISCARD)
    if c != NONE and len(hand) < 4:
        move(s, c, HAND + p)
    if len(bits(s.marked)) > 5:
        move_all(s, s.piles[SHOWN + p], DISCARD)
    return None


def load(m: Match, f: Frame) -> Stop | None:
    _, p, g, w = f
    return p, (0, 1, 2), (LOAD_CHOSEN, g, w)


def load_chosen(m: Match, f: Frame) -> Stop | None:
    _, g, w = f
    move(m.s, g, BENEATH + w)
    m.result = m.answer * 1000
    return None


def turn_option(m: Match, f: Frame, option: tuple[int, ...]) -> tuple[Key, Words]:
    keys = [CARDS[DEFINITION[card]].key for card in option[1:2]]
    if option[0] == 0:
        return ("place", keys[0], ENUMS["Colour"].keys[option[2]]), (4, option[1], option[2])
    if option[0] == 1:
        return ("load", keys[0], CARDS[DEFINITION[option[2]]].key), (5, option[1], option[2])
    if option[0] == 2:
        return ("give", keys[0]), (6, option[1])
    return ("dig",), (7, m.s.ready[f[1]], m.s.marked)


def load_option(m: Match, f: Frame, option: int) -> tuple[Key, Words]:
    return (ENUMS["Colour"].keys[option],), (8, option)


def outcome_1(s: State, p: int) -> int:
    return s.money[p]


def invariant_1(s: State) -> bool:
    return all(s.where[w] >= SPACE_ZONE for w in range(WAGONS) if s.owner[w] != NONE)


CARDS = (
    *(CardDef(f"wagon.{i}", "Wagon", 1) for i in range(4)),
    CardDef("coal", "Goods", 3),
    CardDef("wood", "Goods", 2),
    CardDef("iron", "Goods", 1),
    CardDef("salt", "Goods", 1),
    CardDef("silk", "Goods", 1),
)
ENUMS = {"Colour": Enum(("red", "green", "blue")), "Depth": Enum(("-2", "-1", "0", "1", "2"), low=-2)}
GAME = Game(
    name="yard",
    title={"en": "Yard"},
    players=(2, 4),
    state=State,
    points=(
        Point("turn.1", "turn", turn_chosen, {"p": "Player"}),
        Point("load.1", "load", load_chosen, {"g": "card", "w": "card"}),
        Point("play", "play", play, parts=(next_turn,)),
        Point("play/after turn", "play", after_turn, {"n": "int"}),
        Point("setup", "setup", setup),
        Point("turn", "turn", turn, {"p": "Player"}, parts=(end_turn,)),
        Point("turn/after load", "turn", after_load, {"p": "Player", "g": "card"}),
        Point("load", "load", load, {"p": "Player", "g": "card", "w": "card"}),
    ),
    setup=SETUP,
    play=PLAY,
    sites=(
        Site("turn.1", option=turn_option, kinds=(("card", "Colour"), ("card", "card"), ("card",), ())),
        Site("load.1", option=load_option, kinds="Colour"),
    ),
    sentences=(
        Sentence("decline", (), {"en": ("No",)}),
        Sentence("value", ("int",), {"en": (0,)}),
        Sentence("player", ("int",), {"en": ("Player ", 0)}),
        Sentence("game over", (), {"en": ("The game is over",)}),
        Sentence("turn.place", ("card", "Colour"), {"en": ("Place ", 0, " on ", (1, "the"))}),
        Sentence("turn.load", ("card", "card"), {"en": ("Load ", 0, " on ", 1)}),
        Sentence("turn.give", ("card",), {"en": ("Give ", 0)}),
        Sentence("turn.dig", ("bool", "set:card"), {"en": ("Dig, ", 0, ", ", 1)}),
        Sentence("load.value", ("Colour",), {"en": (0,)}),
    ),
    names={
        "en": {
            "card": {"": ("A", "B", "C", "D", "Coal", "Wood", "Iron", "Salt", "Silk")},
            "Colour": {"": ("red", "green", "blue"), "the": ("the red track", "the green track", "the blue track")},
        }
    },
    languages={"en": Language()},
    luck=(Luck("turn.die", ()),),
    layout=(
        Var("money", ("Player",), Int(-1000, 99_000, "EUR"), seen=All()),
        Var("owner", ("Wagon",), Member("Player", optional=True)),
        Var("used", (), Member("Colour", optional=True)),
        Var("depth", (), Member("Depth", optional=True)),
        Var("ready", ("Player",), Bool()),
        Var("marked", (), SetOf("Goods")),
        Var("best", (), CardRef("Goods", optional=True), seen=Nobody()),
        Var("secret", ("Player",), CardRef("Goods", optional=True), seen=Index(0)),
        Zone("hand", ("Player",), first=HAND, seen=Index(0)),
        Zone("beneath", ("Wagon",), first=BENEATH, seen=Owner("owner", (0,))),
        Zone("wagon_deck", (), first=WAGON_DECK, card_type="Wagon", seen=Nobody()),
        Zone("goods_deck", (), first=GOODS_DECK, card_type="Goods", seen=Nobody()),
        Zone("shown", ("Player",), first=SHOWN, card_type="Goods", seen=Others()),
        Zone("discard", (), first=DISCARD, card_type="Goods"),
        Zone("space", ("Colour",), first=SPACE, place=True, card_type="Wagon"),
    ),
    enums=ENUMS,
    cards=CARDS,
    card_types={"Wagon": (0, 4), "Goods": (4, 12)},
    begin=((WAGON_DECK, tuple(range(4))), (GOODS_DECK, tuple(range(4, 12)))),
    outcome=(("most", outcome_1),),
    value=outcome_1,
    invariants=(("an owned wagon stands on a track", invariant_1, "yard.regel:3"),),
    source_hash="yard-by-hand",
    lines=((1, "yard.regel", 1),),
)
