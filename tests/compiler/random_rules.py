"""Games at random, whose compiled rules must play as a second implementation does."""

from __future__ import annotations

from random import Random

from random_endings import Endings
from random_values import PLAYER


class Rules(Endings):
    """Generates a game; `text` is its source, `variants` those with which it means what it should."""

    def __init__(self, rng: Random) -> None:
        super().__init__(rng)
        parts = [self.define() for _ in range(3)]
        parts += [self.doomed() for _ in range(2)] if self.frame.varied and not self.frame.speaks else []
        self._abilities(acts=False)
        parts += [self.define() for _ in range(2)]
        params = self.params()
        parts += [self.effect(self.name("act"), params, depth=2, result=self._maybe_result(params))]
        self._abilities(acts=True)
        for _ in range(self.rng.choice([0, 1, 2, 2]) if self.card_lines else 0):
            parts += [self.event(), self.emitter()]
        parts += [self.nesting()] if self.rng.random() < 0.5 else []
        parts += [self.effect(self.name("act"), self.params(), depth=2)]
        parts.append(self.effect("turn", (PLAYER,), depth=3))
        parts += [self.setup()] if self.rng.random() < 0.4 else []
        parts += [self.outcome(), *(self.measure() for _ in range(self.rng.randint(0, 4)))]
        parts += [self.worth_of()] if self.rng.random() < 0.4 else []
        parts += [self.play()]
        parts += [self.invariant() for _ in range(self.rng.randint(0, 3))]
        amendments, self.variants = self.amendments()
        self.text = "\n".join([self.frame.text, self.cards, *parts, amendments])

    def _maybe_result(self, params: tuple[str, ...]) -> str:
        return self.result(params) if self.rng.random() < 0.5 else ""

    def _abilities(self, *, acts: bool) -> None:
        for _ in range(self.rng.choice([0, 1, 2])):
            self.ability(acts=acts)
