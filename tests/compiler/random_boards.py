"""Random expressions over products, sums and maps: members with given parts, parts of a whole, and distances."""

from __future__ import annotations

from collections.abc import Callable

from random_kinds import WAY
from random_leaves import Made
from random_pers import Pers
from random_values import FEW, INT, LAND, SET
from random_world import World


class Boards(Pers):
    """Adds expressions over these enums."""

    def ways(self, type_: str) -> list[Callable[[str, int], Made]]:
        found = super().ways(type_)
        if type_ == INT and WAY in self.frame.kinds:
            found = [*found, self._distance]
        if type_ in self.frame.wholes:
            found = [*found, self._widened]
        if type_ == SET + WAY:
            found = [*found, self._reach]
        return found

    def optional(self, type_: str, depth: int) -> Made:
        if type_ in self.frame.products and self.rng.random() < 0.4:
            return self._of_parts(type_, depth)
        if type_ in (LAND, FEW) and self.rng.random() < 0.25:
            return self._narrowed(type_, depth)
        return super().optional(type_, depth)

    def _of_parts(self, type_: str, depth: int) -> Made:
        """The member with these parts, one of which is read so that the compiler cannot know it."""
        kinds, numbers = self.frame.products[type_]
        parts = [self.of(kinds[0], depth - 1), self._read(kinds[1])]
        text = f"{type_}({', '.join(part.text for part in parts)})"
        return Made(text, lambda w: numbers.get((parts[0].value(w), parts[1].value(w))))

    def _narrowed(self, type_: str, depth: int) -> Made:
        """A number as a member of a range, or a member of a sum as a land, if it is one."""
        if type_ == FEW:
            number = self.of(INT, depth - 1)
            members = self.frame.kinds[FEW].numbers
            return Made(
                f"(({number.text} + 0) of Few)", lambda w: found if (found := number.value(w)) in members else None
            )
        if not self.frame.wholes:
            return super().optional(type_, depth)
        whole, offset = self.rng.choice([*self.frame.wholes.items()])
        member, lands = self.of(whole, depth - 1), self.frame.kinds[LAND].numbers
        return Made(
            f"({member.text} of Land)", lambda w: found if (found := member.value(w) - offset) in lands else None
        )

    def _widened(self, type_: str, depth: int) -> Made:
        land, offset = self.of(LAND, depth - 1), self.frame.wholes[type_]
        return Made(f"{type_.lower()}_of({land.text})", lambda w: land.value(w) + offset)

    # ---- maps
    def _distance(self, _: str, depth: int) -> Made:
        start, end = self.of(WAY, depth - 1), self.of(WAY, depth - 1)

        def value(w: World) -> int:
            reached, steps, target = {start.value(w)}, 0, end.value(w)
            while target not in reached:
                wider = reached.union(*(self.frame.neighbours[space] for space in reached))
                if wider == reached:
                    return -1
                reached, steps = wider, steps + 1
            return steps

        return Made(f"far(({start.text}).distance({end.text}))", value)

    def _reach(self, _: str, depth: int) -> Made:
        """The spaces after a number of steps, without turning back at once or entering closed spaces."""
        start, steps, closed = self.of(WAY, depth - 1), self.of(INT, depth - 2), self.of(SET + WAY, depth - 2)

        most = self.rng.choice([5, 5, 20])

        def value(w: World) -> frozenset[int]:
            return self.reached(start.value(w), steps.value(w) % most, closed.value(w))

        return Made(f"({start.text}).reach({steps.text} mod {most}, {closed.text})", value)

    def reached(self, start: int, steps: int, shut: frozenset[int]) -> frozenset[int]:
        """The ends of walks of a number of steps that neither turn back at once nor enter closed spaces."""
        ends = {(-1, start)}
        for _ in range(steps):
            ends = {
                (here, there)
                for before, here in ends
                for there in self.frame.neighbours[here]
                if there != before and there not in shut
            }
        return frozenset(here for _, here in ends)
