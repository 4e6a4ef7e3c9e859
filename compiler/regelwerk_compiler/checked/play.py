"""Play as data: positions of a game and what its scenarios did, for pictures and worked examples."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .values import Value

Place = tuple[str, ...]
"""The name of a variable of the state, then its indices: players by name, everything else by key."""


@dataclass(frozen=True, slots=True)
class GamePosition:
    """A whole position of play.

    Attributes:
        players: their names in the order of the seats.
        facts: every variable of the state by name, as `match.state.apart().to_dict()` gives it.
        chosen: whether players chose something on the way to it.
    """

    players: tuple[str, ...]
    facts: Mapping[str, Value]
    chosen: bool = True


@dataclass(frozen=True, slots=True)
class Fact:
    """A value of the state, at a variable under its indices; `old` is the fact that it replaced.

    Attributes:
        beside: for each card of a pile or place the variables, with values, that it has while it lies there.
    """

    state: str
    indices: tuple[str, ...]
    value: Value
    old: Fact | None = None
    beside: tuple[tuple[tuple[str, Value], ...], ...] = ()

    @property
    def place(self) -> Place:
        return (self.state, *self.indices)


@dataclass(frozen=True, slots=True)
class Asked:
    """A sentence of a question; `told`, its place in the question and its values, identifies it."""

    words: str = field(compare=False)
    told: tuple[object, ...]


@dataclass(frozen=True, slots=True)
class PlayedStep:
    """A step of a scenario, in one language.

    Attributes:
        player: the name of who chose; "" if chance did.
        choice: what was chosen; "" for nothing.
        asked: the question, if the choice is a mere value; else empty.
        says: the sentences that followed.
        retold: whether the first sentence tells the choice as well.
        declined: whether nothing was chosen of what was offered.
        begun: whether the first sentence begins with the name of the player.
        can: for a `choice` that was not made, whether it could be; None if it was made.
        number: how many steps of the scenario come before it.
        ends: `wins` or `loses` if it says that the game is over, and this of the player, if one is named.
    """

    player: str
    choice: str
    says: tuple[str, ...]
    retold: bool = False
    declined: bool = False
    can: bool | None = None
    number: int = 0
    ends: str = ""
    asked: tuple[Asked, ...] = ()
    begun: bool = False


@dataclass(frozen=True, slots=True)
class PlayedStage:
    """The events of a scenario from one situation up to the next one that it gives.

    Attributes:
        situation: the facts that it gives.
        results: the facts that changed from `before` to `after`: those that the scenario looks at, or all if it names
        none.
        rolls: the numbers of pips that it gives to dice.
        end: how many steps of the scenario come before the next stage.
        start: the position in which nothing is given yet.
        before, after: the positions in which its steps begin and end.
    """

    situation: tuple[Fact, ...]
    steps: tuple[PlayedStep, ...]
    results: tuple[Fact, ...]
    start: GamePosition
    before: GamePosition
    after: GamePosition
    rolls: tuple[int, ...] = field(default=(), kw_only=True)
    end: int = field(default=0, kw_only=True)


@dataclass(frozen=True, slots=True)
class PlayedScenario:
    """The events of a scenario, in one stage more than it gives situations between its steps."""

    name: str
    stages: tuple[PlayedStage, ...]
