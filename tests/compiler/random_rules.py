"""Games at random, which play as a second implementation of their rules says."""

from __future__ import annotations

from random import Random
from typing import Any

from random_choices import Choices
from random_frame import BOOL, INT, PLAYER
from random_leaves import Callee
from random_statements import Play, ReturnError, indented
from random_world import World

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
        parts = [self.frame.text]
        parts += [self._define() for _ in range(5)]
        parts += [self._effect(self.name("act"), self._params(), depth=2) for _ in range(2)]
        parts.append(self._effect("turn", (PLAYER,), depth=3))
        self.text = "\n".join([*parts, PLAY])
        self.turn = self.effects[-1].value

    def _params(self) -> tuple[str, ...]:
        return tuple(
            self.rng.choice([INT, BOOL, self.set_type(), *self.frame.kinds]) for _ in range(self.rng.randint(0, 2))
        )

    def _signature(self, params: tuple[str, ...]) -> tuple[list[str], str]:
        names = [self.name("p") for _ in params]
        self.scope = dict(zip(names, params, strict=True))
        self.vars = []
        declared = ", ".join(f"{name}: {type_}" for name, type_ in self.scope.items())
        return names, f"({declared})"

    # ---- definitions
    def _define(self) -> str:
        params, result = self._params(), self.rng.choice([INT, INT, BOOL, BOOL, self.set_type(), *self.frame.members])
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
            outer, w.locals = w.locals, dict(zip(names, given, strict=True))
            try:
                if run is not None:
                    for _ in run(w):
                        raise AssertionError("a definition asks nobody")
                return body.value(w)
            except ReturnError as end:
                return end.value
            finally:
                w.locals = outer

        self.defines.append(Callee(name, params, result, value))
        return "\n".join(lines)

    # ---- effects
    def _effect(self, name: str, params: tuple[str, ...], depth: int) -> str:
        names, declared = self._signature(params)
        done = self.block(depth, least=3)

        def run(w: World, *given: Any) -> Play:
            outer, w.locals = w.locals, dict(zip(names, given, strict=True))
            try:
                yield from done.run(w)
            except ReturnError:
                return
            finally:
                w.locals = outer

        self.effects.append(Callee(name, params, "", run))
        return "\n".join([f"effect {name}{declared}:", *indented(done.lines)])
