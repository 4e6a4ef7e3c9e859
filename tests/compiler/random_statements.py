"""Random statements with their effect: lines of the language, and a generator that does the same.

A generator changes the values, yields each decision, and receives the number of the chosen option.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Generator
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

from random_cards import Cards
from random_leaves import Callee, Made
from random_values import BOOL, BOUNDS, COINS, HIGH, INT, LOW, PLAYER, SET, TOOL, Said
from random_world import BrokenError, World


class ReturnError(Exception):
    """The end of an effect or a definition, with its result."""

    def __init__(self, value: Any = None) -> None:
        super().__init__()
        self.value = value


class FinishError(Exception):
    """The end of the game."""


class StopError(Exception):
    """The end of a loop."""


class Advice(NamedTuple):
    """The advice of hints on an option: whether bots leave it out, and how much they prefer it."""

    skip: bool
    prefer: int


class Asked(NamedTuple):
    """A decision: the player (none for nature), the keys of the options and their words, the question, earlier choices
    in a choice of several, the chances of nature's outcomes, and the advice of hints.
    """

    player: int | None
    keys: list[str]
    texts: list[Said]
    question: Said = ("", "")
    chosen: Said = ("", "")
    chances: list[Fraction] | None = None
    advice: Callable[[], list[Advice]] | None = None


Play = Generator[Asked, int, None]
FULL = 3
"""The depth of a block that always asks and calls effects."""
Run = Callable[[World], Play]


class Done(NamedTuple):
    """Statements: their lines and their effect."""

    lines: list[str]
    run: Run


def store(w: World, at: tuple[Any, ...], sign: str, number: int) -> None:
    """Sets a number of the state, or changes it."""
    if sign != "=":
        number = w.state[at] + number if sign == "+=" else w.state[at] - number
    w.state[at] = within(number, *w.frame.limits(at[0]))


def within(number: int, low: int = LOW, high: int = HIGH) -> int:
    """A number that respects all bounds."""
    if not low <= number <= high:
        raise BrokenError
    return number


def indented(lines: list[str]) -> list[str]:
    return [f"    {line}" for line in lines]


class Statements(Cards):
    """Generates statements. `effects` are the effects so far, `vars` the locals that may be assigned."""

    def __init__(self, rng: Random) -> None:
        super().__init__(rng)
        self.effects: list[Callee] = []
        self.vars: list[str] = []
        self.limits: dict[str, tuple[int, int]] = {}
        """Bounds of locals."""
        self.stays = False
        """Whether nothing may leave the block being generated."""
        self.returns = ""
        """The result type of the effect being generated."""

    def block(self, depth: int, *, defining: str = "", loop: bool = False, least: int = 1) -> Done:
        """Statements in sequence; `defining` is the type that a definition returns."""
        scope, variables = dict(self.scope), list(self.vars)
        made = list[Done]()
        if depth == FULL:
            made = [self.surely(depth - 1, loop), self.rng.choice(self.asking())(depth - 1, "", loop), self._do()]
        most = least + (1 if depth < 2 else 2)
        made += [self._statement(depth, defining, loop) for _ in range(self.rng.randint(least, most))]
        self.scope, self.vars = scope, variables

        def run(w: World) -> Play:
            for one in made:
                yield from one.run(w)

        return Done([line for one in made for line in one.lines], run)

    def _statement(self, depth: int, defining: str, loop: bool) -> Done:
        ways: list[Callable[[int, str, bool], Done]] = [self._let, self._assign_local]
        if not defining:
            ways += [self.set_number, self.set_number, self._set_members, self._set_member, self._do]
            ways += [self._mark] if self.frame.marks else []
            ways += self.acting()
        if depth > 0:
            ways += [self._branch, self._branch, self._for_each, self._repeat, self._until]
            if not defining:
                ways += self.asking()
        return self.rng.choice(ways)(depth, defining, loop)

    # ---- statements without blocks
    def _let(self, *_: object) -> Done:
        type_ = self.rng.choice([INT, INT, BOOL, COINS, self.set_type(), *self.frame.members])
        value, name = self.of(type_, 3), self.name("v")
        if type_ == INT and self.rng.random() < 0.3:
            low = self.rng.randint(-3, 1)
            self.limits[name] = low, low + self.rng.randint(3, 8)
            value = self.bounded(value, *self.limits[name])
        elif type_ == COINS:
            self.limits[name] = self.frame.limits(COINS)
        self.scope[name] = type_
        self.vars.append(name)
        low, high = self.limits.get(name, (LOW, HIGH))
        declared = f"{low}..{high}" if type_ == INT and name in self.limits else type_
        return self._simple(f"let {name}: {declared} = {value.text}", self._set_local(name, value))

    def _set_local(self, name: str, value: Made) -> Callable[[World], None]:
        """Gives a local a value; a number respects its bounds or its unit."""
        limits = self.limits.get(name)

        def act(w: World) -> None:
            found = value.value(w)
            w.locals[name] = within(found, *limits) if limits else found

        return act

    def bounded(self, value: Made, low: int, high: int) -> Made:
        """A number within bounds, in most cases."""
        match self.rng.randrange(5):
            case 0:
                read = self._read(INT)
                return Made(f"({value.text} mod 3 + {read.text})", lambda w: value.value(w) % 3 + read.value(w))
            case 1:
                span = high - low + 1
                return Made(f"({value.text} mod {span} + ({low}))", lambda w: value.value(w) % span + low)
            case 2:
                text = f"max(({low}), min({value.text}, {high}))"
            case 3:
                text = f"min({high}, max({value.text}, ({low})))"
            case _:
                text = f"(if {value.text} < {low} then {low} else min({high}, {value.text}))"
        return Made(text, lambda w: max(low, min(high, value.value(w))))

    def _assign_local(self, *_: object) -> Done:
        if not self.vars:
            return self._let()
        name = self.rng.choice(self.vars)
        value = self.of(self.scope[name], 3)
        if self.scope[name] == INT and name in self.limits:
            value = self.bounded(value, *self.limits[name])
        return self._simple(f"{name} = {value.text}", self._set_local(name, value))

    @staticmethod
    def _simple(line: str, act: Callable[[World], object]) -> Done:
        def run(w: World) -> Play:
            act(w)
            yield from ()

        return Done([line], run)

    def set_number(self, *_: object) -> Done:
        numbers = [name for name, variable in self.frame.variables.items() if variable.type in (INT, COINS)]
        name = self.rng.choice(numbers)
        (place, text), sign = self.place(name, 2), self.rng.choice(["=", "+=", "-="])
        value = self.of(self.frame.variables[name].type, 3)
        if name in BOUNDS:
            low, high = self.frame.limits(name)
            value, sign = self.bounded(value, low, high), "="
        elif self.frame.variables[name].type == COINS and self.rng.random() < 0.8:
            found, sign = value, "="
            _, high = self.frame.limits(COINS)
            value = Made(f"max(0, min({found.text}, {high}))", lambda w: max(0, min(found.value(w), high)))

        def act(w: World) -> None:
            at = place(w)
            store(w, at, sign, value.value(w))

        return self._simple(f"{text} {sign} {value.text}", act)

    def _set_members(self, *_: object) -> Done:
        variables = self.frame.variables
        name = self.variable(self.set_type())
        assert name is not None
        (place, text), kind = self.place(name, 2), variables[name].type.removeprefix(SET)
        sign = self.rng.choice(["=", "+=", "-="])
        single = sign != "=" and self.rng.random() < 0.6
        value = self.of(kind if single else SET + kind, 2)

        def act(w: World) -> None:
            at = place(w)
            change = value.value(w)
            change = frozenset({change}) if single else change
            w.state[at] = {"=": change, "+=": w.state[at] | change, "-=": w.state[at] - change}[sign]

        return self._simple(f"{text} {sign} {value.text}", act)

    def _set_member(self, *_: object) -> Done:
        types = [BOOL, PLAYER, PLAYER, *self.frame.members, *(f"{kind}?" for kind in self.frame.members)]
        name = self.variable(self.rng.choice(types)) or "maybe"
        (place, text), type_ = self.place(name, 2), self.frame.variables[name].type
        value = self.optional(type_.removesuffix("?"), 2) if type_.endswith("?") else self.of(type_, 3)
        return self._simple(f"{text} = {value.text}", lambda w: w.state.update({place(w): value.value(w)}))

    def _mark(self, *_: object) -> Done:
        """The number of a card, which may be required to lie where it has one."""
        card, value = self.local(TOOL), self.of(INT, 2)
        if card is None:
            return self.set_number()
        adds = self.rng.random() < 0.3

        def act(w: World) -> None:
            one = card.value(w)
            number = value.value(w) + (w.marks[one] if adds else 0)
            lies = w.lies(one)[0] in self.frame.marked
            if adds and not lies and self.frame.marks == "kept":
                raise BrokenError
            if adds or lies:
                w.marks[one] = within(number)

        return self._simple(f"do {'add' if adds else 'set'}_mark({card.text}, {value.text})", act)

    def _do(self, *_: object) -> Done:
        callees = [one for one in self.effects if self.tellable(one.params)]
        if not callees:
            return self.set_number()
        callee = self.rng.choice(callees)
        given = [self.of(param, 2) for param in callee.params]

        text = f"do {callee.name}({', '.join(one.text for one in given)})"
        name = self.name("e") if callee.result and self.rng.random() < 0.7 else ""
        if name:
            self.scope[name] = callee.result

        def run(w: World) -> Play:
            answer = yield from callee.value(w, *[one.value(w) for one in given])
            if name:
                w.locals[name] = answer

        return Done([f"let {name} = {text}" if name else text], run)

    def acting(self) -> list[Callable[[int, str, bool], Done]]:
        """Further ways to generate a statement that changes something."""
        return []

    def asking(self) -> list[Callable[[int, str, bool], Done]]:
        """The ways to generate a statement that asks."""
        return []

    @abstractmethod
    def surely(self, depth: int, loop: bool) -> Done:
        """A statement that always asks."""

    # ---- branches and loops
    def _end(self, defining: str, loop: bool) -> Done | None:
        """Sometimes leaves a loop, an effect or a definition."""
        if loop and self.rng.random() < 0.3:
            return Done(["stop"], _raising(lambda w: StopError()))
        if not defining and self.rng.random() < 0.04:
            return Done(["finish"], _raising(lambda w: FinishError()))
        if self.rng.random() < 0.2:
            type_ = defining or self.returns
            value = self.of(type_, 2) if type_ else None
            line = f"return {value.text}" if value else "return"
            return Done([line], _raising(lambda w: ReturnError(value.value(w) if value else None)))
        return None

    def leaving(self, loop: bool) -> Done:
        """A statement that always leaves."""
        if loop:
            return Done(["stop"], _raising(lambda w: StopError()))
        value = self.of(self.returns, 2) if self.returns else None
        end = _raising(lambda w: ReturnError(value.value(w) if value else None))
        return Done([f"return {value.text}" if value else "return"], end)

    def _branch(self, depth: int, defining: str, loop: bool) -> Done:
        parts: list[tuple[Made | None, Done]] = []
        lines: list[str] = []
        for at in range(self.rng.randint(1, 3)):
            last = at > 0 and self.rng.random() < 0.5
            test = None if last else self.of(BOOL, 3)
            then, end = self.block(depth - 1, defining=defining, loop=loop), self._end(defining, loop)
            parts.append((test, followed(then, end)))
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
        fixed = not any(map(str.isalpha, times.text))  # such loops use up nothing

        def run(w: World) -> Play:
            try:
                for _ in range(times.value(w) % 4):
                    w.round()
                    if not (defining or fixed):
                        w.burn()
                    yield from body.run(w)
            except StopError:
                return

        return Done([f"repeat ({times.text} mod 4) times:", *indented(body.lines)], run)

    def _until(self, depth: int, defining: str, _: bool) -> Done:
        """A loop until a condition holds, or `repeat:` until it is stopped."""
        name, most = self.name("k"), self.rng.randint(1, 3)
        test = self.of(BOOL, 2) if self.rng.random() < 0.6 else None
        body = self.block(depth - 1, defining=defining, loop=True)

        def run(w: World) -> Play:
            w.locals[name] = 0
            try:
                while test is None or not test.value(w):
                    w.round()
                    if not defining:
                        w.burn()
                    w.locals[name] += 1
                    if w.locals[name] > most:
                        break
                    yield from body.run(w)
            except StopError:
                return

        lines = [f"{name} += 1", f"if {name} > {most}: stop", *body.lines]
        return Done([f"let {name} = 0", f"repeat{f' until {test.text}' if test else ''}:", *indented(lines)], run)


def _raising(end: Callable[[World], Exception]) -> Run:
    def run(w: World) -> Play:
        yield from ()
        raise end(w)

    return run


def followed(first: Done, then: Done | None) -> Done:
    if then is None:
        return first

    def run(w: World) -> Play:
        yield from first.run(w)
        yield from then.run(w)

    return Done([*first.lines, *then.lines], run)
