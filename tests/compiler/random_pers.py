"""Random expressions over numbers for each land, and over numbers and truth values that may be missing."""

from __future__ import annotations

from collections.abc import Callable

from random_expressions import EQUALITY, Expressions
from random_leaves import Made
from random_values import BOOL, INT, LAND, MAYBE_BOOL, MAYBE_INT, PER
from random_world import World


class Pers(Expressions):
    """Adds these expressions."""

    def ways(self, type_: str) -> list[Callable[[str, int], Made]]:
        if type_ == PER:
            return [self._leaf]
        if type_ in (MAYBE_INT, MAYBE_BOOL):
            return [self._leaf]
        found = super().ways(type_)
        if type_ == INT:
            return [*found, self._or_other, self._entry]
        if type_ == BOOL:
            return [*found, self._or_other, self._missing, self._same_per]
        return found

    def _leaf(self, type_: str, *given: object) -> Made:
        if type_ == PER:
            return self._per()
        if type_ in (MAYBE_INT, MAYBE_BOOL):
            return self._maybe(type_)
        return super()._leaf(type_, *given)

    # ---- numbers for each land
    def _per(self) -> Made:
        """The numbers of a local, of a member or a card, or of the state."""
        local = self.local(PER)
        if local is not None and self.rng.random() < 0.5:
            return local
        owners = [column for column in self.frame.columns if column.index == LAND and column.owner in self.frame.kinds]
        if owners and self.rng.random() < 0.5:
            column = self.rng.choice(owners)
            owner, lands = self.of(column.owner, 0), self.frame.kinds[LAND].numbers
            return Made(
                f"{owner.text}.{column.name}", lambda w: tuple(column.values[owner.value(w)][land] for land in lands)
            )
        return Made("load", lambda w: tuple(w.state["load", land] for land in self.frame.kinds[LAND].numbers))

    def _entry(self, _: str, depth: int) -> Made:
        per, land = self.local(PER) or self._per(), self.of(LAND, depth - 1)
        return Made(f"{per.text}[{land.text}]", lambda w: per.value(w)[land.value(w)])

    def _same_per(self, _: str, depth: int) -> Made:
        sign, left, right = self.rng.choice([*EQUALITY]), self.of(PER, depth - 1), self.of(PER, depth - 1)
        return Made(f"({left.text} {sign} {right.text})", lambda w: EQUALITY[sign](left.value(w), right.value(w)))

    # ---- optional values
    def _maybe(self, type_: str) -> Made:
        """A variable or a local that may be none, none itself, or another value."""
        local = self.local(type_)
        if local is not None and self.rng.random() < 0.5:
            return local
        name = self.variable(type_)
        assert name is not None
        place, text = self.place(name, 1)
        return Made(text, lambda w: w.state[place(w)])

    def _or_other(self, type_: str, depth: int) -> Made:
        """The value, or another if it is missing."""
        found, other = self.of(f"{type_}?", depth - 1), self.of(type_, depth - 1)

        def value(w: World) -> int:
            one, default = found.value(w), other.value(w)
            return int(default if one is None else one) if type_ == INT else default if one is None else one

        return Made(f"{type_.lower()}_or({found.text}, {other.text})", value)

    def _missing(self, _: str, depth: int) -> Made:
        """Whether a value is missing, or equals a given one."""
        type_, sign = self.rng.choice([MAYBE_INT, MAYBE_BOOL]), self.rng.choice([*EQUALITY])
        found = self._maybe(type_)
        other = self.of(type_.removesuffix("?"), depth - 1)
        if self.rng.random() < 0.5:
            other = Made("none", lambda w: None)
        return Made(f"({found.text} {sign} {other.text})", lambda w: EQUALITY[sign](found.value(w), other.value(w)))
