"""Choices of all players at once at random: their questions one after the other, and what waits for the last answer."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, NamedTuple

from random_choices import DECLINE
from random_frame import BOOL, INT, PLAYER, SET
from random_options import Options
from random_statements import Asked, Done, Play, Run, StopError, indented
from random_world import World

Waiting = list[tuple[dict[str, Any], Run]]
"""What waits until all have answered, with the locals that it has."""

Asking = Callable[[World, Waiting], Generator[Asked, int, None]]


class Question(NamedTuple):
    """Part of the block of a player: its lines, and what is asked in it."""

    lines: list[str]
    ask: Asking


class AtOnce(Options):
    """Makes these choices too."""

    def asking(self) -> list[Callable[[int, str, bool], Done]]:
        return [*super().asking(), self._at_once]

    def _at_once(self, _depth: int, _: str, __: bool) -> Done:
        """All players choose, and then what they chose happens, one after the other."""
        player, left, value = self.name("q"), self.name("left"), self.of(INT, 2)
        scope, variables = dict(self.scope), self.vars
        self.vars, self.stays = [], True
        self.scope |= {player: PLAYER, left: INT}
        questions = [self._question(player, left) for _ in range(self.rng.choice([1, 1, 2]))]
        questions.append(self._asked(player, left))
        last, stops = self.block(0), self.rng.random() < 0.2
        lines = [f"simultaneously for each {player} in Player:", f"    let {left}: Int = {value.text}"]
        lines += [line for question in questions for line in indented(question.lines)]
        lines += indented([*last.lines, *(["stop"] if stops else [])])
        self.scope, self.vars, self.stays = scope, variables, False

        def end(w: World) -> Play:
            yield from last.run(w)
            if stops:
                raise StopError

        def run(w: World) -> Play:
            waiting: Waiting = []
            for one in self.frame.kinds[PLAYER].numbers:
                w.locals[player] = one
                w.locals[left] = value.value(w)
                for question in questions:
                    yield from question.ask(w, waiting)
                waiting.append((dict(w.locals), end))
            own = w.locals
            try:
                for found, then in waiting:
                    w.locals = dict(found)
                    yield from then(w)
            except StopError:
                pass
            w.locals = own

        return Done(lines, run)

    def _question(self, player: str, left: str) -> Question:
        """A question, perhaps under a condition or for each of some members."""
        way = self.rng.choice(["asked", "if", "loop"])
        if way == "asked":
            return self._asked(player, left)
        if way == "if":
            test, inner = self.of(BOOL, 3), self._asked(player, left)

            def perhaps(w: World, waiting: Waiting) -> Generator[Asked, int, None]:
                if test.value(w):
                    yield from inner.ask(w, waiting)

            return Question([f"if {test.text}:", *indented(inner.lines)], perhaps)
        kind, name = self.rng.choice(self.frame.members), self.name("x")
        found = self.of(SET + kind, 1)
        self.scope[name] = kind
        inner = self._asked(player, left)
        del self.scope[name]

        def each(w: World, waiting: Waiting) -> Generator[Asked, int, None]:
            there = found.value(w)
            for one in self.frame.kinds[kind].numbers:
                if one in there:
                    w.round()
                    w.locals[name] = one
                    yield from inner.ask(w, waiting)
            w.locals.pop(name, None)

        return Question([f"for each {name} in ({found.text}):", *indented(inner.lines)], each)

    def _asked(self, player: str, left: str) -> Question:
        """A question of one player, which depends on what is left; what it changes waits."""
        ways = [self._asked_one, self._asked_one, self._asked_several, self._asked_option]
        return self.rng.choice(ways)(player, left)

    def _asked_one(self, player: str, left: str) -> Question:
        """One of some, or none where the player may decline."""
        kind, name, fitting, text = self.asked_for(left)
        may = self.rng.random() < 0.4
        question, hints = self.question(), self._hints_of(name, kind, declines=may)
        then, otherwise, less = self.then(0, False, name, kind), self.block(0), self.rng.randint(1, 2)
        lines = [
            f"{'may ' if may else ''}choose {text} by {player}{question.text}{hints.text}:",
            f"    {left} -= {less}",
            *indented(then.lines),
            "otherwise:",
            *indented(otherwise.lines),
        ]

        def ask(w: World, waiting: Waiting) -> Generator[Asked, int, None]:
            fit = fitting(w)
            if fit:
                asked = self.asked_of(kind, fit, w.locals[player], question.said(w), DECLINE if may else None)
                index = yield asked._replace(advice=self._advice_of(w, hints, name, fit, declining=may))
                if index < len(fit):
                    w.locals[left] -= less
                    waiting.append(({**w.locals, name: fit[index]}, then.run))
                    return
            waiting.append((dict(w.locals), otherwise.run))

        return Question(lines, ask)

    def _asked_several(self, player: str, left: str) -> Question:
        """Several, of which the number is taken from what is left."""
        several = self.several(left)
        then, otherwise = self.then(0, False, several.name, SET + several.kind), self.block(0)
        counts = f"    {left} -= {several.name}.count"
        lines = [several.head(player), counts, *indented(then.lines), "otherwise:", *indented(otherwise.lines)]

        def ask(w: World, waiting: Waiting) -> Generator[Asked, int, None]:
            chosen = yield from several.ask(w, w.locals[player])
            w.locals[left] -= len(chosen)
            if chosen:
                waiting.append(({**w.locals, several.name: frozenset(chosen)}, then.run))
            else:
                waiting.append((dict(w.locals), otherwise.run))

        return Question(lines, ask)

    def _asked_option(self, player: str, left: str) -> Question:
        """One of several options."""
        less = self.rng.randint(0, 2)
        ending = self.rng.choice(["leave", "may", "otherwise"])
        asking = self.one_of(1, False, ending, [f"{left} -= {less}"])

        def ask(w: World, waiting: Waiting) -> Generator[Asked, int, None]:
            taken = yield from asking.ask(w, w.locals[player])
            if taken is None:
                waiting.append((dict(w.locals), asking.otherwise.run))
                return
            option, found = taken
            w.locals[left] -= less * (not option.always)
            waiting.append(({**w.locals, **found}, option.then))

        return Question(asking.lines(player), ask)
