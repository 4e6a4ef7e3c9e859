"""Games at random, which play as a second implementation of their rules says."""

from __future__ import annotations

from random import Random
from typing import Any

from random_choices import Choices
from random_leaves import Callee
from random_statements import Asked, Play, ReturnError, indented
from random_world import (
    BOOL,
    FEW,
    FRAME,
    INT,
    LAND,
    LANDS,
    MEMBERS,
    PLAYER,
    STATE,
    TOOLS,
    BrokenError,
    EndlessError,
    World,
    key_of,
    numbers_of,
)
from regelwerk_runtime.errors import RuleError
from regelwerk_runtime.match import Match
from regelwerk_runtime.tables.game import Game

HELPERS = """
define few_of(n: Few) -> Few = n
define land_or(x: Land?, y: Land) -> Land = if x is none then y else x
define worth_or(c: Tool?) -> Int = if c is none then -1 else c.worth
define few_or(x: Few?, y: Few) -> Few = if x is none then y else x
"""
PLAY = """
play at most 100_000:
    repeat 3 times:
        for each p in Player:
            do turn(p)
    finish
outcome for p: most purse[p]
"""


class Rules(Choices):
    """Makes a game; `text` are its sources, and `turn` what its turns do."""

    def __init__(self, rng: Random) -> None:
        super().__init__(rng)
        parts = [FRAME, HELPERS]
        parts += [self._define() for _ in range(5)]
        parts += [self._effect(self.name("act"), self._params(), depth=2) for _ in range(2)]
        parts.append(self._effect("turn", (PLAYER,), depth=3))
        self.text = "\n".join([*parts, PLAY])
        self.turn = self.effects[-1].value

    def _params(self) -> tuple[str, ...]:
        return tuple(self.rng.choice([INT, LAND, FEW, PLAYER, LANDS, BOOL]) for _ in range(self.rng.randint(0, 2)))

    def _signature(self, params: tuple[str, ...]) -> tuple[list[str], str]:
        names = [self.name("p") for _ in params]
        self.scope = dict(zip(names, params, strict=True))
        self.vars = []
        declared = ", ".join(f"{name}: {type_}" for name, type_ in self.scope.items())
        return names, f"({declared})"

    # ---- definitions
    def _define(self) -> str:
        params, result = self._params(), self.rng.choice([INT, INT, BOOL, BOOL, LAND, LANDS])
        name = self.name("d")
        names, declared = self._signature(params)
        head = f"define {name}{declared if params else ''} -> {result}"
        if self.rng.random() < 0.5:
            body = self.of(result, 4)
            lines, run = [f"{head} = {body.text}"], None
        else:
            done = self.block(3, defining=result)
            last = self.of(result, 2)
            lines = [f"{head}:", *indented(done.lines), f"    return {last.text}"]
            body, run = last, done.run

        def value(w: World, *given: Any) -> Any:
            w.locals.update(zip(names, given, strict=True))
            if run is not None:
                try:
                    for _ in run(w):
                        raise AssertionError("a definition asks nobody")
                except ReturnError as end:
                    return end.value
            return body.value(w)

        self.defines.append(Callee(name, params, result, value))
        return "\n".join(lines)

    # ---- effects
    def _effect(self, name: str, params: tuple[str, ...], depth: int) -> str:
        names, declared = self._signature(params)
        done = self.block(depth, least=3)

        def run(w: World, *given: Any) -> Play:
            w.locals.update(zip(names, given, strict=True))
            try:
                yield from done.run(w)
            except ReturnError:
                return

        self.effects.append(Callee(name, params, "", run))
        return "\n".join([f"effect {name}{declared}:", *indented(done.lines)])


def turns(rules: Rules, w: World) -> Play:
    """The whole game."""
    for _ in range(3):
        for player in numbers_of(PLAYER):
            yield from rules.turn(w, player)


def shown(w: World) -> dict[str, Any]:
    """The state as a match shows it."""
    found = {name: _part(w, types, (name,)) for name, (_, types) in STATE.items()}
    deck, slot, *hands = [[TOOLS[card] for card in pile] for pile in w.piles.values()]
    return found | {"deck": deck, "hand": hands, "slot": slot[0] if slot else None}


def _part(w: World, types: tuple[str, ...], at: tuple[Any, ...]) -> Any:
    """A variable, or what it has for some of its indices; players stand in a list, members by their key."""
    if types:
        parts = {key_of(types[0], one): _part(w, types[1:], (*at, one)) for one in numbers_of(types[0])}
        return [*parts.values()] if types[0] == PLAYER else parts
    value, kind = w.state[at], STATE[at[0]][0]
    if isinstance(value, frozenset):
        return [MEMBERS[LAND][one] if kind == LANDS else one for one in sorted(value)]
    return MEMBERS[LAND][value] if kind.startswith(LAND) and value is not None else value


def compare(rules: Rules, game: Game, seed: int) -> str:
    """Plays at random with the compiled rules and with what they mean, and answers how the game ends: `over`, `broken`
    by a broken rule, or `endless` where it is left.

    Raises:
        AssertionError: decisions or values differ.
    """
    rng, w = Random(seed), World.begun()
    meant, index = turns(rules, w), None
    match: Match | None = None
    while True:
        try:
            asked: Asked | str = meant.send(index)  # type: ignore[arg-type]  # None begins
        except StopIteration:
            asked = "over"
        except BrokenError:
            asked = "broken"
        except EndlessError:
            return "endless"
        try:
            if match is None:
                match = Match.start(game, 3, seed)
            else:
                match.choose(index)  # type: ignore[arg-type]  # an index by now
            decision = match.decision
            found = "over" if decision is None else (decision.player, [*decision.keys])
        except RuleError as error:
            if "too long" in error.message:  # steps are counted by the most that there can be
                return "endless"
            found = "broken"
        assert found == (asked if isinstance(asked, str) else tuple(asked))
        if match is None or isinstance(asked, str):
            assert found == "broken" or match.state.to_dict() == shown(w)
            return found
        assert match.state.to_dict() == shown(w)
        index = rng.randrange(len(asked.keys))
