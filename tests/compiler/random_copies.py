"""Cards with many copies in games at random: new ones come from the box, and go back to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from random_at_once import AtOnce
from random_choices import ENOUGH, NOTHING, NUMBERS
from random_leaves import Made
from random_sentences import NO_WORDS, listed
from random_statements import Asked, Done, Play, indented, within
from random_values import INT, PLAYER, Said
from random_world import BrokenError, World

Camp = tuple[str, Callable[[World], int]]
"""The chips of a player: their expression in rules, and the player."""

Test = tuple[str, Callable[[World, int], bool]]
"""A condition on a chip."""


class Look(NamedTuple):
    """The properties that distinguish chips: the kind, whether it is sworn, and its wear."""

    key: str
    sworn: bool
    worn: int


class Copies(AtOnce):
    """Adds statements and expressions over these cards."""

    def ways(self, type_: str) -> list[Callable[[str, int], Made]]:
        found = super().ways(type_)
        return [*found, self._chips] if type_ == INT and self.frame.chips else found

    def acting(self) -> list[Callable[[int, str, bool], Done]]:
        found = super().acting()
        if not self.frame.chips:
            return found
        found = [*found, self._raise, self._raise, self._dismiss, self._wear, self._swear]
        return [*found, self._mix, self._unmix] if self.frame.mixes else found

    def asking(self) -> list[Callable[[int, str, bool], Done]]:
        found = super().asking()
        return [*found, self._choose_chip, self._choose_chips] if self.frame.chips else found

    # ---- expressions
    def _camp(self) -> Camp:
        player = self.of(PLAYER, 1)
        return f"camp[{player.text}]", player.value

    def _test(self, name: str) -> Test:
        """A condition on a chip."""
        sign, other = self.rng.choice(["<", ">="]), self.of(INT, 2)
        worn = self.rng.random() < 0.5

        def holds(w: World, chip: int) -> bool:
            number = w.worn[chip] if worn else self.frame.chips[chip].size
            return (number < other.value(w) % 6) is (sign == "<")

        read = f"wear[{name}]" if worn else f"{name}.size"
        return f"({read} {sign} {other.text} mod 6)", holds

    def _chips(self, _: str, _depth: int) -> Made:
        """The number of chips in play or of a player, or their total worth."""
        name, (camp, of) = self.name("t"), self._camp()
        match self.rng.choice(["count", "sum", "play", "worn"]):
            case "count":
                return Made(f"{camp}.count", lambda w: len(w.camps[of(w)]))
            case "play":
                text = f"(count {name} in Chip where {name} not in box)"
                return Made(text, lambda w: sum(map(len, w.camps)) + len(w.mixed_chips))
            case "worn":
                text = f"(most wear[{name}] for {name} in Chip where {name}.size > 0)"
                chips = [at for at, chip in enumerate(self.frame.chips) if chip.size > 0]
                return Made(text, lambda w: max((w.worn[at] for at in chips), default=0))
        test, holds = self._test(name)

        def value(w: World) -> int:
            return sum(self.frame.chips[chip].size for chip in w.camps[of(w)] if holds(w, chip))

        return Made(f"(sum {name}.size for {name} in {camp} where {test})", value)

    # ---- statements
    def _new(self, w: World, key: str) -> int:
        """The chip of a kind in the box that was declared last."""
        there = self._spare(w, key)
        if not there:
            raise BrokenError
        return max(there)

    def _spare(self, w: World, key: str) -> list[int]:
        """The chips of a kind in the box."""
        return [chip for chip in w.spare if self.frame.chips[chip].key == key]

    def _raise(self, *_: object) -> Done:
        """A new chip for a player, once or several times; it may be worn when it comes."""
        chip, (camp, of), below = self.rng.choice(self.frame.chips), self._camp(), self.rng.random() < 0.3
        asks, there, target = self.rng.random() < 0.93, self.name("t"), f"{camp}.bottom" if below else camp
        times = self.rng.choice([0, 0, 1, 2])
        name, value = self.name("t"), self.of(INT, 2)

        def act(w: World) -> None:
            for _ in range(times or 1):
                if not asks or self._spare(w, chip.key):
                    new = self._new(w, chip.key)
                    w.camp(new, of(w), below=below)
                    if not times:
                        w.worn[new] = within(value.value(w) % 5, 0, 9)

        lines = [f"move new {chip.key} to {target}"]
        if not times:
            lines = [f"let {name} = new {chip.key}", f"move {name} to {target}", f"wear[{name}] = {value.text} mod 5"]
        if asks:
            test = f"if any {there} in Chip where {there} in box and {there}.size is {chip.size}:"
            lines = [test, *indented(lines)]
        if times:
            lines = [f"repeat {times} times:", *indented(lines)]
        return Done(lines, self._simple("", act).run)

    def _dismiss(self, *_: object) -> Done:
        """Chips that satisfy a condition go to the box, or to somebody else."""
        name, (camp, of) = self.name("t"), self._camp()
        test, holds = self._test(name)
        other = self._camp() if self.rng.random() < 0.5 else None

        def act(w: World) -> None:
            for chip in sorted(chip for chip in w.camps[of(w)] if holds(w, chip)):
                w.camp(chip, other[1](w) if other else None)

        return self._simple(f"move (those {name} in {camp} where {test}) to {other[0] if other else 'box'}", act)

    def _wear(self, *_: object) -> Done:
        """Each chip of a player is worn, or goes."""

        def act(w: World, chip: int, fits: bool) -> None:
            if fits:
                w.worn[chip] = within(w.worn[chip] + 1, 0, 9)
            else:
                w.camp(chip, None)

        return self._each(act, "wear[{0}] += 1", "    else: move {0} to box")

    def _swear(self, *_: object) -> Done:
        return self._told_apart(self._camp())

    def _told_apart(self, camp: Camp) -> Done:
        """Some chips of a player become sworn; the others do not, or become worn."""
        wears = self.rng.random() < 0.6

        def act(w: World, chip: int, fits: bool) -> None:
            if fits:
                w.sworn.add(chip)
            elif wears:
                w.worn[chip] = within(w.worn[chip] + 1, 0, 9)
            else:
                w.sworn.discard(chip)

        otherwise = "    else: wear[{0}] += 1" if wears else "    else: sworn -= {0}"
        most = self.rng.randint(1, 5)
        test = f"sworn.count < {most}", lambda w, _chip: len(w.sworn) < most
        return self._each(act, "sworn += {0}", otherwise, camp=camp, test=test)

    def _gather(self, camp: Camp) -> Done:
        """Chips in the box come to a player, and are made distinguishable."""
        name, apart = self.name("t"), self._told_apart(camp)

        def come(w: World) -> None:
            for chip in sorted(w.spare):
                w.camp(chip, camp[1](w))

        comes = self._simple(f"move (those {name} in Chip where {name} in box) to {camp[0]}", come)

        def run(w: World) -> Play:
            yield from comes.run(w)
            yield from apart.run(w)

        return Done([*comes.lines, *apart.lines], run)

    def _mix(self, *_: object) -> Done:
        """Chips of a player that satisfy a condition go among other cards."""

        def act(w: World, chip: int, fits: bool) -> None:
            if fits:
                w.camp(chip, None, mixed=True)

        return self._each(act, "move {0} to mix")

    def _each(
        self,
        act: Callable[[World, int, bool], None],
        then: str,
        *others: str,
        camp: Camp | None = None,
        test: Test | None = None,
    ) -> Done:
        """Visits each chip of a player; `act` gets whether it satisfies a condition."""
        name, (there, of) = self.name("t"), camp or self._camp()
        text, holds = test or self._test(name)

        def through(w: World) -> None:
            for chip in list(w.camps[of(w)]):
                w.round()
                act(w, chip, holds(w, chip))

        lines = [
            f"for each {name} in {there}:",
            f"    if {text}: {then.format(name)}",
            *(one.format(name) for one in others),
        ]
        return Done(lines, self._simple("", through).run)

    def _unmix(self, *_: object) -> Done:
        """Chips among other cards that satisfy a condition come to a player, or go to the box."""
        name, other = self.name("t"), self._camp() if self.rng.random() < 0.7 else None
        test, holds = self._test(name)

        def act(w: World) -> None:
            for chip in w.mixed_chips:
                w.round()
                if holds(w, chip):
                    w.camp(chip, other[1](w) if other else None)

        lines = [f"for each {name} in mix of Chip:", f"    if {test}: move {name} to {other[0] if other else 'box'}"]
        return Done(lines, self._simple("", act).run)

    # ---- choices
    def _looks(self, w: World, chips: list[int]) -> list[Look]:
        return [Look(self.frame.chips[chip].key, chip in w.sworn, w.worn[chip]) for chip in chips]

    def _titles(self, chips: list[int]) -> list[Said]:
        return [self.frame.chips[chip].title for chip in chips]

    @staticmethod
    def _chip_keys(looks: list[Look]) -> list[str]:
        """The keys of options; equal ones are numbered."""
        keys = [look.key for look in looks]
        counts = [keys[:at].count(key) for at, key in enumerate(keys)]
        return [f"{key}.{count + 1}" if count else key for key, count in zip(keys, counts, strict=True)]

    def _choose_chip(self, _depth: int, _: str, loop: bool) -> Done:
        """One chip of a player, which goes, or is worn."""
        player, name, (camp, of), goes = self.of(PLAYER, 1), self.name("t"), self._camp(), self.rng.random() < 0.5
        test, holds = self._test(name)
        question = self.question()
        otherwise = self.block(0, loop=loop)
        then = f"move {name} to box" if goes else f"wear[{name}] = (wear[{name}] + 1) mod 10"
        lines = [f"choose {name} in {camp} where {test} by {player.text}{question.text}:", f"    {then}"]

        def run(w: World) -> Play:
            fit = [chip for chip in w.camps[of(w)] if holds(w, chip)]
            looks = self._looks(w, fit)
            offered = [chip for at, chip in enumerate(fit) if looks[at] not in looks[:at]]
            if not offered:
                yield from otherwise.run(w)
                return
            keys = self._chip_keys(self._looks(w, offered))
            index = yield Asked(player.value(w), keys, self._titles(offered), question.said(w))
            if goes:
                w.camp(offered[index], None)
            else:
                w.worn[offered[index]] = (w.worn[offered[index]] + 1) % 10

        return Done([*lines, "otherwise:", *indented(otherwise.lines)], run)

    def _choose_chips(self, _depth: int, _: str, loop: bool) -> Done:
        """Several chips of a player, which all go to somebody."""
        player, name, (camp, of), (other, to) = self.of(PLAYER, 1), self.name("t"), self._camp(), self._camp()
        test, holds = self._test(name)
        question = self.question()
        otherwise = self.block(0, loop=loop)
        least, most, word = self.rng.choice(NUMBERS)
        before = self._gather((camp, of)) if self.rng.random() < 0.35 else None
        lines = [
            *(before.lines if before else []),
            f"choose {word} {name} in {camp} where {test} by {player.text}{question.text}:",
            f"    move {name} to {other}",
        ]

        def run(w: World) -> Play:
            if before:
                yield from before.run(w)
            left, chosen = [chip for chip in w.camps[of(w)] if holds(w, chip)], list[int]()
            who = player.value(w)
            while len(left) + len(chosen) >= least and len(chosen) < most and left:
                offered = self._next(w, left, chosen, least)
                enough = [ENOUGH if chosen else NOTHING] if len(chosen) >= least else []
                if not offered:
                    break
                keys = [*self._chip_keys(self._looks(w, offered)), *(["none"] if enough else [])]
                told = listed(self._titles(chosen)) if chosen else NO_WORDS
                index = yield Asked(who, keys, [*self._titles(offered), *enough], question.said(w), told)
                if index == len(offered):
                    break
                chosen.append(offered[index])
                left.remove(offered[index])
            if not chosen:
                yield from otherwise.run(w)
                return
            for chip in sorted(chosen):
                w.camp(chip, to(w))

        return Done([*lines, "otherwise:", *indented(otherwise.lines)], run)

    def _next(self, w: World, left: list[int], chosen: list[int], least: int) -> list[int]:
        """What may be chosen next: of equal chips the lowest, in the order of cards, sworn ones later, and of how worn
        they are.
        """
        kinds = [*dict.fromkeys(chip.key for chip in self.frame.chips)]

        def place(chip: int) -> tuple[int, bool, int]:
            return kinds.index(self.frame.chips[chip].key), chip in w.sworn, w.worn[chip]

        last = max(map(place, chosen), default=(0, False, 0))
        rest = sorted((chip for chip in left if place(chip) >= last), key=place)
        rest = rest[: len(rest) - max(least - len(chosen) - 1, 0)]
        places = [place(chip) for chip in rest]
        return [chip for at, chip in enumerate(rest) if places[at] not in places[:at]]
