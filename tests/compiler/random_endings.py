"""The frame of turns in games at random: setup, outcome, measures and invariants."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from random_callables import Acted
from random_frame import BOOL, INT, PLAYER
from random_leaves import Made
from random_statements import indented
from random_variants import Variants
from random_world import BrokenError, LeftError, Value, World
from regelwerk_runtime.errors import RuleError


class Measure(NamedTuple):
    """A figure of a player, or of the whole game: its name and what it is."""

    name: str
    of_player: bool
    value: Callable[[World, int | None], int]


class Endings(Variants):
    """Makes these too."""

    def __init__(self, rng: Random) -> None:
        super().__init__(rng)
        self.measures: list[Measure] = []
        self.ranks: list[tuple[str, Callable[[World, int | None], int]]] = []
        self.invariants: list[tuple[str, Callable[[World], bool]]] = []
        self.begin: Callable[[World], Acted] | None = None
        self.together: tuple[Value, Value] | None = None
        """Whether all win, and the score of all."""

    def setup(self) -> str:
        """What happens before play."""
        self.signature(())
        lines, body = self.acting_body("setup:", 1)
        if self.emits_queued:  # an event that waits for the end of an effect, where there is none
            return ""
        self.begin = lambda w: body(w, {})
        return "\n".join(lines)

    def measure(self) -> str:
        of_player = self.rng.random() < 0.6
        name, player, made = self._figure(of_player, self.rng.choice([INT, INT, BOOL]))
        self.measures.append(Measure(name, of_player, _of_player(player, made)))
        return f"measure {name}{f' of {player}' if of_player else ''} = {made.text}"

    def worth_of(self) -> str:
        """What bots strive for, which is a measure too."""
        _, player, made = self._figure(True, INT)
        self.measures.append(Measure("value", True, _of_player(player, made)))
        return f"value of {player} = {made.text}"

    def invariant(self) -> str:
        """A condition of the state, or of what never changes."""
        self.scope, self.vars = {}, []
        title, made = self.name("invariant"), self.of(BOOL, 4)
        self.invariants.append((title, lambda w: bool(made.value(w))))
        return f'invariant "{title}": {made.text}'

    def outcome(self) -> str:
        """One to three lines by which players are ranked, or when all win, and perhaps what their score is."""
        if self.rng.random() < 0.2:
            self.scope, self.vars = {}, []
            won, score = self.of(BOOL, 4), self.of(INT, 3) if self.rng.random() < 0.6 else None
            self.together = won.value, score.value if score else won.value
            lines = [f"won when {won.text}", *([f"{self.rng.choice(['most', 'least'])} {score.text}"] if score else [])]
            return "\n".join(["outcome together:", *indented(lines)])
        lines, player = [], self.name("o")
        for _ in range(self.rng.randint(1, 3)):
            self.scope, self.vars = {player: PLAYER}, []
            word, made = self.rng.choice(["most", "least"]), self.of(INT, 3)
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
    """What a measure or an invariant is, that it breaks a rule, or that it takes too long to be compared."""
    try:
        return value()
    except (BrokenError, ZeroDivisionError):  # which a match makes a rule error
        return "broken"
    except LeftError:
        return "left"
    except RuleError as error:
        return "left" if "too long" in error.message else "broken"
