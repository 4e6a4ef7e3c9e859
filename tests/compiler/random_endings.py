"""The frame of turns in games at random: setup, outcome, measures and invariants."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import NamedTuple

from random_callables import Acted, Acting
from random_leaves import Made
from random_statements import indented
from random_values import BOOL, INT, PLAYER
from random_variants import Variants
from random_world import BrokenError, LeftError, Value, World
from regelwerk_runtime.errors import RuleError

PLAY = ("    repeat 3 times:", "        for each p in Player:", "            do turn(p)")


class Measure(NamedTuple):
    """A figure of a player, or of the whole game: its name and its meaning."""

    name: str
    of_player: bool
    value: Callable[[World, int | None], int]


class Endings(Variants):
    """Adds these declarations."""

    def __init__(self, rng: Random) -> None:
        super().__init__(rng)
        self.measures: list[Measure] = []
        self.ranks: list[tuple[str, Callable[[World, int | None], int]]] = []
        self.invariants: list[tuple[str, Callable[[World], bool]]] = []
        self.begin: Acting | None = None
        self.whole: Acting = self._rounds
        """The play: turns, with additions by amendments."""
        self.together: tuple[Value, Value] | None = None
        """Whether all win, and the score of all."""

    def setup(self) -> str:
        """The effects before play."""
        self.signature(())
        lines, body = self.acting_body("setup:", 1)
        if self.emits_queued:  # an event waits for the end of an effect, and here there is none
            return ""
        if self.frame.varied and self.rng.random() < 0.3:
            self.signature(())
            with self.named():
                new, changed = self.acting_body("setup:", 1)
            if not self.emits_queued:
                self.changes += ["replace setup:", *new[1:]]
                body = changed
        self.emits_queued = False
        self.begin = self.around("setup", (), lambda w: body(w, {}))
        return "\n".join(lines)

    def play(self) -> str:
        """The rounds of turns, perhaps with other rounds first, and with additions before and after."""
        found, self.emits_queued = PLAY, False
        few, many = self.rng.randint(10, 150), self.frame.limit
        limit = before = few if self.rng.random() < 0.25 else many
        if self.frame.varied and self.rng.random() < 0.2:
            self.changes += [f"replace play at most {limit}:", *PLAY]
            before, found = 1_000, ("    for each p in Player: do turn(p)",)
        elif self.frame.varied and self.rng.random() < 0.3:
            limit = few if before == many else many
            self.changes.append(f"amend play.limit: {before} -> {limit}")
        self.frame.limit = limit
        self.whole = self.around("play", (), self._rounds)
        return "\n".join([f"play at most {before}:", *found])

    @property
    def is_plain(self) -> bool:
        """Whether the play consists of turns alone."""
        return self.whole == self._rounds

    def _rounds(self, w: World) -> Acted:
        for _ in range(3):
            for player in self.frame.kinds[PLAYER].numbers:
                if w.turn is not None:
                    w.turn(player)
                yield from self.effects[-1].value(w, player)

    def measure(self) -> str:
        of_player = self.rng.random() < 0.6
        type_ = self.rng.choice([INT, INT, BOOL])
        name, player, made = self._figure(of_player, type_)
        head, text = f"measure {name}{f' of {player}' if of_player else ''}", made.text
        lone = self.frame.varied and self.rng.random() < 0.15
        if self.frame.varied and not lone and self.rng.random() < 0.3:
            with self._seen_by(player if of_player else ""):
                made = self.of(type_, 4)
            amend = f"amend measure.{name}: {text} -> {made.text}"
            self.changes.append(self.rng.choice([amend, f"replace {head} = {made.text}"]))
        if lone:
            if self.rng.random() < 0.5:
                self.changes.append(f"remove measure.{name}")
                return f"{head} = {text}"
            self.changes.append(f"add {head} = {text}")
            head = ""
        self.measures.append(Measure(name, of_player, _of_player(player, made)))
        return f"{head} = {text}" if head else ""

    def worth_of(self) -> str:
        """The value that bots increase, which is a measure too."""
        _, player, made = self._figure(True, INT)
        made = self._owned(player, made)
        text = made.text
        if self.frame.varied and self.rng.random() < 0.3:
            with self._seen_by(player):
                made = self._owned(player, self.of(INT, 4))
            self.changes.append(f"replace value of {player} = {made.text}")
        self.measures.append(Measure("value", True, _of_player(player, made)))
        return f"value of {player} = {text}"

    def _owned(self, player: str, made: Made) -> Made:
        """A number, in most cases with a value of a player, so that players differ."""
        if self.rng.random() < 0.3:
            return made
        times = self.rng.randint(1, 9)

        def value(w: World) -> int:
            own = w.locals[player]
            return int(made.value(w) + w.state["purse", own] * times + len(w.piles["hand", own]))

        return Made(f"({made.text} + purse[{player}] * {times} + hand[{player}].count)", value)

    @contextmanager
    def _seen_by(self, player: str) -> Iterator[None]:
        """Makes the next expression able to read a player, if one is named, and the parameter of a variant."""
        self.scope, self.vars = {player: PLAYER} if player else {}, []
        with self.named():
            yield

    def invariant(self) -> str:
        """A condition on the state, or on what never changes."""
        self.scope, self.vars = {}, []
        title, made = self.name("invariant"), self.of(BOOL, 4)
        way = self.rng.random() if self.frame.varied else 1
        if way < 0.1:
            self.changes.append(f'remove invariant "{title}"')
            return f'invariant "{title}": {made.text}'
        self.invariants.append((title, lambda w: bool(made.value(w))))
        if way < 0.2:
            self.changes.append(f'add invariant "{title}": {made.text}')
            return ""
        return f'invariant "{title}": {made.text}'

    def outcome(self) -> str:
        """The winners, perhaps through the outcome that a variant substitutes."""
        text = self._outcome()
        if self.frame.varied and self.rng.random() < 0.3:
            self.ranks, self.together = [], None
            head, *lines = self._outcome().split("\n")
            self.changes += [f"replace {head}", *lines]
        return text

    def _outcome(self) -> str:
        """One to three lines that rank players, or the condition for all to win, and perhaps their score."""
        if self.rng.random() < 0.2:
            self.scope, self.vars = {}, []
            won, score = self.of(BOOL, 4), self.of(INT, 3) if self.rng.random() < 0.6 else None
            self.together = won.value, score.value if score else won.value
            lines = [f"won when {won.text}", *([f"{self.rng.choice(['most', 'least'])} {score.text}"] if score else [])]
            return "\n".join(["outcome together:", *indented(lines)])
        lines, player = [], self.name("o")
        for _ in range(self.rng.randint(1, 3)):
            self.scope, self.vars = {player: PLAYER}, []
            word, made = self.rng.choice(["most", "least"]), self._owned(player, self.of(INT, 3))
            lines.append(f"{word} {made.text}")
            self.ranks.append((word, _of_player(player, made)))
        return "\n".join([f"outcome for {player}:", *indented(lines)])

    def _figure(self, of_player: bool, type_: str) -> tuple[str, str, Made]:
        player = self.name("m")
        self.scope, self.vars = {player: PLAYER} if of_player else {}, []
        return self.name("figure"), player, self.of(type_, 4)

    def ranking(self, w: World) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The scores and the ranks of the players."""
        players = self.frame.kinds[PLAYER].numbers
        if self.together is not None:
            won, score = (int(value(w)) for value in self.together)
            return (score,) * len(players), ((1 if won else 2),) * len(players)
        found = {one: [value(w, one) * (1 if word == "most" else -1) for word, value in self.ranks] for one in players}
        scores = tuple(self.ranks[0][1](w, one) for one in players)
        return scores, tuple(1 + sum(found[other] > found[one] for other in players) for one in players)


def _of_player(player: str, made: Made) -> Callable[[World, int | None], int]:
    def value(w: World, one: int | None) -> int:
        with w.calling({player: one}):
            return int(made.value(w))

    return value


def figure(value: Callable[[], int]) -> int | str:
    """The value of a measure or an invariant, or that it breaks a rule, or takes too long to be compared."""
    try:
        return value()
    except (BrokenError, ZeroDivisionError):  # which a match turns into a rule error
        return "broken"
    except LeftError:
        return "left"
    except RuleError as error:
        return "left" if "too long" in error.message else "broken"
