"""Statements at random, each with what it does: lines of the language, and a generator that does the same.

A generator changes the values, gives each decision, and takes the number of the option that is chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from random import Random
from typing import Any, NamedTuple

from random_expressions import Callee, Expressions, Made
from random_world import (
    BOOL,
    FEW,
    HIGH,
    INT,
    LAND,
    LANDS,
    LOW,
    PLAYER,
    SETS,
    STATE,
    BrokenError,
    World,
    key_of,
    numbers_of,
)


class ReturnError(Exception):
    """The end of an effect or a definition, with its answer."""

    def __init__(self, value: Any = None) -> None:
        super().__init__()
        self.value = value


class StopError(Exception):
    """The end of a loop."""


class Asked(NamedTuple):
    """A decision: who is asked, and the keys of the options."""

    player: int
    keys: list[str]


Play = Generator[Asked, int, None]
Run = Callable[[World], Play]


class Done(NamedTuple):
    """Statements: their lines, and what they do."""

    lines: list[str]
    run: Run


def indented(lines: list[str]) -> list[str]:
    return [f"    {line}" for line in lines]


class Statements(Expressions):
    """Makes statements. `effects` are the effects so far, `vars` the locals that may be assigned."""

    def __init__(self, rng: Random) -> None:
        super().__init__(rng)
        self.effects: list[Callee] = []
        self.vars: list[str] = []

    def block(self, depth: int, *, defining: str = "", loop: bool = False, least: int = 1) -> Done:
        """Statements one after the other; `defining` is the type of what a definition returns."""
        scope, variables = dict(self.scope), list(self.vars)
        made = [self._statement(depth, defining, loop) for _ in range(self.rng.randint(least, least + 2))]
        self.scope, self.vars = scope, variables

        def run(w: World) -> Play:
            for one in made:
                yield from one.run(w)

        return Done([line for one in made for line in one.lines], run)

    def _statement(self, depth: int, defining: str, loop: bool) -> Done:
        ways: list[Callable[[int, str, bool], Done]] = [self._let, self._assign_local]
        if not defining:
            ways += [self._set_number, self._set_number, self._set_members, self._set_member, self._do]
        if depth > 0:
            ways += [self._branch, self._branch, self._for_each, self._repeat]
            if not defining:
                ways += [self._choose, self._choose, self._options]
        return self.rng.choice(ways)(depth, defining, loop)

    # ---- statements without blocks
    def _let(self, *_: object) -> Done:
        type_ = self.rng.choice([INT, INT, BOOL, LAND, LANDS])
        value, name = self.of(type_, 3), self.name("v")
        self.scope[name] = type_
        self.vars.append(name)
        return self._simple(f"let {name}: {type_} = {value.text}", lambda w: w.locals.update({name: value.value(w)}))

    def _assign_local(self, *_: object) -> Done:
        if not self.vars:
            return self._let()
        name = self.rng.choice(self.vars)
        value = self.of(self.scope[name], 3)
        return self._simple(f"{name} = {value.text}", lambda w: w.locals.update({name: value.value(w)}))

    @staticmethod
    def _simple(line: str, act: Callable[[World], object]) -> Done:
        def run(w: World) -> Play:
            act(w)
            yield from ()

        return Done([line], run)

    def _set_number(self, *_: object) -> Done:
        name = self.rng.choice([name for name, (kind, _) in STATE.items() if kind == INT])
        (place, text), sign = self.place(name, 2), self.rng.choice(["=", "+=", "-="])
        value = self.of(INT, 3)

        def act(w: World) -> None:
            at = place(w)
            number = value.value(w)
            if sign != "=":
                number = w.state[at] + number if sign == "+=" else w.state[at] - number
            if not LOW <= number <= HIGH:
                raise BrokenError
            w.state[at] = number

        return self._simple(f"{text} {sign} {value.text}", act)

    def _set_members(self, *_: object) -> Done:
        name = self.rng.choice(["lands", "fews", "mine"])
        (place, text), kind = self.place(name, 2), FEW if name == "fews" else LAND
        sign = self.rng.choice(["=", "+=", "-="])
        single = sign != "=" and self.rng.random() < 0.6
        value = self.of(kind if single else SETS[kind], 2)

        def act(w: World) -> None:
            at = place(w)
            change = value.value(w)
            change = frozenset({change}) if single else change
            w.state[at] = {"=": change, "+=": w.state[at] | change, "-=": w.state[at] - change}[sign]

        return self._simple(f"{text} {sign} {value.text}", act)

    def _set_member(self, *_: object) -> Done:
        name = self.rng.choice(["land", "few", "flag", "maybe"])
        place, text = self.place(name, 2)
        value = self.optional(LAND, 2) if name == "maybe" else self.of(STATE[name][0], 3)
        return self._simple(f"{text} = {value.text}", lambda w: w.state.update({place(w): value.value(w)}))

    def _do(self, *_: object) -> Done:
        if not self.effects:
            return self._set_number()
        callee = self.rng.choice(self.effects)
        given = [self.of(param, 2) for param in callee.params]

        def run(w: World) -> Play:
            yield from callee.value(w, *[one.value(w) for one in given])

        return Done([f"do {callee.name}({', '.join(one.text for one in given)})"], run)

    # ---- branches and loops
    def _end(self, defining: str, loop: bool) -> Done | None:
        """What leaves a loop, an effect or a definition, sometimes."""
        if loop and self.rng.random() < 0.3:
            return Done(["stop"], _raising(lambda w: StopError()))
        if self.rng.random() < 0.2:
            value = self.of(defining, 2) if defining else None
            line = f"return {value.text}" if value else "return"
            return Done([line], _raising(lambda w: ReturnError(value.value(w) if value else None)))
        return None

    def _branch(self, depth: int, defining: str, loop: bool) -> Done:
        parts: list[tuple[Made | None, Done]] = []
        lines: list[str] = []
        for at in range(self.rng.randint(1, 3)):
            last = at > 0 and self.rng.random() < 0.5
            test = None if last else self.of(BOOL, 3)
            then, end = self.block(depth - 1, defining=defining, loop=loop), self._end(defining, loop)
            parts.append((test, _followed(then, end)))
            word = "else" if test is None else f"{'else ' if at else ''}if {test.text}"
            lines += [f"{word}:", *indented(parts[-1][1].lines)]
            if last:
                break

        def run(w: World) -> Play:
            for test, then in parts:
                if test is None or test.value(w):
                    yield from then.run(w)
                    return

        return Done(lines, run)

    def _for_each(self, depth: int, defining: str, _: bool) -> Done:
        scope = dict(self.scope)
        text, through, _names = self.binders(2)
        body = self.block(depth - 1, defining=defining, loop=True)
        self.scope = scope

        def run(w: World) -> Play:
            try:
                for _ in through(w):
                    yield from body.run(w)
            except StopError:
                return

        return Done([f"for each {text}:", *indented(body.lines)], run)

    def _repeat(self, depth: int, defining: str, _: bool) -> Done:
        times, body = self.of(INT, 2), self.block(depth - 1, defining=defining, loop=True)

        def run(w: World) -> Play:
            try:
                for _ in range(times.value(w) % 4):
                    w.round()
                    yield from body.run(w)
            except StopError:
                return

        return Done([f"repeat ({times.text} mod 4) times:", *indented(body.lines)], run)

    # ---- choices
    def _choose(self, depth: int, _: str, loop: bool) -> Done:
        """One member of some, or none where the player may decline."""
        may, kind, name = self.rng.random() < 0.3, self.rng.choice([LAND, FEW]), self.name("c")
        player = self.of(PLAYER, 2)
        found = self.of(SETS[kind], 2)
        self.scope[name] = kind
        test = self.of(BOOL, 2) if self.rng.random() < 0.6 else None
        del self.scope[name]
        otherwise = self.block(0, loop=loop)
        self.scope[name] = kind
        then = self.block(depth - 1, loop=loop)
        del self.scope[name]
        head = f"{'may ' if may else ''}choose {name} in ({found.text}){f' where {test.text}' if test else ''}"
        lines = [f'{head} by {player.text} "Which?":', *indented(then.lines), "otherwise:", *indented(otherwise.lines)]

        def run(w: World) -> Play:
            there, fit = found.value(w), []
            for member in [one for one in numbers_of(kind) if one in there]:
                w.round()
                w.locals[name] = member
                if test is None or test.value(w):
                    fit.append(member)
            who = player.value(w)
            if fit:
                index = yield Asked(who, [*(key_of(kind, member) for member in fit), *(["none"] if may else [])])
                if index < len(fit):
                    w.locals[name] = fit[index]
                    yield from then.run(w)
                    return
            yield from otherwise.run(w)

        return Done(lines, run)

    def _options(self, depth: int, _: str, loop: bool) -> Done:
        """One of several options with blocks of their own; the last is always there."""
        player, lines = self.of(PLAYER, 2), list[str]()
        options: list[tuple[str, str, str, Callable[[World], list[int]], Done]] = []
        for _ in range(self.rng.randint(1, 2)):
            kind, word, name = self.rng.choice([LAND, FEW]), self.name("take"), self.name("o")
            domain = self.of(SETS[kind], 2)
            self.scope[name] = kind
            test, then = self.of(BOOL, 2), self.block(depth - 1, loop=loop)
            del self.scope[name]
            lines += [
                f'{word}({name}) "Take {{{name}}}" for {name} in ({domain.text}) when {test.text}:',
                *indented(then.lines),
            ]
            options.append((word, kind, name, _fitting(kind, name, domain, test), then))
        word, rest = self.name("leave"), self.block(0, loop=loop)
        lines += [f'{word} "Leave":', *indented(rest.lines)]

        def run(w: World) -> Play:
            offered = [(option, member) for option in options for member in option[3](w)]
            index = yield Asked(
                player.value(w), [*(f"{option[0]}({key_of(option[1], member)})" for option, member in offered), word]
            )
            if index == len(offered):
                yield from rest.run(w)
                return
            (_, _, name, _, then), member = offered[index]
            w.locals[name] = member
            yield from then.run(w)

        return Done([f'choose by {player.text} "What?":', *indented(lines)], run)


def _fitting(kind: str, name: str, domain: Made, test: Made) -> Callable[[World], list[int]]:
    def found(w: World) -> list[int]:
        there, fit = domain.value(w), []
        for member in [one for one in numbers_of(kind) if one in there]:
            w.round()
            w.locals[name] = member
            if test.value(w):
                fit.append(member)
        return fit

    return found


def _raising(end: Callable[[World], Exception]) -> Run:
    def run(w: World) -> Play:
        yield from ()
        raise end(w)

    return run


def _followed(first: Done, then: Done | None) -> Done:
    if then is None:
        return first

    def run(w: World) -> Play:
        yield from first.run(w)
        yield from then.run(w)

    return Done([*first.lines, *then.lines], run)
