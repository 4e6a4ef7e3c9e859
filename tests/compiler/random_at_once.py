"""Simultaneous choices in games at random: questions one after the other, and effects after the last answer."""

from __future__ import annotations

from collections.abc import Callable, Generator
from random import Random
from typing import Any, NamedTuple

from random_choices import DECLINE
from random_expressions import turned
from random_options import Options
from random_statements import Asked, Done, Play, Run, StopError, indented
from random_values import BOOL, INT, PLAYER, SET
from random_world import World

Waiting = list[tuple[dict[str, Any], Run]]
"""The effects that wait until all have answered, with their locals."""

Asking = Callable[[World, Waiting], Generator[Asked, int, None]]
DEEPEST = 2
"""The greatest number of questions inside the answers of others."""


class Question(NamedTuple):
    """Part of the block of a player: its lines, and the question in it."""

    lines: list[str]
    ask: Asking


class AtOnce(Options):
    """Adds these choices to the statements."""

    def __init__(self, rng: Random) -> None:
        super().__init__(rng)
        self.player = self.left = ""
        """The player who is asked, and what he has left, while such a choice is generated."""
        self.deep = 0

    def asking(self) -> list[Callable[[int, str, bool], Done]]:
        return [*super().asking(), self._at_once]

    def _at_once(self, _depth: int, _: str, __: bool) -> Done:
        """All or some players choose; then the effects of their choices happen, one after the other."""
        scope, outer = dict(self.scope), [*self.scope]
        text, seats = self._seats()
        self.left, value = self.name("left"), self.of(INT, 2)
        player, left, self.stays = self.player, self.left, True
        self.scope |= {left: INT}
        questions = [self._question() for _ in range(self.rng.choice([1, 1, 2]))]
        questions.append(self._asked())
        last, stops = self.block(0), self.rng.random() < 0.2
        lines = [f"simultaneously for each {text}:", f"    let {left}: Int = {value.text}"]
        lines += [line for question in questions for line in indented(question.lines)]
        lines += indented([*last.lines, *(["stop"] if stops else [])])
        self.scope, self.stays, self.left = scope, False, ""

        def end(w: World) -> Play:
            yield from last.run(w)
            if stops:
                raise StopError

        def run(w: World) -> Play:
            waiting: Waiting = []
            for one in seats(w):
                w.locals[player] = one
                w.locals[left] = value.value(w)
                for question in questions:
                    yield from question.ask(w, waiting)
                waiting.append((dict(w.locals), end))
            own = w.locals
            try:
                for found, then in waiting:
                    w.locals = found | {name: own[name] for name in outer if name in own}
                    try:
                        yield from then(w)
                    finally:
                        own.update({name: w.locals[name] for name in outer if name in w.locals})
            except StopError:
                pass
            w.locals = own

        return Done(lines, run)

    def _seats(self) -> tuple[str, Callable[[World], list[int]]]:
        """The players who are asked, in order."""
        self.player = self.name("q")
        start = self.of(PLAYER, 1) if self.rng.random() < 0.3 else None
        self.scope[self.player] = PLAYER
        test = self.of(BOOL, 2) if self.rng.random() < 0.3 else None
        text = f"{self.player} in Player{f' from {start.text}' if start else ''}{f' where {test.text}' if test else ''}"
        player = self.player

        def seats(w: World) -> list[int]:
            found = list[int]()
            players = [*self.frame.kinds[PLAYER].numbers]
            for one in turned(players, start.value(w)) if start else players:
                w.round()
                w.locals[player] = one
                found += [one] if test is None or test.value(w) else []
            return found

        return text, seats

    def _question(self) -> Question:
        """A question, perhaps under a condition or for each of some members."""
        way = self.rng.choice(["asked", "if", "loop"])
        if way == "asked":
            return self._asked()
        if way == "if":
            return self._perhaps()
        kind, name = self.rng.choice(self.frame.members), self.name("x")
        found = self.of(SET + kind, 1)
        self.scope[name] = kind
        inner = self._asked()
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

    def _perhaps(self) -> Question:
        """A question under a condition, and an alternative if the condition does not hold."""
        test, inner = self.of(BOOL, 3), self._asked()
        other = self._follows("", lambda w: 0) if self.rng.random() < 0.4 else None

        def ask(w: World, waiting: Waiting) -> Generator[Asked, int, None]:
            if test.value(w):
                yield from inner.ask(w, waiting)
            elif other is not None:
                yield from other.ask(w, waiting)

        lines = [f"if {test.text}:", *indented(inner.lines)]
        return Question([*lines, *(["else:", *indented(other.lines)] if other else [])], ask)

    def _asked(self) -> Question:
        """A question for one player, which depends on what is left; its changes wait."""
        return self.rng.choice([self._asked_one, self._asked_one, self._asked_several, self._asked_option])()

    # ---- after an answer
    def _follows(self, change: str, less: Callable[[World], int]) -> Question:
        """The statements below an answer: what is left changes, more may be asked, and the rest waits."""
        left = self.left
        first = self.block(0) if self.rng.random() < 0.3 else None
        inner = None
        if self.deep < DEEPEST and self.rng.random() < 0.35:
            self.deep += 1
            inner = self._own_left() if self.rng.random() < 0.3 else self._question()
            self.deep -= 1
        last = self.block(0)
        lines = [*(first.lines if first else []), *([change] if change else [])]

        def ask(w: World, waiting: Waiting) -> Generator[Asked, int, None]:
            if first is not None:
                waiting.append((dict(w.locals), first.run))
            w.locals[left] -= less(w)
            if inner is not None:
                yield from inner.ask(w, waiting)
            waiting.append((dict(w.locals), last.run))

        return Question([*lines, *(inner.lines if inner else []), *last.lines], ask)

    def _own_left(self) -> Question:
        """A question that depends on a number of its own."""
        before, self.left, value = self.left, self.name("left"), self.of(INT, 2)
        own = self.left
        self.scope[own] = INT
        inner = self._asked()
        del self.scope[own]
        self.left = before

        def ask(w: World, waiting: Waiting) -> Generator[Asked, int, None]:
            w.locals[own] = value.value(w)
            yield from inner.ask(w, waiting)

        return Question([f"let {own}: Int = {value.text}", *inner.lines], ask)

    def _below(self, name: str, type_: str, change: str, less: Callable[[World], int]) -> Question:
        """The statements below an answer that has a name."""
        self.scope[name] = type_
        found = self._follows(change, less)
        del self.scope[name]
        return found

    def below(self, depth: int, loop: bool) -> tuple[Done, Any]:
        if not self.left:
            return super().below(depth, loop)
        less = self.rng.randint(0, 2)
        found = self._follows(f"{self.left} -= {less}", lambda w: less)
        return Done(found.lines, self._simple("", lambda w: None).run), found.ask

    # ---- questions
    def _asked_one(self) -> Question:
        """One of some, or none where the player may decline."""
        player = self.player
        kind, name, fitting, text = self.asked_for(self.left)
        may, less = self.rng.random() < 0.4, self.rng.randint(1, 2)
        question, hints = self.question(), self._hints_of(name, kind, declines=may)
        then = self._below(name, kind, f"{self.left} -= {less}", lambda w: less)
        otherwise = self._follows("", lambda w: 0)
        lines = [
            f"{'may ' if may else ''}choose {text} by {player}{question.text}{hints.text}:",
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
                    w.locals[name] = fit[index]
                    yield from then.ask(w, waiting)
                    w.locals.pop(name, None)
                    return
            yield from otherwise.ask(w, waiting)

        return Question(lines, ask)

    def _asked_several(self) -> Question:
        """Several members, whose number is taken from what is left."""
        player, several = self.player, self.several(self.left)
        name = several.name
        then = self._below(name, SET + several.kind, f"{self.left} -= {name}.count", lambda w: len(w.locals[name]))
        otherwise = self._follows("", lambda w: 0)
        lines = [several.head(player), *indented(then.lines), "otherwise:", *indented(otherwise.lines)]

        def ask(w: World, waiting: Waiting) -> Generator[Asked, int, None]:
            chosen = yield from several.ask(w, w.locals[player])
            w.locals[name] = frozenset(chosen or ())
            yield from (otherwise if chosen is None else then).ask(w, waiting)
            w.locals.pop(name, None)

        return Question(lines, ask)

    def _asked_option(self) -> Question:
        """One of several options."""
        player = self.player
        asking = self.one_of(1, False, self.rng.choice(["leave", "may", "otherwise"]))

        def ask(w: World, waiting: Waiting) -> Generator[Asked, int, None]:
            taken = yield from asking.ask(w, w.locals[player])
            if taken is None:
                waiting.append((dict(w.locals), asking.otherwise.run))
                return
            option, found = taken
            w.locals |= found
            if option.first is not None:
                waiting.append((dict(w.locals), option.first))
            if option.asked is None:
                waiting.append((dict(w.locals), option.then))
            else:
                yield from option.asked(w, waiting)
            for name in found:
                w.locals.pop(name, None)

        return Question(asking.lines(player), ask)
